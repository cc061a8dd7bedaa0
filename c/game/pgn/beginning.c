/* Reads the beginning of a game, before its moves: text between games, tags, and the first position that they
 * describe. */
#include "game/pgn/beginning.h"

#include <stdio.h>
#include <string.h>

#include "core/processor/processor.h"
#include "core/text/characters.h"
#include "core/text/error.h"
#include "game/pgn/open.h"
#include "game/pgn/reader.h"
#include "game/pgn/window.h"

/* ==== Tags ==== */

/* Plain tags are decoded when somebody asks for tags, others as they are read. */

/* A reader of one tag, which stands in the window as a whole. */
struct pair {
    const struct window *w;
    struct tags *tags;
    struct tag_reading *reading;
    size_t at;
    size_t closing_quote; /* once it is known: see is_last_quote */
    bool closing_known;
};

static char peek(const struct pair *p) {
    return p->at < p->w->end ? p->w->text[p->at] : '\0';
}

static bool fail(struct pair *p, const char *expected) {
    p->reading->failed_at = p->at;
    p->reading->expected = expected;
    return false;
}

static bool keep(struct pair *p, char c) {
    struct tags *const tags = p->tags;
    if (tags->used == sizeof tags->text)
        return fail(p, NULL);
    tags->text[tags->used++] = c;
    return true;
}

/* Keeps characters up to the first that `ends` marks, as long as there is room for 16 at a time: nobody can
 * predict how long names and values are. Those past the first mark are overwritten. */
static inline void keep_up_to(struct pair *p, bytes16 (*ends)(bytes16 bytes)) {
    struct tags *const tags = p->tags;
    for (unsigned kept = 16; kept == 16 && sizeof tags->text - tags->used >= 16;) {
        const bytes16 bytes = load_16(p->w->text + p->at);
        memcpy(tags->text + tags->used, &bytes, sizeof bytes);
        kept = (unsigned)__builtin_ctz(top_bits(ends(bytes)) | 1u << 16);
        tags->used += kept;
        p->at += kept;
    }
}

static inline bytes16 ends_letters(bytes16 bytes) {
    return (bytes16)((bytes | 0x20) - 'a' >= 26);
}

static inline bytes16 ends_plain_value(bytes16 bytes) {
    return (bytes16)((bytes == '"') | (bytes == '\\') | (bytes < ' '));
}

static void skip_blanks(struct pair *p) {
    while (is_blank(peek(p)))
        p->at++;
}

static bool read_name(struct pair *p) {
    skip_blanks(p);
    if (!is_tag_name_character(peek(p)))
        return fail(p, "the name of a tag");
    for (keep_up_to(p, ends_letters); is_tag_name_character(peek(p)); p->at++)
        if (!keep(p, peek(p)))
            return false;
    return keep(p, '\0');
}

/* Returns the index of the last quote of the line that a bracket follows; 0 when there is none. */
static size_t find_closing_quote(const struct pair *p) {
    const char *const text = p->w->text;
    size_t quote = 0, closing = 0;
    for (size_t at = p->at; at < p->w->end && text[at] != '\n'; at++) {
        closing = quote > 0 && text[at] == ']' ? quote : closing;
        quote = text[at] == '"' ? at : is_blank(text[at]) ? quote : 0;
    }
    return closing;
}

/* Returns whether the quote ends the value: a bracket follows, or the rest of the line has no quote with one.
 * People forget to escape quotes. The line is looked at once, since it may have many. */
static bool is_last_quote(struct pair *p) {
    const char *const text = p->w->text;
    size_t at = p->at + 1;
    while (at < p->w->end && is_blank(text[at]))
        at++;
    if (at == p->w->end || text[at] == ']')
        return true;
    if (!p->closing_known) {
        p->closing_quote = find_closing_quote(p);
        p->closing_known = true;
    }
    return p->closing_quote <= p->at;
}

/* A backslash that escapes nothing stands for itself. */
static bool read_value(struct pair *p) {
    skip_blanks(p);
    if (peek(p) != '"')
        return fail(p, "a quote and the value of the tag");
    p->reading->value_at = p->at + 1;
    p->reading->quote_at = 0;
    p->at++;
    for (keep_up_to(p, ends_plain_value); peek(p) != '"' || !is_last_quote(p);
         p->at++, keep_up_to(p, ends_plain_value)) {
        if (peek(p) == '\n' || peek(p) == '\r' || p->at >= p->w->end)
            return fail(p, "a quote that ends the value of the tag");
        const char next = p->at + 1 < p->w->end ? p->w->text[p->at + 1] : '\0';
        if (peek(p) == '"' && p->reading->quote_at == 0)
            p->reading->quote_at = p->at;
        p->at += peek(p) == '\\' && (next == '"' || next == '\\');
        if (!keep(p, peek(p)))
            return false;
    }
    p->at++;
    return keep(p, '\0');
}

static bool read_pair(struct pair *p) {
    struct tags *const tags = p->tags;
    const ks_pgn_tag tag = {tags->text + tags->used, NULL};
    p->at++;
    if (!read_name(p))
        return false;
    const char *const value = tags->text + tags->used;
    if (!read_value(p))
        return false;
    skip_blanks(p);
    if (peek(p) != ']')
        return fail(p, "a closing bracket after the tag");
    p->at++;
    if (tags->count == KS_PGN_TAGS_MAX)
        return fail(p, NULL);
    tags->all[tags->count++] = (ks_pgn_tag){tag.name, value};
    return true;
}

/* Reads the tag that begins with the bracket at `at` (TAG_READABLE bytes are at hand: precondition), adds it
 * to the tags, and moves `at` after it. Returns false when there is none, or no room for it; `at` stays at
 * the bracket. */
static bool read_tag_line(struct tags *tags, struct window *w, struct tag_reading *reading) {
    struct pair p = {.w = w, .tags = tags, .reading = reading, .at = w->at};
    const size_t used = tags->used;
    if (!read_pair(&p)) {
        tags->used = used;
        return false;
    }
    w->at = p.at;
    return true;
}

/* Keeps the plain tags at `at` as they are written, for now, and moves `at` after the last one's line feed.
 * Returns whether there are any. */
static bool keep_plain_tags(struct tags *tags, struct window *w, skip_tags *skip) {
    const char *const text = w->text + w->at;
    const size_t room = TAGS_AS_WRITTEN_SIZE - TAG_BYTES, here = w->end - w->at;
    const size_t length = skip(text, 0, here < room ? here : room);
    memcpy(tags->as_written, text, length);
    tags->as_written_length = length;
    w->at += length;
    return length > 0;
}

void ks_read_kept_tags(struct tags *tags) {
    struct window w = {.text = tags->as_written, .end = tags->as_written_length};
    struct tag_reading reading;
    for (; w.at < w.end; w.at++) /* the line feed */
        read_tag_line(tags, &w, &reading);
    tags->as_written_length = 0;
}

const ks_pgn_tag *ks_find_last_tag(const ks_pgn_tag *tags, size_t count, const char *name) {
    for (size_t i = count; i-- > 0;)
        if (*tags[i].name == *name && strcmp(tags[i].name, name) == 0)
            return &tags[i];
    return NULL;
}

const ks_pgn_tag *ks_find_tag(const struct tags *tags, const char *name) {
    return ks_find_last_tag(tags->all, tags->count, name);
}

/* ==== Between games ==== */

/* The text between two games, the tags of a game, and the position that it begins with. */

/* ---- Between two games ---- */

/* Returns the length of a text in parentheses at `at`, such as (time), in which others may stand; 0 when
 * there is none, or a blank line, a tag or the end comes first. */
static size_t remark_length(const struct window *w) {
    const char *const text = w->text + w->at;
    const size_t here = w->end - w->at, most = here < KS_PGN_WORD_MAX ? here : KS_PGN_WORD_MAX;
    size_t depth = 0;
    for (size_t at = 0; at < most; at++) {
        depth += (text[at] == '(') - (size_t)(text[at] == ')');
        if (depth == 0)
            return at > 0 ? at + 1 : 0;
        if (text[at] == '\n' && strchr("\r\n[", text[at + 1]))
            return 0;
    }
    return 0;
}

static void skip_comment(struct ks_pgn *pgn, enum comment comment) {
    ks_begin_comment(pgn, comment, false, 1);
    while (pgn->comment != NO_COMMENT)
        ks_read_comment(pgn);
}

/* Returns whether the comment at `at` begins a line and stands before the first move of a game without tags,
 * perhaps with others. Behind a result and before tags it is no part of a game. The comments may have MOST
 * bytes together, whatever the size of the window. */
static bool comment_begins_game(struct window *w) {
    enum { MOST = TAG_READABLE - TOKEN_READABLE };
    if (!line_begins(w))
        return false;
    window_need(w, TAG_READABLE);
    const size_t here = w->end - w->at;
    const char *next = w->text + w->at, *const end = next + (here < MOST ? here : MOST);
    enum ks_outcome result;
    while (next < end && *next == '{') {
        const char *const closing = memchr(next, '}', (size_t)(end - next));
        for (next = closing ? closing + 1 : end; next < end && (unsigned char)*next <= ' ';)
            next++;
    }
    return next < end && (begins_word(*next) || is_digit(*next)) && ks_read_result(next, &result) == 0;
}

/* Skips one thing that is no part of a game. Returns false when a game begins at `at`. */
static bool skip_between_games(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    const char c = window_peek(w, 0);
    enum ks_outcome result;
    const size_t aside = aside_at(w->text + w->at), remark = c == '(' ? remark_length(w) : 0,
                 skipped = aside    ? aside
                           : remark ? remark
                                    : ks_read_result(w->text + w->at, &result);
    if (skipped > 0)
        w->at += skipped;
    else if (begins_word(c) || is_digit(c) || c == '[' || (c == '{' && comment_begins_game(w)))
        return false;
    else if (c == '{')
        skip_comment(pgn, IN_BRACES);
    else if (c == ';' || (c == '%' && line_begins(w)))
        skip_comment(pgn, AFTER_SEMICOLON);
    else if (c == '$') /* and its number */
        for (w->at++; is_digit(window_peek(w, 0)); w->at++)
            window_need(w, 2);
    else
        w->at++;
    return true;
}

bool ks_find_game(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    do
        window_need(w, TOKEN_READABLE);
    while (w->at < w->end && skip_between_games(pgn));
    return w->at < w->end;
}

/* ---- The tags of a game ---- */

/* Returns whether the tag that has been read last has a namesake before it. */
static bool last_tag_is_double(const struct tags *tags) {
    const size_t before = tags->count - 1;
    return ks_find_last_tag(tags->all, before, tags->all[before].name);
}

static void report_tag(struct ks_pgn *pgn, const struct tag_reading *reading) {
    struct window *const w = &pgn->window;
    const char *const tag = w->text + w->at, *const line_end = memchr(tag, '\n', w->end - w->at);
    const size_t length = length_without_cr(tag, line_end ? (size_t)(line_end - tag) : w->end - w->at);
    const size_t failed = reading->failed_at - w->at;
    ks_error error;
    if (!reading->expected)
        ks_fail(&error, KS_ERROR_PGN_TAG, 0, "the tags of a game may be %d in number and %d bytes long",
                KS_PGN_TAGS_MAX, KS_PGN_TAGS_SIZE);
    else if (failed >= length)
        ks_fail(&error, KS_ERROR_PGN_TAG, failed, "expected %s, found the end of the line",
                reading->expected);
    else
        ks_unexpected(&error, KS_ERROR_PGN_TAG, tag, length, failed, reading->expected);
    ks_keep_error(pgn, &error, ks_window_place(w, w->at), tag, length);
}

/* Reads a tag. Returns false when it is the first one of the next game. */
static bool read_tag(struct ks_pgn *pgn, bool after_blank_line) {
    struct window *const w = &pgn->window;
    struct tags *const tags = &pgn->tags;
    struct tag_reading reading;
    ks_read_kept_tags(tags);
    window_need(w, TAG_READABLE);
    const size_t at = w->at;
    if (!read_tag_line(tags, w, &reading)) {
        report_tag(pgn, &reading);
        skip_comment(pgn, AFTER_SEMICOLON);
        return true;
    }
    const char *const name = tags->all[tags->count - 1].name;
    if (after_blank_line && last_tag_is_double(tags)) {
        w->at = at;
        tags->count--;
        return false;
    }
    if (reading.quote_at && !pgn->has_quote) {
        pgn->has_quote = true;
        pgn->quote_place = ks_window_place(w, reading.quote_at);
    }
    if (*name == 'F' && strcmp(name, "FEN") == 0)
        pgn->fen_place = ks_window_place(w, reading.value_at);
    if (*name == 'V' && strcmp(name, "Variant") == 0)
        pgn->variant_place = ks_window_place(w, reading.value_at);
    return true;
}

/* Reads tags, and skips blanks and escaped lines among them. */
static void read_tags(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    unsigned line_feeds = pgn->skip_tags && keep_plain_tags(&pgn->tags, w, pgn->skip_tags);
    for (;; window_need(w, 8)) {
        const char c = window_peek(w, 0);
        if (w->at == w->end)
            return;
        if (c == '[') {
            if (!read_tag(pgn, line_feeds > 1)) {
                pgn->stage = AFTER_GAME;
                return;
            }
            line_feeds = 0;
        } else if (c == ';' || (c == '%' && line_begins(w))) {
            skip_comment(pgn, AFTER_SEMICOLON);
            line_feeds = 0;
        } else if ((unsigned char)c <= ' ' || mark_at(w) > 0) {
            line_feeds += c == '\n';
            w->at += (unsigned char)c <= ' ' ? 1 : mark_at(w);
        } else {
            return;
        }
    }
}

/* ---- The tag Variant ---- */

/* Other names of variants, as servers and programs write them: see simplify. */
static const struct {
    const char *written, *name;
} aliases[] = {
#define ALIAS(written, name) {written, name},
#include "game/pgn/aliases.def"
#undef ALIAS
};

enum { NAME_SIZE = 32 };

/* Keeps the letters and digits of a name, in lower case. */
static void simplify(const char *name, char simple[NAME_SIZE]) {
    size_t length = 0;
    for (; *name && length < NAME_SIZE - 1; name++) {
        const char c = (char)to_lower(*name);
        if ((c >= 'a' && c <= 'z') || is_digit(c))
            simple[length++] = c;
    }
    simple[length] = '\0';
}

/* Returns the name of the variant that a simplified name means. */
static const char *resolve_alias(const char *simple) {
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcmp(aliases[i].written, simple) == 0)
            return aliases[i].name;
    return simple;
}

/* Finds a variant by a name, as it is written and simplified; NULL: by the latter alone. Sets *variant to
 * NULL when that is chess. variants: may be NULL. Returns false with *reason when there is none. */
static bool find_named(const ks_variants *variants, const char *name, const char *simple,
                       const ks_variant **variant, ks_error *reason) {
    const char *const resolved = resolve_alias(simple);
    *variant = NULL;
    *reason = (ks_error){.code = KS_ERROR_VARIANT_UNKNOWN};
    if (strcmp(resolved, "chess") == 0 || strcmp(resolved, "chess960") == 0)
        return true;
    if (variants && name)
        *variant = ks_variants_find(variants, name, reason);
    if (variants && !*variant && reason->code == KS_ERROR_VARIANT_UNKNOWN)
        *variant = ks_variants_find(variants, resolved, reason);
    return *variant;
}

/* Returns whether a name means chess from other positions than the usual one, as FICS has it. */
static bool needs_fen(const char *simple) {
    return strncmp(simple, "wild", 4) == 0 && is_digit(simple[4]) &&
           strcmp(resolve_alias(simple), "chess") == 0;
}

/* Takes an ending off a simplified name. Returns false when nothing else would be left, or it has another. */
static bool cut_ending(char *simple, const char *ending) {
    const size_t length = strlen(simple), cut = strlen(ending);
    if (length <= cut || strcmp(simple + length - cut, ending) != 0)
        return false;
    simple[length - cut] = '\0';
    return true;
}

bool ks_pgn_says_chess960(const ks_pgn *pgn) {
    const ks_pgn_tag *const variant = ks_find_tag(&pgn->tags, "Variant");
    char simple[NAME_SIZE], meant[NAME_SIZE];
    if (!variant)
        return false;
    simplify(variant->value, simple);
    do {
        snprintf(meant, sizeof meant, "%s", resolve_alias(simple));
        if (cut_ending(meant, "960"))
            return true;
    } while (cut_ending(simple, "chess"));
    return false;
}

/* Finds the variant that a tag names, perhaps as "Horde Chess", or with 960 for shuffled pieces: the FEN has
 * them. */
static int find_variant(const ks_variants *variants, const char *name, bool has_fen,
                        const ks_variant **variant, ks_error *error) {
    char simple[NAME_SIZE];
    ks_error reason;
    simplify(name, simple);
    if (!has_fen && needs_fen(simple))
        return ks_fail(error, KS_ERROR_PGN_VARIANT, 0,
                       "expected a tag FEN, too: %.64s has no position of its own", name);
    if (find_named(variants, name, simple, variant, &reason))
        return KS_OK;
    while (reason.code == KS_ERROR_VARIANT_UNKNOWN &&
           (cut_ending(simple, "960") || cut_ending(simple, "chess")))
        if (find_named(variants, NULL, simple, variant, &reason))
            return KS_OK;
    return reason.code != KS_ERROR_VARIANT_UNKNOWN ? ks_fail_as(error, &reason)
           : variants
               ? ks_fail(error, KS_ERROR_PGN_VARIANT, 0, "there is no variant '%.64s'", name)
               : ks_fail(error, KS_ERROR_PGN_VARIANT, 0, "expected chess, found the variant '%.64s'", name);
}

/* ---- The first position ---- */

static int start_variant(const ks_variant *variant, const char *fen, ks_variant_position *position,
                         ks_error *error) {
    if (fen)
        return ks_variant_read_fen(variant, fen, strlen(fen), 0, position, error);
    *position = *ks_variant_get_start(variant);
    return KS_OK;
}

static void refuse_start(struct ks_pgn *pgn, const ks_error *error, ks_pgn_place place, const char *text) {
    ks_keep_error(pgn, error, place, text, strlen(text));
    pgn->line.playable = false;
    pgn->skipping = true;
}

/* ---- The program that wrote the game ---- */

/* part is in small letters. */
static bool has_part(const char *text, const char *part) {
    for (size_t same = 0; *text; text++, same = 0) {
        while (part[same] && to_lower(text[same]) == part[same])
            same++;
        if (!part[same])
            return true;
    }
    return false;
}

bool ks_is_by_fairy(const ks_pgn_tag *tags, size_t count) {
    static const char *const writers[] = {"pychess", "fairyground", "fairy-stockfish"};
    const ks_pgn_tag *const site = ks_find_last_tag(tags, count, "Site");
    const ks_pgn_tag *const annotator = ks_find_last_tag(tags, count, "Annotator");
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        if ((site && has_part(site->value, writers[i])) ||
            (annotator && has_part(annotator->value, writers[i])))
            return true;
    return false;
}

/* Returns whether the game's tags say so. */
static bool is_written_by_fairy(struct tags *tags) {
    ks_read_kept_tags(tags);
    return ks_is_by_fairy(tags->all, tags->count);
}

/* A tag that is kept as it is written is neither of the two. */
static void set_up(struct ks_pgn *pgn) {
    const ks_pgn_tag *const fen = ks_find_tag(&pgn->tags, "FEN"), *const variant =
                                                                      ks_find_tag(&pgn->tags, "Variant");
    union station *const now = &pgn->line.levels[0].now;
    ks_error error = {KS_OK, 0, ""};
    if (variant && find_variant(pgn->variants, variant->value, fen, &pgn->line.variant, &error) != KS_OK)
        refuse_start(pgn, &error, pgn->variant_place, variant->value);
    else if (pgn->line.variant)
        start_variant(pgn->line.variant, fen ? fen->value : NULL, &now->variant, &error);
    else if (fen)
        error.code = ks_read_fen(fen->value, strlen(fen->value), 0, &now->chess, &error);
    else
        now->chess = pgn->start;
    if (error.code != KS_OK && pgn->line.playable)
        refuse_start(pgn, &error, pgn->fen_place, fen->value);
    pgn->fairy = pgn->flags & KS_PGN_FAIRY ||
                 (pgn->line.variant && !(pgn->flags & KS_PGN_NO_FAIRY) && is_written_by_fairy(&pgn->tags));
}

void ks_begin_game(struct ks_pgn *pgn) {
    ks_window_mark(&pgn->window);
    pgn->stage = AMONG_MOVES;
    pgn->where = AT_BEGINNING;
    pgn->result = KS_UNDECIDED;
    pgn->has_result = pgn->has_quote = false;
    pgn->tags.count = pgn->tags.used = pgn->tags.as_written_length = 0;
    pgn->number = pgn->hidden = 0;
    pgn->skipping = pgn->has_moves = pgn->after_blank_line = false;
    pgn->first_move = NO_NUMBERING;
    pgn->commands_given = true; /* the tags of another game */
    pgn->first.error.code = KS_OK;
    pgn->waiting_count = pgn->waiting_given = 0;
    pgn->line.variant = NULL;
    pgn->line.playable = true;
    pgn->line.levels[0].moved = false;
    leave_variation(&pgn->line, 0);
    read_tags(pgn);
    set_up(pgn);
    window_need(&pgn->window, TOKEN_READABLE);
    if (is_digit(window_peek(&pgn->window, 0)))
        pgn->first_move = ks_numbering_at(pgn->window.text + pgn->window.at);
}
