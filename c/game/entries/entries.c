/* Opens training data of any format and reads its entries: the functions of kingscan/data.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/error.h"
#include "core/text/words.h"
#include "game/data/parts.h"
#include "game/data/reader.h"

/* ---- Formats ---- */

enum {
    HAS_POSITION = KS_DATA_HAS_SIDE | KS_DATA_HAS_RIGHTS | KS_DATA_HAS_CLOCKS,
    HAS_SCORES = KS_DATA_HAS_SCORE | KS_DATA_HAS_RESULT,
    HAS_ALL = HAS_POSITION | HAS_SCORES | KS_DATA_HAS_MOVE | KS_DATA_HAS_PLY
};

static const struct data_format formats[KS_DATA_FORMATS] = {
    [KS_DATA_BINPACK] = {"binpack", "binpack", HAS_ALL, 0, false, false, ks_open_binpack, ks_next_of_binpack},
    [KS_DATA_BIN] = {"bin", "bin", HAS_ALL, 40, true, false, ks_open_records, ks_next_of_records},
    [KS_DATA_BULLET] = {"bulletformat", "bulletformat bullet bf", HAS_SCORES, 32, false, false,
                        ks_open_records, ks_next_of_records},
    [KS_DATA_MARLIN] = {"marlinformat", "marlinformat marlin", HAS_POSITION | HAS_SCORES, 32, true, false,
                        ks_open_records, ks_next_of_records},
    [KS_DATA_VIRI] = {"viriformat", "viriformat viri vf", HAS_ALL, 0, true, false, ks_open_viri,
                      ks_next_of_viri},
    [KS_DATA_PLAIN] = {"plain", "plain", HAS_ALL, 0, true, false, ks_open_plain, ks_next_of_plain},
    [KS_DATA_FEN] = {"fen", "fen", HAS_POSITION | KS_DATA_HAS_PLY, 0, true, false, ks_open_lines,
                     ks_next_of_lines},
    [KS_DATA_EPD] = {"epd", "epd", HAS_ALL, 0, true, false, ks_open_lines, ks_next_of_lines},
    [KS_DATA_JSONL] = {"jsonl", "jsonl", HAS_ALL, 0, true, false, ks_open_lines, ks_next_of_lines},
    [KS_DATA_PGN] = {"pgn", "pgn", HAS_ALL | KS_DATA_HAS_TIME, 0, true, true, ks_open_games_as_entries,
                     ks_next_of_games},
    [KS_DATA_TEXT] = {"text", "", HAS_ALL, 0, true, true, ks_open_lines, ks_next_of_lines},
};

static const struct data_format *rules_of(ks_data_format format) {
    return format > KS_DATA_UNKNOWN && format < KS_DATA_FORMATS ? &formats[format] : NULL;
}

const char *ks_data_format_name(ks_data_format format) {
    const struct data_format *const rules = rules_of(format);
    return rules ? rules->name : NULL;
}

unsigned ks_data_format_facts(ks_data_format format) {
    const struct data_format *const rules = rules_of(format);
    return rules ? rules->facts : 0;
}

unsigned ks_data_format_record_size(ks_data_format format) {
    const struct data_format *const rules = rules_of(format);
    return rules ? rules->record_size : 0;
}

ks_data_format ks_data_find_format(const char *name) {
    for (unsigned i = KS_DATA_UNKNOWN + 1; i < KS_DATA_FORMATS; i++)
        if (strcmp(name, formats[i].name) == 0)
            return (ks_data_format)i;
    return KS_DATA_UNKNOWN;
}

/* Returns where the last dot of a name's first n bytes stands, or NULL. */
static const char *find_dot(const char *name, size_t n) {
    while (n > 0 && name[n - 1] != '.' && name[n - 1] != '/')
        n--;
    return n > 0 && name[n - 1] == '.' ? name + n - 1 : NULL;
}

size_t ks_name_without_compression(const char *name, size_t length) {
    const char *const dot = find_dot(name, length);
    return dot && is_listed("gz bz2 xz zst lz4", dot + 1, length - (size_t)(dot + 1 - name))
               ? (size_t)(dot - name)
               : length;
}

ks_data_format ks_data_guess_format(const char *file, const void *bytes, size_t length) {
    if (length >= 4 && memcmp(bytes, ks_binpack_magic, 4) == 0)
        return KS_DATA_BINPACK;
    if (!file)
        return KS_DATA_UNKNOWN;
    const size_t end = ks_name_without_compression(file, strlen(file));
    const char *const dot = find_dot(file, end);
    for (unsigned i = KS_DATA_UNKNOWN + 1; dot && i < KS_DATA_FORMATS; i++)
        if (is_listed(formats[i].ends, dot + 1, end - (size_t)(dot + 1 - file)))
            return (ks_data_format)i;
    return KS_DATA_UNKNOWN;
}

/* ---- Opening ---- */

/* Frees a reader that cannot be opened. Returns NULL. */
static ks_data *refuse(ks_data *data, int code, const char *sentence, ks_error *error) {
    ks_fail(error, code, 0, "%s", sentence);
    ks_data_close(data);
    return NULL;
}

static ks_data *open_source(const struct source *source, ks_data_format format, ks_data_flags flags,
                            ks_error *error) {
    static const char no_memory[] = "there is not enough memory for a reader of training data";
    assert((flags & ~(unsigned)(KS_DATA_ANY_ORDER | KS_DATA_LEGALITY | KS_DATA_SCORES)) == 0);
    ks_data *const data = new_part(sizeof *data);
    if (!data)
        return refuse(NULL, KS_ERROR_MEMORY, no_memory, error);
    data->source = *source;
    data->flags = flags;
    data->source.room = SOURCE_BUFFER;
    if (source->read && !(data->source.bytes = data->source.buffer = malloc(SOURCE_BUFFER)))
        return refuse(data, KS_ERROR_MEMORY, no_memory, error);
    if (format == KS_DATA_UNKNOWN) {
        const size_t length = ks_source_need(&data->source, 4);
        format = ks_data_guess_format(NULL, source_bytes(&data->source), length);
    }
    data->format = format;
    data->rules = rules_of(format);
    if (!data->rules)
        return refuse(data, KS_ERROR_DATA_FORMAT,
                      "expected a format of training data, or one that begins with BINP", error);
    return data->rules->open(data) ? data : refuse(data, KS_ERROR_MEMORY, no_memory, error);
}

ks_data *ks_data_open(ks_source *source, void *context, ks_data_format format, ks_data_flags flags,
                      ks_error *error) {
    return open_source(&(struct source){.read = source, .context = context}, format, flags, error);
}

ks_data *ks_data_open_memory(const void *bytes, size_t length, ks_data_format format, ks_data_flags flags,
                             ks_error *error) {
    static const uint8_t none[1];
    return open_source(&(struct source){.bytes = length > 0 ? bytes : none, .end = length, .complete = true},
                       format, flags, error);
}

void ks_data_close(ks_data *data) {
    if (!data)
        return;
    ks_free_lanes(data);
    free_part(data->own);
    free_part(data->game);
    free_part(data->plain);
    free_part(data->lines);
    ks_free_games(data);
    free(data->source.buffer);
    free_part(data);
}

ks_data_format ks_data_get_format(const ks_data *data) {
    return data->format;
}

/* ---- Batches ---- */

/* Notes the fault that ends the data, if there is one: reading on failed. Returns whether there is. */
static bool note_failed_source(struct ks_data *data) {
    if (!data->source.failed || data->over)
        return false;
    data->over = true;
    data->fault = (struct fault){.place.offset = data->source.offset};
    ks_fail(&data->fault.error, KS_ERROR_DATA_SOURCE, (size_t)data->source.offset,
            "the data cannot be read on");
    return true;
}

/* Takes away the kinds that are nobody else's, and notes what is known where all entries have the facts of
 * their format, but for a move. All bytes are looked at, so that vectors do it. */
static void complete_bytes(struct columns *c, const struct data_format *rules) {
    const uint8_t facts = (uint8_t)rules->facts;
    _Static_assert(KS_DATA_NO_MOVE >> 3 == KS_DATA_HAS_MOVE, "a shift makes one of the other");
    for (size_t i = 0; i < KS_DATA_BATCH_MAX; i++)
        c->kinds[i] &= (uint8_t) ~(GOES_ON | UNSURE);
    if (rules->tells_known)
        return;
    for (size_t i = 0; i < KS_DATA_BATCH_MAX; i++)
        c->known[i] = facts & (uint8_t) ~((c->kinds[i] & KS_DATA_NO_MOVE) >> 3);
}

/* Lets the batch show the columns. */
static void show(struct ks_data *data) {
    ks_data_batch *const batch = &data->batch;
    struct columns *const c = data->columns;
    if (!c) {
        *batch = (ks_data_batch){.count = 0};
    } else {
        const bool legality = data->flags & KS_DATA_LEGALITY;
        ks_find_checks(c, legality);
        complete_bytes(c, data->rules);
        *batch = ks_show_columns(c);
        batch->illegal = legality && data->rules->facts & KS_DATA_HAS_MOVE ? c->illegal : NULL;
        batch->invalid = legality ? c->invalid : NULL;
    }
    if (data->fault.error.code != KS_OK) {
        batch->fault = &data->fault.error;
        batch->fault_place = data->fault.place;
        batch->lost = data->fault.lost;
    }
}

const ks_data_batch *ks_data_next(ks_data *data) {
    if (data->fault.error.code != KS_OK)
        data->fault = (struct fault){0};
    data->columns = NULL;
    if (data->over || (!data->rules->next(data) && !note_failed_source(data)))
        return NULL;
    show(data);
    return &data->batch;
}

int ks_data_get_position(const ks_data *data, size_t i, ks_position *position, ks_error *error) {
    assert(data->columns && i < data->columns->count);
    return ks_position_of_entry(data->columns, i, data->rules->numbered, position, error);
}

ks_data_place ks_data_get_place(const ks_data *data, size_t i) {
    const struct columns *const c = data->columns;
    assert(c && i < c->count);
    ks_data_place place = {.offset = c->offset, .block = c->block, .chain = c->chain, .ply = c->ply + i};
    if (data->rules->record_size > 0)
        return (ks_data_place){.offset = c->offset + i * data->rules->record_size, .chain = c->chain + i};
    for (size_t n = 0; n <= i; n++)
        if (c->kinds[n] & KS_DATA_FIRST) {
            place.offset = c->offsets[n];
            place.chain += n > 0;
            place.ply = i - n;
        }
    if (ks_data_is_text(data->format))
        place.line = c->lines[i];
    return place;
}
