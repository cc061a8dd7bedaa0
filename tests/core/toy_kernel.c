/* Tests that a new kernel is one .asm file and one row in c/core/kernels/kernels.def: a copy of the sources
 * gets a toy kernel in this way, and then lists it and compares it with the others. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(toy_kernel, .disabled = SANITIZED);

#define COPY BUILD "/toy"

/* The objects are copied too, so that only code that depends on the list of kernels is compiled again. */
#define COPY_SOURCES                                                                                         \
    "rm -rf " COPY " && mkdir -p " COPY " && "                                                               \
    "cp -a --parents Makefile asm bench bindings c examples include packaging tests " BUILD "/obj " BUILD    \
    "/flags " BUILD "/constants.inc " COPY " && cd " COPY

/* All functions of the toy jump to scan's; in_check first runs some more instructions. */
#define ADD_FILE(in_check)                                                                                   \
    "cat >asm/toy.asm <<'END'\n"                                                                             \
    "%include \"abi.inc\"\n"                                                                                 \
    "%macro AS_SCAN 2 ; function, number of arguments\n"                                                     \
    "  extern ks_scan_%1\n"                                                                                  \
    "  FUNCTION ks_toy_%1, %2\n"                                                                             \
    "%endmacro\n"                                                                                            \
    "%macro PASS_ON 2 ; function, number of arguments\n"                                                     \
    "  AS_SCAN %1, %2\n"                                                                                     \
    "    jmp     ks_scan_%1\n"                                                                               \
    "%endmacro\n"                                                                                            \
    "  AS_SCAN in_check, 3\n" in_check "    jmp     ks_scan_in_check\n"                                      \
    "  PASS_ON attackers, 3\n"                                                                               \
    "  PASS_ON king_scan, 4\n"                                                                               \
    "  PASS_ON in_check_set, 4\n"                                                                            \
    "  PASS_ON attackers_set, 4\n"                                                                           \
    "  PASS_ON king_scan_set, 5\n"                                                                           \
    "END\n"

#define ADD_ROW                                                                                              \
    "sed -i '/^KERNEL(scan/i KERNEL(toy, sse2, sse2, BY_CALLS, \"a toy\")' c/core/kernels/kernels.def"

/* Prints the errors of the compilers and the linker. */
#define MAKE                                                                                                 \
    "make -s -j2 --no-print-directory BUILD=" BUILD " " BUILD "/kingscan 2>&1 | grep -v '^  \\|^make'"

Test(toy_kernel, one_file_and_one_row_are_enough) {
    leave_to_test_all("it builds the program twice");
    cr_assert_neq(BUILD[0], '/', "the copy would be built over " BUILD);
    expect_run(COPY_SOURCES " && " ADD_FILE("") ADD_ROW " && " MAKE, 1, "", "");
    expect_run("cd " COPY " && " BUILD "/kingscan kernels | awk '$1 == \"toy\" { $1 = $1; print }'", 0,
               "toy yes a toy SSE2\n", "");
    expect_run("cd " COPY " && " BUILD
               "/kingscan fuzz --seconds 1 --seed 1 2>/dev/null | grep -c 'and c, portable, toy, scan'",
               0, "1\n", "");

    /* The comparison includes the toy: it must notice one that always asks about the white king. */
    expect_run("cd " COPY " && " ADD_FILE("    and     edx, 0\n") MAKE, 1, "", "");
    struct ran ran = run_shell("cd " COPY " && " BUILD "/kingscan fuzz --seconds 1 --seed 1");
    cr_expect(ran.status == 1 && strncmp(ran.out, "toy, in_check", 13) == 0, "status %d\n%s%s", ran.status,
              ran.out, ran.err);
    free_ran(&ran);
}
