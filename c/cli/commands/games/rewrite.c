/* Writes games anew, in PGN's export format. The writer of the library takes all items at once, so they are
 * copied. */
#include "cli/commands/games/rewrite.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "core/text/growing.h"
#include "game/common/remarks.h"

void start_rewriting(struct rewriting *rewriting, const struct games_file *file) {
    copy_position(file, &rewriting->start);
    rewriting->count = rewriting->comments.used = 0;
}

static void add(struct rewriting *rewriting, const ks_pgn_item *item) {
    ks_pgn_item *const items =
        grown(rewriting->items, rewriting->count, 1, &rewriting->room, sizeof *rewriting->items);
    rewriting->failed |= !items;
    if (!items)
        return;
    rewriting->items = items;
    items[rewriting->count++] = *item;
}

/* A variation without a move that can be played is left out: PGN has no empty ones. */
static bool ends_empty_variation(const struct rewriting *rewriting, const ks_pgn_item *item) {
    return item->kind == KS_PGN_END && rewriting->count > 0 &&
           rewriting->items[rewriting->count - 1].kind == KS_PGN_BEGIN;
}

void add_rewritten(struct rewriting *rewriting, const ks_pgn_item *item) {
    if (item->kind == KS_PGN_ERROR)
        return;
    if (ends_empty_variation(rewriting, item)) {
        rewriting->count--;
        return;
    }
    add(rewriting, item);
    const uint32_t glyph = item->kind == KS_PGN_MOVE ? glyph_of_signs(item) : 0;
    if (glyph > 0)
        add(rewriting, &(ks_pgn_item){.kind = KS_PGN_NAG, .number = glyph, .depth = item->depth});
    if (item->kind == KS_PGN_COMMENT || item->kind == KS_PGN_COMMENT_GOES_ON)
        add_bytes(&rewriting->comments, item->text, item->length);
}

/* The comments have their last place now. */
static void place_comments(struct rewriting *rewriting) {
    const char *text = rewriting->comments.bytes;
    for (size_t i = 0; i < rewriting->count; i++) {
        ks_pgn_item *const item = &rewriting->items[i];
        const bool comment = item->kind == KS_PGN_COMMENT || item->kind == KS_PGN_COMMENT_GOES_ON;
        item->text = comment ? text : NULL;
        if (comment) /* without any, there is no text to step through */
            text += item->length;
    }
}

void put_rewritten(struct output *out, struct rewriting *rewriting, ks_pgn *pgn) {
    expect_memory(!rewriting->failed && !rewriting->comments.failed);
    place_comments(rewriting);
    const struct any_position *const start = &rewriting->start;
    ks_pgn_game game = {.start = &start->chess,
                        .variant = start->variant,
                        .variant_start = &start->varied,
                        .items = rewriting->items,
                        .item_count = rewriting->count,
                        .result = ks_pgn_get_result(pgn)};
    game.tag_count = ks_pgn_get_tags(pgn, &game.tags);
    const size_t length = ks_pgn_write(&game, NULL, 0);
    char *const text = given(malloc(length + 1));
    ks_pgn_write(&game, text, length + 1);
    put(out, text, length);
    free(text);
}

void free_rewriting(struct rewriting *rewriting) {
    free(rewriting->items);
    free(rewriting->comments.bytes);
}
