/* kingscan perft --merge: units of equal positions become one, and their counts are added. Sorted runs that
 * do not fit into memory go to a file, so any number of units can be merged. The units come out sorted as by
 * LC_ALL=C sort -k2. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/commands/perft/counting/scratch.h"
#include "cli/commands/perft/units/runs.h"
#include "cli/commands/perft/units/unit.h"
#include "cli/commands/perft/units/units.h"
#include "core/fen/plain.h"
#include "core/fen/write.h"

enum { WAITING_MAX = 32, WAITING_LINE = 160 };

/* A unit that waits until its part of the table has been prefetched. */
struct waiting {
    struct unit unit;
    uint64_t number, hash;
    char line[WAITING_LINE + PLAIN_READABLE];
};

struct merge {
    const struct unit_task *task;
    struct unit_stream *stream;
    struct tally *tally;
    struct runs *runs;
    struct waiting waiting[WAITING_MAX];
    unsigned waiting_count;
    uint64_t written; /* units */
};

/* ---- Reading ---- */

static void spill(struct merge *m) {
    size_t count;
    const struct tallied *const *const entries = sort_tally(m->tally, &count);
    if (!add_run(m->runs, entries, count))
        fail("a temporary file in %s: %s; merged so far: the units up to line %" PRIu64
             ", and nothing was printed; --temp names another folder, --memory takes more memory",
             scratch_folder(m->task->folder), strerror(errno), m->stream->reader.number);
    clear_tally(m->tally);
}

static void add_count(struct merge *m, struct tallied *entry, wide count) {
    if (!add_to_tallied(entry, count))
        fail("-:%" PRIu64 ": the count of %.*s is larger than 128 bits can hold", m->stream->reader.number,
             (int)entry->length, entry->text);
}

/* Adds a position that isn't in the table. */
static void add_position(struct merge *m, uint64_t hash, const char *text, size_t length, wide count) {
    if (add_tallied(m->tally, hash, text, length, count))
        return;
    spill(m);
    add_tallied(m->tally, hash, text, length, count);
}

/* Adds a unit whose text isn't in the table: it is another position, or one that is written in another way.
 */
static void add_new(struct merge *m, const struct unit *unit, uint64_t hash, bool readable) {
    struct any_position position;
    char fen[ANY_FEN_SIZE];
    const char *const text = unit->line + unit->position.at;
    if (readable && ks_is_canonical_fen(text, unit->position.length)) {
        add_position(m, hash, text, unit->position.length, unit->count);
        return;
    }
    if (!read_unit_position(m->stream, unit, &position))
        return;
    const size_t length = write_unit_position(&position, fen);
    const uint64_t fen_hash = hash_of_text(fen, length);
    struct tallied *const entry = find_tallied(m->tally, fen_hash, fen, length);
    if (entry)
        add_count(m, entry, unit->count);
    else
        add_position(m, fen_hash, fen, length, unit->count);
}

/* A text that is in the table has been read before, and needn't be read again. */
static void add_unit(struct merge *m, const struct unit *unit, uint64_t hash, bool readable) {
    struct tallied *const entry =
        find_tallied(m->tally, hash, unit->line + unit->position.at, unit->position.length);
    if (entry)
        add_count(m, entry, unit->count);
    else
        add_new(m, unit, hash, readable);
}

static void add_waiting(void *context) {
    struct merge *const m = context;
    const uint64_t number = m->stream->reader.number;
    m->stream->before_rejection = NULL;
    for (unsigned i = 0; i < m->waiting_count; i++)
        look_further(m->tally, m->waiting[i].hash);
    for (unsigned i = 0; i < m->waiting_count; i++) {
        m->stream->reader.number = m->waiting[i].number; /* for messages */
        add_unit(m, &m->waiting[i].unit, m->waiting[i].hash, !m->task->variant);
    }
    m->waiting_count = 0;
    m->stream->reader.number = number;
    m->stream->before_rejection = add_waiting;
}

/* Lets a unit wait, with a copy of its line. */
static void wait(struct merge *m, const struct unit *unit, size_t length) {
    struct waiting *const waiting = &m->waiting[m->waiting_count++];
    /* Hashes the line itself: its copy was stored a moment ago in other pieces, so its bytes would come late.
     */
    waiting->hash = hash_of_text(unit->line + unit->position.at, unit->position.length);
    waiting->unit = *unit;
    waiting->unit.line = memcpy(waiting->line, unit->line, length);
    waiting->line[length] = '\n';
    waiting->number = m->stream->reader.number;
    look_ahead(m->tally, waiting->hash);
}

static void read_units(struct merge *m) {
    struct unit unit;
    while (next_unit(m->stream, &unit)) {
        const size_t length = unit.position.at + unit.position.length;
        if (m->waiting_count == WAITING_MAX)
            add_waiting(m);
        if (length <= WAITING_LINE)
            wait(m, &unit, length);
        else
            add_unit(m, &unit, hash_of_text(unit.line + unit.position.at, unit.position.length), false);
    }
    add_waiting(m);
}

/* ---- Writing ---- */

static void put_merged(struct merge *m, const struct tallied *entry, bool last) {
    char line[UNIT_SIZE + ENTRY_SIZE];
    size_t length = write_unit(tallied_count(entry), entry->text, entry->length, line);
    m->written++;
    if (m->task->number) {
        length += write_entry((struct entry){m->written, last}, line + length);
        put(&standard_output, line, add_checksum(line, length));
        return;
    }
    line[length++] = '\n';
    put(&standard_output, line, length);
}

static void put_table(struct merge *m) {
    size_t count;
    const struct tallied *const *const entries = sort_tally(m->tally, &count);
    for (size_t i = 0; i < count; i++)
        put_merged(m, entries[i], i + 1 == count);
}

/* Puts each entry once the next one is known, since the last one has another number. */
static void put_runs(struct merge *m) {
    static uint64_t kept[TALLIED_SIZE(ANY_FEN_SIZE) / 8];
    struct tallied *const last = (struct tallied *)kept;
    const struct tallied *entry;
    spill(m);
    free_tally(m->tally);
    m->tally = NULL;
    rewind_runs(m->runs, (size_t)m->task->memory);
    for (bool any = false; (entry = next_of_runs(m->runs)) != NULL; any = true) {
        if (any)
            put_merged(m, last, false);
        memcpy(last, entry, TALLIED_SIZE(entry->length));
    }
    put_merged(m, last, true);
}

int merge_units(const struct unit_task *task) {
    struct merge *const m = given(calloc(1, sizeof *m));
    m->task = task;
    m->stream = start_units(task);
    m->stream->before_rejection = add_waiting;
    m->stream->context = m;
    m->tally = new_tally((size_t)task->memory);
    m->runs = new_runs(task->folder);
    read_units(m);
    if (count_runs(m->runs) == 0)
        put_table(m);
    else
        put_runs(m);
    const int status = end_units(m->stream);
    free_tally(m->tally);
    free_runs(m->runs);
    free(m);
    return status;
}
