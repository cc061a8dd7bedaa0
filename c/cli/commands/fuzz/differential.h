/* The comparison of all kernels, and of a plugin, with the reference on the same boards: one by one and in
 * batches. */
#ifndef KS_DIFFERENTIAL_H
#define KS_DIFFERENTIAL_H

#include "cli/platform/children.h"
#include "cli/random/boards.h"

/* ---- The process of a plugin ---- */

/* A plugin runs in a process of its own, so that it may crash, exit or hang. It is handed many boards at a
 * time, since a hand-over takes about 10 us: 200,000 boards take 1.15 s by twos, 0.13 s by 64, and 0.10 s by
 * 256, 1024 or 4096; inside this program 0.09 s. */

enum { PLUGIN_BOARDS = 1024 /* of a hand-over */ };

/* How a plugin has ended instead of answering. */
enum plugin_fate { PLUGIN_ANSWERS, PLUGIN_CRASHES, PLUGIN_EXITS, PLUGIN_HANGS };

struct plugin_end {
    enum plugin_fate fate;
    int number;     /* the signal of a crash, or the status of an exit */
    double seconds; /* that were waited for one that hangs */
};

struct exchange;

struct plugin {
    const char *file;
    double patience; /* the seconds that a board may take */
    bool running;
    struct guard guard;
    int socket; /* to the child: a byte goes there for each hand-over, and one comes back */
    struct exchange *exchange;
};

/* Starts a plugin. file: see plugin.h. Returns false, with *error filled in, when it can't be loaded. */
bool plugin_start(struct plugin *plugin, const char *file, double patience, ks_error *error);

/* Says in one line how a plugin has ended. */
void plugin_describe_end(const struct plugin_end *end, char *text, size_t size);

/* ---- Batches ---- */

/* Questions gathered into batches, with their answers: a kernel that answers each question rightly may still
 * be wrong about many at once. */

enum { BATCH_MAX = 140, BATCH_STRIDE_MAX = 130, BATCH_WORDS = (BATCH_MAX + 63) / 64 };

struct batch {
    const ks_pieceset *set;
    unsigned count, wanted; /* boards */
    unsigned stride;
    unsigned number; /* of the question that came last */
    bool any_bytes;  /* one of its questions has it */
    uint8_t boards[BATCH_MAX * BATCH_STRIDE_MAX];
    uint8_t squares[BATCH_MAX], sides[BATCH_MAX];
    uint64_t expected[BATCH_WORDS];
};

struct batches {
    struct batch batches[BOARD_SPELLINGS + 1]; /* one a set, and one for the boards without */
    struct batch *last;                        /* the batch that was added to last */
    bool round_over;
    uint64_t state; /* of sizes and strides, which a round of boards draws anew */
};

/* ---- Questions ---- */

/* Differential testing: every kernel is asked the same question as the reference, and the answers are
 * compared. When they differ, the board is shrunk to the few pieces that matter. */

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
    bool squares;   /* whether the values are sets of squares, as the first of the reference's king scan;
                       otherwise the one value is whether there are checkers */
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

/* The place of a wrong answer in a batch, where only the batch is answered wrongly; all zeros elsewhere. */
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
    struct plugin *plugin; /* the kernel that gave the answer, or NULL */
    struct plugin_end end; /* how the plugin ended, if it did, instead of answering */
};

/* Adds a kernel to be compared, with its functions that aren't NULL. Start with all zeros; there is room for
 * COMPARED_MAX kernels. codes_only: without a set, the kernel is asked about boards of the codes 0, 1-6 and
 * 9-14 alone, since other routines may not take other bytes. */
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
