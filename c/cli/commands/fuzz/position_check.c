/* Checks that chess and variants share, and the messages when one fails. */
#include "cli/commands/fuzz/position_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool mistaken(struct mistake *mistake, const struct any_position *position, const char *format, ...) {
    va_list arguments;
    mistake->position = *position;
    va_start(arguments, format);
    vsnprintf(mistake->text, sizeof mistake->text, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Fields ---- */

#define DIFFERS(a, b, field) (memcmp(&(a)->field, &(b)->field, sizeof(a)->field) != 0)

/* The first difference among the fields that positions of chess and of variants both have. */
#define COMMON_DIFFERENCE(a, b, castling)                                                                    \
    (DIFFERS(a, b, board)          ? "board"                                                                 \
     : DIFFERS(a, b, side_to_move) ? "side to move"                                                          \
     : DIFFERS(a, b, castling)     ? "castling right"                                                        \
                                   : NULL)

const char *differing_field(const ks_position *a, const ks_position *b) {
    const char *const common = COMMON_DIFFERENCE(a, b, private_castling);
    if (common)
        return common;
    if (a->en_passant != b->en_passant)
        return "en-passant square";
    if (a->halfmove_clock != b->halfmove_clock)
        return "halfmove clock";
    if (a->fullmove_number != b->fullmove_number)
        return "fullmove number";
    if (DIFFERS(a, b, private_planes) || DIFFERS(a, b, private_capturable) || DIFFERS(a, b, private_zeros))
        return "private member";
    return a->key != b->key ? "key" : NULL;
}

static const char *differing_variant_field(const ks_variant_position *a, const ks_variant_position *b) {
    const char *const common = COMMON_DIFFERENCE(a, b, castling_rook);
    if (common)
        return common;
    if (DIFFERS(a, b, king))
        return "king's square";
    if (DIFFERS(a, b, castling_king))
        return "castling right";
    if (DIFFERS(a, b, gates))
        return "set of gates";
    if (DIFFERS(a, b, walls))
        return "set of walls";
    if (DIFFERS(a, b, en_passant_pawn) || DIFFERS(a, b, en_passant))
        return "en-passant square";
    if (DIFFERS(a, b, halfmove_clock) || DIFFERS(a, b, fullmove_number))
        return "clock";
    return DIFFERS(a, b, pieces) ? "set of pieces" : NULL;
}

const char *any_differing_field(const struct any_position *a, const struct any_position *b) {
    return a->variant ? differing_variant_field(&a->varied, &b->varied)
                      : differing_field(&a->chess, &b->chess);
}

bool check_fen_text(const struct any_position *position, const char *fen, size_t length, unsigned fen_flags,
                    struct mistake *mistake) {
    struct any_position again;
    ks_error error;
    if (any_read_fen(position->variant, fen, length, fen_flags | KS_FEN_RIGHTS, &again, &error) != KS_OK)
        return mistaken(mistake, position, "as FEN it is refused: %.100s", error.message);
    const char *const field = any_differing_field(&again, position);
    return !field || mistaken(mistake, position, "written as FEN and read again, the %s differs", field);
}

/* ---- Moves ---- */

const char *name_move(const struct any_position *position, any_move move, char text[CHECKED_MOVE_SIZE]) {
    static const char *const kinds[8] = {"", " (double push)", " (en passant)", " (castling)", "n", "b", "r",
                                         "q"};
    if (position->variant)
        any_write_uci(position, move, 0, text);
    else
        snprintf(text, CHECKED_MOVE_SIZE, "%s%s%s", ks_square_name(KS_MOVE_FROM(move)),
                 ks_square_name(KS_MOVE_TO(move)), kinds[KS_MOVE_KIND(move)]);
    return text;
}

static int by_value(const void *a, const void *b) {
    const any_move x = *(const any_move *)a, y = *(const any_move *)b;
    return (x > y) - (x < y);
}

void sort_moves(struct move_list *list) {
    qsort(list->moves, list->count, sizeof *list->moves, by_value);
}

bool check_moves(const struct any_position *position, const struct move_list *found,
                 const struct move_list *expected, const char *how, struct mistake *mistake) {
    char text[CHECKED_MOVE_SIZE];
    for (size_t i = 0; i < found->count || i < expected->count; i++) {
        const any_move *const ours = i < found->count ? &found->moves[i] : NULL;
        const any_move *const right = i < expected->count ? &expected->moves[i] : NULL;
        if (ours && i > 0 && ours[0] == ours[-1])
            return mistaken(mistake, position, "%sthe generator lists %s twice", how,
                            name_move(position, *ours, text));
        if (!ours || (right && *right < *ours))
            return mistaken(mistake, position, "%sthe generator misses %s", how,
                            name_move(position, *right, text));
        if (!right || *right > *ours)
            return mistaken(mistake, position, "%sthe generator lists %s, which is not legal", how,
                            name_move(position, *ours, text));
    }
    return true;
}
