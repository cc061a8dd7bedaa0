/* Decides in one place which characters are visible. */
#include "game/common/text.h"

#include <string.h>

/* ---- Characters ---- */

size_t utf8_length(const char *text, size_t available) {
    const unsigned char *const bytes = (const unsigned char *)text;
    const unsigned first = bytes[0];
    const size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first > 0xf4 || length > available)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    if (length < 3)
        return length;
    /* Rejects longer forms than needed, surrogates, and what is above U+10FFFF. */
    const unsigned second = bytes[1];
    const bool excluded = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                          (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return excluded ? 0 : length;
}

static unsigned code_point(const char *text, size_t length) {
    unsigned code = (unsigned char)text[0] & (length == 1 ? 0x7f : 0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    return code;
}

/* Control characters, and those that the Unicode standard calls format characters and separators. */
static bool is_visible(unsigned code) {
    static const unsigned hidden[][2] = {{0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},
                                         {0x61c, 0x61c},   {0x180e, 0x180e}, {0x200b, 0x200f},
                                         {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff},
                                         {0xfff9, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe007f}};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (hidden[i][0] <= code && code <= hidden[i][1])
            return false;
    return true;
}

/* The length of the visible character that begins here; 0 when none does. */
static size_t visible_length(const char *text, size_t available) {
    const size_t length = utf8_length(text, available);
    return length > 0 && is_visible(code_point(text, length)) ? length : 0;
}

/* ---- Escapes ---- */

size_t escape_text(const char *text, size_t length, char *escaped, size_t size) {
    size_t at = 0;
    for (size_t i = 0; i < length;) {
        const size_t visible = visible_length(text + i, length - i), needed = visible ? visible : 4;
        if (size - at <= needed)
            break;
        if (visible)
            memcpy(escaped + at, text + i, visible);
        else
            snprintf(escaped + at, size - at, "\\x%02x", (unsigned char)text[i]);
        at += needed;
        i += visible ? visible : 1;
    }
    escaped[at] = '\0';
    return at;
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
