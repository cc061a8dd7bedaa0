/* A difference as text for people, and as JSON for programs. */
#ifndef KS_DIFFERENCE_REPORT_H
#define KS_DIFFERENCE_REPORT_H

#include "cli/base/json.h"
#include "cli/commands/fuzz/differential.h"
#include "cli/reports/reports.h"

/* Fills in which kernel differs on what, and the board, drawn and as FEN where it is one. The finding is all
 * zeros before. */
void finding_from_difference(const struct difference *difference, struct finding *finding);

/* Prints that on standard output. */
void print_difference(const struct difference *difference);

/* Writes it as members of a JSON object that is open. */
void put_difference(struct json *json, const struct difference *difference);

#endif
