/* Draws or reads the positions that `kingscan diff` compares: from files, at random, or from the hard sets.
 * Each source is a function that draws or reads the next one. */
#include "cli/commands/diff/positions.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/io/input.h"
#include "cli/random/positions.h"
#include "core/text/characters.h"
#include "game/common/text.h"

/* c/cli/commands/diff/hard.epd and hard_variants.epd: see c/core/embed.c. */
extern const char ks_embedded_hard[], ks_embedded_hard_end[];
extern const char ks_embedded_hard_variants[], ks_embedded_hard_variants_end[];

/* Whether the next position or rejected line is this shard's. */
static bool is_own(struct positions *positions) {
    return !positions->shards || positions->passed++ % positions->shards == positions->shard - 1;
}

/* Reports a line that is no position, in one of all shards. */
static void reject(struct positions *positions, const char *file, uint64_t number, size_t offset,
                   const char *message) {
    if (is_own(positions))
        report_rejection(&positions->rejections, file, number, offset, message);
}

/* ---- Lines of files ---- */

/* Notes that a file can't be read. */
static void note_failure(struct positions *positions, const char *reason) {
    if (!positions->failed)
        snprintf(positions->trouble, sizeof positions->trouble, "%s: %s", *positions->files, reason);
    positions->failed = true;
}

static bool open_file(struct positions *positions) {
    const char *const name = *positions->files;
    struct input *const input = &positions->input;
    if (open_input(input, name)) {
        start_lines(&positions->reader, input, NULL);
        return true;
    }
    note_failure(positions, input->reason);
    complain("%s: %s", name, input->reason);
    return false;
}

static off_t size_of(const char *file) {
    struct stat status;
    return stat(file, &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : -1;
}

/* Adds up the sizes of the files. Nothing tells the size of standard input, a pipe or a terminal. */
static void measure_files(struct positions *positions) {
    for (char **file = positions->files; *file; file++) {
        const off_t size = is_standard_input(*file) ? -1 : size_of(*file);
        if (size < 0) {
            positions->bytes = 0;
            return;
        }
        positions->bytes += (uint64_t)size;
    }
}

static double share_of_files(const struct positions *positions) {
    const bool reading = positions->started && positions->input.fd >= 0;
    const off_t at = reading ? lseek(positions->input.source, 0, SEEK_CUR) : 0;
    if (positions->bytes == 0 || at < 0)
        return 0;
    const bool counted = reading && !positions->input.tool; /* the tool's bytes are others than the file's */
    const size_t waiting = counted ? positions->reader.end - positions->reader.start : 0;
    return (double)(positions->bytes_read + (uint64_t)at - waiting) / (double)positions->bytes;
}

static void close_file(struct positions *positions) {
    if (positions->bytes > 0)
        positions->bytes_read += (uint64_t)size_of(*positions->files);
    close_input(&positions->input);
    positions->files++;
}

static bool next_file_line(struct positions *positions, const char **line, size_t *length,
                           char place[POSITION_PLACE_SIZE]) {
    while (*positions->files) {
        if (positions->input.fd < 0 && !open_file(positions)) {
            positions->files++;
            continue;
        }
        const enum line_status status = next_line(&positions->reader, line, length);
        snprintf(place, POSITION_PLACE_SIZE, "%.*s:%" PRIu64, POSITION_PLACE_SIZE - 24, *positions->files,
                 positions->reader.number);
        if (status == LINE_GOOD)
            return true;
        if (status == LINE_TOO_LONG) {
            char message[64];
            snprintf(message, sizeof message, "the line is longer than the limit of %d bytes", LINE_LIMIT);
            reject(positions, *positions->files, positions->reader.number, LINE_LIMIT, message);
            continue;
        }
        if (status == LINE_FAILED) {
            note_failure(positions, positions->input.reason);
            complain("%s: %s", *positions->files, positions->input.reason);
        }
        if (status == LINE_FOREIGN) {
            complain_of_foreign(*positions->files, positions->reader.foreign);
            note_failure(positions, "neither FEN nor EPD");
        }
        close_file(positions);
    }
    return false;
}

/* ---- The hard sets ---- */

struct hard_set {
    const char *start, *end;
    const char *name; /* in places */
};

static struct hard_set hard_set_of(const struct positions *positions) {
    return positions->variant ? (struct hard_set){ks_embedded_hard_variants, ks_embedded_hard_variants_end,
                                                  "hard set of variants"}
                              : (struct hard_set){ks_embedded_hard, ks_embedded_hard_end, "hard set"};
}

/* Whether a line of the hard set of variants is of this one: its operation c2 says so. */
static bool is_of_variant(const char *line, size_t length, const ks_variant *variant) {
    char operation[64];
    const int size =
        snprintf(operation, sizeof operation, "; c2 \"%s\";", ks_variant_get_facts(variant).name);
    for (size_t at = 0; at + (size_t)size <= length; at++)
        if (memcmp(line + at, operation, (size_t)size) == 0)
            return true;
    return false;
}

static bool next_hard_line(struct positions *positions, const char **line, size_t *length,
                           char place[POSITION_PLACE_SIZE]) {
    const struct hard_set set = hard_set_of(positions);
    for (size_t left; (left = (size_t)(set.end - set.start) - positions->hard_at) > 0;) {
        const char *const newline = memchr(set.start + positions->hard_at, '\n', left);
        *line = set.start + positions->hard_at;
        *length = newline ? (size_t)(newline - *line) : left;
        positions->hard_at += *length + (newline != NULL);
        snprintf(place, POSITION_PLACE_SIZE, "%s:%zu", set.name, ++positions->hard_line);
        if (!positions->variant || is_of_variant(*line, *length, positions->variant))
            return true;
    }
    return false;
}

/* ---- All ---- */

static bool next_start(struct positions *positions, struct replay *replay, struct origin *origin) {
    if (positions->drawn > 0)
        return false;
    positions->drawn++;
    replay->start = any_start(positions->variant);
    replay->count = 0;
    snprintf(origin->place, sizeof origin->place, "start of the game");
    return true;
}

/* Reads the comment c0 of a line of EPD, in which the hard sets have their rule. */
static void read_about(const char *line, size_t length, char about[POSITION_ABOUT_SIZE]) {
    static const char operation[] = "c0 \"";
    about[0] = '\0';
    const size_t size = sizeof operation - 1;
    for (size_t at = 1; at + size < length; at++) {
        if (!is_blank(line[at - 1]) || memcmp(line + at, operation, size) != 0)
            continue;
        const char *const text = line + at + size;
        const char *const end = memchr(text, '"', length - at - size);
        if (end)
            escape_text(text, (size_t)(end - text), about, POSITION_ABOUT_SIZE);
        return;
    }
}

/* Reads the next line that is a position, of the hard set or of files. */
static bool next_read(struct positions *positions, struct replay *replay, struct origin *origin) {
    const char *line;
    size_t length;
    ks_error error;
    while ((positions->hard ? next_hard_line : next_file_line)(positions, &line, &length, origin->place)) {
        if (is_blank_or_comment(line, length))
            continue;
        if (replay_read(positions->variant, line, length, 0, replay, &error) == KS_OK) {
            read_about(line, length, origin->about);
            return true;
        }
        reject(positions, positions->hard ? hard_set_of(positions).name : *positions->files,
               positions->hard ? positions->hard_line : positions->reader.number, error.offset,
               error.message);
    }
    return false;
}

/* A variant's start comes before its hard set. */
static bool next_bundled(struct positions *positions, struct replay *replay, struct origin *origin) {
    return (positions->variant && next_start(positions, replay, origin)) ||
           next_read(positions, replay, origin);
}

static bool next_random(struct positions *positions, struct replay *replay, struct origin *origin) {
    if (positions->drawn == positions->random)
        return false;
    random_position(&positions->state, positions->variant, positions->chess960, replay);
    snprintf(origin->place, sizeof origin->place, "random position %" PRIu64 " of seed %" PRIu64,
             ++positions->drawn, positions->seed);
    return true;
}

bool next_position(struct positions *positions, struct replay *replay, struct origin *origin) {
    origin->about[0] = '\0';
    if (!positions->started) {
        positions->started = true;
        positions->state = positions->seed;
        positions->hard = !*positions->files;
        positions->input.fd = -1;
        measure_files(positions);
    }
    while ((positions->random ? next_random
            : positions->hard ? next_bundled
                              : next_read)(positions, replay, origin)) {
        if (!is_own(positions))
            continue;
        if (positions->chess960 || !any_is_chess960(&replay->start))
            return true;
        positions->skipped++;
    }
    return false;
}

double positions_share(const struct positions *positions) {
    if (positions->random)
        return (double)positions->drawn / (double)positions->random;
    const struct hard_set set = hard_set_of(positions);
    if (positions->hard)
        return (double)positions->hard_at / (double)(set.end - set.start);
    return share_of_files(positions);
}
