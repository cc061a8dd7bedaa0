/* The writers of FEN that chess and variants share. Each function writes at `out` and returns the end of the
 * output. They are inline so that the compiler knows the size of the caller's board. */
#ifndef KS_FEN_WRITE_H
#define KS_FEN_WRITE_H

#include <stdbool.h>
#include <string.h>

#include "kingscan.h"

/* ---- Positions ---- */

/* Writes a number of empty squares, at most 99; writes nothing for 0. */
static inline char *write_run(char *out, unsigned empty) {
    if (empty >= 10)
        *out++ = (char)('0' + empty / 10);
    if (empty > 0)
        *out++ = (char)('0' + empty % 10);
    return out;
}

/* Writes rows of squares, separated by slashes. letter_on(position, square) returns '.' for an empty
 * square. */
static inline char *write_placement(char *out, unsigned files, unsigned ranks,
                                    char (*letter_on)(const void *position, unsigned square),
                                    const void *position) {
    for (unsigned square = 0; square < files * ranks;) {
        unsigned empty = 0;
        if (square > 0)
            *out++ = '/';
        for (unsigned file = 0; file < files; file++) {
            const char letter = letter_on(position, square++);
            if (letter == '.') {
                empty++;
                continue;
            }
            out = write_run(out, empty);
            empty = 0;
            *out++ = letter;
        }
        out = write_run(out, empty);
    }
    return out;
}

/* Writes a letter of KQkq for a rook that outermost_rook(position, side, wing) returns, and the rook's file
 * for another one. rooks is [side][wing]. none is the value of a missing right. */
static inline char *write_castling(char *out, const uint8_t rooks[2][2], unsigned none, unsigned files,
                                   unsigned (*outermost_rook)(const void *position, unsigned side,
                                                              unsigned wing),
                                   const void *position) {
    const char *const start = out;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
            const unsigned rook = rooks[side][wing];
            if (rook == none)
                continue;
            const char letter =
                rook == outermost_rook(position, side, wing) ? "KQ"[wing] : (char)('A' + rook % files);
            *out++ = (char)(letter + (side == KS_BLACK ? 'a' - 'A' : 0));
        }
    if (out == start)
        *out++ = '-';
    return out;
}

static inline char *write_decimal(char *out, unsigned number) {
    char digits[10];
    if (number < 100) { /* most are */
        *out = (char)('0' + number / 10);
        out += number >= 10;
        *out = (char)('0' + number % 10);
        return out + 1;
    }
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    memcpy(out, digits + at, sizeof digits - at);
    return out + sizeof digits - at;
}

/* Writes both clocks, and the NUL that ends the text. */
static inline char *write_clocks(char *out, unsigned halfmove_clock, unsigned fullmove_number) {
    *out++ = ' ';
    out = write_decimal(out, halfmove_clock);
    *out++ = ' ';
    out = write_decimal(out, fullmove_number);
    *out = '\0';
    return out;
}

/* Writes the castling field of a position of chess: at most four characters. */
char *ks_write_castling(char *out, const ks_position *position);

/* ---- Rows of chess ---- */

/* The most that writers of rows store: eight rows, each with its end, and the rest of the last word. */
enum { ROWS_SIZE = 8 * 9 + 8 };

/* Writes eight rows, each with a slash behind it. board: codes of check.h. out: ROWS_SIZE bytes. Returns the
 * end of the text. */
typedef char *ks_rows_writer(char *out, const uint8_t board[64]);

/* The builds, for the tiers of their names, and the one in use. */
ks_rows_writer ks_any_write_rows, ks_fast_write_rows, ks_avx512_write_rows;
ks_rows_writer *ks_current_rows_writer(void);

#endif
