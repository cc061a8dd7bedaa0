/* Tests that kingscan convert --interleave mixes files evenly, and keeps the order of each. The score of each
 * entry says which file it is from, and where it stands there. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/data/entries.h"
#include "support/run.h"
#include "support/transcript.h"

/* ---- Files ---- */

enum { FILES = 3, WRAP = 10000, PARTS = 10 };

struct mixed {
    struct entries entries[FILES];
    char names[FILES][64], all[512];
};

static const ks_data_format formats[FILES] = {KS_DATA_BINPACK, KS_DATA_BIN, KS_DATA_VIRI};

/* Keeps the first entries of each game. */
static void shorten(struct entries *entries, size_t most) {
    size_t kept = 0;
    for (size_t i = 0, begin = 0; i < entries->count; i++) {
        begin = entries->list[i].first ? i : begin;
        if (i - begin < most)
            entries->list[kept++] = entries->list[i];
    }
    entries->count = kept;
}

/* Makes files whose games differ in number and length: so many games, each of at most so many entries. */
static struct mixed make_files(uint64_t seed, const size_t games[FILES], const size_t most[FILES]) {
    struct mixed mixed = {.all = ""};
    for (unsigned n = 0; n < FILES; n++) {
        struct entries *const entries = &mixed.entries[n];
        *entries = play_entries(seed + n, games[n]);
        shorten(entries, most[n]);
        for (size_t i = 0; i < entries->count; i++)
            entries->list[i].score = (int)(i % WRAP * FILES + n);
        snprintf(mixed.names[n], sizeof mixed.names[n], "/tmp/interleave-%d-%u.%s", (int)getpid(), n,
                 ks_data_format_name(formats[n]));
        struct bytes bytes = encode_entries(formats[n], entries);
        FILE *const file = fopen(mixed.names[n], "wb");
        cr_assert(file && fwrite(bytes.at, 1, bytes.length, file) == bytes.length && fclose(file) == 0);
        free(bytes.at);
        strcat(strcat(mixed.all, " "), mixed.names[n]);
    }
    return mixed;
}

static void remove_files(struct mixed *mixed) {
    for (unsigned n = 0; n < FILES; n++) {
        unlink(mixed->names[n]);
        free_entries(&mixed->entries[n]);
    }
}

/* ---- Order and evenness ---- */

/* The places of each file's units in the output, counted in its tenths. */
struct places {
    size_t units[FILES], in_part[FILES][PARTS];
};

/* Compares the output's scores, a line each, with the files. games: these are counted; else entries are. */
static struct places find_places(const struct mixed *mixed, const char *scores, bool games) {
    struct places places = {0};
    size_t all = 0, unit = 0, next[FILES] = {0};
    for (unsigned n = 0; n < FILES; n++)
        for (size_t i = 0; i < mixed->entries[n].count; i++)
            places.units[n] += !games || mixed->entries[n].list[i].first;
    for (unsigned n = 0; n < FILES; n++)
        all += places.units[n];
    char *end;
    for (const char *at = scores; *at; at = end + 1) {
        const unsigned score = (unsigned)strtoul(at, &end, 10), n = score % FILES;
        cr_assert(*end == '\n' && next[n] < mixed->entries[n].count, "%.20s", at);
        cr_assert_eq(score / FILES, next[n] % WRAP, "file %u: expected its entry %zu, found %u", n, next[n],
                     score / FILES);
        if (!games || mixed->entries[n].list[next[n]].first)
            places.in_part[n][PARTS * unit++ / all]++;
        next[n]++;
    }
    for (unsigned n = 0; n < FILES; n++)
        cr_assert_eq(next[n], mixed->entries[n].count, "file %u: %zu entries of %zu", n, next[n],
                     mixed->entries[n].count);
    return places;
}

/* Chi-square of nine degrees of freedom is above 30 once in two thousand times, and the seed is always the
 * same. A file without chance has about zero. */
static void expect_even(const struct places *places) {
    for (unsigned n = 0; n < FILES; n++) {
        const double expected = (double)places->units[n] / (double)PARTS;
        double sum = 0;
        for (unsigned part = 0; part < PARTS; part++) {
            const double off = (double)places->in_part[n][part] - expected;
            sum += off * off / expected;
        }
        cr_expect(sum > 0.01 && sum < 30, "file %u: chi-square is %.2f", n, sum);
    }
}

static void expect_mixed(const struct mixed *mixed, const char *to, bool games) {
    char command[1024];
    snprintf(command, sizeof command,
             IN_NEW_DIRECTORY "$KINGSCAN convert --interleave --seed 7%s all.%s && "
                              "$KINGSCAN convert --to plain all.%s - | sed -n 's/^score //p'",
             mixed->all, to, to);
    struct ran ran = run_shell(command);
    cr_assert(ran.status == 0 && *ran.err == '\0', "%s: %s", to, ran.err);
    const struct places places = find_places(mixed, ran.out, games);
    expect_even(&places);
    free_ran(&ran);
}

/* Runs a block on files. */
static void run(const char *files, const char *title) {
    setenv("FILES", files, 1);
    run_block("tests/cli/convert/interleave.blocks", title);
}

/* Sizes in bytes say little: a position takes 40 bytes of .bin and three of .binpack. */
Test(interleave, entries_are_even_and_in_order) {
    struct mixed mixed = make_files(31, (const size_t[]){500, 200, 60}, (const size_t[]){999, 999, 999});
    expect_mixed(&mixed, "bin", false);
    expect_mixed(&mixed, "plain", false);
    remove_files(&mixed);
}

/* A file of long games has no more of them at the beginning than one of short games. */
Test(interleave, games_are_even_and_whole) {
    struct mixed mixed = make_files(41, (const size_t[]){900, 500, 1200}, (const size_t[]){6, 999, 30});
    expect_mixed(&mixed, "binpack", true);
    expect_mixed(&mixed, "viriformat", true);
    run(mixed.all, "Games are whole");
    remove_files(&mixed);
}

/* ---- Seeds, compressed files, files of --split ---- */

Test(interleave, seeds_say_the_order) {
    struct mixed mixed = make_files(51, (const size_t[]){60, 60, 60}, (const size_t[]){999, 20, 999});
    run(mixed.all, "Seeds say the order");
    run(mixed.all, "Compressed files give the same");
    remove_files(&mixed);
}

Test(interleave, files_of_so_many_positions) {
    struct mixed mixed = make_files(61, (const size_t[]){20, 20, 20}, (const size_t[]){999, 999, 999});
    run(mixed.all, "Files of so many positions");
    remove_files(&mixed);
}

Test(interleave, one_file_is_converted_as_it_stands) {
    struct mixed mixed = make_files(71, (const size_t[]){30, 1, 1}, (const size_t[]){999, 999, 999});
    run(mixed.names[0], "One file is converted as it stands");
    remove_files(&mixed);
}
