/* Writes the positions that follow each other by their moves. An entry of .binpack that does so goes on with
 * the chain: the number of the piece that moves, the number of its target, and the difference of the scores,
 * in as few bits as they take. Any other entry begins a chain.
 *
 * The position after the last entry is kept up to date by its moves alone: for an entry that equals it, no
 * set of squares is made of a board. */
#include "core/board/planes.h"
#include "game/data/steps_tmpl.h"
#include "game/data/writer.h"
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

/* Most entries have no square of en passant, and neither has what is expected. */
ALWAYS_INLINE bool is_next(const struct following *following, const struct outgoing *entry) {
    const unsigned differences = (entry->ply ^ following->ply) | (entry->side ^ following->side) |
                                 (entry->halfmoves ^ following->halfmoves) |
                                 (unsigned)(entry->result ^ following->result);
    return following->known && differences == 0 && entry->castling == following->castling &&
           is_same_board(entry->board, following->board) &&
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
    whole_board board = load_board(next->board);
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

/* ==== Positions of a game ==== */

/* All these follow each other by legal moves, so nothing is compared. Some moves are made one after the
 * other, each of which waits for the one before; then they get their numbers, in as many positions at once as
 * a vector has lanes. */

enum { PART = 64 /* moves */, BEFORE = 8 /* lanes */ };

/* The four planes of a position. They are shifted and cut alike, so a vector has all of them. */
typedef uint64_t four_planes __attribute__((vector_size(32)));

/* A position in registers. */
struct walk {
    four_planes planes;
    uint64_t touched; /* the squares that moves have gone from or to */
};

/* Some moves, and the positions before each and after the last one. */
struct walked {
    _Alignas(64) uint64_t planes[PART + 1][4];
    uint64_t touched[PART];
    uint64_t moves[BEFORE + PART + 8]; /* from BEFORE - 1 on, where the one before the first stands */
    int64_t scores[BEFORE + PART];     /* likewise */
    uint64_t rooks;                    /* that may castle before the moves and those before them */
};

/* What is written for moves, and how many bits that is. */
struct numbers {
    _Alignas(64) uint64_t bits[PART], widths[PART];
};

/* ---- Moves are made ---- */

ALWAYS_INLINE void load_planes(four_planes *loaded, const uint64_t planes[4]) {
    memcpy(loaded, planes, sizeof *loaded);
}

ALWAYS_INLINE void store_planes(uint64_t planes[4], const four_planes *stored) {
    memcpy(planes, stored, sizeof *stored);
}

/* Makes a capture en passant, castling or a promotion. Returns the squares that nothing castles from then. */
static __attribute__((noinline)) uint64_t walk_specially(const uint64_t b[4], unsigned move,
                                                         uint64_t after[4]) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), kind = KS_MOVE_KIND(move),
                   side = b[3] >> from & 1 ? KS_BLACK : KS_WHITE;
    uint64_t emptied = bit(from) | bit(to), put[4] = {0};
    if (kind == KS_MOVE_CASTLING) {
        put[1] = bit(castled_king(side, from, to));
        put[2] = put[3] = put[1] | bit(castled_rook(side, from, to));
    } else {
        const unsigned piece = kind >= KS_MOVE_TO_KNIGHT ? KS_WHITE_KNIGHT + (kind & 3) : KS_WHITE_PAWN;
        emptied |= kind == KS_MOVE_EN_PASSANT ? bit((from & 56) + (to & 7)) : 0;
        for (unsigned n = 0; n < 3; n++)
            put[n] = (uint64_t)(piece >> n & 1) << to;
        put[3] = bit(to);
    }
    put[3] = side == KS_BLACK ? put[3] : 0;
    for (unsigned n = 0; n < 4; n++)
        after[n] = (b[n] & ~emptied) | put[n];
    return kind == KS_MOVE_CASTLING ? row_mask(back_row(side)) : emptied;
}
_Static_assert(KS_WHITE_ROOK == 4 && KS_WHITE_KING == 6, "castling puts these");

/* Makes the moves of so many entries. walk: the position before, and after them. */
static __attribute__((noinline)) void walk_through(struct walk *walk, const struct game_entry *entries,
                                                   unsigned count, struct walked *walked) {
    struct walk here = *walk;
    walked->moves[BEFORE - 1] = entries[-1].move;
    walked->scores[BEFORE - 1] = entries[-1].score;
    for (unsigned n = 0; n < count; n++) {
        const unsigned move = entries[n].move, from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move);
        const uint64_t emptied = bit(from) | bit(to);
        store_planes(walked->planes[n], &here.planes);
        walked->touched[n] = here.touched;
        walked->moves[BEFORE + n] = move;
        walked->scores[BEFORE + n] = entries[n].score;
        here.planes = (here.planes & ~emptied) | ((here.planes >> from & 1) << to);
        here.touched |= emptied;
        if (RARE(KS_MOVE_KIND(move) > KS_MOVE_DOUBLE_PUSH)) {
            here.touched |= walk_specially(walked->planes[n], move, walked->planes[n + 1]);
            load_planes(&here.planes, walked->planes[n + 1]);
        }
    }
    store_planes(walked->planes[count], &here.planes);
    memset(walked->moves + BEFORE + count, 0, 8 * sizeof *walked->moves);
    *walk = here;
}

/* ---- Squares of en passant ---- */

static void fill_board(const uint64_t planes[4], uint8_t board[64]) {
#ifdef KS_FOR_AVX512BW
    whole_board filled = _mm512_setzero_si512();
    for (unsigned n = 0; n < 4; n++)
        filled = _mm512_or_si512(filled, _mm512_maskz_set1_epi8(planes[n], (char)(1 << n)));
    store_board(board, filled);
#else
    memset(board, KS_EMPTY, 64);
    for (uint64_t rest = planes[0] | planes[1] | planes[2]; rest; rest &= rest - 1)
        for (unsigned square = lowest_square(rest), n = 0; n < 4; n++)
            board[square] |= (uint8_t)((planes[n] >> square & 1) << n);
#endif
}

/* Sets king to the squares of both kings. */
ALWAYS_INLINE void find_kings(const uint64_t planes[4], unsigned king[2]) {
    const uint64_t kings = planes[1] & planes[2];
    king[KS_WHITE] = lowest_square(kings & ~planes[3]);
    king[KS_BLACK] = lowest_square(kings & planes[3]);
}

/* Returns whether a pawn of a side may capture another one on the square that it has jumped over. */
static bool may_capture(const uint64_t planes[4], unsigned square, unsigned side) {
    uint8_t board[64];
    unsigned king[2];
    fill_board(planes, board);
    find_kings(planes, king);
    return ks_capturable_square(board, side, king, square) == square;
}

/* ---- Moves get their numbers ---- */

#ifdef KS_FOR_AVX2
/* A lane for each of several positions. */
typedef masks words;

/* Returns the number of each highest bit, below 52. */
ALWAYS_INLINE words highest_bit(words numbers) {
#ifdef KS_FOR_AVX512CD
    return 63 - (words)_mm512_lzcnt_epi64((__m512i)numbers);
#else
    typedef double reals __attribute__((vector_size(sizeof(words))));
    const words exponent = in_all(UINT64_C(0x4330000000000000));
    return ((words)((reals)(numbers | exponent) - (reals)exponent) >> 52) - 1023;
#endif
}

/* Returns the highest square of each set, all squares of which are on a line with so many squares from one to
 * the next; the first square for an empty set. */
ALWAYS_INLINE words highest_on_line(words sets, unsigned step) {
#ifdef KS_FOR_AVX512CD
    (void)step;
    return (words)_mm512_srlv_epi64(_mm512_set1_epi64(INT64_MIN), _mm512_lzcnt_epi64((__m512i)(sets | 1)));
#else
    sets |= sets >> step;
    sets |= sets >> 2 * step;
    sets |= sets >> 4 * step;
    return (sets & ~(sets >> step)) | (words)(sets == 0) >> 63;
#endif
}

/* Returns the attacks along lines: from the nearest pieces on one side of squares to those on the other. */
ALWAYS_INLINE words attacks_along(words lines, unsigned step, words below, words occupied) {
    const words met = lines & occupied, upper = met & ~below;
    return (upper ^ (upper - highest_on_line(met & below, step))) & lines;
}

/* Returns a set moved down the board by rows, eight bits each, or up when that is negative. */
ALWAYS_INLINE words shift_rows(uint64_t squares, words bits) {
#ifdef KS_FOR_AVX512CD
    const __m512i all = _mm512_set1_epi64((long long)squares);
    return (words)_mm512_sllv_epi64(all, (__m512i)bits) | (words)_mm512_srlv_epi64(all, (__m512i)-bits);
#else
    const __m256i all = _mm256_set1_epi64x((long long)squares);
    return (words)_mm256_sllv_epi64(all, (__m256i)bits) | (words)_mm256_srlv_epi64(all, (__m256i)-bits);
#endif
}

ALWAYS_INLINE words ones_if(words some) {
    return (words)(some != 0);
}

/* Returns the squares that pieces attack, and perhaps their own. from: their squares, as sets. */
ALWAYS_INLINE words find_attacks(words squares, words from, words b0, words b1, words b2, words white) {
    const uint64_t file_a = 0x0101010101010101, file_h = file_a << 7, falling = 0x8040201008040201,
                   rising = 0x0102040810204080;
    const words file = squares & 7, row = squares & 56, below = from - 1, others = (b0 | b1 | b2) & ~from;
    const words straight = attacks_along(in_all(file_a) << file, 8, below, others) |
                           attacks_along(in_all(0xff) << row, 1, below, others),
                aslant = attacks_along(shift_rows(falling, row - 8 * file), 9, below, others) |
                         attacks_along(shift_rows(rising, row + 8 * file - 56), 7, below, others);
    const words beside = (from << 1 & ~file_a) | (from >> 1 & ~file_h),
                two_beside = (from << 2 & ~(file_a | file_a << 1)) | (from >> 2 & ~(file_h | file_h >> 1)),
                three = beside | from;
    return (straight & ones_if(from & b2 & ~b1)) | (aslant & ones_if(from & b0 & (b1 | b2))) |
           ((beside << 16 | beside >> 16 | two_beside << 8 | two_beside >> 8) &
            ones_if(from & b1 & ~(b0 | b2))) |
           ((three | three << 8 | three >> 8) & ones_if(from & b1 & b2)) |
           (((beside >> 8 & white) | (beside << 8 & ~white)) & ones_if(from & b0 & ~(b1 | b2)));
}

/* Returns where pawns may be pushed. */
ALWAYS_INLINE words find_pushes(words squares, words from, words occupied, words white) {
    (void)squares;
    const words one = ((from >> 8 & white) | (from << 8 & ~white)) & ~occupied,
                fourth = (row_mask(4) & white) | (row_mask(3) & ~white);
    return one | (((one >> 8 & white) | (one << 8 & ~white)) & ~occupied & fourth);
}

ALWAYS_INLINE words count_squares(words sets) {
    static const char counts[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    const words low = in_all(0x0f0f0f0f0f0f0f0f),
                sums = (words)((bytes)look_up(counts, sets & low) + (bytes)look_up(counts, sets >> 4 & low));
#ifdef KS_FOR_AVX512BW
    return (words)_mm512_sad_epu8((__m512i)sums, _mm512_setzero_si512());
#else
    return (words)_mm256_sad_epu8((__m256i)sums, _mm256_setzero_si256());
#endif
}

ALWAYS_INLINE words words_at(const uint64_t *lanes) {
    return load(lanes);
}

ALWAYS_INLINE void put_words(uint64_t *lanes, words stored) {
    store(lanes, stored);
}

/* Gets plane after plane of as many positions as there are lanes. */
ALWAYS_INLINE void planes_at(const uint64_t (*positions)[4], words planes[4]) {
#ifdef KS_FOR_AVX512BW
    const __m512i low = _mm512_setr_epi64(0, 4, 8, 12, 1, 5, 9, 13), /* of the first two planes */
        high = _mm512_setr_epi64(2, 6, 10, 14, 3, 7, 11, 15), a = _mm512_loadu_si512(positions),
                  b = _mm512_loadu_si512(positions + 2), c = _mm512_loadu_si512(positions + 4),
                  d = _mm512_loadu_si512(positions + 6), low_ab = _mm512_permutex2var_epi64(a, low, b),
                  low_cd = _mm512_permutex2var_epi64(c, low, d),
                  high_ab = _mm512_permutex2var_epi64(a, high, b),
                  high_cd = _mm512_permutex2var_epi64(c, high, d);
    planes[0] = (words)_mm512_shuffle_i64x2(low_ab, low_cd, 0x44);
    planes[1] = (words)_mm512_shuffle_i64x2(low_ab, low_cd, 0xee);
    planes[2] = (words)_mm512_shuffle_i64x2(high_ab, high_cd, 0x44);
    planes[3] = (words)_mm512_shuffle_i64x2(high_ab, high_cd, 0xee);
#else
    const __m256i a = (__m256i)load(positions[0]), b = (__m256i)load(positions[1]),
                  c = (__m256i)load(positions[2]), d = (__m256i)load(positions[3]),
                  even_ab = _mm256_unpacklo_epi64(a, b), even_cd = _mm256_unpacklo_epi64(c, d),
                  odd_ab = _mm256_unpackhi_epi64(a, b), odd_cd = _mm256_unpackhi_epi64(c, d);
    planes[0] = (words)_mm256_permute2x128_si256(even_ab, even_cd, 0x20);
    planes[1] = (words)_mm256_permute2x128_si256(odd_ab, odd_cd, 0x20);
    planes[2] = (words)_mm256_permute2x128_si256(even_ab, even_cd, 0x31);
    planes[3] = (words)_mm256_permute2x128_si256(odd_ab, odd_cd, 0x31);
#endif
}

ALWAYS_INLINE unsigned which(words some) {
    return highest_bits(some | -some);
}
enum { WORDS = LANES };
#else
/* A single position. */
typedef uint64_t words;

ALWAYS_INLINE words ones_if(words some) {
    return all_if(some != 0);
}

ALWAYS_INLINE words find_attacks(words square, words from, words b0, words b1, words b2, words white) {
    const uint64_t code =
        (b0 >> square & 1) | (b1 >> square & 1) << 1 | (b2 >> square & 1) << 2 | (~white & KS_BLACK_BIT);
    return ks_attacks_from[square][code] &
           (queen_attacks((unsigned)square, b0 | b1 | b2) | ones_if(from & b1 & ~b0));
}

ALWAYS_INLINE words find_pushes(words square, words from, words occupied, words white) {
    (void)from;
    return pushed(occupied, (unsigned)square, white ? KS_WHITE : KS_BLACK);
}

ALWAYS_INLINE words count_squares(words set) {
    return (words)__builtin_popcountll(set);
}

ALWAYS_INLINE words highest_bit(words number) {
    return 63 - (words)__builtin_clzll(number);
}

ALWAYS_INLINE words words_at(const uint64_t *lanes) {
    return *lanes;
}

ALWAYS_INLINE void put_words(uint64_t *lanes, words stored) {
    *lanes = stored;
}

ALWAYS_INLINE void planes_at(const uint64_t (*positions)[4], words planes[4]) {
    memcpy(planes, positions, sizeof *positions);
}

ALWAYS_INLINE unsigned which(words some) {
    return some != 0;
}
enum { WORDS = 1 };
#endif

#define ALL(number) ((words){0} + (uint64_t)(number))

/* [side of the first move][lane]: all ones where white moves. */
#define ALL_ONES (~(uint64_t)0)
static const uint64_t moving[2][8] = {{ALL_ONES, 0, ALL_ONES, 0, ALL_ONES, 0, ALL_ONES, 0},
                                      {0, ALL_ONES, 0, ALL_ONES, 0, ALL_ONES, 0, ALL_ONES}};

/* Returns the squares before one, counted from a1. */
ALWAYS_INLINE words before(words square) {
    return (ALL(1) << square) - (ALL(0x101) << (square & 56));
}

/* Returns how many bits numbers below n take. */
ALWAYS_INLINE words widths_of(words n) {
    return highest_bit((n - 1) << 1 | 1);
}

/* Returns the differences of scores in groups, as groups_of does. */
ALWAYS_INLINE words group(words difference, words *width) {
    enum { ALL_GROUPS = 20, FLAGS = 0x84210 };
    const words groups = (difference & 15) << 15 | (difference >> 4 & 15) << 10 |
                         (difference >> 8 & 15) << 5 | difference >> 12;
    *width = 5 * ((highest_bit(difference | 1) >> 2) + 1);
    return (groups | (FLAGS & -(ALL(1) << (ALL_GROUPS + 5 - *width)))) >> (ALL_GROUPS - *width);
}

/* Returns the differences of scores, each of which takes 16 bits; the lowest one is the sign. */
ALWAYS_INLINE words differences_at(const int64_t *scores) {
    const words sums = (words_at((const uint64_t *)scores) + words_at((const uint64_t *)scores - 1)) & 0xffff;
    return (sums << 1 ^ (ALL(0) - (sums >> 15))) & 0xffff;
}

/* Returns the squares that pawns have jumped over in these moves. */
ALWAYS_INLINE words jumped_in(words moves) {
    const words others = ones_if(moves >> 12 ^ KS_MOVE_DOUBLE_PUSH);
    return (ALL(1) << (((moves & 63) + (moves >> 6 & 63)) >> 1)) & ~others;
}

/* Returns those of these squares where a pawn may capture en passant, which is seldom asked. */
static __attribute__((noinline)) words keep_capturable(const struct walked *walked, unsigned at,
                                                       words squares) {
    uint64_t lanes[WORDS];
    put_words(lanes, squares);
    for (unsigned n = 0; n < WORDS; n++) {
        const uint64_t *const planes = walked->planes[at + n];
        const bool black = planes[3] >> KS_MOVE_FROM(walked->moves[BEFORE + at + n]) & 1;
        if (lanes[n] && !may_capture(planes, lowest_square(lanes[n]), black ? KS_BLACK : KS_WHITE))
            lanes[n] = 0;
    }
    return words_at(lanes);
}

/* Finds what is written for the moves from `at` on. white: all ones where white moves. Returns, as bits,
 * which of them set the halfmove clock back. */
ALWAYS_INLINE unsigned number_moves(const struct walked *walked, unsigned at, words white,
                                    struct numbers *numbers) {
    words b[4];
    planes_at(walked->planes + at, b);
    const words move = words_at(walked->moves + BEFORE + at), squares = move & 63, targets = move >> 6 & 63,
                from = ALL(1) << squares, to = ALL(1) << targets, occupied = b[0] | b[1] | b[2],
                own = occupied & (b[3] ^ white), touched = words_at(walked->touched + at),
                rooks = walked->rooks & ~touched & own & ~ones_if(touched & from);
    const words pawns = ones_if(from & b[0] & ~(b[1] | b[2])), kings = ones_if(from & b[1] & b[2]),
                castles = ones_if(to & own), attacks = find_attacks(squares, from, b[0], b[1], b[2], white);
    words passed = pawns & attacks & jumped_in(words_at(walked->moves + BEFORE - 1 + at));
    if (RARE(which(passed)))
        passed = keep_capturable(walked, at, passed);
    const words ways = (attacks & ~own & (~pawns | occupied | passed)) |
                       (pawns & find_pushes(squares, from, occupied, white));
    const words promotes = move >> 13 & 2,
                way = count_squares((ways & (before(targets) | castles)) | (castles & rooks & (to - 1)))
                          << promotes |
                      (move >> 12 & 3 & (promotes | promotes >> 1));
    words score_width;
    const words piece_width = widths_of(count_squares(own)),
                way_width = widths_of(count_squares(ways | (rooks & kings)) << promotes),
                groups = group(differences_at(walked->scores + BEFORE + at), &score_width);
    put_words(numbers->bits + at,
              (count_squares(own & before(squares)) << way_width | way) << score_width | groups);
    put_words(numbers->widths + at, piece_width + way_width + score_width);
    return which(pawns | (to & occupied & ~own));
}
_Static_assert(KS_MOVE_TO_KNIGHT == 4, "bit 2 of the kind says that a move promotes");

/* ---- Moves are written ---- */

/* Returns the square that may be captured on after a move of a side, or KS_NO_SQUARE. */
static unsigned find_passed(const uint64_t b[4], unsigned move, unsigned side) {
    const unsigned square = (KS_MOVE_FROM(move) + KS_MOVE_TO(move)) / 2;
    const uint64_t pawns = b[0] & ~(b[1] | b[2]) & (side == KS_WHITE ? b[3] : ~b[3]);
    return KS_MOVE_KIND(move) == KS_MOVE_DOUBLE_PUSH &&
                   ks_attacks_from[square][code_of(KS_WHITE_PAWN, side)] & pawns &&
                   may_capture(b, square, side ^ 1)
               ? square
               : (unsigned)KS_NO_SQUARE;
}

/* Takes over the position after so many moves. */
static void take_walk(struct following *f, const struct walk *here, unsigned last_move, unsigned count) {
    uint64_t b[4];
    store_planes(b, &here->planes);
    const uint64_t occupied = b[0] | b[1] | b[2], black = occupied & b[3],
                   moved = b[1] & b[2] & here->touched;
    fill_board(b, f->board);
    find_kings(b, f->king);
    f->side ^= count % 2;
    f->own = f->side == KS_BLACK ? black : occupied & ~black;
    f->their = occupied & ~f->own;
    f->castling &= ~(here->touched | (moved & ~b[3] ? row_mask(back_row(KS_WHITE)) : 0) |
                     (moved & b[3] ? row_mask(back_row(KS_BLACK)) : 0));
    f->en_passant = count ? find_passed(b, last_move, f->side ^ 1) : f->en_passant;
    f->ply += count;
    f->result = count % 2 ? -f->result : f->result;
}

/* Counts halfmoves on. resets: bit n says that move n sets the clock back. */
static unsigned count_halfmoves(unsigned halfmoves, uint64_t resets, unsigned count) {
    const unsigned all = resets ? count - 1 - (63 - (unsigned)__builtin_clzll(resets)) : halfmoves + count;
    return all < KS_CLOCK_MAX ? all : KS_CLOCK_MAX;
}

/* The entry before the first one has been written. */
static unsigned write_moves(ks_data_writer *writer, const struct game_entry *entries, unsigned count) {
    struct following *const f = &writer->following;
    struct code_planes planes;
    split_board(f->board, &planes);
    struct walk here = {.touched = 0};
    load_planes(&here.planes, planes.bits);
    const unsigned plies = f->ply > BINPACK_PLY_MAX ? 0 : BINPACK_PLY_MAX + 1 - f->ply,
                   room = plies < writer->chain_left ? plies : writer->chain_left,
                   most = count < room ? count : room;
    struct chain_bits bits = writer->bits;
    uint8_t *end = writer->buffer + writer->used;
    struct walked walked;
    walked.rooks = f->castling;
    struct numbers numbers;
    for (unsigned done = 0, part; done < most; done += part) {
        const unsigned side = f->side ^ done % 2;
        uint64_t resets = 0;
        part = most - done < PART ? most - done : PART;
        walk_through(&here, entries + done, part, &walked);
        for (unsigned at = 0; at < part; at += WORDS)
            resets |= (uint64_t)number_moves(&walked, at, words_at(&moving[side][at % 8]), &numbers) << at;
        f->halfmoves = count_halfmoves(f->halfmoves, part < PART ? resets & (bit(part) - 1) : resets, part);
        for (unsigned n = 0; n < part; n++)
            end = add_bits(&bits, end, numbers.bits[n], (unsigned)numbers.widths[n]);
    }
    take_walk(f, &here, entries[(int)most - 1].move, most);
    writer->last_score = entries[(int)most - 1].score;
    writer->bits = bits;
    writer->used = (size_t)(end - writer->buffer);
    writer->chain_left -= most;
    return most;
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

const struct chain_writer IN_BUILD(chain_writer) = {follows, note, write_entry, write_moves};
