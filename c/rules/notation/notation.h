/* Quick readers of moves in UCI and SAN, which need no list of legal moves, and the writer of SAN for a
 * known verdict. */
#ifndef KS_RULES_NOTATION_H
#define KS_RULES_NOTATION_H

#include <stdbool.h>

#include "kingscan.h"

/* Reads a legal move in SAN and sets *move. Returns false when the text is anything else, or is written in
 * another way. text: length bytes. */
bool ks_read_usual_san(const ks_position *position, const char *text, size_t length, ks_move *move);

/* Reads a legal move in UCI as ks_write_uci writes it, with or without KS_UCI_CHESS960, and sets *move.
 * Returns false for any other text. text: length bytes. */
bool ks_read_uci(const ks_position *position, const char *text, size_t length, ks_move *move);

/* Does what ks_write_san does. verdict: on the position after the move. The tables of the generator are
 * filled (precondition): see ks_generator_in_use. */
size_t ks_write_marked_san(const ks_position *position, ks_move move, enum ks_verdict verdict,
                           char text[KS_SAN_SIZE]);

/* Does both readings. Most moves in SAN need no call of the other reader. */
static inline bool ks_read_usual_move(const ks_position *position, const char *text, size_t length,
                                      ks_move *move) {
    return (length > 3 && text[0] >= 'a' && text[1] <= '8' && ks_read_uci(position, text, length, move)) ||
           ks_read_usual_san(position, text, length, move);
}

#endif
