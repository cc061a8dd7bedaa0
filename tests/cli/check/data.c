/* Tests kingscan check on training data, against the tests' own choice and order. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/check_lines.h"
#include "support/data/entries.h"
#include "support/skip.h"

/* ---- Against the tests' own choice ---- */

static bool is_contradicted(const struct entry *entry, int ahead) {
    const int better = entry->score > 0 ? 1 : -1;
    return entry->score != KS_DATA_SKIPPED && abs(entry->score) >= ahead && entry->result == -better;
}

Test(check_data, results_against_the_score) {
    struct entries entries = play_entries(6, 60);
    char command[256], expected[64];
    size_t count = 0;
    entries.list[0].score = KS_DATA_SKIPPED;
    entries.list[0].result = -1;
    struct bytes bytes = encode_entries(KS_DATA_BIN, &entries);
    snprintf(command, sizeof command, "/tmp/kingscan-data-%ld.bin", (long)getpid());
    FILE *const file = fopen(command, "wb");
    cr_assert(file);
    cr_assert_eq(fwrite(bytes.at, 1, bytes.length, file), bytes.length);
    fclose(file);
    free(bytes.at);
    for (size_t i = 0; i < entries.count; i++)
        count += is_contradicted(&entries.list[i], 100);
    cr_assert_gt(count, 0);
    snprintf(expected, sizeof expected, "%zu\n%zu\n0\n", count, entries.count - count);
    snprintf(command, sizeof command,
             "f=/tmp/kingscan-data-%ld.bin; $KINGSCAN check --contradicts 100 $f | wc -l\n"
             "$KINGSCAN check --not-contradicts 100 $f | wc -l\n"
             "$KINGSCAN check --contradicts 100 --not-contradicts 100 $f | wc -l; rm $f",
             (long)getpid());
    expect_run(command, 0, expected, "");
    free_entries(&entries);
}

/* ---- Training data as output ---- */

/* Runs commands in a new directory; $f is a file of random games in small blocks. */
static void expect_of_games(const char *commands, const char *out) {
    struct entries entries = play_entries(31, 60);
    char command[2048], name[64];
    const size_t block = binpack_block;
    binpack_block = 1 << 12;
    struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
    binpack_block = block;
    snprintf(name, sizeof name, "/tmp/kingscan-games-%ld.binpack", (long)getpid());
    FILE *const file = fopen(name, "wb");
    cr_assert(file && fwrite(bytes.at, 1, bytes.length, file) == bytes.length && fclose(file) == 0);
    snprintf(command, sizeof command, "f=%s; " IN_NEW_DIRECTORY "%s", name, commands);
    expect_run(command, 0, out, "");
    unlink(name);
    free(bytes.at);
    free_entries(&entries);
}

/* Every choice must leave some entries and take some, or the comparison would mean nothing. */
#define FOR_EACH_CHOICE                                                                                      \
    "for choice in '--not check,double-check' '--not-move capture,en-passant' '--ply 3..20' '--unique "      \
    "--pieces 3..32' '--sample 0.5 --seed 3'; do for jobs in 1 3; do\n"                                      \
    "$KINGSCAN check $choice $f >wanted; test -s wanted || echo nothing: $choice\n"                          \
    "$KINGSCAN check $f >all; cmp -s all wanted && echo all: $choice\n"

/* Some of the random entries have a mark already, or a score beyond it. */
Test(check_data, marked_entries_stay) {
    expect_of_games(
        FOR_EACH_CHOICE
        "$KINGSCAN convert $choice --jobs $jobs $f a.binpack || echo $choice\n"
        "awk -F'\\t' '$5 >= -32001 && $5 <= 32001' wanted >unmarked; test -s unmarked || echo none\n"
        "$KINGSCAN check --score -32001..32001 a.binpack | cmp - unmarked\n"
        "$KINGSCAN check --print fen a.binpack >a; $KINGSCAN check --print fen $f | cmp - a\n"
        "done; done",
        "");
}

Test(check_data, dropped_entries_go) {
    expect_of_games(FOR_EACH_CHOICE
                    "for to in plain bin viriformat 'binpack --drop'; do\n"
                    "$KINGSCAN convert $choice --jobs $jobs --to $to $f - >a || echo $choice\n"
                    "$KINGSCAN check --from ${to% --drop} a | cmp - wanted; done; done; done",
                    "");
}

/* A thread that reads all of a file, and threads that read its blocks, keep what is whole: blocks are joined,
 * chains are not cut. */
Test(check_data, a_file_without_choice_has_the_same_entries_and_chains) {
    expect_of_games("for jobs in 1 4; do\n"
                    "$KINGSCAN convert --jobs $jobs --summary $f a.binpack 2>&1 | tail -n 1 | "
                    "awk '{ print $4, $9 - $15, ($6 >= $12) }'\n"
                    "$KINGSCAN check $f >all; $KINGSCAN check a.binpack | cmp - all; done\n"
                    "cp a.binpack b.binpack; $KINGSCAN convert --jobs 2 b.binpack b.binpack\n"
                    "$KINGSCAN check b.binpack | cmp - all; ls",
                    "0 0 1\n0 0 1\na.binpack\nall\nb.binpack\n");
}

/* ---- Formats by names ---- */

/* Writes a file of random games in the format, and expects as many positions and checks as there are. */
static void expect_counts(ks_data_format format, const char *name, const struct entries *entries) {
    char command[1024], expected[64];
    struct bytes bytes = encode_entries(format, entries);
    size_t checks = 0;
    for (size_t i = 0; i < entries->count; i++)
        checks += ks_judge(&entries->list[i].position, NULL) != KS_SAFE;
    FILE *const file = fopen(name, "wb");
    cr_assert(file);
    cr_assert_eq(fwrite(bytes.at, 1, bytes.length, file), bytes.length);
    fclose(file);
    free(bytes.at);
    snprintf(expected, sizeof expected, "%zu\n%zu\n", entries->count - checks, entries->count);
    snprintf(
        command, sizeof command,
        "$KINGSCAN check --count %s | awk '/^(safe|total)/ { print $2 }'; $KINGSCAN check --json %s >%s.1; "
        "$KINGSCAN check --json --jobs 3 %s | cmp - %s.1; rm %s %s.1",
        name, name, name, name, name, name, name);
    expect_run(command, 0, expected, "");
}

Test(check_data, formats_by_names) {
    static const char *const ends[] = {NULL, "binpack", "bin", "bf", "marlin", "viri", "plain"};
    struct entries entries = play_entries(5, 400); /* more than one part for --jobs, of some formats */
    binpack_block = 5000;
    for (unsigned format = KS_DATA_BINPACK; format < WRITTEN_FORMATS; format++) {
        char name[64];
        snprintf(name, sizeof name, "/tmp/kingscan-data-%ld.%s", (long)getpid(), ends[format]);
        expect_counts((ks_data_format)format, name, &entries);
    }
    free_entries(&entries);
}

/* Threads cut a file where blocks begin, and not after one that was cut short. */
Test(check_data, a_block_cut_short_for_threads) {
    struct entries entries = play_entries(9, 60);
    char name[64], command[512];
    binpack_block = 1500;
    struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
    const size_t first = 8 + bytes.at[4] + 256u * bytes.at[5];
    snprintf(name, sizeof name, "/tmp/kingscan-cut-%ld.binpack", (long)getpid());
    FILE *const file = fopen(name, "wb");
    cr_assert(file);
    cr_assert_eq(fwrite(bytes.at, 1, first - 50, file), first - 50);
    cr_assert_eq(fwrite(bytes.at + first, 1, bytes.length - first, file), bytes.length - first);
    cr_assert_eq(fclose(file), 0);
    free(bytes.at);
    free_entries(&entries);
    snprintf(
        command, sizeof command,
        "for jobs in 1 2 3; do $KINGSCAN check --count --jobs $jobs %s 2>&1 | cksum; done | uniq | wc -l; "
        "rm %s",
        name, name);
    expect_run(command, 0, "1\n", "");
    binpack_block = 1 << 20;
}

/* Writes bytes to a file of its own name. */
static void write_bytes(char name[64], const char *what, const struct bytes *bytes) {
    snprintf(name, 64, "/tmp/kingscan-%s-%ld.binpack", what, (long)getpid());
    FILE *const file = fopen(name, "wb");
    cr_assert(file);
    cr_assert_eq(fwrite(bytes->at, 1, bytes->length, file), bytes->length);
    cr_assert_eq(fclose(file), 0);
}

/* Spoils a block of .binpack, so many bytes after its beginning or, if less than 0, before its end. */
static void spoil_block(struct bytes *bytes, unsigned block, int where) {
    size_t begin = 0, size;
    for (;; begin += size) {
        cr_assert_lt(begin, bytes->length);
        size = 8 + bytes->at[begin + 4] + 256u * bytes->at[begin + 5];
        if (block-- == 0)
            break;
    }
    memset(bytes->at + (where < 0 ? begin + size : begin) + where, 0xff, 20);
}

/* Blocks are read several at a time, by a number of lanes that depends on the processor; a fault in a later
 * block may be met first. Lines are written in order. */
Test(check_data, first_errors_by_place) {
    struct entries entries = play_entries(9, 200);
    char name[64], command[768];
    binpack_block = 1500;
    struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
    spoil_block(&bytes, 1, -60);
    spoil_block(&bytes, 2, 60);
    spoil_block(&bytes, 5, 50);
    spoil_block(&bytes, 9, -50);
    spoil_block(&bytes, 10, 50);
    write_bytes(name, "faults", &bytes);
    snprintf(
        command, sizeof command,
        "f=%s; $KINGSCAN check $f 2>&1 >/dev/null | sed 's/.*binpack: //' >$f.all; wc -l <$f.all; "
        "for n in 1 3; do head -n $n $f.all >$f.n; for jobs in 1 2 5; do "
        "for c in 'check --count' stats; do $KINGSCAN $c --jobs $jobs --max-errors $n $f 2>&1 >/dev/null | "
        "sed 's/.*binpack: //; /--max-errors/d' | cmp - $f.n; "
        "cat $f | $KINGSCAN $c --jobs $jobs 2>&1 >/dev/null | sed 's/.* -: //' | cmp - $f.all; "
        "done; done; done; rm $f*",
        name);
    expect_run(command, 0, "5\n", "");
    free(bytes.at);
    free_entries(&entries);
    binpack_block = 1 << 20;
}

/* All entries before the place where a compressed file breaks off count, however many threads read it. */
Test(check_data, a_compressed_file_that_breaks_off) {
    need("command -v gzip", "gzip");
    struct entries entries = play_entries(9, 60);
    char name[64], command[768];
    binpack_block = 1500;
    struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
    write_bytes(name, "breaks", &bytes);
    snprintf(command, sizeof command,
             "f=%s; gzip <$f | head -c %zu >$f.gz; $KINGSCAN check $f.gz 2>$f.errors | wc -l >$f.count; "
             "grep -c 'the data end\\|unexpected end' $f.errors; for jobs in 1 2 3; do "
             "$KINGSCAN check --count --jobs $jobs $f.gz 2>&1 >$f.table | cmp - $f.errors; "
             "sed -n 's/total.\\([0-9]*\\).*/\\1/p' $f.table | cmp - $f.count; "
             "$KINGSCAN stats --jobs $jobs $f.gz 2>&1 >$f.table | sed s/stats/check/ | cmp - $f.errors; "
             "sed -n 's/^positions.\\([0-9]*\\).*/\\1/p' $f.table | cmp - $f.count; done; rm $f*",
             name, bytes.length / 4);
    expect_run(command, 0, "2\n", "");
    free(bytes.at);
    free_entries(&entries);
    binpack_block = 1 << 20;
}
