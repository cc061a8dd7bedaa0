/* Check, mate, draws, and how the game has ended. */
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
            ks_in_check(chess->board, ks_king_square(chess, chess->side_to_move), chess->side_to_move));
    }
    const ks_squares found = any_checkers(now);
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
    const enum ks_draw draw = find_draw(position);
    if (draw != KS_DRAW_NONE && (claim_draw || !may_be_claimed(draw)))
        return (struct end){ks_draw_name(draw), KS_DRAWN};
    return (struct end){outcome == KS_DRAWN ? "variant" : NULL, outcome};
}

/* what: the format of the arguments, with the name of the method. */
static int read_claim(PyObject *arguments, PyObject *keywords, const char *what, int *claim_draw) {
    static char *names[] = {"claim_draw", NULL};
    *claim_draw = 0;
    return PyArg_ParseTupleAndKeywords(arguments, keywords, what, names, claim_draw);
}

PyObject *position_is_game_over(PyObject *self, PyObject *arguments, PyObject *keywords) {
    int claim_draw;
    if (!read_claim(arguments, keywords, "|$p:is_game_over", &claim_draw))
        return NULL;
    return PyBool_FromLong(find_end(as_position(self), claim_draw).termination != NULL);
}

PyObject *position_outcome(PyObject *self, PyObject *arguments, PyObject *keywords) {
    int claim_draw;
    if (!read_claim(arguments, keywords, "|$p:outcome", &claim_draw))
        return NULL;
    const struct end end = find_end(as_position(self), claim_draw);
    if (!end.termination) {
        Py_INCREF(Py_None);
        return Py_None;
    }
    struct module_state *state = as_position(self)->state;
    return PyObject_CallFunction(state->outcome, "sO", end.termination,
                                 end.outcome == KS_WHITE_WINS   ? state->words[WORD_WHITE]
                                 : end.outcome == KS_BLACK_WINS ? state->words[WORD_BLACK]
                                                                : Py_None);
}
