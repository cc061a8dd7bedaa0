/* The logistic function of a number. */
#include "game/features/sigmoid.h"

#define NUMBERS 2 /* the least that is a vector */
#include "game/features/exponential_tmpl.h"

double ks_sigmoid(double x) {
    return 1 / (1 + exponential(all_numbers(-x))[0]);
}
