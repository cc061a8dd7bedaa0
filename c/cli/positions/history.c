/* A game is kept as the keys of its positions. */
#include "cli/positions/history.h"

#include "cli/base/messages.h"

void history_start(struct history *history, const struct any_position *first) {
    history->count = 0;
    history_add(history, first);
}

void history_add(struct history *history, const struct any_position *next) {
    history->keys = with_room(history->keys, history->count, &history->room, sizeof *history->keys);
    history->keys[history->count++] = any_key(next);
}

void history_free(struct history *history) {
    free(history->keys);
    *history = (struct history){0};
}

enum ks_draw history_find_draw(const struct history *history, const struct any_position *last,
                               enum ks_verdict verdict) {
    return any_find_draw(last, verdict, history->keys, history->count);
}
