/* Names the processor's features, and detects which of them this processor has. Features of x86 are detected
 * by CPUID, and by XGETBV whether the operating system saves the registers that they use. The kernels for
 * other processors use only features that all of those processors have. Source: Intel 64 and IA-32
 * Architectures Software Developer's Manual, volume 1, sections 14.3 and 15.2. */
#include "core/processor/cpu.h"

#include <stdatomic.h>
#include <stdbool.h>

const char *ks_cpu_feature_name(unsigned bit) {
#define FEATURE(name, leaf, reg, bit, state) #name,
    static const char *const names[] = {
#include "core/processor/features.def"
        "FAST_PEXT"};
#undef FEATURE
    return names[bit];
}

#if defined __x86_64__ || defined __i386__
#include <cpuid.h>

static struct cpuid_leaf ask_leaf(unsigned leaf) {
    struct cpuid_leaf told = {0};
    __get_cpuid_count(leaf, 0, &told.eax, &told.ebx, &told.ecx, &told.edx);
    return told;
}

static struct cpu_answers ask_processor(void) {
    struct cpu_answers answers = {ask_leaf(0), ask_leaf(1), ask_leaf(7), ask_leaf(0x80000001), 0};
    unsigned high;
    if (answers.leaf_1.ecx & bit_OSXSAVE)
        __asm__ volatile("xgetbv" : "=a"(answers.xcr0), "=d"(high) : "c"(0));
    return answers;
}

/* Code for AVX2 and AVX-512 also has the longer forms of older instructions, such as VPSHUFB of SSSE3. An
 * emulator that lacks the older set may refuse those: qemu does. */
static bool has_what_vectors_need(const struct cpu_answers *answers) {
    const unsigned older = bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_AVX;
    return (answers->leaf_1.ecx & older) == older;
}

/* Returns whether PEXT takes about one cycle, if there is one. */
static bool pext_is_fast(const struct cpu_answers *answers) {
    const struct cpuid_leaf *vendor = &answers->leaf_0;
    const bool amd = vendor->ebx == signature_AMD_ebx && vendor->ecx == signature_AMD_ecx &&
                     vendor->edx == signature_AMD_edx;
    const unsigned version = answers->leaf_1.eax;
    const unsigned family = (version >> 8 & 15) + (version >> 20 & 255), zen_3 = 0x19;
    return !amd || family >= zen_3;
}

unsigned ks_features_of(const struct cpu_answers *answers) {
    const unsigned saved = has_what_vectors_need(answers) ? answers->xcr0 : 0;
    unsigned features = 0;
#define FEATURE(name, leaf, reg, bit, state)                                                                 \
    if ((answers->leaf_##leaf.reg >> bit & 1) && (saved & (state)) == (state))                               \
        features |= CPU_##name;
#include "core/processor/features.def"
#undef FEATURE
    return features & CPU_BMI2 && pext_is_fast(answers) ? features | CPU_FAST_PEXT : features;
}

/* CPUID takes tens of microseconds on some virtual machines, so it runs once. Threads that meet here get the
 * same answer. */
unsigned ks_cpu_features(void) {
    enum { KNOWN = 1u << 30 };
    static _Atomic unsigned cached;
    unsigned features = atomic_load_explicit(&cached, memory_order_relaxed);
    if (!features) {
        const struct cpu_answers answers = ask_processor();
        features = ks_features_of(&answers) | KNOWN;
        atomic_store_explicit(&cached, features, memory_order_relaxed);
    }
    return features & ~(unsigned)KNOWN;
}

#else

unsigned ks_cpu_features(void) {
    return 0;
}

#endif
