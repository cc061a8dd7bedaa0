/* The verdict on the side to move. */
#include <assert.h>

#include "rules/position.h"

enum ks_verdict ks_judge(const ks_position *position, uint64_t *checkers) {
    const uint64_t found = checkers_of(position);
    if (checkers)
        *checkers = found;
    return verdict_of(found, ks_has_legal_move(position));
}

const char *ks_verdict_name(enum ks_verdict verdict) {
    static const char *const names[KS_VERDICTS] = {[KS_SAFE] = "safe",
                                                   [KS_CHECK] = "check",
                                                   [KS_DOUBLE_CHECK] = "double-check",
                                                   [KS_CHECKMATE] = "checkmate",
                                                   [KS_STALEMATE] = "stalemate"};
    assert((unsigned)verdict < KS_VERDICTS);
    return names[verdict];
}
