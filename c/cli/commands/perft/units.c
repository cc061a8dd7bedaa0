/* Units of a perft: read and written as lines, expanded, counted and added up. merge.c merges them. */
#include "cli/commands/perft/units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "core/text/characters.h"
#include "game/common/text.h"

/* ==== Units ==== */

/* Reads units from standard input, and writes them. */

struct unit_stream units_in;

static const char name[] = "-"; /* of standard input, in messages */

void start_units(const struct perft_task *task) {
    units_in =
        (struct unit_stream){.variant = task->position.variant, .rejections = {.shown = task->errors_shown}};
    open_input(&units_in.input, name);
    start_lines(&units_in.reader, &units_in.input, &standard_output);
}

void reject_unit(size_t offset, const char *format, ...) {
    char message[256];
    va_list values;
    if (units_in.before_rejection)
        units_in.before_rejection();
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    report_rejection(&units_in.rejections, name, units_in.reader.number, offset, message);
}

_Noreturn void fail_by_size(const char *position) {
    fail("-:%" PRIu64 ": the %s%s is larger than 128 bits can hold", units_in.reader.number,
         position ? "count of " : "sum", position ? position : "");
}

int end_units(void) {
    flush_output(&standard_output);
    end_rejections(&units_in.rejections);
    end_lines(&units_in.reader);
    close_input(&units_in.input);
    return interrupted ? STATUS_INTERRUPTED : units_in.rejections.all > 0 ? STATUS_FOUND : STATUS_GOOD;
}

/* ---- Lines ---- */

/* Whether the line just read is the last one and has no line end. */
static bool is_cut(const struct line_reader *reader) {
    const char last = reader->end > 0 ? reader->buffer[reader->end - 1] : '\n';
    return reader->at_end && reader->start == reader->end && last != '\n' && last != '\r';
}

/* Returns whether a line was read that counts. */
static bool is_wanted(enum line_status status, const char *line, size_t length) {
    if (status == LINE_TOO_LONG)
        reject_unit(0, "expected at most %d bytes, found a longer line", LINE_LIMIT);
    else if (is_cut(&units_in.reader))
        reject_unit(length,
                    "expected a line end, found the end of the input: the last line may be cut short");
    else
        return !is_blank_or_comment(line, length);
    return false;
}

/* Reads the next line that is not blank and not a comment. A last line without an end may have been cut
 * short: it is rejected. Returns false at the end. Fails when the input can't be read. */
static bool next_unit_line(const char **line, size_t *length) {
    for (;;) {
        const enum line_status status = next_line(&units_in.reader, line, length);
        if (status == LINE_END || interrupted)
            return false;
        if (status == LINE_FAILED)
            fail("%s: %s", name, units_in.input.reason);
        if (status == LINE_FOREIGN) {
            complain_of_foreign(name, units_in.reader.foreign);
            fail("%s: expected units, a line each", name);
        }
        if (is_wanted(status, *line, *length))
            return true;
    }
}

/* ---- Reading ---- */

/* Cuts a line into the parts of a unit. Rejects it and returns false when it is none. */
static bool cut_unit(const char *line, size_t length, struct unit *unit) {
    struct field fields[4] = {{0, 0}};
    const unsigned count = find_fields(line, length, fields, 4);
    *unit = (struct unit){.line = line, .position = fields[1]};
    if (!read_count128(line + fields[0].at, fields[0].length, &unit->count))
        reject_unit(0, "expected a count of paths, from 0 to " COUNT128_MAX);
    else if (count == 1)
        reject_unit(length, "expected a tab and a position after the count");
    else if (count != 2 && count != 4)
        reject_unit(fields[2].at, "expected the end of the line, or a unit's number, a tab and a checksum");
    else if (count == 4 && !read_entry(line, fields[2], &unit->entry))
        reject_unit(fields[2].at, "expected the number of a unit");
    else if (count == 4 && !is_checked(line, fields[3]))
        reject_unit(fields[3].at, "unit %.*s is altered: its line has another checksum",
                    (int)fields[2].length, line + fields[2].at);
    else
        return true;
    return false;
}

bool next_unit(struct unit *unit) {
    const char *line;
    size_t length;
    while (next_unit_line(&line, &length))
        if (cut_unit(line, length, unit))
            return true;
    return false;
}

bool read_unit_position(const struct unit *unit, struct any_position *position) {
    ks_error error;
    if (any_read_fen(units_in.variant, unit->line + unit->position.at, unit->position.length, 0, position,
                     &error) == KS_OK)
        return true;
    reject_unit(unit->position.at + error.offset, "%s", error.message);
    return false;
}

/* Reads the next unit with a position. Returns false at the end. */
static bool next_unit_position(struct unit *unit, struct any_position *position) {
    while (next_unit(unit))
        if (read_unit_position(unit, position))
            return true;
    return false;
}

/* ---- Writing ---- */

size_t write_unit_position(const struct any_position *position, char text[ANY_FEN_SIZE]) {
    size_t length = any_write_shown_fen(position, false, text);
    for (unsigned fields = 2; fields > 0; fields -= text[length] == ' ') /* without the clocks */
        length--;
    text[length] = '\0';
    return length;
}

void put_unit(count128 count, const char *position, size_t length, struct entry entry,
              const unsigned *depth) {
    char *const line = place_in(&standard_output, UNIT_SIZE + ENTRY_SIZE);
    size_t end = write_count128(count, line);
    line[end++] = '\t';
    memcpy(line + end, position, length);
    end += length;
    if (entry.number) {
        end += write_entry(entry, line + end);
        end += depth ? (size_t)sprintf(line + end, "\t%u", *depth) : 0;
        end = add_checksum(line, end);
    } else {
        line[end++] = '\n';
    }
    standard_output.used += end;
}

static void put_position(const struct any_position *position, count128 count, struct entry entry,
                         const unsigned *depth) {
    char fen[ANY_FEN_SIZE];
    put_unit(count, fen, write_unit_position(position, fen), entry, depth);
}

/* ==== Expanding ==== */

/* kingscan perft --expand: each unit becomes its children. */

static void put_children(const struct any_position *position, count128 count, unsigned plies) {
    any_move moves[ANY_MOVES_MAX];
    if (plies == 0) {
        put_position(position, count, (struct entry){0}, NULL);
        return;
    }
    size_t children = any_legal_moves(position, moves);
    any_move *const all = children > ANY_MOVES_MAX ? given(any_list_moves(position, &children)) : moves;
    for (size_t i = 0; i < children; i++) {
        struct any_position child = *position;
        any_make_move(&child, all[i]);
        put_children(&child, count, plies - 1);
    }
    if (all != moves)
        free(all);
}

int expand_units(const struct perft_task *task) {
    struct unit unit;
    struct any_position position;
    start_units(task);
    catch_interrupts(NULL);
    while (next_unit_position(&unit, &position))
        put_children(&position, unit.count, task->depth);
    return end_units();
}

/* ==== Counting ==== */

/* kingscan perft DEPTH --units: the paths that units hold some plies later. */

/* Counts of so few plies fit into 64 bits: a position of chess has at most 218 moves, and a variant's, on
 * boards of up to 256 squares, less than 64 thousand. */
enum { NARROW = 8, VARIANT_NARROW = 4 };

/* Adds `count` times the paths of so many plies to *sum. Returns false when the sum is too large. */
static bool add_paths(const struct any_position *position, unsigned depth, count128 count, count128 *sum) {
    if (depth <= (position->variant ? VARIANT_NARROW : NARROW))
        return add_count128_product(sum, any_perft(position, depth), count);
    size_t children;
    bool fits = true;
    any_move *const moves = given(any_list_moves(position, &children));
    for (size_t i = 0; i < children && fits && !interrupted; i++) {
        struct any_position child = *position;
        any_make_move(&child, moves[i]);
        fits = add_paths(&child, depth - 1, count, sum);
    }
    free(moves);
    return fits;
}

int count_units(const struct perft_task *task) {
    struct unit unit;
    struct any_position position;
    count128 sum = 0;
    start_units(task);
    catch_interrupts(NULL);
    while (next_unit_position(&unit, &position)) {
        count128 nodes = 0;
        const bool fits = add_paths(&position, task->depth, unit.count, &nodes);
        if (interrupted) /* not all of this unit is counted */
            break;
        if (!fits || !add_count128(&sum, nodes))
            fail_by_size(NULL);
        if (task->each)
            put_position(&position, nodes, unit.entry, &task->depth);
    }
    if (!task->each && !interrupted)
        put_count128(sum);
    return end_units();
}

/* ==== Adding up ==== */

/* kingscan perft --sum: adds up what runs of kingscan perft --units have printed, and compares it with the
 * ledger: a result that is missing, doubled or altered is named, and then there is no sum. */

static struct {
    count128 sum;
    uint64_t *numbers;       /* those that have come, a bit each */
    uint64_t room;           /* words of them */
    uint64_t greatest, last; /* `last` is the ledger's last one; 0 when it is not yet known */
    uint64_t others;         /* results that aren't in a ledger */
    char depth[8];           /* of all results in the ledger, as text; "": not yet known */
} found;

/* ---- The ledger ---- */

static void make_room(uint64_t number) {
    const uint64_t room = number / 32 + 1024, before = found.room;
    if (number / 64 < before)
        return;
    if (!(found.numbers = realloc(found.numbers, room * sizeof *found.numbers)))
        fail("the ledger up to unit %" PRIu64 ": %s", number, strerror(errno));
    memset(found.numbers + before, 0, (room - before) * sizeof *found.numbers);
    found.room = room;
}

static bool has_number(uint64_t number) {
    return number / 64 < found.room && found.numbers[number / 64] >> number % 64 & 1;
}

/* Enters a number. Returns false when it was there before, or is above the last one. */
static bool enter(struct entry entry, size_t at) {
    if (has_number(entry.number))
        reject_unit(at, "unit %" PRIu64 " is doubled", entry.number);
    else if (entry.last && (found.last || found.greatest > entry.number))
        reject_unit(at, "unit %" PRIu64 " says that it is the last, but there is unit %" PRIu64, entry.number,
                    found.last ? found.last : found.greatest);
    else if (found.last && entry.number > found.last)
        reject_unit(at, "unit %" PRIu64 " follows the last one, %" PRIu64, entry.number, found.last);
    else {
        make_room(entry.number);
        found.numbers[entry.number / 64] |= (uint64_t)1 << entry.number % 64;
        found.greatest = entry.number > found.greatest ? entry.number : found.greatest;
        found.last = entry.last ? entry.number : found.last;
        return true;
    }
    return false;
}

/* Reports the numbers that are missing. Returns how many gaps there are. */
static uint64_t report_missing(void) {
    uint64_t gaps = 0;
    for (uint64_t number = 1; number <= found.greatest; number++) {
        const uint64_t first = number;
        while (number <= found.greatest && !has_number(number))
            number++;
        if (number == first)
            continue;
        if (gaps++ < REJECTIONS_SHOWN && number == first + 1)
            complain("unit %" PRIu64 " is missing", first);
        else if (gaps <= REJECTIONS_SHOWN)
            complain("units %" PRIu64 " to %" PRIu64 " are missing", first, number - 1);
    }
    if (gaps > REJECTIONS_SHOWN)
        complain("and more in %" PRIu64 " other places", gaps - REJECTIONS_SHOWN);
    if (found.greatest && !found.last)
        complain("the last unit is missing: expected one after unit %" PRIu64, found.greatest);
    return gaps + (found.greatest && !found.last);
}

/* ---- Results ---- */

/* All have to be of one depth. Its text is kept from the first one. */
static bool has_depth(const char *line, struct field field) {
    if (field.length == 0 || field.length >= sizeof found.depth)
        return false;
    if (!*found.depth)
        memcpy(found.depth, line + field.at, field.length);
    return strlen(found.depth) == field.length && memcmp(found.depth, line + field.at, field.length) == 0;
}

/* Reads the fields after the position of a result in the ledger. */
static bool read_result_entry(const char *line, const struct field fields[5]) {
    struct entry entry;
    if (!read_entry(line, fields[2], &entry))
        reject_unit(fields[2].at, "expected the number of a unit");
    else if (!is_checked(line, fields[4]))
        reject_unit(fields[4].at, "unit %" PRIu64 " is altered: its line has another checksum", entry.number);
    else if (!has_depth(line, fields[3]))
        reject_unit(fields[3].at, "unit %" PRIu64 ": expected depth %s as before, found %.*s", entry.number,
                    found.depth, (int)fields[3].length, line + fields[3].at);
    else
        return enter(entry, fields[2].at);
    return false;
}

static void add_line(const char *line, size_t length) {
    struct field fields[5] = {{0, 0}};
    const unsigned count = find_fields(line, length, fields, 5);
    count128 nodes;
    if (!read_count128(line, fields[0].length, &nodes))
        reject_unit(0, "expected a count, from 0 to " COUNT128_MAX);
    else if (count != 1 && count != 2 && count != 5)
        reject_unit(length, "expected what 'kingscan perft DEPTH --units' prints, found %u fields%s", count,
                    count == 4 ? ", as of a unit that is still to be counted" : "");
    else if (count < 5 || read_result_entry(line, fields)) {
        found.others += count < 5;
        if (!add_count128(&found.sum, nodes))
            fail_by_size(NULL);
    }
}

int sum_units(const struct perft_task *task) {
    const char *line;
    size_t length;
    start_units(task);
    while (next_unit_line(&line, &length))
        add_line(line, length);
    const bool wrong = units_in.rejections.all > 0;
    const bool mixed = found.others > 0 && found.greatest > 0;
    if (mixed)
        complain("%" PRIu64 " result%s no number, but others have", found.others,
                 found.others == 1 ? " has" : "s have");
    const bool refused = report_missing() + mixed + wrong > 0;
    if (!refused)
        put_count128(found.sum);
    end_units();
    return refused ? STATUS_FOUND : STATUS_GOOD;
}
