/* ks_pgn_read_commands: what servers write into comments, and what they do not. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"

TestSuite(pgn_commands, .timeout = 10);

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
        "0:03:00",   "1:02:03.5", "10:59:59",  "0:3:00",  "0:03:0",  "0:03:00.",   "0:03:00.57", "00:00:00.1",
        "100:00:00", "0:99:99",   "0:03:00.5", "0:03:0x", "x:03:00", "0:03-00",    "-0:03:00",   "0.24",
        "-0.24",     "+0.24",     "12.5",      "9999.99", "10000.1", "12345.67",   "#3",         "#-12",
        "#",         "#-",        "-",         "#-12345", "0.2x",    "0.24,31",    "0.123",      "1000001",
        "-.5",       "#3.24",     ".",         "0x.24",   "0.x4",    "9999999999", "##3",        "--1.00"};
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

Test(pgn_commands, no_commands) {
    static const ks_pgn_commands none;
    static const char *const texts[] = {"",          "[",          "[%",       "[%]",      "[clk 1:00]",
                                        "%clk 1:00", "[%clk 1:00", "[%clk x]", "[%emt 1:]"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const ks_pgn_commands commands = commands_of(texts[i]);
        cr_expect_eq(memcmp(&commands, &none, sizeof none), 0, "%s", texts[i]);
    }
}
