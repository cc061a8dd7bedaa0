/* Checks what the rules of a variant promise about one position, by asking the same question twice wherever
 * there are two ways to the answer. */
#include "cli/commands/fuzz/variant_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/waiting.h"
#include "game/common/any_position.h"
#include "variant/definition/definition.h"

const struct variant_rules variant_library_rules = {ks_variant_legal_moves, ks_variant_make_move,
                                                    ks_variant_unmake_move, ks_variant_write_x_fen,
                                                    ks_variant_perft};

/* ---- The functions under test ---- */

bool knows_kernels(const ks_variant *variant) {
    return variant->has_pieceset;
}

/* The variant as it would be if the kernels knew none of its attack classes. */
static const ks_variant *without_kernels(const ks_variant *variant) {
    static struct ks_variant copy;
    copy = *variant;
    copy.has_pieceset = false;
    return &copy;
}

void variant_check_start(struct variant_check *check, const ks_variant *variant,
                         const ks_kernel *const *kernels, unsigned kernel_count) {
    *check = (struct variant_check){.rules = &variant_library_rules, .kernel_count = kernel_count};
    check->tables = knows_kernels(variant) ? without_kernels(variant) : NULL;
    memcpy(check->kernels, kernels, kernel_count * sizeof *kernels);
}

static bool are_same(ks_variant_squares a, ks_variant_squares b) {
    return a.half[0] == b.half[0] && a.half[1] == b.half[1];
}

/* ---- FEN ---- */

static bool check_fen(const struct variant_check *check, const struct any_position *position,
                      struct mistake *mistake) {
    char fen[ANY_FEN_SIZE];
    const size_t length = check->rules->write_fen(position->variant, &position->varied, fen);
    return check_fen_text(position, fen, length, 0, mistake);
}

/* ---- Kernels and tables ---- */

/* Lists the legal moves, sorted, as many as there is room for; returns how many there are. */
static size_t list(const struct variant_check *check, const ks_variant *variant,
                   const struct any_position *position, struct move_list *list) {
    const size_t found = check->rules->legal_moves(variant, &position->varied, list->moves, ANY_MOVES_MAX);
    list->count = found < ANY_MOVES_MAX ? found : ANY_MOVES_MAX;
    sort_moves(list);
    return found;
}

/* The pieces that attack each square of a position. */
struct attacked {
    ks_variant_squares by[2][KS_SQUARES];
};

static void find_attacked(const ks_variant *variant, const struct any_position *position,
                          struct attacked *attacked) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned square = 0; square < KS_SQUARES; square++)
            attacked->by[side][square] = ks_variant_attackers(variant, &position->varied, square, side);
}

static bool check_attacked(const struct any_position *position, const struct attacked *expected,
                           const char *kernel, struct mistake *mistake) {
    struct attacked found;
    find_attacked(position->variant, position, &found);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            if (!are_same(found.by[side][square], expected->by[side][square]))
                return mistaken(mistake, position,
                                "the kernel %s finds other attackers of %s than the tables", kernel,
                                ks_variant_square_name(position->variant, square));
    return true;
}

/* moves, attacked: what the tables find. */
static bool check_kernel(const struct variant_check *check, const struct any_position *position,
                         const ks_kernel *kernel, const struct move_list *moves,
                         const struct attacked *attacked, struct mistake *mistake) {
    struct move_list found;
    char how[64];
    ks_kernel_select(kernel->name, NULL);
    list(check, position->variant, position, &found);
    snprintf(how, sizeof how, "with the kernel %s ", kernel->name);
    return check_moves(position, &found, moves, how, mistake) &&
           check_attacked(position, attacked, kernel->name, mistake);
}

static bool check_kernels(const struct variant_check *check, const struct any_position *position,
                          const struct move_list *moves, struct mistake *mistake) {
    struct attacked attacked;
    if (!check->tables)
        return true;
    find_attacked(check->tables, position, &attacked);
    for (unsigned i = 0; i < check->kernel_count && !must_stop(); i++)
        if (!check_kernel(check, position, check->kernels[i], moves, &attacked, mistake))
            return false;
    return true;
}

/* ---- Each move ---- */

static ks_variant_squares attackers(const struct any_position *position, unsigned square, unsigned by_side) {
    return ks_variant_attackers(position->variant, &position->varied, square, by_side);
}

/* Makes a move; returns whether the king of the side that made it is attacked then. */
static bool leaves_king_attacked(const struct variant_check *check, const struct any_position *position,
                                 any_move move, struct any_position *after, ks_variant_undo *undo) {
    const unsigned us = any_side_to_move(position);
    *after = *position;
    check->rules->make_move(position->variant, &after->varied, move, undo);
    return !squares_empty(ks_variant_checkers(after->variant, &after->varied, us));
}

static bool is_capture(const struct any_position *position, any_move move) {
    return KS_VARIANT_MOVE_KIND(move) != KS_VARIANT_CASTLING &&
           KS_VARIANT_MOVE_FROM(move) != KS_VARIANT_MOVE_TO(move) &&
           position->varied.board[KS_VARIANT_MOVE_TO(move)];
}

static bool check_text(const struct any_position *position, any_move move, struct mistake *mistake) {
    char text[CHECKED_MOVE_SIZE];
    any_move again;
    const size_t length = any_write_uci(position, move, 0, text);
    if (any_explain_move(position, text, length, &again, NULL) != KS_OK || again != move)
        return mistaken(mistake, position, "the move %s is not the one that is read from this text", text);
    return true;
}

/* Takes the move back from the position after it. */
static bool check_taken_back(const struct variant_check *check, const struct any_position *position,
                             any_move move, const struct any_position *after, const ks_variant_undo *undo,
                             struct mistake *mistake) {
    char text[CHECKED_MOVE_SIZE];
    struct any_position again = *after;
    check->rules->unmake_move(position->variant, &again.varied, move, undo);
    const char *const field = any_differing_field(&again, position);
    return !field || mistaken(mistake, position, "when %s is taken back, the %s is not what it was",
                              name_move(position, move, text), field);
}

static bool check_move(const struct variant_check *check, const struct any_position *position, any_move move,
                       uint64_t *replies, struct mistake *mistake) {
    const unsigned us = any_side_to_move(position);
    struct any_position after;
    ks_variant_undo undo;
    char text[CHECKED_MOVE_SIZE];
    /* In bikjang a side may pass even in check. */
    if (leaves_king_attacked(check, position, move, &after, &undo) &&
        KS_VARIANT_MOVE_KIND(move) != KS_VARIANT_PASS)
        return mistaken(mistake, position, "after %s, the king can be captured",
                        name_move(position, move, text));
    if (is_capture(position, move) &&
        !squares_have(attackers(position, KS_VARIANT_MOVE_TO(move), us), KS_VARIANT_MOVE_FROM(move)))
        return mistaken(mistake, position, "%s captures what the piece doesn't attack",
                        name_move(position, move, text));
    *replies += check->rules->legal_moves(position->variant, &after.varied, NULL, 0);
    return check_text(position, move, mistake) &&
           check_taken_back(check, position, move, &after, &undo, mistake) &&
           check_fen(check, &after, mistake);
}

/* ---- Captures that are no moves ---- */

static bool is_listed(const struct move_list *list, unsigned from, unsigned to) {
    for (size_t i = 0; i < list->count; i++)
        if (KS_VARIANT_MOVE_FROM(list->moves[i]) == from && KS_VARIANT_MOVE_TO(list->moves[i]) == to)
            return true;
    return false;
}

/* Whether a capture that leaves the king safe is no move for another reason. */
static bool is_refused_otherwise(const struct any_position *position, any_move move) {
    char text[CHECKED_MOVE_SIZE];
    any_move found;
    const size_t length = any_write_uci(position, move, 0, text);
    const int code = any_explain_move(position, text, length, &found, NULL);
    return code == KS_ERROR_PROMOTION_LIMIT || code == KS_ERROR_PROMOTION_IMPOSSIBLE ||
           code == KS_ERROR_OWN_EXPLOSION || code == KS_ERROR_SPARED || code == KS_ERROR_KINGS_FACE ||
           code == KS_ERROR_GIVES_CHECK || code == KS_ERROR_MUST_DROP ||
           (code == KS_ERROR_CHECK_UNANSWERED && position->variant->king_stands);
}

static bool check_attack(const struct variant_check *check, const struct any_position *position,
                         unsigned from, unsigned to, struct mistake *mistake) {
    const any_move move = from | to << 7;
    struct any_position after;
    ks_variant_undo undo;
    char text[CHECKED_MOVE_SIZE];
    return leaves_king_attacked(check, position, move, &after, &undo) ||
           is_refused_otherwise(position, move) ||
           mistaken(mistake, position, "the generator misses the capture %s",
                    name_move(position, move, text));
}

static bool check_attacks(const struct variant_check *check, const struct any_position *position,
                          const struct move_list *moves, struct mistake *mistake) {
    const ks_variant_position *const varied = &position->varied;
    const unsigned us = any_side_to_move(position);
    if (ks_variant_find_outcome(position->variant, varied, KS_SAFE) != KS_UNDECIDED)
        return true; /* the game has ended */
    for (unsigned to = 0; to < ANY_SQUARES; to++) {
        if (!squares_have(varied->pieces[us ^ 1], to) || to == varied->king[us ^ 1])
            continue;
        const ks_variant_squares found = attackers(position, to, us);
        for (unsigned from = 0; from < ANY_SQUARES; from++)
            if (squares_have(found, from) && !is_listed(moves, from, to) &&
                !check_attack(check, position, from, to, mistake))
                return false;
    }
    return true;
}

/* ---- All of them ---- */

static bool check_verdict(const struct any_position *position, size_t count, struct mistake *mistake) {
    const ks_variant_position *const varied = &position->varied;
    ks_variant_squares checkers;
    const enum ks_verdict verdict = ks_variant_judge(position->variant, varied, &checkers);
    const bool over = ks_variant_find_outcome(position->variant, varied, KS_SAFE) != KS_UNDECIDED;
    const bool stuck = verdict == KS_CHECKMATE || verdict == KS_STALEMATE;
    const bool in_check = verdict != KS_SAFE && verdict != KS_STALEMATE;
    if (stuck != (count == 0 && !over) || in_check != !squares_empty(checkers) ||
        !are_same(checkers, any_checkers(position)))
        return mistaken(mistake, position, "the verdict is %s, with %zu legal moves",
                        ks_verdict_name(verdict), count);
    return true;
}

static bool check_perft(const struct variant_check *check, const struct any_position *position,
                        uint64_t replies, struct mistake *mistake) {
    if (replies > VARIANT_CHECK_REPLIES)
        return true;
    const uint64_t nodes = check->rules->perft(position->variant, &position->varied, 2);
    return nodes == replies ||
           mistaken(mistake, position, "perft to depth 2 is %" PRIu64 ", but there are %" PRIu64 " replies",
                    nodes, replies);
}

bool check_variant_position(const struct variant_check *check, const struct any_position *position,
                            struct move_list *moves, struct mistake *mistake) {
    const ks_variant *const variant = check->tables ? check->tables : position->variant;
    uint64_t replies = 0;
    char text[CHECKED_MOVE_SIZE];
    if (list(check, variant, position, moves) > ANY_MOVES_MAX) {
        moves->count = 0;
        return true;
    }
    if (!check_fen(check, position, mistake) || !check_kernels(check, position, moves, mistake) ||
        !check_attacks(check, position, moves, mistake) || !check_verdict(position, moves->count, mistake))
        return false;
    for (size_t i = 0; i < moves->count; i++) {
        if (must_stop())
            return true;
        if (i > 0 && moves->moves[i] == moves->moves[i - 1])
            return mistaken(mistake, position, "the generator lists %s twice",
                            name_move(position, moves->moves[i], text));
        if (!check_move(check, position, moves->moves[i], &replies, mistake))
            return false;
    }
    return check_perft(check, position, replies, mistake);
}
