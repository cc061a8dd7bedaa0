/* A writer of training data: what the writers of all formats share. */
#ifndef KS_DATA_WRITER_H
#define KS_DATA_WRITER_H

#include <stdbool.h>

#include "kingscan/data.h"

/* An entry on its way out. */
struct outgoing {
    const uint8_t *board;
    uint64_t castling; /* the rooks that may castle */
    unsigned side, king[2];
    unsigned en_passant; /* or KS_NO_SQUARE */
    unsigned halfmoves, fullmoves;
    ks_move move; /* KS_NO_MOVE: none */
    int score, result;
    unsigned ply;
};

/* The next entry, when it follows the last one by its move. */
struct following {
    uint8_t board[64];
    uint64_t castling;
    unsigned side, king[2], en_passant, halfmoves, ply;
    int result;
    bool known; /* there is a last one, which has a move */
};

/* The bits of a chain, the highest of a byte first. */
struct chain_bits {
    uint64_t waiting; /* those that fill no byte yet, from the highest bit on */
    unsigned count;
};

struct ks_data_writer {
    ks_data_format format;
    ks_data_sink *sink;
    void *context;
    uint8_t *buffer; /* of WRITER_ROOM bytes */
    size_t used;
    bool failed; /* the sink has stored nothing since */

    /* Formats with chains or games: */
    uint64_t chains; /* that were begun */
    struct following following;
    bool in_game;        /* viriformat: its end has not been written */
    size_t chain;        /* .binpack: where the chain begins in the buffer; 0: none is open */
    unsigned chain_left; /* positions that the chain may still take */
    int last_score;
    struct chain_bits bits;
};

enum {
    WRITER_BLOCK = 1 << 20, /* bytes after which writers of .binpack end a block */
    WRITER_CHAIN = 65535,   /* positions after the start of a chain, at most */
    WRITER_ROOM = WRITER_BLOCK + 4 * WRITER_CHAIN + 1024
};

/* Returns the square on which a pawn may capture en passant as those who write .binpack see it: a pawn
 * attacks it, and no slider hits that pawn's king then. KS_NO_SQUARE: none. */
unsigned ks_capturable_square(const uint8_t board[64], unsigned side, const unsigned king[2],
                              unsigned en_passant);

/* Returns whether an entry follows the last one by its move. */
bool ks_follows(const struct following *following, const struct outgoing *entry);

/* Notes what follows an entry that has been written. */
void ks_note_following(struct following *next, const struct outgoing *entry);

/* Hands the buffer's bytes to the sink. */
void ks_flush_writer(ks_data_writer *writer);

/* Write an entry of .binpack, and the end of its last block. Return KS_OK or an error. */
int ks_write_binpack(ks_data_writer *writer, const struct outgoing *entry, ks_error *error);
void ks_end_binpack(ks_data_writer *writer);

#endif
