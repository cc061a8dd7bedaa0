/* Chooses the build of the compiled form, as perft of chess does: both share the tables of sliders. */
#include "variant/masks/builds.h"

#include "core/processor/cpu.h"
#include "rules/perft/perft.h"

#ifdef __x86_64__
bool ks_masks_may_be_fast(void) {
    return ks_perft_build_for(ks_cpu_features(), ks_cpu_has_fast_pext()) == &ks_fast_perft_build;
}

ks_masks_perft *ks_choose_narrow_perft(void) {
    return ks_perft_build_in_use() == &ks_fast_perft_build ? ks_fast_masks_perft : ks_any_masks_perft;
}
#else
bool ks_masks_may_be_fast(void) {
    return false;
}

ks_masks_perft *ks_choose_narrow_perft(void) {
    return ks_any_masks_perft;
}
#endif
