/* Tests that the machine code that `make prove` proves is in all that ships: the libraries, the program, the
 * vendored folder and the Python module have the same objects of assembly, and the batches in C, but for the
 * words that linking changes. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(same_code, .disabled = SANITIZED);

#define VENDORED_OBJECTS                                                                                     \
    "scan.o ssse3.o avx2.o avx512.o four_lanes.o avx2_attacked.o gfni_attacked.o "                           \
    "avx2_pairs.o avx512_pairs.o"
#define READERS                                                                                              \
    "ssse3_lines.o avx2_lines.o avx512_lines.o ssse3_placement.o avx2_placement.o avx512_placement.o"
#define CHOICE "kernels.o cpu.o"
#define OBJECTS VENDORED_OBJECTS " " READERS " batch.o " CHOICE

/* In a new directory with objects of libkingscan.a, $build is the build. */
#define WITH_OBJECTS(objects)                                                                                \
    "compare=\"python3 $PWD/tests/packaging/same_code.py\" build=$(cd " BUILD " && pwd)\n" IN_NEW_DIRECTORY  \
    "ar x \"$build/libkingscan.a\" " objects "\n"

/* Prints how many objects were found. */
#define COMPARE(linked, objects) "$compare " linked " " objects " | sed 's/, [0-9]* bytes$//'; "

Test(same_code, of_both_libraries_and_the_program) {
    expect_run(WITH_OBJECTS(OBJECTS) COMPARE("\"$build/libkingscan.so\"", OBJECTS)
                   COMPARE("\"$build/kingscan\"", OBJECTS),
               0, "18 objects\n18 objects\n", "");
}

Test(same_code, of_a_stripped_library) {
    expect_run(
        WITH_OBJECTS(OBJECTS) "strip -o stripped \"$build/libkingscan.so\"\n" COMPARE("stripped", OBJECTS), 0,
        "18 objects\n", "");
}

static void need_vendored(void) {
    need("test -e " BUILD "/vendor/vendored.so", "the vendored folder (make vendor)");
}

/* tests/embedding/vendor.c compares the objects of its .S files with NASM's. */
Test(same_code, of_the_vendored_folder, .init = need_vendored) {
    expect_run(WITH_OBJECTS(VENDORED_OBJECTS) COMPARE("\"$build/vendor/vendored.so\"", VENDORED_OBJECTS), 0,
               "9 objects\n", "");
}

static void need_module(void) {
    need("test -e " BUILD "/python/site/built", "the Python module (make python)");
}

Test(same_code, of_the_python_module, .init = need_module) {
    expect_run(WITH_OBJECTS(OBJECTS) COMPARE("\"$build\"/python/site/kingscan/_kingscan*.so", OBJECTS), 0,
               "18 objects\n", "");
}

/* Changes the library at a symbol, and prints what is reported, without addresses. (Addresses of code and of
 * constants are places in the file.) */
#define BENT(symbol, offset)                                                                                 \
    "at=$((0x$(nm \"$build/libkingscan.so\" | sed -n 's/ . " symbol "$//p') + " #offset "))\n"               \
    "cp \"$build/libkingscan.so\" bent && printf '\\125' | dd of=bent bs=1 seek=$at conv=notrunc 2>dd\n"     \
    "$compare bent " OBJECTS " | sed 's/0x[0-9a-f]*/ADDRESS/g' | sort -u\n"

Test(same_code, another_byte_of_code_is_reported) {
    expect_run(WITH_OBJECTS(OBJECTS) BENT("ks_avx512_in_check", 5), 0,
               "bent: avx512.o: its code is found 0 times\n", "");
}

Test(same_code, another_byte_of_the_choice_is_reported) {
    expect_run(WITH_OBJECTS(OBJECTS) BENT("ks_kernel_select", 5), 0,
               "bent: kernels.o: its code is found 0 times\n"
               "bent: kernels.o: nothing says where its .rodata is\n",
               "");
}

Test(same_code, another_text_is_reported) {
    expect_run(WITH_OBJECTS(CHOICE) "LC_ALL=C sed 's/KINGSCAN_KERNEL/KINGSCAN_COLUMN/' "
                                    "\"$build/libkingscan.so\" >bent\n"
                                    "$compare bent " CHOICE " | sort -u\n",
               0, "bent: kernels.o: the text 'KINGSCAN_KERNEL' is another one\n", "");
}

Test(same_code, another_byte_of_a_table_is_reported) {
    expect_run(WITH_OBJECTS(OBJECTS) BENT("ks_four_lanes", 100), 0,
               "bent: four_lanes.o: .rodata has other bytes\n", "");
}

/* The distance to ks_chess_local, in the second instruction. */
Test(same_code, another_table_is_reported) {
    expect_run(WITH_OBJECTS(OBJECTS) BENT("ks_avx2_king_scan", 8), 0,
               "bent: ks_chess_local: at ADDRESS and at ADDRESS\n", "");
}
