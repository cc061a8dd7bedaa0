/* Escapes text that somebody else wrote, for terminals, HTML and XML. */
#include "game/common/text.h"

#include <string.h>

#include "core/text/utf8.h"

/* ---- Characters ---- */

/* Control characters, and those that the Unicode standard calls format characters and separators. */
static bool is_visible(unsigned code) {
    static const struct code_range hidden[] = {{0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},
                                               {0x61c, 0x61c},   {0x180e, 0x180e}, {0x200b, 0x200f},
                                               {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff},
                                               {0xfff9, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe007f}};
    return !ks_is_in_ranges(code, hidden, sizeof hidden / sizeof *hidden);
}

/* The length of the visible character that begins here; 0 when none does. */
static size_t visible_length(const char *text, size_t available) {
    const size_t length = ks_utf8_length(text, available);
    return length > 0 && is_visible(ks_code_point(text, length)) ? length : 0;
}

/* ---- Escapes ---- */

/* The length of the tab or the line's end that a text begins with, or 0. */
static size_t layout_length(const char *text, size_t available) {
    return *text == '\t' || *text == '\n' ? 1 : *text == '\r' && available > 1 && text[1] == '\n' ? 2 : 0;
}

size_t escape_lines(const char *text, size_t length, bool lines, char *escaped, size_t size, size_t *taken) {
    size_t at = 0, i = 0;
    while (i < length) {
        size_t kept = visible_length(text + i, length - i);
        if (kept == 0 && lines)
            kept = layout_length(text + i, length - i);
        const size_t needed = kept ? kept : 4;
        if (size - at <= needed)
            break;
        if (kept)
            memcpy(escaped + at, text + i, kept);
        else
            snprintf(escaped + at, size - at, "\\x%02x", (unsigned char)text[i]);
        at += needed;
        i += kept ? kept : 1;
    }
    escaped[at] = '\0';
    *taken = i;
    return at;
}

size_t escape_text(const char *text, size_t length, char *escaped, size_t size) {
    size_t taken;
    return escape_lines(text, length, false, escaped, size, &taken);
}

void print_escaped(const char *text, FILE *out) {
    for (size_t left = strlen(text), length; left > 0; text += length, left -= length) {
        char escaped[ESCAPED_SIZE(1)];
        const size_t visible = visible_length(text, left);
        length = visible ? visible : 1;
        if (!visible)
            escape_text(text, 1, escaped, sizeof escaped);
        fprintf(out, "%.*s", visible ? (int)visible : 4, visible ? text : escaped);
    }
}

bool can_be_shown(const char *word) {
    for (size_t left = strlen(word), visible; left > 0; word += visible, left -= visible)
        if ((visible = visible_length(word, left)) == 0)
            return false;
    return true;
}

/* ---- Markup ---- */

/* Five characters mean something to HTML and XML; the control characters that XML forbids can't be shown
 * anyway. */

static const char *entity_of(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return "\n";
    }
}

static void add_escaped(struct buffer *buffer, const char *text, size_t length) {
    for (size_t i = 0; i < length;) {
        const size_t visible = visible_length(text + i, length - i);
        if (visible)
            add_bytes(buffer, text + i, visible);
        else
            add_format(buffer, "\\x%02x", (unsigned char)text[i]);
        i += visible ? visible : 1;
    }
}

void add_markup(struct buffer *buffer, const char *text) {
    while (*text) {
        const size_t plain = strcspn(text, "&<>\"'\n");
        add_escaped(buffer, text, plain);
        text += plain;
        if (*text)
            add_string(buffer, entity_of(*text++));
    }
}
