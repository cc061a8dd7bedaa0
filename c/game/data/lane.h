/* A block of .binpack while it is decoded: the reader of chains decodes several at a time, a position of
 * each in turn, since each position waits for the one before. */
#ifndef KS_DATA_LANE_H
#define KS_DATA_LANE_H

#include "game/data/batch.h"
#include "game/data/parts.h"

enum {
    STEM_SIZE = 32,             /* the start of a chain */
    CHAIN_SIZE = STEM_SIZE + 2, /* and the number of positions that follow */
    TEXT_PADDING = 16           /* readable bytes after a block */
};

/* What ended a turn. */
enum lane_event { LANE_GOES_ON, LANE_FULL, LANE_FAULT, LANE_ENDED };

/* A position of a chain. Its move is not made yet. Sets have the squares of check.h. */
struct chain_position {
    uint64_t own, their; /* `own` are the pieces of the side to move */
    uint64_t castling, passed;
    unsigned side, king[2];
    unsigned from, to, kind, code; /* the move; kind of enum ks_move_kind; code: what stands on `to` then */
    unsigned halfmoves;
    int score, result;
    unsigned ply;
    const uint8_t *board; /* where it stands */
    uint64_t bit;         /* so many bits of the chain's text are read */
    unsigned left;        /* positions of the chain that follow */
};

struct lane {
    struct columns columns;

    struct chain_position here;

    const uint8_t *text, *end; /* of the moves, from the chain's on; the end of the block */

    /* The block. */
    const uint8_t *bytes; /* its first chain */
    const uint8_t
        *limit;      /* the end of the bytes that are there: `end`, or more when a block lies in another */
    uint32_t size;   /* by its header */
    uint64_t offset; /* of that in the data */
    uint64_t block, chain; /* numbers; chain: of the next one */
    const uint8_t *stem;   /* where the chain begins */
    unsigned chain_length; /* its positions but the first */
    uint8_t *buffer;       /* of the block, unless it lies in memory */
    size_t room;
    int fault; /* enum ks_error_code, after LANE_FAULT */
    bool fault_in_stem;
    bool live;
    enum lane_event waits; /* what its last turn was, when lanes have their turns at once */
    uint8_t empty[TEXT_PADDING];
};

/* Returns whether the move sets the halfmove clock back. */
static inline bool move_resets(const struct chain_position *p) {
    return ((p->board[p->from] & 7) == KS_WHITE_PAWN) | (p->their >> p->to & 1);
}

/* A build of the reader of chains. */
struct chain_reader {
    /* Gives each lane a turn, over and over, beginning with lanes[*next], until an event. Then *next is that
     * lane's index. All lanes are live. */
    enum lane_event (*read)(struct lane *const *lanes, unsigned count, unsigned *next);
    enum lane_event (*turn)(struct lane *lane); /* gives one lane one turn */
    unsigned lanes;                             /* so many at most, when blocks may come in any order */
    const struct chain_writer *writer;          /* of the same build */
};

extern const struct chain_reader ks_any_chain_reader, ks_fast_chain_reader, ks_haswell_chain_reader,
    ks_skylake_chain_reader, ks_avx512_chain_reader;

/* Returns the build in use, prepared. */
const struct chain_reader *ks_chain_reader_in_use(void);

#endif
