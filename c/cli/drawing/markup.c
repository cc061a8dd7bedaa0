/* Five characters mean something to HTML and XML; the control characters that XML forbids can't be shown
 * anyway. */
#include "cli/drawing/markup.h"

#include "cli/base/text.h"

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

void put_markup(struct output *out, const char *text) {
    while (*text) {
        const size_t plain = strcspn(text, "&<>\"'\n");
        put_escaped(out, text, plain);
        text += plain;
        if (*text)
            put_string(out, entity_of(*text++));
    }
}
