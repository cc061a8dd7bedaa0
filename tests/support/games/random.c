/* Makes texts of random games, as people and programs write them, and damages texts, for tests of readers. */
#include "support/games/random.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/text/error.h"
#include "support/random.h"

/* Castling of all kinds, promotions, en passant, and many pieces of a kind. */
static const char *const starts[] = {KS_START_FEN,
                                     "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                                     "1r1k1r2/pppppppp/8/8/8/8/PPPPPPPP/1R1K1R2 b FBfb - 0 1",
                                     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                                     "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
                                     "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                                     "4k3/8/2N1N3/1N3N2/4q3/1N3N2/2N1N3/4K2q w - - 65530 65530",
                                     "q3k2q/8/8/3q4/3Q4/8/8/Q3K2Q w - - 0 1"};

static bool one_in(uint64_t *random, unsigned n) {
    return random_below(random, n) == 0;
}

/* ---- Moves ---- */

static const char *castling_text(uint64_t *random, bool kingside) {
    static const char *const ways[][2] = {{"O-O-O", "O-O"}, {"O-O-O", "O-O"}, {"0-0-0", "0-0"}};
    return ways[random_below(random, 3)][kingside];
}

/* Writes a move with more than SAN says, or less, so that it may be ambiguous. */
static void write_freely(const ks_position *p, ks_move move, uint64_t *random, char text[16]) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), kind = KS_MOVE_KIND(move);
    const unsigned piece = p->board[from] & 7u;
    size_t length = 0;
    if (kind == KS_MOVE_CASTLING) {
        strcpy(text, castling_text(random, to > from));
        return;
    }
    if (piece != KS_WHITE_PAWN)
        text[length++] = " PNBRQK"[piece];
    if (one_in(random, 2))
        text[length++] = (char)('a' + from % 8);
    if (one_in(random, 3))
        text[length++] = (char)('8' - from / 8);
    if (one_in(random, 4) || (ks_is_capture(p, move) && one_in(random, 2)))
        text[length++] = "xxx-"[random_below(random, 4)];
    text[length++] = (char)('a' + to % 8);
    text[length++] = (char)('8' - to / 8);
    if (kind >= KS_MOVE_TO_KNIGHT) {
        if (one_in(random, 2))
            text[length++] = '=';
        text[length++] = "NBRQ"[kind & 3];
    }
    strcpy(text + length, kind == KS_MOVE_EN_PASSANT && one_in(random, 2) ? "e.p." : "");
}

static void add_move(reading *text, const ks_position *p, ks_move move, uint64_t *random, int usual) {
    static const char *const glyphs[] = {"!", "?!", "??", "+", "#", "+!?", "!!!!!!", "$", " e.p.", "_", "."};
    char san[16];
    if (usual || one_in(random, 2))
        ks_write_san(p, move, san);
    else if (one_in(random, 8))
        ks_write_uci(p, move, 0, san);
    else
        write_freely(p, move, random, san);
    reading_add(text, "%s", san);
    if (one_in(random, 6))
        reading_add(text, "%s", glyphs[random_below(random, usual ? 3 : sizeof glyphs / sizeof *glyphs)]);
}

/* ---- Games ---- */

static void add_comment(reading *text, uint64_t *random, int usual) {
    static const char *const comments[] = {
        "{ a longer comment ; of ( more than one ) { brace, and [Event \"no\"] with 1-0 or * 1. e4 in it }",
        "$3",
        "$13 $146",
        "(1. e4 e5 (2. d4) {c}) ",
        "; up to the end } {\n",
        "\n% escaped\n",
        "( ",
        " ) ",
        "}",
        "--",
        "1/2",
        "--Z0",
        "{}",
        "{{}",
        "\xef\xbb\xbf",
        "\xe4",
        "<a>",
        "0-0",
        "$1e4",
        "1...e5",
        ", ",
        "]",
        "[x"};
    if (one_in(random, 3))
        reading_add(text, " { [%%eval -%u.%02u] [%%clk 0:0%u:59] }", random_below(random, 100),
                    random_below(random, 100), random_below(random, 10));
    else if (!usual && one_in(random, 40))
        reading_add(text, " %s", comments[random_below(random, sizeof comments / sizeof *comments)]);
    else if (one_in(random, 20))
        reading_add(text, " %s", comments[random_below(random, 3)]);
}

void add_random_game(reading *text, uint64_t *random, unsigned plies, int usual) {
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*", "1/2", ""};
    const unsigned start = random_below(random, sizeof starts / sizeof *starts);
    const bool bare = !usual && one_in(random, 3); /* without tags and a result */
    ks_position position;
    ks_move_list legal;
    size_t count;
    cannot_fail(ks_read_fen(starts[start], strlen(starts[start]), 0, &position, NULL));
    if (!bare || one_in(random, 4))
        reading_add(text, "[Event \"?\"]\n[FEN \"%s\"]\n\n", starts[start]);
    for (unsigned ply = 0; ply < plies && (count = ks_legal_moves(&position, &legal)) > 0; ply++) {
        const ks_move move = legal.moves[random_below(random, (unsigned)count)];
        ks_undo undo;
        if (ply % 2 == 0 || one_in(random, 2))
            reading_add(text, "%u%s", ply / 2 + 1, ply % 2 ? "..." : one_in(random, 3) ? "." : ". ");
        add_move(text, &position, move, random, usual);
        add_comment(text, random, usual);
        reading_add(text, "%s", one_in(random, 12) ? "\n" : one_in(random, 12) ? "\r\n" : " ");
        if (one_in(random, usual ? 200 : 40))
            reading_add(text, "%s\n\n", one_in(random, 3) ? "\r\n \t" : "");
        ks_make_move(&position, move, &undo);
    }
    reading_add(text, "%s\n\n", results[bare ? 5 : random_below(random, usual ? 4 : 6)]);
}

/* ---- Changes ---- */

void mutate_text(reading *text, uint64_t *random, unsigned changes) {
    static const char bytes[] =
        "abcdefgh12345678KQRBNOx-=+#!?09{}()[];$*<>.,%\"\\^/_@ \n\t\r\xef\xbb\xbf\xe4Zz";
    for (; changes > 0 && text->length > 0; changes--) {
        const size_t at = random_below(random, (unsigned)text->length);
        const char byte = bytes[random_below(random, sizeof bytes)]; /* or a zero */
        const unsigned way = random_below(random, 3);
        reading_add(text, " ");
        if (way == 0)
            memmove(text->text + at + 1, text->text + at, text->length - 1 - at);
        if (way < 2)
            text->text[at] = byte;
        else
            memmove(text->text + at, text->text + at + 1, text->length - 1 - at);
        text->length -= way == 0 ? 0 : way == 1 ? 1 : 2;
    }
}
