/* Packs and unpacks positions, and calls the variant of the generator that is in use. */
#include "rules/layers/layers.h"

#include "core/key.h"
#include "core/masks.h"
#include "rules/variant.h"

bool ks_pack(const ks_position *position, struct ks_packed *packed) {
    struct node node;
    struct marked marked;
    start_node(&node, position);
    if (!ks_en_passant_is_legal(position))
        node.en_passant = 0;
    mark_node(&node, position->side_to_move, &marked);
    pack_marked(&marked, packed);
    return __builtin_popcountll(marked.occupied) <= PACKED_PIECES_MAX;
}

static void add_right(ks_position *position, unsigned rook) {
    const unsigned side = rook < 8 ? KS_BLACK : KS_WHITE;
    const unsigned wing = rook > position->king[side] ? KS_KINGSIDE : KS_QUEENSIDE;
    position->castling_rook[side][wing] = (uint8_t)rook;
}

void ks_unpack(const struct ks_packed *packed, ks_position *position) {
    struct node node;
    *position = (ks_position){.en_passant = KS_NO_SQUARE, .fullmove_number = 1};
    memset(position->castling_rook, KS_NO_SQUARE, sizeof position->castling_rook);
    position->side_to_move = (uint8_t)unpack_node(packed, &node);
    memcpy(position->board, node.board, sizeof position->board);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        position->king[side] = (uint8_t)lowest_square(node.codes[code_of(KS_WHITE_KING, side)]);
    for (uint64_t rooks = node.castling; rooks; rooks &= rooks - 1)
        add_right(position, lowest_square(rooks));
    if (node.en_passant)
        position->en_passant = (uint8_t)lowest_square(node.en_passant);
    position->key = ks_position_key(position);
}

size_t ks_expand(const struct ks_packed *packed, struct ks_child children[KS_MOVES_MAX]) {
    return ks_generator_in_use()->expand(packed, children);
}

uint64_t ks_group(const struct ks_packed *packed) {
    return ks_generator_in_use()->group(packed);
}

uint64_t ks_perft_packed(const struct counter *counter, const struct ks_packed *packed, unsigned depth) {
    return ks_generator_in_use()->perft_packed(packed, depth, counter->replies);
}
