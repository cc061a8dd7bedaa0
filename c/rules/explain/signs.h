/* The signs that written moves of chess and of variants share: castling, squares' looks, and the end. */
#ifndef KS_EXPLAIN_SIGNS_H
#define KS_EXPLAIN_SIGNS_H

#include "core/text/cursor.h"

static inline bool is_between(int c, int first, int last) {
    return first <= c && c <= last;
}

/* Returns what stands `distance` bytes after the cursor, or END. */
static inline int ahead(const reader *r, size_t distance) {
    return distance < r->length - r->at ? (unsigned char)r->text[r->at + distance] : END;
}

/* Returns whether the next two characters look like a square's name. */
static inline bool at_square(const reader *r) {
    return is_between(peek(r), 'a', 'z') && is_digit(ahead(r, 1));
}

static inline bool at_castling_letter(const reader *r) {
    return peek(r) == 'O' || peek(r) == 'o' || peek(r) == '0';
}

/* Skip what stands at the cursor, and return whether it did: a string, or a dash of any kind. */
bool ks_skip(reader *r, const char *string);
bool ks_skip_dash(reader *r);

/* Reads O-O or O-O-O at its first letter. */
int ks_read_castling(reader *r, enum ks_wing *wing);

/* Reads "e.p.", then any of + # ! ? to the end. */
int ks_read_end_of_move(reader *r);

#endif
