/* Writes the positions that follow each other by their moves. An entry of .binpack that does so goes on with
 * the chain: the number of the piece that moves, the number of its target, and the difference of the scores,
 * in as few bits as they take. Any other entry begins a chain.
 *
 * The position after the last entry is kept up to date by its moves alone: for an entry that equals it, no
 * set of squares is made of a board. */
#include "core/board/planes.h"
#include "game/data/steps_tmpl.h"
#include "game/data/writer.h"
#include "game/pgn/quick.h"
#include "rules/vectors.h"

/* ==== The entry after another ==== */

ALWAYS_INLINE bool is_same_board(const uint8_t a[64], const uint8_t b[64]) {
#ifdef KS_FOR_AVX512BW
    return _mm512_cmpneq_epi8_mask(load_board(a), load_board(b)) == 0;
#elif defined KS_FOR_AVX2
    const whole_board first = load_board(a), second = load_board(b);
    const __m256i same = _mm256_and_si256(_mm256_cmpeq_epi8(first.low, second.low),
                                          _mm256_cmpeq_epi8(first.high, second.high));
    return _mm256_movemask_epi8(same) == -1;
#else
    return memcmp(a, b, 64) == 0;
#endif
}

static bool has_planes(const uint8_t board[64], const uint64_t bits[4]) {
    struct code_planes planes;
    split_board(board, &planes);
    return memcmp(planes.bits, bits, sizeof planes.bits) == 0;
}

/* Most entries have no square of en passant, and neither has what is expected. */
ALWAYS_INLINE bool is_next(const struct following *following, const struct outgoing *entry) {
    const unsigned differences = (entry->ply ^ following->ply) | (entry->side ^ following->side) |
                                 (entry->halfmoves ^ following->halfmoves) |
                                 (unsigned)(entry->result ^ following->result);
    return following->known && differences == 0 && entry->castling == following->castling &&
           (RARE(following->in_planes) ? has_planes(entry->board, following->planes)
                                       : is_same_board(entry->board, following->board)) &&
           (entry->en_passant == following->en_passant ||
            ks_capturable_square(entry->board, entry->side, entry->king, entry->en_passant) ==
                following->en_passant);
}

static bool follows(const struct following *following, const struct outgoing *entry) {
    return is_next(following, entry);
}

/* Takes the position of an entry over that does not follow. */
static void take_position(struct following *following, const struct outgoing *entry) {
    struct code_planes planes;
    split_board(entry->board, &planes);
    const uint64_t occupied = filled_squares(&planes), black = occupied & planes.bits[3];
    memcpy(following->board, entry->board, 64);
    following->in_planes = false;
    memcpy(following->king, entry->king, sizeof following->king);
    following->own = entry->side == KS_BLACK ? black : occupied & ~black;
    following->their = occupied & ~following->own;
    following->castling = entry->castling;
    following->side = entry->side;
    following->en_passant = ks_capturable_square(entry->board, entry->side, entry->king, entry->en_passant);
    following->halfmoves = entry->halfmoves;
    following->ply = entry->ply;
    following->result = entry->result;
}

/* Castling and en passant; changes the sets accordingly. */
static whole_board change_specially(struct following *next, whole_board board, unsigned from, unsigned to,
                                    bool castles) {
    const unsigned side = next->side;
    if (!castles) {
        const unsigned captured = (from & 56) + (to & 7);
        next->own = (next->own & ~bit(from)) | bit(to);
        next->their &= ~bit(captured);
        board = without_piece(without_piece(board, from), captured);
        return with_piece(board, to, code_of(KS_WHITE_PAWN, side));
    }
    const unsigned king = castled_king(side, from, to), rook = castled_rook(side, from, to);
    next->own = (next->own & ~bit(from) & ~bit(to)) | bit(king) | bit(rook);
    next->king[side] = king;
    next->castling &= ~row_mask(back_row(side));
    board = without_piece(without_piece(board, from), to);
    board = with_piece(board, king, code_of(KS_WHITE_KING, side));
    return with_piece(board, rook, code_of(KS_WHITE_ROOK, side));
}

/* Makes the move of an entry. Its position is the one that is kept. */
ALWAYS_INLINE void make_move(struct following *next, const struct outgoing *entry) {
    const unsigned from = KS_MOVE_FROM(entry->move), to = KS_MOVE_TO(entry->move),
                   kind = KS_MOVE_KIND(entry->move), side = next->side, code = entry->board[from];
    const bool is_king = from == next->king[side], is_pawn = (code & 7) == KS_WHITE_PAWN,
               captures = entry->board[to] != KS_EMPTY && kind != KS_MOVE_CASTLING;
    whole_board board = load_board(next->in_planes ? entry->board : next->board);
    next->known = entry->move != KS_NO_MOVE;
    if (!next->known)
        return;
    if (RARE(kind == KS_MOVE_CASTLING || kind == KS_MOVE_EN_PASSANT)) {
        board = change_specially(next, board, from, to, kind == KS_MOVE_CASTLING);
    } else {
        const unsigned put = kind >= KS_MOVE_TO_KNIGHT ? code_of(KS_WHITE_KNIGHT + (kind & 3), side) : code;
        board = with_piece(without_piece(board, from), to, put);
        next->own = (next->own & ~bit(from)) | bit(to);
        next->their &= ~bit(to);
        next->king[side] = is_king ? to : next->king[side];
        next->castling &= ~(bit(from) | bit(to)) & ~(is_king ? row_mask(back_row(side)) : 0);
    }
    store_board(next->board, board);
    next->in_planes = false;
    next->en_passant = KS_NO_SQUARE;
    if (RARE(is_pawn && (from ^ to) == 16) && has_neighbour(entry->board, side, from, to, next->their))
        next->en_passant = ks_capturable_square(next->board, side ^ 1, next->king, (from + to) / 2);
    next->halfmoves = is_pawn || captures ? 0 : next->halfmoves + (next->halfmoves < KS_CLOCK_MAX);
    const uint64_t own = next->own;
    next->own = next->their;
    next->their = own;
    next->side = side ^ 1;
    next->ply++;
    next->result = -next->result;
}

static void note(struct following *next, const struct outgoing *entry, bool follows) {
    if (!follows)
        take_position(next, entry);
    make_move(next, entry);
}

/* ==== Positions of a chain ==== */

/* Returns the place of a square in a set, which counts from a1. */
ALWAYS_INLINE unsigned index_of(uint64_t squares, unsigned square) {
    return (unsigned)__builtin_popcountll(turned(squares) & (bit(square ^ 56) - 1));
}

/* Finds the number of a move among the moves of its piece, and how many the piece has. Returns whether the
 * move is among them. code is that of the piece, which is the side's. */
ALWAYS_INLINE bool find_way(const struct following *here, unsigned move, unsigned code, unsigned *way,
                            unsigned *ways) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), kind = KS_MOVE_KIND(move),
                   side = here->side, piece = code & 7;
    const bool is_pawn = piece == KS_WHITE_PAWN;
    const uint64_t passed = here->en_passant == KS_NO_SQUARE ? 0 : bit(here->en_passant);
    const uint64_t targets = targets_by_rays(code, from, side, here->own, here->their, passed);
    const bool promotes = is_pawn && from >> 3 == row_of_rank(side, 6);
    const uint64_t rooks = piece == KS_WHITE_KING ? here->castling & row_mask(back_row(side)) : 0;
    const unsigned shift = promotes ? 2 : 0, count = (unsigned)__builtin_popcountll(targets) << shift;
    *ways = count + (unsigned)__builtin_popcountll(rooks);
    if (RARE(kind == KS_MOVE_CASTLING)) {
        *way = count + (to > from && rooks & (bit(from) - 1));
        return rooks >> to & 1;
    }
    const bool passes = is_pawn && passed >> to & 1;
    *way = index_of(targets, to) << shift | (shift ? kind & 3 : 0);
    return targets >> to & 1 && (shift > 0) == (kind >= KS_MOVE_TO_KNIGHT) &&
           passes == (kind == KS_MOVE_EN_PASSANT);
}

/* Returns the difference of two scores in groups of five bits: whether another one follows, and four bits of
 * the number, the lowest first. */
ALWAYS_INLINE unsigned groups_of(unsigned difference, unsigned *width) {
    enum { ALL = 20, FLAGS = 0x84210 };
    const unsigned groups = (difference & 15) << 15 | (difference >> 4 & 15) << 10 |
                            (difference >> 8 & 15) << 5 | difference >> 12;
    *width = 5 * ((31 - (unsigned)__builtin_clz(difference | 1)) / 4 + 1);
    return (groups | (FLAGS & -(1u << (ALL + 5 - *width)))) >> (ALL - *width);
}

/* Adds bits, 57 at most, and stores the bytes that are full. Returns where the next ones go. */
ALWAYS_INLINE uint8_t *add_bits(struct chain_bits *bits, uint8_t *at, uint64_t number, unsigned width) {
    const unsigned count = bits->count + width, full = count & ~7u;
    const uint64_t waiting = bits->waiting | number << (64 - count), stored = turned(waiting);
    memcpy(at, &stored, sizeof stored);
    bits->waiting = waiting << full;
    bits->count = count - full;
    return at + full / 8;
}

/* Adds a move, which is number `way` of the `ways` that a piece has, number `piece` of so many pieces, and
 * the difference of two scores. Returns where the next bits go. */
ALWAYS_INLINE uint8_t *add_move(struct chain_bits *bits, uint8_t *at, unsigned piece, unsigned pieces,
                                unsigned way, unsigned ways, int difference) {
    unsigned score_width;
    const unsigned way_width = width_of(ways), groups = groups_of(zigzag(difference), &score_width);
    return add_bits(bits, at, ((uint64_t)piece << way_width | way) << score_width | groups,
                    width_of(pieces) + way_width + score_width);
}

/* Goes on with the chain. Returns false when it cannot. */
ALWAYS_INLINE bool go_on(ks_data_writer *writer, const struct outgoing *entry) {
    const struct following *const here = &writer->following;
    const unsigned from = KS_MOVE_FROM(entry->move), to = KS_MOVE_TO(entry->move);
    unsigned way, ways;
    if (writer->chain == 0 || writer->chain_left == 0 || entry->move == KS_NO_MOVE ||
        entry->ply > BINPACK_PLY_MAX || !is_next(here, entry) || !(here->own >> from & 1) ||
        to == here->king[here->side ^ 1] || !find_way(here, entry->move, entry->board[from], &way, &ways))
        return false;
    const uint8_t *const end =
        add_move(&writer->bits, writer->buffer + writer->used, index_of(here->own, from),
                 (unsigned)__builtin_popcountll(here->own), way, ways, entry->score + writer->last_score);
    writer->used = (size_t)(end - writer->buffer);
    writer->chain_left--;
    return true;
}

/* ==== Moves of a game ==== */

/* The reader of games plays many moves ahead and keeps the positions before them. There they get their
 * numbers, in as many positions at once as a vector has lanes. The few that do more than go from a square to
 * another are numbered one by one. */

/* ---- One by one ---- */

static void fill_board(const uint64_t planes[4], uint8_t board[64]) {
    memset(board, KS_EMPTY, 64);
    for (uint64_t rest = planes[0] | planes[1] | planes[2]; rest; rest &= rest - 1)
        for (unsigned square = lowest_square(rest), n = 0; n < 4; n++)
            board[square] |= (uint8_t)((planes[n] >> square & 1) << n);
}

/* Sets king to the squares of both kings. */
ALWAYS_INLINE void find_kings(const uint64_t planes[4], unsigned king[2]) {
    const uint64_t kings = planes[1] & planes[2];
    king[KS_WHITE] = lowest_square(kings & ~planes[3]);
    king[KS_BLACK] = lowest_square(kings & planes[3]);
}

/* Returns the square that a pawn has jumped over when one of the side to move may capture it, or
 * KS_NO_SQUARE. jumped: the square as a set, which may be empty. */
static unsigned find_passed(const uint64_t planes[4], uint64_t jumped, unsigned side) {
    const uint64_t pawns = planes[0] & ~(planes[1] | planes[2]) & (side == KS_WHITE ? ~planes[3] : planes[3]);
    uint8_t board[64];
    unsigned king[2];
    if (!((attack_left(jumped, side ^ 1) | attack_right(jumped, side ^ 1)) & pawns))
        return KS_NO_SQUARE;
    fill_board(planes, board);
    find_kings(planes, king);
    return ks_capturable_square(board, side, king, lowest_square(jumped));
}

/* Sets the sides' pieces as the side to move sees them. */
static void set_sides(struct following *here, const uint64_t planes[4], unsigned side) {
    const uint64_t occupied = planes[0] | planes[1] | planes[2], black = occupied & planes[3];
    here->side = side;
    here->own = side == KS_BLACK ? black : occupied & ~black;
    here->their = occupied & ~here->own;
}

static uint16_t number_alone(const struct game_position *position, ks_move move) {
    const uint64_t *const planes = position->planes;
    const unsigned from = KS_MOVE_FROM(move), side = planes[3] >> from & 1 ? KS_BLACK : KS_WHITE;
    unsigned code = 0, way, ways;
    struct following here;
    set_sides(&here, planes, side);
    here.castling = position->castling;
    here.en_passant = find_passed(planes, position->jumped, side);
    for (unsigned n = 0; n < 4; n++)
        code |= (unsigned)(planes[n] >> from & 1) << n;
    find_way(&here, move, code, &way, &ways);
    const unsigned way_width = width_of(ways),
                   width = width_of((unsigned)__builtin_popcountll(here.own)) + way_width;
    const bool resets = (code & 7) == KS_WHITE_PAWN || here.their >> KS_MOVE_TO(move) & 1;
    return (uint16_t)(NUMBER_IS_KNOWN | (resets ? NUMBER_RESETS : 0) |
                      (index_of(here.own, from) << way_width | way) << NUMBER_SHIFT | width);
}

/* Returns the rooks that may castle with a king on a square before move n. before: those before the first. */
static uint64_t castling_with(uint64_t before, unsigned king, const struct played *played, unsigned n) {
    uint64_t touched = 0;
    for (unsigned i = 0; i < n; i++) {
        const unsigned move = played[i].move, from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move);
        touched |= KS_MOVE_KIND(move) == KS_MOVE_CASTLING ? row_mask(from >> 3) : bit(from) | bit(to);
    }
    return touched >> king & 1 ? 0 : before & ~touched; /* a king that may castle has not moved */
}

/* Numbers a move in lanes. before: the position before the first one. */
static __attribute__((noinline)) void number_specially(const struct lanes *lanes, unsigned n,
                                                       const struct game_position *before,
                                                       struct played *played) {
    const unsigned from = KS_MOVE_FROM(played[n].move), last = n > 0 ? played[n - 1].move : KS_NO_MOVE;
    struct game_position here = {.jumped = n > 0 ? 0 : before->jumped};
    if (before->castling && lanes->king_moves >> n & 1)
        here.castling = castling_with(before->castling, from, played, n);
    if (n > 0 && KS_MOVE_KIND(last) == KS_MOVE_DOUBLE_PUSH)
        here.jumped = bit((KS_MOVE_FROM(last) + KS_MOVE_TO(last)) / 2);
    for (unsigned plane = 0; plane < 4; plane++)
        here.planes[plane] = lanes->planes[plane][BEFORE + n - 1];
    played[n].number = number_alone(&here, played[n].move);
}

/* ---- Many at once ---- */

#ifdef KS_FOR_AVX2
ALWAYS_INLINE masks ones_if(masks some) {
    return (masks)(some != 0);
}

/* Returns sets with their rows in reverse order. */
ALWAYS_INLINE masks turned_sets(masks sets) {
    static const char order[16] = {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8};
    return shuffle(sets, order);
}

/* Returns the attacks along lines with a square in each row: up to the nearest piece on either side. from:
 * the attackers' squares, as sets; from_turned: the same with rows in reverse order. Source: hyperbola
 * quintessence, by G. Isenberg and A. Brunner (Chess Programming Wiki). */
ALWAYS_INLINE masks attacks_along(masks lines, masks others, masks from, masks from_turned) {
    const masks met = lines & others;
    return ((met - from) ^ turned_sets(turned_sets(met) - from_turned)) & lines;
}

/* Returns the attacks in rows. */
ALWAYS_INLINE masks attacks_in_rows(masks rows, masks others, masks from) {
    const masks met = rows & others, upper = met & ~(from - 1);
    masks lower = met ^ upper;
#ifdef KS_FOR_AVX512CD
    lower = (masks)_mm512_srlv_epi64(_mm512_set1_epi64(INT64_MIN), _mm512_lzcnt_epi64((__m512i)(lower | 1)));
#else
    lower |= lower >> 1;
    lower |= lower >> 2;
    lower |= lower >> 4;
    lower = (lower & ~(lower >> 1)) | (masks)(lower == 0) >> 63;
#endif
    return (upper ^ (upper - lower)) & rows;
}

/* Returns a set moved down the board by rows, eight bits each, or up when that is negative. */
ALWAYS_INLINE masks shift_rows(uint64_t squares, masks bits) {
#ifdef KS_FOR_AVX512CD
    const __m512i all = _mm512_set1_epi64((long long)squares);
    return (masks)_mm512_sllv_epi64(all, (__m512i)bits) | (masks)_mm512_srlv_epi64(all, (__m512i)-bits);
#else
    const __m256i all = _mm256_set1_epi64x((long long)squares);
    return (masks)_mm256_sllv_epi64(all, (__m256i)bits) | (masks)_mm256_srlv_epi64(all, (__m256i)-bits);
#endif
}

/* Returns the squares that queens attack, and perhaps their own. from: their squares, as sets. */
ALWAYS_INLINE masks find_queen_attacks(masks squares, masks from, masks occupied) {
    const uint64_t file_a = 0x0101010101010101, falling = 0x8040201008040201, rising = 0x0102040810204080;
    const masks file = squares & 7, row = squares & 56, others = occupied & ~from, turned = turned_sets(from);
    return attacks_along(in_all(file_a) << file, others, from, turned) |
           attacks_in_rows(in_all(0xff) << row, others, from) |
           attacks_along(shift_rows(falling, row - 8 * file), others, from, turned) |
           attacks_along(shift_rows(rising, row + 8 * file - 56), others, from, turned);
}

/* Returns what pieces attack on an empty board. */
ALWAYS_INLINE masks find_attacks_alone(masks squares, masks codes) {
    const uint64_t *const attacks = ks_attacks_from[0];
    _Alignas(64) uint64_t at[LANES];
    store(at, (squares & 63) << 4 | codes);
#define ALONE(n) attacks[at[n]]
#ifdef KS_FOR_AVX512BW
    return (masks){ALONE(0), ALONE(1), ALONE(2), ALONE(3), ALONE(4), ALONE(5), ALONE(6), ALONE(7)};
#else
    return (masks){ALONE(0), ALONE(1), ALONE(2), ALONE(3)};
#endif
#undef ALONE
}

/* Returns where pawns may be pushed. */
ALWAYS_INLINE masks find_pushes(masks from, masks occupied, masks white) {
    const masks one = ((from >> 8 & white) | (from << 8 & ~white)) & ~occupied,
                fourth = (row_mask(4) & white) | (row_mask(3) & ~white);
    return one | (((one >> 8 & white) | (one << 8 & ~white)) & ~occupied & fourth);
}

ALWAYS_INLINE masks count_squares(masks sets) {
    static const char counts[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    const masks low = in_all(0x0f0f0f0f0f0f0f0f),
                sums = (masks)((bytes)look_up(counts, sets & low) + (bytes)look_up(counts, sets >> 4 & low));
#ifdef KS_FOR_AVX512BW
    return (masks)_mm512_sad_epu8((__m512i)sums, _mm512_setzero_si512());
#else
    return (masks)_mm256_sad_epu8((__m256i)sums, _mm256_setzero_si256());
#endif
}

/* Returns the squares before one, counted from a1. from: its set. */
ALWAYS_INLINE masks squares_before(masks square, masks from) {
    return from - (in_all(0x101) << (square & 56));
}

/* Returns how many bits numbers below n take; n: 1 to 32. */
ALWAYS_INLINE masks widths_of(masks n) {
    static const char widths[16] = {0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4}; /* [number] */
    const masks last = n - 1;
    return look_up(widths, last >> 1) + ((masks)(last != 0) & 1);
}

/* Moves in lanes that are numbered one by one: bit n is move n. */
struct special {
    uint64_t played_carefully, en_passant;
};

ALWAYS_INLINE uint64_t lanes_with(masks some, unsigned at) {
    return (uint64_t)highest_bits(some | -some) << at;
}

/* Numbers the moves from `at` on. white: all ones where white moves. *jumped: what the pawn before has jumped
 * over, in the last lane. */
ALWAYS_INLINE void number_group(const struct lanes *lanes, unsigned at, masks white, masks *jumped,
                                struct special *special, struct played *played) {
    enum { PLANE = BEFORE + PLAYED_AT_ONCE };
    const uint64_t *const b = &lanes->planes[0][BEFORE - 1 + at];
    const masks words = load(lanes->words + at), squares = load(lanes->from + at), targets = words & 63,
                from = in_all(1) << squares, to = load(lanes->to + at),
                occupied = load(b) | load(b + PLANE) | load(b + 2 * PLANE),
                own = occupied & (load(b + 3 * PLANE) ^ white);
    const masks b0 = load(lanes->code[0] + at), b1 = load(lanes->code[1] + at),
                b2 = load(lanes->code[2] + at), pawns = b0 & ~(b1 | b2),
                codes = (b0 & 1) | (b1 & 2) | (b2 & 4) | (~white & KS_BLACK_BIT),
                attacks = find_attacks_alone(squares, codes) &
                          (find_queen_attacks(squares, from, occupied) | (b1 & ~b0) | pawns);
    const masks jumps = ones_if_equal((words & 0xffff) ^ squares, DOUBLE_PUSH_WAY),
                jumped_now = (in_all(1) << ((squares + targets) >> 1)) & jumps,
                passed = pawns & attacks & last_and_first(*jumped, jumped_now);
    special->played_carefully |= lanes_with(squares >> 32, at);
    special->en_passant |= lanes_with(passed, at);
    *jumped = jumped_now;
    const masks ways = (attacks & ~own & (~pawns | occupied)) | (pawns & find_pushes(from, occupied, white)),
                way_width = widths_of(count_squares(ways)), width = widths_of(count_squares(own)) + way_width,
                piece = count_squares(own & squares_before(squares, from)),
                way = count_squares(ways & squares_before(targets, to)),
                resets = pawns | ones_if(to & occupied);
    const masks number =
        (piece << way_width | way) << NUMBER_SHIFT | width | NUMBER_IS_KNOWN | (resets & NUMBER_RESETS);
    store(played + at, (load(played + at) & 0xffffffff) | number << 32);
}
_Static_assert(offsetof(struct played, number) == 4 && NUMBER_RESETS < 1 << 16, "numbers are in these bits");

ALWAYS_INLINE uint64_t first_of(uint64_t set) {
    return set & -set;
}

static void number_in_lanes(const struct lanes *lanes, unsigned count, unsigned side,
                            const struct game_position *before, struct played *played) {
    const uint64_t ones = ~(uint64_t)0, moving[9] = {ones, 0, ones, 0, ones, 0, ones, 0, ones},
                   white = side == KS_WHITE ? 0x5555555555555555 : 0xaaaaaaaaaaaaaaaa,
                   castling = before->castling, kings = lanes->king_moves;
    struct special special = {0, 0};
    masks jumped = in_all(before->jumped);
    for (unsigned at = 0; at < count; at += LANES)
        number_group(lanes, at, load(moving + side), &jumped, &special, played);
    uint64_t rest = special.played_carefully | special.en_passant;
    if (castling & row_mask(back_row(KS_WHITE))) /* which end with the king's first move */
        rest |= first_of(kings & white);
    if (castling & row_mask(back_row(KS_BLACK)))
        rest |= first_of(kings & ~white);
    for (uint64_t careful = special.played_carefully; careful; careful &= careful - 1)
        if (KS_MOVE_KIND(played[lowest_square(careful)].move) == KS_MOVE_DOUBLE_PUSH)
            rest |= first_of(careful) << 1;
    for (rest &= bit(count) - 1; rest; rest &= rest - 1)
        number_specially(lanes, lowest_square(rest), before, played);
}
#else
static void number_in_lanes(const struct lanes *lanes, unsigned count, unsigned side,
                            const struct game_position *before, struct played *played) {
    (void)side;
    for (unsigned n = 0; n < count; n++)
        number_specially(lanes, n, before, played);
}
#endif

/* ---- Games are written ---- */

enum { PART = 64 /* moves */ };

/* What is written for moves, and how many bits that is. */
struct numbers {
    uint32_t bits[PART], widths[PART];
};

/* Gets the numbers of entries, and the sum of each score and the one before; and zeros up to a multiple of
 * eight. Returns how many have no score. */
static unsigned find_sums(const struct whole_game *game, unsigned from, unsigned count, int last,
                          uint32_t sums[PART], uint32_t ways[PART]) {
    const struct whole_game here = *game; /* which no store below changes: the compiler sees that */
    memset(sums + (count & ~7u), 0, count % 8 ? 8 * sizeof *sums : 0);
    memset(ways + (count & ~7u), 0, count % 8 ? 8 * sizeof *ways : 0);
    unsigned missing = 0;
    for (unsigned n = 0; n < count; n++) {
        const int score = score_of_entry(&here, from + n);
        missing += !entry_has_score(&here, from + n);
        sums[n] = (uint16_t)(score + last);
        ways[n] = here.told[from + n].number;
        last = score;
    }
    return missing;
}

/* Finds what is written for entries: the numbers of their moves, and the differences of scores in groups, as
 * groups_of does. last: the score before the first one. The loop has no branch, so that compilers make
 * vectors of it. Returns how many entries have no score. */
static __attribute__((noinline)) unsigned find_numbers(const struct whole_game *game, unsigned from,
                                                       unsigned count, int last, struct numbers *numbers) {
    enum { ALL = 20, FLAGS = 0x84210 };
    uint32_t sums[PART], ways[PART];
    const unsigned missing = find_sums(game, from, count, last, sums, ways);
    for (unsigned n = 0; n < (count + 7) / 8 * 8; n++) {
        const uint32_t difference = (sums[n] << 1 ^ (0 - (sums[n] >> 15))) & 0xffff,
                       groups = (difference & 15) << 15 | (difference >> 4 & 15) << 10 |
                                (difference >> 8 & 15) << 5 | difference >> 12,
                       width = 5 * (1u + (difference > 0xf) + (difference > 0xff) + (difference > 0xfff)),
                       number = (ways[n] & (NUMBER_IS_KNOWN - 1)) >> NUMBER_SHIFT;
        numbers->bits[n] =
            number << width | (groups | (FLAGS & -(UINT32_C(1) << (ALL + 5 - width)))) >> (ALL - width);
        numbers->widths[n] = (ways[n] & NUMBER_LENGTH) + width;
    }
    return missing;
}

/* Counts halfmoves on. */
static unsigned count_halfmoves(unsigned halfmoves, const struct told *told, unsigned count) {
    unsigned n = count;
    while (n > 0 && !(told[n - 1].number & NUMBER_RESETS))
        n--;
    const unsigned all = n > 0 ? count - n : halfmoves + count;
    return all < KS_CLOCK_MAX ? all : KS_CLOCK_MAX;
}

/* Takes over the position after the entries of a game. */
static void take_end(struct following *f, const struct outgoing *first, const struct told *told,
                     unsigned count, const struct game_position *end) {
    memcpy(f->planes, end->planes, sizeof f->planes);
    set_sides(f, end->planes, first->side ^ count % 2);
    find_kings(end->planes, f->king);
    f->castling = end->castling;
    f->en_passant = find_passed(end->planes, end->jumped, f->side);
    f->halfmoves = count_halfmoves(first->halfmoves, told, count);
    f->ply = first->ply + count;
    f->result = count % 2 ? -first->result : first->result;
    f->known = f->in_planes = true;
}

/* Returns the position after some moves of a game. */
static struct game_position play_moves(const struct whole_game *game, unsigned count) {
    ks_position position = *game->start;
    ks_undo undo;
    for (unsigned n = 0; n < count; n++)
        ks_make_move(&position, game->told[n].move, &undo);
    struct game_position after = {.castling = position.private_castling,
                                  .jumped =
                                      position.en_passant == KS_NO_SQUARE ? 0 : bit(position.en_passant)};
    memcpy(after.planes, position.private_planes, sizeof after.planes);
    return after;
}

/* Writes entries of a game from one to another, which go on with the chain. Returns how many of them have no
 * score. */
static unsigned write_numbers(ks_data_writer *writer, const struct whole_game *game, unsigned from,
                              unsigned to) {
    struct chain_bits bits = writer->bits;
    uint8_t *end = writer->buffer + writer->used;
    struct numbers numbers;
    int last = writer->last_score;
    unsigned missing = 0;
    for (unsigned part; from < to; from += part) {
        part = to - from < PART ? to - from : PART;
        missing += find_numbers(game, from, part, last, &numbers);
        last = score_of_entry(game, from + part - 1);
        for (unsigned n = 0; n < part; n++)
            end = add_bits(&bits, end, numbers.bits[n], numbers.widths[n]);
    }
    writer->last_score = last;
    writer->bits = bits;
    writer->used = (size_t)(end - writer->buffer);
    return missing;
}

static unsigned write_game(ks_data_writer *writer, const struct outgoing *first,
                           const struct whole_game *game, unsigned *without_score) {
    const bool goes_on = writer->chain != 0 && writer->chain_left > 0 && first->ply <= BINPACK_PLY_MAX &&
                         is_next(&writer->following, first);
    if (!goes_on && ks_begin_chain(writer, first, NULL) != KS_OK)
        return 0;
    if (!goes_on)
        writer->last_score = first->score;
    const unsigned begun = goes_on ? 0 : 1, plies = BINPACK_PLY_MAX + 1 - first->ply,
                   left = begun + writer->chain_left, room = plies < left ? plies : left,
                   count = game->count < room ? game->count : room;
    *without_score += write_numbers(writer, game, begun, count) + (begun && !entry_has_score(game, 0));
    writer->chain_left -= count - begun;
    const struct game_position end = game->end && count == game->count ? *game->end : play_moves(game, count);
    take_end(&writer->following, first, game->told, count, &end);
    return count;
}

static int write_entry(ks_data_writer *writer, const struct outgoing *entry, ks_error *error) {
    const bool goes_on = go_on(writer, entry);
    if (!goes_on) {
        const int code = ks_begin_chain(writer, entry, error);
        if (code != KS_OK)
            return code;
        take_position(&writer->following, entry);
    }
    writer->last_score = entry->score;
    make_move(&writer->following, entry);
    return KS_OK;
}

const struct chain_writer IN_BUILD(chain_writer) = {follows,         note,         write_entry,
                                                    number_in_lanes, number_alone, write_game};
