/* Reads the options that choose positions. The kinds of moves mean the same in chess and in variants, whose
 * moves are asked by the boards before and after them. */
#include "cli/positions/choosing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "core/board/hashes.h"

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

bool is_left_out(struct chooser *chooser) {
    const double share = chooser->choosing->sample;
    return share < 1 && (double)(splitmix64(&chooser->random) >> 11) * 0x1p-53 >= share;
}

void complain_of_full_set(const struct chooser *chooser, const char *place) {
    char why[80];
    snprintf(why, sizeof why,
             chooser->full == POSITION_SET_FULL ? "fill the memory of %" PRIu64 " MiB that --memory allows"
                                                : "fit into the memory that there is, less than the %" PRIu64
                                                  " MiB of --memory",
             chooser->choosing->memory >> 20);
    complain("--unique: %zu positions %s; from %s on, positions that are not among these count as new",
             chooser->seen.used, why, place);
}

bool is_repeated_key(struct chooser *chooser, struct position_key key, bool *filled) {
    const enum position_seen was = add_position(&chooser->seen, key);
    *filled = (was == POSITION_SET_FULL || was == POSITION_NO_MEMORY) && !is_overfull(chooser);
    if (*filled)
        chooser->full = was;
    return was == POSITION_SEEN;
}

bool choose_verdict(struct chooser *chooser, enum ks_verdict verdict) {
    const bool chosen = chooser->choosing->only[verdict];
    if (chooser->choosing->first > 0) /* else threads may ask at the same time */
        chooser->chosen += chosen;
    return chosen;
}

/* ==== Entries of training data ==== */

bool lacks_asked_fact(const struct choice *choice, const struct block *block, char why[WHY_SIZE]) {
    const char *fact, *const name =
                          ks_find_lacking_filter(choice, ks_data_facts_of(block->data_format), &fact);
    if (name)
        snprintf(why, WHY_SIZE, "--%s: an entry of %s has no %s", name,
                 ks_data_format_name(block->data_format), fact);
    return name;
}

static bool is_repeated_entry(struct chooser *chooser, const struct data_file *file, size_t i,
                              const struct any_position *position) {
    char place[PLACE_SIZE], text[PLACE_SIZE + 256];
    bool filled;
    const bool repeated = is_repeated_key(chooser, make_position_key(position), &filled);
    if (filled) {
        write_entry_place(file, i, place);
        snprintf(text, sizeof text, "%s: %s", file->block->file, place);
        complain_of_full_set(chooser, text);
    }
    return repeated;
}

enum entry_choice choose_entry(struct chooser *chooser, const struct data_file *file,
                               const ks_data_batch *batch, size_t i, uint8_t *verdict,
                               struct choice_counts *counts, entry_reporter *report, void *context) {
    const struct choosing *const choosing = chooser->choosing;
    const bool known = *verdict != KS_VERDICTS;
    struct any_position position;
    ks_error error;
    position.variant = NULL;
    if ((!known || choosing->unique) &&
        ks_data_get_position(file->data, i, &position.chess, &error) != KS_OK) {
        report(context, i, &error);
        return ENTRY_NO_POSITION;
    }
    if (!known)
        *verdict = (uint8_t)ks_judge(&position.chess, NULL);
    return !is_left_out(chooser) &&
                   (!choosing->choice.filters ||
                    ks_fits_entry(&choosing->choice, file->data, batch, i, counts)) &&
                   !(choosing->unique && is_repeated_entry(chooser, file, i, &position)) &&
                   choose_verdict(chooser, (enum ks_verdict) * verdict)
               ? ENTRY_CHOSEN
               : ENTRY_PASSED;
}

void choose_entries(struct chooser *chooser, const struct data_file *file, const ks_data_batch *batch,
                    uint8_t verdicts[KS_DATA_BATCH], bool chosen[KS_DATA_BATCH], struct choice_counts *counts,
                    entry_reporter *report, void *context) {
    for (size_t i = 0; i < batch->count; i++)
        chosen[i] =
            chosen[i] && !has_enough(chooser) &&
            choose_entry(chooser, file, batch, i, &verdicts[i], counts, report, context) == ENTRY_CHOSEN;
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
            complain("warning: --%s: none of the positions has a %s: %s", ks_filter_name(i),
                     ks_fact_of_filter(i), ks_filter_hint(i));
        }
}

/* ---- Moves ---- */

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
