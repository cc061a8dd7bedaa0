/* Times each kernel beside its twin, the same in C: each twin is checked against the reference, then all
 * take turns. */
#include <inttypes.h>
#include <stdlib.h>

#include "core/board/hashes.h"
#include "twins/twin.h"

/* The linker makes these bounds of the section of twin.h; they are absent when it is empty. */
extern const struct twin *const __start_twins[] __attribute__((weak));
extern const struct twin *const __stop_twins[] __attribute__((weak));

#define FOR_TWINS(twin) for (const struct twin *const *twin = __start_twins; twin < __stop_twins; twin++)

/* Returns the kernel that the twin goes with when this machine runs both, else NULL. */
static const ks_kernel *kernel_of(const struct twin *twin) {
    size_t count;
    const ks_kernel *const *const kernels = ks_kernel_get_all(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(kernels[i]->name, twin->kernel.name) == 0 && ks_kernel_is_usable(kernels[i]))
            return kernels[i];
    return NULL;
}

/* ---- Are they right? ---- */

enum { RANDOM_BOARDS = 4 * WORD_BOARDS + 7, STRIDE_MOST = 100 };

/* Boards of random bytes: every code, empty squares in most places, several kings or none. */
struct random_boards {
    uint8_t bytes[RANDOM_BOARDS * STRIDE_MOST], kings[RANDOM_BOARDS], sides[RANDOM_BOARDS];
};

static void fill_boards(struct random_boards *boards, uint64_t *random) {
    for (size_t i = 0; i < sizeof boards->bytes; i++) {
        const uint64_t number = splitmix64(random);
        boards->bytes[i] = number % 4 ? 0 : (uint8_t)(number >> 8);
    }
    for (size_t i = 0; i < RANDOM_BOARDS; i++) {
        boards->kings[i] = splitmix64(random) % KS_SQUARES;
        boards->sides[i] = splitmix64(random) % 2;
    }
}

static _Noreturn void tell_twin(const struct twin *twin, const char *what, size_t n, size_t stride,
                                size_t i) {
    fprintf(stderr,
            "bench: the twin of %s by %s is wrong: %s of %zu boards, stride %zu: expected %d for board %zu\n",
            twin->kernel.name, twin->compiler, what, n, stride, i < n, i);
    exit(1);
}

/* Asks about the first n boards at once; bits behind the last board have to be 0, words behind untouched. */
static void check_batch(const struct twin *twin, const struct random_boards *boards, size_t n,
                        size_t stride) {
    size_t count;
    const ks_kernel *const reference = ks_kernel_get_all(&count)[0];
    const uint64_t untouched = UINT64_C(0xfedcba9876543210);
    enum { WORDS = RANDOM_BOARDS / 64 + 2 };
    uint64_t expected[WORDS], found[WORDS];
    for (size_t word = 0; word < WORDS; word++) {
        found[word] = untouched;
        expected[word] = word < (n + 63) / 64 ? 0 : untouched;
    }
    for (size_t i = 0; i < n; i++) {
        const int answer =
            reference->in_check(boards->bytes + i * stride, boards->kings[i], boards->sides[i]);
        expected[i / 64] |= (uint64_t)answer << i % 64;
        if (twin->kernel.in_check(boards->bytes + i * stride, boards->kings[i], boards->sides[i]) != answer)
            tell_twin(twin, "a call for each", n, stride, i);
    }
    twin->kernel.in_check_batch(boards->bytes, stride, boards->kings, boards->sides, n, found);
    for (size_t i = 0; i < WORDS * 64; i++)
        if ((found[i / 64] ^ expected[i / 64]) >> i % 64 & 1)
            tell_twin(twin, "a batch", n, stride, i);
}

void start_twins(void) {
    static struct random_boards boards;
    static const size_t strides[] = {64, 65, STRIDE_MOST};
    uint64_t random = 0;
    fill_boards(&boards, &random);
    FOR_TWINS(twin) {
        if (!kernel_of(*twin))
            continue;
        (*twin)->start();
        for (size_t n = 0; n <= RANDOM_BOARDS; n++)
            check_batch(*twin, &boards, n, strides[n % 3]);
    }
}

/* ---- How they are called ---- */

/* The boards far from each other, so that no prefetcher knows the next. The step is a prime. */
enum { STEP = 30011 };

static uint64_t pass_strewn(const struct contender *self, const struct board_set *set) {
    in_check_function *const in_check = self->in_check;
    uint64_t sum = 0;
    size_t at = 0;
    for (size_t i = 0; i < set->count; i++) {
        sum += (unsigned)in_check(set->boards[at], set->kings[at], set->sides[at]);
        at = (at + STEP) % set->count;
    }
    return sum;
}

/* ---- Tables ---- */

static void add(struct table *table, const ks_kernel *kernel, const char *by, int group,
                uint64_t (*pass)(const struct contender *, const struct board_set *)) {
    struct contender *row = add_row(table, kernel->name, by);
    row->in_check = kernel->in_check;
    row->kernel = kernel;
    row->pass = pass;
    row->asks = "in_check";
    row->group = group;
}

/* Adds each kernel that has twins, then these, its yardsticks. */
/* plugin: NULL, or another row, which has no yardstick. */
static void fill(struct table *table, const struct plugin *plugin,
                 uint64_t (*pass)(const struct contender *, const struct board_set *), int with_dispatch) {
    const ks_kernel *kernels[MAX_KERNELS];
    const size_t count = usable_kernels(kernels);
    for (size_t i = 0; i < count; i++) {
        int twins = 0;
        FOR_TWINS(twin) twins += kernel_of(*twin) == kernels[i];
        if (!twins)
            continue;
        add(table, kernels[i], "assembly", (int)i, pass);
        if (with_dispatch)
            add(table, kernels[i], "dispatch", (int)i, pass_dispatch);
        FOR_TWINS(twin) {
            if (kernel_of(*twin) != kernels[i])
                continue;
            add(table, &(*twin)->kernel, (*twin)->compiler, (int)i, pass);
            table->rows[table->count - 1].is_yardstick = 1;
        }
    }
    if (plugin && plugin->in_check) {
        struct contender *const row = add_plugin(table, plugin);
        row->pass = pass;
        row->asks = "in_check";
        row->group = -1;
    }
}

void fill_twins(struct table *table, const struct plugin *plugin) {
    fill(table, plugin, pass_in_check, 1);
}

void fill_twins_waiting(struct table *table, const struct plugin *plugin) {
    fill(table, plugin, pass_latency, 0);
}

void fill_twins_strewn(struct table *table, const struct plugin *plugin) {
    fill(table, plugin, pass_strewn, 0);
}

void run_twin_batches(const struct board_set *set, const struct plan *plan, struct table *table) {
    const struct board_set in_cache = first_boards(set);
    *table = (struct table){.name = "twins_batch",
                            .title = "batches beside the same method in C",
                            .ratio_title = "x best twin",
                            .ratio = TIMES_THE_COST,
                            .data = set->name,
                            .boards = in_cache.count};
    fill(table, NULL, pass_batch, 0);
    time_in_place(table, &in_cache, plan->rounds, PASSES_IN_CACHE);
}
