/* The fast generator is compiled twice: for any x86, and for processors with fast PEXT, where VARIANT is
 * fast. generator.c chooses. Its counter of replies is compiled once more, for those with POPCNT. */
#ifndef KS_VARIANT_H
#define KS_VARIANT_H

#include "rules/perft/counters.h"

#ifndef VARIANT
#define VARIANT any
#endif

struct ks_packed;
struct ks_child;

struct generator {
    size_t (*legal_moves)(const ks_position *position, ks_move *moves);
    int (*has_legal_move)(const ks_position *position);
    size_t (*count_legal_moves)(const ks_position *position);
    uint64_t (*perft)(const ks_position *position, unsigned depth, ks_reply_counter *replies);
    /* As ks_expand and its like do: see layers.h. */
    size_t (*expand)(const struct ks_packed *packed, struct ks_child *children);
    uint64_t (*group)(const struct ks_packed *packed);
    uint64_t (*perft_packed)(const struct ks_packed *packed, unsigned depth, ks_reply_counter *replies);
};

#define VARIANT_NAME_(variant, name) ks_##variant##_##name
#define VARIANT_NAME(variant, name) VARIANT_NAME_(variant, name)

/* The name of a function or table in the variant that is being compiled. */
#define IN_VARIANT(name) VARIANT_NAME(VARIANT, name)

extern const struct generator ks_any_generator;
#ifdef __x86_64__
extern const struct generator ks_fast_generator;
#endif

/* Returns the one for a processor with these features, and the one in use. */
const struct generator *ks_generator_for(unsigned features, bool fast_pext);
const struct generator *ks_generator_in_use(void);

#endif
