/* Compares what positions of chess carry along from move to move with what is asked anew of the board. All
 * but the clocks is found by looking at the two boards before and after a move.
 *
 *     position, by ks_make_move     board, planes, castling, key, clocks, side, en passant, capturable
 *     node of perft                 board (not by make_masks), codes, sides, castling, en_passant
 *     packed position of layers     occupied, bits, with their marks; the group
 *     reader of games               planes of all moves, castling, side, jumped
 *
 * The tables of null moves, of replies and of leaves live for one node: the counters are asked at nodes that
 * have been carried through a whole game. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "cli/random/hard_boards.h"
#include "cli/random/positions.h"
#include "core/kernels/family.h"
#include "game/pgn/quick.h"
#include "kingscan.h"
#include "rules/perft/packed.h"
#include "rules/perft/perft.h"
#include "rules/position.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"

TestSuite(carried, .timeout = 3600);

enum { PLIES = 200 };

/* ---- The plain board ---- */

/* Returns the code on a square, or KS_EMPTY when the square changes its contents. */
static unsigned stays(const ks_position *before, const ks_position *after, unsigned square) {
    return before->board[square] == after->board[square] ? before->board[square] : (unsigned)KS_EMPTY;
}

/* Returns the rooks that may still castle: those whose king and who themselves stay. A king that castles may
 * stay on its square too. */
static uint64_t castling_anew(const ks_position *before, const ks_position *after, ks_move move) {
    uint64_t rooks = 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
            const unsigned rook = ks_castling_rook(before, side, wing);
            const bool castles = KS_MOVE_KIND(move) == KS_MOVE_CASTLING && side == before->side_to_move;
            if (rook != KS_NO_SQUARE && !castles && stays(before, after, rook) &&
                stays(before, after, ks_king_of(before, side)))
                rooks |= bit(rook);
        }
    return rooks;
}

/* Returns the square that a pawn has jumped over, or KS_NO_SQUARE. */
static unsigned jumped_anew(const ks_position *before, const ks_position *after) {
    const unsigned us = before->side_to_move, pawn = code_of(KS_WHITE_PAWN, us);
    for (unsigned file = 0; file < 8; file++) {
        const unsigned from = KS_SQUARE(file, row_of_rank(us, 1)), to = KS_SQUARE(file, row_of_rank(us, 3));
        if (before->board[from] == pawn && after->board[from] == KS_EMPTY && before->board[to] == KS_EMPTY &&
            after->board[to] == pawn)
            return (from + to) / 2;
    }
    return KS_NO_SQUARE;
}

/* Returns the same square when a pawn stands beside the one that has jumped. */
static unsigned passed_anew(const ks_position *before, const ks_position *after) {
    const unsigned us = before->side_to_move, them = us ^ 1, jumped = jumped_anew(before, after);
    const uint64_t pawns = ks_squares_of(after, code_of(KS_WHITE_PAWN, them));
    const uint64_t near = attack_left(pawns, them) | attack_right(pawns, them);
    return jumped != KS_NO_SQUARE && near >> jumped & 1 ? jumped : (unsigned)KS_NO_SQUARE;
}

static ks_position position_anew(const ks_position *before, const ks_position *after, ks_move move) {
    const unsigned us = before->side_to_move;
    const bool irreversible = before->board[KS_MOVE_FROM(move)] == code_of(KS_WHITE_PAWN, us) ||
                              (KS_MOVE_KIND(move) != KS_MOVE_CASTLING && before->board[KS_MOVE_TO(move)]);
    ks_position anew;
    ks_error error;
    cr_assert_eq(ks_position_from_board(after->board, us ^ 1, castling_anew(before, after, move),
                                        passed_anew(before, after), 0, &anew, &error),
                 KS_OK, "%s", error.message);
    anew.halfmove_clock = irreversible ? 0 : (uint16_t)(before->halfmove_clock + 1);
    anew.fullmove_number = (uint16_t)(before->fullmove_number + us);
    return anew;
}

#define EXPECT_SAME(a, b, field)                                                                             \
    cr_assert_eq(memcmp(&(a).field, &(b).field, sizeof(a).field), 0, "%s, %s: %s", said->fen, said->move,    \
                 #field)

/* The place of a test, for its messages. */
struct said {
    char fen[KS_FEN_SIZE], move[KS_SAN_SIZE];
};

static void expect_position(const struct said *said, const ks_position *expected, const ks_position *found) {
    EXPECT_SAME(*expected, *found, board);
    EXPECT_SAME(*expected, *found, private_planes);
    EXPECT_SAME(*expected, *found, private_castling);
    EXPECT_SAME(*expected, *found, en_passant);
    EXPECT_SAME(*expected, *found, private_capturable);
    EXPECT_SAME(*expected, *found, key);
    EXPECT_SAME(*expected, *found, halfmove_clock);
    EXPECT_SAME(*expected, *found, fullmove_number);
    EXPECT_SAME(*expected, *found, side_to_move);
    EXPECT_SAME(*expected, *found, private_zeros);
}

/* ---- Nodes of perft ---- */

/* Leaves an en-passant square when a pawn stands beside the one that has passed it. codes[KS_EMPTY] has no
 * meaning. */
static void settle_node(struct node *node, unsigned us) {
    const uint64_t pawns = node->codes[code_of(KS_WHITE_PAWN, us)], passed = node->en_passant;
    node->en_passant = passed & (attack_left(pawns, us) | attack_right(pawns, us));
    node->codes[KS_EMPTY] = 0;
}

static void expect_node(const struct said *said, const ks_position *position, const struct node *carried,
                        bool has_board) {
    struct node expected, found = *carried;
    start_node(&expected, position);
    settle_node(&expected, position->side_to_move);
    settle_node(&found, position->side_to_move);
    if (has_board)
        EXPECT_SAME(expected, found, board);
    EXPECT_SAME(expected, found, codes);
    EXPECT_SAME(expected, found, sides);
    EXPECT_SAME(expected, found, castling);
    EXPECT_SAME(expected, found, en_passant);
}

static uint64_t count_replies(const ks_position *position, const ks_move *moves, size_t count) {
    uint64_t replies = 0;
    for (size_t i = 0; i < count; i++) {
        ks_position child = *position;
        ks_undo undo;
        ks_move_list answers;
        ks_make_move(&child, moves[i], &undo);
        replies += ks_legal_moves(&child, &answers);
    }
    return replies;
}

/* Asks all counters about a carried node in which white is to move. */
static void expect_replies(const struct said *said, const ks_position *position, const struct node *carried,
                           uint64_t expected) {
    const void *counters[TIERS];
    const size_t count = ks_usable_builds(ks_counters_builds, counters);
    for (size_t i = 0; i < count; i++) {
        const struct counter *const counter = counters[i];
        if (!ks_counter_reaches(counter, position))
            continue;
        const uint64_t found = counter->replies(carried);
        cr_assert_eq(found, expected, "%s: by %s: expected %llu replies, found %llu", said->fen,
                     counter->name, (unsigned long long)expected, (unsigned long long)found);
    }
}

/* ---- Packed positions ---- */

static const struct ks_child *find_child(const struct ks_child *children, size_t count,
                                         const struct ks_packed *position) {
    for (size_t i = 0; i < count; i++)
        if (is_same_position(&children[i].position, position))
            return &children[i];
    return NULL;
}

/* Compares the children of a packed position, by this build, with the positions after all moves. Returns the
 * child after the move that is played. */
static struct ks_packed expand_packed(struct said *said, const struct perft_build *build,
                                      const struct ks_packed *parent, const ks_position *position,
                                      const ks_move *moves, size_t count, ks_move played) {
    struct ks_child children[KS_MOVES_MAX];
    struct ks_packed next = *parent;
    cr_assert_eq(build->expand(parent, children), count, "%s: packed children", said->fen);
    for (size_t i = 0; i < count; i++) {
        ks_position after = *position;
        ks_undo undo;
        struct ks_packed anew;
        ks_write_san(position, moves[i], said->move);
        ks_make_move(&after, moves[i], &undo);
        cr_assert(ks_pack(&after, &anew));
        const struct ks_child *const child = find_child(children, count, &anew);
        cr_assert(child, "%s, %s: no packed child is the position", said->fen, said->move);
        cr_assert_eq(child->group, build->group(&anew), "%s, %s: group", said->fen, said->move);
        if (moves[i] == played)
            next = child->position;
    }
    return next;
}

/* ---- Games ---- */

/* A position that is carried along in all ways. */
struct carried {
    ks_position position;
    struct node node;
    struct ks_packed packed[2]; /* by each build */
};

static size_t builds_of_perft(const struct perft_build *builds[2]) {
    builds[0] = &ks_any_perft_build;
    builds[1] = ks_perft_build_in_use();
    return builds[0] == builds[1] ? 1 : 2;
}

static void expect_children(struct said *said, const struct carried *c, const ks_move *moves, size_t count) {
    const unsigned us = c->position.side_to_move;
    for (size_t i = 0; i < count; i++) {
        ks_position after = c->position;
        struct node child, masks;
        ks_undo undo;
        ks_write_san(&c->position, moves[i], said->move);
        ks_make_move(&after, moves[i], &undo);
        const ks_position anew = position_anew(&c->position, &after, moves[i]);
        expect_position(said, &anew, &after);
        make_child(&child, &c->node, moves[i], us);
        expect_node(said, &anew, &child, true);
        /* The moved piece is found by the board of the node. */
        make_masks(&masks, &c->node, moves[i], us);
        expect_node(said, &anew, &masks, false);
        ks_unmake_move(&after, &undo);
        expect_position(said, &c->position, &after);
    }
}

static void play(struct said *said, struct carried *c, const ks_move *moves, size_t count, ks_move move) {
    const struct perft_build *builds[2];
    const struct node before = c->node;
    const unsigned us = c->position.side_to_move;
    ks_undo undo;
    for (size_t i = builds_of_perft(builds); i-- > 0;)
        c->packed[i] = expand_packed(said, builds[i], &c->packed[i], &c->position, moves, count, move);
    make_child(&c->node, &before, move, us);
    ks_make_move(&c->position, move, &undo);
}

/* Half of the boards are hard ones: after a double push, many pawns stand ready that may not capture. */
static unsigned draw_board(uint64_t *random, ks_position *position) {
    if (random_below(random, 2)) {
        random_hard_board(random, random_below(random, 2), position);
        return 0;
    }
    const unsigned flags = random_chess_start(random, position);
    if (flags == 0 && next_random(random) % 8 == 0)
        chess960_start(CHESS960_OF_CHESS, CHESS960_OF_CHESS, position);
    return flags;
}

static ks_position draw_chess_start(uint64_t *random) {
    ks_position position;
    unsigned flags;
    do {
        flags = draw_board(random, &position);
    } while (flags & KS_FEN_LENIENT || !ks_has_legal_move(&position) || !ks_counter_for(&position) ||
             __builtin_popcountll(ks_occupied(&position)) > PACKED_PIECES_MAX ||
             !ks_counter_reaches(BUILD_IN_USE(counters), &position));
    position.fullmove_number = 1;
    position.halfmove_clock = 0;
    return position;
}

/* Draws a move, often one of a pawn, a king, or a capture: most change what is carried along. */
static ks_move draw_chess_move(const ks_position *position, const ks_move *moves, size_t count,
                               uint64_t *random) {
    ks_move move = moves[random_below(random, (unsigned)count)];
    for (unsigned tries = random_below(random, 3);
         tries > 0 && KS_MOVE_KIND(move) == KS_MOVE_PLAIN && !position->board[KS_MOVE_TO(move)]; tries--)
        move = moves[random_below(random, (unsigned)count)];
    return move;
}

static size_t games(void) {
    return is_thorough() ? 4000 : SLOW ? 20 : 200;
}

Test(carried, positions_nodes_and_packed_positions_have_what_the_board_has) {
    uint64_t random = 46;
    for (size_t game = 0; game < games(); game++) {
        struct carried c = {.position = draw_chess_start(&random)};
        start_node(&c.node, &c.position);
        for (unsigned i = 0; i < 2; i++)
            ks_pack(&c.position, &c.packed[i]);
        for (unsigned ply = 0; ply < PLIES; ply++) {
            struct said said;
            ks_move_list legal;
            const size_t count = ks_legal_moves(&c.position, &legal);
            ks_write_fen(&c.position, said.fen);
            if (count == 0)
                break;
            expect_children(&said, &c, legal.moves, count);
            if (ply % 4 == 0 && c.position.side_to_move == KS_WHITE)
                expect_replies(&said, &c.position, &c.node, count_replies(&c.position, legal.moves, count));
            play(&said, &c, legal.moves, count, draw_chess_move(&c.position, legal.moves, count, &random));
        }
    }
}

/* ---- Games as text ---- */

/* A game as its words. */
struct game {
    ks_position positions[PLIES + 1];
    ks_move moves[PLIES];
    char text[PLIES * KS_SAN_SIZE + 64];
    uint32_t words[PLIES];
    unsigned plies;
};

static void draw_game(struct game *game, uint64_t *random) {
    char *end = game->text;
    memset(game->text, 0, sizeof game->text);
    game->positions[0] = draw_chess_start(random);
    for (game->plies = 0; game->plies < PLIES; game->plies++) {
        ks_position *const position = &game->positions[game->plies];
        ks_move_list legal;
        ks_undo undo;
        const size_t count = ks_legal_moves(position, &legal);
        if (count == 0)
            break;
        const ks_move move = draw_chess_move(position, legal.moves, count, random);
        game->moves[game->plies] = move;
        game->words[game->plies] = (uint32_t)(end - game->text);
        end += ks_write_san(position, move, end);
        *end++ = ' ';
        position[1] = *position;
        ks_make_move(&position[1], move, &undo);
    }
}

static void expect_quick(const struct said *said, const struct quick *quick, const ks_position *expected,
                         unsigned jumped) {
    EXPECT_SAME(*expected, quick->position, private_planes);
    EXPECT_SAME(*expected, quick->position, private_castling);
    EXPECT_SAME(*expected, quick->position, side_to_move);
    cr_assert_eq(quick->jumped, jumped == KS_NO_SQUARE ? 0 : bit(jumped), "%s, %s: jumped", said->fen,
                 said->move);
}

/* Plays a game in pieces of any length. A word that the player leaves to others is played, and it starts
 * again. Returns the number of words that it played. */
static unsigned carry_quick(const struct player *player, const struct game *game, uint64_t *random) {
    static struct quick quick;
    const struct by_vectors by = {ks_any_read_words, ks_any_guard_kings, NULL};
    struct played played[PLAYED_AT_ONCE];
    uint64_t checkers[PLAYED_AT_ONCE];
    unsigned sure = 0, jumped = game->positions[0].en_passant;
    player->start(&quick, &game->positions[0]);
    for (unsigned ply = 0; ply < game->plies;) {
        const unsigned left = game->plies - ply, most = left < PLAYED_AT_ONCE ? left : PLAYED_AT_ONCE;
        const unsigned count = 1 + random_below(random, most);
        const ks_position *const now = &game->positions[ply];
        struct said said;
        ks_write_fen(now, said.fen);
        const unsigned found =
            player->play(&quick, &by, game->text, game->words + ply, count, played, checkers);
        for (unsigned n = 0; n < found; n++) {
            ks_write_san(&now[n], game->moves[ply + n], said.move);
            cr_assert_eq(played[n].move, game->moves[ply + n], "%s, %s", said.fen, said.move);
            cr_assert_eq(checkers[n], checkers_of(&now[n + 1]), "%s, %s: checkers", said.fen, said.move);
            for (unsigned plane = 0; plane < 4; plane++)
                cr_assert_eq(quick.lanes.planes[plane][BEFORE + n], now[n + 1].private_planes[plane],
                             "%s, %s: plane %u of the lane", said.fen, said.move, plane);
        }
        if (found > 0)
            jumped = jumped_anew(&now[found - 1], &now[found]);
        expect_quick(&said, &quick, &now[found], jumped);
        ply += found;
        sure += found;
        if (found < count) {
            player->start(&quick, &game->positions[++ply]);
            jumped = game->positions[ply].en_passant;
        }
    }
    return sure;
}

Test(carried, reader_of_games_has_what_the_board_has) {
    static struct game game;
    uint64_t random = 47;
    unsigned plies = 0, sure = 0;
    for (size_t i = 0; i < games() * 4; i++) {
        draw_game(&game, &random);
        plies += 2 * game.plies;
        sure += carry_quick(&ks_any_player, &game, &random);
#ifdef __x86_64__
        if (ks_perft_build_in_use() == &ks_fast_perft_build)
            sure += carry_quick(&ks_fast_player, &game, &random);
        else
#endif
            sure += carry_quick(&ks_any_player, &game, &random);
    }
    cr_assert_gt(sure, plies / 10 * 9, "of %u words, %u were played", plies, sure);
}
