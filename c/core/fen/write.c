/* Writes positions of chess as FEN. */
#include "core/fen/write.h"

#include <stdint.h>
#include <string.h>

#include "core/board/key.h"
#include "core/fen/fields.h"
#include "core/kernels/family.h"

/* ---- Positions ---- */

static unsigned outermost_rook(const void *position, unsigned side, unsigned wing) {
    return ks_outermost_rook(position, side, wing);
}

/* Writes the rights of rooks in their corners, which are the outermost ones wherever the king stands: most
 * are. */
static char *write_usual_castling(char *out, uint64_t rooks) {
    static const char texts[16][4] = {"-", "K",  "Q",  "KQ",  "k",  "Kk",  "Qk",  "KQk", /* */
                                      "q", "Kq", "Qq", "KQq", "kq", "Kkq", "Qkq", {'K', 'Q', 'k', 'q'}};
    static const uint8_t lengths[16] = {1, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    const unsigned rights =
        (unsigned)(rooks >> 63 | (rooks >> 56 & 1) << 1 | (rooks >> 7 & 1) << 2 | (rooks & 1) << 3);
    memcpy(out, texts[rights], sizeof texts[rights]);
    return out + lengths[rights];
}

char *ks_write_castling(char *out, const ks_position *position) {
    const uint64_t corners = 0x8100000000000081;
    if ((position->private_castling & ~corners) == 0)
        return write_usual_castling(out, position->private_castling);
    uint8_t rooks[2][2];
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            rooks[side][wing] = (uint8_t)ks_lowest_square(position->private_castling &
                                                          ks_castling_wing(position->board, side, wing));
    return write_castling(out, (const uint8_t(*)[2])rooks, KS_NO_SQUARE, 8, outermost_rook, position);
}

/* ---- Rows ---- */

static const struct rows_build { ks_rows_writer *write; } any_rows = {ks_any_write_rows};
#ifdef KS_X86_64_BUILDS
static const struct rows_build fast_rows = {ks_fast_write_rows};
#endif
#ifdef KS_VECTOR_BUILDS
static const struct rows_build avx512_rows = {ks_avx512_write_rows};
#endif

const void *const ks_rows_builds[TIERS] = {
    [TIER_any] = &any_rows,
#ifdef KS_X86_64_BUILDS
    [TIER_fast] = &fast_rows,
#endif
#ifdef KS_VECTOR_BUILDS
    [TIER_avx512] = &avx512_rows,
#endif
};

ks_rows_writer *ks_current_rows_writer(void) {
    const struct rows_build *const build = BUILD_IN_USE(rows);
    return build->write;
}

/* ---- All ---- */

static size_t write_fen(const ks_position *position, unsigned en_passant, char *text) {
    char *out = ks_current_rows_writer()(text, position->board);
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
