/* Tests the library that takes the place of nnue-pytorch's loader: its batches hold the entries of the
 * files, each once, with the features that ks_features_list finds. */
#include "../../bindings/loader/loader.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "core/board/hashes.h"
#include "support/data/entries.h"
#include "support/run.h"
#include "support/sanitized.h"

#define SET "Full_Threats+PP_3Wide+HalfKAv2_hm"

/* ---- The library and a file ---- */

static void *library;
static char path[] = "/tmp/kingscan-loader-XXXXXX";
static const char *const files[] = {path};
static struct entries entries;

#define CALL(name) ((__typeof__(name) *)(uintptr_t)dlsym(library, #name))

static void write_file(void) {
    struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
    FILE *const file = fopen(path, "wb");
    cr_assert_eq(fwrite(bytes.at, 1, bytes.length, file), bytes.length);
    fclose(file);
    free(bytes.at);
}

static void begin(void) {
    library = dlopen(BUILD "/libkingscan_loader.so", RTLD_NOW);
    cr_assert(library, "%s", dlerror());
    entries = play_entries(3, 40);
    binpack_block = 3000;
    close(mkstemp(path));
    write_file();
}

static void end(void) {
    unlink(path);
    free_entries(&entries);
    dlclose(library);
}

TestSuite(loader, .init = begin, .fini = end, .timeout = 60);

/* No entry is passed over. */
static const DataloaderSkipConfig all = {.early_fen_skipping = -1, .pc_y = {1, 1, 1, 1, 1}};
static const DataloaderDDPConfig alone = {0, 1};

/* ---- Entries by hashes ---- */

/* Sums of hashes, which do not depend on an order. */
struct found {
    uint64_t sum, entries, white, black;
};

/* Counts features, in rising order, and facts of an entry. */
static void add_row(struct found *found, const int32_t *const rows[2], const size_t counts[2],
                    const float facts[3], int pieces) {
    uint64_t hash = (uint64_t)pieces;
    for (unsigned side = 0; side < 2; side++)
        hash = hash * 31 + hash_text((const char *)rows[side], counts[side] * sizeof(int32_t));
    found->sum += hash * 31 + hash_text((const char *)facts, 3 * sizeof(float));
    found->entries++;
    found->white += counts[0];
    found->black += counts[1];
}

/* Returns the sums by the library's own functions. */
static struct found expected(void) {
    struct found found = {0, 0, 0, 0};
    ks_error error;
    ks_features *const set = ks_features_new(SET, NULL, 0, &error);
    for (size_t i = 0; i < entries.count; i++) {
        const struct entry *const entry = &entries.list[i];
        static int32_t rows[2][KS_FEATURES_WIDTH_MAX];
        size_t counts[2];
        int pieces = 0;
        for (unsigned side = 0; side < 2; side++)
            cr_assert_eq(
                ks_features_list(set, entry->position.board, side, rows[side], &counts[side], &error), KS_OK);
        for (unsigned square = 0; square < 64; square++)
            pieces += entry->position.board[square] != 0;
        const float facts[3] = {entry->position.side_to_move == KS_WHITE, (float)(entry->result + 1) / 2,
                                (float)entry->score};
        add_row(&found, (const int32_t *const[]){rows[0], rows[1]}, counts, facts, pieces);
    }
    ks_features_free(set);
    return found;
}

static int compare(const void *a, const void *b) {
    return *(const int32_t *)a - *(const int32_t *)b;
}

/* Sorts a row's features, after which only -1 may come. Returns how many there are. */
static size_t sort_row(int *row, size_t width) {
    size_t count = 0;
    while (count < width && row[count] >= 0)
        count++;
    for (size_t i = count; i < width; i++)
        cr_assert_eq(row[i], -1);
    qsort(row, count, sizeof *row, compare);
    return count;
}

static void add_batch(struct found *found, SparseBatch *batch) {
    const size_t width = (size_t)batch->max_active_features, size = (size_t)batch->size;
    const struct found before = *found;
    cr_assert(batch->outcome == batch->is_white + size && batch->score == batch->outcome + size);
    cr_assert(batch->black == batch->white + size * width &&
              batch->piece_count == batch->black + size * width);
    cr_assert_eq(batch->num_inputs, 88944);
    for (size_t i = 0; i < size; i++) {
        int *const rows[2] = {batch->white + i * width, batch->black + i * width};
        const size_t counts[2] = {sort_row(rows[0], width), sort_row(rows[1], width)};
        const float facts[3] = {batch->is_white[i], batch->outcome[i], batch->score[i]};
        add_row(found, (const int32_t *const[]){rows[0], rows[1]}, counts, facts, batch->piece_count[i]);
    }
    cr_assert_eq(found->white - before.white, (uint64_t)batch->num_active_white_features);
    cr_assert_eq(found->black - before.black, (uint64_t)batch->num_active_black_features);
}

/* Reads a stream to its end. */
static struct found read_stream(int threads, int size, DataloaderDDPConfig part) {
    struct found found = {0, 0, 0, 0};
    SparseBatchStream *const stream =
        CALL(create_sparse_batch_stream)(SET, threads, 1, files, size, false, all, part);
    SparseBatch *batch;
    bool short_one = false;
    cr_assert(stream);
    while ((batch = CALL(fetch_next_sparse_batch)(stream)) != NULL) {
        cr_assert(batch->size > 0 && batch->size <= size && !short_one);
        short_one = batch->size < size;
        add_batch(&found, batch);
        CALL(destroy_sparse_batch)(batch);
    }
    cr_assert_null(CALL(fetch_next_sparse_batch)(stream));
    CALL(destroy_sparse_batch_stream)(stream);
    return found;
}

static void expect_same(struct found found, struct found wanted) {
    cr_assert_eq(found.entries, wanted.entries, "%zu entries, expected %zu", (size_t)found.entries,
                 (size_t)wanted.entries);
    cr_assert(found.sum == wanted.sum && found.white == wanted.white && found.black == wanted.black);
}

Test(loader, batches_have_each_entry_once) {
    const struct found wanted = expected();
    const int sizes[] = {1, 100, 1000, 1 << 19};
    for (int threads = 1; threads <= 3; threads++)
        for (unsigned i = 0; i < 4; i++)
            expect_same(read_stream(threads, sizes[i], alone), wanted);
}

Test(loader, parts_of_several_machines_are_the_whole) {
    struct found sum = {0, 0, 0, 0};
    for (int rank = 0; rank < 3; rank++) {
        const struct found part = read_stream(2, 64, (DataloaderDDPConfig){rank, 3});
        cr_assert(part.entries > 0 && part.entries < entries.count / 2);
        sum.sum += part.sum;
        sum.entries += part.entries;
        sum.white += part.white;
        sum.black += part.black;
    }
    expect_same(sum, expected());
}

Test(loader, a_cycle_has_no_end_and_batches_outlive_it) {
    for (int rank = 0; rank < 2; rank++) {
        SparseBatchStream *const stream = CALL(create_sparse_batch_stream)(
            SET, 3, 1, files, 512, true, all, (DataloaderDDPConfig){rank * 1000, 1001});
        SparseBatch *kept[3] = {NULL, NULL, NULL};
        struct found found = {0, 0, 0, 0};
        for (unsigned i = 0; i < 40; i++) {
            CALL(destroy_sparse_batch)(kept[i % 3]);
            kept[i % 3] = CALL(fetch_next_sparse_batch)(stream);
            cr_assert_eq(kept[i % 3]->size, 512);
        }
        CALL(destroy_sparse_batch_stream)(stream);
        for (unsigned i = 0; i < 3; i++) {
            add_batch(&found, kept[i]);
            CALL(destroy_sparse_batch)(kept[i]);
        }
    }
}

/* ---- Memory ---- */

static struct rusage usage_now(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage;
}

/* Returns the most memory that the process has had, in bytes. */
static double most_memory(void) {
#ifdef __APPLE__
    return (double)usage_now().ru_maxrss;
#else
    return 1024.0 * (double)usage_now().ru_maxrss;
#endif
}

static double seconds_used(void) {
    const struct timeval time = usage_now().ru_utime;
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

/* Waits until the threads have made all batches that may wait to be fetched: they do nothing then. */
static void wait_for_rest(void) {
    double before = seconds_used();
    for (unsigned quiet = 0; quiet < 5;) {
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        const double after = seconds_used();
        quiet = after - before < 0.005 ? quiet + 1 : 0;
        before = after;
    }
}

/* Twelve batches of 16,384 entries are in a caller's hands, four wait, and the pools are full. */
Test(loader, memory_beside_batches_is_bounded, .disabled = SANITIZED) {
    enum { HELD = 12, WAITING = 4, SIZE = 16384 };
    const size_t of_batch = SIZE * (2 * 288 * sizeof(int) + 3 * sizeof(float) + sizeof(int));
    SparseBatch *batches[HELD];
    const double before = most_memory();
    SparseBatchStream *const stream =
        CALL(create_sparse_batch_stream)(SET, 2, 1, files, SIZE, true, all, alone);
    for (unsigned i = 0; i < HELD; i++)
        batches[i] = CALL(fetch_next_sparse_batch)(stream);
    wait_for_rest();
    const double beside = most_memory() - before - (double)((HELD + WAITING) * of_batch);
    cr_assert(beside < 64e6, "%.0f bytes", beside);
    for (unsigned i = 0; i < HELD; i++)
        CALL(destroy_sparse_batch)(batches[i]);
    CALL(destroy_sparse_batch_stream)(stream);
}

/* ---- Texts ---- */

/* Calls visit for each position of a stream of texts. Returns how many there are. */
static size_t each_text(DataloaderSkipConfig config, void (*visit)(const ks_position *)) {
    size_t count = 0;
    FenBatchStream *const stream = CALL(create_fen_batch_stream)(2, 1, files, 100, false, config, alone);
    FenBatch *batch;
    while ((batch = CALL(fetch_next_fen_batch)(stream)) != NULL) {
        for (int i = 0; i < batch->size; i++, count++) {
            ks_position position;
            cr_assert_eq(batch->fens[i].size, (int)strlen(batch->fens[i].fen));
            cr_assert_eq(
                ks_read_fen(batch->fens[i].fen, (size_t)batch->fens[i].size, KS_FEN_DEFAULT, &position, NULL),
                KS_OK, "%s", batch->fens[i].fen);
            visit(&position);
        }
        CALL(destroy_fen_batch)(batch);
    }
    CALL(destroy_fen_batch_stream)(stream);
    return count;
}

static uint64_t keys;

static void add_key(const ks_position *position) {
    keys += position->key;
}

Test(loader, texts_are_those_of_the_entries) {
    cr_assert_eq(each_text(all, add_key), entries.count);
    for (size_t i = 0; i < entries.count; i++)
        keys -= entries.list[i].position.key;
    cr_assert_eq(keys, 0);
}

/* ---- Choice ---- */

static unsigned least_ply, least_material, most_pieces;

/* Asserts what the test that runs has asked for. */
static void check_text(const ks_position *position) {
    static const int values[16] = {0, 208, 781, 825, 1276, 2538, 0, 0, 0, -208, -781, -825, -1276, -2538};
    const unsigned ply = 2 * (position->fullmove_number - 1u) + (position->side_to_move == KS_BLACK);
    int material = 0;
    unsigned pieces = 0;
    for (unsigned square = 0; square < 64; square++) {
        material += values[position->board[square]];
        pieces += position->board[square] != 0;
    }
    cr_assert(ply >= least_ply && (unsigned)abs(material) >= least_material);
    cr_assert(!most_pieces || pieces <= most_pieces);
}

static void check_quiet(const ks_position *position) {
    cr_assert(
        !ks_in_check(position->board, ks_king_of(position, position->side_to_move), position->side_to_move));
}

Test(loader, what_is_passed_over) {
    DataloaderSkipConfig config = all;
    config.filtered = true;
    const size_t quiet = each_text(config, check_quiet);
    cr_assert(quiet > 20 && quiet < entries.count * 9 / 10);
    config = all;
    config.early_fen_skipping = 30;
    least_ply = 31;
    cr_assert_gt(each_text(config, check_text), 20);
    config = all;
    config.soft_early_fen_skipping = 40; /* of the plies before it, a part from ply 20 on */
    config.ply_xy[3][0] = 20;
    least_ply = 21;
    cr_assert_gt(each_text(config, check_text), 20);
    least_ply = 0;
    config = all;
    config.simple_eval_skipping = 1000;
    least_material = 1000;
    cr_assert_gt(each_text(config, check_text), 20);
    least_material = 0;
    config = all;
    config.early_fen_skipping = 0;
    memcpy(config.pc_y, (double[5]){1, 1, 0, 0, 0}, sizeof config.pc_y);
    most_pieces = 15;
    cr_assert_gt(each_text(config, check_text), 5);
    most_pieces = 0;
    config = all;
    config.early_fen_skipping = 0;
    const size_t usual = each_text(config, check_text);
    config.random_fen_skipping = 99;
    cr_assert_lt(each_text(config, check_text), usual / 4);
}

/* Returns whether an entry's score of 0 stands for an unknown one: the game was won, and the last score that
 * is known was not near 0. */
static bool is_placeholder(size_t i) {
    static int last_ply = -1, last_score;
    const struct entry *const entry = &entries.list[i];
    const bool found = entry->score == 0 && entry->result && entry->ply > last_ply && abs(last_score) > 100;
    last_ply = entry->ply;
    if (!found && entry->score != KS_DATA_SKIPPED)
        last_score = entry->score;
    return found;
}

static bool *left_out;

static void check_score(const ks_position *position) {
    bool may_come = false;
    for (size_t i = 0; i < entries.count; i++)
        may_come |= !left_out[i] && entries.list[i].position.key == position->key;
    cr_assert(may_come);
}

Test(loader, zeros_for_unknown_scores_are_passed_over) {
    static const int scores[] = {0, 0, KS_DATA_SKIPPED, 0, -300, 0, 0, 70, 0, 150, KS_DATA_SKIPPED, 0, -4, 4};
    DataloaderSkipConfig config = all;
    size_t count = 0;
    left_out = calloc(entries.count, sizeof *left_out);
    for (size_t i = 0; i < entries.count; i++) {
        entries.list[i].score = scores[i % (sizeof scores / sizeof *scores)];
        left_out[i] = is_placeholder(i) || entries.list[i].score == KS_DATA_SKIPPED;
        count += left_out[i];
    }
    cr_assert_gt(count, entries.count / 6, "%zu of %zu", count, entries.count);
    binpack_block = 1 << 20;
    write_file();
    config.early_fen_skipping = 0;
    cr_assert_gt(each_text(config, check_score), 20);
    free(left_out);
}

/* ---- Positions ---- */

Test(loader, positions_are_a_batch) {
    const char *const fens[] = {"8/8/8/4k3/8/8/4P3/4K3 b - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 3 9"};
    const int scores[] = {-20, 300}, plies[] = {0, 0}, results[] = {-1, 0};
    SparseBatch *const batch =
        CALL(get_sparse_batch_from_fens)("HalfKAv2_hm", 2, fens, scores, plies, results);
    cr_assert(batch && batch->size == 2 && batch->max_active_features == 32);
    cr_assert(batch->is_white[0] == 0 && batch->is_white[1] == 1 && batch->outcome[0] == 0 &&
              batch->outcome[1] == 0.5f && batch->score[0] == -20 && batch->score[1] == 300);
    cr_assert(batch->piece_count[0] == 3 && batch->num_active_white_features == 6);
    CALL(destroy_sparse_batch)(batch);
}

/* nnue-pytorch's trainer hands its number of a scan on, and its loader uses it for nothing either. */
Test(loader, a_scan_of_parameters_changes_nothing) {
    DataloaderSkipConfig scan = all;
    scan.param_index = 3;
    cr_redirect_stderr();
    least_ply = most_pieces = least_material = 0;
    cr_assert_eq(each_text(scan, check_text), entries.count);
    fflush(stderr);
    cr_assert_stderr_eq_str("kingscan: create_fen_batch_stream: param_index 3 changes nothing here, as in "
                            "nnue-pytorch's loader\n");
}

/* ---- Errors ---- */

static void expect_refusal(const char *set, int threads, const char *file, int size,
                           DataloaderSkipConfig config, DataloaderDDPConfig part) {
    const char *const names[] = {file};
    cr_assert_null(CALL(create_sparse_batch_stream)(set, threads, 1, names, size, false, config, part));
}

Test(loader, what_it_cannot_do_is_refused) {
    DataloaderSkipConfig odd = all;
    odd.ply_xy[1][0] = NAN;
    cr_redirect_stderr();
    expect_refusal(SET, 1, path, 8, odd, alone);
    expect_refusal("Threats", 1, path, 8, all, alone);
    expect_refusal(SET, 0, path, 8, all, alone);
    expect_refusal(SET, 1, "/tmp/none.binpack", 8, all, alone);
    expect_refusal(SET, 1, "README.md", 8, all, alone);
    expect_refusal(SET, 1, path, 0, all, alone);
    expect_refusal(SET, 1, path, 8, all, (DataloaderDDPConfig){2, 2});
    fflush(stderr);
    cr_assert_stderr_eq_str(
        "kingscan: create_sparse_batch_stream: ply_x2: expected a number, found nan\n"
        "kingscan: create_sparse_batch_stream: Threats: there are no features 'Threats'; did you mean "
        "'Full_Threats'?\n"
        "kingscan: create_sparse_batch_stream: concurrency: expected 1 to 1024, found 0\n"
        "kingscan: create_sparse_batch_stream: /tmp/none.binpack: No such file or directory\n"
        "kingscan: create_sparse_batch_stream: README.md: expected .binpack, .bin or another format with "
        "records of one size\n"
        "kingscan: create_sparse_batch_stream: batch_size: expected 1 to 1048575, found 0\n"
        "kingscan: create_sparse_batch_stream: expected a file at least, and a rank below world_size, found "
        "1 files, rank 2 of 2\n");
}

Test(loader, nothing_is_the_end) {
    cr_assert_null(CALL(fetch_next_sparse_batch)(NULL));
    cr_assert_null(CALL(fetch_next_fen_batch)(NULL));
    CALL(destroy_sparse_batch_stream)(NULL);
    CALL(destroy_fen_batch_stream)(NULL);
    CALL(destroy_sparse_batch)(NULL);
    CALL(destroy_fen_batch)(NULL);
}

Test(loader, a_fault_costs_its_block) {
    FILE *const file = fopen(path, "r+b");
    fseek(file, 1000, SEEK_SET);
    for (unsigned i = 0; i < 200; i++)
        fputc(0xff, file);
    fclose(file);
    cr_redirect_stderr();
    const struct found found = read_stream(2, 100, alone);
    cr_assert(found.entries < entries.count && found.entries > entries.count / 2);
    fflush(stderr);
    char *line = NULL;
    size_t room = 0;
    FILE *const said = cr_get_redirected_stderr();
    cr_assert(getline(&line, &room, said) > 0 && strstr(line, path) && strstr(line, ": byte "), "%s", line);
    free(line);
}

Test(loader, a_cycle_in_which_nothing_is_chosen_ends) {
    DataloaderSkipConfig config = all;
    config.simple_eval_skipping = 1 << 20;
    cr_redirect_stderr();
    FenBatchStream *const stream = CALL(create_fen_batch_stream)(2, 1, files, 100, true, config, alone);
    cr_assert_null(CALL(fetch_next_fen_batch)(stream));
    CALL(destroy_fen_batch_stream)(stream);
}
