/* Most positions of chess are seen from the text to be no draws; the others are read again. */
#include "cli/commands/check/line_draw.h"

#include "cli/positions/history.h"
#include "cli/positions/replay.h"
#include "core/text/characters.h"

/* Returns whether a FEN has no pawn, rook or queen: any of them can mate, with help. */
static bool lacks_mating_pieces(struct part fen) {
    static const bool mates[256] = {
        ['P'] = true, ['p'] = true, ['R'] = true, ['r'] = true, ['Q'] = true, ['q'] = true};
    for (size_t i = 0; i < fen.length && !is_blank(fen.text[i]); i++)
        if (mates[(uint8_t)fen.text[i]])
            return false;
    return true;
}

/* Returns whether the clock of a FEN, its last field but one, has the three digits of fifty moves. */
static bool has_long_clock(struct part fen) {
    size_t end = fen.length;
    while (end > 0 && !is_blank(fen.text[end - 1])) /* the number of the move */
        end--;
    while (end > 0 && is_blank(fen.text[end - 1]))
        end--;
    size_t begin = end;
    while (begin > 0 && !is_blank(fen.text[begin - 1]))
        begin--;
    return end - begin >= 3;
}

static enum ks_draw reread_draw(const struct check_task *task, const struct position_text *text,
                                enum ks_verdict verdict) {
    struct any_position position;
    struct history history = {0};
    ks_error error;
    replay_read_end(task->variant, text->text, text->length, task->reading.fen_flags, &position, &history,
                    &error);
    const enum ks_draw draw = history_find_draw(&history, &position, verdict);
    history_free(&history);
    return draw;
}

enum ks_draw find_line_draw(const struct check_task *task, const struct position_text *text,
                            enum ks_verdict verdict, const struct record *record) {
    const bool suspect = task->variant || record->moved || verdict == KS_STALEMATE ||
                         lacks_mating_pieces(record->fen) || has_long_clock(record->fen);
    return suspect ? reread_draw(task, text, verdict) : KS_DRAW_NONE;
}
