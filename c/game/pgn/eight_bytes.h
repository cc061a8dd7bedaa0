/* Eight bytes of a text as a number, the first one the lowest, and what usual evaluations and times look like
 * in them: the reader of one comment and the one of several compare with these. */
#ifndef KS_PGN_EIGHT_BYTES_H
#define KS_PGN_EIGHT_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint64_t eight_bytes(const char *text) {
    uint64_t eight;
    memcpy(&eight, text, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    return eight;
}

#define EIGHT(a, b, c, d, e, f, g, h)                                                                        \
    ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24 | (uint64_t)(e) << 32 |  \
     (uint64_t)(f) << 40 | (uint64_t)(g) << 48 | (uint64_t)(h) << 56)

/* A digit from 0 to 9 has no upper bits, nor has it with 6 added. */
#define DIGIT_ROOM UINT64_C(0x0606060606060606)
#define DIGIT_UPPER UINT64_C(0xf0f0f0f0f0f0f0f0)

/* A time such as 0:03:00], with zeros for its digits; all ones where no digits are. */
#define PLAIN_TIME EIGHT('0', ':', '0', '0', ':', '0', '0', ']')
#define PLAIN_TIME_OTHERS EIGHT(0, 0xff, 0, 0, 0xff, 0, 0, 0xff)

/* Pawns such as 0.24], once up to two bytes are put before them, so that the point is the fourth one: the
 * digits before the point, the rest but for the last byte, and all ones where no digits are. */
#define EVAL_WHOLE EIGHT('0', '0', '0', 0, 0, 0, 0, 0)
#define EVAL_REST EIGHT(0, 0, 0, '.', '0', '0', 0, 0)
#define EVAL_OTHERS EIGHT(0, 0, 0, 0xff, 0, 0, 0xff, 0)

/* A bit that digits have and a point has not, where the point may stand. */
#define EVAL_POINTS EIGHT(0, 0x10, 0x10, 0x10, 0, 0, 0, 0)

#endif
