/* Compressed files and pipes, wherever positions are read: their content, and each way in which a
 * tool fails. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/check_lines.h"
#include "support/length.h"
#include "support/skip.h"

static const char *const tools[] = {"gzip", "bzip2", "xz", "zstd", "lz4"};

static void need_tools(void) {
    for (size_t i = 0; i < LENGTH(tools); i++) {
        char command[64];
        snprintf(command, sizeof command, "command -v %s", tools[i]);
        need(command, tools[i]);
    }
}

TestSuite(compressed, .init = need_tools);

/* Runs a command for each tool. */
#define FOR_EACH_TOOL "for tool in gzip bzip2 xz zstd lz4; do "

/* ---- Content ---- */

/* 400 kB of text, in a file, as standard input, and through a pipe, with a file before and one behind. */
Test(compressed, files_and_pipes_hold_the_same) {
    expect_run(WITH_POSITIONS
               "head -n 6000 \"$positions\" >plain; $KINGSCAN check plain >expected\n" FOR_EACH_TOOL
               "$tool -c plain >packed\n"
               "$KINGSCAN check packed | cmp - expected; $KINGSCAN check <packed | cmp - expected\n"
               "cat packed | $KINGSCAN check --jobs 3 | cmp - expected\n"
               "$KINGSCAN check --count plain packed plain | tail -n 1; done",
               0,
               "total\t17949\t100.00%\ntotal\t17949\t100.00%\ntotal\t17949\t100.00%\ntotal\t17949\t100.00%\n"
               "total\t17949\t100.00%\n",
               "");
}

/* Standard input may have been read already; the magic bytes may come one by one. */
Test(compressed, reading_begins_where_the_input_stands) {
    expect_run(IN_NEW_DIRECTORY
               "echo '" CHECK_FEN "' | zstd -qc >packed; { echo x; cat packed; } >both\n"
               "{ head -c 2 >/dev/null; $KINGSCAN check; } <both\n"
               "{ for n in 1 2 3 4 5; do head -c 1; sleep 0.02; done; cat; } <packed | $KINGSCAN check",
               0, CHECK_LINE CHECK_LINE, "");
    expect_run("printf 'B' | $KINGSCAN check", 1, "",
               "-:1:2: error: expected eight squares in a row, found the end of the text\n");
}

Test(compressed, every_command_reads_them) {
    expect_run(IN_NEW_DIRECTORY
               "echo '" DOUBLE_FEN "' | zstd -qc >packed; $KINGSCAN moves - <packed | wc -l\n"
               "$KINGSCAN diff 1 packed --engine \"$KINGSCAN uci\" | cut -d: -f 1\n"
               "printf '3\\t7k/8/8/8/8/8/8/K7 b - -\\n' | gzip | $KINGSCAN perft 1 --units\n"
               "$KINGSCAN check --count packed | xz >counts; $KINGSCAN check --sum counts counts | tail -n 1",
               0, "3\n1 position to depth 1, 3 nodes\n9\ntotal\t2\t100.00%\n", "");
}

Test(compressed, no_decompress_leaves_them_as_they_are) {
    expect_run(
        IN_NEW_DIRECTORY
        "echo x | gzip >packed; $KINGSCAN check --no-decompress packed; echo $?\n"
        "$KINGSCAN diff --no-decompress 1 packed --engine \"$KINGSCAN uci\" 2>&1 | head -n 1\n"
        "$KINGSCAN perft --no-decompress --units 1 <packed 2>&1 | head -n 1",
        0,
        "2\n"
        "kingscan diff: packed: this is gzip, not FEN or EPD; read it by: gzip -dc packed | ...\n"
        "kingscan perft: -: this is gzip, not FEN or EPD; read it by: gzip -dc | ...\n",
        "kingscan check: packed: this is gzip, not FEN, EPD or PGN; read it by: gzip -dc packed | ...\n");
}

/* ---- Failures ---- */

/* The lines that came out before the cut count, but for the last, which may be cut too. */
Test(compressed, a_file_that_is_cut_short) {
    expect_run(WITH_POSITIONS "head -n 6000 \"$positions\" >plain\n" FOR_EACH_TOOL
                              "$tool -c plain | head -c 30000 >cut; $KINGSCAN check cut >out 2>err; echo "
                              "$tool $?; cut -c 1-40 err\n"
                              "$KINGSCAN check plain | head -n $(wc -l <out) | cmp - out; done",
               0,
               "gzip 2\nkingscan check: cut: gzip: stdin: unexpe\n"
               "bzip2 2\nkingscan check: cut: bzip2: Compressed f\n"
               "xz 2\nkingscan check: cut: xz: (stdin): Unexpe\n"
               "zstd 2\nkingscan check: cut: zstd: /*stdin*\\ : R\n"
               "lz4 2\nkingscan check: cut: lz4: Error 68 : Unf\n",
               "");
    expect_run(IN_NEW_DIRECTORY
               "echo '" CHECK_FEN "' | zstd -qc | head -c 20 >cut.zst\n"
               "$KINGSCAN check cut.zst; echo $?; $KINGSCAN diff 1 cut.zst --engine \"$KINGSCAN uci\"\n"
               "echo $?; $KINGSCAN perft 1 --units <cut.zst; echo $?",
               0, "2\n2\n2\n",
               "kingscan check: cut.zst: zstd: /*stdin*\\ : Read error (39) : premature end\n"
               "kingscan diff: cut.zst: zstd: /*stdin*\\ : Read error (39) : premature end\n"
               "kingscan perft: -: zstd: /*stdin*\\ : Read error (39) : premature end\n");
}

Test(compressed, a_tool_that_is_missing) {
    expect_run(
        IN_NEW_DIRECTORY
        "echo '" CHECK_FEN "' >good; zstd -q good\n"
        "PATH=$d $KINGSCAN check good.zst good; echo $?; PATH=$d $KINGSCAN check <good.zst; echo $?",
        0, CHECK_LINE "2\n2\n",
        "kingscan check: good.zst: expected the program zstd, which decompresses this file; it is not "
        "installed\n"
        "kingscan check: -: expected the program zstd, which decompresses this file; it is not installed\n");
}

/* Puts another gzip before the real one: the shell script $script. */
#define OTHER_GZIP                                                                                           \
    IN_NEW_DIRECTORY                                                                                         \
    "{ echo '#!/bin/sh'; echo \"$script\"; } >gzip; chmod +x gzip; PATH=$d:$PATH; export PATH\n"

Test(compressed, a_tool_that_fails_in_its_own_way) {
    static const struct {
        const char *script, *out, *err;
    } tools_that[] = {
        {"exit 3", "2\n", "kingscan check: -: gzip ended by status 3\n"},
        {"kill -9 $$", "2\n", "kingscan check: -: gzip ended by signal 9\n"},
        {"echo >&2; echo '  no\tmore' >&2; echo late >&2; exit 1", "2\n",
         "kingscan check: -: gzip: no\\x09more\n"},
        {"echo a warning >&2; echo '" SAFE_FEN "'", SAFE_LINE "0\n", ""},
    };
    for (size_t i = 0; i < LENGTH(tools_that); i++) {
        char settings[256];
        snprintf(settings, sizeof settings, "script=\"%s\"",
                 i == 1 ? "kill -9 \\$\\$" : tools_that[i].script);
        expect_run_with(settings, OTHER_GZIP "printf '\\037\\213' | $KINGSCAN check; echo $?", 0,
                        tools_that[i].out, tools_that[i].err);
    }
    expect_run(IN_NEW_DIRECTORY "mkdir gzip; printf '\\037\\213' | PATH=$d $KINGSCAN check; echo $?", 0,
               "2\n", "kingscan check: -: gzip ended by status 126\n");
}

/* ---- Ending early ---- */

/* The tool never ends by itself: it goes with the program, and no output keeps it waiting. */
Test(compressed, nothing_hangs_when_reading_ends_early) {
    expect_run_with(
        "script='echo $$ >>pids; exec yes x'",
        OTHER_GZIP
        "printf '\\037\\213' >packed\n"
        "$KINGSCAN check --stop-after 1 packed 2>/dev/null; echo $?\n"
        "cat packed | $KINGSCAN check --stop-after 1 2>/dev/null; echo $?\n"
        "$KINGSCAN check --max-errors 0 packed 2>&1 | head -n 1\n"
        "sleep 0.5; for pid in $(cat pids); do kill -0 $pid 2>/dev/null && echo $pid runs; done; wc -l <pids",
        0, "1\n1\npacked:1:1: " NO_PLACEMENT "3\n", "");
}

/* The writer of the pipe stays; the feeder of the tool waits for it, and goes with the program. */
Test(compressed, a_pipe_whose_writer_stays) {
    expect_run(
        WITH_POSITIONS
        "mkfifo pipe; { { echo x; cat \"$positions\"; } | gzip -c; exec sleep 50; } >pipe & writer=$!\n"
        "$KINGSCAN check --stop-after 1 <pipe; echo $?; kill $writer",
        0, "1\n", "-:1:1: " NO_PLACEMENT "kingscan check: stopped after 1 rejected line\n");
}

/* The end of the tool counts, not that of the pipe. */
Test(compressed, a_tool_that_fails_before_the_pipe_ends) {
    expect_run_with("script='exit 3'",
                    OTHER_GZIP "mkfifo pipe; { printf '\\037\\213'; exec sleep 50; } >pipe & writer=$!\n"
                               "$KINGSCAN check <pipe; echo $?; kill $writer",
                    0, "2\n", "kingscan check: -: gzip ended by status 3\n");
}

Test(compressed, ctrl_c_ends_the_run) {
    expect_run_with(
        "script='echo " SAFE_FEN "; exec sleep 50'",
        OTHER_GZIP
        "printf '\\037\\213' >packed; " INTERRUPTIBLE
        "$KINGSCAN check packed 2>/dev/null & pid=$!; sleep 0.5; kill -INT $pid; wait $pid; echo $?",
        0, SAFE_LINE "130\n", "");
}
