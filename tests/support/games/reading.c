/* Writes all that a reader of games gives as text, so that two readings can be compared. */
#include "support/games/reading.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/pgn/open.h"
#include "game/pgn/window.h"

/* ---- Text ---- */

void reading_add(reading *r, const char *format, ...) {
    va_list arguments;
    enum { MOST = 40000 };
    if (r->room - r->length < MOST) {
        r->room = 2 * r->room + MOST;
        r->text = realloc(r->text, r->room);
        cr_assert_not_null(r->text);
    }
    va_start(arguments, format);
    const int length = vsnprintf(r->text + r->length, MOST, format, arguments);
    va_end(arguments);
    cr_assert_lt(length, MOST);
    r->length += (size_t)length;
}

static const char *const kinds[] = {
    [KS_PGN_MOVE] = "move",       [KS_PGN_NULL_MOVE] = "null move",
    [KS_PGN_COMMENT] = "comment", [KS_PGN_COMMENT_GOES_ON] = "comment goes on",
    [KS_PGN_NAG] = "nag",         [KS_PGN_BEGIN] = "begin",
    [KS_PGN_END] = "end",         [KS_PGN_ERROR] = "error"};

static void add_place(reading *r, ks_pgn *pgn, unsigned what) {
    ks_pgn_place place;
    if (!(what & WITH_PLACES))
        return;
    place = ks_pgn_get_place(pgn);
    reading_add(r, "%" PRIu64 ":%" PRIu64 " (%" PRIu64 ") ", place.line, place.column, place.offset);
}

static void add_position(reading *r, ks_pgn *pgn, unsigned what) {
    char fen[KS_VARIANT_FEN_SIZE];
    if (ks_pgn_get_position(pgn)) {
        ks_write_x_fen(ks_pgn_get_position(pgn), fen);
        reading_add(r, " | %s %s", fen, ks_verdict_name(ks_pgn_judge(pgn, NULL)));
        if (what & WITH_KEYS)
            reading_add(r, " %016" PRIx64, ks_pgn_get_position(pgn)->key);
    } else if (ks_pgn_get_variant_position(pgn)) {
        ks_variant_write_x_fen(ks_pgn_get_variant(pgn), ks_pgn_get_variant_position(pgn), fen);
        reading_add(r, " | %s", fen);
    }
}

static void add_item(reading *r, ks_pgn *pgn, const ks_pgn_item *item, unsigned what) {
    add_place(r, pgn, what);
    reading_add(r, "%*s%s [%.*s]", 2 * item->depth, "", kinds[item->kind], (int)item->length, item->text);
    if (item->number)
        reading_add(r, " %u", (unsigned)item->number);
    if (item->move || item->variant_move)
        reading_add(r, " %04x %x", item->move, (unsigned)item->variant_move);
    if (item->checkers)
        reading_add(r, " +%" PRIx64, item->checkers);
    if (item->kind == KS_PGN_ERROR)
        reading_add(r, " %s: %s", ks_error_name(ks_pgn_get_error(pgn)->code), ks_pgn_get_error(pgn)->message);
    if (what & WITH_POSITIONS)
        add_position(r, pgn, what);
    reading_add(r, "\n");
}

/* ---- Games ---- */

void reading_add_games(reading *r, ks_pgn *pgn, unsigned what) {
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    for (unsigned number = 1; ks_pgn_next_game(pgn); number++) {
        const ks_pgn_item *item;
        const ks_pgn_tag *tags;
        const size_t count = ks_pgn_get_tags(pgn, &tags);
        add_place(r, pgn, what);
        reading_add(r, "game %u\n", number);
        for (size_t i = 0; i < count; i++)
            reading_add(r, "tag %s [%s]\n", tags[i].name, tags[i].value);
        while ((item = ks_pgn_next_item(pgn)) != NULL)
            add_item(r, pgn, item, what);
        add_place(r, pgn, what);
        reading_add(r, "result %s", results[ks_pgn_get_result(pgn)]);
        add_position(r, pgn, what);
        reading_add(r, "\n");
    }
    add_place(r, pgn, what);
    reading_add(r, "end\n");
}

size_t read_trickle(void *context, void *buffer, size_t room) {
    trickle *const t = context;
    size_t length = t->length < t->most ? t->length : t->most;
    length = length < room ? length : room;
    memcpy(buffer, t->text, length);
    t->text += length;
    t->length -= length;
    return length;
}

char *read_games(const char *text, size_t length, size_t window, size_t most, unsigned flags,
                 const ks_variants *variants, unsigned what) {
    trickle t = {text, length, most};
    reading r = {0};
    ks_pgn *const pgn = ks_open_games(window ? window : WINDOW_SIZE, read_trickle, &t, flags, NULL);
    cr_assert_not_null(pgn);
    if (variants)
        ks_pgn_use_variants(pgn, variants);
    reading_add_games(&r, pgn, what);
    ks_pgn_close(pgn);
    return r.text;
}

char *load_file(const char *path, size_t *length) {
    FILE *const file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    cr_assert_eq(fseek(file, 0, SEEK_END), 0);
    const long size = ftell(file);
    rewind(file);
    char *const text = malloc((size_t)size + 1);
    *length = fread(text, 1, (size_t)size, file);
    cr_assert_eq((long)*length, size);
    text[size] = '\0';
    fclose(file);
    return text;
}
