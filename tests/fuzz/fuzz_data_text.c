/* Fuzzes, by libFuzzer, lines that are read by a pattern, which is the first line of the input: the promises
 * of require_data.h, and a pattern is refused at a place in it. */
#include <stdlib.h>

#include "fuzz/require_data.h"

static ks_data *with_pattern(ks_data *data, const char *pattern) {
    ks_error error;
    require(data != NULL, "a reader is opened");
    if (ks_data_use_pattern(data, pattern, &error) == KS_OK)
        return data;
    require(error.code == KS_ERROR_DATA_FORMAT, "a pattern is refused as a format");
    require(error.offset <= strlen(pattern), "a fault is within the pattern");
    ks_data_close(data);
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *const end = size > 0 ? memchr(data, '\n', size) : NULL;
    if (!end)
        return 0;
    const size_t length = (size_t)(end - data), rest = size - length - 1;
    char *const pattern = calloc(length + 1, 1);
    require(pattern != NULL, "there is memory");
    memcpy(pattern, data, length);
    struct data_stream stream = {end + 1, rest, 7};
    ks_data *const whole =
        with_pattern(ks_data_open_memory(end + 1, rest, KS_DATA_TEXT, KS_DATA_DEFAULT, NULL), pattern);
    ks_data *const in_pieces =
        with_pattern(ks_data_open(read_data_stream, &stream, KS_DATA_TEXT, KS_DATA_DEFAULT, NULL), pattern);
    require(!whole == !in_pieces, "a pattern is good or not");
    if (whole) {
        const struct data_reading one = read_data(whole, rest, NULL),
                                  other = read_data(in_pieces, rest, NULL);
        require_same_reading(&one, &other);
    }
    free(pattern);
    return 0;
}
