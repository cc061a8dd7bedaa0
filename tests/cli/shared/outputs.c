/* Tests that files which commands write are whole or as they were before: a table of all options that name a
 * file to be written, each in every place where a file may be. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

#include "support/length.h"
#include "support/run.h"
#include "support/thorough.h"

/* The script outputs.sh says which command writes each. */
static const char *const outputs[] = {
    "stats.html", "diff.html",   "merge.html",  "fuzz.xml", "convert.bin", "fuzz.html",  "show.svg",
    "diff.xml",   "convert.fen", "shuffle.bin", "jobs.bin", "jobs.fen",    "repair.bin",
};

struct output {
    char name[16];
};

ParameterizedTestParameters(outputs, whole_or_not_at_all) {
    static struct output tried[LENGTH(outputs)];
    size_t count = 0;
    for (size_t i = 0; i < LENGTH(outputs); i += stride())
        strcpy(tried[count++].name, outputs[i]);
    return cr_make_param_array(struct output, tried, count);
}

ParameterizedTest(struct output *output, outputs, whole_or_not_at_all) {
    char setting[64];
    snprintf(setting, sizeof setting, "out=%s", output->name);
    expect_run_with(setting, "script=$PWD/tests/cli/shared/outputs.sh\n" IN_NEW_DIRECTORY "\"$script\" $out",
                    0, "", "");
}

/* ---- Inputs ---- */

/* Each option that writes, with each kind of input. $o is the output's name, and "in" the input. */
static const char *const uses[] = {
    "$KINGSCAN stats --html $o in",
    "$KINGSCAN stats --html $o <in",
    "$KINGSCAN stats --html $o a.plain >>in",
    "$KINGSCAN diff 1 in --script x --html $o",
    "$KINGSCAN diff 1 in --script x --junit $o",
    "$KINGSCAN diff 1 - --script x --junit $o <in",
    "$KINGSCAN diff 1 fen --script '\"./in\" 1' --html $o",
    "$KINGSCAN diff 1 fen --engine './in uci' --junit $o",
    "$KINGSCAN diff 1 fen --library ./in --html $o",
    "$KINGSCAN diff 1 fen --variants in --variant x --script x --html $o",
    "$KINGSCAN diff --merge in --html $o",
    "$KINGSCAN diff --merge in --junit $o",
    "$KINGSCAN fuzz --plugin ./in --html $o",
    "$KINGSCAN fuzz --plugin ./in:check --junit $o",
    "$KINGSCAN fuzz --variants in --html $o",
    "$KINGSCAN show --svg $o --variants in",
    "$KINGSCAN show --svg $o - <in",
    "$KINGSCAN perft 3 --layers --checkpoint $o - <in",
    "KINGSCAN_CONFIG=in $KINGSCAN stats --html=$o",
};

/* The first use meets all names that the input has, and each other use one of them. */
Test(outputs, no_input_is_written) {
    static const char *const names[] = {"in", "./in", "link", "hard", "far/b"};
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        char settings[160];
        snprintf(settings, sizeof settings, "use() { %s; }; names='%s'", uses[i],
                 i == 0 ? "in ./in link hard far/b" : names[i % 5]);
        expect_run_with(settings,
                        IN_NEW_DIRECTORY
                        "echo '# old' >in; ln -s in link; ln in hard; mkdir far; ln -s ../in far/b\n"
                        "for o in $names; do use 2>said; test $? = 2 || echo $?\n"
                        "grep -q \"expected a file of its own, found '$o', which is also\" said || cat said\n"
                        "echo '# old' | cmp - in; done",
                        0, "", "");
    }
}

/* Two names of one file that nothing has made yet. */
Test(outputs, two_outputs_are_two_files) {
    static const char *const names[][2] = {{"a", "a"}, {"a", "./a"}, {"far/a", "here/a"}, {"far/../a", "a"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char settings[64];
        snprintf(settings, sizeof settings, "a=%s; b=%s", names[i][0], names[i][1]);
        expect_run_with(
            settings,
            IN_NEW_DIRECTORY
            "mkdir far; ln -s far here; b() { echo 4k3/8/8/8/8/8/8/4K3 w - - 0 1 | $KINGSCAN diff 1 - "
            "--script 'echo; echo 0;:' --html $a --junit $b 2>said; echo $?; }; b\n"
            "grep -c \"junit: expected a file of its own, found '$b', which is also that of --html\" "
            "said; ls",
            0, "2\n1\nfar\nhere\nsaid\n", "");
    }
    expect_run("echo 4k3/8/8/8/8/8/8/4K3 w - - 0 1 | $KINGSCAN diff 1 - --script 'echo; echo 0;:' "
               "--html /dev/null --junit /dev/null >/dev/null",
               1, "", "");
}

/* ---- Ends of runs ---- */

#define ENTRY "printf 'fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\\nmove e2e4\\nscore 1\\nply 3\\nresult 1\\ne\\n'"

/* A run that has its input from a pipe. */
#define SLOW_RUN                                                                                             \
    IN_NEW_DIRECTORY ENTRY                                                                                   \
        " >a.plain; cat a.plain a.plain >b.plain; echo old >c.bin; mkfifo pipe\n"                            \
        "env --default-signal $KINGSCAN convert --from plain --to bin pipe c.bin 2>said & pid=$!; exec "     \
        "3>pipe\n"                                                                                           \
        "until ls c.bin.*.part >/dev/null 2>&1; do sleep 0.02; done; cat b.plain >&3\n"

/* Whatever ends a run, its draft goes with it. */
Test(outputs, signals_leave_no_draft) {
    static const char *const signals[] = {"HUP", "INT", "TERM"};
    static const char *const statuses[] = {"129", "130", "143"};
    for (unsigned i = 0; i < 3; i++) {
        char settings[32], out[64];
        snprintf(settings, sizeof settings, "signal=%s", signals[i]);
        snprintf(out, sizeof out, "%s\na.plain\nb.plain\nc.bin\npipe\nsaid\nold\n", statuses[i]);
        expect_run_with(
            settings, SLOW_RUN "kill -$signal $pid; wait $pid 2>/dev/null; echo $?; exec 3>&-; ls; cat c.bin",
            0, out, "");
    }
}
