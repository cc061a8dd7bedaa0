/* Writes the sentences that describe a type of piece. */
#include "variant/describe/describe.h"

#include <string.h>

#include "variant/definition/squares.h"
#include "variant/definition/walk.h"
#include "variant/moves/generate.h"

/* ---- Ranks ---- */

static const char *ordinal(unsigned number, char text[8]) {
    const unsigned last = number % 100 / 10 == 1 ? 0 : number % 10;
    snprintf(text, 8, "%u%s", number % 1000, last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
    return text;
}

bool ks_describe_find_ranks(const ks_variant *v, const ks_squares *region, unsigned *first, unsigned *last) {
    unsigned count = 0;
    *first = v->ranks;
    *last = 0;
    for (unsigned square = 0; square < v->squares; square++) {
        const unsigned rank = v->ranks - square / v->files;
        if (!has_square(region, square))
            continue;
        count++;
        *first = rank < *first ? rank : *first;
        *last = rank > *last ? rank : *last;
    }
    return count > 0 && count == (*last - *first + 1) * v->files;
}

/* Returns whether a region is a rectangle, smaller than the board, and sets *first and *last to the squares
 * of its lower left and upper right corners. */
static bool find_corners(const ks_variant *v, ks_squares region, unsigned *first, unsigned *last) {
    const unsigned count = count_squares(&region);
    unsigned left = v->files, right = 0, top = v->ranks, bottom = 0;
    while (!is_empty_set(&region)) {
        const unsigned square = take_square(&region), file = square % v->files, row = square / v->files;
        left = file < left ? file : left;
        right = file > right ? file : right;
        top = row < top ? row : top;
        bottom = row > bottom ? row : bottom;
    }
    *first = bottom * v->files + left;
    *last = top * v->files + right;
    return count > 1 && count < v->squares && count == (right - left + 1) * (bottom - top + 1);
}

const char *ks_describe_region(const ks_variant *v, const ks_squares *region, const char *otherwise,
                               char text[40]) {
    unsigned first, last;
    char name[8];
    if (!ks_describe_find_ranks(v, region, &first, &last)) {
        if (!find_corners(v, *region, &first, &last))
            return otherwise;
        snprintf(text, 40, "the squares %s to %s", ks_variant_square_name(v, first),
                 ks_variant_square_name(v, last));
        return text;
    }
    ordinal(first, name);
    if (first == last)
        snprintf(text, 40, "its %s rank", name);
    else if (last == v->ranks)
        snprintf(text, 40, "its %s rank or beyond", name);
    else
        snprintf(text, 40, "its ranks %u to %u", first % 100, last % 100);
    return text;
}

/* ---- Pieces ---- */

/* Returns a region as the other side sees it. */
static ks_squares mirrored(const ks_variant *v, ks_squares region) {
    ks_squares squares = {{0}};
    while (!is_empty_set(&region)) {
        const unsigned square = take_square(&region);
        add_square(&squares, (v->ranks - 1 - square / v->files) * v->files + square % v->files);
    }
    return squares;
}

static const char *any_region(const ks_variant *v, const ks_squares *region, char text[40]) {
    if (is_empty_set(region))
        return "no square";
    return is_subset(&v->board, region) ? "any square" : ks_describe_region(v, region, "some squares", text);
}

void ks_describe_regions(struct writer *w, const ks_variant *v, const char *where, const ks_squares *white,
                         const ks_squares *black) {
    char name[40];
    const ks_squares seen = mirrored(v, *black);
    write_text(w, "%s", any_region(v, white, name));
    if (!is_subset(white, &seen) || !is_subset(&seen, white))
        write_text(w, " (black's %s %s)", where, any_region(v, &seen, name));
}

static void describe_push(struct writer *w, const ks_variant *v, const ks_squares regions[2],
                          unsigned squares) {
    if (squares < 2 || (is_empty_set(&regions[KS_WHITE]) && is_empty_set(&regions[KS_BLACK])))
        return;
    write_text(w, " From ");
    ks_describe_regions(w, v, "from", &regions[KS_WHITE], &regions[KS_BLACK]);
    write_text(w, " it may move up to %u squares forward over empty squares without capturing.", squares);
}

void ks_describe_types(struct writer *w, const ks_variant *v, uint32_t types) {
    const unsigned count = (unsigned)__builtin_popcount(types);
    for (unsigned index = 0; types; types &= types - 1)
        write_text(w, "%s%s", before_item(index++, count), v->types[__builtin_ctz(types)].name);
}

/* Returns whether promotion never gives a side more pieces of a type than it began with. */
static bool only_what_was_lost(const ks_variant *v, unsigned side) {
    for (unsigned type = 0; type < v->type_count; type++)
        if (v->promotion_types[side] >> type & 1 &&
            (!v->types[type].limit ||
             v->types[type].limit != ks_variant_count_type(v, &v->start, side, type)))
            return false;
    return true;
}

static void write_limits(struct writer *w, const ks_variant *v, unsigned side) {
    for (unsigned type = 0; type < v->type_count; type++)
        if (v->promotion_types[side] >> type & 1 && v->types[type].limit)
            write_text(w, ", with at most %u %s%s of a side on the board", v->types[type].limit,
                       v->types[type].name, v->types[type].limit > 1 ? "s" : "");
}

/* who: the piece that promotes: "it", or "white's" when only white's promotes, or the sides promote to
 * different pieces. */
static void describe_promotion(struct writer *w, const ks_variant *v, unsigned side, const char *who) {
    char name[40];
    const ks_squares region = side == KS_WHITE ? v->promotion[side] : mirrored(v, v->promotion[side]);
    if (!v->promotion_types[side])
        return;
    write_text(w, " On %s %s %s promoted to ", ks_describe_region(v, &region, "some squares", name), who,
               v->must_promote ? "must be" : "may be");
    ks_describe_types(w, v, v->promotion_types[side]);
    if (only_what_was_lost(v, side))
        write_text(w, ", but only to a piece that its side has lost");
    else
        write_limits(w, v, side);
    write_text(w, ".");
    if (!v->must_promote && v->must_stay_mobile)
        write_text(w, " It must be promoted when it could never move again.");
}

/* Describes pawns that promote instead of moving. */
static void describe_standing(struct writer *w, const ks_variant *v) {
    ks_squares left = v->promotion[KS_WHITE];
    if (!v->promotion_types[KS_WHITE])
        return;
    write_text(w, " Instead of moving, a piece on ");
    for (unsigned index = 0, count = count_squares(&left); index < count; index++)
        write_text(w, "%s%s", before_item(index, count), ks_variant_square_name(v, take_square(&left)));
    write_text(w, ", or the last one of its side on any square, may become a ");
    ks_describe_types(w, v, v->promotion_types[KS_WHITE]);
    write_text(w, " there, or on an empty square to which that piece could move");
    write_limits(w, v, KS_WHITE);
    write_text(w, ". The new piece may not attack anything at once or give check.");
}

static void describe_promotions(struct writer *w, const ks_variant *v, const struct piece_type *type) {
    const bool *const promotes = type->promotes;
    if (promotes[KS_WHITE] && promotes[KS_BLACK] &&
        v->promotion_types[KS_WHITE] == v->promotion_types[KS_BLACK]) {
        describe_promotion(w, v, KS_WHITE, "it");
        return;
    }
    if (promotes[KS_WHITE])
        describe_promotion(w, v, KS_WHITE, "white's");
    if (promotes[KS_BLACK])
        describe_promotion(w, v, KS_BLACK, "black's");
}

/* ---- Promoted forms ---- */

/* Writes the moves with which a piece changes its form, and whether it must: "... it may". */
static void describe_turning_moves(struct writer *w, const ks_variant *v, bool must) {
    const ks_squares outside = without(v->board, v->promotion[KS_WHITE]);
    char name[40];
    const char *const move = v->turns_by_capture ? "capture" : "move";
    if (is_empty_set(&outside))
        write_text(w, " With every %s", move);
    else
        write_text(w, " On a %s that begins or ends on %s", move,
                   ks_describe_region(v, &v->promotion[KS_WHITE], "some squares", name));
    write_text(w, " it %s ", must ? "must" : "may");
}

static void describe_form(struct writer *w, const ks_variant *v, const struct piece_type *type) {
    const struct piece_type *const form = &v->types[type->promoted];
    char name[40];
    if (type->pawn)
        write_text(w, " On %s it %s ", ks_describe_region(v, &v->promotion[KS_WHITE], "some squares", name),
                   v->must_promote && !v->promotion_types[KS_WHITE] ? "must" : "may");
    else
        describe_turning_moves(w, v, v->must_turn);
    write_text(w, "become a %s.", form->name);
    if (v->must_stay_mobile && !v->must_turn && !type->pawn)
        write_text(w, " It must do so when it could never move again.");
}

static void describe_turns(struct writer *w, const ks_variant *v, unsigned index) {
    const struct piece_type *const type = &v->types[index];
    if (type->promoted != NO_TYPE)
        describe_form(w, v, type);
    if (is_promoted_type(v, index) && v->turns_back) {
        describe_turning_moves(w, v, v->must_turn);
        write_text(w, "turn back into a %s.", v->types[type->plain].name);
    }
}

/* ---- All ---- */

static bool takes_en_passant(const struct piece_type *type) {
    return type->takes_en_passant[KS_WHITE] || type->takes_en_passant[KS_BLACK];
}

/* Returns the name that fits the sides: of both, or of one. */
static const char *whose(const bool sides[2], const char *both_sides, const char *white, const char *black) {
    return sides[KS_WHITE] && sides[KS_BLACK] ? both_sides : sides[KS_WHITE] ? white : black;
}

/* Returns whether a piece that captures en passant also has moves from its initial squares. */
static bool has_first_moves(const ks_variant *v) {
    for (unsigned code = 2; code < 2 * (v->type_count + 1); code++)
        if (takes_en_passant(&v->types[KS_VARIANT_TYPE(code)]))
            for (const struct line *line = first_line(v, code, 0); line < first_line(v, code, v->squares);
                 line++)
                if (line->flags & LINE_FIRST)
                    return true;
    return false;
}

static bool has_promoted_terms(const struct betza *betza) {
    bool found = false;
    for (unsigned i = 0; i < betza->count; i++)
        found |= betza->terms[i].beyond;
    return found;
}

void ks_describe_piece_type(struct writer *w, const ks_variant *v, unsigned index) {
    const struct piece_type *const type = &v->types[index];
    char name[40];
    write_text(w, "The %s may ", type->name);
    if (type->betza.count == 0)
        write_text(w, "not move");
    ks_describe_betza(w, &type->betza, ks_describe_region(v, &v->first_push[KS_WHITE], "some squares", name));
    write_text(w, ".");
    if (has_promoted_terms(&type->betza))
        write_text(w, " It moves sideways only from %s.",
                   ks_describe_region(v, &v->beyond[KS_WHITE], "some squares", name));
    if (v->immune >> index & 1)
        write_text(w, " It never captures another %s.", type->name);
    if (type->confined) {
        write_text(w, " It may move only to ");
        ks_describe_regions(w, v, "to", &type->region[KS_WHITE], &type->region[KS_BLACK]);
        write_text(w, ".");
    }
    if (type->pawn) {
        describe_push(w, v, v->first_push, v->push);
        describe_push(w, v, v->triple_push, 3);
    }
    if (takes_en_passant(type) && has_first_moves(v))
        write_text(w, " %s may capture en passant.",
                   whose(type->takes_en_passant, "It", "White's", "Black's"));
    describe_promotions(w, v, type);
    if (v->stands_up && type->pawn)
        describe_standing(w, v);
    describe_turns(w, v, index);
}

size_t ks_variant_describe_piece_type(const ks_variant *v, unsigned type, char *text, size_t room) {
    struct writer w = {text, room, 0};
    ks_describe_piece_type(&w, v, type);
    return w.length;
}
