/* Supplies what an output's format needs and an input lacks, such as scores. */
#include "cli/commands/convert/missing.h"

#include <string.h>

#include "cli/base/messages.h"
#include "core/text/words.h"
#include "game/data/parts.h"

/* ==== Options ==== */

/* Reads digits with at most six after a point. Returns false when there are others, or none. */
static bool read_millionths(const char *text, uint64_t *number) {
    enum { DIGITS_MAX = 4, FRACTION_MAX = 6 };
    unsigned whole = 0, fraction = 0;
    for (*number = 0; is_digit(*text) && whole < DIGITS_MAX; whole++)
        *number = 10 * *number + (uint64_t)(*text++ - '0');
    if (*text == '.')
        for (text++; is_digit(*text) && fraction < FRACTION_MAX; fraction++)
            *number = 10 * *number + (uint64_t)(*text++ - '0');
    const bool any = whole + fraction > 0;
    for (; fraction < FRACTION_MAX; fraction++)
        *number *= 10;
    return any && !*text;
}

void read_scale(const struct option_value *value, void *field) {
    enum { MOST = 1000 };
    uint64_t *const scale = field;
    if (!read_millionths(value->argument, scale) || *scale == 0 || *scale > (uint64_t)MOST * SCALE_ONE)
        usage_error("%s: expected a number above 0 and up to 1000, such as 0.345, found '%s'", value->name,
                    value->argument);
}

void read_missing_score(const struct option_value *value, void *field) {
    struct supply *const supply = field;
    supply->has_score = true;
    if (!read_whole_number(value->argument, strlen(value->argument), INT16_MIN, INT16_MAX, &supply->score))
        usage_error("%s: expected a score from -32768 to 32767, found '%s'", value->name, value->argument);
}

void read_unknown_result(const struct option_value *value, void *field) {
    (void)value_choice(value); /* draw is the only word */
    *(bool *)field = true;
}

/* ==== Entries ==== */

/* Scores from 31000 on are mates and marks, which no factor changes. */
int scaled_score(int score, uint64_t scale) {
    enum { MATES = 31000, MOST = 30000 };
    const uint64_t size = (uint64_t)(score < 0 ? -score : score),
                   product = (size * scale + SCALE_ONE / 2) / SCALE_ONE;
    const int limited = (int)(product < MOST ? product : MOST);
    return scale == SCALE_ONE || size >= MATES ? score : score < 0 ? -limited : limited;
}

/* The formats of Stockfish's trainer, in which a score marks a position without one. */
static bool marks_scores(ks_data_format output) {
    return output == KS_DATA_BINPACK || output == KS_DATA_BIN || output == KS_DATA_PLAIN;
}

bool supply_missing(const struct supply *supply, struct missing *missing, ks_data_format output,
                    struct outgoing_entry *entry) {
    entry->score = scaled_score(entry->score, supply->scale);
    if ((entry->known & KS_DATA_HAS_SCORE) && (entry->known & KS_DATA_HAS_RESULT))
        return true;
    if (!(entry->known & KS_DATA_HAS_RESULT) && supply->unknown_is_draw)
        entry->known |= KS_DATA_HAS_RESULT;
    if (!(entry->known & KS_DATA_HAS_SCORE) && supply->has_score) {
        entry->known |= KS_DATA_HAS_SCORE;
        entry->score = supply->score;
    }
    if (ks_data_is_lines(output)) /* which leave out what is not there */
        return true;
    if (!(entry->known & KS_DATA_HAS_RESULT)) {
        missing->no_result++;
        return false;
    }
    if (entry->known & KS_DATA_HAS_SCORE)
        return true;
    entry->score = KS_DATA_SKIPPED;
    entry->marked = marks_scores(output);
    missing->no_score += !entry->marked;
    return entry->marked;
}

bool can_supply(const struct supply *supply, unsigned facts, ks_data_format output) {
    return ks_data_is_lines(output) || (facts & KS_DATA_HAS_RESULT) ||
           (supply->unknown_is_draw && (supply->has_score || marks_scores(output)));
}
