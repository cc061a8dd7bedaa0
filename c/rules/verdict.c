/* Judges a position, or many boards at once, and finds the draws of a game. */
#include "rules/verdict.h"

#include <assert.h>
#include <stdbool.h>

#include "core/kernels/family.h"
#include "rules/position.h"

/* ---- One position ---- */

enum ks_verdict ks_judge(const ks_position *position, uint64_t *checkers) {
    const uint64_t found = checkers_of(position);
    if (checkers)
        *checkers = found;
    return verdict_of(found, ks_has_legal_move(position));
}

const char *ks_verdict_name(enum ks_verdict verdict) {
    static const char *const names[KS_VERDICTS] = {[KS_SAFE] = "safe",
                                                   [KS_CHECK] = "check",
                                                   [KS_DOUBLE_CHECK] = "double-check",
                                                   [KS_CHECKMATE] = "checkmate",
                                                   [KS_STALEMATE] = "stalemate"};
    assert((unsigned)verdict < KS_VERDICTS);
    return names[verdict];
}

/* ---- Many boards ---- */

const void *const ks_verdicts_builds[TIERS] = {
    FOR_TIER(any, lanes),
#ifdef KS_VECTOR_BUILDS
    FOR_TIER(avx2, lanes),
    FOR_TIER(avx512, lanes),
#endif
};

static const struct lanes_build *lanes_in_use(void) {
    return BUILD_IN_USE(verdicts);
}

void ks_settle_verdicts(struct second_look *looks, size_t count) {
    lanes_in_use()->settle_verdicts(looks, count);
}

void ks_find_easy_pushes(struct easy_look *look) {
    lanes_in_use()->find_easy_pushes(look);
}

/* ---- Draws ---- */

/* Draws that need no search: by material, by the clock, by repetition. */

enum { FIFTY_MOVES = 100, SEVENTY_FIVE_MOVES = 150 }; /* of each side: plies */

static const uint64_t light_squares = 0xaa55aa55aa55aa55;

static uint64_t of_both(const ks_position *position, unsigned white_code) {
    return ks_squares_of(position, white_code) | ks_squares_of(position, white_code | KS_BLACK_BIT);
}

/* Pawns, rooks and queens, each of which can mate: the middle bit of their codes is 0, another is 1. */
static uint64_t strong_pieces(const ks_position *position) {
    const uint64_t *planes = position->private_planes;
    return (planes[0] | planes[2]) & ~planes[1];
}

int ks_can_mate(const ks_position *position, unsigned side) {
    const uint64_t ours = ks_pieces_of(position, side);
    const uint64_t knights = of_both(position, KS_WHITE_KNIGHT), bishops = of_both(position, KS_WHITE_BISHOP);
    const uint64_t pawns = of_both(position, KS_WHITE_PAWN);
    if (strong_pieces(position) & ours)
        return 1;
    if (knights & ours) { /* one alone needs a piece besides it that is no enemy queen */
        const uint64_t blockers = knights | bishops | pawns | of_both(position, KS_WHITE_ROOK);
        return (blockers & (blockers - 1)) != 0;
    }
    if (!(bishops & ours))
        return 0;
    return (bishops & light_squares && bishops & ~light_squares) || pawns || knights;
}

static bool is_material_insufficient(const ks_position *position) {
    return !strong_pieces(position) && !ks_can_mate(position, KS_WHITE) && !ks_can_mate(position, KS_BLACK);
}

static enum ks_draw find_draw_by_rule(const ks_position *position) {
    if (is_material_insufficient(position))
        return KS_DRAW_MATERIAL;
    if (position->halfmove_clock >= SEVENTY_FIVE_MOVES)
        return KS_DRAW_SEVENTY_FIVE_MOVES;
    return position->halfmove_clock >= FIFTY_MOVES ? KS_DRAW_FIFTY_MOVES : KS_DRAW_NONE;
}

unsigned ks_count_repetitions(const uint64_t *keys, size_t count, unsigned halfmove_clock) {
    unsigned found = 0;
    for (size_t back = 2; back <= halfmove_clock && back < count; back += 2) /* the same side is to move */
        found += keys[count - 1 - back] == keys[count - 1];
    return found;
}

enum ks_draw ks_find_draw(const ks_position *position, enum ks_verdict verdict, const uint64_t *keys,
                          size_t count) {
    if (verdict == KS_CHECKMATE || verdict == KS_STALEMATE)
        return verdict == KS_STALEMATE ? KS_DRAW_STALEMATE : KS_DRAW_NONE;
    const unsigned repetitions = ks_count_repetitions(keys, count, position->halfmove_clock);
    return ks_choose_draw(find_draw_by_rule(position), ks_draw_by_repetition(repetitions));
}

const char *ks_draw_name(enum ks_draw draw) {
    static const char *const names[] = {[KS_DRAW_NONE] = NULL,
                                        [KS_DRAW_MATERIAL] = "insufficient-material",
                                        [KS_DRAW_FIFTY_MOVES] = "fifty-moves",
                                        [KS_DRAW_SEVENTY_FIVE_MOVES] = "seventy-five-moves",
                                        [KS_DRAW_THREEFOLD] = "threefold-repetition",
                                        [KS_DRAW_FIVEFOLD] = "fivefold-repetition",
                                        [KS_DRAW_STALEMATE] = "stalemate",
                                        [KS_DRAW_MOVE_RULE] = "move-rule",
                                        [KS_DRAW_REPETITION] = "repetition",
                                        [KS_DRAW_RULE] = "rule"};
    assert((unsigned)draw < sizeof names / sizeof *names);
    return names[draw];
}
