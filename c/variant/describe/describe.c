/* Writes the sentences that describe a type of piece and the rules of a variant. */
#include "variant/describe/describe.h"

#include <string.h>

#include "variant/generate.h"
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

/* Names a region so that the name fits behind "on" and "from": "its 2nd rank". */
static const char *name_region(const ks_variant *v, const ks_squares *region, const char *otherwise,
                               char text[40]) {
    unsigned first, last;
    char name[8];
    if (!find_ranks(v, region, &first, &last))
        return otherwise;
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

static void describe_push(struct writer *w, const ks_variant *v, const ks_squares *region, unsigned squares) {
    char name[40];
    if (squares > 1 && !is_empty_set(region))
        write_text(w, " From %s it may go up to %u squares forward over empty squares without capturing.",
                   name_region(v, region, "some squares", name), squares);
}

/* Writes the names of the types in a set. */
static void write_types(struct writer *w, const ks_variant *v, uint32_t types) {
    const unsigned count = (unsigned)__builtin_popcount(types);
    for (unsigned index = 0; types; types &= types - 1)
        write_text(w, "%s%s", before_item(index++, count), v->types[__builtin_ctz(types)].name);
}

/* Whether a side may have no more pieces of any type by promotion than it began with. */
static bool only_what_was_lost(const ks_variant *v) {
    for (unsigned type = 0; type < v->type_count; type++)
        if (v->promotion_types >> type & 1 &&
            v->types[type].limit != ks_variant_count_type(&v->start, KS_WHITE, type))
            return false;
    return true;
}

static void write_limits(struct writer *w, const ks_variant *v) {
    for (unsigned type = 0; type < v->type_count; type++)
        if (v->promotion_types >> type & 1 && v->types[type].limit)
            write_text(w, ", no more than %u times %s on the board", v->types[type].limit,
                       v->types[type].name);
}

static void describe_promotion(struct writer *w, const ks_variant *v) {
    char name[40];
    write_text(w, " On %s it %s promoted to ", name_region(v, &v->promotion[KS_WHITE], "some squares", name),
               v->must_promote ? "has to be" : "may be");
    write_types(w, v, v->promotion_types);
    if (only_what_was_lost(v))
        write_text(w, ", but only to a piece that its side has lost");
    else
        write_limits(w, v);
    write_text(w, ".");
    if (!v->must_promote)
        write_text(w, " Where it could never move again it has to be.");
}

/* Whether a piece that takes en passant has a first move of its own. */
static bool has_first_moves(const ks_variant *v) {
    for (unsigned code = 2; code < 2 * (v->type_count + 1); code++)
        if (v->types[KS_VARIANT_TYPE(code)].takes_en_passant)
            for (const struct line *line = first_line(v, code, 0); line < first_line(v, code, v->squares);
                 line++)
                if (line->flags & LINE_FIRST)
                    return true;
    return false;
}

void ks_describe_piece_type(struct writer *w, const ks_variant *v, unsigned index) {
    const struct piece_type *const type = &v->types[index];
    char name[40];
    write_text(w, "The %s may ", type->name);
    ks_describe_betza(w, &type->betza, name_region(v, &v->first_push[KS_WHITE], "some squares", name));
    write_text(w, ".");
    if (type->pawn) {
        describe_push(w, v, &v->first_push[KS_WHITE], v->push);
        describe_push(w, v, &v->triple_push[KS_WHITE], 3);
    }
    if (type->takes_en_passant && has_first_moves(v))
        write_text(w, " It may capture en passant.");
    if (type->promotes && v->promotion_types)
        describe_promotion(w, v);
}

size_t ks_variant_describe_piece_type(const ks_variant *v, unsigned type, char *text, size_t room) {
    struct writer w = {text, room, 0};
    ks_describe_piece_type(&w, v, type);
    return w.length;
}

/* ---- The rules ---- */

static void describe_castling(struct writer *w, const ks_variant *v) {
    if (!v->castles)
        write_text(w, "There is no castling.\n");
    else
        write_text(
            w, "To castle, the %s goes to the %c-file or the %c-file, and the piece that it castles with (%s",
            v->types[v->royal].name, 'a' + (int)v->castling_file[KS_KINGSIDE],
            'a' + (int)v->castling_file[KS_QUEENSIDE], v->castling_types ? "" : "none");
    if (v->castles) {
        write_types(w, v, v->castling_types);
        write_text(w, ") to the square inside of it.\n");
    }
}

static void describe_end(struct writer *w, const ks_variant *v) {
    static const char *const outcomes[] = {"loses", "draws", "wins"};
    write_text(w, "Whose %s is attacked and can't be saved loses. Who can't move otherwise %s.",
               v->types[v->royal].name, outcomes[v->stalemate + 1]);
    if (v->bare_king)
        write_text(
            w,
            " Who has nothing but the %s left loses, unless the next move brings the other side to the "
            "same.",
            v->types[v->royal].name);
    if (v->draw_moves)
        write_text(w, " A draw may be claimed after %u moves without capture or pawn move.", v->draw_moves);
    if (v->draw_repetitions)
        write_text(w, " A draw may be claimed when a position is there %u times.", v->draw_repetitions);
    write_text(w, "\n");
}

size_t ks_variant_describe_rules(const ks_variant *v, char *text, size_t room) {
    struct writer w = {text, room, 0};
    describe_castling(&w, v);
    describe_end(&w, v);
    return w.length;
}
