/* The generator of legal moves. Checks and pins come first; then only legal moves are listed: a pinned piece
 * stays on its line, a check is answered on its line, and the king enters no square that the enemy attacks.
 * Only en passant is tried.
 *
 * The order: pawns that are free, pawns that promote or are pinned, knights, bishops, rooks, queens, pinned
 * sliders, castling, en passant, king. The pieces of a kind are in the order of their squares, and the moves
 * of a piece in the order of their targets, a queen's along ranks and files first. Pawns go one square, two,
 * or capture towards the a-file or the h-file. */
#ifndef KS_GENERATOR_LIST_H
#define KS_GENERATOR_LIST_H

#include "rules/generator/danger.h"
#include "rules/generator/writing.h"

/* The moves that a list is about. */
struct selection {
    uint64_t from, to;
    uint64_t castling; /* the rooks with which the king may castle */
    bool en_passant;
};

/* ---- Pawns ---- */

/* The squares that pawns push to, those that they may go to at all, and those of the pieces to capture. */
struct pawn_targets {
    uint64_t empty, allowed, enemy;
};

/* The pawns that make each kind of move. */
struct pawn_moves {
    uint64_t once, twice, left, right;
};

ALWAYS_INLINE struct pawn_moves find_pawn_moves(uint64_t pawns, const struct pawn_targets *targets,
                                                unsigned us) {
    const unsigned them = us ^ 1;
    const uint64_t once = pawns & push(targets->empty, them);
    const uint64_t captured = targets->enemy & targets->allowed;
    const uint64_t second = us == KS_WHITE ? row_mask(6) : row_mask(1);
    return (struct pawn_moves){once & push(targets->allowed, them),
                               once & second & push(push(targets->empty & targets->allowed, them), them),
                               pawns & attack_right(captured, them), pawns & attack_left(captured, them)};
}

ALWAYS_INLINE void add_pawn_moves(struct moves *moves, enum purpose purpose, const struct pawn_moves *pawns,
                                  unsigned us) {
    const int forward = us == KS_WHITE ? -8 : 8;
    add_by_step(moves, purpose, pawns->once, forward, KS_MOVE_PLAIN);
    add_by_step(moves, purpose, pawns->twice, 2 * forward, KS_MOVE_DOUBLE_PUSH);
    add_by_step(moves, purpose, pawns->left, forward - 1, KS_MOVE_PLAIN);
    add_by_step(moves, purpose, pawns->right, forward + 1, KS_MOVE_PLAIN);
}

ALWAYS_INLINE void add_promotions(struct moves *moves, enum purpose purpose, const struct pawn_moves *pawns,
                                  uint64_t last, unsigned us) {
    const int forward = us == KS_WHITE ? -8 : 8;
    for (unsigned kind = KS_MOVE_TO_KNIGHT; kind <= KS_MOVE_TO_QUEEN; kind++) {
        add_by_step(moves, purpose, pawns->once & last, forward, kind);
        add_by_step(moves, purpose, pawns->left & last, forward - 1, kind);
        add_by_step(moves, purpose, pawns->right & last, forward + 1, kind);
    }
}

/* Adds the moves of any pawns. */
ALWAYS_INLINE void add_any_pawns(struct moves *moves, enum purpose purpose, const struct sets *s,
                                 uint64_t pawns, const struct pawn_targets *targets, uint64_t pin_lines,
                                 unsigned us) {
    const unsigned them = us ^ 1;
    const uint64_t file = pin_lines & file_mask(s->king & 7), diagonals = pin_lines & diagonal_rays(s->king);
    const uint64_t free = ~pin_lines, last = us == KS_WHITE ? row_mask(1) : row_mask(6);
    struct pawn_moves all = find_pawn_moves(pawns, targets, us);
    all.once &= free | file;
    all.twice &= free | file;
    all.left &= free | (diagonals & attack_right(diagonals, them));
    all.right &= free | (diagonals & attack_left(diagonals, them));
    const struct pawn_moves others = {all.once & ~last, all.twice, all.left & ~last, all.right & ~last};
    add_pawn_moves(moves, purpose, &others, us);
    if (RARE(pawns & last))
        add_promotions(moves, purpose, &all, last, us);
}

#ifdef KS_COMPRESSES
/* Writes the moves of at most eight pawns, none of which promotes or is pinned: four groups of eight words in
 * one register. A move is 65 * from and a constant. Which pawns can go is asked on the squares that they go
 * to. */
ALWAYS_INLINE void write_free_pawns(struct moves *moves, uint64_t pawns, const struct pawn_targets *targets,
                                    unsigned us) {
#define GROUP(step, kind)                                                                                    \
    (long long)(0x0001000100010001u * (uint16_t)((unsigned)(64 * (step)) + 4096u * (kind)))
    const int forward = us == KS_WHITE ? -8 : 8;
    const long long a = GROUP(forward, KS_MOVE_PLAIN), b = GROUP(2 * forward, KS_MOVE_DOUBLE_PUSH),
                    c = GROUP(forward - 1, KS_MOVE_PLAIN), d = GROUP(forward + 1, KS_MOVE_PLAIN);
#undef GROUP
    const long long eights = 0x0808080808080808, first = 0x0706050403020100;
    const uint64_t captures = targets->enemy & targets->allowed, once = targets->empty & targets->allowed;
    const uint64_t twice = once & push(targets->empty, us) & (us == KS_WHITE ? row_mask(4) : row_mask(3));
    const unsigned set =
        (unsigned)(extract_bits(once, push(pawns, us)) | extract_bits(twice, push(push(pawns, us), us)) << 8 |
                   extract_bits(captures & ~file_mask(FILE_H), us == KS_WHITE ? pawns >> 9 : pawns << 7)
                       << 16 |
                   extract_bits(captures & ~file_mask(FILE_A), us == KS_WHITE ? pawns >> 7 : pawns << 9)
                       << 24);
    const __m512i all =
        _mm512_setr_epi64(first, first + eights, first + 2 * eights, first + 3 * eights, first + 4 * eights,
                          first + 5 * eights, first + 6 * eights, first + 7 * eights);
    const __m128i from = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(pawns, all));
    const __m512i words = _mm512_cvtepu8_epi16(_mm256_broadcastq_epi64(from));
    const __m512i each = _mm512_add_epi16(_mm512_add_epi16(words, _mm512_setr_epi64(a, a, b, b, c, c, d, d)),
                                          _mm512_slli_epi16(words, 6));
    _mm512_storeu_si512(moves->next, _mm512_maskz_compress_epi16(set, each));
    moves->next += size_of_set(set);
}
#endif

ALWAYS_INLINE void add_free_pawns(struct moves *moves, enum purpose purpose, uint64_t pawns,
                                  const struct pawn_targets *targets, unsigned us) {
#ifdef KS_COMPRESSES
    if (purpose == LIST) {
        write_free_pawns(moves, pawns, targets, us);
        return;
    }
#endif
    const struct pawn_moves all = find_pawn_moves(pawns, targets, us);
    add_pawn_moves(moves, purpose, &all, us);
}

ALWAYS_INLINE void add_pawns(struct moves *moves, enum purpose purpose, const struct sets *s, uint64_t pawns,
                             uint64_t allowed, uint64_t pin_lines, unsigned us) {
    const struct pawn_targets targets = {~s->occupied, allowed, s->enemy};
    const uint64_t last = us == KS_WHITE ? row_mask(0) | row_mask(1) : row_mask(6) | row_mask(7);
    const uint64_t others = size_of_set(pawns) > 8 ? pawns : pawns & (last | pin_lines);
    add_free_pawns(moves, purpose, pawns ^ others, &targets, us);
    if (RARE(others))
        add_any_pawns(moves, purpose, s, others, &targets, pin_lines, us);
}

/* ---- En passant ---- */

/* Returns whether the king is safe after this capture, which may open a line on which neither pawn was
 * pinned. */
ALWAYS_INLINE bool is_en_passant_safe(const struct sets *s, unsigned from, unsigned to, unsigned captured,
                                      uint64_t checkers) {
    const uint64_t occupied = (s->occupied & ~bit(from) & ~bit(captured)) | bit(to);
    return !(slide_orthogonally(s->king, occupied) & s->orthogonal) &&
           !(slide_diagonally(s->king, occupied) & s->diagonal) &&
           !(checkers & ~bit(captured) & ~s->orthogonal & ~s->diagonal);
}

ALWAYS_INLINE void add_en_passant(struct moves *moves, enum purpose purpose, const struct sets *s,
                                  uint64_t pawns, unsigned to, uint64_t checkers, unsigned us) {
    const unsigned captured = us == KS_WHITE ? to + 8 : to - 8;
    uint64_t rest = (attack_left(bit(to), us ^ 1) | attack_right(bit(to), us ^ 1)) & pawns;
    for (; rest; rest &= rest - 1)
        if (is_en_passant_safe(s, lowest_square(rest), to, captured, checkers))
            add_move(moves, purpose, KS_MOVE(lowest_square(rest), to, KS_MOVE_EN_PASSANT));
}

/* ---- Pieces ---- */

ALWAYS_INLINE void add_knights(struct moves *moves, enum purpose purpose, uint64_t knights,
                               uint64_t allowed) {
    for (; knights; knights &= knights - 1)
        add_leaps(moves, purpose, lowest_square(knights), allowed);
}

ALWAYS_INLINE void add_sliders(struct moves *moves, enum purpose purpose, const struct sets *s,
                               uint64_t pieces, uint64_t allowed) {
    const uint64_t *b = s->bits;
    for (uint64_t rest = b[0] & b[1] & pieces; rest; rest &= rest - 1)
        add_diagonal_slides(moves, purpose, lowest_square(rest), s->occupied, allowed);
    for (uint64_t rest = b[2] & ~b[1] & ~b[0] & pieces; rest; rest &= rest - 1)
        add_orthogonal_slides(moves, purpose, lowest_square(rest), s->occupied, allowed);
    for (uint64_t rest = b[2] & b[0] & pieces; rest; rest &= rest - 1)
        add_queen_slides(moves, purpose, lowest_square(rest), s->occupied, allowed);
}

/* Adds the moves of pinned sliders, each of which stays on its line. */
ALWAYS_INLINE void add_pinned_sliders(struct moves *moves, enum purpose purpose, const struct sets *s,
                                      uint64_t pinned, uint64_t pin_lines, uint64_t allowed) {
    const uint64_t *b = s->bits, straight = pin_lines & orthogonal_rays(s->king);
    const uint64_t slant = pin_lines ^ straight;
    for (uint64_t rest = b[2] & ~b[1] & pinned & straight; rest; rest &= rest - 1)
        add_orthogonal_slides(moves, purpose, lowest_square(rest), s->occupied, allowed & straight);
    for (uint64_t rest = b[0] & (b[1] | b[2]) & pinned & slant; rest; rest &= rest - 1)
        add_diagonal_slides(moves, purpose, lowest_square(rest), s->occupied, allowed & slant);
}

/* ---- The king ---- */

/* Returns the squares that castling with these rooks needs safe, where nothing else forbids it. */
ALWAYS_INLINE uint64_t castling_path(const struct sets *s, uint64_t rooks) {
    const unsigned row = s->king & 56;
    uint64_t path = 0;
    for (; rooks; rooks &= rooks - 1) {
        const struct castling_way *way = &ks_castling_ways[s->king & 7][lowest_square(rooks) & 7];
        path |= way->empty << row & s->occupied ? 0 : way->safe << row;
    }
    return path & ~bit(s->king);
}

/* Adds castling, when the king is not in check. A rook on a pin's line shields the king's new square. */
ALWAYS_INLINE void add_castling(struct moves *moves, enum purpose purpose, const struct sets *s,
                                uint64_t rooks, uint64_t danger, uint64_t pin_lines) {
    const unsigned row = s->king & 56;
    for (; rooks; rooks &= rooks - 1) {
        const unsigned rook = lowest_square(rooks);
        const struct castling_way *way = &ks_castling_ways[s->king & 7][rook & 7];
        if (!((way->empty << row & s->occupied) | (way->safe << row & danger) | (bit(rook) & pin_lines)))
            add_move(moves, purpose, KS_MOVE(s->king, rook, KS_MOVE_CASTLING));
    }
}

/* ---- All ---- */

/* Adds the selected legal moves of `us`, which has one king. */
ALWAYS_INLINE void add_legal_moves(struct moves *moves, enum purpose purpose, const ks_position *position,
                                   const struct sets *s, const struct selection *selection, unsigned us) {
    const struct lines lines = find_lines(s, us);
    const uint64_t target = ~s->own & ~kings_of(s) & selection->to;
    const uint64_t rooks =
        lines.checkers ? 0 : position->private_castling & row_mask(back_row(us)) & selection->castling;
    const uint64_t asked = steps_from(s->king) & target & (selection->from & bit(s->king) ? ~(uint64_t)0 : 0);
    const uint64_t danger = find_danger(s, us, asked | (rooks ? castling_path(s, rooks) : 0));
    if (!RARE(lines.checkers & (lines.checkers - 1))) {
        const uint64_t allowed = target & (lines.checkers ? lines.check_lines : ~(uint64_t)0);
        const uint64_t pieces = s->own & selection->from, free = pieces & ~lines.pin_lines;
        const uint64_t pawns = pawns_of(s) & pieces;
        add_pawns(moves, purpose, s, pawns, allowed, lines.pin_lines, us);
        add_knights(moves, purpose, knights_of(s) & free, allowed);
        add_sliders(moves, purpose, s, free, allowed);
        if (RARE(lines.pin_lines & pieces))
            add_pinned_sliders(moves, purpose, s, pieces, lines.pin_lines, allowed);
        if (rooks)
            add_castling(moves, purpose, s, rooks, danger, lines.pin_lines);
        if (RARE(position->private_capturable != KS_NO_SQUARE) && selection->en_passant)
            add_en_passant(moves, purpose, s, pawns, position->private_capturable, lines.checkers, us);
    }
    add_steps(moves, purpose, s->king, asked & ~danger);
}

#endif
