/* Text for people, broken at blanks. */
#include "cli/shell/wrap.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_WIDTH = 80 };

void print_wrapped(const char *text, int indent) {
    int column = indent;
    for (; *text; text += strspn(text, " ")) {
        if (*text == '\n') {
            printf("\n\n%*s", indent, "");
            column = indent;
            text++;
        }
        const int length = (int)strcspn(text, " \n");
        if (column > indent && column + 1 + length > TEXT_WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        if (column > indent)
            column += printf(" ");
        column += printf("%.*s", length, text);
        text += length;
    }
    putchar('\n');
}
