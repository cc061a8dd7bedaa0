/* Chooses the build of perft by masks, as perft of chess does: both share the tables of sliders. */
#include "variant/masks/builds.h"

#include "rules/perft/builds.h"

ks_masks_perft *ks_choose_masks_perft(void) {
#ifdef __x86_64__
    if (ks_perft_build_in_use() == &ks_fast_perft_build)
        return ks_fast_masks_perft;
#endif
    return ks_any_masks_perft;
}
