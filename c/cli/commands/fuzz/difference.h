/* A difference between kernels: the board that shows it, made smaller, and reported. */
#ifndef KS_FUZZ_DIFFERENCE_H
#define KS_FUZZ_DIFFERENCE_H

#include "cli/base/json.h"
#include "cli/commands/fuzz/differential.h"
#include "cli/reports/reports.h"

/* ---- The board of a question ---- */

/* The board of a question in our own codes and in our order, as a position of chess where it is one. */

/* A square, a set of squares and the name of a square as we number them; the question's board may begin with
 * a1. */
unsigned our_square(const struct question *question, unsigned square);
uint64_t our_squares(const struct question *question, uint64_t squares);
const char *name_of(const struct question *question, unsigned square);

/* Fills in the board and the side to move. Returns false when something on the board is no piece of chess. */
bool our_position(const struct question *question, ks_position *position);

/* Writes the first field of a position's FEN. */
void write_placement(const ks_position *position, char text[KS_FEN_SIZE]);

/* Sets the kings that are missing, the questioned one on its square. Returns true when the position is legal
 * then and the kernel still differs. */
bool add_kings(const struct difference *difference, ks_position *position);

/* ---- Reports ---- */

/* A difference as text for people, and as JSON for programs. */

/* Fills in which kernel differs on what, and the board, drawn and as FEN where it is one. The finding is all
 * zeros before. */
void finding_from_difference(const struct difference *difference, struct finding *finding);

/* Prints that on standard output. */
void print_difference(const struct difference *difference);

/* Writes it as members of a JSON object that is open. */
void put_difference(struct json *json, const struct difference *difference);

#endif
