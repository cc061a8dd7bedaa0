/* Differential testing: every kernel is asked the same question and its answer held against the reference's.
 * When they differ, the board is shrunk to the few pieces that matter. */
#ifndef KS_DIFFERENTIAL_H
#define KS_DIFFERENTIAL_H

#include "boards.h"

/* A function of ks_kernel that is compared. Its answer fits in 64 bits; what returns more takes several rows.
 */
struct compared_function {
    const char *name;
    bool squares; /* the answer is a set of squares, else a truth value */
    bool with_set;
    bool (*offered)(const ks_kernel *kernel);
    uint64_t (*ask)(const ks_kernel *kernel, const struct question *question);
    /* The right answer, given the reference's attackers. */
    uint64_t (*expect)(const struct question *question, uint64_t attackers);
};

struct comparison {
    const ks_kernel *kernel;
    const struct compared_function *function;
    bool codes_only;
};

enum { COMPARISONS_MAX = 64 };

struct differential {
    struct comparison comparisons[2][COMPARISONS_MAX]; /* of functions without a set, with a set */
    unsigned counts[2];
};

struct difference {
    struct comparison comparison;
    struct question question;
    uint64_t expected, found;
    bool lasting; /* the kernel gave this answer again when asked again */
};

/* Compares those functions of the kernel that aren't NULL. Start with all zeros. codes_only: asks it without
 * a set about boards of the codes 0, 1-6 and 9-14 alone, since other bytes are no concern of everybody's. */
void differential_add(struct differential *differential, const ks_kernel *kernel, bool codes_only);

/* Asks all that has been added; true: they differ, and *difference tells the first that does. */
bool differential_ask(const struct differential *differential, const struct question *question,
                      struct difference *difference);

/* Whether the kernel answers this question wrongly too; then *difference is about this one from now on. */
bool difference_adopt(struct difference *difference, const struct question *question);

/* Removes pieces while the difference stays, then puts simpler ones in their place. */
void difference_shrink(struct difference *difference);

#endif
