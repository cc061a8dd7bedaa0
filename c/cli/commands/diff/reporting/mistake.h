/* The usual mistakes of move generators: the sentence that helps the author of one. */
#ifndef KS_MISTAKE_H
#define KS_MISTAKE_H

#include "cli/positions/replay.h"
#include "cli/reports/reports.h"

enum mistake {
#define MISTAKE(identifier, rule, sign, sentence) MISTAKE_##identifier,
#include "cli/commands/diff/reporting/mistakes.def"
#undef MISTAKE
    MISTAKES /* there is no usual mistake behind it */
};

/* Returns the usual mistake behind the first claim of a finding that has its position and its claims. replay:
 * leads to the position. Mistakes are known in chess alone. */
enum mistake mistake_find(const struct replay *replay, const struct finding *finding);

/* A sentence without a full stop; NULL for MISTAKES. */
const char *mistake_sentence(enum mistake mistake);

#endif
