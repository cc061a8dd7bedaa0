/* kingscan check on training data. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/check_lines.h"
#include "support/data/entries.h"

TestSuite(check_data, .timeout = 60);

/* A file of .binpack with three positions: e2e4, e7e5, g1f3. */
#define THREE                                                                                                \
    "printf 'BINP\\46\\0\\0\\0\\377\\377\\0\\0\\0\\0\\377\\377\\55\\204\\112\\322\\0\\0\\0\\0\\21\\21\\21"   \
    "\\21\\76\\225\\133\\343\\14\\160\\0\\154\\200\\0\\0\\0\\0\\2\\107\\4\\316\\202'"
#define FIRST "safe\t-\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\te2e4\t54\t0\t1\n"
#define SECOND "safe\t-\trnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\te7e5\t-32\t1\t-1\n"
#define THIRD "safe\t-\trnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\tg1f3\t45\t2\t1\n"

Test(check_data, entries_as_lines) {
    expect_run(THREE " | $KINGSCAN check", 0, FIRST SECOND THIRD, "");
    expect_run("(" THREE "; " THREE ") | $KINGSCAN check --unique", 0, FIRST SECOND THIRD, "");
    expect_run(
        THREE " | $KINGSCAN check --json | sed -n 2p", 0,
        "{\"verdict\":\"safe\",\"checkers\":[],\"fen\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b "
        "KQkq "
        "- 0 1\",\"file\":\"-\",\"byte\":8,\"block\":0,\"chain\":0,\"move\":\"e7e5\",\"score\":-32,\"ply\":1,"
        "\"result\":-1}\n",
        "");
    expect_run(THREE " | $KINGSCAN check --print key | wc -c", 0, "51\n", "");
    expect_run(THREE " | $KINGSCAN check --format bytes | od -An -tu1", 0, "   0   0   0\n", "");
    expect_run(THREE " | $KINGSCAN check --format epd | tail -n 1", 0,
               "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2; c0 \"safe\";\n", "");
}

Test(check_data, some_entries) {
    expect_run(THREE " | $KINGSCAN check --score -32..45", 0, SECOND THIRD, "");
    expect_run(THREE " | $KINGSCAN check --ply 1..1", 0, SECOND, "");
    expect_run(THREE " | $KINGSCAN check --result win,draw", 0, FIRST THIRD, "");
    expect_run(THREE " | $KINGSCAN check --pieces 2..31", 0, "", "");
    expect_run(THREE " | $KINGSCAN check --only-move quiet", 0, FIRST SECOND THIRD, "");
    expect_run(THREE " | $KINGSCAN check --not-move quiet", 0, "", "");
    expect_run(THREE
               " | $KINGSCAN check --only-move capture,castling,promotion,en-passant,illegal,none,check",
               0, "", "");
    expect_run(THREE " | $KINGSCAN check --only check --count | tail -n 1", 0, "total\t0\t0.00%\n", "");
}

/* The second entry is black's: -32 for black is 32 for white. */
Test(check_data, scores_of_white) {
    expect_run(THREE " | $KINGSCAN check --score 0..50 --white", 0, SECOND THIRD, "");
    expect_run(THREE " | $KINGSCAN check --score -40..0 --white", 0, "", "");
    expect_run(THREE " | $KINGSCAN check --white", 2, "",
               "kingscan check: --white: expected --score too\ntry 'kingscan check --help'\n");
    expect_run("head -c 32 /dev/zero | $KINGSCAN check --data bulletformat --score 0..1 --white", 2, "",
               "kingscan check: -: --white: an entry of bulletformat has no side to move\n");
}

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

Test(check_data, faults_have_places) {
    expect_run(THREE " | head -c 44 | $KINGSCAN check", 1, FIRST SECOND,
               "kingscan check: -: byte 43, block 0, chain 0, ply 2: error: the data end within the block: "
               "36 of its "
               "38 bytes are there; 1 byte passed over\n");
    expect_run(
        "(printf x; " THREE ") | $KINGSCAN check --data binpack", 1, FIRST SECOND THIRD,
        "kingscan check: -: byte 0, block 0: error: expected a block, which begins with BINP; 1 byte passed "
        "over\n");
    expect_run("printf 'fen 8/8/8/8/8/8/8/8 w - - 0 1\\ne\\n' | $KINGSCAN check --data plain", 1, "",
               "kingscan check: -:1: error: expected one white king, found none\n");
}

Test(check_data, options_that_mean_nothing) {
    expect_run(
        "echo '4k3/8/8/8/8/8/8/4K3 w - -' | $KINGSCAN check --score 0..1", 2, "",
        "kingscan check: -: the options --score, --contradicts, --not-contradicts, --pieces, --result, "
        "--only-move, --not-move and a range of --ply are for training data\n");
    expect_run(THREE " | $KINGSCAN check --column 1", 2, "",
               "kingscan check: -: --column: training data are no table\n");
    expect_run(THREE " | $KINGSCAN check --variant crazyhouse", 2, "",
               "kingscan check: -: --variant: training data are of chess\n");
    expect_run("for option in --final --tags=White '--fen-ep always'; do " THREE
               " | $KINGSCAN check $option; done",
               2, "",
               "kingscan check: -: --final is for games in PGN, and these are none\n"
               "kingscan check: -: --tags is for games in PGN, and these are none\n"
               "kingscan check: -: --fen-ep always: the move before an entry is not there\n");
    expect_run(
        "$KINGSCAN check --score 5..1", 2, "",
        "kingscan check: --score: expected two numbers such as 0..100, the lower one first, found '5..1'\n"
        "try 'kingscan check --help'\n");
    expect_run("head -c 32 /dev/zero | $KINGSCAN check --data marlinformat --ply 0..1", 2, "",
               "kingscan check: -: --ply: an entry of marlinformat has no ply\n");
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
    for (unsigned format = KS_DATA_BINPACK; format < KS_DATA_FORMATS; format++) {
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
