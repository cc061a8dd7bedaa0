/* Opens a reader of games, gives its games and items one by one, and answers questions about the last item:
 * functions of kingscan/pgn.h. */

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/geometry.h"
#include "core/text/error.h"
#include "game/pgn/open.h"
#include "game/pgn/reader.h"
#include "rules/position.h"

/* ---- Opening ---- */

static size_t read_memory(void *context, void *buffer, size_t room) {
    struct memory *const memory = context;
    const size_t length = memory->length < room ? memory->length : room;
    if (length > 0)
        memcpy(buffer, memory->text, length);
    memory->text = length > 0 ? memory->text + length : memory->text;
    memory->length -= length;
    return length;
}

ks_pgn *ks_open_games(size_t window_size, ks_source *source, void *context, ks_pgn_flags flags,
                      ks_error *error) {
    assert(!(flags & ~(unsigned)KS_PGN_ALL)); /* no flag of another function */
    assert(!(flags & KS_PGN_FAIRY && flags & KS_PGN_NO_FAIRY));
    enum { ALIGNMENT = _Alignof(struct ks_pgn) };
    void *const allocated = malloc(sizeof(struct ks_pgn) + ALIGNMENT);
    if (allocated) {
        const uintptr_t address = (uintptr_t)allocated,
                        aligned = (address + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
        struct ks_pgn *const pgn = (void *)aligned;
        memset(pgn, 0, sizeof *pgn);
        pgn->allocated = allocated;
        pgn->flags = flags;
        pgn->where = AT_END;
        cannot_fail(ks_read_fen(KS_START_FEN, strlen(KS_START_FEN), 0, &pgn->start, NULL));
        if (ks_window_open(&pgn->window, window_size, source, context)) {
            ks_choose_fast_reader(pgn);
            return pgn;
        }
    }
    free(allocated);
    ks_fail(error, KS_ERROR_MEMORY, 0, "not enough memory for a reader of games");
    return NULL;
}

ks_pgn *ks_open_games_in_memory(size_t window_size, const char *text, size_t length, ks_pgn_flags flags,
                                ks_error *error) {
    ks_pgn *const pgn = ks_open_games(window_size, read_memory, NULL, flags, error);
    if (pgn) {
        pgn->memory = (struct memory){text, length};
        pgn->window.context = &pgn->memory;
    }
    return pgn;
}

ks_pgn *ks_pgn_open(ks_source *source, void *context, ks_pgn_flags flags, ks_error *error) {
    return ks_open_games(WINDOW_SIZE, source, context, flags, error);
}

ks_pgn *ks_pgn_open_memory(const char *text, size_t length, ks_pgn_flags flags, ks_error *error) {
    return ks_open_games_in_memory(WINDOW_SIZE, text, length, flags, error);
}

void ks_pgn_use_variants(ks_pgn *pgn, const ks_variants *variants) {
    pgn->variants = variants;
}

void ks_pgn_close(ks_pgn *pgn) {
    if (!pgn)
        return;
    ks_window_close(&pgn->window);
    free(pgn->allocated);
}

/* ---- Games and items ---- */

static void skip_game(ks_pgn *pgn) {
    pgn->hidden += pgn->line.depth;
    leave_variation(&pgn->line, 0);
    pgn->skipping = true;
    pgn->comment_shown = false;
    while (pgn->stage == AMONG_MOVES)
        ks_read_ahead(pgn);
}

/* A source that fails where no game has begun has no item to say so. */
static void end_games(ks_pgn *pgn) {
    pgn->stage = AFTER_TEXT;
    pgn->where = AT_END;
    pgn->first.error.code = KS_OK;
    if (pgn->window.failed)
        ks_fail(&pgn->first.error, KS_ERROR_PGN_SOURCE, 0, "the text cannot be read on");
}

int ks_pgn_next_game(ks_pgn *pgn) {
    if (pgn->stage == AMONG_MOVES)
        skip_game(pgn);
    if (!ks_find_game(pgn)) {
        end_games(pgn);
        return 0;
    }
    ks_begin_game(pgn);
    return 1;
}

const ks_pgn_item *ks_pgn_next_item(ks_pgn *pgn) {
    pgn->where = AT_ITEM;
    if (pgn->waiting_given < pgn->waiting_count && ks_give_kept_error(pgn))
        return &pgn->item;
    while (pgn->stage == AMONG_MOVES)
        if (ks_read_ahead(pgn))
            return &pgn->item;
    pgn->where = AT_END;
    return NULL;
}

const ks_pgn_item *ks_pgn_next_move(ks_pgn *pgn) {
    const ks_pgn_item *item;
    if (!(pgn->flags & KS_PGN_COMMENTS) && give_found(pgn)) {
        pgn->where = AT_ITEM;
        return &pgn->item;
    }
    do
        item = ks_pgn_next_item(pgn);
    while (item && (item->depth > 0 || item->kind > KS_PGN_NULL_MOVE));
    return item;
}

/* Checks are rare. */
size_t ks_pgn_pass_moves(ks_pgn *pgn, uint64_t counts[KS_VERDICTS]) {
    struct pgn_line *const line = &pgn->line;
    const size_t left = pgn->flags & (KS_PGN_COMMENTS | COMMANDS) ? 0 : line->played_ahead - line->given;
    const size_t passed = left > 0 ? left - 1 : 0;
    size_t safe = passed;
    if (passed == 0)
        return 0;
    const uint64_t checks = line->quick.lanes.checks >> (line->given - line->first_ahead);
    for (uint64_t rest = checks & (bit((unsigned)passed) - 1); rest; rest &= rest - 1) {
        counts[verdict_of(line->checkers[line->given + lowest_square(rest)], true)]++;
        safe--;
    }
    counts[KS_SAFE] += safe;
    if (passed > 1) {
        line->given += (unsigned)passed - 1;
        pgn->scan.next += passed - 1;
        pgn->window.at = pgn->scan.words[pgn->scan.next - 1] + line->played[line->given - 1].length;
    }
    give_found(pgn);
    pgn->where = AT_ITEM;
    return passed;
}

/* ---- The item given last ---- */

const ks_position *ks_pgn_get_position(ks_pgn *pgn) {
    return pgn->line.playable && !pgn->line.variant ? current_position(&pgn->line) : NULL;
}

const ks_variant *ks_pgn_get_variant(const ks_pgn *pgn) {
    return pgn->line.variant;
}

const ks_variant_position *ks_pgn_get_variant_position(ks_pgn *pgn) {
    return pgn->line.playable && pgn->line.variant ? &current_level(&pgn->line)->now.variant : NULL;
}

/* Returns whether a legal move follows the last one that was played ahead and has been given. */
static bool can_move(struct pgn_line *line) {
    struct quick *const quick = &line->quick;
    if (line->given < line->played_ahead)
        return true; /* the next one */
    quick->position.private_capturable = (uint8_t)ks_lowest_square(quick->jumped);
    return ks_has_legal_move(&quick->position);
}

enum ks_verdict ks_pgn_judge(ks_pgn *pgn, uint64_t *checkers) {
    struct pgn_line *const line = &pgn->line;
    if (line->given == 0)
        return ks_judge(ks_pgn_get_position(pgn), checkers);
    const uint64_t found = line->checkers[line->given - 1];
    if (checkers)
        *checkers = found;
    return verdict_of(found, can_move(line));
}

enum ks_outcome ks_pgn_get_result(ks_pgn *pgn) {
    enum ks_outcome result = pgn->result;
    const char *const tag =
        pgn->has_result || pgn->stage < AFTER_GAME ? NULL : ks_pgn_find_tag(pgn, "Result");
    return tag && tag[ks_read_result(tag, &result)] == '\0' ? result : pgn->result;
}

bool ks_pgn_is_by_fairy(const ks_pgn *pgn) {
    return pgn->fairy;
}

const ks_error *ks_pgn_get_error(const ks_pgn *pgn) {
    const bool at_error = pgn->where == AT_ITEM && pgn->item.kind == KS_PGN_ERROR;
    const ks_error *const error = at_error ? &pgn->last.error : &pgn->first.error;
    return error->code == KS_OK ? NULL : error;
}

ks_pgn_place ks_pgn_get_place(ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    if (pgn->where == AT_BEGINNING)
        return ks_window_marked(w);
    if (pgn->where == AT_END)
        return ks_window_place(w, w->at);
    if (pgn->item.kind == KS_PGN_ERROR)
        return pgn->last.place;
    return ks_window_place(w, (size_t)(pgn->item.text - w->text));
}

/* ---- Tags ---- */

size_t ks_pgn_get_tags(ks_pgn *pgn, const ks_pgn_tag **tags) {
    ks_read_kept_tags(&pgn->tags);
    *tags = pgn->tags.all;
    return pgn->tags.count;
}

bool ks_pgn_find_quote(const ks_pgn *pgn, ks_pgn_place *place) {
    *place = pgn->quote_place;
    return pgn->has_quote;
}

const char *ks_pgn_find_tag(ks_pgn *pgn, const char *name) {
    ks_read_kept_tags(&pgn->tags);
    const ks_pgn_tag *const tag = ks_find_tag(&pgn->tags, name);
    return tag ? tag->value : NULL;
}

/* ---- Texts of other kinds ---- */

bool ks_may_begin_games(const char *text, size_t n) {
    ks_pgn *const pgn = ks_pgn_open_memory(text, n, 0, NULL);
    const ks_pgn_tag *tags;
    const bool untagged = pgn && ks_pgn_next_game(pgn) && ks_pgn_get_tags(pgn, &tags) == 0;
    const ks_pgn_item *const first = untagged ? ks_pgn_next_item(pgn) : NULL;
    const int code = first && first->kind == KS_PGN_ERROR ? ks_pgn_get_error(pgn)->code : KS_OK;
    const bool row_of_fen = code == KS_ERROR_PGN_SIGN && *first->text == '/'; /* it was 8/ */
    ks_pgn_close(pgn);
    return code != KS_ERROR_MOVE_TEXT && code != KS_ERROR_OFF_BOARD && !row_of_fen;
}
