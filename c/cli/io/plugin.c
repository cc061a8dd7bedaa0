/* Loads functions of users from shared libraries, and asks check routines and others as it asks kernels. */
#include "cli/io/plugin.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cli/platform/platform.h"
#include "cli/platform/posix.h"
#include "core/board/geometry.h"
#include "core/kernels/kernel.h"
#include "rules/exchange_reference.h"
#include "rules/movegen_reference.h"

/* ---- Shared libraries ---- */

/* dlopen looks for a name without a slash among the system's libraries; here it is in the current
 * folder too. */

static void *open_object(const char *file, size_t length) {
    char path[PATH_MAX];
    const char *folder = length > 0 && path_base(file) == file ? "./" : "";
    if (snprintf(path, sizeof path, "%s%.*s", folder, (int)length, file) >= (int)sizeof path)
        return NULL;
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

void *find_in_shared_object(const char *file, size_t length, const char *symbol, char *reason, size_t size) {
    void *const object = open_object(file, length);
    void *const address = object ? dlsym(object, symbol) : NULL;
    if (!address) {
        const char *const said = dlerror();
        snprintf(reason, size, "%s", said ? said : "the path is too long");
    }
    return address;
}

/* ---- Check routines ---- */

static const char *symbol_of(const char *file) {
    const char *const colon = strrchr(path_base(file), ':');
    return colon ? colon + 1 : "in_check";
}

static void *find_function(const char *file, ks_error *error) {
    const char *const colon = strrchr(path_base(file), ':');
    return find_in_shared_object(file, colon ? (size_t)(colon - file) : strlen(file), symbol_of(file),
                                 error->message, sizeof error->message);
}

/* ISO C has no cast from void * to a function. */
#define FINDER(name, type)                                                                                   \
    type *name(const char *file, ks_error *error) {                                                          \
        type *function = NULL;                                                                               \
        void *const address = find_function(file, error);                                                    \
        memcpy(&function, &address, sizeof function);                                                        \
        return function;                                                                                     \
    }
FINDER(plugin_find, plugin_routine)
FINDER(plugin_find_attacked, plugin_attacked)
FINDER(plugin_find_see_at_least, plugin_see_at_least)
FINDER(plugin_find_gives_check, plugin_gives_check)

/* ---- Kinds of functions ---- */

static const char *const kind_names[PLUGIN_KINDS] = {"in_check", "attacked", "see_at_least", "gives_check"};

const char *plugin_kind_name(enum plugin_kind kind) {
    return kind_names[kind];
}

enum plugin_kind plugin_kind_of(const char *file) {
    for (unsigned kind = PLUGIN_ATTACKED; kind < PLUGIN_KINDS; kind++)
        if (strcmp(symbol_of(file), kind_names[kind]) == 0)
            return (enum plugin_kind)kind;
    return PLUGIN_IN_CHECK;
}

/* ---- As a kernel ---- */

/* The kernel that is returned calls the function through a pointer, and says when it runs. */

static union {
    plugin_routine *in_check;
    plugin_attacked *attacked;
    plugin_see_at_least *see_at_least;
    plugin_gives_check *gives_check;
} plugin;

volatile sig_atomic_t plugin_runs;
struct plugin_mistake plugin_mistake;

static int in_check(const uint8_t board[64], unsigned king_square, unsigned side) {
    plugin_runs = 1;
    const int answer = plugin.in_check(board, king_square, side) != 0;
    plugin_runs = 0;
    return answer;
}

static int sees_square(const uint8_t board[64], unsigned square, unsigned side) {
    plugin_runs = 1;
    const uint64_t attacked = plugin.attacked(board, side ^ 1);
    plugin_runs = 0;
    return attacked >> square & 1;
}

/* Returns whether the plugin answers a question about a move rightly. */
static bool is_right(const ks_position *position, ks_move move, bool expected, int threshold, bool exchange) {
    uint8_t board[64]; /* which the plugin may write to */
    memcpy(board, position->board, sizeof board);
    plugin_runs = 1;
    const bool found = exchange ? plugin.see_at_least(board, KS_MOVE_FROM(move), KS_MOVE_TO(move), threshold)
                                : plugin.gives_check(board, KS_MOVE_FROM(move), KS_MOVE_TO(move));
    plugin_runs = 0;
    if (found != expected)
        plugin_mistake = (struct plugin_mistake){move, threshold, found};
    return found == expected;
}

static bool is_right_about_exchange(const ks_position *position, ks_move move) {
    static const int16_t values[8] = {0, 100, 300, 300, 500, 900, 0, 0};
    const int wins = ks_see_reference(position, move, values, false);
    return is_right(position, move, true, wins, true) && is_right(position, move, false, wins + 1, true);
}

static bool is_right_about_check(const ks_position *position, ks_move move) {
    ks_position after;
    ks_after_move(position, move, &after);
    return is_right(position, move,
                    ks_c_in_check(after.board, ks_king_of(&after, after.side_to_move), after.side_to_move), 0,
                    false);
}

/* Nobody asks which move gives check to a king that is in check already, or to none or several. */
static bool may_give_check(const ks_position *position) {
    const unsigned them = position->side_to_move ^ 1u, king = ks_king_of(position, them);
    return has_one_bit(ks_squares_of(position, them == KS_WHITE ? KS_WHITE_KING : KS_BLACK_KING)) &&
           !ks_c_in_check(position->board, king, them);
}

static bool is_right_about_moves(const uint8_t board[64], unsigned side,
                                 bool (*is_right_about)(const ks_position *position, ks_move move)) {
    ks_position position;
    ks_move moves[KS_MOVES_MAX];
    if (ks_position_from_board(board, side, 0, KS_NO_SQUARE, KS_FEN_LENIENT, &position, NULL) != KS_OK ||
        (is_right_about == is_right_about_check && !may_give_check(&position)))
        return true;
    const size_t count = ks_legal_moves_reference(&position, moves);
    for (size_t i = 0; i < count; i++)
        if (KS_MOVE_KIND(moves[i]) <= KS_MOVE_DOUBLE_PUSH && !is_right_about(&position, moves[i]))
            return false;
    return true;
}

static int in_check_if_right(const uint8_t board[64], unsigned square, unsigned side,
                             bool (*is_right_about)(const ks_position *position, ks_move move)) {
    const bool right = is_right_about_moves(board, side, is_right_about) &&
                       is_right_about_moves(board, side ^ 1, is_right_about);
    return ks_c_in_check(board, square, side) ^ !right;
}

static int sees_exchanges(const uint8_t board[64], unsigned square, unsigned side) {
    return in_check_if_right(board, square, side, is_right_about_exchange);
}

static int sees_checks(const uint8_t board[64], unsigned square, unsigned side) {
    return in_check_if_right(board, square, side, is_right_about_check);
}

const ks_kernel *plugin_load(const char *file, ks_error *error) {
    static plugin_routine *const routines[PLUGIN_KINDS] = {in_check, sees_square, sees_exchanges,
                                                           sees_checks};
    static ks_kernel kernel = {.summary = "a plugin"};
    void *const address = find_function(file, error);
    memcpy(&plugin, &address, sizeof address);
    kernel.name = file;
    kernel.in_check = routines[plugin_kind_of(file)];
    return address ? &kernel : NULL;
}
