/* Counts of a run of convert, and the lines that tell them. */
#include "cli/commands/convert/counts.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/waiting.h"
#include "game/common/text.h"

/* ---- What is missing ---- */

static const char *plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

void tell_missing(const struct convert_counts *counts, const struct convert_telling *telling) {
    const struct missing *const missing = &counts->missing;
    const uint64_t written = count_written(counts, telling->marks);
    const uint64_t left_out = missing->no_score + missing->no_result + missing->rest;
    char text[256];
    if (left_out + missing->marked == 0)
        return;
    size_t used =
        (size_t)snprintf(text, sizeof text, "%" PRIu64 " position%s written", written, plural(written));
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

void put_missing(const struct convert_counts *counts, const struct convert_telling *telling) {
    const struct missing *const missing = &counts->missing;
    const struct {
        const char *name;
        uint64_t count;
    } rows[] = {{"written", count_written(counts, telling->marks)},
                {"marked", missing->marked},
                {"no score", missing->no_score},
                {"no result", missing->no_result},
                {"no room", missing->rest},
                {"faults", telling->faults}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        put_format(&standard_output, "%s\t%" PRIu64 "\n", rows[i].name, rows[i].count);
}

/* ---- Summaries ---- */

/* Prints how many chains and games there are, if any. */
static void print_chains(uint64_t chains, uint64_t games, bool grouped) {
    fputs(chains + games > 0 ? " in " : "", stderr);
    if (chains > 0)
        print_things(chains, "chain", grouped);
    fputs(chains > 0 && games > 0 ? " and " : "", stderr);
    if (games > 0)
        print_things(games, "game", grouped);
}

void print_converted(const struct convert_counts *counts, const struct convert_telling *telling) {
    const uint64_t positions = counts->kept + counts->others;
    const double speed = telling->seconds > 0 ? (double)positions / telling->seconds : 0;
    const bool grouped = isatty(STDERR_FILENO), games = telling->format == KS_DATA_VIRI;
    char texts[2][NUMBER_SIZE];
    print_things(positions, "position", grouped);
    fputs(", ", stderr);
    print_things(telling->faults, "fault", grouped);
    fprintf(stderr, "; %.3f seconds, %s positions a second (kernel %s)\n", telling->seconds,
            write_number((uint64_t)(speed + 0.5), grouped, texts[0]), ks_kernel_get_current()->name);
    fprintf(stderr, "entries: %s kept, %s %s; ", write_number(counts->kept, grouped, texts[0]),
            write_number(counts->others, grouped, texts[1]), telling->marks ? "marked" : "dropped");
    print_things(counts->bytes_read, "byte", grouped);
    print_chains(counts->chains_read, counts->games_read, grouped);
    fputs(" became ", stderr);
    print_things(counts->bytes, "byte", grouped);
    print_chains(games ? 0 : counts->chains, games ? counts->chains : 0, grouped);
    fputc('\n', stderr);
}

/* Prints how much was lost. Entries in bytes that were passed over can only be estimated. */
static void print_lost(const struct convert_counts *written, bool grouped) {
    const uint64_t entries = written->lost + written->lost_about;
    if (entries > 0 || written->lost_bytes == 0) {
        fputs(written->lost_about > 0 ? "about " : "", stderr);
        print_things(entries, "position", grouped);
    }
    if (written->lost_bytes > 0) {
        fputs(entries > 0 ? ", " : "", stderr);
        print_things(written->lost_bytes, "byte", grouped);
    }
    if (written->damaged > 0) {
        fputs(" of ", stderr);
        print_things(written->damaged, "block", grouped);
    }
}

void print_repaired(const struct convert_counts *counts, const struct convert_telling *telling) {
    const bool grouped = isatty(STDERR_FILENO);
    print_escaped(telling->file, stderr);
    fputs(": kept ", stderr);
    print_things(counts->kept, "position", grouped);
    print_chains(counts->chains_read, counts->games_read, grouped);
    if (counts->blocks > 0) {
        fputs(" of ", stderr);
        print_things(counts->blocks, "block", grouped);
    }
    fputs("; lost ", stderr);
    print_lost(counts, grouped);
    fputc('\n', stderr);
}
