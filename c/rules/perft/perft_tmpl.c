/* Counts the nodes of perft by recursion, and expands packed positions. This file is compiled for several
 * processors. */
#include "core/board/key.h"
#include "core/board/planes.h"
#include "rules/build.h"
#include "rules/perft/movegen_tmpl.h"
#include "rules/perft/packed.h"
#include "rules/perft/perft.h"

/* ---- Perft ---- */

/* Perft, the number of sequences of legal moves: the recursion down to the last two plies, which a counter
 * takes together. */

uint64_t IN_BUILD(perft)(const ks_position *position, unsigned depth, ks_reply_counter *replies);
uint64_t IN_BUILD(perft_packed)(const struct ks_packed *packed, unsigned depth, ks_reply_counter *replies);

static uint64_t perft_white(const struct node *node, unsigned depth, ks_reply_counter *replies);
static uint64_t perft_black(const struct node *node, unsigned depth, ks_reply_counter *replies);

ALWAYS_INLINE uint64_t perft(const struct node *node, unsigned depth, ks_reply_counter *replies,
                             unsigned us) {
    ks_king_lines lines;
    ks_move list[KS_MOVES_MAX];
    struct moves moves = {.next = list};
    uint64_t nodes = 0;
    find_lines(node, us, &lines);
    add_legal_moves(node, &moves, LIST, us, &lines);
    for (const ks_move *move = list; move < moves.next; move++) {
        struct node child;
        make_child(&child, node, *move, us);
        nodes += us == KS_WHITE ? perft_black(&child, depth - 1, replies)
                                : perft_white(&child, depth - 1, replies);
    }
    return nodes;
}

/* depth: even, since black makes the last move. */
static uint64_t perft_white(const struct node *node, unsigned depth, ks_reply_counter *replies) {
    return depth == 2 ? replies(node) : perft(node, depth, replies, KS_WHITE);
}

static uint64_t perft_black(const struct node *node, unsigned depth, ks_reply_counter *replies) {
    return perft(node, depth, replies, KS_BLACK);
}

/* Turns the board upside down and exchanges the colours. */
static void mirror(struct node *node) {
    const struct node other = *node;
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const unsigned code = other.board[square ^ KS_SQUARE(0, 7)];
        node->board[square] = (uint8_t)(code == KS_EMPTY ? code : code ^ (unsigned)KS_BLACK_BIT);
    }
    for (unsigned code = 0; code < 16; code++)
        node->codes[code] = __builtin_bswap64(other.codes[code ^ (unsigned)KS_BLACK_BIT]);
    node->sides[KS_WHITE] = __builtin_bswap64(other.sides[KS_BLACK]);
    node->sides[KS_BLACK] = __builtin_bswap64(other.sides[KS_WHITE]);
    node->castling = __builtin_bswap64(other.castling);
    node->en_passant = __builtin_bswap64(other.en_passant);
}

/* Counts from a node, which may be mirrored. side: the side to move; depth: 2 or more. */
ALWAYS_INLINE uint64_t perft_from(struct node *node, unsigned side, unsigned depth,
                                  ks_reply_counter *replies) {
    const unsigned first = depth % 2 == 0 ? KS_WHITE : KS_BLACK; /* so that black makes the last move */
    if (side != first)
        mirror(node);
    return first == KS_WHITE ? perft_white(node, depth, replies) : perft_black(node, depth, replies);
}

uint64_t IN_BUILD(perft)(const ks_position *position, unsigned depth, ks_reply_counter *replies) {
    struct node node;
    start_node(&node, position);
    return perft_from(&node, position->side_to_move, depth, replies);
}

uint64_t IN_BUILD(perft_packed)(const struct ks_packed *packed, unsigned depth, ks_reply_counter *replies) {
    struct node node;
    const unsigned side = unpack_node(packed, &node);
    return perft_from(&node, side, depth, replies);
}

/* ---- Packed positions ---- */

/* Makes the packed children of a packed position with the fast generator. */

size_t IN_BUILD(expand)(const struct ks_packed *packed, struct ks_child *children);
uint64_t IN_BUILD(group)(const struct ks_packed *packed);
bool IN_BUILD(pack)(const ks_position *position, struct ks_packed *packed);
void IN_BUILD(unpack)(const struct ks_packed *packed, ks_position *position);
uint64_t IN_BUILD(order_of_rows)(const struct ks_packed *packed, unsigned pair);

/* Returns whether the side to move may capture en passant in a node with an en-passant square. */
static bool may_capture_en_passant(const struct node *node, unsigned us) {
    ks_king_lines lines;
    struct moves found = {.count = 0};
    find_lines(node, us, &lines);
    if (!(lines.checkers & (lines.checkers - 1)))
        add_en_passant(node, &found, COUNT, us, &lines);
    return found.count > 0;
}

ALWAYS_INLINE size_t expand(const struct node *node, unsigned us, struct ks_child *children) {
    ks_king_lines lines;
    ks_move list[KS_MOVES_MAX];
    struct moves moves = {.next = list};
    find_lines(node, us, &lines);
    add_legal_moves(node, &moves, LIST, us, &lines);
    for (const ks_move *move = list; move < moves.next; move++, children++) {
        struct node child;
        struct marked marked;
        make_child(&child, node, *move, us);
        if (child.en_passant && !may_capture_en_passant(&child, us ^ 1))
            child.en_passant = 0;
        mark_node(&child, us ^ 1, &marked);
        pack_marked(&marked, &children->position);
        children->group = hash_of_side(&marked, us);
    }
    return (size_t)(moves.next - list);
}

size_t IN_BUILD(expand)(const struct ks_packed *packed, struct ks_child *children) {
    struct node node;
    return unpack_node(packed, &node) == KS_WHITE ? expand(&node, KS_WHITE, children)
                                                  : expand(&node, KS_BLACK, children);
}

uint64_t IN_BUILD(group)(const struct ks_packed *packed) {
    struct marked marked, pieces;
    uint64_t castling, en_passant;
    unpack_marked(packed, &marked);
    pieces = marked;
    return hash_of_side(&marked, take_marks(&pieces, &castling, &en_passant) ^ 1);
}

bool IN_BUILD(pack)(const ks_position *position, struct ks_packed *packed) {
    struct code_planes planes;
    split_board(position->board, &planes);
    const unsigned us = position->side_to_move;
    const uint64_t castling = position->private_castling, *const bits = planes.bits;
    const uint64_t king = us == KS_BLACK ? squares_of_code(&planes, KS_BLACK_KING) : 0;
    const uint64_t captured = ks_en_passant_is_legal(position) ? push(bit(position->en_passant), us ^ 1) : 0;
    const struct marked marked = {filled_squares(&planes),
                                  {(bits[0] & ~captured) | castling, (bits[1] & ~king) | castling,
                                   (bits[2] & ~king) | castling, bits[3]}};
    pack_marked(&marked, packed);
    return __builtin_popcountll(marked.occupied) <= PACKED_PIECES_MAX;
}

void IN_BUILD(unpack)(const struct ks_packed *packed, ks_position *position) {
    struct marked marked;
    struct node node; /* for its board */
    uint64_t en_passant;
    *position = (ks_position){.en_passant = KS_NO_SQUARE, .fullmove_number = 1};
    unpack_marked(packed, &marked);
    position->side_to_move = (uint8_t)take_marks(&marked, &position->private_castling, &en_passant);
    fill_board(&node, &marked);
    memcpy(position->board, node.board, sizeof position->board);
    if (en_passant)
        position->en_passant = (uint8_t)lowest_square(en_passant);
}

/* A square has four bits, the first one the highest. The text of a row orders its pieces by their letters, B
 * K N P Q R b k n p q r, which are 1 to 6 and 9 to 14 here. The first of a run of empty squares is 0: the
 * run's length is a digit, less than any letter. The others are 15: a longer run is a larger digit than one
 * that ends before a piece. */
uint64_t IN_BUILD(order_of_rows)(const struct ks_packed *packed, unsigned pair) {
    struct marked marked;
    uint64_t castling, en_passant;
    unpack_marked(packed, &marked);
    take_marks(&marked, &castling, &en_passant);
    const uint64_t *const b = marked.bits, file_a = 0x0101010101010101, each = 0x1111111111111111;
    const uint64_t empty = ~marked.occupied, on = empty & empty << 1 & ~file_a;
    const unsigned shift = 16 * pair;
    const uint64_t letters[4] = {(b[1] & ~b[2]) | (b[0] & b[2]), marked.occupied & ~b[0],
                                 marked.occupied & ~b[1], b[3]};
    uint64_t order = 0;
    for (unsigned i = 0; i < 4; i++)
        order |= scatter((letters[i] | on) >> shift & 0xffff, each) << i;
    const uint64_t lower = 0x0f0f0f0f0f0f0f0f;
    return __builtin_bswap64((order & lower) << 4 | (order >> 4 & lower));
}

/* ---- The build ---- */

const struct perft_build IN_BUILD(perft_build) = {IN_BUILD(perft),        IN_BUILD(expand), IN_BUILD(group),
                                                  IN_BUILD(perft_packed), IN_BUILD(pack),   IN_BUILD(unpack),
                                                  IN_BUILD(order_of_rows)};
