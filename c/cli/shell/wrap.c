/* Wraps text at blanks. */
#include "cli/shell/wrap.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/shell/command.h"

enum { TEXT_WIDTH = 80 };

static void write_wrapped(FILE *out, const char *text, int indent) {
    int column = indent;
    for (; *text; text += strspn(text, " ")) {
        if (*text == '\n') {
            fprintf(out, "\n\n%*s", indent, "");
            column = indent;
            text++;
        }
        const int length = (int)strcspn(text, " \n");
        if (column > indent && column + 1 + length > TEXT_WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        if (column > indent)
            column += fprintf(out, " ");
        column += fprintf(out, "%.*s", length, text);
        text += length;
    }
    putc('\n', out);
}

void print_wrapped(const char *text, int indent) {
    write_wrapped(stdout, text, indent);
}

char *wrap_text(const char *text, int indent) {
    char *wrapped;
    size_t length;
    FILE *const memory = open_memstream(&wrapped, &length);
    if (!memory)
        fail("%s", strerror(errno));
    write_wrapped(memory, text, indent);
    fclose(memory);
    return wrapped;
}
