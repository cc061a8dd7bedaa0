/* Plain tags are decoded when somebody asks for tags, others as they are read. */
#include "rules/games/tags.h"

#include <string.h>

#include "core/processor/processor.h"
#include "core/text/characters.h"

/* A reader of one tag, which stands in the window as a whole. */
struct pair {
    const struct window *w;
    struct tags *tags;
    struct tag_reading *reading;
    size_t at;
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

bool ks_is_tag_name_character(char c) {
    const bool letter = (unsigned char)((c | 0x20) - 'a') < 26;
    return letter || is_digit(c) || (c > ' ' && strchr("_+#=:-", c));
}

static bool read_name(struct pair *p) {
    skip_blanks(p);
    if (!ks_is_tag_name_character(peek(p)))
        return fail(p, "the name of a tag");
    for (keep_up_to(p, ends_letters); ks_is_tag_name_character(peek(p)); p->at++)
        if (!keep(p, peek(p)))
            return false;
    return keep(p, '\0');
}

/* A backslash that escapes nothing stands for itself. */
static bool read_value(struct pair *p) {
    skip_blanks(p);
    if (peek(p) != '"')
        return fail(p, "a quote and the value of the tag");
    p->reading->value_at = p->at + 1;
    p->at++;
    for (keep_up_to(p, ends_plain_value); peek(p) != '"'; p->at++, keep_up_to(p, ends_plain_value)) {
        if (peek(p) == '\n' || peek(p) == '\r' || p->at >= p->w->end)
            return fail(p, "a quote that ends the value of the tag");
        const char next = p->at + 1 < p->w->end ? p->w->text[p->at + 1] : '\0';
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

bool ks_read_tag(struct tags *tags, struct window *w, struct tag_reading *reading) {
    struct pair p = {.w = w, .tags = tags, .reading = reading, .at = w->at};
    const size_t used = tags->used;
    if (!read_pair(&p)) {
        tags->used = used;
        return false;
    }
    w->at = p.at;
    return true;
}

bool ks_keep_plain_tags(struct tags *tags, struct window *w, skip_tags *skip) {
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
        ks_read_tag(tags, &w, &reading);
    tags->as_written_length = 0;
}

const ks_pgn_tag *ks_find_tag(const struct tags *tags, const char *name) {
    for (size_t i = 0; i < tags->count; i++)
        if (*tags->all[i].name == *name && strcmp(tags->all[i].name, name) == 0)
            return &tags->all[i];
    return NULL;
}
