/* Finds whether a game of a variant has ended: kings that are lost or safe at home, connections, and too
 * little material. */
#include "variant/ends/ends.h"

#include "variant/attacks/attacks.h"
#include "variant/attacks/safety.h"
#include "variant/definition/squares.h"
#include "variant/play/play.h"

/* ==== Connections ==== */

/* Connected pieces: in a row along a rank, a file or a diagonal, scattered on such a line, in a square, or in
 * a chain from one region to another. */

/* ---- Directions ---- */

/* A step to the next square of a line. */
struct step {
    int files, rows;
};

/* Lists the steps along the lines that count, one for each kind of line. Returns their number. */
static unsigned list_steps(const struct connection *rule, struct step steps[4]) {
    unsigned count = 0;
    if (rule->ranks)
        steps[count++] = (struct step){1, 0};
    if (rule->files)
        steps[count++] = (struct step){0, 1};
    if (rule->diagonals) {
        steps[count++] = (struct step){1, 1};
        steps[count++] = (struct step){-1, 1};
    }
    return count;
}

/* ---- Lines and squares ---- */

/* Counts the pieces on the line that begins on a square. together: only those up to the first gap. */
static unsigned count_on_line(const ks_variant *v, const ks_variant_squares *pieces, unsigned square,
                              struct step step, bool together) {
    unsigned count = 0;
    for (; square != KS_VARIANT_NO_SQUARE; square = ks_variant_beside(v, square, step.files, step.rows)) {
        const bool there = has_square(pieces, square);
        if (together && !there)
            break;
        count += there;
    }
    return count;
}

/* Returns whether the pieces fill a square of this size whose top left corner is given. */
static bool fill_square(const ks_variant *v, const ks_variant_squares *pieces, unsigned corner,
                        unsigned size) {
    for (unsigned i = 0; i < size * size; i++) {
        const unsigned square = ks_variant_beside(v, corner, (int)(i % size), (int)(i / size));
        if (square == KS_VARIANT_NO_SQUARE || !has_square(pieces, square))
            return false;
    }
    return true;
}

/* ---- Chains ---- */

/* Returns the squares next to a set along the lines that count. */
static ks_variant_squares beside_set(const ks_variant *v, ks_variant_squares set, const struct step *steps,
                                     unsigned count) {
    ks_variant_squares found = {{0}};
    while (!is_empty_set(&set)) {
        const unsigned square = take_square(&set);
        for (unsigned i = 0; i < 2 * count; i++) {
            const int way = i % 2 ? -1 : 1;
            const unsigned near =
                ks_variant_beside(v, square, way * steps[i / 2].files, way * steps[i / 2].rows);
            if (near != KS_VARIANT_NO_SQUARE)
                add_square(&found, near);
        }
    }
    return found;
}

static bool has_chain(const ks_variant *v, const ks_variant_squares *pieces, unsigned side,
                      const struct step *steps, unsigned count) {
    const ks_variant_squares *const ends = v->connection.ends[side];
    ks_variant_squares chain = both(*pieces, ends[0]), fresh = chain;
    while (!is_empty_set(&fresh)) {
        fresh = without(both(beside_set(v, fresh, steps, count), *pieces), chain);
        chain = either(chain, fresh);
    }
    const ks_variant_squares arrived = both(chain, ends[1]);
    return !is_empty_set(&arrived);
}

/* ---- Pieces that are connected ---- */

static ks_variant_squares pieces_that_count(const ks_variant *v, const ks_variant_position *p,
                                            unsigned side) {
    ks_variant_squares pieces = p->pieces[side];
    if (v->connection.types == all_types(v))
        return pieces;
    for (ks_variant_squares left = pieces; !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        if (!(v->connection.types >> KS_VARIANT_TYPE(p->board[square]) & 1))
            remove_square(&pieces, square);
    }
    return pieces;
}

/* Returns whether a side has connected its pieces by v->connection. */
static bool has_connected(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    const struct connection *const rule = &v->connection;
    const ks_variant_squares pieces = pieces_that_count(v, p, side);
    struct step steps[4];
    const unsigned count = list_steps(rule, steps);
    for (ks_variant_squares left = pieces; !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        if (rule->block && fill_square(v, &pieces, square, rule->block))
            return true;
        for (unsigned i = 0; i < count; i++)
            if ((rule->row && count_on_line(v, &pieces, square, steps[i], true) >= rule->row) ||
                (rule->scattered && count_on_line(v, &pieces, square, steps[i], false) >= rule->scattered))
                return true;
    }
    return has_chain(v, &pieces, side, steps, count);
}

/* ==== Material ==== */

/* Decides a game without a winner by the remaining pieces, in variants that count them. */

static int weigh(const ks_variant *v, const ks_variant_position *p) {
    int balance = 0;
    for (unsigned type = 0; type < v->type_count; type++)
        balance += (int)v->weights[type] * ((int)ks_variant_count_type(v, p, KS_WHITE, type) -
                                            (int)ks_variant_count_type(v, p, KS_BLACK, type));
    return balance;
}

enum ks_outcome ks_variant_count_material(const ks_variant *v, const ks_variant_position *p) {
    const int balance = weigh(v, p);
    switch (v->material) {
    case MATERIAL_UNCOUNTED:
        return KS_DRAWN;
    case MATERIAL_JANGGI: /* black gets one and a half points extra */
        return balance > 1 ? KS_WHITE_WINS : KS_BLACK_WINS;
    case MATERIAL_DRAW_WHITE:
        return KS_WHITE_WINS;
    case MATERIAL_DRAW_BLACK:
        return KS_BLACK_WINS;
    default:
        return balance == 0 ? KS_DRAWN : balance > 0 ? KS_WHITE_WINS : KS_BLACK_WINS;
    }
}

/* ==== Ends ==== */

/* Decides whether a game has ended by lost pieces, a goal reached, counted checks, passing, connected pieces
 * or a full board. Pieces in hand count as pieces. */

/* ---- Lost pieces ---- */

/* Counts a side's pieces, those on the board up to `enough`. */
static unsigned count_all(const ks_variant *v, const ks_variant_position *p, unsigned side, unsigned enough) {
    unsigned count = 0;
    for (ks_variant_squares left = p->pieces[side]; count < enough && !is_empty_set(&left); count++)
        take_square(&left);
    for (unsigned type = 0; v->hands && type < v->type_count; type++)
        count += p->hand[side][type];
    return count;
}

/* Counts the pieces of each type in one pass. */
static void count_types(const ks_variant *v, const ks_variant_position *p, unsigned side,
                        unsigned counts[TYPES_MAX]) {
    for (unsigned type = 0; type < v->type_count; type++)
        counts[type] = p->hand[side][type];
    for (ks_variant_squares left = p->pieces[side]; !is_empty_set(&left);) {
        const unsigned type = KS_VARIANT_TYPE(p->board[take_square(&left)]);
        counts[v->turns ? v->types[type].kind : type]++;
    }
}

static bool is_extinct(const struct extinction *rule, unsigned count, unsigned opponents, bool to_move) {
    return count <= rule->count && opponents >= rule->opponents + (rule->claim && to_move);
}

/* A side without a king in a position read with KS_FEN_LENIENT has not lost. */
static bool has_lost_pieces(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    const struct extinction *const rule = &v->extinction;
    const unsigned them = other_side(side);
    const bool to_move = side == p->side_to_move;
    unsigned ours[TYPES_MAX];
    if (v->royal != NO_TYPE && p->king[side] == KS_VARIANT_NO_SQUARE && !v->may_lose_king &&
        !v->kingless[side])
        return false;
    if (rule->all)
        return is_extinct(rule, count_all(v, p, side, rule->count + 1),
                          count_all(v, p, them, rule->opponents + 1), to_move);
    if (v->may_lose_king)
        return p->king[side] == KS_VARIANT_NO_SQUARE;
    count_types(v, p, side, ours);
    for (uint32_t types = rule->types; types; types &= types - 1) {
        const unsigned type = (unsigned)__builtin_ctz(types);
        if (ours[type] <= rule->count &&
            is_extinct(rule, ours[type], ks_variant_count_type(v, p, them, type) + p->hand[them][type],
                       to_move))
            return true;
    }
    return false;
}

/* ---- Goals ---- */

/* Returns the side's pieces that are at its goal. */
static ks_variant_squares at_goal(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    ks_variant_squares there = {{0}};
    for (ks_variant_squares left = both(p->pieces[side], v->flag.region[side]); !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        if (v->flag.types[side] >> KS_VARIANT_TYPE(p->board[square]) & 1)
            add_square(&there, square);
    }
    return there;
}

/* Returns whether an enemy attacks one of the side's pieces at its goal. */
static bool is_goal_attacked(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    const unsigned them = other_side(side);
    for (ks_variant_squares there = at_goal(v, p, side); !is_empty_set(&there);)
        if (ks_variant_is_attacked(v, p->board, &p->pieces[them], them, take_square(&there)))
            return true;
    return false;
}

/* The other side has had its answer when a side is to move at its goal, so a goal that is answered need not
 * be safe any more. */
static bool has_reached(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    const struct flag *const flag = &v->flag;
    const ks_variant_squares occupied = occupied_squares(p), there = at_goal(v, p, side);
    const bool to_move = side == p->side_to_move;
    if (is_empty_set(&there))
        return false;
    const unsigned count = count_squares(&there);
    if (flag->safe && !(flag->answered && to_move) && count == flag->count && is_goal_attacked(v, p, side))
        return false;
    return count >= flag->count || (flag->blocked && !to_move && is_subset(&flag->region[side], &occupied));
}

/* Returns whether the piece on `from` can move to one of the squares without giving a forbidden check. */
static bool can_reach_any(const ks_variant *v, const ks_variant_position *p, unsigned from,
                          ks_variant_squares squares) {
    while (!is_empty_set(&squares)) {
        const unsigned to = take_square(&squares);
        if (v->checking || !ks_variant_gives_check(v, p, VARIANT_MOVE(from, to, KS_VARIANT_PLAIN, 0)))
            return true;
    }
    return false;
}

/* Returns whether the side to move can bring one of its pieces to its goal by a legal move. */
static bool can_reach_goal(const ks_variant *v, const ks_variant_position *p) {
    const unsigned us = p->side_to_move;
    const ks_variant_squares occupied = occupied_squares(p);
    struct safety safety;
    ks_variant_start_safety(&safety, v, p);
    for (ks_variant_squares pieces = p->pieces[us]; !is_empty_set(&pieces);) {
        const unsigned from = take_square(&pieces);
        if (!(v->flag.types[us] >> KS_VARIANT_TYPE(p->board[from]) & 1))
            continue;
        const struct targets targets = find_targets(v, p->board, &occupied, from);
        const ks_variant_squares captures = both(targets.attacks, p->pieces[other_side(us)]);
        const ks_variant_squares all =
            both(either(captures, either(targets.moves, targets.firsts)), v->flag.region[us]);
        if (can_reach_any(v, p, from, ks_variant_safe_targets(&safety, from, all)))
            return true;
    }
    return false;
}

/* The side to move comes first when goals must be safe, since its pieces were there before the last move. */
static bool is_at_safe_goal(const ks_variant *v, const ks_variant_position *p, struct ending *ending) {
    const unsigned us = p->side_to_move;
    const bool ours = has_reached(v, p, us), theirs = has_reached(v, p, other_side(us));
    const unsigned side = ours ? us : other_side(us);
    *ending = (struct ending){ENDED_BY_FLAG, ks_variant_win_of(side), side};
    if (ours && theirs && !v->flag.answered)
        ending->outcome = KS_DRAWN;
    return ours || theirs;
}

/* The side that has just moved comes first, since it was there first. */
static bool is_at_goal(const ks_variant *v, const ks_variant_position *p, struct ending *ending) {
    const unsigned us = p->side_to_move, them = other_side(us);
    if (v->flag.safe)
        return is_at_safe_goal(v, p, ending);
    const bool reached[2] = {has_reached(v, p, KS_WHITE), has_reached(v, p, KS_BLACK)};
    if (!reached[us] && !reached[them])
        return false;
    if (v->flag.answered && (v->flag.types[us] >> v->royal != 1 || v->flag.count > 1)) {
        *ending = (struct ending){ENDED_BY_FLAG, ks_variant_win_of(us), us};
        return reached[us];
    }
    if (v->flag.answered && us == KS_BLACK && !reached[KS_BLACK] && can_reach_goal(v, p))
        return false;
    const unsigned side = reached[them] ? them : us;
    *ending = (struct ending){ENDED_BY_FLAG, ks_variant_win_of(side), side};
    if (v->flag.answered && reached[us] && reached[them])
        ending->outcome = KS_DRAWN;
    return true;
}

/* ---- Passing ---- */

/* The game is over when both sides have passed, or one side has while the generals faced each other. */
static bool is_passed_out(const ks_variant *v, const ks_variant_position *p, struct ending *ending) {
    const bool bikjang = ks_variant_in_bikjang(v, p);
    if (p->passes == 0 || (p->passes == 1 && !bikjang))
        return false;
    *ending = (struct ending){bikjang ? ENDED_BY_BIKJANG : ENDED_BY_PASSING, ks_variant_count_material(v, p),
                              other_side(p->side_to_move)};
    return true;
}

/* ---- Castling ---- */

/* Returns whether a side has just castled to a wing without a right: its pieces stand where castling ends. A
 * game in which it had lost the right otherwise would have ended earlier. */
static bool has_castled(const ks_variant *v, const ks_variant_position *p, unsigned side, enum ks_wing wing) {
    const unsigned king = v->castling_row[side] * v->files + v->castling_file[wing];
    const unsigned rook = wing == KS_KINGSIDE ? king - 1 : king + 1, code = p->board[rook];
    return p->castling_rook[side][wing] == KS_VARIANT_NO_SQUARE &&
           p->board[king] == KS_VARIANT_CODE(v->castling_king, side) && is_piece(code) &&
           KS_VARIANT_SIDE(code) == side && v->castling_types >> KS_VARIANT_TYPE(code) & 1;
}

static bool has_lost_castling(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
        if (v->castling_wins[side] >> wing & 1 && p->castling_rook[side][wing] != KS_VARIANT_NO_SQUARE)
            return false;
    return v->castling_wins[side];
}

static bool is_castled_out(const ks_variant *v, const ks_variant_position *p, struct ending *ending) {
    const unsigned us = p->side_to_move, them = other_side(us);
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
        if (v->castling_wins[them] >> wing & 1 && has_castled(v, p, them, wing)) {
            *ending = (struct ending){ENDED_BY_CASTLING, ks_variant_win_of(them), them};
            return true;
        }
    const unsigned loser = has_lost_castling(v, p, them) ? them : us;
    *ending = (struct ending){ENDED_BY_LOST_CASTLING, ks_variant_win_of(other_side(loser)), loser};
    return has_lost_castling(v, p, loser);
}

/* ---- A full board ---- */

static bool is_full(const ks_variant *v, const ks_variant_position *p, struct ending *ending) {
    const ks_variant_squares occupied = occupied_squares(p);
    *ending = (struct ending){ENDED_BY_FULL_BOARD, ks_variant_count_material(v, p), p->side_to_move};
    return is_subset(&v->board, &occupied);
}

/* ---- Any ending ---- */

bool ks_variant_find_ending(const ks_variant *v, const ks_variant_position *p, struct ending *ending) {
    for (unsigned i = 0; i < 2; i++) {
        const unsigned side =
            i ? p->side_to_move : other_side(p->side_to_move); /* the side that has just moved first */
        if (v->extinction.value != EXTINCTION_NONE && has_lost_pieces(v, p, side)) {
            *ending =
                (struct ending){ENDED_BY_EXTINCTION, ks_variant_outcome_for(side, v->extinction.value), side};
            return true;
        }
        if (v->checks && p->checks_left[side] == 0) {
            *ending = (struct ending){ENDED_BY_CHECKS, ks_variant_win_of(side), side};
            return true;
        }
    }
    const unsigned them = other_side(p->side_to_move);
    if (v->connection.any && has_connected(v, p, them)) {
        *ending =
            (struct ending){ENDED_BY_CONNECTION, ks_variant_outcome_for(them, v->connection.value), them};
        return true;
    }
    if ((v->castling_wins[KS_WHITE] | v->castling_wins[KS_BLACK]) && is_castled_out(v, p, ending))
        return true;
    return ((v->flag.types[KS_WHITE] | v->flag.types[KS_BLACK]) && is_at_goal(v, p, ending)) ||
           (p->passes && is_passed_out(v, p, ending)) || (v->full_ends && is_full(v, p, ending));
}
