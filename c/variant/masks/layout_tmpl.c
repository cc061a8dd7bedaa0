/* Lays a position out as masks. */

#include "variant/attacks/attacks.h"
#include "variant/masks/compiled_tmpl.h"
#include "variant/masks/masks.h"
#include "variant/masks/node_tmpl.h"
#include "variant/play/castling.h"

/* Returns whether each side has the king that the rules give it, and the side not to move is not in check. */
static bool has_ordinary_kings(const ks_variant *v, const ks_variant_position *p, const struct mask_node *n) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        const mask kings = king_of(v->compiled, n, side);
        const unsigned king = p->king[side];
        if (kings != (king == KS_NOWHERE ? 0 : bit(mask_square(v, king))) ||
            (!kings && v->royal != NO_TYPE && !v->kingless[side] && !v->may_lose_king))
            return false;
    }
    const ks_squares checkers = ks_variant_king_checkers(v, p, other_side(p->side_to_move));
    return is_empty_set(&checkers);
}

static bool lay_out_pieces(const ks_variant *v, const ks_variant_position *p, struct mask_node *n) {
    n->walls = mask_of(v, &p->walls);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (ks_squares left = p->pieces[side]; !is_empty_set(&left);) {
            const unsigned square = take_square(&left);
            const unsigned kind = v->compiled->kind_of_type[KS_VARIANT_TYPE(p->board[square])];
            if (kind == NO_KIND)
                return false;
            place(n, side, kind, bit(mask_square(v, square)));
        }
    return true;
}

static bool lay_out_hand(const ks_variant *v, const ks_variant_position *p, unsigned side,
                         struct mask_node *n) {
    for (unsigned type = 0; v->hands && type < v->type_count; type++) {
        const unsigned kind = v->compiled->kind_of_type[type];
        if (p->hand[side][type] && (kind == NO_KIND || kind == v->compiled->king))
            return false;
        if (kind != NO_KIND)
            n->hand[side][kind] = p->hand[side][type];
    }
    return true;
}

static void lay_out_castling(const ks_variant *v, const ks_variant_position *p, unsigned side,
                             struct mask_node *n) {
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
        if (p->castling_rook[side][wing] != KS_NOWHERE) {
            n->castling |= bit(mask_square(v, p->castling_rook[side][wing]));
            n->castler[side] = bit(mask_square(v, ks_variant_castling_king(v, p, side)));
        }
}

/* Nodes count the check that their last move has given, the first one too. */
static void lay_out_check(const ks_variant *v, const ks_variant_position *p, struct mask_node *n) {
    const unsigned us = p->side_to_move, them = other_side(us);
    if (v->checks && n->checks_left[them] &&
        ks_variant_is_attacked(v, p->board, &p->pieces[them], them, p->king[us]))
        n->checks_left[them]++;
}

/* Returns false when the position has what the masks do not. */
static bool lay_out(const ks_variant *v, const ks_variant_position *p, struct mask_node *n) {
    *n = (struct mask_node){.en_passant = mask_of(v, &p->en_passant), .passes = p->passes};
    if (v->marks_promoted)
        n->promoted = mask_of(v, &p->promoted);
    if (!lay_out_pieces(v, p, n))
        return false;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && v->gates; side++)
        n->gates |= mask_of(v, &p->gates[side]);
    if (v->compiled->pawn != NO_KIND && n->gates & n->kinds[v->compiled->pawn])
        return false;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        n->checks_left[side] = p->checks_left[side];
        if (!lay_out_hand(v, p, side, n))
            return false;
        lay_out_castling(v, p, side, n);
    }
    if (p->en_passant_pawn != KS_NOWHERE)
        n->en_passant_pawn = bit(mask_square(v, p->en_passant_pawn));
    lay_out_check(v, p, n);
    return has_ordinary_kings(v, p, n);
}

bool IN_BUILD(masks_count)(ks_masks_perft *build, const ks_variant *v, const ks_variant_position *p,
                           unsigned depth, uint64_t *nodes) {
    struct mask_node node;
    if (!lay_out(v, p, &node))
        return false;
    *nodes = build(v->compiled, &node, p->side_to_move, depth);
    return true;
}

/* Masks pay where they count replies, or where walking cannot. Elsewhere they make each move of the last ply
 * but one. On processors without PEXT that took up to 1.4 times as long as walking, which counts replies
 * (ai-wok, dragon, AMD Zen 4), and in two words with PEXT 2 to 5 times (xiangqi, janggimodern, AMD
 * Zen 5). With PEXT, pieces that turn took 0.3 to 0.7 times as long on boards of 12 to 36 squares, 1.5 times
 * on one of 64; pieces like pawns 1.2 to 1.7 times (legan, pawnsideways); moves that are tried 0.6 times
 * (grasshopper).
 */
bool IN_BUILD(masks_pay)(ks_masks_perft *build, const ks_variant *v) {
    const struct compiled *const c = v->compiled;
    if (c->replies || !counts_replies(v))
        return true;
    if (MASK_FILES > 8 && !(c->traits & (TRAIT_ROYAL | TRAIT_TRIES)))
        return true;
    if (MASK_FILES > 8 || build == ks_any_masks_perft || c->traits & TRAIT_PAWNS)
        return false;
    return !(c->traits & TRAIT_TURNS) || v->squares <= 36;
}
