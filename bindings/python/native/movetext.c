/* The function read_movetext: one game of chess as a flat list, from which kingscan/chess/pgn makes its tree.
 */
#include <string.h>

#include "chess_board.h"
#include "game/common/any_position.h"
#include "game/common/remarks.h"
#include "game/pgn/beginning.h"
#include "game/pgn/open.h"

enum { WINDOW = 2 * TAG_READABLE }; /* a reader is made for each game */

static const char *const PASSES[] = {"--", "Z0", "0000", "@@@@"}; /* those of python-chess */

static int append(PyObject *list, PyObject *item) {
    const int appended = item && PyList_Append(list, item) == 0;
    Py_XDECREF(item);
    return appended;
}

static int append_text(PyObject *list, const char *text) {
    return append(list, PyUnicode_FromString(text));
}

static int append_glyph(PyObject *list, uint32_t glyph) {
    return append(list, PyLong_FromUnsignedLong(glyph));
}

/* Appends a move, and the glyph of signs such as !? that its word ends with. */
static int append_move(PyObject *list, const ks_pgn_item *item, PyObject *move) {
    const uint32_t glyph = glyph_of_signs(item);
    return append(list, move) && (!glyph || append_glyph(list, glyph));
}

static int square_of(const char *name) {
    return name[0] - 'a' + 8 * (name[1] - '1');
}

/* Makes the Move of a ks_move as UCI has it. The king's rank says who castles. */
static PyObject *move_of(struct module_state *state, ks_move move, ks_uci_flags flags) {
    static const char kinds[] = " pnbrq";
    const ks_position position = {.side_to_move = KS_MOVE_FROM(move) / 8 == 7 ? KS_WHITE : KS_BLACK};
    char uci[KS_UCI_SIZE];
    const size_t length = ks_write_uci(&position, move, flags, uci);
    const int promotion = length > 4 ? (int)(strchr(kinds, uci[4]) - kinds) : 0;
    return new_chess_move(state, square_of(uci), square_of(uci + 2), promotion, 0);
}

static int is_pass(const ks_pgn_item *item) {
    size_t length = item->length;
    while (length > 0 && strchr("!?", item->text[length - 1]))
        length--;
    for (size_t i = 0; i < sizeof PASSES / sizeof *PASSES; i++)
        if (strlen(PASSES[i]) == length && memcmp(item->text, PASSES[i], length) == 0)
            return 1;
    return 0;
}

/* Appends an item. Returns 0 for one that this list can't have, or with an exception. */
static int append_item(struct module_state *state, PyObject *list, const ks_pgn_item *item,
                       ks_uci_flags flags) {
    switch (item->kind) {
    case KS_PGN_MOVE:
        return append_move(list, item, move_of(state, item->move, flags));
    case KS_PGN_NULL_MOVE:
        return is_pass(item) && append_move(list, item, new_chess_move(state, 0, 0, 0, 0));
    case KS_PGN_COMMENT:
        return append_text(list, "{");
    case KS_PGN_COMMENT_GOES_ON:
        return 1;
    case KS_PGN_NAG: /* signs such as +/- are no glyphs to python-chess */
        if (!strchr("$!?", item->text[0]))
            return 1;
        return item->number != UINT32_MAX && append_glyph(list, item->number); /* UINT32_MAX: or larger */
    case KS_PGN_BEGIN:
        return append_text(list, "(");
    case KS_PGN_END:
        return append_text(list, ")");
    default:
        return 0;
    }
}

/* Returns the first game of a reader, which has to be one of chess without errors, and the only one; None for
 * others; NULL with an exception. */
static PyObject *read_one_game(struct module_state *state, ks_pgn *pgn) {
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    const ks_position *start = ks_pgn_next_game(pgn) ? ks_pgn_get_position(pgn) : NULL;
    if (!start)
        return Py_BuildValue("");
    struct any_position first = {.chess = *start};
    const ks_uci_flags flags = any_game_notation(pgn, &first);
    PyObject *list = PyList_New(0);
    int is_plain = list != NULL;
    for (const ks_pgn_item *item; is_plain && (item = ks_pgn_next_item(pgn)) != NULL;)
        is_plain = append_item(state, list, item, flags);
    PyObject *found = NULL;
    if (is_plain && !ks_pgn_next_game(pgn))
        found = Py_BuildValue("OOs", flags & KS_UCI_CHESS960 ? Py_True : Py_False, list,
                              results[ks_pgn_get_result(pgn)]);
    else if (!PyErr_Occurred())
        found = Py_BuildValue("");
    Py_XDECREF(list);
    return found;
}

PyObject *read_movetext(PyObject *module, PyObject *argument) {
    char *text;
    Py_ssize_t length;
    if (PyBytes_AsStringAndSize(argument, &text, &length) != 0)
        return NULL;
    ks_pgn *pgn = ks_open_games_in_memory(WINDOW, text, (size_t)length,
                                          KS_PGN_COMMENTS | KS_PGN_VARIATIONS | KS_PGN_NULL_MOVES, NULL);
    if (!pgn)
        return PyErr_NoMemory();
    PyObject *found = read_one_game(state_of(module), pgn);
    ks_pgn_close(pgn);
    return found;
}
