/* Counts the last two plies of perft with AVX-512: black's replies in eight positions at once, without
 * making white's moves. leaves_tmpl.h says how. */
#include "rules/perft/leaves_tmpl.h"
#include "rules/perft/movegen_tmpl.h"
#include "rules/perft/perft.h"
#include "rules/perft/sliders.h"

/* ==== What children have in common ==== */

/* Lays out the data that all children of a node share: black's pieces, and the squares that its king may step
 * to, as ray words. */

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

/* The squares of the path are tested as the king's steps are, but without king and rook. This agrees with the
 * rule: a slider that the rook blocks from one of them also attacks the king's new square or its old one. */
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

/* ---- The children's common part ---- */

/* Fills in *leaves. leaves->children has the node's children (precondition). */
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

/* ==== Groups of eight ==== */

/* Counts the replies to eight children at once: a lane a child. A version of the loop over groups in NASM,
 * without castling and pins, took 1.02 of this file's time in perft of the start position when gcc 12
 * compiles this file, and 1.07 when clang-19 does (Intel Emerald Rapids). The two ports for vectors of 64
 * bytes bound all three. */

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
    lanes all, on_file, rising, falling; /* `rising` goes from a1 to h8 */
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

/* ---- A group of eight children ---- */

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

/* ==== Evasions ==== */

/* Counts the answers to checks by black's pieces other than the king, child by child, since checks are
 * few. */

/* Returns the square of the nearest piece on a ray of the king. */
ALWAYS_INLINE unsigned nearest_square(const struct leaves *leaves, const uint8_t nearest[8], unsigned ray) {
    return ks_ray_squares[leaves->king][8 * ray + lowest_square(nearest[ray])];
}

/* Returns the number of moves of black's pawns to the answers, without en passant. */
ALWAYS_INLINE unsigned count_pawn_answers(uint64_t pawns, uint64_t answers, uint64_t occupied) {
    const uint64_t captures = answers & occupied, once = push(pawns, KS_BLACK) & ~occupied;
    const uint64_t left = attack_left(pawns, KS_BLACK) & captures;
    const uint64_t right = attack_right(pawns, KS_BLACK) & captures, pushed = once & answers;
    const uint64_t twice = push(once & row_mask(2), KS_BLACK) & ~occupied & answers, goal = row_mask(7);
    return (unsigned)(_mm_popcnt_u64(left | pushed) + _mm_popcnt_u64(right | twice) +
                      3 * (_mm_popcnt_u64((left | pushed) & goal) + _mm_popcnt_u64(right & goal)));
}

/* Returns the number of moves of these pieces to the answers: empty squares or a white piece. */
ALWAYS_INLINE unsigned count_answers(const struct leaves *leaves, uint64_t answers, uint64_t occupied,
                                     uint64_t movers) {
    unsigned count = count_pawn_answers(movers & leaves->black_pawns, answers, occupied);
    for (uint64_t rest = movers & leaves->black_knights; rest; rest &= rest - 1)
        count += (unsigned)_mm_popcnt_u64(ks_leaps[lowest_square(rest)] & answers);
    for (uint64_t rest = movers & leaves->black_orthogonal; rest; rest &= rest - 1)
        count += (unsigned)_mm_popcnt_u64(orthogonal_attacks(lowest_square(rest), occupied) & answers);
    for (uint64_t rest = movers & leaves->black_diagonal; rest; rest &= rest - 1)
        count += (unsigned)_mm_popcnt_u64(diagonal_attacks(lowest_square(rest), occupied) & answers);
    return count;
}

/* Return the squares that a child's move leaves, and those that it enters: in castling, the rook's and the
 * king's. */
ALWAYS_INLINE uint64_t squares_left(const struct leaves *leaves, unsigned child) {
    const unsigned kind = leaves->children.kind[child];
    return bit(leaves->children.from[child]) | (kind > KING ? leaves->white_king : 0);
}

ALWAYS_INLINE uint64_t squares_entered(const struct leaves *leaves, unsigned child) {
    const unsigned kind = leaves->children.kind[child];
    return bit(leaves->children.to[child]) | (kind == CASTLING_KINGSIDE    ? bit(KS_SQUARE(6, 7))
                                              : kind == CASTLING_QUEENSIDE ? bit(KS_SQUARE(2, 7))
                                                                           : 0);
}

static uint64_t count_evasions_of(const struct leaves *leaves, const struct checked_group *checked,
                                  unsigned lane) {
    const uint8_t *nearest = checked->nearest + 8 * lane;
    const unsigned child = checked->first + lane, sliding = checked->sliding >> 8 * lane & 255;
    const bool near_checker = checked->near_checker >> lane & 1;
    if (sliding & (sliding - 1) || (sliding && near_checker))
        return 0; /* a double check */
    const uint64_t entered = squares_entered(leaves, child);
    const uint64_t occupied = (leaves->occupied & ~squares_left(leaves, child)) | entered;
    uint64_t movers = ~entered, answers = entered;
    for (unsigned pins = checked->pins >> 8 * lane & 255; pins; pins &= pins - 1)
        movers &= ~bit(nearest_square(leaves, nearest, lowest_square(pins)));
    if (sliding) {
        const unsigned ray = lowest_square(sliding), checker = nearest_square(leaves, nearest, ray);
        answers = ks_rays[leaves->king][ray] & ~ks_rays[checker][ray]; /* up to the checker */
    }
    return count_answers(leaves, answers, occupied, movers);
}

static uint64_t count_evasions(const struct leaves *leaves) {
    uint64_t count = 0;
    for (size_t i = 0; i < leaves->checked_count; i++)
        for (unsigned rest = leaves->checked[i].lanes; rest; rest &= rest - 1)
            count += count_evasions_of(leaves, &leaves->checked[i], lowest_square(rest));
    return count;
}

/* ==== All replies ==== */

/* ---- En passant ---- */

/* Counts the replies to white's en passant, child by child. */
static __attribute__((noinline)) uint64_t count_after_en_passant(const struct node *node,
                                                                 const ks_king_lines *lines) {
    ks_move list[2];
    struct moves moves = {.next = list}, replies = {.count = 0};
    add_en_passant(node, &moves, LIST, KS_WHITE, lines);
    for (const ks_move *move = list; move < moves.next; move++) {
        struct node child;
        ks_king_lines child_lines;
        make_child(&child, node, *move, KS_WHITE);
        find_lines(&child, KS_BLACK, &child_lines);
        add_legal_moves(&child, &replies, COUNT, KS_BLACK, &child_lines);
    }
    return replies.count;
}

/* ---- All children ---- */

static __attribute__((noinline)) lanes count_first_group(struct leaves *leaves) {
    return count_group(leaves, 0, true);
}

static uint64_t count_groups(struct leaves *leaves) {
    lanes sum = LANES_ZERO;
    leaves->checked_count = 0;
    for (size_t first = 0; first < leaves->children.count; first += 8) {
        const bool castling = first == 0 && leaves->children.kind[0] > KING;
        const lanes count = castling ? count_first_group(leaves) : count_group(leaves, first, false);
        sum = _mm512_mask_add_epi64(sum, lanes_of(leaves, first), sum, count);
    }
    return (uint64_t)_mm512_reduce_add_epi64(sum);
}

uint64_t ks_avx512_replies(const struct node *node) {
    struct leaves leaves;
    ks_king_lines lines;
    find_lines(node, KS_WHITE, &lines);
    const uint64_t twice = list_children(&leaves.children, node, &lines);
    uint64_t count = node->en_passant ? count_after_en_passant(node, &lines) : 0;
    const uint64_t beside = pushes_beside_pawns(node, twice);
    if (beside)
        count += count_en_passant(node, beside);
    if (leaves.children.count == 0)
        return count;
    lay_out(&leaves, node);
    count += count_groups(&leaves);
    return leaves.checked_count ? count + count_evasions(&leaves) : count;
}
