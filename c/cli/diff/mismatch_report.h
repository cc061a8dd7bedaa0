/* A finding told to people, and to programs. */
#ifndef KS_FINDING_REPORT_H
#define KS_FINDING_REPORT_H

#include "cli/diff/mismatch.h"
#include "cli/shared/output.h"

/* On standard output; place: where the position came from. */
void print_finding(const struct finding *finding, const struct engine_settings *engine, const char *place);

/* The members of a JSON object, without its braces. */
void put_finding(struct output *out, const struct finding *finding, const struct engine_settings *engine,
                 const char *place);

#endif
