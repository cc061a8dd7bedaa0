/* Tests games that are kept: their moves back and forth, what a UCI command says, and who can mate. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/fen.h"
#include "support/length.h"
#include "support/random.h"

Test(game, who_can_mate) {
    static const struct {
        const char *board;
        int white, black;
    } rows[] = {
        {"4k3/8/8/8/8/8/8/4K3", 0, 0},    {"4k3/8/8/8/8/8/4P3/4K3", 1, 0},  {"4k3/8/8/8/8/8/4R3/4K3", 1, 0},
        {"4k3/8/8/8/8/8/8/4KN2", 0, 0},   {"4k3/8/8/8/8/8/8/3NKN2", 1, 0},  {"4kq2/8/8/8/8/8/8/4KN2", 0, 1},
        {"4kr2/8/8/8/8/8/8/4KN2", 1, 1},  {"4kn2/8/8/8/8/8/8/4KN2", 1, 1},  {"4kb2/8/8/8/8/8/8/4KB2", 1, 1},
        {"4kb2/8/8/8/8/8/8/2B1K3", 0, 0}, {"4kp2/8/8/8/8/8/8/4KB2", 1, 1},  {"4kr2/8/8/8/8/8/8/4KB2", 0, 1},
        {"4kn2/8/8/8/8/8/8/4KB2", 1, 1},  {"4k3/8/8/8/8/8/8/2B1KB2", 1, 0}, {"4k3/8/8/8/8/8/8/4KBN1", 1, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char fen[96];
        snprintf(fen, sizeof fen, "%s w - - 0 1", rows[i].board);
        const ks_position position = read_position(fen, KS_FEN_LENIENT);
        cr_expect_eq(ks_can_mate(&position, KS_WHITE), rows[i].white, "%s", fen);
        cr_expect_eq(ks_can_mate(&position, KS_BLACK), rows[i].black, "%s", fen);
        cr_expect_eq(ks_find_draw(&position, KS_SAFE, NULL, 0) == KS_DRAW_MATERIAL,
                     !rows[i].white && !rows[i].black, "%s", fen);
    }
}

/* ---- Moves ---- */

static ks_move find_legal(const ks_position *position, const char *text) {
    ks_move move = KS_NO_MOVE;
    cr_assert_eq(ks_read_move(position, text, strlen(text), &move, NULL), KS_OK, "%s", text);
    return move;
}

static void play(ks_game *game, const char *text) {
    cr_assert_eq(ks_game_play(game, find_legal(ks_game_get_position(game), text), NULL), KS_OK, "%s", text);
}

Test(game, back_and_forth) {
    ks_game *const game = ks_game_new(NULL);
    cr_assert(game);
    const ks_move illegal = KS_MOVE(60, 4, KS_MOVE_PLAIN);
    ks_error error;
    cr_expect_eq(ks_game_play(game, illegal, &error), KS_ERROR_MOVE_ILLEGAL);
    cr_expect_str_eq(error.message, "expected a legal move, found number 0x013c, from e1 to e8");
    cr_expect_eq(ks_game_get_length(game), 0);
    cr_expect_eq(ks_game_get_move(game, 0), KS_NO_MOVE);
    play(game, "e4");
    play(game, "e5");
    play(game, "Nf3");
    const ks_position last = *ks_game_get_position(game);
    ks_game_go_to(game, 1);
    cr_expect_eq(ks_game_get_ply(game), 1);
    cr_expect_eq(ks_game_get_length(game), 3);
    play(game, "e5"); /* the move of the game: those after it stay */
    cr_expect_eq(ks_game_get_length(game), 3);
    ks_game_go_to(game, 3);
    cr_expect_eq(memcmp(ks_game_get_position(game), &last, sizeof last), 0);
    ks_game_go_to(game, 1);
    play(game, "c5"); /* another one: they are dropped */
    cr_expect_eq(ks_game_get_length(game), 2);
    cr_expect_eq(ks_game_get_move(game, 2), KS_NO_MOVE);
    ks_game_free(game);
    ks_game_free(NULL);
}

Test(game, repetitions) {
    static const char *const round[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    ks_game *const game = ks_game_new(NULL);
    for (unsigned ply = 0; ply < 16; ply++) {
        cr_expect_eq(ks_game_count_repetitions(game), ply / 4, "ply %u", ply);
        play(game, round[ply % 4]);
    }
    cr_expect_eq(ks_game_find_draw(game), KS_DRAW_FIVEFOLD);
    ks_game_go_to(game, 8);
    cr_expect_eq(ks_game_find_draw(game), KS_DRAW_THREEFOLD);
    play(game, "e4");
    cr_expect_eq(ks_game_find_draw(game), KS_DRAW_NONE);
    ks_game_free(game);
}

/* Longer than any room that a game begins with; every position is the one that the moves lead to. */
Test(game, a_long_one) {
    ks_game *const game = ks_game_new(NULL);
    ks_position position = *ks_game_get_position(game);
    uint64_t state = 7;
    size_t plies = 0;
    for (; plies < 1000; plies++) {
        ks_move_list legal;
        const size_t count = ks_legal_moves(&position, &legal);
        if (count == 0)
            break;
        const ks_move move = legal.moves[random_below(&state, (unsigned)count)];
        cr_assert_eq(ks_game_play(game, move, NULL), KS_OK);
        const ks_position before = position;
        ks_after_move(&before, move, &position);
        cr_assert_eq(memcmp(&position, ks_game_get_position(game), sizeof position), 0);
    }
    cr_assert_gt(plies, 130);
    position = read_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0);
    for (size_t ply = 0; ply < plies; ply++) {
        ks_game_go_to(game, ply);
        cr_assert_eq(memcmp(&position, ks_game_get_position(game), sizeof position), 0, "ply %zu", ply);
        const ks_position before = position;
        ks_after_move(&before, ks_game_get_move(game, ply), &position);
    }
    ks_game_free(game);
}

/* ---- UCI ---- */

static void expect_uci(const char *text, int code, size_t offset, const char *fen) {
    ks_game *const game = ks_game_new(NULL);
    char written[KS_FEN_SIZE];
    ks_error error = {.offset = 0};
    cr_expect_eq(ks_game_read_uci(game, text, strlen(text), &error), code, "%s: %s", text, error.message);
    cr_expect_eq(ks_game_read_uci(game, text, strlen(text), NULL), code, "%s", text);
    if (code != KS_OK)
        cr_expect_eq(error.offset, offset, "%s: %zu, %s", text, error.offset, error.message);
    ks_write_fen(ks_game_get_position(game), written);
    cr_expect_str_eq(written, fen, "%s: %s", text, written);
    ks_game_free(game);
}

Test(game, uci) {
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const char e4[] = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    expect_uci("position startpos", KS_OK, 0, start);
    expect_uci("startpos moves", KS_OK, 0, start);
    expect_uci(" position  startpos  moves e2e4\r\n", KS_OK, 0, e4);
    expect_uci("fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 3 9 moves e1g1 e8e7", KS_OK, 0,
               "8/4k3/8/8/8/8/8/R4RK1 w - - 5 10");
    expect_uci("fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 3 9 moves e1h1", KS_OK, 0,
               "4k3/8/8/8/8/8/8/R4RK1 b - - 4 9");
    expect_uci("fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8n", KS_OK, 0, "N3k3/8/8/8/8/8/8/4K3 b - - 0 1");
    expect_uci("startpos moves e2e4 e2e4", KS_ERROR_MOVE_TEXT, 20, start);
    expect_uci("startpos moves e2e9", KS_ERROR_MOVE_TEXT, 15, start);
    expect_uci("startpos moves Nf3", KS_ERROR_MOVE_TEXT, 15, start);
    expect_uci("fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8", KS_ERROR_MOVE_TEXT, 41, start);
    expect_uci("fen 4k3/8/8/8/8/8/8/9 w - - 0 1 moves a7a8", KS_ERROR_PLACEMENT_CHARACTER, 20, start);
    expect_uci("position", KS_ERROR_FIELD_MISSING, 8, start);
    expect_uci("begin", KS_ERROR_FIELD_MISSING, 0, start);
    expect_uci("position  begin", KS_ERROR_FIELD_MISSING, 10, start);
    expect_uci("position fen   4k3/8/8/8/8/8/8/9 w - -", KS_ERROR_PLACEMENT_CHARACTER, 31, start);
    expect_uci("", KS_ERROR_FIELD_MISSING, 0, start);
}

static void expect_message(const char *text, const char *message) {
    ks_game *const game = ks_game_new(NULL);
    ks_error error = {.offset = 0};
    cr_expect_eq(ks_game_read_uci(game, text, strlen(text), &error), KS_ERROR_MOVE_TEXT, "%s", text);
    cr_expect_str_eq(error.message, message, "%s: %s", text, error.message);
    ks_game_free(game);
}

/* At most twenty bytes of a word that is no move are repeated. */
Test(game, words_that_are_no_moves_are_named) {
    expect_message("startpos moves e2e5 e7e5", "expected a legal move in UCI, found 'e2e5'");
    expect_message("startpos moves abcdefghijklmnopqrs e7e5",
                   "expected a legal move in UCI, found 'abcdefghijklmnopqrs'");
    expect_message("startpos moves abcdefghijklmnopqrstu e7e5",
                   "expected a legal move in UCI, found 'abcdefghijklmnopqrst'");
}
