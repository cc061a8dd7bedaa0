/* kingscan/variants.h: chess with other boards, pieces and rules, described in a text.
 *
 * The text has sections of "key = value" lines: the subset of Fairy-Stockfish's variants.ini that `kingscan
 * variants --help` lists. Some variants are bundled. Boards have up to 12 files and 10 ranks. Squares are
 * numbered in the order of FEN: 0 is the top left square, and each row has as many squares as the board has
 * files. A square is below the number of squares of the variant's board (precondition) unless its function
 * allows others. Functions with the name of one of chess, apart from `variant_`, promise what that one does;
 * here stands what differs. examples/both.c serves chess and variants by one set of functions. */
#ifndef KINGSCAN_VARIANTS_H
#define KINGSCAN_VARIANTS_H

#include "moves.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    KS_VARIANT_FILES_MAX = 12, /* of the largest board, like the next two */
    KS_VARIANT_RANKS_MAX = 10,
    KS_VARIANT_SQUARES_MAX = 120,
    KS_VARIANT_NO_SQUARE = 255, /* no square of a variant's board */
    KS_VARIANT_FEN_SIZE = 768,
    KS_VARIANT_UCI_SIZE = 16,
    KS_VARIANT_SAN_SIZE = 20,
    KS_VARIANT_TYPES_MAX = 31,     /* of pieces, at most, promoted forms included */
    KS_VARIANTS_TEXT_MAX = 1 << 22 /* bytes of a text of variants */
};

/* A set of squares: bit n & 63 of half[n >> 6] is square n. */
typedef struct ks_variant_squares {
    uint64_t half[2];
} ks_variant_squares;

/* ---- Variants -------------------------------------------------------------------------------- */

typedef struct ks_variants ks_variants; /* the bundled variants, and the variants of a text */
typedef struct ks_variant ks_variant;   /* one variant; read-only, so any number of threads may use it */

typedef enum ks_variants_flags {
    KS_VARIANTS_DEFAULT = 0,
    KS_VARIANTS_EACH =
        1 << 24, /* leaves out sections with errors; without the flag, an error ends the reading */
    KS_VARIANTS_FEN_LETTERS =
        1 << 25 /* moves have the letters of FEN, as in Fairy-Stockfish; without the flag, letters for people:
                   in Grand chess C is the Cardinal, but in FEN the Marshall */
} ks_variants_flags;
KS_FLAGS(ks_variants_flags)

/* Reads all variants of a text.
 * text is NULL for the bundled variants alone.
 * A variant may inherit from any other variant of the text and from the bundled ones. The text has at most
 * KS_VARIANTS_TEXT_MAX bytes, 4096 bytes a line, 256 variants, and 256 keys a variant. Returns the variants,
 * which the caller frees with ks_variants_free. Returns NULL on an error: of a text of variants, of FEN, or
 * KS_ERROR_MEMORY; error->offset is then a byte offset in the text. With KS_VARIANTS_EACH a section with an
 * error is left out, and so are the sections that inherit from it. ks_variants_get_remark reports these, each
 * with its first 16 mistakes, and warnings. When a section repeats a key, the last value counts, as in
 * Fairy-Stockfish. NULL is then returned only on an error that makes the whole text unusable: too many bytes
 * or variants, KS_ERROR_MEMORY. */
KS_API KS_MUST_USE ks_variants *ks_variants_new(const char *text, size_t length, ks_variants_flags flags,
                                                ks_error *error);

/* A remark on a section of the text that variants were read from. Only the library makes these structs. */
typedef struct ks_variants_remark {
    char name[32], base[32]; /* of the section, truncated when longer; "" when there is none */
    int refused;             /* 1: the section was left out; 0: a warning, the variant exists */
    ks_error error;          /* the reason; the offset is a byte offset in the text */
} ks_variants_remark;

/* Returns the number of remarks; 0 without KS_VARIANTS_EACH. */
KS_API size_t ks_variants_count_remarks(const ks_variants *variants);

/* Returns the remark of this index, which is below ks_variants_count_remarks (precondition). Remarks are in
 * the order of the sections. A remark lives as long as the variants. */
KS_API const ks_variants_remark *ks_variants_get_remark(const ks_variants *variants, size_t index);

/* Frees the variants and every ks_variant of them. variants may be NULL. */
KS_API void ks_variants_free(ks_variants *variants);

/* Returns the number of variants, the bundled ones included. */
KS_API size_t ks_variants_count(const ks_variants *variants);

/* Returns how many of them are bundled; these come first. */
KS_API size_t ks_variants_count_bundled(const ks_variants *variants);

/* Returns the name of the variant of this index, which is below ks_variants_count (precondition). The name
 * lives as long as the variants. */
KS_API const char *ks_variants_get_name(const ks_variants *variants, size_t index);

/* Returns the variant of this index, which is below ks_variants_count (precondition). The first call for a
 * bundled variant, here or by name, builds it; any number of threads may call at once. Returns NULL only when
 * there is not enough memory. */
KS_API const ks_variant *ks_variants_get_variant(const ks_variants *variants, size_t index);

/* Returns the variant of this name as ks_variants_get_variant does. Returns NULL on an error:
 * KS_ERROR_VARIANT_UNKNOWN when no variant has the name, or KS_ERROR_MEMORY. */
KS_API KS_MUST_USE const ks_variant *ks_variants_find(const ks_variants *variants, const char *name,
                                                      ks_error *error);

/* A variant at a glance. The names live as long as the variant. */
typedef struct ks_variant_facts {
    const char *name, *base; /* `base` is the variant that it inherits from, or "" */
    const char *summary;     /* a line that says what it is, or "" */
    unsigned files, ranks;
    unsigned types;          /* of pieces */
    unsigned royal;          /* the type that may not be left in check, or KS_VARIANT_NO_TYPE */
    int chess960;            /* 1 when games start from shuffled pieces, or 0 */
    const void *reserved[6]; /* NULL */
} ks_variant_facts;

/* Returns the facts of a variant. */
KS_API ks_variant_facts ks_variant_get_facts(const ks_variant *variant);

/* Writes the rules in English, one or more lines, without the moves of single pieces. */
KS_API size_t ks_variant_describe_rules(const ks_variant *variant, char *text, size_t room);

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* The types of a variant's pieces are numbered from 0 to facts.types - 1. */
enum { KS_VARIANT_NO_TYPE = 31 };

/* The code of a piece on the board, and the type and side of a code. Code 0 is an empty square and code 1 a
 * wall; these have neither. */
enum { KS_VARIANT_WALL = 1 };
#define KS_VARIANT_CODE(type, side) ((((type) + 1u) << 1) | (side))
#define KS_VARIANT_TYPE(code) (((code) >> 1) - 1u)
#define KS_VARIANT_SIDE(code) ((code)&1u)

/* The names of a type of piece. They live as long as the variant. */
typedef struct ks_variant_piece_type {
    char label;   /* on the board: in FEN and after a promotion; a small letter */
    char letter;  /* in notation; a capital letter */
    int promoted; /* 1 for a promoted form, which has + before either letter, or 0 */
    int appears;  /* 1 when such pieces stand at the start, or come by promotion, drops or gates, or 0 */
    const char *code_name;   /* for programs */
    const char *name;        /* for people */
    const void *reserved[4]; /* NULL */
} ks_variant_piece_type;

/* Returns the names of a type.
 * type is below the variant's number of types (precondition). */
KS_API ks_variant_piece_type ks_variant_get_piece_type(const ks_variant *variant, unsigned type);

/* Writes the moves of a piece of this type, in one or more English sentences.
 * type is below the variant's number of types (precondition). */
KS_API size_t ks_variant_describe_piece_type(const ks_variant *variant, unsigned type, char *text,
                                             size_t room);

/* ---- Positions ------------------------------------------------------------------------------- */

/* A position of a variant. All members may be read, and positions are copied by assignment. */
typedef struct ks_variant_position {
    uint8_t board[KS_VARIANT_SQUARES_MAX]; /* 0 when empty, or KS_VARIANT_CODE */
    uint8_t side_to_move;                  /* KS_WHITE or KS_BLACK */
    uint8_t king[2]; /* [side]: square of the royal piece, KS_VARIANT_NO_SQUARE when there is none
                        (KS_FEN_LENIENT) */
    uint8_t castling_rook[2]
                         [2]; /* [side][wing]: square of the rook, KS_VARIANT_NO_SQUARE without the right */
    uint8_t castling_king[2]; /* [side]: square of the piece that castles, when it is not the royal one and
                                 has a right, or KS_VARIANT_NO_SQUARE */
    uint8_t en_passant_pawn;  /* the pawn that has just moved more than one square, or KS_VARIANT_NO_SQUARE */
    uint8_t checks_left[2]; /* [side]: the checks that it still has to give to win, when checks are counted */
    uint16_t halfmove_clock, fullmove_number;
    ks_variant_squares pieces[2];  /* [side]: the squares of its pieces; follows from the board */
    ks_variant_squares en_passant; /* the squares on which that pawn can be captured by some piece */
    uint8_t passes; /* how many of the last moves were passes: at most two; 0 in variants without passes */
    ks_variant_squares
        gates[2]; /* [side]: its first squares that no piece has left yet, in variants with gating */
    ks_variant_squares walls; /* the squares that are walls; their code is KS_VARIANT_WALL */
    ks_variant_squares
        promoted; /* the pieces that were pawns and go to a hand as pawns, in variants with hands */
    uint8_t hand[2][KS_VARIANT_TYPES_MAX]; /* [side][type]: how many such pieces it has in hand */
    uint8_t reserved[34];                  /* zeros */
} ks_variant_position;

/* Returns the position that games start from. It lives as long as the variant. */
KS_API const ks_variant_position *ks_variant_get_start(const ks_variant *variant);

/* Reads a position as ks_read_fen does, with the letters and the board of the variant.
 * Returns KS_OK or an error of FEN. Variants extend FEN:
 *   - Runs of empty squares are decimal numbers, such as 10.
 *   - In variants with drops, the pieces in hand follow the board, as [QRp] or as one more row, and ~ follows
 *     a piece that was a pawn. + precedes the letter of a promoted form, and * is a wall.
 *   - In variants that count checks, the checks still to be given stand before the clocks as 3+3, or the
 *     checks given stand after them as +0+0. A text with neither means that no check was given.
 *   - In variants with gating, the castling field also has the letters of the files whose pieces have not
 *     moved, except those of king and rook when K or Q stands for these. A king that has not moved may castle
 *     with the rooks that have not, if the field has neither K nor Q. In variants with passes it has a p for
 *     each pass just made, two at most.
 *   - The castling and en-passant fields may be left out together. Several en-passant squares are written one
 *     after the other, as in c3c4; the pawn's own square is among them when it is not next to them.
 * With KS_FEN_LENIENT only the side to move needs its one royal piece, all other pieces may stand anywhere,
 * and the side not to move may be in check. The functions below take such positions too: the enemy's royal
 * pieces are never captured except in explosions, and a side without one is never in check. */
KS_API KS_MUST_USE int ks_variant_read_fen(const ks_variant *variant, const char *text, size_t length,
                                           ks_fen_flags flags, ks_variant_position *position,
                                           ks_error *error);

/* Writes a position as FEN. The en-passant squares are those on which a piece may
 * capture. A position read from this text has the same moves and the same key. */
KS_API size_t ks_variant_write_fen(const ks_variant *variant, const ks_variant_position *position,
                                   char text[KS_VARIANT_FEN_SIZE]);

/* Does the same, but writes all en-passant squares of the position. A position read from this text is the
 * same in every member. */
KS_API size_t ks_variant_write_x_fen(const ks_variant *variant, const ks_variant_position *position,
                                     char text[KS_VARIANT_FEN_SIZE]);

/* Returns the name of a square, such as "j10"; "-" for KS_VARIANT_NO_SQUARE and any square that is not on the
 * board. Static. */
KS_API const char *ks_variant_square_name(const ks_variant *variant, unsigned square);

/* Returns the squares from which pieces of by_side attack a square. A hopper attacks over its hurdle, a lame
 * leaper over a free way. The contents of the square do not matter. No piece attacks KS_VARIANT_NO_SQUARE. */
KS_API ks_variant_squares ks_variant_attackers(const ks_variant *variant, const ks_variant_position *position,
                                               unsigned square, unsigned by_side);

/* Returns the squares of the pieces that give check to a side. The set is empty when no piece of the side is
 * royal, and while two adjacent kings protect each other from explosions. */
KS_API ks_variant_squares ks_variant_checkers(const ks_variant *variant, const ks_variant_position *position,
                                              unsigned side);

/* Returns the verdict on the side to move. */
KS_API enum ks_verdict ks_variant_judge(const ks_variant *variant, const ks_variant_position *position,
                                        ks_variant_squares *checkers);

/* Returns the game's result in a position, by the variant's rules on mate, stalemate, lost pieces, squares to
 * be reached and counted checks. verdict is what ks_variant_judge returns for this position. */
KS_API enum ks_outcome ks_variant_find_outcome(const ks_variant *variant, const ks_variant_position *position,
                                               enum ks_verdict verdict);

/* Returns the reason why a game that has not ended otherwise is a draw, or why a player may claim one, as
 * ks_find_draw does, by the variant's rules. Material is insufficient when neither side can win. Where
 * fifty moves without a capture or pawn move allow a claim, seventy-five end the game. Repetitions are not
 * found in variants in which one may lose: by nFoldValue, by perpetual check, or by a chase.
 * keys has what ks_variant_position_key returns. */
KS_API enum ks_draw ks_variant_find_draw(const ks_variant *variant, const ks_variant_position *position,
                                         enum ks_verdict verdict, const uint64_t *keys, size_t count);

/* Computes the Zobrist key of a position from its pieces, side to move, castling rooks, en-passant squares on
 * which a piece may capture (with their pawn), hands, promoted pieces and checks left. Positions of one
 * variant that differ only in the clocks have the same key, however they were reached. Keys of different
 * variants are unrelated. A later minor version may change them, since variants get new rules: they are not
 * for files. Method: as ks_position_key. */
KS_API uint64_t ks_variant_position_key(const ks_variant *variant, const ks_variant_position *position);

/* ---- Moves ----------------------------------------------------------------------------------- */

/* A move: the squares from and to, the kind, the type promoted to, and the piece gated or the wall built.
 * Castling goes from the king's square to the rook's. A drop's two squares are the same. */
typedef uint32_t ks_variant_move;

enum ks_variant_move_kind {
    KS_VARIANT_PLAIN,
    KS_VARIANT_FIRST_PUSH, /* a push of more than one square, which may be answered en passant */
    KS_VARIANT_EN_PASSANT,
    KS_VARIANT_CASTLING,
    KS_VARIANT_DROP,
    KS_VARIANT_PASS /* from and to are the king's square, or another piece's; or only a wall is built */
};

#define KS_VARIANT_MOVE_FROM(move) ((move)&127u)
#define KS_VARIANT_MOVE_TO(move) ((move) >> 7 & 127u)
#define KS_VARIANT_MOVE_KIND(move) ((move) >> 14 & 7u)       /* enum ks_variant_move_kind */
#define KS_VARIANT_MOVE_PROMOTION(move) ((move) >> 17 & 31u) /* 1 + type promoted to or dropped; 0: none */
#define KS_VARIANT_MOVE_BUILDS(move) ((move) >> 31)          /* 1: the move builds a wall */
#define KS_VARIANT_MOVE_WALL(move) ((move) >> 22 & 127u)     /* its square, when it does */
/* 1 + type put on the square left; 0: none */
#define KS_VARIANT_MOVE_GATED(move) (KS_VARIANT_MOVE_BUILDS(move) ? 0u : (move) >> 22 & 31u)
#define KS_VARIANT_MOVE_GATES_ROOK(move) ((move) >> 27 == 1u) /* 1: put on the rook's square in castling */

/* Lists the legal moves, in no particular order. */
KS_API size_t ks_variant_legal_moves(const ks_variant *variant, const ks_variant_position *position,
                                     ks_variant_move *moves, size_t room);

/* The values that ks_variant_make_move overwrites. */
typedef struct ks_variant_undo {
    ks_variant_squares en_passant, promoted;
    ks_variant_squares gates[2];
    ks_variant_squares
        exploded; /* the squares of the pieces that the move has blown up, the moving one excepted */
    ks_variant_squares flipped; /* the squares of the pieces that have changed sides */
    ks_variant_squares walls;   /* those before the move, when it builds one */
    uint16_t halfmove_clock, fullmove_number;
    uint8_t moved, captured;   /* codes; captured: 0 when nothing was */
    uint8_t exploded_codes[8]; /* the codes of these pieces, the lowest square first */
    uint8_t en_passant_pawn;
    uint8_t castling_rook[2][2], castling_king[2];
    uint8_t king[2], checks_left[2];
    uint8_t passes;
    uint8_t reserved[16]; /* zeros */
} ks_variant_undo;

/* Makes a legal move (precondition). */
KS_API void ks_variant_make_move(const ks_variant *variant, ks_variant_position *position,
                                 ks_variant_move move, ks_variant_undo *undo);

/* Takes back the move made last (precondition). */
KS_API void ks_variant_unmake_move(const ks_variant *variant, ks_variant_position *position,
                                   ks_variant_move move, const ks_variant_undo *undo);

/* Counts the sequences of depth legal moves. */
KS_API uint64_t ks_variant_perft(const ks_variant *variant, const ks_variant_position *position,
                                 unsigned depth);

/* Adds the counts of all sequences of depth legal moves (at least 1: precondition) to *counts, as
 * ks_perft_stats does. Every move is made. Checkmates are counted as ks_variant_judge finds them. */
KS_API void ks_variant_perft_stats(const ks_variant *variant, const ks_variant_position *position,
                                   unsigned depth, ks_perft_counts *counts);

/* ---- Moves as text --------------------------------------------------------------------------- */

/* Writes a legal move (precondition) in UCI: e2e4, a7a8q, e1g1, N@f3 for a drop, and e2e4,e4e5 for a wall on
 * e5. + or - after the squares turns a piece into its promoted form or back. Castling is written as the king
 * taking its rook with KS_UCI_CHESS960, in variants with shuffled pieces, and when the king's move alone
 * would be ambiguous. */
KS_API size_t ks_variant_write_uci(const ks_variant *variant, const ks_variant_position *position,
                                   ks_variant_move move, ks_uci_flags flags, char text[KS_VARIANT_UCI_SIZE]);

/* Writes a legal move (precondition) in Fairy-Stockfish's SAN, with the variant's letters of notation: Ndf3,
 * exd6, c9=M, O-O-O, + for check and # for a check that leaves no move. The pawn of chess has no letter;
 * pieces that only resemble it have one. +P is a promoted form. + after the square promotes to that form, and
 * = after the square declines a possible promotion. A wall follows a comma, as in Nf3,e5. */
KS_API size_t ks_variant_write_san(const ks_variant *variant, const ks_variant_position *position,
                                   ks_variant_move move, char text[KS_VARIANT_SAN_SIZE]);

/* The meaning of a move's text, legal or not. */
typedef struct ks_variant_attempt {
    ks_variant_move move; /* the move, when it is legal */
    unsigned type;        /* of the piece meant; KS_VARIANT_NO_TYPE when that is not clear */
    unsigned from, to;    /* the piece's squares, each KS_VARIANT_NO_SQUARE when it is not clear */
} ks_variant_attempt;

/* Reads a move as a person or a program writes it, and finds it among the legal moves as ks_read_move
 * does. The text is two squares and perhaps the letter promoted to (e2e4, a7a8q, a7a8=Q); or a piece's letter
 * in notation and the square, as in Cd4, with as much of the square left as needed; or O-O or O-O-O. It
 * includes the output of ks_variant_write_uci and ks_variant_write_san. *attempt is always filled in. Returns
 * KS_OK or an error of a move. */
KS_API KS_MUST_USE int ks_variant_read_move(const ks_variant *variant, const ks_variant_position *position,
                                            const char *text, size_t length, ks_variant_attempt *attempt,
                                            ks_error *error);

#ifdef __cplusplus
}
#endif
#endif
