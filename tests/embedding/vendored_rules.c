/* Tests the vendored folder with the rules of chess: compilers take it without a warning, as a folder and as
 * one file, it needs the C library alone, and it counts what the library counts, in each build. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"
#include "support/wine.h"

TestSuite(vendored_rules, .disabled = SANITIZED);

/* An engine's directory with the folder in it, and a program that reads, moves, counts and explains. */
#define IN_AN_ENGINE                                                                                         \
    "build=$(cd " BUILD " && pwd)\n" IN_NEW_DIRECTORY "cp -r \"$build/vendor/with-rules/kingscan\" .\n"      \
    "cat >engine.c <<'END'\n"                                                                                \
    "#include \"kingscan/kingscan.h\"\n"                                                                     \
    "#include <stdio.h>\n"                                                                                   \
    "#include <string.h>\n"                                                                                  \
    "static unsigned long long walk(ks_position *position, unsigned depth) {\n"                              \
    "    ks_move_list legal;\n"                                                                              \
    "    unsigned long long nodes = 0;\n"                                                                    \
    "    const size_t count = depth ? ks_legal_moves(position, &legal) : 0;\n"                               \
    "    for (size_t i = 0; i < count; i++) {\n"                                                             \
    "        ks_undo undo;\n"                                                                                \
    "        ks_make_move(position, legal.moves[i], &undo);\n"                                               \
    "        nodes += walk(position, depth - 1);\n"                                                          \
    "        ks_unmake_move(position, &undo);\n"                                                             \
    "    }\n"                                                                                                \
    "    return depth ? nodes : 1;\n"                                                                        \
    "}\n"                                                                                                    \
    "int main(void) {\n"                                                                                     \
    "    static const char *const fens[] = {KS_START_FEN,\n"                                                 \
    "        \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\",\n"                    \
    "        \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\",\n"                                               \
    "        \"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1\"};\n"                       \
    "    ks_position position;\n"                                                                            \
    "    ks_error error;\n"                                                                                  \
    "    ks_move move;\n"                                                                                    \
    "    char text[KS_FEN_SIZE];\n"                                                                          \
    "    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {\n"                                        \
    "        if (ks_read_fen(fens[i], strlen(fens[i]), KS_FEN_DEFAULT, &position, &error) != KS_OK)\n"       \
    "            return 1;\n"                                                                                \
    "        printf(\"%llu %llu\\n\", (unsigned long long)ks_perft(&position, 4), walk(&position, 3));\n"    \
    "        ks_write_fen(&position, text);\n"                                                               \
    "        if (strcmp(text, fens[i]) != 0)\n"                                                              \
    "            return 2;\n"                                                                                \
    "    }\n"                                                                                                \
    "    ks_text_cursor cursor = {0, 0};\n"                                                                  \
    "    ks_checked_line line;\n"                                                                            \
    "    const char *const mate = \"R5k1/5ppp/8/8/8/8/8/4K3 b - -\\n\";\n"                                   \
    "    if (ks_check_epd(mate, strlen(mate), KS_FEN_DEFAULT, &cursor, &line, 1) == 1)\n"                    \
    "        puts(ks_verdict_name((enum ks_verdict)line.verdict));\n"                                        \
    "    if (ks_read_move(&position, \"Kc1\", 3, &move, &error) != KS_OK)\n"                                 \
    "        puts(error.message);\n"                                                                         \
    "    return 0;\n"                                                                                        \
    "}\n"                                                                                                    \
    "END\n"

/* perft 4 and 3 of the positions at https://www.chessprogramming.org/Perft_Results. */
#define ANSWERS                                                                                              \
    "197281 8902\n4085603 97862\n43238 2812\n422333 9467\ncheckmate\n"                                       \
    "the king on g8 can't go to c1: a king moves one square in any direction, except to castle\n"

/* All builds are compiled without optimization here: a test has half a minute of the processor's time. */
#define STRICT " -std=c17 -DNDEBUG -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror "

/* Prints what an object needs beside the functions of the C library. gcc's own library has __popcountdi2. */
#define NEEDS(object)                                                                                        \
    "nm -u " object " | sed 's/ *U //; s/@.*//' | grep -vxE "                                                \
    "'b?(mem)?cmp|mem(chr|cpy|move|set)|str(cat|chr|cmp|cpy|len|str)|stpcpy|s?printf|v?snprintf|"            \
    "(c|m|re)alloc|free|secure_getenv|__popcountdi2|_GLOBAL_OFFSET_TABLE_'\n"

Test(vendored_rules, the_folder_counts_the_same_with_each_kernel) {
    leave_to_test_all("it compiles all rules");
    expect_run(IN_AN_ENGINE "set -e; gcc" STRICT
                            "-c kingscan/*.c kingscan/*.S; gcc -O2 engine.c *.o -o engine\n"
                            "KINGSCAN_KERNEL=c ./engine >right; cat right\n"
                            "for kernel in scan ssse3 avx2 avx512; do\n"
                            "KINGSCAN_KERNEL=$kernel ./engine | cmp - right; done",
               0, ANSWERS, "");
}

static void need_clang(void) {
    need("command -v clang-19", "clang-19");
}

Test(vendored_rules, one_file_of_c_needs_the_c_library_alone, .init = need_clang) {
    leave_to_test_all("it compiles all rules");
    expect_run(IN_AN_ENGINE
               "rm kingscan/*.S kingscan/*.asm; set -e\n"
               "clang-19" STRICT "-O0 -march=native -DKS_NO_ASSEMBLY -c kingscan/kingscan.c\n"
               "clang-19 -O2 engine.c kingscan.o -o engine && ./engine; set +e\n" NEEDS("kingscan.o"),
               1, ANSWERS, "");
}

Test(vendored_rules, one_build_compiles_soon) {
    expect_run(IN_AN_ENGINE "rm kingscan/*.S kingscan/*.asm; set -e\n"
                            "gcc" STRICT "-O1 -DKS_ONE_BUILD -c kingscan/kingscan.c\n"
                            "gcc -O2 engine.c kingscan.o -o engine && ./engine; set +e\n" NEEDS("kingscan.o"),
               1, ANSWERS, "");
}

Test(vendored_rules, one_build_is_for_windows_too) {
    need_more("command -v x86_64-w64-mingw32-gcc", "gcc for Windows");
    expect_run(IN_AN_ENGINE
               "set -e; x86_64-w64-mingw32-gcc -std=c17 -O1 -Wall -Wextra -Werror -c kingscan/kingscan.c\n"
               "x86_64-w64-mingw32-gcc engine.c kingscan.o -o engine.exe",
               0, "", "");
}

/* The declarations of Visual Studio's C library that the file needs, and the functions there that the
 * compiler calls. */
#define HEADERS_OF_VISUAL_STUDIO                                                                             \
    "mkdir ms && cd ms\n"                                                                                    \
    "echo '#include <stddef.h>' | tee stdlib.h stdio.h string.h malloc.h >/dev/null\n"                       \
    "cat >>stdlib.h <<'END'\n"                                                                               \
    "void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void "     \
    "*);\n"                                                                                                  \
    "char *getenv(const char *); void abort(void); int abs(int);\n"                                          \
    "END\n"                                                                                                  \
    "cat >>stdio.h <<'END'\n"                                                                                \
    "#include <stdarg.h>\n"                                                                                  \
    "int snprintf(char *, size_t, const char *, ...); int sprintf(char *, const char *, ...);\n"             \
    "int vsnprintf(char *, size_t, const char *, va_list);\n"                                                \
    "END\n"                                                                                                  \
    "cat >>string.h <<'END'\n"                                                                               \
    "void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t);\n"             \
    "void *memset(void *, int, size_t); int memcmp(const void *, const void *, size_t);\n"                   \
    "void *memchr(const void *, int, size_t); size_t strlen(const char *); int strcmp(const char *, const "  \
    "char *);\n"                                                                                             \
    "char *strcpy(char *, const char *); char *strcat(char *, const char *);\n"                              \
    "char *strchr(const char *, int); char *strstr(const char *, const char *);\n"                           \
    "END\n"                                                                                                  \
    "echo 'void *_aligned_malloc(size_t, size_t); void _aligned_free(void *);' >>malloc.h\n"                 \
    "echo '#define assert(condition) ((void)0)' >assert.h; cd ..\n"                                          \
    "cat >library.c <<'END'\n"                                                                               \
    "unsigned long long __security_cookie = 1;\n"                                                            \
    "void __security_check_cookie(unsigned long long cookie) { (void)cookie; }\n"                            \
    "__asm__(\".globl __chkstk\\n__chkstk: jmp ___chkstk_ms\\n\");\n"                                        \
    "END\n"

static void need_compilers_and_wine(void) {
    need_wine();
    need_more("command -v x86_64-w64-mingw32-gcc", "gcc for Windows");
    need_more("command -v clang-19", "clang-19");
}

/* clang takes the options and the dialect of Microsoft's compiler, which is not here itself. No other
 * function is needed: the names are all that its linker would look for. */
Test(vendored_rules, one_build_is_for_visual_studio_by_clang, .init = need_compilers_and_wine) {
    expect_run(
        WITH_WINE IN_AN_ENGINE HEADERS_OF_VISUAL_STUDIO
        "set -e; clang-19 --driver-mode=cl --target=x86_64-pc-windows-msvc /std:c17 /DNDEBUG /W4 /WX /Od /c "
        "-imsvc ms kingscan/kingscan.c\n"
        "x86_64-w64-mingw32-nm -u kingscan.obj | sed 's/ *U //' | grep -vxE 'mem(chr|cmp|cpy|move|set)|"
        "str(cat|chr|cmp|cpy|len|str)|v?s?n?printf|(c|m|re)alloc|free|getenv|"
        "__chkstk|__security_(check_)?cookie' || :\n"
        "x86_64-w64-mingw32-gcc engine.c library.c kingscan.obj -o engine.exe 2>/dev/null\n"
        "wine engine.exe | tr -d '\\r'",
        0, ANSWERS, "");
}

/* Names that the header does not declare are hidden. */
Test(vendored_rules, no_other_name_is_seen) {
    expect_run(IN_AN_ENGINE
               "gcc -O1 -w -DKS_NO_ASSEMBLY -DKS_ONE_BUILD -fPIC -shared kingscan/kingscan.c -o k.so\n"
               "nm -D --defined-only k.so | sed 's/.* //' >names; grep -c '^ks_' names\n"
               "for name in $(cat names); do grep -qw $name kingscan/kingscan.h || echo $name; done",
               0, "60\n", "");
}

Test(vendored_rules, other_parts_are_refused) {
    expect_run("make -s vendor BUILD=" BUILD " VENDOR_PARTS=rule 2>&1 | sed 's/^[^*]*\\*\\*\\* //'", 0,
               "VENDOR_PARTS=rule: expected check, or rules, which has checks too.  Stop.\n", "");
}
