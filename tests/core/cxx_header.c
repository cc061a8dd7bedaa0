/* Tests kingscan.hpp: each compiler takes it, in each standard from C++17 on, and the callers in
 * tests/header/ (cxx_caller.cpp, cxx_readers.cpp, cxx_chess_library.cpp) find the answers that they know. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>

#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(cxx_header, .disabled = SANITIZED);

#define STRICT " -Wall -Wextra -pedantic -Wshadow -Wconversion -Werror -Iinclude "
#define STATIC_LIBRARY BUILD "/libkingscan.a"
#define SHARED_LIBRARY BUILD "/libkingscan.so -Wl,-rpath,$PWD/" BUILD " -Wl,-rpath," BUILD

/* Compiles the callers and runs them. */
static void expect_caller(const char *compiler, const char *library) {
    char command[640];
    snprintf(command, sizeof command,
             "d=$(mktemp -d) && trap 'rm -rf \"$d\"' EXIT; for name in caller readers chess_library; do "
             "%s" STRICT "tests/header/cxx_$name.cpp %s -o $d/$name && $d/$name || exit; done",
             compiler, library);
    expect_run(command, 0, "ok\nok\nok\n", "");
}

struct compiler {
    char command[48];
};

static struct compiler compilers[] = {
    {"g++ -std=c++17"},
    {"g++ -std=c++20 -O2"},
    {"g++ -std=c++17 -fno-exceptions -fno-rtti"},
    {"clang++ -std=c++17"},
    {"clang++-19 -std=c++20 -O2"},
    {"clang++-19 -std=c++17 -fno-exceptions -fno-rtti"},
};

ParameterizedTestParameters(cxx_header, compiles_and_answers) {
    return cr_make_param_array(struct compiler, compilers, sizeof compilers / sizeof *compilers);
}

ParameterizedTest(struct compiler *compiler, cxx_header, compiles_and_answers) {
    leave_to_test_all("it compiles a caller by many standards");
    expect_caller(compiler->command, STATIC_LIBRARY);
}

Test(cxx_header, links_with_the_shared_library) {
    expect_caller("g++ -std=c++17", SHARED_LIBRARY);
}

Test(cxx_header, answers_under_sanitizers) {
    expect_caller("g++ -std=c++17 -fsanitize=address,undefined -fno-sanitize-recover=all", STATIC_LIBRARY);
}

Test(cxx_header, has_no_macros_but_its_guards) {
    expect_run(
        "grep -hE '^ *# *define' include/*.hpp include/kingscan/*.hpp | grep -vE ' KINGSCAN_([A-Z_]+_)?HPP$'",
        1, "", "");
}

Test(cxx_header, each_part_compiles_alone) {
    expect_run("for part in include/kingscan/*.hpp; do printf '#include \"%s\"\\n' ${part#include/} "
               "${part#include/} |"
               " g++ -std=c++17" STRICT "-Wold-style-cast -fsyntax-only -x c++ - && echo ${part##*/}; done",
               0, "chess_library.hpp\ndata.hpp\ngame.hpp\npgn.hpp\nrules.hpp\nstreams.hpp\nvariants.hpp\n",
               "");
}

/* Another library's words, in chess_library.hpp, are for those who ask for them. */
Test(cxx_header, the_whole_has_every_part) {
    expect_run("ls include/kingscan/*.hpp | grep -v chess_library | sed 's|include/\\(.*\\)|#include "
               "\"\\1\"|' | LC_ALL=C sort >" BUILD "/parts-cxx; "
               "grep '^#include' include/kingscan.hpp | LC_ALL=C sort | diff " BUILD "/parts-cxx -",
               0, "", "");
}

/* Everything in the header is inline: two files that include it, twice, are linked into one program. */
Test(cxx_header, any_number_of_files_may_include_it) {
    expect_run(
        "top=$PWD; build=$(cd " BUILD " && pwd)\n" IN_NEW_DIRECTORY
        "for part in one two; do printf '#include \"kingscan.hpp\"\\n#include \"kingscan.hpp\"\\n"
        "unsigned %s() { return kingscan::Position::start().occupied().size(); }\\n' $part >$part.cpp; "
        "done\n"
        "echo 'unsigned one(), two(); int main() { return one() != 32 || two() != 32; }' >main.cpp\n"
        "g++ -std=c++17 -I\"$top/include\" *.cpp \"$build/libkingscan.a\" -o both && ./both",
        0, "", "");
}
