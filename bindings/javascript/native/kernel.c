/* The one kernel of the module, without a table of kernels to choose from (core/kernels/kernels.c has that).
 * Chess has a function of its own for check alone: other questions take those of sets, which variants need.
 */
#include "core/kernels/kernel.h"
#include "core/kernels/family.h"

_Atomic(const void *) ks_chosen[FAMILIES];

unsigned ks_features_in_use(void) {
    return ks_cpu_features();
}

int ks_in_check(const uint8_t board[64], unsigned king_square, unsigned side) {
    return ks_simd128_in_check(board, king_square, side);
}

void ks_in_check_batch(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
                       const uint8_t *sides, size_t n, uint64_t *out_bits) {
    ks_simd128_in_check_batch(boards, stride, king_squares, sides, n, out_bits);
}

int ks_in_check_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square, unsigned side) {
    return ks_simd128_in_check_set(set, board, king_square, side);
}

uint64_t ks_attackers(const uint8_t board[64], unsigned square, unsigned by_side) {
    return ks_simd128_attackers_set(&ks_chess_pieces, board, square, by_side);
}

uint64_t ks_attackers_set(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                          unsigned by_side) {
    return ks_simd128_attackers_set(set, board, square, by_side);
}

void ks_king_scan(const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines) {
    ks_simd128_king_scan_set(&ks_chess_pieces, board, king_square, side, lines);
}

void ks_king_scan_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square, unsigned side,
                      ks_king_lines *lines) {
    ks_simd128_king_scan_set(set, board, king_square, side, lines);
}
