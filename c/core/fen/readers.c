/* The choice of the readers of text for the kernel in use. */
#include "core/fen/readers.h"

#include "core/processor/cpu.h"
#include "kingscan.h"

#define KERNEL(kernel, features, text, batch, about)                                                         \
    {ks_##text##_read_placement, ks_##text##_find_lines, ks_##text##_read_lines},
static const struct ks_text_readers text_readers[] = {
#include "core/kernels/kernels.def"
};
#undef KERNEL

/* Returns the kernel's readers, or simpler ones when the processor lacks a further feature that those
 * need. */
const struct ks_text_readers *ks_text_readers_for(const ks_kernel *kernel, unsigned features) {
    size_t count;
    const struct ks_text_readers *readers = &text_readers[kernel - ks_kernels(&count)[0]]; /* an array */
#ifdef KS_VECTOR_ASSEMBLY
    static const struct ks_text_readers one_by_one = {ks_avx512_read_placement, ks_avx512_find_lines,
                                                      ks_avx512_read_lines_singly};
    const unsigned counts = CPU_POPCNT, placement = CPU_POPCNT | CPU_BMI1,
                   lines = CPU_AVX512IFMA | CPU_AVX512BITALG;
    if (readers->read_placement == ks_ssse3_read_placement && (features & counts) != counts)
        return &text_readers[0];
    if (readers->read_placement == ks_avx2_read_placement && (features & placement) != placement)
        return &text_readers[0];
    if (readers->read_lines == ks_avx512_read_lines && (features & lines) != lines)
        return &one_by_one;
#else
    (void)features;
#endif
    return readers;
}

static const struct ks_text_readers *current_text_readers(void) {
    return ks_text_readers_for(ks_kernel_get_current(), ks_cpu_features());
}

ks_placement_reader *ks_current_placement_reader(void) {
    return current_text_readers()->read_placement;
}

ks_line_finder *ks_current_line_finder(void) {
    return current_text_readers()->find_lines;
}

ks_line_reader *ks_current_line_reader(void) {
    return current_text_readers()->read_lines;
}
