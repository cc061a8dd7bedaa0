/* Perft of a variant: one thread, no table. */
#ifndef KS_VARIANT_PERFT_H
#define KS_VARIANT_PERFT_H

#include <stdbool.h>

#include "kingscan.h"

struct variant_perft {
    const ks_variant *variant;
    ks_variant_position position;
    unsigned depth;
    bool divide, json;
};

/* Counts and prints as kingscan perft does; returns the exit status. */
int run_variant_perft(const struct variant_perft *perft);

#endif
