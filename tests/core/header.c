/* Tests the library as its callers see it: the headers in C and C++, the exported names, and the machine
 * code. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"
#include "support/thorough.h"

TestSuite(header, .disabled = SANITIZED);

#define STRICT_WARNINGS " -Wall -Wextra -Werror -pedantic -Iinclude "
#define CALLER "tests/header/caller.c "

/* Compiles the caller, links it, runs it, and expects its answer. */
static void expect_caller(const char *compiler, const char *name, const char *library) {
    char command[512], answer[64];
    snprintf(command, sizeof command, "%s" STRICT_WARNINGS "%s -o " BUILD "/%s && " BUILD "/%s", compiler,
             library, name, name);
    snprintf(answer, sizeof answer, "%s c e1\n", KS_VERSION);
    expect_run(command, 0, answer, "");
}

#define STATIC_LIBRARY BUILD "/libkingscan.a"
#define SHARED_LIBRARY BUILD "/libkingscan.so -Wl,-rpath,$PWD/" BUILD " -Wl,-rpath," BUILD

Test(header, compiles_as_cxx11_and_links_with_the_static_library) {
    expect_caller("g++ -std=c++11", "caller-cxx-a", "-x c++ " CALLER "-x none " STATIC_LIBRARY);
}

Test(header, compiles_as_cxx11_and_links_with_the_shared_library) {
    expect_caller("g++ -std=c++11", "caller-cxx-so", "-x c++ " CALLER "-x none " SHARED_LIBRARY);
}

Test(header, compiles_as_c99_and_links_with_the_static_library) {
    expect_caller("gcc -std=c99", "caller-c-a", CALLER STATIC_LIBRARY);
}

Test(header, compiles_as_c99_and_links_with_the_shared_library) {
    expect_caller("gcc -std=c99", "caller-c-so", CALLER SHARED_LIBRARY);
}

/* ---- Each part alone ---- */

#define EACH_PART "for part in include/kingscan/*.h include/kingscan.h; do "

/* Includes each part twice, first and alone. */
static void expect_parts(const char *compiler) {
    char command[512];
    snprintf(command, sizeof command,
             EACH_PART "printf '#include \"%%s\"\n' \"${part#include/}\" \"${part#include/}\" |"
                       "%s" STRICT_WARNINGS "-fsyntax-only - && echo ${part##*/}; done",
             compiler);
    expect_run(command, 0,
               "attacks.h\ncheck.h\ndata.h\nerrors.h\nfeatures.h\nfiles.h\ngame.h\ninline.h\nkernels."
               "h\nmoves.h\npgn."
               "h\npieces."
               "h\nposition.h\nstreams."
               "h\nvariants."
               "h\nkingscan.h\n",
               "");
}

Test(header, each_part_compiles_alone_as_c99) {
    expect_parts(" gcc -std=c99 -x c");
    expect_parts(" clang -std=c99 -x c");
}

Test(header, each_part_compiles_alone_as_c89) {
    expect_parts(" gcc -std=c89 -x c");
    expect_parts(" clang -std=c89 -x c");
}

/* Projects of C++ often ask this of all that they include. Macros count where they are used. */
#define NO_CASTS_OF_C " -Wconversion -Wsign-conversion -Wold-style-cast "

Test(header, each_part_compiles_alone_as_cxx98) {
    expect_parts(" g++ -std=c++98" NO_CASTS_OF_C "-Wuseless-cast -x c++");
    expect_parts(" clang++ -std=c++98" NO_CASTS_OF_C "-x c++");
}

Test(header, each_part_compiles_alone_as_cxx11) {
    expect_parts(" g++ -std=c++11 -x c++");
    expect_parts(" clang++ -std=c++11 -x c++");
}

Test(header, casts_are_those_of_cxx_there) {
    const char *const compilers[] = {"g++ -Wuseless-cast", "clang++"};
    for (size_t i = 0; i < 2; i++) {
        char command[1024];
        snprintf(
            command, sizeof command,
            "printf '%%s\n' '#include \"kingscan.hpp\"' 'int main() { int n = 1; unsigned u = 2;"
            " const ks_move move = KS_MOVE(u, n, KS_MOVE_PLAIN);"
            " return KS_SQUARE(n, n) + KS_SQUARE(u, u) != 27u + KS_MOVE_TO(move) - KS_MOVE_FROM(u) + 1u; }' |"
            " %s -std=c++17" STRICT_WARNINGS NO_CASTS_OF_C "-x c++ - -o " BUILD "/casts && " BUILD "/casts",
            compilers[i]);
        expect_run(command, 0, "", "");
    }
}

Test(header, the_first_part_needs_no_other) {
    expect_run("gcc -std=c99 -Iinclude -MM tests/header/check_caller.c | grep -o 'include/[a-z/]*\\.h'", 0,
               "include/kingscan/check.h\n", "");
    expect_run("gcc -std=c99" STRICT_WARNINGS "-o " BUILD "/check-caller tests/header/check_caller.c " BUILD
               "/libkingscan.a && " BUILD "/check-caller",
               0, "e8 d8\n", "");
}

/* <assert.h> is for -DKS_CHECKS alone. */
Test(header, the_whole_needs_two_headers_of_c) {
    expect_run("grep -hE '^ *# *include <' include/kingscan.h"
               " $(ls include/kingscan/*.h | grep -Ev '/(files|inline)[.]h$') | LC_ALL=C sort -u",
               0, "#include <assert.h>\n#include <stddef.h>\n#include <stdint.h>\n", "");
}

Test(header, the_whole_has_every_part_but_those_for_some) {
    expect_run("ls include/kingscan | grep -Ev '^(inline|files)[.]h$|hpp$' | sed 's|.*|#include "
               "\"kingscan/&\"|' >" BUILD "/parts && "
               "grep '^#include' include/kingscan.h | LC_ALL=C sort | diff " BUILD "/parts -",
               0, "", "");
}

/* ---- Inline functions ---- */

/* Compiles the caller with these flags and expects the answers of the reference, by vectors of so many bytes.
 * THOROUGH adds all compilers and levels of optimization, and ten million boards at the second level. */
static void expect_inline(const char *flags, int vector_bytes) {
    static const struct {
        const char *compiler;
        int usual_level;
    } ways[] = {{"gcc -std=c89", 2},
                {"clang -std=c99", -1},
                {"g++ -std=c++98 -Wuseless-cast" NO_CASTS_OF_C "-x c++", 1},
                {"clang++ -std=c++98" NO_CASTS_OF_C "-x c++", 0}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        for (int level = 0; level <= 3; level++) {
            if (!is_thorough() && level != ways[i].usual_level)
                continue;
            char command[512];
            snprintf(command, sizeof command,
                     "%s -O%d %s" STRICT_WARNINGS "tests/header/inline_caller.c -x none " STATIC_LIBRARY
                     " -o " BUILD "/inline-caller-%d && " BUILD "/inline-caller-%d %d",
                     ways[i].compiler, level, flags, vector_bytes, vector_bytes,
                     !is_thorough() ? 100000
                     : level == 2   ? 10000000
                                    : 1000000);
            expect_run(command, vector_bytes, "version 1, both answers: 1\n", "");
        }
}

static void need_kernel(const char *name) {
    ks_error error;
    if (ks_kernel_select(name, &error) != KS_OK)
        skip_test("%s", error.message);
}

Test(header, inline_functions_call_without_vectors) {
    expect_inline("", 0);
}

Test(header, inline_functions_answer_like_the_reference_by_avx2) {
    need_kernel("avx2");
    expect_inline("-mavx2", 32);
}

Test(header, inline_functions_answer_like_the_reference_by_avx512) {
    need_kernel("avx512");
    expect_inline("-mavx512f -mavx512bw -mavx512vbmi", 64);
}

/* ---- Exported names ---- */

/* The names that the header declares with KS_API, sorted, one a line. */
#define DECLARED                                                                                             \
    "sed -n 's/^KS_API[^(;]*\\b\\(ks_[a-z0-9_]*\\)[(;].*/\\1/p' include/kingscan/*.h | LC_ALL=C sort"

static char *declared_names(void) {
    struct ran ran = run_shell(DECLARED);
    cr_assert_eq(ran.status, 0);
    cr_assert(strstr(ran.out, "ks_in_check\n") && strstr(ran.out, "ks_chess_pieces\n"));
    return ran.out;
}

Test(header, every_declaration_is_found) {
    char *names = declared_names();
    size_t lines = 0;
    for (const char *at = names; *at; at++)
        lines += *at == '\n';
    char count[32];
    snprintf(count, sizeof count, "%zu\n", lines);
    expect_run("cat include/kingscan/*.h | grep -c '^KS_API '", 0, count, "");
    expect_run("grep KS_API include/kingscan.h", 1, "", "");
}

#define EXPORTED "nm -D --defined-only " BUILD "/libkingscan.so"

Test(header, the_shared_library_exports_what_is_declared_and_nothing_else) {
    expect_run(EXPORTED " | sed -n 's/.* [A-Z] \\(.*\\)@@KINGSCAN_1\\.0$/\\1/p' | LC_ALL=C sort", 0,
               declared_names(), "");
    expect_run(EXPORTED " | grep -v '@@KINGSCAN_1\\.0$'", 0, "0000000000000000 A KINGSCAN_1.0\n", "");
}

/* A name that is new in a later version has that version there. */
Test(header, later_names_have_later_versions) {
    expect_run(
        "printf ' ks_a@KINGSCAN_1.0 1.0.0\\n ks_b@KINGSCAN_1.10 1.10.0\\n ks_c@KINGSCAN_1.2 1.2.0\\n' >" BUILD
        "/three && packaging/version_map.sh " BUILD "/three",
        0,
        "KINGSCAN_1.0 {\n    global:\n        ks_a;\n    local: *;\n};\n"
        "KINGSCAN_1.2 {\n    global:\n        ks_c;\n} KINGSCAN_1.0;\n"
        "KINGSCAN_1.10 {\n    global:\n        ks_b;\n} KINGSCAN_1.2;\n",
        "");
}

Test(header, debian_knows_what_is_exported) {
    expect_run("sed -n 's/^ \\(ks_[a-z0-9_]*\\)@KINGSCAN_1\\.[0-9]* [0-9.]*$/\\1/p' "
               "packaging/debian/libkingscan1.symbols",
               0, declared_names(), "");
}

Test(header, the_static_library_defines_what_is_declared) {
    expect_run(DECLARED " >" BUILD "/declared-names && "
                        "nm -g --defined-only " BUILD "/libkingscan.a 2>&1 | "
                        "sed -n 's/.* [A-Z] //p' | LC_ALL=C sort | comm -23 " BUILD "/declared-names -",
               0, "", "");
}

/* The library defines no other names, which its callers may use. */
Test(header, the_static_library_defines_only_names_that_begin_with_ks) {
    expect_run("nm -g --defined-only " BUILD "/libkingscan.a 2>&1 | sed -n 's/.* [A-Z] //p' | grep -v '^ks_'",
               1, "", "");
}

/* ---- Bindings ---- */

Test(header, bindings_have_each_function_or_a_reason) {
    expect_run("python3 tests/header/bindings.py", 0, "", "");
}

/* ---- The machine code of the kernels ---- */

#define DISASSEMBLED "objdump -d --no-show-raw-insn -M intel " BUILD "/obj/asm/*.o " BUILD "/obj/asm/*/*.o | "
#define CODE DISASSEMBLED "sed -n 's/^ *[0-9a-f]*:\t//p'"

Test(header, assembly_has_its_routines) {
    expect_run(CODE " | grep -c '^ret' | awk '{ print ($1 >= 4) }'", 0, "1\n", "");
}

Test(header, assembly_calls_nothing) {
    expect_run(CODE " | grep -E '^(call|syscall|int) '", 1, "", "");
}

Test(header, assembly_does_not_divide) {
    expect_run(CODE " | grep -E '^(v?(div|sqrt)|i?div|fi?div)'", 1, "", "");
}

/* Intel's notation names the destination first, so an instruction that begins with a memory operand writes
 * there, apart from those that only read it. MASKMOVDQU and its like write to an address that no operand
 * shows. */
#define TO_MEMORY "grep -E '^[a-z0-9 ]+ ([A-Z]+ PTR )?([c-g]s:)?\\['"
#define READING "^((data16|cs) )*(cmp|test|bt|push|jmp|nop[wl]?|prefetch[a-z0-9]*) "

/* Routines that store their answer in memory are left out; memory.c and attacked.c test their writes. */
#define WITHOUT_RESULTS                                                                                      \
    DISASSEMBLED                                                                                             \
    "awk '/<ks_[a-z0-9_]*>:$/ { in_memory = /king_scan|batch|placement|lines|pairs/ } !in_memory' | sed -n " \
    "'s/^ "                                                                                                  \
    "*[0-9a-f]*:\t//p'"

Test(header, assembly_writes_only_to_its_stack_frame) {
    expect_run(WITHOUT_RESULTS " | grep -c '^ret' | awk '{ print ($1 >= 12) }'", 0, "1\n", "");
    expect_run(WITHOUT_RESULTS " | " TO_MEMORY " | grep -vE '" READING "' | grep -v '\\[rsp'", 1, "", "");
    expect_run(CODE " | grep -E '^v?maskmov(q|dqu) '", 1, "", "");
}

/* ---- Flags ---- */

/* Compiles a call that passes the flag of a pieceset to a reader of FEN; the compiler names both types. */
static void expect_wrong_flag_refused(const char *compiler) {
    char command[512];
    snprintf(command, sizeof command,
             "printf '#include \"kingscan.h\"\nint f(ks_position *p);\nint f(ks_position *p) { return "
             "ks_read_fen(\"\", 0, %%s, p, NULL); }\n' %s | %s" STRICT_WARNINGS
             "-fsyntax-only - 2>&1 | grep -c 'error.*ks_pieceset_flags.*ks_fen_flags'",
             "KS_PIECESET_WIDE", compiler);
    expect_run(command, 0, "1\n", "");
}

Test(header, flags_of_another_function_are_refused) {
    expect_wrong_flag_refused("gcc -std=c99 -x c");
    expect_wrong_flag_refused("clang -std=c99 -x c");
    expect_wrong_flag_refused("g++ -std=c++98 -x c++");
}

Test(header, flags_of_all_functions_differ) {
    const unsigned all[] = {KS_FEN_RIGHTS,    KS_FEN_LENIENT,       KS_FEN_POSSIBLE, KS_UCI_CHESS960,
                            KS_PIECESET_WIDE, KS_PIECESET_A1_FIRST, KS_PGN_COMMENTS, KS_PGN_VARIATIONS,
                            KS_PGN_NUMBERS,   KS_PGN_NULL_MOVES};
    unsigned seen = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        cr_expect_eq(seen & all[i], 0, "flag %zu", i);
        seen |= all[i];
    }
}

/* ---- Arguments in the wrong order ---- */

#define SWAPPED(language)                                                                                    \
    "printf '%s\n' '#include \"kingscan/check.h\"' '#include <stdio.h>' 'static uint8_t board[64];' "        \
    "'int main(int n, char **words) {' "                                                                     \
    "'unsigned square = 60, side = KS_WHITE; (void)words;' "                                                 \
    "'if (n == 1) printf(\"%d\\n\", ks_in_check(board, square, side));' "                                    \
    "'if (n == 2) printf(\"%d\\n\", ks_in_check(board, SIDE, square));' "                                    \
    "'if (n == 3) printf(\"%d\\n\", (int)ks_attackers(board, SIDE, square));' 'return 0; }' >" language "\n"

#define SWAP_FOLDER "top=$PWD\n" IN_NEW_DIRECTORY
#define LINK " \"$top/" BUILD "/libkingscan.a\" -o swapped\n"

Test(header, swapped_arguments_are_noticed_in_c) {
    expect_run(
        SWAP_FOLDER SWAPPED("swapped.c") "gcc -DSIDE=side -DKS_CHECKS -I\"$top/include\" swapped.c" LINK
                                         "./swapped\n{ for words in 'a' 'a b'; do (./swapped $words) 2>&1 | "
                                         "grep -o 'expected a side[^\"]*'; done; } 2>&-",
        0, "0\nexpected a side after the square\nexpected a side after the square\n", "");
}

Test(header, swapped_arguments_do_not_compile_as_cxx) {
    need("command -v g++", "g++");
    expect_run(
        SWAP_FOLDER SWAPPED("swapped.cpp") "g++ -std=c++11 -DSIDE=side -I\"$top/include\" swapped.cpp" LINK
                                           "./swapped\n"
                                           "! g++ -std=c++11 -DSIDE=KS_WHITE -I\"$top/include\" -c "
                                           "swapped.cpp 2>errors || exit 1\n"
                                           "grep -c 'use of deleted function' errors",
        0, "0\n2\n", "");
}
