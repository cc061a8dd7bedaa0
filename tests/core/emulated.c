/* Tests the choice of a kernel and the answers of all kernels on other processors: qemu-x86_64 emulates them
 * and runs tests/emulated/compare.c, a program without Criterion. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/kernels/family.h"
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

/* The builds that run: a tier for each family, in the order of families.def. */
#define FOR_ANY "any any any any any any any any any any any any any"
#define FOR_POPCNT "any any any any any any popcnt any any any any any any"
#define FOR_SSSE3 "any any any any any any any ssse3 any any any any any"
#define FOR_NEHALEM "nehalem any any any any any popcnt ssse3 any any any any any"
#define FOR_FAST "nehalem fast any any fast fast popcnt ssse3 fast fast any any any"
#define FOR_AVX2 "avx2 any avx2 avx2 any any popcnt avx2 any any any avx2 any"
#define FOR_HASWELL "avx2 fast avx2 avx2 fast fast haswell avx2 fast haswell haswell avx2 any"

/* (With AVX2, glibc uses BMI1 and BMI2 unasked, so it is told not to use AVX2.) */
#define EMULATE "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2 qemu-x86_64 -cpu %s " COMPARE

static void expect_choice(const char *model, const char *features, const char *kernels, const char *kernel,
                          const char *builds) {
    char command[200], expected[400];
    snprintf(command, sizeof command, EMULATE, model);
    snprintf(expected, sizeof expected, "features: %s\nkernel: %s\nbuilds: %s\nkernels: %s\n" AGREE, features,
             kernel, builds, kernels);
    expect_output(command, expected);
}

/* ---- Other processors ---- */

/* (Nehalem without SSE4.2 too: with SSE4.2, strcmp of glibc 2.36 uses SSSE3 for some alignments.) */
Test(emulated, without_ssse3, .init = need_emulator) {
    expect_choice("kvm64", "SSE2", "c portable scan", "scan", FOR_ANY);
    expect_choice("Opteron_G3", "SSE2 POPCNT LZCNT", "c portable scan", "scan", FOR_POPCNT);
    expect_choice("Nehalem,-ssse3,-sse4.1,-sse4.2", "SSE2 POPCNT", "c portable scan", "scan", FOR_POPCNT);
}

Test(emulated, without_avx, .init = need_emulator) {
    expect_choice("Conroe", "SSE2 SSSE3", "c portable scan ssse3", "ssse3", FOR_SSSE3);
    expect_choice("Nehalem", "SSE2 SSSE3 POPCNT", "c portable scan ssse3", "ssse3", FOR_NEHALEM);
}

Test(emulated, with_avx_and_no_avx2, .init = need_emulator) {
    expect_choice("SandyBridge", "SSE2 SSSE3 POPCNT", "c portable scan ssse3", "ssse3", FOR_NEHALEM);
    expect_choice("Opteron_G5", "SSE2 SSSE3 POPCNT LZCNT", "c portable scan ssse3", "ssse3", FOR_NEHALEM);
}

Test(emulated, with_avx2, .init = need_emulator) {
    expect_choice("Haswell", "SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2 AVX2 FAST_PEXT", "c portable scan ssse3 avx2",
                  "avx2", FOR_HASWELL);
    expect_choice("EPYC", "SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2 AVX2", "c portable scan ssse3 avx2", "avx2",
                  FOR_AVX2);
    expect_choice("max", "SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2 AVX2", "c portable scan ssse3 avx2", "avx2",
                  FOR_AVX2);
}

/* Returns the features that the program has printed. */
static unsigned features_in(const char *out) {
    unsigned features = 0;
    const size_t length = strcspn(out, "\n");
    for (unsigned bit = 0; bit < CPU_FEATURES; bit++) {
        const char *const found = strstr(out, ks_cpu_feature_name(bit));
        if (found && found < out + length)
            features |= 1u << bit;
    }
    return features;
}

/* Expects what the table of tiers says for the features that the program finds. */
static void expect_table(const char *model, const char *without) {
#define FAMILY(family, about) ks_##family##_builds,
    static const void *const *const builds_of[FAMILIES] = {
#include "core/kernels/families.def"
    };
#undef FAMILY
    char named[80], command[200], expected[300] = "\nbuilds:";
    snprintf(named, sizeof named, "%s,-%s", model, without);
    snprintf(command, sizeof command, EMULATE, named);
    struct ran ran = run_shell(command);
    for (unsigned family = 0; family < FAMILIES; family++)
        strcat(strcat(expected, " "), ks_tier_name(ks_last_tier(builds_of[family], features_in(ran.out))));
    strcat(expected, "\n");
    cr_expect(ran.status == 0 && strstr(ran.out, expected) && strstr(ran.out, "\n" AGREE),
              "%s\n-- expected status 0 and:%s" AGREE "-- found status %d and:\n%s-- errors:\n%s", command,
              expected, ran.status, ran.out, ran.err);
    free_ran(&ran);
}

/* (Without SSSE3 or SSE4.1, SSE4.2 goes too: see without_ssse3.) */
Test(emulated, models_without_one_feature_each, .init = need_emulator) {
    leave_to_test_all("it runs an emulator 24 times");
    static const char *const models[] = {"Nehalem", "Haswell", "EPYC", "max"}, *const features[] = {
                                                                                   "popcnt", "ssse3,-sse4.2",
                                                                                   "abm",    "bmi1",
                                                                                   "bmi2",   "avx2"};
    for (size_t model = 0; model < LENGTH(models); model++)
        for (size_t feature = 0; feature < LENGTH(features); feature++)
            expect_table(models[model], features[feature]);
}

/* The tier needs all but LZCNT. */
Test(emulated, avx2_with_one_of_its_usual_companions_missing, .init = need_emulator) {
    expect_choice("Haswell,-bmi2", "SSE2 SSSE3 POPCNT LZCNT BMI1 AVX2", "c portable scan ssse3", "ssse3",
                  FOR_NEHALEM);
    expect_choice("Haswell,-abm", "SSE2 SSSE3 POPCNT BMI1 BMI2 AVX2 FAST_PEXT", "c portable scan ssse3 avx2",
                  "avx2", FOR_AVX2);
    expect_choice("Haswell,-popcnt", "SSE2 SSSE3 LZCNT BMI1 BMI2 AVX2 FAST_PEXT", "c portable scan ssse3",
                  "ssse3", FOR_SSSE3);
}

/* CPUID still reports AVX2 here. A processor without XSAVE has no XGETBV; on one without AVX, XGETBV says
 * that the upper halves are not saved. */
Test(emulated, avx2_that_the_system_does_not_save, .init = need_emulator) {
    expect_choice("Haswell,-xsave", "SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2 FAST_PEXT", "c portable scan ssse3",
                  "ssse3", FOR_FAST);
    expect_choice("Haswell,-avx", "SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2 FAST_PEXT", "c portable scan ssse3",
                  "ssse3", FOR_FAST);
}

/* CPUID reports AVX2, but not an older set, whose wide instructions qemu then refuses too. (Without SSE4.2:
 * see without_ssse3.) */
Test(emulated, avx2_without_an_older_set, .init = need_emulator) {
    expect_choice("Haswell,-ssse3,-sse4.2", "SSE2 POPCNT LZCNT BMI1 BMI2 FAST_PEXT", "c portable scan",
                  "scan", FOR_POPCNT);
    expect_choice("Haswell,-sse4.1", "SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2 FAST_PEXT", "c portable scan ssse3",
                  "ssse3", FOR_FAST);
    expect_choice("Haswell,-sse4.2", "SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2 FAST_PEXT", "c portable scan ssse3",
                  "ssse3", FOR_FAST);
}

/* ---- Named kernels ---- */

static void expect_named(const char *name, const char *kernel, const char *builds) {
    char command[200], expected[400];
    snprintf(command, sizeof command, "KINGSCAN_KERNEL=%s qemu-x86_64 -cpu Haswell " COMPARE, name);
    snprintf(expected, sizeof expected,
             "features: SSE2 SSSE3 POPCNT LZCNT BMI1 BMI2 AVX2 FAST_PEXT\n%skernel: %s\nbuilds: %s\n"
             "kernels: c portable scan ssse3 avx2\n" AGREE,
             strcmp(name, kernel) == 0 ? ""
                                       : "KINGSCAN_KERNEL: this machine can't run the kernel \"avx512\"; it "
                                         "has: c, portable, scan, ssse3, avx2\n",
             kernel, builds);
    expect_output(command, expected);
}

Test(emulated, a_kernel_that_the_processor_lacks_bounds_nothing, .init = need_emulator) {
    expect_named("avx512", "avx2", FOR_HASWELL);
}

Test(emulated, a_named_kernel_bounds_all_other_code, .init = need_emulator) {
    expect_named("c", "c", FOR_ANY);
    expect_named("scan", "scan", FOR_ANY);
    expect_named("ssse3", "ssse3", FOR_NEHALEM);
    expect_named("avx2", "avx2", FOR_HASWELL);
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
    static const char *const avx512[] = {" avx512f ",       " avx512dq ",        " avx512bw ", " avx512vbmi ",
                                         " avx512_vbmi2 ",  " popcnt ",          " bmi1 ",     " bmi2 ",
                                         " avx512_bitalg ", " avx512_vpopcntdq "};
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
