/* Describes pieces in words: how each moves, by its Betza, and by what a variant adds. */
#include "variant/describe/describe.h"

#include <string.h>

#include "variant/definition/squares.h"
#include "variant/moves/generate.h"

/* ==== Betza in words ==== */

/* Writes the moves of a piece in words, from its Betza notation. */

/* ---- Directions ---- */

static const char *number_word(unsigned number) {
    static const char *const words[] = {"no", "one", "two", "three"};
    return number < sizeof words / sizeof *words ? words[number] : "";
}

static bool has(const struct betza_term *term, unsigned direction) {
    return term->directions >> direction & 1;
}

static bool goes_everywhere(const struct betza_term *term) {
    return term->directions == ks_betza_directions_of_term(term);
}

static void write_list(struct writer *w, const char *const *words, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        write_text(w, "%s%s", before_item(i, count), words[i]);
}

static void write_straight(struct writer *w, const struct betza_term *term) {
    const char *words[4];
    unsigned count = 0;
    if (has(term, FORWARD_LEFT))
        words[count++] = "forward";
    if (has(term, BACKWARD_LEFT))
        words[count++] = "backward";
    if (has(term, LEFT_FORWARD))
        words[count++] = has(term, RIGHT_FORWARD) ? "sideways" : "to the left";
    else if (has(term, RIGHT_FORWARD))
        words[count++] = "to the right";
    write_list(w, words, count);
}

static void write_diagonal(struct writer *w, const struct betza_term *term) {
    static const char *const names[2][3] = {{"forward", "forward left", "forward right"},
                                            {"backward", "backward left", "backward right"}};
    const char *words[4];
    unsigned count = 0;
    for (unsigned back = 0; back < 2; back++) {
        const bool left = has(term, FORWARD_LEFT + 2 * back), right = has(term, FORWARD_RIGHT + 2 * back);
        if (left && right)
            words[count++] = names[back][0];
        else if (left || right)
            words[count++] = names[back][left ? 1 : 2];
    }
    write_text(w, "diagonally ");
    write_list(w, words, count);
}

typedef void way_writer(struct writer *w, const struct betza_term *term, unsigned way, bool first,
                        bool second);

/* Writes the ways, out of four, in whose first or second direction a term goes. */
static void write_ways(struct writer *w, const struct betza_term *term, way_writer *write_way) {
    unsigned count = 0, index = 0;
    for (unsigned way = 0; way < 4; way++)
        count += has(term, 2 * way) || has(term, 2 * way + 1);
    for (unsigned way = 0; way < 4; way++) {
        const bool first = has(term, 2 * way), second = has(term, 2 * way + 1);
        if (!first && !second)
            continue;
        write_text(w, "%s", before_item(index++, count));
        write_way(w, term, way, first, second);
    }
}

static const char *const far_ways[4] = {"forward", "backward", "to the left", "to the right"};

/* Writes "two squares forward and one sideways": the way is that of an oblique leap's longer part. */
static void write_oblique_way(struct writer *w, const struct betza_term *term, unsigned way, bool first,
                              bool second) {
    static const char *const near[2][3] = {{"sideways", "to the left", "to the right"},
                                           {"forward or backward", "forward", "backward"}};
    write_text(w, "%s squares %s and %s %s", number_word(term->far), far_ways[way], number_word(term->near),
               near[way / 2][first && second ? 0
                             : first         ? 1
                                             : 2]);
}

/* Writes the directions of leaps along lines or diagonals. both: the leaps go along lines and diagonals, in
 * all directions. */
static void write_directions(struct writer *w, const struct betza_term *term, bool both) {
    if (both)
        write_text(w, "in any direction");
    else if (goes_everywhere(term))
        write_text(w, term->near ? "diagonally" : "orthogonally");
    else if (term->near)
        write_diagonal(w, term);
    else
        write_straight(w, term);
}

/* ---- One way to move ---- */

static bool is_oblique(const struct betza_term *term) {
    return term->near && term->near != term->far;
}

static void write_leap(struct writer *w, const struct betza_term *term, bool both) {
    if (!is_oblique(term)) {
        write_text(w, "%s square%s ", number_word(term->far), term->far > 1 ? "s" : "");
        write_directions(w, term, both);
    } else if (!goes_everywhere(term))
        write_ways(w, term, write_oblique_way);
    else if (term->far == 2)
        write_text(w, "as a knight");
    else
        write_text(w, "%s squares in one direction and %s across", number_word(term->far),
                   number_word(term->near));
}

static void write_lame(struct writer *w, const struct betza_term *term) {
    if (is_oblique(term))
        write_text(w, ", first straight and then diagonally, if all squares on the way are empty");
    else
        write_text(w, " if the square%s between %s empty", term->far > 2 ? "s" : "",
                   term->far > 2 ? "are" : "is");
}

static void write_slide(struct writer *w, const struct betza_term *term, bool both) {
    if (term->range)
        write_text(w, "up to %u squares ", term->range);
    else
        write_text(w, "any number of squares ");
    write_directions(w, term, both);
}

static void write_ride(struct writer *w, const struct betza_term *term, bool both) {
    write_leap(w, term, both);
    if (term->range)
        write_text(w, " up to %u times", term->range);
    else
        write_text(w, " any number of times");
    write_text(w, " in one direction");
    if (term->lame)
        write_lame(w, term);
}

static void write_hop(struct writer *w, const struct betza_term *term, bool both) {
    if (term->far == 1) {
        write_directions(w, term, both);
        write_text(w, term->hop == BETZA_HOP_BESIDE
                          ? " over the first piece in the way, to the square beyond it"
                      : term->hop == BETZA_HOP_ON
                          ? " over exactly one piece, any distance beyond it"
                          : " over exactly one piece of another kind, any distance beyond it");
    } else {
        write_text(w, "in a line of leaps of ");
        write_leap(w, term, both);
        write_text(w, term->hop == BETZA_HOP_ON
                          ? ", over exactly one piece, any number of leaps beyond it"
                          : ", over the first piece in the way, to the square beyond it");
    }
    if (term->range)
        write_text(w, ", at most %u %s in all", term->range, term->far == 1 ? "squares" : "leaps");
}

/* Writes "forward on the left side": the way is that of a bent move's straight leg, the other leg is
 * diagonal. */
static void write_octant(struct writer *w, const struct betza_term *term, unsigned way, bool first,
                         bool second) {
    static const char *const near[2][2] = {{"left", "right"}, {"front", "back"}};
    (void)term;
    write_text(w, "%s", far_ways[way]);
    if (!first || !second)
        write_text(w, " on the %s side", near[way / 2][first ? 0 : 1]);
}

/* Writes "one square diagonally, or on from there any number of squares orthogonally outward". */
static void write_bent(struct writer *w, const struct betza_term *term) {
    const bool turns = (term->near == 0) != (term->then_near == 0);
    write_text(w, "%s square%s ", number_word(term->far), term->far > 1 ? "s" : "");
    if (turns)
        write_text(w, term->near ? "diagonally" : "orthogonally");
    else
        write_directions(w, term, false);
    write_text(w, term->halts ? ", or on from there " : " and on from there ");
    if (term->range == 1)
        write_text(w, "%s square%s", number_word(term->then_far), term->then_far > 1 ? "s" : "");
    else if (term->range)
        write_text(w, "up to %u %s", term->range, term->then_far > 1 ? "leaps" : "squares");
    else
        write_text(w, "any number of %s", term->then_far > 1 ? "leaps" : "squares");
    if (term->range != 1 && term->then_far > 1)
        write_text(w, " of %s squares", number_word(term->then_far));
    write_text(w,
               turns ? term->then_near ? " diagonally outward" : " orthogonally outward" : " the same way");
    if (turns && !goes_everywhere(term)) {
        write_text(w, ", only ");
        write_ways(w, term, write_octant);
        write_text(w, ",");
    }
}

/* The verb of a term; ing: its form with -ing. */
static const char *verb_of(const struct betza_term *term, bool ing) {
    if (term->hop != BETZA_NO_HOP)
        return ing ? "hopping" : "hop";
    if (term->far > 1)
        return ing ? "leaping" : "leap";
    if (term->range == 1 || term->bent)
        return ing ? "stepping" : "step";
    return ing ? "moving" : "move";
}

static void write_term(struct writer *w, const struct betza_term *term, bool both,
                       const char *first_squares) {
    const bool captures_only = term->modality == BETZA_CAPTURE,
               slides = (term->range != 1 || term->bent) && !term->hop;
    write_text(w, captures_only ? "capture by %s " : "%s ", verb_of(term, captures_only));
    if (term->hop != BETZA_NO_HOP)
        write_hop(w, term, both);
    else if (term->bent)
        write_bent(w, term);
    else if (term->range == 1)
        write_leap(w, term, both);
    else if (term->far == 1)
        write_slide(w, term, both);
    else
        write_ride(w, term, both);
    if (term->lame && term->range == 1)
        write_lame(w, term);
    if (slides)
        write_text(w, term->modality == BETZA_MOVE ? " over empty squares"
                                                   : " until it reaches an occupied square");
    if (term->modality == BETZA_MOVE)
        write_text(w, " without capturing");
    if (term->first)
        write_text(w, " from %s", first_squares);
    if (term->diagonals)
        write_text(w, " along the lines of the board");
}

/* ---- All ways ---- */

/* Returns whether `a` moves along ranks and files just as `b` moves along diagonals, both in all
 * directions. */
static bool go_together(const struct betza_term *a, const struct betza_term *b) {
    return a->far == b->far && a->near == 0 && b->near == b->far && goes_everywhere(a) &&
           goes_everywhere(b) && a->range == b->range && a->modality == b->modality && a->hop == b->hop &&
           a->lame == b->lame && a->first == b->first && !a->bent && !b->bent && a->diagonals == b->diagonals;
}

static bool joins_next(const struct betza *betza, unsigned i) {
    return i + 1 < betza->count && go_together(&betza->terms[i], &betza->terms[i + 1]);
}

void ks_describe_betza(struct writer *w, const struct betza *betza, const char *first_squares) {
    unsigned count = 0, index = 0;
    for (unsigned i = 0; i < betza->count; i += joins_next(betza, i) ? 2 : 1)
        count++;
    for (unsigned i = 0; i < betza->count; i += joins_next(betza, i) ? 2 : 1) {
        write_text(w, "%s", before_item(index++, count));
        write_term(w, &betza->terms[i], joins_next(betza, i), first_squares);
    }
}

/* ==== Pieces ==== */

/* Writes the sentences that describe a type of piece. */

/* ---- Ranks ---- */

static const char *ordinal(unsigned number, char text[8]) {
    const unsigned last = number % 100 / 10 == 1 ? 0 : number % 10;
    snprintf(text, 8, "%u%s", number % 1000, last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
    return text;
}

bool ks_describe_find_ranks(const ks_variant *v, const ks_variant_squares *region, unsigned *first,
                            unsigned *last) {
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
static bool find_corners(const ks_variant *v, ks_variant_squares region, unsigned *first, unsigned *last) {
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

const char *ks_describe_region(const ks_variant *v, const ks_variant_squares *region, const char *otherwise,
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

/* ---- A type of piece ---- */

/* Returns a region as the other side sees it. */
static ks_variant_squares mirrored(const ks_variant *v, ks_variant_squares region) {
    ks_variant_squares squares = {{0}};
    while (!is_empty_set(&region)) {
        const unsigned square = take_square(&region);
        add_square(&squares, (v->ranks - 1 - square / v->files) * v->files + square % v->files);
    }
    return squares;
}

static const char *any_region(const ks_variant *v, const ks_variant_squares *region, char text[40]) {
    if (is_empty_set(region))
        return "no square";
    return is_subset(&v->board, region) ? "any square" : ks_describe_region(v, region, "some squares", text);
}

void ks_describe_regions(struct writer *w, const ks_variant *v, const char *where,
                         const ks_variant_squares *white, const ks_variant_squares *black) {
    char name[40];
    const ks_variant_squares seen = mirrored(v, *black);
    write_text(w, "%s", any_region(v, white, name));
    if (!is_subset(white, &seen) || !is_subset(&seen, white))
        write_text(w, " (black's %s %s)", where, any_region(v, &seen, name));
}

static void describe_push(struct writer *w, const ks_variant *v, const ks_variant_squares regions[2],
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
    const ks_variant_squares region = side == KS_WHITE ? v->promotion[side] : mirrored(v, v->promotion[side]);
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
    ks_variant_squares left = v->promotion[KS_WHITE];
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
    const ks_variant_squares outside = without(v->board, v->promotion[KS_WHITE]);
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

/* Writes sentences such as "The Cardinal may leap as a knight or move any number of squares diagonally until
 * it reaches an occupied square." For a type that promotes, further sentences say how. */
static void describe_piece_type(struct writer *w, const ks_variant *v, unsigned index) {
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
    describe_piece_type(&w, v, type);
    return w.length;
}
