/* Chooses entries, which are positions with a move, a score and a result, by these facts. The filters are the
 * same for every kind of input. */
#ifndef KS_ENTRIES_CHOICE_H
#define KS_ENTRIES_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

#include "kingscan/check.h"
#include "kingscan/data.h"

/* ---- Facts ---- */

/* Facts of an entry beside enum ks_data_facts, which every entry of chess has. */
enum { DATA_HAS_PIECES = 1 << 16, DATA_HAS_SETTLED = 1 << 17 };

/* Kinds of moves. Several best moves have the kinds of all of them. */
enum move_kind {
    MOVE_CAPTURE, /* but not en passant */
    MOVE_PROMOTION,
    MOVE_EN_PASSANT,
    MOVE_CASTLING,
    MOVE_CHECK,
    MOVE_QUIET, /* neither a capture nor a promotion */
    MOVE_ILLEGAL,
    MOVE_NONE, /* there is no move, or a null move */
    MOVE_KINDS
};
extern const char *const ks_move_kind_names[MOVE_KINDS];

/* The facts of an entry that filters ask about. */
struct entry_facts {
    unsigned known; /* of enum ks_data_facts and the two above, or-ed: these members are filled in */
    unsigned side;  /* to move */
    unsigned pieces;
    unsigned moves; /* bit n: enum move_kind */
    int64_t ply;
    int score;  /* from the view of the side to move */
    int result; /* likewise: 1, 0, -1 */
    bool settled;
    int settled_below; /* what a capture must win so that a position is not settled; who asks sets it */
    /* Fills in facts that are asked for and not yet known, as far as the entry has them, and adds them to
     * `known`. Returns false when the entry says something that is no such fact: then it is not chosen, and
     * its reader has the error. facts is the first member of what the reader of the entry has. */
    bool (*find)(struct entry_facts *facts, unsigned asked);
};

/* Returns the kinds of a move. kinds: of enum ks_data_kinds, or-ed; a capture en passant may have its own bit
 * alone. */
static inline unsigned ks_kinds_of_move(unsigned kinds) {
    const bool passes = kinds & KS_DATA_EN_PASSANT, captures = !passes && kinds & KS_DATA_CAPTURE,
               promotes = kinds & KS_DATA_PROMOTION;
    if (kinds & KS_DATA_NO_MOVE)
        return 1u << MOVE_NONE;
    return (unsigned)captures << MOVE_CAPTURE | (unsigned)passes << MOVE_EN_PASSANT |
           (unsigned)promotes << MOVE_PROMOTION |
           (unsigned)((kinds & KS_DATA_CASTLING) != 0) << MOVE_CASTLING |
           (unsigned)(!captures && !passes && !promotes) << MOVE_QUIET;
}

/* Counts the pieces on a board. */
static inline unsigned count_pieces_on(const uint8_t board[64]) {
    unsigned count = 0;
    for (unsigned square = 0; square < 64; square++)
        count += board[square] != KS_EMPTY;
    return count;
}

/* ---- The choice ---- */

/* Numbers from least to most. */
struct number_range {
    int64_t least, most;
    bool given;
};

static inline bool is_in(const struct number_range *range, int64_t number) {
    return range->least <= number && number <= range->most;
}

enum choice_filter {
#define FILTER(name, needs, test, member) FILTER_##member,
#include "game/entries/filters.def"
#undef FILTER
    FILTERS
};

/* The entries that are asked for; all zeros: all of them. */
struct choice {
    bool only_move[MOVE_KINDS], not_move[MOVE_KINDS];
    struct number_range score, ply, pieces;
    bool score_of_white; /* `score` is as white sees it */
    bool side[2];
    bool result[3];           /* [0]: the side to move wins; draw; it loses */
    uint64_t contradicts;     /* the side that is ahead by so much has lost; 0: not asked */
    uint64_t not_contradicts; /* it has not */
    struct settling {
        int below;
        bool given;
    } settled;

    /* Members that follow from these: */
    unsigned only_moves, not_moves; /* bit n: enum move_kind */
    unsigned filters;               /* bit n: the filter in row n is given */
    unsigned needs;                 /* the facts that they need */
};

/* Fills in the members that follow from the others. */
void ks_complete_choice(struct choice *choice);

/* Returns the name of a filter, which is the name of its option. */
const char *ks_filter_name(unsigned filter);

/* Returns the first filter that needs a fact beside these, and what the fact is called, such as "score"; NULL
 * when there is none. facts: of enum ks_data_facts, or-ed. */
const char *ks_find_lacking_filter(const struct choice *choice, unsigned facts, const char **fact);

/* Returns what the facts that a filter needs are called. */
const struct named_fact {
    unsigned facts;
    const char *name, *hint; /* the hint says where text of each kind has them, to end a message */
} * ks_fact_of_filter(unsigned filter);

/* ---- Answers ---- */

/* The entries that came to filters: uint64_t each. */
struct choice_counts {
    uint64_t all;
    uint64_t fell[FILTERS];   /* those that a filter does not choose */
    uint64_t lacked[FILTERS]; /* those without a fact that it needs */
};

/* Returns how many entries came to a filter with the facts that it needs. */
uint64_t ks_count_asked(const struct choice_counts *counts, unsigned filter);

enum entry_fit {
    ENTRY_FITS,
    ENTRY_FALLS, /* by a filter, or since it lacks a fact */
    ENTRY_WRONG  /* facts->find has failed */
};

/* Returns whether an entry is asked for, and counts it. */
enum entry_fit ks_fits(const struct choice *choice, struct entry_facts *facts, struct choice_counts *counts);

/* Returns whether entry i of the reader's last batch is. An entry whose position cannot be asked
 * gives no check. */
bool ks_fits_entry(const struct choice *choice, const ks_data *data, const ks_data_batch *batch, size_t i,
                   struct choice_counts *counts);

/* Does the same for all entries of the batch, which is quicker. */
void ks_fit_batch(const struct choice *choice, const ks_data *data, const ks_data_batch *batch,
                  bool fits[KS_DATA_BATCH_MAX], struct choice_counts *counts);

/* Returns the flags that a reader needs for the choice. */
unsigned ks_data_flags_of_choice(const struct choice *choice);

#endif
