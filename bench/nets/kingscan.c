/* Times how fast inputs of nets are made, and prints nanoseconds of processor time an entry:
 *
 *     bench-nets rows SET FILE     .binpack to batches of rows, which nnue_pytorch.cpp times too
 *     bench-nets skip SET FILE     the same, with the entries passed over that trainers pass over
 *     bench-nets alone SET FILE    the features alone, of entries in memory
 *     bench-nets plain SET FILE    the same by a loop in C, for Chess768 and HalfKP
 *     bench-nets loader SET FILE LIBRARY THREADS    wall time of a loader for nnue-pytorch's Python
 *
 * The kernel in use fills the rows. */
#define _DEFAULT_SOURCE /* madvise */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "../../bindings/loader/choice.h"
#include "calls/clock.h"
#include "kingscan.h"
#include "kingscan/files.h"

enum { SIZE = 4096, ALONE = 1 << 16, LOADED = 8192, BATCHES = 200, WARMUP = 200 };

static _Noreturn void give_up(const char *what) {
    fprintf(stderr, "bench-nets: %s\n", what);
    exit(2);
}

static void report(double nanoseconds, size_t entries, size_t kept) {
    printf("%.2f\t%zu\n", nanoseconds / (double)entries, kept);
}

/* ---- Batches ---- */

/* Returns memory in huge pages, as NumPy and the loader ask for them, where the system gives such ones. */
static void *take_memory(size_t size) {
    enum { HUGE_PAGE = 1 << 21 };
    void *const memory = aligned_alloc(HUGE_PAGE, (size / HUGE_PAGE + 1) * HUGE_PAGE);
    if (memory)
        (void)madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}

static ks_features_arrays make_arrays(const ks_features *set, size_t room) {
    const size_t width = ks_features_get_facts(set).width;
    ks_features_arrays arrays = {.room = room, .formula = KS_FEATURES_FORMULA_DEFAULT};
    for (unsigned side = 0; side < 2; side++)
        arrays.indices[side] = take_memory((room * width + 1) * sizeof(int32_t)); /* 1: the plain loop */
    arrays.sides = malloc(room * sizeof(float));
    arrays.scores = malloc(room * sizeof(float));
    arrays.results = malloc(room * sizeof(float));
    arrays.pieces = malloc(room * sizeof(int32_t));
    if (!arrays.indices[0] || !arrays.indices[1] || !arrays.sides || !arrays.scores || !arrays.results ||
        !arrays.pieces)
        give_up("not enough memory");
    return arrays;
}

/* Fills in the chosen entries, and begins a new batch whenever one is full. Returns how many it filled. */
static size_t fill(const ks_features *set, const ks_data_batch *batch, const uint64_t *chosen,
                   ks_features_arrays *arrays) {
    size_t at = 0, filled = 0;
    ks_error error;
    while (at < batch->count) {
        const size_t before = arrays->count == SIZE ? 0 : arrays->count;
        arrays->count = before;
        if (ks_features_fill(set, batch, chosen, &at, arrays, &error) != KS_OK)
            give_up(error.message);
        filled += arrays->count - before;
    }
    return filled;
}

/* The defaults of nnue-pytorch's trainer (commit 9f72946), and three of four entries by chance. */
static const DataloaderSkipConfig usual = {
    true, 3, true, -1, 20, -1, 0, {0, 0.4, 1, 1, 0.75}, {{0, 0.1}, {6, 0.15}, {10, 0.25}, {18, 0.75}}};

static void time_file(const ks_features *set, const char *path, bool skips) {
    ks_error error;
    struct choice choice;
    struct choice_state state;
    FILE *const file = fopen(path, "rb");
    const double begun = processor_ns();
    ks_data *const data =
        file ? ks_data_open(ks_file_read, file, KS_DATA_BINPACK, KS_DATA_ANY_ORDER, &error) : NULL;
    ks_features_arrays arrays = make_arrays(set, SIZE);
    const ks_data_batch *batch;
    size_t entries = 0, kept = 0;
    if (!data || !make_choice(&usual, "bench-nets", &choice))
        give_up(path);
    begin_choice(&state, 1);
    while ((batch = ks_data_next(data)) != NULL) {
        uint64_t chosen[(KS_DATA_BATCH_MAX + 63) / 64];
        if (skips && batch->count)
            choose(&choice, &state, batch, ks_data_get_place(data, 0).block, chosen);
        entries += batch->count;
        kept += fill(set, batch, skips ? chosen : NULL, &arrays);
    }
    report(processor_ns() - begun, entries, kept);
}

/* ---- Features alone ---- */

/* Entries in memory, as a batch. */
static ks_data_batch keep_entries(const char *path) {
    static uint8_t boards[ALONE][64], sides[ALONE];
    static int16_t scores[ALONE];
    static int8_t results[ALONE];
    ks_error error;
    FILE *const file = fopen(path, "rb");
    ks_data *const data =
        file ? ks_data_open(ks_file_read, file, KS_DATA_BINPACK, KS_DATA_DEFAULT, &error) : NULL;
    const ks_data_batch *batch;
    size_t count = 0;
    if (!data)
        give_up(path);
    while ((batch = ks_data_next(data)) != NULL)
        for (size_t i = 0; i < batch->count && count < ALONE; i++, count++) {
            memcpy(boards[count], batch->boards[i], 64);
            sides[count] = batch->sides[i];
            scores[count] = batch->scores[i];
            results[count] = batch->results[i];
        }
    ks_data_close(data);
    return (ks_data_batch){.count = count,
                           .boards = (const uint8_t(*)[64])boards,
                           .sides = sides,
                           .scores = scores,
                           .results = results};
}

/* Lists the features of both sides by a loop over the squares without a branch. Boards begin at a8, features
 * at a1; HalfKP turns the board for black. Returns the number of pieces. */
static unsigned list_plainly(bool half_kp, const uint8_t board[64], int32_t *const rows[2]) {
    const unsigned flips[2] = {56, half_kp ? 7 : 0};
    unsigned kings[2] = {0, 0}, count = 0, pieces = 0;
    for (unsigned square = 0; half_kp && square < 64; square++)
        for (unsigned side = 0; side < 2; side++)
            kings[side] = board[square] == (side ? 14 : 6) ? square ^ flips[side] : kings[side];
    for (unsigned square = 0; square < 64; square++) {
        const unsigned code = board[square], kind = (code & 7) - 1;
        for (unsigned side = 0; side < 2; side++) {
            const unsigned other = (code >> 3) ^ side, at = square ^ flips[side];
            rows[side][count] = (int32_t)(half_kp ? kings[side] * 641 + 1 + (kind * 2 + other) * 64 + at
                                                  : (other * 6 + kind) * 64 + at);
        }
        count += code != 0 && !(half_kp && kind == 5);
        pieces += code != 0;
    }
    for (unsigned k = count; k < 32; k++)
        rows[0][k] = rows[1][k] = -1;
    return pieces;
}

static void time_plain(bool half_kp, const ks_data_batch *batch, ks_features_arrays *arrays) {
    for (size_t i = 0; i < batch->count; i++) {
        const size_t row = i % SIZE;
        int32_t *const rows[2] = {arrays->indices[0] + row * 32, arrays->indices[1] + row * 32};
        arrays->pieces[row] = (int32_t)list_plainly(half_kp, batch->boards[i], rows);
        arrays->sides[row] = batch->sides[i] == KS_WHITE;
        arrays->scores[row] = batch->scores[i];
        arrays->results[row] = (float)(batch->results[i] + 1) / 2;
    }
}

static void time_alone(const ks_features *set, const char *name, const char *path, bool plainly) {
    const ks_data_batch batch = keep_entries(path);
    ks_features_arrays arrays = make_arrays(set, SIZE);
    const bool half_kp = strcmp(name, "HalfKP") == 0;
    double best = 0;
    if (plainly && !half_kp && strcmp(name, "Chess768") != 0)
        give_up("plain: expected Chess768 or HalfKP");
    for (unsigned round = 0; round < 10; round++) {
        const double begun = processor_ns();
        if (plainly)
            time_plain(half_kp, &batch, &arrays);
        else
            fill(set, &batch, NULL, &arrays);
        const double time = processor_ns() - begun;
        best = round == 0 || time < best ? time : best;
    }
    report(best, batch.count, batch.count);
}

/* ---- Loaders ---- */

#define FIND(name) ((__typeof__(name) *)(uintptr_t)dlsym(library, #name))

static double wall_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void time_loader(const char *name, const char *path, const char *file, int threads) {
    static const DataloaderSkipConfig all = {.early_fen_skipping = -1, .pc_y = {1, 1, 1, 1, 1}};
    void *const library = dlopen(file, RTLD_NOW);
    if (!library)
        give_up(dlerror());
    SparseBatchStream *const stream = FIND(create_sparse_batch_stream)(name, threads, 1, &path, LOADED, true,
                                                                       all, (DataloaderDDPConfig){0, 1});
    double begun = 0;
    if (!stream)
        give_up(file);
    for (unsigned i = 0; i < WARMUP + BATCHES; i++) {
        if (i == WARMUP)
            begun = wall_ns();
        FIND(destroy_sparse_batch)(FIND(fetch_next_sparse_batch)(stream));
    }
    report(wall_ns() - begun, (size_t)BATCHES * LOADED, (size_t)BATCHES * LOADED);
    FIND(destroy_sparse_batch_stream)(stream);
}

int main(int argc, char **argv) {
    const char *const task = argc > 3 ? argv[1] : "";
    ks_error error;
    if (ks_kernel_check_environment(&error) != KS_OK)
        give_up(error.message);
    ks_features *const set = argc > 3 ? ks_features_new(argv[2], NULL, 0, &error) : NULL;
    if (argc > 3 && !set)
        give_up(error.message);
    if (strcmp(task, "rows") == 0 || strcmp(task, "skip") == 0)
        time_file(set, argv[3], *task == 's');
    else if (strcmp(task, "alone") == 0 || strcmp(task, "plain") == 0)
        time_alone(set, argv[2], argv[3], *task == 'p');
    else if (strcmp(task, "loader") == 0 && argc == 6)
        time_loader(argv[2], argv[3], argv[4], atoi(argv[5]));
    else
        give_up("expected rows, skip, alone or plain, a set and a file, or loader, a set, a file, a library "
                "and threads");
    return 0;
}
