/* kingscan/moves.h: legal moves, made and taken back, counted, and written as UCI and SAN; and why a move is
 * not legal.
 *
 * The functions take any position that ks_read_fen returns, also with KS_FEN_LENIENT: the side to move has
 * one king. A pawn on its last rank has no moves, and a pawn on its first rank has only a single push. The
 * enemy king is never captured. */
#ifndef KINGSCAN_MOVES_H
#define KINGSCAN_MOVES_H

#include "kernels.h"
#include "position.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A move: the squares from and to, and the kind. Castling goes from the king's square to the rook's. */
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

#define KS_MOVE(from, to, kind)                                                                              \
    KS_CAST(ks_move, KS_UNSIGNED(from) | KS_UNSIGNED(to) << 6 | KS_UNSIGNED(kind) << 12)
#define KS_MOVE_FROM(move) (KS_UNSIGNED(move) & 63u)
#define KS_MOVE_TO(move) (KS_UNSIGNED(move) >> 6 & 63u)
#define KS_MOVE_KIND(move) (KS_UNSIGNED(move) >> 12 & 7u)

enum {
    KS_NO_MOVE = 0,
    /* The size of a list. No board has more than 546 legal moves: a square that holds no piece of the mover
     * is reached by at most eight sliders; a knight, king or pawn has at most eight moves, but each of eight
     * pawns that promote has twelve, and castling adds two; so there are at most 8 * 64 + 8 * 4 + 2. Moves
     * are stored in groups, which takes up to 32 elements more. */
    KS_MOVES_MAX = 578
};

/* Moves of a position. The elements after the first `count` mean nothing. (Perft by lists takes 1 to 3 %
 * longer when the count comes first, or the moves do not begin a line of the cache; AMD Zen 4.) */
typedef struct ks_move_list {
    KS_ALIGNED_64 ks_move moves[KS_MOVES_MAX];
    uint32_t count;
} ks_move_list;

/* ---- Legal moves ----------------------------------------------------------------------------- */

/* Lists all legal moves of the side to move, and returns their number, as list->count has it. The order is
 * the same on every processor; a later version may change it. Method: c/rules/generator/list_tmpl.h explains
 * it. */
KS_API size_t ks_legal_moves(const ks_position *position, ks_move_list *list);

/* Lists the legal moves that capture, those en passant included, as ks_legal_moves does. */
KS_API size_t ks_legal_captures(const ks_position *position, ks_move_list *list);

/* Lists the legal moves that do not capture. */
KS_API size_t ks_legal_quiet_moves(const ks_position *position, ks_move_list *list);

/* Lists the legal moves for which ks_gives_check returns 1, as ks_legal_moves does; faster than asking about
 * each. Lists none when the other side has not exactly one king. That side is not in check already, as is
 * possible with KS_FEN_LENIENT alone (precondition). */
KS_API size_t ks_legal_checks(const ks_position *position, ks_move_list *list);

/* Lists the legal moves from one of these squares to one of those. Castling goes to the rook's square. */
KS_API size_t ks_legal_moves_between(const ks_position *position, uint64_t from, uint64_t to,
                                     ks_move_list *list);

/* Returns 1 when the side to move has a legal move, else 0; faster than listing them. */
KS_API int ks_has_legal_move(const ks_position *position);

/* Returns 1 when the move is a legal one, else 0.
 * move may be any value, such as a move found in another position. */
KS_API int ks_is_legal(const ks_position *position, ks_move move);

/* Returns 1 when a legal move (precondition) gives check, else 0; 0 when the other side has not exactly one
 * king. That side is not in check already, as is possible with KS_FEN_LENIENT alone (precondition). */
KS_API int ks_gives_check(const ks_position *position, ks_move move);

/* Returns the code of the piece that a legal move (precondition) captures, or KS_EMPTY. */
KS_INLINE unsigned ks_captured_code(const ks_position *position, ks_move move) {
    if (KS_MOVE_KIND(move) == KS_MOVE_EN_PASSANT)
        return position->side_to_move == KS_WHITE ? KS_BLACK_PAWN : KS_WHITE_PAWN;
    return KS_MOVE_KIND(move) == KS_MOVE_CASTLING ? KS_CAST(unsigned, KS_EMPTY)
                                                  : position->board[KS_MOVE_TO(move)];
}

/* Returns 1 when a legal move (precondition) captures, else 0. */
KS_INLINE int ks_is_capture(const ks_position *position, ks_move move) {
    return ks_captured_code(position, move) != KS_EMPTY;
}

/* ---- Exchanges ------------------------------------------------------------------------------- */

/* Static exchange evaluation, SEE: a move is made, and both sides take on its target in turn, each with its
 * least valuable piece, or stop. The functions tell what the move wins by that.
 *
 * - The one on the first square takes among several pieces of a kind, from a1, b1 ... to h8. Kinds of equal
 *   values take in the order pawn, knight, bishop, rook, queen.
 * - A king takes last, whatever its value, and only if nothing attacks the target then. The exchange ends
 *   with it.
 * - Sliders attack through all pieces that have left their squares, kings too.
 * - En passant wins a pawn, and empties its square. A promotion wins the value of the new piece less a
 *   pawn's, and the new piece may be taken. Pawns that take later do not promote.
 * - Castling and illegal moves win 0. */
typedef enum ks_see_flags {
    KS_SEE_DEFAULT = 0,
    /* Pins count, by Stockfish's rule: the only piece between its king and an enemy slider does not take
     * while any slider that pins a piece to that king stands where it stood before the move. Such sliders see
     * through each other. A pinned piece still keeps the enemy king from taking. */
    KS_SEE_PINS = 1 << 26,
    KS_SEE_LEGAL = 1 << 27 /* the move is legal (precondition), which is not asked again */
} ks_see_flags;
KS_FLAGS(ks_see_flags)

/* Returns what a move wins, which fits into 18 bits.
 * move may be any value without KS_SEE_LEGAL.
 * values has eight elements. The value of each kind is at its white code, from KS_WHITE_PAWN to
 * KS_WHITE_QUEEN, and may be any number, even a negative one; the other elements do not matter. NULL stands
 * for 100, 300, 300, 500 and 900. */
KS_API int ks_see(const ks_position *position, ks_move move, const int16_t *values, ks_see_flags flags);

/* Returns 1 when ks_see returns at least the threshold, else 0; faster than that. */
KS_API int ks_see_at_least(const ks_position *position, ks_move move, const int16_t *values, int threshold,
                           ks_see_flags flags);

/* ---- Moves made ------------------------------------------------------------------------------ */

/* Sets *after to the position after a pseudo-legal move (precondition). A double push sets the en-passant
 * square only when an enemy pawn attacks it. Clocks stop at KS_CLOCK_MAX.
 * after is not position itself. */
KS_API void ks_after_move(const ks_position *position, ks_move move, ks_position *after);

/* Sets *after to the position in which the side to move passes, which is no move of chess. The side to move
 * is not in check (precondition). */
KS_API void ks_after_null_move(const ks_position *position, ks_position *after);

/* The position before a move, for ks_unmake_move. */
typedef struct ks_undo {
    ks_position private_before;
} ks_undo;

/* Makes a move as ks_after_move does, in place, and fills in *undo for ks_unmake_move. */
KS_API void ks_make_move(ks_position *position, ks_move move, ks_undo *undo);

/* Passes as ks_after_null_move does, in place. ks_unmake_move takes it back. */
KS_API void ks_make_null_move(ks_position *position, ks_undo *undo);

/* Takes back the move made last (precondition) and restores every byte of the position.
 * undo is as ks_make_move filled it in. */
KS_API void ks_unmake_move(ks_position *position, const ks_undo *undo);

/* ---- Counting -------------------------------------------------------------------------------- */

/* Returns the number of legal moves; faster than listing them. */
KS_API size_t ks_count_legal_moves(const ks_position *position);

/* Returns the number of sequences of depth legal moves, modulo 2^64; 1 for depth 0. The moves of the last ply
 * are counted, not made. */
KS_API uint64_t ks_perft(const ks_position *position, unsigned depth);

/* Counts of the moves of a perft's last ply: all moves (nodes), and the moves of each kind. A caller begins
 * with zeros: ks_perft_counts counts = {0}. */
typedef struct ks_perft_counts {
    uint64_t nodes, captures, en_passant, castles, promotions, checks, double_checks, checkmates;
    uint64_t reserved[4]; /* zeros */
} ks_perft_counts;

/* Adds the counts of all sequences of depth legal moves (at least 1: precondition) to *counts. Every move is
 * made. */
KS_API void ks_perft_stats(const ks_position *position, unsigned depth, ks_perft_counts *counts);

/* ---- Moves as text --------------------------------------------------------------------------- */

enum { KS_UCI_SIZE = 6, KS_SAN_SIZE = 12 };

typedef enum ks_uci_flags {
    KS_UCI_DEFAULT = 0,
    /* UCI: writes every castling as the king taking its rook. The default is e1g1 and the like where the king
     * stands on the e-file and the rook in its corner. */
    KS_UCI_CHESS960 = 1 << 8
} ks_uci_flags;
KS_FLAGS(ks_uci_flags)

/* Writes a legal move (precondition) in UCI;
 * flags are of enum ks_uci_flags.
 * Returns the length. */
KS_API size_t ks_write_uci(const ks_position *position, ks_move move, ks_uci_flags flags,
                           char text[KS_UCI_SIZE]);

/* Writes a legal move (precondition) in SAN, with + or #. Returns the length. */
KS_API size_t ks_write_san(const ks_position *position, ks_move move, char text[KS_SAN_SIZE]);

/* Reads a move in UCI or SAN, as a person or a program writes it, and finds it among the legal moves.
 * Castling is O-O or 0-0; check marks and "!?" are ignored; x is optional.
 * text has `length` bytes. Returns KS_OK and sets *move; or returns an error of a
 * move, which names the first rule that the move breaks: the piece's way of moving comes before
 * the pieces on the board. error->message is a sentence about that rule; for text that is no move,
 * error->offset is the place. */
KS_API KS_MUST_USE int ks_read_move(const ks_position *position, const char *text, size_t length,
                                    ks_move *move, ks_error *error);

#ifdef __cplusplus
}
#endif
#endif
