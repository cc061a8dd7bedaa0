/* Gives bytes of libFuzzer to the FEN reader: every kernel's fast reader agrees with the exact one, whatever
 * the bytes. The reader reads only the text, its errors lie within the text, and a position that it accepts
 * is the same after writing and reading again. */
#include <string.h>

#include "cli/commands/fuzz/chess_check.h"
#include "fuzz/require.h"
#include "support/readings.h"

static void require_agreement(const char *text, size_t length, unsigned flags) {
    static const char *const kernels[] = {"c", NULL}; /* the reference's, and the fastest's */
    for (int i = 0; i < 2; i++) {
        ks_kernel_select(kernels[i], NULL);
        const char *trouble = fen_difference(text, length, flags);
        require(!trouble, trouble);
    }
}

/* The first byte chooses the flags. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ks_position position, again;
    ks_error error;
    if (size == 0)
        return 0;
    const unsigned flags = data[0] & (KS_FEN_RIGHTS | KS_FEN_LENIENT | KS_FEN_POSSIBLE);
    const char *text = (const char *)data + 1;
    require_agreement(text, size - 1, flags);
    const int code = ks_read_fen(text, size - 1, flags, &position, &error);
    if (code != KS_OK) {
        require(error.code == code && error.offset <= size - 1, "an error lies outside the text");
        require(memchr(error.message, '\n', strlen(error.message)) == NULL, "a message has two lines");
        return 0;
    }
    char fen[KS_FEN_SIZE];
    const size_t length = ks_write_x_fen(&position, fen);
    require(length < KS_FEN_SIZE && strlen(fen) == length, "a FEN has the wrong length");
    require(ks_read_fen(fen, length, flags | KS_FEN_RIGHTS, &again, &error) == KS_OK,
            "a FEN isn't read again");
    require(!differing_field(&position, &again), "a FEN is read as another position");
    return 0;
}
