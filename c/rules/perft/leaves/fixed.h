/* Lays out the data that all children of a node share: black's pieces, and the squares that its king may step
 * to, as ray words. */
#ifndef KS_LEAVES_FIXED_H
#define KS_LEAVES_FIXED_H

#include "rules/perft/leaves/lanes.h"
#include "rules/perft/leaves/leaves.h"
#include "rules/perft/movegen.h"

/* Sets of squares in the layout of ray words: the same set in all lanes, or white's orthogonal sliders in the
 * lanes of orthogonal rays and its diagonal ones in the others. */
struct square_sets {
    lanes occupied, without_king, own, sliders;
};

/* Returns the ray word of a set: its squares that lie on the rays of `square`. */
ALWAYS_INLINE uint64_t ray_word(lanes set, unsigned square) {
    return ks_ray_valid[square] & _mm512_bitshuffle_epi64_mask(set, LANES_LOAD(ks_ray_squares[square]));
}

ALWAYS_INLINE uint64_t bit_of_slot(unsigned slot) {
    return slot == NO_SLOT ? 0 : (uint64_t)1 << slot;
}

/* Returns the rays along which a pinned piece may move: the king's ray on which it stands, and the opposite
 * one. */
ALWAYS_INLINE uint64_t rays_of_pin(unsigned slot) {
    const unsigned ray = slot / 8;
    return (uint64_t)0xff << 8 * (ray & 7) | (uint64_t)0xff << 8 * ((ray + 4) & 7);
}

ALWAYS_INLINE void lay_out_pieces(struct leaves *leaves, const struct node *node) {
    leaves->occupied = occupied_squares(node);
    leaves->black = node->sides[KS_BLACK];
    leaves->king = king_square(node, KS_BLACK);
    leaves->white_king_square = king_square(node, KS_WHITE);
    leaves->white_pawns = pieces_of(node, KS_WHITE_PAWN, KS_WHITE);
    leaves->white_knights = pieces_of(node, KS_WHITE_KNIGHT, KS_WHITE);
    leaves->white_king = pieces_of(node, KS_WHITE_KING, KS_WHITE);
    leaves->black_pawns = pieces_of(node, KS_WHITE_PAWN, KS_BLACK);
    leaves->black_knights = pieces_of(node, KS_WHITE_KNIGHT, KS_BLACK);
    leaves->black_orthogonal = orthogonal_sliders(node, KS_BLACK);
    leaves->black_diagonal = diagonal_sliders(node, KS_BLACK);
}

ALWAYS_INLINE uint64_t pawns_attacking(unsigned square) {
    return attack_left(bit(square), KS_BLACK) | attack_right(bit(square), KS_BLACK);
}

ALWAYS_INLINE void lay_out_king(struct leaves *leaves, const struct square_sets *sets) {
    const unsigned king = leaves->king;
    leaves->words = (struct ray_words){ray_word(sets->occupied, king), ray_word(sets->sliders, king)};
    leaves->own = ray_word(sets->own, king);
    const lanes pawns = _mm512_maskz_set1_epi64(1 << PAWN, (long long)pawns_attacking(king));
    leaves->check_from = _mm512_mask_set1_epi64(pawns, 1 << KNIGHT, (long long)ks_leaps[king]);
}

ALWAYS_INLINE void lay_out_steps(struct leaves *leaves, const struct square_sets *sets) {
    const unsigned king = leaves->king;
    struct step *step = leaves->steps;
    uint64_t squares = ks_steps[king] & (~leaves->black | leaves->children.targets);
    for (; squares; squares &= squares - 1, step++) {
        const unsigned square = lowest_square(squares);
        step->words =
            (struct ray_words){ray_word(sets->without_king, square), ray_word(sets->sliders, square)};
        step->own = leaves->black & bit(square);
        step->pawns = pawns_attacking(square);
        step->direction = bit(ks_ray_slots[king][square] / 8u);
        step->square = square;
    }
    leaves->step_count = (size_t)(step - leaves->steps);
}

/* Returns whether a black piece in this slot of the king's rays, or in none, cannot be pinned in any child.
 * That holds when a black piece that no child captures is nearer to the king, or next on the ray; or when no
 * piece follows on the ray. */
ALWAYS_INLINE bool is_never_pinned(const struct leaves *leaves, uint64_t targets, unsigned slot) {
    if (slot == NO_SLOT)
        return true;
    const uint64_t piece = (uint64_t)1 << slot, ray = (uint64_t)0xff << (slot & 56);
    const uint64_t before = ray & (piece - 1), behind = ray & ~before & ~piece,
                   stays = leaves->own & ~targets;
    const uint64_t next = (leaves->words.occupied | targets) & behind;
    return (stays & before) || !(next & -next & ~stays);
}

ALWAYS_INLINE void lay_out_sliders(struct leaves *leaves, const struct square_sets *sets, uint64_t targets) {
    struct slider *slider = leaves->sliders;
    uint64_t squares = leaves->black_orthogonal | leaves->black_diagonal;
    const uint64_t touched = leaves->children.targets | leaves->children.sources;
    for (; squares; squares &= squares - 1, slider++) {
        const unsigned square = lowest_square(squares), slot = ks_ray_slots[leaves->king][square];
        const uint64_t seen =
            (leaves->black_orthogonal & bit(square) ? orthogonal_attacks(square, leaves->occupied) : 0) |
            (leaves->black_diagonal & bit(square) ? diagonal_attacks(square, leaves->occupied) : 0);
        if (!((seen | bit(square)) & touched) && is_never_pinned(leaves, targets, slot)) {
            leaves->constant += (unsigned)_mm_popcnt_u64(seen & ~leaves->black);
            slider--;
            continue;
        }
        const uint64_t rays = (leaves->black_orthogonal & bit(square) ? ORTHOGONAL_RAYS : 0) |
                              (leaves->black_diagonal & bit(square) ? DIAGONAL_RAYS : 0);
        slider->occupied = ray_word(sets->occupied, square);
        slider->rays = rays & ks_ray_valid[square];
        slider->open = slider->rays & ~ray_word(sets->own, square);
        slider->square = square;
        slider->pin_slot = bit_of_slot(slot);
        slider->pin_rays = rays_of_pin(slot);
    }
    leaves->slider_count = (size_t)(slider - leaves->sliders);
}

ALWAYS_INLINE void lay_out_knights(struct leaves *leaves, uint64_t targets) {
    struct knight *knight = leaves->knights;
    for (uint64_t squares = leaves->black_knights; squares; squares &= squares - 1) {
        const unsigned square = lowest_square(squares), slot = ks_ray_slots[leaves->king][square];
        const uint64_t captured =
            (bit(square) | (ks_leaps[square] & leaves->black)) & leaves->children.targets;
        if (!captured && is_never_pinned(leaves, targets, slot))
            leaves->constant += (unsigned)_mm_popcnt_u64(ks_leaps[square] & ~leaves->black);
        else
            *knight++ = (struct knight){
                .square = bit(square), .targets = ks_leaps[square], .pin_slot = bit_of_slot(slot)};
    }
    leaves->knight_count = (size_t)(knight - leaves->knights);
}

/* ---- Castling ---- */

/* The squares of the path are tested as those of the king's steps, but without king and rook. This agrees
 * with the rule: a slider that the rook blocks from one of them also attacks the king's new square or its old
 * one. */
ALWAYS_INLINE void lay_out_path(struct castling *castling, uint64_t squares, uint64_t others,
                                const struct square_sets *sets) {
    castling->count = 0;
    for (; squares; squares &= squares - 1) {
        const unsigned square = lowest_square(squares);
        castling->knights |= ks_leaps[square];
        castling->kings |= ks_steps[square];
        castling->pawns |= pawns_attacking(square);
        castling->path[castling->count].words =
            (struct ray_words){ray_word(LANES_ALL(others), square), ray_word(sets->sliders, square)};
        castling->path[castling->count++].square = square;
    }
}

/* A square next to the king is one of its steps and has already been tested. The last square has not been
 * tested without the rook. */
ALWAYS_INLINE void lay_out_castlings(struct leaves *leaves, const struct node *node,
                                     const struct square_sets *sets) {
    const unsigned king = leaves->king;
    struct castling *castling = leaves->castlings;
    uint64_t rooks = node->castling & row_mask(back_row(KS_BLACK));
    for (; rooks; rooks &= rooks - 1) {
        const unsigned rook = lowest_square(rooks);
        if (between_in_row(king, rook) & leaves->black)
            continue;
        const unsigned king_to = castled_king(KS_BLACK, king, rook),
                       rook_to = castled_rook(KS_BLACK, king, rook);
        const uint64_t empty = (row_span(king, king_to) | row_span(rook, rook_to)) & ~bit(king) & ~bit(rook);
        if (empty & leaves->black)
            continue;
        const uint64_t path = row_span(king, king_to) & ~(bit(king) & ~bit(king_to));
        const uint64_t step = path & ks_steps[king] & ~bit(king_to) & ~bit(rook);
        *castling = (struct castling){.rook = bit(rook), .empty = empty};
        castling->step = step ? ks_ray_slots[king][lowest_square(step)] / 8u : NO_STEP;
        lay_out_path(castling, path & ~step, leaves->occupied & ~bit(king) & ~bit(rook), sets);
        castling++;
    }
    leaves->castling_count = (size_t)(castling - leaves->castlings);
}

/* ---- All ---- */

/* Fills in *leaves. leaves->children: those of the node (precondition). */
ALWAYS_INLINE void lay_out(struct leaves *leaves, const struct node *node) {
    lay_out_pieces(leaves, node);
    const struct square_sets sets = {
        .occupied = LANES_ALL(leaves->occupied),
        .without_king = LANES_ALL(leaves->occupied & ~bit(leaves->king)),
        .own = LANES_ALL(leaves->black),
        .sliders = _mm512_mask_set1_epi64(LANES_ALL(diagonal_sliders(node, KS_WHITE)), 0x55,
                                          (long long)orthogonal_sliders(node, KS_WHITE))};
    lay_out_king(leaves, &sets);
    lay_out_steps(leaves, &sets);
    leaves->constant = 0;
    const uint64_t targets = ray_word(LANES_ALL(leaves->children.targets), leaves->king);
    lay_out_sliders(leaves, &sets, targets);
    lay_out_knights(leaves, targets);
    leaves->castling_count = 0;
    if (node->castling & row_mask(back_row(KS_BLACK)))
        lay_out_castlings(leaves, node, &sets);
}

#endif
