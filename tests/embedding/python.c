/* Tests the Python module: its own tests, its wheel, and pip. A comparison with python-chess is in
 * bindings/python/tests/. */
#include <criterion/criterion.h>

#include "kingscan.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

#define SITE BUILD "/python/site"

static void need_module(void) {
    need("test -e " SITE "/built && python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))'",
         "the Python module (make python)");
}

TestSuite(python, .init = need_module, .disabled = SANITIZED);

/* Runs a file of bindings/python/tests. */
#define RUN(tests)                                                                                           \
    "BUILD=" BUILD " KINGSCAN=" BUILD "/kingscan PYTHONPATH=" SITE                                           \
    " python3 bindings/python/tests/test_" tests ".py 2>&1 | tail -n 1 | cut -c 1-2"

Test(python, its_own_tests_pass) {
    expect_run(RUN("kingscan"), 0, "OK\n", "");
}

Test(python, positions) {
    expect_run(RUN("position"), 0, "OK\n", "");
}

Test(python, boards_with_the_values_of_python_chess) {
    expect_run(RUN("chess"), 0, "OK\n", "");
}

Test(python, games_read_and_written) {
    expect_run(RUN("pgn"), 0, "OK\n", "");
}

/* The modules above kingscan.chess. */
Test(python, games_books_and_engines_as_in_python_chess) {
    expect_run(RUN("chess_pgn"), 0, "OK\n", "");
}

Test(python, exchanges) {
    expect_run(RUN("exchange"), 0, "OK\n", "");
}

Test(python, tables_and_columns) {
    expect_run(RUN("results"), 0, "OK\n", "");
}

Test(python, what_it_is_given) {
    expect_run(RUN("inputs"), 0, "OK\n", "");
}

Test(python, training_data) {
    expect_run(RUN("data"), 0, "OK\n", "");
}

Test(python, inputs_of_nets) {
    expect_run(RUN("features"), 0, "OK\n", "");
}

Test(python, games_of_every_variant) {
    expect_run(RUN("rounds"), 0, "OK\n", "");
}

Test(python, diff_as_a_function) {
    expect_run(RUN("diff"), 0, "OK\n", "");
}

/* Each example of the page gives what the page says; the table of times has the rows of the benchmark. */
Test(python, the_page) {
    expect_run("PYTHONPATH=" SITE " python3 -m doctest docs/python.md", 0, "", "");
    expect_run("sed -n 's/^ *@row(\"\\(.*\\)\".*/| \\1 |/p' bindings/python/bench.py >" BUILD "/python/rows; "
               "grep -c . " BUILD "/python/rows; grep -cF -f " BUILD "/python/rows docs/from-python-chess.md",
               0, "14\n14\n", "");
}

Test(python, the_wheel) {
    expect_run(RUN("wheel"), 0, "OK\n", "");
}

/* `pip install bindings/python`, as a user types it, but without the network: no more than pip itself is
 * needed, and the module contains the library. */
#define PIP_INSTALL(settings)                                                                                \
    IN_NEW_DIRECTORY                                                                                         \
    "site=$PWD; cd \"$OLDPWD\"; unset WERROR MAKEFLAGS MAKELEVEL; " settings "\n"                            \
    "python=$(make -s --no-print-directory python-is)\n"                                                     \
    "$python -m pip --disable-pip-version-check -v install --no-index --root-user-action=ignore --target "   \
    "\"$site\" bindings/python >\"$site/log\" 2>&1 || cat \"$site/log\"\n"

#define USE                                                                                                  \
    "cd / && env -i PYTHONPATH=\"$site\" $python -c 'import kingscan; print(kingscan.__version__, "          \
    "kingscan.Position().perft(3))' && \"$site/kingscan/bin/kingscan\" perft 3\n"

#define USED KS_VERSION " 8902\n8902\n"

Test(python, pip_installs_the_folder) {
    leave_to_test_all("it compiles the library again");
    expect_run(PIP_INSTALL("export CFLAGS='-O0 -DKS_QUICK_TO_COMPILE'") USE
               "grep -c 'no library was compiled' \"$site/log\"",
               1, USED "0\n", "");
}

/* Nothing but the module is compiled. */
Test(python, pip_takes_the_library_that_make_has_built) {
    leave_to_test_all("it compiles the module");
    expect_run(PIP_INSTALL("make -q build/libkingscan.a build/kingscan || echo 'build/ is of other sources'")
                   USE "grep -o '[^/]*/libkingscan.a is taken' \"$site/log\"\n"
                       "grep '	c/' \"$site/log\" | grep -v '	c/game/common/'",
               1, USED "build/libkingscan.a is taken\n", "");
}

Test(python, pip_takes_the_library_that_a_variable_names) {
    leave_to_test_all("it compiles the module");
    expect_run(PIP_INSTALL("export KINGSCAN_LIBRARY=$PWD/" BUILD "/libkingscan.a CFLAGS=-O0") USE
               "grep -o '[^/]*/libkingscan.a is taken' \"$site/log\"\n"
               "grep -c '	c/\\(core\\|rules\\|variant\\|game/pgn\\)/' \"$site/log\"",
               1, USED "build/libkingscan.a is taken\n0\n", "");
    expect_run("KINGSCAN_LIBRARY=none.a python3 -m pip --disable-pip-version-check install --no-index "
               "--target " BUILD "/python/none bindings/python 2>&1 | grep -o 'KINGSCAN_LIBRARY=.*'",
               0, "KINGSCAN_LIBRARY=none.a: no such file; expected the whole path of libkingscan.a\n", "");
}

/* pip shows what keeps the module from being built, in a line of its own. */
Test(python, pip_says_what_is_missing) {
    expect_run(
        "python=$(make -s --no-print-directory python-is)\n"
        "CC=no-such-compiler $python -m pip --disable-pip-version-check install --no-index --no-cache-dir "
        "--root-user-action=ignore --target " BUILD "/python/none bindings/python 2>&1 | "
        "grep -c '^ *kingscan: no-such-compiler: no such program; on Debian: apt install gcc$'",
        0, "1\n", "");
}
