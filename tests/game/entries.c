/* Tests how games become entries: positions, moves, scores, results and clocks, faults with their places,
 * and no more than that. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"

/* Writes the entries and faults of a text, a line each. */
static void describe(ks_data *data, char *out, size_t room) {
    const ks_data_batch *batch;
    char fen[KS_FEN_SIZE], uci[KS_UCI_SIZE];
    size_t used = 0;
    out[0] = '\0';
    cr_assert(data);
    while ((batch = ks_data_next(data)) != NULL) {
        for (size_t i = 0; i < batch->count; i++) {
            const ks_data_place place = ks_data_get_place(data, i);
            ks_position position;
            cr_assert_eq(ks_data_get_position(data, i, &position, NULL), KS_OK);
            ks_write_fen(&position, fen);
            if (batch->moves[i] == KS_NO_MOVE)
                strcpy(uci, "-");
            else
                ks_write_uci(&position, batch->moves[i], 0, uci);
            used += (size_t)snprintf(
                out + used, room - used, "%s %s %d %d %u %u, known %02x, game %u ply %u line %u\n", fen, uci,
                batch->scores[i], batch->results[i], batch->plies[i], (unsigned)batch->clocks[i],
                batch->known[i], (unsigned)place.chain, (unsigned)place.ply, (unsigned)place.line);
        }
        if (batch->fault)
            used += (size_t)snprintf(out + used, room - used, "%u:%u byte %u game %u: %s\n",
                                     (unsigned)batch->fault_place.line, (unsigned)batch->fault->offset + 1,
                                     (unsigned)batch->fault_place.offset, (unsigned)batch->fault_place.chain,
                                     batch->fault->message);
        cr_assert_lt(used, room);
    }
    ks_data_close(data);
}

struct slow_text {
    const char *text;
};

static size_t read_slowly(void *context, void *buffer, size_t room) {
    struct slow_text *const slow = context;
    (void)room;
    if (!*slow->text)
        return 0;
    *(char *)buffer = *slow->text++;
    return 1;
}

static void expect(const char *text, const char *expected) {
    static char found[1 << 16];
    struct slow_text slow = {text};
    describe(ks_data_open_memory(text, strlen(text), KS_DATA_PGN, KS_DATA_LEGALITY, NULL), found,
             sizeof found);
    cr_expect_str_eq(found, expected, "%s", found);
    describe(ks_data_open(read_slowly, &slow, KS_DATA_PGN, KS_DATA_DEFAULT, NULL), found, sizeof found);
    cr_expect_str_eq(found, expected, "from a stream: %s", found);
}

/* The score is of the entry's own position, from its side to move; the clock is of who makes the move. */
Test(entries, scores_results_and_clocks) {
    expect("[Event \"x\"]\n[Result \"0-1\"]\n\n"
           "1. e4 { [%eval 0.25] [%clk 0:10:00] } e5 { [%eval -0.4] [%clk 0:09:58.5] } 2. Ke2 d6 1-0\n",
           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2e4 0 1 0 600000, known df, game 0 ply "
           "0 line 1\n"
           "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 e7e5 -25 -1 1 598500, known ff, game "
           "0 ply 1 "
           "line 1\n"
           "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 e1e2 -40 1 2 0, known 7f, game 0 "
           "ply 2 line "
           "1\n"
           "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2 d7d6 0 -1 3 0, known 5f, game 0 ply 3 "
           "line 1\n"
           "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w kq - 0 3 - 0 1 4 0, known 5d, game 0 ply 4 "
           "line 1\n");
}

/* n moves are 2 n - 1 plies for the side that mates, and 2 n for the other one. */
Test(entries, mates) {
    static const struct {
        const char *eval;
        int white, black; /* scores, when white or black is to move after the comment */
    } rows[] = {{"#3", 31995, -31994},  {"#-3", -31994, 31995},  {"#1", 31999, -31998},
                {"#0", -32000, -32000}, {"#500", 31001, -31000}, {"309.99", 30999, -30999},
                {"-0.01", -1, 1}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[128];
        snprintf(text, sizeof text, "1. e4 {[%%eval %s]} e5 {[%%eval %s]} *", rows[i].eval, rows[i].eval);
        ks_data *const data = ks_data_open_memory(text, strlen(text), KS_DATA_PGN, KS_DATA_DEFAULT, NULL);
        const ks_data_batch *const batch = ks_data_next(data);
        cr_assert(batch && batch->count == 3);
        cr_expect_eq(batch->scores[1], rows[i].black, "%s: %d", rows[i].eval, batch->scores[1]);
        cr_expect_eq(batch->scores[2], rows[i].white, "%s: %d", rows[i].eval, batch->scores[2]);
        cr_expect_eq(batch->known[2], 0x3d, "%x", batch->known[2]);
        ks_data_close(data);
    }
}

/* Comments of two forms give no scores, unless one is asked for. */
Test(entries, one_form_of_scores) {
    static const char text[] = "1. e4 {+0.10/1 1s} e5 {wv=0.20} *";
    static const struct {
        unsigned flags;
        int scores[2]; /* of the first two entries */
        unsigned known;
    } rows[] = {{KS_DATA_DEFAULT, {0, 0}, 0},
                {KS_PGN_SCORES_CUTECHESS, {10, 0}, 1},
                {(ks_data_flags)KS_PGN_SCORES_TCEC | KS_DATA_LEGALITY, {0, -20}, 2},
                {KS_PGN_SCORES_EVAL, {0, 0}, 0},
                {KS_PGN_SCORES_MIXED, {0, 0}, 0}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ks_data *const data =
            ks_data_open_memory(text, strlen(text), KS_DATA_PGN, (ks_data_flags)rows[i].flags, NULL);
        const ks_data_batch *const batch = ks_data_next(data);
        cr_assert(batch && batch->count == 3);
        for (size_t n = 0; n < 2; n++) {
            cr_expect_eq(batch->scores[n], rows[i].scores[n], "%zu: %d", i, batch->scores[n]);
            cr_expect_eq(!!(batch->known[n] & KS_DATA_HAS_SCORE), rows[i].known >> n & 1, "%zu", i);
        }
        ks_data_close(data);
    }
}

/* A fault comes before the entries of its game; a game without a position has none. */
Test(entries, faulty_games) {
    expect("1. e4 e5 2. Ke3 Ke7 1/2-1/2\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[FEN \"8/8 w - - 0 1\"]\n\n1. "
           "e4 *\n\n"
           "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 7 30\"]\n\n30... -- 31. Kd1 *\n",
           "1:13 byte 12 game 0: the king on e1 can't go to e3: a king moves one square in any direction, "
           "except to "
           "castle\n"
           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2e4 0 0 0 0, known 5f, game 0 ply 0 "
           "line 1\n"
           "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 e7e5 0 0 1 0, known 5f, game 0 ply 1 "
           "line 1\n"
           "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 - 0 0 2 0, known 5d, game 0 ply 2 "
           "line 1\n"
           "3:11 byte 39 game 1: expected chess, found the variant 'Atomic'\n"
           "7:10 byte 67 game 2: expected '/' and another of the eight rows, found a blank (byte 0x20)\n"
           "13:7 byte 136 game 3: a null move is no legal move\n"
           "4k3/8/8/8/8/8/8/4K3 b - - 7 30 - 0 0 59 0, known 1d, game 3 ply 0 line 11\n");
}

/* A game of many batches goes on across them. Plies end where their numbers do. */
Test(entries, long_games) {
    static const char *const moves[] = {"Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "};
    enum { PLIES = 70000 };
    char *const text = malloc(200 + 4 * PLIES);
    ks_data *data;
    const ks_data_batch *batch;
    size_t used = (size_t)sprintf(text,
                                  "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 101\"]\n\n"),
           count = 0, faults = 0;
    for (unsigned i = 0; i < PLIES; i++)
        used += (size_t)sprintf(text + used, "%s", moves[i % 4]);
    data = ks_data_open_memory(text, used, KS_DATA_PGN, KS_DATA_DEFAULT, NULL);
    cr_assert(data);
    while ((batch = ks_data_next(data)) != NULL) {
        for (size_t i = 0; i < batch->count; i++, count++) {
            cr_assert_eq(batch->plies[i], 200 + count);
            cr_assert_eq(batch->kinds[i] & KS_DATA_FIRST, count == 0 ? KS_DATA_FIRST : 0);
            cr_assert_eq(ks_data_get_place(data, i).ply, count);
        }
        faults += batch->fault != NULL;
    }
    cr_expect_eq(count, UINT16_MAX - 200 + 1, "%zu", count);
    cr_expect_eq(faults, 1);
    ks_data_close(data);
    free(text);
    expect("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 7 32769\"]\n\n1. Kd1 *",
           "1:1 byte 0 game 0: the move number is above 32767\n");
}
