/* Packs and unpacks whole positions. */
#include "rules/perft/packed.h"

#include "core/board/key.h"

bool ks_pack(const ks_position *position, struct ks_packed *packed) {
    struct node node;
    struct marked marked;
    start_node(&node, position);
    if (position->private_capturable == KS_NO_SQUARE)
        node.en_passant = 0;
    mark_node(&node, position->side_to_move, &marked);
    pack_marked(&marked, packed);
    return __builtin_popcountll(marked.occupied) <= PACKED_PIECES_MAX;
}

void ks_unpack(const struct ks_packed *packed, ks_position *position) {
    struct node node;
    *position = (ks_position){.en_passant = KS_NO_SQUARE, .fullmove_number = 1};
    position->side_to_move = (uint8_t)unpack_node(packed, &node);
    memcpy(position->board, node.board, sizeof position->board);
    position->private_castling = node.castling;
    if (node.en_passant)
        position->en_passant = (uint8_t)lowest_square(node.en_passant);
    ks_complete_position(position);
}
