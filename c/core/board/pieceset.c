/* Names squares and codes, and makes piecesets: the meaning of each byte of a board, for the codes of check.h
 * and for any others. */
#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "core/text/error.h"
#include "kingscan.h"

/* ---- Squares and codes ---- */

const char *const ks_side_names[2] = {"white", "black"};

const char *ks_square_name(unsigned square) {
    static const char names[KS_SQUARES][3] = {
        "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7",
        "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5",
        "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3",
        "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"};
    return square < KS_SQUARES ? names[square] : "-";
}

char ks_code_letter(unsigned code) {
    return ".PNBRQK..pnbrqk."[code & 15];
}

/* Eight squares at once: a byte of `others` is 0 for a king, and 15 at most. */
unsigned ks_find_king(const uint8_t board[64], unsigned side) {
    assert(side <= KS_BLACK);
    const uint64_t ones = 0x0101010101010101;
    const uint64_t kings = ones * (side == KS_WHITE ? KS_WHITE_KING : KS_BLACK_KING);
    for (unsigned square = 0; square < KS_SQUARES; square += 8) {
        uint64_t row;
        memcpy(&row, board + square, sizeof row);
        const uint64_t others = (row & 15 * ones) ^ kings, found = ~(others + 127 * ones) & 128 * ones;
        if (found)
            return square + (unsigned)__builtin_ctzll(found) / 8;
    }
    return KS_SQUARES;
}

/* ---- Cells of a wide pieceset ---- */

/* The sixteen cells of a wide pieceset: each code of a piece gets its cell, and no two codes share one. A
 * vector kernel looks up a table of sixteen bytes in one instruction.
 *
 * The codes with the same upper half form a row; their lower halves differ. Each row is xored with its
 * displacement. A search, largest row first, finds displacements that leave every cell to one code. (Tarjan
 * and Yao, "Storing a sparse table", 1979, with xor for their sum.) */
enum {
    HALVES = 16,      /* values of half a code; cells */
    TRIES_MOST = 4096 /* displacements tried; chess sets need some dozens */
};

/* The rows that have codes, largest first, and the displacements tried at present. */
struct search {
    uint16_t members[HALVES]; /* [upper half]: bit n: the code with lower half n is a piece */
    uint8_t order[HALVES];    /* upper halves that have members */
    unsigned rows;
    uint8_t displacement[HALVES]; /* [upper half] */
    unsigned tries;
};

static uint16_t displaced(uint16_t members, unsigned displacement) {
    uint16_t cells = 0;
    for (unsigned lower = 0; lower < HALVES; lower++)
        if (members >> lower & 1)
            cells |= (uint16_t)(1 << (lower ^ displacement));
    return cells;
}

/* Displaces the rows from order[row] on into free cells. Returns false when that is impossible. */
static bool place(struct search *s, unsigned row, uint16_t taken) {
    if (row == s->rows)
        return true;
    const unsigned upper = s->order[row];
    for (unsigned displacement = 0; displacement < HALVES; displacement++) {
        if (++s->tries > TRIES_MOST)
            return false;
        const uint16_t cells = displaced(s->members[upper], displacement);
        s->displacement[upper] = (uint8_t)displacement;
        if (!(cells & taken) && place(s, row + 1, taken | cells))
            return true;
    }
    return false;
}

static void find_rows(struct search *s, const ks_pieceset *set) {
    for (unsigned code = 0; code < 256; code++)
        if (set->classes[KS_WHITE][code])
            s->members[code >> 4] |= (uint16_t)(1 << (code & 15));
    for (int size = HALVES; size > 0; size--)
        for (unsigned upper = 0; upper < HALVES; upper++)
            if (__builtin_popcount(s->members[upper]) == size)
                s->order[s->rows++] = (uint8_t)upper;
}

static void fill_cells(ks_pieceset *set) {
    for (unsigned code = 0; code < 256; code++) {
        const unsigned cell = code ^ set->cell_of_upper[code >> 4];
        if (!set->classes[KS_WHITE][code])
            continue;
        set->cell_upper[cell] = (uint8_t)(code >> 4);
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            for (unsigned copy = 0; copy < 2; copy++)
                set->cell_classes[side ^ set->a1_first][copy * HALVES + cell] = set->classes[side][code];
    }
}

/* Gives the wide set cells if its codes fit into them: sets `cells` to 1 and fills in the members after it.
 * classes and a1_first are filled in, and all other members are 0 (preconditions). */
static void find_cells(ks_pieceset *set) {
    struct search s = {.rows = 0};
    find_rows(&s, set);
    if (!place(&s, 0, 0))
        return;
    set->cells = 1;
    for (unsigned upper = 0; upper < HALVES; upper++)
        set->cell_of_upper[upper] = (uint8_t)(upper << 4 | s.displacement[upper]);
    fill_cells(set);
}

/* ---- Piecesets ---- */

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

#ifdef __ELF__
extern const ks_pieceset ks_chess_local __attribute__((alias("ks_chess_pieces"), visibility("hidden")));
#endif

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
        find_cells(set);
    else
        repeat_narrow(set);
    return KS_OK;
}
