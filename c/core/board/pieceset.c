/* Piecesets: the meaning of each byte of a board, for the codes of check.h and for any others. */
#include <string.h>

#include "core/board/cells.h"
#include "core/text/internal.h"

#define ENEMY(attacks) ((attacks) | KS_CLASS_OCCUPIED)
#define FRIEND (KS_CLASS_OWN | KS_CLASS_OCCUPIED)
#define QUEEN_CLASSES (KS_CLASS_ORTHOGONAL | KS_CLASS_DIAGONAL)
#define KING_CLASSES (KS_CLASS_WAZIR | KS_CLASS_FERZ)

/* Classes of the codes 1-6, and of the code that follows them. */
#define ENEMY_PIECES                                                                                         \
    ENEMY(KS_CLASS_PAWN), ENEMY(KS_CLASS_KNIGHT), ENEMY(KS_CLASS_DIAGONAL), ENEMY(KS_CLASS_ORTHOGONAL),      \
        ENEMY(QUEEN_CLASSES), ENEMY(KING_CLASSES), 0
#define OWN_PIECES FRIEND, FRIEND, FRIEND, FRIEND, FRIEND, FRIEND, 0

#define SIXTEEN_TIMES(...)                                                                                   \
    __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__,  \
        __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__,           \
        __VA_ARGS__

_Static_assert(KS_BLACK_PAWN == KS_WHITE_PAWN + KS_BLACK_BIT && KS_WHITE_KING == 6 && KS_BLACK_BIT == 8,
               "the rows below list codes 0-7 and 8-15 in order");

const ks_pieceset ks_chess_pieces = {
    .classes = {[KS_WHITE] = {SIXTEEN_TIMES(0, OWN_PIECES, 0, ENEMY_PIECES)},
                [KS_BLACK] = {SIXTEEN_TIMES(0, ENEMY_PIECES, 0, OWN_PIECES)}},
};

extern const ks_pieceset ks_chess_local __attribute__((alias("ks_chess_pieces"), visibility("hidden")));

static const unsigned attack_classes = KS_CLASS_ORTHOGONAL | KS_CLASS_DIAGONAL | KS_CLASS_KNIGHT |
                                       KS_CLASS_WAZIR | KS_CLASS_FERZ | KS_CLASS_PAWN;

static int check_piece(const ks_piece *piece, size_t index, ks_error *error) {
    if (piece->side > KS_NEITHER)
        return ks_fail(error, KS_ERROR_PIECE_SIDE, index,
                       "code %u: expected side %d (white), %d (black) or %d (empty square), found %u",
                       piece->code, KS_WHITE, KS_BLACK, KS_NEITHER, piece->side);
    if (piece->attacks & ~attack_classes)
        return ks_fail(error, KS_ERROR_PIECE_CLASSES, index,
                       "code %u: expected attack classes out of 0x%02x, found 0x%02x", piece->code,
                       attack_classes, piece->attacks);
    if (piece->side == KS_NEITHER && piece->attacks)
        return ks_fail(error, KS_ERROR_PIECE_CLASSES, index,
                       "code %u means an empty square, but has attack classes 0x%02x", piece->code,
                       piece->attacks);
    return KS_OK;
}

/* Copies the first sixteen classes of each side over the rest, so that only the low four bits count. */
static void repeat_narrow(ks_pieceset *set) {
    for (int side = 0; side < 2; side++)
        for (int code = 16; code < 256; code++)
            set->classes[side][code] = set->classes[side][code & 15];
}

int ks_pieceset_init(ks_pieceset *set, const ks_piece *pieces, size_t count, ks_pieceset_flags flags,
                     ks_error *error) {
    uint8_t listed[256] = {0};
    unsigned occupied = 0;

    memset(set, 0, sizeof *set);
    set->a1_first = (flags & KS_PIECESET_A1_FIRST) != 0;
    set->wide = (flags & KS_PIECESET_WIDE) != 0;
    for (size_t i = 0; i < count; i++)
        set->wide |= pieces[i].code > 15;
    const unsigned codes = set->wide ? 256 : 16;

    if (flags & ~(unsigned)(KS_PIECESET_A1_FIRST | KS_PIECESET_WIDE))
        return ks_fail(error, KS_ERROR_PIECESET_FLAGS, 0, "expected flags out of 0x%02x, found 0x%02x",
                       KS_PIECESET_A1_FIRST | KS_PIECESET_WIDE, flags);
    for (size_t i = 0; i < count; i++) {
        const ks_piece *piece = &pieces[i];
        int code = check_piece(piece, i, error);
        if (code != KS_OK)
            return code;
        if (listed[piece->code]++)
            return ks_fail(error, KS_ERROR_PIECE_CODE, i, "code %u is listed twice", piece->code);
        if (piece->side == KS_NEITHER)
            continue;
        if (++occupied == codes)
            return ks_fail(error, KS_ERROR_PIECE_CODE, i,
                           "code %u takes the last of %u codes: none is left for an empty square",
                           piece->code, codes);
        set->classes[piece->side][piece->code] = FRIEND;
        set->classes[piece->side ^ 1][piece->code] = (uint8_t)ENEMY(piece->attacks);
    }
    if (set->wide)
        ks_find_cells(set);
    else
        repeat_narrow(set);
    return KS_OK;
}
