/* Lists the features of one position in the plainest way, which all fast ways are compared with, and says in
 * words what a set and an index mean. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/error.h"
#include "game/features/set.h"

/* ==== The features of a position ==== */

int ks_find_kings_of_features(const uint8_t board[64], unsigned kings[2], ks_error *error) {
    kings[KS_WHITE] = kings[KS_BLACK] = KS_NO_SQUARE;
    for (unsigned square = 0; square < 64; square++) {
        const unsigned code = board[square] & 15, side = code >> 3;
        if ((code & 7) == KS_WHITE_PAWN && (square < 8 || square >= 56))
            return ks_fail(error, KS_ERROR_PAWN_RANK, square, "a pawn on the first or last rank");
        if ((code & 7) != KS_WHITE_KING)
            continue;
        if (kings[side] != KS_NO_SQUARE)
            return ks_fail(error, KS_ERROR_DATA_KINGS, square, "expected one king of each side, found more");
        kings[side] = square;
    }
    for (unsigned side = 0; side < 2; side++)
        if (kings[side] == KS_NO_SQUARE)
            return ks_fail(error, KS_ERROR_DATA_KINGS, 0, "expected a %s king, found none",
                           ks_side_names[side]);
    return KS_OK;
}

/* A board as a side sees it, for one block. */
struct view {
    const struct block *block;
    uint8_t pieces[64]; /* [own square]: 0 to 11, or PIECES where none stands */
    unsigned king, turn;
};

static struct view view_of(const struct block *block, const uint8_t board[64], unsigned perspective,
                           unsigned king) {
    struct view view = {.block = block, .turn = turn_of(block, perspective, king)};
    for (unsigned square = 0; square < 64; square++)
        view.pieces[square ^ view.turn] =
            is_piece(board[square]) ? (uint8_t)piece_of_code(board[square] & 15, perspective) : PIECES;
    view.king = king ^ view.turn;
    return view;
}

/* Where indices go. */
struct listing {
    int32_t *indices;
    size_t count, room;
};

static void add(struct listing *list, const struct view *view, uint32_t index) {
    if (list->count < list->room)
        list->indices[list->count] = (int32_t)(view->block->first + index);
    list->count++;
}

static void list_squares(const struct view *view, struct listing *list) {
    const struct squares_block *const squares = &view->block->squares;
    const uint32_t bucket = squares->bucket[view->king] * bucket_size(view->block) + view->block->offset;
    const uint32_t factor = squares->buckets * bucket_size(view->block);
    for (unsigned square = 0; square < 64; square++) {
        const unsigned piece = view->pieces[square];
        if (piece == PIECES || squares->plane[piece] == NO_PLANE)
            continue;
        add(list, view, bucket + 64 * squares->plane[piece] + square);
        if (squares->factor)
            add(list, view, factor + 64 * squares->factor_plane[piece] + square);
    }
}

static const int steps[8][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}},
                 leaps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* Returns what a piece attacks on a board; pieces: NULL for an empty one. */
static uint64_t attacks_on(const uint8_t *pieces, unsigned piece, unsigned from) {
    const unsigned kind = piece % KINDS;
    const int forward = piece < KINDS ? 1 : -1, file = (int)(from & 7), rank = (int)(from >> 3);
    uint64_t attacks = 0;
    for (unsigned i = 0; i < 8; i++) {
        const int *const step = kind == 1 ? leaps[i] : steps[i];
        const bool straight = i < 4, pawn = kind == 0;
        if ((kind == 2 && straight) || (kind == 3 && !straight) || (pawn && (straight || step[1] != forward)))
            continue;
        if (pawn && (rank == 0 || rank == 7))
            continue;
        for (int f = file + step[0], r = rank + step[1]; f >= 0 && f < 8 && r >= 0 && r < 8;
             f += step[0], r += step[1]) {
            attacks |= bit((unsigned)(8 * r + f));
            if (kind < 2 || kind == 5 || (pieces && pieces[8 * r + f] != PIECES))
                break;
        }
    }
    return attacks;
}

uint64_t ks_attacks_of_kind(unsigned kind, bool other, unsigned square) {
    return attacks_on(NULL, kind + (other ? KINDS : 0), square);
}

/* Returns the first index of an attacker's attacks from a square on pieces like the attacked one. */
static uint32_t first_of_attacks(const struct pairs_block *pairs, unsigned attacker, unsigned from,
                                 unsigned attacked) {
    const unsigned kind = attacker % KINDS, slot = pairs->slot[kind][attacked % KINDS];
    return pairs->first[attacker] +
           (attacked / KINDS * pairs->slots[kind] + slot) * pairs->before[attacker][64] +
           pairs->before[attacker][from];
}

static void list_pairs(const struct view *view, struct listing *list) {
    const struct pairs_block *const pairs = &view->block->pairs;
    for (unsigned from = 0; from < 64; from++) {
        const unsigned attacker = view->pieces[from];
        if (attacker == PIECES)
            continue;
        for (uint64_t rest = attacks_on(view->pieces, attacker, from); rest; rest &= rest - 1) {
            const unsigned to = lowest_square(rest), attacked = view->pieces[to], kind = attacker % KINDS;
            if (attacked == PIECES || pairs->slot[kind][attacked % KINDS] == NO_SLOT)
                continue;
            const bool mutual = attacked % KINDS == kind && (kind != 0 || attacker != attacked);
            if (pairs->once && mutual && from < to)
                continue;
            add(list, view,
                first_of_attacks(pairs, attacker, from, attacked) +
                    (uint32_t)__builtin_popcountll(pairs->attacks[attacker][from] & (bit(to) - 1)));
        }
    }
}

static void list_pawns(const struct view *view, struct listing *list) {
    for (unsigned a = 0; a < 64; a++)
        for (unsigned b = 0; b < a; b++) {
            const unsigned near = (unsigned)abs((int)(a & 7) - (int)(b & 7));
            if (view->pieces[a] % KINDS == 0 && view->pieces[b] % KINDS == 0 && view->pieces[a] < PIECES &&
                view->pieces[b] < PIECES && near <= view->block->pawns.files)
                add(list, view, index_of_pawns(view->pieces[a] / KINDS, a, view->pieces[b] / KINDS, b));
        }
}

static void list_block(const struct view *view, struct listing *list) {
    switch (view->block->kind) {
    case BLOCK_SQUARES:
        list_squares(view, list);
        break;
    case BLOCK_PAIRS:
        list_pairs(view, list);
        break;
    case BLOCK_PAWNS:
        list_pawns(view, list);
    }
}

static int compare(const void *a, const void *b) {
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

int ks_features_list(const ks_features *set, const uint8_t board[64], unsigned perspective, int32_t *indices,
                     size_t *count, ks_error *error) {
    struct listing list = {.indices = indices, .room = set->width};
    unsigned kings[2];
    const int code = ks_find_kings_of_features(board, kings, error);
    if (code != KS_OK)
        return code;
    for (unsigned b = 0; b < set->count; b++) {
        const struct view view = view_of(&set->blocks[b], board, perspective, kings[perspective]);
        list_block(&view, &list);
    }
    if (list.count > list.room)
        return ks_fail(error, KS_ERROR_FEATURES_WIDTH, kings[perspective],
                       "expected at most %u features of %s's side, found %zu", set->width,
                       ks_side_names[perspective], list.count);
    qsort(indices, list.count, sizeof *indices, compare);
    *count = list.count;
    return KS_OK;
}

/* ==== Words ==== */

static const char *const kinds[KINDS] = {"pawn", "knight", "bishop", "rook", "queen", "king"};

/* Writes "white knight on f3" of a piece on an own square. */
static void name_piece(const struct view *view, unsigned perspective, unsigned piece, unsigned square,
                       char text[32]) {
    snprintf(text, 32, "%s %s on %s", ks_side_names[perspective ^ (piece / KINDS)], kinds[piece % KINDS],
             ks_square_name(square ^ view->turn));
}

static size_t describe_squares_index(const struct view *view, uint32_t index, unsigned perspective,
                                     char text[KS_FEATURES_WORDS_SIZE]) {
    const struct squares_block *const squares = &view->block->squares;
    const uint32_t size = bucket_size(view->block), factors = squares->buckets * size;
    const bool factor = index >= factors;
    const uint32_t bucket = index / size,
                   within = factor ? index - factors : index % size - view->block->offset;
    const uint8_t *const planes = factor ? squares->factor_plane : squares->plane;
    char name[32], *end = text;
    if (!factor && index % size < view->block->offset)
        return (size_t)snprintf(text, KS_FEATURES_WORDS_SIZE, "nothing");
    unsigned found = 0;
    for (unsigned piece = 0; piece < PIECES; piece++) {
        if (planes[piece] != within / 64)
            continue;
        name_piece(view, perspective, piece, within % 64, name);
        end += snprintf(end, 40, "%s%s", found++ ? " or " : "", name);
    }
    if (!factor && bucket != squares->bucket[view->king])
        end += snprintf(end, 40, ", own king in bucket %u", (unsigned)bucket);
    else if (factor)
        end += snprintf(end, 40, ", own king anywhere");
    return (size_t)(end - text);
}

static size_t describe_pairs_index(const struct view *view, uint32_t index, unsigned perspective,
                                   char text[KS_FEATURES_WORDS_SIZE]) {
    const struct pairs_block *const pairs = &view->block->pairs;
    unsigned attacker = PIECES - 1, from = 0, attacked = 0;
    char one[32], other[32];
    while (pairs->first[attacker] > index || pairs->slots[attacker % KINDS] == 0)
        attacker--;
    const uint32_t within = index - pairs->first[attacker], all = pairs->before[attacker][64];
    const unsigned kind = attacker % KINDS, slot = within / all % pairs->slots[kind],
                   side = within / all / pairs->slots[kind];
    while (pairs->slot[kind][attacked % KINDS] != slot || attacked / KINDS != side)
        attacked++;
    while (pairs->before[attacker][from + 1] <= within % all)
        from++;
    uint64_t targets = pairs->attacks[attacker][from];
    for (unsigned rank = within % all - pairs->before[attacker][from]; rank; rank--)
        targets &= targets - 1;
    const unsigned to = lowest_square(targets);
    if (pairs->once && attacked % KINDS == kind && from < to && (kind != 0 || attacker != attacked))
        return (size_t)snprintf(text, KS_FEATURES_WORDS_SIZE, "nothing");
    name_piece(view, perspective, attacker, from, one);
    name_piece(view, perspective, attacked, to, other);
    return (size_t)snprintf(text, KS_FEATURES_WORDS_SIZE, "%s attacks %s", one, other);
}

static size_t describe_pawns_index(const struct view *view, uint32_t index, unsigned perspective,
                                   char text[KS_FEATURES_WORDS_SIZE]) {
    char one[32], other[32];
    unsigned high = 1;
    while (high * (high + 1) / 2 <= index)
        high++;
    const unsigned low = index - high * (high - 1) / 2, a = high % PAWN_SQUARES + 8,
                   b = low % PAWN_SQUARES + 8;
    if (a == b || (unsigned)abs((int)(a & 7) - (int)(b & 7)) > view->block->pawns.files)
        return (size_t)snprintf(text, KS_FEATURES_WORDS_SIZE, "nothing");
    name_piece(view, perspective, high / PAWN_SQUARES * KINDS, a, one);
    name_piece(view, perspective, low / PAWN_SQUARES * KINDS, b, other);
    return (size_t)snprintf(text, KS_FEATURES_WORDS_SIZE, "%s and %s", one, other);
}

size_t ks_features_describe_index(const ks_features *set, uint32_t index, const uint8_t board[64],
                                  unsigned perspective, char text[KS_FEATURES_WORDS_SIZE]) {
    unsigned b = 0;
    while (index >= set->blocks[b].first + set->blocks[b].inputs)
        b++;
    unsigned king = ks_find_king(board, perspective);
    king = king == KS_NO_SQUARE ? 0 : king;
    const struct view view = view_of(&set->blocks[b], board, perspective, king);
    const uint32_t within = index - set->blocks[b].first;
    return set->blocks[b].kind == BLOCK_SQUARES ? describe_squares_index(&view, within, perspective, text)
           : set->blocks[b].kind == BLOCK_PAIRS ? describe_pairs_index(&view, within, perspective, text)
                                                : describe_pawns_index(&view, within, perspective, text);
}

size_t ks_features_describe(const ks_features *set, unsigned block, char *text, size_t room) {
    const struct block *const b = &set->blocks[block];
    const struct squares_block *const squares = &b->squares;
    char what[160];
    if (b->kind == BLOCK_SQUARES && squares->buckets == 1)
        snprintf(what, sizeof what, "pieces on squares, %u planes", squares->planes);
    else if (b->kind == BLOCK_SQUARES)
        snprintf(what, sizeof what, "pieces on squares, %u planes for each of %u buckets of the own king%s",
                 squares->planes, squares->buckets, squares->factor ? ", and once more without buckets" : "");
    else if (b->kind == BLOCK_PAIRS)
        snprintf(what, sizeof what, "attacks of a piece on a piece%s",
                 b->pairs.once ? ", once where two of a kind attack each other" : "");
    else
        snprintf(what, sizeof what, "pairs of pawns at most %u file%s apart", b->pawns.files,
                 b->pawns.files == 1 ? "" : "s");
    return (size_t)snprintf(
        text, room, "%s; black's board is %s%s", what, b->rotated ? "rotated" : "flipped",
        b->mirror == MIRROR_TO_A_D   ? ", and boards are mirrored until the own king is on files a to d"
        : b->mirror == MIRROR_TO_E_H ? ", and boards are mirrored until the own king is on files e to h"
                                     : "");
}
