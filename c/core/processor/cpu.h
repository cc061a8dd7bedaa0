/* The features of the processor that the operating system supports, the tiers that need them, and the kernels
 * in assembly that this build has. */
#ifndef KS_CPU_H
#define KS_CPU_H

#include <stdbool.h>

/* A build without NASM defines KS_NO_ASSEMBLY. */
#ifndef KS_NO_ASSEMBLY
#if defined __x86_64__ || defined __i386__
#define KS_SCAN_ASSEMBLY
#endif
#ifdef __x86_64__
#define KS_VECTOR_ASSEMBLY
#endif
#endif

/* KS_X86_64_BUILDS says that the builds of the rules for processors of x86-64 are there. The one file that
 * `make vendor` writes can leave them out. */
#if defined __x86_64__ && !defined KS_ONE_BUILD
#define KS_X86_64_BUILDS
#endif

/* KS_VECTOR_BUILDS says that the builds for vectors are there too. They stand beside assembly, and in the one
 * file of `make vendor`. */
#if defined KS_VECTOR_ASSEMBLY || defined KS_ALL_BUILDS_IN_ONE_FILE
#define KS_VECTOR_BUILDS
#endif

/* ---- Features ---- */

#define FEATURE(name, leaf, reg, bit, state) CPU_BIT_##name,
enum {
#include "core/processor/features.def"
    CPU_BIT_FAST_PEXT,
    CPU_FEATURES
};
#undef FEATURE

#define FEATURE(name, leaf, reg, bit, state) CPU_##name = 1 << CPU_BIT_##name,
enum cpu_feature {
#include "core/processor/features.def"
    /* PEXT takes about one cycle, though no bit of CPUID says so: AMD before Zen 3 takes some hundred. */
    CPU_FAST_PEXT = 1 << CPU_BIT_FAST_PEXT
};
#undef FEATURE

/* Returns the features that are present, or-ed. Any thread may call this at any time. */
unsigned ks_cpu_features(void);

/* The processor's answers from which its features follow. */
struct cpu_answers {
    struct cpuid_leaf {
        unsigned eax, ebx, ecx, edx;
    } leaf_0, leaf_1, leaf_7, leaf_0x80000001; /* of CPUID, subleaf 0; zeros: the processor lacks this leaf */
    unsigned xcr0; /* the registers that the operating system saves; 0 when unknown */
};

/* Returns the features of a processor that gives these answers. */
unsigned ks_features_of(const struct cpu_answers *answers);

/* Returns the name of the feature with this bit number. */
const char *ks_cpu_feature_name(unsigned bit);

/* ---- Tiers ---- */

/* The tiers of tiers.def, and the features that each needs. */

#define TIER(tier, where, below, more) TIER_##tier,
enum tier {
#include "core/processor/tiers.def"
    TIERS
};
#undef TIER

#define TIER(tier, where, below, more) NEEDS_OF_##tier = NEEDS_OF_##below | (more),
enum {
    NEEDS_OF_nothing = 0,
#include "core/processor/tiers.def"
};
#undef TIER
#endif
