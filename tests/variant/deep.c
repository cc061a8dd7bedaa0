/* Tests long games from positions in which what positions carry changes often: kings and rooks at home beside
 * few other pieces, royal pieces that can be taken, full hands, open gates. In each position, counts are
 * compared with the moves that are listed and made, and in each variant positions that moves have led to with
 * the same positions read anew. tests/variant/naive.c plays long games too, against a model of the rules.
 *
 * TEST_COUNTS=N compares so many counts, TEST_PLIES=N carries positions through so many plies of each
 * variant, TEST_SEED=N draws other games, TEST_VARIANTS=FILE compares the sections of a file, TEST_SHOWN=1
 * prints what was compared. A failure names variant, position and depth, or move and what it led to. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/drawn.h"
#include "support/variants/read.h"
#include "support/variants/same.h"

TestSuite(variant_deep, .timeout = 36000);

enum { SHARDS = 4, DEPTH = 4 };

/* Long games meet all that a variant has; short ones begin with few pieces, so that four plies can be
 * counted. */
enum { LONG_PLIES = 600, SHORT_PLIES = 6 };

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
        if (*rook != KS_VARIANT_NO_SQUARE && (!is_piece_of(p->board[*rook], side) ||
                                              !(v->castling_types >> KS_VARIANT_TYPE(p->board[*rook]) & 1)))
            *rook = KS_VARIANT_NO_SQUARE;
        rights |= *rook != KS_VARIANT_NO_SQUARE;
    }
    if (!rights)
        p->castling_king[side] = KS_VARIANT_NO_SQUARE;
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
    if (random_below(random, 2) &&
        (v->royal == NO_TYPE || !ks_variant_get_start(v)->hand[KS_WHITE][v->royal]))
        memset(p.hand, 0, sizeof p.hand);
    return p;
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
    const bool castles =
        p->castling_rook[us][0] != KS_VARIANT_NO_SQUARE || p->castling_rook[us][1] != KS_VARIANT_NO_SQUARE;
    if (castles && from != KS_VARIANT_NO_SQUARE &&
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

/* Makes a move that is drawn. Returns false when there is none. */
static bool play_move(const ks_variant *v, ks_variant_position *p, const ks_variant_move *moves, size_t count,
                      uint64_t *random) {
    ks_variant_undo undo;
    if (count > 0)
        ks_variant_make_move(v, p, draw_move(v, p, moves, count, random), &undo);
    return count > 0;
}

/* ---- Counts ---- */

/* The most leaves of one count. */
enum { BUDGET = 1 << 14 };

/* Plays a game and compares the counts of its positions, until there are so many. Returns their number. */
static unsigned compare_game(const ks_variant *v, unsigned wanted, uint64_t *random) {
    static ks_variant_move moves[VARIANT_MOVES];
    const bool is_short = random_below(random, 2);
    const unsigned plies = is_short ? SHORT_PLIES : LONG_PLIES;
    ks_variant_position p = draw_start(v, is_short, random);
    unsigned counts = 0;
    for (unsigned ply = 0; ply < plies && counts < wanted; ply++) {
        const size_t count = list_moves(v, &p, moves);
        for (unsigned depth = 1; depth <= DEPTH; depth++) {
            if (depth > 1 && ks_variant_perft(v, &p, depth - 1) * (count + 1) > BUDGET)
                break;
            expect_count_of_made_moves(v, &p, depth, "");
            counts++;
        }
        if (!play_move(v, &p, moves, count, random))
            break;
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
        for (unsigned games = 0; compared < wanted; games++) {
            compared += play(v, wanted - compared, &random);
            cr_assert(games < 100 || compared > 0, "%s: 100 games have ended at once", v->name);
        }
        if (getenv("TEST_SHOWN"))
            fprintf(stderr, "%s\t%u %s\n", v->name, compared, things);
    }
}

ParameterizedTestParameters(variant_deep, counts_are_those_of_made_moves) {
    return all_shards();
}

ParameterizedTest(unsigned *shard, variant_deep, counts_are_those_of_made_moves) {
    size_t first;
    ks_variants *const variants = read_compared(sections, &first);
    const size_t all = ks_variants_count(variants) - first;
    const unsigned wanted = number_from("TEST_COUNTS", is_thorough() ? 10000000
                                                       : SLOW        ? 1200
                                                                     : 60000 / stride());
    play_shard(variants, first + *shard, compare_game, wanted / (unsigned)all + 1, seed_of(46), "counts");
    ks_variants_free(variants);
}

/* ---- Positions ---- */

enum { CARRIED_PLIES = 300 };

/* Makes a move, and takes it back on a copy. Fails when the position is not the one that its text describes,
 * or not taken back. */
static void expect_carried(const ks_variant *v, const ks_variant_position *p, ks_variant_move move) {
    ks_variant_position after = *p, back;
    ks_variant_undo undo;
    char before[KS_VARIANT_FEN_SIZE], fen[KS_VARIANT_FEN_SIZE], again[KS_VARIANT_FEN_SIZE],
        uci[KS_VARIANT_UCI_SIZE];
    ks_variant_make_move(v, &after, move, &undo);
    back = after;
    ks_variant_unmake_move(v, &back, move, &undo);
    ks_variant_write_x_fen(v, &after, fen);
    const ks_variant_position read = read_variant_position(v, fen, KS_FEN_LENIENT);
    if (same_varied_position(&read, &after) && same_varied_position(&back, p))
        return;
    ks_variant_write_x_fen(v, p, before);
    ks_variant_write_x_fen(v, &read, again);
    ks_variant_write_uci(v, p, move, 0, uci);
    cr_assert_fail("%s: %s: %s leads to %s, which is %s", v->name, before, uci, fen,
                   same_varied_position(&back, p) ? again : "not taken back");
}

/* Plays a game whose position is never laid out again, and compares the positions after all moves. Returns
 * the number of plies. */
static unsigned carry_through_game(const ks_variant *v, unsigned wanted, uint64_t *random) {
    static ks_variant_move moves[VARIANT_MOVES];
    ks_variant_position p = draw_start(v, random_below(random, 4) == 0, random);
    unsigned ply = 0;
    for (; ply < wanted && ply < CARRIED_PLIES; ply++) {
        const size_t count = list_moves(v, &p, moves);
        for (size_t i = 0; i < count; i += 1 + count / 100)
            expect_carried(v, &p, moves[i]);
        if (!play_move(v, &p, moves, count, random))
            break;
    }
    return ply;
}

ParameterizedTestParameters(variant_deep, positions_carry_what_their_text_says) {
    return all_shards();
}

ParameterizedTest(unsigned *shard, variant_deep, positions_carry_what_their_text_says) {
    size_t first;
    ks_variants *const variants = read_compared(sections, &first);
    const unsigned wanted = number_from("TEST_PLIES", is_thorough() ? 100000 : 1000 / stride());
    play_shard(variants, first + *shard, carry_through_game, wanted, seed_of(47), "plies");
    ks_variants_free(variants);
}
