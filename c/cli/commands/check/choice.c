/* Chooses positions by their moves, scores, plies, pieces and results. The kinds of moves mean the same in
 * chess and in variants, whose moves are asked by the boards before and after them. */
#include "cli/commands/check/choice.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "core/text/characters.h"

/* ==== Options ==== */

static const char *const trait_names[MOVE_TRAITS] = {"capture", "promotion", "en-passant", "castling",
                                                     "check",   "quiet",     "illegal",    "none"};
static const char *const result_names[3] = {"win", "draw", "loss"};

void list_move_traits(struct choices *choices, char *const *line) {
    (void)line;
    for (unsigned i = 0; i < MOVE_TRAITS; i++)
        ks_add_choice(choices, trait_names[i]);
}

void list_results(struct choices *choices, char *const *line) {
    (void)line;
    for (unsigned i = 0; i < 3; i++)
        ks_add_choice(choices, result_names[i]);
}

/* Reads a plain decimal number, perhaps with a minus. Returns where it ends; NULL when there is none. */
static const char *read_bound(const char *text, int64_t *bound) {
    const bool negative = *text == '-';
    const size_t digits = strspn(text + negative, "0123456789");
    if (digits == 0 || digits > 9)
        return NULL;
    *bound = strtol(text, NULL, 10);
    return text + negative + digits;
}

void read_range(const struct option_value *value, void *field) {
    struct number_range *const range = field;
    const char *const end = read_bound(value->argument, &range->least);
    const char *const dots = end && strncmp(end, "..", 2) == 0 ? end + 2 : NULL;
    const char *const last = dots ? read_bound(dots, &range->most) : NULL;
    if (!last || *last || range->least > range->most)
        usage_error("%s: expected two numbers such as 0..100, the lower one first, found '%s'", value->name,
                    value->argument);
    range->given = true;
}

/* Returns the flags as a set; bit n: the one with the index n. */
static unsigned bits_of(const bool *flags, unsigned count) {
    unsigned bits = 0;
    for (unsigned i = 0; i < count; i++)
        bits |= (unsigned)flags[i] << i;
    return bits;
}

void complete_choice(struct choice *choice) {
    choice->only_traits = bits_of(choice->only_move, MOVE_TRAITS);
    choice->not_traits = bits_of(choice->not_move, MOVE_TRAITS);
    choice->by_move = (choice->only_traits | choice->not_traits) != 0;
    choice->by_result = bits_of(choice->result, 3) != 0;
    choice->any = choice->by_move || choice->by_result || choice->score.given || choice->ply.given ||
                  choice->pieces.given || choice->contradicts > 0 || choice->not_contradicts > 0;
}

/* ==== Answers ==== */

bool fits_moves(const struct choice *choice, unsigned traits) {
    return (choice->only_traits == 0 || traits & choice->only_traits) && !(traits & choice->not_traits);
}

bool fits_score(const struct choice *choice, unsigned side, int score) {
    return is_in(&choice->score, choice->white && side == KS_BLACK ? -score : score);
}

bool fits_result(const struct choice *choice, int result) {
    return !choice->by_result || choice->result[1 - result];
}

/* Returns whether the side that is ahead by so much has lost. */
static bool contradicts(int score, int result, int64_t ahead) {
    return score != KS_DATA_SKIPPED && ((score >= ahead && result < 0) || (score <= -ahead && result > 0));
}

bool fits_contradiction(const struct choice *choice, int score, int result) {
    return (choice->contradicts == 0 || contradicts(score, result, (int64_t)choice->contradicts)) &&
           (choice->not_contradicts == 0 || !contradicts(score, result, (int64_t)choice->not_contradicts));
}

/* ---- Moves ---- */

static unsigned bit_of(bool is, enum move_trait trait) {
    return (unsigned)is << trait;
}

static bool gives_check(const struct any_position *position, any_move move) {
    struct any_position after = *position;
    any_make_move(&after, move);
    return !squares_empty(any_checkers(&after));
}

/* Counts the pieces of a side on the board. Walls are none. */
static unsigned count_pieces_of_side(const struct any_position *position, unsigned side) {
    const struct any_board_size size = any_board_size(position->variant);
    const char first = side == KS_WHITE ? 'A' : 'a';
    unsigned count = 0;
    for (unsigned square = 0; square < size.files * size.ranks; square++) {
        const char letter = any_piece_letter(position, square);
        count += letter >= first && letter <= first + ('Z' - 'A');
    }
    return count;
}

/* In a variant, a move captures when the other side has fewer pieces on the board after it. */
static bool captures_in_variant(const struct any_position *position, any_move move) {
    const unsigned other = any_side_to_move(position) ^ 1u;
    struct any_position after = *position;
    any_make_move(&after, move);
    return count_pieces_of_side(&after, other) < count_pieces_of_side(position, other);
}

unsigned traits_of_move(const struct any_position *position, any_move move) {
    if (move == KS_NO_MOVE)
        return 1u << MOVE_NONE;
    const char *const kind = any_kind_of_move(position, move);
    const bool passes = strcmp(kind, "en-passant") == 0, promotes = strcmp(kind, "promotion") == 0,
               captures = !passes && (position->variant ? captures_in_variant(position, move)
                                                        : ks_is_capture(&position->chess, (ks_move)move));
    return bit_of(captures, MOVE_CAPTURE) | bit_of(passes, MOVE_EN_PASSANT) |
           bit_of(promotes, MOVE_PROMOTION) | bit_of(strcmp(kind, "castling") == 0, MOVE_CASTLING) |
           bit_of(!captures && !passes && !promotes, MOVE_QUIET) |
           bit_of(gives_check(position, move), MOVE_CHECK);
}

unsigned count_pieces_of(const struct any_position *position) {
    return count_pieces_of_side(position, KS_WHITE) + count_pieces_of_side(position, KS_BLACK);
}
