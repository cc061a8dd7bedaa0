/* Writes the words with which explanations of variants name pieces, squares and rules. */
#include "game/explain/words.h"

#include <stdio.h>
#include <string.h>

#include "variant/definition/squares.h"
#include "variant/describe/describe.h"

/* ---- Pieces ---- */

/* A capital that stands alone is a letter, as in "piece D". */
struct words ks_noun_of(const ks_variant *v, unsigned type) {
    struct words noun;
    strcpy(noun.text, type == NO_TYPE ? "king" : v->types[type].name);
    for (char *c = noun.text; *c; c++)
        if (*c >= 'A' && *c <= 'Z' && c[1] >= 'a' && c[1] <= 'z')
            *c = (char)(*c | 0x20);
    return noun;
}

struct words ks_a_noun_of(const ks_variant *v, unsigned type) {
    const struct words noun = ks_noun_of(v, type);
    struct words with_article;
    sprintf(with_article.text, "%s %.31s", strchr("AEIOaeio", noun.text[0]) ? "an" : "a", noun.text);
    return with_article;
}

struct words ks_plural_of(const ks_variant *v, unsigned type) {
    struct words noun = ks_noun_of(v, type);
    const char last = noun.text[strlen(noun.text) - 1];
    strcat(noun.text, strchr("sxz", last) ? "es" : "s");
    return noun;
}

struct words ks_the_piece(const ks_variant *v, const ks_variant_position *position, unsigned square) {
    const unsigned code = position->board[square];
    const struct words noun = is_piece(code) ? ks_noun_of(v, KS_VARIANT_TYPE(code)) : (struct words){"wall"};
    struct words piece;
    sprintf(piece.text, "the %.31s on %s", noun.text, ks_variant_square_name(v, square));
    return piece;
}

/* ---- Lists ---- */

struct words ks_list_types(const ks_variant *v, uint32_t types) {
    const unsigned count = (unsigned)__builtin_popcount(types);
    struct words list = {""};
    struct writer w = {list.text, sizeof list.text, 0};
    for (unsigned index = 0, type = TYPES_MAX; type-- > 0;)
        if (types >> type & 1) {
            const struct words noun = index ? ks_noun_of(v, type) : ks_a_noun_of(v, type);
            write_text(&w, "%s%s", before_item(index++, count), noun.text);
        }
    return w.length < sizeof list.text ? list : (struct words){""};
}

struct words ks_list_squares(const ks_variant *v, ks_variant_squares squares) {
    struct words list = {""};
    struct writer w = {list.text, sizeof list.text, 0};
    for (unsigned left = count_squares(&squares); left > 0; left--)
        write_text(&w, "%s%s", ks_variant_square_name(v, take_square(&squares)),
                   left > 2    ? ", "
                   : left == 2 ? " and "
                               : "");
    return list;
}

struct words ks_name_ranks(const ks_variant *v, const ks_variant_squares *region) {
    struct words name = {""};
    unsigned first, last;
    if (ks_describe_find_ranks(v, region, &first, &last))
        sprintf(name.text, first == last ? "rank %u" : "ranks %u to %u", first, last);
    return name;
}

/* ---- Rules ---- */

static bool is_same_betza(const struct betza *a, const struct betza *b) {
    return a->count == b->count && memcmp(a->terms, b->terms, a->count * sizeof *a->terms) == 0;
}

#define MOVES(COUNT, ...)                                                                                    \
    {                                                                                                        \
        .count = COUNT, .terms = { __VA_ARGS__ }                                                             \
    }
#define TERM(FAR, NEAR, WAYS, RANGE, MODALITY)                                                               \
    { .far = FAR, .near = NEAR, .directions = WAYS, .range = RANGE, .modality = MODALITY }
#define ALONG(range) TERM(1, 0, WAYS_ALONG, range, BETZA_MOVE | BETZA_CAPTURE)
#define ASKEW(range) TERM(1, 1, WAYS_ASKEW, range, BETZA_MOVE | BETZA_CAPTURE)
enum { WAYS_ALONG = 1 << FORWARD_LEFT | 1 << BACKWARD_LEFT | 1 << LEFT_FORWARD | 1 << RIGHT_FORWARD };
enum { WAYS_ASKEW = 1 << FORWARD_LEFT | 1 << FORWARD_RIGHT | 1 << BACKWARD_LEFT | 1 << BACKWARD_RIGHT };

/* The pieces of chess, in the order of ks_how_pieces_move. */
static const struct betza pieces_of_chess[MOVING_TYPES] = {
    MOVES(2, TERM(1, 0, 1 << FORWARD_LEFT, 1, BETZA_MOVE),
          TERM(1, 1, 1 << FORWARD_LEFT | 1 << FORWARD_RIGHT, 1, BETZA_CAPTURE)),
    MOVES(1, TERM(2, 1, 0xff, 1, BETZA_MOVE | BETZA_CAPTURE)),
    MOVES(1, ASKEW(0)),
    MOVES(1, ALONG(0)),
    MOVES(2, ALONG(0), ASKEW(0)),
    MOVES(2, ALONG(1), ASKEW(1)),
};

/* Returns how a piece of chess moves that moves as this one does; NULL when none does. */
static const char *find_in_chess(const struct betza *betza) {
    for (unsigned type = 0; type < MOVING_TYPES; type++)
        if (is_same_betza(betza, &pieces_of_chess[type]))
            return ks_how_pieces_move[type];
    return NULL;
}

void ks_say_rule(const ks_variant *v, unsigned type, char *text, size_t room) {
    const struct betza *const betza = &v->types[type].betza;
    const char *const known = find_in_chess(betza);
    struct writer w = {text, room, 0};
    write_text(&w, "%s ", ks_a_noun_of(v, type).text);
    const size_t start = w.length;
    if (known) {
        write_text(&w, "%s%s", known, v->castles && type == v->castling_king ? EXCEPT_TO_CASTLE : "");
        return;
    }
    write_text(&w, "may ");
    ks_describe_betza(&w, betza, "where it starts");
    if (w.length >= room || betza->count == 0)
        snprintf(text + start, room - start, "doesn't move%s", betza->count ? " like that" : "");
}
