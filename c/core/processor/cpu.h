/* The features of the processor that the operating system supports, and the kernels in assembly that this
 * build has. */
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

#define FEATURE(name, leaf, reg, bit, state) CPU_BIT_##name,
enum {
#include "core/processor/features.def"
    CPU_FEATURES
};
#undef FEATURE

#define FEATURE(name, leaf, reg, bit, state) CPU_##name = 1 << CPU_BIT_##name,
enum cpu_feature {
#include "core/processor/features.def"
};
#undef FEATURE

/* Returns the features that are present, or-ed. Any thread may call this at any time. */
unsigned ks_cpu_features(void);

/* Returns whether PEXT takes about one cycle: AMD's processors before Zen 3 take some hundred. The result is
 * undefined on a processor without PEXT. */
bool ks_cpu_has_fast_pext(void);

/* The processor's answers from which both results follow. */
struct cpu_answers {
    struct cpuid_leaf {
        unsigned eax, ebx, ecx, edx;
    } leaf_0, leaf_1, leaf_7, leaf_0x80000001; /* of CPUID, subleaf 0; zeros: the processor lacks this leaf */
    unsigned xcr0; /* the registers that the operating system saves; 0 when unknown */
};

/* Return the same two results for the answers of any processor. */
unsigned ks_features_of(const struct cpu_answers *answers);
bool ks_pext_is_fast(const struct cpu_answers *answers);

/* Returns the name of the feature with this bit number. */
const char *ks_cpu_feature_name(unsigned bit);
#endif
