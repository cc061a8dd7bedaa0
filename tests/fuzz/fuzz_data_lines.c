/* libFuzzer on lines of FEN, EPD and JSON Lines that are read as training data: each line gives an entry or
 * an error, or is blank, however the stream is cut. */
#include "cli/positions/data_lines.h"
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

static struct data_reading read_by(unsigned format, const uint8_t *data, size_t size, size_t most) {
    struct data_stream stream = {data, size, most};
    struct data_lines *const lines = open_data_lines(format, read_data_stream, &stream);
    ks_data *const records = ks_data_open(read_lines_as_plain, lines, KS_DATA_PLAIN, KS_DATA_DEFAULT, NULL);
    struct data_reading reading = {0, 0, 0, 0};
    const ks_data_batch *batch;
    require(records != NULL, "a reader is opened");
    while ((batch = ks_data_next(records)) != NULL) {
        ks_error error;
        add_batch(&reading, records, batch, SIZE_MAX); /* the length of the records is not known */
        if (!batch->fault || !take_line_error(lines, line_of_text(batch->fault_place.line), &error))
            continue;
        require(error.offset <= size && !strchr(error.message, '\n'),
                "an error is in its line, and says one");
        reading.sum += (uint64_t)error.code * 41 + error.offset;
    }
    ks_data_close(records);
    close_data_lines(lines);
    return reading;
}

/* The first byte chooses the format, the second says how many bytes a stream gives at a time. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2)
        return 0;
    const unsigned format = TEXT_FEN + data[0] % (OUTPUT_FORMATS - TEXT_FEN);
    const struct data_reading usual = read_by(format, data + 2, size - 2, size),
                              streamed = read_by(format, data + 2, size - 2, 1u + data[1]);
    require(usual.entries + usual.faults == count_lines((const char *)data + 2, size - 2),
            "no line is passed over");
    require_same_reading(&usual, &streamed);
    return 0;
}
