/* Draws lines of the board, walls, passing, goals and connections, and writes them as text. */
#include <stdio.h>

#include "support/random.h"
#include "support/variants/random.h"

static bool one_in(uint64_t *state, unsigned n) {
    return random_below(state, n) == 0;
}

static void put(struct random_variant *r, const char *text) {
    r->length += (size_t)snprintf(r->text + r->length, VARIANT_TEXT - r->length, "%s", text);
}

/* A king that moves as a wazir would also move along the lines. */
static bool may_be_wazir(const struct naive_type *type) {
    return type->term_count == 1 && type->terms->far == 1 && type->terms->near == 0;
}

void add_random_lines(uint64_t *state, struct random_variant *r) {
    struct naive_variant *const v = &r->naive;
    char text[8];
    if (v->rook < 0 || may_be_wazir(&v->types[v->royal]) || one_in(state, 2))
        return;
    put(r, "diagonalLines = a1");
    for (int square = 0; square < v->squares; square++) {
        const bool corner = square == v->squares - v->files; /* a1 */
        v->lines[square] = corner || one_in(state, 2);
        snprintf(text, sizeof text, " %c%d", 'a' + square % v->files, v->ranks - square / v->files);
        if (v->lines[square])
            put(r, text);
    }
    put(r, "\n");
    struct naive_type *const rook = &v->types[v->rook];
    rook->terms[rook->term_count++] =
        (struct naive_term){.far = 1, .near = 1, .moves = true, .captures = true, .lines = true};
}

static void add_goal_of(uint64_t *state, struct random_variant *r, int side) {
    struct naive_variant *const v = &r->naive;
    const int types = v->royal + 1; /* the forms come after these */
    const bool all = one_in(state, 3);
    char text[32];
    if (!all) {
        const int type = (int)random_below(state, (unsigned)types);
        v->flag[side][type] = true;
        snprintf(text, sizeof text, "flagPiece%s = %c\n", side ? "Black" : "White", v->types[type].label);
        put(r, text);
    }
    for (int type = 0; all && type < v->type_count; type++)
        v->flag[side][type] = true;
    snprintf(text, sizeof text, "flagRegion%s =", side ? "Black" : "White");
    put(r, text);
    for (int count = 1 + (int)random_below(state, 4); count > 0; count--) {
        const int square = (int)random_below(state, (unsigned)v->squares);
        v->goal[side][square] = true;
        snprintf(text, sizeof text, " %c%d", 'a' + square % v->files, v->ranks - square / v->files);
        put(r, text);
    }
    put(r, "\n");
}

static void add_goals(uint64_t *state, struct random_variant *r) {
    struct naive_variant *const v = &r->naive;
    char text[80];
    v->flags = 1 + (int)random_below(state, 3);
    v->blocked_flag = one_in(state, 2);
    v->safe_flag = one_in(state, 2);
    snprintf(text, sizeof text, "flagPieceCount = %d\nflagPieceBlockedWin = %s\nflagPieceSafe = %s\n",
             v->flags, v->blocked_flag ? "true" : "false", v->safe_flag ? "true" : "false");
    put(r, text);
    add_goal_of(state, r, 0);
    if (one_in(state, 2))
        add_goal_of(state, r, 1);
}

/* Draws squares for a key; one square at least. */
static void put_squares(uint64_t *state, struct random_variant *r, const char *key, unsigned one_of,
                        bool squares[NAIVE_SQUARES]) {
    struct naive_variant *const v = &r->naive;
    const int sure = (int)random_below(state, (unsigned)v->squares);
    char text[8];
    put(r, key);
    for (int square = 0; square < v->squares; square++) {
        squares[square] = square == sure || one_in(state, one_of);
        snprintf(text, sizeof text, " %c%d", 'a' + square % v->files, v->ranks - square / v->files);
        if (squares[square])
            put(r, text);
    }
    put(r, "\n");
}

/* Draws where moves build walls. Castling, passes and drops are left to other tests; no piece comes
 * through a gate as well. */
static void add_walling(uint64_t *state, struct random_variant *r) {
    static const char *const names[] = {"none", "arrow", "duck", "edge", "past", "static"};
    struct naive_variant *const v = &r->naive;
    char text[32];
    if (v->castling || v->passes_stuck || v->drops || v->gating || v->explodes || one_in(state, 2))
        return;
    v->walling = NAIVE_ARROW + random_below(state, NAIVE_WALLINGS - NAIVE_ARROW);
    const unsigned one_of = v->walling == NAIVE_PAST                                ? 1
                            : v->walling == NAIVE_ARROW || v->walling == NAIVE_EDGE ? 4
                                                                                    : 24;
    v->walls |= v->walling == NAIVE_EDGE;
    snprintf(text, sizeof text, "wallingRule = %s\n", names[v->walling]);
    put(r, text);
    put_squares(state, r, "wallingRegionWhite =", one_of, v->wall_region[0]);
    put_squares(state, r, "wallingRegionBlack =", one_of, v->wall_region[1]);
}

static void add_chains(uint64_t *state, struct random_variant *r) {
    struct naive_connection *const rule = &r->naive.connection;
    rule->chain = true;
    put_squares(state, r, "connectRegion1White =", 8, rule->ends[0][0]);
    put_squares(state, r, "connectRegion2White =", 8, rule->ends[0][1]);
    put_squares(state, r, "connectRegion1Black =", 8, rule->ends[1][0]);
    put_squares(state, r, "connectRegion2Black =", 8, rule->ends[1][1]);
}

static bool put_bool(uint64_t *state, struct random_variant *r, const char *key) {
    const bool yes = !one_in(state, 3);
    put(r, key);
    put(r, yes ? " = true\n" : " = false\n");
    return yes;
}

static void add_connection(uint64_t *state, struct random_variant *r) {
    struct naive_connection *const rule = &r->naive.connection;
    const int only = (int)random_below(state, (unsigned)r->naive.royal);
    const bool all = one_in(state, 2);
    char text[80];
    rule->row = one_in(state, 2) ? 3 + (int)random_below(state, 2) : 0;
    rule->scattered = one_in(state, 2) ? 4 + (int)random_below(state, 2) : 0;
    rule->block = one_in(state, 2) ? 2 : 0;
    snprintf(text, sizeof text, "connectN = %d\ncollinearN = %d\nconnectNxN = %d\n", rule->row,
             rule->scattered, rule->block);
    put(r, text);
    rule->ranks = put_bool(state, r, "connectHorizontal");
    rule->files = put_bool(state, r, "connectVertical");
    rule->diagonals = put_bool(state, r, "connectDiagonal");
    for (int type = 0; type < r->naive.type_count; type++)
        rule->types[type] = all || type == only;
    if (!all) {
        snprintf(text, sizeof text, "connectPieceTypes = %c\n", r->naive.types[only].label);
        put(r, text);
    }
    if (one_in(state, 2))
        add_chains(state, r);
}

void add_random_ends(uint64_t *state, struct random_variant *r) {
    struct naive_variant *const v = &r->naive;
    v->walls = one_in(state, 4);
    v->passes = one_in(state, 6);
    v->passes_stuck = v->passes || one_in(state, 6);
    if (v->passes)
        put(r, "pass = true\n");
    else if (v->passes_stuck)
        put(r, "passOnStalemate = true\n");
    if (one_in(state, 4))
        add_goals(state, r);
    if (one_in(state, 5))
        add_connection(state, r);
    add_walling(state, r);
}
