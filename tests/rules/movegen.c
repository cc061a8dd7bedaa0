/* Tests the legal moves of both generators, listed by hand where the rules are tricky. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/movegen_reference.h"
#include "support/fen.h"
#include "support/length.h"

static const struct listed {
    const char *text, *moves; /* sorted; * marks en passant, + castling */
} listed[] = {
    /* King steps: not next to the enemy king, not into attack, not along the line of a check. */
    {"8/8/8/8/8/k7/8/K7 w - - 0 1", "a1b1"},
    {"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1d1 e1e2 e1f1"},
    {"4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1d2 e1e2 e1f2"},
    {"4k3/8/8/8/4r3/8/4p3/4K3 w - - 0 1", "e1d2 e1f2"},
    /* In check: capture the checker or block its line; in double check, neither helps. */
    {"4k3/4r3/8/8/8/8/3P1P1B/3QKB2 w - - 0 1", "d1e2 f1e2 h2e5"},
    {"4k3/4r3/8/8/8/5n2/3P1P1B/3QKB2 w - - 0 1", ""},
    {"4k3/8/8/8/8/5n2/3P1P1B/3QKB2 w - - 0 1", "d1f3 e1e2"},
    /* Pins: moves along the line only; none of a pinned knight; a pinned pawn may capture the pinner. */
    {"k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e1d1 e1d2 e1f1 e1f2 e2e3 e2e4 e2e5 e2e6 e2e7 e2e8"},
    {"k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1", "e1d1 e1d2 e1f1 e1f2"},
    {"k7/8/8/8/8/6b1/5P2/4K3 w - - 0 1", "e1d1 e1d2 e1e2 e1f1 f2g3"},
    {"k3r3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e1d1 e1d2 e1f1 e1f2 e2e3 e2e4"},

    /* Pawns. */
    {"4k3/8/8/8/8/1p6/P7/7K w - - 0 1", "a2a3 a2a4 a2b3 h1g1 h1g2 h1h2"},
    {"7k/8/8/8/p7/7P/P7/7K w - - 0 1", "a2a3 h1g1 h1g2 h1h2 h3h4"},
    {"7k/8/8/8/8/p6P/P7/7K w - - 0 1", "h1g1 h1g2 h1h2 h3h4"},
    {"1n5k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8b a7a8n a7a8q a7a8r a7b8b a7b8n a7b8q a7b8r h1g1 h1g2 h1h2"},
    {"7k/8/8/8/8/8/7p/K5N1 b - - 0 1", "h2g1b h2g1n h2g1q h2g1r h2h1b h2h1n h2h1q h2h1r h8g7 h8g8 h8h7"},

    /* En passant, also when it uncovers a check: along the row, a diagonal, the file. */
    {"7k/8/8/PpP5/8/8/8/7K w - b6 0 1", "a5a6 a5b6* c5b6* c5c6 h1g1 h1g2 h1h2"},
    {"7k/8/8/PpP5/8/8/8/7K w - - 0 1", "a5a6 c5c6 h1g1 h1g2 h1h2"},
    {"7k/8/8/K1pP3r/8/8/8/8 w - c6 0 1", "a5a4 a5a6 a5b5 a5b6 d5d6"},
    {"7k/8/8/K1pPP2r/8/8/8/8 w - c6 0 1", "a5a4 a5a6 a5b5 a5b6 d5c6* d5d6 e5e6"},
    {"7k/3b4/8/1Pp5/K7/8/8/8 w - c6 0 1", "a4a3 a4a5 a4b3 b5c6*"},
    {"7k/4b3/8/1Pp5/K7/8/8/8 w - c6 0 1", "a4a3 a4a5 a4b3 b5b6 b5c6*"},
    {"7k/8/5b2/3Pp3/8/8/8/K7 w - e6 0 1", "a1a2 a1b1 a1b2 d5d6"},
    {"7k/8/8/3Pp3/8/5b2/8/K7 w - e6 0 1", "a1a2 a1b1 a1b2 d5d6 d5e6*"},
    {"3r3k/8/8/2pP4/8/8/8/3K4 w - c6 0 1", "d1c1 d1c2 d1d2 d1e1 d1e2 d5d6"},
    /* The capture removes a checking pawn; it does not answer another check. */
    {"7k/8/8/2pP4/1K6/8/8/8 w - c6 0 1", "b4a3 b4a4 b4a5 b4b3 b4b5 b4c3 b4c4 b4c5 d5c6*"},
    {"1r5k/8/8/2pP4/1K6/8/8/8 w - c6 0 1", "b4a3 b4a4 b4a5 b4c3 b4c4 b4c5"},

    /* Castling: the squares between must be empty and the king's path safe, but not the rook's. */
    {"4k3/8/8/8/8/8/P6P/R3K2R w KQ - 0 1",
     "a1b1 a1c1 a1d1 a2a3 a2a4 e1a1+ e1d1 e1d2 e1e2 e1f1 e1f2 e1h1+ h1f1 h1g1 h2h3 h2h4"},
    {"1r2k3/8/8/8/8/8/P6P/R3K2R w KQ - 0 1",
     "a1b1 a1c1 a1d1 a2a3 a2a4 e1a1+ e1d1 e1d2 e1e2 e1f1 e1f2 e1h1+ h1f1 h1g1 h2h3 h2h4"},
    {"3rk1r1/8/8/8/8/8/P6P/R3K2R w KQ - 0 1", "a1b1 a1c1 a1d1 a2a3 a2a4 e1e2 e1f1 e1f2 h1f1 h1g1 h2h3 h2h4"},
    {"2r1k3/4r3/8/8/8/8/P6P/R3K2R w KQ - 0 1", "e1d1 e1d2 e1f1 e1f2"},
    {"4k3/8/8/8/8/8/P6P/RN2K1NR w KQ - 0 1",
     "a2a3 a2a4 b1a3 b1c3 b1d2 e1d1 e1d2 e1e2 e1f1 e1f2 g1e2 g1f3 g1h3 h2h3 h2h4"},
    /* Chess960: king and rook swap places; the rook has shielded the king; the king stays and the rook
     * jumps. */
    {"4k3/8/8/8/8/8/5PPP/5KR1 w K - 0 1", "f1e1 f1e2 f1g1+ f2f3 f2f4 g1h1 g2g3 g2g4 h2h3 h2h4"},
    {"4k3/8/8/8/8/8/2PP4/rRK5 w Q - 0 1", "b1a1 c1b2 c1d1 c2c3 c2c4 d2d3 d2d4"},
    {"4k3/8/8/8/8/8/2PP4/1RK5 w Q - 0 1",
     "b1a1 b1b2 b1b3 b1b4 b1b5 b1b6 b1b7 b1b8 c1b1+ c1b2 c1d1 c2c3 c2c4 d2d3 d2d4"},
    {"1k6/8/8/8/8/8/PPP5/NRK2B2 w Q - 0 1",
     "a1b3 a2a3 a2a4 b2b3 b2b4 c1b1+ c1d1 c1d2 c2c3 c2c4 f1a6 f1b5 f1c4 f1d3 f1e2 f1g2 f1h3"},

    /* Lenient: no king is captured, no pawn moves from the last rank, and one on the first has a single
     * push. */
    {"5r2/8/7q/8/8/7b/2p5/4K3 w - - 0 1", "e1e2"},
    {"k4r2/8/7q/8/8/7b/2p5/4K3 w - - 0 1", "e1e2"},
    {"P7/8/8/8/8/8/8/K2P4 w - - 0 1", "a1a2 a1b1 a1b2 d1d2"},
    {"4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
     "a1a2 a1b1 a1b2 e1b1 e1c1 e1d1 e1e2 e1e3 e1e4 e1e5 e1e6 e1e7 e1f1 e1g1 e1h1"},
    {"8/8/8/8/8/8/1k6/K7 w - - 0 1", ""},
};

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

static void list(const ks_move *moves, size_t count, char *text) {
    char each[64][8];
    cr_assert_leq(count, 64);
    for (size_t i = 0; i < count; i++) {
        static const char *const kinds[8] = {"", "", "*", "+", "n", "b", "r", "q"};
        sprintf(each[i], "%s%s%s", ks_square_name(KS_MOVE_FROM(moves[i])),
                ks_square_name(KS_MOVE_TO(moves[i])), kinds[KS_MOVE_KIND(moves[i])]);
    }
    qsort(each, count, sizeof *each, by_text);
    *text = '\0';
    for (size_t i = 0; i < count; i++)
        text += sprintf(text, "%s%s", i ? " " : "", each[i]);
}

Test(movegen, moves_listed_by_hand) {
    for (size_t i = 0; i < LENGTH(listed); i++) {
        const ks_position position = read_position(listed[i].text, KS_FEN_LENIENT | KS_FEN_RIGHTS);
        ks_move_list legal;
        char text[64 * 8];
        list(legal.moves, ks_legal_moves(&position, &legal), text);
        cr_expect_str_eq(text, listed[i].moves, "%s\nexpected %s\nfound    %s", listed[i].text,
                         listed[i].moves, text);
        list(legal.moves, ks_legal_moves_reference(&position, legal.moves), text);
        cr_expect_str_eq(text, listed[i].moves, "%s\nexpected %s\nreference %s", listed[i].text,
                         listed[i].moves, text);
        cr_expect_eq(ks_has_legal_move(&position), *listed[i].moves != '\0', "%s", listed[i].text);
    }
}

Test(movegen, double_pushes_are_marked) {
    const ks_position position = read_position("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 0);
    ks_move_list legal;
    unsigned kinds[8] = {0};
    for (size_t count = ks_legal_moves(&position, &legal); count > 0; count--)
        kinds[KS_MOVE_KIND(legal.moves[count - 1])]++;
    cr_expect_eq(kinds[KS_MOVE_DOUBLE_PUSH], 1);
    cr_expect_eq(kinds[KS_MOVE_PLAIN], 6);
}
