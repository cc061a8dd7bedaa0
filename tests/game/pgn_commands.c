/* Tests ks_pgn_read_commands: what servers write into comments, and what they do not. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/pgn/beginning.h"
#include "game/pgn/open.h"
#include "kingscan.h"
#include "support/length.h"
#include "support/random.h"

static ks_pgn_commands commands_of(const char *comment) {
    ks_pgn_commands commands;
    memset(&commands, 0xff, sizeof commands);
    ks_pgn_read_commands(comment, strlen(comment), &commands);
    return commands;
}

static void expect_text(const char *text, size_t length, const char *expected) {
    cr_expect_eq(length, strlen(expected), "%s", expected);
    cr_expect(length == 0 || memcmp(text, expected, length) == 0, "%s", expected);
}

Test(pgn_commands, all_of_them) {
    const char *const comment =
        "a [%eval -0.24,31] [%clk 1:02:03.5] b [%emt 0:07][%csl  Ge4,Rd5 ] [%cal Ge2e4]";
    const ks_pgn_commands commands = commands_of(comment);
    cr_expect(commands.has_clock == 1 && commands.has_elapsed == 1 && commands.has_eval == 1);
    cr_expect_eq(commands.clock, 3723500);
    cr_expect_eq(commands.elapsed, 7000);
    cr_expect_eq(commands.eval, -24);
    cr_expect_eq(commands.mate, 0);
    expect_text(commands.squares, commands.squares_length, "Ge4,Rd5");
    expect_text(commands.arrows, commands.arrows_length, "Ge2e4");
    cr_expect_eq(commands.squares, strstr(comment, "Ge4"));
}

Test(pgn_commands, evaluations) {
    static const struct {
        const char *comment;
        int32_t eval, mate;
        uint8_t has;
    } all[] = {{"[%eval 1]", 100, 0, 1},
               {"[%eval +.5]", 50, 0, 1},
               {"[%eval 0.129]", 12, 0, 1},
               {"[%eval #-3]", 0, -3, 1},
               {"[%eval #+12,20]", 0, 12, 1},
               {"[%eval 2] [%eval #4]", 0, 4, 1},
               {"[%eval #4] [%eval 2]", 200, 0, 1},
               {"[%eval #0]", 0, 0, KS_PGN_MATED},
               {"[%eval #-0]", 0, 0, KS_PGN_MATED},
               {"[%eval #+0,20]", 0, 0, KS_PGN_MATED},
               {"[%eval  #00 ]", 0, 0, KS_PGN_MATED},
               {"[%eval #3] [%eval #0]", 0, 0, KS_PGN_MATED},
               {"[%eval #0] [%eval #-1]", 0, -1, 1},
               {"[%eval #0] [%eval 0.00]", 0, 0, 1},
               {"[%eval #0] [%eval #]", 0, 0, KS_PGN_MATED},
               {"[%eval #1]", 0, 1, 1},
               {"[%eval -0.00]", 0, 0, 1},
               {"[%eval 0]", 0, 0, 1},
               {"[%eval 0.2,20]", 20, 0, 1},
               {"[%eval #99999999999]", 0, 0, 0},
               {"[%eval #]", 0, 0, 0},
               {"[%eval 1,]", 0, 0, 0},
               {"[%eval 0x]", 0, 0, 0},
               {"[%eval 1", 0, 0, 0},
               {"[%evals 1]", 0, 0, 0}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const ks_pgn_commands commands = commands_of(all[i].comment);
        cr_expect_eq(commands.eval, all[i].eval, "%s: %d", all[i].comment, (int)commands.eval);
        cr_expect_eq(commands.mate, all[i].mate, "%s: %d", all[i].comment, (int)commands.mate);
        cr_expect_eq(commands.has_eval, all[i].has, "%s", all[i].comment);
    }
}

/* Commands as most are written are read by functions of their own: blanks lead to the others. */
Test(pgn_commands, usual_and_unusual_forms) {
    static const char *const values[] = {
        "0:03:00",   "1:02:03.5",  "10:59:59",  "0:3:00",  "0:03:0",  "0:03:00.", "0:03:00.57", "00:00:00.1",
        "100:00:00", "0:99:99",    "0:03:00.5", "0:03:0x", "x:03:00", "0:03-00",  "-0:03:00",   "0.24",
        "-0.24",     "+0.24",      "12.5",      "9999.99", "10000.1", "12345.67", "#3",         "#-12",
        "#",         "#-",         "-",         "#-12345", "0.2x",    "0.24,31",  "0.123",      "1000001",
        "#0",        "#-0",        "#+0",       "#00",     "-.5",     "#3.24",    ".",          "0x.24",
        "0.x4",      "9999999999", "##3",       "--1.00"};
    static const char *const names[] = {"clk", "emt", "eval"};
    static const char *const forms[][2] = {
        {"[%%%s %s]", "[%%%s  %s]"},
        {" [%%%s %s] and more of it", " [%%%s %s ] and more of it"},
        {"[%%clk 0:00:07] [%%eval 1.00] [%%%s %s] [%%emt 0:00:01] more",
         "[%%clk  0:00:07] [%%eval  1.00] [%%%s %s ] [%%emt  0:00:01] more"}};
    for (size_t i = 0; i < LENGTH(values) * LENGTH(names) * LENGTH(forms); i++) {
        const char *const value = values[i % LENGTH(values)], *const name =
                                                                  names[i / LENGTH(values) % LENGTH(names)];
        char text[2][128];
        ks_pgn_commands found[2];
        for (size_t form = 0; form < 2; form++) {
            snprintf(text[form], sizeof text[form], forms[i / LENGTH(values) / LENGTH(names)][form], name,
                     value);
            /* Nothing behind the comment is read: it has memory of its own. */
            const size_t length = strlen(text[form]);
            char *const alone = malloc(length);
            memcpy(alone, text[form], length);
            memset(&found[form], 0xff, sizeof found[form]);
            ks_pgn_read_commands(alone, length, &found[form]);
            free(alone);
        }
        cr_expect_eq(memcmp(&found[0], &found[1], sizeof *found), 0,
                     "%s: clock %u %u, elapsed %u %u, eval %d %d", text[0], (unsigned)found[0].clock,
                     (unsigned)found[1].clock, (unsigned)found[0].elapsed, (unsigned)found[1].elapsed,
                     (int)found[0].eval, (int)found[1].eval);
    }
}

/* Text leaves the command before it as it is. */
Test(pgn_commands, text_behind_a_command) {
    static const char *const texts[] = {"[%clk 0:0;:00]", "[%clk 0:00x]", "[%clk 1:00.5x]", "[%clk 9999999]"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        char text[64];
        snprintf(text, sizeof text, "[%%clk 0:00:15] %s", texts[i]);
        const ks_pgn_commands commands = commands_of(text);
        cr_expect(commands.has_clock == 1 && commands.clock == 15000, "%s: %u", text,
                  (unsigned)commands.clock);
    }
}

Test(pgn_commands, no_commands) {
    static const ks_pgn_commands none;
    static const char *const texts[] = {"",          "[",          "[%",       "[%]",      "[clk 1:00]",
                                        "%clk 1:00", "[%clk 1:00", "[%clk x]", "[%emt 1:]"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const ks_pgn_commands commands = commands_of(texts[i]);
        cr_expect_eq(memcmp(&commands, &none, sizeof none), 0, "%s", texts[i]);
    }
}

/* ---- The commands between two moves ---- */

enum { SMALL_WINDOW = 2 * TAG_READABLE, MOVES = 600, TEXT = 1 << 20 };

static const char *const remarks[] = {"",
                                      "",
                                      "{ [%clk 0:03:00] }",
                                      "{ [%clk 9:59:59] }",
                                      "{[%clk 0:02:59.9]}",
                                      "{ [%eval -0.24] [%clk 0:00:07] }",
                                      "{ [%eval 12.34] [%clk 0:00:08] }",
                                      "{ [%eval -123.45] [%clk 0:00:08] } $1 {[%eval 0.07]}",
                                      "{ [%eval #-3] [%clk 1:00:00] }",
                                      "{ [%eval 0.1] }",
                                      "{ [%clk 0:03:00][%clk 5] }",
                                      "{ [%eval 0.17] [%clk 0:03:00]}{[%emt 6]}",
                                      "{ [%clk 0:03:00] } {[%clk 0:04:00]}",
                                      "{ [%clk 0:03:00] } {[%eval 5.00] }",
                                      "{ [%clk 0:03:00] and a text } { [%clk 0:05:00] }",
                                      "{ [%eval 0.17] [%clk 0:03:00] } {[%clk 0:06:00]}",
                                      "{ [%eval 0.17] [%clk 0:03:0x] }",
                                      "{ [%eval -0.17] [%emt 0:03:00] }",
                                      "{ [%eval 0.17]  [%clk 0:03:00] }",
                                      "{ [%eval 0.17] [%clk 0:03:00 }",
                                      "{ [%eval 1234.56] [%eval x0.24] [%eval 0:24] [%eval 0.24 }",
                                      "{ [%clk 0:03:0x] [%clk 0:03.00] [%clk 0:03:00.x] [%clk 0:03:00.5 }",
                                      "{ [%clk 0:03:/0] [%clk :0:03:00] [%clk 0:0;:00]}",
                                      "{ [%emt 0:00:05] text [[%clk 0:01:00] } {[%[%clk 0:02:00]}",
                                      "{+0.31/12 1.2s}",
                                      "{ -M2/5\n0.05s }",
                                      "{book}",
                                      "{ [%clk 0:03:00] }{+M1 0s}",
                                      "{ [%eval 0.17] [%clk 0:03:00] }{38/21 5ms}",
                                      "{x [%clk 0:03:00] } {+0.57 17/28 583 363004}",
                                      "{ not { +0.31/12 1.2s }",
                                      "{d=21, pv=Nf3 Nf6, wv=0.23,} $1 {ev=-1.41, d=21, mt=00:00:05}",
                                      "{ [%eval 25,20] } {+0.31/12 1.2s, tl=61s}",
                                      "; +0.32/12 1.2s\n",
                                      "; [%clk 0:00:09]\n",
                                      "{ no [ command ] } $14",
                                      "!? { [%csl Ge4][%cal Ge2e4] }",
                                      "({ [%clk 0:00:55] } Nh3 { [%clk 0:00:11] }) { [%emt 0:00:03] }",
                                      "\n% [%clk 0:00:44]\n"};

/* Writes knights' moves with remarks behind them, some of which are longer than a window. Returns
 * the length. */
static size_t write_remarks(char *text, uint64_t *random) {
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    size_t length = 0;
    for (unsigned ply = 0; ply < MOVES; ply++) {
        length +=
            (size_t)sprintf(text + length, "%u%s%s ", ply / 2 + 1, ply % 2 ? "..." : ". ", moves[ply % 4]);
        if (next_random(random) % 64 == 0) {
            const int blanks = (int)(next_random(random) % (3 * KS_PGN_COMMENT_MAX));
            length += (size_t)sprintf(text + length, "{ %*s[%%clk 0:00:%02d] %*s[%%eval 0.33] } ", blanks, "",
                                      blanks % 60, blanks, "");
            length += (size_t)sprintf(text + length, "{%*s+0.%02d/9 3s%*s} ", blanks, "", blanks % 100,
                                      blanks / 2, "");
        }
        length += (size_t)sprintf(text + length, "%s ", remarks[next_random(random) % LENGTH(remarks)]);
    }
    return length + (size_t)sprintf(text + length, "{ [%%clk 0:00:01] } 1/2-1/2 { [%%clk 0:00:02] }\n");
}

/* Adds what another comment says. */
static void add(ks_pgn_commands *all, const char *comment, size_t length) {
    ks_pgn_commands one;
    ks_pgn_read_commands(comment, length, &one);
    if (one.has_clock)
        all->clock = one.clock, all->has_clock = 1;
    if (one.has_elapsed)
        all->elapsed = one.elapsed, all->has_elapsed = 1;
    if (one.has_eval)
        all->eval = one.eval, all->mate = one.mate, all->has_eval = 1, all->eval_in_doubt = one.eval_in_doubt;
    if (one.note) {
        all->note = all->note && all->note != one.note ? KS_PGN_SCORES_MIXED : one.note;
        all->note_has_score = all->note == one.note ? one.note_has_score : 0;
        all->note_score = all->note == one.note ? one.note_score : 0;
    }
}

/* Reads comments as items, and sets commands[n] to what stands behind n moves. Returns the number
 * of moves. */
static size_t read_by_items(const char *text, size_t length, ks_pgn_commands *commands) {
    ks_pgn *const pgn = ks_pgn_open_memory(text, length, KS_PGN_COMMENTS, NULL);
    static char comment[TEXT];
    size_t moves = 0, used = 0;
    const ks_pgn_item *item;
    cr_assert(ks_pgn_next_game(pgn));
    memset(commands, 0, (MOVES + 1) * sizeof *commands);
    while ((item = ks_pgn_next_item(pgn)) != NULL) {
        cr_assert(item->kind != KS_PGN_ERROR, "%s", ks_pgn_get_error(pgn)->message);
        if (item->kind != KS_PGN_COMMENT_GOES_ON) {
            add(&commands[moves], comment, used);
            used = 0;
        }
        moves += item->kind == KS_PGN_MOVE;
        if (item->kind == KS_PGN_COMMENT || item->kind == KS_PGN_COMMENT_GOES_ON) {
            memcpy(comment + used, item->text, item->length);
            used += item->length;
        }
    }
    add(&commands[moves], comment, used);
    ks_pgn_close(pgn);
    return moves;
}

/* The pointers are left out. */
static bool are_equal(const ks_pgn_commands *a, const ks_pgn_commands *b) {
    return a->has_clock == b->has_clock && a->clock == b->clock && a->has_elapsed == b->has_elapsed &&
           a->elapsed == b->elapsed && a->has_eval == b->has_eval && a->eval == b->eval &&
           a->mate == b->mate && a->eval_in_doubt == b->eval_in_doubt && a->note == b->note &&
           a->note_has_score == b->note_has_score && a->note_score == b->note_score;
}

static void expect_commands(ks_pgn *pgn, const ks_pgn_commands *expected, ks_pgn_flags flags,
                            const char *reader) {
    size_t moves = 0;
    const ks_pgn_item *item;
    cr_assert(ks_pgn_next_game(pgn));
    for (bool ended = false; !ended;) {
        item = ks_pgn_next_item(pgn);
        ended = !item;
        if (item && item->kind != KS_PGN_MOVE)
            continue;
        const ks_pgn_commands *const found = ks_pgn_get_commands(pgn);
        cr_assert(are_equal(found, &expected[moves]),
                  "%s, flags %x, behind move %zu: clock %u, not %u; eval %d, not %d", reader, (unsigned)flags,
                  moves, (unsigned)found->clock, (unsigned)expected[moves].clock, (int)found->eval,
                  (int)expected[moves].eval);
        cr_expect(!found->squares && !found->arrows);
        moves++;
    }
    cr_expect_eq(moves, MOVES + 1);
    cr_expect(!ks_pgn_next_game(pgn));
}

Test(pgn_commands, every_reader_gives_those_of_comments) {
    static const ks_pgn_flags flags[] = {KS_PGN_COMMANDS, KS_PGN_COMMANDS | KS_PGN_NUMBERS,
                                         KS_PGN_COMMANDS | KS_PGN_COMMENTS};
    static ks_pgn_commands expected[MOVES + 1];
    static char text[TEXT];
    uint64_t random = 1;
    for (unsigned round = 0; round < 20; round++) {
        const size_t length = write_remarks(text, &random);
        cr_assert_eq(read_by_items(text, length, expected), MOVES);
        for (size_t i = 0; i < LENGTH(flags); i++) {
            ks_pgn *pgn = ks_pgn_open_memory(text, length, flags[i], NULL);
            expect_commands(pgn, expected, flags[i], "the fast reader");
            ks_pgn_close(pgn);
            pgn = ks_open_games_in_memory(SMALL_WINDOW, text, length, flags[i], NULL);
            expect_commands(pgn, expected, flags[i], "the fast reader with a small window");
            ks_pgn_close(pgn);
            pgn = ks_open_games_in_memory(SMALL_WINDOW, text, length, flags[i], NULL);
            ks_read_exactly(pgn);
            expect_commands(pgn, expected, flags[i], "the exact reader");
            ks_pgn_close(pgn);
        }
    }
}

Test(pgn_commands, places_where_they_count) {
    const char *const text = "[Event \"a\"]\n\n{[%clk 0:00:09]} 1. e4 {[%clk 0:00:01]} (1. d4 {[%clk "
                             "0:00:02]} d5 {[%clk 0:00:03]}) "
                             "{[%clk 0:00:04]} e5 {[%clk 0:00:05]} 2. Ke3 {[%clk 0:00:06]} *\n1. c4 *";
    static const uint32_t seconds[] = {9, 1, 0, 2, 3, 4, 5, 5}, main_line[] = {9, 4, 5, 5}, next[] = {0, 0};
    const ks_pgn_item *item;
    for (unsigned shown = 0; shown < 2; shown++) {
        const uint32_t *const all = shown ? seconds : main_line;
        ks_pgn *const pgn =
            ks_pgn_open_memory(text, strlen(text), KS_PGN_COMMANDS | (shown ? KS_PGN_VARIATIONS : 0u), NULL);
        cr_assert(ks_pgn_next_game(pgn));
        for (unsigned n = 0; n < (shown ? 8 : 4); n++) {
            item = ks_pgn_next_item(pgn);
            cr_expect_eq(ks_pgn_get_commands(pgn)->clock, 1000 * all[n], "%u: %u", n,
                         (unsigned)ks_pgn_get_commands(pgn)->clock);
        }
        cr_expect(item == NULL);
        cr_assert(ks_pgn_next_game(pgn));
        for (unsigned n = 0; n < LENGTH(next); n++) {
            ks_pgn_next_move(pgn);
            cr_expect_eq(ks_pgn_get_commands(pgn)->clock, next[n]);
        }
        ks_pgn_close(pgn);
    }
}
