/* The readers of text for each kernel of kernels.def: ks_TEXT_read_placement and so on. */
#ifndef KS_READER_H
#define KS_READER_H

#include "core/fen/four_lines.h"
#include "core/processor/assembly.h"
#include "kingscan/kernels.h"

#define KERNEL(kernel, features, text, batch, about)                                                         \
    ks_placement_reader ks_##text##_read_placement;                                                          \
    ks_line_finder ks_##text##_find_lines;                                                                   \
    ks_line_reader ks_##text##_read_lines;
#include "core/kernels/kernels.def"
#undef KERNEL

struct ks_text_readers {
    ks_placement_reader *read_placement;
    ks_line_finder *find_lines;
    ks_line_reader *read_lines;
};

/* Returns the readers for a processor with these features. kernel: a row of ks_kernels that it can run. */
const struct ks_text_readers *ks_text_readers_for(const ks_kernel *kernel, unsigned features);

#endif
