/* Tests the callers in examples/, built and run as their own comments say. */
#include <criterion/criterion.h>

#include "kingscan.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(examples, .disabled = SANITIZED);

#define PROGRAM(name) BUILD "/examples/" name

Test(examples, an_engine_agrees_with_kingscan) {
    expect_run(PROGRAM("engine") " 200000", 0,
               "the engine and Kingscan " KS_VERSION " agree on 200000 boards\n", "");
}

Test(examples, an_engine_with_a_bug_is_found_out) {
    expect_run("d=$(mktemp -d) && trap 'rm -rf \"$d\"' EXIT\n"
               "g++ -DBUG -I" BUILD "/vendor examples/engine.cpp " BUILD
               "/examples/engine-objects/*.o -o $d/engine && "
               "{ $d/engine; echo $?; } | grep -cE '^(a (white|black) king on [a-h][1-8]: the engine says "
               "[01], Kingscan "
               "[01]|1|( [.PNBRQKpnbrqk]){8})$'",
               0, "10\n", "");
}

Test(examples, nasm_by_system_v) {
    expect_run(PROGRAM("system_v"), 0, "checker on e8\npinned on f2\n", "");
}

Test(examples, nasm_by_cdecl) {
    need_i386_programs();
    expect_run(PROGRAM("cdecl"), 0, "in check: 1, by the piece on e8\n", "");
}

Test(examples, rust) {
    need_more("command -v rustc && test -e " PROGRAM("caller"), "rustc");
    expect_run(PROGRAM("caller"), 0,
               "white in check: true, from d3\nblack in check: false\nboth at once: 01\n", "");
}
