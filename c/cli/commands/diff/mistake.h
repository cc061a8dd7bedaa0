/* The mistake behind a mismatch in words, and the report of a mismatch. */
#ifndef KS_DIFF_MISTAKE_H
#define KS_DIFF_MISTAKE_H

#include "cli/base/json.h"
#include "cli/base/waiting.h"
#include "cli/commands/diff/mismatch.h"
#include "cli/commands/diff/run.h"
#include "cli/reports/reports.h"
#include "game/common/replay.h"

/* ---- Mistakes ---- */

/* The usual mistakes of move generators: the sentence that helps the author of one. */

enum mistake {
#define MISTAKE(identifier, rule, sign, sentence) MISTAKE_##identifier,
#include "cli/commands/diff/mistakes.def"
#undef MISTAKE
    MISTAKES /* there is no usual mistake behind it */
};

/* Returns the usual mistake behind the first claim of a finding that has its position and its claims. replay:
 * leads to the position. Mistakes are known in chess alone. */
enum mistake mistake_find(const struct replay *replay, const struct finding *finding);

/* A sentence without a full stop; NULL for MISTAKES. */
const char *mistake_sentence(enum mistake mistake);

/* ---- A mismatch ---- */

/* A mismatch as text for people, and as JSON for programs. */

/* The place of a mismatch, and the origin of its position. */
struct mismatch_place {
    const struct replay *replay;
    unsigned depth;
    const char *place; /* where the position came from */
    const char *about; /* what that place says of its position; "" when nothing */
};

/* The notation of the moves of a replay in reports: of enum ks_uci_flags. */
unsigned replay_notation(const struct replay *replay);

/* Prints the options that ask the same engine in the same way, each after a blank. */
void print_engine_options(const struct engine_settings *engine, FILE *out);

/* Fills in a finding, which is all zeros before. */
void finding_from_mismatch(const struct mismatch *mismatch, const struct engine_settings *engine,
                           const struct mismatch_place *where, struct finding *finding);

/* The same in parts: the board at the end of the replay; each disagreement, in words; and the facts. kind: as
 * in put_mismatch's JSON. */
void finding_begin(const struct replay *replay, struct finding *finding);
void finding_disagreement(struct finding *finding, const char *kind, const char *rule, const char *move,
                          const char *text);
void finding_end(const struct mismatch_place *where, struct finding *finding);

/* Writes a finding as members of a JSON object that is open. */
void put_mismatch(struct json *json, const struct mismatch_place *where, const struct finding *finding);

#endif
