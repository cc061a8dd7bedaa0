/* kingscan perft --merge: units of equal positions become one, and their counts are added. What doesn't fit
 * into memory goes to a file in sorted runs, so any number of units can be merged. The units come out sorted
 * as by LC_ALL=C sort -k2. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cli/perft/units/runs.h"
#include "cli/perft/units/unit.h"
#include "cli/perft/units/units.h"
#include "cli/shell/command.h"
#include "core/fen/canonical.h"

enum { WAITING_MAX = 32, WAITING_LINE = 160 };

/* A unit that waits until its part of the table has been brought near. */
struct waiting {
    struct unit unit;
    uint64_t number, hash;
    char line[WAITING_LINE + PLAIN_READABLE];
};

static struct {
    const struct unit_task *task;
    struct unit_stream *stream;
    struct tally *tally;
    struct runs *runs;
    struct waiting waiting[WAITING_MAX];
    unsigned waiting_count;
    uint64_t written; /* units */
} merge;

/* ---- Reading ---- */

static void spill(void) {
    size_t count;
    const struct tallied *const *const entries = sort_tally(merge.tally, &count);
    if (!add_run(merge.runs, entries, count))
        fail("a temporary file: %s; merged so far: the units up to line %" PRIu64
             ", and nothing was printed; --temp names another folder, --memory takes more memory",
             strerror(errno), merge.stream->reader.number);
    clear_tally(merge.tally);
}

static void add_count(struct tallied *entry, wide count) {
    if (!add_to_tallied(entry, count))
        fail("-:%" PRIu64 ": the count of %.*s is larger than 128 bits can hold", merge.stream->reader.number,
             (int)entry->length, entry->text);
}

/* Adds a position that isn't in the table. */
static void add_position(uint64_t hash, const char *text, size_t length, wide count) {
    if (add_tallied(merge.tally, hash, text, length, count))
        return;
    spill();
    add_tallied(merge.tally, hash, text, length, count);
}

/* Adds a unit whose text isn't in the table: it is another position, or one that is written in another way.
 */
static void add_new(const struct unit *unit, uint64_t hash, bool readable) {
    struct any_position position;
    char fen[ANY_FEN_SIZE];
    const char *const text = unit->line + unit->position.at;
    if (readable && ks_is_canonical_fen(text, unit->position.length)) {
        add_position(hash, text, unit->position.length, unit->count);
        return;
    }
    if (!read_unit_position(merge.stream, unit, &position))
        return;
    const size_t length = write_unit_position(&position, fen);
    const uint64_t fen_hash = hash_of_text(fen, length);
    struct tallied *const entry = find_tallied(merge.tally, fen_hash, fen, length);
    if (entry)
        add_count(entry, unit->count);
    else
        add_position(fen_hash, fen, length, unit->count);
}

/* A text that is in the table has been read before, and needn't be read again. */
static void add_unit(const struct unit *unit, uint64_t hash, bool readable) {
    struct tallied *const entry =
        find_tallied(merge.tally, hash, unit->line + unit->position.at, unit->position.length);
    if (entry)
        add_count(entry, unit->count);
    else
        add_new(unit, hash, readable);
}

static void add_waiting(void) {
    const uint64_t number = merge.stream->reader.number;
    for (unsigned i = 0; i < merge.waiting_count; i++)
        look_further(merge.tally, merge.waiting[i].hash);
    for (unsigned i = 0; i < merge.waiting_count; i++) {
        merge.stream->reader.number = merge.waiting[i].number; /* for messages */
        add_unit(&merge.waiting[i].unit, merge.waiting[i].hash, !merge.task->variant);
    }
    merge.waiting_count = 0;
    merge.stream->reader.number = number;
}

/* Lets a unit wait, with a copy of its line. */
static void wait(const struct unit *unit, size_t length) {
    struct waiting *const waiting = &merge.waiting[merge.waiting_count++];
    /* Of the line itself: its copy's bytes, which were stored a moment ago in other pieces, come late. */
    waiting->hash = hash_of_text(unit->line + unit->position.at, unit->position.length);
    waiting->unit = *unit;
    waiting->unit.line = memcpy(waiting->line, unit->line, length);
    waiting->line[length] = '\n';
    waiting->number = merge.stream->reader.number;
    look_ahead(merge.tally, waiting->hash);
}

static void read_units(void) {
    struct unit unit;
    while (next_unit(merge.stream, &unit)) {
        const size_t length = unit.position.at + unit.position.length;
        if (merge.waiting_count == WAITING_MAX)
            add_waiting();
        if (length <= WAITING_LINE)
            wait(&unit, length);
        else
            add_unit(&unit, hash_of_text(unit.line + unit.position.at, unit.position.length), false);
    }
    add_waiting();
}

/* ---- Writing ---- */

static void put_merged(const struct tallied *entry, bool last) {
    char line[UNIT_SIZE + ENTRY_SIZE];
    size_t length = write_unit(tallied_count(entry), entry->text, entry->length, line);
    merge.written++;
    if (merge.task->number) {
        length += write_entry((struct entry){merge.written, last}, line + length);
        put(&standard_output, line, add_checksum(line, length));
        return;
    }
    line[length++] = '\n';
    put(&standard_output, line, length);
}

static void put_table(void) {
    size_t count;
    const struct tallied *const *const entries = sort_tally(merge.tally, &count);
    for (size_t i = 0; i < count; i++)
        put_merged(entries[i], i + 1 == count);
}

/* Puts each entry when the next one is known to come, since the last one is numbered so. */
static void put_runs(void) {
    static uint64_t kept[TALLIED_SIZE(ANY_FEN_SIZE) / 8];
    struct tallied *const last = (struct tallied *)kept;
    const struct tallied *entry;
    spill();
    free_tally(merge.tally);
    rewind_runs(merge.runs, merge.task->memory);
    for (bool any = false; (entry = next_of_runs(merge.runs)) != NULL; any = true) {
        if (any)
            put_merged(last, false);
        memcpy(last, entry, TALLIED_SIZE(entry->length));
    }
    put_merged(last, true);
}

int merge_units(const struct unit_task *task) {
    merge.task = task;
    merge.stream = start_units(task);
    merge.tally = new_tally(task->memory);
    merge.runs = new_runs(task->folder);
    read_units();
    if (count_runs(merge.runs) == 0)
        put_table();
    else
        put_runs();
    return end_units(merge.stream);
}
