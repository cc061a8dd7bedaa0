/* Fills a batch of entries of training data, and keeps the fault that ends it. */
#ifndef KS_DATA_BATCH_H
#define KS_DATA_BATCH_H

#include <stdbool.h>

#include "core/board/geometry.h"
#include "game/data/marks.h"
#include "kingscan/data.h"

enum {
    /* Of kinds, here alone: */
    UNSURE = 1 << 5, /* the piece may not even have the move */
    GOES_ON = 1 << 6 /* the board is the one before after its move */
};

/* The columns of ks_data_batch, and what else a position has. */
struct columns {
    _Alignas(64) uint8_t boards[KS_DATA_BATCH_MAX][64];
    uint64_t castling[KS_DATA_BATCH_MAX];   /* the rooks that may castle */
    uint16_t halfmoves[KS_DATA_BATCH_MAX];  /* the halfmove clock */
    uint16_t fullmoves[KS_DATA_BATCH_MAX];  /* the move number; not filled in where it follows from the ply */
    uint8_t en_passant[KS_DATA_BATCH_MAX];  /* the square, or KS_NO_SQUARE */
    uint8_t kings[KS_DATA_BATCH_MAX];       /* of the side to move */
    uint8_t other_kings[KS_DATA_BATCH_MAX]; /* of the other side */
    uint8_t sides[KS_DATA_BATCH_MAX], other_sides[KS_DATA_BATCH_MAX];
    uint8_t kinds[KS_DATA_BATCH_MAX];
    ks_move moves[KS_DATA_BATCH_MAX];
    int16_t scores[KS_DATA_BATCH_MAX];
    uint16_t plies[KS_DATA_BATCH_MAX];
    int8_t results[KS_DATA_BATCH_MAX];
    uint8_t known[KS_DATA_BATCH_MAX];   /* enum ks_data_facts, or-ed */
    uint32_t clocks[KS_DATA_BATCH_MAX]; /* of games alone; zeros in other formats */
    uint64_t checks[BATCH_WORDS], illegal[BATCH_WORDS], invalid[BATCH_WORDS];
    unsigned count;

    uint64_t offset, block, chain, ply, line; /* the place of the first entry */
    unsigned record_size;                     /* of formats with records of one size; 0 in others */
    uint64_t offsets[KS_DATA_BATCH_MAX];      /* of the entries that begin a chain, when that is 0 */
    uint64_t lines[KS_DATA_BATCH_MAX];        /* of text alone */
};

/* A fault, and where it was met. */
struct fault {
    ks_error error; /* code KS_OK: none */
    ks_data_place place;
    uint64_t lost;
};

/* Fills in the checks of a batch, and with `legality` which moves are illegal and which positions invalid. */
void ks_find_checks(struct columns *c, bool legality);

/* Returns a batch that shows columns, with their checks but without illegal moves and invalid positions. */
ks_data_batch ks_show_columns(const struct columns *c);

/* Copies the chosen entries of a batch, as far as ks_show_columns shows them, and their illegal moves. A
 * chain begins after entries that are left out, as it does where they are left out of a file. goes_on says
 * whether the entry before the batch was chosen. */
void ks_pick_entries(struct columns *to, const ks_data_batch *batch, const bool *chosen, bool goes_on);

/* Makes the position of an entry. moves: whether the entries have move numbers of their own. */
int ks_position_of_entry(const struct columns *c, size_t i, bool numbered, ks_position *position,
                         ks_error *error);

/* Returns whether a pawn stands on the first or the last rank. */
bool ks_has_pawn_on_edge(const uint8_t board[64]);

/* Returns the square on which a pawn may capture en passant as those who write .binpack see it: a pawn
 * attacks it, and no slider hits that pawn's king then. KS_NO_SQUARE: none. */
unsigned ks_capturable_square(const uint8_t board[64], unsigned side, const unsigned king[2],
                              unsigned en_passant);

#endif
