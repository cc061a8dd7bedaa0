/* What the readers of records of one size share: kinds of moves, entries that are added, faults. */
#ifndef KS_DATA_RECORDS_H
#define KS_DATA_RECORDS_H

#include <string.h>

#include "core/processor/processor.h"
#include "game/data/reader.h"
#include "rules/position.h"

enum { MARLIN_SIZE = 32, BULLET_SIZE = 32, BIN_SIZE = 40 };

/* A build of the readers of records. */
struct record_reader {
    /* Adds the positions of n records to the batch, up to the first at fault. Returns KS_OK or that one's
     * code. */
    int (*read_bullet)(struct columns *c, const uint8_t *bytes, size_t n);
    int (*read_marlin)(struct columns *c, const uint8_t *bytes, size_t n);
    int (*read_bin)(struct columns *c, const uint8_t *bytes, size_t n);
};

extern const struct record_reader ks_any_record_reader, ks_haswell_record_reader, ks_avx512_record_reader;

/* Returns the kind of a move (enum ks_move_kind), or -1 when no piece of the side to move makes such a one.
 * Whether it is legal is not asked. type: 0 plain, 1 promotion, 2 en passant, 3 castling; promoted: 0 knight
 * to 3 queen. */
ALWAYS_INLINE int kind_of_move(const uint8_t board[64], unsigned side, unsigned from, unsigned to,
                               unsigned type, unsigned promoted) {
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

/* Returns the bits of ks_data_batch.kinds for a move. */
ALWAYS_INLINE unsigned kinds_of_move(const uint8_t board[64], ks_move move) {
    const unsigned kind = KS_MOVE_KIND(move);
    return kind == KS_MOVE_CASTLING ? (unsigned)KS_DATA_CASTLING
           : kind == KS_MOVE_EN_PASSANT
               ? (unsigned)(KS_DATA_EN_PASSANT | KS_DATA_CAPTURE)
               : (board[KS_MOVE_TO(move)] != KS_EMPTY ? (unsigned)KS_DATA_CAPTURE : 0) |
                     (kind >= KS_MOVE_TO_KNIGHT ? (unsigned)KS_DATA_PROMOTION : 0);
}

/* Adds an entry with what a position and its move say. king: the squares of both kings. how: KS_DATA_FIRST or
 * GOES_ON. */
ALWAYS_INLINE void add_position(struct columns *c, const ks_position *position, const unsigned king[2],
                                ks_move move, unsigned how) {
    const unsigned n = c->count++, side = position->side_to_move;
    memcpy(c->boards[n], position->board, 64);
    c->castling[n] = position->private_castling;
    c->halfmoves[n] = position->halfmove_clock;
    c->fullmoves[n] = position->fullmove_number;
    c->en_passant[n] = position->en_passant;
    c->kings[n] = (uint8_t)king[side];
    c->other_kings[n] = (uint8_t)king[side ^ 1];
    c->sides[n] = (uint8_t)side;
    c->other_sides[n] = (uint8_t)(side ^ 1);
    c->kinds[n] =
        (uint8_t)((move == KS_NO_MOVE ? (unsigned)KS_DATA_NO_MOVE : kinds_of_move(position->board, move)) |
                  how);
    c->moves[n] = move;
}

/* Reads a square such as e4, or returns KS_NO_SQUARE. */
static inline unsigned read_square(const char *text) {
    const unsigned file = (unsigned)(text[0] - 'a'), rank = (unsigned)(text[1] - '1');
    return file < 8 && rank < 8 ? KS_SQUARE(file, 7 - rank) : (unsigned)KS_NO_SQUARE;
}

/* Reads a move in UCI; castling is e1g1 or e1h1. Returns false when no piece of the side to move makes such a
 * one. Whether it is legal is not asked. */
bool ks_read_move_of_record(const ks_position *position, const char *text, size_t length, ks_move *move);

/* Returns the sentence of a fault of a record. */
const char *ks_sentence_of_record(int code);

#endif
