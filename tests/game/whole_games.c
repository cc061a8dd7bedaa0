/* Tests games that become .binpack as a whole: the bytes are those that their entries give one by one,
 * whatever their comments look like, and so are scores and clocks. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/error.h"
#include "game/data/parts.h"
#include "kingscan.h"
#include "support/random.h"
#include "support/sanitized.h"

TestSuite(whole_games);

struct bytes {
    uint8_t *bytes;
    size_t used, room;
};

static int keep(void *context, const void *bytes, size_t length) {
    struct bytes *const kept = context;
    if (kept->used + length > kept->room)
        kept->bytes = realloc(kept->bytes, kept->room = 2 * (kept->used + length));
    memcpy(kept->bytes + kept->used, bytes, length);
    kept->used += length;
    return KS_OK;
}

/* ---- Texts ---- */

enum { ENTRIES = 256 };
enum { SERVER, MATCH, MATES, CLOCKS, NONE, ALL_KINDS, KINDS };

/* Writes a comment of a kind; now and then another one, or one that is written in an odd way. */
static void write_comment(FILE *out, uint64_t *random, unsigned kind) {
    static const char *const odd[] = {
        "{[%eval -0.25,20]}",
        "{ [%eval 12.34] } {[%clk 1:02:03.5]}",
        "{ [%clk 0:00:07] } $1",
        "$5 { [%eval #-3] }",
        "{+0.31/12 1.2s, tl=1.500s}",
        "{0.31 1.2s}",
        "{+0.31/12 1.2s }",
        "{+0.31/ 1.2s}",
        "{+-0.31/3 1s}",
        "{-999.99/3 1s}",
        "{ [%eval 999.99] [%clk 0:01:00] }",
        "{ [%eval a12.34] [%clk 0:01:00] }",
        "{ [%eval 1-2.34] [%clk 0:01:00] }",
        "{ [%eval 12.3a] [%clk 0:01:00] }",
        "{ [%eval 12,34] [%clk 0:01:00] }",
        "{ [%eval 310.00] [%clk 0:01:00] }",
        "{ [%eval -309.99] [%clk 0:01:00] }",
        "{ [%eval .34] [%clk 0:01:00] }",
        "{ [%eval 0.34] [%clk 0:0a:00] }",
        "{ [%eval 0.34] [%clk 0:01:00 }",
        "{ [%eval 0.34] [%emt 0:01:00] }",
        "{ [%clk 0:01:00] [%eval 0.34] }",
        "{ [%clk 0:01:00] } {[%eval 1.00]}",
        "{ [%eval 0.34] [%clk 0:01:00] } {0.31/2 1s}",
        "{ [%clk 0:01:00] a good move }",
        "{-0.31/3 1234567s}",
        "{-0.31/12345678901234 1s}",
        "{-0.31/3 1.s}",
        "{-0.31/3 1.25s}{x}",
        "{-0.31/3 1.25s} {[%eval 1.00]}",
        "{-0.31/3 1.25m}",
        "{-0.31/3=1.25s}",
        "{-0.31/3 1.25s} $10 $11 {0.31/1 2s} $12 $13",
        "{+M3/5 0.1s}",
        "{book}",
        "{}",
        "{38/21 36165ms}",
        "{-0.31/3\n1.25s}",
        "{d=21, wv=0.23, tl=12000,}",
        "(1. a3 {[%eval 3.00]})",
        "; to the end {\n",
        "{ a long comment, which says [%csl Ge4] and [%eval 0.50] [%clk 0:00:01]}"};
    const unsigned cents = random_below(random, 2000), seconds = random_below(random, 7200);
    const char *const minus = random_below(random, 2) ? "-" : "";
    if (random_below(random, 24) == 0)
        fprintf(out, " %s", odd[random_below(random, sizeof odd / sizeof *odd)]);
    else if (kind == SERVER)
        fprintf(out, " { [%%eval %s%u.%02u] [%%clk %u:%02u:%02u] }", minus, cents / 100, cents % 100,
                seconds / 3600, seconds / 60 % 60, seconds % 60);
    else if (kind == MATCH)
        fprintf(out, "%c{%s%u.%02u/%u %u.%us}", " \n"[random_below(random, 2)], *minus ? "-" : "+",
                cents / 100, cents % 100, 1 + random_below(random, 40), seconds, random_below(random, 100));
    else if (kind == MATES)
        fprintf(out, " { [%%eval #%s%u] }", minus, random_below(random, 40));
    else if (kind == CLOCKS)
        fprintf(out, " { [%%clk 0:%02u:%02u] }", seconds / 60 % 60, seconds % 60);
}

/* Writes a move; now and then in a way that takes the reader longer, or another word. */
static void write_move(FILE *out, uint64_t *random, const ks_position *position, ks_move move) {
    char san[KS_SAN_SIZE], from[3];
    ks_write_san(position, move, san);
    snprintf(from, sizeof from, "%c%u", 'a' + KS_MOVE_FROM(move) % 8, 8 - KS_MOVE_FROM(move) / 8);
    if (random_below(random, 400) == 0)
        fprintf(out, random_below(random, 2) ? "Ke9" : "--");
    else if (*san == 'K' && random_below(random, 4) == 0)
        fprintf(out, "K%s%s", from, san + 1);
    else
        fprintf(out, "%s%s", san, random_below(random, 16) ? "" : "!!!!!");
}

static void write_game(FILE *out, uint64_t *random) {
    static const char *const starts[] = {KS_START_FEN, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 97 60",
                                         "8/P1P4k/8/3pP3/8/8/p5pK/8 w - d6 0 1",
                                         "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                                         "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 8180"};
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    const unsigned first = random_below(random, 4) ? 0 : random_below(random, sizeof starts / sizeof *starts),
                   form = random_below(random, KINDS), plies = random_below(random, 200);
    ks_position position;
    ks_move_list list;
    cannot_fail(ks_read_fen(starts[first], strlen(starts[first]), KS_FEN_DEFAULT, &position, NULL));
    fprintf(out, "[Event \"x\"]\n");
    if (first > 0)
        fprintf(out, "[FEN \"%s\"]\n", starts[first]);
    fprintf(out, "\n");
    if (random_below(random, 4) == 0)
        write_comment(out, random, form);
    for (unsigned ply = 0; ply < plies && ks_legal_moves(&position, &list) > 0; ply++) {
        const ks_move move = list.moves[random_below(random, list.count)];
        ks_undo undo;
        fprintf(out, " %u%s ", position.fullmove_number, position.side_to_move ? "..." : ".");
        write_move(out, random, &position, move);
        write_comment(out, random, form == ALL_KINDS ? random_below(random, ALL_KINDS) : form);
        ks_make_move(&position, move, &undo);
    }
    fprintf(out, " %s\n\n", results[random_below(random, 4)]);
}

/* Writes the moves of a game as several games, each of which begins where the last one ended. */
static void write_pieces(FILE *out, uint64_t *random) {
    ks_position position;
    ks_move_list list;
    cannot_fail(ks_read_fen(KS_START_FEN, strlen(KS_START_FEN), KS_FEN_DEFAULT, &position, NULL));
    for (unsigned ply = 0; ply < 300 && ks_legal_moves(&position, &list) > 0; ply++) {
        const ks_move move = list.moves[random_below(random, list.count)];
        char san[KS_SAN_SIZE], fen[KS_FEN_SIZE];
        ks_undo undo;
        ks_write_san(&position, move, san);
        ks_write_fen(&position, fen);
        if (ply == 0 || random_below(random, 12) == 0)
            fprintf(out, "%s\n\n[FEN \"%s\"]\n\n", ply > 0 ? " 1-0" : "", fen);
        fprintf(out, " %u%s %s", position.fullmove_number, position.side_to_move ? "..." : ".", san);
        ks_make_move(&position, move, &undo);
    }
    fprintf(out, " 1-0\n");
}

/* ---- Both ways ---- */

static int score_of(const ks_data_batch *batch, size_t i) {
    return batch->known[i] & KS_DATA_HAS_SCORE ? batch->scores[i] : (int)KS_DATA_SKIPPED;
}

/* Copies a batch, and returns how many of its entries were written. unscored counts those without a score. */
static size_t copy_batch(ks_data_writer *writer, const ks_data *data, const ks_data_batch *batch,
                         size_t *unscored) {
    size_t written = 0;
    for (size_t i = 0; i < batch->count; i++)
        if (!(batch->kinds[i] & KS_DATA_NO_MOVE) &&
            ks_data_copy(writer, data, i, score_of(batch, i), NULL) == KS_OK) {
            written++;
            *unscored += !(batch->known[i] & KS_DATA_HAS_SCORE);
        }
    return written;
}

/* Writes .binpack of games. whole counts the entries that were written with their game, unscored all those
 * without a score. */
static size_t convert(const char *text, size_t length, bool by_games, struct bytes *out, size_t *whole,
                      size_t *unscored) {
    ks_data *const data = ks_data_open_memory(text, length, KS_DATA_PGN, KS_DATA_DEFAULT, NULL);
    ks_data_writer *const writer = ks_data_writer_open(keep, out, KS_DATA_BINPACK, NULL);
    const ks_data_batch *batch;
    size_t written = 0;
    cr_assert(data && writer);
    if (by_games)
        ks_data_give_games(data, KS_DATA_SKIPPED);
    while ((batch = ks_data_next(data)) != NULL) {
        const struct whole_game *const game = ks_data_get_game(data);
        if (game) {
            unsigned without_score;
            const unsigned n = ks_write_game(writer, game, &without_score);
            cr_assert_eq(batch->count, 0);
            *unscored += without_score;
            *whole += n;
            ks_data_pass_entries(data, n > 0 && n == game->count ? n + 1 : n);
        }
        written += copy_batch(writer, data, batch, unscored);
    }
    cr_assert_eq(ks_data_writer_close(writer, NULL), KS_OK);
    ks_data_close(data);
    return written;
}

/* Converts games that a function writes in both ways. Counts the entries that were written with their game,
 * and those that were not. */
static void compare(void (*write)(FILE *out, uint64_t *random), unsigned games, uint64_t *random,
                    size_t *whole, size_t *alone) {
    const uint64_t seed = *random;
    size_t length, before = *whole, none = 0, unscored[2] = {0, 0};
    char *text;
    FILE *const out = open_memstream(&text, &length);
    struct bytes one_by_one = {0}, by_games = {0};
    for (; games > 0; games--)
        write(out, random);
    fclose(out);
    const size_t all = convert(text, length, false, &one_by_one, &none, &unscored[0]),
                 others = convert(text, length, true, &by_games, whole, &unscored[1]);
    cr_assert_eq(none, 0);
    cr_assert_eq(others + *whole - before, all, "seed %llu", (unsigned long long)seed);
    cr_assert_eq(unscored[0], unscored[1], "seed %llu", (unsigned long long)seed);
    cr_assert_eq(one_by_one.used, by_games.used, "seed %llu", (unsigned long long)seed);
    cr_assert(one_by_one.used == 0 || memcmp(one_by_one.bytes, by_games.bytes, by_games.used) == 0,
              "seed %llu", (unsigned long long)seed);
    *alone += others;
    free(one_by_one.bytes);
    free(by_games.bytes);
    free(text);
}

Test(whole_games, become_the_same_bytes) {
    uint64_t random = 20261129;
    const unsigned rounds = SLOW ? 20 : 400;
    size_t whole = 0, alone = 0;
    for (unsigned round = 0; round < rounds; round++)
        compare(write_game, 1 + random_below(&random, 12), &random, &whole, &alone);
    cr_assert_gt(whole, 10 * alone);
    cr_assert_gt(alone, 0);
}

/* What comes after a game is known: its castling, its clock, and where a pawn may capture en passant. */
Test(whole_games, go_on_in_the_next_game) {
    uint64_t random = 20261130;
    size_t whole = 0, alone = 0;
    for (unsigned round = 0; round < (SLOW ? 40 : 800); round++)
        compare(write_pieces, 1, &random, &whole, &alone);
    cr_assert_gt(whole, 0);
    cr_assert_eq(alone, 0);
}

/* Reads the scores and clocks of a game move by move. Returns the number of entries. */
static size_t read_by_moves(const char *text, size_t length, ks_pgn_entry *entries) {
    ks_pgn *const pgn = ks_pgn_open_memory(text, length, KS_PGN_COMMANDS, NULL);
    ks_pgn_commands commands[ENTRIES];
    const ks_pgn_item *item;
    size_t n = 0;
    cr_assert(pgn && ks_pgn_next_game(pgn));
    const unsigned side = ks_pgn_get_position(pgn)->side_to_move;
    do {
        item = ks_pgn_next_move(pgn);
        commands[n++] = *ks_pgn_get_commands(pgn);
    } while (item);
    ks_pgn_find_scores(commands, n, side, KS_PGN_SCORES_NONE, entries);
    ks_pgn_close(pgn);
    return n;
}

Test(whole_games, have_the_scores_and_clocks_of_their_moves) {
    uint64_t random = 7;
    const unsigned rounds = SLOW ? 20 : 400;
    for (unsigned round = 0; round < rounds; round++) {
        char *text;
        size_t length, n = 0;
        FILE *const out = open_memstream(&text, &length);
        static ks_pgn_entry entries[ENTRIES];
        const ks_data_batch *batch;
        write_game(out, &random);
        fclose(out);
        const size_t count = read_by_moves(text, length, entries);
        ks_data *const data = ks_data_open_memory(text, length, KS_DATA_PGN, KS_DATA_DEFAULT, NULL);
        cr_assert(data);
        while ((batch = ks_data_next(data)) != NULL)
            for (size_t i = 0; i < batch->count; i++, n++) {
                cr_assert_eq(batch->scores[i], entries[n].score, "entry %zu of %s", n, text);
                cr_assert_eq(batch->clocks[i], entries[n].clock, "entry %zu of %s", n, text);
                cr_assert_eq(batch->known[i] & KS_DATA_HAS_SCORE,
                             entries[n].has_score ? KS_DATA_HAS_SCORE : 0, "entry %zu of %s", n, text);
            }
        cr_assert_eq(n, count);
        ks_data_close(data);
        free(text);
    }
}
