/* Perft, the number of sequences of legal moves: the recursion down to the last two plies, which a counter
 * takes together. */
#include "rules/build.h"
#include "rules/perft/counters.h"
#include "rules/perft/lines.h"
#include "rules/perft/packed.h"

uint64_t IN_BUILD(perft)(const ks_position *position, unsigned depth, ks_reply_counter *replies);
uint64_t IN_BUILD(perft_packed)(const struct ks_packed *packed, unsigned depth, ks_reply_counter *replies);

static uint64_t perft_white(const struct node *node, unsigned depth, ks_reply_counter *replies);
static uint64_t perft_black(const struct node *node, unsigned depth, ks_reply_counter *replies);

/* A function a colour, except in the module for browsers. */
#ifdef KS_SMALL
#define FOR_A_COLOUR static __attribute__((noinline))
#else
#define FOR_A_COLOUR ALWAYS_INLINE
#endif

FOR_A_COLOUR uint64_t perft(const struct node *node, unsigned depth, ks_reply_counter *replies, unsigned us) {
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
