/* Messages about content of another kind name the command that makes lines of it. */
#include "cli/io/beginning.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/printed.h"
#include "cli/base/quote.h"
#include "cli/io/input.h"
#include "core/text/foreign.h"

bool is_beginning(const char *text, size_t n, bool at_end) {
    const size_t mark = byte_order_mark(text, n), at = mark + ks_skip_comments(text + mark, n - mark);
    return at_end || n - at >= BEGINNING || memchr(text + at, '\n', n - at) || n >= COMMENTS_MAX;
}

static void print_file(const void *file, FILE *out) {
    if (!is_standard_input(file)) {
        putc(' ', out);
        print_quoted(file, out);
    }
}

void complain_of_foreign(const char *file, const ks_file_format *foreign) {
    complain_of_foreign_to("FEN or EPD", file, foreign);
}

void complain_of_foreign_to(const char *expected, const char *file, const ks_file_format *foreign) {
    char *const operand = printed(print_file, file);
    complain("%s: this is %s, not %s; read it by: %s%s | ...", file, foreign->name, expected,
             foreign->command, operand);
    free(operand);
}
