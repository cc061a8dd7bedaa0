/* Fills the tables over real positions: which functions are compared, and how each is called. */
#include <stdio.h>
#include <string.h>

#include "baselines/baseline.h"
#include "cli/base/messages.h"

/* ---- Passes over a set ---- */

uint64_t pass_in_check(const struct contender *self, const struct board_set *set) {
    in_check_function *const in_check = self->in_check;
    uint64_t sum = 0;
    for (size_t i = 0; i < set->count; i++)
        sum += (unsigned)in_check(set->boards[i], set->kings[i], set->sides[i]);
    return sum;
}

uint64_t pass_dispatch(const struct contender *self, const struct board_set *set) {
    uint64_t sum = 0;
    ks_kernel_select(self->kernel->name, NULL);
    for (size_t i = 0; i < set->count; i++)
        sum += (unsigned)ks_in_check(set->boards[i], set->kings[i], set->sides[i]);
    return sum;
}

/* Every call waits for the answer before it. An answer is 0 or 1, so halving it changes nothing, but the
 * processor cannot know. */
uint64_t pass_latency(const struct contender *self, const struct board_set *set) {
    in_check_function *const in_check = self->in_check;
    uint64_t sum = 0;
    unsigned last = 0;
    for (size_t i = 0; i < set->count; i++) {
        last = (unsigned)in_check(set->boards[i] + (last >> 1), set->kings[i] ^ (last >> 1), set->sides[i]);
        sum += last;
    }
    return sum;
}

static uint64_t pass_attackers(const struct contender *self, const struct board_set *set) {
    const ks_kernel *const kernel = self->kernel;
    uint64_t sum = 0;
    for (size_t i = 0; i < set->count; i++)
        sum += kernel->attackers(set->boards[i], set->kings[i], set->sides[i] ^ 1u);
    return sum;
}

static uint64_t pass_king_scan(const struct contender *self, const struct board_set *set) {
    const ks_kernel *const kernel = self->kernel;
    uint64_t sum = 0;
    for (size_t i = 0; i < set->count; i++) {
        ks_king_lines lines;
        kernel->king_scan(set->boards[i], set->kings[i], set->sides[i], &lines);
        sum += lines.checkers + lines.check_lines + lines.pinned + lines.pin_orthogonal + lines.pin_diagonal;
    }
    return sum;
}

/* ---- Rows ---- */

struct contender *add_row(struct table *table, const char *name, const char *by) {
    if (table->count == MAX_CONTENDERS)
        fail("there is no room for '%s' in the table '%s'", name, table->title);
    struct contender *row = &table->rows[table->count++];
    *row = (struct contender){.by = by};
    snprintf(row->name, sizeof row->name, "%s", name);
    return row;
}

const char *row_label(const struct contender *row, char text[LABEL_SIZE]) {
    snprintf(text, LABEL_SIZE, "%s%s%s", row->name, row->by ? ", " : "", row->by ? row->by : "");
    return text;
}

size_t usable_kernels(const ks_kernel *list[MAX_KERNELS]) {
    size_t all, count = 0;
    const ks_kernel *const *kernels = ks_kernel_get_all(&all);
    for (size_t i = 0; i < all; i++)
        if (ks_kernel_is_usable(kernels[i])) {
            if (count == MAX_KERNELS)
                fail("there is no room for more than %d kernels", MAX_KERNELS);
            list[count++] = kernels[i];
        }
    return count;
}

/* The linker makes these bounds of the section of baseline.h; they are absent when it is empty. */
extern const struct baseline_file *const __start_baselines[] __attribute__((weak));
extern const struct baseline_file *const __stop_baselines[] __attribute__((weak));

#define FOR_BASELINE_FILES(file)                                                                             \
    for (const struct baseline_file *const *file = __start_baselines; file < __stop_baselines; file++)

void start_baselines(const char *compilers[MAX_COMPILERS]) {
    size_t count = 0;
    FOR_BASELINE_FILES(file) {
        size_t i = 0;
        while (i < count && strcmp(compilers[i], (*file)->command) != 0)
            i++;
        if (i == count && count < MAX_COMPILERS - 1)
            compilers[count++] = (*file)->command;
        if ((*file)->start)
            (*file)->start();
    }
    compilers[count] = NULL;
}

static void add_baselines(struct table *table) {
    FOR_BASELINE_FILES(file)
    for (const struct baseline *b = (*file)->list; b->name; b++) {
        struct contender *row = add_row(table, b->name, (*file)->compiler);
        row->in_check = b->in_check;
        row->form = b->form;
        row->is_yardstick = b->is_plain;
    }
}

struct contender *add_plugin(struct table *table, const struct plugin *plugin) {
    struct contender *const row = add_row(table, plugin->name, "plugin");
    row->in_check = plugin->in_check;
    return row;
}

static void fill_with_in_check(struct table *table, const struct plugin *plugin,
                               uint64_t (*pass)(const struct contender *, const struct board_set *)) {
    const ks_kernel *kernels[MAX_KERNELS];
    const size_t count = usable_kernels(kernels);
    add_baselines(table);
    for (size_t i = 0; i < count; i++)
        add_row(table, kernels[i]->name, NULL)->in_check = kernels[i]->in_check;
    if (plugin && plugin->in_check)
        add_plugin(table, plugin);
    for (size_t i = 0; i < table->count; i++) {
        table->rows[i].asks = "in_check";
        table->rows[i].pass = pass;
    }
}

/* ---- Tables ---- */

static void fill_in_check(struct table *table, const struct plugin *plugin) {
    fill_with_in_check(table, plugin, pass_in_check);
}

static void fill_latency(struct table *table, const struct plugin *plugin) {
    fill_with_in_check(table, plugin, pass_latency);
}

/* Adds each kernel's row after a row of its in_check, its yardstick. */
static void fill_beside_in_check(struct table *table, const char *function,
                                 uint64_t (*pass)(const struct contender *, const struct board_set *)) {
    const ks_kernel *kernels[MAX_KERNELS];
    const size_t count = usable_kernels(kernels);
    for (size_t i = 0; i < count; i++) {
        struct contender *in_check = add_row(table, kernels[i]->name, "in_check");
        in_check->in_check = kernels[i]->in_check;
        in_check->pass = pass_in_check;
        in_check->asks = "in_check";
        in_check->group = (int)i;
        in_check->is_yardstick = 1;

        struct contender *row = add_row(table, kernels[i]->name, function);
        row->kernel = kernels[i];
        row->pass = pass;
        row->asks = function;
        row->group = (int)i;
    }
}

static void fill_attackers(struct table *table, const struct plugin *plugin) {
    (void)plugin;
    fill_beside_in_check(table, "attackers", pass_attackers);
}

static void fill_king_scan(struct table *table, const struct plugin *plugin) {
    (void)plugin;
    fill_beside_in_check(table, "king_scan", pass_king_scan);
}

const struct table_kind table_kinds[TABLE_KINDS] = {
    [IN_CHECK] = {"in_check", "in_check", "x plain", TIMES_AS_FAST, fill_in_check},
    [LATENCY] = {"latency", "in_check, each call waiting for the last", "x plain", TIMES_AS_FAST,
                 fill_latency},
    [ATTACKERS] = {"attackers", "attackers", "x in_check", TIMES_THE_COST, fill_attackers},
    [KING_SCAN] = {"king_scan", "king scan", "x in_check", TIMES_THE_COST, fill_king_scan},
    [PIECESETS] = {"piecesets", "in_check on other people's boards", "x built in", TIMES_THE_COST,
                   fill_piecesets},
    [TWINS] = {"twins", "in_check beside the same method in C", "x best twin", TIMES_THE_COST, fill_twins},
    [TWINS_STREWN] = {"twins_strewn", "the same on boards that are far from each other", "x best twin",
                      TIMES_THE_COST, fill_twins_strewn},
    [TWINS_WAITING] = {"twins_waiting", "the same, each call waiting for the last", "x best twin",
                       TIMES_THE_COST, fill_twins_waiting},
    [ATTACKED] = {"attacked", "all attacked squares", "x PEXT", TIMES_THE_COST, fill_attacked},
    [PAIRS] = {"pairs", "all pairs of attacker and attacked", "x PEXT", TIMES_THE_COST, fill_pairs},
};
