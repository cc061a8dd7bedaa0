/* What the processor, and the operating system on it, can do. */
#ifndef KS_CPU_H
#define KS_CPU_H

#define FEATURE(name, leaf, reg, bit, state) CPU_BIT_##name,
enum {
#include <stdbool.h>

#include "core/features.def"
    CPU_FEATURES
};
#undef FEATURE

#define FEATURE(name, leaf, reg, bit, state) CPU_##name = 1 << CPU_BIT_##name,
enum cpu_feature {
#include "core/features.def"
};
#undef FEATURE

/* Returns the features that are there, or-ed. Any thread may ask at any time. */
unsigned ks_cpu_features(void);

/* Returns whether PEXT takes about one cycle: AMD's processors before Zen 3 take some hundred. The answer
 * means nothing on a processor without PEXT. */
bool ks_cpu_has_fast_pext(void);

/* Returns the name of the feature with this bit number. */
const char *ks_cpu_feature_name(unsigned bit);
#endif
