/* Tests moves made and taken back, and their effect on each field of a position. */
#include <criterion/criterion.h>

#include "cli/commands/fuzz/chess_check.h"
#include "rules/position.h"
#include "support/fen.h"
#include "support/length.h"

static const struct made {
    const char *before, *squares;
    unsigned kind;
    const char *after;
} made[] = {
    {START, "g1f3", KS_MOVE_PLAIN, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"},
    {"4k3/8/8/8/8/8/8/R3K3 b Q - 5 9", "e8d7", KS_MOVE_PLAIN, "8/3k4/8/8/8/8/8/R3K3 w Q - 6 10"},
    {"4k3/8/8/8/8/8/4P3/4K3 w - - 7 3", "e2e3", KS_MOVE_PLAIN, "4k3/8/8/8/8/4P3/8/4K3 b - - 0 3"},
    {"4k3/8/8/8/3n4/4P3/8/4K3 w - - 7 3", "e3d4", KS_MOVE_PLAIN, "4k3/8/8/8/3P4/8/8/4K3 b - - 0 3"},
    {"4k3/8/8/8/3n4/8/4N3/4K3 w - - 7 3", "e2d4", KS_MOVE_PLAIN, "4k3/8/8/8/3N4/8/8/4K3 b - - 0 3"},

    /* The en-passant square is kept when a pawn can capture there, pinned or not, and is cleared by any
     * move. */
    {START, "e2e4", KS_MOVE_DOUBLE_PUSH, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
    {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 4 2", "e2e4", KS_MOVE_DOUBLE_PUSH, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 2"},
    {"4k3/8/8/8/5p2/8/4P3/4K3 w - - 4 2", "e2e4", KS_MOVE_DOUBLE_PUSH, "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 2"},
    {"4k3/p7/8/1P6/8/8/8/4K3 b - - 4 2", "a7a5", KS_MOVE_DOUBLE_PUSH, "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 3"},
    {"4k3/p7/7P/7P/8/8/8/4K3 b - - 4 2", "a7a5", KS_MOVE_DOUBLE_PUSH, "4k3/8/7P/p6P/8/8/8/4K3 w - - 0 3"},
    {"4k3/7p/8/8/P7/8/8/4K3 b - - 4 2", "h7h5", KS_MOVE_DOUBLE_PUSH, "4k3/8/8/7p/P7/8/8/4K3 w - - 0 3"},
    {"4k3/8/8/8/3n4/8/4P3/4K3 w - - 4 2", "e2e4", KS_MOVE_DOUBLE_PUSH, "4k3/8/8/8/3nP3/8/8/4K3 b - - 0 2"},
    {"4k3/8/8/8/3P4/8/4P3/4K3 w - - 4 2", "e2e4", KS_MOVE_DOUBLE_PUSH, "4k3/8/8/8/3PP3/8/8/4K3 b - - 0 2"},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 2", "e8e7", KS_MOVE_PLAIN, "8/4k3/8/8/3pP3/8/8/4K3 w - - 1 3"},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 2", "d4e3", KS_MOVE_EN_PASSANT, "4k3/8/8/8/8/4p3/8/4K3 w - - 0 3"},
    {"4k3/8/8/pP6/8/8/8/4K3 w - a6 0 3", "b5a6", KS_MOVE_EN_PASSANT, "4k3/8/P7/8/8/8/8/4K3 b - - 0 3"},

    {"4k3/P7/8/8/8/8/8/4K3 w - - 3 3", "a7a8", KS_MOVE_TO_QUEEN, "Q3k3/8/8/8/8/8/8/4K3 b - - 0 3"},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 3 3", "a7a8", KS_MOVE_TO_KNIGHT, "N3k3/8/8/8/8/8/8/4K3 b - - 0 3"},
    {"4k3/8/8/8/8/8/p7/1R2K3 b - - 3 3", "a2b1", KS_MOVE_TO_BISHOP, "4k3/8/8/8/8/8/8/1b2K3 w - - 0 4"},
    {"4k3/8/8/8/8/8/p7/1R2K3 b - - 3 3", "a2a1", KS_MOVE_TO_ROOK, "4k3/8/8/8/8/8/8/rR2K3 w - - 0 4"},

    /* Castling rights are lost by moves of the king and the rook, and by a capture of the rook. */
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1 1", "e1e2", KS_MOVE_PLAIN, "r3k2r/8/8/8/8/8/4K3/R6R b kq - 2 1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1 1", "h1g1", KS_MOVE_PLAIN, "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 2 1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 1 1", "a8b8", KS_MOVE_PLAIN, "1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 2 2"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1 1", "h1h8", KS_MOVE_PLAIN, "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"},
    {"1r2k1rr/8/8/8/8/8/8/4K3 b gb - 1 1", "h8h7", KS_MOVE_PLAIN, "1r2k1r1/7r/8/8/8/8/8/4K3 w kq - 2 2"},

    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1 1", "e1h1", KS_MOVE_CASTLING, "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 2 1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1 1", "e1a1", KS_MOVE_CASTLING, "r3k2r/8/8/8/8/8/8/2KR3R b kq - 2 1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 1 1", "e8h8", KS_MOVE_CASTLING, "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 2 2"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 1 1", "e8a8", KS_MOVE_CASTLING, "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 2 2"},
    /* Chess960: king and rook swap places; the king stays; the rook stays; they jump over each other. */
    {"4k3/8/8/8/8/8/8/5KR1 w K - 1 1", "f1g1", KS_MOVE_CASTLING, "4k3/8/8/8/8/8/8/5RK1 b - - 2 1"},
    {"4k3/8/8/8/8/8/8/6KR w K - 1 1", "g1h1", KS_MOVE_CASTLING, "4k3/8/8/8/8/8/8/5RK1 b - - 2 1"},
    {"4k3/8/8/8/8/8/8/3RK3 w Q - 1 1", "e1d1", KS_MOVE_CASTLING, "4k3/8/8/8/8/8/8/2KR4 b - - 2 1"},
    {"rk6/8/8/8/8/8/8/4K3 b q - 1 1", "b8a8", KS_MOVE_CASTLING, "2kr4/8/8/8/8/8/8/4K3 w - - 2 2"},
    {"1rk5/8/8/8/8/8/8/4K3 b q - 1 1", "c8b8", KS_MOVE_CASTLING, "2kr4/8/8/8/8/8/8/4K3 w - - 2 2"},

    /* Clocks stay at their maximum. */
    {"4k3/8/8/8/8/8/8/4K3 b - - 65535 65535", "e8e7", KS_MOVE_PLAIN, "8/4k3/8/8/8/8/8/4K3 w - - 65535 65535"},
};

Test(position, moves_are_made_and_taken_back) {
    for (size_t i = 0; i < LENGTH(made); i++) {
        const ks_position before = read_position(made[i].before, 0);
        const ks_move move = move_of(made[i].squares, made[i].kind);
        ks_position position = before;
        ks_undo undo;
        char text[KS_FEN_SIZE];
        ks_make_move(&position, move, &undo);
        ks_write_x_fen(&position, text);
        cr_expect_str_eq(text, made[i].after, "%s %s\nexpected %s\nfound    %s", made[i].before,
                         made[i].squares, made[i].after, text);
        cr_expect_eq(position.key, ks_position_key(&position), "%s %s", made[i].before, made[i].squares);
        ks_unmake_move(&position, &undo);
        const char *field = differing_field(&position, &before);
        cr_expect_null(field, "%s %s: %s", made[i].before, made[i].squares, field);
    }
}

Test(position, every_field_counts_when_positions_are_compared) {
    const ks_position position = read_position("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 7 9", 0);
    cr_expect_null(differing_field(&position, &position));
#define EXPECT_DIFFERING(member, name)                                                                       \
    do {                                                                                                     \
        ks_position other = position;                                                                        \
        other.member ^= 1;                                                                                   \
        cr_expect_str_eq(differing_field(&position, &other), name);                                          \
    } while (0)
    EXPECT_DIFFERING(board[63], "board");
    EXPECT_DIFFERING(side_to_move, "side to move");
    EXPECT_DIFFERING(private_castling, "castling right");
    EXPECT_DIFFERING(private_planes[3], "private member");
    EXPECT_DIFFERING(private_capturable, "private member");
    EXPECT_DIFFERING(private_zeros[8], "private member");
    EXPECT_DIFFERING(en_passant, "en-passant square");
    EXPECT_DIFFERING(halfmove_clock, "halfmove clock");
    EXPECT_DIFFERING(fullmove_number, "fullmove number");
    EXPECT_DIFFERING(key, "key");
#undef EXPECT_DIFFERING
}

Test(position, rights_that_only_chess960_has) {
    static const struct {
        const char *fen;
        bool needs;
    } cases[] = {
        {START, false},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false},
        {"4k3/8/8/8/8/8/8/1R2K3 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", true},
        {"4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", true},
        {"1r2k3/8/8/8/8/8/8/4K3 w b - 0 1", true},
        {"4k1r1/8/8/8/8/8/8/4K3 w g - 0 1", true},
        {"4k3/8/8/8/8/8/8/R2K4 w A - 0 1", true},
        {"3k3r/8/8/8/8/8/8/4K3 w h - 0 1", true},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const ks_position position = read_position(cases[i].fen, 0);
        cr_expect_eq(needs_chess960(&position), cases[i].needs, "%s", cases[i].fen);
    }
}
