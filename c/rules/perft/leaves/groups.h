/* Counts the replies to eight children at once: a lane a child. A version of the loop over groups in NASM,
 * without castling and pins, took 1.02 of this file's time in perft of the start position when gcc 12
 * compiles this file, and 1.07 when clang-19 does (Intel Emerald Rapids). The two ports for vectors of 64
 * bytes bound all three. */
#ifndef KS_LEAVES_GROUPS_H
#define KS_LEAVES_GROUPS_H

#include "rules/perft/leaves/lanes.h"
#include "rules/perft/leaves/leaves.h"

/* The moves of the children in the lanes. castling: whether one of them may castle; its rook's squares are
 * `from` and `to`, and its king's are king_from and king_to. */
struct group {
    bool castling;
    lanes from, to, kind;             /* numbers; */
    lanes king_from, king_to, castle; /* castle: 1 in lanes that castle */
    lanes from_bits, to_bits;         /* masks of squares */
    lanes slides;                     /* the rays along which the piece slides */
};

/* (set & ~from) | to */
#define MOVED(set, from, to) TERNARY(set, from, to, (IN_A & ~IN_B) | IN_C)

/* [kind]: the rays along which such a piece slides. */
static const uint64_t rays_of_kinds[8]
    __attribute__((aligned(64))) = {[BISHOP] = DIAGONAL_RAYS,
                                    [ROOK] = ORTHOGONAL_RAYS,
                                    [QUEEN] = ~(uint64_t)0,
                                    [CASTLING_KINGSIDE] = ORTHOGONAL_RAYS,
                                    [CASTLING_QUEENSIDE] = ORTHOGONAL_RAYS};

ALWAYS_INLINE lanes load_bytes(const uint8_t *bytes) {
    return _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)bytes));
}

ALWAYS_INLINE void load_group(struct group *group, const struct leaves *leaves, size_t first, bool castling) {
    const lanes one = LANES_ALL(1);
    group->castling = castling;
    group->from = load_bytes(leaves->children.from + first);
    group->to = load_bytes(leaves->children.to + first);
    group->kind = load_bytes(leaves->children.kind + first);
    group->from_bits = _mm512_sllv_epi64(one, group->from);
    group->to_bits = _mm512_sllv_epi64(one, group->to);
    group->slides = _mm512_permutexvar_epi64(group->kind, LANES_LOAD(rays_of_kinds));
    if (!castling)
        return;
    const __mmask8 castles = _mm512_cmpgt_epi64_mask(group->kind, LANES_ALL(KING));
    const __mmask8 queenside = _mm512_cmpeq_epi64_mask(group->kind, LANES_ALL(CASTLING_QUEENSIDE));
    group->castle = _mm512_maskz_set1_epi64(castles, 1);
    group->king_from = LANES_ALL(leaves->white_king_square);
    group->king_to = _mm512_mask_set1_epi64(LANES_ALL(KS_SQUARE(6, 7)), queenside, KS_SQUARE(2, 7));
    group->from_bits = _mm512_or_si512(group->from_bits, _mm512_sllv_epi64(group->castle, group->king_from));
    group->to_bits = _mm512_or_si512(group->to_bits, _mm512_sllv_epi64(group->castle, group->king_to));
}

/* ---- Rays ---- */

/* Returns the bit of each lane's square on the rays of a square, 0 when the lane's square is not on them.
 * ones: 1 in each lane that counts. */
ALWAYS_INLINE lanes on_rays(lanes squares, lanes ones, lanes slots) {
    return _mm512_sllv_epi64(ones, _mm512_maskz_permutexvar_epi8(EACH_BYTE, squares, slots));
}

struct move_on_rays {
    lanes from, to;
    lanes slider; /* the part of `to` whose piece may be a slider */
};

ALWAYS_INLINE struct move_on_rays move_on_rays(const struct group *group, size_t square) {
    const lanes slots = LANES_LOAD(ks_ray_slots[square]), one = LANES_ALL(1);
    struct move_on_rays move = {.from = on_rays(group->from, one, slots),
                                .to = on_rays(group->to, one, slots)};
    move.slider = move.to;
    if (group->castling) {
        move.from = _mm512_or_si512(move.from, on_rays(group->king_from, group->castle, slots));
        move.to = _mm512_or_si512(move.to, on_rays(group->king_to, group->castle, slots));
    }
    return move;
}

ALWAYS_INLINE lanes sliders_after(const struct group *group, uint64_t sliders,
                                  const struct move_on_rays *move) {
    return MOVED(LANES_ALL(sliders), move->from, _mm512_and_si512(move->slider, group->slides));
}

/* Returns the sliders that attack the square: those that are the nearest pieces of their rays. */
ALWAYS_INLINE lanes attackers_after(const struct group *group, const struct ray_words *words, size_t square) {
    const struct move_on_rays move = move_on_rays(group, square);
    const lanes occupied = MOVED(LANES_ALL(words->occupied), move.from, move.to);
    const lanes sliders = sliders_after(group, words->sliders, &move);
    return TERNARY(occupied, NEGATE_BYTES(occupied), sliders, IN_A & IN_B & IN_C);
}

/* ---- The king's lines ---- */

struct king_lanes {
    lanes nearest;    /* on each ray of the king */
    uint64_t pins;    /* bit 8 * lane + ray */
    __mmask8 checked; /* the children in check */
};

/* Returns the lanes that have a child. */
ALWAYS_INLINE __mmask8 lanes_of(const struct leaves *leaves, size_t first) {
    const unsigned left = leaves->children.count - (unsigned)first;
    return left >= 8 ? 0xff : (__mmask8)((1u << left) - 1);
}

ALWAYS_INLINE void find_king_lines(struct king_lanes *king, struct leaves *leaves, const struct group *group,
                                   size_t first) {
    const struct move_on_rays move = move_on_rays(group, leaves->king);
    const lanes occupied = MOVED(LANES_ALL(leaves->words.occupied), move.from, move.to);
    const lanes sliders = sliders_after(group, leaves->words.sliders, &move);
    const lanes nearest = _mm512_and_si512(occupied, NEGATE_BYTES(occupied));
    const lanes behind = _mm512_xor_si512(occupied, nearest);
    const lanes second = _mm512_and_si512(behind, NEGATE_BYTES(behind));
    const lanes near_checkers =
        _mm512_and_si512(group->to_bits, _mm512_permutexvar_epi64(group->kind, leaves->check_from));
    const lanes checkers = TERNARY(nearest, sliders, near_checkers, (IN_A & IN_B) | IN_C);
    king->nearest = nearest;
    /* A captured piece may be among them; it has no moves in any case. */
    king->pins =
        _mm512_mask_test_epi8_mask(_mm512_test_epi8_mask(nearest, LANES_ALL(leaves->own)), second, sliders);
    king->checked = _mm512_test_epi64_mask(checkers, checkers) & lanes_of(leaves, first);
    if (!king->checked)
        return;
    struct checked_group *checked = &leaves->checked[leaves->checked_count++];
    _mm512_storeu_si512(checked->nearest, nearest);
    checked->sliding = _mm512_test_epi8_mask(nearest, sliders);
    checked->pins = king->pins;
    checked->first = (uint32_t)first;
    checked->lanes = king->checked;
    checked->near_checker = _mm512_test_epi64_mask(near_checkers, near_checkers);
}

/* ---- The king ---- */

/* Returns white's pieces of a kind after the move. */
ALWAYS_INLINE lanes pieces_after(const struct group *group, uint64_t pieces, unsigned kind) {
    const __mmask8 moves = _mm512_cmpeq_epi64_mask(group->kind, LANES_ALL(kind));
    return MOVED(LANES_ALL(pieces), group->from_bits, _mm512_maskz_mov_epi64(moves, group->to_bits));
}

/* y | (a & b) */
#define OR_BOTH(y, a, b) TERNARY(y, a, b, IN_A | (IN_B & IN_C))

ALWAYS_INLINE __mmask8 can_step(const struct leaves *leaves, const struct group *group,
                                const struct step *step, lanes near, lanes own, lanes pawns) {
    lanes hindrance = attackers_after(group, &step->words, step->square);
    (void)leaves;
    hindrance = OR_BOTH(hindrance, near, LANES_ALL(step->direction));
    hindrance = OR_BOTH(hindrance, pawns, LANES_ALL(step->pawns));
    hindrance = OR_BOTH(hindrance, own, LANES_ALL(step->own));
    return _mm512_testn_epi64_mask(hindrance, hindrance);
}

ALWAYS_INLINE __mmask8 can_castle_after(const struct leaves *leaves, const struct group *group,
                                        const struct castling *castling, lanes occupied, lanes pawns,
                                        const uint8_t steps[NO_STEP + 1]) {
    const lanes knights = pieces_after(group, leaves->white_knights, KNIGHT);
    lanes king = pieces_after(group, leaves->white_king, KING);
    if (group->castling)
        king = OR_BOTH(king, group->to_bits, _mm512_sllv_epi64(group->castle, group->king_to));
    lanes hindrance = _mm512_and_si512(group->to_bits, LANES_ALL(castling->rook));
    for (size_t i = 0; i < castling->count; i++)
        hindrance = _mm512_or_si512(
            hindrance, attackers_after(group, &castling->path[i].words, castling->path[i].square));
    hindrance = OR_BOTH(hindrance, occupied, LANES_ALL(castling->empty));
    hindrance = OR_BOTH(hindrance, knights, LANES_ALL(castling->knights));
    hindrance = OR_BOTH(hindrance, king, LANES_ALL(castling->kings));
    hindrance = OR_BOTH(hindrance, pawns, LANES_ALL(castling->pawns));
    return (__mmask8)(_mm512_testn_epi64_mask(hindrance, hindrance) & steps[castling->step]);
}

/* Counts the king's steps. possible: NULL, or room for the children in which each direction is possible. */
ALWAYS_INLINE lanes count_steps(const struct leaves *leaves, const struct group *group, lanes near, lanes own,
                                lanes pawns, uint8_t *possible) {
    lanes steps = LANES_ZERO;
    for (size_t i = 0; i < leaves->step_count; i++) {
        const struct step *step = &leaves->steps[i];
        const __mmask8 in = can_step(leaves, group, step, near, own, pawns);
        if (possible)
            possible[lowest_square(step->direction)] = in;
        steps = _mm512_mask_add_epi64(steps, in, steps, LANES_ALL(1));
    }
    return steps;
}

ALWAYS_INLINE lanes count_castlings(const struct leaves *leaves, const struct group *group, lanes occupied,
                                    lanes pawns, const uint8_t possible[NO_STEP + 1]) {
    lanes castlings = LANES_ZERO;
    for (size_t i = 0; i < leaves->castling_count; i++) {
        const __mmask8 in = can_castle_after(leaves, group, &leaves->castlings[i], occupied, pawns, possible);
        castlings = _mm512_mask_add_epi64(castlings, in, castlings, LANES_ALL(1));
    }
    return castlings;
}

/* ---- The others ---- */

ALWAYS_INLINE lanes count_slider(const struct group *group, const struct slider *slider, bool pins,
                                 lanes pinned) {
    const struct move_on_rays move = move_on_rays(group, slider->square);
    const lanes occupied = MOVED(LANES_ALL(slider->occupied), move.from, move.to);
    /* A captured black piece's square is a target now. */
    lanes open = TERNARY(LANES_ALL(slider->open), move.to, LANES_ALL(slider->rays), (IN_A | IN_B) & IN_C);
    if (pins)
        open = _mm512_mask_and_epi64(open, _mm512_test_epi64_mask(pinned, LANES_ALL(slider->pin_slot)), open,
                                     LANES_ALL(slider->pin_rays));
    const lanes before = _mm512_add_epi8(occupied, LANES_ALL(~(uint64_t)0)); /* occupied - 1, byte by byte */
    const lanes targets = TERNARY(occupied, before, open, (IN_A ^ IN_B) & IN_C);
    return _mm512_maskz_popcnt_epi64(_mm512_cmpneq_epi64_mask(group->to, LANES_ALL(slider->square)), targets);
}

ALWAYS_INLINE lanes count_knight(const struct group *group, const struct knight *knight, lanes own, bool pins,
                                 lanes pinned) {
    lanes gone = _mm512_and_si512(group->to_bits, LANES_ALL(knight->square));
    if (pins)
        gone = OR_BOTH(gone, pinned, LANES_ALL(knight->pin_slot));
    return _mm512_popcnt_epi64(
        _mm512_maskz_andnot_epi64(_mm512_testn_epi64_mask(gone, gone), own, LANES_ALL(knight->targets)));
}

/* The squares of pinned pieces, by the direction in which a pinned pawn may still move. */
struct pinned_pawns {
    lanes all, on_file, rising, falling; /* rising: from a1 to h8 */
};

/* Finds the squares of pinned pieces, in a pass for each ray with a pin in any child. pins: bit 8 * lane +
 * ray. */
ALWAYS_INLINE void find_pinned(struct pinned_pawns *pinned, const struct leaves *leaves, lanes nearest,
                               uint64_t pins) {
    const lanes squares = LANES_LOAD(ks_ray_squares[leaves->king]);
    /* The number of the nearest bit, byte by byte. */
    const lanes place = _mm512_popcnt_epi8(_mm512_sub_epi8(nearest, _mm512_set1_epi8(1)));
    *pinned = (struct pinned_pawns){LANES_ZERO, LANES_ZERO, LANES_ZERO, LANES_ZERO};
    while (pins) {
        const unsigned ray = lowest_square(pins) & 7u;
        const uint64_t column = (uint64_t)EACH_BYTE << ray;
        const __mmask8 in = (__mmask8)_pext_u64(pins, column);
        const lanes slot = _mm512_or_si512(_mm512_srli_epi64(place, 8 * ray), LANES_ALL(8 * ray));
        const lanes at = _mm512_maskz_sllv_epi64(in, LANES_ALL(1),
                                                 _mm512_maskz_permutexvar_epi8(EACH_BYTE, slot, squares));
        pinned->all = _mm512_or_si512(pinned->all, at);
        if (ray == NORTH || ray == SOUTH)
            pinned->on_file = _mm512_or_si512(pinned->on_file, at);
        else if (ray == NORTH_EAST || ray == SOUTH_WEST)
            pinned->rising = _mm512_or_si512(pinned->rising, at);
        else if (ray == NORTH_WEST || ray == SOUTH_EAST)
            pinned->falling = _mm512_or_si512(pinned->falling, at);
        pins &= ~column;
    }
}

/* Counts all moves of pawns except en passant. */
ALWAYS_INLINE lanes count_pawns(const struct leaves *leaves, const struct group *group, lanes occupied,
                                lanes own, bool pins, const struct pinned_pawns *pinned) {
    const lanes pawns = _mm512_andnot_si512(group->to_bits, LANES_ALL(leaves->black_pawns));
    const lanes enemies = _mm512_andnot_si512(own, occupied);
    lanes ahead = pawns, left = pawns, right = pawns; /* the pawns that may move so */
    if (pins) {
        const lanes free = _mm512_andnot_si512(pinned->all, pawns);
        ahead = OR_BOTH(free, pawns, pinned->on_file);
        left = OR_BOTH(free, pawns, pinned->rising);
        right = OR_BOTH(free, pawns, pinned->falling);
    }
    const lanes once = _mm512_andnot_si512(occupied, _mm512_slli_epi64(ahead, 8));
    const lanes twice =
        _mm512_andnot_si512(occupied, _mm512_slli_epi64(_mm512_and_si512(once, LANES_ALL(row_mask(2))), 8));
    left = TERNARY(_mm512_slli_epi64(left, 7), LANES_ALL(~file_mask(FILE_H)), enemies, IN_A & IN_B & IN_C);
    right = TERNARY(_mm512_slli_epi64(right, 9), LANES_ALL(~file_mask(FILE_A)), enemies, IN_A & IN_B & IN_C);
    /* Captures and other moves have different targets, so two sets hold all. */
    const lanes some = _mm512_or_si512(once, left), rest = _mm512_or_si512(twice, right);
    const lanes count = _mm512_add_epi64(_mm512_popcnt_epi64(some), _mm512_popcnt_epi64(rest));
    if (!(leaves->black_pawns & row_mask(6)))
        return count;
    const lanes promotions = _mm512_add_epi64(_mm512_popcnt_epi64(_mm512_srli_epi64(some, 56)),
                                              _mm512_popcnt_epi64(_mm512_srli_epi64(rest, 56)));
    return _mm512_add_epi64(count, _mm512_add_epi64(promotions, _mm512_slli_epi64(promotions, 1)));
}

ALWAYS_INLINE lanes count_others(const struct leaves *leaves, const struct group *group,
                                 const struct king_lanes *king, lanes occupied, lanes own, bool pins) {
    lanes count = LANES_ALL(leaves->constant);
    struct pinned_pawns pinned;
    const lanes pinned_slots = pins ? _mm512_maskz_mov_epi8(king->pins, king->nearest) : LANES_ZERO;
    for (size_t i = 0; i < leaves->slider_count; i++)
        count = _mm512_add_epi64(count, count_slider(group, &leaves->sliders[i], pins, pinned_slots));
    for (size_t i = 0; i < leaves->knight_count; i++)
        count = _mm512_add_epi64(count, count_knight(group, &leaves->knights[i], own, pins, pinned_slots));
    if (!leaves->black_pawns)
        return count;
    if (pins)
        find_pinned(&pinned, leaves, king->nearest, king->pins);
    return _mm512_add_epi64(count, count_pawns(leaves, group, occupied, own, pins, &pinned));
}

/* ---- All ---- */

/* Returns the replies of eight children from number `first` on, without en passant, and without the answers
 * to checks by other pieces than the king: these checks are added to leaves->checked. */
ALWAYS_INLINE lanes count_group(struct leaves *leaves, size_t first, bool castling) {
    struct group group;
    struct king_lanes king;
    load_group(&group, leaves, first, castling);
    find_king_lines(&king, leaves, &group, first);
    const lanes occupied = MOVED(LANES_ALL(leaves->occupied), group.from_bits, group.to_bits);
    const lanes own = _mm512_andnot_si512(group.to_bits, LANES_ALL(leaves->black));
    const lanes near = load_bytes(leaves->children.near + first);
    const lanes pawns = pieces_after(&group, leaves->white_pawns, PAWN);
    lanes steps, castlings = LANES_ZERO;
    if (leaves->castling_count) {
        uint8_t possible[NO_STEP + 1];
        possible[NO_STEP] = 0xff;
        steps = count_steps(leaves, &group, near, own, pawns, possible);
        castlings = count_castlings(leaves, &group, occupied, pawns, possible);
    } else {
        steps = count_steps(leaves, &group, near, own, pawns, NULL);
    }
    const lanes others = king.pins ? count_others(leaves, &group, &king, occupied, own, true)
                                   : count_others(leaves, &group, &king, occupied, own, false);
    return _mm512_mask_add_epi64(steps, (__mmask8)~king.checked, steps, _mm512_add_epi64(castlings, others));
}

#endif
