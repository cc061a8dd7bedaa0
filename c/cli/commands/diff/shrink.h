/* Mismatches made smaller, as long as the engine still differs. */
#ifndef KS_DIFF_SHRINK_H
#define KS_DIFF_SHRINK_H

#include "cli/commands/diff/mismatch.h"

/* ---- Trying ---- */

/* The step that all ways to make a mismatch smaller share. */

struct shrink {
    struct engine *engine;
    struct mismatch *mismatch; /* the smallest one so far */
    unsigned failures;         /* of the engine */
};

#endif
