/* kingscan/variants.h: chess with other boards, pieces and rules, described in a text.
 *
 * The text has sections of "key = value" lines: the subset of Fairy-Stockfish's variants.ini that `kingscan
 * variants --help` lists. Some variants are bundled. Boards have up to 12 files and 10 ranks; squares are
 * numbered in the order that FEN is read, from 0 at the top left, row after row of as many as the board has
 * files. Parameters named variant are never NULL (precondition), and squares are below the number of squares
 * of the variant's board (precondition) where nothing else is said.
 */
#ifndef KINGSCAN_VARIANTS_H
#define KINGSCAN_VARIANTS_H

#include "moves.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    KS_VARIANT_FILES = 12,
    KS_VARIANT_RANKS = 10,
    KS_VARIANT_SQUARES = 120,
    KS_NOWHERE = 255, /* no square */
    KS_VARIANT_FEN_SIZE = 512,
    KS_VARIANT_MOVE_SIZE = 8,
    KS_VARIANT_SAN_SIZE = 12,
    KS_VARIANT_TYPES = 31,         /* of pieces, at most, promoted forms included */
    KS_VARIANTS_TEXT_MAX = 1 << 22 /* bytes of a text of variants */
};

/* A set of squares: bit n & 63 of half[n >> 6] is square n. */
typedef struct ks_squares {
    uint64_t half[2];
} ks_squares;

/* ---- Variants -------------------------------------------------------------------------------- */

typedef struct ks_variants ks_variants; /* the bundled ones, and those of a text */
typedef struct ks_variant ks_variant;   /* one of them; read-only, so any number of threads may use it */

/* Reads all variants of a text of length bytes; text NULL: just the bundled ones. A variant may inherit from
 * any other of the text and from the bundled ones. The text has at most KS_VARIANTS_TEXT_MAX bytes, 4096 a
 * line, 256 variants, and 256 keys a variant. Returns what ks_variants_free is to free; or NULL on an error,
 * whose code is KS_ERROR_INI to KS_ERROR_VARIANT_START, one of FEN, or KS_ERROR_MEMORY, and whose offset is
 * that of a byte of the text. */
KS_API ks_variants *ks_variants_read(const char *text, size_t length, ks_error *error);

/* Does the same, but leaves out what can't be read: a section with an error, and those that inherit from it.
 * What was left out, and what else is worth knowing, ks_variants_get_remark tells. Of a key that a section
 * gives more than once, the last value counts, as with Fairy-Stockfish. Returns NULL only on an error after
 * which nothing of the text can be used: too many bytes or variants, KS_ERROR_MEMORY. */
KS_API ks_variants *ks_variants_read_each(const char *text, size_t length, ks_error *error);

/* A remark on a section of the text that variants were read from. */
typedef struct ks_variants_remark {
    char name[32], base[32]; /* of the section, cut off where it is longer; "" where there is none */
    int refused;             /* 1: the section was left out; 0: the variant is there all the same */
    ks_error error;          /* why; the offset is that of a byte of the text */
} ks_variants_remark;

/* The number of remarks; 0 after ks_variants_read. */
KS_API size_t ks_variants_remark_count(const ks_variants *variants);

/* The remark of this index, which is below ks_variants_remark_count (precondition). They stand in the order
 * of the sections. Lives as long as the variants. */
KS_API const ks_variants_remark *ks_variants_get_remark(const ks_variants *variants, size_t index);

/* Frees the variants, and with them every ks_variant. variants: may be NULL. */
KS_API void ks_variants_free(ks_variants *variants);

/* The number of variants, the bundled ones included. */
KS_API size_t ks_variants_count(const ks_variants *variants);

/* The name of the variant of this index, which is below ks_variants_count (precondition). The bundled ones
 * come first. It lives as long as the variants. */
KS_API const char *ks_variants_name(const ks_variants *variants, size_t index);

/* The variant of this index, likewise. A bundled one is built when somebody first asks for it, here or by its
 * name; any number of threads may ask at once. Returns NULL only when there is no memory for it. */
KS_API const ks_variant *ks_variants_get(const ks_variants *variants, size_t index);

/* Lets all of these variants write and read moves with the letters of FEN, as Fairy-Stockfish does. Letters
 * for notation are for people: in Grand chess C is the Cardinal, but in FEN the Marshall. To be called before
 * moves are written, and while no other thread uses these variants. */
KS_API void ks_variants_use_fen_letters(ks_variants *variants);

/* The variant of this name, or NULL when there is none; otherwise as ks_variants_get. */
KS_API const ks_variant *ks_variants_find(const ks_variants *variants, const char *name);

/* A variant at a glance. The names live as long as the variant. */
typedef struct ks_variant_facts {
    const char *name, *base; /* base: the variant that it inherits from, or "" */
    unsigned files, ranks;
    unsigned types; /* of pieces */
    unsigned royal; /* the type that must not be left in check, or KS_VARIANT_NO_TYPE */
    int chess960;   /* 1: games start from shuffled pieces; else 0 */
} ks_variant_facts;

KS_API ks_variant_facts ks_variant_get_facts(const ks_variant *variant);

/* Writes the rules in English, in lines, but for what single pieces may do. Returns the length of the whole
 * text. */
KS_API size_t ks_variant_describe_rules(const ks_variant *variant, char *text, size_t room);

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* The types of a variant's pieces are numbered from 0 to facts.types - 1. */
enum { KS_VARIANT_NO_TYPE = 31 };

/* The code of a piece on the board, and the type and the side that a code has. Code 0 is an empty square and
 * code 1 a wall, which have neither. */
enum { KS_VARIANT_WALL = 1 };
#define KS_VARIANT_CODE(type, side) ((((type) + 1u) << 1) | (side))
#define KS_VARIANT_TYPE(code) (((code) >> 1) - 1u)
#define KS_VARIANT_SIDE(code) ((code)&1u)

/* The names of a type of piece. They live as long as the variant. */
typedef struct ks_variant_piece_type {
    char label;            /* on the board: in FEN and behind a promotion; a small letter */
    char letter;           /* in notation; a capital letter */
    int promoted;          /* 1: a promoted form, which has + before either letter; else 0 */
    const char *code_name; /* for programs */
    const char *name;      /* for people */
} ks_variant_piece_type;

/* The names of a type. type: below the types of the variant's facts (precondition), here and in the next
 * function. */
KS_API ks_variant_piece_type ks_variant_get_piece_type(const ks_variant *variant, unsigned type);

/* Writes what a piece of this type may do, in one English sentence or several. Returns the length of the
 * whole text. */
KS_API size_t ks_variant_describe_piece_type(const ks_variant *variant, unsigned type, char *text,
                                             size_t room);

/* ---- Positions ------------------------------------------------------------------------------- */

/* A position of a variant. */
typedef struct ks_variant_position {
    uint8_t board[KS_VARIANT_SQUARES]; /* 0: empty; else KS_VARIANT_CODE */
    uint8_t side_to_move;              /* KS_WHITE or KS_BLACK */
    uint8_t king[2];                   /* [side]: square of the royal piece, KS_NOWHERE when there is none
                                          (KS_LENIENT) */
    uint8_t castling_rook[2][2];       /* [side][wing]: square of the rook, KS_NOWHERE without the right */
    uint8_t castling_king[2]; /* [side]: square of the piece that castles, where it isn't the royal one and
                                 has a right; else KS_NOWHERE */
    uint8_t en_passant_pawn;  /* the pawn that has just gone further than one square, or KS_NOWHERE */
    uint8_t checks_left[2]; /* [side]: how many more checks it has to give to win, where checks are counted */
    uint16_t halfmove_clock, fullmove_number;
    ks_squares pieces[2];  /* [side]: where its pieces stand, as the board says */
    ks_squares en_passant; /* the squares on which that pawn can be captured by some piece */
    uint8_t passes;        /* how many of the last moves were passes, two at most, where there are any */
    ks_squares gates[2];   /* [side]: its first squares that pieces haven't left yet, where that matters */
    ks_squares walls;      /* squares on which nothing can stand; their code is KS_VARIANT_WALL */
    ks_squares promoted;   /* the pieces that were pawns, where it matters: they go to a hand as pawns */
    uint8_t hand[2][KS_VARIANT_TYPES]; /* [side][type]: how many such pieces it has in hand, to be dropped */
} ks_variant_position;

/* The position that games start from. It lives as long as the variant. */
KS_API const ks_variant_position *ks_variant_start(const ks_variant *variant);

/* Reads a position as ks_read_fen does, with the letters and the board of the variant. text: length bytes.
 * Runs of empty squares are decimal numbers, such as 10. Where there are drops, the pieces in hand follow the
 * board, as [QRp] or as one more row, and ~ follows a piece that was a pawn. + stands before the letter of a
 * piece that has turned into its promoted form, and * is a wall. Where checks are counted, those left to give
 * stand before the clocks as 3+3, or those given behind them as +0+0; without either, none was given. Where
 * pieces may be gated, the castling field also has the letters of the files whose pieces haven't moved, but
 * for those of king and rook where these may castle; where a side may pass, a p for each pass that has just
 * been made, two at most. The castling and en-passant fields may be left out together. Several en-passant
 * squares stand side by side, as in c3c4; where the pawn isn't right behind them, its own square is among
 * them. flags: of enum ks_fen_flag, or-ed. With KS_LENIENT only the side to move needs its one royal piece,
 * all others may stand anywhere, and the side not to move may be in check. The functions below take such
 * positions too: the enemy's royal pieces are never captured but in explosions, and a side without one is
 * never in check. Returns KS_OK; or a code as ks_read_fen does, with the byte offset of the trouble in
 * error->offset, and then *position is not to be used. */
KS_API int ks_variant_read_fen(const ks_variant *variant, const char *text, size_t length, unsigned flags,
                               ks_variant_position *position, ks_error *error);

/* Writes a position as FEN; returns the length. The en-passant squares are those on which a piece may
 * capture: read again, the position has the same moves and the same key. */
KS_API size_t ks_variant_write_fen(const ks_variant *variant, const ks_variant_position *position,
                                   char text[KS_VARIANT_FEN_SIZE]);

/* Does the same, but with all en-passant squares that the position has: read again, it is the same in every
 * member. */
KS_API size_t ks_variant_write_x_fen(const ks_variant *variant, const ks_variant_position *position,
                                     char text[KS_VARIANT_FEN_SIZE]);

/* The name of a square, such as "j10", static; "-" for KS_NOWHERE and all that isn't on the board. */
KS_API const char *ks_variant_square_name(const ks_variant *variant, unsigned square);

/* The squares from which pieces of by_side attack a square, by all that hoppers and lame leapers need. The
 * square may be empty or not; what stands there doesn't matter. Nothing attacks KS_NOWHERE. */
KS_API ks_squares ks_variant_attackers(const ks_variant *variant, const ks_variant_position *position,
                                       unsigned square, unsigned by_side);

/* The squares from which a side's royal piece is attacked, so that the side is in check. None where nothing
 * is royal, and none while two kings protect each other from explosions by standing side by side. */
KS_API ks_squares ks_variant_checkers(const ks_variant *variant, const ks_variant_position *position,
                                      unsigned side);

/* The verdict on the side to move; the squares of the checkers go to *checkers unless checkers is NULL. */
KS_API enum ks_verdict ks_variant_judge(const ks_variant *variant, const ks_variant_position *position,
                                        ks_squares *checkers);

enum ks_outcome { KS_UNDECIDED, KS_WHITE_WINS, KS_BLACK_WINS, KS_DRAWN };

/* What a position with this verdict of ks_variant_judge means for the game, by the variant's rules on mate,
 * stalemate, lost pieces, squares to be reached and counted checks. */
KS_API enum ks_outcome ks_variant_outcome(const ks_variant *variant, const ks_variant_position *position,
                                          enum ks_verdict verdict);

/* The Zobrist key of a position, computed anew: of its pieces, side to move, castling rooks, and of the
 * en-passant squares on which a piece may capture, with their pawn, of hands, promoted pieces and checks
 * left, but not of the clocks. Positions of one variant that differ in nothing else have the same key,
 * however they were reached. Keys of different variants say nothing about each other. Method: as of
 * ks_position_key. */
KS_API uint64_t ks_variant_position_key(const ks_variant *variant, const ks_variant_position *position);

/* ---- Moves ----------------------------------------------------------------------------------- */

/* A move: where from, where to, of what kind, and what it promotes to. Castling goes from the king's square
 * to the rook's, a drop from the square where it ends. */
typedef uint32_t ks_variant_move;

enum ks_variant_move_kind {
    KS_VARIANT_PLAIN,
    KS_VARIANT_FIRST_PUSH, /* a push of more than one square, which may be answered en passant */
    KS_VARIANT_EN_PASSANT,
    KS_VARIANT_CASTLING,
    KS_VARIANT_DROP,
    KS_VARIANT_PASS /* from the king's square, or another piece's, to the same */
};

#define KS_VARIANT_MOVE_FROM(move) ((move)&127u)
#define KS_VARIANT_MOVE_TO(move) ((move) >> 7 & 127u)
#define KS_VARIANT_MOVE_KIND(move) ((move) >> 14 & 7u)       /* enum ks_variant_move_kind */
#define KS_VARIANT_MOVE_PROMOTION(move) ((move) >> 17 & 31u) /* 1 + type promoted to or dropped; 0: none */
#define KS_VARIANT_MOVE_GATED(move)                                                                          \
    ((move) >> 22 & 31u)                                /* 1 + type put where the piece came from; 0: none   \
                                                         */
#define KS_VARIANT_MOVE_GATES_ROOK(move) ((move) >> 27) /* 1: put where the rook came from in castling */

/* All legal moves, in no particular order, as many as fit into room. Returns how many there are. */
KS_API size_t ks_variant_legal_moves(const ks_variant *variant, const ks_variant_position *position,
                                     ks_variant_move *moves, size_t room);

/* What ks_variant_make_move changes and the move doesn't tell. */
typedef struct ks_variant_undo {
    ks_squares en_passant, promoted;
    ks_squares gates[2];
    ks_squares exploded; /* where pieces stood that the move has blown up, the moving one excepted */
    uint16_t halfmove_clock, fullmove_number;
    uint8_t moved, captured;   /* codes; captured: 0 when nothing was */
    uint8_t exploded_codes[8]; /* of these, the lowest square first */
    uint8_t en_passant_pawn;
    uint8_t castling_rook[2][2], castling_king[2];
    uint8_t king[2], checks_left[2];
    uint8_t passes;
} ks_variant_undo;

/* Makes a legal move (precondition), and keeps in *undo what ks_variant_unmake_move needs. Clocks stop at
 * KS_CLOCK_MAX. */
KS_API void ks_variant_make_move(const ks_variant *variant, ks_variant_position *position,
                                 ks_variant_move move, ks_variant_undo *undo);

/* Takes back the move that was made last (precondition). undo: as ks_variant_make_move filled it in. Every
 * field of the position is what it was. */
KS_API void ks_variant_unmake_move(const ks_variant *variant, ks_variant_position *position,
                                   ks_variant_move move, const ks_variant_undo *undo);

/* The number of sequences of depth legal moves; those of the last ply are counted, not made. depth 0: 1. */
KS_API uint64_t ks_variant_perft(const ks_variant *variant, const ks_variant_position *position,
                                 unsigned depth);

/* Adds the counts of all sequences of depth legal moves (at least 1: precondition) to *counts, as
 * ks_perft_stats does: every move is made. Mate is what ks_variant_judge calls so. */
KS_API void ks_variant_perft_stats(const ks_variant *variant, const ks_variant_position *position,
                                   unsigned depth, ks_perft_counts *counts);

/* ---- Moves as text --------------------------------------------------------------------------- */

/* Writes a legal move (precondition) as UCI has it: e2e4, a7a8q, e1g1, and N@f3 for a drop; + and - behind
 * the squares turn a piece into its promoted form and back. Castling is written as the king taking its rook
 * with KS_CHESS960, where the variant is played with shuffled pieces, and where the king's move alone would
 * be unclear. flags: of enum ks_notation_flag. Returns the length. */
KS_API size_t ks_variant_write_uci(const ks_variant *variant, const ks_variant_position *position,
                                   ks_variant_move move, unsigned flags, char text[KS_VARIANT_MOVE_SIZE]);

/* Writes a legal move (precondition) in SAN as Fairy-Stockfish has it, with the variant's letters in
 * notation: Ndf3, exd6, c9=M, O-O-O, + for check and # for a check that leaves no move. The pawn of chess has
 * no letter, pieces that only resemble it have theirs. +P is a promoted form, and + behind the square
 * promotes to it; where that could be and isn't, = stands there. Returns the length. */
KS_API size_t ks_variant_write_san(const ks_variant *variant, const ks_variant_position *position,
                                   ks_variant_move move, char text[KS_VARIANT_SAN_SIZE]);

/* What somebody meant by a move. */
typedef struct ks_variant_attempt {
    ks_variant_move move; /* the move, when it is legal */
    unsigned type;        /* of the piece meant; KS_VARIANT_NO_TYPE when it isn't clear which */
    unsigned from, to;    /* the piece's squares as far as they are clear; else KS_NOWHERE */
} ks_variant_attempt;

/* Reads a move that somebody typed or sent, and finds it among the legal ones as ks_explain_move does: two
 * squares and perhaps the letter promoted to (e2e4, a7a8q, a7a8=Q); or a piece's letter in notation and the
 * square, as in Cd4, with as much of the square that it comes from as needed; O-O and O-O-O. What
 * ks_variant_write_uci and ks_variant_write_san write is read so. text: length
 * bytes. Fills in *attempt in any case.
 * Returns KS_OK; or a code of KS_ERROR_MOVE_TEXT to KS_ERROR_GAME_OVER. Then error->message is a sentence
 * that says which rule the move breaks and, for text that is no move, error->offset is the place. */
KS_API int ks_variant_explain_move(const ks_variant *variant, const ks_variant_position *position,
                                   const char *text, size_t length, ks_variant_attempt *attempt,
                                   ks_error *error);

#ifdef __cplusplus
}
#endif
#endif
