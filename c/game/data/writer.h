/* A writer of training data: what the writers of all formats share. */
#ifndef KS_DATA_WRITER_H
#define KS_DATA_WRITER_H

#include <stdbool.h>

#include "core/text/error.h"
#include "game/data/parts.h"
#include "game/pgn/quick.h"
#include "kingscan/data.h"
#include "rules/attacks.h"
#include "rules/position.h"

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
    uint64_t planes[4]; /* the bits of its codes, instead of the board */
    bool in_planes;
    uint64_t own, their; /* pieces of the side to move, and of the other */
    uint64_t castling;
    unsigned side, king[2], halfmoves, ply;
    unsigned en_passant; /* where a pawn may capture: see ks_capturable_square */
    int result;
    bool known; /* there is a last one, which has a move */
};

/* The bits of a chain, the highest of a byte first. */
struct chain_bits {
    uint64_t waiting; /* those that fill no byte yet, from the highest bit on */
    unsigned count;
};

/* The pieces of the last chain's start, and what they depend on. An empty board has none. */
struct last_stem {
    uint8_t board[64], nibbles[16];
    uint64_t castling;
    unsigned side, passed_pawn;
};

struct ks_data_writer {
    ks_data_format format;
    ks_sink *sink;
    void *context;
    const struct chain_writer *steps; /* for this processor */
    uint8_t *buffer;                  /* of WRITER_ROOM bytes */
    size_t used;
    bool failed; /* the sink has stored nothing since */

    /* Formats with chains or games: */
    uint64_t chains; /* that were begun */
    struct following following;
    bool in_game;        /* in viriformat, the end of the game has not been written */
    size_t chain;        /* .binpack: where the chain begins in the buffer; 0: none is open */
    unsigned chain_left; /* positions that the chain may still take */
    int last_score;
    struct last_stem stem;
    struct chain_bits bits;
};

enum {
    WRITER_BLOCK = 1 << 20, /* bytes after which writers of .binpack end a block */
    WRITER_CHAIN = 65535,   /* positions after the start of a chain, at most */
    WRITER_ROOM = WRITER_BLOCK + 4 * WRITER_CHAIN + 1024,
    BINPACK_PLY_MAX = (1 << 14) - 1
};

/* A build of the writer of entries that follow each other. */
struct chain_writer {
    /* Returns whether an entry follows the last one by its move. */
    bool (*follows)(const struct following *following, const struct outgoing *entry);
    /* Notes what comes after an entry that has been written. follows: what the function above said of it. */
    void (*note)(struct following *next, const struct outgoing *entry, bool follows);
    /* Writes an entry of .binpack. Returns KS_OK or an error. */
    int (*write)(ks_data_writer *writer, const struct outgoing *entry, ks_error *error);
    /* Number moves for write_game. */
    number_moves *number_moves;
    number_move *number_move;
    /* Writes the entries of a game, of which `first` is the first one, into .binpack. Each follows the one
     * before by its legal move, which has its number. Returns how many it has written: 0 when there is no
     * room for the first, fewer than all where plies end or the chain has no more room. Adds to
     * *without_score how many of these have no score. */
    unsigned (*write_game)(ks_data_writer *writer, const struct outgoing *first,
                           const struct whole_game *game, unsigned *without_score);
};

extern const struct chain_writer ks_any_chain_writer, ks_fast_chain_writer, ks_haswell_chain_writer,
    ks_skylake_chain_writer;

/* Returns a number of 16 bits. Its lowest bit is the sign. */
static inline unsigned zigzag(int number) {
    const int16_t n = (int16_t)number;
    return (uint16_t)((unsigned)n << 1 ^ (n < 0 ? 0xffffu : 0));
}

/* Returns whether kings and rooks that may castle stand on their first squares. */
static inline bool has_usual_rights(const struct outgoing *entry) {
    if (entry->castling == 0)
        return true;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        const unsigned row = 8 * back_row(side);
        const uint64_t rooks = entry->castling & row_mask(back_row(side));
        if (rooks & ~(bit(row + FILE_A) | bit(row + FILE_H)) || (rooks && entry->king[side] != row + 4))
            return false;
    }
    return true;
}

static const char no_chess960[] = "the format has no castling rights of Chess960";

/* Sets *error to what a format lacks. Returns KS_ERROR_DATA_LACKS. */
static inline int fail_for_lack(ks_error *error, const char *sentence) {
    return ks_fail(error, KS_ERROR_DATA_LACKS, 0, "%s", sentence);
}

/* Hands the buffer's bytes to the sink. */
static inline void flush_writer(ks_data_writer *writer) {
    if (writer->used > 0 && !writer->failed)
        writer->failed = writer->sink(writer->context, writer->buffer, writer->used) != KS_OK;
    writer->used = 0;
}

/* Begins a chain of .binpack with an entry. Returns KS_OK or an error. */
int ks_begin_chain(ks_data_writer *writer, const struct outgoing *entry, ks_error *error);

/* Ends the last block of .binpack. */
void ks_end_binpack(ks_data_writer *writer);

/* Writes a record of .plain. *length: its bytes. Returns KS_OK or an error. */
int ks_write_plain(char *text, const struct outgoing *entry, size_t *length, ks_error *error);

#endif
