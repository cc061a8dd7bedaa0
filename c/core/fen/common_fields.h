/* The fields behind the placement, where they are as in nearly all lines: without a branch that the text
 * decides. */
#ifndef KS_COMMON_FIELDS_H
#define KS_COMMON_FIELDS_H

#include <stddef.h>
#include <stdint.h>

/* How many bytes have to be at a text, whatever they are. */
enum { COMMON_FIELDS_READABLE = 33 };

/* Castling letters: bits of the value below. */
enum {
    LETTER_WHITE_KINGSIDE = 1,
    LETTER_WHITE_QUEENSIDE = 2,
    LETTER_BLACK_KINGSIDE = 4,
    LETTER_BLACK_QUEENSIDE = 8
};

/* Whether the fields at text are: side to move; castling letters out of "KQkq", in this order, or '-'; '-'
 * for en passant; perhaps two clocks of at most four digits, or a blank or two; perhaps EPD operations. One
 * space or tab stands between fields. text: what stands behind the placement; length: of the line from there
 * on. Returns the castling letters, or NOT_COMMON. */
enum { NOT_COMMON = 16 };
unsigned ks_read_common_fields(const char *text, size_t length);

/* The tables behind that, for avx512_lines.asm. */
enum { KNOWN_FIELDS_BITS = 6 };
struct ks_known_fields {
    uint64_t multiplier; /* times the text's eight bytes or fewer, the topmost KNOWN_FIELDS_BITS: the slot */
    struct {
        uint64_t text, letters_and_length; /* the length 256 times: zeros behind a text are none of it */
    } slots[1 << KNOWN_FIELDS_BITS];
    /* Of each length of the blanks and digits behind the third field: bit n: the second blank may be the n-th
     * character; bit NO_SECOND_BLANK: there need not be one. */
    uint64_t clocks[33];
};
enum { NO_SECOND_BLANK = 32 };
extern const struct ks_known_fields ks_known_fields __attribute__((visibility("hidden")));

#endif
