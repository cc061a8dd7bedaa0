/* Training data and games as entries, for JavaScript: the reader of kingscan/data.h over bytes in memory.
 * This is a module of its own, with native/boards.c and what that needs, so that pages without such data do
 * not load it. */
#include <string.h>

#include "../native/exports.h"
#include "core/text/error.h"
#include "core/text/foreign.h"
#include "kingscan/data.h"
#include "kingscan/errors.h"

/* Columns of so many entries, one after the other; bindings/javascript/src/data.js finds them by the same
 * sizes. */
struct columns {
    uint8_t *boards;
    uint32_t *clocks;
    uint16_t *moves;
    int16_t *scores;
    uint16_t *plies;
    int8_t *results;
    uint8_t *sides, *kings, *kinds, *known, *checks, *illegal;
    char *fens; /* KS_FEN_SIZE each, or NULL */
};

/* How filling columns has ended. */
struct stop {
    ks_error error;
    double offset, block, line, lost;
    uint32_t count; /* of entries in the columns */
    uint32_t why;   /* 0: there is no room; 1: a fault follows the entries; 2: the data have ended */
};
_Static_assert(offsetof(struct stop, offset) == 192 && offsetof(struct stop, count) == 224 &&
                   KS_FEN_SIZE == 96,
               "data.js finds the members");

static struct columns columns_at(uint8_t *memory, size_t room, bool with_fens) {
    struct columns c = {.boards = memory};
    c.clocks = (uint32_t *)(void *)(c.boards + 64 * room);
    c.moves = (uint16_t *)(void *)(c.clocks + room);
    c.scores = (int16_t *)(void *)(c.moves + room);
    c.plies = (uint16_t *)(void *)(c.scores + room);
    c.results = (int8_t *)(c.plies + room);
    c.sides = (uint8_t *)c.results + room;
    c.kings = c.sides + room;
    c.kinds = c.kings + room;
    c.known = c.kinds + room;
    c.checks = c.known + room;
    c.illegal = c.checks + room;
    c.fens = with_fens ? (char *)c.illegal + room : NULL;
    return c;
}

static void write_fens(const ks_data *data, size_t count, char (*fens)[KS_FEN_SIZE]) {
    for (size_t i = 0; i < count; i++) {
        ks_position position;
        fens[i][0] = '\0';
        if (ks_data_get_position(data, i, &position, NULL) == KS_OK)
            ks_write_fen(&position, fens[i]);
    }
}

/* Copies a batch behind the first `at` entries. */
static void append(const struct columns *to, size_t at, const ks_data *data, const ks_data_batch *batch) {
    const size_t n = batch->count;
    memcpy(to->boards + 64 * at, batch->boards, 64 * n);
    memcpy(to->clocks + at, batch->clocks, n * sizeof *to->clocks);
    memcpy(to->moves + at, batch->moves, n * sizeof *to->moves);
    memcpy(to->scores + at, batch->scores, n * sizeof *to->scores);
    memcpy(to->plies + at, batch->plies, n * sizeof *to->plies);
    memcpy(to->results + at, batch->results, n);
    memcpy(to->sides + at, batch->sides, n);
    memcpy(to->kings + at, batch->kings, n);
    memcpy(to->kinds + at, batch->kinds, n);
    memcpy(to->known + at, batch->known, n);
    for (size_t i = 0; i < n; i++) {
        to->checks[at + i] = batch->checks[i >> 6] >> (i & 63) & 1;
        to->illegal[at + i] = batch->illegal ? batch->illegal[i >> 6] >> (i & 63) & 1 : 0;
    }
    if (to->fens)
        write_fens(data, n, (char(*)[KS_FEN_SIZE])(to->fens + KS_FEN_SIZE * at));
}

/* The name tells a format, and so do the first bytes of a binpack, of PGN and of JSON Lines.
 * name is a file's, or "".
 * The function returns the number of the format, or KS_DATA_UNKNOWN. */
EXPORT(unsigned, data_format_of, (const uint8_t *bytes, size_t length, const char *name)) {
    const ks_data_format guessed = ks_data_guess_format(name, bytes, length);
    const char *const found = ks_find_file_format((const char *)bytes, length);
    if (guessed != KS_DATA_UNKNOWN || !found)
        return guessed;
    return strcmp(found, "PGN") == 0          ? KS_DATA_PGN
           : strcmp(found, "JSON Lines") == 0 ? KS_DATA_JSONL
                                              : KS_DATA_UNKNOWN;
}

EXPORT(const char *, name_of_error, (int code)) {
    return ks_error_name(code);
}

EXPORT(unsigned, data_find_format, (const char *name)) {
    return ks_data_find_format(name);
}

EXPORT(const char *, data_format_name, (unsigned format)) {
    return ks_data_format_name((ks_data_format)format);
}

/* The bytes have to stay, and are not compressed. pattern: of lines of text, or NULL. Returns NULL after an
 * error. */
EXPORT(ks_data *, data_open,
       (const uint8_t *bytes, size_t length, unsigned format, bool legality, const char *pattern,
        ks_error *error)) {
    const struct file_format *const packing = ks_find_packing((const char *)bytes, length);
    if (packing) {
        ks_fail(error, KS_ERROR_DATA_FORMAT, 0, "the data are compressed by %s: expected what '%s' writes",
                packing->name, packing->command);
        return NULL;
    }
    ks_data *const data = ks_data_open_memory(bytes, length, (ks_data_format)format,
                                              legality ? KS_DATA_LEGALITY : KS_DATA_DEFAULT, error);
    if (!data || !pattern || ks_data_use_pattern(data, pattern, error) == KS_OK)
        return data;
    ks_data_close(data);
    return NULL;
}

EXPORT(void, data_close, (ks_data * data)) {
    ks_data_close(data);
}

EXPORT(unsigned, data_format, (const ks_data *data)) {
    return ks_data_get_format(data);
}

/* Fills columns with room for so many entries from entry `at` on, until less than a batch fits or a fault
 * comes. */
EXPORT(void, data_fill,
       (ks_data * data, uint8_t *memory, size_t room, bool fens, size_t at, struct stop *stop)) {
    const struct columns columns = columns_at(memory, room, fens);
    *stop = (struct stop){0};
    while (at + KS_DATA_BATCH_MAX <= room) {
        const ks_data_batch *const batch = ks_data_next(data);
        if (!batch) {
            stop->why = 2;
            break;
        }
        append(&columns, at, data, batch);
        at += batch->count;
        if (!batch->fault)
            continue;
        stop->error = *batch->fault;
        stop->offset = (double)batch->fault_place.offset;
        stop->block = (double)batch->fault_place.block;
        stop->line = (double)batch->fault_place.line;
        stop->lost = (double)batch->lost;
        stop->why = 1;
        break;
    }
    stop->count = (uint32_t)at;
}
