/* Reads the options that choose positions, finds the facts that they ask about, and passes over repetitions.
 * The kinds of moves mean the same in chess and in variants, whose
 * moves are asked by the boards before and after them. */
#include "cli/positions/choosing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "rules/generator/settled.h"

/* ==== Options ==== */

void list_verdicts(struct choices *choices, char *const *line) {
    (void)line;
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        ks_add_choice(choices, ks_verdict_name(verdict));
}

void list_move_kinds(struct choices *choices, char *const *line) {
    (void)line;
    for (unsigned i = 0; i < MOVE_KINDS; i++)
        ks_add_choice(choices, ks_move_kind_names[i]);
}

/* Reads a plain decimal number, perhaps with a minus. Returns where it ends: at the beginning when there is
 * none. */
static const char *read_bound(const char *text, int64_t *bound) {
    const bool negative = *text == '-';
    const size_t digits = strspn(text + negative, "0123456789");
    if (digits == 0 || digits > 9)
        return text;
    *bound = strtol(text, NULL, 10);
    return text + negative + digits;
}

/* Returns the text after two dots, or NULL. */
static const char *after_dots(const char *text) {
    return strncmp(text, "..", 2) == 0 ? text + 2 : NULL;
}

void read_range(const struct option_value *value, void *field) {
    const char *const text = value->argument;
    struct number_range range = {INT32_MIN, INT32_MAX, true};
    const char *end = read_bound(text, &range.least);
    const bool begins = end > text;
    const char *const dots = after_dots(end), *const last = dots ? dots : text;
    end = read_bound(last, &range.most);
    if (!dots)
        range.least = range.most;
    if (*end || !(begins || (dots && end > last)) || range.least > range.most)
        usage_error("%s: expected A..B, A.., ..B or N, such as 0..100, found '%s'", value->name, text);
    *(struct number_range *)field = range;
}

void read_settled(const struct option_value *value, void *field) {
    *(struct settling *)field = (struct settling){
        .below = value->argument ? (int)value_number(value, 0, INT16_MAX) : 0, .given = true};
}

void complete_choosing(struct choosing *choosing, unsigned by_default) {
    bool any = false;
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        any |= choosing->only[verdict];
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        choosing->only[verdict] =
            (any ? choosing->only[verdict] : by_default >> verdict & 1) && !choosing->without[verdict];
    ks_complete_choice(&choosing->choice);
    choosing->any = choosing->choice.filters || chooses_in_order(choosing) ||
                    memchr(choosing->only, false, sizeof choosing->only);
}

/* ==== The order ==== */

void start_choosing(struct chooser *chooser, const struct choosing *choosing) {
    *chooser = (struct chooser){.choosing = choosing, .random = choosing->seed};
    if (choosing->unique)
        start_position_set(&chooser->seen, choosing->memory);
}

void complain_of_full_set(const struct chooser *chooser, const char *things, const char *place) {
    char why[80];
    snprintf(why, sizeof why,
             chooser->full == POSITION_SET_FULL ? "fill the memory of %" PRIu64 " MiB that --memory allows"
                                                : "fit into the memory that there is, less than the %" PRIu64
                                                  " MiB of --memory",
             chooser->choosing->memory >> 20);
    complain("--unique: %zu %s %s; from %s on, %s that are not among these count as new", chooser->seen.used,
             things, why, place, things);
}

bool is_repeated_key(struct chooser *chooser, struct position_key key, bool *filled) {
    const enum position_seen was = add_position(&chooser->seen, key);
    *filled = (was == POSITION_SET_FULL || was == POSITION_NO_MEMORY) && !is_overfull(chooser);
    if (*filled)
        chooser->full = was;
    return was == POSITION_SEEN;
}

/* ---- Messages ---- */

void report_lacking(const struct choice_counts *counts) {
    for (unsigned i = 0; i < FILTERS; i++)
        if (counts->lacked[i] > 0)
            complain("%" PRIu64 " of the entries that came to --%s lack what it asks, and are not chosen",
                     counts->lacked[i], ks_filter_name(i));
}

void warn_of_missing_facts(const struct choice_counts *counts) {
    for (unsigned i = 0; i < FILTERS; i++)
        if (counts->lacked[i] > 0 && ks_count_asked(counts, i) == 0) {
            const struct named_fact *const fact = ks_fact_of_filter(i);
            complain("warning: --%s: none of the positions has a %s: %s", ks_filter_name(i), fact->name,
                     fact->hint);
        }
}

/* ---- Facts of positions ---- */

void find_facts_of_position(struct entry_facts *facts, const struct any_position *position, unsigned asked) {
    facts->side = any_side_to_move(position);
    facts->known |= KS_DATA_HAS_SIDE;
    if (asked & DATA_HAS_PIECES) {
        facts->pieces = any_count_pieces(position);
        facts->known |= DATA_HAS_PIECES;
    }
    if (asked & DATA_HAS_SETTLED && !position->variant) {
        facts->settled = ks_is_settled(&position->chess, facts->settled_below);
        facts->known |= DATA_HAS_SETTLED;
    }
}

static bool gives_check(const struct any_position *position, any_move move) {
    struct any_position after = *position;
    any_make_move(&after, move);
    return !squares_empty(any_checkers(&after));
}

/* In a variant, a move captures when the other side has fewer pieces on the board after it. */
static bool captures_in_variant(const struct any_position *position, any_move move) {
    const unsigned other = any_side_to_move(position) ^ 1u;
    struct any_position after = *position;
    any_make_move(&after, move);
    return any_count_pieces_of(&after, other) < any_count_pieces_of(position, other);
}

unsigned kinds_of_any_move(const struct any_position *position, any_move move) {
    static const struct {
        const char *name;
        unsigned kind;
    } named[] = {
        {"en-passant", KS_DATA_EN_PASSANT}, {"promotion", KS_DATA_PROMOTION}, {"castling", KS_DATA_CASTLING}};
    if (move == KS_NO_MOVE)
        return 1u << MOVE_NONE;
    const char *const name = any_kind_of_move(position, move);
    const bool captures = position->variant ? captures_in_variant(position, move)
                                            : ks_is_capture(&position->chess, (ks_move)move);
    unsigned kinds = captures ? (unsigned)KS_DATA_CAPTURE : 0;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        kinds |= strcmp(name, named[i].name) == 0 ? named[i].kind : 0;
    return ks_kinds_of_move(kinds) | (unsigned)gives_check(position, move) << MOVE_CHECK;
}
