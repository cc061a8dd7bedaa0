/* Tests the comparison of an engine's moves with Kingscan's: the answer for every way in which they may
 * differ. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands/diff/comparison.h"

/* Compares Kingscan's moves of a position with a printed list. */
static void compare(const char *fen, const char *printed, struct any_position *position,
                    struct comparison *comparison) {
    static struct divide ours;
    struct divide theirs = {0};
    cr_assert_eq(any_read_fen(NULL, fen, strlen(fen), KS_FEN_RIGHTS, position, NULL), KS_OK, "%s", fen);
    divide_count(position, 1, 0, NULL, &ours);
    for (size_t length; *printed; printed += length + (printed[length] == '\n')) {
        length = strcspn(printed, "\n");
        divide_read(&theirs, printed, length);
    }
    comparison_make(position, &ours, &theirs, comparison);
}

/* Expects the kind, the move and the rule of every difference from the printed list. */
static void expect_disagreements(const char *fen, const char *printed, const char *expected) {
    static struct comparison comparison;
    static const char kinds[] = {'+', '-', '2', '#', '='};
    char found[4096] = "";
    struct replay replay = {.count = 0};
    compare(fen, printed, &replay.start, &comparison);
    for (size_t i = 0; i < comparison.count; i++) {
        const struct disagreement *disagreement = &comparison.all[i];
        char *const end = found + strlen(found);
        snprintf(end, sizeof found - strlen(found), "%c%s %s\n", kinds[disagreement->kind],
                 disagreement->text, disagreement_rule(&replay, disagreement));
    }
    cr_expect_str_eq(found, expected, "%s\n%s-- expected:\n%s-- found:\n%s", fen, printed, expected, found);
}

#define MATED "R6k/8/6K1/8/8/8/8/8 b - - 0 1"

Test(comparison, nothing) {
    expect_disagreements(MATED, "0", "");
    expect_disagreements("7k/8/8/8/8/8/5q2/7K w - - 0 1", "0", "");
    expect_disagreements("8/8/8/8/8/6k1/7p/7K w - - 0 1", "0", "");
    expect_disagreements("7k/8/8/8/8/6q1/8/7K w - - 0 1", "0", "");
}

Test(comparison, missing_moves_by_kind) {
    expect_disagreements("8/P7/8/8/8/6k1/8/7K w - - 0 1", "h1g1: 1\n1",
                         "-a7a8b promotion\n-a7a8n promotion\n-a7a8q promotion\n-a7a8r promotion\n");
    expect_disagreements("8/8/8/8/8/6k1/P7/7K w - - 0 1", "h1g1: 1\n1", "-a2a3 other\n-a2a4 double-push\n");
    expect_disagreements("8/8/8/pP6/8/6k1/8/7K w - a6 0 1", "h1g1: 1\nb5b6: 1\n2", "-b5a6 en-passant\n");
    expect_disagreements("8/8/8/8/8/6k1/8/r6K w - - 0 1", "0", "");
    expect_disagreements("8/8/8/8/8/5k2/8/r6K w - - 0 1", "0", "-h1h2 evasion\n");
    /* The rarer of several kinds is named. */
    expect_disagreements("r6K/1P6/5k2/8/8/8/8/8 w - - 0 1", "h8h7: 1\n1",
                         "-b7a8b promotion\n-b7a8n promotion\n-b7a8q promotion\n-b7a8r promotion\n"
                         "-b7b8b promotion\n-b7b8n promotion\n-b7b8q promotion\n-b7b8r promotion\n");
}

#define LONE "8/8/8/8/8/5k2/8/r6K w - - 0 1"

Test(comparison, moves_that_are_not_legal) {
    expect_disagreements(LONE, "h1h2: 1\nh1g2: 1\nh1g1: 1\n3",
                         "+h1g2 king-into-check\n+h1g1 king-into-check\n");
    expect_disagreements(LONE, "h1h2: 1\ne9e4: 1\ng3g4: 1\na1a2: 1\nh1h3: 1\nh2h3x: 1\n6",
                         "+e9e4 off-board\n+g3g4 square-empty\n+a1a2 wrong-side\n+h1h3 piece-rule\n"
                         "+h2h3x move-text\n");
}

/* Castling in Chess960 is a king that captures its rook, even a missing one. */
Test(comparison, castling_with_a_rook_that_is_gone) {
    expect_disagreements("7k/8/8/8/8/8/r7/4K3 w - - 0 1", "e1d1: 1\ne1f1: 1\ne1h1: 1\n3",
                         "+e1h1 castling-rook-missing\n");
    expect_disagreements("7k/8/8/8/8/8/r7/4K3 w - - 0 1", "e1d1: 1\ne1f1: 1\ne1f1: 1\n3",
                         "2e1f1 castling-rook-missing\n");
    expect_disagreements("7k/8/8/8/8/r7/4K3/8 w - - 0 1",
                         "e2d1: 1\ne2d2: 1\ne2e1: 1\ne2f1: 1\ne2f2: 1\ne2f2: 1\ne2h2: 1\n7",
                         "+e2h2 piece-rule\n2e2f2 duplicate\n");
}

Test(comparison, numbers) {
    expect_disagreements(LONE, "h1h2: 2\n2", "#h1h2 count\n");
    expect_disagreements(LONE, "h1h2: 1\n7", "= total\n");
    expect_disagreements(LONE, "h1h2: 1\nh1h2: 1\n2", "2h1h2 duplicate\n");
}

/* ---- Moves before ---- */

/* Expects the rule of the first difference from the printed list, after the moves of a replay. */
static void expect_rule(const char *variant, const char *text, const char *printed, const char *expected) {
    static struct comparison comparison;
    static struct divide ours;
    static struct replay replay;
    ks_variants *const variants = ks_variants_new(NULL, 0, 0, NULL);
    const ks_variant *const v = variant ? ks_variants_find(variants, variant, NULL) : NULL;
    struct divide theirs = {0};
    ks_error error;
    cr_assert_eq(replay_read(v, text, strlen(text), KS_FEN_RIGHTS, &replay, &error), KS_OK, "%s: %s", text,
                 error.message);
    const struct any_position position = replay_end(&replay);
    divide_count(&position, 1, 0, NULL, &ours);
    divide_read(&theirs, printed, strlen(printed));
    comparison_make(&position, &ours, &theirs, &comparison);
    cr_assert_gt(comparison.count, 0, "%s", text);
    cr_expect_str_eq(disagreement_rule(&replay, &comparison.all[0]), expected, "%s", text);
    ks_variants_free(variants);
}

/* A piece that a move before has taken off the board is still there in the engine. */
Test(comparison, pieces_that_are_gone) {
    /* The capturing pawn, and a piece beside it. */
    expect_rule("atomic", "7k/8/8/4p3/3P4/8/8/K7 w - - 0 1 moves d4e5 h8h7", "e5e6: 1", "piece-gone");
    expect_rule("atomic", "7k/8/4n3/4p3/3P4/8/8/K7 w - - 0 1 moves d4e5", "e6f4: 1", "piece-gone");
    /* The pawn that is captured in passing. */
    expect_rule(NULL, "7k/8/8/3pP3/8/8/8/K7 w - d6 0 1 moves e5d6", "d5d4: 1", "piece-gone");
    /* No piece stood there, it has moved away, or has castled. */
    expect_rule(NULL, "7k/8/8/3pP3/8/8/8/K7 w - d6 0 1 moves e5d6", "d4d3: 1", "square-empty");
    expect_rule(NULL, "7k/8/8/8/8/8/4P3/K7 w - - 0 1 moves e2e4 h8h7", "e2e3: 1", "square-empty");
    expect_rule(NULL, "k7/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 a8a7", "h1h5: 1", "square-empty");
    expect_rule("3check", "k7/8/8/8/8/8/8/4K2R w K - 3+3 0 1 moves e1g1 a8a7", "h1h5: 1", "square-empty");
}

/* An engine that lists no move of a variant takes the game as over. */
Test(comparison, games_that_go_on) {
    expect_rule("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1 moves a1a8", "0", "game-over");
    expect_rule("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1 moves a1a8", "e8e7: 1", "evasion");
    expect_rule("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", "0", "game-over");
    expect_rule(NULL, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 moves a1a8", "0", "evasion");
}

/* ---- Differences found again ---- */

Test(comparison, castling_is_found_again_in_the_other_notation) {
    static struct comparison first, second;
    struct any_position position;
    compare("4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", "e1g1: 1\n1", &position, &first);
    compare("4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", "e1h1: 1\n1", &position, &second);
    cr_assert_eq(first.all[0].kind, EXTRA_MOVE);
    cr_expect_eq(comparison_find(&second, &first.all[0]), &second.all[0]);
    compare("4k3/8/8/8/8/8/3r4/R3K3 w Q - 0 1", "e1c1: 1\n1", &position, &second);
    cr_expect_null(comparison_find(&second, &first.all[0]), "that is the other wing");
}

Test(comparison, the_same_move_wrong_for_another_reason_differs) {
    static struct comparison first, second;
    struct any_position position;
    compare("k7/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2d3: 1\n1", &position, &first);
    compare("k7/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2d3: 1\n1", &position, &second);
    cr_expect_eq(comparison_find(&second, &first.all[0])->code, KS_ERROR_PIECE_RULE);
    compare("k7/8/8/8/8/8/8/4K3 w - - 0 1", "e2d3: 1\n1", &position, &second);
    cr_expect_null(comparison_find(&second, &first.all[0]));
}
