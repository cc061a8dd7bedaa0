/* kingscan/data.h: entries, a position each with what is known of it: a move, a score, a result, a clock.
 * They are read from the training data of nets, from lines of FEN, EPD and JSON, and from games in PGN, all
 * in the same way; docs/training-data.md describes the formats.
 *
 *     ks_data *data = ks_data_open_memory(bytes, length, KS_DATA_BINPACK, KS_DATA_DEFAULT, &error);
 *     const ks_data_batch *batch;
 *     while ((batch = ks_data_next(data)) != NULL)
 *         for (size_t i = 0; i < batch->count; i++)
 *             if (!(batch->checks[i / 64] >> i % 64 & 1))
 *                 use(batch->boards[i], batch->moves[i], batch->scores[i]);
 *     ks_data_close(data);
 *
 * A part that cannot be read is a fault with a place, and reading goes on after it. No input is trusted. */
#ifndef KINGSCAN_DATA_H
#define KINGSCAN_DATA_H

#include "errors.h"
#include "moves.h"
#include "position.h"
#include "streams.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Formats --------------------------------------------------------------------------------- */

typedef enum ks_data_format {
    KS_DATA_UNKNOWN,
    KS_DATA_BINPACK, /* .binpack: blocks of chains, each a position and the moves from there */
    KS_DATA_BIN,     /* .bin: 40 bytes a position */
    KS_DATA_BULLET,  /* bulletformat: 32 bytes a position, seen from the side to move */
    KS_DATA_MARLIN,  /* marlinformat: 32 bytes a position */
    KS_DATA_VIRI,    /* viriformat: games, each a start in marlinformat and four bytes a move */
    KS_DATA_PLAIN,   /* .plain: text, with keys and values in lines */
    KS_DATA_FEN,     /* lines of FEN: positions alone. This and the formats below are read, not written */
    KS_DATA_EPD,     /* lines of EPD with ce and c9, the score and the result, and perhaps bm, the move */
    KS_DATA_JSONL,   /* lines of JSON with fen, score and result, and perhaps move and ply */
    KS_DATA_PGN,     /* games: see Games below */
    KS_DATA_TEXT,    /* lines by a pattern: see ks_data_use_pattern */
    KS_DATA_FORMATS
} ks_data_format;

/* Returns the name of a format, such as "binpack"; NULL for KS_DATA_UNKNOWN and above. Static. */
KS_API const char *ks_data_format_name(ks_data_format format);

/* Returns the format of this name, or KS_DATA_UNKNOWN. */
KS_API ks_data_format ks_data_find_format(const char *name);

/* Returns the format of a file: by its first `length` bytes, or else by the end of its name. file may be
 * NULL. A suffix of compression, such as .zst, does not count. Returns KS_DATA_UNKNOWN for all others. */
KS_API ks_data_format ks_data_guess_format(const char *file, const void *bytes, size_t length);

/* The facts of an entry besides its board. */
enum ks_data_facts {
    KS_DATA_HAS_SIDE = 1 << 0, /* else white is to move, and the board is turned */
    KS_DATA_HAS_MOVE = 1 << 1,
    KS_DATA_HAS_PLY = 1 << 2,
    KS_DATA_HAS_RIGHTS = 1 << 3, /* castling rights, en passant */
    KS_DATA_HAS_CLOCKS = 1 << 4, /* the halfmove clock, and the move number or the ply */
    KS_DATA_HAS_SCORE = 1 << 5,
    KS_DATA_HAS_RESULT = 1 << 6,
    KS_DATA_HAS_TIME = 1 << 7 /* what the mover's clock shows */
};

/* Returns the facts that entries of a format may have, or-ed. ks_data_batch.known tells of each entry. */
KS_API unsigned ks_data_format_facts(ks_data_format format);

/* Returns the size of the records of a format in bytes; 0 when they differ in size. */
KS_API unsigned ks_data_format_record_size(ks_data_format format);

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct ks_data ks_data;

typedef enum ks_data_flags {
    KS_DATA_DEFAULT = 0,
    KS_DATA_ANY_ORDER = 1 << 24, /* batches of several blocks come by turns, which takes half the time or
                                    less; within a block they are in order */
    KS_DATA_LEGALITY = 1 << 25,  /* `illegal` of a batch is filled in */
    KS_DATA_SCORES = 255         /* these bits are a form of enum ks_pgn_scores, such as
                                    (ks_data_flags)KS_PGN_SCORES_TCEC, whose scores count in games. Without
                                    one, that is the form of all comments of a game */
} ks_data_flags;
KS_FLAGS(ks_data_flags)

enum {
    KS_DATA_BATCH_MAX = 128,               /* entries of a batch, at most */
    KS_DATA_SKIPPED = 32002,               /* the score that marks a position which trainers pass over */
    KS_DATA_BLOCK_MAX = 100 * 1024 * 1024, /* bytes of a block; larger ones are faults */
    KS_DATA_LINE_MAX = 4096                /* bytes of a line of .plain; longer ones are faults. Lines of FEN,
                                              EPD and JSON may have a MiB */
};

/* Opens a reader of the data that source gives: see streams.h.
 * context is given to source.
 * format may be KS_DATA_UNKNOWN when the first bytes name it, as with KS_DATA_BINPACK alone.
 * flags are of enum ks_data_flags, or-ed.
 * Returns NULL on KS_ERROR_MEMORY, and on KS_ERROR_DATA_FORMAT when the format is not known. */
KS_API KS_MUST_USE ks_data *ks_data_open(ks_source *source, void *context, ks_data_format format,
                                         ks_data_flags flags, ks_error *error);

/* Opens a reader of data in memory.
 * bytes has `length` bytes, which have to stay there until the reader is closed. */
KS_API KS_MUST_USE ks_data *ks_data_open_memory(const void *bytes, size_t length, ks_data_format format,
                                                ks_data_flags flags, ks_error *error);

/* Says how the lines of KS_DATA_TEXT are written. It is called before the first ks_data_next, which otherwise
 * gives a fault and ends the data. The words of a pattern are fields, in any case of letters:
 *     fen            a FEN; in a line where blanks alone follow, of six parts
 *     move           in UCI or SAN; -, 0000 and (none) are none
 *     ply            0 to 65535; without it, the move number of the FEN says it
 *     white-score, mover-score       -32768 to 32767, as white or the side to move sees it
 *     white-result, mover-result     1.0, 0.5 or 0.0; also 1, 1/2 and 0; also in [brackets]
 *     white-sign, mover-sign         the result as 1, 0 or -1
 *     skip           anything
 * There are three kinds of patterns:
 *     FEN | white-score | white-result     a line as it is written. Blanks stand for any number of them, even
 *                                          none, and a field ends where the sign after it stands
 *     position=fen, cp=white-score         columns by their names in the first line, which has tabs, or else
 *                                          commas, or else semicolons between them
 *     {"fen": fen, "wdl": mover-sign}      objects of JSON by their members
 * Other columns and members are passed over.
 * Returns KS_OK, or KS_ERROR_DATA_FORMAT with an offset in the pattern. */
KS_API int ks_data_use_pattern(ks_data *data, const char *pattern, ks_error *error);

/* Frees a reader. data may be NULL. */
KS_API void ks_data_close(ks_data *data);

/* Returns the format that is read. */
KS_API ks_data_format ks_data_get_format(const ks_data *data);

/* ---- Batches --------------------------------------------------------------------------------- */

/* Kinds of the moves of entries, or-ed. A capture en passant has both bits. */
enum ks_data_kinds {
    KS_DATA_CAPTURE = 1 << 0,
    KS_DATA_EN_PASSANT = 1 << 1,
    KS_DATA_CASTLING = 1 << 2,
    KS_DATA_PROMOTION = 1 << 3,
    KS_DATA_NO_MOVE = 1 << 4, /* the entry has none */
    KS_DATA_FIRST = 1 << 7    /* a chain or a game begins with the entry. Each record of a format without
                                 chains begins one */
};

/* A place in the data. Blocks, chains and plies count from 0. */
typedef struct ks_data_place {
    uint64_t offset; /* in bytes. For an entry: of its record or line, or of the start of its chain or game */
    uint64_t block;  /* of .binpack; 0 in other formats */
    uint64_t chain;  /* in the block: a chain, a game, or a record or line with an entry */
    uint64_t ply;    /* in the chain or the game */
    uint64_t line;   /* of text, from 1; 0 in other formats. For an entry of a game: where the game begins */
} ks_data_place;

/* Entries, a position each, as arrays, and perhaps a fault after them. */
typedef struct ks_data_batch {
    size_t count;                /* of entries; 0 when there is only a fault */
    const uint8_t (*boards)[64]; /* codes and squares of check.h */
    const uint8_t *sides;        /* to move */
    const uint8_t *kings;        /* the square of that side's king */
    const uint8_t *kinds;        /* enum ks_data_kinds, or-ed */
    const ks_move *moves;        /* KS_NO_MOVE: see kinds */
    const int16_t *scores;   /* from the side to move's view, in the units of the data; 0 when not known */
    const int8_t *results;   /* 1, 0, -1: of the game, from the side to move's view; 0 when not known */
    const uint16_t *plies;   /* 0 without KS_DATA_HAS_PLY */
    const uint64_t *checks;  /* bit i & 63 of checks[i >> 6]: the side to move is in check */
    const uint64_t *illegal; /* the same: the move is not legal, or there is none; NULL without
                                KS_DATA_LEGALITY, or when the format has no moves */
    const uint64_t *invalid; /* the same: the side not to move is in check; NULL without
                                KS_DATA_LEGALITY */
    const ks_error *fault;   /* a fault after the entries, of training data or of FEN; or NULL */
    ks_data_place fault_place;
    uint64_t lost;          /* bytes that are passed over because of the fault */
    const uint8_t *known;   /* the facts that the entry has: enum ks_data_facts, or-ed */
    const uint32_t *clocks; /* milliseconds that the side to move has left after the move; 0 without
                               KS_DATA_HAS_TIME */
} ks_data_batch;

/* Games. A game of N moves is the entries 0 to N: the position before move n + 1, and that move; the last one
 * has none (KS_DATA_NO_MOVE). Scores and clocks are those of ks_pgn_find_scores, from all forms of comments
 * that it knows, and of the entry's own position: hundredths of a pawn, or 32000 less the plies to a mate,
 * which is negative when the side to move is mated. The result is the one that the moves end with, or else
 * the one of the tag Result. A game ends with the last move before an illegal one, a null move or the
 * 65535th ply. A fault in a game comes before the game's entries. A game of a variant is a fault and has no
 * entries. */

/* Returns the next batch, which is good until the next call; NULL at the end. A fault does not end the data:
 * reading goes on with the next block, game, or record. */
KS_API const ks_data_batch *ks_data_next(ks_data *data);

/* Makes the position of entry i of the last batch (i < count: precondition), with castling rights, en passant
 * and clocks as far as the format has them. The move number follows from the ply in .binpack, since its
 * starts have none. Returns KS_OK or an error of FEN: one entry may be no position, such as one whose side
 * not to move is in check. */
KS_API KS_MUST_USE int ks_data_get_position(const ks_data *data, size_t i, ks_position *position,
                                            ks_error *error);

/* Returns the place of entry i of the last batch (i < count: precondition). */
KS_API ks_data_place ks_data_get_place(const ks_data *data, size_t i);

/* ---- Writing --------------------------------------------------------------------------------- */

typedef struct ks_data_writer ks_data_writer;

/* Opens a writer, which hands the data to sink in pieces of about a MiB: see streams.h.
 * context is given to sink.
 * Returns NULL on KS_ERROR_MEMORY, and
 * on KS_ERROR_DATA_FORMAT when the format is none that is written. */
KS_API KS_MUST_USE ks_data_writer *ks_data_writer_open(ks_sink *sink, void *context, ks_data_format format,
                                                       ks_error *error);

/* An entry to be written. */
typedef struct ks_data_entry {
    const ks_position *position;
    ks_move move; /* KS_NO_MOVE: none */
    int16_t score;
    uint16_t ply;
    int8_t result;
} ks_data_entry;

/* Writes an entry. In .binpack and viriformat, one that follows the last one by its move (the next ply, the
 * other side's result) goes on with its chain or game; any other begins one. Facts that the format lacks
 * (ks_data_format_facts) are left out. Returns KS_OK or an error. KS_ERROR_DATA_LACKS: the format has no room
 * for the entry. KS_ERROR_DATA_MOVE: no piece makes the move. After these two, nothing has been written, and
 * writing may go on. KS_ERROR_DATA_SINK: the sink failed. */
KS_API KS_MUST_USE int ks_data_write(ks_data_writer *writer, const ks_data_entry *entry, ks_error *error);

/* Writes entry i of a reader's last batch (i < count: precondition) with a score: its own, or
 * KS_DATA_SKIPPED. A record is copied with its unused bytes where the format is the same. Returns as
 * ks_data_write does. */
KS_API KS_MUST_USE int ks_data_copy(ks_data_writer *writer, const ks_data *data, size_t i, int score,
                                    ks_error *error);

/* Writes what is left, and frees the writer, which may be NULL. Returns KS_OK or KS_ERROR_DATA_SINK. */
KS_API KS_MUST_USE int ks_data_writer_close(ks_data_writer *writer, ks_error *error);

#ifdef __cplusplus
}
#endif
#endif
