/* Files that commands write are whole or as they were before: a table of all options that name a file to be
 * written, each in every place where a file may be. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

#include "support/run.h"
#include "support/thorough.h"

/* name: its end says the format of the file. command: writes "$1". whole: whether "$1" is whole. */
struct writer {
    char name[16], command[96], whole[48];
};

#define PAGE "tail -n 1 \"$1\" | grep -qx '</html>'"
#define CASES "tail -n 1 \"$1\" | grep -qx '</testsuites>'"
#define DATA "cmp -s \"$1\" good.bin"

static struct writer writers[] = {
    {"stats.html", "stats --html \"$1\" a.plain", PAGE},
    {"diff.html", "diff 1 fen --script 'cat moves;:' --html \"$1\"", PAGE},
    {"merge.html", "diff --merge report --html \"$1\"", PAGE},
    {"fuzz.xml", "fuzz --boards 5 --seed 1 --junit \"$1\"", CASES},
    {"convert.bin", "convert --to bin a.plain \"$1\"", DATA},
    {"fuzz.html", "fuzz --boards 5 --seed 1 --html \"$1\"", PAGE},
    {"show.svg", "show --svg \"$1\" 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "tail -n 1 \"$1\" | grep -q '</svg>'"},
    {"convert.fen", "convert --to fen a.plain \"$1\"", "cmp -s \"$1\" good.fen"},
    {"diff.xml", "diff 1 fen --script 'cat moves;:' --junit \"$1\"", CASES},
    {"shuffle.bin", "convert --shuffle --to bin a.plain \"$1\"", DATA},
    {"check.bin", "check --to bin --output \"$1\" a.plain", DATA},
    {"repair.bin", "check --to bin --repair \"$1\" a.plain", DATA},
};

#define ENTRY "printf 'fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\\nmove e2e4\\nscore 1\\nply 3\\nresult 1\\ne\\n'"

/* The inputs. `again` goes to a new directory with them; the other functions print what is wrong. */
#define INPUTS                                                                                               \
    "umask 022; mkdir inputs; cd inputs; " ENTRY " >a.plain\n"                                               \
    "$KINGSCAN convert --to bin a.plain good.bin; $KINGSCAN convert --to fen a.plain good.fen\n"             \
    "printf 'e1d1 1\\ne1f1 1\\ne1d2 1\\ne1e2 1\\ne1f2 1\\n\\n5\\n' >moves\n"                                 \
    "echo 4k3/8/8/8/8/8/8/4K3 w - - 0 1 >fen; $KINGSCAN diff 1 fen --json --script 'cat moves;:' >report\n"  \
    "again() { cd \"$d\"; rm -rf try; cp -r inputs try; cd try; }\n"                                         \
    "write() { run \"$1\" >said 2>&1 </dev/null; }\n"                                                        \
    "is_written() { write $1 || cat said; is_whole $1 || echo $1 is not whole; }\n"                          \
    "is_refused() { write $1; test $? = 2 && grep -q \": $1: $2$\" said || cat said; }\n"                    \
    "is_alone() { ls -A | grep part; :; }\n"                                                                 \
    "is_old() { echo old | cmp - $1 || echo not old: $1; }\n"                                                \
    "has_mode() { test $(stat -c %a $1) = $2 || echo not $2: $(stat -c %a $1); }\n"

/* Nothing that has a name like the draft's is touched; the draft has gone. */
#define BESIDE                                                                                               \
    "again; echo old >victim; ln -s victim $out.part; mkfifo $out.x.part; echo old >.part\n"                 \
    "is_written $out; is_old victim; is_old .part; rm $out.part $out.x.part .part; is_alone\n"

/* Rights are those that open would give, and a file that is replaced keeps its own. */
#define RIGHTS                                                                                               \
    "again; is_written $out; has_mode $out 644; chmod 604 $out; umask 007; write $out; has_mode $out 604\n"  \
    "write b.$out; has_mode b.$out 660; umask 022; is_alone\n"

/* As sort -o does: a link stays a link, and a link that leads nowhere is an error. */
#define LINKS                                                                                                \
    "again; mkdir far; echo old >far/$out; ln -s far/$out $out; ln -s $out b.$out; write b.$out\n"           \
    "test $(readlink $out) = far/$out && test $(readlink b.$out) = $out || echo gone; is_alone\n"            \
    "is_whole far/$out || echo not whole; cd far; is_alone; cd ..; ln -s none c.$out\n"                      \
    "is_refused c.$out 'No such file or directory'; test -e none && echo made\n"                             \
    "echo old >hard; ln hard d.$out; is_written d.$out; is_old hard; is_alone\n"

/* Nothing can take their place. A descriptor keeps its text from before. */
#define DEVICES                                                                                              \
    "mkfifo pipe; cat pipe >got & write pipe; wait; is_whole got || echo not whole; test -p pipe || ls\n"    \
    "write /dev/null || cat said; is_refused /dev/full 'No space left on device'; echo first >log\n"         \
    "write /dev/fd/3 3>>log; sed 1d log >got; is_whole got || echo not whole\n"                              \
    "head -n 1 log | grep -qx first || echo lost; is_alone\n"

#define PLACES                                                                                               \
    "mkdir folder; is_refused folder 'Is a directory'; is_refused none/$out 'No such file or directory'\n"   \
    "is_refused a.plain/$out 'Not a directory'; is_alone\n"

/* No byte more may be written to any file, as on a full disk. */
#define FULL_DISK                                                                                            \
    "again; echo old >$out; mkfifo pipe; cat pipe >got &\n"                                                  \
    "s=$(ulimit -f 0; run $out </dev/null >/dev/null 2>pipe; echo $?); test $s = 2 || echo $s; wait\n"       \
    "grep -q \": $out: File too large\" got || cat got; is_old $out; is_alone\n"

/* Several runs write the same file, which is whole at every time. */
#define TOGETHER                                                                                             \
    "again; write $out; run $out >/dev/null 2>&1 & run $out >/dev/null 2>&1 & for look in 1 2 3; do\n"       \
    "is_whole $out || echo not whole; done; wait; is_whole $out || echo not whole; is_alone\n"

/* As open would, the command refuses a file that may not be written. In a folder that may not be written,
 * nothing can be made beside it. */
#define OTHER_USER                                                                                           \
    "again; cp $KINGSCAN program; KINGSCAN=$PWD/program; chmod 755 $d; echo old >$out; chmod 444 $out\n"     \
    "mkdir shut; echo old >shut/$out; chmod 666 shut/$out; chown -R 65534 .; chmod 555 shut\n"               \
    "KINGSCAN=\"setpriv --reuid 65534 --clear-groups $KINGSCAN\"\n"                                          \
    "is_refused $out 'Permission denied'; is_old $out; is_refused shut/b.$out 'Permission denied'\n"         \
    "is_refused shut/$out 'cannot make a file beside it: Permission denied'; is_old shut/$out\n"             \
    "ls -A shut | grep -vx $out; is_alone\n"

ParameterizedTestParameters(outputs, whole_or_not_at_all) {
    size_t count = 0;
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i += stride())
        writers[count++] = writers[i];
    return cr_make_param_array(struct writer, writers, count);
}

ParameterizedTest(struct writer *writer, outputs, whole_or_not_at_all) {
    char command[8192];
    snprintf(command, sizeof command, "%sout=%s; run() { $KINGSCAN %s; }; is_whole() { %s; }\n%s",
             IN_NEW_DIRECTORY, writer->name, writer->command, writer->whole,
             INPUTS BESIDE RIGHTS LINKS DEVICES PLACES FULL_DISK TOGETHER
             "if test $(id -u) = 0 && setpriv --reuid 65534 --clear-groups true; then\n" OTHER_USER "fi");
    expect_run(command, 0, "", "");
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
    "$KINGSCAN check --output $o --variants in",
    "$KINGSCAN check --output $o a.plain >>in",
    "$KINGSCAN check --repair $o --variants in",
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
