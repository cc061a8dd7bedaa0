/* Compares two divides of one position, and names every disagreement. Each kind of disagreement has a
 * function that finds it; they run in the order in which the kinds matter. */
#include "cli/commands/diff/comparison.h"

#include "cli/positions/draw.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct disagreement *add(struct comparison *comparison, enum disagreement_kind kind,
                                const struct divide_entry *entry) {
    if (comparison->count == DISAGREEMENTS_MAX)
        comparison->count--;
    struct disagreement *disagreement = &comparison->all[comparison->count++];
    *disagreement = (struct disagreement){.kind = kind};
    if (entry) {
        memcpy(disagreement->text, entry->text, sizeof disagreement->text);
        disagreement->move = entry->move;
        disagreement->found = entry->count;
    }
    return disagreement;
}

/* Returns the first entry with this move; NULL when there is none. */
static const struct divide_entry *find_entry(const struct divide *divide, any_move move) {
    for (size_t i = 0; i < divide->count; i++)
        if (divide->entries[i].move == move)
            return &divide->entries[i];
    return NULL;
}

/* Returns why castling isn't legal when a move of the king along its first rank may mean castling: engines
 * for Chess960 write it so even when the rook is gone. Returns KS_OK where the move can't mean castling, and
 * in a variant. */
static int explain_as_castling(const struct any_position *any, const char *text, ks_error *error) {
    const ks_position *const position = &any->chess;
    const char *const castling = text[2] > text[0] ? "O-O" : "O-O-O";
    const unsigned us = any_side_to_move(any), king = any->variant ? KS_NO_SQUARE : ks_king_of(position, us);
    ks_move move;
    if (any->variant || memcmp(text, ks_square_name(king), 2) != 0 || text[1] != text[3] ||
        king >> 3 != (us == KS_WHITE ? 7 : 0))
        return KS_OK;
    return ks_read_move(position, castling, strlen(castling), &move, error);
}

/* Does what any_explain_move does, but for a king that goes further than a step, says why castling isn't
 * legal. */
static int explain(const struct any_position *position, const char *text, any_move *move, ks_error *error) {
    const int code = any_explain_move(position, text, strlen(text), move, error);
    if (code != KS_ERROR_PIECE_RULE)
        return code;
    ks_error reason;
    const int castling_code = explain_as_castling(position, text, &reason);
    if (castling_code == KS_OK)
        return code;
    if (error)
        *error = reason;
    return castling_code;
}

static void find_extra(const struct any_position *position, struct divide *theirs,
                       struct comparison *comparison) {
    for (size_t i = 0; i < theirs->count; i++) {
        struct divide_entry *entry = &theirs->entries[i];
        const int code = explain(position, entry->text, &entry->move, NULL);
        if (code == KS_OK)
            continue;
        entry->move = KS_NO_MOVE;
        add(comparison, EXTRA_MOVE, entry)->code = code;
    }
}

/* An engine that lists no move of a variant takes the game as over. (In chess that is a lack of evasions.) */
static void find_missing(const struct any_position *position, const struct divide *ours,
                         const struct divide *theirs, struct comparison *comparison) {
    const int code = position->variant && theirs->count == 0 ? KS_ERROR_GAME_OVER : KS_OK;
    for (size_t i = 0; i < ours->count; i++)
        if (!find_entry(theirs, ours->entries[i].move))
            add(comparison, MISSING_MOVE, &ours->entries[i])->code = code;
}

static void find_repeated(const struct any_position *position, const struct divide *theirs,
                          struct comparison *comparison) {
    for (size_t i = 0; i < theirs->count; i++) {
        const struct divide_entry *entry = &theirs->entries[i];
        if (entry->move != KS_NO_MOVE && find_entry(theirs, entry->move) != entry)
            add(comparison, MOVE_TWICE, entry)->code = explain_as_castling(position, entry->text, NULL);
    }
}

static void find_wrong_counts(const struct divide *ours, const struct divide *theirs,
                              struct comparison *comparison) {
    for (size_t i = 0; i < ours->count; i++) {
        const struct divide_entry *entry = find_entry(theirs, ours->entries[i].move);
        if (entry && entry->count != ours->entries[i].count)
            add(comparison, WRONG_COUNT, entry)->expected = ours->entries[i].count;
    }
}

static void check_total(const struct divide *theirs, struct comparison *comparison) {
    uint64_t sum = 0;
    for (size_t i = 0; i < theirs->count; i++)
        sum += theirs->entries[i].count;
    if (sum == theirs->total)
        return;
    struct disagreement *disagreement = add(comparison, WRONG_TOTAL, NULL);
    disagreement->expected = sum;
    disagreement->found = theirs->total;
}

void comparison_make(const struct any_position *position, const struct divide *ours, struct divide *theirs,
                     struct comparison *comparison) {
    comparison->count = 0;
    find_extra(position, theirs, comparison);
    find_missing(position, ours, theirs, comparison);
    find_repeated(position, theirs, comparison);
    find_wrong_counts(ours, theirs, comparison);
    check_total(theirs, comparison);
}

static bool forbids_castling(int code) {
    return KS_ERROR_CASTLING_UNAVAILABLE <= code && code <= KS_ERROR_CASTLING_INTO_CHECK;
}

/* The length of the square that a text begins with: e1, or on a larger board e10. */
static size_t length_of_square(const char *text) {
    return 1 + strspn(text + 1, "0123456789");
}

/* Whether two disagreements are about the same move. Moves that aren't legal are compared by their texts, but
 * castling may be written in two ways. */
static bool is_same_move(const struct disagreement *a, const struct disagreement *b) {
    if (a->move != KS_NO_MOVE || b->move != KS_NO_MOVE)
        return a->move == b->move;
    if (!forbids_castling(a->code))
        return strcmp(a->text, b->text) == 0;
    const size_t from = length_of_square(a->text);
    return from == length_of_square(b->text) && memcmp(a->text, b->text, from) == 0 &&
           (a->text[from] > a->text[0]) == (b->text[from] > b->text[0]);
}

/* A right that is lost shows in two ways: the rook has gone, or another one stands there. */
static bool is_same_reason(int a, int b) {
    const bool both = (a == KS_ERROR_CASTLING_UNAVAILABLE || a == KS_ERROR_CASTLING_ROOK_MISSING) &&
                      (b == KS_ERROR_CASTLING_UNAVAILABLE || b == KS_ERROR_CASTLING_ROOK_MISSING);
    return a == b || both;
}

const struct disagreement *comparison_find(const struct comparison *comparison,
                                           const struct disagreement *disagreement) {
    for (size_t i = 0; i < comparison->count; i++) {
        const struct disagreement *other = &comparison->all[i];
        if (other->kind == disagreement->kind && is_same_reason(other->code, disagreement->code) &&
            is_same_move(other, disagreement))
            return other;
    }
    return NULL;
}

/* ---- In words ---- */

/* Returns whether a move of a replay has taken away the piece that stood on a square, or that arrived there
 * by a capture: it was captured in passing, or has exploded. */
static bool has_lost_piece(const struct replay *replay, unsigned square) {
    const ks_variant *const variant = replay->start.variant;
    struct any_position position = replay->start;
    bool lost = false;
    for (unsigned i = 0; i < replay->count; i++) {
        const any_move move = replay->moves[i];
        char text[ANY_MOVE_SIZE];
        unsigned from, to;
        any_write_uci(&position, move, 0, text);
        const bool castles = strcmp(any_kind_of_move(&position, move), "castling") == 0;
        const char *const rest = read_square_name(variant, text, &from);
        const bool leaves = rest && from == square, stood = any_piece_letter(&position, square) != 0;
        const bool arrives = rest && read_square_name(variant, rest, &to) && to == square;
        any_make_move(&position, move);
        lost =
            any_piece_letter(&position, square) == 0 && (lost || (!castles && !leaves && (stood || arrives)));
    }
    return lost;
}

static const char *rule_of_extra(const struct replay *replay, const struct disagreement *disagreement) {
    unsigned from;
    if (disagreement->code == KS_ERROR_SQUARE_EMPTY &&
        read_square_name(replay->start.variant, disagreement->text, &from) && has_lost_piece(replay, from))
        return "piece-gone";
    return ks_error_name(disagreement->code);
}

static const char *rule_of_missing(const struct replay *replay, const struct disagreement *disagreement) {
    const struct any_position position = replay_end(replay);
    const char *const kind = any_kind_of_move(&position, disagreement->move);
    const bool is_usual = strcmp(kind, "evasion") == 0 || strcmp(kind, "other") == 0;
    return disagreement->code != KS_OK && is_usual ? ks_error_name(disagreement->code) : kind;
}

const char *disagreement_rule(const struct replay *replay, const struct disagreement *disagreement) {
    switch (disagreement->kind) {
    case EXTRA_MOVE:
        return rule_of_extra(replay, disagreement);
    case MISSING_MOVE:
        return rule_of_missing(replay, disagreement);
    case MOVE_TWICE:
        return disagreement->code == KS_OK ? "duplicate" : ks_error_name(disagreement->code);
    case WRONG_COUNT:
        return "count";
    default:
        return "total";
    }
}

enum { MOVE_NAME_SIZE = 40 };

/* Names a legal move for people: in chess as SAN; in a variant, by the piece that moves. */
static void name_move(const struct any_position *position, any_move move, char name[MOVE_NAME_SIZE]) {
    if (!position->variant) {
        ks_write_san(&position->chess, (ks_move)move, name);
        return;
    }
    const bool drop = KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP;
    const unsigned type = drop ? KS_VARIANT_MOVE_PROMOTION(move) - 1
                               : KS_VARIANT_TYPE(position->varied.board[KS_VARIANT_MOVE_FROM(move)]);
    snprintf(name, MOVE_NAME_SIZE, "%s", ks_variant_get_piece_type(position->variant, type).name);
}

void disagreement_explain(const struct any_position *position, const struct disagreement *disagreement,
                          char *text, size_t size) {
    char name[MOVE_NAME_SIZE];
    any_move move;
    ks_error error;
    switch (disagreement->kind) {
    case EXTRA_MOVE:
        explain(position, disagreement->text, &move, &error);
        snprintf(text, size, "is not legal: %s", error.message);
        break;
    case MISSING_MOVE:
        name_move(position, disagreement->move, name);
        snprintf(text, size, "is legal (%s), but the engine %s", name,
                 disagreement->code == KS_OK ? "does not list it" : "lists no move");
        break;
    case MOVE_TWICE:
        if (explain_as_castling(position, disagreement->text, &error) == KS_OK)
            snprintf(text, size, "is in the engine's list more than once");
        else
            snprintf(text, size, "is in the engine's list more than once, perhaps as castling: %s",
                     error.message);
        break;
    case WRONG_COUNT:
        snprintf(text, size, "is followed by %" PRIu64 " sequences of moves, but the engine counts %" PRIu64,
                 disagreement->expected, disagreement->found);
        break;
    case WRONG_TOTAL:
        snprintf(text, size, "the engine's counts add up to %" PRIu64 ", but it says %" PRIu64,
                 disagreement->expected, disagreement->found);
    }
}
