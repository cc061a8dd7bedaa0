/* kingscan convert --interleave: files are mixed evenly, and each keeps its order. The score of each entry
 * says which file it is from, and where it stands there. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/data/entries.h"
#include "support/run.h"

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

/* Sizes in bytes say little: a position takes 40 bytes of .bin and three of .binpack. */
Test(interleave, entries_are_even_and_in_order) {
    struct mixed mixed = make_files(31, (const size_t[]){500, 200, 60}, (const size_t[]){999, 999, 999});
    expect_mixed(&mixed, "bin", false);
    expect_mixed(&mixed, "plain", false);
    remove_files(&mixed);
}

/* A file of long games has no more of them at the beginning than one of short games. */
Test(interleave, games_are_even_and_whole) {
    const size_t games[FILES] = {900, 500, 1200};
    struct mixed mixed = make_files(41, games, (const size_t[]){6, 999, 30});
    expect_mixed(&mixed, "binpack", true);
    expect_mixed(&mixed, "viriformat", true);
    char command[1024], out[64];
    snprintf(command, sizeof command,
             IN_NEW_DIRECTORY "for to in binpack viriformat; do $KINGSCAN convert --interleave%s all.$to\n"
                              "$KINGSCAN stats all.$to | sed -n 's/^chains.\\([0-9]*\\).*/\\1/p'; done",
             mixed.all);
    const size_t all = games[0] + games[1] + games[2];
    snprintf(out, sizeof out, "%zu\n%zu\n", all, all);
    expect_run(command, 0, out, "");
    remove_files(&mixed);
}

/* ---- Seeds, compressed files, files of --split ---- */

Test(interleave, seeds_say_the_order) {
    struct mixed mixed = make_files(51, (const size_t[]){60, 60, 60}, (const size_t[]){999, 20, 999});
    char command[2048];
    snprintf(command, sizeof command,
             IN_NEW_DIRECTORY "all='%s'; for to in binpack bin epd; do for seed in 1 1 2; do\n"
                              "$KINGSCAN convert --interleave --seed $seed --to $to $all - | md5sum\n"
                              "done | uniq -c | sed 's/^ *\\([0-9]*\\).*/\\1/'; done",
             mixed.all);
    expect_run(command, 0, "2\n1\n2\n1\n2\n1\n", "");
    snprintf(command, sizeof command,
             IN_NEW_DIRECTORY "all='%s'; $KINGSCAN convert --interleave $all a.binpack; zipped=\n"
                              "for file in $all; do b=${file##*/}.gz; gzip -c $file >$b\n"
                              "zipped=\"$zipped $b\"; done\n"
                              "for i in 1 2 3; do $KINGSCAN convert --interleave $zipped b.binpack\n"
                              "cmp a.binpack b.binpack && rm b.binpack; done; echo same",
             mixed.all);
    expect_run(command, 0, "same\n", "");
    remove_files(&mixed);
}

Test(interleave, files_of_so_many_positions) {
    struct mixed mixed = make_files(61, (const size_t[]){20, 20, 20}, (const size_t[]){999, 999, 999});
    char command[2048];
    snprintf(command, sizeof command,
             IN_NEW_DIRECTORY
             "all='%s'; mkdir d; $KINGSCAN convert --interleave --split 300 --to bin $all d\n"
             "$KINGSCAN convert --interleave $all b.bin; wc -c <d/1.bin; wc -c <d/2.bin\n"
             "cat d/?.bin d/??.bin 2>/dev/null | cmp - b.bin\n"
             "mkdir e; $KINGSCAN convert --interleave --split 300 --to viriformat $all e\n"
             "for f in e/*; do $KINGSCAN stats $f; done | sed -n 's/^chains.\\([0-9]*\\).*/\\1/p' |\n"
             "awk '{ n += $1 } END { print n }'",
             mixed.all);
    expect_run(command, 0, "12000\n12000\n60\n", "");
    remove_files(&mixed);
}

Test(interleave, one_file_is_converted_as_it_stands) {
    struct mixed mixed = make_files(71, (const size_t[]){30, 1, 1}, (const size_t[]){999, 999, 999});
    char command[1024];
    snprintf(command, sizeof command,
             IN_NEW_DIRECTORY "a=%s; mkdir d e; for to in binpack bin jsonl; do\n"
                              "$KINGSCAN convert --interleave --seed 5 $a a.$to; $KINGSCAN convert $a b.$to\n"
                              "cmp a.$to b.$to; $KINGSCAN convert --interleave --split 99 --to $to $a d\n"
                              "$KINGSCAN convert --split 99 --to $to $a e; done; diff -r d e\n"
                              "$KINGSCAN convert --interleave --from binpack --to bin - - <$a | cmp - a.bin\n"
                              "cat $a | $KINGSCAN convert --interleave --to bin - - | cmp - a.bin",
             mixed.names[0]);
    expect_run(command, 0, "", "");
    remove_files(&mixed);
}

/* ---- Faults ---- */

#define ENTRY(score)                                                                                         \
    "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\\nmove e2e4\\nscore " score "\\nply 3\\nresult 1\\ne\\n"
#define BAD "fen x\\ne\\n"

/* Each file has its own places and its own number of reports, although the files take turns. */
Test(interleave, goes_on_after_faults) {
    expect_run(IN_NEW_DIRECTORY "printf '" ENTRY("1") BAD ENTRY("2") BAD ENTRY(
                   "3") "' >a.plain\n"
                        "printf '" BAD ENTRY("4") BAD BAD ENTRY(
                            "5") "' >b.plain; printf '' >c.plain\n"
                                 "printf '" BAD "' >d.plain\n"
                                 "$KINGSCAN convert --interleave --max-errors 1 a.plain b.plain c.plain "
                                 "d.plain e.plain 2>err\n"
                                 "echo $?; sort err; sed -n 's/^score //p' e.plain | sort | tr '\\n' ' '",
               0,
               "1\n"
               "a.plain: 1 more line was rejected; --max-errors 0 reports all\n"
               "b.plain: 2 more lines were rejected; --max-errors 0 reports all\n"
               "kingscan convert: a.plain:7: error: expected a piece letter, a digit 1-8 or '/', found 'x'\n"
               "kingscan convert: b.plain:1: error: expected a piece letter, a digit 1-8 or '/', found 'x'\n"
               "kingscan convert: d.plain:1: error: expected a piece letter, a digit 1-8 or '/', found 'x'\n"
               "1 2 3 4 5 ",
               "");
}

#define TWO IN_NEW_DIRECTORY "printf '" ENTRY("1") ENTRY("2") "' >a.plain; cp a.plain b.plain; "

Test(interleave, files_that_cannot_be_read) {
    expect_run(
        TWO "cat b.plain | $KINGSCAN convert --interleave --from plain a.plain - c.bin; echo $?\n"
            "gzip -k a.plain; $KINGSCAN convert --interleave --from plain b.plain - c.bin <a.plain.gz\n"
            "echo $?; $KINGSCAN convert --interleave --from plain b.plain - c.bin <a.plain; echo $?\n"
            "wc -c <c.bin",
        0, "2\n2\n0\n160\n",
        "kingscan convert: -: --interleave expects a file, since nothing tells how many positions come "
        "through a pipe\n"
        "kingscan convert: -: --interleave expects a file, since nothing tells how many positions come "
        "from compressed standard input\n");
    expect_run(TWO
               "gzip a.plain; head -c 40 a.plain.gz >c.plain.gz\n"
               "$KINGSCAN convert --interleave b.plain c.plain.gz d.bin 2>err; echo $?; cut -d : -f 1-2 err\n"
               "$KINGSCAN convert --interleave b.plain none.plain d.bin; echo $?; ls",
               0, "2\nkingscan convert: c.plain.gz\n2\na.plain.gz\nb.plain\nc.plain.gz\nerr\n",
               "kingscan convert: none.plain: No such file or directory\n");
    expect_run(TWO "for i in $(seq 257); do all=\"$all a.plain\"; done\n"
                   "$KINGSCAN convert --interleave $all c.bin; echo $?\n"
                   "ulimit -Sn 64; $KINGSCAN convert --interleave ${all#* a.plain} c.bin; wc -c <c.bin",
               0, "2\n20480\n",
               "kingscan convert: --interleave: expected at most 256 files to be read, found 257\n"
               "try 'kingscan convert --help'\n");
}
