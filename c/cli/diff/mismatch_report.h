/* A mismatch told to people, and to programs. */
#ifndef KS_MISMATCH_REPORT_H
#define KS_MISMATCH_REPORT_H

#include "cli/diff/mismatch.h"
#include "cli/shared/json.h"

/* Prints it on standard output. place: where the position came from. */
void print_mismatch(const struct mismatch *mismatch, const struct engine_settings *engine, const char *place);

/* Writes it as members of a JSON object that is open. */
void put_mismatch(struct json *json, const struct mismatch *mismatch, const struct engine_settings *engine,
                  const char *place);

#endif
