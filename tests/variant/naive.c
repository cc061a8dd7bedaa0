/* Compares two generators for variants that share no code: random pieces and rules of every kind, random
 * boards, random games, of which some are long and begin with few pieces, castling rights and full hands.
 * TEST_SEED=N draws others. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/drawn.h"
#include "support/variants/random.h"
#include "support/variants/same.h"

/* The variant and the position under comparison. */
struct comparison {
    struct random_variant random;
    ks_variants *variants;
    const ks_variant *variant;
    char fen[NAIVE_FEN];
    uint64_t state, lenient_state;
    unsigned positions, moves, checks, promotions, en_passants, castlings, first_pushes, drops, turns, passes,
        ends, refused, lenient, royal_checks, walls, connections, explosions, forced, few, longest, gatings,
        counted;
    unsigned plies_a_perft; /* 0: the games compare no perft */
};

/* ---- Moves as numbers ---- */

static int by_number(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Returns the move as a ks_variant_move. First pushes are not marked: the positions after them show the
 * difference. */
static uint32_t number_of(struct naive_move move) {
    const unsigned kind = move.kind == NAIVE_EN_PASSANT ? KS_VARIANT_EN_PASSANT
                          : move.kind == NAIVE_CASTLING ? KS_VARIANT_CASTLING
                          : move.kind == NAIVE_DROP     ? KS_VARIANT_DROP
                          : move.kind == NAIVE_PASS     ? KS_VARIANT_PASS
                                                        : KS_VARIANT_PLAIN;
    const uint32_t wall = move.wall ? 1u << 31 | (uint32_t)(move.wall - 1) << 22 : 0;
    const uint32_t gated = (uint32_t)move.gated << 22 | (uint32_t)move.by_rook << 27;
    return (uint32_t)move.from | (uint32_t)move.to << 7 | kind << 14 | (uint32_t)move.promotion << 17 | wall |
           gated;
}

static uint32_t without_pushes(ks_variant_move move) {
    return KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_FIRST_PUSH ? move & ~(7u << 14) : move;
}

static const char *const kind_marks[] = {"/", "!", "e.p./", "castling/", "@", "pass"};

/* Writes the moves that are not in the other list. Both lists are sorted. */
static void write_others(const uint32_t *moves, size_t count, const uint32_t *others, size_t other_count,
                         char *out) {
    unsigned written = 0;
    *out = '\0';
    for (size_t i = 0; i < count && written < 200; i++) {
        if (bsearch(&moves[i], others, other_count, sizeof *others, by_number))
            continue;
        out += sprintf(out, " %u-%u%s%u", KS_VARIANT_MOVE_FROM(moves[i]), KS_VARIANT_MOVE_TO(moves[i]),
                       kind_marks[KS_VARIANT_MOVE_KIND(moves[i])], KS_VARIANT_MOVE_PROMOTION(moves[i]));
        if (KS_VARIANT_MOVE_BUILDS(moves[i]))
            out += sprintf(out, ",%u", KS_VARIANT_MOVE_WALL(moves[i]));
        if (KS_VARIANT_MOVE_GATED(moves[i]))
            out += sprintf(out, "/%u%s", KS_VARIANT_MOVE_GATED(moves[i]),
                           KS_VARIANT_MOVE_GATES_ROOK(moves[i]) ? "r" : "");
        written++;
    }
}

static void expect_same_moves(const struct comparison *c, const struct naive_move *naive, size_t naive_count,
                              const ks_variant_move *ours, size_t count) {
    static uint32_t expected[NAIVE_MOVES], found[NAIVE_MOVES];
    static char left[8192], right[8192];
    for (size_t i = 0; i < naive_count; i++)
        expected[i] = number_of(naive[i]);
    for (size_t i = 0; i < count; i++)
        found[i] = without_pushes(ours[i]);
    qsort(expected, naive_count, sizeof *expected, by_number);
    qsort(found, count, sizeof *found, by_number);
    if (count == naive_count && memcmp(expected, found, count * sizeof *found) == 0)
        return;
    write_others(expected, naive_count, found, count, left);
    write_others(found, count, expected, naive_count, right);
    cr_assert_fail("%s%s\nexpected %zu, not found:%s\nfound %zu, not expected:%s", c->random.text, c->fen,
                   naive_count, left, count, right);
}

/* ---- One position ---- */

static ks_variant_squares naive_attackers(const struct naive_variant *v, const struct naive_position *p,
                                          int to, int by) {
    ks_variant_squares squares = {{0}};
    for (int from = 0; from < v->squares; from++)
        if (naive_is_piece(p->board[from]) && (p->board[from] >= 'a') == by && naive_attacks(v, p, from, to))
            squares.half[from >> 6] |= (uint64_t)1 << (from & 63);
    return squares;
}

static void expect_same_attackers(const struct comparison *c, const struct naive_position *p,
                                  const ks_variant_position *ours, int square, int by) {
    const ks_variant_squares expected = naive_attackers(&c->random.naive, p, square, by),
                             found = ks_variant_attackers(c->variant, ours, (unsigned)square, (unsigned)by);
    cr_assert(expected.half[0] == found.half[0] && expected.half[1] == found.half[1],
              "%s%s\nattackers of square %d by %d: expected %llx %llx, found %llx %llx", c->random.text,
              c->fen, square, by, (unsigned long long)expected.half[1], (unsigned long long)expected.half[0],
              (unsigned long long)found.half[1], (unsigned long long)found.half[0]);
}

static enum ks_verdict naive_verdict(const struct naive_variant *v, const struct naive_position *p,
                                     unsigned king, size_t moves) {
    const bool touch = naive_kings_touch(v, p);
    ks_variant_squares checkers =
        touch ? (ks_variant_squares){{0}} : naive_attackers(v, p, (int)king, !p->side);
    const int facing = touch ? -1 : naive_facing_king(v, p, p->side);
    bool checked[NAIVE_SQUARES];
    naive_checked_royals(v, p, p->side, checked);
    for (int square = 0; square < v->squares; square++)
        if (checked[square]) {
            const ks_variant_squares more = naive_attackers(v, p, square, !p->side);
            checkers =
                (ks_variant_squares){{checkers.half[0] | more.half[0], checkers.half[1] | more.half[1]}};
        }
    if (facing >= 0)
        checkers.half[facing >> 6] |= (uint64_t)1 << (facing & 63);
    const int count = __builtin_popcountll(checkers.half[0]) + __builtin_popcountll(checkers.half[1]);
    if (moves == 0 && !naive_is_over(v, p))
        return count ? KS_CHECKMATE : KS_STALEMATE;
    return count == 0 ? KS_SAFE : count == 1 ? KS_CHECK : KS_DOUBLE_CHECK;
}

/* Compares all answers; `moves` receives the naive moves. */
static size_t compare_position(struct comparison *c, const struct naive_position *p,
                               const ks_variant_position *ours, struct naive_move *moves) {
    static ks_variant_move found[NAIVE_MOVES];
    const struct naive_variant *const v = &c->random.naive;
    const size_t count = (size_t)naive_legal_moves(v, p, moves);
    const unsigned king = ours->king[p->side];
    expect_same_moves(c, moves, count, found, ks_variant_legal_moves(c->variant, ours, found, NAIVE_MOVES));
    if (king != KS_VARIANT_NO_SQUARE)
        expect_same_attackers(c, p, ours, (int)king, !p->side);
    expect_same_attackers(c, p, ours, (int)random_below(&c->state, (unsigned)v->squares),
                          (int)random_below(&c->state, 2));
    const enum ks_verdict verdict = naive_verdict(v, p, king, count);
    cr_assert_eq(ks_variant_judge(c->variant, ours, NULL), verdict, "%s%s", c->random.text, c->fen);
    c->positions++;
    c->ends += naive_is_over(v, p);
    c->connections += naive_has_connected(v, p, !p->side);
    c->moves += (unsigned)count;
    bool checked[NAIVE_SQUARES];
    c->royal_checks += naive_checked_royals(v, p, p->side, checked);
    c->checks += verdict == KS_CHECK || verdict == KS_DOUBLE_CHECK;
    return count;
}

static void read_fen(struct comparison *c, const struct naive_position *p, ks_variant_position *ours) {
    ks_error error;
    naive_write_fen(&c->random.naive, p, c->fen);
    cr_assert_eq(ks_variant_read_fen(c->variant, c->fen, strlen(c->fen), KS_FEN_RIGHTS, ours, &error), KS_OK,
                 "%s%s\n%s", c->random.text, c->fen, error.message);
}

/* Expects the same position after both have made the move, also when it is written and read. */
static void expect_same_varied_position(struct comparison *c, const struct naive_position *p,
                                        const ks_variant_position *ours, const char *before) {
    ks_variant_position read, again;
    char fen[KS_VARIANT_FEN_SIZE], expected[KS_VARIANT_FEN_SIZE];
    read_fen(c, p, &read);
    ks_variant_write_x_fen(c->variant, ours, fen);
    ks_variant_write_x_fen(c->variant, &read, expected);
    cr_assert(same_varied_position(&read, ours), "%safter %s: expected %s, found %s", c->random.text, before,
              expected, fen);
    cr_assert_eq(ks_variant_read_fen(c->variant, fen, strlen(fen), KS_FEN_RIGHTS, &again, NULL), KS_OK,
                 "%s%s", c->random.text, fen);
    cr_assert(same_varied_position(&again, ours), "%s%s is read as another position", c->random.text, fen);
}

/* ---- Games ---- */

/* Returns the library's move that corresponds to the naive one. */
static ks_variant_move find_move(const struct comparison *c, const ks_variant_position *ours,
                                 struct naive_move move) {
    ks_variant_move moves[NAIVE_MOVES];
    size_t count = ks_variant_legal_moves(c->variant, ours, moves, NAIVE_MOVES);
    while (without_pushes(moves[--count]) != number_of(move))
        ;
    return moves[count];
}

static void expect_read_as_written(const struct comparison *c, const ks_variant_position *ours,
                                   ks_variant_move move) {
    char uci[KS_VARIANT_UCI_SIZE];
    ks_variant_attempt attempt;
    ks_error error = {.message = "another move"};
    const size_t length = ks_variant_write_uci(c->variant, ours, move, 0, uci);
    const int code = ks_variant_read_move(c->variant, ours, uci, length, &attempt, &error);
    cr_assert(code == KS_OK && attempt.move == move, "%s%s\n%s: %s", c->random.text, c->fen, uci,
              error.message);
}

/* Makes the move, and expects the same position when it is taken back. */
static void make_move(const struct comparison *c, ks_variant_position *ours, ks_variant_move move) {
    const ks_variant_position before = *ours;
    ks_variant_position back;
    ks_variant_undo undo;
    ks_variant_make_move(c->variant, ours, move, &undo);
    back = *ours;
    ks_variant_unmake_move(c->variant, &back, move, &undo);
    cr_assert(same_varied_position(&back, &before), "%s%s\n%u-%u%s is not taken back", c->random.text, c->fen,
              KS_VARIANT_MOVE_FROM(move), KS_VARIANT_MOVE_TO(move), kind_marks[KS_VARIANT_MOVE_KIND(move)]);
}

/* Chooses mostly a move of one of the rarer kinds. */
static struct naive_move choose_move(struct comparison *c, const struct naive_move *moves, size_t count) {
    struct naive_move move = moves[random_below(&c->state, (unsigned)count)];
    if (random_below(&c->state, 4) == 0)
        return move;
    for (size_t i = 0; i < count; i++)
        if (moves[i].kind > move.kind || (moves[i].kind == move.kind && moves[i].gated > move.gated))
            move = moves[i];
    return move;
}

static void compare_perft(struct comparison *c, const struct naive_position *p) {
    ks_variant_position ours;
    read_fen(c, p, &ours);
    const unsigned long expected = naive_perft(&c->random.naive, p, 2);
    const unsigned long long found = ks_variant_perft(c->variant, &ours, 2);
    cr_assert_eq(found, expected, "%s%s\nperft 2: expected %lu, found %llu", c->random.text, c->fen, expected,
                 found);
}

static bool has_few_pieces(const struct naive_variant *v, const struct naive_position *p) {
    enum { FEW = 6 };
    int pieces = 0;
    for (int square = 0; square < v->squares; square++)
        pieces += naive_is_piece(p->board[square]);
    return pieces <= FEW;
}

static void play(struct comparison *c, struct naive_position p, unsigned plies) {
    static struct naive_move moves[NAIVE_MOVES];
    ks_variant_position ours;
    char before[NAIVE_FEN];
    read_fen(c, &p, &ours);
    unsigned ply = 0;
    for (size_t count; (count = compare_position(c, &p, &ours, moves)) > 0 && ply < plies; ply++) {
        if (c->plies_a_perft && ply % c->plies_a_perft == 0)
            compare_perft(c, &p);
        c->few += has_few_pieces(&c->random.naive, &p);
        const struct naive_move move = choose_move(c, moves, count);
        const ks_variant_move chosen = find_move(c, &ours, move);
        c->promotions += move.promotion > 0;
        c->en_passants += move.kind == NAIVE_EN_PASSANT;
        c->castlings += move.kind == NAIVE_CASTLING;
        c->drops += move.kind == NAIVE_DROP;
        c->passes += move.kind == NAIVE_PASS;
        c->walls += move.wall > 0;
        c->gatings += move.gated > 0;
        const bool captures =
            move.kind >= NAIVE_PLAIN && move.kind <= NAIVE_FIRST_PUSH && p.board[move.to] != '.';
        c->explosions += captures && c->random.naive.explodes;
        c->forced += captures && c->random.naive.must_capture;
        c->turns += move.promotion - 1 > c->random.naive.royal;
        c->first_pushes += move.kind == NAIVE_FIRST_PUSH;
        strcpy(before, c->fen);
        expect_read_as_written(c, &ours, chosen);
        const int left = p.checks_left[p.side];
        naive_make_move(&c->random.naive, &p, move);
        c->counted += p.checks_left[!p.side] < left;
        make_move(c, &ours, chosen);
        expect_same_varied_position(c, &p, &ours, before);
    }
    c->longest = ply > c->longest ? ply : c->longest;
}

/* The side that has just moved cannot have left its king in check. */
static void compare_placement(struct comparison *c) {
    struct naive_position p;
    ks_variant_position ours;
    ks_error error;
    make_random_placement(&c->state, &c->random.naive, &p);
    const bool wrong = naive_in_check(&c->random.naive, &p, !p.side);
    naive_write_fen(&c->random.naive, &p, c->fen);
    const int code = ks_variant_read_fen(c->variant, c->fen, strlen(c->fen), KS_FEN_RIGHTS, &ours, &error);
    cr_assert_eq(code, wrong ? KS_ERROR_KING_CAPTURABLE : KS_OK, "%s%s\n%s", c->random.text, c->fen,
                 code == KS_OK ? "" : error.message);
    c->refused += wrong;
}

/* ---- Lenient positions ---- */

/* Adds pieces on any square, also pawns, and removes the enemy king or adds others, which then have no
 * rights. */
static void make_lenient(uint64_t *state, const struct naive_variant *v, struct naive_position *p) {
    make_random_placement(state, v, p);
    const char enemy = (char)(v->types[v->royal].label - (p->side ? 'a' - 'A' : 0));
    const unsigned kings = random_below(state, 3);
    if (kings != 1)
        p->castling_rook[!p->side][0] = p->castling_rook[!p->side][1] = -1;
    for (int square = 0; square < v->squares; square++)
        if (kings == 0 && p->board[square] == enemy)
            p->board[square] = '.';
    for (unsigned pieces = random_below(state, 12); pieces > 0; pieces--) {
        const unsigned square = random_below(state, (unsigned)v->squares);
        const char label = v->types[random_below(state, (unsigned)v->royal)].label;
        if (p->board[square] == '.')
            p->board[square] = kings == 2 && pieces % 4 == 0 ? enemy
                               : pieces & 1                  ? label
                                                             : (char)(label - 'a' + 'A');
    }
    open_random_gates(state, v, p);
}

static void compare_lenient(struct comparison *c) {
    static struct naive_move moves[NAIVE_MOVES];
    static ks_variant_move found[NAIVE_MOVES];
    const struct naive_variant *const v = &c->random.naive;
    struct naive_position p;
    ks_variant_position ours;
    ks_error error;
    make_lenient(&c->lenient_state, v, &p);
    naive_write_fen(v, &p, c->fen);
    cr_assert_eq(ks_variant_read_fen(c->variant, c->fen, strlen(c->fen), KS_FEN_RIGHTS | KS_FEN_LENIENT,
                                     &ours, &error),
                 KS_OK, "%s%s\n%s", c->random.text, c->fen, error.message);
    const size_t count = (size_t)naive_legal_moves(v, &p, moves);
    expect_same_moves(c, moves, count, found, ks_variant_legal_moves(c->variant, &ours, found, NAIVE_MOVES));
    cr_assert_eq(ks_variant_judge(c->variant, &ours, NULL), naive_verdict(v, &p, ours.king[p.side], count),
                 "%s%s", c->random.text, c->fen);
    c->lenient += ks_variant_read_fen(c->variant, c->fen, strlen(c->fen), 0, &ours, NULL) != KS_OK;
}

/* ---- Variants ---- */

/* Starts a comparison; returns false when the variant has no position without check. */
static bool start(struct comparison *c) {
    struct naive_position p;
    ks_error error;
    make_random_variant(&c->state, &c->random);
    if (!make_random_position(&c->state, &c->random.naive, &p))
        return false;
    p.checks_left[0] = c->random.naive.checks; /* how many win is known by the start */
    naive_write_fen(&c->random.naive, &p, c->fen);
    c->random.length += (size_t)snprintf(c->random.text + c->random.length, VARIANT_TEXT - c->random.length,
                                         "startFen = %s\n", c->fen);
    c->variants = ks_variants_new(c->random.text, c->random.length, 0, &error);
    cr_assert(c->variants, "%sbyte %zu: %s", c->random.text, error.offset, error.message);
    c->variant = ks_variants_find(c->variants, "random", NULL);
    return true;
}

static void compare_variants(struct comparison *c, unsigned variants) {
    struct naive_position p;
    for (unsigned i = 0; i < variants; i++) {
        if (!start(c))
            continue;
        for (unsigned game = 0; game < 6; game++) {
            compare_placement(c);
            if (!c->random.naive.explodes) /* of which each side has one king at most */
                compare_lenient(c);
            if (make_random_position(&c->state, &c->random.naive, &p))
                play(c, p, 10);
        }
        if (i % 4 == 0 && make_random_position(&c->state, &c->random.naive, &p))
            compare_perft(c, &p);
        ks_variants_free(c->variants);
    }
}

/* ---- Long games ---- */

/* After so many plies, pieces have walked to all places, and nothing that the position carries along is from
 * its start. The moves are compared at every ply, perft 2 at every so many, since for that the model lists as
 * many times as there are moves. */
enum { LONG_PLIES = 600, SHORT_PLIES = 60, PLIES_A_PERFT = 64 };

/* Takes pieces off, but mostly neither kings nor the rooks that castle, and fills the hands.
 * kept: of eight pieces, about so many stay. */
static void thin_out(uint64_t *state, const struct naive_variant *v, struct naive_position *p,
                     unsigned kept) {
    for (int square = 0; square < v->squares; square++) {
        bool castles = false;
        if (!naive_is_piece(p->board[square]) || naive_type_of(v, p->board[square]) == v->royal ||
            random_below(state, 8) < kept)
            continue;
        for (int right = 0; right < 4; right++)
            castles |= p->castling_rook[right / 2][right % 2] == square;
        if (!castles && p->passer != square)
            p->board[square] = '.';
    }
    for (int type = 0; (v->drops || v->gating) && type < v->type_count; type++)
        for (int side = 0; side < 2 && type != v->royal && v->types[type].plain == type; side++)
            p->hand[side][type] += (int)random_below(state, 3);
    open_random_gates(state, v, p);
}

static void play_long_game(struct comparison *c, bool is_long) {
    struct naive_position p;
    if (!make_random_position(&c->state, &c->random.naive, &p))
        return;
    thin_out(&c->state, &c->random.naive, &p, random_below(&c->state, 8));
    if (!naive_in_check(&c->random.naive, &p, !p.side))
        play(c, p, is_long ? LONG_PLIES : SHORT_PLIES);
}

/* ---- Shipped variants ---- */

/* Variants that are chess but for gates, counted checks and hands. Those with dropLoop keep what was a pawn
 * as what it is. */
static const struct shipped {
    const char *name, *sections;
    int checks;
    bool gating, drops;
} shipped[] = {
    {"seirawan", "", 0, true, false},
    {"3check", "", 3, false, false},
    {"5check", "", 5, false, false},
    {"seirawan960", "[seirawan960 : seirawan]\nchess960 = true\n", 0, true, false},
    {"house", "[house : shouse]\ndropLoop = true\n", 0, true, true},
    {"checks", "[checks : crazyhouse]\ndropLoop = true\ncheckCounting = true\n", 3, false, true},
    {"gated-checks", "[gated-checks : seirawan]\ncheckCounting = true\n", 3, true, false},
};

static void model_piece(struct naive_variant *v, char label) {
    static const char *const moves[] = {"pfmWfcF", "nN", "bB", "rR", "qQ", "hBN", "eRN", "kK"};
    struct naive_type *const type = &v->types[v->type_count];
    const char *const *row = moves;
    while (**row != label)
        row++;
    naive_read_betza(type, *row + 1);
    type->label = label;
    type->pawn = type->promotes = type->en_passant = type->resets_clock = label == 'p';
    type->castles = label == 'r';
    type->form = -1;
    type->plain = type->kind = v->type_count;
    memset(type->region, true, sizeof type->region);
    v->promotes_to[v->type_count] = label != 'p' && label != 'k';
    v->royal = label == 'k' ? v->type_count : v->royal;
    v->type_count++;
}

/* Only the letters and their order come from the library. */
static void model_shipped(struct comparison *c, const struct shipped *row) {
    struct naive_variant *const v = &c->random.naive;
    *v = (struct naive_variant){
        .files = 8, .ranks = 8, .squares = 64, .push = 2, .rook = -1, .no_doubled = -1};
    for (unsigned type = 0; type < ks_variant_get_facts(c->variant).types; type++)
        model_piece(v, ks_variant_get_piece_type(c->variant, type).label);
    memset(v->en_passant, true, sizeof v->en_passant);
    memset(v->drop_region, true, sizeof v->drop_region);
    for (int file = 0; file < 8; file++) {
        v->promotion[0][file] = v->promotion[1][56 + file] = true;
        v->first_push[0][48 + file] = v->first_push[1][8 + file] = true;
    }
    v->must_promote = v->castling = true;
    v->castling_file[0] = 6;
    v->castling_file[1] = 2;
    v->gates = v->gating = row->gating;
    v->drops = v->to_hand = v->loop = row->drops;
    v->checks = row->checks;
}

/* Returns the start of chess, with a Hawk and an Elephant in hand where pieces come through gates. */
static struct naive_position start_of_chess(const struct naive_variant *v) {
    struct naive_position p = {.passer = -1, .fullmoves = 1, .castling_rook = {{63, 56}, {7, 0}}};
    memcpy(p.board, "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR", 64);
    for (int side = 0; side < 2; side++) {
        p.checks_left[side] = v->checks;
        for (int file = 0; file < 8; file++)
            p.gate[side][side ? file : 56 + file] = v->gates;
        for (int type = 0; type < v->type_count; type++)
            p.hand[side][type] = strchr("he", v->types[type].label) != NULL;
    }
    return p;
}

static void compare_shipped(struct comparison *c, const struct shipped *row, unsigned wanted) {
    const unsigned end = c->positions + wanted;
    ks_error error;
    c->random.length = (size_t)snprintf(c->random.text, VARIANT_TEXT, "%s\n", row->name);
    c->variants = ks_variants_new(row->sections, strlen(row->sections), 0, &error);
    cr_assert(c->variants, "%sbyte %zu: %s", row->sections, error.offset, error.message);
    c->variant = ks_variants_find(c->variants, row->name, NULL);
    model_shipped(c, row);
    while (c->positions < end) {
        play(c, start_of_chess(&c->random.naive), 60);
        play_long_game(c, random_below(&c->state, 4) == 0);
    }
    ks_variants_free(c->variants);
}

Test(variant_naive, shipped_variants) {
    static struct comparison c = {.plies_a_perft = PLIES_A_PERFT};
    const unsigned wanted = SLOW ? 60 : is_thorough() ? 30000 : 300;
    c.state = seed_of(28);
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++)
        compare_shipped(&c, &shipped[i], wanted);
    if (SLOW)
        return;
    cr_expect(c.gatings > wanted / 10 && c.castlings > wanted / 60 && c.counted > wanted / 20 && c.ends > 5,
              "%u gatings, %u castlings, %u counted checks, %u ends", c.gatings, c.castlings, c.counted,
              c.ends);
}

Test(variant_naive, long_games) {
    static struct comparison c = {.plies_a_perft = PLIES_A_PERFT};
    c.state = seed_of(18);
    const unsigned wanted = SLOW ? 500 : is_thorough() ? 300000 : 24000 / stride();
    while (c.positions < wanted)
        if (start(&c)) {
            for (unsigned game = 0; game < 8; game++)
                play_long_game(&c, game == 0);
            ks_variants_free(c.variants);
        }
    if (SLOW)
        return;
    cr_expect(c.drops > wanted / 200 && c.turns > wanted / 400 && c.walls > wanted / 400 &&
                  c.few > wanted / 10 && c.longest == LONG_PLIES,
              "%u positions, %u drops, %u forms, %u walls, %u with few pieces, %u plies at most", c.positions,
              c.drops, c.turns, c.walls, c.few, c.longest);
}

Test(variant_naive, random_variants) {
    static struct comparison c;
    c.state = seed_of(8);
    c.lenient_state = seed_of(9);
    const unsigned less = stride();
    compare_variants(&c, SLOW ? 40 : is_thorough() ? 2000 : 500 / less);
    if (SLOW)
        return;
    cr_expect(c.positions > 20000 / less && c.moves > 500000 / less);
    cr_expect(c.checks > 1000 / less && c.promotions > 1000 / less && c.first_pushes > 300 / less &&
                  c.castlings > 100 / less && c.en_passants > 10 / less && c.refused > 500 / less &&
                  c.lenient > 1000 / less && c.drops > 500 / less && c.turns > 200 / less &&
                  c.passes > 60 / less && c.ends > 40 / less && c.royal_checks > 100 / less &&
                  c.walls > 800 / less && c.connections > 40 / less && c.explosions > 120 / less &&
                  c.forced > 300 / less && c.gatings > 100 / less && c.counted > 80 / less,
              "%u checks, %u promotions, %u first pushes, %u castlings, %u en passant, %u kings capturable, "
              "%u for the lenient alone, %u drops, %u forms, %u passes, %u ends, %u royal pieces in check, "
              "%u walls, %u connections, %u explosions, %u forced captures, %u gatings, %u counted checks",
              c.checks, c.promotions, c.first_pushes, c.castlings, c.en_passants, c.refused, c.lenient,
              c.drops, c.turns, c.passes, c.ends, c.royal_checks, c.walls, c.connections, c.explosions,
              c.forced, c.gatings, c.counted);
}
