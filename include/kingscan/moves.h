/* kingscan/moves.h: legal moves, made and taken back, counted, and written as UCI and SAN; and why a move is
 * not legal.
 *
 * The functions take positions as ks_read_fen gives them, also with KS_LENIENT: the side to move has one
 * king. A pawn on its last rank has no moves, and one on its first only a single push. The enemy king is
 * never captured.
 */
#ifndef KINGSCAN_MOVES_H
#define KINGSCAN_MOVES_H

#include "kernels.h"
#include "position.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A move: where from, where to, and of what kind. Castling goes from the king's square to the rook's. */
typedef uint16_t ks_move;

enum ks_move_kind {
    KS_MOVE_PLAIN,
    KS_MOVE_DOUBLE_PUSH,
    KS_MOVE_EN_PASSANT,
    KS_MOVE_CASTLING,
    KS_MOVE_TO_KNIGHT, /* promotions; the white code promoted to is KS_WHITE_KNIGHT + (kind & 3) */
    KS_MOVE_TO_BISHOP,
    KS_MOVE_TO_ROOK,
    KS_MOVE_TO_QUEEN
};

#define KS_MOVE(from, to, kind) ((ks_move)((unsigned)(from) | (unsigned)(to) << 6 | (unsigned)(kind) << 12))
#define KS_MOVE_FROM(move) ((unsigned)(move)&63u)
#define KS_MOVE_TO(move) ((unsigned)(move) >> 6 & 63u)
#define KS_MOVE_KIND(move) ((unsigned)(move) >> 12 & 7u)

enum {
    KS_NO_MOVE = 0,
    /* No board has more: at most 16 pieces reach a square, and promotions count four times. */
    KS_MOVES_MAX = 1100
};

/* ---- Legal moves ----------------------------------------------------------------------------- */

/* All legal moves of the side to move, in no particular order; returns how many.
 * Method: checkers and pins by one ks_king_scan, then only moves that leave the king safe. */
KS_API size_t ks_legal_moves(const ks_position *position, ks_move moves[KS_MOVES_MAX]);

/* The same moves by the textbook's method: each pseudo-legal move is made, ks_in_check asked, the move taken
 * back. */
KS_API size_t ks_legal_moves_reference(const ks_position *position, ks_move moves[KS_MOVES_MAX]);

/* 1 when the side to move has any legal move, else 0; faster than listing them. */
KS_API int ks_has_legal_move(const ks_position *position);

/* What ks_make_move changes and the move doesn't tell. */
typedef struct ks_undo {
    uint64_t key;
    uint16_t halfmove_clock, fullmove_number;
    uint8_t captured; /* code */
    uint8_t en_passant;
    uint8_t castling_rook[2][2];
} ks_undo;

/* Makes a move, which has to be pseudo-legal (precondition), and keeps in *undo what ks_unmake_move needs. A
 * double push sets the en-passant square only where an enemy pawn stands ready to capture. Clocks stop at
 * KS_CLOCK_MAX. */
KS_API void ks_make_move(ks_position *position, ks_move move, ks_undo *undo);

/* Takes back the move that was made last (precondition). undo: as ks_make_move filled it in. Every field of
 * the position is what it was. */
KS_API void ks_unmake_move(ks_position *position, ks_move move, const ks_undo *undo);

/* ---- Counting -------------------------------------------------------------------------------- */

/* The number of legal moves; faster than listing them. */
KS_API size_t ks_count_legal_moves(const ks_position *position);

/* The number of sequences of depth legal moves; those of the last ply are counted, not made. depth 0: 1. */
KS_API uint64_t ks_perft(const ks_position *position, unsigned depth);

/* How ks_perft counts the last two plies while the kernel is in use, in one word, static: "avx512": eight
 * positions at once, with the kernel of that name; the others: by what each move changes of the replies,
 * "fast" with the instructions PEXT and POPCNT, "popcnt" with the latter, "any" on any other processor. */
KS_API const char *ks_perft_counter(const ks_kernel *kernel);

/* The moves of the last ply of a perft: all of them (nodes), and those of each kind. */
typedef struct ks_perft_counts {
    uint64_t nodes, captures, en_passant, castles, promotions, checks, double_checks, checkmates;
} ks_perft_counts;

/* Adds the counts of all sequences of depth legal moves (at least 1: precondition) to *counts: every move is
 * made. */
KS_API void ks_perft_stats(const ks_position *position, unsigned depth, ks_perft_counts *counts);

/* ---- Moves as text --------------------------------------------------------------------------- */

enum { KS_UCI_SIZE = 6, KS_SAN_SIZE = 12 };

enum ks_notation_flag {
    /* UCI: every castling is written as the king taking its rook. Without this flag only castling that e1g1
     * and its like can't say is: that of a king not on the e-file, or with a rook not in its corner. */
    KS_CHESS960 = 1 << 0
};

/* Writes a legal move (precondition) in UCI; flags: of enum ks_notation_flag. Returns the length. */
KS_API size_t ks_write_uci(const ks_position *position, ks_move move, unsigned flags, char text[KS_UCI_SIZE]);

/* Writes a legal move (precondition) in SAN, with + or #. Returns the length. */
KS_API size_t ks_write_san(const ks_position *position, ks_move move, char text[KS_SAN_SIZE]);

/* Reads a move that somebody typed or sent, in UCI or SAN (O-O or 0-0; check marks and "!?" are not looked
 * at; x may be left out), and finds it among the legal ones. text: length bytes.
 * Returns KS_OK and the move in *move; or a code of KS_ERROR_MOVE_TEXT to KS_ERROR_AMBIGUOUS, which says what
 * is wrong with the move: first by the piece's own rule, then by the board's. error->message is a sentence
 * about it; for text that is no move, error->offset is the place. "Is it legal?" is answered by this one
 * function for persons and programs. */
KS_API int ks_explain_move(const ks_position *position, const char *text, size_t length, ks_move *move,
                           ks_error *error);

#ifdef __cplusplus
}
#endif
#endif
