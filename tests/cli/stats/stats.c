/* Tests that the numbers of kingscan stats are those that the tests count themselves, one entry after the
 * other. */
#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/data/entries.h"
#include "support/random.h"
#include "support/run.h"
#include "support/sanitized.h"

/* ---- A plain count ---- */

struct text {
    char at[16384];
    size_t length;
};

static void add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct text *text, const char *format, ...) {
    va_list values;
    va_start(values, format);
    text->length +=
        (size_t)vsnprintf(text->at + text->length, sizeof text->at - text->length, format, values);
    va_end(values);
    cr_assert_lt(text->length, sizeof text->at);
}

static void add_count(struct text *text, const char *name, size_t count, size_t all) {
    add(text, "%s\t%zu\t%.2f%%\n", name, count, 100.0 * (double)count / (double)all);
}

static int compare_numbers(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/* Adds the rows of a distribution. numbers: sorted here. */
static void add_distribution(struct text *text, const char *name, int *numbers, size_t count) {
    static const size_t percent[] = {1, 5, 25, 50, 75, 95, 99};
    double sum = 0;
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    for (size_t i = 0; i < count; i++)
        sum += numbers[i];
    add(text, "%s least\t%d\t-\n%s most\t%d\t-\n%s mean\t%.2f\t-\n", name, numbers[0], name,
        numbers[count - 1], name, sum / (double)count);
    for (size_t i = 0; i < sizeof percent / sizeof *percent; i++)
        add(text, "%s %zu%%\t%d\t-\n", name, percent[i], numbers[(count * percent[i] + 99) / 100 - 1]);
}

static void add_unknown(struct text *text, const char *const *names) {
    for (; *names; names++)
        add(text, "%s\t-\t-\n", *names);
}

static size_t pieces_of(const ks_position *position) {
    return (size_t)__builtin_popcountll(ks_occupied(position));
}

enum { CAPTURE, EN_PASSANT, PROMOTION, CASTLING, MOVES };

static void count_move(const struct entry *entry, size_t moves[MOVES]) {
    const unsigned kind = KS_MOVE_KIND(entry->move);
    moves[EN_PASSANT] += kind == KS_MOVE_EN_PASSANT;
    moves[PROMOTION] += kind >= KS_MOVE_TO_KNIGHT;
    moves[CASTLING] += kind == KS_MOVE_CASTLING;
    moves[CAPTURE] += kind != KS_MOVE_CASTLING && entry->position.board[KS_MOVE_TO(entry->move)] != KS_EMPTY;
}

static void add_moves(struct text *text, ks_data_format format, const struct entries *entries) {
    static const char *const names[] = {"capture", "en-passant", "promotion", "castling",
                                        "illegal", "no move",    NULL};
    size_t moves[MOVES] = {0};
    if (!(ks_data_format_facts(format) & KS_DATA_HAS_MOVE)) {
        add_unknown(text, names);
        return;
    }
    for (size_t i = 0; i < entries->count; i++)
        count_move(&entries->list[i], moves);
    for (unsigned i = 0; i < MOVES; i++) {
        cr_assert_gt(moves[i], 0, "no %s", names[i]);
        add_count(text, names[i], moves[i], entries->count);
    }
    add(text, "illegal\t0\t0.00%%\nno move\t0\t0.00%%\n");
}

static void add_results(struct text *text, ks_data_format format, const struct entries *entries) {
    static const char *const names[] = {"white win", "white draw", "white loss", NULL};
    size_t results[3] = {0}, of_white[3] = {0};
    for (size_t i = 0; i < entries->count; i++) {
        const struct entry *const entry = &entries->list[i];
        results[1 - entry->result]++;
        of_white[entry->position.side_to_move == KS_WHITE ? 1 - entry->result : 1 + entry->result]++;
    }
    add_count(text, "win", results[0], entries->count);
    add_count(text, "draw", results[1], entries->count);
    add_count(text, "loss", results[2], entries->count);
    if (!(ks_data_format_facts(format) & KS_DATA_HAS_SIDE))
        add_unknown(text, names);
    else
        for (unsigned i = 0; i < 3; i++)
            add_count(text, names[i], of_white[i], entries->count);
}

static void add_verdicts(struct text *text, const struct entries *entries) {
    size_t verdicts[KS_VERDICTS] = {0};
    for (size_t i = 0; i < entries->count; i++)
        verdicts[ks_judge(&entries->list[i].position, NULL)]++;
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        add_count(text, ks_verdict_name(verdict), verdicts[verdict], entries->count);
}

static void add_scores_and_plies(struct text *text, ks_data_format format, const struct entries *entries) {
    static const char *const no_plies[] = {"ply least", "ply most", "ply mean", "ply 1%",
                                           "ply 5%",    "ply 25%",  "ply 50%",  "ply 75%",
                                           "ply 95%",   "ply 99%",  NULL};
    int *const numbers = malloc(entries->count * sizeof *numbers);
    cr_assert(numbers);
    size_t scores = 0;
    for (size_t i = 0; i < entries->count; i++)
        if (entries->list[i].score != KS_DATA_SKIPPED)
            numbers[scores++] = entries->list[i].score;
    add_distribution(text, "score", numbers, scores);
    for (size_t i = 0; i < entries->count; i++)
        numbers[i] = entries->list[i].ply;
    if (ks_data_format_facts(format) & KS_DATA_HAS_PLY)
        add_distribution(text, "ply", numbers, entries->count);
    else
        add_unknown(text, no_plies);
    free(numbers);
}

/* Writes the table, but for the rows of estimates. */
static void count_plainly(struct text *text, ks_data_format format, const struct entries *entries) {
    size_t chains = 0, skipped = 0, buckets[8] = {0};
    char name[32];
    for (size_t i = 0; i < entries->count; i++) {
        chains += entries->list[i].first;
        skipped += entries->list[i].score == KS_DATA_SKIPPED;
        buckets[(pieces_of(&entries->list[i].position) - 1) / 4]++;
    }
    add_count(text, "positions", entries->count, entries->count);
    if (format == KS_DATA_BINPACK || format == KS_DATA_VIRI)
        add_count(text, "chains", chains, entries->count);
    else
        add(text, "chains\t-\t-\n");
    add_verdicts(text, entries);
    add(text, "no position\t0\t0.00%%\n");
    add_moves(text, format, entries);
    add_count(text, "skipped", skipped, entries->count);
    add_results(text, format, entries);
    add_scores_and_plies(text, format, entries);
    for (unsigned i = 0; i < 8; i++) {
        snprintf(name, sizeof name, "pieces %u..%u", 4 * i + 1, 4 * i + 4);
        add_count(text, name, buckets[i], entries->count);
    }
}

/* ---- Files ---- */

static const char *const ends[WRITTEN_FORMATS] = {NULL, "binpack", "bin", "bf", "marlin", "viri", "plain"};

static void write_file(const char *name, const struct bytes *bytes) {
    FILE *const file = fopen(name, "wb");
    cr_assert(file);
    cr_assert_eq(fwrite(bytes->at, 1, bytes->length, file), bytes->length);
    fclose(file);
}

static void name_file(char name[64], unsigned format) {
    snprintf(name, 64, "/tmp/kingscan-stats-%ld.%s", (long)getpid(), ends[format]);
}

/* Random games, some of whose entries are to be skipped. */
static struct entries play(uint64_t seed, size_t games) {
    struct entries entries = play_entries(seed, games);
    for (size_t i = 0; i < entries.count; i += 7)
        entries.list[i].score = KS_DATA_SKIPPED;
    return entries;
}

Test(stats, numbers_of_each_format) {
    struct entries entries = play(11, 300); /* several parts for --jobs, of some formats */
    static struct text expected;
    char name[64], command[1024];
    binpack_block = 5000;
    for (unsigned format = KS_DATA_BINPACK; format < WRITTEN_FORMATS; format++) {
        struct bytes bytes = encode_entries((ks_data_format)format, &entries);
        name_file(name, format);
        write_file(name, &bytes);
        free(bytes.at);
        expected.length = 0;
        if (format == KS_DATA_VIRI) /* its scores are white's, and 32002 of black would be -32002 */
            for (size_t i = 0; i < entries.count; i++)
                cr_assert(entries.list[i].score != -KS_DATA_SKIPPED);
        count_plainly(&expected, (ks_data_format)format, &entries);
        snprintf(command, sizeof command,
                 "$KINGSCAN stats %s >%s.1 && grep -v about %s.1; $KINGSCAN stats --jobs 3 %s | cmp - %s.1; "
                 "cat %s | $KINGSCAN stats --from %s | cmp - %s.1; rm %s %s.1",
                 name, name, name, name, name, name, ks_data_format_name((ks_data_format)format), name, name,
                 name);
        expect_run(command, 0, expected.at, "");
    }
    free_entries(&entries);
}

static void add_array(struct text *text, const char *name, const size_t *counts, size_t count) {
    add(text, "\"%s\":[", name);
    for (size_t i = 0; i < count; i++)
        add(text, "%s%zu", i > 0 ? "," : "", counts[i]);
    add(text, "]");
}

Test(stats, kings_and_pieces_in_json) {
    struct entries entries = play(12, 100);
    struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
    static struct text expected;
    size_t kings[2][64] = {{0}}, pieces[33] = {0}, most = 0;
    char name[64], command[512];
    name_file(name, KS_DATA_BINPACK);
    write_file(name, &bytes);
    free(bytes.at);
    for (size_t i = 0; i < entries.count; i++) {
        const ks_position *const position = &entries.list[i].position;
        kings[KS_WHITE][ks_king_of(position, KS_WHITE)]++;
        kings[KS_BLACK][ks_king_of(position, KS_BLACK)]++;
        pieces[pieces_of(position)]++;
        most = pieces_of(position) > most ? pieces_of(position) : most;
    }
    add_array(&expected, "counts", pieces, most + 1);
    add(&expected, "}},\"kings\":{");
    add_array(&expected, "white", kings[KS_WHITE], 64);
    add(&expected, ",");
    add_array(&expected, "black", kings[KS_BLACK], 64);
    add(&expected, "}}\n");
    snprintf(command, sizeof command, "$KINGSCAN stats --json %s | sed 's/.*\"counts\"/\"counts\"/'; rm %s",
             name, name);
    expect_run(command, 0, expected.at, "");
    free_entries(&entries);
}

/* ---- Estimates ---- */

static int compare_boards(const void *a, const void *b) {
    const struct entry *const *const one = a, *const *const other = b;
    const int order = memcmp((*one)->position.board, (*other)->position.board, 64);
    return order ? order : (*one)->position.side_to_move - (*other)->position.side_to_move;
}

static size_t count_distinct(const struct entries *entries) {
    const struct entry **const list = malloc(entries->count * sizeof *list);
    size_t distinct = 0;
    cr_assert(list);
    for (size_t i = 0; i < entries->count; i++)
        list[i] = &entries->list[i];
    qsort(list, entries->count, sizeof *list, compare_boards);
    for (size_t i = 0; i < entries->count; i++)
        distinct += i == 0 || compare_boards(&list[i - 1], &list[i]) != 0;
    free(list);
    return distinct;
}

/* The same file five times has no more positions than once. */
Test(stats, distinct_positions_are_estimated) {
    struct entries entries = play(13, 400);
    struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
    const size_t distinct = count_distinct(&entries);
    char name[64], command[512];
    name_file(name, KS_DATA_BINPACK);
    write_file(name, &bytes);
    free(bytes.at);
    snprintf(command, sizeof command,
             "f=%s; $KINGSCAN stats $f $f $f $f $f | awk '/^distinct/ { print $3 }'; rm $f", name);
    struct ran ran = run_shell(command);
    cr_assert_eq(ran.status, 0, "%s", ran.err);
    const double estimate = strtod(ran.out, NULL), error = estimate / (double)distinct - 1;
    cr_assert(error > -0.004 && error < 0.004, "estimated %.0f, counted %zu", estimate, distinct);
    free_ran(&ran);
    free_entries(&entries);
}

/* ---- Faults ---- */

/* Flipped bits: as many positions as check finds, and as many faults. */
Test(stats, mutated_files) {
    struct entries entries = play(14, 20);
    uint64_t random = 5;
    char name[64], command[640];
    for (unsigned n = 0; n < (SLOW ? 10 : 60); n++) {
        const unsigned format = KS_DATA_BINPACK + n % (WRITTEN_FORMATS - KS_DATA_BINPACK);
        struct bytes bytes = encode_entries((ks_data_format)format, &entries);
        for (unsigned flips = 1 + n % 3; flips > 0; flips--) {
            const unsigned bit = random_below(&random, (unsigned)(8 * bytes.length));
            bytes.at[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        name_file(name, format);
        write_file(name, &bytes);
        free(bytes.at);
        snprintf(command, sizeof command,
                 "f=%s; d=%s; $KINGSCAN stats --max-errors 0 --from $d $f >$f.1 2>$f.2; s=$?\n"
                 "$KINGSCAN check --count --max-errors 0 --from $d $f >$f.3 2>$f.4; test $s = $? || echo $s\n"
                 "test $(wc -l <$f.2) = $(wc -l <$f.4) || diff $f.2 $f.4\n"
                 "awk -F '\\t' '/^positions/ { n = $2 } /^no position/ { print n - $2 }' $f.1 >$f.2\n"
                 "awk '/^total/ { print $2 }' $f.3 | cmp - $f.2; rm $f $f.?",
                 name, ks_data_format_name((ks_data_format)format));
        expect_run(command, 0, "", "");
    }
    free_entries(&entries);
}

/* ---- People ---- */

Test(stats, aligned_on_a_terminal) {
    struct ran ran = run_on_terminal("$KINGSCAN stats examples/data.plain");
    cr_assert(strstr(ran.out, "positions                       3   100.00%"), "%s", ran.out);
    free_ran(&ran);
}

/* ---- Pages ---- */

Test(stats, page_has_its_charts_and_loads_nothing) {
    struct entries entries = play(15, 40);
    struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
    char name[64], command[1024], expected[128];
    name_file(name, KS_DATA_BINPACK);
    write_file(name, &bytes);
    free(bytes.at);
    snprintf(
        command, sizeof command,
        "f=%s; $KINGSCAN stats --html $f.html $f >/dev/null; grep -o '<h1>.*</h1>' $f.html; grep -c 'svg "
        "class=\"bars\"' $f.html; grep -c '^<g><title>[a-h][1-8]: ' $f.html; grep -Ec "
        "'src=|@import|url[(]|https?:' "
        "$f.html; tail -n 1 $f.html; rm $f $f.html",
        name);
    snprintf(expected, sizeof expected, "<h1>%zu,%03zu positions</h1>\n4\n128\n0\n</html>\n",
             entries.count / 1000, entries.count % 1000);
    expect_run(command, 0, expected, "");
    free_entries(&entries);
}
