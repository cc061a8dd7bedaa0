/* Makes descriptions of other programs' boards from bytes of libFuzzer: a rejected one has an error with its
 * place, and every kernel agrees with the reference on an accepted one. */
#include <string.h>

#include "fuzz/require.h"
#include "kingscan.h"

enum { PIECES_MAX = 40 };

static void compare_kernels(const ks_pieceset *set, const uint8_t board[64], unsigned square) {
    size_t count;
    const ks_kernel *const *const kernels = ks_kernel_get_all(&count);
    for (size_t i = 1; i < count; i++) {
        if (!ks_kernel_is_usable(kernels[i]))
            continue;
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
            ks_king_lines expected, found;
            kernels[0]->king_scan_set(set, board, square, side, &expected);
            kernels[i]->king_scan_set(set, board, square, side, &found);
            require(memcmp(&expected, &found, sizeof found) == 0, "kernels agree on what bears on a king");
            require(kernels[0]->in_check_set(set, board, square, side) ==
                        kernels[i]->in_check_set(set, board, square, side),
                    "kernels agree on check");
        }
    }
}

/* The bytes are: the flags, the number of pieces, the pieces (three bytes each), a square, and a board, which
 * repeats the remaining bytes. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ks_pieceset set;
    ks_piece pieces[PIECES_MAX];
    ks_error error = {0};
    uint8_t board[64];
    if (size < 3)
        return 0;
    const unsigned flags = (data[0] & 7u) * KS_PIECESET_A1_FIRST; /* the third is unknown */
    const size_t count = data[1] % (PIECES_MAX + 1);
    const unsigned square = data[2] & 63;
    if (size < 3 + 3 * count)
        return 0;
    data += 3;
    for (size_t i = 0; i < count; i++, data += 3)
        pieces[i] = (ks_piece){data[0], data[1], data[2]};
    const size_t left = size - 3 - 3 * count;
    if (ks_pieceset_init(&set, pieces, count, flags, &error) != KS_OK) {
        require(ks_error_name(error.code) != NULL && error.offset <= count,
                "an error has a name and a place");
        require(strlen(error.message) > 0 && !strchr(error.message, '\n'), "a message is one line");
        return 0;
    }
    for (size_t i = 0; i < sizeof board; i++)
        board[i] = left ? data[i % left] : (uint8_t)i;
    compare_kernels(&set, board, square);
    return 0;
}
