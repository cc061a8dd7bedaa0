/* Computes probabilities from scores without the mathematics of C, which is a library of its own on some
 * systems. */
#ifndef KS_FEATURES_CHOICE_H
#define KS_FEATURES_CHOICE_H

/* Returns 1 / (1 + exp(-x)), within 1e-12 of its value. */
double ks_sigmoid(double x);

#endif
