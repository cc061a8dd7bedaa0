/* Filters of entries, a row each. Those that are given are asked in the order of the rows, from the quickest
 * to the slowest; facts that take long to find are found when a filter needs them. */
#include "game/entries/choice.h"

#include <stddef.h>

#include "core/processor/processor.h"
#include "game/data/reader.h"
#include "kingscan/moves.h"
#include "rules/generator/settled.h"

/* ---- Moves ---- */

const char *const ks_move_kind_names[MOVE_KINDS] = {"capture", "promotion", "en-passant", "castling",
                                                    "check",   "quiet",     "illegal",    "none"};

/* ---- Tests ---- */

static inline bool has_score(const struct choice *choice, const struct entry_facts *facts) {
    const bool turned = choice->score_of_white && facts->side == KS_BLACK;
    return is_in(&choice->score, turned ? -facts->score : facts->score);
}

/* Returns whether the side that is ahead by so much has lost. A score that marks an entry to be skipped
 * contradicts nothing. */
static inline bool is_contradicted(const struct entry_facts *facts, uint64_t by) {
    const int64_t ahead = (int64_t)by;
    return facts->score != KS_DATA_SKIPPED &&
           ((facts->score >= ahead && facts->result < 0) || (facts->score <= -ahead && facts->result > 0));
}

/* ---- Filters ---- */

/* A filter is given when its member of the choice is not all zeros. */
static const struct filter {
    const char *name; /* of its option */
    unsigned needs;   /* facts */
    size_t member, size;
} filters[FILTERS] = {
#define FILTER(name, needs, test, member)                                                                    \
    {name, needs, offsetof(struct choice, member), sizeof((struct choice *)NULL)->member},
#include "game/entries/filters.def"
#undef FILTER
};

/* Facts that an input may lack. */
static const struct named_fact names[] = {
    {KS_DATA_HAS_SIDE, "side to move", ""},
    {KS_DATA_HAS_MOVE, "move", ""},
    {KS_DATA_HAS_PLY, "ply", "FEN has the number of the move"},
    {KS_DATA_HAS_SCORE | KS_DATA_HAS_RESULT, "score and a result",
     "EPD has ce 25 and c9 \"1-0\", and games have [%eval 0.25] or +0.31/12 1.2s, and a tag Result"},
    {KS_DATA_HAS_SCORE, "score", "EPD has ce 25, and games have [%eval 0.25] or +0.31/12 1.2s"},
    {DATA_HAS_SETTLED, "known exchange", "exchanges are known in chess, and not in variants"},
    {KS_DATA_HAS_RESULT, "result", "EPD has c9 \"1-0\", and games have a tag Result"},
};

/* Several facts have a name together. */
static const struct named_fact *name_facts(unsigned facts) {
    const struct named_fact *named = names;
    while ((facts & named->facts) != named->facts)
        named++;
    return named;
}

static bool is_given(const struct choice *choice, const struct filter *filter) {
    const uint8_t *const bytes = (const uint8_t *)choice + filter->member;
    for (size_t i = 0; i < filter->size; i++)
        if (bytes[i])
            return true;
    return false;
}

/* Returns the flags as a set; bit n: the one with the index n. */
static unsigned bits_of(const bool *flags, unsigned count) {
    unsigned bits = 0;
    for (unsigned i = 0; i < count; i++)
        bits |= (unsigned)flags[i] << i;
    return bits;
}

void ks_complete_choice(struct choice *choice) {
    choice->only_moves = bits_of(choice->only_move, MOVE_KINDS);
    choice->not_moves = bits_of(choice->not_move, MOVE_KINDS);
    choice->filters = choice->needs = 0;
    for (unsigned i = 0; i < FILTERS; i++)
        if (is_given(choice, &filters[i])) {
            choice->filters |= 1u << i;
            choice->needs |= filters[i].needs;
        }
}

const char *ks_filter_name(unsigned filter) {
    return filters[filter].name;
}

const struct named_fact *ks_fact_of_filter(unsigned filter) {
    return name_facts(filters[filter].needs);
}

const char *ks_find_lacking_filter(const struct choice *choice, unsigned facts, const char **fact) {
    facts |= DATA_HAS_PIECES | DATA_HAS_SETTLED;
    for (unsigned i = 0; i < FILTERS; i++) {
        const unsigned lacking = choice->filters >> i & 1 ? filters[i].needs & ~facts : 0;
        if (lacking) {
            *fact = name_facts(lacking & (~lacking + 1))->name;
            return filters[i].name;
        }
    }
    return NULL;
}

/* ---- Answers ---- */

uint64_t ks_count_asked(const struct choice_counts *counts, unsigned filter) {
    uint64_t asked = counts->all - counts->lacked[filter];
    for (unsigned i = 0; i < filter; i++)
        asked -= counts->fell[i] + counts->lacked[i];
    return asked;
}

/* Finds what a filter needs. Returns ENTRY_FITS when it is there. */
static enum entry_fit find_facts(struct entry_facts *facts, unsigned needs, uint64_t *lacked) {
    if (needs & ~facts->known && !facts->find(facts, needs & ~facts->known))
        return ENTRY_WRONG;
    if (!(needs & ~facts->known))
        return ENTRY_FITS;
    ++*lacked;
    return ENTRY_FALLS;
}

/* Asks one filter after the other. Tests that are called by a table cannot be predicted as well. */
ALWAYS_INLINE enum entry_fit find_fit(const struct choice *choice, struct entry_facts *facts,
                                      struct choice_counts *counts, bool complete) {
    const unsigned given = choice->filters;
    enum entry_fit fit;
#define FILTER(name, needs, test, member)                                                                    \
    if (given >> FILTER_##member & 1) {                                                                      \
        if (!complete && (needs) & ~facts->known &&                                                          \
            (fit = find_facts(facts, needs, &counts->lacked[FILTER_##member])) != ENTRY_FITS)                \
            return fit;                                                                                      \
        if (!(test)) {                                                                                       \
            counts->fell[FILTER_##member]++;                                                                 \
            return ENTRY_FALLS;                                                                              \
        }                                                                                                    \
    }
#include "game/entries/filters.def"
#undef FILTER
    return ENTRY_FITS;
}

enum entry_fit ks_fits(const struct choice *choice, struct entry_facts *facts, struct choice_counts *counts) {
    counts->all++;
    facts->settled_below = choice->settled.below;
    return find_fit(choice, facts, counts, false);
}

/* ---- Entries of training data ---- */

struct data_entry {
    struct entry_facts facts;
    const struct choice *choice;
    const ks_data *data;
    const ks_data_batch *batch;
    size_t i;
    bool quick; /* only the bits of the batch are asked of moves */
};

static bool asks_for_kind(const struct choice *choice, enum move_kind kind) {
    return (choice->only_moves | choice->not_moves) >> kind & 1;
}

unsigned ks_data_flags_of_choice(const struct choice *choice) {
    return asks_for_kind(choice, MOVE_ILLEGAL) || asks_for_kind(choice, MOVE_CHECK) ? KS_DATA_LEGALITY
                                                                                    : KS_DATA_DEFAULT;
}

/* Returns the kinds of the entry's move. Whether it is legal and gives check is found out when that is
 * asked. */
static unsigned find_moves(const struct data_entry *entry) {
    const ks_data_batch *const batch = entry->batch;
    const size_t i = entry->i;
    const unsigned moves = ks_kinds_of_move(batch->kinds[i]);
    ks_position position;
    if (moves == 1u << MOVE_NONE)
        return moves;
    if (!batch->illegal || batch->illegal[i / 64] >> i % 64 & 1)
        return moves | 1u << MOVE_ILLEGAL;
    return asks_for_kind(entry->choice, MOVE_CHECK) &&
                   ks_data_get_position(entry->data, i, &position, NULL) == KS_OK &&
                   ks_gives_check(&position, batch->moves[i])
               ? moves | 1u << MOVE_CHECK
               : moves;
}

/* A board alone tells it in most entries. */
static bool find_settled(const struct data_entry *entry) {
    const ks_data_batch *const batch = entry->batch;
    const size_t i = entry->i;
    const int below = entry->facts.settled_below;
    ks_position position;
    if (batch->checks[i / 64] >> i % 64 & 1)
        return false;
    if (entry->data->columns->en_passant[i] == KS_NO_SQUARE)
        return ks_is_settled_board(batch->boards[i], batch->sides[i], below);
    return ks_data_get_position(entry->data, i, &position, NULL) == KS_OK && ks_is_settled(&position, below);
}

/* Finds what takes long. */
static bool find_in_entry(struct entry_facts *facts, unsigned asked) {
    const struct data_entry *const entry = (struct data_entry *)facts;
    if (asked & DATA_HAS_PIECES)
        facts->pieces = count_pieces_on(entry->batch->boards[entry->i]);
    if (asked & KS_DATA_HAS_MOVE)
        facts->moves = find_moves(entry);
    if (asked & DATA_HAS_SETTLED)
        facts->settled = find_settled(entry);
    facts->known |= asked & (KS_DATA_HAS_MOVE | DATA_HAS_PIECES | DATA_HAS_SETTLED);
    return true;
}

static struct data_entry first_entry(const struct choice *choice, const ks_data *data,
                                     const ks_data_batch *batch) {
    const bool quick = choice->needs & KS_DATA_HAS_MOVE && !ks_data_flags_of_choice(choice);
    return (struct data_entry){.facts.find = find_in_entry,
                               .facts.settled_below = choice->settled.below,
                               .choice = choice,
                               .data = data,
                               .batch = batch,
                               .quick = quick};
}

/* Fills in what the columns say of entry i, a member at a time: a copy of the whole struct would make the
 * tests wait for it. quick: they say all that is asked of its move. That an entry has no move is known, too:
 * it is of the kind MOVE_NONE. */
ALWAYS_INLINE void read_columns(struct entry_facts *facts, const ks_data_batch *batch, size_t i, bool quick) {
    facts->known = (batch->known[i] & ~(unsigned)KS_DATA_HAS_MOVE) | (quick ? (unsigned)KS_DATA_HAS_MOVE : 0);
    facts->side = batch->sides[i];
    facts->ply = batch->plies[i];
    facts->score = batch->scores[i];
    facts->result = (int)batch->results[i];
    if (quick)
        facts->moves = ks_kinds_of_move(batch->kinds[i]);
}

static inline void go_to_entry(struct data_entry *entry, size_t i) {
    entry->i = i;
    read_columns(&entry->facts, entry->batch, i, entry->quick);
}

bool ks_fits_entry(const struct choice *choice, const ks_data *data, const ks_data_batch *batch, size_t i,
                   struct choice_counts *counts) {
    struct data_entry entry = first_entry(choice, data, batch);
    go_to_entry(&entry, i);
    return ks_fits(choice, &entry.facts, counts) == ENTRY_FITS;
}

/* Returns the number of pieces, which changes by captures within a chain. before: that of the last entry. */
static inline unsigned count_pieces(const ks_data_batch *batch, size_t i, unsigned before) {
    return i > 0 && !(batch->kinds[i] & KS_DATA_FIRST)
               ? before - ((batch->kinds[i - 1] & KS_DATA_CAPTURE) != 0)
               : count_pieces_on(batch->boards[i]);
}

/* Returns the facts that the columns have of all entries, and their pieces. */
static unsigned known_of_all(const ks_data_batch *batch, bool quick) {
    unsigned known = ~(unsigned)KS_DATA_HAS_MOVE;
    for (size_t i = 0; i < batch->count; i++)
        known &= batch->known[i];
    return known | DATA_HAS_PIECES | (quick ? (unsigned)KS_DATA_HAS_MOVE : 0);
}

void ks_fit_batch(const struct choice *choice, const ks_data *data, const ks_data_batch *batch,
                  bool fits[KS_DATA_BATCH_MAX], struct choice_counts *counts) {
    struct data_entry entry = first_entry(choice, data, batch);
    const bool by_pieces = choice->needs & DATA_HAS_PIECES,
               complete = !(choice->needs & ~known_of_all(batch, entry.quick));
    unsigned pieces = 0;
    counts->all += batch->count;
    for (size_t i = 0; i < batch->count && complete; i++) { /* in registers */
        struct entry_facts facts = {.known = 0};
        read_columns(&facts, batch, i, entry.quick);
        if (by_pieces)
            facts.pieces = pieces = count_pieces(batch, i, pieces);
        fits[i] = find_fit(choice, &facts, counts, true) == ENTRY_FITS;
    }
    for (size_t i = 0; i < batch->count && !complete; i++) {
        go_to_entry(&entry, i);
        fits[i] = find_fit(choice, &entry.facts, counts, false) == ENTRY_FITS;
    }
}
