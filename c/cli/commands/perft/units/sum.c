/* kingscan perft --sum: adds up what runs of kingscan perft --units have printed, and compares it with the
 * ledger: a result that is missing, doubled or altered is named, and then there is no sum. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "cli/base/messages.h"
#include "cli/commands/perft/units/unit.h"
#include "cli/commands/perft/units/units.h"

/* The numbers that have come, a bit each. */
struct numbers {
    uint64_t *words;
    uint64_t room, greatest, last; /* room: in words; last: of the ledger, 0: not yet known */
};

static struct {
    struct unit_stream *stream;
    wide sum;
    struct numbers numbers;
    uint64_t others; /* results that aren't in a ledger */
    char depth[8];   /* of all results in the ledger, as text; "": not yet known */
} reduction;

/* ---- The ledger ---- */

static void make_room(struct numbers *numbers, uint64_t number) {
    uint64_t room = numbers->room ? numbers->room : 1024;
    while (number / 64 >= room)
        room *= 2;
    if (room == numbers->room)
        return;
    uint64_t *const words = realloc(numbers->words, room * sizeof *words);
    if (!words)
        fail("the ledger up to unit %" PRIu64 ": %s", number, strerror(errno));
    memset(words + numbers->room, 0, (room - numbers->room) * sizeof *words);
    numbers->words = words;
    numbers->room = room;
}

static bool has_number(const struct numbers *numbers, uint64_t number) {
    return number / 64 < numbers->room && numbers->words[number / 64] >> number % 64 & 1;
}

/* Enters a number. Returns false when it was there before, or is above the last one. */
static bool enter(struct numbers *numbers, struct entry entry, size_t at) {
    if (has_number(numbers, entry.number))
        reject_unit(reduction.stream, at, "unit %" PRIu64 " is doubled", entry.number);
    else if (entry.last && (numbers->last || numbers->greatest > entry.number))
        reject_unit(reduction.stream, at,
                    "unit %" PRIu64 " says that it is the last, but there is unit %" PRIu64, entry.number,
                    numbers->last ? numbers->last : numbers->greatest);
    else if (numbers->last && entry.number > numbers->last)
        reject_unit(reduction.stream, at, "unit %" PRIu64 " follows the last one, %" PRIu64, entry.number,
                    numbers->last);
    else {
        make_room(numbers, entry.number);
        numbers->words[entry.number / 64] |= (uint64_t)1 << entry.number % 64;
        numbers->greatest = entry.number > numbers->greatest ? entry.number : numbers->greatest;
        numbers->last = entry.last ? entry.number : numbers->last;
        return true;
    }
    return false;
}

/* Reports the numbers that are missing. Returns how many gaps there are. */
static uint64_t report_missing(const struct numbers *numbers) {
    uint64_t gaps = 0;
    for (uint64_t number = 1; number <= numbers->greatest; number++) {
        const uint64_t first = number;
        while (number <= numbers->greatest && !has_number(numbers, number))
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
    if (numbers->greatest && !numbers->last)
        complain("the last unit is missing: expected one after unit %" PRIu64, numbers->greatest);
    return gaps + (numbers->greatest && !numbers->last);
}

/* ---- Results ---- */

/* All have to be of one depth, whose text is kept from the first one. */
static bool has_depth(const char *line, struct field field) {
    if (field.length == 0 || field.length >= sizeof reduction.depth)
        return false;
    if (!*reduction.depth)
        memcpy(reduction.depth, line + field.at, field.length);
    return strlen(reduction.depth) == field.length &&
           memcmp(reduction.depth, line + field.at, field.length) == 0;
}

/* Reads the fields after the position of a result in the ledger. */
static bool read_result_entry(const char *line, const struct field fields[5]) {
    struct entry entry;
    if (!read_entry(line, fields[2], &entry))
        reject_unit(reduction.stream, fields[2].at, "expected the number of a unit");
    else if (!is_checked(line, fields[4]))
        reject_unit(reduction.stream, fields[4].at,
                    "unit %" PRIu64 " is altered: its line has another checksum", entry.number);
    else if (!has_depth(line, fields[3]))
        reject_unit(reduction.stream, fields[3].at,
                    "unit %" PRIu64 ": expected depth %s as before, found %.*s", entry.number,
                    reduction.depth, (int)fields[3].length, line + fields[3].at);
    else
        return enter(&reduction.numbers, entry, fields[2].at);
    return false;
}

static void add_line(const char *line, size_t length) {
    struct field fields[5] = {{0, 0}};
    const unsigned count = find_fields(line, length, fields, 5);
    wide nodes;
    if (!read_wide(line, fields[0].length, &nodes))
        reject_unit(reduction.stream, 0, "expected a count, from 0 to " WIDE_MAX);
    else if (count != 1 && count != 2 && count != 5)
        reject_unit(reduction.stream, length,
                    "expected what 'kingscan perft DEPTH --units' prints, found %u fields%s", count,
                    count == 4 ? ", as of a unit that is still to be counted" : "");
    else if (count < 5 || read_result_entry(line, fields)) {
        reduction.others += count < 5;
        if (!add_wide(&reduction.sum, nodes))
            fail("-:%" PRIu64 ": the sum is larger than 128 bits can hold", reduction.stream->reader.number);
    }
}

int sum_units(const struct unit_task *task) {
    const char *line;
    size_t length;
    reduction.stream = start_units(task);
    while (next_unit_line(reduction.stream, &line, &length))
        add_line(line, length);
    const bool wrong = reduction.stream->rejections.all > 0;
    const bool mixed = reduction.others > 0 && reduction.numbers.greatest > 0;
    if (mixed)
        complain("%" PRIu64 " result%s no number, but others have", reduction.others,
                 reduction.others == 1 ? " has" : "s have");
    const bool refused = report_missing(&reduction.numbers) + mixed + wrong > 0;
    if (!refused)
        put_sum(reduction.sum);
    end_units(reduction.stream);
    return refused ? STATUS_FOUND : STATUS_GOOD;
}
