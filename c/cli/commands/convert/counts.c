/* Supplies what entries lack, and tells the counts of a run. */
#include "cli/commands/convert/counts.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/waiting.h"
#include "game/common/text.h"
#include "game/data/parts.h"

/* ---- What is missing ---- */

/* Scores from 31000 on are mates and marks, which no factor changes. */
int scaled_score(int score, uint64_t scale) {
    enum { MATES = 31000, MOST = 30000 };
    const uint64_t size = (uint64_t)(score < 0 ? -score : score),
                   product = (size * scale + SCALE_ONE / 2) / SCALE_ONE;
    const int limited = (int)(product < MOST ? product : MOST);
    return scale == SCALE_ONE || size >= MATES ? score : score < 0 ? -limited : limited;
}

/* The formats of Stockfish's trainer, in which a score marks a position without one. */
static bool marks_scores(ks_data_format output) {
    return output == KS_DATA_BINPACK || output == KS_DATA_BIN || output == KS_DATA_PLAIN;
}

bool supply_missing(const struct convert_task *task, struct missing *missing, struct outgoing_entry *entry) {
    const struct supply *const supply = &task->supply;
    entry->score = scaled_score(entry->score, supply->scale);
    if ((entry->known & KS_DATA_HAS_SCORE) && (entry->known & KS_DATA_HAS_RESULT))
        return true;
    if (!(entry->known & KS_DATA_HAS_RESULT) && supply->unknown_is_draw)
        entry->known |= KS_DATA_HAS_RESULT;
    if (!(entry->known & KS_DATA_HAS_SCORE) && supply->has_score) {
        entry->known |= KS_DATA_HAS_SCORE;
        entry->score = supply->score;
    }
    if (ks_data_is_lines(task->to)) /* which leave out what is not there */
        return true;
    if (!(entry->known & KS_DATA_HAS_RESULT)) {
        missing->no_result++;
        return false;
    }
    if (entry->known & KS_DATA_HAS_SCORE)
        return true;
    entry->score = KS_DATA_SKIPPED;
    entry->marked = marks_scores(task->to);
    missing->no_score += !entry->marked;
    return entry->marked;
}

bool can_supply(const struct convert_task *task, unsigned facts) {
    return ks_data_is_lines(task->to) || (facts & KS_DATA_HAS_RESULT) ||
           (task->supply.unknown_is_draw && (task->supply.has_score || marks_scores(task->to)));
}

/* ---- Messages ---- */

/* How many entries were written, marked ones too. */
static uint64_t count_written(const struct convert_task *task, const struct convert_counts *counts) {
    return counts->kept + (task->marks ? counts->others : 0);
}

void tell_missing(const struct convert_task *task, const struct convert_counts *counts) {
    const struct missing *const missing = &counts->missing;
    const uint64_t written = count_written(task, counts);
    const uint64_t left_out = missing->no_score + missing->no_result + missing->rest;
    char text[256];
    if (left_out + missing->marked == 0)
        return;
    size_t used = (size_t)snprintf(text, sizeof text, "%" PRIu64 " position%s written", written,
                                   written == 1 ? "" : "s");
    if (missing->marked > 0)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 ", %" PRIu64 " of them marked with %d for want of a score", missing->marked,
                                 KS_DATA_SKIPPED);
    const struct {
        uint64_t count;
        const char *why;
    } rows[] = {{missing->no_score, "without a score"},
                {missing->no_result, "of games without a result"},
                {missing->rest, "after one that the format has no room for"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].count > 0)
            used += (size_t)snprintf(text + used, sizeof text - used, "; left out: %" PRIu64 " %s",
                                     rows[i].count, rows[i].why);
    complain("%s", text);
}

void put_missing(const struct convert_task *task, const struct convert_counts *counts, uint64_t faults) {
    const struct missing *const missing = &counts->missing;
    const struct {
        const char *name;
        uint64_t count;
    } rows[] = {{"written", count_written(task, counts)},
                {"marked", missing->marked},
                {"no score", missing->no_score},
                {"no result", missing->no_result},
                {"no room", missing->rest},
                {"faults", faults}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        put_format(&standard_output, "%s\t%" PRIu64 "\n", rows[i].name, rows[i].count);
}

/* ---- Summaries ---- */

static void print_after(const char *before, uint64_t count, const char *thing, bool grouped) {
    fputs(before, stderr);
    print_things(count, thing, grouped);
}

/* Prints how many chains and games there are, if any. */
static void print_chains(uint64_t chains, uint64_t games, bool grouped) {
    if (chains > 0)
        print_after(" in ", chains, "chain", grouped);
    if (games > 0)
        print_after(chains > 0 ? " and " : " in ", games, "game", grouped);
}

void print_converted(const struct convert_task *task, const struct convert_counts *counts, uint64_t faults,
                     double seconds) {
    const uint64_t positions = counts->kept + counts->others;
    const double speed = seconds > 0 ? (double)positions / seconds : 0;
    const bool grouped = isatty(STDERR_FILENO), games = task->to == KS_DATA_VIRI;
    char texts[2][NUMBER_SIZE];
    print_things(positions, "position", grouped);
    print_after(", ", faults, "fault", grouped);
    fprintf(stderr, "; %.3f seconds, %s positions a second (kernel %s)\n", seconds,
            write_number((uint64_t)(speed + 0.5), grouped, texts[0]), ks_kernel_get_current()->name);
    fprintf(stderr, "entries: %s kept, %s %s; ", write_number(counts->kept, grouped, texts[0]),
            write_number(counts->others, grouped, texts[1]), task->marks ? "marked" : "dropped");
    print_things(counts->bytes_read, "byte", grouped);
    print_chains(counts->chains_read, counts->games_read, grouped);
    print_after(" became ", counts->bytes, "byte", grouped);
    print_chains(games ? 0 : counts->chains, games ? counts->chains : 0, grouped);
    fputc('\n', stderr);
}

/* Prints how much was lost. Entries in bytes that were passed over can only be estimated. */
static void print_lost(const struct convert_counts *counts, bool grouped) {
    const uint64_t entries = counts->lost + counts->lost_about;
    if (entries > 0 || counts->lost_bytes == 0)
        print_after(counts->lost_about > 0 ? "about " : "", entries, "position", grouped);
    if (counts->lost_bytes > 0)
        print_after(entries > 0 ? ", " : "", counts->lost_bytes, "byte", grouped);
    if (counts->damaged > 0)
        print_after(" of ", counts->damaged, "block", grouped);
}

void print_repaired(const struct convert_task *task, const struct convert_counts *counts) {
    const bool grouped = isatty(STDERR_FILENO);
    print_escaped(task->file, stderr);
    print_after(": kept ", counts->kept, "position", grouped);
    print_chains(counts->chains_read, counts->games_read, grouped);
    if (counts->blocks > 0)
        print_after(" of ", counts->blocks, "block", grouped);
    fputs("; lost ", stderr);
    print_lost(counts, grouped);
    fputc('\n', stderr);
}
