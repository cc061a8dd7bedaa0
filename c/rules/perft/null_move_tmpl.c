/* Counts the last two plies of perft on any processor. The counter finds the replies to a null move, and
 * then the difference that the moves of each of white's pieces make: null_move_tmpl.h, changes_tmpl.h. Only
 * a few moves are made: those that give check, and others that change much. */
#include "rules/perft/null_move_tmpl.h"

#include "rules/build.h"
#include "rules/perft/few_tmpl.h"
#include "rules/perft/perft.h"

ALWAYS_INLINE uint64_t play_to(const struct node *node, struct origin origin, uint64_t targets) {
    uint64_t replies = 0;
    for (; targets; targets &= targets - 1) {
        const unsigned to = lowest_square(targets);
        replies += play(node, KS_MOVE(origin_of(origin, to), to, KS_MOVE_PLAIN));
    }
    return replies;
}

/* ---- The null move ---- */

/* Returns false when all moves must be played out. */
ALWAYS_INLINE bool make_null_move(struct null_move *null, const struct node *node) {
    struct pins pins;
    uint64_t checks[WHITE_CODES], played, played_orthogonal = 0;
    start_null_move(null, node);
    null->king.watched = null->king.steps;
    if (!find_checks(null, checks, false))
        return false;
    find_pins(null, &pins);
    played = pins.orthogonal | pins.diagonal;
    if (!watch_castling(null, &played, &played_orthogonal))
        return false;
    watch_all(null);
    count_pieces(null, &pins, &played);
    for (unsigned code = KS_WHITE_PAWN; code < WHITE_CODES; code++)
        null->played.to[code] = checks[code] | played;
    null->played.to[KS_WHITE_ROOK] |= played_orthogonal;
    null->played.to[KS_WHITE_QUEEN] |= played_orthogonal;
    return true;
}

/* ---- White's pieces ---- */

ALWAYS_INLINE uint64_t after_piece(const struct null_move *null, unsigned code, unsigned from,
                                   uint64_t targets) {
    const struct origin origin = {from, 0};
    const bool slides = code == KS_WHITE_BISHOP || code == KS_WHITE_ROOK || code == KS_WHITE_QUEEN;
    const bool pins = slides && bit(from) & null->pins.pinners, felt = bit(from) & null->effects.felt;
    uint64_t played = bit(from) & null->played.from ? targets : targets & null->played.to[code];
    uint64_t line = 0, whole_line = 0;
    if (pins)
        line = pinner_line(null, from, &whole_line);
    played |= targets & whole_line;
    if (felt)
        played |= targets & hindered_targets(&null->pawns, bit(from));
    targets &= ~played;

    int64_t sum = after_landing(null, targets);
    sum += all_king_moves_after(null, code, origin, targets, bit(from) & null->king.shields);
    if (felt)
        sum += after_leaving(null, from, targets);
    if (pins)
        sum += after_unpinning(null, from, targets, line);
    if (slides)
        sum += after_pins(null, code, from, targets);
    return (uint64_t)sum + (played ? play_to(null->node, origin, played) : 0);
}

ALWAYS_INLINE uint64_t after_pieces(const struct null_move *null, unsigned code, const ks_king_lines *lines) {
    uint64_t replies = 0;
    for (uint64_t rest = pieces_of(null->node, code, KS_WHITE); rest; rest &= rest - 1) {
        const unsigned from = lowest_square(rest);
        const uint64_t targets = targets_of(null, code, from, lines);
        if (targets)
            replies += after_piece(null, code, from, targets);
    }
    return replies;
}

/* White is not in check, so no slider's line passes through its king, and the squares that black attacks are
 * exactly those that the king may not enter. */
ALWAYS_INLINE uint64_t after_king(const struct null_move *null) {
    const struct node *node = null->node;
    const unsigned king = king_square(node, KS_WHITE);
    const uint64_t targets = ks_steps[king] & ~null->white & ~bit(null->king.square) & ~null->attacked;
    ks_move list[CASTLINGS];
    struct moves moves = {.next = list};
    add_castling(node, &moves, LIST, KS_WHITE);
    return (targets ? after_piece(null, KS_WHITE_KING, king, targets) : 0) +
           play_list(node, list, moves.next);
}

/* ---- White's pawns ---- */

/* Plays promotions, en passant, and double pushes after which black may capture en passant, and removes them
 * from the targets. */
ALWAYS_INLINE uint64_t after_special_pawn_moves(const struct null_move *null, struct pawn_targets *targets,
                                                const ks_king_lines *lines) {
    ks_move list[KS_MOVES_MAX];
    return play_list(
        null->node, list,
        take_special_pawn_moves(null, targets, pushes_beside_pawns(null->node, targets->twice), lines, list));
}

/* Counts the replies to the moves of one pawn whose leaving matters, and removes its targets from the
 * others'. */
ALWAYS_INLINE uint64_t after_pawn(const struct null_move *null, uint64_t pawn, struct pawn_targets *targets) {
    const struct pawn_targets own = {targets->left & attack_left(pawn, KS_WHITE),
                                     targets->right & attack_right(pawn, KS_WHITE),
                                     targets->once & push(pawn, KS_WHITE),
                                     targets->twice & push(push(pawn & row_mask(6), KS_WHITE), KS_WHITE)};
    const uint64_t all = own.left | own.right | own.once | own.twice;
    targets->left ^= own.left;
    targets->right ^= own.right;
    targets->once ^= own.once;
    targets->twice ^= own.twice;
    return all ? after_piece(null, KS_WHITE_PAWN, lowest_square(pawn), all) : 0;
}

/* Counts the replies to all moves over one distance by pawns whose leaving does not matter. */
ALWAYS_INLINE uint64_t after_pawns_by(const struct null_move *null, int step, uint64_t targets) {
    const struct origin origin = {0, step};
    const uint64_t played = targets & null->played.to[KS_WHITE_PAWN], others = targets ^ played;
    if (!targets)
        return 0;
    return (uint64_t)(after_landing(null, others) +
                      all_king_moves_after(null, KS_WHITE_PAWN, origin, others, false)) +
           (played ? play_to(null->node, origin, played) : 0);
}

ALWAYS_INLINE uint64_t after_pawns(const struct null_move *null, const ks_king_lines *lines) {
    const uint64_t felt = null->effects.felt | null->king.shields | null->played.from;
    struct pawn_targets targets = pawn_targets(null, lines);
    uint64_t replies = after_special_pawn_moves(null, &targets, lines);
    for (uint64_t rest = pieces_of(null->node, KS_WHITE_PAWN, KS_WHITE) & felt; rest; rest &= rest - 1)
        replies += after_pawn(null, rest & -rest, &targets);
    return replies + after_pawns_by(null, LEFT, targets.left) + after_pawns_by(null, RIGHT, targets.right) +
           after_pawns_by(null, ONCE, targets.once) + after_pawns_by(null, TWICE, targets.twice);
}

/* ---- All ---- */

uint64_t IN_BUILD(replies)(const struct node *node) {
    ks_king_lines lines;
    struct null_move null;
    find_lines(node, KS_WHITE, &lines);
#ifdef KS_HAS_PEXT
    if (has_few_sliders(node))
        return count_few(node, &lines);
#endif
    if (lines.checkers || !make_null_move(&null, node))
        return play_all(node, &lines);
    return after_pawns(&null, &lines) + after_pieces(&null, KS_WHITE_KNIGHT, &lines) +
           after_pieces(&null, KS_WHITE_BISHOP, &lines) + after_pieces(&null, KS_WHITE_ROOK, &lines) +
           after_pieces(&null, KS_WHITE_QUEEN, &lines) + after_king(&null);
}
