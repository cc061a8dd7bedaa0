/* Times batches over working sets from the first cache to memory, compared with one call a board by the same
 * kernel, and with reading the same bytes and doing nothing else. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

enum {
    SMALLEST = 128,            /* boards: 8 KiB */
    LARGEST = 1 << 23,         /* 512 MiB */
    LARGEST_QUICK = 1 << 13,   /* 512 KiB */
    BOARDS_A_TIMING = 1 << 17, /* at least: less would be lost in the clock's own time */
    BYTES_A_BOARD = 64 + 1 + 1 /* with its king's square and side */
};

/* ---- Reading and nothing else ---- */

/* Reads every byte once, 128 at a time, `unit` at a load; size is a multiple of 128. The loads are assembly,
 * so that no compiler leaves them out. Prefetching, several streams at once, or longer loops changed the
 * speed from memory by less than 5 % (AMD Zen 5). */
#define READER(name, move, register, unit)                                                                   \
    static void name(const uint8_t *bytes, size_t size) {                                                    \
        for (const uint8_t *end = bytes + size; bytes < end; bytes += 128)                                   \
            __asm__ volatile(".set at, 0\n\t.rept 128 / " #unit "\n\t" move                                  \
                             " at(%0), %%" register "\n\t.set at, at + " #unit "\n\t.endr"                   \
                             :                                                                               \
                             : "r"(bytes)                                                                    \
                             : "xmm0", "memory");                                                            \
        __asm__ volatile("" ::: "memory");                                                                   \
    }

READER(read_by_16, "movaps", "xmm0", 16)
READER(read_by_32, "vmovaps", "ymm0", 32)
READER(read_by_64, "vmovaps", "zmm0", 64)

static void read_bytes(const uint8_t *bytes, size_t size) {
    if (__builtin_cpu_supports("avx512f"))
        read_by_64(bytes, size);
    else if (__builtin_cpu_supports("avx"))
        read_by_32(bytes, size);
    else
        read_by_16(bytes, size);
    if (__builtin_cpu_supports("avx"))
        __asm__ volatile("vzeroupper");
}

static uint64_t pass_reading(const struct contender *self, const struct board_set *set) {
    (void)self;
    read_bytes(set->boards[0], set->count * 64);
    read_bytes(set->kings, set->count);
    read_bytes(set->sides, set->count);
    return 0;
}

/* ---- Batches ---- */

static uint64_t answers[LARGEST / 64];

uint64_t pass_batch(const struct contender *self, const struct board_set *set) {
    uint64_t sum = 0;
    self->kernel->in_check_batch(set->boards[0], 64, set->kings, set->sides, set->count, answers);
    for (size_t i = 0; i < set->count / 64; i++)
        sum += (unsigned)__builtin_popcountll(answers[i]);
    return sum;
}

static void fill_batch(struct table *table) {
    const ks_kernel *kernels[MAX_KERNELS];
    const size_t count = usable_kernels(kernels);
    add_row(table, "reading", NULL)->pass = pass_reading;
    table->rows[0].group = -1;
    for (size_t i = 1; i < count; i++) { /* without the reference, which is slower than any memory */
        struct contender *single = add_row(table, kernels[i]->name, "single calls");
        single->pass = pass_in_check;
        single->in_check = kernels[i]->in_check;
        single->is_yardstick = 1;
        struct contender *batch = add_row(table, kernels[i]->name, "batch");
        batch->pass = pass_batch;
        batch->kernel = kernels[i];
        single->asks = batch->asks = "in_check";
        single->group = batch->group = (int)i;
    }
}

/* Fills the boards of a set by repeating those of another. */
static struct board_set repeat_boards(const struct board_set *set, size_t count) {
    struct board_set repeated = new_set(set->name, count);
    for (size_t i = 0; i < count; i++) {
        const size_t from = i % set->count;
        memcpy(repeated.boards[i], set->boards[from], 64);
        repeated.kings[i] = set->kings[from];
        repeated.sides[i] = set->sides[from];
    }
    return repeated;
}

/* Returns four times the last cache, so that little is left there from the timing before, but at most a
 * quarter of the machine's memory. */
static size_t largest(const struct plan *plan) {
    struct machine machine;
    describe_machine(&machine);
    const size_t cache = machine.cache[3] ? machine.cache[3] : machine.cache[2];
    const size_t memory = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    size_t boards = LARGEST_QUICK;
    while (!plan->quick && boards < LARGEST && boards * 64 < memory / 8 &&
           (cache == 0 || boards * 64 < 4 * cache))
        boards *= 2;
    return boards;
}

static void run_batch(struct table *table, const struct board_set *set, int rounds) {
    *table = (struct table){.name = "batch",
                            .title = "batch",
                            .ratio_title = "x single",
                            .ratio = TIMES_THE_COST,
                            .data = set->name,
                            .boards = set->count};
    fill_batch(table);
    time_in_place(table, set, rounds, set->count < BOARDS_A_TIMING ? BOARDS_A_TIMING / set->count : 1);
    for (size_t i = 0; i < table->count; i++) {
        table->figures[i].gb_per_s = (double)BYTES_A_BOARD / table->figures[i].ns;
        table->figures[i].of_reading = table->figures[0].ns / table->figures[i].ns;
    }
}

size_t run_batches(const struct board_set *set, const struct plan *plan, struct table batches[MAX_BATCHES]) {
    const size_t most = largest(plan);
    struct board_set boards = repeat_boards(set, most);
    size_t count = 0;
    for (boards.count = SMALLEST; boards.count <= most && count < MAX_BATCHES; boards.count *= 2)
        run_batch(&batches[count++], &boards, plan->rounds);
    free_set(&boards);
    return count;
}
