/* Computes the logistic function, which makes probabilities of scores, without the library of mathematics,
 * which is apart from that of C on some systems. */
#ifndef KS_FEATURES_SIGMOID_H
#define KS_FEATURES_SIGMOID_H

/* Returns 1 / (1 + exp(-x)), within 1e-12 of its value. */
double ks_sigmoid(double x);

#endif
