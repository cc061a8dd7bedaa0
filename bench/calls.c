/* Times in_check called, inlined, and with its tables out of the cache, beside a call that does nothing. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "calls/clock.h"

static int do_nothing(const uint8_t board[64], unsigned king_square, unsigned side) {
    (void)board;
    (void)king_square;
    (void)side;
    return 0;
}

static void add_nothing(struct table *table) {
    struct contender *const row = add_row(table, "a call that does nothing", NULL);
    row->in_check = do_nothing;
    row->pass = pass_in_check;
    row->group = -1;
}

/* ---- Calls and inline functions ---- */

/* The linker makes these bounds of the section of inlined.c; they are absent when it is empty. */
extern const struct inlined *const __start_inlined[] __attribute__((weak));
extern const struct inlined *const __stop_inlined[] __attribute__((weak));

/* Adds a kernel called as its users call it, and the inline functions with its method. */
static void add_inlined(struct table *table, const ks_kernel *kernel, int group) {
    const struct inlined *const *inlined = __start_inlined;
    while (inlined < __stop_inlined && strcmp((*inlined)->kernel, kernel->name) != 0)
        inlined++;
    if (inlined == __stop_inlined)
        return;
    struct contender *row = add_row(table, kernel->name, "ks_in_check");
    row->kernel = kernel;
    row->pass = pass_dispatch;
    row->asks = "in_check";
    row->group = group;
    row->is_yardstick = 1;
    for (; inlined < __stop_inlined; inlined++) {
        if (strcmp((*inlined)->kernel, kernel->name) != 0)
            continue;
        char by[LABEL_SIZE];
        snprintf(by, sizeof by, "%s inlined", kernel->name);
        row = add_row(table, by, (*inlined)->compiler);
        row->pass = (*inlined)->pass;
        row->asks = "in_check";
        row->group = group;
    }
}

void run_calls(const struct board_set *set, const struct plan *plan, struct table *table) {
    const ks_kernel *kernels[MAX_KERNELS];
    const size_t count = usable_kernels(kernels);
    const struct board_set in_cache = first_boards(set);
    *table = (struct table){.name = "inlined",
                            .title = "in_check called, inlined, and left out",
                            .ratio_title = "x call",
                            .ratio = TIMES_THE_COST,
                            .data = set->name,
                            .boards = in_cache.count};
    add_nothing(table);
    for (size_t i = 0; i < count; i++)
        add_inlined(table, kernels[i], (int)i);
    time_in_place(table, &in_cache, plan->rounds, PASSES_IN_CACHE);
}

/* ---- Cold tables ---- */

/* More than a first-level cache has. A second-level one keeps tables and code. */
enum { EVICTING = 128 << 10, LINE = 64 };

static uint64_t time_stamp(void) {
    uint32_t low, high;
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}

/* Puts other bytes in the place of all tables, and then the question where it is soon found. */
static unsigned evict(const uint8_t *bytes, const struct board_set *set, size_t i) {
    unsigned sum = 0;
    for (size_t at = 0; at < EVICTING; at += LINE)
        sum += ((const volatile uint8_t *)bytes)[at];
    for (size_t at = 0; at < 64; at++)
        sum += ((const volatile uint8_t *)set->boards[i])[at];
    return sum + set->kings[i] + set->sides[i];
}

static int ascending(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Returns the ticks of a question: the mean, since on some processors the counter makes steps of 10 ns,
 * without the longest of twenty, in which something else came between. */
static double time_cold(in_check_function *in_check, const struct board_set *set, const uint8_t *bytes,
                        uint64_t *ticks) {
    volatile int sum = 0;
    for (size_t i = 0; i < set->count; i++) {
        const unsigned nowhere = evict(bytes, set, i) & 0;
        const uint64_t start = time_stamp();
        sum += in_check(set->boards[i] + nowhere, set->kings[i], set->sides[i]);
        ticks[i] = time_stamp() - start;
    }
    qsort(ticks, set->count, sizeof *ticks, ascending);
    const size_t most = set->count - set->count / 20;
    uint64_t all = 0;
    for (size_t i = 0; i < most; i++)
        all += ticks[i];
    return (double)all / (double)most;
}

static double nanoseconds_a_tick(void) {
    const double start_ns = processor_ns();
    const uint64_t start = time_stamp();
    while (processor_ns() - start_ns < 2e6)
        ;
    const double ns = processor_ns() - start_ns;
    return ns / (double)(time_stamp() - start);
}

/* Times the rows in turn. A figure is what a question takes longer than the row that does nothing. */
static void time_cold_rows(struct table *table, const struct board_set *set, int rounds) {
    uint8_t *const bytes = allocate(EVICTING);
    uint64_t *const ticks = allocate(set->count * sizeof *ticks);
    double *const ns = allocate(2 * table->count * (size_t)rounds * sizeof *ns);
    double *const cycles = ns + table->count * (size_t)rounds;
    memset(bytes, 1, EVICTING);
    for (int round = 0; round < rounds; round++) {
        const double tick = nanoseconds_a_tick(), clock = core_clock();
        const double nothing = time_cold(do_nothing, set, bytes, ticks);
        for (size_t i = 0; i < table->count; i++) {
            const size_t at = i * (size_t)rounds + (size_t)round;
            ns[at] = tick * (time_cold(table->rows[i].in_check, set, bytes, ticks) - nothing);
            cycles[at] = ns[at] * clock;
        }
    }
    for (size_t i = 0; i < table->count; i++)
        table->figures[i] = summarise(ns + i * (size_t)rounds, cycles + i * (size_t)rounds, rounds);
    free(bytes);
    free(ticks);
    free(ns);
}

void run_cold(const struct board_set *set, const struct plan *plan, struct table *table) {
    enum { BOARDS = 4096, BOARDS_QUICK = 256 };
    const ks_kernel *kernels[MAX_KERNELS];
    const size_t count = usable_kernels(kernels), most = plan->quick ? BOARDS_QUICK : BOARDS;
    struct board_set some = *set;
    some.count = most < set->count ? most : set->count;
    *table = (struct table){.name = "cold",
                            .title = "in_check with cold tables, without an empty call",
                            .ratio_title = "",
                            .data = set->name,
                            .boards = some.count};
    for (size_t i = 0; i < count; i++)
        add_row(table, kernels[i]->name, NULL)->in_check = kernels[i]->in_check;
    time_cold_rows(table, &some, plan->rounds);
}
