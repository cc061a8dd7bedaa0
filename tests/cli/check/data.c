/* kingscan check on training data. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/check_lines.h"
#include "support/data/entries.h"
#include "support/skip.h"

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

/* Six entries: after the first, each has one fault. */
#define STRICTLY(format)                                                                                     \
    "entry() { printf 'fen %s\\nmove %s\\nscore 1\\nply %s\\nresult %s\\ne\\n' \"$@\"; }\n"                  \
    "{ entry 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' e2e4 0 1\n"                          \
    "entry 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' e7e5 1 0\n"                          \
    "entry 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' g1f3 4 0\n"                        \
    "entry 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 2 2' b8c6 5 0\n"                      \
    "entry '4k3/8/8/8/8/8/5r2/4K2R w K - 0 5' e1h1 8 0\n"                                                    \
    "entry '4k3/8/8/8/8/8/8/4K2R w K - 9 5' e1h1 8 0; } >a.plain\n"                                          \
    "$KINGSCAN convert --to " format " a.plain b; "

#define RESULT_FAULT "expected the result -1, as the entry before has 1 for the other side, found 0\n"
#define PLY_FAULT "expected ply 2 after the move of the entry before, found 4\n"
#define CLOCK_FAULT "expected a halfmove clock of 1 after the move of the entry before, found 2\n"
#define MOVE_FAULT "the move e1g1 is not legal\n"
#define HIGH_FAULT "expected a halfmove clock of at most 8 at that ply, found 9\n"

Test(check_data, strict_entries) {
    expect_run(IN_NEW_DIRECTORY STRICTLY("bin") "$KINGSCAN check --data bin --strict --print fen b", 1,
               "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
               "kingscan check: b: byte 40, record 1: error: " RESULT_FAULT
               "kingscan check: b: byte 80, record 2: error: " PLY_FAULT
               "kingscan check: b: byte 120, record 3: error: " CLOCK_FAULT
               "kingscan check: b: byte 160, record 4: error: " MOVE_FAULT
               "kingscan check: b: byte 200, record 5: error: " HIGH_FAULT);
    expect_run(IN_NEW_DIRECTORY STRICTLY("binpack") "$KINGSCAN stats --strict b | head -n 1", 0,
               "positions\t6\t100.00%\n",
               "kingscan stats: b: byte 42, block 0, chain 1, ply 0: error: " RESULT_FAULT
               "kingscan stats: b: byte 76, block 0, chain 2, ply 0: error: " PLY_FAULT
               "kingscan stats: b: byte 110, block 0, chain 3, ply 0: error: " CLOCK_FAULT
               "kingscan stats: b: byte 144, block 0, chain 4, ply 0: error: " MOVE_FAULT
               "kingscan stats: b: byte 178, block 0, chain 5, ply 0: error: " HIGH_FAULT);
    expect_run(IN_NEW_DIRECTORY STRICTLY("binpack") "$KINGSCAN check --count b | tail -n 1", 0,
               "total\t6\t100.00%\n", "");
}

Test(check_data, options_that_mean_nothing) {
    expect_run(THREE " | $KINGSCAN check --lenient", 2, "",
               "kingscan check: -: --lenient is for lines, and these are training data\n");
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
        "$KINGSCAN check $choice --jobs $jobs --output a.binpack $f || echo $choice\n"
        "awk -F'\\t' '$5 >= -32001 && $5 <= 32001' wanted >unmarked; test -s unmarked || echo none\n"
        "$KINGSCAN check --score -32001..32001 a.binpack | cmp - unmarked\n"
        "$KINGSCAN check --print fen a.binpack >a; $KINGSCAN check --print fen $f | cmp - a\n"
        "done; done",
        "");
}

Test(check_data, dropped_entries_go) {
    expect_of_games(FOR_EACH_CHOICE
                    "for to in plain bin viriformat 'binpack --drop'; do\n"
                    "$KINGSCAN check $choice --jobs $jobs --output - --to $to $f >a || echo $choice\n"
                    "$KINGSCAN check --data ${to% --drop} a | cmp - wanted; done; done; done",
                    "");
}

/* A thread that reads all of a file, and threads that read its blocks, keep what is whole: blocks are joined,
 * chains are not cut. */
Test(check_data, a_file_without_choice_has_the_same_entries_and_chains) {
    expect_of_games("for jobs in 1 4; do\n"
                    "$KINGSCAN check --jobs $jobs --summary --output a.binpack $f 2>&1 | tail -n 1 | "
                    "awk '{ print $4, $9 - $15, ($6 >= $12) }'\n"
                    "$KINGSCAN check $f >all; $KINGSCAN check a.binpack | cmp - all; done\n"
                    "cp a.binpack b.binpack; $KINGSCAN check --jobs 2 --output b.binpack b.binpack\n"
                    "$KINGSCAN check b.binpack | cmp - all; ls",
                    "0 0 1\n0 0 1\na.binpack\nall\nb.binpack\n");
}

#define SUMMARY(options) IN_NEW_DIRECTORY THREE " | $KINGSCAN check --summary " options " 2>&1 | tail -n 1"

Test(check_data, costs_of_marks_and_gaps) {
    expect_run(SUMMARY("--output a.binpack"), 0,
               "entries: 3 kept, 0 marked; 46 bytes in 1 chain became 46 bytes in 1 chain\n", "");
    expect_run(SUMMARY("--not-move none --ply 0..0 --output a.binpack"), 0,
               "entries: 1 kept, 2 marked; 46 bytes in 1 chain became 48 bytes in 1 chain\n", "");
    expect_run(SUMMARY("--score 45..60 --drop --output a.binpack"), 0,
               "entries: 2 kept, 1 dropped; 46 bytes in 1 chain became 76 bytes in 2 chains\n", "");
    expect_run(SUMMARY("--score 45..60 --output a.bin"), 0,
               "entries: 2 kept, 1 dropped; 46 bytes in 1 chain became 80 bytes\n", "");
}

/* viriformat has games where .binpack has chains. */
Test(check_data, costs_in_games) {
    expect_run(IN_NEW_DIRECTORY THREE
               " >a.binpack; $KINGSCAN convert a.binpack a.viri\n"
               "$KINGSCAN check --summary --output b.viri a.binpack a.viri 2>&1 | tail -n 1\n"
               "$KINGSCAN check --summary --output b.binpack a.viri 2>&1 | tail -n 1\n"
               "$KINGSCAN check --repair c.viri a.viri a.binpack",
               0,
               "entries: 6 kept, 0 dropped; 94 bytes in 1 chain and 1 game became 96 bytes in 2 games\n"
               "entries: 3 kept, 0 marked; 48 bytes in 1 game became 46 bytes in 1 chain\n",
               "c.viri: kept 6 positions in 1 chain and 1 game of 1 block; lost 0 positions\n");
}

Test(check_data, an_output_is_whole_or_not_there) {
    expect_run(IN_NEW_DIRECTORY "echo old >a.bin; " THREE " | head -c 44 >cut.binpack\n"
                                "$KINGSCAN check --stop-after 1 --output a.bin cut.binpack 2>/dev/null; "
                                "echo $?; cat a.bin\n"
                                "$KINGSCAN check --output a.bin cut.binpack none.bin 2>/dev/null; echo $?; "
                                "cat a.bin\n"
                                "$KINGSCAN check --output a.bin cut.binpack 2>/dev/null; echo $?; ls\n"
                                "wc -c <a.bin",
               0, "1\nold\n2\nold\n1\na.bin\ncut.binpack\n80\n", "");
    expect_run(THREE " | $KINGSCAN check --output /dev/full --to bin", 2, "",
               "kingscan check: /dev/full: No space left on device\n");
    expect_run(THREE " | $KINGSCAN check --output no/a.bin", 2, "",
               "kingscan check: no/a.bin: No such file or directory\n");
    expect_run(IN_NEW_DIRECTORY
               "echo '4k3/8/8/8/8/8/8/4K3 w - -' | $KINGSCAN check --output a.bin; s=$?; ls; "
               "exit $s",
               2, "",
               "kingscan check: -: --output: expected training data; --data epd or jsonl reads lines "
               "that have scores and results\n");
}

Test(check_data, an_interrupted_run_leaves_the_output) {
    expect_run(IN_NEW_DIRECTORY "echo old >a.bin; mkfifo pipe; " INTERRUPTIBLE
                                "$KINGSCAN check --data binpack --output a.bin pipe 2>/dev/null & pid=$!\n"
                                "exec 3>pipe; " THREE " >&3; sleep 0.3; kill -INT $pid; wait $pid; echo $?\n"
                                "exec 3>&-; cat a.bin; ls",
               0, "130\nold\na.bin\npipe\n", "");
}

Test(check_data, outputs_that_mean_nothing) {
    static const char *const cases[][2] = {
        {"--output a.txt", "a.txt: expected a name that ends as that of a format, or --to FORMAT"},
        {"--output a.bin.gz",
         "a.bin.gz: the output is not compressed: write to '-' and let a tool compress it"},
        {"--output a.bin --drop",
         "--drop: only .binpack keeps the entries that are not asked for; bin leaves them out"},
        {"--drop", "--drop: expected --output too"},
        {"--to bin", "--to: expected --output or --repair too"},
        {"--output a.bin --count", "--count doesn't go with --output"},
        {"--output a.bin --print fen", "--print fen doesn't go with --output"},
        {"--output a.bin --json", "--json doesn't go with --output"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[256], message[256];
        snprintf(command, sizeof command, IN_NEW_DIRECTORY "$KINGSCAN check %s 2>&1; s=$?; ls; exit $s",
                 cases[i][0]);
        snprintf(message, sizeof message, "kingscan check: %s\ntry 'kingscan check --help'\n", cases[i][1]);
        expect_run(command, 2, message, "");
    }
}

/* ---- Repair ---- */

/* A bit is wrong in the second of three files, each of one block; the others stay as they are. */
Test(check_data, repairs_keep_what_is_whole) {
    expect_run(
        IN_NEW_DIRECTORY THREE " >a.binpack; { head -c 45 a.binpack; printf '\\203'; } >b.binpack\n"
                               "cat a.binpack b.binpack a.binpack >c.binpack\n"
                               "$KINGSCAN check --repair d.binpack c.binpack; echo $?\n"
                               "{ cat a.binpack; head -c 43 a.binpack; } | $KINGSCAN check --repair "
                               "e.binpack 2>/dev/null; echo $?; $KINGSCAN check --count e.binpack | "
                               "tail -n 1; ls\n"
                               "$KINGSCAN check --jobs 2 --repair f.binpack a.binpack; echo $?; cmp "
                               "a.binpack f.binpack",
        0, "1\n1\ntotal\t4\t100.00%\na.binpack\nb.binpack\nc.binpack\nd.binpack\ne.binpack\n0\n",
        "kingscan check: c.binpack: byte 91, block 1, chain 0, ply 2: error: expected zero bits after the "
        "last move of the chain, found others; 1 byte passed over\n"
        "d.binpack: kept 9 positions in 3 chains of 3 blocks; lost 1 byte of 1 block\n"
        "f.binpack: kept 3 positions in 1 chain of 1 block; lost 0 positions\n");
}

/* Records have a number that is known; entries that no game can have go with --strict. All faults
 * are named. */
Test(check_data, repairs_count_what_is_lost) {
    expect_run(
        IN_NEW_DIRECTORY STRICTLY(
            "bin") "$KINGSCAN check --data bin --strict --repair c.bin b 2>&1 | tail -n 1; wc -c <c.bin\n"
                   "{ head -c 1200 /dev/zero; cat b; } >d.bin; $KINGSCAN check --repair e.bin d.bin "
                   "2>log; echo $?; wc -l <log; tail -n 1 log; cmp b e.bin",
        0,
        "c.bin: kept 1 position; lost 5 positions\n40\n"
        "1\n31\ne.bin: kept 6 positions; lost 30 positions\n",
        "");
}

Test(check_data, repairs_of_what_breaks_off) {
    expect_run(IN_NEW_DIRECTORY
               "for i in $(seq 3000); do echo 'fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'; echo move "
               "e2e4; echo score $((i * 7919 % 997)); echo ply $i; echo result 1; echo e; done "
               ">a.plain; gzip a.plain; head -c 9000 a.plain.gz >b.plain.gz\n"
               "echo old >b.bin; $KINGSCAN check --output b.bin b.plain.gz 2>/dev/null; echo $?; "
               "cat b.bin\n"
               "$KINGSCAN check --repair b.bin b.plain.gz 2>log; echo $?; grep -c gzip log\n"
               "test $(($(wc -c <b.bin) / 40)) -gt 100 && echo many\n"
               "$KINGSCAN check --repair c.bin no.plain; echo $?; ls",
               0, "2\nold\n1\n1\nmany\n2\na.plain.gz\nb.bin\nb.plain.gz\nlog\n",
               "kingscan check: no.plain: No such file or directory\n");
}

Test(check_data, repairs_that_mean_nothing) {
    expect_run(IN_NEW_DIRECTORY
               "echo old >a.bin; echo x | $KINGSCAN check --data plain --repair a.bin; echo $?; "
               "cat a.bin",
               0, "2\nold\n",
               "kingscan check: -:1: error: expected a key, a blank and a value\n"
               "kingscan check: --repair: nothing is whole, and a.bin is not written\n");
    expect_run(
        "for o in --unique '--score 0..1' '--output b.bin' --drop --json; do $KINGSCAN check $o --repair "
        "a.bin 2>&1 | head -n 1; done",
        0,
        "kingscan check: --repair doesn't go with --unique: it keeps all that is whole\n"
        "kingscan check: --repair doesn't go with --score: it keeps all that is whole\n"
        "kingscan check: --repair doesn't go with --output: it keeps all that is whole\n"
        "kingscan check: --drop: expected --output too\n"
        "kingscan check: --json doesn't go with --repair\n",
        "");
    expect_run("echo '4k3/8/8/8/8/8/8/4K3 w - -' | $KINGSCAN check --to bin --repair -", 2, "",
               "kingscan check: -: --repair: expected training data\n");
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
