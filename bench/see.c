/* Times which captures lose nothing, by ks_see_at_least, beside programs that keep bitboards; and which moves
 * give check, by ks_legal_checks, beside other ways to ask. */
#include "see.h"

#include <stdlib.h>
#include <string.h>

#include "attacked.h"
#include "rules/generator/generator.h"

/* The linker makes these bounds of the section of baselines/attacked.c; they are absent when it is empty. */
extern const struct attacked_baseline *const __start_attacked_files[] __attribute__((weak));
extern const struct attacked_baseline *const __stop_attacked_files[] __attribute__((weak));

/* ==== Cases ==== */

/* A board of the set holds the address of its case. */
static const struct see_case *case_of(const struct board_set *set, size_t i) {
    const struct see_case *found;
    memcpy(&found, set->boards[i], sizeof found);
    return found;
}

/* Cases lie in the order in which they are asked, so that nobody waits for memory. convert_boards converts
 * all boards of a set one after the other. */
static struct {
    struct see_case *cases;
    size_t count, next;
} in_order;

static void put_in_order(const uint8_t board[64], uint8_t converted[64]) {
    const struct see_case *from;
    struct see_case *const to = &in_order.cases[in_order.next++ % in_order.count];
    memcpy(&from, board, sizeof from);
    *to = *from;
    memcpy(converted, &to, sizeof to);
}

static const struct form as_cases = {.convert = put_in_order};

static bool takes_plainly(ks_move move) {
    return KS_MOVE_KIND(move) == KS_MOVE_PLAIN;
}

static void keep_pins(struct see_case *at, unsigned side) {
    const ks_position *const p = &at->position;
    const unsigned king = ks_king_of(p, side);
    const uint64_t queens = at->of_kind[KS_WHITE_QUEEN - 1];
    const uint64_t pinners =
        at->of_side[side ^ 1] & ((ks_rook_attacks(king, 0) & (queens | at->of_kind[KS_WHITE_ROOK - 1])) |
                                 (ks_bishop_attacks(king, 0) & (queens | at->of_kind[KS_WHITE_BISHOP - 1])));
    for (uint64_t rest = pinners; rest; rest &= rest - 1) {
        const uint64_t between = ks_squares_between(king, ks_lowest_square(rest)) & ks_occupied(p) & ~pinners;
        if (has_one_bit(between) && between & at->of_side[side]) {
            at->shields[side] |= between;
            at->pinners[side] |= rest & -rest;
        }
    }
}

/* Returns whether the board with this side to move is a position. */
static bool make_case(struct see_case *at, const uint8_t board[64], unsigned side) {
    ks_move_list list;
    *at = (struct see_case){.count = 0};
    if (ks_position_from_board(board, side, 0, KS_NO_SQUARE, KS_FEN_DEFAULT, &at->position, NULL) != KS_OK)
        return false;
    ks_legal_captures(&at->position, &list);
    for (size_t i = 0; i < list.count && at->count < CAPTURES_MAX; i++)
        if (takes_plainly(list.moves[i]))
            at->captures[at->count++] = list.moves[i];
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if (board[square] != KS_EMPTY) {
            at->of_side[board[square] >> 3] |= (uint64_t)1 << square;
            at->of_kind[(board[square] & 7u) - 1] |= (uint64_t)1 << square;
        }
    keep_pins(at, KS_WHITE);
    keep_pins(at, KS_BLACK);
    return true;
}

static bool has_captures(const struct see_case *at) {
    return at->count > 0;
}

static bool has_moves(const struct see_case *at) {
    return ks_has_legal_move(&at->position);
}

/* ==== Exchanges ==== */

enum { NO_PINS, PINS, GROUPS };

/* Returns the case, and fetches a later one: the calls are so short that they would wait for it. All programs
 * took longer without it, the library above all. */
static inline const struct see_case *fetch(const struct see_case *at) {
    for (size_t byte = 0; byte <= sizeof *at; byte += 64)
        __builtin_prefetch((const char *)(at + 8) + byte);
    return at;
}

#define FOR_CASES(set, at)                                                                                   \
    for (size_t i = 0; i < (set)->count; i++)                                                                \
        for (const struct see_case *at = fetch(case_of(set, i)); at; at = NULL)

#define FOR_CAPTURES(set, at, move)                                                                          \
    FOR_CASES(set, at)                                                                                       \
    for (const ks_move *move = at->captures; move < at->captures + at->count; move++)

static uint64_t pass_see(const struct contender *self, const struct board_set *set) {
    const ks_see_flags flags = KS_SEE_LEGAL | (self->group == PINS ? KS_SEE_PINS : KS_SEE_DEFAULT);
    uint64_t sum = 0;
    ks_kernel_select(self->kernel->name, NULL);
    FOR_CAPTURES(set, at, move)
    sum += (unsigned)ks_see_at_least(&at->position, *move, NULL, 0, flags);
    return sum;
}

static uint64_t pass_see_asking(const struct contender *self, const struct board_set *set) {
    const ks_see_flags flags = self->group == PINS ? KS_SEE_PINS : KS_SEE_DEFAULT;
    uint64_t sum = 0;
    ks_kernel_select(self->kernel->name, NULL);
    FOR_CAPTURES(set, at, move)
    sum += (unsigned)ks_see_at_least(&at->position, *move, NULL, 0, flags);
    return sum;
}

static uint64_t pass_kept(const struct contender *self, const struct board_set *set) {
    uint64_t sum = 0;
    FOR_CAPTURES(set, at, move)
    sum += (unsigned)self->see(at, *move);
    return sum;
}

static uint64_t pass_plugin(const struct contender *self, const struct board_set *set) {
    uint64_t sum = 0;
    FOR_CAPTURES(set, at, move)
    sum += self->plugin->see_at_least(at->position.board, KS_MOVE_FROM(*move), KS_MOVE_TO(*move), 0) != 0;
    return sum;
}

static struct contender *add(struct table *table, int group, const char *name, const char *by,
                             uint64_t (*pass)(const struct contender *, const struct board_set *)) {
    struct contender *const row = add_row(table, name, by);
    row->pass = pass;
    row->form = &as_cases;
    row->group = group;
    row->asks = group == PINS ? "exchanges with pins" : "exchanges";
    return row;
}

static void add_library(struct table *table, int group) {
    const ks_kernel *kernels[MAX_KERNELS];
    const size_t count = usable_kernels(kernels);
    exchange_test *before = NULL; /* some kernels share a build of the exchanges */
    for (size_t i = 0; i < count; i++) {
        ks_kernel_select(kernels[i]->name, NULL);
        exchange_test *const test = ks_generator_in_use()->see_at_least[group == PINS];
        if (test == before)
            continue;
        before = test;
        add(table, group, kernels[i]->name, group == PINS ? "pins" : "no pins", pass_see)->kernel =
            kernels[i];
    }
    add(table, group, kernels[count - 1]->name, group == PINS ? "legality, pins" : "legality, no pins",
        pass_see_asking)
        ->kernel = kernels[count - 1];
}

static void fill_see(struct table *table, const struct plugin *plugin) {
    for (int group = NO_PINS; group < GROUPS; group++) {
        for (const struct attacked_baseline *const *file = __start_attacked_files;
             file < __stop_attacked_files; file++)
            if ((*file)->see) {
                struct contender *const row =
                    add(table, group, group == PINS ? "bitboards, PEXT, kept pins" : "bitboards, PEXT",
                        (*file)->compiler, pass_kept);
                row->see = group == PINS ? (*file)->see_with_pins : (*file)->see;
                row->is_yardstick = 1;
            }
        add_library(table, group);
    }
    if (plugin && plugin->see_at_least)
        add(table, NO_PINS, plugin->name, "plugin", pass_plugin)->plugin = plugin;
}

/* ==== Checks ==== */

static uint64_t pass_checks_listed(const struct contender *self, const struct board_set *set) {
    uint64_t sum = 0;
    ks_kernel_select(self->kernel->name, NULL);
    FOR_CASES(set, at) {
        ks_move_list list;
        sum += ks_legal_checks(&at->position, &list);
    }
    return sum;
}

/* All legal moves are listed, and each is asked about. */
#define FOR_MOVES(set, at, move)                                                                             \
    FOR_CASES(set, at)                                                                                       \
    for (ks_move_list list, *listed = (ks_legal_moves(&at->position, &list), &list); listed; listed = NULL)  \
        for (const ks_move *move = list.moves; move < list.moves + list.count; move++)

static uint64_t pass_checks_asked(const struct contender *self, const struct board_set *set) {
    uint64_t sum = 0;
    ks_kernel_select(self->kernel->name, NULL);
    FOR_MOVES(set, at, move)
    sum += (unsigned)ks_gives_check(&at->position, *move);
    return sum;
}

static uint64_t pass_checks_made(const struct contender *self, const struct board_set *set) {
    uint64_t sum = 0;
    ks_kernel_select(self->kernel->name, NULL);
    FOR_MOVES(set, at, move) {
        ks_position after;
        ks_after_move(&at->position, *move, &after);
        sum += (unsigned)ks_in_check(after.board, ks_king_of(&after, after.side_to_move), after.side_to_move);
    }
    return sum;
}

/* A plug-in is not told what a pawn becomes: the library answers for moves of special kinds. */
static uint64_t pass_checks_plugin(const struct contender *self, const struct board_set *set) {
    uint64_t sum = 0;
    FOR_MOVES(set, at, move)
    sum += KS_MOVE_KIND(*move) > KS_MOVE_DOUBLE_PUSH
               ? (unsigned)ks_gives_check(&at->position, *move)
               : self->plugin->gives_check(at->position.board, KS_MOVE_FROM(*move), KS_MOVE_TO(*move)) != 0;
    return sum;
}

static struct contender *add_way(struct table *table, const char *name, const char *by,
                                 uint64_t (*pass)(const struct contender *, const struct board_set *)) {
    struct contender *const row = add(table, 0, name, by, pass);
    row->asks = "checks";
    return row;
}

static void fill_checks(struct table *table, const struct plugin *plugin) {
    const ks_kernel *kernels[MAX_KERNELS];
    const size_t count = usable_kernels(kernels);
    const ks_kernel *const best = kernels[count - 1];
    const struct generator *before = NULL;
    for (size_t i = 0; i < count; i++) {
        ks_kernel_select(kernels[i]->name, NULL);
        if (ks_generator_in_use() != before)
            add_way(table, kernels[i]->name, "listed", pass_checks_listed)->kernel = kernels[i];
        before = ks_generator_in_use();
    }
    struct contender *const asked = add_way(table, best->name, "each asked", pass_checks_asked);
    asked->kernel = best;
    asked->is_yardstick = 1;
    add_way(table, best->name, "each made", pass_checks_made)->kernel = best;
    if (plugin && plugin->gives_check)
        add_way(table, plugin->name, "plugin", pass_checks_plugin)->plugin = plugin;
}

/* ==== Tables ==== */

static void run(const struct board_set *set, const struct plan *plan, struct table *table,
                bool (*is_wanted)(const struct see_case *),
                void (*fill)(struct table *table, const struct plugin *plugin)) {
    struct see_case *const cases = allocate(set->count * sizeof *cases);
    struct board_set used = new_set(set->name, set->count);
    uint64_t random = 1;
    used.count = 0;
    for (size_t i = 0; i < set->count; i++) {
        const struct see_case *const at = &cases[used.count];
        if (make_case(&cases[used.count], set->boards[i], set->sides[i]) && is_wanted(at))
            memcpy(used.boards[used.count++], &at, sizeof at);
    }
    table->ratio = TIMES_THE_COST;
    table->data = set->name;
    table->boards = used.count;
    in_order.cases = allocate(used.count * sizeof *cases);
    in_order.count = used.count;
    fill(table, plan->plugin);
    time_shuffled(table, &used, plan->rounds, &random);
    free_set(&used);
    free(in_order.cases);
    free(cases);
}

void run_see(const struct board_set *set, const struct plan *plan, struct table *table) {
    *table = (struct table){
        .name = "see", .title = "captures that lose nothing, all of a position", .ratio_title = "x PEXT"};
    run(set, plan, table, has_captures, fill_see);
}

void run_checks(const struct board_set *set, const struct plan *plan, struct table *table) {
    *table = (struct table){
        .name = "checks", .title = "moves that give check, all of a position", .ratio_title = "x asking"};
    run(set, plan, table, has_moves, fill_checks);
}
