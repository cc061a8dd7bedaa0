/* Reads eight chains of .binpack at once, a lane of a vector each, with AVX-512: element n of a vector is
 * lane n's. A step reads a position of each. The reader of one lane takes what is rare, such as castling, a
 * chain's start or a fault: chains_tmpl.c, which also says what the bits mean. */
#include "game/data/lane.h"
#include "game/data/steps_tmpl.h"
#include "game/data/writer.h"

enum {
    LANES = 8,
    LANES_LEAST = 3, /* with fewer, it takes longer than one after another */
    RUN = 32         /* steps from one call of store_entries to the next */
};

_Static_assert((int)LANES <= (int)LANES_MAX, "a reader has so many");

typedef union {
    __m512i all;
    uint64_t of[LANES];
} eight;

/* Positions and their moves, which are not made yet. */
struct state {
    eight own, their;         /* `own` are the pieces of the side to move */
    eight planes[3];          /* the lowest bits of the codes on the board */
    eight castling, passed;   /* as in a lane */
    eight at;                 /* bits that are read, counted from address 0 */
    eight left;               /* positions of the chain that follow */
    eight score;              /* 16 bits */
    eight clocks;             /* where a row of `moves` has them */
    eight sides, sides_after; /* where a row of `facts` has them; after the move */
    eight from, to, put;      /* sets of one square; put: the code that stands on `to` then */
    __mmask8 resets, doubles; /* the moves that set the halfmove clock back; double pushes */
    __mmask8 special;         /* castling and en passant */
    __m512i boards[LANES];
};

/* Entries of a run. */
struct rows {
    eight moves[RUN]; /* words of 16 bits: move, score, halfmove clock, ply */
    eight facts[RUN]; /* seven bytes: kinds, en passant, king, other king, side, other side, result */
    eight castling[RUN];
};

/* The lanes' entries of a run. */
struct run {
    struct lane *const *lanes;
    struct rows rows;
    uint8_t *boards[LANES]; /* where the entries of the run begin */
    eight limit;            /* where the lanes' blocks end, as state.at */
    __mmask8 live;
    unsigned begun[LANES]; /* entries before */
    unsigned done[LANES];  /* rows */
};

enum { HALFMOVES_AT = 32, PLY_AT = 48, SIDE_AT = 32, OTHER_SIDE_AT = 40, RESULT_AT = 48 };

/* ==== Between lanes and vectors ==== */

static uint64_t sides_word(unsigned side, int result) {
    return (uint64_t)side << SIDE_AT | (uint64_t)(side ^ 1) << OTHER_SIDE_AT |
           (uint64_t)(uint8_t)result << RESULT_AT;
}

static void take_lane(struct state *s, unsigned i, const struct lane *lane) {
    const __m512i board = _mm512_loadu_si512(lane->here.board);
    const __mmask8 here = (__mmask8)(1 << i);
    s->boards[i] = board;
    for (unsigned n = 0; n < 3; n++)
        s->planes[n].of[i] = _mm512_test_epi8_mask(board, _mm512_set1_epi8((char)(1 << n)));
    s->own.of[i] = lane->here.own;
    s->their.of[i] = lane->here.their;
    s->castling.of[i] = lane->here.castling;
    s->passed.of[i] = lane->here.passed;
    s->at.of[i] = (uint64_t)(uintptr_t)lane->text * 8 + lane->here.bit;
    s->left.of[i] = lane->here.left;
    s->score.of[i] = (uint16_t)lane->here.score;
    s->clocks.of[i] = (uint64_t)lane->here.halfmoves << HALFMOVES_AT | (uint64_t)lane->here.ply << PLY_AT;
    s->sides.of[i] = sides_word(lane->here.side, lane->here.result);
    s->sides_after.of[i] = sides_word(lane->here.side ^ 1, -lane->here.result);
    s->from.of[i] = bit(lane->here.from);
    s->to.of[i] = bit(lane->here.to);
    s->put.of[i] = lane->here.code;
    s->resets = (s->resets & ~here) | (move_resets(&lane->here) ? here : 0);
    s->doubles = (s->doubles & ~here) | (lane->here.kind == KS_MOVE_DOUBLE_PUSH ? here : 0);
    s->special = (s->special & ~here) |
                 (lane->here.kind == KS_MOVE_CASTLING || lane->here.kind == KS_MOVE_EN_PASSANT ? here : 0);
}

/* Before its first chain, a lane has an empty board. */
static unsigned king_in(uint64_t king) {
    return lowest_square(king | bit(63));
}

/* board is where the lane's board stands. */
static void give_lane(const struct state *s, unsigned i, struct lane *lane, const uint8_t *board) {
    const uint64_t kings = s->planes[1].of[i] & s->planes[2].of[i] & ~s->planes[0].of[i];
    const unsigned side = s->sides.of[i] >> SIDE_AT & 1;
    lane->here.board = board;
    lane->here.own = s->own.of[i];
    lane->here.their = s->their.of[i];
    lane->here.castling = s->castling.of[i];
    lane->here.passed = s->passed.of[i];
    lane->here.bit = s->at.of[i] - (uint64_t)(uintptr_t)lane->text * 8;
    lane->here.left = (unsigned)s->left.of[i];
    lane->here.score = (int16_t)s->score.of[i];
    lane->here.halfmoves = s->clocks.of[i] >> HALFMOVES_AT & 0xffff;
    lane->here.ply = (unsigned)(s->clocks.of[i] >> PLY_AT);
    lane->here.side = side;
    lane->here.result = (int)((int64_t)(s->sides.of[i] << (56 - RESULT_AT)) >> 56);
    lane->here.king[side] = king_in(kings & s->own.of[i]);
    lane->here.king[side ^ 1] = king_in(kings & s->their.of[i]);
    lane->here.from = lowest_square(s->from.of[i]);
    lane->here.to = lowest_square(s->to.of[i]);
    lane->here.code = (unsigned)s->put.of[i];
    if (!(s->special >> i & 1)) /* else the lane knows it */
        lane->here.kind = s->doubles >> i & 1 ? KS_MOVE_DOUBLE_PUSH : KS_MOVE_PLAIN;
}

/* ==== Vectors of sets and numbers ==== */

ALWAYS_INLINE __m512i words(uint64_t word) {
    return _mm512_set1_epi64((long long)word);
}

ALWAYS_INLINE __m512i both(__m512i a, __m512i b) {
    return _mm512_and_si512(a, b);
}

ALWAYS_INLINE __m512i either(__m512i a, __m512i b) {
    return _mm512_or_si512(a, b);
}

ALWAYS_INLINE __m512i without(__m512i a, __m512i b) {
    return _mm512_andnot_si512(b, a);
}

ALWAYS_INLINE __m512i all_turned(__m512i sets) {
    return _mm512_shuffle_epi8(
        sets, _mm512_broadcast_i32x4(_mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)));
}

/* Without optimization gcc's own macros convert masks. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"

/* Return words, or 0 for lanes that are not asked for: at these addresses, and of ks_attacks_from. */
ALWAYS_INLINE __m512i words_at(__mmask8 lanes, __m512i addresses) {
    return _mm512_mask_i64gather_epi64(words(0), lanes, addresses, NULL, 1);
}

ALWAYS_INLINE __m512i attacks_at(__mmask8 lanes, __m512i indices) {
    return _mm512_mask_i64gather_epi64(words(0), lanes, indices, ks_attacks_from, 8);
}

#pragma GCC diagnostic pop

/* Returns the squares of sets of one; of an empty set, 127. */
ALWAYS_INLINE __m512i squares_of(__m512i sets) {
    return _mm512_xor_si512(_mm512_lzcnt_epi64(sets), words(63));
}

/* Returns what is left of 64 bits beside a number below n: 64 less its width. */
ALWAYS_INLINE __m512i beside_width(__m512i n) {
    return _mm512_lzcnt_epi64(_mm512_sub_epi64(n, words(1)));
}

/* Returns of each set, counted from a1, the n-th lowest member as a set, or an empty one. */
ALWAYS_INLINE __m512i pick_all(__m512i sets, __m512i n) {
    const eight from = {.all = all_turned(sets)}, bits = {.all = _mm512_sllv_epi64(words(1), n)};
    long long picked[LANES];
    for (unsigned i = 0; i < LANES; i++)
        picked[i] = (long long)deposit_bits(bits.of[i], from.of[i]);
    return all_turned(_mm512_setr_epi64(picked[0], picked[1], picked[2], picked[3], picked[4], picked[5],
                                        picked[6], picked[7]));
}

ALWAYS_INLINE __m512i choose_word(__mmask8 black, uint64_t of_white, uint64_t of_black) {
    return _mm512_mask_mov_epi64(words(of_white), black, words(of_black));
}

/* Returns a row of each lane's side to move. */
ALWAYS_INLINE __m512i rows_of_rank(__mmask8 black, unsigned rank) {
    return choose_word(black, row_mask(row_of_rank(KS_WHITE, rank)), row_mask(row_of_rank(KS_BLACK, rank)));
}

ALWAYS_INLINE __mmask8 lanes_of_black(const struct state *s) {
    return _mm512_test_epi64_mask(s->sides.all, words((uint64_t)1 << SIDE_AT));
}

/* Returns the squares of both kings. */
ALWAYS_INLINE __m512i kings_of(const struct state *s) {
    return without(both(s->planes[1].all, s->planes[2].all), s->planes[0].all);
}

/* ==== Targets ==== */

/* Adds what a slider attacks on a line, which the lowest member of the squares above it ends, and the highest
 * of those below. below: the squares before the slider's. */
ALWAYS_INLINE __m512i with_line(__m512i found, __m512i line, __m512i occupied, __m512i twice, __m512i below) {
    const __m512i met = both(occupied, line), seen = _mm512_xor_si512(met, _mm512_sub_epi64(met, twice)),
                  lower = both(line, below),
                  down = _mm512_srav_epi64(words((uint64_t)1 << 63), _mm512_lzcnt_epi64(both(met, below)));
    enum { OR_OF_AND = 0xf8 }; /* a | b & c */
    return _mm512_ternarylogic_epi64(_mm512_ternarylogic_epi64(found, line, seen, OR_OF_AND), lower, down,
                                     OR_OF_AND);
}

/* The squares of diagonals. [row + column]: those that rise from left to right. [row - column + 7]: those
 * that fall. */
static const uint64_t rising[16] = {
    0x0000000000000001, 0x0000000000000102, 0x0000000000010204, 0x0000000001020408, 0x0000000102040810,
    0x0000010204081020, 0x0001020408102040, 0x0102040810204080, 0x0204081020408000, 0x0408102040800000,
    0x0810204080000000, 0x1020408000000000, 0x2040800000000000, 0x4080000000000000, 0x8000000000000000};
static const uint64_t falling[16] = {
    0x0000000000000080, 0x0000000000008040, 0x0000000000804020, 0x0000000080402010, 0x0000008040201008,
    0x0000804020100804, 0x0080402010080402, 0x8040201008040201, 0x4020100804020100, 0x2010080402010000,
    0x1008040201000000, 0x0804020100000000, 0x0402010000000000, 0x0201000000000000, 0x0100000000000000};

ALWAYS_INLINE __m512i of_sixteen(const uint64_t table[16], __m512i index) {
    return _mm512_permutex2var_epi64(_mm512_loadu_si512(table), index, _mm512_loadu_si512(table + 8));
}

/* Returns the squares that queens attack. from: as sets, and as numbers. */
ALWAYS_INLINE __m512i all_queen_attacks(__m512i from, __m512i squares, __m512i occupied) {
    const __m512i row = _mm512_srli_epi64(squares, 3), column = both(squares, words(7)),
                  twice = _mm512_add_epi64(from, from), below = _mm512_sub_epi64(from, words(1));
    const __m512i ranks = _mm512_sllv_epi64(words(0xff), both(squares, words(56))),
                  files = _mm512_sllv_epi64(words(0x0101010101010101), column),
                  rise = of_sixteen(rising, _mm512_add_epi64(row, column)),
                  fall = of_sixteen(falling, _mm512_add_epi64(_mm512_sub_epi64(row, column), words(7)));
    __m512i found = _mm512_setzero_si512();
    found = with_line(found, without(ranks, from), occupied, twice, below);
    found = with_line(found, without(files, from), occupied, twice, below);
    found = with_line(found, without(rise, from), occupied, twice, below);
    return with_line(found, without(fall, from), occupied, twice, below);
}

/* The pieces that move. */
struct movers {
    __m512i from, squares, codes;
    __mmask8 live, black, pawns, kings, sliders;
};

ALWAYS_INLINE struct movers movers_of(const struct state *s, __m512i from, __mmask8 live) {
    struct movers m = {.from = from, .squares = squares_of(from), .live = live};
    const __mmask8 ones = _mm512_test_epi64_mask(s->planes[0].all, from),
                   twos = _mm512_test_epi64_mask(s->planes[1].all, from),
                   fours = _mm512_test_epi64_mask(s->planes[2].all, from);
    m.black = lanes_of_black(s);
    m.pawns = ones & ~twos & ~fours;
    m.kings = ~ones & twos & fours;
    m.sliders = (fours & ~twos) | (ones & twos & ~fours);
    m.codes = _mm512_maskz_mov_epi64(ones, words(1));
    m.codes = _mm512_mask_or_epi64(m.codes, twos, m.codes, words(2));
    m.codes = _mm512_mask_or_epi64(m.codes, fours, m.codes, words(4));
    m.codes = _mm512_mask_or_epi64(m.codes, m.black, m.codes, words(8));
    return m;
}

ALWAYS_INLINE __m512i all_targets(const struct state *s, const struct movers *m) {
    const __m512i own = s->own.all, their = s->their.all, occupied = either(own, their);
    const __m512i alone = attacks_at(m->live, either(_mm512_slli_epi64(m->squares, 4), m->codes));
    const __m512i up = choose_word(m->black, 56, 8), /* by rotation; no pawn stands on an edge */
        one = without(_mm512_rolv_epi64(m->from, up), occupied),
                  two = both(without(_mm512_rolv_epi64(one, up), occupied), rows_of_rank(m->black, 3));
    const __m512i queens = all_queen_attacks(m->from, m->squares, occupied),
                  reached = _mm512_mask_mov_epi64(alone, m->sliders, both(alone, queens)),
                  allowed = _mm512_mask_or_epi64(_mm512_andnot_si512(own, words(~(uint64_t)0)), m->pawns,
                                                 their, s->passed.all),
                  targets = both(reached, allowed);
    return _mm512_mask_or_epi64(targets, m->pawns, targets, either(one, two));
}

/* ==== Steps ==== */

/* Makes the moves; boards[i] is where lane i's next one goes. Returns the lanes with a pawn beside one that
 * may capture it en passant. */
ALWAYS_INLINE __mmask8 make_all(struct state *s, const struct state *before, uint8_t *const boards[LANES],
                                size_t row) {
    const __m512i from = before->from.all, to = before->to.all, put = before->put.all,
                  gone = either(from, to), own = either(without(before->own.all, from), to),
                  their = without(before->their.all, to);
    for (unsigned i = 0; i < LANES; i++) {
        const __m512i left = _mm512_maskz_mov_epi8(~before->from.of[i], before->boards[i]);
        s->boards[i] =
            _mm512_mask_mov_epi8(left, before->to.of[i], _mm512_set1_epi8((char)before->put.of[i]));
        _mm512_storeu_si512(boards[i] + 64 * row, s->boards[i]);
    }
    for (unsigned n = 0; n < 3; n++) {
        const __m512i plane = without(before->planes[n].all, gone);
        s->planes[n].all =
            _mm512_mask_or_epi64(plane, _mm512_test_epi64_mask(put, words((uint64_t)1 << n)), plane, to);
    }
    const __mmask8 black = lanes_of_black(before),
                   kings = _mm512_cmpeq_epi64_mask(both(put, words(7)), words(KS_WHITE_KING));
    const __m512i castling = without(before->castling.all, gone);
    s->castling.all = _mm512_mask_andnot_epi64(castling, kings, rows_of_rank(black, 0), castling);
    s->own.all = their;
    s->their.all = own;
    s->passed.all = words(0);
    s->sides = before->sides_after;
    s->sides_after = before->sides;
    const __m512i counted = _mm512_adds_epu16(before->clocks.all, words((uint64_t)1 << HALFMOVES_AT)),
                  clocks = _mm512_add_epi16(counted, words((uint64_t)1 << PLY_AT));
    s->clocks.all =
        _mm512_mask_and_epi64(clocks, before->resets, clocks, words(~((uint64_t)0xffff << HALFMOVES_AT)));
    const __m512i pawns = without(s->planes[0].all, either(s->planes[1].all, s->planes[2].all)),
                  beside = either(without(_mm512_slli_epi64(to, 1), words(0x0101010101010101)),
                                  without(_mm512_srli_epi64(to, 1), words(0x8080808080808080)));
    return _mm512_mask_test_epi64_mask(before->doubles, both(beside, their), pawns);
}

/* Returns the numbers at the highest bits of words, which take 5, 10, 15 or 20 bits: as take_difference. */
ALWAYS_INLINE __m512i all_differences(__m512i word, __m512i *length) {
    const __m512i ends = without(words(0x8421000000000000), word);
    *length = _mm512_add_epi64(_mm512_lzcnt_epi64(ends), words(5));
    const __m512i groups = without(word, _mm512_srlv_epi64(words(~(uint64_t)0), *length)),
                  fours =
                      both(_mm512_multishift_epi64_epi8(words(44 << 24 | 49 << 16 | 54 << 8 | 59), groups),
                           words(0x0f0f0f0f)),
                  eights = _mm512_maddubs_epi16(fours, words(0x10011001)),
                  number = _mm512_madd_epi16(eights, words(0x01000001)),
                  negative = _mm512_sub_epi64(words(0), both(number, words(1)));
    return _mm512_xor_si512(_mm512_srli_epi64(number, 1), negative);
}

/* Takes the moves over. way: their numbers among all of the piece. Fills in the rows but for the scores. */
ALWAYS_INLINE void note_moves(struct state *s, const struct movers *m, __m512i to, __m512i way,
                              __mmask8 promotions, eight *moves, eight *facts) {
    const __m512i squares = squares_of(to);
    const __mmask8 captures = _mm512_test_epi64_mask(to, s->their.all);
    s->from.all = m->from;
    s->to.all = to;
    s->special = 0;
    s->doubles = _mm512_mask_cmpeq_epi64_mask(m->pawns, _mm512_xor_si512(m->squares, squares), words(16));
    s->resets = m->pawns | captures;
    __m512i put = m->codes, kinds = _mm512_maskz_mov_epi64(s->doubles, words(KS_MOVE_DOUBLE_PUSH)),
            said = _mm512_mask_or_epi64(words(GOES_ON), captures, words(GOES_ON), words(KS_DATA_CAPTURE));
    if (RARE(promotions)) {
        const __m512i piece = both(way, words(3));
        put = _mm512_mask_add_epi64(put, promotions, put, _mm512_add_epi64(piece, words(1)));
        kinds = _mm512_mask_add_epi64(kinds, promotions, piece, words(KS_MOVE_TO_KNIGHT));
        said = _mm512_mask_or_epi64(said, promotions, said, words(KS_DATA_PROMOTION));
    }
    s->put.all = put;
    const __m512i kings = kings_of(s), king = squares_of(both(kings, s->own.all)),
                  other = squares_of(both(kings, s->their.all));
    moves->all = either(either(m->squares, _mm512_slli_epi64(squares, 6)),
                        either(_mm512_slli_epi64(kinds, 12), s->clocks.all));
    facts->all = either(either(either(said, words((uint64_t)KS_NO_SQUARE << 8)), s->sides.all),
                        either(_mm512_slli_epi64(king, 16), _mm512_slli_epi64(other, 24)));
}

/* Reads the moves and the scores of positions. Returns the lanes for which it does not. */
ALWAYS_INLINE __mmask8 read_all(struct state *s, const struct state *before, const struct run *run,
                                eight *moves, eight *facts) {
    const __mmask8 live = run->live;
    const __m512i at = before->at.all, own = s->own.all, all = words(64);
    __m512i word = words_at(live, _mm512_srli_epi64(at, 3));
    word = _mm512_sllv_epi64(all_turned(word), both(at, words(7)));
    const __m512i pieces = _mm512_popcnt_epi64(own), beside_piece = beside_width(pieces),
                  piece = _mm512_srlv_epi64(word, beside_piece);
    __mmask8 rare = _mm512_cmpge_epu64_mask(piece, pieces);
    word = _mm512_sllv_epi64(word, _mm512_sub_epi64(all, beside_piece));
    const struct movers m = movers_of(s, pick_all(own, piece), live & ~rare);
    const __m512i targets = all_targets(s, &m), count = _mm512_popcnt_epi64(targets),
                  rooks = _mm512_popcnt_epi64(
                      _mm512_maskz_and_epi64(m.kings, s->castling.all, rows_of_rank(m.black, 0)));
    const __mmask8 promotions = _mm512_mask_test_epi64_mask(m.pawns, m.from, rows_of_rank(m.black, 6));
    const __m512i ways = _mm512_add_epi64(_mm512_mask_slli_epi64(count, promotions, count, 2), rooks),
                  beside_way = beside_width(ways), way = _mm512_srlv_epi64(word, beside_way),
                  index = _mm512_mask_srli_epi64(way, promotions, way, 2);
    rare |= _mm512_cmpge_epu64_mask(index, count); /* castling, or none */
    word = _mm512_sllv_epi64(word, _mm512_sub_epi64(all, beside_way));
    const __m512i to = pick_all(targets, index);
    rare |= _mm512_test_epi64_mask(to, both(s->their.all, kings_of(s)));
    rare |= _mm512_mask_test_epi64_mask(m.pawns, to, s->passed.all);
    note_moves(s, &m, to, way, promotions, moves, facts);
    __m512i length;
    const __m512i difference = all_differences(word, &length);
    rare |= _mm512_cmpgt_epu64_mask(length, words(20));
    s->score.all = both(_mm512_sub_epi64(difference, before->score.all), words(0xffff));
    moves->all = either(moves->all, _mm512_slli_epi64(s->score.all, 16));
    s->at.all = _mm512_add_epi64(
        _mm512_sub_epi64(_mm512_add_epi64(at, words(128)), _mm512_add_epi64(beside_piece, beside_way)),
        length);
    s->left.all = _mm512_sub_epi64(before->left.all, words(1));
    return rare | before->special | _mm512_testn_epi64_mask(before->left.all, before->left.all) |
           _mm512_cmpgt_epu64_mask(s->at.all, run->limit.all);
}

/* ==== Runs ==== */

/* Copies an entry of a lane's batch to its row. */
static void note_row(struct run *run, unsigned i, unsigned row) {
    const struct columns *const c = &run->lanes[i]->columns;
    const unsigned n = run->begun[i] + row;
    run->rows.moves[row].of[i] = c->moves[n] | (uint64_t)(uint16_t)c->scores[n] << 16 |
                                 (uint64_t)c->halfmoves[n] << HALFMOVES_AT | (uint64_t)c->plies[n] << PLY_AT;
    run->rows.facts[row].of[i] = c->kinds[n] | (uint64_t)c->en_passant[n] << 8 | (uint64_t)c->kings[n] << 16 |
                                 (uint64_t)c->other_kings[n] << 24 | sides_word(c->sides[n], c->results[n]);
    run->rows.castling[row].of[i] = c->castling[n];
}

/* Gives lanes their turns one by one. s: from before the step; has their states then. */
static __attribute__((noinline)) bool take_turns(struct run *run, struct state *s, unsigned row,
                                                 unsigned rare) {
    bool goes_on = true;
    for (unsigned rest = rare; rest; rest &= rest - 1) {
        const unsigned i = (unsigned)__builtin_ctz(rest);
        struct lane *const lane = run->lanes[i];
        give_lane(s, i, lane, row > 0 ? run->boards[i] + 64 * (row - 1) : lane->here.board);
        lane->columns.count = run->begun[i] + row;
        lane->waits = ks_skylake_chain_reader.turn(lane);
        if (lane->waits == LANE_GOES_ON)
            note_row(run, i, row);
        else
            goes_on = false;
        take_lane(s, i, lane);
    }
    return goes_on;
}

/* ---- From rows to columns ---- */

enum { EVEN_QUARTERS = 0x88, ODD_QUARTERS = 0xdd }; /* of both operands */

/* Makes columns of eight rows. */
ALWAYS_INLINE void transpose(const eight rows[8], __m512i columns[8]) {
    __m512i pairs[8], fours[8];
    for (unsigned i = 0; i < 8; i += 2) {
        pairs[i] = _mm512_unpacklo_epi64(rows[i].all, rows[i + 1].all);
        pairs[i + 1] = _mm512_unpackhi_epi64(rows[i].all, rows[i + 1].all);
    }
    for (unsigned i = 0; i < 8; i += 4)
        for (unsigned n = 0; n < 2; n++) {
            fours[i + n] = _mm512_shuffle_i64x2(pairs[i + n], pairs[i + n + 2], EVEN_QUARTERS);
            fours[i + n + 2] = _mm512_shuffle_i64x2(pairs[i + n], pairs[i + n + 2], ODD_QUARTERS);
        }
    for (unsigned n = 0; n < 4; n++) {
        columns[n] = _mm512_shuffle_i64x2(fours[n], fours[n + 4], EVEN_QUARTERS);
        columns[n + 4] = _mm512_shuffle_i64x2(fours[n], fours[n + 4], ODD_QUARTERS);
    }
}

/* Stores the first or the last eight bytes of sixteen, or fewer. */
ALWAYS_INLINE void store_low(void *at, __mmask8 some, __m128i bytes) {
    _mm_mask_storeu_epi8(at, some, bytes);
}

ALWAYS_INLINE void store_high(void *at, __mmask8 some, __m128i bytes) {
    store_low(at, some, _mm_unpackhi_epi64(bytes, bytes));
}

ALWAYS_INLINE void store_moves(struct columns *c, size_t n, __mmask8 some, __m512i eight_rows) {
    static const uint16_t order[32] = {0, 4, 8,  12, 16, 20, 24, 28, 1, 5, 9,  13, 17, 21, 25, 29,
                                       2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31};
    const __m512i sorted = _mm512_permutexvar_epi16(_mm512_loadu_si512(order), eight_rows);
    _mm_mask_storeu_epi16(c->moves + n, some, _mm512_castsi512_si128(sorted));
    _mm_mask_storeu_epi16(c->scores + n, some, _mm512_extracti64x2_epi64(sorted, 1));
    _mm_mask_storeu_epi16(c->halfmoves + n, some, _mm512_extracti64x2_epi64(sorted, 2));
    _mm_mask_storeu_epi16(c->plies + n, some, _mm512_extracti64x2_epi64(sorted, 3));
}

ALWAYS_INLINE void store_facts(struct columns *c, size_t n, __mmask8 some, __m512i eight_rows) {
    static const uint8_t order[64] = {0, 8,  16, 24, 32, 40, 48, 56, 1, 9,  17, 25, 33, 41, 49, 57,
                                      2, 10, 18, 26, 34, 42, 50, 58, 3, 11, 19, 27, 35, 43, 51, 59,
                                      4, 12, 20, 28, 36, 44, 52, 60, 5, 13, 21, 29, 37, 45, 53, 61,
                                      6, 14, 22, 30, 38, 46, 54, 62, 7, 15, 23, 31, 39, 47, 55, 63};
    const __m512i sorted = _mm512_permutexvar_epi8(_mm512_loadu_si512(order), eight_rows);
    const __m128i first = _mm512_castsi512_si128(sorted), second = _mm512_extracti64x2_epi64(sorted, 1),
                  third = _mm512_extracti64x2_epi64(sorted, 2), fourth = _mm512_extracti64x2_epi64(sorted, 3);
    store_low(c->kinds + n, some, first);
    store_high(c->en_passant + n, some, first);
    store_low(c->kings + n, some, second);
    store_high(c->other_kings + n, some, second);
    store_low(c->sides + n, some, third);
    store_high(c->other_sides + n, some, third);
    store_low(c->results + n, some, fourth);
}

/* Adds the rows of a run to the lanes' batches. */
static void store_entries(const struct run *run, unsigned live_count, unsigned rows) {
    __m512i moves[LANES], facts[LANES], castling[LANES];
    for (unsigned row = 0; row < rows; row += 8) {
        transpose(run->rows.moves + row, moves);
        transpose(run->rows.facts + row, facts);
        transpose(run->rows.castling + row, castling);
        for (unsigned i = 0; i < live_count; i++) {
            struct columns *const c = &run->lanes[i]->columns;
            const unsigned left = run->done[i] > row ? run->done[i] - row : 0;
            const __mmask8 some = left < 8 ? (__mmask8)((1 << left) - 1) : 0xff;
            store_moves(c, run->begun[i] + row, some, moves[i]);
            store_facts(c, run->begun[i] + row, some, facts[i]);
            _mm512_mask_storeu_epi64(c->castling + run->begun[i] + row, some, castling[i]);
        }
    }
}

/* ---- Steps of a run ---- */

ALWAYS_INLINE void keep(eight *next, const eight *kept, __mmask8 lanes) {
    next->all = _mm512_mask_mov_epi64(next->all, lanes, kept->all);
}

ALWAYS_INLINE void keep_lanes(struct state *next, const struct state *kept, __mmask8 lanes) {
    eight *const to = &next->own;
    const eight *const from = &kept->own;
    for (unsigned n = 0; n < offsetof(struct state, resets) / sizeof(eight); n++)
        keep(to + n, from + n, lanes);
    next->resets = (next->resets & ~lanes) | (kept->resets & lanes);
    next->doubles = (next->doubles & ~lanes) | (kept->doubles & lanes);
    next->special = (next->special & ~lanes) | (kept->special & lanes);
    for (unsigned rest = lanes; rest; rest &= rest - 1) {
        const unsigned i = (unsigned)__builtin_ctz(rest);
        next->boards[i] = kept->boards[i];
    }
}

/* Returns how many steps were taken until a lane had to wait, and in s[rows % 2] the states then. */
static unsigned take_steps(struct run *run, struct state s[2], unsigned steps) {
    bool goes_on = true;
    unsigned row = 0;
    for (; row < steps && goes_on; row++) {
        struct state *const before = &s[row % 2], *const after = &s[(row + 1) % 2];
        __mmask8 rare = make_all(after, before, run->boards, row);
        rare |= read_all(after, before, run, &run->rows.moves[row], &run->rows.facts[row]);
        rare &= run->live;
        run->rows.castling[row] = after->castling;
        if (rare) {
            goes_on = take_turns(run, before, row, rare);
            keep_lanes(after, before, rare);
        }
    }
    return row;
}

static void read_run(struct lane *const *lanes, unsigned count, unsigned steps) {
    struct run run = {.lanes = lanes, .live = (__mmask8)((1 << count) - 1)};
    struct state s[2] = {0};
    for (unsigned i = 0; i < LANES; i++) {
        struct columns *const c = &lanes[i]->columns;
        run.begun[i] = i < count ? c->count : 0;
        run.boards[i] = c->boards[run.begun[i]];
        run.limit.of[i] = (uint64_t)(uintptr_t)lanes[i]->end * 8;
        if (i < count)
            take_lane(&s[0], i, lanes[i]);
    }
    const unsigned rows = take_steps(&run, s, steps);
    for (unsigned i = 0; i < count; i++) {
        const bool goes_on = lanes[i]->waits == LANE_GOES_ON;
        run.done[i] = goes_on ? rows : rows - 1;
        if (goes_on)
            give_lane(&s[rows % 2], i, lanes[i], run.boards[i] + 64 * (rows - 1));
        lanes[i]->columns.count = run.begun[i] + run.done[i];
    }
    store_entries(&run, count, rows);
}

static enum lane_event read(struct lane *const *lanes, unsigned count, unsigned *next) {
    for (;;) {
        unsigned steps = RUN;
        for (unsigned i = 0; i < count; i++) {
            const unsigned room = KS_DATA_BATCH_MAX - lanes[i]->columns.count;
            const enum lane_event event = lanes[i]->waits;
            if (event != LANE_GOES_ON || room == 0) {
                *next = i;
                lanes[i]->waits = LANE_GOES_ON;
                return event != LANE_GOES_ON ? event : LANE_FULL;
            }
            steps = room < steps ? room : steps;
        }
        if (count < LANES_LEAST)
            return ks_skylake_chain_reader.read(lanes, count, next);
        read_run(lanes, count, steps);
    }
}

const struct chain_reader ks_avx512_chain_reader = {read, NULL, LANES, &ks_skylake_chain_writer};
