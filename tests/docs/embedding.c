/* Tests the ways of docs/embedding.md, exactly as on the page. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(embedding, .disabled = SANITIZED);

/* A directory like a clone; block LANGUAGE NUMBER prints one of the page's fenced blocks, and run NUMBER runs
 * one of shell. (Settings of a make that runs the tests are removed. Installations run one at a time, since
 * they write files into the build.) */
#define LIKE_A_READER                                                                                        \
    "top=$PWD; build=$(cd " BUILD " && pwd)\n" IN_NEW_DIRECTORY                                              \
    "clone=$PWD; for entry in \"$top\"/*; do case ${entry##*/} in build*) ;; *) ln -s \"$entry\" .;; esac; " \
    "done\n"                                                                                                 \
    "ln -s \"$build\" build\n"                                                                               \
    "make() { flock \"$top/Makefile\" env -u MAKEFLAGS -u MFLAGS make -s --no-print-directory \"$@\" >made " \
    "|| cat made; }\n"                                                                                       \
    "block() { awk -v fence=\"\\`\\`\\`$1\" -v number=\"$2\" '"                                              \
    "/^```/ { inside = !inside && $0 == fence && ++count == number; next } inside' "                         \
    "\"$clone/docs/embedding.md\"; }\n"                                                                      \
    "run() { eval \"$(block sh \"$1\")\"; }\n"                                                               \
    "expect() { block text \"$1\" >\"$clone/expected\"; diff \"$clone/expected\" -; }\n"

Test(embedding, a_folder_among_your_sources) {
    expect_run(LIKE_A_READER "mkdir engine; block cpp 1 >engine/engine.cpp; run 1 | expect 1", 0, "", "");
}

Test(embedding, the_library) {
    need("command -v pkg-config", "pkg-config");
    expect_run(LIKE_A_READER "block c 1 >engine.c; run 2 | expect 2", 0, "", "");
}

Test(embedding, assembly) {
    expect_run(LIKE_A_READER "run 3 | expect 3", 0, "", "");
}

Test(embedding, rust) {
    need_more("command -v rustc", "rustc");
    expect_run(LIKE_A_READER "run 4 | expect 4", 0, "", "");
}

/* tests/embedding/python.c tests pip; here the module is already installed. */
Test(embedding, the_python_module) {
    need("test -e " BUILD "/python/site/built", "the Python module (make python)");
    expect_run(
        LIKE_A_READER
        "python3() { test \"$*\" = '-m pip install bindings/python' && test -e \"$4/pyproject.toml\" &&\n"
        "export PYTHONPATH=$build/python/site; }\n"
        "run 5; block python 1 | env python3 - | expect 5",
        0, "", "");
}

Test(embedding, keep_yours_and_have_it_tested) {
    expect_run(LIKE_A_READER "block c 2 >mine.c; { run 6 2>said; test $? = 1 || cat said; } | expect 6", 0,
               "", "");
}

/* The page shows the examples as they are. */
Test(embedding, a_search_in_c) {
    expect_run(LIKE_A_READER "block c 3 >search.c; cmp search.c examples/search.c; run 7 | expect 7", 0, "",
               "");
}

/* Here with one build of the rules, which is not optimized: tests/embedding/vendored_rules.c compiles them
 * all. */
#define COMPILED_SOON LIKE_A_READER "cc() { command cc -DKS_ONE_BUILD \"$@\" -O0; }\n"

Test(embedding, the_rules_in_a_folder) {
    expect_run(COMPILED_SOON "mkdir engine; block c 4 >engine/rules.c; run 9 | expect 9", 0, "", "");
}

Test(embedding, boards_and_codes_of_other_programs) {
    expect_run(COMPILED_SOON "mkdir engine; block c 5 >engine/boards.c; run 10 | expect 10", 0, "", "");
}

Test(embedding, without_a_call) {
    need("grep -qw avx2 /proc/cpuinfo", "a processor with AVX2");
    expect_run(LIKE_A_READER "block c 6 >squares.c; run 11 | expect 11", 0, "", "");
}

Test(embedding, the_search_in_cxx) {
    expect_run(LIKE_A_READER "block cpp 2 >search.cpp; cmp search.cpp examples/search.cpp; run 8 | expect 8",
               0, "", "");
}

/* The page shows a part of the example: each of its lines, in order. */
Test(embedding, chess_and_variants_in_one_program) {
    expect_run(LIKE_A_READER
               "block c 7 >part; test -s part || echo no part; diff part examples/both.c | grep '^<'\n"
               "cc() { command cc -Wall -Wextra -pedantic -Werror \"$@\"; }; run 12 | expect 12",
               0, "", "");
}
