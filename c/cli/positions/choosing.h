/* Chooses positions: the options for it, which several commands share, and the order of the tests. */
#ifndef KS_CHOOSING_H
#define KS_CHOOSING_H

#include "cli/args/options.h"
#include "cli/positions/position_set.h"
#include "cli/positions/select.h"
#include "core/board/hashes.h"
#include "game/common/any_position.h"
#include "game/entries/choice.h"

/* ---- Options ---- */

/* The values of the options. See CHOOSING_DEFAULTS. */
struct choosing {
    struct selection selection; /* games that do not meet it are passed over */
    struct choice choice;
    bool only[KS_VERDICTS];    /* positions with these verdicts are asked for */
    bool without[KS_VERDICTS]; /* positions with these are not */
    double sample;             /* the share of positions that are looked at */
    uint64_t seed;             /* of the generator that draws them */
    bool unique;               /* a position that was chosen before is not */
    uint64_t memory;           /* how many bytes `unique` may take */
    uint64_t first;            /* so many positions are chosen, and the rest is not read; 0: all */
    bool any;                  /* something is asked of positions; it follows from the other members */
};

#define CHOOSING_DEFAULTS                                                                                    \
    { .sample = 1, .memory = (uint64_t)1 << 30 }

/* Rows for a command's table of options. task is a struct with a member `choosing`, which takes their values.
 * A command that has --seed and --memory for something else too has these rows apart. */
#define CHOOSER(name, argument, ...)                                                                         \
    { name, 0, argument, __VA_ARGS__, .kind = CHOOSES }
#define CHOOSING_OPTIONS(task)                                                                               \
    CHOOSER("select", "CONDITION", READ_INTO(read_condition, task, choosing.selection)),                     \
        CHOOSER("only", "VERDICT[,...]", CHOICES_INTO(task, choosing.only, list_verdicts)),                  \
        CHOOSER("not", "VERDICT[,...]", CHOICES_INTO(task, choosing.without, list_verdicts)),                \
        CHOOSER("only-move", "KIND[,...]", CHOICES_INTO(task, choosing.choice.only_move, list_move_kinds)),  \
        CHOOSER("not-move", "KIND[,...]", CHOICES_INTO(task, choosing.choice.not_move, list_move_kinds)),    \
        CHOOSER("score", "A..B", READ_INTO(read_range, task, choosing.choice.score)),                        \
        CHOOSER("score-of", "mover|white", SECOND_INTO(task, choosing.choice.score_of_white)),               \
        CHOOSER("ply", "A..B", READ_INTO(read_range, task, choosing.choice.ply)),                            \
        CHOOSER("pieces", "A..B", READ_INTO(read_range, task, choosing.choice.pieces)),                      \
        CHOOSER("side", "white|black", CHOICES_INTO(task, choosing.choice.side, NULL)),                      \
        CHOOSER("result", "win|draw|loss", CHOICES_INTO(task, choosing.choice.result, NULL)),                \
        CHOOSER("contradicts", "N", NUMBER_INTO(task, choosing.choice.contradicts, 1, INT16_MAX)),           \
        CHOOSER("not-contradicts", "N", NUMBER_INTO(task, choosing.choice.not_contradicts, 1, INT16_MAX)),   \
        CHOOSER("settled", "[=N]", READ_INTO(read_settled, task, choosing.choice.settled)),                  \
        CHOOSER("sample", "SHARE", READ_INTO(read_share, task, choosing.sample)),                            \
        CHOOSER("unique", NULL, FLAG_INTO(task, choosing.unique)),                                           \
        CHOOSER("first", "N", NUMBER_INTO(task, choosing.first, 1, INT64_MAX))
#define SEED_OPTION(task, member)                                                                            \
    { "seed", 0, "N", NUMBER_INTO(task, member, 0, UINT64_MAX) }

/* The names of these options, for the rules of a command: those by facts, and those by what came before. */
#define CHOOSING_BY_FACTS                                                                                    \
    "only-move not-move score score-of ply pieces side result contradicts not-contradicts settled"
#define CHOOSING "only not sample unique first " CHOOSING_BY_FACTS
#define CHOOSING_RULES                                                                                       \
    { "score-of", "score", NULL, NULL }

/* Readers and lists of the options. */
option_reader read_range;   /* struct number_range: A..B, A.., ..B or N */
option_reader read_settled; /* struct settling: what a capture must win, 0 when that is left out */
void list_verdicts(struct choices *choices, char *const *line);
void list_move_kinds(struct choices *choices, char *const *line);

/* Fills in what follows from the options. by_default: the verdicts when none is asked for. */
void complete_choosing(struct choosing *choosing, unsigned by_default);

enum { ALL_VERDICTS = (1 << KS_VERDICTS) - 1 };

/* Whether positions have to be asked one after the other, in the order of the input. */
static inline bool chooses_in_order(const struct choosing *choosing) {
    return choosing->unique || choosing->sample < 1 || choosing->first > 0;
}

/* ---- The order ---- */

/* A position that can be read is asked in this order: whether it is in the sample; for its facts, by
 * struct choice; whether it was chosen before; for its verdict; and whether enough are chosen. */

/* The state of a run, for the thread that has the turn. */
struct chooser {
    const struct choosing *choosing;
    struct position_set seen;
    uint64_t random; /* the state of the generator that draws the sample */
    uint64_t chosen;
    enum position_seen full; /* why further positions count as new; POSITION_NEW: they do not */
};

/* Whether `memory` was too little. */
static inline bool is_overfull(const struct chooser *chooser) {
    return chooser->full != POSITION_NEW;
}

void start_choosing(struct chooser *chooser, const struct choosing *choosing);

/* Whether the next position is not in the sample: it is left as if it were not there. The same seed takes the
 * same positions, whatever else is asked of them. */
static inline bool is_left_out(struct chooser *chooser) {
    const double share = chooser->choosing->sample;
    return share < 1 && (double)(splitmix64(&chooser->random) >> 11) * 0x1p-53 >= share;
}

/* Whether a position was chosen before; --unique is given. *filled: whether the memory is full from this
 * position on, which is to be said. */
bool is_repeated_key(struct chooser *chooser, struct position_key key, bool *filled);
void complain_of_full_set(const struct chooser *chooser, const char *things, const char *place);

/* Whether a verdict is asked for. Counts the position when it is. */
static inline bool choose_verdict(struct chooser *chooser, enum ks_verdict verdict) {
    const bool chosen = chooser->choosing->only[verdict];
    if (chooser->choosing->first > 0) /* else threads may ask at the same time */
        chooser->chosen += chosen;
    return chosen;
}

/* Whether as many are chosen as are asked for. */
static inline bool has_enough(const struct chooser *chooser) {
    return chooser->choosing->first > 0 && chooser->chosen >= chooser->choosing->first;
}

/* ---- Messages ---- */

/* Says how many entries are not chosen since they lack a fact. */
void report_lacking(const struct choice_counts *counts);

/* Warns of filters that need a fact which none of the entries has, such as a score. */
void warn_of_missing_facts(const struct choice_counts *counts);

/* ---- Facts of positions ---- */

/* Fills in the side to move, and the pieces and the settled exchanges when they are asked for: for
 * entry_facts::find. */
void find_facts_of_position(struct entry_facts *facts, const struct any_position *position, unsigned asked);

/* Returns the kinds of a legal move, or that of KS_NO_MOVE; bit n: enum move_kind. */
unsigned kinds_of_any_move(const struct any_position *position, any_move move);

#endif
