/* Everything that the rules of chess promise about one position, checked: the moves of the fast generator
 * against the reference's, each of them made and taken back, the replies counted, the key, and the way
 * through FEN. */
#ifndef KS_CHESS_CHECK_H
#define KS_CHESS_CHECK_H

#include "cli/commands/fuzz/position_check.h"
#include "rules/perft/perft.h"

/* The functions that are checked: the library's, or in a test one that is wrong. */
struct chess_rules {
    size_t (*legal_moves)(const ks_position *position, ks_move_list *list);
    int (*has_legal_move)(const ks_position *position);
    void (*make_move)(ks_position *position, ks_move move, ks_undo *undo);
    void (*unmake_move)(ks_position *position, const ks_undo *undo);
    size_t (*write_fen)(const ks_position *position, char *text);
    size_t (*count_legal_moves)(const ks_position *position);
    uint64_t (*perft_by)(const struct counter *counter, const ks_position *position, unsigned depth);
};

extern const struct chess_rules chess_library_rules;

/* Checks a position of chess. Returns true when all is right; then the legal moves are in *moves. fen_flags:
 * with which ks_read_fen takes the position. */
bool check_chess_position(const struct chess_rules *rules, const struct any_position *position,
                          unsigned fen_flags, struct move_list *moves, struct mistake *mistake);

#endif
