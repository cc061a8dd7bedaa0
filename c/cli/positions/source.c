/* Reports an error in a text, with a caret below the place. */
#include "cli/positions/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/text.h"
#include "core/text/characters.h"

/* How many columns an escaped text takes: one a character. */
static int columns_of(const char *escaped) {
    int columns = 0;
    for (size_t length; *escaped; escaped += length, columns++)
        length = utf8_length(escaped, strlen(escaped));
    return columns;
}

void complain_about(const struct source *source, const ks_error *error) {
    enum { SHOWN = 160 }; /* a caret does not help in a longer text */
    complain_at(source->name, source->line, error->offset, error->message);
    if (source->length <= SHOWN) {
        char escaped[ESCAPED_SIZE(SHOWN)];
        escape_text(source->text, source->length, escaped, sizeof escaped);
        fprintf(stderr, "    %s\n", escaped);
        escape_text(source->text, error->offset, escaped, sizeof escaped);
        fprintf(stderr, "    %*s^\n", columns_of(escaped), "");
    }
}

_Noreturn void refuse(const struct source *source, const ks_error *error) {
    complain_about(source, error);
    exit(STATUS_FAILED);
}
