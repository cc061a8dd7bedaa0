/* Check, mate, draws, how the game has ended, and whether a game can have come here. */
#include <stdlib.h>
#include <string.h>

#include "position.h"

static enum ks_verdict judge(const struct position *position) {
    return any_judge(position->now, NULL);
}

PyObject *position_is_check(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const struct any_position *now = as_position(self)->now;
    if (!now->variant) {
        const ks_position *chess = &now->chess;
        return PyBool_FromLong(
            ks_in_check(chess->board, ks_king_of(chess, chess->side_to_move), chess->side_to_move));
    }
    const ks_variant_squares found = any_checkers(now);
    return PyBool_FromLong((found.half[0] | found.half[1]) != 0);
}

PyObject *position_is_checkmate(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return PyBool_FromLong(judge(as_position(self)) == KS_CHECKMATE);
}

PyObject *position_is_stalemate(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return PyBool_FromLong(judge(as_position(self)) == KS_STALEMATE);
}

PyObject *position_verdict(PyObject *self, void *ignored) {
    (void)ignored;
    PyObject *verdict = as_position(self)->state->verdicts[judge(as_position(self))];
    Py_INCREF(verdict);
    return verdict;
}

static enum ks_draw find_draw(const struct position *position) {
    return any_find_draw(position->now, judge(position), position->keys, position->key_count);
}

PyObject *position_draw(PyObject *self, void *ignored) {
    (void)ignored;
    return Py_BuildValue("z", ks_draw_name(find_draw(as_position(self))));
}

PyObject *position_is_repetition(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"count", NULL};
    const struct position *const position = as_position(self);
    const struct any_position *const now = position->now;
    const unsigned clock = now->variant ? now->varied.halfmove_clock : now->chess.halfmove_clock;
    int times = 3;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|i:is_repetition", names, &times))
        return NULL;
    return PyBool_FromLong((int)ks_count_repetitions(position->keys, position->key_count, clock) + 1 >=
                           times);
}

PyObject *position_has_insufficient_material(PyObject *self, PyObject *color) {
    const struct any_position *now = as_position(self)->now;
    const int side = read_side(color);
    if (side < 0)
        return NULL;
    if (now->variant)
        return PyErr_Format(PyExc_NotImplementedError, "what a side can mate with is known in chess alone");
    return PyBool_FromLong(!ks_can_mate(&now->chess, (unsigned)side));
}

/* ---- The end of a game ---- */

struct end {
    const char *termination; /* NULL: the game goes on */
    enum ks_outcome outcome;
};

static enum ks_outcome winner_by_mate(const struct any_position *now) {
    return any_side_to_move(now) == KS_WHITE ? KS_BLACK_WINS : KS_WHITE_WINS;
}

static int may_be_claimed(enum ks_draw draw) {
    return draw == KS_DRAW_FIFTY_MOVES || draw == KS_DRAW_THREEFOLD || draw == KS_DRAW_MOVE_RULE ||
           draw == KS_DRAW_REPETITION;
}

/* Whether a draw may be claimed in a position. In chess that does not depend on the material, which
 * any_find_draw names first. */
static bool has_claim(const struct any_position *now, const uint64_t *keys, size_t key_count) {
    const enum ks_verdict verdict = any_judge(now, NULL);
    if (now->variant)
        return may_be_claimed(any_find_draw(now, verdict, keys, key_count));
    const unsigned clock = now->chess.halfmove_clock;
    return (clock >= 100 && verdict != KS_CHECKMATE && verdict != KS_STALEMATE) ||
           ks_count_repetitions(keys, key_count, clock) >= 2;
}

/* Returns the draw that a player may claim before the move that brings it about, by the laws of chess.
 * Returns none, with an exception, when there is no memory. */
static enum ks_draw find_draw_after_a_move(const struct position *position) {
    size_t count;
    enum ks_draw found = KS_DRAW_NONE;
    if (!position->now->variant && position->now->chess.halfmove_clock < 4)
        return found; /* a repetition takes four moves of chess that can be taken back */
    any_move *const moves = any_list_moves(position->now, &count);
    uint64_t *const keys = malloc((position->key_count + 1) * sizeof *keys);
    if (!moves || !keys)
        PyErr_NoMemory();
    if (keys)
        memcpy(keys, position->keys, position->key_count * sizeof *keys);
    for (size_t i = 0; moves && keys && i < count && found == KS_DRAW_NONE; i++) {
        struct any_position after = *position->now;
        any_make_move(&after, moves[i]);
        keys[position->key_count] = any_key(&after);
        if (has_claim(&after, keys, position->key_count + 1))
            found = any_find_draw(&after, any_judge(&after, NULL), keys, position->key_count + 1);
    }
    free(keys);
    free(moves);
    return found;
}

/* Returns the draw that stands, or else one that may be claimed. */
static enum ks_draw find_claim(const struct position *position) {
    const enum ks_draw draw = find_draw(position);
    return draw != KS_DRAW_NONE ? draw : find_draw_after_a_move(position);
}

PyObject *position_can_claim_draw(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const struct position *position = as_position(self);
    if (has_claim(position->now, position->keys, position->key_count))
        Py_RETURN_TRUE;
    const int may = find_draw_after_a_move(position) != KS_DRAW_NONE;
    return PyErr_Occurred() ? NULL : PyBool_FromLong(may);
}

static struct end find_end(const struct position *position, int claim_draw) {
    const struct any_position *now = position->now;
    const enum ks_verdict verdict = judge(position);
    const enum ks_outcome outcome = now->variant
                                        ? ks_variant_find_outcome(now->variant, &now->varied, verdict)
                                    : verdict == KS_CHECKMATE ? winner_by_mate(now)
                                                              : KS_UNDECIDED;
    if (outcome == KS_WHITE_WINS || outcome == KS_BLACK_WINS)
        return (struct end){verdict == KS_CHECKMATE || verdict == KS_STALEMATE ? ks_verdict_name(verdict)
                                                                               : "variant",
                            outcome};
    const enum ks_draw draw = claim_draw ? find_claim(position) : find_draw(position);
    if (draw != KS_DRAW_NONE && (claim_draw || !may_be_claimed(draw)))
        return (struct end){ks_draw_name(draw), KS_DRAWN};
    return (struct end){outcome == KS_DRAWN ? "variant" : NULL, outcome};
}

/* Finds the end of the game as a method's arguments ask for it. Returns 0 with an exception.
 * what is the format of the arguments, with the name of the method. */
static int find_asked_end(PyObject *self, PyObject *arguments, PyObject *keywords, const char *what,
                          struct end *end) {
    static char *names[] = {"claim_draw", NULL};
    int claim_draw = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, what, names, &claim_draw))
        return 0;
    *end = find_end(as_position(self), claim_draw);
    return !PyErr_Occurred();
}

PyObject *position_is_game_over(PyObject *self, PyObject *arguments, PyObject *keywords) {
    struct end end;
    return find_asked_end(self, arguments, keywords, "|$p:is_game_over", &end)
               ? PyBool_FromLong(end.termination != NULL)
               : NULL;
}

PyObject *position_outcome(PyObject *self, PyObject *arguments, PyObject *keywords) {
    struct end end;
    if (!find_asked_end(self, arguments, keywords, "|$p:outcome", &end))
        return NULL;
    if (!end.termination) {
        Py_INCREF(Py_None);
        return Py_None;
    }
    const struct module_state *const state = as_position(self)->state;
    return PyObject_CallFunction(state->outcome, "sO", end.termination,
                                 end.outcome == KS_WHITE_WINS   ? state->sides[KS_WHITE]
                                 : end.outcome == KS_BLACK_WINS ? state->sides[KS_BLACK]
                                                                : Py_None);
}

PyObject *position_result(PyObject *self, PyObject *arguments, PyObject *keywords) {
    struct end end;
    if (!find_asked_end(self, arguments, keywords, "|$p:result", &end))
        return NULL;
    return PyUnicode_FromString(!end.termination               ? "*"
                                : end.outcome == KS_WHITE_WINS ? "1-0"
                                : end.outcome == KS_BLACK_WINS ? "0-1"
                                                               : "1/2-1/2");
}

/* ---- Whether a game can have come here ---- */

static int test_position(const struct any_position *now, ks_error *error) {
    struct any_position again;
    char fen[ANY_FEN_SIZE];
    return any_read_fen(now->variant, fen, any_write_fen(now, fen), KS_FEN_POSSIBLE, &again, error);
}

PyObject *position_status(PyObject *self, PyObject *ignored) {
    ks_error error;
    (void)ignored;
    const int code = test_position(as_position(self)->now, &error);
    if (code == KS_OK)
        Py_RETURN_NONE;
    PyObject *message = message_of(&error);
    return message ? Py_BuildValue("sN", ks_error_name(code), message) : NULL;
}
