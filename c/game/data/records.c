/* Formats of records of one size: .bin, bulletformat and marlinformat. */
#include <stdlib.h>
#include <string.h>

#include "core/text/error.h"
#include "game/data/little_endian.h"
#include "game/data/records.h"
#include "rules/attacks.h"
#include "rules/position.h"

/* ==== Boards of bulletformat and marlinformat ==== */

/* Both begin with the occupied squares, a1 the lowest, and a nibble for each. */

/* What nibbles mean: codes, and 0 for none. The seventh is a rook that may castle, in marlinformat alone. */
enum { CASTLING_ROOK = 6, NIBBLE_BLACK = 8 };

/* Lays a board out and finds the kings. Returns KS_OK or the fault. rooks: those that may castle; NULL where
 * there are none. */
static int read_board(const uint8_t *bytes, uint8_t board[64], unsigned king[2], uint64_t *rooks) {
    static const uint8_t codes[16] = {1, 2, 3, 4, 5, 6, 4, 0, 9, 10, 11, 12, 13, 14, 12, 0};
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

/* ==== Records ==== */

/* Adds the entry that stands at `n` of all columns but those that all records have alike. */
static void finish_entry(struct columns *c, unsigned side, const unsigned king[2], unsigned kinds) {
    const unsigned n = c->count;
    c->sides[n] = (uint8_t)side;
    c->other_sides[n] = (uint8_t)(side ^ 1);
    c->kings[n] = (uint8_t)king[side];
    c->other_kings[n] = (uint8_t)king[side ^ 1];
    c->kinds[n] = (uint8_t)(kinds | KS_DATA_FIRST);
    c->count = n + 1;
}

static int read_bullet(struct columns *c, const uint8_t *bytes) {
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

int ks_read_marlin_board(struct columns *c, const uint8_t *bytes) {
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
    c->fullmoves[n] = (uint16_t)load_u16(bytes + 26);
    c->moves[n] = KS_NO_MOVE;
    c->scores[n] = (int16_t)(side == KS_BLACK ? -load_i16(bytes + 28) : load_i16(bytes + 28));
    c->results[n] = (int8_t)(side == KS_BLACK ? 1 - bytes[30] : bytes[30] - 1);
    c->plies[n] = 0;
    finish_entry(c, side, king, KS_DATA_NO_MOVE);
    return KS_OK;
}

/* ==== .bin ==== */

/* 256 bits, the lowest of a byte first. A cursor on them: a read after their end gives zeros. */
struct bits {
    uint64_t words[5];
    unsigned at;
};

static unsigned take_bits(struct bits *bits, unsigned n) {
    const unsigned at = bits->at, word = at / 64, shift = at % 64;
    if (at >= 256)
        return 0;
    uint64_t value = bits->words[word] >> shift;
    if (shift > 0)
        value |= bits->words[word + 1] << (64 - shift);
    bits->at = at + n;
    return (unsigned)(value & ((1u << n) - 1));
}

/* Reads the pieces other than kings, from rank 8 down: for each square that has no king a bit, and four more
 * where a piece stands. Empty squares are passed as many as there are at once. Each piece loads its bits
 * anew: a test whether enough of them are at hand cannot be predicted. Sets bits->at to the bit after the
 * pieces. A record has eight bytes after the last bit that a piece may take. */
static int read_packed_pieces(const uint8_t *bytes, struct bits *bits, uint8_t board[64],
                              const unsigned king[2]) {
    static const uint8_t codes[16] = {1, 2, 3, 4, 5, 0, 0, 0, 9, 10, 11, 12, 13, 0, 0, 0};
    enum { SQUARES = 62, PIECE = 5, AT_HAND = 57, PIECES_MAX = 30 };
    const unsigned low = king[0] < king[1] ? king[0] : king[1], high = king[0] ^ king[1] ^ low;
    unsigned at = bits->at, passed = 0, count = 0, wrong = 0; /* passed: squares */
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
        if (++count > PIECES_MAX)
            return KS_ERROR_DATA_MANY_PIECES;
    }
    bits->at = at + SQUARES - passed;
    return wrong ? KS_ERROR_DATA_PIECE : ks_has_pawn_on_edge(board) ? KS_ERROR_PAWN_RANK : KS_OK;
}

/* Reads castling rights, en passant and clocks. */
static void read_packed_state(struct bits *bits, struct columns *c) {
    const unsigned n = c->count;
    c->castling[n] = 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        const unsigned row = 8 * back_row(side);
        if (take_bits(bits, 1))
            c->castling[n] |= bit(row + FILE_H);
        if (take_bits(bits, 1))
            c->castling[n] |= bit(row + FILE_A);
    }
    c->en_passant[n] = (uint8_t)(take_bits(bits, 1) ? take_bits(bits, 6) ^ 56 : KS_NO_SQUARE);
    const unsigned low = take_bits(bits, 6), full_low = take_bits(bits, 8), full_high = take_bits(bits, 8);
    c->halfmoves[n] = (uint16_t)(low | take_bits(bits, 1) << 6);
    c->fullmoves[n] = (uint16_t)(full_low | full_high << 8);
}

/* Returns the kind of a move, or -1 when no piece of the side to move makes such a one. Whether it is legal
 * is not asked. type: 0 normal, 1 promotion, 2 en passant, 3 castling. */
int ks_kind_of_move(const uint8_t board[64], unsigned side, unsigned from, unsigned to, unsigned type,
                    unsigned promoted) {
    const unsigned code = board[from], target = board[to];
    const bool is_pawn = code == code_of(KS_WHITE_PAWN, side), last = to >> 3 == row_of_rank(side, 7);
    if (code == KS_EMPTY || code >> 3 != side || (is_pawn && last) != (type == 1))
        return -1;
    if (type == 3)
        return code == code_of(KS_WHITE_KING, side) && target == code_of(KS_WHITE_ROOK, side)
                   ? KS_MOVE_CASTLING
                   : -1;
    if (target != KS_EMPTY && target >> 3 == side)
        return -1;
    if (type == 2)
        return is_pawn && target == KS_EMPTY ? KS_MOVE_EN_PASSANT : -1;
    return type == 1                      ? (int)(KS_MOVE_TO_KNIGHT + promoted)
           : is_pawn && (from ^ to) == 16 ? KS_MOVE_DOUBLE_PUSH
                                          : KS_MOVE_PLAIN;
}

unsigned ks_kinds_of_move(const uint8_t board[64], ks_move move) {
    const unsigned kind = KS_MOVE_KIND(move);
    return kind == KS_MOVE_CASTLING ? (unsigned)KS_DATA_CASTLING
           : kind == KS_MOVE_EN_PASSANT
               ? (unsigned)(KS_DATA_EN_PASSANT | KS_DATA_CAPTURE)
               : (board[KS_MOVE_TO(move)] != KS_EMPTY ? (unsigned)KS_DATA_CAPTURE : 0) |
                     (kind >= KS_MOVE_TO_KNIGHT ? (unsigned)KS_DATA_PROMOTION : 0);
}

static int read_bin_move(struct columns *c, unsigned word, unsigned side, const unsigned king[2],
                         unsigned *kinds) {
    const unsigned n = c->count, from = (word >> 6 & 63) ^ 56, to = (word & 63) ^ 56;
    c->moves[n] = KS_NO_MOVE;
    *kinds = KS_DATA_NO_MOVE;
    if (word == 0)
        return KS_OK;
    const int kind = ks_kind_of_move(c->boards[n], side, from, to, word >> 14, word >> 12 & 3);
    if (kind < 0)
        return KS_ERROR_DATA_MOVE;
    if (to == king[side ^ 1])
        return KS_ERROR_DATA_KING_CAPTURE;
    c->moves[n] = KS_MOVE(from, to, kind);
    *kinds = ks_kinds_of_move(c->boards[n], c->moves[n]);
    return KS_OK;
}

static int read_bin(struct columns *c, const uint8_t *bytes) {
    const unsigned n = c->count;
    struct bits bits = {.at = 0};
    unsigned king[2], kinds;
    memcpy(bits.words, bytes, 32);
    if (!(bits.words[0] | bits.words[1] | bits.words[2] | bits.words[3]))
        return KS_ERROR_DATA_ZEROS;
    const unsigned side = take_bits(&bits, 1);
    for (unsigned i = KS_WHITE; i <= KS_BLACK; i++)
        king[i] = take_bits(&bits, 6) ^ 56;
    if (king[0] == king[1])
        return KS_ERROR_DATA_KINGS;
    memset(c->boards[n], KS_EMPTY, 64);
    for (unsigned i = KS_WHITE; i <= KS_BLACK; i++)
        c->boards[n][king[i]] = (uint8_t)code_of(KS_WHITE_KING, i);
    int fault = read_packed_pieces(bytes, &bits, c->boards[n], king);
    if (fault != KS_OK)
        return fault;
    read_packed_state(&bits, c);
    const int8_t result = (int8_t)bytes[38];
    if (result < -1 || result > 1)
        return KS_ERROR_DATA_RESULT;
    fault = read_bin_move(c, load_u16(bytes + 34), side, king, &kinds);
    if (fault != KS_OK)
        return fault;
    c->scores[n] = load_i16(bytes + 32);
    c->plies[n] = (uint16_t)load_u16(bytes + 36);
    c->results[n] = result;
    finish_entry(c, side, king, kinds);
    return KS_OK;
}

/* ==== All ==== */

const char *ks_sentence_of_record(int code) {
    switch (code) {
    case KS_ERROR_DATA_MANY_PIECES:
        return "expected at most 32 pieces, found more";
    case KS_ERROR_DATA_PIECE:
        return "expected the code of a piece, found one that means none";
    case KS_ERROR_PAWN_RANK:
        return "a pawn on the first or last rank";
    case KS_ERROR_DATA_KINGS:
        return "expected one king of each side";
    case KS_ERROR_DATA_KING_SQUARE:
        return "expected the kings where the record says, found them elsewhere";
    case KS_ERROR_DATA_EN_PASSANT:
        return "expected an en-passant square or 64, found a greater number";
    case KS_ERROR_DATA_MOVE:
        return "expected a move of one of the side's pieces, found another";
    case KS_ERROR_DATA_KING_CAPTURE:
        return "the move captures the king";
    case KS_ERROR_DATA_RESULT:
        return "expected one of the three results, found another number";
    default:
        return "expected a position, found a record of zeros";
    }
}

/* Notes a fault of the next record, and passes it. */
static void pass_record(struct ks_data *data, int code, const char *sentence, size_t size) {
    data->fault =
        (struct fault){.place = {.offset = data->source.offset, .chain = data->records}, .lost = size};
    ks_fail(&data->fault.error, code, (size_t)data->source.offset, "%s", sentence);
    source_skip(&data->source, size);
    data->records++;
}

bool ks_open_records(struct ks_data *data) {
    data->own = ks_new_part(sizeof *data->own);
    return data->own;
}

bool ks_next_of_records(struct ks_data *data) {
    struct columns *const c = data->own;
    struct source *const source = &data->source;
    const size_t size = data->rules->record_size;
    int (*const read)(struct columns *, const uint8_t *) = data->format == KS_DATA_BIN ? read_bin
                                                           : data->format == KS_DATA_BULLET
                                                               ? read_bullet
                                                               : ks_read_marlin_board;
    const size_t available = ks_source_need(source, size * KS_DATA_BATCH), whole = available / size;
    c->count = 0;
    c->offset = source->offset;
    c->chain = data->records;
    if (whole == 0 && available == 0)
        return false;
    data->columns = c;
    if (whole == 0) {
        pass_record(data, KS_ERROR_DATA_TRUNCATED, "the data end within a record", available);
        return true;
    }
    while (c->count < KS_DATA_BATCH && c->count < whole) {
        const int fault = read(c, source_bytes(source));
        if (fault != KS_OK) {
            pass_record(data, fault, ks_sentence_of_record(fault), size);
            return true;
        }
        source_skip(source, size);
        data->records++;
    }
    return true;
}
