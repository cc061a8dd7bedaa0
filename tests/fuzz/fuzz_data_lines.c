/* Fuzzes, by libFuzzer, lines of FEN, EPD and JSON that are read as entries: the promises of require_data.h,
 * and each line gives an entry or a fault, or is blank. */
#include "core/text/characters.h"
#include "core/text/foreign.h"
#include "fuzz/require_data.h"

/* Returns how many lines have something to say. */
static uint64_t count_lines(const char *text, size_t length) {
    const char *const end = text + length;
    uint64_t count = 0;
    text += byte_order_mark(text, length);
    while (text < end) {
        const char *const found = memchr(text, '\n', (size_t)(end - text)), *const next = found ? found : end;
        const size_t all = (size_t)(next - text);
        count += !is_blank_or_comment(text, all > 0 ? length_without_cr(text, all) : 0);
        text = next + 1;
    }
    return count;
}

/* The first byte chooses the format; fuzz_data takes the two after it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { FIRST = 3 };
    if (size < FIRST)
        return 0;
    const ks_data_format format = (ks_data_format)(KS_DATA_FEN + data[0] % (KS_DATA_PGN - KS_DATA_FEN));
    const struct data_reading reading = read_data(
        ks_data_open_memory(data + FIRST, size - FIRST, format, KS_DATA_DEFAULT, NULL), size - FIRST, NULL);
    require(reading.entries + reading.faults == count_lines((const char *)data + FIRST, size - FIRST),
            "no line is passed over");
    return fuzz_data(data + 1, size - 1, format);
}
