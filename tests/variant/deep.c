/* Compares perft by masks with the plain generator to depth 4, and nodes that have been carried along with
 * positions laid out anew, in long games from positions in which what nodes carry along changes often: kings
 * and rooks at home beside few other pieces, royal pieces that can be taken, full hands, open gates. All
 * builds count, and masks that do not pay too.
 *
 * TEST_COUNTS=N compares so many counts, TEST_PLIES=N carries nodes through so many plies of each variant,
 * TEST_SEED=N draws other games, TEST_VARIANTS=FILE compares the sections of a file, TEST_SHOWN=1 prints what
 * was compared. A failure names variant, position and depth, or move and field. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/children.h"
#include "support/variants/masks.h"
#include "support/variants/read.h"

TestSuite(variant_deep, .timeout = 36000);

enum { SHARDS = 4, DEPTH = 4 };

/* Long games meet all that a variant has; short ones begin with few pieces, so that four plies can be
 * counted. */
enum { LONG_PLIES = 600, SHORT_PLIES = 6, SHORT_BUDGET = 1 << 16 };

/* Rules that no bundled variant has. */
static const char sections[] =
    "[deep-edges : chess]\nwallingRule = edge\nwallOrMove = true\n"
    "[deep-region : chess]\nwallingRule = static\nwallOrMove = true\n"
    "wallingRegion = *3 *4 *5\n"
    "[deep-past : chess]\nwallingRule = past\n"
    "[deep-exploding-duck : atomic]\nwallingRule = duck\n"
    "[deep-stones : chess]\npetrifyOnCaptureTypes = nbrq\n"
    "[deep-exploding-stones : atomic]\npetrifyOnCaptureTypes = nbrq\n"
    "[deep-exploding-drops : atomic]\npieceDrops = true\ncapturesToHand = true\n"
    "[deep-forms : chess]\narchbishop = m\npromotedPieceType = n:m\n"
    "[deep-demotion : chess]\narchbishop = m\npromotedPieceType = n:m r:q\npieceDemotion = true\n"
    "[deep-passes : chess]\npass = true\n"
    "[deep-dropped-pass : crazyhouse]\npassOnStalemate = true\n"
    "[deep-forced : chess]\nmustCapture = true\n"
    "[deep-first-moves : chess]\nenPassantTypes = pn\npromotionPawnTypes = pn\n"
    "[deep-checks : crazyhouse]\ncheckCounting = true\n"
    "[deep-limits : chess]\npromotionLimit = q:1 r:2\n"
    "[deep-blocked : breakthrough]\nflagRegionWhite = d5 e5\nflagRegionBlack = d4 e4\nflagPieceCount = 2\n"
    "flagPieceBlockedWin = true\n"
    "[deep-full-goal : deep-blocked]\nflagRegionWhite = d8 e8\nflagRegionBlack = d1 e1\n"
    "[deep-squares : breakthrough]\nconnectNxN = 2\n"
    "startFen = 8/8/ppp2ppp/p6p/P6P/PPP2PPP/8/8 w - - 0 1\n"
    "[deep-rows : breakthrough]\nconnectN = 3\nconnectHorizontal = false\n"
    "[deep-castling : chess]\ncastlingWins = Qk\n"
    "[deep-columns : crazyhouse]\ndropNoDoubled = p\n"
    "[deep-quiet-drops : crazyhouse]\ndropChecks = false\n"
    "[deep-full : crazyhouse]\nadjudicateFullBoard = true\n";

/* ---- Starts ---- */

static void remove_piece(ks_variant_position *p, unsigned square) {
    remove_square(&p->pieces[KS_VARIANT_SIDE(p->board[square])], square);
    remove_square(&p->promoted, square);
    p->board[square] = 0;
}

static bool is_piece_of(unsigned code, unsigned side) {
    return code && code != KS_VARIANT_WALL && KS_VARIANT_SIDE(code) == side;
}

static bool is_castling_rook(const ks_variant_position *p, unsigned side, unsigned square) {
    return p->castling_rook[side][KS_KINGSIDE] == square || p->castling_rook[side][KS_QUEENSIDE] == square;
}

/* Exchanges pieces of the first row, those that castle too where that is how the variant is shuffled. */
static void shuffle(const ks_variant *v, ks_variant_position *p, uint64_t *random) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned swaps = v->files; swaps > 0; swaps--) {
            const unsigned row = v->castling_row[side] * v->files;
            const unsigned a = row + random_below(random, v->files), b = row + random_below(random, v->files);
            const uint8_t one = p->board[a], other = p->board[b];
            if (!is_piece_of(one, side) || !is_piece_of(other, side))
                continue;
            if (p->king[side] == a || p->king[side] == b || p->castling_king[side] == a ||
                p->castling_king[side] == b || is_castling_rook(p, side, a) || is_castling_rook(p, side, b))
                continue;
            p->board[a] = other;
            p->board[b] = one;
        }
}

/* Leaves a side its castling rights with the rooks that are still there. */
static void settle_castling(const ks_variant *v, ks_variant_position *p, unsigned side) {
    bool rights = false;
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
        uint8_t *const rook = &p->castling_rook[side][wing];
        if (*rook != KS_NOWHERE && (!is_piece_of(p->board[*rook], side) ||
                                    !(v->castling_types >> KS_VARIANT_TYPE(p->board[*rook]) & 1)))
            *rook = KS_NOWHERE;
        rights |= *rook != KS_NOWHERE;
    }
    if (!rights)
        p->castling_king[side] = KS_NOWHERE;
}

/* Takes pieces off or elsewhere, but keeps kings, and mostly the rooks that castle. kept: of eight pieces,
 * about so many stay on their squares. */
static void thin_out(const ks_variant *v, ks_variant_position *p, unsigned kept, uint64_t *random) {
    for (unsigned square = 0; square < v->squares; square++) {
        const unsigned code = p->board[square], side = KS_VARIANT_SIDE(code);
        if (!is_piece_of(code, side) || p->king[side] == square || p->castling_king[side] == square)
            continue;
        if (is_castling_rook(p, side, square) ? random_below(random, 8) > 0 : random_below(random, 8) < kept)
            continue;
        remove_piece(p, square);
        if (random_below(random, 12) < kept + 1)
            put_piece(v, p, random_below(random, v->squares), KS_VARIANT_TYPE(code), side);
    }
    settle_castling(v, p, KS_WHITE);
    settle_castling(v, p, KS_BLACK);
}

/* is_short: with few pieces. */
static ks_variant_position draw_start(const ks_variant *v, bool is_short, uint64_t *random) {
    ks_variant_position p = *ks_variant_get_start(v);
    const unsigned kind = is_short ? 7 : random_below(random, 8);
    if (kind == 0)
        return p;
    if (kind == 1)
        return strew_pieces(v, random);
    if (random_below(random, 2))
        shuffle(v, &p, random);
    if (kind > 2)
        thin_out(v, &p, is_short ? 0 : 1 + random_below(random, 8), random);
    p.side_to_move = (uint8_t)random_below(random, 2);
    draw_possessions(v, &p, random);
    if (random_below(random, 2))
        memset(p.hand, 0, sizeof p.hand);
    return p;
}

/* ---- Counts ---- */

/* Returns the largest depth whose count is at most the budget, 1 at least, and its count; 0 when the position
 * has no masks. */
static unsigned choose_depth(const ks_variant *v, const ks_variant_position *p, uint64_t budget,
                             uint64_t *nodes) {
    unsigned depth = 0;
    uint64_t found;
    while (depth < DEPTH && ks_variant_count_by_masks(build_for(v, false), v, p, depth + 1, &found) &&
           (depth == 0 || found <= budget)) {
        *nodes = found;
        depth++;
    }
    return depth;
}

/* Returns the number of counts that were compared. */
static unsigned compare_position(const ks_variant *v, const ks_variant_position *p, uint64_t budget) {
    uint64_t found[2] = {0};
    const unsigned depth = choose_depth(v, p, budget, &found[0]);
    if (depth == 0)
        return 0;
    const bool narrow = build_for(v, true) != build_for(v, false);
    if (narrow)
        ks_variant_count_by_masks(build_for(v, true), v, p, depth, &found[1]);
    const uint64_t expected = count_by_walking(v, p, depth);
    for (unsigned any = 0; any <= (unsigned)narrow; any++) {
        char fen[KS_VARIANT_FEN_SIZE];
        if (found[any] == expected)
            continue;
        ks_variant_write_x_fen(v, p, fen);
        cr_assert_fail("%s: %s: perft %u by masks for %s: expected %" PRIu64 ", found %" PRIu64, v->name, fen,
                       depth, any ? "any processor" : "this processor", expected, found[any]);
    }
    return 1 + narrow;
}

/* ---- Games ---- */

/* Returns how much a move does for the purpose: pieces come to the squares of kings and rooks, which stay. */
static int rate(const ks_variant *v, const ks_variant_position *p, ks_variant_move move) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const ks_variant_position *const start = ks_variant_get_start(v);
    const unsigned us = p->side_to_move;
    int rating = 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        rating +=
            to == start->king[side] || to == start->castling_king[side] || is_castling_rook(start, side, to);
    const bool castles = p->castling_rook[us][0] != KS_NOWHERE || p->castling_rook[us][1] != KS_NOWHERE;
    if (castles && from != KS_NOWHERE &&
        (from == p->king[us] || from == p->castling_king[us] || is_castling_rook(p, us, from)))
        rating -= 2;
    return rating;
}

static ks_variant_move draw_move(const ks_variant *v, const ks_variant_position *p,
                                 const ks_variant_move *moves, size_t count, uint64_t *random) {
    ks_variant_move best = moves[random_below(random, (unsigned)count)];
    for (unsigned tries = random_below(random, 4); tries > 0; tries--) {
        const ks_variant_move other = moves[random_below(random, (unsigned)count)];
        if (rate(v, p, other) > rate(v, p, best))
            best = other;
    }
    return best;
}

/* Plays a game and compares the counts of its positions, until there are so many. Returns their number. */
static unsigned compare_game(const ks_variant *v, unsigned wanted, uint64_t *random) {
    static ks_variant_move moves[VARIANT_MOVES];
    const bool is_short = random_below(random, 2);
    const unsigned plies = is_short ? SHORT_PLIES : LONG_PLIES;
    ks_variant_position p = draw_start(v, is_short, random);
    unsigned counts = 0;
    for (unsigned ply = 0; ply < plies && counts < wanted; ply++) {
        ks_variant_undo undo;
        counts += compare_position(v, &p, is_short ? SHORT_BUDGET : UINT64_C(16) << random_below(random, 9));
        const size_t count = ks_variant_legal_moves(v, &p, moves, VARIANT_MOVES);
        cr_assert_leq(count, VARIANT_MOVES);
        if (count == 0)
            break;
        ks_variant_make_move(v, &p, draw_move(v, &p, moves, count, random), &undo);
    }
    return counts;
}

/* ---- Shards ---- */

/* Plays a game that is compared, until so many things are, and returns their number. */
typedef unsigned game_player(const ks_variant *v, unsigned wanted, uint64_t *random);

static struct criterion_test_params all_shards(void) {
    static unsigned shards[SHARDS] = {0, 1, 2, 3};
    return cr_make_param_array(unsigned, shards, SHARDS);
}

/* Plays games of every fourth variant, so that shards run side by side, until so many things of each are
 * compared. first: the shard's first variant; things: their name. */
static void play_shard(const ks_variants *variants, size_t first, game_player *play, unsigned wanted,
                       uint64_t seed, const char *things) {
    for (size_t i = first; i < ks_variants_count(variants); i += SHARDS) {
        const ks_variant *const v = ks_variants_get_variant(variants, i);
        uint64_t random = seed + i;
        unsigned compared = 0;
        for (unsigned games = 0; v->compiled && compared < wanted; games++) {
            compared += play(v, wanted - compared, &random);
            cr_assert(games < 100 || compared > 0, "%s: no position of 100 games has masks", v->name);
        }
        if (getenv("TEST_SHOWN"))
            fprintf(stderr, "%s\t%u %s\n", v->name, compared, things);
    }
}

ParameterizedTestParameters(variant_deep, masks_count_as_the_plain_generator_does) {
    return all_shards();
}

ParameterizedTest(unsigned *shard, variant_deep, masks_count_as_the_plain_generator_does) {
    size_t first;
    ks_variants *const variants = read_compared(sections, &first);
    const size_t all = ks_variants_count(variants) - first;
    const unsigned wanted = number_from("TEST_COUNTS", is_thorough() ? 10000000
                                                       : SLOW        ? 1200
                                                                     : 60000 / stride());
    play_shard(variants, first + *shard, compare_game, wanted / (unsigned)all + 1, seed_of(46), "counts");
    ks_variants_free(variants);
}

/* ---- Nodes ---- */

enum { CARRIED_PLIES = 300 };

/* A child, and its number among the moves. */
struct settled_child {
    struct carried settled;
    size_t number;
};

static int compare_settled(const void *a, const void *b) {
    return memcmp(&((const struct settled_child *)a)->settled, &((const struct settled_child *)b)->settled,
                  sizeof(struct carried));
}

/* The children of one node. Allocated: leak checks read all static memory at the end of every process. */
static struct settled_child *found_children, *expected_children;
static struct carried *raw_children;

static void allocate_children(void) {
    found_children = calloc(VARIANT_MOVES, sizeof *found_children);
    expected_children = calloc(VARIANT_MOVES, sizeof *expected_children);
    raw_children = calloc(VARIANT_MOVES, sizeof *raw_children);
    cr_assert(found_children && expected_children && raw_children);
}

static void free_children(void) {
    free(found_children);
    free(expected_children);
    free(raw_children);
}

static ks_variant_position position_after(const ks_variant *v, const ks_variant_position *p,
                                          ks_variant_move move) {
    ks_variant_position after = *p;
    ks_variant_undo undo;
    ks_variant_make_move(v, &after, move, &undo);
    return after;
}

/* Fails when the children that perft has made are not those of the moves. Sorts both. */
static void expect_children(const ks_variant *v, const ks_variant_position *p, const ks_variant_move *moves,
                            size_t count, const struct children_build *build, const struct carried *node) {
    const size_t found = build->list(v, node, p->side_to_move, raw_children, VARIANT_MOVES);
    char fen[KS_VARIANT_FEN_SIZE];
    ks_variant_write_x_fen(v, p, fen);
    cr_assert_eq(found, count, "%s: %s: expected %zu children, found %zu", v->name, fen, count, found);
    for (size_t i = 0; i < count; i++) {
        const ks_variant_position after = position_after(v, p, moves[i]);
        struct carried laid;
        build->lay_out(v, &after, &laid);
        expected_children[i] = (struct settled_child){build->settle(v, &laid, after.side_to_move), i};
        found_children[i] = (struct settled_child){build->settle(v, &raw_children[i], after.side_to_move), i};
    }
    qsort(expected_children, count, sizeof *expected_children, compare_settled);
    qsort(found_children, count, sizeof *found_children, compare_settled);
    for (size_t i = 0; i < count; i++) {
        char uci[KS_VARIANT_UCI_SIZE], difference[DIFFERENCE_SIZE];
        if (!build->find_difference(&expected_children[i].settled, &found_children[i].settled, difference))
            continue;
        ks_variant_write_uci(v, p, moves[expected_children[i].number], 0, uci);
        cr_assert_fail("%s: %s: after %s: %s", v->name, fen, uci, difference);
    }
}

/* Plays a game with a node that is never laid out again, and compares all children of its nodes. Returns the
 * number of plies. */
static unsigned carry_through_game(const ks_variant *v, unsigned wanted, uint64_t *random) {
    static ks_variant_move moves[VARIANT_MOVES];
    const struct children_build *const build = children_build_for(v);
    ks_variant_position p = draw_start(v, random_below(random, 4) == 0, random);
    struct carried node;
    unsigned ply = 0;
    if (!build->lay_out(v, &p, &node))
        return 0;
    for (; ply < wanted && ply < CARRIED_PLIES; ply++) {
        const size_t count = ks_variant_legal_moves(v, &p, moves, VARIANT_MOVES);
        cr_assert_leq(count, VARIANT_MOVES);
        expect_children(v, &p, moves, count, build, &node);
        if (count == 0)
            break;
        const ks_variant_move move = draw_move(v, &p, moves, count, random);
        for (size_t i = 0; i < count; i++)
            if (moves[expected_children[i].number] == move)
                node = raw_children[found_children[i].number];
        p = position_after(v, &p, move);
    }
    return ply;
}

ParameterizedTestParameters(variant_deep, nodes_carry_what_positions_have) {
    return all_shards();
}

ParameterizedTest(unsigned *shard, variant_deep, nodes_carry_what_positions_have) {
    size_t first;
    ks_variants *const variants = read_compared(sections, &first);
    const unsigned wanted = number_from("TEST_PLIES", is_thorough() ? 100000 : 1000 / stride());
    allocate_children();
    play_shard(variants, first + *shard, carry_through_game, wanted, seed_of(47), "plies");
    free_children();
    ks_variants_free(variants);
}
