/* Draws random positions of variants, and compares perft with making the moves. They need not arise in a
 * game: kings may stand in check. */
#include "support/variants/drawn.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "support/games/reading.h"
#include "support/random.h"
#include "support/variants/read.h"
#include "variant/play/castling.h"

/* ---- Choices by the environment ---- */

unsigned number_from(const char *name, unsigned usual) {
    const char *const text = getenv(name);
    return text ? (unsigned)strtoul(text, NULL, 10) : usual;
}

uint64_t seed_of(unsigned usual) {
    return usual + 1000000007ULL * number_from("TEST_SEED", 0);
}

ks_variants *read_compared(const char *sections, size_t *first) {
    const char *const path = getenv("TEST_VARIANTS");
    if (!path) {
        *first = 0;
        return read_variants(sections);
    }
    ks_error error;
    size_t length;
    char *const text = load_file(path, &length);
    ks_variants *const variants = ks_variants_new(text, length, KS_VARIANTS_EACH, &error);
    cr_assert(variants, "%s: byte %zu: %s", path, error.offset, error.message);
    free(text);
    *first = ks_variants_count_bundled(variants);
    return variants;
}

/* ---- Counting ---- */

size_t list_moves(const ks_variant *v, const ks_variant_position *p, ks_variant_move moves[VARIANT_MOVES]) {
    const size_t count = ks_variant_legal_moves(v, p, moves, VARIANT_MOVES);
    cr_assert_leq(count, VARIANT_MOVES, "%s: %zu moves", v->name, count);
    return count;
}

static uint64_t count_by_making(const ks_variant *v, const ks_variant_position *p, unsigned depth) {
    ks_variant_move *const moves = malloc(VARIANT_MOVES * sizeof *moves);
    const size_t count = list_moves(v, p, moves);
    uint64_t nodes = depth == 1 ? count : 0;
    for (size_t i = 0; depth > 1 && i < count; i++) {
        ks_variant_position after = *p;
        ks_variant_undo undo;
        ks_variant_make_move(v, &after, moves[i], &undo);
        nodes += count_by_making(v, &after, depth - 1);
    }
    free(moves);
    return nodes;
}

void expect_count_of_made_moves(const ks_variant *v, const ks_variant_position *p, unsigned depth,
                                const char *description) {
    const uint64_t expected = count_by_making(v, p, depth), found = ks_variant_perft(v, p, depth);
    char fen[KS_VARIANT_FEN_SIZE];
    if (found == expected)
        return;
    ks_variant_write_x_fen(v, p, fen);
    cr_assert_fail("%s: %s: perft %u: expected %" PRIu64 ", found %" PRIu64 "\n%s", v->name, fen, depth,
                   expected, found, description);
}

/* ---- Positions ---- */

void put_piece(const ks_variant *v, ks_variant_position *p, unsigned square, unsigned type, unsigned side) {
    if (p->board[square])
        return;
    p->board[square] = (uint8_t)KS_VARIANT_CODE(type, side);
    add_square(&p->pieces[side], square);
    if (type == v->royal)
        p->king[side] = (uint8_t)square;
}

static void grant_side(const ks_variant *v, ks_variant_position *p, unsigned side) {
    const unsigned king = p->king[side];
    if (!v->castles || king == KS_VARIANT_NO_SQUARE || king / v->files != v->castling_row[side])
        return;
    for (unsigned file = 0; file < v->files; file++) {
        const unsigned square = king - king % v->files + file;
        if (has_square(&p->pieces[side], square) &&
            v->castling_types >> KS_VARIANT_TYPE(p->board[square]) & 1)
            p->castling_rook[side][square > king ? KS_KINGSIDE : KS_QUEENSIDE] = (uint8_t)square;
    }
}

void grant_castling(const ks_variant *v, ks_variant_position *p) {
    grant_side(v, p, KS_WHITE);
    grant_side(v, p, KS_BLACK);
}

/* Strews walls over the board, of which a duck is one at most. */
static void strew_walls(const ks_variant *v, ks_variant_position *p, uint64_t *random) {
    const unsigned most = v->walling.rule == WALLING_DUCK ? 2 : v->squares / 4;
    for (unsigned left = v->walling.rule ? random_below(random, most) : 0; left > 0; left--) {
        const unsigned square = random_below(random, v->squares);
        if (p->board[square])
            continue;
        p->board[square] = KS_VARIANT_WALL;
        add_square(&p->walls, square);
    }
}

bool is_castling_rook(const ks_variant_position *p, unsigned side, unsigned square) {
    return p->castling_rook[side][KS_KINGSIDE] == square || p->castling_rook[side][KS_QUEENSIDE] == square;
}

/* Gives each side up to two of each type that appears in hands, and marks promoted pieces. */
static void fill_hands(const ks_variant *v, ks_variant_position *p, uint64_t *random) {
    for (unsigned type = 0; type < v->type_count && v->hands && !v->free_drops; type++)
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            if (type != v->royal && (v->start.hand[KS_WHITE][type] || v->start.hand[KS_BLACK][type] ||
                                     ((v->to_hand || v->gates) && v->types[type].in_hand == type &&
                                      ks_variant_appearing_types(v) >> type & 1)))
                p->hand[side][type] = (uint8_t)random_below(random, 3);
    for (unsigned square = 0; square < v->squares && v->marks_promoted; square++)
        if (p->board[square] &&
            v->promotion_types[KS_VARIANT_SIDE(p->board[square])] >> KS_VARIANT_TYPE(p->board[square]) & 1 &&
            !is_castling_rook(p, KS_VARIANT_SIDE(p->board[square]), square) && random_below(random, 3) == 0)
            add_square(&p->promoted, square);
    if (v->passing)
        p->passes = (uint8_t)random_below(random, 2);
}

/* Opens the gates of a king that may castle and of its rooks, since none of them has moved. */
static void open_gates_of_castling(const ks_variant *v, ks_variant_position *p, unsigned side) {
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
        if (p->castling_rook[side][wing] != KS_VARIANT_NO_SQUARE) {
            add_square(&p->gates[side], p->castling_rook[side][wing]);
            add_square(&p->gates[side], ks_variant_castling_king(v, p, side));
        }
}

/* Half of the pieces that stand on gates have not left these. A rook that may not castle has, since a FEN
 * says that a rook may castle by its open gate. */
static void open_gates(const ks_variant *v, ks_variant_position *p, uint64_t *random) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK && v->gates; side++) {
        p->gates[side] = (ks_variant_squares){{0}};
        for (ks_variant_squares left = both(v->start.gates[side], p->pieces[side]); !is_empty_set(&left);) {
            const unsigned gate = take_square(&left);
            if (random_below(random, 2) && !(v->castling_types >> KS_VARIANT_TYPE(p->board[gate]) & 1))
                add_square(&p->gates[side], gate);
        }
        open_gates_of_castling(v, p, side);
    }
    if (v->gates)
        ks_variant_settle_gates(v, p);
}

void draw_possessions(const ks_variant *v, ks_variant_position *p, uint64_t *random) {
    fill_hands(v, p, random);
    open_gates(v, p, random);
}

/* Puts a king on its square of the start, if it has one, or on any square that is empty. */
static void put_king(const ks_variant *v, ks_variant_position *p, unsigned side, uint64_t *random) {
    unsigned square = random_below(random, 2) ? v->start.king[side] : KS_VARIANT_NO_SQUARE;
    while (square == KS_VARIANT_NO_SQUARE || p->board[square])
        square = random_below(random, v->squares);
    if (!v->kingless[side])
        put_piece(v, p, square, v->royal, side);
}

ks_variant_position strew_pieces(const ks_variant *v, uint64_t *random) {
    ks_variant_position p = {.en_passant_pawn = KS_VARIANT_NO_SQUARE, .fullmove_number = 1};
    memset(p.castling_rook, KS_VARIANT_NO_SQUARE, sizeof p.castling_rook);
    memset(p.castling_king, KS_VARIANT_NO_SQUARE, sizeof p.castling_king);
    memset(p.king, KS_VARIANT_NO_SQUARE, sizeof p.king);
    p.side_to_move = (uint8_t)random_below(random, 2);
    for (unsigned side = KS_WHITE; side <= KS_BLACK && v->royal != NO_TYPE; side++)
        put_king(v, &p, side, random);
    const uint32_t types = ks_variant_appearing_types(v);
    for (unsigned left = random_below(random, v->squares * 2 / 3); left > 0; left--) {
        const unsigned type = random_below(random, v->type_count), side = random_below(random, 2);
        if (types >> type & 1 && type != v->royal)
            put_piece(v, &p, random_below(random, v->squares), type, side);
    }
    for (unsigned side = KS_WHITE; side <= KS_BLACK && v->checks; side++)
        p.checks_left[side] = (uint8_t)(1 + random_below(random, v->checks));
    strew_walls(v, &p, random);
    grant_castling(v, &p);
    draw_possessions(v, &p, random);
    return p;
}
