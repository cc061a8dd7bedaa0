/* Says what is wrong with a text, with a caret below the place. */
#include "cli/shared/positions/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/quote.h"
#include "cli/shell/command.h"
#include "core/characters.h"

/* How many columns an escaped text takes: one a character. */
static int columns_of(const char *escaped) {
    int columns = 0;
    for (size_t length; *escaped; escaped += length, columns++)
        length = utf8_length(escaped, strlen(escaped));
    return columns;
}

_Noreturn void refuse(const struct source *source, const ks_error *error) {
    enum { SHOWN = 160 }; /* in a longer text nobody finds the place by a caret */
    complain_at(source->name, source->line, error->offset, error->message);
    if (source->length <= SHOWN) {
        char escaped[ESCAPED_SIZE(SHOWN)];
        escape_text(source->text, source->length, escaped, sizeof escaped);
        fprintf(stderr, "    %s\n", escaped);
        escape_text(source->text, error->offset, escaped, sizeof escaped);
        fprintf(stderr, "    %*s^\n", columns_of(escaped), "");
    }
    exit(STATUS_FAILED);
}
