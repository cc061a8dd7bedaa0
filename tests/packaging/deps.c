/* `make deps`: which packages each goal asks for, and what is installed of them. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(deps, .disabled = SANITIZED);

/* ---- What a goal needs ---- */

/* The purposes for which `make GOALS` would install packages, without doing it. */
#define PURPOSES(goals) "make -n -o test -o lint " goals " | sed -n 's|^packaging/deps.sh ||p'"

Test(deps, building_needs_the_least) {
    expect_run(PURPOSES("deps run"), 0, "run\n", "");
    expect_run(PURPOSES("deps all"), 0, "run\n", "");
    expect_run(PURPOSES("deps install"), 0, "run\n", "");
}

Test(deps, tests_and_benchmarks_need_their_own) {
    expect_run(PURPOSES("deps test"), 0, "run test\n", "");
    expect_run(PURPOSES("deps lint"), 0, "run test\n", "");
    expect_run(PURPOSES("deps bench"), 0, "run bench\n", "");
    expect_run(PURPOSES("deps fuzz"), 0, "run test dev\n", "");
    expect_run(PURPOSES("deps deb"), 0, "run deb\n", "");
}

Test(deps, alone_it_serves_all_of_these) {
    expect_run(PURPOSES("deps"), 0, "run test bench\n", "");
    expect_run(PURPOSES("deps-dev"), 0, "run test bench dev win\n", "");
}

/* The table of packages, as the script gets it. */
#define TABLE "sed -n '/^define PACKAGES/,/^endef/p' packaging/packages.mk | grep -v '^define\\|^endef'"

Test(deps, building_needs_a_compiler_and_an_assembler) {
    expect_run(TABLE " | awk '$1 == \"run\" { print $2 }'", 0, "gcc\nlibc6-dev\nnasm\n", "");
}

Test(deps, every_row_names_a_package_of_each_system) {
    expect_run(TABLE " | awk 'NF != 5 || $1 !~ /^(run|test|bench|dev|win|deb)$/ || $2 == \"-\"'", 0, "", "");
}

/* ---- What is installed ---- */

/* A system where b alone is installed; what it is asked to do is printed. user: the number of who runs it. */
#define SYSTEM(user)                                                                                         \
    "script=$PWD/packaging/deps.sh\n" IN_NEW_DIRECTORY "program() { cat >bin/$1; chmod +x bin/$1; }\n"       \
    "mkdir bin; for tool in sh awk grep env; do ln -s $(command -v $tool) bin; done\n"                       \
    "echo 'echo " user "' | program id\n"                                                                    \
    "echo '#!/bin/sh\ntest \"$3\" != b || echo install ok installed' | program dpkg-query\n"                 \
    "echo '#!/bin/sh\necho apt-get $*' | program apt-get\n"                                                  \
    "export TABLE='run a fa aa ha\nrun b fb ab hb\ntest c fc,fd - hc\ntest a fa aa ha'\n"

#define SPARING " -o APT::Keep-Downloaded-Packages=false -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache="

Test(deps, what_is_missing_is_installed) {
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

Test(deps, others_than_root_need_sudo) {
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
