/* Promises about readers of training data: whatever the bytes, they come to an end, lose nothing silently,
 * and read the same from a stream and with several blocks by turns. Entries can be written anew. */
#ifndef KS_FUZZ_REQUIRE_DATA_H
#define KS_FUZZ_REQUIRE_DATA_H

#include <string.h>

#include "fuzz/require.h"
#include "kingscan.h"

/* ---- Reading ---- */

struct data_stream {
    const uint8_t *bytes;
    size_t length, most; /* most: bytes given at a time */
};

static inline size_t read_data_stream(void *context, void *buffer, size_t room) {
    struct data_stream *const stream = context;
    size_t length = stream->length < stream->most ? stream->length : stream->most;
    length = length < room ? length : room;
    memcpy(buffer, stream->bytes, length);
    stream->bytes += length;
    stream->length -= length;
    return length;
}

/* Counts, and a sum that does not depend on the order of entries. */
struct data_reading {
    uint64_t entries, faults, lost, sum;
};

static inline void add_batch(struct data_reading *reading, const ks_data *data, const ks_data_batch *batch,
                             size_t length) {
    require(batch->count > 0 || batch->fault, "a batch has entries or a fault");
    for (size_t i = 0; i < batch->count; i++) {
        const ks_data_place place = ks_data_get_place(data, i);
        uint64_t sum = place.offset * 31 + place.chain * 37 + place.ply * 41 + batch->moves[i] * 43u +
                       (uint16_t)batch->scores[i] * 47u + batch->plies[i] * 53u;
        require(place.offset < length, "entries are within the data");
        require(batch->boards[i][batch->kings[i]] == KS_WHITE_KING + 8 * batch->sides[i], "kings are there");
        for (unsigned square = 0; square < 64; square++)
            sum = sum * 61 + batch->boards[i][square];
        reading->sum += sum;
    }
    reading->entries += batch->count;
    if (batch->fault) {
        require(batch->fault_place.offset <= length, "a fault is within the data");
        require(!strchr(batch->fault->message, '\n'), "a message is one line");
        reading->faults++;
        reading->lost += batch->lost;
    }
}

static inline struct data_reading read_data(ks_data *data, size_t length, ks_data_writer *writer) {
    struct data_reading reading = {0, 0, 0, 0};
    const ks_data_batch *batch;
    require(data != NULL, "a reader is opened");
    while ((batch = ks_data_next(data)) != NULL) {
        add_batch(&reading, data, batch, length);
        for (size_t i = 0; writer && i < batch->count; i++) {
            ks_error error;
            const int code = ks_data_copy(writer, data, i, batch->scores[i], &error);
            require(code == KS_OK || code == KS_ERROR_DATA_LACKS || code == KS_ERROR_DATA_MOVE,
                    "an entry is written, or lacks something");
        }
    }
    ks_data_close(data);
    require(reading.lost <= length, "no byte is lost twice");
    return reading;
}

static inline void require_same_reading(const struct data_reading *a, const struct data_reading *b) {
    require(a->entries == b->entries && a->faults == b->faults && a->lost == b->lost && a->sum == b->sum,
            "what is read does not depend on the way");
}

/* ---- Writing ---- */

struct written_data {
    uint8_t *bytes;
    size_t length;
};

static inline int keep_written(void *context, const void *bytes, size_t length) {
    struct written_data *const written = context;
    uint8_t *const longer = realloc(written->bytes, written->length + length);
    require(longer != NULL, "there is memory");
    memcpy(longer + written->length, bytes, length);
    written->bytes = longer;
    written->length += length;
    return KS_OK;
}

/* ---- All ---- */

/* The first byte says how many bytes a stream gives at a time, the second in which format the data are
 * written. */
static inline int fuzz_data(const uint8_t *data, size_t size, ks_data_format format) {
    if (size < 2)
        return 0;
    const ks_data_format out = (ks_data_format)(KS_DATA_UNKNOWN + 1 + data[1] % (KS_DATA_PLAIN));
    const uint8_t *const bytes = data + 2;
    const size_t length = size - 2;
    struct data_stream stream = {bytes, length, 1u + data[0]};
    struct written_data written = {NULL, 0};
    ks_data_writer *const writer = ks_data_writer_open(keep_written, &written, out, NULL);
    require(writer != NULL, "a writer is opened");
    const struct data_reading usual =
        read_data(ks_data_open_memory(bytes, length, format, KS_DATA_LEGALITY, NULL), length, writer);
    const struct data_reading streamed =
        read_data(ks_data_open(read_data_stream, &stream, format, KS_DATA_DEFAULT, NULL), length, NULL);
    const struct data_reading any =
        read_data(ks_data_open_memory(bytes, length, format, KS_DATA_ANY_ORDER, NULL), length, NULL);
    require_same_reading(&usual, &streamed);
    require_same_reading(&usual, &any);
    require(ks_data_writer_close(writer, NULL) == KS_OK, "the data are stored");
    const struct data_reading again = read_data(
        ks_data_open_memory(written.bytes, written.length, out, KS_DATA_DEFAULT, NULL), written.length, NULL);
    require(again.entries + again.faults <= usual.entries + again.faults,
            "no entry is read that was not written");
    free(written.bytes);
    return 0;
}

#endif
