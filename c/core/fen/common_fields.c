/* Reads the fields behind the placement of a FEN as nearly all programs write them. Masks of 16 or 32 bytes
 * give the ends of the fields. The first three fields have at most eight bytes in all and are looked up
 * whole in a table without collisions. The masks are enough to check the clocks, since no verdict depends on
 * their values. */
#include "core/fen/common_fields.h"

#include "core/processor/processor.h"

/* ---- Side, castling letters and '-' ---- */

/* The bytes of a text as they are loaded: the first character is lowest. PREPEND_IF puts a character before
 * the others. */
#define PREPEND(c, text) ((uint64_t)(text) << 8 | (c))
#define PREPEND_IF(condition, c, text) ((condition) ? PREPEND(c, text) : (text))
#define LETTERS(r)                                                                                           \
    PREPEND_IF((r)&1, 'K',                                                                                   \
               PREPEND_IF((r)&2, 'Q',                                                                        \
                          PREPEND_IF((r)&4, 'k',                                                             \
                                     PREPEND_IF((r)&8, 'q', PREPEND_IF((r) == 0, '-', PREPEND(' ', '-'))))))
#define FIELDS(side, r) PREPEND(side, PREPEND(' ', LETTERS(r)))

/* Found by trial: no two of the 32 texts get the same slot. */
#define MULTIPLIER 0x41be822218c8726b
#define SLOT(fields) ((fields)*MULTIPLIER >> (64 - KNOWN_FIELDS_BITS))

#define FIELDS_LENGTH(r) (4 + ((r) == 0) + ((r)&1) + ((r) >> 1 & 1) + ((r) >> 2 & 1) + ((r) >> 3 & 1))

#define SIDE_ROW(side, r) [SLOT(FIELDS(side, r))] = {FIELDS(side, r), (r) | FIELDS_LENGTH(r) << 8}
#define ROW(r) SIDE_ROW('w', r), SIDE_ROW('b', r)

/* ---- Clocks ---- */

/* Some collections have two blanks and no clocks. */
#define CLOCKS(length) (BEGINS(length, 2) | BEGINS(length, 3) | BEGINS(length, 4) | BEGINS(length, 5))
#define BEGINS(length, n) ((uint64_t)((length) - (n) >= 2 && (length) - (n) <= 5) << (n))
#define NOTHING ((uint64_t)1 << NO_SECOND_BLANK)

const struct ks_known_fields ks_known_fields = {MULTIPLIER,
                                                {ROW(0), ROW(1), ROW(2), ROW(3), ROW(4), ROW(5), ROW(6),
                                                 ROW(7), ROW(8), ROW(9), ROW(10), ROW(11), ROW(12), ROW(13),
                                                 ROW(14), ROW(15)},
                                                {NOTHING, NOTHING, 1 << 1, 0, CLOCKS(4), CLOCKS(5), CLOCKS(6),
                                                 CLOCKS(7), CLOCKS(8), CLOCKS(9), CLOCKS(10)}};
#undef ROW
#undef SIDE_ROW

struct masks {
    uint64_t blanks, others; /* `others` are neither blanks nor digits */
};

/* Adds the masks of 16 bytes. The first is number `at`. Tabs become spaces. */
static void find_blanks(bytes16 *bytes, struct masks *masks, unsigned at) {
    const bytes16 tabs = (bytes16)(*bytes == '\t');
    *bytes ^= tabs & ('\t' ^ ' ');
    const bytes16 blanks = (bytes16)(*bytes == ' '), digits = (bytes16)(*bytes - '0' <= 9);
    masks->blanks |= (uint64_t)top_bits(blanks) << at;
    masks->others |= (uint64_t)(0xffff ^ top_bits(blanks | digits)) << at;
}

static uint64_t first_8(bytes16 bytes) {
    typedef uint64_t words __attribute__((vector_size(16)));
    return ((words)bytes)[0];
}

static unsigned lowest_bit(uint64_t mask) {
    return (unsigned)__builtin_ctzll(mask);
}

/* An m may begin "moves", which is no operation. */
static int begins_operation(char c) {
    return (((unsigned char)((c | 0x20) - 'a') < 26) & (c != 'm')) | (c == ';');
}

unsigned ks_read_common_fields(const char *text, size_t length) {
    enum { HALF = 16, BYTES = 2 * HALF };
    bytes16 first = load_16(text + 1);
    struct masks masks = {0, 0};
    find_blanks(&first, &masks, 0);
    const unsigned line_end = length - 1 < BYTES ? (unsigned)length - 1 : BYTES;

    /* The third field ends at the third blank, or at the line's end. */
    uint64_t ends = masks.blanks | (uint64_t)7 << line_end | (uint64_t)7 << HALF;
    ends &= ends - 1;
    ends &= ends - 1;
    const unsigned end = lowest_bit(ends);
    const uint64_t up_to_end = ((uint64_t)2 << ((8 * end - 1) & 63)) - 1;
    const uint64_t fields = first_8(first) & up_to_end;
    const uint64_t slot = SLOT(fields);
    const uint64_t letters = ks_known_fields.slots[slot].letters_and_length ^ (uint64_t)end << 8;
    if (letters > 0xff || (text[0] != ' ' && text[0] != '\t') || ks_known_fields.slots[slot].text != fields)
        return NOT_COMMON;

    if (masks.others >> end == 0) { /* the clocks do not end here, as in hardly any text */
        bytes16 second = load_16(text + 1 + HALF);
        find_blanks(&second, &masks, HALF);
        masks.others |= (uint64_t)1 << (BYTES - 1); /* so that one bit is always set */
    }
    unsigned run = lowest_bit(masks.others >> end);
    if (end + run != line_end) {
        if (run == 0 || !(masks.blanks >> (end + run - 1) & 1) || end + run > line_end ||
            !begins_operation(text[1 + end + run]))
            return NOT_COMMON;
        run--; /* the blank before operations */
    }
    uint64_t blanks = (masks.blanks >> end) & (((uint64_t)1 << run) - 1);
    blanks &= blanks - 1; /* the first character of the run is a blank */
    const unsigned next = lowest_bit(blanks | (uint64_t)1 << NO_SECOND_BLANK);
    if (blanks & (blanks - 1) || !(ks_known_fields.clocks[run] >> next & 1))
        return NOT_COMMON;
    return (unsigned)letters;
}
