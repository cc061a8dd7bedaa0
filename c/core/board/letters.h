/* The letters of pieces, inline: a FEN takes one for each piece. */
#ifndef KS_LETTERS_H
#define KS_LETTERS_H

/* Does what ks_code_letter does. */
static inline char letter_of(unsigned code) {
    return ".PNBRQK..pnbrqk."[code & 15];
}

#endif
