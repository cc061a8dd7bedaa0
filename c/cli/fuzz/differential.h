/* Differential testing: every kernel is asked the same question as the reference, and their answers are
 * compared. When they differ, the board is shrunk to the few pieces that matter. */
#ifndef KS_DIFFERENTIAL_H
#define KS_DIFFERENTIAL_H

#include "cli/fuzz/batches.h"

/* What a kernel says: a king scan fills in all of it, the other functions have one value. */
enum { LINES_VALUES = sizeof(ks_king_lines) / sizeof(uint64_t) };

union answer {
    uint64_t values[LINES_VALUES];
    ks_king_lines lines;
};

/* A function of ks_kernel that is compared, and its twin with a set. */
struct compared_function {
    const char *names[2]; /* [asked with a set] */
    unsigned values;      /* that its answer has: 1 or LINES_VALUES */
    bool squares;   /* they are the first of those of the reference's king scan; else the one is whether it
                       has checkers */
    unsigned every; /* it is asked about one board in so many */
    bool (*offered)(const ks_kernel *kernel, bool with_set);
    void (*ask)(const ks_kernel *kernel, const struct question *question, union answer *answer);
};

struct compared_kernel {
    const ks_kernel *kernel;
    bool codes_only;
    unsigned offered[2]; /* [with a set]: bit n is set when the kernel has function n */
};

enum { COMPARED_MAX = 16 };

struct differential {
    struct compared_kernel kernels[COMPARED_MAX];
    unsigned count;
    struct batches batches;
};

/* Where an answer stood in those of a batch; when only a batch is answered wrongly, else all 0. */
struct batch_place {
    unsigned boards, stride, bit;
};

struct difference {
    const ks_kernel *kernel;
    const struct compared_function *function;
    struct question question;
    unsigned value; /* which one of the answer */
    uint64_t expected, found;
    bool lasting; /* the kernel gave this answer again when asked again */
    struct batch_place batch;
};

/* Compares those functions of the kernel that aren't NULL. Start with all zeros; there is room for
 * COMPARED_MAX kernels. codes_only: asks it without a set about boards of the codes 0, 1-6 and 9-14 alone,
 * since other bytes are no concern of everybody's. */
void differential_add(struct differential *differential, const ks_kernel *kernel, bool codes_only);

/* Asks all that have been added; true: they differ, and *difference tells the first that does. */
bool differential_ask(struct differential *differential, const struct question *question,
                      struct difference *difference);

/* Whether the kernel answers this question wrongly too; then *difference is about this one from now on. */
bool difference_adopt(struct difference *difference, const struct question *question);

/* Removes pieces while the difference stays, then puts simpler ones in their place. */
void difference_shrink(struct difference *difference);

#endif
