/* The names of the processor's features. processor/x86.c detects those of x86. The kernels for other
 * processors use only features that all of those processors have. */
#include "core/processor/cpu.h"

const char *ks_cpu_feature_name(unsigned bit) {
#define FEATURE(name, leaf, reg, bit, state) #name,
    static const char *const names[] = {
#include "core/processor/features.def"
    };
#undef FEATURE
    return names[bit];
}

#if !defined __x86_64__ && !defined __i386__
unsigned ks_cpu_features(void) {
    return 0;
}

bool ks_cpu_has_fast_pext(void) {
    return false;
}
#endif
