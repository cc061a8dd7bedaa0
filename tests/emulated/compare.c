/* Runs on emulated processors: it prints what the library chooses there, compares all kernels on boards, on
 * text and on games, and runs perft. This is a plain program, since the test runner starts each test as a
 * new process and so leaves an emulator. */
#include <stdio.h>
#include <string.h>

#include "cli/commands/fuzz/difference.h"
#include "cli/commands/fuzz/differential.h"
#include "cli/random/boards.h"
#include "cli/random/games.h"
#include "cli/random/numbers.h"
#include "core/kernels/family.h"
#include "core/kernels/kernel.h"
#include "core/text/error.h"
#include "game/pgn/open.h"
#include "support/length.h"

enum { ROUNDS = 20, SEED = 1997 };

static void print_features(void) {
    fputs("features:", stdout);
    for (unsigned bit = 0; bit < CPU_FEATURES; bit++)
        if (ks_cpu_features() >> bit & 1)
            printf(" %s", ks_cpu_feature_name(bit));
    putchar('\n');
}

static void add_usable_kernels(struct differential *differential) {
    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    fputs("kernels:", stdout);
    for (size_t i = 0; i < count; i++)
        if (ks_kernel_is_usable(kernels[i])) {
            printf(" %s", kernels[i]->name);
            differential_add(differential, kernels[i], false);
        }
    putchar('\n');
}

#define FAMILY(family, about) ks_##family##_builds,
static const void *const *const builds_of[FAMILIES] = {
#include "core/kernels/families.def"
};
#undef FAMILY

static void print_choice(void) {
    ks_error error;
    if (ks_kernel_check_environment(&error) != KS_OK)
        printf("KINGSCAN_KERNEL: %s\n", error.message);
    printf("kernel: %s\n", ks_kernel_get_current()->name);
    fputs("builds:", stdout);
    for (unsigned family = 0; family < FAMILIES; family++)
        printf(" %s", ks_tier_name(ks_last_tier(builds_of[family], ks_features_in_use())));
    putchar('\n');
}

static int compare(struct differential *differential) {
    static struct boards boards;
    static struct difference difference;
    struct question question;
    boards_start(&boards, SEED);
    for (int i = 0; i < ROUNDS * BOARD_ROUND; i++) {
        boards_next(&boards, &question);
        if (differential_ask(differential, &question, &difference)) {
            print_difference(&difference);
            return 1;
        }
    }
    printf("agree: %d boards\n", ROUNDS * BOARD_ROUND);
    return 0;
}

/* ---- Text ---- */

enum { LINES = 3000 };

/* Writes the positions of games, some without clocks, some damaged; returns the length. */
static size_t write_text(char *text) {
    static struct games games;
    size_t n = 0;
    games_start(&games, NULL, SEED);
    for (unsigned i = 0; i < LINES; i++) {
        any_move moves[ANY_MOVES_MAX];
        char *line = text + n;
        const size_t length = ks_write_fen(&games.position.chess, line);
        if (i % 7 == 0)
            line[i % length] = '/';
        n += i % 3 ? length : length - 4; /* cut off in the clocks */
        text[n++] = '\n';
        games_next(&games, moves, any_legal_moves(&games.position, moves));
    }
    return n;
}

/* Selects a kernel of the list, or behind it the fastest, which bounds no other code. Returns whether this
 * processor can run the kernel. */
static bool select_kernel(const ks_kernel *const *kernels, size_t count, size_t i) {
    return ks_kernel_select(i < count ? kernels[i]->name : NULL, NULL) == KS_OK;
}

static const char *selected_name(const ks_kernel *const *kernels, size_t count, size_t i) {
    return i < count ? kernels[i]->name : "no kernel by name";
}

/* Returns whether all usable kernels agree on a text. */
static int read_all_text(void) {
    static char text[LINES * KS_FEN_SIZE];
    static ks_checked_line expected[LINES], found[LINES];
    const size_t n = write_text(text);
    size_t count, lines = 0;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    for (size_t i = 0; i <= count; i++) {
        ks_text_cursor cursor = {0};
        if (!select_kernel(kernels, count, i))
            continue;
        lines = ks_check_epd(text, n, KS_FEN_LENIENT, &cursor, found, LINES);
        if (i == 0)
            memcpy(expected, found, sizeof found);
        for (size_t k = 0; k < LINES; k++)
            if (found[k].offset != expected[k].offset || found[k].length != expected[k].length ||
                found[k].checkers != expected[k].checkers || found[k].verdict != expected[k].verdict) {
                printf("text: %s differs in line %zu\n", selected_name(kernels, count, i), k + 1);
                return 1;
            }
    }
    printf("text: %zu lines\n", lines);
    return 0;
}

/* ---- Games ---- */

enum { GAMES = 40, PLIES = 100 };
static ks_pgn_item items[GAMES * PLIES];

/* Writes random games with comments; returns the length. */
static size_t write_games(char *text) {
    uint64_t state = SEED;
    size_t n = 0;
    for (unsigned i = 0; i < GAMES; i++) {
        ks_position position;
        ks_move_list legal;
        ks_undo undo;
        size_t count;
        cannot_fail(ks_read_fen(KS_START_FEN, strlen(KS_START_FEN), 0, &position, NULL));
        n += (size_t)sprintf(text + n, "[Event \"%u\"]\n\n", i);
        for (unsigned ply = 0; ply < PLIES && (count = ks_legal_moves(&position, &legal)) > 0; ply++) {
            const ks_move move = legal.moves[draw_below(&state, (unsigned)count)];
            n += ks_write_san(&position, move, text + n);
            n += (size_t)sprintf(text + n, " { [%%clk 0:00:%02u] }%c", ply % 60, ply % 8 ? ' ' : '\n');
            ks_make_move(&position, move, &undo);
        }
        n += (size_t)sprintf(text + n, "*\n\n");
    }
    return n;
}

/* Reads games with the kernel in use, or exactly; stores the moves. Returns their number. */
static size_t list_moves(const char *text, size_t length, bool exactly) {
    ks_pgn *const pgn = ks_pgn_open_memory(text, length, 0, NULL);
    const ks_pgn_item *item;
    size_t count = 0;
    if (!pgn)
        return 0;
    if (exactly)
        ks_read_exactly(pgn);
    while (ks_pgn_next_game(pgn))
        while ((item = ks_pgn_next_move(pgn)) != NULL)
            items[count++] = *item;
    ks_pgn_close(pgn);
    return count;
}

/* The reader of games is compiled for several processors. Returns whether it differs from the exact one. */
static int read_games(void) {
    static char text[GAMES * PLIES * 32];
    static ks_pgn_item expected[GAMES * PLIES];
    const size_t length = write_games(text), moves = list_moves(text, length, true);
    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    memcpy(expected, items, sizeof expected);
    for (size_t i = 0; i <= count; i++) {
        if (!select_kernel(kernels, count, i))
            continue;
        bool same = list_moves(text, length, false) == moves;
        for (size_t k = 0; k < moves; k++)
            same = same && items[k].move == expected[k].move && items[k].checkers == expected[k].checkers;
        if (!same) {
            printf("games: %s differs\n", selected_name(kernels, count, i));
            return 1;
        }
    }
    printf("games: %zu moves\n", moves);
    return 0;
}

/* The move generator is compiled for several processors too. Kiwipete to depth 3 has 97862 nodes. */
static int count_moves(void) {
    static const char fen[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    ks_position position;
    if (ks_read_fen(fen, sizeof fen - 1, 0, &position, NULL) != KS_OK)
        return 1;
    printf("perft: %llu nodes\n", (unsigned long long)ks_perft(&position, 3));
    return 0;
}

/* Perft of variants is compiled with PEXT too, for boards of up to 64 squares and for larger ones. To depth 3
 * atomic has 8902 nodes, capablanca 25228. */
static int count_moves_of_variants(void) {
    static const char *const names[] = {"atomic", "capablanca"};
    ks_variants *const variants = ks_variants_new(NULL, 0, 0, NULL);
    uint64_t nodes = 0;
    if (!variants)
        return 1;
    for (unsigned i = 0; i < LENGTH(names); i++) {
        const ks_variant *const variant = ks_variants_find(variants, names[i], NULL);
        nodes += ks_variant_perft(variant, ks_variant_get_start(variant), 3);
    }
    ks_variants_free(variants);
    printf("perft of variants: %llu nodes\n", (unsigned long long)nodes);
    return 0;
}

int main(void) {
    static struct differential differential;
    print_features();
    print_choice();
    add_usable_kernels(&differential);
    return compare(&differential) || count_moves() || count_moves_of_variants() || read_all_text() ||
           read_games();
}
