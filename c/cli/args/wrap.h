/* Text for reading, in lines that fit a page. */
#ifndef KS_WRAP_H
#define KS_WRAP_H

#include <stdio.h>

/* Prints the text, wrapped at blanks; each of its lines is a paragraph. The cursor stands at column `indent`,
 * where all lines begin. */
void print_wrapped(FILE *out, const char *text, int indent);

#endif
