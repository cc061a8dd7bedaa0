/* Each format that has lines has a function. */
#include "cli/commands/check/format.h"

#include <string.h>

#include "cli/commands/check/epd.h"
#include "cli/commands/check/record.h"
#include "cli/commands/check/tables/other_columns.h"
#include "cli/positions/square_names.h"
#include "cli/positions/squares.h"
#include "core/text/characters.h"

/* ---- Lines ---- */

void put_verdict(struct output *out, const struct checked *checked) {
    if (checked->verdict == KS_SAFE) { /* most are */
        put(out, "safe\t-\t", 7);
        return;
    }
    put_string(out, ks_verdict_name(checked->verdict));
    put(out, "\t", 1);
    if (squares_empty(checked->checkers))
        put(out, "-", 1);
    put_square_names(out, checked->variant, checked->checkers, ",");
    put(out, "\t", 1);
}

void put_tsv(struct output *out, const struct checked *checked) {
    put_verdict(out, checked);
    put(out, checked->line, checked->length);
    put(out, "\n", 1);
}

/* Writes operations, without what precedes the first. */
static void put_operations(struct json *json, struct part operations) {
    while (operations.length > 0 && (*operations.text == ';' || is_blank(*operations.text))) {
        operations.text++;
        operations.length--;
    }
    if (operations.length > 0)
        json_text(json, "operations", operations.text, operations.length);
}

void put_json(struct output *out, const struct checked *checked, enum ks_draw draw,
              const struct record *record, const struct place *place) {
    static const char safe[] = "{\"verdict\":\"safe\",\"checkers\":[]";
    struct json json = json_start(out);
    if (checked->verdict == KS_SAFE) { /* most are */
        put(out, safe, sizeof safe - 1);
        json.needs_comma = true;
    } else {
        json_open_object(&json, NULL);
        json_string(&json, "verdict", ks_verdict_name(checked->verdict));
        json_squares(&json, "checkers", checked->variant, checked->checkers);
    }
    if (draw != KS_DRAW_NONE)
        json_string(&json, "draw", ks_draw_name(draw));
    json_text(&json, "fen", record->fen.text, record->fen.length);
    json_string(&json, "file", place->file);
    json_unsigned(&json, "number", place->number);
    json_text(&json, "line", checked->line, checked->length);
    put_operations(&json, record->operations);
    if (place->table->column > 0)
        put_columns(&json, place->table, checked->line, checked->length);
    json_close_object(&json);
    json_end_line(&json);
}

/* How many checks win; 0 where they aren't counted. */
static unsigned counted_checks(const struct checked *checked) {
    const uint8_t *const left = checked->variant ? ks_variant_get_start(checked->variant)->checks_left : NULL;
    return !left ? 0 : left[KS_WHITE] > left[KS_BLACK] ? left[KS_WHITE] : left[KS_BLACK];
}

/* Writes the verdict into one comment, the checkers into another, and ends the line. */
static void put_verdict_comments(struct output *out, struct epd_line *epd, const struct checked *checked) {
    if (begin_comment(out, epd)) {
        put_string(out, ks_verdict_name(checked->verdict));
        end_comment(out);
    }
    if (!squares_empty(checked->checkers) && begin_comment(out, epd)) {
        put_string(out, "checkers ");
        put_square_names(out, checked->variant, checked->checkers, ",");
        end_comment(out);
    }
    put(out, "\n", 1);
}

/* EPD has no moves: it has the FEN of the last position instead. */
void put_epd(struct output *out, const struct checked *checked, const struct record *record,
             const struct position_text *text) {
    struct epd_line epd;
    if (record->moved) {
        struct epd_parts parts;
        find_epd_parts(record->fen.text, record->fen.length, &parts);
        begin_epd(out, &epd, record->fen.text, &parts, counted_checks(checked));
        add_operations(out, &epd, record->operations.text, record->operations.length);
    } else {
        begin_epd(out, &epd, text->text, &record->parts, counted_checks(checked));
    }
    put_verdict_comments(out, &epd, checked);
}

void put_epd_of_fen(struct output *out, const struct checked *checked) {
    static const char safe[] = " c0 \"safe\";\n";
    _Static_assert(KS_FEN_SIZE + EPD_OF_FEN + sizeof safe < FEN_AS_EPD, "a line has room");
    char *const line = out->bytes + out->used;
    const size_t length = turn_fen_into_epd(line, checked->length);
    out->used += length;
    if (checked->verdict == KS_SAFE) { /* most are */
        memcpy(line + length, safe, sizeof safe - 1);
        out->used += sizeof safe - 1;
        return;
    }
    struct epd_line epd = {0};
    put_verdict_comments(out, &epd, checked);
}

void put_line_of_text(struct output *out, const char *text, size_t length) {
    put(out, text, length);
    put(out, "\n", 1);
}

/* ---- Marks ---- */

static void put_byte(struct output *out, unsigned byte) {
    put(out, &(char){(char)byte}, 1);
}

void put_mark(struct output *out, enum check_format format, struct marks *marks, unsigned mark, bool asked) {
    if (format == FORMAT_BYTES) {
        put_byte(out, mark);
        return;
    }
    marks->bits |= (unsigned)asked << marks->count;
    if (++marks->count == 8)
        finish_marks(out, marks);
}

void finish_marks(struct output *out, struct marks *marks) {
    if (marks->count > 0)
        put_byte(out, marks->bits);
    *marks = (struct marks){0, 0};
}
