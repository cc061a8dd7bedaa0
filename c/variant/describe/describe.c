/* Writes the sentences that describe a type of piece. */
#include "variant/describe/describe.h"

#include <string.h>

#include "variant/generate.h"
#include "variant/squares.h"
#include "variant/walk.h"

/* ---- Ranks ---- */

static const char *ordinal(unsigned number, char text[8]) {
    const unsigned last = number % 100 / 10 == 1 ? 0 : number % 10;
    snprintf(text, 8, "%u%s", number % 1000, last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
    return text;
}

/* Finds the ranks, counted from the own side, of which a region of white's consists. Returns false when the
 * region isn't whole ranks side by side. */
static bool find_ranks(const ks_variant *v, const ks_squares *region, unsigned *first, unsigned *last) {
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

/* Whether a region is a rectangle, smaller than the board: the squares of its corners. */
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
    if (!find_ranks(v, region, &first, &last)) {
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

/* A region as the other side sees it. */
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
    write_text(w, " it may go up to %u squares forward over empty squares without capturing.", squares);
}

void ks_describe_types(struct writer *w, const ks_variant *v, uint32_t types) {
    const unsigned count = (unsigned)__builtin_popcount(types);
    for (unsigned index = 0; types; types &= types - 1)
        write_text(w, "%s%s", before_item(index++, count), v->types[__builtin_ctz(types)].name);
}

/* Whether a side may have no more pieces of any type by promotion than it began with. */
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
            write_text(w, ", no more than %u times %s on the board", v->types[type].limit,
                       v->types[type].name);
}

/* who: what promotes: "it", or "white's" where only a side's does, or each side's to other pieces. */
static void describe_promotion(struct writer *w, const ks_variant *v, unsigned side, const char *who) {
    char name[40];
    const ks_squares region = side == KS_WHITE ? v->promotion[side] : mirrored(v, v->promotion[side]);
    if (!v->promotion_types[side])
        return;
    write_text(w, " On %s %s %s promoted to ", ks_describe_region(v, &region, "some squares", name), who,
               v->must_promote ? "has to be" : "may be");
    ks_describe_types(w, v, v->promotion_types[side]);
    if (only_what_was_lost(v, side))
        write_text(w, ", but only to a piece that its side has lost");
    else
        write_limits(w, v, side);
    write_text(w, ".");
    if (!v->must_promote && v->must_stay_mobile)
        write_text(w, " Where it could never move again it has to be.");
}

/* Pawns that promote instead of moving. */
static void describe_standing(struct writer *w, const ks_variant *v) {
    ks_squares left = v->promotion[KS_WHITE];
    if (!v->promotion_types[KS_WHITE])
        return;
    write_text(w, " Instead of moving, one on ");
    for (unsigned index = 0, count = count_squares(&left); index < count; index++)
        write_text(w, "%s%s", before_item(index, count), ks_variant_square_name(v, take_square(&left)));
    write_text(w, ", or the last of its side anywhere, may become a ");
    ks_describe_types(w, v, v->promotion_types[KS_WHITE]);
    write_text(w, " there, or on an empty square to which that could go");
    write_limits(w, v, KS_WHITE);
    write_text(w, ". It attacks nothing at once, and gives no check.");
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

/* Writes the moves by which a piece turns, and whether it has to: "... it may". */
static void describe_turning_moves(struct writer *w, const ks_variant *v, bool must) {
    const ks_squares outside = without(v->board, v->promotion[KS_WHITE]);
    char name[40];
    const char *const move = v->turns_by_capture ? "capture" : "move";
    if (is_empty_set(&outside))
        write_text(w, " With every %s", move);
    else
        write_text(w, " On a %s that begins or ends on %s", move,
                   ks_describe_region(v, &v->promotion[KS_WHITE], "some squares", name));
    write_text(w, " it %s ", must ? "has to" : "may");
}

static void describe_form(struct writer *w, const ks_variant *v, const struct piece_type *type) {
    const struct piece_type *const form = &v->types[type->promoted];
    char name[40];
    if (type->pawn)
        write_text(w, " On %s it %s ", ks_describe_region(v, &v->promotion[KS_WHITE], "some squares", name),
                   v->must_promote && !v->promotion_types[KS_WHITE] ? "has to" : "may");
    else
        describe_turning_moves(w, v, v->must_turn);
    write_text(w, "become a %s.", form->name);
    if (v->must_stay_mobile && !v->must_turn && !type->pawn)
        write_text(w, " Where it could never move again it has to.");
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

/* Which of the names fits: that of both sides, or that of the one that has something. */
static const char *whose(const bool sides[2], const char *both_sides, const char *white, const char *black) {
    return sides[KS_WHITE] && sides[KS_BLACK] ? both_sides : sides[KS_WHITE] ? white : black;
}

/* Whether a piece that takes en passant has a first move of its own. */
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
        write_text(w, " Sideways it goes only from %s.",
                   ks_describe_region(v, &v->beyond[KS_WHITE], "some squares", name));
    if (v->immune >> index & 1)
        write_text(w, " It never captures another %s.", type->name);
    if (type->confined) {
        write_text(w, " It may go nowhere but to ");
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
