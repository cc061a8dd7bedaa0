/* kingscan/pgn.h: games in PGN, read move by move from a text of any size, and written.
 *
 *     ks_pgn *pgn = ks_pgn_open_memory(text, length, 0, NULL);
 *     const ks_pgn_item *item;
 *     while (ks_pgn_next_game(pgn)) {
 *         while ((item = ks_pgn_next_move(pgn)) != NULL)
 *             ...                              item->move, item->checkers, ks_pgn_get_position(pgn)
 *         if (ks_pgn_get_error(pgn) != NULL)
 *             ...                              the first error of this game
 *     }
 *     ks_pgn_close(pgn);
 *
 * Memory     A reader takes about half a MiB, whatever the size of the text, a game or a comment.
 * Lifetime   What a function returns (items, their texts, positions, errors) belongs to the reader and is
 *            valid until the next call of ks_pgn_next_item, ks_pgn_next_move or ks_pgn_next_game. Tags are
 *            valid until the next game.
 * Threads    Different threads may use different readers at the same time.
 * Games      A game has tags, or moves, or both. A tag begins the next game when the game has moves, or
 *            when a blank line stands before the tag and the game has a tag of the same name. A result
 *            ends a game. The first move number after a blank line begins the next game when moves stand
 *            before it, it is in no variation, and it is the number of the game's first move again, for
 *            the same side, or white's 1. Comments, texts in parentheses and stray characters between two
 *            games are skipped; those before such a number belong to the game before. A game begins and
 *            ends at the same places whether or not its moves are legal.
 * Moves      A move is what ks_read_move accepts, or ks_variant_read_move. Move numbers and
 *            annotations are skipped, such as !? and +/-, with blanks and signs beyond ASCII that have no
 *            other use. The words N and TN (novelty), D (diagram), RR (remark), zz (zugzwang) and inf
 *            (unclear) are annotations too. Signs that mean nothing are errors (KS_ERROR_PGN_SIGN), and
 *            reading goes on. The rest of a game, or of a variation, is skipped after an illegal move.
 * Notation   Fairy-Stockfish's SAN has the letters of FEN, H and E for the horse and the elephant of xiangqi,
 *            and for a promoted form the letter of the piece that it moves as: =G and Gf3 are a tokin's. A
 *            game is read so when its tag Site or Annotator names pychess, fairyground or Fairy-Stockfish.
 * Source     S. Edwards, PGN Specification and Implementation Guide (1994), sections 7, 8 and 18. Lines
 *            may have any length, and a comment may hold any text without a closing brace. */
#ifndef KINGSCAN_PGN_H
#define KINGSCAN_PGN_H

#include "streams.h"
#include "variants.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct ks_pgn ks_pgn; /* a reader of games */

typedef enum ks_pgn_flags {
    KS_PGN_DEFAULT = 0,
    KS_PGN_COMMENTS = 1 << 16,   /* gives comments and NAGs, which are skipped otherwise */
    KS_PGN_VARIATIONS = 1 << 17, /* gives variations, which are skipped otherwise */
    KS_PGN_NUMBERS = 1 << 18,    /* sets the number of moves, which is 0 otherwise */
    KS_PGN_NULL_MOVES = 1 << 19, /* the words --, Z0, 0000, @@@@, <>, null and pass pass; without the flag
                                    they are illegal moves */
    KS_PGN_FAIRY = 1 << 20,      /* moves of variants are written as Fairy-Stockfish does: see Notation */
    KS_PGN_NO_FAIRY = 1 << 21,   /* they are not, whatever tags say. With neither flag, the tags decide */
    KS_PGN_COMMANDS = 1 << 22    /* reads the commands in comments for ks_pgn_get_commands */
} ks_pgn_flags;
KS_FLAGS(ks_pgn_flags)

enum {
    KS_PGN_COMMENT_MAX = 4096,  /* bytes of a comment in one item */
    KS_PGN_WORD_MAX = 255,      /* bytes of a word: longer ones are no moves */
    KS_PGN_TAGS_MAX = 128,      /* tags of a game; further ones are errors */
    KS_PGN_TAGS_SIZE = 1 << 15, /* bytes of all tags of a game; further ones are errors */
    KS_PGN_DEPTH_MAX = 60       /* of variations in variations; deeper ones are errors */
};

/* Opens a reader of the text that source gives: see streams.h.
 * context is given to source.
 * flags are of enum ks_pgn_flags, or-ed.
 * Returns NULL when there is not enough memory (KS_ERROR_MEMORY). */
KS_API KS_MUST_USE ks_pgn *ks_pgn_open(ks_source *source, void *context, ks_pgn_flags flags, ks_error *error);

/* Opens a reader of a text in memory.
 * text has `length` bytes, which have to stay there until the reader is closed. */
KS_API KS_MUST_USE ks_pgn *ks_pgn_open_memory(const char *text, size_t length, ks_pgn_flags flags,
                                              ks_error *error);

/* Frees a reader. pgn may be NULL. */
KS_API void ks_pgn_close(ks_pgn *pgn);

/* Plays games with a tag Variant by these variants, which have to exist until the reader is closed. Names are
 * as servers write them, such as "Three-check", or as ks_variants_find takes them. The moves of such games
 * are skipped without variants (KS_ERROR_PGN_VARIANT). Chess and Chess960 need none. */
KS_API void ks_pgn_use_variants(ks_pgn *pgn, const ks_variants *variants);

/* Goes to the next game and reads its tags; skips the rest of the game before, without playing it. Returns 1,
 * or 0 at the end of the text. */
KS_API int ks_pgn_next_game(ks_pgn *pgn);

/* ---- Items of a game ------------------------------------------------------------------------- */

enum ks_pgn_kind {
    KS_PGN_MOVE,
    KS_PGN_NULL_MOVE,       /* KS_PGN_NULL_MOVES */
    KS_PGN_COMMENT,         /* KS_PGN_COMMENTS: of braces or of a semicolon; text is what they enclose. Also
                               an evaluation in digits, such as -0.35 and +0.35/12 */
    KS_PGN_COMMENT_GOES_ON, /* the next piece of the comment before */
    KS_PGN_NAG,   /* KS_PGN_COMMENTS: a numeric annotation glyph such as $1, or a sign after a move that
                     stands for one, such as +/-; the ! and ? that end a word are part of the move's text */
    KS_PGN_BEGIN, /* KS_PGN_VARIATIONS: a variation begins. It replaces the move before */
    KS_PGN_END,   /* it ends. The position is again the one before it began */
    KS_PGN_ERROR  /* ks_pgn_get_error says which. Reading goes on */
};

/* A part of a game. */
typedef struct ks_pgn_item {
    const char *text;  /* as it stands in the game, without a zero at its end */
    uint64_t checkers; /* for moves, the squares that give check to the side to move after it. In variants
                          with more than 64 squares always 0 */
    uint32_t length;   /* of the text */
    uint32_t number;   /* KS_PGN_NAG: the number. Moves: the move number before it, 0 when there is none
                          or without KS_PGN_NUMBERS */
    ks_variant_move variant_move; /* KS_PGN_MOVE in a variant */
    ks_move move;                 /* KS_PGN_MOVE in chess */
    uint8_t kind;                 /* enum ks_pgn_kind */
    uint8_t depth;                /* 0 in the main line, 1 in a variation of it, and so on */
} ks_pgn_item;

/* Returns the next item of the game: moves and errors, and what the flags ask for. Returns NULL at
 * its end. */
KS_API const ks_pgn_item *ks_pgn_next_item(ks_pgn *pgn);

/* Returns the next move of the main line, null moves included; skips all other items. Returns NULL at the end
 * of the game. */
KS_API const ks_pgn_item *ks_pgn_next_move(ks_pgn *pgn);

/* Returns the position after the item given last; at first the one that the game begins with. For the error
 * of an illegal move that is the position before it. Returns NULL when there is none: in a variant, or
 * without a usable FEN. Positions are made when asked for. */
KS_API const ks_position *ks_pgn_get_position(ks_pgn *pgn);

/* Returns the verdict on this position (precondition) as ks_judge does, mostly faster. */
KS_API enum ks_verdict ks_pgn_judge(ks_pgn *pgn, uint64_t *checkers);

/* Returns the game's variant, or NULL: it is a game of chess, or its variant is not known. */
KS_API const ks_variant *ks_pgn_get_variant(const ks_pgn *pgn);

/* Returns the position after the item given last in a game of a variant; NULL in others. */
KS_API const ks_variant_position *ks_pgn_get_variant_position(ks_pgn *pgn);

/* Returns the result that the moves end with, or else the result in the tag Result; KS_UNDECIDED for "*",
 * when there is neither, and before the moves are read to their end. */
KS_API enum ks_outcome ks_pgn_get_result(ks_pgn *pgn);

/* ---- Commands and notes in comments ---------------------------------------------------------- */

/* The forms in which programs write scores into comments. Each has its own position, side and unit, which
 * ks_pgn_find_scores knows. */
enum ks_pgn_scores {
    KS_PGN_SCORES_NONE,
    KS_PGN_SCORES_EVAL,        /* [%eval 0.25], [%eval #-3,20]: lichess.org, python-chess */
    KS_PGN_SCORES_CUTECHESS,   /* {+0.31/12 1.2s}, {-M2/5 0.05s, Black mates}: cutechess, fastchess */
    KS_PGN_SCORES_OPENBENCH,   /* {+0.57 17/28 583 363004}: OpenBench */
    KS_PGN_SCORES_C_CHESS_CLI, /* {38/21 36165ms}, {-M5/21 12ms}: c-chess-cli */
    KS_PGN_SCORES_TCEC,        /* {d=21, mt=46, tl=134690, wv=0.23,}: TCEC */
    KS_PGN_SCORES_TCEC_EV,     /* {ev=0.41, d=21, mt=00:04:42,}: TCEC, where there is no wv */
    KS_PGN_SCORES_MIXED = 255  /* more than one of them */
};

/* The commands of a comment, such as [%clk 0:03:00] and [%eval -0.24], and the note of a program that the
 * comment begins with, such as +0.31/12 1.2s. The last of several of a kind counts. A command or a note that
 * is written in another way counts as text, and so does a note in a comment of more than KS_PGN_COMMENT_MAX
 * bytes. [%eval #0], whatever its sign, says that the side to move is mated: the mate is on the board. */
enum { KS_PGN_MATED = 2, KS_PGN_MATE_IN_PLIES = 2 };
typedef struct ks_pgn_commands {
    const char *squares, *arrows;         /* %csl, %cal: in the comment, such as Ge4,Rd5, and Ge2e4 */
    size_t squares_length, arrows_length; /* 0 when there are none */
    uint32_t clock, elapsed;              /* %clk or tl, %emt or the time of a note: milliseconds */
    int32_t eval;                         /* %eval: hundredths of a pawn, for white */
    int32_t mate;                         /* or, unless this is 0, moves to a mate, negative ones by black */
    uint8_t has_clock, has_elapsed, has_eval; /* 1: there is one, else 0; has_eval may be KS_PGN_MATED: then
                                                 eval and mate are 0 */
    uint8_t note;                             /* the form of the note, of enum ks_pgn_scores */
    int32_t note_score; /* of the note, as it is written: hundredths of a pawn, or plies to a mate, negative
                           ones when the player is mated */
    uint8_t note_has_score; /* 1: hundredths; KS_PGN_MATE_IN_PLIES; 0: there is no score */
    uint8_t eval_in_doubt;  /* 1: %eval is a whole number with a depth. ChessBase writes hundredths of a pawn
                               so, and eval takes them for pawns */
    uint8_t reserved[6];    /* zeros */
} ks_pgn_commands;

/* Reads the commands and the note of a comment. comment is a text of length bytes: the text of an item
 * KS_PGN_COMMENT and, where a comment is long, of the items KS_PGN_COMMENT_GOES_ON after it. Source: the
 * supplement of 2001 to the PGN specification (%clk, %emt), and what lichess.org, chess.com and the programs
 * above write. */
KS_API void ks_pgn_read_commands(const char *comment, size_t length, ks_pgn_commands *commands);

/* Returns what the commands and notes say that stand before the item given last and after the move, or the
 * beginning or end of a variation, before it; at the end of the game, after the last of these.
 * KS_PGN_COMMANDS is set (precondition). Comments need not be items, which takes longer. Squares and arrows
 * are left out. Variations that are skipped do not count.
 *
 *     for (size_t n = 0;; n++) {
 *         item = ks_pgn_next_move(pgn);
 *         if (n > 0)
 *             clocks[n - 1] = ks_pgn_get_commands(pgn)->clock;
 *         if (item == NULL)
 *             break;
 *     }
 */
KS_API const ks_pgn_commands *ks_pgn_get_commands(ks_pgn *pgn);

/* ---- Scores and clocks ----------------------------------------------------------------------- */

/* The score and the times of an entry of a game. A game of n moves has the entries 0 to n: the positions
 * before each move, and the one after the last. */
typedef struct ks_pgn_entry {
    int32_t score;           /* of this position in hundredths of a pawn, as the side to move sees it. A mate
                                in n plies is 32000 - n, and n - 32000 for the side that is mated; other
                                scores are less than 31000 away from 0 */
    uint32_t clock, elapsed; /* of the move that is made here: the time left after it, and the time that it
                                took, in milliseconds */
    uint8_t has_score, has_clock, has_elapsed; /* 1: there is one, else 0 */
    uint8_t reserved[5];                       /* zeros */
} ks_pgn_entry;

/* Finds the scores and clocks of a game's entries.
 * commands has what ks_pgn_get_commands gave before the first move and after each.
 * count is their number, and the number of entries.
 * side is the side to move at first.
 * form is the form that counts, of enum ks_pgn_scores. With KS_PGN_SCORES_NONE, that is the form of all notes
 * and evaluations of the game that can be read; the first one of the enum when several are.
 * Returns the form that the scores have: KS_PGN_SCORES_NONE when there is no score, and KS_PGN_SCORES_MIXED
 * when notes have different forms, and therefore no entry has a score. */
KS_API enum ks_pgn_scores ks_pgn_find_scores(const ks_pgn_commands *commands, size_t count, unsigned side,
                                             enum ks_pgn_scores form, ks_pgn_entry *entries);

/* Returns the name of a form, such as "cutechess". Returns NULL for KS_PGN_SCORES_NONE and for numbers that
 * are no form. */
KS_API const char *ks_pgn_scores_name(enum ks_pgn_scores form);

/* ---- Errors and places ----------------------------------------------------------------------- */

/* Returns the error of the item given last, when that is a KS_PGN_ERROR. Otherwise returns the first error of
 * the game that has been met, or NULL. It is an error of FEN, of a move, or of PGN, or KS_ERROR_MEMORY;
 * error->offset is the offset in the item's text. After the last game, the error is KS_ERROR_PGN_SOURCE when
 * the text could not be read to its end, or NULL. */
KS_API const ks_error *ks_pgn_get_error(const ks_pgn *pgn);

/* A place in the text. */
typedef struct ks_pgn_place {
    uint64_t offset;       /* bytes before it */
    uint64_t line, column; /* from 1; columns are bytes */
} ks_pgn_place;

/* Returns the place of the item given last; before the first item to where the game begins; after the
 * last one to the end of the game; and after the last game to the end of the text. */
KS_API ks_pgn_place ks_pgn_get_place(ks_pgn *pgn);

/* ---- Tags ------------------------------------------------------------------------------------ */

/* A tag of a game, such as White "Carlsen, Magnus". */
typedef struct ks_pgn_tag {
    const char *name, *value; /* they end with a zero; `value` is what remains after escapes (\" and \\) */
} ks_pgn_tag;

/* Sets *tags to the tags of the game as they stand there and returns their number. */
KS_API size_t ks_pgn_get_tags(ks_pgn *pgn, const ks_pgn_tag **tags);

/* Returns the value of the game's tag of this name, the last one where it is repeated, or NULL. */
KS_API const char *ks_pgn_find_tag(ks_pgn *pgn, const char *name);

/* ---- Writing --------------------------------------------------------------------------------- */

/* A game to be written. A caller begins with zeros: ks_pgn_game game = {0}. */
typedef struct ks_pgn_game {
    const ks_pgn_tag *tags;
    size_t tag_count;
    const ks_position *start; /* NULL for the usual one */
    const ks_pgn_item *items; /* of each, what its kind needs: move or variant_move, number, or text and
                                 length */
    size_t item_count;
    enum ks_outcome result;                   /* KS_UNDECIDED is written as "*" */
    const ks_variant *variant;                /* NULL for chess */
    const ks_variant_position *variant_start; /* of a game of this variant; NULL: where its games start */
    const void *reserved[3];                  /* NULL */
} ks_pgn_game;

/* Writes a game in PGN's export format: the seven tags that every game has, the others in the order of their
 * names, and the moves in lines of at most 79 characters. A repeated tag is written once, with its last
 * value. The tags Result, SetUp and FEN follow from the game, and Variant where the game is one of a variant
 * and has no such tag. Moves are legal (precondition); they are written in SAN, and in UCI where a reader
 * would take SAN for another move, as in a game of a variant whose tags name Fairy-Stockfish. A } in a
 * comment is written as a closing parenthesis.
 * room is how many bytes text has.
 * Returns the length of the whole text. */
KS_API size_t ks_pgn_write(const ks_pgn_game *game, char *text, size_t room);

#ifdef __cplusplus
}
#endif
#endif
