/* Tests the vendored folder in another program's build: it compiles everywhere, names its source, and its
 * objects and answers are the library's. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(vendor, .disabled = SANITIZED);

/* An engine's directory with the folder in it. The command `nasm` fails there; $nasm is the real one. */
#define IN_AN_ENGINE                                                                                         \
    "top=$PWD; build=$(cd " BUILD " && pwd); nasm=$(command -v nasm)\n" IN_NEW_DIRECTORY                     \
    "cp -r \"$build/vendor/kingscan\" .; mkdir bin; printf '#!/bin/sh\\nexit 9\\n' >bin/nasm\n"              \
    "chmod +x bin/nasm; PATH=$PWD/bin:$PATH\n"

/* A minimal engine: black's rook on e8 gives check to white's king on e1. */
#define ASK                                                                                                  \
    "printf '%s\\n' '#include \"kingscan/kingscan.h\"' '#include <stdio.h>'"                                 \
    " 'int main(void) { unsigned char board[64] = {0}; board[4] = KS_BLACK_ROOK; board[60] = "               \
    "KS_WHITE_KING;'"                                                                                        \
    " 'printf(\"%s %d %d\\n\", ks_version(), ks_in_check(board, 60, KS_WHITE), ks_in_check(board, 61, "      \
    "KS_WHITE)); }'"                                                                                         \
    " >engine.c\n"

#define STRICT " -O2 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror "

struct compiler {
    char command[32], flags[32];
    bool more; /* than `make deps test` installs */
};

static struct compiler compilers[] = {
    {"gcc", "-std=c17", false},     {"gcc", "-std=gnu17 -DNDEBUG", false},
    {"clang", "-std=c17", false},   {"clang-19", "-std=c17 -DNDEBUG", false},
    {"musl-gcc", "-std=c17", true}, {"gcc", "-std=c11 -m32 -msse2", true},
};

ParameterizedTestParameters(vendor, compiles_without_nasm) {
    return cr_make_param_array(struct compiler, compilers, sizeof compilers / sizeof *compilers);
}

ParameterizedTest(struct compiler *compiler, vendor, compiles_without_nasm) {
    char settings[80], compiles[160];
    snprintf(compiles, sizeof compiles, "echo 'int main(void) { return 0; }' | %s %s -x c - -o /dev/null",
             compiler->command, compiler->flags);
    (compiler->more ? need_more : need)(compiles, strstr(compiler->flags, "-m32") ? "gcc for 32 bits"
                                                                                  : compiler->command);
    if (strstr(compiler->flags, "-m32"))
        need_i386_programs();
    snprintf(settings, sizeof settings, "cc='%s %s'", compiler->command, compiler->flags);
    expect_run_with(settings,
                    IN_AN_ENGINE ASK "set -e; $cc" STRICT "-c kingscan/*.c kingscan/*.S\n"
                                     "$cc -static engine.c *.o -o engine && ./engine",
                    0, KS_VERSION " 1 0\n", "");
}

Test(vendor, one_file_of_c_is_enough_without_assembly) {
    expect_run(IN_AN_ENGINE ASK "rm kingscan/*.S kingscan/*.asm; set -e\n"
                                "gcc -std=c17 -DKS_NO_ASSEMBLY" STRICT "-c kingscan/kingscan.c\n"
                                "gcc engine.c kingscan.o -o engine && ./engine",
               0, KS_VERSION " 1 0\n", "");
}

Test(vendor, an_older_c_is_refused) {
    expect_run(IN_AN_ENGINE
               "gcc -std=c99 -pedantic -c kingscan/kingscan.c 2>&1 | sed -n 's|.*error: #error ||p'",
               0, "\"kingscan.c is C11: compile it with -std=c11 or later\"\n", "");
}

Test(vendor, compiles_with_nasm) {
    leave_to_test_all("NASM takes long");
    expect_run(IN_AN_ENGINE ASK
               "set -e; for file in kingscan/*.asm; do $nasm -f elf64 -Werror $file -o "
               "$(basename $file .asm).o; done; gcc engine.c kingscan/kingscan.c *.o -o engine && ./engine",
               0, KS_VERSION " 1 0\n", "");
}

Test(vendor, the_header_is_cxx_too) {
    expect_run(IN_AN_ENGINE
               "echo '#include \"kingscan/kingscan.h\"' >x.cpp; for c in g++ clang++; do $c -std=c++11" STRICT
               "-c x.cpp; done",
               0, "", "");
}

Test(vendor, every_file_names_its_version_and_source) {
    expect_run(IN_AN_ENGINE "ls kingscan | wc -l; cd kingscan; for file in *.[chS] *.asm; do\n"
                            "head -6 $file | tr '\\n' ' ' | grep -q 'Kingscan " KS_VERSION
                            ", made by `make vendor` from .*: change[ *]*those.*SPDX-License-Identifier: "
                            "MIT' || echo $file; done\n"
                            "cmp LICENSE \"$top/LICENSE\"",
               0, "21\n", "");
}

/* ---- Objects ---- */

#define COMPARE "python3 \"$top/packaging/vendor/compare_objects.py\" "

/* Compares the library's objects, without NASM's additions for debuggers, with those that every assembler
 * makes of the vendored files. */
#define EXPECT_SAME_OBJECTS(form, option, kernels, names)                                                    \
    expect_run(IN_AN_ENGINE                                                                                  \
               "set -e; for kernel in " kernels "; do\n"                                                     \
               "$nasm -f " form " -I\"$top/asm/\" -I\"$build/\" \"$top/asm/$kernel.asm\" -o right.o\n"       \
               "$nasm -f " form " kingscan/kingscan_$kernel.asm -o here.o; " COMPARE "here.o right.o\n"      \
               "for cc in gcc clang-19 ${THOROUGH:+clang}; do\n"                                             \
               "$cc " option " -c kingscan/kingscan_$kernel.S -o here.o; " COMPARE "here.o right.o; done\n"  \
               "echo $kernel; done",                                                                         \
               0, names, "")

static void need_clang(void) {
    need("command -v clang-19", "clang-19");
}

Test(vendor, every_assembler_makes_what_the_library_has, .init = need_clang) {
    leave_to_test_all("it assembles every kernel three times");
    EXPECT_SAME_OBJECTS("elf64", "", "scan ssse3 avx2 avx512 four_lanes",
                        "scan\nssse3\navx2\navx512\nfour_lanes\n");
}

Test(vendor, every_assembler_makes_what_the_library_has_for_i386, .init = need_clang) {
    leave_to_test_all("NASM takes long");
    EXPECT_SAME_OBJECTS("elf32", "-m32", "scan", "scan\n");
}

/* The comparison notices a changed byte, relocation, symbol and alignment. */
Test(vendor, a_different_object_is_reported) {
    expect_run(
        IN_AN_ENGINE
        "gcc -c kingscan/kingscan_avx512.S -o right.o\n"
        "for change in '0,/0xf3,0x0f,0x1e/s//0xf3,0x0f,0x1f/' 's/king_rows - 4 - ./king_rows - 3 - ./'"
        " '/\\.hidden.ks_avx512_in_check$/d' 's/\\.balign.64/.balign 128/'; do\n"
        "sed \"$change\" kingscan/kingscan_avx512.S >bent.S && gcc -c bent.S && " COMPARE
        "bent.o right.o | cut -d: -f 1; done",
        0, "section .text\nrelocations of .text\nsymbol ks_avx512_in_check\nsection .text\nsection .rodata\n",
        "");
}

/* ---- Answers ---- */

/* `make compare-vendored` compares ten million boards. */
Test(vendor, answers_agree_with_the_library) {
    expect_run(
        BUILD "/compare-vendored " BUILD "/vendor/vendored.so 200000 | grep -v ^kernels", 0,
        "the same piecesets: 847 of 2000 descriptions, and as many errors\nthe same answers: 200000 boards\n",
        "");
}

Test(vendor, a_wrong_answer_is_found) {
    expect_run(IN_AN_ENGINE "cp \"$build/compare-vendored\" .; sed -i 's/{1, -2}, {2, -1}/{1, -2}, {2, -2}/' "
                            "kingscan/kingscan.c\n"
                            "gcc -shared -fPIC kingscan/*.c kingscan/*.S -o bent.so && ./compare-vendored "
                            "./bent.so 20000 | grep -cE '^(reference|found) '",
               0, "2\n", "");
}

Test(vendor, goes_where_the_user_says) {
    expect_run(
        "top=$PWD; build=" BUILD "\n"
        "d=$(mktemp -d) && trap 'rm -rf \"$d\"' EXIT; make -s vendor BUILD=$build VENDOR=$d/engine/kingscan; "
        "diff -r $build/vendor/kingscan $d/engine/kingscan",
        0, "", "");
}
