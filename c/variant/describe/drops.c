/* Writes the sentences about hands and drops. */
#include "variant/definition/squares.h"
#include "variant/describe/describe.h"

/* ---- Captured pieces ---- */

static bool has_promoting_pawns(const ks_variant *v) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned type = 0; type < v->type_count; type++)
            if (v->types[type].promotes[side] && v->promotion_types[side])
                return true;
    return false;
}

static void describe_hand(struct writer *w, const ks_variant *v) {
    write_text(w, v->blasts ? "A piece that is captured or blown up goes to the hand of its owner's opponent"
                            : "A captured piece goes to the hand of the capturing side");
    if (!v->marks_promoted)
        write_text(w, "; a promoted one stays promoted");
    else if (v->turns)
        write_text(w, "; a promoted one loses its promotion");
    else if (has_promoting_pawns(v))
        write_text(w, "; a promoted one becomes a %s", v->types[v->unpromoted].name);
    write_text(w, ". ");
}

/* ---- The squares of drops ---- */

static bool is_same(const ks_squares *a, const ks_squares *b) {
    return is_subset(a, b) && is_subset(b, a);
}

/* Returns whether a type may ever be in hand. */
static bool may_be_held(const ks_variant *v, unsigned type) {
    return type != v->royal && !is_promoted_type(v, type);
}

static bool share_region(const ks_variant *v, unsigned type, unsigned other) {
    return is_same(&v->drop_region[KS_WHITE][type], &v->drop_region[KS_WHITE][other]) &&
           is_same(&v->drop_region[KS_BLACK][type], &v->drop_region[KS_BLACK][other]);
}

/* Returns whether all types are dropped on the same squares as this one. */
static bool is_shared(const ks_variant *v, unsigned type) {
    bool shared = true;
    for (unsigned other = 0; other < v->type_count; other++)
        shared &= !may_be_held(v, other) || share_region(v, type, other);
    return shared;
}

/* Writes the squares on which a type is dropped, unless these are all. subject: such as "Pieces are". */
static void describe_drops_of(struct writer *w, const ks_variant *v, unsigned type, const char *subject) {
    const ks_squares *const white = &v->drop_region[KS_WHITE][type], *const black =
                                                                         &v->drop_region[KS_BLACK][type];
    if (is_same(white, &v->board) && is_same(black, &v->board))
        return;
    write_text(w, " %s dropped only on ", subject);
    ks_describe_regions(w, v, "on", white, black);
    write_text(w, ".");
}

static void describe_regions(struct writer *w, const ks_variant *v) {
    char subject[64];
    for (unsigned type = 0; type < v->type_count; type++) {
        if (!may_be_held(v, type))
            continue;
        if (is_shared(v, type)) {
            describe_drops_of(w, v, type, "Pieces are");
            return;
        }
        if (is_empty_set(&v->drop_region[KS_WHITE][type]) && is_empty_set(&v->drop_region[KS_BLACK][type])) {
            write_text(w, " The %s is never dropped.", v->types[type].name);
            continue;
        }
        snprintf(subject, sizeof subject, "The %s is", v->types[type].name);
        describe_drops_of(w, v, type, subject);
    }
}

/* ---- Limits ---- */

static void describe_doubled(struct writer *w, const ks_variant *v) {
    const struct drop_limits *const limits = &v->drop_limits;
    if (limits->no_doubled == NO_TYPE)
        return;
    const char *const name = v->types[limits->no_doubled].name;
    if (limits->doubled_count == 0)
        write_text(w, " No %s may be dropped.", name);
    else if (limits->doubled_count == 1)
        write_text(w, " No %s may be dropped on a file that has another of its side.", name);
    else
        write_text(w, " No %s may be dropped on a file that has %u others of its side.", name,
                   limits->doubled_count);
}

static void describe_enclosing(struct writer *w, const ks_variant *v) {
    static const char *const rules[] = {
        [ENCLOSING_REVERSI] = "where they enclose a row of enemies between themselves and another piece of "
                              "their side",
        [ENCLOSING_ATAXX] = "next to a piece of their side",
        [ENCLOSING_QUADWRANGLE] = "next to a piece of their side",
        [ENCLOSING_SNORT] = "on squares that share no side with that of an enemy",
        [ENCLOSING_ANYSIDE] = "where they stop when they slide onto the board from an edge",
        [ENCLOSING_TOP] = "on white's first rank, or directly above another piece"};
    const struct drop_limits *const limits = &v->drop_limits;
    write_text(w, " Pieces are dropped only %s.", rules[limits->enclosing]);
    if (is_empty_set(&limits->enclosing_start))
        return;
    write_text(w, " The first ones go to ");
    ks_describe_squares(w, v, limits->enclosing_start, " and ");
    write_text(w, " instead, until these are full.");
}

static void describe_limits(struct writer *w, const ks_variant *v) {
    const struct drop_limits *const limits = &v->drop_limits;
    if (limits->enclosing)
        describe_enclosing(w, v);
    describe_doubled(w, v);
    if (limits->no_mate != NO_TYPE)
        write_text(w, " No %s may be dropped to give mate.", v->types[limits->no_mate].name);
    if (limits->one_a_shade != NO_TYPE)
        write_text(w, " A side may not drop two %ss on squares of one colour.",
                   v->types[limits->one_a_shade].name);
}

static void describe_musts(struct writer *w, const ks_variant *v) {
    const uint32_t all = ~(uint32_t)0 >> (32 - v->type_count);
    uint32_t musts = v->drop_limits.musts;
    for (unsigned type = 0; type < v->type_count; type++)
        musts |= (uint32_t)!may_be_held(v, type) << type;
    if (!v->drop_limits.musts)
        return;
    if (musts == all) {
        write_text(w, " A player who can drop a piece must do so as long as any is in hand.");
        return;
    }
    write_text(w, " A player who can drop a ");
    ks_describe_types(w, v, v->drop_limits.musts);
    write_text(w, " must do so, before any other move or drop.");
}

void ks_describe_drops(struct writer *w, const ks_variant *v) {
    if (v->to_hand)
        describe_hand(w, v);
    write_text(w, "Instead of moving, a side may drop a piece %son an empty square%s.",
               v->free_drops ? "" : "from its hand ", v->drop_checks ? "" : ", but not to give check");
    if (v->drop_promoted && v->turns)
        write_text(w, " A piece may be dropped in its promoted form, too.");
    describe_regions(w, v);
    describe_limits(w, v);
    describe_musts(w, v);
    if (v->castles_dropped && v->castles)
        write_text(w, " The %s may castle even when it or the other piece was dropped on its initial square.",
                   royal_name(v));
    write_text(w, "\n");
}
