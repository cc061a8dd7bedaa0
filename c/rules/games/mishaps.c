/* Errors in games. An error keeps a copy of its text, since the window may move on before it is given. */
#include <string.h>

#include "rules/games/reader.h"

static struct mishap make_mishap(const ks_error *error, ks_pgn_place place, const char *text, size_t length) {
    struct mishap mishap = {.error = *error, .place = place};
    mishap.place.offset += error->offset;
    mishap.place.column += error->offset;
    mishap.length = length < KS_PGN_WORD_MAX ? length : KS_PGN_WORD_MAX;
    memcpy(mishap.text, text, mishap.length);
    return mishap;
}

static bool give(struct ks_pgn *pgn, const struct mishap *mishap) {
    pgn->last = *mishap;
    if (pgn->first.error.code == KS_OK)
        pgn->first = *mishap;
    pgn->item = (ks_pgn_item){.text = pgn->last.text,
                              .length = (uint32_t)mishap->length,
                              .kind = KS_PGN_ERROR,
                              .depth = (uint8_t)pgn->line.depth};
    return true;
}

bool ks_give_error(struct ks_pgn *pgn, const ks_error *error, size_t index, size_t length) {
    struct window *const w = &pgn->window;
    const struct mishap mishap = make_mishap(error, ks_window_place(w, index), w->text + index, length);
    return give(pgn, &mishap);
}

void ks_keep_error(struct ks_pgn *pgn, const ks_error *error, ks_pgn_place place, const char *text,
                   size_t length) {
    enum { ROOM = sizeof pgn->waiting / sizeof *pgn->waiting };
    if (pgn->waiting_count == ROOM)
        return;
    const struct mishap mishap = make_mishap(error, place, text, length);
    pgn->waiting[pgn->waiting_count++] = mishap;
    if (pgn->first.error.code == KS_OK)
        pgn->first = mishap;
}

bool ks_give_kept_error(struct ks_pgn *pgn) {
    return pgn->waiting_given < pgn->waiting_count && give(pgn, &pgn->waiting[pgn->waiting_given++]);
}
