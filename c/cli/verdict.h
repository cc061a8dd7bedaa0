/* What is said of a position: one row a verdict. */
#ifndef KS_VERDICT_H
#define KS_VERDICT_H

#include "kingscan.h"
#include "output.h"

enum verdict { SAFE, CHECK, DOUBLE_CHECK, VERDICTS, NO_VERDICT = VERDICTS };

extern const char *const verdict_names[VERDICTS];

/* The verdict of this name, or NO_VERDICT. */
enum verdict find_verdict(const char *name);

/* The verdict on the side to move, and the squares of the pieces that give check. */
enum verdict judge(const ks_position *position, uint64_t *checkers);

/* The squares as a,b,c in the order of their numbers; "-" when there is none. */
void put_squares(struct output *out, uint64_t squares);
/* The same as a JSON array of strings. */
void put_squares_json(struct output *out, uint64_t squares);

#endif
