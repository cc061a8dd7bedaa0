/* Compares random games of lichess's variants with other programs: each position's FEN, legal moves, check,
 * and the end of the game. tests/peers/variants_by_chessops.mjs writes the file and documents its columns. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/rows.h"
#include "support/sanitized.h"
#include "support/variants/answers.h"
#include "support/variants/read.h"
#include "support/variants/same.h"

static const char file[] = "tests/data/variants_games.tsv";

enum { MOVES = 1 << 12, RECORD = MOVES * KS_VARIANT_UCI_SIZE + KS_VARIANT_FEN_SIZE };

/* Writes the text of which the file has the hash. */
static const char *write_record(const ks_variant *variant, const ks_variant_position *position) {
    static char record[RECORD];
    ks_variant_squares checkers;
    const enum ks_verdict verdict = ks_variant_judge(variant, position, &checkers);
    char *out = record + ks_variant_write_fen(variant, position, record);
    *out++ = '|';
    sprintf(out, "%s|%c%c", write_variant_moves(variant, position, ""), checkers.half[0] ? '+' : '-',
            "-wbd"[ks_variant_find_outcome(variant, position, verdict)]);
    return record;
}

static uint32_t hash_of(const char *text) {
    uint32_t hash = 0x811c9dc5;
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 0x01000193;
    return hash;
}

/* Expects the same position when its FEN is read, and the previous one when the move is taken back. */
static void expect_same_again(const ks_variant *variant, const ks_variant_position *before,
                              const ks_variant_position *position, ks_variant_move move,
                              const ks_variant_undo *undo) {
    char fen[KS_VARIANT_FEN_SIZE];
    const size_t length = ks_variant_write_x_fen(variant, position, fen);
    ks_variant_position read, back = *position;
    ks_error error = {0};
    cr_assert_eq(ks_variant_read_fen(variant, fen, length, KS_FEN_RIGHTS, &read, &error), KS_OK, "%s: %s",
                 fen, error.message);
    cr_assert(same_varied_position(&read, position), "%s is read as another position", fen);
    cr_assert_eq(ks_variant_position_key(variant, &read), ks_variant_position_key(variant, position), "%s",
                 fen);
    ks_variant_unmake_move(variant, &back, move, undo);
    cr_assert(same_varied_position(&back, before), "the move to %s is not taken back", fen);
}

static void play(const ks_variant *variant, ks_variant_position *position, const char *text,
                 uint32_t expected) {
    const ks_variant_position before = *position;
    ks_variant_attempt attempt;
    ks_variant_undo undo;
    ks_error error = {0};
    char san[KS_VARIANT_SAN_SIZE];
    cr_assert_eq(ks_variant_read_move(variant, position, text, strlen(text), &attempt, &error), KS_OK,
                 "%s: %s: %s", write_record(variant, position), text, error.message);
    const ks_variant_move move = attempt.move;
    const size_t length = ks_variant_write_san(variant, position, move, san);
    cr_assert(ks_variant_read_move(variant, position, san, length, &attempt, &error) == KS_OK &&
                  attempt.move == move,
              "%s: %s is read as another move", write_record(variant, position), san);
    ks_variant_make_move(variant, position, move, &undo);
    const char *const record = write_record(variant, position);
    cr_assert_eq(hash_of(record), expected, "%s after %s: found\n%s", ks_variant_get_facts(variant).name,
                 text, record);
    expect_same_again(variant, &before, position, move, &undo);
}

Test(variant_games, same_positions_moves_and_ends) {
    static char line[1 << 14];
    ks_variants *const variants = read_variants(NULL);
    FILE *const in = open_rows(file);
    unsigned games = 0, positions = 0;
    while (next_row(in, line, sizeof line)) {
        const ks_variant *const variant = find_variant(variants, strtok(line, "\t"));
        ks_variant_position position = *ks_variant_get_start(variant);
        if (games++ % 10 && SLOW)
            continue;
        for (const char *word; (word = strtok(NULL, " \n")); positions++) {
            char text[KS_VARIANT_UCI_SIZE];
            uint32_t hash;
            cr_assert_eq(sscanf(word, "%7[^:]:%" SCNx32, text, &hash), 2, "%s: %s", file, word);
            play(variant, &position, text, hash);
        }
    }
    fclose(in);
    cr_assert(games >= 150 && (SLOW || positions > 14000), "%u games, %u positions", games, positions);
    ks_variants_free(variants);
}
