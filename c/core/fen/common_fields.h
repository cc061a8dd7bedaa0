/* A reader of the fields after the placement in their usual form, which nearly all lines have. None of its
 * branches depends on an accepted text. */
#ifndef KS_COMMON_FIELDS_H
#define KS_COMMON_FIELDS_H

#include <stddef.h>
#include <stdint.h>

/* The number of readable bytes at a text, of any value. */
enum { COMMON_FIELDS_READABLE = 33 };

/* Castling letters: bits of the value that ks_read_common_fields returns. */
enum {
    LETTER_WHITE_KINGSIDE = 1,
    LETTER_WHITE_QUEENSIDE = 2,
    LETTER_BLACK_KINGSIDE = 4,
    LETTER_BLACK_QUEENSIDE = 8
};

/* Reads these fields: side to move; castling letters out of "KQkq", in this order, or '-'; '-' for en
 * passant; optionally two clocks of at most four digits, or a blank or two; optionally EPD operations. One
 * space or tab separates fields. text is the byte after the placement. length is how long the line is from
 * there on. Returns the castling letters, or NOT_COMMON for any other text. */
enum { NOT_COMMON = 16 };
unsigned ks_read_common_fields(const char *text, size_t length);

/* The tables of that reader; avx512_lines.asm uses them too. */
enum { KNOWN_FIELDS_BITS = 6 };
struct ks_known_fields {
    uint64_t multiplier; /* the top KNOWN_FIELDS_BITS bits of its product with the text, at most eight bytes,
                            are the slot */
    struct {
        uint64_t text,
            letters_and_length; /* the length times 256: zeros that follow a text do not belong to it */
    } slots[1 << KNOWN_FIELDS_BITS];
    /* [number of blanks and digits after the third field]: bit n: the second blank may be character n; bit
     * NO_SECOND_BLANK: a second blank is not needed. */
    uint64_t clocks[33];
};
enum { NO_SECOND_BLANK = 32 };
extern const struct ks_known_fields ks_known_fields __attribute__((visibility("hidden")));

#endif
