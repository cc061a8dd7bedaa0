/* Writes games in PGN's export format. */

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/text/error.h"
#include "game/explain/move_text.h"
#include "game/pgn/beginning.h"
#include "game/pgn/open.h"

/* ---- Lines ---- */

enum { LINE_LENGTH = 79 };
#define NO_BLANK SIZE_MAX

/* What is written. It is counted beyond the caller's room, too. */
struct page {
    char *text;
    size_t room, length;
    size_t column; /* characters of the line */
    size_t blank;  /* the last one of the line, where it may be broken */
    bool glued;    /* no blank stands before the next word */
    bool whole;    /* the line is not broken */
};

static void store(struct page *page, size_t at, char c) {
    if (at < page->room)
        page->text[at] = c;
}

static void put(struct page *page, char c) {
    store(page, page->length, c);
    if (c == ' ' && !page->whole)
        page->blank = page->length;
    page->length++;
    page->column++;
    if (page->column > LINE_LENGTH && page->blank != NO_BLANK) {
        store(page, page->blank, '\n');
        page->column = page->length - page->blank - 1;
        page->blank = NO_BLANK;
    }
}

static void put_string(struct page *page, const char *string) {
    while (*string)
        put(page, *string++);
}

static void end_line(struct page *page) {
    store(page, page->length++, '\n');
    page->column = 0;
    page->blank = NO_BLANK;
    page->glued = true;
    page->whole = false;
}

static void begin_word(struct page *page) {
    if (!page->glued)
        put(page, ' ');
    page->glued = false;
}

/* ---- Tags ---- */

static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};
enum { ROSTER = sizeof roster / sizeof *roster };

static const char *const results[] = {
    [KS_UNDECIDED] = "*", [KS_WHITE_WINS] = "1-0", [KS_BLACK_WINS] = "0-1", [KS_DRAWN] = "1/2-1/2"};

static void write_tag(struct page *page, const char *name, const char *value) {
    page->whole = true;
    put(page, '[');
    put_string(page, name);
    put_string(page, " \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            put(page, '\\');
        put(page, *value == '\n' || *value == '\r' ? ' ' : *value);
    }
    put_string(page, "\"]");
    end_line(page);
}

static const char *value_of(const ks_pgn_game *game, const char *name) {
    const ks_pgn_tag *const tag = ks_find_last_tag(game->tags, game->tag_count, name);
    return tag ? tag->value : strcmp(name, "Date") == 0 ? "????.??.??" : "?";
}

static void write_roster(struct page *page, const ks_pgn_game *game) {
    for (size_t i = 0; i < ROSTER; i++)
        write_tag(page, roster[i], i + 1 < ROSTER ? value_of(game, roster[i]) : results[game->result]);
}

/* Returns whether a given tag is written where it belongs in the order of names: the others follow from the
 * game. */
static bool is_other(const char *name) {
    for (size_t i = 0; i < ROSTER; i++)
        if (strcmp(name, roster[i]) == 0)
            return false;
    return strcmp(name, "FEN") != 0 && strcmp(name, "SetUp") != 0;
}

/* The tags after the roster: the given ones, and those that follow from the game: its variant, and two for
 * another start than the usual. */
struct others {
    const ks_pgn_game *game;
    ks_pgn_tag added[3];
    size_t added_count;
};

static const ks_pgn_tag *other_at(const struct others *others, size_t i) {
    const ks_pgn_game *const game = others->game;
    if (i >= game->tag_count)
        return &others->added[i - game->tag_count];
    return is_other(game->tags[i].name) ? &game->tags[i] : NULL;
}

/* Returns whether the tag at a follows the one at b in the order of names, and in that given
 * among namesakes. */
static bool follows(const struct others *others, size_t a, size_t b) {
    const int order = strcmp(other_at(others, a)->name, other_at(others, b)->name);
    return order != 0 ? order > 0 : a > b;
}

static size_t others_count(const struct others *others) {
    return others->game->tag_count + others->added_count;
}

/* Returns the index of the tag that follows the one at `last`, or the count of tags when there is none; last:
 * that count at first. */
static size_t next_other(const struct others *others, size_t last) {
    const size_t count = others_count(others), none = count;
    size_t next = none;
    for (size_t i = 0; i < count; i++)
        if (other_at(others, i) && (last == none || follows(others, i, last)) &&
            (next == none || follows(others, next, i)))
            next = i;
    return next;
}

/* The last of namesakes is written. */
static void write_others(struct page *page, const struct others *others) {
    const size_t none = others_count(others);
    for (size_t at = next_other(others, none), next; at != none; at = next) {
        const ks_pgn_tag *const tag = other_at(others, at);
        next = next_other(others, at);
        if (next == none || strcmp(other_at(others, next)->name, tag->name) != 0)
            write_tag(page, tag->name, tag->value);
    }
}

/* ---- Positions ---- */

union station {
    ks_position chess;
    ks_variant_position variant; /* of a game of a variant */
};

static void set_start(const ks_pgn_game *game, union station *start) {
    if (game->variant)
        start->variant = game->variant_start ? *game->variant_start : *ks_variant_get_start(game->variant);
    else if (game->start)
        start->chess = *game->start;
    else
        cannot_fail(ks_read_fen(KS_START_FEN, strlen(KS_START_FEN), 0, &start->chess, NULL));
}

/* Writes the FEN of a start. Returns whether games start from it without a tag. */
static bool write_start(const ks_variant *variant, const union station *start,
                        char fen[KS_VARIANT_FEN_SIZE]) {
    char usual[KS_VARIANT_FEN_SIZE] = KS_START_FEN;
    if (variant) {
        ks_variant_write_fen(variant, ks_variant_get_start(variant), usual);
        ks_variant_write_fen(variant, &start->variant, fen);
    } else {
        ks_write_fen(&start->chess, fen);
    }
    return strcmp(fen, usual) == 0;
}

static void add_others(struct others *others, bool usual_start, const char *fen) {
    const ks_pgn_game *const game = others->game;
    if (game->variant && strcmp(value_of(game, "Variant"), "?") == 0)
        others->added[others->added_count++] =
            (ks_pgn_tag){"Variant", ks_variant_get_facts(game->variant).name};
    if (usual_start)
        return;
    others->added[others->added_count++] = (ks_pgn_tag){"FEN", fen};
    others->added[others->added_count++] = (ks_pgn_tag){"SetUp", "1"};
}

/* ---- Moves ---- */

struct writer {
    struct page page;
    const ks_variant *variant; /* NULL for chess */
    bool fairy;                /* readers will take moves for Fairy-Stockfish's */
    bool numbered;             /* the next move has a number, even if it is black's */
    bool blank;                /* a blank stands before the next character of the comment */
    unsigned depth;
    struct {
        union station now, before;
    } levels[KS_PGN_DEPTH_MAX + 1];
};

static void write_number(struct writer *writer, const union station *now) {
    const unsigned side = writer->variant ? now->variant.side_to_move : now->chess.side_to_move;
    char number[16];
    if (side == KS_BLACK && !writer->numbered)
        return;
    snprintf(number, sizeof number, "%u%s",
             (unsigned)(writer->variant ? now->variant.fullmove_number : now->chess.fullmove_number),
             side == KS_WHITE ? "." : "...");
    begin_word(&writer->page);
    put_string(&writer->page, number);
}

/* Returns whether a reader takes a text for the move. */
static bool is_read_as(const struct writer *writer, const ks_variant_position *before, const char *text,
                       ks_variant_move move) {
    ks_variant_attempt attempt;
    return ks_variant_explain_written(writer->variant, before, writer->fairy, text, strlen(text), &attempt,
                                      NULL) == KS_OK &&
           attempt.move == move;
}

static void play_variant(const struct writer *writer, ks_variant_position *now, ks_variant_move move,
                         char text[KS_VARIANT_SAN_SIZE]) {
    ks_variant_undo undo;
    ks_variant_write_san(writer->variant, now, move, text);
    if (!is_read_as(writer, now, text, move))
        ks_variant_write_uci(writer->variant, now, move, 0, text);
    ks_variant_make_move(writer->variant, now, move, &undo);
}

static void write_move(struct writer *writer, const ks_pgn_item *item) {
    union station *const now = &writer->levels[writer->depth].now, *const before =
                                                                       &writer->levels[writer->depth].before;
    char text[KS_VARIANT_SAN_SIZE] = "--";
    _Static_assert((int)KS_VARIANT_SAN_SIZE >= (int)KS_SAN_SIZE && KS_VARIANT_SAN_SIZE >= KS_VARIANT_UCI_SIZE,
                   "text has room for all of them");
    write_number(writer, now);
    *before = *now;
    if (writer->variant && item->kind == KS_PGN_MOVE) {
        play_variant(writer, &now->variant, item->variant_move, text);
    } else if (item->kind == KS_PGN_MOVE) {
        ks_write_san(&before->chess, item->move, text);
        ks_after_move(&before->chess, item->move, &now->chess);
    } else {
        ks_after_null_move(&before->chess, &now->chess);
    }
    begin_word(&writer->page);
    put_string(&writer->page, text);
    writer->numbered = false;
}

/* Writes a piece of a comment, with one blank for any number of blanks and line ends. */
static void write_comment(struct writer *writer, const ks_pgn_item *item, bool ends) {
    struct page *const page = &writer->page;
    if (item->kind == KS_PGN_COMMENT) {
        begin_word(page);
        put(page, '{');
        writer->blank = true;
    }
    for (size_t i = 0; i < item->length; i++) {
        const char c = item->text[i];
        const bool blank = (unsigned char)c <= ' ';
        if (!blank && writer->blank)
            put(page, ' ');
        if (!blank)
            put(page, c == '}' ? ')' : c);
        writer->blank = blank;
    }
    if (ends)
        put_string(page, " }");
    writer->numbered = true;
}

static void write_nag(struct writer *writer, const ks_pgn_item *item) {
    char nag[16];
    snprintf(nag, sizeof nag, "$%u", (unsigned)item->number);
    begin_word(&writer->page);
    put_string(&writer->page, nag);
}

static void begin_variation(struct writer *writer) {
    writer->levels[writer->depth + 1].now = writer->levels[writer->depth].before;
    writer->depth++;
    begin_word(&writer->page);
    put(&writer->page, '(');
    writer->page.glued = writer->numbered = true;
}

static void end_variation(struct writer *writer) {
    writer->depth--;
    put(&writer->page, ')');
    writer->page.glued = false;
    writer->numbered = true;
}

static void write_items(struct writer *writer, const ks_pgn_game *game) {
    for (size_t i = 0; i < game->item_count; i++) {
        const ks_pgn_item *const item = &game->items[i];
        const bool goes_on = i + 1 < game->item_count && item[1].kind == KS_PGN_COMMENT_GOES_ON;
        switch (item->kind) {
        case KS_PGN_MOVE:
        case KS_PGN_NULL_MOVE:
            write_move(writer, item);
            break;
        case KS_PGN_COMMENT:
        case KS_PGN_COMMENT_GOES_ON:
            write_comment(writer, item, !goes_on);
            break;
        case KS_PGN_NAG:
            write_nag(writer, item);
            break;
        case KS_PGN_BEGIN:
            begin_variation(writer);
            break;
        case KS_PGN_END:
            end_variation(writer);
            break;
        default:
            break;
        }
    }
}

/* ---- All ---- */

size_t ks_pgn_write(const ks_pgn_game *game, char *text, size_t room) {
    struct writer writer = {.page = {.text = text, .room = room, .blank = NO_BLANK, .glued = true},
                            .variant = game->variant,
                            .fairy = ks_is_by_fairy(game->tags, game->tag_count),
                            .numbered = true};
    struct page *const page = &writer.page;
    char fen[KS_VARIANT_FEN_SIZE];
    struct others others = {.game = game};
    set_start(game, &writer.levels[0].now);
    const bool usual = write_start(game->variant, &writer.levels[0].now, fen);
    add_others(&others, usual, fen);
    write_roster(page, game);
    write_others(page, &others);
    end_line(page);
    write_items(&writer, game);
    while (writer.depth > 0)
        end_variation(&writer);
    begin_word(page);
    put_string(page, results[game->result]);
    end_line(page);
    end_line(page);
    store(page, page->length < room ? page->length : room - 1, '\0');
    return page->length;
}
