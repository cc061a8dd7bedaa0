/* Writes the output of `kingscan convert`: a file, or several with --split, in order or shuffled.
 *
 * With --shuffle, entries become bytes as they come, and the bytes are shuffled a unit at a time, since the
 * format of the output says what a unit is.
 *
 * A file of --split ends where a chain or game begins, in the input and in the output: none is torn apart.
 * With --interleave the output alone counts, since the chains of the inputs lie between each other. */
#include "cli/commands/convert/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/draft.h"
#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/run/entries.h"
#include "core/fen/epd.h"
#include "core/fen/write.h"
#include "core/text/error.h"
#include "game/common/replay.h"
#include "game/data/little_endian.h"
#include "game/data/parts.h"
#include "game/data/writer.h"

static bool is_shared(const struct result *result) {
    return result->task->jobs > 1;
}

/* ==== Lines of text ==== */

/* Facts that the format of the input lacks are left out. A FEN has all its fields nevertheless, as it has
 * where 'kingscan check' shows entries. */

static bool has_move(const struct outgoing_entry *entry) {
    return !(entry->batch->kinds[entry->i] & KS_DATA_NO_MOVE);
}

static void put_fen_line(struct output *out, const ks_position *position) {
    char *const line = place_in(out, KS_FEN_SIZE);
    const size_t length = ks_write_fen(position, line);
    line[length] = '\n';
    out->used += length + 1;
}

/* The members are as in 'kingscan check --json'. */
static void put_json_line(struct output *out, ks_uci_flags flags, const ks_position *position,
                          const struct outgoing_entry *entry) {
    char fen[KS_FEN_SIZE], uci[KS_UCI_SIZE];
    struct json json = json_start(out);
    json_open_object(&json, NULL);
    json_text(&json, "fen", fen, ks_write_fen(position, fen));
    if (has_move(entry))
        json_text(&json, "move", uci, write_entry_uci(position, entry->batch->moves[entry->i], flags, uci));
    json_entry(&json, entry->batch, entry->i, entry->known, entry->score);
    json_close_object(&json);
    json_end_line(&json);
}

/* ---- EPD ---- */

/* Says which rule a move breaks that is not legal. */
static int refuse_move(const ks_position *position, ks_move move, ks_error *error) {
    char uci[KS_UCI_SIZE];
    ks_move legal;
    const size_t length = ks_write_uci(position, move, 0, uci);
    const int code = ks_read_move(position, uci, length, &legal, error);
    return code != KS_OK ? code : ks_fail(error, KS_ERROR_DATA_MOVE, 0, "the move %s has a wrong kind", uci);
}

static char *add_word(char *out, const char *word) {
    const size_t length = strlen(word);
    memcpy(out, word, length);
    return out + length;
}

static char *add_number(char *out, int number) {
    if (number < 0)
        *out++ = '-';
    return write_decimal(out, (unsigned)(number < 0 ? -number : number));
}

/* Writes the fields of the position, and its clocks as operations. */
static char *add_fen(char *out, unsigned facts, const ks_position *position) {
    char *end = out + ks_write_fen(position, out);
    if (facts & KS_DATA_HAS_CLOCKS)
        return out + ks_turn_fen_into_epd(out, (size_t)(end - out));
    for (unsigned clocks = 2; clocks > 0; clocks--)
        while (*--end != ' ')
            continue;
    return end;
}

/* c9 has the result as games have it, in files of quiet positions for tuning. */
static char *add_result(char *out, const struct outgoing_entry *entry) {
    static const char *const operations[3] = {" c9 \"0-1\";", " c9 \"1/2-1/2\";", " c9 \"1-0\";"};
    const int8_t result = entry->batch->results[entry->i];
    return add_word(out, operations[1 + (entry->batch->sides[entry->i] == KS_WHITE ? result : -result)]);
}

static int put_epd_line(struct output *out, const ks_position *position, const struct outgoing_entry *entry,
                        ks_error *error) {
    enum { OPERATIONS = 64 }; /* bm, ce and c9, without the move */
    const ks_move move = entry->batch->moves[entry->i];
    const bool moves = has_move(entry);
    const unsigned facts = entry->known;
    if (moves && !ks_is_legal(position, move))
        return refuse_move(position, move, error);
    char *const line = place_in(out, KS_FEN_SIZE + EPD_OF_FEN + KS_SAN_SIZE + OPERATIONS);
    char *at = add_fen(line, facts, position);
    if (moves) {
        at = add_word(at, " bm ");
        at += ks_write_san(position, move, at);
        *at++ = ';';
    }
    if (facts & KS_DATA_HAS_SCORE)
        at = add_word(add_number(add_word(at, " ce "), entry->score), ";");
    if (facts & KS_DATA_HAS_RESULT)
        at = add_result(at, entry);
    *at++ = '\n';
    out->used += (size_t)(at - line);
    return KS_OK;
}

/* Puts the line of an entry. Returns KS_OK; or an error, and puts nothing, when the entry is no position or
 * the format cannot write its move. */
static int put_entry_line(struct output *out, const struct result *result, const struct outgoing_entry *entry,
                          ks_error *error) {
    ks_position position;
    int code = ks_data_get_position(entry->data, entry->i, &position, error);
    if (code == KS_OK && result->task->to == KS_DATA_EPD)
        code = put_epd_line(out, &position, entry, error);
    else if (code == KS_OK && result->task->to == KS_DATA_JSONL)
        put_json_line(out, result->task->uci, &position, entry);
    else if (code == KS_OK)
        put_fen_line(out, &position);
    return code;
}

/* ==== Files ==== */

static void open_file(struct result *result, const char *file) {
    result->draft = open_draft(file, result->task->split > 0);
    if (ks_data_is_lines(result->task->to) && !result->units.shuffle)
        direct_to_draft(result->out, result->draft);
}

/* Opens the next file of --split: 1.bin, 2.bin and so on. The writer still holds all entries of it. */
static void open_part(struct result *result) {
    const int length = snprintf(result->path, sizeof result->path, "%s/%" PRIu64 ".%s", result->task->file,
                                ++result->files, ks_data_format_name(result->task->to));
    if (length >= (int)sizeof result->path)
        fail("--split: the name of the folder is too long");
    open_file(result, result->path);
}

static bool close_file(struct result *result, bool whole) {
    const bool closed = !result->draft || end_draft(result->draft, whole);
    result->draft = NULL;
    result->positions = 0;
    return closed && whole;
}

static bool is_full(const struct result *result) {
    return result->task->split > 0 && result->positions >= result->task->split;
}

/* ==== Units in their new order ==== */

enum { BLOCK_HEADER = 8, UNITS_SIZE = 1 << 20, UNITS_ROOM = BLOCK_HEADER + UNITS_SIZE + UNIT_MAX };

/* Units of .binpack become blocks, which have a header. */
static size_t header_size(const struct result *result) {
    return result->task->to == KS_DATA_BINPACK ? BLOCK_HEADER : 0;
}

/* Writes the units that wait. */
static bool write_units(struct result *result) {
    struct units *const units = &result->units;
    const size_t header = header_size(result), size = units->used - BLOCK_HEADER;
    units->used = BLOCK_HEADER;
    if (size == 0)
        return true;
    memcpy(units->bytes, ks_binpack_magic, sizeof ks_binpack_magic);
    store_u32(units->bytes + sizeof ks_binpack_magic, (uint32_t)size);
    result->bytes += header + size;
    return write_draft(result->draft, units->bytes + BLOCK_HEADER - header, header + size);
}

static bool take_unit(void *context, const void *bytes, size_t length, uint32_t positions) {
    struct result *const result = context;
    struct units *const units = &result->units;
    if (is_full(result) && !(write_units(result) && close_file(result, true)))
        return false;
    if (!result->draft)
        open_part(result);
    memcpy(units->bytes + units->used, bytes, length);
    units->used += length;
    result->positions += positions;
    return (units->used < UNITS_SIZE + BLOCK_HEADER || write_units(result)) && !interrupted;
}

/* ==== Units as they come ==== */

/* Takes the writer's bytes. A block of .binpack has no more than a unit, which needs no header. */
static int collect(void *context, const void *bytes, size_t length) {
    struct result *const result = context;
    const size_t header = header_size(result);
    add_bytes(&result->units.unit, (const char *)bytes + header, length - header);
    return KS_OK;
}

static void end_unit(struct result *result) {
    struct units *const units = &result->units;
    if (units->positions == 0)
        return;
    if (result->writer) {
        ks_end_chain(result->writer);
        expect_memory(!units->unit.failed);
        add_unit(units->shuffle, units->unit.bytes, units->unit.used, units->positions);
    } else {
        add_unit(units->shuffle, units->line.bytes, units->line.used, units->positions);
    }
    units->unit.used = units->line.used = 0;
    units->positions = 0;
}

static bool take_shuffled(struct result *result) {
    struct units *const units = &result->units;
    end_unit(result);
    units->bytes = given(malloc(UNITS_ROOM));
    units->used = BLOCK_HEADER;
    const bool taken = take_units(units->shuffle, take_unit, result) && write_units(result);
    free(units->bytes);
    return taken;
}

/* ==== The result ==== */

static int store(void *context, const void *bytes, size_t length) {
    struct result *const result = context;
    result->bytes += length;
    return result->task->dry || write_draft(result->draft, bytes, length) ? KS_OK : KS_ERROR_DATA_SINK;
}

static int store_part(void *context, const void *bytes, size_t length) {
    put(((struct result *)context)->out, bytes, length);
    return KS_OK;
}

static void open_writer(struct result *result) {
    ks_error error;
    if (ks_data_is_lines(result->task->to))
        return;
    result->writer = ks_data_writer_open(result->units.shuffle                     ? collect
                                         : is_shared(result) && !result->task->dry ? store_part
                                                                                   : store,
                                         result, result->task->to, &error);
    if (!result->writer)
        fail("%s", error.message);
}

void start_result(struct result *result) {
    const struct convert_task *const task = result->task;
    if (task->shuffle)
        result->units.shuffle = new_shuffle(task->choosing.memory, task->choosing.seed);
    open_writer(result);
    result->direct = result->writer && !task->dry && !task->shuffle && task->split == 0;
    if (task->split == 0 && !task->dry && !is_shared(result))
        open_file(result, task->file);
}

static bool close_writer(struct result *result) {
    result->chains += result->writer ? result->writer->chains : 0;
    const bool closed = ks_data_writer_close(result->writer, NULL) == KS_OK;
    result->writer = NULL;
    return closed;
}

void end_part_of_result(struct result *result) {
    if (is_shared(result) && result->writer)
        ks_end_chain(result->writer);
}

struct result_sums sums_of_result(const struct result *result) {
    return (struct result_sums){result->chains + (result->writer ? result->writer->chains : 0),
                                result->bytes};
}

void drop_from_result(struct result *result, struct result_sums before) {
    result->chains -= sums_of_result(result).chains - before.chains;
    result->bytes = before.bytes;
}

/* Writes what is left of the entries that come in order, and ends their file. */
static bool end_in_order(struct result *result, bool whole) {
    if (ks_data_is_lines(result->task->to) && result->draft)
        flush_output(result->out);
    whole = close_writer(result) && whole;
    return close_file(result, whole);
}

bool end_result(struct result *result, bool whole) {
    struct units *const units = &result->units;
    if (units->shuffle)
        whole = whole && take_shuffled(result);
    whole = end_in_order(result, whole); /* the writer may still give bytes to the unit */
    free_shuffle(units->shuffle);
    free(units->unit.bytes);
    free_output(&units->line);
    return whole;
}

static int write_entry(struct result *result, struct output *lines, const struct outgoing_entry *entry,
                       ks_error *error) {
    return result->writer ? ks_data_copy(result->writer, entry->data, entry->i, entry->score, error)
                          : put_entry_line(lines, result, entry, error);
}

bool goes_on_with_unit(const struct result *result, const ks_data *data, size_t i) {
    return result->writer && ks_goes_on_with_chain(result->writer, data, i);
}

/* Returns whether a file of --split may end before an entry. */
static bool may_end_before(const struct result *result, const struct outgoing_entry *entry) {
    return (result->task->interleave || entry->batch->kinds[entry->i] & KS_DATA_FIRST) &&
           !goes_on_with_unit(result, entry->data, entry->i);
}

static int add_to_units(struct result *result, const struct outgoing_entry *entry, ks_error *error) {
    struct units *const units = &result->units;
    if (!goes_on_with_unit(result, entry->data, entry->i))
        end_unit(result);
    const int code = write_entry(result, &units->line, entry, error);
    units->positions += code == KS_OK;
    return code;
}

int write_with_care(struct result *result, const struct outgoing_entry *entry, ks_error *error) {
    if (result->units.shuffle)
        return add_to_units(result, entry, error);
    if (is_full(result) && may_end_before(result, entry)) {
        if (!end_in_order(result, true))
            return ks_fail(error, KS_ERROR_DATA_SINK, 0, "the file cannot be written");
        open_writer(result);
    }
    const int code = write_entry(result, result->task->dry ? &result->units.line : result->out, entry, error);
    result->units.line.used = 0; /* lines that are not stored go there */
    if (code != KS_OK)
        return code;
    if (!result->draft && !is_shared(result) && !result->task->dry)
        open_part(result);
    result->positions++;
    return KS_OK;
}
