/* Wraps text at blanks. */
#include "cli/args/wrap.h"

#include <string.h>

enum { TEXT_WIDTH = 80 };

void print_wrapped(FILE *out, const char *text, int indent) {
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
