/* Families of functions: the same functions, built for several tiers of core/processor/tiers.def, of which
 * this file chooses one.
 *
 * A family is a row of pointers to its builds, [tier], such as ks_rows_builds; NULL where a tier has no build
 * of its own. The last build is in use that needs no more than the processor has, and than the kernel allows
 * that was selected by its name. A reader that is open keeps the build that it began with. */
#ifndef KS_FAMILY_H
#define KS_FAMILY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/processor/cpu.h"

#define HIDDEN __attribute__((visibility("hidden")))

#define FAMILY(family, about) FAMILY_##family,
enum family {
#include "core/kernels/families.def"
    FAMILIES
};
#undef FAMILY

#define FAMILY(family, about) extern const void *const ks_##family##_builds[TIERS] HIDDEN;
#include "core/kernels/families.def"
#undef FAMILY

/* An entry of a row: what IN_BUILD of rules/build.h names so in the tier's build. */
#define FOR_TIER(tier, name) [TIER_##tier] = &ks_##tier##_##name

/* The build that each family has in use, or NULL. ks_kernel_select sets all to NULL, and the next call of a
 * family chooses again. */
extern _Atomic(const void *) ks_chosen[FAMILIES] HIDDEN;

/* Returns the build in use of a family, such as BUILD_IN_USE(rows). */
#define BUILD_IN_USE(family) ks_build_in_use(FAMILY_##family, ks_##family##_builds)

/* Chooses the build of a family, and returns it. */
const void *ks_choose_build(enum family family, const void *const builds[TIERS]);

static inline const void *ks_build_in_use(enum family family, const void *const builds[TIERS]) {
    const void *build = atomic_load_explicit(&ks_chosen[family], memory_order_acquire);
    return __builtin_expect(!build, 0) ? ks_choose_build(family, builds) : build;
}

/* Returns whether features are all that a tier needs. */
bool ks_tier_runs(enum tier tier, unsigned features);

/* Returns the last tier with a build that needs no more than these features; any: the first one does. */
enum tier ks_last_tier(const void *const builds[TIERS], unsigned features);

/* Stores the builds that this processor can run, the fastest last, and returns their number. */
size_t ks_usable_builds(const void *const builds[TIERS], const void *usable[TIERS]);

/* Return the names of a tier and of a family, and what a family is for. */
const char *ks_tier_name(enum tier tier);
const char *ks_family_name(enum family family);
const char *ks_family_about(enum family family);
#endif
