/* Keeps which positions have been seen, in a hash table that grows up to a bound. */
#ifndef KS_POSITION_SET_H
#define KS_POSITION_SET_H

#include <stddef.h>
#include <stdint.h>

#include "game/common/any_position.h"
#include "rules/identity.h"

/* The key of a position of chess or of a variant. */
struct position_key make_position_key(const struct any_position *position);

/* A set may have other things instead, by keys as unlikely to be equal: keys of texts, and keys to which
 * words were added. */
struct position_key make_text_key(const char *text);
struct position_key add_to_key(struct position_key key, uint64_t word);

struct position_set {
    struct position_key *slots; /* a free one has zeros in both halves */
    size_t capacity, used, capacity_max;
};

enum position_seen { POSITION_NEW, POSITION_SEEN, POSITION_SET_FULL, POSITION_NO_MEMORY };

/* Makes an empty set that takes at most `bytes` of memory. Fails when there is no memory at all. */
void start_position_set(struct position_set *set, uint64_t bytes);

/* Adds a position unless the set has it, is full, or can't grow up to its bound for want of memory. */
enum position_seen add_position(struct position_set *set, struct position_key key);

/* Begins to fetch the memory that add_position will read for this key. */
void expect_position(const struct position_set *set, struct position_key key);

#endif
