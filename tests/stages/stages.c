/* Tests the stages of `make test`: a line each, the log of one that fails, and the table with what was
 * skipped. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(stages, .disabled = SANITIZED);

/* Stands for make: the goal test-NAME runs the stage NAME, which is a script here. */
#define STAGES                                                                                               \
    "stages=$PWD/tests/stages; " IN_NEW_DIRECTORY "unset KEEP_GOING NO_SKIPS; export BUILD=build\n"          \
    "cat >make <<END\n#!/bin/sh\nname=\\${2#test-}; $stages/stage.sh \\$name sh ./\\$name\nEND\n"            \
    "chmod +x make\n"                                                                                        \
    "echo 'echo \"[====] Tested: 40 | Passing: 39\"; echo \"=> 2 fuzzers\"' >good\n"                         \
    "echo 'seq 100; echo \"  gcc\tc/core/board.c\"; exit 3' >bad\n"                                          \
    "echo 'for test in one two; do echo \"$TEST_STAGE: suite/$test: it needs $1\" >>$TEST_SKIPPED; done' "   \
    ">partial\n"                                                                                             \
    "echo 'echo \"lacking: all/one: this machine is old\" >>$TEST_SKIPPED' >lacking\n"                       \
    "run() { \"$stages/stages.sh\" 'two stages' ./make \"$@\" >out; status=$?; \\\n"                         \
    "sed -e 's/^..:..:../TIME/; s/ *[0-9]* s\\b/ N s/; s/[ 0-9]* MB/ N MB/' \\\n"                            \
    "-e 's/^\\([a-z]* *[a-zA-Z]*\\) *[0-9][0-9]* *[0-9][0-9]*  /\\1 N  /' out; return $status; }\n"

Test(stages, a_line_each_and_a_table) {
    expect_run(
        STAGES "run good", 0,
        "two stages\nTIME  good       ok N s  40 tests, 2 fuzzers\n\nstage      result seconds    busy\n"
        "good       ok N  40 tests, 2 fuzzers\nall        ok N MB in build/\n\n"
        "Nothing was skipped.\n",
        "");
}

/* Each waits for a file of the other; the table has them in the order of the call. */
Test(stages, two_run_side_by_side) {
    expect_run(STAGES
               "wait_for() { echo \"touch here-$1; n=0; until [ -e here-$2 ]; do n=\\$((n + 1)); \"\\\n"
               "\"[ \\$n -lt 100 ] || exit 1; sleep 0.1; done; sleep $3; exit $4\" >$1; }\n"
               "wait_for a b 0.5 0; wait_for b a 0 3\n"
               "run a+b good >said; echo $?; sed -n '/^stage/,/^all/p' said; KEEP_GOING=1 run good a+b "
               "partial | sed -n '/^stage/,/^all/p' | cut -c 1-17",
               0,
               "1\nstage      result seconds    busy\na          ok N  \nb          FAILED N  \n"
               "all        FAILED N MB in build/\nstage      result\ngood       ok N  \na          ok N  \n"
               "b          FAILED\npartial    ok N  \nall        FAILED\n",
               "");
}

/* Those of the Makefile, and those of the workflow for continuous integration. */
Test(stages, the_workflow_runs_each) {
    expect_run("made=$(make -s --no-print-directory --eval 'these: ; @echo $(STAGES) $(MORE_STAGES)' these)\n"
               "run=$(awk '/stage: \\[/ { found = 1 } found { print } /\\]/ && found { exit }' "
               ".github/workflows/ci.yml | sed 's/.*\\[//; s/\\].*//' | tr -d '\\n ' | tr , ' ')\n"
               "[ \"$made\" = \"$run\" ] || echo \"make: $made; workflow: $run\"",
               0, "", "");
}

/* A job has a machine and steps, and waits for jobs that there are; a step runs something. */
#define READ_WORKFLOWS                                                                                       \
    "check() { python3 - \"$@\" <<'END'\n"                                                                   \
    "import sys, yaml\n"                                                                                     \
    "for name in sys.argv[1:]:\n"                                                                            \
    "    try:\n"                                                                                             \
    "        file = yaml.safe_load(open(name))\n"                                                            \
    "        jobs = file['jobs']\n"                                                                          \
    "        assert True in file, 'it has no on:, which YAML reads as true'\n"                               \
    "        for job in jobs.values():\n"                                                                    \
    "            assert job['runs-on'] and job.get('needs', list(jobs)[0]) in jobs, job\n"                   \
    "            assert all(('run' in step) != ('uses' in step) for step in job['steps']), job\n"            \
    "    except (yaml.YAMLError, KeyError, TypeError, AssertionError) as error:\n"                           \
    "        print(name, type(error).__name__)\n"                                                            \
    "END\n}\n"

Test(stages, workflows_can_be_read) {
    expect_run(READ_WORKFLOWS "check .github/workflows/*.yml", 0, "", "");
    expect_run(READ_WORKFLOWS "workflow=$PWD/.github/workflows/ci.yml; " IN_NEW_DIRECTORY
                              "sed 's/needs: windows-build/needs: nobody/' $workflow >needs\n"
                              "sed 's/^  macos:/ macos:/' $workflow >indent\n"
                              "sed '/runs-on: $.. matrix.machine/d' $workflow >machine\n"
                              "check needs indent machine",
               0, "needs AssertionError\nindent ParserError\nmachine KeyError\n", "");
}

Test(stages, the_log_of_a_stage_that_fails_is_shown) {
    expect_run(
        STAGES "run bad good | sed -n '2,4p; /^99/,$p'", 0,
        "TIME  bad        FAILED N s  \n61\n62\n99\n100\nThe whole log of this stage: "
        "build/log/bad.log\n\nstage      result seconds    busy\nbad        FAILED N  \n"
        "all        FAILED N MB in build/\n\nbad has failed:\n"
        "77\n78\n79\n80\n81\n82\n83\n84\n85\n86\n87\n88\n89\n90\n91\n92\n93\n94\n95\n96\n97\n98\n99\n100\n"
        "The whole log of this stage: build/log/bad.log\n",
        "");
    expect_run(STAGES "run bad good >/dev/null", 1, "", "");
    expect_run(STAGES "KEEP_GOING=1 run bad good | grep -c '^good'; KEEP_GOING=1 run bad good >/dev/null", 1,
               "1\n", "");
}

/* What a test said, and the command that repeats it, are the last lines. */
Test(stages, failed_tests_are_shown_last) {
    expect_run(STAGES "cat >criterion <<'END'\n"
                      "echo '[----] Criterion v2'; echo '[PASS] a::good: (0.01s)'\n"
                      "for test in one two three four; do\n"
                      "echo '[----] tests/a.c:9: Assertion Failed'\n"
                      "echo '[----]   3 of '$test; echo '[RUN ] b::c'; echo '[PASS] b::c: (0s)'\n"
                      "echo \"[FAIL] a::$test: (0.02s)\"\n"
                      "done; seq 90; exit 1\n"
                      "END\n"
                      "run criterion >said; sed -n '/Assertion/,/whole/p; /whole/q' said; tail -n 3 said",
               0,
               "[----] tests/a.c:9: Assertion Failed\n[----]   3 of one\n[FAIL] a::one: (0.02s)\n"
               "[----] tests/a.c:9: Assertion Failed\n[----]   3 of two\n[FAIL] a::two: (0.02s)\n"
               "[----] tests/a.c:9: Assertion Failed\n[----]   3 of three\n[FAIL] a::three: (0.02s)\n"
               "... and 1 more\nrepeat it: build/check --filter \"a/one\"\n"
               "The whole log of this stage: build/log/criterion.log\n"
               "... and 1 more\nrepeat it: build/check --filter \"a/one\"\n"
               "The whole log of this stage: build/log/criterion.log\n",
               "");
}

/* Elsewhere than on a terminal, a line every ten seconds. */
Test(stages, a_stage_says_how_far_it_is) {
    expect_run(
        STAGES
        "cat >slow <<'END'\n"
        "echo '  gcc\tc/a.c'; echo '  ar\ta.a'\n"
        "echo '[====] 40 tests to run'; echo '[PASS] a::b: (0s)'; echo '[SKIP] a::c: Test is disabled'\n"
        "echo '[FAIL] a::d: (0s)'; echo '[====] 2 tests to run'; echo 'ok 1 - a test of Node'\n"
        "echo '[+/3] cases'; echo '[+] mutants'; echo '[+/3] cases'; sleep 11\n"
        "END\n"
        "TO_MAKE=7 run slow | sed -n 2p; sed -i 's/^sleep.*//; s/11/0; exit 1/' slow; run slow | grep -F +",
        1, "TIME  slow N s  2 of 7 files made, 2 of 42 tests, 1 tests of Node, 2 of 3 cases, 1 mutants\n",
        "");
}

/* make -n runs nothing. */
Test(stages, nothing_runs_when_nothing_is_to_be_made) {
    expect_run(STAGES "MAKEFLAGS='n --no-print-directory'; export MAKEFLAGS; run good; cat out; ls", 0,
               "bad\ngood\nlacking\nmake\nout\npartial\n", "");
}

Test(stages, skipped_tests_are_listed_with_their_reasons) {
    expect_run(STAGES "run partial good | sed -n '/^Skipped/,$p'; cat build/skipped", 0,
               "Skipped, one by one in build/skipped:\n  partial: suite (2): it needs \n"
               "partial: suite/one: it needs \npartial: suite/two: it needs \n",
               "");
    expect_run(STAGES "NO_SKIPS=1 run partial | tail -n 1; NO_SKIPS=1 run partial >/dev/null", 1,
               "Tests were skipped that should run here.\n", "");
    expect_run(STAGES "NO_SKIPS=1 run lacking >/dev/null", 0, "", "");
}
