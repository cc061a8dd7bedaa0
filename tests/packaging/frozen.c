/* Tests that the names, parameters and structs that compiled programs rely on stay as they were recorded.
 * `make record-abi` records them anew. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

static void need_abidiff(void) {
    need_more("command -v abidiff", "abidiff");
}

TestSuite(frozen, .init = need_abidiff, .disabled = SANITIZED);

/* New functions are no change. */
#define COMPARE(library)                                                                                     \
    "gunzip -c packaging/libkingscan.abi.gz >$d/recorded.abi && "                                            \
    "abidiff --no-added-syms $d/recorded.abi " library " >$d/said"
#define FOLDER "d=$(mktemp -d); trap 'rm -rf \"$d\"' EXIT\n"

Test(frozen, the_library_is_as_recorded) {
    expect_run(FOLDER COMPARE(BUILD "/libkingscan.so") " || cat $d/said", 0, "", "");
}

/* Compiles the table of kernels with a header changed by a sed script, links it with the rest of the library,
 * and expects abidiff to name the struct. (The assertions of the changed file would refuse it first.) */
static void expect_refused(const char *script, const char *header, const char *type) {
    char command[2048], answer[128];
    snprintf(command, sizeof command,
             FOLDER
             "set -e; cp -r include $d; sed -i '%s' $d/include/kingscan/%s\n"
             "! cmp -s include/kingscan/%s $d/include/kingscan/%s\n"
             "gcc -std=c17 -g -fPIC -fvisibility=hidden -I$d/include -Ic '-D_Static_assert(...)=' -c "
             "c/core/kernels/kernels.c -o $d/kernels.o\n"
             "gcc -shared -nostartfiles -Wl,-soname,libkingscan.so.1,-z,muldefs,--version-script=" BUILD
             "/libkingscan.map $d/kernels.o -Wl,--whole-archive " BUILD
             "/libkingscan.a -Wl,--no-whole-archive -o $d/changed.so\n" COMPARE(
                 "$d/changed.so") " || status=$?\n"
                                  "echo $((status & 4)); grep -om 1 \"'struct %s' changed\" $d/said",
             script, header, header, header, type);
    snprintf(answer, sizeof answer, "4\n'struct %s' changed\n", type);
    expect_run(command, 0, answer, "");
}

Test(frozen, a_member_in_front_is_refused) {
    expect_refused("s/^    int code; /    int line;\\n&/", "errors.h", "ks_error");
}

Test(frozen, a_larger_struct_is_refused) {
    expect_refused("s/^} ks_king_lines;/    int later;\\n&/", "check.h", "ks_king_lines");
}

Test(frozen, a_function_moved_in_a_kernel_is_refused) {
    expect_refused("s|^    const char .summary; .*|&\\n    int (*first)(void);|", "kernels.h", "ks_kernel");
}

Test(frozen, a_lost_parameter_is_refused) {
    expect_run(
        FOLDER
        "gunzip -c packaging/libkingscan.abi.gz | sed '0,/<parameter /{/<parameter /d}' >$d/other.abi\n"
        "abidiff $d/other.abi " BUILD "/libkingscan.so >$d/said; echo $(($? & 4))",
        0, "4\n", "");
}
