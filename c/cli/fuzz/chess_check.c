/* Each function of the rules is held against a slower one, or against its own inverse. */
#include "cli/fuzz/chess_check.h"

const struct chess_rules chess_library_rules = {ks_legal_moves, ks_has_legal_move, ks_make_move,
                                                ks_unmake_move, ks_write_x_fen,    ks_count_legal_moves,
                                                ks_perft_by};

/* ---- The lists of moves ---- */

static void list(struct move_list *list, size_t (*generate)(const ks_position *position, ks_move *moves),
                 const ks_position *position) {
    ks_move moves[KS_MOVES_MAX];
    list->count = generate(position, moves);
    for (size_t i = 0; i < list->count; i++)
        list->moves[i] = moves[i];
    sort_moves(list);
}

static bool check_lists(const struct chess_rules *rules, const struct any_position *position,
                        struct move_list *moves, struct mistake *mistake) {
    struct move_list fast;
    list(&fast, rules->legal_moves, &position->chess);
    list(moves, ks_legal_moves_reference, &position->chess);
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

/* ---- Making and taking back ---- */

static bool check_move(const struct chess_rules *rules, const struct any_position *position, ks_move move,
                       struct mistake *mistake) {
    ks_position played = position->chess;
    ks_undo undo;
    char text[CHECKED_MOVE_SIZE];
    rules->make_move(&played, move, &undo);
    if (played.key != ks_position_key(&played))
        return mistaken(mistake, position, "after %s, the key is not that of the new position",
                        name_move(position, move, text));
    rules->unmake_move(&played, move, &undo);
    const char *const field = differing_field(&played, &position->chess);
    return !field || mistaken(mistake, position, "when %s is taken back, the %s is not what it was",
                              name_move(position, move, text), field);
}

/* ---- Counting ---- */

/* The replies to all moves, by each counter that this processor can run, against those of each position. */
static bool check_counters(const struct chess_rules *rules, const struct any_position *position,
                           const struct move_list *moves, struct mistake *mistake) {
    size_t count;
    const struct counter *const counters = ks_counters(&count);
    ks_move replies[KS_MOVES_MAX];
    uint64_t expected = 0;
    for (size_t i = 0; i < moves->count; i++) {
        ks_position played = position->chess;
        ks_undo undo;
        ks_make_move(&played, (ks_move)moves->moves[i], &undo);
        expected += ks_legal_moves(&played, replies);
    }
    for (const struct counter *counter = counters; counter < counters + count; counter++) {
        if (!ks_counter_usable(counter) || !ks_counter_reaches(counter, &position->chess))
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
        !check_lists(rules, position, moves, mistake))
        return false;
    for (size_t i = 0; i < moves->count; i++)
        if (!check_move(rules, position, (ks_move)moves->moves[i], mistake))
            return false;
    return check_counters(rules, position, moves, mistake);
}
