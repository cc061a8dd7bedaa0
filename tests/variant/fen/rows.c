/* Compares the quick readers of placements with a plain one, on positions of random games, some
 * with mistakes. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

#include "kingscan.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/variants/read.h"
#include "variant/notation/rows.h"

enum { MOVES = 1 << 12 };

struct plain {
    uint8_t board[KS_VARIANT_SQUARES_MAX];
    ks_variant_squares promoted;
    unsigned square, row;
};

/* Returns the code of a letter; plus: of its promoted form. */
static unsigned plain_code(const ks_variant *v, int c, bool plus) {
    for (unsigned type = 0; type < v->type_count; type++)
        if (isalpha(c) && v->types[type].label == tolower(c)) {
            const unsigned found = plus ? v->types[type].promoted : type;
            return found == NO_TYPE ? 0 : KS_VARIANT_CODE(found, islower(c) ? KS_BLACK : KS_WHITE);
        }
    return 0;
}

/* Reads one thing of a row; returns its length, 0 for a mistake. */
static size_t read_one(const ks_variant *v, const char *text, struct plain *p) {
    const bool plus = *text == '+' && v->turns;
    const unsigned code = plain_code(v, text[plus], plus);
    const bool mark = text[plus + 1] == '~' && (v->to_hand || v->marks_promoted);
    size_t length = 1;
    if (*text == '/')
        return p->square == ++p->row * v->files;
    if (isdigit((unsigned char)*text)) {
        unsigned run = (unsigned)(*text - '0');
        if (v->files >= 10 && run < 10 && isdigit((unsigned char)text[1])) {
            run = 10 * run + (unsigned)(text[1] - '0');
            length = 2;
        }
        p->square += run;
        return run && p->square <= (p->row + 1) * v->files ? length : 0;
    }
    if (!code || p->square == (p->row + 1) * v->files)
        return 0;
    if (mark && v->marks_promoted)
        add_square(&p->promoted, p->square);
    p->board[p->square++] = (uint8_t)code;
    return length + plus + mark;
}

/* Returns whether the rows have no mistake. */
static bool read_plainly(const ks_variant *v, const char *text, struct plain *p) {
    *p = (struct plain){.row = 0};
    for (; *text != ' ' && !(*text == '[' && v->hands);) {
        const size_t length = read_one(v, text, p);
        if (!length || p->row == v->ranks)
            return false;
        text += length;
    }
    return p->square == v->squares && p->row + 1 == v->ranks;
}

static bool compare(const ks_variant *v, const char *fen) {
    ks_error error;
    reader r = {fen, strlen(fen), 0, &error};
    ks_variant_position p = {.side_to_move = KS_WHITE};
    struct plain plain;
    if (!ks_variant_read_rows(v, &r, &p))
        return false;
    cr_assert(read_plainly(v, fen, &plain), "%s: read in spite of a mistake: %s", v->name, fen);
    cr_assert(memcmp(p.board, plain.board, sizeof plain.board) == 0, "%s: %s", v->name, fen);
    cr_assert(memcmp(&p.promoted, &plain.promoted, sizeof plain.promoted) == 0, "%s: %s", v->name, fen);
    for (unsigned square = 0; square < v->squares; square++)
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            cr_assert_eq(has_square(&p.pieces[side], square),
                         plain.board[square] && KS_VARIANT_SIDE(plain.board[square]) == side, "%s: %s",
                         v->name, fen);
    return true;
}

/* Changes, leaves out or puts in a character of the placement, or moves one by a place. */
static void bend(uint64_t *random, char *fen) {
    static const char characters[] = "/123456789012+~*pPkKrR[] -";
    const size_t length = strlen(fen), at = random_below(random, (unsigned)(strchr(fen, ' ') - fen));
    const unsigned way = random_below(random, 4);
    const char here = fen[at];
    if (way == 3) {
        fen[at] = fen[at + 1];
        fen[at + 1] = here;
        return;
    }
    if (way == 0)
        memmove(fen + at, fen + at + 1, length - at);
    if (way == 1)
        memmove(fen + at + 1, fen + at, length + 1 - at);
    if (way >= 1)
        fen[at] = characters[random_below(random, sizeof characters - 1)];
}

static void compare_game(const ks_variant *v, uint64_t *random, unsigned plies) {
    static ks_variant_move moves[MOVES];
    ks_variant_position p = *ks_variant_get_start(v);
    for (; plies > 0; plies--) {
        char fen[KS_VARIANT_FEN_SIZE + 8];
        ks_variant_undo undo;
        const size_t count = ks_variant_legal_moves(v, &p, moves, MOVES);
        if (!count)
            return;
        ks_variant_make_move(v, &p, moves[random_below(random, (unsigned)(count < MOVES ? count : MOVES))],
                             &undo);
        ks_variant_write_fen(v, &p, fen);
        cr_assert(compare(v, fen) || strchr(fen, '*'), "%s: not read: %s", v->name, fen);
        for (unsigned i = 0; i < 4; i++) {
            char bent[sizeof fen];
            strcpy(bent, fen);
            bend(random, bent);
            compare(v, bent);
        }
    }
}

static void compare_all(void) {
    ks_variants *const variants = read_variants(NULL);
    uint64_t random = 35;
    for (size_t i = 0; i < ks_variants_count(variants); i++)
        for (unsigned games = 0; games < (SLOW ? 1 : 4); games++)
            compare_game(ks_variants_get_variant(variants, i), &random, SLOW ? 20 : 80);
    ks_variants_free(variants);
}

Test(variant_rows, are_read_as_letter_by_letter) {
    compare_all();
}

Test(variant_rows, are_read_alike_without_vectors) {
    cr_assert_eq(ks_kernel_select("c", NULL), KS_OK);
    compare_all();
}
