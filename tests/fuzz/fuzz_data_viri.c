/* Fuzzes the reader of training data in the format viri, by libFuzzer: it keeps the promises of
 * require_data.h. */
#include "fuzz/require_data.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_data(data, size, KS_DATA_VIRI);
}
