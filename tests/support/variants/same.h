/* Says whether two positions of a variant are the same, for tests. */
#ifndef KS_TEST_SAME_H
#define KS_TEST_SAME_H

#include <stdbool.h>
#include <string.h>

#include "kingscan.h"

static inline bool same_varied_position(const ks_variant_position *a, const ks_variant_position *b) {
    return memcmp(a->board, b->board, sizeof a->board) == 0 && a->side_to_move == b->side_to_move &&
           memcmp(a->king, b->king, sizeof a->king) == 0 &&
           memcmp(a->castling_rook, b->castling_rook, sizeof a->castling_rook) == 0 &&
           memcmp(a->castling_king, b->castling_king, sizeof a->castling_king) == 0 &&
           a->en_passant_pawn == b->en_passant_pawn && a->passes == b->passes &&
           a->halfmove_clock == b->halfmove_clock && a->fullmove_number == b->fullmove_number &&
           memcmp(a->pieces, b->pieces, sizeof a->pieces) == 0 &&
           memcmp(&a->en_passant, &b->en_passant, sizeof a->en_passant) == 0 &&
           memcmp(a->gates, b->gates, sizeof a->gates) == 0 &&
           memcmp(&a->walls, &b->walls, sizeof a->walls) == 0 &&
           memcmp(&a->promoted, &b->promoted, sizeof a->promoted) == 0 &&
           memcmp(a->hand, b->hand, sizeof a->hand) == 0 &&
           memcmp(a->checks_left, b->checks_left, sizeof a->checks_left) == 0;
}

#endif
