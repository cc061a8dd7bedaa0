/* Units of a perft: read and written as lines, expanded, counted and added up. merge.c merges them. */
#include "cli/commands/perft/units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/commands/perft/counting.h"
#include "cli/commands/perft/unit.h"
#include "core/fen/plain.h"
#include "core/fen/write.h"
#include "game/common/any_position.h"

/* ==== Runs of sorted units ==== */

/* The runs stand in a heap, the one with the least text on top. */

enum { ENTRY_MAX = TALLIED_SIZE(ANY_FEN_SIZE), WRITE_SIZE = 1 << 20 };

struct sorted_run {
    uint64_t at, end;    /* what is left of it in the file */
    char *buffer;        /* of runs->room bytes: the entries read, and perhaps a part of one */
    size_t used, filled; /* bytes */
};

struct runs {
    struct scratch scratch;
    struct sorted_run *list;
    size_t count;
    size_t room;
    struct sorted_run **heap;
    size_t in_heap;
    uint64_t entry[ENTRY_MAX / 8]; /* the one handed out last */
    char written[WRITE_SIZE];
    size_t to_write;
};

/* Makes an empty set of runs. folder: for the file, or NULL; see scratch.h. */
static struct runs *new_runs(const char *folder) {
    struct runs *const runs = given(malloc(sizeof *runs));
    memset(runs, 0, sizeof *runs);
    start_scratch(&runs->scratch, folder);
    return runs;
}

static void free_runs(struct runs *runs) {
    for (size_t i = 0; i < runs->count; i++)
        free(runs->list[i].buffer);
    free(runs->list);
    free(runs->heap);
    end_scratch(&runs->scratch);
    free(runs);
}

static size_t count_runs(const struct runs *runs) {
    return runs->count;
}

/* ---- Writing ---- */

static bool flush(struct runs *runs) {
    const bool written = write_scratch(&runs->scratch, runs->written, runs->to_write) != SCRATCH_FULL;
    runs->to_write = 0;
    return written;
}

/* Writes a run of sorted entries. Returns false when it can't be written, with the reason in errno. */
static bool add_run(struct runs *runs, const struct tallied *const *entries, size_t count) {
    struct sorted_run run = {.at = runs->scratch.end};
    for (size_t i = 0; i < count; i++) {
        const size_t size = TALLIED_SIZE(entries[i]->length);
        if (runs->to_write + size > WRITE_SIZE && !flush(runs))
            return false;
        memcpy(runs->written + runs->to_write, entries[i], size);
        runs->to_write += size;
    }
    if (!flush(runs))
        return false;
    run.end = runs->scratch.end;
    runs->list = given(realloc(runs->list, (runs->count + 1) * sizeof *runs->list));
    runs->list[runs->count++] = run;
    return true;
}

/* ---- Reading ---- */

static const struct tallied *head(const struct sorted_run *run) {
    return (const struct tallied *)(run->buffer + run->used);
}

/* Has the next entry in the buffer. Returns false at the end of the run. */
static bool fill(struct runs *runs, struct sorted_run *run) {
    const size_t left = run->filled - run->used;
    if (left >= sizeof(struct tallied) && left >= TALLIED_SIZE(head(run)->length))
        return true;
    memmove(run->buffer, run->buffer + run->used, left);
    const uint64_t more = run->end - run->at;
    const size_t got = more < runs->room - left ? (size_t)more : runs->room - left;
    read_scratch(&runs->scratch, run->at, run->buffer + left, got);
    run->at += got;
    run->used = 0;
    run->filled = left + got;
    return run->filled > 0;
}

static int compare(const struct tallied *a, const struct tallied *b) {
    const size_t shorter = a->length < b->length ? a->length : b->length;
    const int order = memcmp(a->text, b->text, shorter);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

/* Lets the run at place i of the heap sink to where it belongs. */
static void sink(struct runs *runs, size_t i) {
    for (;;) {
        size_t least = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < runs->in_heap; child++)
            if (compare(head(runs->heap[child]), head(runs->heap[least])) < 0)
                least = child;
        if (least == i)
            return;
        struct sorted_run *const was = runs->heap[i];
        runs->heap[i] = runs->heap[least];
        runs->heap[least] = was;
        i = least;
    }
}

/* Begins to read all runs from their beginnings. memory: bytes for buffers, about. */
static void rewind_runs(struct runs *runs, size_t memory) {
    const size_t share = memory / (runs->count + 1);
    runs->room = (share < 4096 ? 4096 : share > WRITE_SIZE ? WRITE_SIZE : share) & ~(size_t)7;
    runs->heap = given(malloc((runs->count + 1) * sizeof(struct sorted_run *)));
    runs->in_heap = 0;
    for (size_t i = 0; i < runs->count; i++) {
        runs->list[i].buffer = given(malloc(runs->room));
        if (fill(runs, &runs->list[i]))
            runs->heap[runs->in_heap++] = &runs->list[i];
    }
    for (size_t i = runs->in_heap; i-- > 0;)
        sink(runs, i);
}

/* Goes on to the next entry of the run on top. */
static void advance(struct runs *runs) {
    struct sorted_run *const run = runs->heap[0];
    run->used += TALLIED_SIZE(head(run)->length);
    if (!fill(runs, run))
        runs->heap[0] = runs->heap[--runs->in_heap];
    if (runs->in_heap > 0)
        sink(runs, 0);
}

/* Returns the least text that is left, in a place good until the next call. A text that is in several runs is
 * returned once, with the sum of its counts. Returns NULL at the end. Fails when a sum is too large. */
static const struct tallied *next_of_runs(struct runs *runs) {
    struct tallied *const entry = (struct tallied *)runs->entry;
    if (runs->in_heap == 0)
        return NULL;
    memcpy(entry, head(runs->heap[0]), TALLIED_SIZE(head(runs->heap[0])->length));
    for (advance(runs); runs->in_heap > 0 && compare(head(runs->heap[0]), entry) == 0; advance(runs))
        if (!add_to_tallied(entry, tallied_count(head(runs->heap[0]))))
            fail("the count of %.*s is larger than 128 bits can hold", (int)entry->length, entry->text);
    return entry;
}

/* ==== Expanding ==== */

/* kingscan perft --expand: each unit becomes its children. */

static void put_children(const struct any_position *position, count128 count, unsigned plies);

static void put_child(const struct any_position *position, any_move move, count128 count, unsigned plies) {
    struct any_position child = *position;
    any_make_move(&child, move);
    put_children(&child, count, plies - 1);
}

static void put_position(const struct any_position *position, count128 count) {
    char fen[ANY_FEN_SIZE], line[UNIT_SIZE];
    size_t length = write_unit(count, fen, write_unit_position(position, fen), line);
    line[length++] = '\n';
    put(&standard_output, line, length);
}

static void put_children(const struct any_position *position, count128 count, unsigned plies) {
    any_move moves[ANY_MOVES_MAX];
    if (plies == 0) {
        put_position(position, count);
        return;
    }
    size_t children = any_legal_moves(position, moves);
    any_move *const all = children > ANY_MOVES_MAX ? given(any_list_moves(position, &children)) : moves;
    for (size_t i = 0; i < children; i++)
        put_child(position, all[i], count, plies);
    if (all != moves)
        free(all);
}

int expand_units(const struct unit_task *task) {
    struct unit unit;
    struct any_position position;
    struct unit_stream *const stream = start_units(task);
    catch_interrupts(NULL);
    while (next_unit(stream, &unit))
        if (read_unit_position(stream, &unit, &position))
            put_children(&position, unit.count, task->depth);
    const int status = end_units(stream);
    return interrupted ? STATUS_INTERRUPTED : status;
}

/* ==== Merging ==== */

/* kingscan perft --merge: units of equal positions become one, and their counts are added. Sorted runs that
 * do not fit into memory go to a file, so any number of units can be merged. The units come out sorted as by
 * LC_ALL=C sort -k2. */

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

static void add_count(struct merge *m, struct tallied *entry, count128 count) {
    if (!add_to_tallied(entry, count))
        fail("-:%" PRIu64 ": the count of %.*s is larger than 128 bits can hold", m->stream->reader.number,
             (int)entry->length, entry->text);
}

/* Adds a position that isn't in the table. */
static void add_position(struct merge *m, uint64_t hash, const char *text, size_t length, count128 count) {
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
static void let_wait(struct merge *m, const struct unit *unit, size_t length) {
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
            let_wait(m, &unit, length);
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

/* Puts "NODES <tab> POSITION"; with an entry in the ledger also a tab, the number, a tab, the depth, a tab,
 * and the checksum. */
static void put_nodes(const struct unit *unit, const struct any_position *position, unsigned depth,
                      count128 nodes) {
    char fen[ANY_FEN_SIZE], line[UNIT_SIZE + ENTRY_SIZE];
    size_t length = write_unit(nodes, fen, write_unit_position(position, fen), line);
    if (unit->entry.number) {
        length += write_entry(unit->entry, line + length);
        length += (size_t)sprintf(line + length, "\t%u", depth);
        length = add_checksum(line, length);
    } else {
        line[length++] = '\n';
    }
    put(&standard_output, line, length);
}

int count_units(const struct unit_task *task) {
    struct unit unit;
    struct any_position position;
    count128 sum = 0;
    struct unit_stream *const stream = start_units(task);
    catch_interrupts(NULL);
    while (next_unit(stream, &unit)) {
        count128 nodes = 0;
        if (!read_unit_position(stream, &unit, &position))
            continue;
        const bool fits = add_paths(&position, task->depth, unit.count, &nodes);
        if (interrupted) /* not all of this unit is counted */
            break;
        if (!fits || !add_count128(&sum, nodes))
            fail("-:%" PRIu64 ": the sum is larger than 128 bits can hold", stream->reader.number);
        if (task->each)
            put_nodes(&unit, &position, task->depth, nodes);
    }
    if (!task->each && !interrupted)
        put_sum(sum);
    const int status = end_units(stream);
    return interrupted ? STATUS_INTERRUPTED : status;
}

/* ==== Adding up ==== */

/* kingscan perft --sum: adds up what runs of kingscan perft --units have printed, and compares it with the
 * ledger: a result that is missing, doubled or altered is named, and then there is no sum. */

/* The numbers that have come, a bit each. */
struct numbers {
    uint64_t *words;
    uint64_t room, greatest, last; /* room: in words; last: of the ledger, 0: not yet known */
};

static struct {
    struct unit_stream *stream;
    count128 sum;
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
    count128 nodes;
    if (!read_count128(line, fields[0].length, &nodes))
        reject_unit(reduction.stream, 0, "expected a count, from 0 to " COUNT128_MAX);
    else if (count != 1 && count != 2 && count != 5)
        reject_unit(reduction.stream, length,
                    "expected what 'kingscan perft DEPTH --units' prints, found %u fields%s", count,
                    count == 4 ? ", as of a unit that is still to be counted" : "");
    else if (count < 5 || read_result_entry(line, fields)) {
        reduction.others += count < 5;
        if (!add_count128(&reduction.sum, nodes))
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
