/* The choice of a kernel and the answers of all kernels on other processors: qemu-x86_64 emulates them and
 * runs tests/emulated/compare.c, a program without Criterion. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "support/length.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

#define COMPARE BUILD "/compare"
#define AGREE                                                                                                \
    "agree: 81920 boards\nperft: 97862 nodes\nperft of variants: 34130 nodes\ntext: 3000 lines\ngames: "     \
    "3919 moves\n"

TestSuite(emulated, .disabled = SANITIZED);

static void need_emulator(void) {
    need("command -v qemu-x86_64", "qemu-x86_64 (Debian: qemu-user)");
}

/* Standard error is ignored: qemu lists there the features of the model that it lacks. */
static void expect_output(const char *command, const char *expected) {
    struct ran ran = run_shell(command);
    cr_expect(ran.status == 0 && strcmp(ran.out, expected) == 0,
              "%s\n-- expected status 0 and:\n%s-- found status %d and:\n%s-- errors:\n%s", command, expected,
              ran.status, ran.out, ran.err);
    free_ran(&ran);
}

/* (With AVX2, glibc uses BMI1 and BMI2 unasked, so it is told not to use AVX2.)
 * perft: the counter that is used. With PEXT, the generator `fast` needs SSSE3, and the counter AVX2. */
static void expect_choice(const char *model, const char *features, const char *kernels, const char *kernel,
                          const char *perft) {
    char command[200], expected[300];
    const bool pext = strstr(features, "POPCNT LZCNT BMI1 BMI2") && !strstr(features, "AVX2");
    const bool fast = (pext || strcmp(perft, "avx2") == 0) && strstr(features, "SSSE3");
    snprintf(command, sizeof command, "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2 qemu-x86_64 -cpu %s " COMPARE,
             model);
    snprintf(expected, sizeof expected,
             "features: %s\nkernel: %s\nperft by: %s\nmoves by: %s\ngenerators: any%s\nkernels: %s\n" AGREE,
             features, kernel, perft, fast ? "fast" : "any", fast ? " fast" : "", kernels);
    expect_output(command, expected);
}

/* ---- Other processors ---- */

/* (Nehalem without SSE4.2 too: with SSE4.2, strcmp of glibc 2.36 uses SSSE3 for some alignments.) */
Test(emulated, without_ssse3, .init = need_emulator) {
    expect_choice("kvm64", "SSE2", "c portable scan", "scan", "any");
    expect_choice("Opteron_G3", "SSE2 POPCNT LZCNT", "c portable scan", "scan", "popcnt");
    expect_choice("Nehalem,-ssse3,-sse4.1,-sse4.2", "SSE2 POPCNT", "c portable scan", "scan", "popcnt");
}

Test(emulated, without_avx, .init = need_emulator) {
    expect_choice("Conroe", "SSE2 SSSE3", "c portable scan ssse3", "ssse3", "any");
    expect_choice("Nehalem", "SSE2 SSSE3 POPCNT", "c portable scan ssse3", "ssse3", "popcnt");
}

Test(emulated, with_avx_and_no_avx2, .init = need_emulator) {
    expect_choice("SandyBridge", "SSE2 SSSE3 POPCNT", "c portable scan ssse3", "ssse3", "popcnt");
    expect_choice("Opteron_G5", "SSE2 SSSE3 POPCNT LZCNT", "c portable scan ssse3", "ssse3", "popcnt");
}

Test(emulated, with_avx2, .init = need_emulator) {
    expect_choice("Haswell", "SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2 AVX2", "c portable scan ssse3 avx2", "avx2",
                  "avx2");
    expect_choice("EPYC", "SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2 AVX2", "c portable scan ssse3 avx2", "avx2",
                  "popcnt");
    expect_choice("max", "SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2 AVX2", "c portable scan ssse3 avx2", "avx2",
                  "popcnt");
}

/* The kernel needs none of them. */
Test(emulated, avx2_with_one_of_its_usual_companions_missing, .init = need_emulator) {
    expect_choice("Haswell,-bmi2", "SSE2 SSSE3 POPCNT LZCNT BMI1 AVX2", "c portable scan ssse3 avx2", "avx2",
                  "popcnt");
    expect_choice("Haswell,-abm", "SSE2 SSSE3 POPCNT BMI1 BMI2 AVX2", "c portable scan ssse3 avx2", "avx2",
                  "popcnt");
    expect_choice("Haswell,-bmi1", "SSE2 SSSE3 POPCNT LZCNT BMI2 AVX2", "c portable scan ssse3 avx2", "avx2",
                  "popcnt");
    expect_choice("Haswell,-popcnt", "SSE2 SSSE3 LZCNT BMI1 BMI2 AVX2", "c portable scan ssse3 avx2", "avx2",
                  "any");
}

/* PEXT is there, but not all that the generator with PEXT needs. */
Test(emulated, bmi2_with_one_of_its_usual_companions_missing, .init = need_emulator) {
    expect_choice("Haswell,-bmi1,-avx2", "SSE2 SSSE3 POPCNT LZCNT BMI2", "c portable scan ssse3", "ssse3",
                  "popcnt");
    expect_choice("Haswell,-abm,-avx2", "SSE2 SSSE3 POPCNT BMI1 BMI2", "c portable scan ssse3", "ssse3",
                  "popcnt");
}

/* CPUID still reports AVX2 here. A processor without XSAVE has no XGETBV; on one without AVX, XGETBV says
 * that the upper halves are not saved. */
Test(emulated, avx2_that_the_system_does_not_save, .init = need_emulator) {
    expect_choice("Haswell,-xsave", "SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2", "c portable scan ssse3", "ssse3",
                  "popcnt");
    expect_choice("Haswell,-avx", "SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2", "c portable scan ssse3", "ssse3",
                  "popcnt");
}

/* CPUID reports AVX2, but not an older set, whose wide instructions qemu then refuses too. (Without SSE4.2:
 * see without_ssse3.) */
Test(emulated, avx2_without_an_older_set, .init = need_emulator) {
    expect_choice("Haswell,-ssse3,-sse4.2", "SSE2 POPCNT LZCNT BMI1 BMI2", "c portable scan", "scan",
                  "popcnt");
    expect_choice("Haswell,-sse4.1", "SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2", "c portable scan ssse3", "ssse3",
                  "popcnt");
    expect_choice("Haswell,-sse4.2", "SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2", "c portable scan ssse3", "ssse3",
                  "popcnt");
}

Test(emulated, a_kernel_that_the_processor_lacks, .init = need_emulator) {
    expect_output("KINGSCAN_KERNEL=avx512 qemu-x86_64 -cpu Haswell " COMPARE,
                  "features: SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2 AVX2\n"
                  "KINGSCAN_KERNEL: this machine can't run the kernel \"avx512\"; it has: c, portable, scan, "
                  "ssse3, avx2\n"
                  "kernel: avx2\n"
                  "perft by: avx2\n"
                  "moves by: fast\n"
                  "generators: any fast\n"
                  "kernels: c portable scan ssse3 avx2\n" AGREE);
    expect_output("KINGSCAN_KERNEL=scan qemu-x86_64 -cpu Haswell " COMPARE,
                  "features: SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2 AVX2\n"
                  "kernel: scan\n"
                  "perft by: avx2\n"
                  "moves by: fast\n"
                  "generators: any fast\n"
                  "kernels: c portable scan ssse3 avx2\n" AGREE);
}

/* ---- This processor ---- */

/* Returns whether Linux lists all these features; each begins and ends with a space. */
static bool linux_tells_of(const char *const features[], size_t count) {
    struct ran ran = run_shell("grep -m 1 '^flags' /proc/cpuinfo | tr '\\n' ' '");
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += strstr(ran.out, features[i]) != NULL;
    free_ran(&ran);
    return found == count;
}

Test(emulated, this_processor_as_linux_sees_it) {
    static const char *const ssse3[] = {" ssse3 "}, *const avx2[] = {" avx2 "};
    static const char *const avx512[] = {" avx512f ",      " avx512dq ", " avx512bw ", " avx512vbmi ",
                                         " avx512_vbmi2 ", " popcnt ",   " bmi1 ",     " bmi2 "};
    const bool has_avx512 = linux_tells_of(avx512, LENGTH(avx512)), has_avx2 = linux_tells_of(avx2, 1),
               has_ssse3 = linux_tells_of(ssse3, 1);
    char line[64];
    struct ran ran = run_shell(COMPARE);
    if (!has_avx512)
        fputs(
            "emulated: avx512 isn't tested, since neither this processor nor qemu-x86_64 has AVX-512 VBMI\n",
            stderr);
    snprintf(line, sizeof line, "\nkernel: %s\n",
             has_avx512  ? "avx512"
             : has_avx2  ? "avx2"
             : has_ssse3 ? "ssse3"
                         : "scan");
    cr_expect(ran.status == 0 && strstr(ran.out, line) && strstr(ran.out, "\n" AGREE),
              "expected:%s" AGREE "found status %d and:\n%s", line, ran.status, ran.out);
    free_ran(&ran);
}
