/* Differential testing: every kernel is asked the same question as the reference, and the answers are
 * compared. When they differ, the board is shrunk to the few pieces that matter. */
#ifndef KS_DIFFERENTIAL_H
#define KS_DIFFERENTIAL_H

#include "cli/commands/fuzz/batches.h"
#include "cli/commands/fuzz/plugin/child.h"

/* A kernel's answer: a king scan fills in all values, the other functions one. */
enum { LINES_VALUES = sizeof(ks_king_lines) / sizeof(uint64_t) };

union answer {
    uint64_t values[LINES_VALUES];
    ks_king_lines lines;
};

/* A function of ks_kernel that is compared, and its twin with a set. */
struct compared_function {
    const char *names[2]; /* [asked with a set] */
    unsigned values;      /* how many its answer has: 1 or LINES_VALUES */
    bool squares;   /* the values are sets of squares, as the first of the reference's king scan; else the one
                       value is whether there are checkers */
    unsigned every; /* the function is asked about one board in so many */
    bool (*offered)(const ks_kernel *kernel, bool with_set);
    void (*ask)(const ks_kernel *kernel, const struct question *question, union answer *answer);
};

struct compared_kernel {
    const ks_kernel *kernel;
    struct plugin *plugin; /* that answers for the kernel, in a separate process; NULL: there is none */
    bool codes_only;
    unsigned offered[2]; /* [with a set]: bit n is set when the kernel has function n */
};

enum { COMPARED_MAX = 16 };

/* The origin of a question. */
struct origin {
    uint64_t seed, number; /* of its round or game, and which of all questions it is */
};

/* Questions that are kept until they are handed over to a plugin. */
struct kept_questions {
    unsigned count;
    struct question questions[PLUGIN_BOARDS];
    uint8_t expected[PLUGIN_BOARDS];
    struct origin origins[PLUGIN_BOARDS];
};

struct differential {
    struct compared_kernel kernels[COMPARED_MAX];
    unsigned count;
    struct batches batches;
    struct origin origin; /* of the next question: to be set before */
    struct kept_questions kept;
};

/* The place of a wrong answer in a batch, where only the batch is answered wrongly; else all zeros. */
struct batch_place {
    unsigned boards, stride, bit;
};

struct difference {
    const ks_kernel *kernel;
    const struct compared_function *function;
    struct question question;
    unsigned value; /* which value of the answer differs */
    uint64_t expected, found;
    bool lasting;   /* the kernel gave this answer again when asked again */
    bool cut_short; /* a plugin was asked again, but the run was to stop before it answered */
    struct batch_place batch;
    struct origin origin;  /* of the question as it was asked first */
    struct plugin *plugin; /* whose answer it is, or NULL */
    struct plugin_end end; /* how the plugin ended, if it did, instead of answering */
};

/* Adds a kernel to be compared, with those of its functions that aren't NULL. Start with all zeros; there is
 * room for COMPARED_MAX kernels. codes_only: without a set, the kernel is asked about boards of the codes 0,
 * 1-6 and 9-14 alone, since other routines may not take other bytes. */
void differential_add(struct differential *differential, const ks_kernel *kernel, bool codes_only);

/* Adds the kernel of a plugin that has been started. Its name is used, and that it has in_check. */
void differential_add_plugin(struct differential *differential, const ks_kernel *kernel,
                             struct plugin *plugin);

/* Asks all kernels that have been added; a plugin is asked later, about many boards at once. Returns true
 * when one differs; *difference is then the first difference. */
bool differential_ask(struct differential *differential, const struct question *question,
                      struct difference *difference);

/* Asks the plugin, if there is one, about the boards that are kept for it. Returns as differential_ask does.
 * *unasked: how many were not answered, since the run is to stop. */
bool differential_flush(struct differential *differential, struct difference *difference, unsigned *unasked);

/* Returns whether the kernel answers this question wrongly too; then *difference is about this question. */
bool difference_adopt(struct difference *difference, const struct question *question);

/* Removes pieces while the difference stays, then puts simpler ones in their place. */
void difference_shrink(struct difference *difference);

#endif
