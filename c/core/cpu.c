/* Processor features by CPUID, and by XGETBV whether the operating system saves the registers they use.
 * Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1, sections 14.3 and 15.2. */
#include "core/cpu.h"

#include <cpuid.h>
#include <stdatomic.h>
#include <stdbool.h>

/* XCR0: which registers the operating system saves; 0 when it doesn't say. */
static unsigned saved_state(void) {
    unsigned eax, ebx, ecx, edx, high;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & bit_OSXSAVE))
        return 0;
    __asm__ volatile("xgetbv" : "=a"(eax), "=d"(high) : "c"(0));
    return eax;
}

static unsigned ask_processor(void) {
    const unsigned saved = saved_state();
    unsigned features = 0;
#define FEATURE(name, leaf, reg, bit, state)                                                                 \
    {                                                                                                        \
        unsigned eax, ebx, ecx, edx;                                                                         \
        if (__get_cpuid_count(leaf, 0, &eax, &ebx, &ecx, &edx) && (reg >> (bit)&1) &&                        \
            (saved & (state)) == (state))                                                                    \
            features |= CPU_##name;                                                                          \
    }
#include "core/features.def"
#undef FEATURE
    return features;
}

/* CPUID takes tens of microseconds on some virtual machines, so it is asked once. Threads that meet here find
 * the same answer. */
unsigned ks_cpu_features(void) {
    enum { KNOWN = 1u << 30 };
    static _Atomic unsigned cached;
    unsigned features = atomic_load_explicit(&cached, memory_order_relaxed);
    if (!features) {
        features = ask_processor() | KNOWN;
        atomic_store_explicit(&cached, features, memory_order_relaxed);
    }
    return features & ~(unsigned)KNOWN;
}

bool ks_cpu_has_fast_pext(void) {
    unsigned eax, ebx, ecx, edx;
    if (!__get_cpuid(0, &eax, &ebx, &ecx, &edx))
        return false;
    const bool amd = ebx == signature_AMD_ebx && ecx == signature_AMD_ecx && edx == signature_AMD_edx;
    __get_cpuid(1, &eax, &ebx, &ecx, &edx);
    const unsigned family = (eax >> 8 & 15) + (eax >> 20 & 255), zen_3 = 0x19;
    return !amd || family >= zen_3;
}

const char *ks_cpu_feature_name(unsigned bit) {
#define FEATURE(name, leaf, reg, bit, state) #name,
    static const char *const names[] = {
#include "core/features.def"
    };
#undef FEATURE
    return names[bit];
}
