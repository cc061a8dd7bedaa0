/* Checks what the rules of chess promise about one position. Each function of the rules is held against a
 * slower one, or against its own inverse. */
#include "cli/commands/fuzz/chess_check.h"

#include <stdlib.h>
#include <string.h>

#include "core/board/key.h"
#include "rules/exchange_reference.h"
#include "rules/generator/generator.h"
#include "rules/movegen_reference.h"

const struct chess_rules chess_library_rules = {ks_legal_moves, ks_has_legal_move, ks_make_move,
                                                ks_unmake_move, ks_write_x_fen,    ks_count_legal_moves,
                                                ks_perft_by};

/* ---- The lists of moves ---- */

static void take(struct move_list *list, const ks_move *moves, size_t count) {
    list->count = count;
    for (size_t i = 0; i < count; i++)
        list->moves[i] = moves[i];
    sort_moves(list);
}

static bool check_lists(const struct chess_rules *rules, const struct any_position *position,
                        struct move_list *moves, struct mistake *mistake) {
    struct move_list fast;
    ks_move_list listed;
    take(&fast, listed.moves, rules->legal_moves(&position->chess, &listed));
    take(moves, listed.moves, ks_legal_moves_reference(&position->chess, listed.moves));
    if (!check_moves(position, &fast, moves, "", mistake))
        return false;
    const bool any = moves->count > 0;
    const size_t counted = rules->count_legal_moves(&position->chess);
    if (counted != moves->count)
        return mistaken(mistake, position, "%zu legal moves are counted instead of %zu", counted,
                        moves->count);
    return rules->has_legal_move(&position->chess) == any ||
           mistaken(mistake, position, "whether there is a legal move is answered with %s",
                    any ? "no" : "yes");
}

/* Whether all generators list the same moves in the same order. */
static bool check_orders(const struct any_position *position, struct mistake *mistake) {
    const void *generators[TIERS];
    const size_t count = ks_usable_generators(generators);
    const unsigned us = position->chess.side_to_move;
    ks_move_list listed, expected;
    const size_t moves = ks_legal_moves(&position->chess, &expected);
    if (__builtin_popcountll(
            ks_squares_of(&position->chess, us == KS_WHITE ? KS_WHITE_KING : KS_BLACK_KING)) != 1)
        return true;
    for (size_t i = 0; i < count; i++) {
        const struct generator *const generator = generators[i];
        if (generator->legal_moves[us](&position->chess, &listed) != moves ||
            generator->count_legal_moves[us](&position->chess) != moves ||
            generator->has_legal_move[us](&position->chess) != (moves > 0) ||
            memcmp(listed.moves, expected.moves, moves * sizeof *listed.moves) != 0)
            return mistaken(mistake, position, "the generator %s lists other moves, or in another order",
                            generator->name);
    }
    return true;
}

static int by_number(const void *a, const void *b) {
    return *(const ks_move *)a - *(const ks_move *)b;
}

/* Whether captures and quiet moves are all legal moves, each where it belongs. */
static bool check_selections(const struct any_position *position, const struct move_list *moves,
                             struct mistake *mistake) {
    const ks_position *const chess = &position->chess;
    ks_move_list captures, quiet;
    const size_t count = ks_legal_captures(chess, &captures) + ks_legal_quiet_moves(chess, &quiet);
    ks_move listed[2 * KS_MOVES_MAX];
    memcpy(listed, captures.moves, captures.count * sizeof *listed);
    memcpy(listed + captures.count, quiet.moves, quiet.count * sizeof *listed);
    bool right = count == moves->count;
    for (size_t i = 0; i < count; i++)
        right &= ks_is_capture(chess, listed[i]) == (i < captures.count);
    qsort(listed, count, sizeof *listed, by_number);
    for (size_t i = 0; i < count && right; i++)
        right = listed[i] == moves->moves[i];
    return right || mistaken(mistake, position, "captures and quiet moves are not the legal moves");
}

/* Whether the list of checks has those legal moves that give check, in order. (With the other side in check
 * already, nobody may ask.) */
static bool check_checks(const struct any_position *position, struct mistake *mistake) {
    const ks_position *const chess = &position->chess;
    const unsigned them = chess->side_to_move ^ 1u, king = ks_find_king(chess->board, them);
    ks_move_list moves, checks;
    if (king == KS_NO_SQUARE || ks_in_check(chess->board, king, them))
        return true;
    ks_legal_checks(chess, &checks);
    ks_legal_moves(chess, &moves);
    size_t found = 0;
    for (size_t i = 0; i < moves.count; i++)
        if (ks_gives_check(chess, moves.moves[i]))
            moves.moves[found++] = moves.moves[i];
    return (found == checks.count && memcmp(moves.moves, checks.moves, found * sizeof *moves.moves) == 0) ||
           mistaken(mistake, position, "the list of moves that give check is wrong");
}

/* Whether all builds find what the move wins, at thresholds about that too. */
static bool check_exchange(const struct any_position *position, ks_move move, struct mistake *mistake) {
    static const int16_t values[8] = {0, 100, 300, 300, 500, 900, 0, 0};
    const void *generators[TIERS];
    const size_t count = ks_usable_generators(generators);
    const ks_position *const chess = &position->chess;
    char text[CHECKED_MOVE_SIZE];
    for (unsigned pinned = 0; pinned < 2 && KS_MOVE_KIND(move) != KS_MOVE_CASTLING; pinned++) {
        const int expected = ks_see_reference(chess, move, values, pinned);
        for (size_t i = 0; i < count; i++) {
            const struct generator *const generator = generators[i];
            if (generator->see(chess, move, values, pinned) != expected ||
                !generator->see_at_least[pinned](chess, move, values, expected) ||
                generator->see_at_least[pinned](chess, move, values, expected + 1))
                return mistaken(mistake, position, "%s wins %d by exchanges%s, which %s finds otherwise",
                                name_move(position, move, text), expected, pinned ? " with pins" : "",
                                generator->name);
        }
    }
    return true;
}

/* ---- Making and taking back ---- */

/* Whether all members of the position after a move agree with its board, and gives_check with its king. */
static bool check_after(const struct any_position *position, ks_move move, const ks_position *played,
                        struct mistake *mistake) {
    ks_position completed = *played, after;
    char text[CHECKED_MOVE_SIZE];
    const unsigned them = played->side_to_move, king = ks_find_king(played->board, them);
    const bool one = __builtin_popcountll(ks_squares_of(played, played->board[king & 63])) == 1;
    ks_complete_position(&completed);
    const char *field = differing_field(played, &completed);
    if (field)
        return mistaken(mistake, position, "after %s, the %s is not that of the new position",
                        name_move(position, move, text), field);
    ks_after_move(&position->chess, move, &after);
    if ((field = differing_field(&after, played)) != NULL)
        return mistaken(mistake, position, "after %s on a copy, the %s differs",
                        name_move(position, move, text), field);
    if (king != KS_NO_SQUARE && one && !ks_in_check(position->chess.board, king, them) &&
        ks_gives_check(&position->chess, move) != ks_in_check(played->board, king, them))
        return mistaken(mistake, position, "whether %s gives check is answered wrongly",
                        name_move(position, move, text));
    return true;
}

static bool check_move(const struct chess_rules *rules, const struct any_position *position, ks_move move,
                       struct mistake *mistake) {
    ks_position played = position->chess;
    ks_undo undo;
    char text[CHECKED_MOVE_SIZE];
    if (!check_exchange(position, move, mistake))
        return false;
    rules->make_move(&played, move, &undo);
    if (!check_after(position, move, &played, mistake))
        return false;
    if (!ks_is_legal(&position->chess, move))
        return mistaken(mistake, position, "%s is said not to be legal", name_move(position, move, text));
    rules->unmake_move(&played, &undo);
    const char *const field = differing_field(&played, &position->chess);
    return !field || mistaken(mistake, position, "when %s is taken back, the %s is not what it was",
                              name_move(position, move, text), field);
}

/* ---- Counting ---- */

/* The replies to all moves, by each counter that this processor can run, against the replies counted in each
 * position. */
static bool check_counters(const struct chess_rules *rules, const struct any_position *position,
                           const struct move_list *moves, struct mistake *mistake) {
    const void *counters[TIERS];
    const size_t count = ks_usable_builds(ks_counters_builds, counters);
    ks_move_list replies;
    uint64_t expected = 0;
    for (size_t i = 0; i < moves->count; i++) {
        ks_position played;
        ks_after_move(&position->chess, (ks_move)moves->moves[i], &played);
        expected += ks_legal_moves(&played, &replies);
    }
    for (size_t i = 0; i < count; i++) {
        const struct counter *const counter = counters[i];
        if (!ks_counter_reaches(counter, &position->chess))
            continue;
        const uint64_t counted = rules->perft_by(counter, &position->chess, 2);
        if (counted != expected)
            return mistaken(mistake, position, "the counter %s finds %llu replies instead of %llu",
                            counter->name, (unsigned long long)counted, (unsigned long long)expected);
    }
    return true;
}

/* ---- All of them ---- */

bool check_chess_position(const struct chess_rules *rules, const struct any_position *position,
                          unsigned fen_flags, struct move_list *moves, struct mistake *mistake) {
    char fen[KS_FEN_SIZE];
    const size_t length = rules->write_fen(&position->chess, fen);
    if (!check_fen_text(position, fen, length, fen_flags, mistake) ||
        !check_lists(rules, position, moves, mistake) || !check_orders(position, mistake) ||
        !check_selections(position, moves, mistake) || !check_checks(position, mistake))
        return false;
    for (size_t i = 0; i < moves->count; i++)
        if (!check_move(rules, position, (ks_move)moves->moves[i], mistake))
            return false;
    return check_counters(rules, position, moves, mistake);
}
