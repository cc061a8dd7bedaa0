/* A position for the counters of perft: the 64 bytes, and one mask for each code, so that all pieces of a
 * kind are found at once. ks_position has no masks of codes: the counters ask for each of them many times in
 * a node, and the key, which ks_position keeps, not at all. */
#ifndef KS_NODE_H
#define KS_NODE_H

#include <stddef.h>
#include <string.h>

#include "core/board/geometry.h"
#include "core/board/planes.h"
#include "core/processor/processor.h"
#include "rules/attacks.h"
#include "rules/position.h"

struct node {
    uint8_t board[64];
    uint64_t codes[16];  /* [code]: its squares; [KS_EMPTY]: undefined */
    uint64_t sides[2];   /* all pieces of a side */
    uint64_t castling;   /* the rooks that may castle */
    uint64_t en_passant; /* the square passed by a double push, if any */
};

static inline void start_node(struct node *node, const ks_position *position) {
    struct code_planes planes;
    memcpy(planes.bits, position->private_planes, sizeof planes.bits);
    memcpy(node->board, position->board, sizeof node->board);
    for (unsigned code = 0; code < 16; code++)
        node->codes[code] = squares_of_code(&planes, code);
    node->sides[KS_WHITE] = ks_pieces_of(position, KS_WHITE);
    node->sides[KS_BLACK] = ks_pieces_of(position, KS_BLACK);
    node->castling = position->private_castling;
    node->en_passant = position->en_passant < KS_SQUARES ? bit(position->en_passant) : 0;
}

/* ---- Making a move ---- */

ALWAYS_INLINE void castle(struct node *node, unsigned king, unsigned rook, unsigned us) {
    const unsigned king_to = castled_king(us, king, rook), rook_to = castled_rook(us, king, rook);
    const unsigned king_code = code_of(KS_WHITE_KING, us), rook_code = code_of(KS_WHITE_ROOK, us);
    node->board[king] = node->board[rook] = KS_EMPTY;
    node->board[king_to] = (uint8_t)king_code;
    node->board[rook_to] = (uint8_t)rook_code;
    node->codes[king_code] = bit(king_to);
    node->codes[rook_code] = (node->codes[rook_code] ^ bit(rook)) | bit(rook_to);
    node->sides[us] = (node->sides[us] & ~bit(king) & ~bit(rook)) | bit(king_to) | bit(rook_to);
}

ALWAYS_INLINE void finish_special_move(struct node *node, unsigned from, unsigned to, unsigned kind,
                                       unsigned us) {
    const unsigned them = us ^ 1, pawn = code_of(KS_WHITE_PAWN, us);
    if (kind == KS_MOVE_DOUBLE_PUSH) {
        /* Set only when a pawn can capture, so that most nodes have no en-passant square. */
        const uint64_t beside = push(attack_left(bit(to), us) | attack_right(bit(to), us), them);
        if (beside & node->codes[code_of(KS_WHITE_PAWN, them)])
            node->en_passant = push(bit(from), us);
    } else if (kind == KS_MOVE_EN_PASSANT) {
        const uint64_t captured = push(bit(to), them);
        node->board[lowest_square(captured)] = KS_EMPTY;
        node->codes[code_of(KS_WHITE_PAWN, them)] ^= captured;
        node->sides[them] ^= captured;
    } else {
        const unsigned promoted = code_of(KS_WHITE_KNIGHT + (kind & 3), us);
        node->board[to] = (uint8_t)promoted;
        node->codes[pawn] ^= bit(to);
        node->codes[promoted] ^= bit(to);
    }
}

/* Changes `child` from a copy of `node` to the node after a legal move of `us`. */
ALWAYS_INLINE void change_child(struct node *child, const struct node *node, ks_move move, unsigned us) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), kind = KS_MOVE_KIND(move);
    const unsigned code = node->board[from], captured = node->board[to];
    child->en_passant = 0;
    child->castling &= ~(bit(from) | bit(to));
    if (code == code_of(KS_WHITE_KING, us))
        child->castling &= ~row_mask(back_row(us));
    if (kind == KS_MOVE_CASTLING) {
        castle(child, from, to, us);
        return;
    }
    child->codes[captured] ^= bit(to); /* codes[KS_EMPTY] is never read */
    child->sides[us ^ 1] &= ~bit(to);
    child->board[from] = KS_EMPTY;
    child->board[to] = (uint8_t)code;
    child->codes[code] ^= bit(from) | bit(to);
    child->sides[us] ^= bit(from) | bit(to);
    if (kind != KS_MOVE_PLAIN)
        finish_special_move(child, from, to, kind, us);
}

/* Sets `child` to the node after a legal move of `us`. */
ALWAYS_INLINE void make_child(struct node *child, const struct node *node, ks_move move, unsigned us) {
    *child = *node;
    change_child(child, node, move, us);
}

/* Does the same, but leaves the bytes of the board undefined. */
ALWAYS_INLINE void make_masks(struct node *child, const struct node *node, ks_move move, unsigned us) {
    memcpy(child->codes, node->codes, sizeof *node - offsetof(struct node, codes));
    change_child(child, node, move, us);
}

#endif
