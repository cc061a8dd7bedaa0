/* The Python module, as pip installs it: its own tests and its wheel. bindings/python/tests/ has a comparison
 * with python-chess. */
#include <criterion/criterion.h>

#include "kingscan.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

#define SITE BUILD "/python/site"

static void need_module(void) {
    need("test -e " SITE "/built && python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'",
         "the Python module (make python)");
}

TestSuite(python, .init = need_module, .disabled = SANITIZED);

Test(python, its_own_tests_pass) {
    expect_run("PYTHONPATH=" SITE
               " python3 bindings/python/tests/test_kingscan.py 2>&1 | tail -n 1 | cut -c 1-2",
               0, "OK\n", "");
}

/* `pip install bindings/python`, as a user types it, but without the network: the module contains the
 * library. */
Test(python, pip_installs_the_folder) {
    leave_to_test_all("it compiles the library again");
    expect_run(IN_NEW_DIRECTORY
               "site=$PWD; cd \"$OLDPWD\"; export CFLAGS=-O0\n"
               "$(make -s --no-print-directory python-is) -m pip --disable-pip-version-check -q install "
               "--no-index --no-deps --no-build-isolation --root-user-action=ignore --target \"$site\" "
               "bindings/python && cd / && env -i PYTHONPATH=\"$site\" python3 -c 'import kingscan; "
               "print(kingscan.__version__, kingscan.Position().perft(3))'",
               0, KS_VERSION " 8902\n", "");
}

Test(python, the_wheel_is_complete) {
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
               "_kingscan.pyi\n./kingscan/games.py\n"
               "./kingscan/py.typed\n./kingscan/results.py\n./kingscan/verdict.py\n"
               "Result(verdict=<Verdict.CHECKMATE: 3>, checkers=('g7',))\n",
               "");
}
