/* Chooses the build of the compiled form by the board and the processor, as perft of chess does. */
#include "variant/masks/masks.h"

#include <stdatomic.h>

#include "core/processor/cpu.h"
#include "rules/perft/perft.h"

/* ---- Builds ---- */

/* Chooses the build of the compiled form, as perft of chess does: both share the tables of sliders. */

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

/* ---- All builds ---- */

/* The compiled form of a variant in one word or in two, whose functions are chosen by its board. */

#ifdef __x86_64__
void ks_fill_wide_tables(void);

static bool is_wide(const ks_variant *v) {
    return v->files > 8 || v->ranks > 8;
}

/* The first thread to arrive fills the tables; others wait for it meanwhile. */
static void fill_wide_tables(void) {
    static atomic_flag taken = ATOMIC_FLAG_INIT;
    static atomic_bool filled;
    if (!atomic_load_explicit(&filled, memory_order_acquire) && !atomic_flag_test_and_set(&taken)) {
        ks_fill_wide_tables();
        atomic_store_explicit(&filled, true, memory_order_release);
    }
    while (!atomic_load_explicit(&filled, memory_order_acquire))
        ;
}

ks_masks_perft *ks_choose_masks_perft(const ks_variant *v) {
    return is_wide(v) ? ks_wide_masks_perft : ks_choose_narrow_perft();
}

bool ks_variant_compile(ks_variant *v) {
    if (!is_wide(v))
        return ks_any_masks_compile(v, &v->compiled);
    if (!ks_masks_may_be_fast())
        return true;
    fill_wide_tables();
    return ks_wide_masks_compile(v, &v->compiled);
}

bool ks_variant_count_by_masks(ks_masks_perft *build, const ks_variant *v, const ks_variant_position *p,
                               unsigned depth, uint64_t *nodes) {
    return v->compiled && (is_wide(v) ? ks_wide_masks_count : ks_any_masks_count)(build, v, p, depth, nodes);
}

bool ks_variant_masks_pay(ks_masks_perft *build, const ks_variant *v) {
    return v->compiled && (is_wide(v) ? ks_wide_masks_pay : ks_any_masks_pay)(build, v);
}

#else
ks_masks_perft *ks_choose_masks_perft(const ks_variant *v) {
    (void)v;
    return ks_choose_narrow_perft();
}

bool ks_variant_compile(ks_variant *v) {
    return v->files > 8 || v->ranks > 8 || ks_any_masks_compile(v, &v->compiled);
}

bool ks_variant_count_by_masks(ks_masks_perft *build, const ks_variant *v, const ks_variant_position *p,
                               unsigned depth, uint64_t *nodes) {
    return v->compiled && ks_any_masks_count(build, v, p, depth, nodes);
}

bool ks_variant_masks_pay(ks_masks_perft *build, const ks_variant *v) {
    return v->compiled && ks_any_masks_pay(build, v);
}
#endif
