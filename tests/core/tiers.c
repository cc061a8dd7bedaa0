/* Tests the table of tiers, and the build of each family of functions that it chooses: for processors that
 * lack a feature, and beside a kernel that was selected by its name. Each test is a separate process, so
 * each starts with the library's first choice. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/kernels/family.h"
#include "core/kernels/kernel.h"
#include "game/pgn/reader.h"
#include "kingscan.h"
#include "support/length.h"

TestSuite(tiers);

#define TIER(tier, where, below, more) NEEDS_OF_##tier,
static const unsigned needs[] = {
#include "core/processor/tiers.def"
};
#undef TIER

#define FAMILY(family, about) ks_##family##_builds,
static const void *const *const builds_of[] = {
#include "core/kernels/families.def"
};
#undef FAMILY

enum { ALL = (1 << CPU_FEATURES) - 1 };

/* ---- The table ---- */

Test(tiers, stand_behind_those_whose_features_they_have) {
    cr_assert_eq(LENGTH(needs), TIERS);
    cr_assert_eq(needs[TIER_any], 0);
    for (unsigned later = 0; later < TIERS; later++)
        for (unsigned tier = later + 1; tier < TIERS; tier++)
            cr_expect((needs[tier] & ~needs[later]) != 0, "%s stands behind %s and needs no more",
                      ks_tier_name(tier), ks_tier_name(later));
}

Test(tiers, have_a_build_of_every_family_for_any_processor) {
    cr_assert_eq(LENGTH(builds_of), FAMILIES);
    for (unsigned family = 0; family < FAMILIES; family++)
        cr_expect(builds_of[family][TIER_any] != NULL, "%s", ks_family_name(family));
}

/* ---- The choice by features ---- */

/* Expects no build that needs more than the features, nor a later one that needs no more. */
static void expect_last(unsigned features) {
    for (unsigned family = 0; family < FAMILIES; family++) {
        const unsigned chosen = ks_last_tier(builds_of[family], features);
        cr_assert(builds_of[family][chosen] != NULL);
        cr_expect((needs[chosen] & ~features) == 0, "%s: %s needs more than 0x%x", ks_family_name(family),
                  ks_tier_name(chosen), features);
        for (unsigned tier = chosen + 1; tier < TIERS; tier++)
            cr_expect(!builds_of[family][tier] || (needs[tier] & ~features) != 0,
                      "%s: %s, and not %s, with 0x%x", ks_family_name(family), ks_tier_name(chosen),
                      ks_tier_name(tier), features);
    }
}

Test(tiers, need_no_feature_that_is_missing) {
    for (unsigned one = 0; one < CPU_FEATURES; one++)
        for (unsigned other = 0; other < CPU_FEATURES; other++) {
            expect_last((unsigned)ALL & ~(1u << one | 1u << other));
            expect_last(1u << one | 1u << other);
        }
    for (unsigned tier = 0; tier < TIERS; tier++) {
        expect_last(needs[tier]);
        for (unsigned bit = 0; bit < CPU_FEATURES; bit++)
            expect_last(needs[tier] ^ 1u << bit);
    }
}

#ifdef KS_VECTOR_BUILDS
/* Processors by their features, and what runs on each: the names of tiers in the order of the families. */
Test(tiers, are_chosen_for_real_processors) {
    enum {
        CORE_2 = CPU_SSE2 | CPU_SSSE3,
        SANDY_BRIDGE = CORE_2 | CPU_POPCNT,
        ZEN = SANDY_BRIDGE | CPU_LZCNT | CPU_BMI1 | CPU_BMI2 | CPU_AVX2,
        HASWELL = ZEN | CPU_FAST_PEXT,
        SKYLAKE = HASWELL | CPU_AVX512F | CPU_AVX512DQ | CPU_AVX512BW | CPU_AVX512VL | CPU_AVX512CD
    };
    static const struct {
        unsigned features;
        const char *tiers;
    } processors[] = {
        {CPU_SSE2, "any any any any any any any any any any any any any"},
        {CPU_SSE2 | CPU_POPCNT | CPU_LZCNT, "any any any any any any popcnt any any any any any any"},
        {CORE_2, "any any any any any any any ssse3 any any any any any"},
        {SANDY_BRIDGE, "nehalem any any any any any popcnt ssse3 any any any any any"},
        {ZEN, "avx2 any avx2 avx2 any any popcnt avx2 any any any avx2 any"},
        {HASWELL, "avx2 fast avx2 avx2 fast fast haswell avx2 fast haswell haswell avx2 any"},
        {SKYLAKE, "avx2 fast avx2 avx2 fast fast haswell avx2 fast skylake haswell avx2 any"},
        {ALL & ~CPU_GFNI,
         "avx512 avx512 avx512 avx512 avx512 fast avx512 avx512 fast avx512 avx512 avx512 avx512"},
        {ALL & ~CPU_AVX512IFMA,
         "avx512 avx512 avx512 gfni avx512 fast avx512 avx512 fast avx512 avx512 avx512 avx512"},
        {ALL, "avx512ifma avx512 avx512 gfni avx512 fast avx512 avx512 fast avx512 avx512 avx512 avx512"}};
    for (size_t i = 0; i < LENGTH(processors); i++) {
        char found[256] = "";
        for (unsigned family = 0; family < FAMILIES; family++)
            strcat(strcat(found, family ? " " : ""),
                   ks_tier_name(ks_last_tier(builds_of[family], processors[i].features)));
        cr_expect_str_eq(found, processors[i].tiers, "0x%x: %s", processors[i].features, found);
    }
}
#endif

/* ---- The choice beside a kernel ---- */

static void expect_builds(const char *kernel, unsigned features) {
    cr_expect_eq(ks_features_in_use(), features, "%s", kernel);
    for (unsigned family = 0; family < FAMILIES; family++)
        cr_expect_eq(ks_build_in_use(family, builds_of[family]),
                     builds_of[family][ks_last_tier(builds_of[family], features)], "%s: %s", kernel,
                     ks_family_name(family));
}

Test(tiers, of_the_processor_count_unless_a_kernel_is_named) {
    unsetenv("KINGSCAN_KERNEL");
    expect_builds("the fastest", ks_cpu_features());
    cr_assert_eq(ks_kernel_select("c", NULL), KS_OK);
    cr_assert_eq(ks_kernel_select(NULL, NULL), KS_OK);
    expect_builds("the fastest again", ks_cpu_features());
}

/* A ceiling is a tier that has all features of the kernel's. */
Test(tiers, a_named_kernel_bounds_all_families) {
#define KERNEL(kernel, tier, ceiling, batch, about) {#kernel, NEEDS_OF_##tier, NEEDS_OF_##ceiling},
    static const struct {
        const char *name;
        unsigned needs, ceiling;
    } rows[] = {
#include "core/kernels/kernels.def"
    };
#undef KERNEL
    for (size_t i = 0; i < LENGTH(rows); i++) {
        cr_expect_eq(rows[i].needs & ~rows[i].ceiling, 0, "%s", rows[i].name);
        if (ks_kernel_select(rows[i].name, NULL) == KS_OK)
            expect_builds(rows[i].name, ks_cpu_features() & rows[i].ceiling);
    }
}

Test(tiers, a_kernel_named_by_the_environment_bounds_them_too) {
    setenv("KINGSCAN_KERNEL", "portable", 1);
    expect_builds("portable", 0);
    cr_assert_eq(ks_kernel_select("nonsense", NULL), KS_ERROR_KERNEL_UNKNOWN);
    expect_builds("portable still", 0);
}

Test(tiers, a_variable_that_cannot_be_used_bounds_nothing) {
    setenv("KINGSCAN_KERNEL", "nonsense", 1);
    expect_builds("nonsense", ks_cpu_features());
}

Test(tiers, readers_that_are_open_keep_their_builds) {
    unsetenv("KINGSCAN_KERNEL");
    ks_pgn *const before = ks_pgn_open_memory("1. e4 *", 7, 0, NULL);
    cr_assert(before);
    scan_words *const scan = before->scan_words;
    const struct player *const player = before->line.player;
    cr_assert_eq(ks_kernel_select("c", NULL), KS_OK);
    ks_pgn *const after = ks_pgn_open_memory("1. e4 *", 7, 0, NULL);
    cr_assert(after);
    cr_expect_eq(before->scan_words, scan);
    cr_expect_eq(before->line.player, player);
    cr_expect_eq(after->scan_words, ks_any_scan_words);
    cr_expect_eq(after->line.player, &ks_any_player);
    ks_pgn_close(before);
    ks_pgn_close(after);
}
