/* libFuzzer on the FEN reader: whatever the bytes, it reads no further than they go, its errors lie within
 * them, and what it accepts comes back the same after writing and reading again. */
#include <string.h>

#include "kingscan.h"
#include "require.h"

/* The first byte chooses the flags. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ks_position position, again;
    ks_error error;
    if (size == 0)
        return 0;
    const unsigned flags = data[0] & (KS_STRICT | KS_LENIENT);
    const char *text = (const char *)data + 1;
    const int code = ks_read_fen(text, size - 1, flags, &position, &error);
    if (code != KS_OK) {
        require(error.code == code && error.offset <= size - 1, "an error lies outside the text");
        require(memchr(error.message, '\n', strlen(error.message)) == NULL, "a message has two lines");
        return 0;
    }
    char fen[KS_FEN_SIZE];
    const size_t length = ks_write_fen(&position, fen);
    require(length < KS_FEN_SIZE && strlen(fen) == length, "a FEN has the wrong length");
    require(ks_read_fen(fen, length, flags | KS_STRICT, &again, &error) == KS_OK, "a FEN isn't read again");
    require(memcmp(&position, &again, sizeof position) == 0, "a FEN is read as another position");
    return 0;
}
