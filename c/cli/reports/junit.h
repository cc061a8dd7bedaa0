/* A run as JUnit's XML: each finding is a test case that failed, and all that is in order is one that passed.
 */
#ifndef KS_JUNIT_H
#define KS_JUNIT_H

#include "cli/reports/run.h"

/* Return a report that is being written; there is one at a time. */
struct junit *junit_start(const char *file, const struct run_title *title);
void junit_add(struct junit *junit, const struct finding *finding);
void junit_end(struct junit *junit, const struct run_end *end);

#endif
