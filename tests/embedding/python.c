/* The Python module, as pip installs it: its own tests, its wheel, and python-chess beside it. */
#include <criterion/criterion.h>

#include "kingscan.h"
#include "support/run.h"
#include "support/sanitized.h"

TestSuite(python, .disabled = SANITIZED);

#define SITE BUILD "/python/site"

/* Skips the test where a command fails. */
static void skip_unless(const char *command, const char *missing) {
    struct ran ran = run_shell(command);
    const int status = ran.status;
    free_ran(&ran);
    if (status != 0)
        cr_skip_test("%s", missing);
}

static void skip_without_module(void) {
    skip_unless("test -e " SITE "/built && python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'",
                "the Python module isn't built: see make python");
}

Test(python, its_own_tests_pass) {
    skip_without_module();
    expect_run("PYTHONPATH=" SITE
               " python3 bindings/python/tests/test_kingscan.py 2>&1 | tail -n 1 | cut -c 1-2",
               0, "OK\n", "");
}

/* `pip install bindings/python`, as a user says it, but without the network: the library comes with the
 * module. */
Test(python, pip_installs_the_folder) {
    skip_without_module();
    expect_run(IN_NEW_DIRECTORY
               "site=$PWD; cd \"$OLDPWD\"; export CFLAGS=-O0\n"
               "$(make -s --no-print-directory python-is) -m pip --disable-pip-version-check -q install "
               "--no-index --no-deps --no-build-isolation --root-user-action=ignore --target \"$site\" "
               "bindings/python && cd / && env -i PYTHONPATH=\"$site\" python3 -c 'import kingscan; "
               "print(kingscan.__version__, kingscan.Position().perft(3))'",
               0, KS_VERSION " 8902\n", "");
}

Test(python, the_wheel_is_complete) {
    skip_without_module();
    expect_run("wheels=$(cd " BUILD "/wheels && pwd)\n" //
               IN_NEW_DIRECTORY
               "cd \"$wheels\" && ls *.whl; cd \"$d\" && python3 -m zipfile -e \"$wheels\"/*.whl . && "
               "find . -type f | sort && env -i PYTHONPATH=. python3 -c 'import kingscan; "
               "print(kingscan.check([\"7k/6Q1/6K1/8/8/8/8/8 b - -\"])[0])'",
               0,
               "kingscan-" KS_VERSION "-cp311-abi3-linux_x86_64.whl\n./kingscan-" KS_VERSION
               ".dist-info/METADATA\n./kingscan-" KS_VERSION ".dist-info/RECORD\n./kingscan-" KS_VERSION
               ".dist-info/WHEEL\n./kingscan-" KS_VERSION
               ".dist-info/top_level.txt\n./kingscan/__init__.py\n./kingscan/_kingscan.abi3.so\n./kingscan/"
               "_kingscan.pyi\n"
               "./kingscan/py.typed\n./kingscan/results.py\n./kingscan/verdict.py\n"
               "Result(verdict=<Verdict.CHECKMATE: 3>, checkers=('g7',))\n",
               "");
}

Test(python, python_chess_says_the_same) {
    skip_without_module();
    skip_unless("python3 -c 'import chess'", "python-chess is missing");
    expect_run("PYTHONPATH=" SITE
               " python3 bindings/python/tests/against_python_chess.py tests/data/positions.epd | head -n 1",
               0, "50000 positions, no differences\n", "");
}
