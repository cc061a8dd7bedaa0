/* The reports of a run of `kingscan fuzz`, to people and to programs. */
#ifndef KS_FUZZ_REPORT_H
#define KS_FUZZ_REPORT_H

#include <stdio.h>

#include "cli/base/json.h"
#include "cli/commands/fuzz/run.h"

/* The name of what the kernels are compared with; NULL when they don't know the variant. */
const char *name_reference(const struct fuzz *fuzz);

/* Prints the names of the kernels that are compared. */
void print_compared(const struct fuzz *fuzz, FILE *out);

/* Makes the files that are wanted. */
void start_files(struct fuzz *fuzz);

/* Prints the result on standard output, for people or as JSON, and writes it into the files that
 * are wanted. */
void report_result(struct fuzz *fuzz);

/* Writes a mistake as members of a JSON object that is open. */
void put_mistake(struct json *json, const struct mistake *mistake);

#endif
