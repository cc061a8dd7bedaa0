/* Tests that `kingscan fuzz --variant` passes correct rules, finds wrong ones, and repeats its findings. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands/fuzz/run.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "variant/definition/definition.h"

/* ---- Wrong rules ---- */

static const ks_variant *asked; /* the whole variant, not only its tables */

static bool is_capture(const ks_variant_position *position, ks_variant_move move) {
    return position->board[KS_VARIANT_MOVE_TO(move)] != 0 && KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_PLAIN;
}

/* Lists the legal moves except those that are `wrong`. */
static size_t leave_out(const ks_variant *variant, const ks_variant_position *position,
                        ks_variant_move *moves, size_t room,
                        bool (*wrong)(const ks_variant_position *, ks_variant_move)) {
    ks_variant_move all[1024];
    const size_t count = ks_variant_legal_moves(variant, position, all, 1024);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!wrong(position, all[i])) {
            if (kept < room)
                moves[kept] = all[i];
            kept++;
        }
    return kept;
}

static size_t no_captures(const ks_variant *variant, const ks_variant_position *position,
                          ks_variant_move *moves, size_t room) {
    return leave_out(variant, position, moves, room, is_capture);
}

/* Returns the number of moves after each legal move. */
static uint64_t perft_without_captures(const ks_variant *variant, const ks_variant_position *position,
                                       unsigned depth) {
    ks_variant_move moves[1024];
    uint64_t sum = 0;
    (void)depth; /* 2 */
    for (size_t i = no_captures(variant, position, moves, 1024); i-- > 0;) {
        ks_variant_position after = *position;
        ks_variant_undo undo;
        ks_variant_make_move(variant, &after, moves[i], &undo);
        sum += no_captures(variant, &after, NULL, 0);
    }
    return sum;
}

static uint64_t one_too_many(const ks_variant *variant, const ks_variant_position *position, unsigned depth) {
    return ks_variant_perft(variant, position, depth) + 1;
}

/* Wrong only when kernels are in use. */
static size_t no_captures_by_kernels(const ks_variant *variant, const ks_variant_position *position,
                                     ks_variant_move *moves, size_t room) {
    return (variant == asked ? no_captures : ks_variant_legal_moves)(variant, position, moves, room);
}

static size_t one_twice(const ks_variant *variant, const ks_variant_position *position,
                        ks_variant_move *moves, size_t room) {
    const size_t count = ks_variant_legal_moves(variant, position, moves, room);
    if (count == 0 || count >= room)
        return count;
    moves[count] = moves[0];
    return count + 1;
}

/* Adds moves of the king into check: onto any empty square next to it. */
static size_t careless_king(const ks_variant *variant, const ks_variant_position *position,
                            ks_variant_move *moves, size_t room) {
    const unsigned us = position->side_to_move, king = position->king[us],
                   files = ks_variant_get_facts(variant).files;
    size_t count = ks_variant_legal_moves(variant, position, moves, room);
    if (king < files || position->board[king - files] || count >= room)
        return count;
    const ks_variant_squares attackers = ks_variant_attackers(variant, position, king - files, us ^ 1);
    if (attackers.half[0] | attackers.half[1])
        moves[count++] = king | (king - files) << 7;
    return count;
}

static void keep_captured(const ks_variant *variant, ks_variant_position *position, ks_variant_move move,
                          ks_variant_undo *undo) {
    const ks_variant_squares before = position->pieces[position->side_to_move ^ 1];
    const bool captures = is_capture(position, move);
    ks_variant_make_move(variant, position, move, undo);
    if (captures)
        position->pieces[position->side_to_move] = before;
}

static void unmake_without_clock(const ks_variant *variant, ks_variant_position *position,
                                 ks_variant_move move, const ks_variant_undo *undo) {
    const uint16_t clock = position->halfmove_clock;
    ks_variant_unmake_move(variant, position, move, undo);
    position->halfmove_clock = clock;
}

static size_t without_clocks(const ks_variant *variant, const ks_variant_position *position, char *text) {
    ks_variant_position changed = *position;
    changed.halfmove_clock = 0;
    return ks_variant_write_x_fen(variant, &changed, text);
}

static size_t without_castling(const ks_variant *variant, const ks_variant_position *position, char *text) {
    ks_variant_position changed = *position;
    memset(changed.castling_rook, KS_VARIANT_NO_SQUARE, sizeof changed.castling_rook);
    return ks_variant_write_x_fen(variant, &changed, text);
}

/* ---- Findings ---- */

/* Plays random games of the variant by these rules until a mistake is found, and expects the report. */
static void expect_mistake(const char *name, struct variant_rules rules, const char *expected) {
    ks_variants *const variants = ks_variants_new(NULL, 0, 0, NULL);
    size_t kernels;
    const ks_kernel *const kernel = ks_kernel_get_all(&kernels)[0];
    static struct games games;
    struct variant_check check;
    struct mistake mistake = {.text = "nothing"};
    bool right = true;
    asked = ks_variants_find(variants, name, NULL);
    variant_check_start(&check, asked, &kernel, 1);
    check.rules = &rules;
    games_start(&games, asked, 1);
    for (unsigned i = 0; i < 2000 && right; i++)
        right = play_on(&games, &check, &mistake);
    cr_expect(strstr(mistake.text, expected), "%s: expected '%s', found '%s'", name, expected, mistake.text);
    ks_variants_free(variants);
}

static struct variant_rules library(void) {
    return variant_library_rules;
}

Test(fuzz_variant, wrong_moves) {
    struct variant_rules rules = library();
    rules.perft = one_too_many;
    expect_mistake("shatranj", rules, "perft to depth 2 is ");
    rules.legal_moves = no_captures;
    rules.perft = perft_without_captures;
    expect_mistake("capablanca", rules, "the generator misses the capture ");
    expect_mistake("cannon", rules, "the generator misses the capture ");
    rules = library();
    rules.legal_moves = no_captures_by_kernels;
    expect_mistake("amazon", rules, "with the kernel c the generator misses ");
    rules.legal_moves = one_twice;
    expect_mistake("grand", rules, " twice");
    rules.legal_moves = careless_king;
    expect_mistake("courier", rules, ", the king can be captured");
}

Test(fuzz_variant, wrong_positions) {
    struct variant_rules rules = library();
    rules.make_move = keep_captured;
    expect_mistake("makruk", rules, "the set of pieces differs");
    rules = library();
    rules.unmake_move = unmake_without_clock;
    expect_mistake("janus", rules, " is taken back, the clock is not what it was");
    rules = library();
    rules.write_fen = without_clocks;
    expect_mistake("berolina", rules, "written as FEN and read again, the clock differs");
    rules.write_fen = without_castling;
    expect_mistake("embassy", rules, "written as FEN and read again, the castling right differs");
}

/* A set for the kernels in which every piece attacks as a wazir: before the first move, no king is
 * affected. */
Test(fuzz_variant, wrong_attackers) {
    ks_variants *const variants = ks_variants_new(NULL, 0, 0, NULL);
    struct ks_variant wrong = *ks_variants_find(variants, "chess", NULL);
    ks_piece wazirs[2 * TYPES_MAX];
    size_t kernels, count = 0;
    const ks_kernel *const kernel = ks_kernel_get_all(&kernels)[0];
    static struct games games;
    struct variant_check check;
    struct mistake mistake;
    for (unsigned type = 0; type < wrong.type_count; type++)
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            wazirs[count++] = (ks_piece){(uint8_t)KS_VARIANT_CODE(type, side), (uint8_t)side, KS_CLASS_WAZIR};
    cr_assert_eq(ks_pieceset_init(&wrong.pieceset, wazirs, count, 0, NULL), KS_OK);
    variant_check_start(&check, &wrong, &kernel, 1);
    games_start(&games, &wrong, 1);
    games.position = any_start(&wrong);
    cr_expect_not(play_on(&games, &check, &mistake));
    cr_expect_str_eq(mistake.text, "the kernel c finds other attackers of a8 than the tables");
    ks_variants_free(variants);
}

/* ---- The command ---- */

/* Kernels support some of the variants. Sanitizers are slow, so they run few. */
Test(fuzz_variant, finds_nothing_wrong) {
    char command[512];
    snprintf(command, sizeof command,
             "for v in $($KINGSCAN variants | sed 's/ .*//' | awk 'NR %% %d == 1'); do\n"
             "$KINGSCAN fuzz --variant $v --boards 150 --seed 3 2>/dev/null || exit 1; done | "
             "sed 's/of [0-9]* games, [0-9]* thousand a second, //; s/ and c, .*;/ and all;/' | sort -u",
             SLOW ? 9 : 2);
    expect_run(command, 0,
               "150 positions no difference between the variant's tables and all; seed 3\n"
               "150 positions nothing is wrong; seed 3\n",
               "");
}

Test(fuzz_variant, usage) {
    static const char *const wrong[][2] = {
        {"--variant grand --plugin x.so", "--plugin doesn't go with --variant"},
        {"--variant grand --kernels c",
         "--kernels: the kernels don't know the board or the pieces of this variant"},
        {"--variants x.ini", "--variants: expected --variant NAME too, which says which of them is meant"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char command[256], message[256];
        snprintf(command, sizeof command, "$KINGSCAN fuzz %s", wrong[i][0]);
        snprintf(message, sizeof message, "kingscan fuzz: %s\ntry 'kingscan fuzz --help'\n", wrong[i][1]);
        expect_run(command, 2, "", message);
    }
}
