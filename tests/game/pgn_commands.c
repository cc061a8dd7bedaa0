/* ks_pgn_read_commands: what servers write into comments, and what they do not. */
#include <criterion/criterion.h>
#include <string.h>

#include "kingscan.h"

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

Test(pgn_commands, no_commands) {
    static const ks_pgn_commands none;
    static const char *const texts[] = {"",          "[",          "[%",       "[%]",      "[clk 1:00]",
                                        "%clk 1:00", "[%clk 1:00", "[%clk x]", "[%emt 1:]"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const ks_pgn_commands commands = commands_of(texts[i]);
        cr_expect_eq(memcmp(&commands, &none, sizeof none), 0, "%s", texts[i]);
    }
}
