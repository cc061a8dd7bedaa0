/* A mismatch told to people, and to programs. */
#ifndef KS_MISMATCH_REPORT_H
#define KS_MISMATCH_REPORT_H

#include "cli/diff/mismatch.h"
#include "cli/shared/output.h"

/* On standard output; place: where the position came from. */
void print_mismatch(const struct mismatch *mismatch, const struct engine_settings *engine, const char *place);

/* The members of a JSON object, without its braces. */
void put_mismatch(struct output *out, const struct mismatch *mismatch, const struct engine_settings *engine,
                  const char *place);

#endif
