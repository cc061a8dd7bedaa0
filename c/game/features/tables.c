/* Makes the tables by which a set of features is filled in. */
#include "game/features/tables.h"

#include <stdlib.h>
#include <string.h>

/* Returns the code of a piece as its side sees it: white's for an own one. */
static unsigned code_of_piece(unsigned piece) {
    return piece % KINDS + KS_WHITE_PAWN + piece / KINDS * KS_BLACK_BIT;
}

static void add_squares(struct block_tables *t, const struct block *block) {
    const struct squares_block *const squares = &block->squares;
    memset(t->plane, 0xff, sizeof t->plane);
    memset(t->factor, 0xff, sizeof t->factor);
    for (unsigned piece = 0; piece < PIECES; piece++)
        for (unsigned side = 0; side < 2; side++) {
            const unsigned code = code_of_piece(piece) ^ (side ? KS_BLACK_BIT : 0);
            if (squares->plane[piece] == NO_PLANE)
                continue;
            t->counts[code] = 0x80;
            t->plane[side][code] = (int32_t)(block->first + block->offset + 64u * squares->plane[piece]);
            t->factor[side][code] = (int32_t)(block->first + squares->buckets * bucket_size(block) +
                                              64u * squares->factor_plane[piece]);
        }
    for (unsigned square = 0; square < 64; square++)
        if (squares->bucket[square] != NO_BUCKET)
            t->bucket[square] = (int32_t)(squares->bucket[square] * bucket_size(block));
    t->factors = squares->factor;
}

static void add_base(struct block_tables *t, const struct block *block, unsigned attacker,
                     unsigned attacked) {
    const struct pairs_block *const pairs = &block->pairs;
    const unsigned kind = attacker % KINDS, slot = pairs->slot[kind][attacked % KINDS];
    const unsigned a = code_of_piece(attacker), d = code_of_piece(attacked),
                   size = pairs->before[attacker][64];
    const uint32_t base =
        block->first + pairs->first[attacker] + attacked / KINDS * pairs->slots[kind] * size;
    const bool once = pairs->once && attacked % KINDS == kind && (kind != 0 || attacker != attacked);
    for (unsigned side = 0; side < 2; side++)
        t->bases[side][(d >> 3) ^ side][a ^ side * KS_BLACK_BIT] = (int32_t)base;
    if (slot == NO_SLOT)
        return;
    for (unsigned side = 0; side < 2; side++) {
        const unsigned flip = side * KS_BLACK_BIT;
        t->slots[rank_row(a ^ flip) << 3 | rank_row(d ^ flip)] = (uint8_t)(slot | (once ? SLOT_ONCE : 0));
        t->counts[d ^ flip] = 0x80;
        t->attackers[d ^ flip] |= (uint8_t)(1 << kind);
    }
}

/* Stores the ranks of a perspective in its 16 bits of a row. turn: what makes own squares of the board's. */
static void add_ranks(uint32_t row[64][64], const struct pairs_block *pairs, unsigned piece, unsigned turn,
                      unsigned shift) {
    for (unsigned from = 0; from < 64; from++) {
        unsigned rank = pairs->before[piece][from];
        for (unsigned to = 0; to < 64; to++) {
            row[from ^ turn][to ^ turn] |= (rank | (from < to ? (unsigned)RANK_LOWER : 0)) << shift;
            rank += pairs->attacks[piece][from] >> to & 1;
        }
    }
}

static void add_pairs(struct block_tables *t, const struct block *block) {
    const struct pairs_block *const pairs = &block->pairs;
    memset(t->slots, NO_FEATURE, sizeof t->slots);
    for (unsigned attacker = 0; attacker < PIECES; attacker++) {
        for (unsigned attacked = 0; attacked < PIECES; attacked++)
            add_base(t, block, attacker, attacked);
        t->sizes[code_of_piece(attacker)] = pairs->before[attacker][64];
    }
    for (unsigned turns = 0; turns < 4; turns++)
        for (unsigned row = 0; row < RANK_ROWS; row++)
            for (unsigned side = 0; side < 2; side++) {
                const unsigned turn = t->turn[side][0], mirrors = (turn ^ turns >> side) & 1 ? 7 : 0;
                add_ranks(t->ranks[turns][row], pairs, piece_of_code(row ? row : KS_BLACK_PAWN, side),
                          turn ^ mirrors, 16 * side);
            }
}

static void add_pawns(struct block_tables *t, const struct block *block) {
    t->files = block->pawns.files;
    for (unsigned square = 0; square < 64; square++)
        for (unsigned other = square + 1; other < 64; other++)
            if ((unsigned)abs((int)(square & 7) - (int)(other & 7)) <= block->pawns.files)
                t->near[square] |= bit(other);
}

static void add_block(struct block_tables *t, const struct block *block) {
    t->kind = block->kind;
    t->first = (int32_t)block->first;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned king = 0; king < 64; king++)
            t->turn[side][king] = (uint8_t)turn_of(block, side, king);
    if (block->kind == BLOCK_SQUARES)
        add_squares(t, block);
    else if (block->kind == BLOCK_PAIRS)
        add_pairs(t, block);
    else
        add_pawns(t, block);
}

/* ---- Lanes ---- */

enum { ROOK = 1, BISHOP = 2, KNIGHT = 4, KING = 8, BLACK_PAWN = 0x20, WHITE_PAWN = 0x40 };

/* Stores where an attacker on slot n of a lane stands, and which classes attack the square from there. Off
 * the board it is the square itself, and none does. */
static void add_slot(struct feature_lanes *lanes, unsigned square, unsigned lane, unsigned n) {
    static const int rays[8][2] = {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}};
    static const int leaps[8][2] = {{1, -2}, {2, -1}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}};
    const int *const step = n ? rays[lane] : leaps[lane];
    const int times = n ? (int)n : 1;
    const int file = (int)(square & 7) + times * step[0], row = (int)(square >> 3) + times * step[1];
    const bool on_board = file >= 0 && file < 8 && row >= 0 && row < 8, diagonal = lane & 1;
    unsigned classes = n == 0 ? KNIGHT : diagonal ? BISHOP : ROOK;
    if (n == 1)
        classes |= KING | (!diagonal ? 0u : step[1] > 0 ? (unsigned)WHITE_PAWN : (unsigned)BLACK_PAWN);
    lanes->squares[square][8 * lane + n] = on_board ? (uint8_t)(8 * row + file) : (uint8_t)square;
    lanes->relations[square][8 * lane + n] = on_board ? (uint8_t)classes : 0;
}

static void make_lanes(struct feature_lanes *lanes) {
    static const uint8_t classes[KINDS] = {0, KNIGHT, BISHOP, ROOK, ROOK | BISHOP, KING};
    for (unsigned square = 0; square < 64; square++) {
        lanes->numbers[square] = (uint8_t)square;
        for (unsigned slot = 0; slot < 64; slot++)
            add_slot(lanes, square, slot / 8, slot % 8);
    }
    for (unsigned square = 0; square < 65; square++)
        memset(lanes->sixteen[square], (int)square, sizeof lanes->sixteen[square]);
    for (unsigned set = 0; set < 256; set++)
        for (unsigned rest = set, n = 0; rest; rest &= rest - 1)
            lanes->places[set][n++] = (uint8_t)__builtin_ctz(rest);
    /* A byte of 64 counts 16 codes four times. Classes stand at a code doubled, less 1: see fill_tmpl.c. */
    for (unsigned code = 0; code < 64; code++) {
        const unsigned kind = (code & 7) - KS_WHITE_PAWN;
        lanes->codes[code] = kind < KINDS ? code & 15 : KS_EMPTY;
        lanes->rows[code % 16] = (uint8_t)rank_row(code % 16);
        lanes->ranks[code % 16] = 64 * 64 * lanes->rows[code % 16];
        if (code < 16 && kind < KINDS)
            lanes->classes[2 * code - 1] = kind                  ? classes[kind]
                                           : code & KS_BLACK_BIT ? BLACK_PAWN
                                                                 : WHITE_PAWN;
    }
}

bool ks_make_feature_tables(ks_features *set) {
    enum { ALIGNMENT = 64 }; /* Windows lacks aligned_alloc */
    const size_t size = sizeof(struct feature_tables) + set->count * sizeof(struct block_tables);
    char *const memory = calloc(1, size + ALIGNMENT);
    if (!memory)
        return false;
    set->memory = memory;
    set->tables = (void *)(memory + (ALIGNMENT - (uintptr_t)memory % ALIGNMENT));
    set->tables->count = set->count;
    make_lanes(&set->tables->lanes);
    for (unsigned b = 0; b < set->count; b++)
        add_block(&set->tables->blocks[b], &set->blocks[b]);
    return true;
}
