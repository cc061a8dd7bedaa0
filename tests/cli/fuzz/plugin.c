/* Plugins that crash, exit and hang: `kingscan fuzz` reports the smallest board at which they do. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/length.h"
#include "support/plugins.h"
#include "support/run.h"

enum { CRASHES, EXITS, LEAVES, HANGS };

/* timeout: long enough that a plugin which answers is never reported as hanging, however long it waits for a
 * processor. */
static const struct {
    const char *name, *fails, *timeout, *found, *json;
} ends[] = {
    [CRASHES] = {"crashes", "abort()", "20", "the plugin crashes: signal 6, Aborted", "\"signal\":6,"},
    [EXITS] = {"exits", "exit(0)", "20", "the plugin ends its process with exit status 0",
               "\"exit_status\":0,"},
    [LEAVES] = {"leaves", "_exit(7)", "20", "the plugin ends its process with exit status 7",
                "\"exit_status\":7,"},
    [HANGS] = {"hangs", "for(;;)pause()", "3", "the plugin has not answered within 3 s",
               "\"hangs_for\":3.0,"},
};

/* Builds the plugin of a row and tests it. test: each test builds a separate file, since tests run at the
 * same time. */
static struct ran fuzz(const char *test, size_t i, const char *options) {
    char name[64], flags[64], command[512];
    snprintf(name, sizeof name, "%s_%s", ends[i].name, test);
    snprintf(flags, sizeof flags, "'-DFAILS=%s'", ends[i].fails);
    build_plugin(name, flags);
    snprintf(command, sizeof command, "$KINGSCAN fuzz --seed 1 --plugin " PLUGINS "%s.so %s", name, options);
    return run_shell(command);
}

static struct ran fuzz_patiently(const char *test, size_t i, const char *options) {
    char all[128];
    snprintf(all, sizeof all, "--timeout %s --seconds 100 %s", ends[i].timeout, options);
    return fuzz(test, i, all);
}

/* Copies the command in the report that repeats it. */
static void copy_repeat(const char *report, char command[512]) {
    const char *const line = strstr(report, "\nrepeat     ");
    cr_assert(line, "%s", report);
    snprintf(command, 512, "%.*s", (int)strcspn(line + 12, "\n"), line + 12);
    cr_assert(strstr(command, "/kingscan fuzz "), "%s", command);
}

Test(fuzz_plugin, each_end_is_found_and_shrunk) {
    for (size_t i = 0; i < LENGTH(ends); i++) {
        char found[128], command[512 + 32];
        struct ran ran = fuzz_patiently("shrunk", i, "");
        snprintf(found, sizeof found, "\nfound      %s\n", ends[i].found);
        cr_expect_eq(ran.status, 1, "%s: status %d", ends[i].name, ran.status);
        cr_expect(strstr(ran.out, found), "%s", ran.out);
        /* Only the one relevant black knight is left. */
        const char *const placement = strstr(ran.out, "\nplacement  ");
        cr_assert(placement, "%s", ran.out);
        const size_t length = strcspn(placement + 12, "\n");
        for (size_t c = 0; c < length; c++)
            cr_expect(strchr("12345678/n", placement[12 + c]), "%s", ran.out);
        cr_expect(strstr(ran.out, "\nFEN        "), "%s", ran.out);
        copy_repeat(ran.out, command);
        strcat(command, " --seconds 100"); /* a hang takes time at each smaller board */
        struct ran again = run_shell(command);
        cr_expect_eq(again.status, 1, "%s", again.err);
        cr_expect(strstr(again.out, found) &&
                      strncmp(again.out, ran.out, (size_t)(placement - ran.out) + length) == 0,
                  "%s%s", ran.out, again.out);
        free_ran(&again);
        free_ran(&ran);
    }
}

Test(fuzz_plugin, programs_get_a_report_of_each_end) {
    for (size_t i = 0; i < LENGTH(ends); i++) {
        struct ran ran = fuzz_patiently("told", i, "--json");
        cr_expect_eq(ran.status, 1);
        cr_expect(strstr(ran.out, ends[i].json) && ran.out[ran.out_length - 2] == '}', "%s", ran.out);
        free_ran(&ran);
    }
}

Test(fuzz_plugin, in_games_too) {
    char command[512];
    struct ran ran = fuzz_patiently("in_games", CRASHES, "--games");
    cr_expect_eq(ran.status, 1);
    cr_expect(strstr(ran.out, "\nfound      the plugin crashes: signal 6, Aborted\n"), "%s", ran.out);
    copy_repeat(ran.out, command);
    struct ran again = run_shell(command);
    const size_t same = (size_t)(strstr(ran.out, "\nseed ") - ran.out);
    cr_expect(again.status == 1 && strncmp(again.out, ran.out, same) == 0, "%s%s", ran.out, again.out);
    free_ran(&again);
    free_ran(&ran);
}

/* The board at which the plugin seems to hang depends on the load of the machine. */
Test(fuzz_plugin, hangs_when_a_second_is_over) {
    build_plugin("spins", "'-DFAILS=for(;;)'");
    expect_run("$KINGSCAN fuzz --seed 1 --plugin " PLUGINS "spins.so 2>/dev/null | sed -n 's/^found  *//p'",
               0, "the plugin has not answered within 1 s\n", "");
}

/* Shrinking the board takes longer than the time that is left. */
Test(fuzz_plugin, a_shrink_that_is_cut_short) {
    static const char *const says[][2] = {
        {"", "\ntime was over before it was asked again; so nothing was removed from the board\n"},
        {"--json", "\"hangs_for\":4.0,\"placement\""}};
    for (size_t i = 0; i < LENGTH(says); i++) {
        char options[64];
        snprintf(options, sizeof options, "--timeout 4 --seconds 6 %s", says[i][0]);
        struct ran ran = fuzz("cut_short", HANGS, options);
        cr_expect(ran.status == 1 && strstr(ran.out, says[i][1]), "%s", ran.out);
        free_ran(&ran);
    }
}

/* The output of a plugin is not a result, and none of it is printed twice. */
Test(fuzz_plugin, prints_on_standard_error) {
    build_plugin("prints", "'-DFAILS=write(1,\"hm\",2)'");
    expect_run("$KINGSCAN fuzz --boards 1000 --seed 1 --plugin " PLUGINS
               "prints.so 2>err.$$ | sed 's/,.*//'; "
               "grep -q hmhm err.$$; echo $?; rm err.$$",
               0, "1000 boards\n0\n", "");
}

Test(fuzz_plugin, a_plugin_that_fails_while_it_is_loaded) {
    build_plugin("loads_badly", "'-DFAILS_WHEN_LOADED=exit(0)'");
    expect_run("$KINGSCAN fuzz --plugin " PLUGINS "loads_badly.so", 2, "",
               "kingscan fuzz: --plugin: the plugin ends its process with exit status 0\n");
}

Test(fuzz_plugin, in_process) {
    static const char *const needs_plugin[] = {"--in-process", "--timeout 3"};
    struct ran ran = fuzz("in_process", EXITS, "--in-process");
    cr_expect_eq(ran.status, 2);
    cr_expect(strstr(ran.err,
                     "kingscan fuzz: the plugin has ended this process; without --in-process its board "
                     "would be shown\n"),
              "%s", ran.err);
    free_ran(&ran);
    ran = fuzz("in_process", HANGS, "--in-process --seconds 1");
    cr_expect_eq(ran.status, 2);
    cr_expect(strstr(ran.err,
                     "kingscan fuzz: time is over, and the plugin has not come back; without --in-process "
                     "its board would be shown\n"),
              "%s", ran.err);
    free_ran(&ran);
    build_plugin("in_process", "-DRAYS_WRAP");
    expect_run("$KINGSCAN fuzz --seed 1 --in-process --plugin " PLUGINS "in_process.so 2>/dev/null | "
               "grep -c '^repeat.* --in-process$'",
               0, "1\n", "");
    for (size_t i = 0; i < LENGTH(needs_plugin); i++) {
        char command[64], error[128];
        snprintf(command, sizeof command, "$KINGSCAN fuzz %s", needs_plugin[i]);
        snprintf(error, sizeof error,
                 "kingscan fuzz: %.*s: expected --plugin too\ntry 'kingscan fuzz --help'\n",
                 (int)strcspn(needs_plugin[i], " "), needs_plugin[i]);
        expect_run(command, 2, "", error);
    }
}

/* ---- Attack maps, exchanges, and moves that give check ---- */

Test(fuzz_plugin, other_functions_that_are_right) {
    static const char *const symbols[] = {"attacked", "see_at_least", "gives_check"};
    build_moves_plugin("right_moves", "");
    for (size_t i = 0; i < LENGTH(symbols); i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "$KINGSCAN fuzz --seed 1 --boards %d --plugin " PLUGINS "right_moves.so:%s",
                 i == 1 ? 10000 : 50000, symbols[i]);
        struct ran ran = run_shell(command);
        cr_expect_eq(ran.status, 0, "%s%s", ran.out, ran.err);
        free_ran(&ran);
    }
}

/* The board of each mistake has no piece too many, and the report names the move. */
Test(fuzz_plugin, mistakes_of_other_functions_are_found) {
    static const struct {
        const char *macro, *symbol, *found, *placement;
    } mistakes[] = {
        {"NO_OWN_PIECES", "attacked", "found      0, safe", NULL},
        {"KINGS_STAY", "see_at_least", "win 0 or more?\nreference  yes\nfound      no\n",
         "8/R5K1/8/k7/R7/8/8/8"},
        {"DIRECT_CHECKS_ALONE", "gives_check", "give check?\nreference  yes\nfound      no\n", NULL},
        {"CRASHES", "see_at_least",
         "about the legal moves of both sides\nfound      the plugin crashes: signal 6", NULL},
    };
    for (size_t i = 0; i < LENGTH(mistakes); i++) {
        char name[64], flags[64], command[256];
        snprintf(name, sizeof name, "moves_%s", mistakes[i].macro);
        snprintf(flags, sizeof flags, "-D%s", mistakes[i].macro);
        build_moves_plugin(name, flags);
        for (unsigned inside = 0; inside < (i < 3 ? 2 : 1); inside++) {
            snprintf(command, sizeof command,
                     "$KINGSCAN fuzz --seed 1 --seconds 100 %s--plugin " PLUGINS "%s.so:%s",
                     inside ? "--in-process " : "", name, mistakes[i].symbol);
            struct ran ran = run_shell(command);
            cr_expect_eq(ran.status, 1, "%s%s", ran.out, ran.err);
            cr_expect(strstr(ran.out, mistakes[i].found), "expected %s in %s", mistakes[i].found, ran.out);
            cr_expect(!mistakes[i].placement || strstr(ran.out, mistakes[i].placement), "%s", ran.out);
            free_ran(&ran);
        }
    }
}

Test(fuzz_plugin, programs_get_the_move) {
    build_moves_plugin("told_moves", "-DDIRECT_CHECKS_ALONE");
    struct ran ran = run_shell("$KINGSCAN fuzz --seed 1 --json --seconds 100 --plugin " PLUGINS
                               "told_moves.so:gives_check");
    cr_expect_eq(ran.status, 1, "%s", ran.err);
    cr_expect(strstr(ran.out, "\"function\":\"gives_check\",\"move\":\"d3d2\",\"expected\":1,\"found\":0,"),
              "%s", ran.out);
    cr_expect(strstr(ran.out, " b - - 0 1\""), "%s", ran.out);
    free_ran(&ran);
}
