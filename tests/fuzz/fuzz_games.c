/* Gives bytes of libFuzzer to the readers of games: the fast one gives what the exact one gives, whatever the
 * bytes. */
#include "fuzz/require_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static ks_variants *variants;
    if (size < WAYS_TO_READ)
        return 0;
    if (!variants)
        variants = ks_variants_new(NULL, 0, 0, NULL);
    const struct ways_to_read ways = choose_ways(data);
    require_same_games((const char *)data + WAYS_TO_READ, size - WAYS_TO_READ, &ways, variants);
    return 0;
}
