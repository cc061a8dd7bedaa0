/* Chooses the build of each family of functions for this processor, and names tiers and families. */
#include "core/kernels/family.h"

#include "core/kernels/kernel.h"

/* ---- Tiers ---- */

#define TIER(tier, where, below, more) {#tier, NEEDS_OF_##tier},
static const struct {
    const char *name;
    unsigned needs;
} tiers[TIERS] = {
#include "core/processor/tiers.def"
};
#undef TIER

const char *ks_tier_name(enum tier tier) {
    return tiers[tier].name;
}

bool ks_tier_runs(enum tier tier, unsigned features) {
    return (tiers[tier].needs & ~features) == 0;
}

enum tier ks_last_tier(const void *const builds[TIERS], unsigned features) {
    unsigned tier = TIERS - 1;
    while (!builds[tier] || !ks_tier_runs(tier, features))
        tier--; /* every family has a build for any processor */
    return tier;
}

size_t ks_usable_builds(const void *const builds[TIERS], const void *usable[TIERS]) {
    size_t count = 0;
    for (unsigned tier = 0; tier < TIERS; tier++)
        if (builds[tier] && ks_tier_runs(tier, ks_cpu_features()))
            usable[count++] = builds[tier];
    return count;
}

/* ---- Families ---- */

#define FAMILY(family, about) {#family, about},
static const struct {
    const char *name, *about;
} families[FAMILIES] = {
#include "core/kernels/families.def"
};
#undef FAMILY

const char *ks_family_name(enum family family) {
    return families[family].name;
}

const char *ks_family_about(enum family family) {
    return families[family].about;
}

/* Chooses again when another thread has selected a kernel meanwhile. */
const void *ks_choose_build(enum family family, const void *const builds[TIERS]) {
    const void *build;
    unsigned features;
    do {
        features = ks_features_in_use();
        build = builds[ks_last_tier(builds, features)];
        atomic_store(&ks_chosen[family], build);
    } while (ks_features_in_use() != features);
    return build;
}
