/* The fast reader accepts more than Kingscan writes; the differences are tested afterwards. */
#include "core/fen/canonical.h"

#include <stdint.h>
#include <string.h>

#include "core/fen/write.h"
#include "core/processor/processor.h"

/* Returns which of 64 bytes are digits: bit n is that of byte n. */
static uint64_t digits_of(const char *text) {
    uint64_t digits = 0;
    for (unsigned i = 0; i < 64; i += 16)
        digits |= (uint64_t)top_bits((bytes16)(load_16(text + i) - '0' <= 9)) << i;
    return digits;
}

bool ks_is_canonical_fen(const char *text, size_t length) {
    ks_position position;
    struct ks_piece_masks masks;
    if (length < 2 || text[length - 1] != '-' || text[length - 2] != ' ' ||
        ks_read_plain_fen(ks_current_placement_reader(), text, &position, &masks) != length)
        return false;
    const char *const side = memchr(text, ' ', length);
    const uint64_t digits = digits_of(text) & (((uint64_t)1 << (side - text)) - 1);
    char castling[KS_FEN_SIZE];
    const size_t written = (size_t)(ks_write_castling(castling, &position) - castling);
    return !(digits & digits >> 1) && side + 3 + written + 2 == text + length &&
           memcmp(side + 3, castling, written) == 0;
}
