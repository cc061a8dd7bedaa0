/* Calls kingscan/inline.h in any version of C or C++: inline_caller BOARDS. The program compares the inline
 * functions with the reference on random boards of any bytes. The exit status is KS_INLINE_VECTOR_BYTES, or
 * 1 for a difference. */
#include "kingscan/inline.h"
#include "kingscan/kernels.h"

#include <stdio.h>
#include <stdlib.h>

static uint64_t state = 1;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

int main(int argc, char **argv) {
    const long boards = argc > 1 ? atol(argv[1]) : 0;
    const ks_inline_tables *const tables = ks_inline_get_tables();
    size_t kernels;
    const ks_kernel *const reference = ks_kernel_get_all(&kernels)[0];
    long i, attacked = 0;
    for (i = 0; i < boards; i++) {
        uint8_t board[64];
        const uint64_t pieces = next(), more = next(), choice = next();
        const unsigned square = KS_CAST(unsigned, choice & 63), side = KS_CAST(unsigned, choice >> 6 & 1);
        const uint64_t occupied = choice & 128 ? pieces & more : choice & 256 ? pieces : pieces | more;
        int at, expected;
        uint64_t bytes = 0, attackers;
        for (at = 0; at < 64; at++) { /* (empty squares have upper bits, too) */
            bytes = at % 8 ? bytes >> 8 : next();
            board[at] = KS_CAST(uint8_t, bytes & (occupied >> at & 1 ? 0xff : 0xf0));
        }
        expected = reference->in_check(board, square, side);
        attackers = reference->attackers(board, square, side);
        attacked += expected;
        if (ks_in_check_inline(tables, board, square, side) != expected ||
            ks_attackers_inline(tables, board, square, side) != attackers) {
            printf("board %ld, square %u, side %u\n", i, square, side);
            return 1;
        }
    }
    printf("version %u, both answers: %d\n", tables ? tables->version : 1u,
           attacked > boards / 8 && attacked < boards - boards / 8);
    return KS_INLINE_VECTOR_BYTES;
}
