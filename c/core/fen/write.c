/* Positions of chess written as FEN. */
#include "core/fen/write.h"

#include <string.h>

#include "core/board/key.h"
#include "core/fen/fields.h"

/* Returns a bit for each byte that is not 0; none is above 0x7f. */
static inline uint64_t nonzero_bytes(uint64_t bytes) {
    const uint64_t tops = (bytes + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101;
    return tops * 0x0102040810204080 >> 56;
}

/* Writes four rows, and what ends each. A row has nine cells, eight squares and its end; those that are empty
 * are passed at once, without a branch. */
static char *write_four_rows(char *out, const uint8_t board[32]) {
    enum { CELLS = 9, ROW_END = 7 }; /* no piece has this code */
    static const char letters[] = ".PNBRQK/.pnbrqk.";
    uint8_t cells[4 * CELLS];
    uint64_t filled = 0;
    unsigned next = 0;
    for (unsigned row = 0; row < 4; row++) {
        uint64_t squares;
        memcpy(&squares, board + 8 * row, sizeof squares);
        memcpy(cells + CELLS * row, &squares, sizeof squares);
        cells[CELLS * row + 8] = ROW_END;
        filled |= (nonzero_bytes(squares) | 1 << 8) << CELLS * row;
    }
    for (; filled; filled &= filled - 1) {
        const unsigned cell = (unsigned)__builtin_ctzll(filled), empty = cell - next;
        *out = (char)('0' + empty);
        out += empty > 0;
        *out++ = letters[cells[cell] & 15];
        next = cell + 1;
    }
    return out;
}

static unsigned outermost_rook(const void *position, unsigned side, unsigned wing) {
    return ks_outermost_rook(position, side, wing);
}

/* Writes the rights of rooks in their corners, with the kings on the e-file: most are. */
static char *write_usual_castling(char *out, uint64_t rooks) {
    static const struct {
        char letter;
        uint8_t corner;
    } rights[] = {{'K', 63}, {'Q', 56}, {'k', 7}, {'q', 0}};
    *out = '-';
    for (size_t i = 0; i < sizeof rights / sizeof *rights; i++)
        if (rooks >> rights[i].corner & 1)
            *out++ = rights[i].letter;
    return out + (rooks == 0);
}

static bool castles_as_usual(const ks_position *position) {
    const uint64_t rooks = position->private_castling, corners = 0x8100000000000081;
    return (rooks & ~corners) == 0 && (rooks >> 56 == 0 || position->board[60] == KS_WHITE_KING) &&
           ((rooks & 0xff) == 0 || position->board[4] == KS_BLACK_KING);
}

char *ks_write_castling(char *out, const ks_position *position) {
    if (castles_as_usual(position))
        return write_usual_castling(out, position->private_castling);
    uint8_t rooks[2][2];
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            rooks[side][wing] = (uint8_t)ks_lowest_square(position->private_castling &
                                                          ks_castling_wing(position->board, side, wing));
    return write_castling(out, (const uint8_t(*)[2])rooks, KS_NO_SQUARE, 8, outermost_rook, position);
}

static size_t write_fen(const ks_position *position, unsigned en_passant, char *text) {
    char *out = write_four_rows(write_four_rows(text, position->board), position->board + 32);
    out[-1] = ' ';
    *out++ = "wb"[position->side_to_move];
    *out++ = ' ';
    out = ks_write_castling(out, position);
    *out++ = ' ';
    *out = '-';
    out = en_passant == KS_NO_SQUARE ? out + 1 : stpcpy(out, ks_square_name(en_passant));
    out = write_clocks(out, position->halfmove_clock, position->fullmove_number);
    return (size_t)(out - text);
}

/* The board says whether en passant is legal, and not the planes, so that drafts of positions can be written
 * too. */
size_t ks_write_fen(const ks_position *position, char text[KS_FEN_SIZE]) {
    return write_fen(position, ks_en_passant_is_legal(position) ? position->en_passant : KS_NO_SQUARE, text);
}

size_t ks_write_x_fen(const ks_position *position, char text[KS_FEN_SIZE]) {
    return write_fen(position, position->en_passant, text);
}
