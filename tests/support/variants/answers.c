/* Compares moves of variants, and what ks_variant_read_move says of wrong ones, with rows of tests. */
#include "support/variants/answers.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/variants/read.h"

enum { MOVES = 1 << 12 };

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

const char *write_variant_moves(const ks_variant *variant, const ks_variant_position *position,
                                const char *from) {
    static char texts[MOVES][KS_VARIANT_UCI_SIZE], text[sizeof texts];
    static ks_variant_move moves[MOVES];
    const size_t all = ks_variant_legal_moves(variant, position, moves, MOVES);
    size_t count = 0;
    char *out = text;
    cr_assert_leq(all, MOVES);
    for (size_t i = 0; i < all; i++) {
        ks_variant_write_uci(variant, position, moves[i], 0, texts[count]);
        count += strncmp(texts[count], from, strlen(from)) == 0;
    }
    qsort(texts, count, sizeof *texts, by_text);
    *out = '\0';
    for (size_t i = 0; i < count; i++)
        out += sprintf(out, "%s%s", i ? " " : "", texts[i]);
    cr_assert_eq(ks_variant_perft(variant, position, 1), all);
    return text;
}

void expect_variant_moves(const ks_variant *variant, const char *fen, const char *from, const char *moves) {
    const ks_variant_position position = read_variant_position(variant, fen, KS_FEN_RIGHTS);
    const char *const found = write_variant_moves(variant, &position, from);
    cr_expect_str_eq(found, moves, "%s %s %s: found %s", ks_variant_get_facts(variant).name, fen, from,
                     found);
}

void expect_variant_answer(const ks_variant *variant, const char *fen, const char *move, int code,
                           const char *message) {
    const ks_variant_position position =
        *fen ? read_variant_position(variant, fen, KS_FEN_RIGHTS) : *ks_variant_get_start(variant);
    ks_variant_attempt attempt;
    ks_error error = {.message = ""};
    const int found = ks_variant_read_move(variant, &position, move, strlen(move), &attempt, &error);
    cr_expect_eq(found, code, "%s %s %s: %s, not %s: %s", ks_variant_get_facts(variant).name, fen, move,
                 ks_error_name(found), ks_error_name(code), found ? error.message : "");
    if (found == code && code != KS_OK)
        cr_expect_str_eq(error.message, message, "%s %s: %s", fen, move, error.message);
}
