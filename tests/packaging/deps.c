/* Tests `make deps`: the packages that each goal needs, and those of them that are installed. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(deps, .disabled = SANITIZED);

/* ---- The needs of a goal ---- */

/* Prints the purposes for which `make GOALS` would install packages, without installing them. */
#define PURPOSES(goals)                                                                                      \
    "make -n -o test -o test-all -o test-windows -o lint " goals " | sed -n 's|^packaging/deps.sh ||p'"

Test(deps, building_needs_the_least) {
    expect_run(PURPOSES("deps run"), 0, "run\n", "");
    expect_run(PURPOSES("deps all"), 0, "run\n", "");
    expect_run(PURPOSES("deps install"), 0, "run\n", "");
}

Test(deps, tests_and_benchmarks_need_their_own) {
    expect_run(PURPOSES("deps test"), 0, "run test\n", "");
    expect_run(PURPOSES("deps lint"), 0, "run test\n", "");
    expect_run(PURPOSES("deps bench"), 0, "run bench\n", "");
    expect_run(PURPOSES("deps fuzz"), 0, "run test\n", "");
    expect_run(PURPOSES("deps deb"), 0, "run packages\n", "");
    expect_run(PURPOSES("deps wasm"), 0, "run wasm\n", "");
    expect_run(PURPOSES("deps javascript"), 0, "run wasm\n", "");
    expect_run(PURPOSES("deps test-javascript"), 0, "run test javascript wasm\n", "");
    expect_run(PURPOSES("deps page"), 0, "run wasm\n", "");
    expect_run(PURPOSES("deps test-browser"), 0, "run test browser site wasm\n", "");
}

#define ALL_STAGES                                                                                           \
    "aarch64 afl attack browser consumers i386 javascript macos packages peers riscv64 scale site "          \
    "wasm windows"
#define STAGES                                                                                               \
    "aarch64|afl|attack|browser|consumers|i386|javascript|macos|packages|peers|riscv64|scale|site|static|"   \
    "wasm|wheel|windows"

Test(deps, stages_of_the_tests_need_their_own) {
    expect_run(PURPOSES("deps test-windows"), 0, "run test windows\n", "");
    expect_run(PURPOSES("deps release"), 0, "run macos static wasm wheel windows\n", "");
    expect_run(PURPOSES("deps test-macos"), 0, "run test macos\n", "");
    expect_run(PURPOSES("deps static"), 0, "run static\n", "");
    expect_run(PURPOSES("deps test-all"), 0, "run test " ALL_STAGES "\n", "");
    expect_run(PURPOSES("deps mutants"), 0, "run test i386\n", "");
    expect_run(PURPOSES("deps prove"), 0, "run test\n", "");
    expect_run(PURPOSES("deps prove FULL=1"), 0, "run test attack\n", "");
}

Test(deps, without_another_goal_it_serves_all_of_these) {
    expect_run(PURPOSES("deps"), 0, "run test bench\n", "");
    expect_run(PURPOSES("deps-dev"), 0, "run test bench " ALL_STAGES "\n", "");
}

/* The table of packages, as passed to the script. */
#define TABLE "sed -n '/^define PACKAGES/,/^endef/p' packaging/packages.mk | grep -v '^define\\|^endef'"

Test(deps, building_needs_a_compiler_and_an_assembler) {
    expect_run(TABLE " | awk '$1 == \"run\" { print $2 }'", 0, "gcc\nlibc6-dev\nnasm\n", "");
}

Test(deps, every_row_names_a_package_of_each_system) {
    expect_run(TABLE " | awk 'NF != 5 || $1 !~ /^(run|test|bench|" STAGES ")$/ || $2 == \"-\"'", 0, "", "");
}

/* ---- Installed packages ---- */

/* A system with only b installed, which prints the commands that it gets. user: the number of the user who
 * runs the script. */
#define SYSTEM(user)                                                                                         \
    "script=$PWD/packaging/deps.sh\n" IN_NEW_DIRECTORY "program() { cat >bin/$1; chmod +x bin/$1; }\n"       \
    "mkdir bin; for tool in sh awk grep env; do ln -s $(command -v $tool) bin; done\n"                       \
    "echo 'echo " user "' | program id\n"                                                                    \
    "echo '#!/bin/sh\ntest \"$3\" != b || echo install ok installed' | program dpkg-query\n"                 \
    "echo '#!/bin/sh\necho apt-get $*' | program apt-get\n"                                                  \
    "export TABLE='run a fa aa ha\nrun b fb ab hb\ntest c fc,fd - hc\ntest a fa aa ha'\n"

#define SPARING " -o APT::Keep-Downloaded-Packages=false -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache="

Test(deps, missing_packages_are_installed) {
    expect_run(SYSTEM("0") "PATH=bin $script run test", 0,
               "Installing: a c\napt-get update -qq" SPARING
               "\napt-get install -y --no-install-recommends -qq" SPARING " a c\n",
               "");
    expect_run(SYSTEM("0") "PATH=bin $script run", 0,
               "Installing: a\napt-get update -qq" SPARING
               "\napt-get install -y --no-install-recommends -qq" SPARING " a\n",
               "");
}

Test(deps, nothing_is_done_when_nothing_is_missing) {
    expect_run(SYSTEM("1000") "TABLE='run b - - -'; PATH=bin $script run", 0, "", "");
}

Test(deps, provided_packages_are_there) {
    expect_run(
        SYSTEM("1000") "echo '#!/bin/sh\ntest $# -gt 2 || echo \"installed, x, c (= 2), a,\"' | program "
                       "dpkg-query\nTABLE='run a - - -\ntest c - - -'; PATH=bin $script run test",
        0, "", "");
    expect_run(
        SYSTEM("1000") "echo '#!/bin/sh\ntest $# -gt 2 || echo \"removed, a,\ninstalled, ba, a-dev,\"' | "
                       "program dpkg-query\nTABLE='run a - - -'; PATH=bin $script run",
        1, "", "make deps: run as root, or install sudo; missing: a\n");
}

Test(deps, users_other_than_root_need_sudo) {
    expect_run(SYSTEM("1000") "PATH=bin $script run", 1, "",
               "make deps: run as root, or install sudo; missing: a\n");
    expect_run(SYSTEM("1000") "echo '#!/bin/sh\necho sudo; \"$@\"' | program sudo; PATH=bin $script run", 0,
               "Installing: a\nsudo\napt-get update -qq" SPARING "\n"
               "sudo\napt-get install -y --no-install-recommends -qq" SPARING " a\n",
               "");
}

Test(deps, elsewhere_packages_are_named) {
    expect_run(SYSTEM("0") "rm bin/apt-get; PATH=bin $script run test", 1, "",
               "make deps: there is no apt here; install what these hold\n"
               "Debian   apt install a b c\n"
               "Fedora   dnf install fa fb fc fd\n"
               "Arch     pacman -S aa ab\n"
               "Homebrew brew install ha hb hc\n");
}
