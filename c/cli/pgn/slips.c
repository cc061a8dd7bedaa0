/* Each slip is found from the text of a move and the position after it. */
#include "cli/pgn/slips.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The check mark that ends a move, before signs such as !?. */
struct mark {
    size_t length;
    const char *text;
};

static struct mark find_mark(const ks_pgn_item *item) {
    size_t end = item->length;
    while (end > 0 && strchr("!?", item->text[end - 1]))
        end--;
    size_t begin = end;
    while (begin > 0 && strchr("+#", item->text[begin - 1]))
        begin--;
    return (struct mark){end - begin, item->text + begin};
}

static bool is_mark(struct mark mark, const char *text) {
    return mark.length == strlen(text) && memcmp(mark.text, text, mark.length) == 0;
}

/* Writes the place of the move given last, which a colon follows. Returns its length. */
static size_t begin_slip(const struct games_file *file, const ks_pgn_item *item, char text[SLIP_SIZE]) {
    const ks_position *const after = ks_pgn_get_position(file->pgn);
    const bool by_black = after->side_to_move == KS_WHITE;
    const int used = snprintf(text, SLIP_SIZE, "game %" PRIu64 ", %u%s %.*s: ", file->number,
                              after->fullmove_number - (unsigned)by_black, by_black ? "..." : ".",
                              (int)item->length, item->text);
    return (size_t)used;
}

bool find_check_mark_slip(const struct games_file *file, const ks_pgn_item *item, enum ks_verdict verdict,
                          char text[SLIP_SIZE]) {
    const struct mark mark = find_mark(item);
    const char *const expected = verdict == KS_CHECKMATE                             ? "#"
                                 : verdict == KS_CHECK || verdict == KS_DOUBLE_CHECK ? "+"
                                                                                     : "";
    const bool is_double = is_mark(mark, "++") && (verdict == KS_CHECKMATE || verdict == KS_DOUBLE_CHECK);
    if (is_mark(mark, expected) || is_double)
        return false;
    const size_t used = begin_slip(file, item, text);
    const char *const quote = *expected ? "'" : "";
    snprintf(text + used, SLIP_SIZE - used, "expected %s%s%s%s, found %s%.*s%s",
             *expected ? "the check mark " : "no check mark", quote, expected, quote,
             mark.length ? "'" : "none", (int)mark.length, mark.text, mark.length ? "'" : "");
    return true;
}

bool find_number_slip(const struct games_file *file, const ks_pgn_item *item, char text[SLIP_SIZE]) {
    const ks_position *const after = ks_pgn_get_position(file->pgn);
    const unsigned number = after->fullmove_number - (unsigned)(after->side_to_move == KS_WHITE);
    if (item->number == 0 || item->number == number)
        return false;
    const size_t used = begin_slip(file, item, text);
    snprintf(text + used, SLIP_SIZE - used, "expected the move number %u, found %" PRIu32, number,
             item->number);
    return true;
}

bool find_result_slip(const struct games_file *file, enum ks_verdict verdict, char text[SLIP_SIZE]) {
    const enum ks_outcome found = ks_pgn_get_result(file->pgn);
    const ks_position *const last = ks_pgn_get_position(file->pgn);
    const enum ks_outcome expected = verdict == KS_STALEMATE          ? KS_DRAWN
                                     : last->side_to_move == KS_WHITE ? KS_BLACK_WINS
                                                                      : KS_WHITE_WINS;
    const bool over = verdict == KS_CHECKMATE || verdict == KS_STALEMATE;
    if (!over || found == expected || found == KS_UNDECIDED)
        return false;
    snprintf(text, SLIP_SIZE, "game %" PRIu64 ": expected the result %s after %s, found %s", file->number,
             game_result_name(expected), ks_verdict_name(verdict), game_result_name(found));
    return true;
}
