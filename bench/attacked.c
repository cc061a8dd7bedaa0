/* Times ks_attacked and ks_attack_pairs beside programs that keep bitboards, and the first beside 64 calls of
 * ks_attackers. */
#include "attacked.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/kernels/attacked.h"

/* The linker makes these bounds of the section of baselines/attacked.c; they are absent when it is empty. */
extern const struct attacked_baseline *const __start_attacked_files[] __attribute__((weak));
extern const struct attacked_baseline *const __stop_attacked_files[] __attribute__((weak));

static uint64_t pass_maps(const struct contender *self, const struct board_set *set) {
    uint64_t sum = 0;
    if (self->kernel)
        ks_kernel_select(self->kernel->name, NULL);
    for (size_t i = 0; i < set->count; i++)
        sum += self->attacked(set->boards[i], set->sides[i]);
    return sum;
}

static uint64_t pass_batches(const struct contender *self, const struct board_set *set) {
    enum { MAPS = 64 };
    uint64_t sum = 0, found[MAPS];
    ks_kernel_select(self->kernel->name, NULL);
    for (size_t i = 0; i < set->count; i += MAPS) {
        const size_t count = set->count - i < MAPS ? set->count - i : MAPS;
        ks_attacked_batch(set->boards[i], sizeof *set->boards, set->sides + i, count, found);
        for (size_t k = 0; k < count; k++)
            sum += found[k];
    }
    return sum;
}

/* (Programs with bitboards find the pairs in another order, so their number is compared.) */
static uint64_t pass_pairs(const struct contender *self, const struct board_set *set) {
    static uint8_t from[KS_ATTACK_PAIRS_MAX], to[KS_ATTACK_PAIRS_MAX];
    uint64_t sum = 0;
    if (self->kernel)
        ks_kernel_select(self->kernel->name, NULL);
    for (size_t i = 0; i < set->count; i++)
        sum += self->pairs(set->boards[i], from, to, KS_ATTACK_PAIRS_MAX);
    return sum;
}

static uint64_t pass_64_calls(const struct contender *self, const struct board_set *set) {
    uint64_t sum = 0;
    for (size_t i = 0; i < set->count; i++)
        for (unsigned square = 0; square < KS_SQUARES; square++)
            sum += (uint64_t)(self->kernel->attackers(set->boards[i], square, set->sides[i]) != 0) << square;
    return sum;
}

static struct contender *add(struct table *table, const char *name, const char *by,
                             uint64_t (*pass)(const struct contender *, const struct board_set *)) {
    struct contender *const row = add_row(table, name, by);
    row->pass = pass;
    row->asks = pass == pass_pairs ? "pairs" : "attacked";
    return row;
}

static void add_kept(struct table *table, const char *name, const struct attacked_baseline *file,
                     attacked_function *attacked) {
    if (!attacked)
        return;
    struct contender *const row = add(table, name, file->compiler, pass_maps);
    row->form = file->form;
    row->attacked = attacked;
    row->is_yardstick = attacked == file->pext;
}

static void add_kernel(struct table *table, const ks_kernel *kernel) {
    if (!ks_attacked_beside(kernel))
        return;
    struct contender *row = add(table, kernel->name, "ks_attacked", pass_maps);
    row->attacked = ks_attacked;
    row->kernel = kernel;
    row = add(table, kernel->name, "ks_attacked_batch", pass_batches);
    row->kernel = kernel;
}

void fill_attacked(struct table *table, const struct plugin *plugin) {
    const ks_kernel *kernels[MAX_KERNELS];
    const size_t count = usable_kernels(kernels);
    for (const struct attacked_baseline *const *file = __start_attacked_files; file < __stop_attacked_files;
         file++) {
        add_kept(table, "bitboards, PEXT", *file, (*file)->pext);
        add_kept(table, "bitboards, magics", *file, (*file)->magics);
    }
    add(table, "64 calls of attackers", kernels[count - 1]->name, pass_64_calls)->kernel = kernels[count - 1];
    for (size_t i = 0; i < count; i++)
        add_kernel(table, kernels[i]);
    if (plugin && plugin->attacked)
        add(table, plugin->name, "plugin", pass_maps)->attacked = plugin->attacked;
}

static void add_kept_pairs(struct table *table, const char *name, const struct attacked_baseline *file,
                           pairs_function *pairs) {
    if (!pairs)
        return;
    struct contender *const row = add(table, name, file->compiler, pass_pairs);
    row->form = file->form;
    row->pairs = pairs;
    row->is_yardstick = pairs == file->pext_pairs;
}

void fill_pairs(struct table *table, const struct plugin *plugin) {
    (void)plugin;
    const ks_kernel *kernels[MAX_KERNELS];
    const size_t count = usable_kernels(kernels);
    for (const struct attacked_baseline *const *file = __start_attacked_files; file < __stop_attacked_files;
         file++) {
        add_kept_pairs(table, "bitboards, PEXT", *file, (*file)->pext_pairs);
        add_kept_pairs(table, "bitboards, magics", *file, (*file)->magic_pairs);
    }
    for (size_t i = 0; i < count; i++)
        if (ks_attacked_beside(kernels[i])) {
            struct contender *const row = add(table, kernels[i]->name, "ks_attack_pairs", pass_pairs);
            row->pairs = ks_attack_pairs;
            row->kernel = kernels[i];
        }
}

void run_attacked(const struct board_set *set, const struct plan *plan, struct table *table) {
    enum { FEW = 400, PASSES = 100 };
    struct board_set few = *set;
    few.count = set->count < FEW ? set->count : FEW;
    *table = (struct table){.name = "attacked_few",
                            .title = "attacked on boards that the predictor has learnt",
                            .ratio_title = "x PEXT",
                            .ratio = TIMES_THE_COST,
                            .data = set->name,
                            .boards = few.count};
    fill_attacked(table, plan->plugin);
    time_in_place(table, &few, plan->rounds, PASSES);
}

void start_attacked(void) {
    for (const struct attacked_baseline *const *file = __start_attacked_files; file < __stop_attacked_files;
         file++)
        (*file)->start();
}
