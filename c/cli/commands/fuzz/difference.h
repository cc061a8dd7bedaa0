/* A difference between kernels: the board that shows it, made smaller, and reported. */
#ifndef KS_FUZZ_DIFFERENCE_H
#define KS_FUZZ_DIFFERENCE_H

#include "cli/base/json.h"
#include "cli/commands/fuzz/differential.h"
#include "cli/reports/reports.h"

/* ---- The board of a question ---- */

/* The board of a question in our own codes and in our order, as a position of chess where it is one. */

/* Returns the name of a square as we number it; the question's board may begin with a1. */
const char *name_of(const struct question *question, unsigned square);

/* Writes the first field of a position's FEN. */
void write_placement(const ks_position *position, char text[KS_FEN_SIZE]);

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
