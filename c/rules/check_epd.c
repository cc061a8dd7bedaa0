/* From text to verdicts: the hot path of `kingscan check`. The fast reader knows what most lines hold,
 * and a glance at the pawns mostly shows a legal move; the other lines take the exact way. */
#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "core/characters.h"
#include "core/fen/plain.h"
#include "rules/geometry.h"
#include "rules/position.h"

/* ---- One position ---- */

/* Returns whether a pawn can go ahead that stands on no line with its king. Nothing can pin such a pawn, so
 * that this is a legal move when the king isn't in check. */
static bool a_free_pawn_can_move(const ks_position *position, const struct ks_piece_masks *masks) {
    const unsigned us = position->side_to_move;
    const uint64_t free = masks->pawns[us] & ~ks_lines[position->king[us]];
    return ((us == KS_WHITE ? free >> 8 : free << 8) & ~masks->occupied) != 0;
}

/* Returns whether the king can step to a square beside it. A checker sees through the king to that square. */
static bool the_king_can_step(const ks_position *position, bool in_check) {
    const unsigned us = position->side_to_move, king = position->king[us];
    uint8_t without_king[64];
    const uint8_t *board = position->board;
    if (in_check) {
        memcpy(without_king, board, sizeof without_king);
        without_king[king] = KS_EMPTY;
        board = without_king;
    }
    for (uint64_t steps = ks_steps[king]; steps; steps &= steps - 1) {
        const unsigned square = lowest_square(steps), code = board[square];
        const bool own = code != KS_EMPTY && (code & KS_BLACK_BIT) == code_of(0, us);
        if (!own && !ks_in_check(board, square, us))
            return true;
    }
    return false;
}

/* Nearly always one of these two finds a legal move. */
static enum ks_verdict judge(const ks_position *position, const struct ks_piece_masks *masks,
                             uint64_t *checkers) {
    const unsigned us = position->side_to_move;
    const bool in_check = ks_in_check(position->board, position->king[us], us);
    *checkers = 0;
    if (!in_check && a_free_pawn_can_move(position, masks))
        return KS_SAFE;
    if (!the_king_can_step(position, in_check))
        return ks_judge(position, checkers);
    if (in_check)
        *checkers = checkers_of(position);
    return !in_check ? KS_SAFE : *checkers & (*checkers - 1) ? KS_DOUBLE_CHECK : KS_CHECK;
}

/* ---- One line ---- */

/* Returns the end of a line that begins at or before `from`: the offset of its LF, or of the end of the text.
 */
static size_t find_end(const char *text, size_t length, size_t from) {
    if (from < length && text[from] == '\n') /* mostly */
        return from;
    const char *newline = memchr(text + from, '\n', length - from);
    return newline ? (size_t)(newline - text) : length;
}

/* Judges a line of any kind. Returns false when the line is skipped. */
static bool check_any(const char *line, size_t length, unsigned flags, ks_checked_line *checked) {
    ks_position position;
    if (is_blank_or_comment(line, length))
        return false;
    checked->checkers = 0;
    checked->verdict = ks_read_fen(line, length, flags, &position, NULL) == KS_OK
                           ? (uint8_t)ks_judge(&position, &checked->checkers)
                           : KS_VERDICTS;
    return true;
}

/* Judges the line at cursor->offset and goes on behind it. Returns false when the line is skipped. */
static bool check_next_line(ks_placement_reader *read_placement, const char *text, size_t length,
                            unsigned flags, ks_text_cursor *cursor, ks_checked_line *checked) {
    const size_t begin = cursor->offset;
    ks_position position;
    struct ks_piece_masks masks;
    const size_t read = length - begin >= PLAIN_READABLE
                            ? ks_read_plain_fen(read_placement, text + begin, &position, &masks)
                            : 0;
    const size_t end = find_end(text, length, begin + read);
    cursor->offset = end < length ? end + 1 : length;
    cursor->line++;
    checked->offset = begin;
    checked->length = length_without_cr(text + begin, end - begin);
    checked->number = cursor->line;
    if (read == 0)
        return check_any(text + begin, checked->length, flags, checked);
    checked->verdict = (uint8_t)judge(&position, &masks, &checked->checkers);
    return true;
}

size_t ks_check_epd(const char *text, size_t length, unsigned flags, ks_text_cursor *cursor,
                    ks_checked_line *lines, size_t max) {
    ks_placement_reader *read_placement = ks_current_placement_reader();
    size_t count = 0;
    assert(max > 0);
    while (count < max && cursor->offset < length)
        count += (size_t)check_next_line(read_placement, text, length, flags, cursor, &lines[count]);
    return count;
}
