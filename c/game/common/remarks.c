/* Gathers the remarks about the moves of a game: comments, the commands in them, and glyphs. A comment may
 * come in pieces, so its note is read when the next one begins, and the commands when the game has ended. */
#include "game/common/remarks.h"

#include <stdlib.h>
#include <string.h>

#include "core/text/growing.h"
#include "game/pgn/notes.h"
#include "game/pgn/open.h"

/* A part of a comment. */
struct piece {
    const char *text;
    size_t length;
};

static void trim_begin(struct piece *piece) {
    while (piece->length > 0 && (unsigned char)*piece->text <= ' ') {
        piece->text++;
        piece->length--;
    }
}

static size_t length_without_blanks(const char *text, size_t length) {
    while (length > 0 && (unsigned char)text[length - 1] <= ' ')
        length--;
    return length;
}

/* Reads the note of the last comment, which is whole. */
static void read_note(struct remarks *remarks) {
    const size_t begin = remarks->comment, end = remarks->texts.used;
    if (!remarks->failed && remarks->count > 0 && begin < end)
        ks_add_note(remarks->texts.bytes + begin, end - begin, &remarks->all[remarks->count - 1].commands);
    remarks->comment = end;
}

static void add_empty(struct remarks *remarks) {
    read_note(remarks);
    struct remark *const all = grown(remarks->all, remarks->count, 1, &remarks->room, sizeof *all);
    remarks->failed |= !all;
    if (!all)
        return;
    remarks->all = all;
    remarks->all[remarks->count++] =
        (struct remark){.text = remarks->texts.used, .glyphs = remarks->glyphs.used};
}

void start_remarks(struct remarks *remarks) {
    remarks->count = remarks->texts.used = remarks->glyphs.used = remarks->comment = 0;
    add_empty(remarks);
}

uint32_t glyph_of_signs(const ks_pgn_item *move) {
    const char *const end = move->text + move->length, *begin = end;
    while (begin > move->text && strchr("!?", begin[-1]))
        begin--;
    return ks_glyph_of_sign(begin, (size_t)(end - begin));
}

void add_move_with_remarks(struct remarks *remarks, const ks_pgn_item *move) {
    const uint32_t glyph = glyph_of_signs(move);
    add_empty(remarks);
    if (glyph > 0)
        add_remark(remarks, &(ks_pgn_item){.kind = KS_PGN_NAG, .number = glyph});
}

/* Drops blanks at the end of the comments so far, which are the last text. */
static void trim_end(struct remarks *remarks, struct remark *last) {
    if (last->length > 0)
        last->length = length_without_blanks(remarks->texts.bytes + last->text, last->length);
    remarks->texts.used = last->text + last->length;
}

void add_remark(struct remarks *remarks, const ks_pgn_item *item) {
    if (remarks->failed)
        return;
    struct remark *const last = &remarks->all[remarks->count - 1];
    if (item->kind == KS_PGN_NAG) {
        add_bytes(&remarks->glyphs, (const char *)&item->number, sizeof item->number);
        last->glyph_count++;
    } else if (item->kind == KS_PGN_COMMENT || item->kind == KS_PGN_COMMENT_GOES_ON) {
        struct piece piece = {item->text, item->length};
        if (item->kind == KS_PGN_COMMENT) {
            read_note(remarks);
            trim_begin(&piece);
            trim_end(remarks, last);
        }
        if (item->kind == KS_PGN_COMMENT && last->length > 0 && piece.length > 0)
            add_bytes(&remarks->texts, " ", 1);
        if (item->kind == KS_PGN_COMMENT)
            remarks->comment = remarks->texts.used;
        add_bytes(&remarks->texts, piece.text, piece.length);
        last->length = remarks->texts.used - last->text;
    }
    remarks->failed |= remarks->texts.failed || remarks->glyphs.failed;
}

void end_remarks(struct remarks *remarks) {
    read_note(remarks);
    for (size_t move = 0; move < remarks->count; move++) {
        size_t length;
        const char *const comment = comment_of(remarks, move, &length);
        remarks->all[move].length = length = length_without_blanks(comment, length);
        ks_add_commands(comment, length, &remarks->all[move].commands);
    }
}

const char *comment_of(const struct remarks *remarks, size_t move, size_t *length) {
    *length = remarks->all[move].length;
    return *length > 0 ? remarks->texts.bytes + remarks->all[move].text : "";
}

uint32_t glyph_of(const struct remarks *remarks, size_t move, size_t index) {
    uint32_t glyph;
    memcpy(&glyph, remarks->glyphs.bytes + remarks->all[move].glyphs + index * sizeof glyph, sizeof glyph);
    return glyph;
}

void free_remarks(struct remarks *remarks) {
    free(remarks->all);
    free(remarks->texts.bytes);
    free(remarks->glyphs.bytes);
}
