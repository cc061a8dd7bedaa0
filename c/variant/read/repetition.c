/* Reads what repeated positions mean. Moves don't depend on it; a referee does. */
#include "variant/read/steps.h"

int ks_variant_step_repetition(const struct variant_text *t) {
    static const char *const values[] = {"loss", "draw", "win", NULL}, *const chases[] = {"none", "axf",
                                                                                          NULL};
    ks_variant *const v = t->variant;
    unsigned value = 1, chase = 0;
    int code;
    if ((code = ks_read_word(t, "nFoldValue", values, &value)) != KS_OK ||
        (code = ks_read_bool(t, "nFoldValueAbsolute", &v->repetition_of_white)) != KS_OK ||
        (code = ks_read_bool(t, "perpetualCheckIllegal", &v->perpetual_check_loses)) != KS_OK ||
        (code = ks_read_word(t, "chasingRule", chases, &chase)) != KS_OK ||
        (code = ks_read_bool(t, "moveRepetitionIllegal", &v->no_going_back)) != KS_OK)
        return code;
    v->repetition = (int)value - 1;
    v->perpetual_chase_loses = chase;
    return KS_OK;
}
