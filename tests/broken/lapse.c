/* Lists, names and applies the lapses. */
#include "broken/lapse.h"

#include <stdio.h>
#include <stdlib.h>

#include "rules/position.h"

static const char *const side_names[] = {"white", "black"}, *const wing_names[] = {"kingside", "queenside"};

static const char *const way_names[] = {
#define WAY(identifier, name) name,
#include "broken/ways.def"
#undef WAY
};

static const char *const kind_names[] = {[NO_DOUBLE_PUSH] = "no-double-push",
                                         [NO_EN_PASSANT_EAST] = "no-en-passant-east",
                                         [NO_EN_PASSANT_WEST] = "no-en-passant-west",
                                         [NO_PROMOTION] = "no-promotion",
                                         [NO_CAPTURE_PROMOTION] = "no-capture-promotion"};

/* ---- All lapses ---- */

static bool is_possible(enum lapse_kind kind, unsigned file) {
    return !(kind == NO_EN_PASSANT_EAST && file == 7) && !(kind == NO_EN_PASSANT_WEST && file == 0);
}

static struct lapse *list_lapses_of(unsigned side, struct lapse *lapse) {
    for (enum lapse_kind kind = NO_DOUBLE_PUSH; kind < RIGHT_KEPT; kind++)
        for (unsigned file = 0; file < 8; file++)
            if (is_possible(kind, file))
                *lapse++ = (struct lapse){.kind = kind, .side = side, .file = file};
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
        for (enum way way = 0; way < WAYS; way++)
            *lapse++ = (struct lapse){.kind = RIGHT_KEPT, .side = side, .wing = wing, .way = way};
    return lapse;
}

void list_lapses(struct lapse lapses[LAPSES]) {
    const struct lapse *const end = list_lapses_of(KS_BLACK, list_lapses_of(KS_WHITE, lapses));
    if (end != lapses + LAPSES)
        abort();
}

void lapse_name(const struct lapse *lapse, char name[LAPSE_NAME_SIZE]) {
    const char *const side = side_names[lapse->side];
    if (lapse->kind == RIGHT_KEPT)
        snprintf(name, LAPSE_NAME_SIZE, "right-kept-%s-%s-%s", side, wing_names[lapse->wing],
                 way_names[lapse->way]);
    else
        snprintf(name, LAPSE_NAME_SIZE, "%s-%s-%c", kind_names[lapse->kind], side, (char)('a' + lapse->file));
}

/* ---- Moves of pawns ---- */

bool lapse_forgets(const struct lapse *lapse, const ks_position *position, ks_move move) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), kind = KS_MOVE_KIND(move);
    const bool promotes = kind >= KS_MOVE_TO_KNIGHT && kind <= KS_MOVE_TO_QUEEN;
    if (position->side_to_move != lapse->side || (from & 7) != lapse->file)
        return false;
    switch (lapse->kind) {
    case NO_DOUBLE_PUSH:
        return kind == KS_MOVE_DOUBLE_PUSH;
    case NO_EN_PASSANT_EAST:
        return kind == KS_MOVE_EN_PASSANT && (to & 7) > lapse->file;
    case NO_EN_PASSANT_WEST:
        return kind == KS_MOVE_EN_PASSANT && (to & 7) < lapse->file;
    case NO_PROMOTION:
        return promotes && (to & 7) == lapse->file;
    case NO_CAPTURE_PROMOTION:
        return promotes && (to & 7) != lapse->file;
    default:
        return false;
    }
}

/* ---- Rights to castle ---- */

static enum way way_of_king(unsigned from, unsigned to) {
    const int files = (int)(to & 7) - (int)(from & 7);
    if (from >> 3 == to >> 3)
        return files > 0 ? KING_EAST : KING_WEST;
    return files > 0 ? KING_FORWARD_EAST : files < 0 ? KING_FORWARD_WEST : KING_FORWARD;
}

unsigned lapse_rook(const ks_position *position, unsigned side, unsigned wing) {
    const unsigned row = side == KS_WHITE ? 7 : 0, king = ks_king_of(position, side);
    const uint64_t kingside = (uint64_t)0xe0 << 8 * row, queenside = (uint64_t)0x0f << 8 * row;
    return king >> 3 == row
               ? ks_castling_rook(position, side, wing)
               : ks_lowest_square(ks_castling_rooks(position) & (wing == KS_KINGSIDE ? kingside : queenside));
}

/* Returns the way in which a move takes a right, or WAYS. Most engines use tables of the squares from and to,
 * and so does this function: a king that has moved without losing the right keeps it when it returns. */
static enum way way_of(const ks_position *before, ks_move move, unsigned side, unsigned wing) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), rook = lapse_rook(before, side, wing);
    if (rook == KS_NO_SQUARE)
        return WAYS;
    if (before->side_to_move != side)
        return to == rook ? ROOK_TAKEN_BY_PAWN + (before->board[from] & 7) - KS_WHITE_PAWN : WAYS;
    if (KS_MOVE_KIND(move) == KS_MOVE_CASTLING)
        return KING_CASTLES;
    if (from == KS_SQUARE(4, side == KS_WHITE ? 7 : 0))
        return way_of_king(from, to);
    return from != rook ? WAYS : from >> 3 == to >> 3 ? ROOK_ALONG_RANK : ROOK_ALONG_FILE;
}

bool lapse_keeps(const struct lapse *lapse, const ks_position *before, ks_move move, unsigned side,
                 unsigned wing) {
    if (lapse->kind != RIGHT_KEPT || lapse->side != side || lapse->wing != wing)
        return false;
    const enum way way = way_of(before, move, side, wing);
    return way == lapse->way || way == WAYS;
}
