/* Writes the sentences about hands and drops. */
#include "variant/describe/describe.h"
#include "variant/squares.h"

/* ---- What goes to the hand ---- */

static bool has_promoting_pawns(const ks_variant *v) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned type = 0; type < v->type_count; type++)
            if (v->types[type].promotes[side] && v->promotion_types[side])
                return true;
    return false;
}

static void describe_hand(struct writer *w, const ks_variant *v) {
    write_text(w, "A captured piece goes to the hand of who has captured it");
    if (!v->marks_promoted)
        write_text(w, ", a promoted one as what it has become");
    else if (v->turns)
        write_text(w, ", a promoted one as what it was");
    else if (has_promoting_pawns(v))
        write_text(w, "; a promoted one as a %s", v->types[v->unpromoted].name);
    write_text(w, ". ");
}

/* ---- Where it may be dropped ---- */

static bool is_same(const ks_squares *a, const ks_squares *b) {
    return is_subset(a, b) && is_subset(b, a);
}

/* Whether a type may ever be in hand. */
static bool may_be_held(const ks_variant *v, unsigned type) {
    return type != v->royal && !is_promoted_type(v, type);
}

static bool share_region(const ks_variant *v, unsigned type, unsigned other) {
    return is_same(&v->drop_region[KS_WHITE][type], &v->drop_region[KS_WHITE][other]) &&
           is_same(&v->drop_region[KS_BLACK][type], &v->drop_region[KS_BLACK][other]);
}

/* Whether all types drop on the same squares as this one. */
static bool is_shared(const ks_variant *v, unsigned type) {
    bool shared = true;
    for (unsigned other = 0; other < v->type_count; other++)
        shared &= !may_be_held(v, other) || share_region(v, type, other);
    return shared;
}

/* Where a type is dropped, if not anywhere. subject, where: "It drops", "on". */
static void describe_drops_of(struct writer *w, const ks_variant *v, unsigned type, const char *subject,
                              const char *where) {
    const ks_squares *const white = &v->drop_region[KS_WHITE][type], *const black =
                                                                         &v->drop_region[KS_BLACK][type];
    if (is_same(white, &v->board) && is_same(black, &v->board))
        return;
    write_text(w, " %s %s ", subject, where);
    ks_describe_regions(w, v, where, white, black);
    write_text(w, " alone.");
}

static void describe_regions(struct writer *w, const ks_variant *v) {
    char who[64];
    for (unsigned type = 0; type < v->type_count; type++) {
        if (!may_be_held(v, type))
            continue;
        if (is_shared(v, type)) {
            describe_drops_of(w, v, type, "It drops", "on");
            return;
        }
        if (is_empty_set(&v->drop_region[KS_WHITE][type]) && is_empty_set(&v->drop_region[KS_BLACK][type])) {
            write_text(w, " Its %s is never dropped.", v->types[type].name);
            continue;
        }
        snprintf(who, sizeof who, "Its %s goes", v->types[type].name);
        describe_drops_of(w, v, type, who, "to");
    }
}

/* ---- Limits ---- */

static void describe_doubled(struct writer *w, const ks_variant *v) {
    const struct drop_limits *const limits = &v->drop_limits;
    if (limits->no_doubled == NO_TYPE)
        return;
    const char *const name = v->types[limits->no_doubled].name;
    if (limits->doubled_count == 0)
        write_text(w, " No %s is dropped at all.", name);
    else if (limits->doubled_count == 1)
        write_text(w, " No %s is dropped on a file where its side has another.", name);
    else
        write_text(w, " No %s is dropped on a file where its side has %u others.", name,
                   limits->doubled_count);
}

static void describe_limits(struct writer *w, const ks_variant *v) {
    const struct drop_limits *const limits = &v->drop_limits;
    if (limits->on_top)
        write_text(w, " It drops only on white's first rank, or right above another piece.");
    describe_doubled(w, v);
    if (limits->no_mate != NO_TYPE)
        write_text(w, " No %s is dropped to give mate.", v->types[limits->no_mate].name);
    if (limits->one_a_shade != NO_TYPE)
        write_text(w, " No two of a side's %ss are dropped on squares of one colour.",
                   v->types[limits->one_a_shade].name);
}

static void describe_musts(struct writer *w, const ks_variant *v) {
    const uint32_t all = ~(uint32_t)0 >> (32 - v->type_count);
    uint32_t musts = v->drop_limits.musts;
    for (unsigned type = 0; type < v->type_count; type++)
        musts |= (uint32_t)!may_be_held(v, type) << type;
    if (!v->drop_limits.musts)
        return;
    write_text(w, " Who can drop a piece has to, as long as there is ");
    if (musts == all)
        write_text(w, "any");
    else
        ks_describe_types(w, v, v->drop_limits.musts);
    write_text(w, " in hand.");
}

void ks_describe_drops(struct writer *w, const ks_variant *v) {
    if (v->to_hand)
        describe_hand(w, v);
    write_text(w, "Instead of moving, a side may drop a piece from its hand on an empty square%s.",
               v->drop_checks ? "" : ", but not to give check");
    if (v->drop_promoted && v->turns)
        write_text(w, " A piece may be dropped in its promoted form, too.");
    describe_regions(w, v);
    describe_limits(w, v);
    describe_musts(w, v);
    if (v->castles_dropped && v->castles)
        write_text(
            w,
            " A %s and what it castles with may castle when they have been dropped where they would start.",
            royal_name(v));
    write_text(w, "\n");
}
