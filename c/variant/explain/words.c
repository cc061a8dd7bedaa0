/* Names pieces, squares and rules in the words of a sentence. */
#include "variant/explain/words.h"

#include <string.h>

#include "variant/describe/describe.h"
#include "variant/explain/chess.h"

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

struct words ks_list_squares(const ks_variant *v, ks_squares squares) {
    struct words list = {""};
    struct writer w = {list.text, sizeof list.text, 0};
    for (unsigned left = count_squares(&squares); left > 0; left--)
        write_text(&w, "%s%s", ks_variant_square_name(v, take_square(&squares)),
                   left > 2    ? ", "
                   : left == 2 ? " and "
                               : "");
    return list;
}

struct words ks_name_ranks(const ks_variant *v, const ks_squares *region) {
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

/* Returns the type of chess that moves as this one does; NO_TYPE when none does. */
static unsigned find_in_chess(const struct betza *betza) {
    for (unsigned type = 0; type < ks_chess_rules.type_count; type++)
        if (is_same_betza(betza, &ks_chess_rules.types[type].betza))
            return type;
    return NO_TYPE;
}

void ks_say_rule(const ks_variant *v, unsigned type, char *text, size_t room) {
    static const char *const rules[] = {
        "moves straight ahead and captures one square diagonally ahead",
        "moves two squares along a rank or file and one across",
        "moves along diagonals",
        "moves along ranks and files",
        "moves along ranks, files and diagonals",
        "moves one square in any direction",
    };
    const struct betza *const betza = &v->types[type].betza;
    const unsigned known = find_in_chess(betza);
    struct writer w = {text, room, 0};
    write_text(&w, "%s ", ks_a_noun_of(v, type).text);
    const size_t start = w.length;
    if (known != NO_TYPE) {
        write_text(&w, "%s%s", rules[known],
                   v->castles && type == v->castling_king ? ", except to castle" : "");
        return;
    }
    write_text(&w, "may ");
    ks_describe_betza(&w, betza, "where it starts");
    if (w.length >= room || betza->count == 0)
        snprintf(text + start, room - start, "doesn't move%s", betza->count ? " like that" : "");
}
