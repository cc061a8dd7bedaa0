/* The functions of one build. */
#include "rules/perft/builds.h"

uint64_t IN_BUILD(perft)(const ks_position *position, unsigned depth, ks_reply_counter *replies);
size_t IN_BUILD(expand)(const struct ks_packed *packed, struct ks_child *children);
uint64_t IN_BUILD(group)(const struct ks_packed *packed);
uint64_t IN_BUILD(perft_packed)(const struct ks_packed *packed, unsigned depth, ks_reply_counter *replies);

const struct perft_build IN_BUILD(perft_build) = {IN_BUILD(perft), IN_BUILD(expand), IN_BUILD(group),
                                                  IN_BUILD(perft_packed)};
