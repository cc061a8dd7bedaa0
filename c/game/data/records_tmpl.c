/* Reads records of one size: .bin, bulletformat and marlinformat. This file is compiled several times.
 *
 * With PEXT and vectors, the pieces of a record are a row of codes, one after another, until the last moment:
 * what has to be true of them is asked there, and the squares follow by one deposit of bits. */
#include "game/data/little_endian.h"
#include "game/data/records.h"
#include "rules/attacks.h"
#include "rules/build.h"

#if defined KS_HAS_PEXT && defined KS_FOR_AVX2
#define IN_ROWS
#endif

enum { CASTLING_ROOK = 6 /* a nibble of marlinformat alone: a rook that may castle */ };

/* ==== Columns ==== */

/* Adds the entry that stands at `n` of all columns but those that all records have alike. */
ALWAYS_INLINE void finish_entry(struct columns *c, unsigned side, const unsigned king[2], unsigned kinds) {
    const unsigned n = c->count;
    c->sides[n] = (uint8_t)side;
    c->other_sides[n] = (uint8_t)(side ^ 1);
    c->kings[n] = (uint8_t)king[side];
    c->other_kings[n] = (uint8_t)king[side ^ 1];
    c->kinds[n] = (uint8_t)(kinds | KS_DATA_FIRST);
    c->count = n + 1;
}

/* ==== Rows of pieces ==== */

#ifdef IN_ROWS

enum { PIECES_MAX = 32 };

/* Splits 16 bytes into their nibbles, the low one of a byte first, and looks each up. */
ALWAYS_INLINE __m256i look_up_nibbles(__m128i bytes, __m128i table) {
    const __m128i low = _mm_and_si128(bytes, _mm_set1_epi8(15)),
                  high = _mm_and_si128(_mm_srli_epi16(bytes, 4), _mm_set1_epi8(15));
    const __m256i nibbles = _mm256_set_m128i(_mm_unpackhi_epi8(low, high), _mm_unpacklo_epi8(low, high));
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), nibbles);
}

/* Returns which of the pieces have a code. */
ALWAYS_INLINE uint64_t pieces_of_code(__m256i codes, unsigned code) {
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(codes, _mm256_set1_epi8((char)code)));
}

/* Returns which of the pieces are pawns of either side. */
ALWAYS_INLINE uint64_t pawns_among(__m256i codes) {
    return pieces_of_code(_mm256_and_si256(codes, _mm256_set1_epi8(7)), KS_WHITE_PAWN);
}

/* Puts the pieces on their squares, the lowest first. `squares` counts from a8, or with `turned` from a1. */
ALWAYS_INLINE void put_pieces(uint8_t board[64], __m256i codes, uint64_t squares, bool turned) {
#ifdef KS_FOR_AVX512VBMI2
    __m512i rows = _mm512_maskz_expand_epi8(squares, _mm512_castsi256_si512(codes));
    if (turned)
        rows = _mm512_permutexvar_epi64(_mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0), rows);
    _mm512_store_si512(board, rows);
#else
    enum { ROW_BYTES = 8 };
    uint8_t row_of_codes[PIECES_MAX + ROW_BYTES];
    const uint8_t *next = row_of_codes;
    _mm256_storeu_si256((__m256i *)(void *)row_of_codes, codes);
    memset(row_of_codes + PIECES_MAX, 0, ROW_BYTES); /* read behind the last piece; valgrind asks for it */
    for (unsigned row = 0; row < 8; row++) {
        const uint64_t here = squares >> 8 * row & 0xff;
        const uint64_t bytes = deposit_bits(here, UINT64_C(0x0101010101010101)) * 0xff,
                       put = deposit_bits(load_u64(next), bytes);
        memcpy(board + 8 * (turned ? 7 - row : row), &put, sizeof put);
        next += __builtin_popcountll(here);
    }
#endif
}

#endif

/* ==== Boards of bulletformat and marlinformat ==== */

/* Both begin with the occupied squares, a1 the lowest, and a nibble for each. */

/* The meaning of nibbles: codes, and 0 for none. */
#define CODES_OF_NIBBLES 1, 2, 3, 4, 5, 6, 4, 0, 9, 10, 11, 12, 13, 14, 12, 0

/* Lays a board out and finds the kings. Returns KS_OK or the fault. rooks: those that may castle; NULL where
 * there are none. */
#ifdef IN_ROWS
ALWAYS_INLINE int read_board(const uint8_t *bytes, uint8_t board[64], unsigned king[2], uint64_t *rooks) {
    const uint64_t occupied = load_u64(bytes), edges = UINT64_C(0xff000000000000ff);
    const unsigned count = (unsigned)__builtin_popcountll(occupied);
    const __m128i nibbles = _mm_loadu_si128((const __m128i *)(const void *)(bytes + 8));
    const __m256i codes = look_up_nibbles(nibbles, _mm_setr_epi8(CODES_OF_NIBBLES));
    if (count > PIECES_MAX)
        return KS_ERROR_DATA_MANY_PIECES;
    const uint64_t all = bit(count) - 1, none = pieces_of_code(codes, KS_EMPTY);
    const uint64_t white_king = pieces_of_code(codes, KS_WHITE_KING) & all,
                   black_king = pieces_of_code(codes, KS_BLACK_KING) & all;
    /* Of the nibbles, 0 marks the rook that may castle, so that others are found by one comparison. */
    const __m128i castling = _mm_setr_epi8(1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0, 1);
    const uint64_t castling_rooks = pieces_of_code(look_up_nibbles(nibbles, castling), 0) & all;
    if ((none & all) || (castling_rooks && !rooks))
        return KS_ERROR_DATA_PIECE;
    if (!has_one_bit(white_king) || !has_one_bit(black_king))
        return KS_ERROR_DATA_KINGS;
    if (deposit_bits(pawns_among(codes) & all, occupied) & edges)
        return KS_ERROR_PAWN_RANK;
    king[KS_WHITE] = lowest_square(deposit_bits(white_king, occupied)) ^ 56;
    king[KS_BLACK] = lowest_square(deposit_bits(black_king, occupied)) ^ 56;
    if (rooks)
        *rooks = __builtin_bswap64(deposit_bits(castling_rooks, occupied));
    put_pieces(board, codes, occupied, true);
    return KS_OK;
}
#else
static int read_board(const uint8_t *bytes, uint8_t board[64], unsigned king[2], uint64_t *rooks) {
    static const uint8_t codes[16] = {CODES_OF_NIBBLES};
    const uint64_t occupied = load_u64(bytes);
    unsigned n = 0, kings[2] = {0, 0};
    memset(board, KS_EMPTY, 64);
    if (__builtin_popcountll(occupied) > 32)
        return KS_ERROR_DATA_MANY_PIECES;
    for (uint64_t rest = occupied; rest; rest &= rest - 1, n++) {
        const unsigned square = lowest_square(rest) ^ 56, piece = bytes[8 + n / 2] >> (n % 2 * 4) & 15,
                       code = codes[piece];
        if (code == KS_EMPTY || ((piece & 7) == CASTLING_ROOK && !rooks))
            return KS_ERROR_DATA_PIECE;
        board[square] = (uint8_t)code;
        if ((code & 7) == KS_WHITE_KING) {
            king[code >> 3] = square;
            kings[code >> 3]++;
        }
        if ((piece & 7) == CASTLING_ROOK)
            *rooks |= bit(square);
    }
    return kings[0] != 1 || kings[1] != 1 ? KS_ERROR_DATA_KINGS
           : ks_has_pawn_on_edge(board)   ? KS_ERROR_PAWN_RANK
                                          : KS_OK;
}
#endif

ALWAYS_INLINE int read_bullet_record(struct columns *c, const uint8_t *bytes) {
    const unsigned n = c->count;
    unsigned king[2];
    const int fault = read_board(bytes, c->boards[n], king, NULL);
    if (fault != KS_OK)
        return fault;
    if (bytes[26] > 2)
        return KS_ERROR_DATA_RESULT;
    if ((bytes[27] ^ 56u) != king[KS_WHITE] || bytes[28] != king[KS_BLACK])
        return KS_ERROR_DATA_KING_SQUARE;
    c->castling[n] = 0;
    c->en_passant[n] = KS_NO_SQUARE;
    c->halfmoves[n] = 0;
    c->moves[n] = KS_NO_MOVE;
    c->scores[n] = load_i16(bytes + 24);
    c->results[n] = (int8_t)(bytes[26] - 1);
    c->plies[n] = 0;
    finish_entry(c, KS_WHITE, king, KS_DATA_NO_MOVE);
    return KS_OK;
}

ALWAYS_INLINE int read_marlin_record(struct columns *c, const uint8_t *bytes) {
    const unsigned n = c->count, side = bytes[24] >> 7, en_passant = bytes[24] & 127;
    unsigned king[2];
    uint64_t rooks = 0;
    const int fault = read_board(bytes, c->boards[n], king, &rooks);
    if (fault != KS_OK)
        return fault;
    if (bytes[30] > 2)
        return KS_ERROR_DATA_RESULT;
    if (en_passant > KS_NO_SQUARE)
        return KS_ERROR_DATA_EN_PASSANT;
    c->castling[n] = rooks;
    c->en_passant[n] = (uint8_t)(en_passant < KS_NO_SQUARE ? en_passant ^ 56 : KS_NO_SQUARE);
    c->halfmoves[n] = bytes[25];
    c->fullmoves[n] = load_u16(bytes + 26);
    c->moves[n] = KS_NO_MOVE;
    c->scores[n] = (int16_t)(side == KS_BLACK ? -load_i16(bytes + 28) : load_i16(bytes + 28));
    c->results[n] = (int8_t)(side == KS_BLACK ? 1 - bytes[30] : bytes[30] - 1);
    c->plies[n] = 0;
    finish_entry(c, side, king, KS_DATA_NO_MOVE);
    return KS_OK;
}

/* ==== Pieces of .bin ==== */

/* 256 bits, the lowest of a byte first: the side to move, two kings' squares, then from rank 8 down, for each
 * square that has no king, a bit, and four more where a piece stands; and the state. */
enum { PIECES_BEGIN = 13, SQUARES = 62, SQUARES_PIECES_MAX = 30, PIECE_BITS = 4 };

/* The meaning of nibbles: codes, and 0 for none. */
#define CODES_OF_BIN 1, 2, 3, 4, 5, 0, 0, 0, 9, 10, 11, 12, 13, 0, 0, 0

#ifdef IN_ROWS

/* Where pieces begin depends on all pieces before, so eight records are looked at side by side: so many, that
 * the compiler has a vector of eight words, or two of four, for each operation. */
enum { ABREAST = 8, WORDS = 3 /* that the pieces take, in records without a fault */ };
typedef uint64_t words_abreast __attribute__((vector_size(8 * ABREAST)));

__extension__ typedef unsigned __int128 nibble_row;

struct abreast {
    words_abreast text[WORDS];   /* the bits from PIECES_BEGIN on */
    words_abreast begins[WORDS]; /* those that say that a piece stands there */
    words_abreast pieces[WORDS]; /* the four bits after each of these */
};

ALWAYS_INLINE bool is_any(const words_abreast *words) {
#ifdef KS_FOR_AVX512BW
    return _mm512_test_epi64_mask((__m512i)*words, (__m512i)*words);
#else
    uint64_t any = 0;
    for (unsigned i = 0; i < ABREAST; i++)
        any |= (*words)[i];
    return any;
#endif
}

/* Finds the pieces of n records, 1 to ABREAST. */
static void find_pieces_abreast(const uint8_t *bytes, size_t n, struct abreast *found) {
    words_abreast carried = {0}; /* bits of the word that belong to a piece of the word before */
    for (unsigned i = 0; i < ABREAST; i++) {
        const uint8_t *const record = bytes + BIN_SIZE * (i < n ? i : n - 1);
        uint64_t words[WORDS + 1];
        memcpy(words, record, sizeof words);
        for (unsigned k = 0; k < WORDS; k++)
            found->text[k][i] = words[k] >> PIECES_BEGIN | words[k + 1] << (64 - PIECES_BEGIN);
    }
    for (unsigned k = 0; k < WORDS; k++) {
        words_abreast rest = found->text[k] & ~carried, begins = {0};
        do {
            for (unsigned twice = 0; twice < 2; twice++) { /* fewer tests */
                const words_abreast first = rest & -rest;
                begins |= first;
                rest &= ~((first << (PIECE_BITS + 1)) - first);
            }
        } while (is_any(&rest));
        found->begins[k] = begins;
        found->pieces[k] = begins << 1 | begins << 2 | begins << 3 | begins << 4 | carried;
        carried = begins >> 63 | begins >> 62 | begins >> 61 | begins >> 60;
    }
}

/* Lays the pieces of record i out, and the kings. *after: the bit after the last one's. Returns KS_OK or the
 * fault. */
ALWAYS_INLINE int lay_out(const struct abreast *found, unsigned i, uint8_t board[64], const unsigned king[2],
                          unsigned *after) {
    const uint64_t edges = UINT64_C(0xff000000000000ff), kings = bit(king[0]) | bit(king[1]);
    const uint64_t pieces[WORDS] = {found->pieces[0][i], found->pieces[1][i], found->pieces[2][i]};
    const unsigned first = (unsigned)__builtin_popcountll(pieces[0]),
                   second = (unsigned)__builtin_popcountll(pieces[1]),
                   third = (unsigned)__builtin_popcountll(pieces[2]);
    const unsigned squares_1 = 64 - first, squares_2 = squares_1 + 64 - second,
                   squares_3 = squares_2 + 64 - third;
    const uint64_t begins_0 = extract_bits(found->begins[0][i], ~pieces[0]),
                   begins_1 = extract_bits(found->begins[1][i], ~pieces[1]),
                   begins_2 = extract_bits(found->begins[2][i], ~pieces[2]);
    const uint64_t taken = begins_0 | (squares_1 < 64 ? begins_1 << squares_1 : 0) |
                           (squares_2 < 64 ? begins_2 << squares_2 : 0),
                   filled = taken & (bit(SQUARES) - 1), squares = deposit_bits(filled, ~kings);
    const unsigned count = (unsigned)__builtin_popcountll(filled);
    if (squares_3 < SQUARES || count > SQUARES_PIECES_MAX)
        return KS_ERROR_DATA_MANY_PIECES;
    const nibble_row nibbles = extract_bits(found->text[0][i], pieces[0]) |
                               (nibble_row)extract_bits(found->text[1][i], pieces[1]) << first |
                               (nibble_row)extract_bits(found->text[2][i], pieces[2]) << (first + second);
    const __m256i codes =
        look_up_nibbles(_mm_set_epi64x((long long)(uint64_t)(nibbles >> 64), (long long)(uint64_t)nibbles),
                        _mm_setr_epi8(CODES_OF_BIN));
    const uint64_t all = bit(count) - 1;
    if (pieces_of_code(codes, KS_EMPTY) & all)
        return KS_ERROR_DATA_PIECE;
    if (deposit_bits(pawns_among(codes) & all, squares) & edges)
        return KS_ERROR_PAWN_RANK;
    put_pieces(board, codes, squares, false);
    board[king[KS_WHITE]] = KS_WHITE_KING;
    board[king[KS_BLACK]] = KS_BLACK_KING;
    *after = PIECES_BEGIN + SQUARES + PIECE_BITS * count;
    return KS_OK;
}

#else

enum { ABREAST = 1 };
struct abreast {
    const uint8_t *bytes;
};

static void find_pieces_abreast(const uint8_t *bytes, size_t n, struct abreast *found) {
    (void)n;
    found->bytes = bytes;
}

/* Empty squares are passed as many as there are at once. Each piece loads its bits anew: a test whether
 * enough of them are at hand cannot be predicted. A record has eight bytes after the last bit that a piece
 * may take. */
static int lay_out(const struct abreast *found, unsigned i, uint8_t board[64], const unsigned king[2],
                   unsigned *after) {
    static const uint8_t codes[16] = {CODES_OF_BIN};
    enum { AT_HAND = 57, PIECE = PIECE_BITS + 1 };
    const uint8_t *const bytes = found->bytes;
    const unsigned low = king[0] < king[1] ? king[0] : king[1], high = king[0] ^ king[1] ^ low;
    unsigned at = PIECES_BEGIN, passed = 0, count = 0, wrong = 0; /* passed: squares */
    (void)i;
    memset(board, KS_EMPTY, 64);
    board[king[KS_WHITE]] = KS_WHITE_KING;
    board[king[KS_BLACK]] = KS_BLACK_KING;
    for (;;) {
        const uint64_t word = load_u64(bytes + at / 8) >> at % 8;
        const unsigned empty = (unsigned)__builtin_ctzll(word | bit(AT_HAND - PIECE));
        if (passed + empty >= SQUARES)
            break;
        passed += empty;
        at += empty;
        if (empty == AT_HAND - PIECE)
            continue;
        const unsigned square = passed + (passed >= low), code = codes[word >> empty >> 1 & 15];
        board[square + (square >= high)] = (uint8_t)code;
        wrong |= code == KS_EMPTY;
        passed++;
        at += PIECE;
        if (++count > SQUARES_PIECES_MAX)
            return KS_ERROR_DATA_MANY_PIECES;
    }
    *after = at + SQUARES - passed;
    return wrong ? KS_ERROR_DATA_PIECE : ks_has_pawn_on_edge(board) ? KS_ERROR_PAWN_RANK : KS_OK;
}

#endif

/* ==== The rest of .bin ==== */

/* Reads castling rights, en passant and clocks, which begin at a bit: 34 bits at most, all of them in the
 * eight bytes from there. */
ALWAYS_INLINE void read_state(const uint8_t *bytes, unsigned at, struct columns *c) {
    const unsigned n = c->count;
    uint64_t state = load_u64(bytes + at / 8) >> at % 8;
    c->castling[n] = (state & 1) << 63 | (state >> 1 & 1) << 56 | (state >> 2 & 1) << 7 | (state >> 3 & 1);
    const bool has_passed = state >> 4 & 1;
    c->en_passant[n] = (uint8_t)(has_passed ? (state >> 5 & 63) ^ 56 : KS_NO_SQUARE);
    state >>= has_passed ? 11 : 5;
    c->halfmoves[n] = (uint16_t)((state & 63) | (state >> 22 & 1) << 6);
    c->fullmoves[n] = (uint16_t)(state >> 6);
}

ALWAYS_INLINE int read_bin_move(struct columns *c, unsigned word, unsigned side, const unsigned king[2],
                                unsigned *kinds) {
    const unsigned n = c->count, from = (word >> 6 & 63) ^ 56, to = (word & 63) ^ 56;
    c->moves[n] = KS_NO_MOVE;
    *kinds = KS_DATA_NO_MOVE;
    if (word == 0)
        return KS_OK;
    const int kind = kind_of_move(c->boards[n], side, from, to, word >> 14, word >> 12 & 3);
    if (kind < 0)
        return KS_ERROR_DATA_MOVE;
    if (to == king[side ^ 1])
        return KS_ERROR_DATA_KING_CAPTURE;
    c->moves[n] = KS_MOVE(from, to, kind);
    *kinds = kinds_of_move(c->boards[n], c->moves[n]);
    return KS_OK;
}

/* Reads record i after the pieces of all eight have been found. */
ALWAYS_INLINE int read_bin_record(struct columns *c, const uint8_t *bytes, const struct abreast *found,
                                  unsigned i) {
    const unsigned n = c->count;
    const uint64_t head = load_u64(bytes);
    const unsigned side = head & 1, king[2] = {(head >> 1 & 63) ^ 56, (head >> 7 & 63) ^ 56};
    unsigned kinds, after;
    if (!(head | load_u64(bytes + 8) | load_u64(bytes + 16) | load_u64(bytes + 24)))
        return KS_ERROR_DATA_ZEROS;
    if (king[0] == king[1])
        return KS_ERROR_DATA_KINGS;
    int fault = lay_out(found, i, c->boards[n], king, &after);
    if (fault != KS_OK)
        return fault;
    read_state(bytes, after, c);
    const int8_t result = (int8_t)bytes[38];
    if (result < -1 || result > 1)
        return KS_ERROR_DATA_RESULT;
    fault = read_bin_move(c, load_u16(bytes + 34), side, king, &kinds);
    if (fault != KS_OK)
        return fault;
    c->scores[n] = load_i16(bytes + 32);
    c->plies[n] = load_u16(bytes + 36);
    c->results[n] = result;
    finish_entry(c, side, king, kinds);
    return KS_OK;
}

/* ==== Many records ==== */

static int read_bullet(struct columns *c, const uint8_t *bytes, size_t n) {
    int fault = KS_OK;
    for (size_t i = 0; i < n && fault == KS_OK; i++)
        fault = read_bullet_record(c, bytes + i * BULLET_SIZE);
    return fault;
}

static int read_marlin(struct columns *c, const uint8_t *bytes, size_t n) {
    int fault = KS_OK;
    for (size_t i = 0; i < n && fault == KS_OK; i++)
        fault = read_marlin_record(c, bytes + i * MARLIN_SIZE);
    return fault;
}

static int read_bin(struct columns *c, const uint8_t *bytes, size_t n) {
    int fault = KS_OK;
    struct abreast found;
    for (size_t i = 0; i < n && fault == KS_OK; i++) {
        if (i % ABREAST == 0)
            find_pieces_abreast(bytes + i * BIN_SIZE, n - i, &found);
        fault = read_bin_record(c, bytes + i * BIN_SIZE, &found, (unsigned)(i % ABREAST));
    }
    return fault;
}

const struct record_reader IN_BUILD(record_reader) = {read_bullet, read_marlin, read_bin};
