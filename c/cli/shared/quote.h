/* Words as a shell reads them back. */
#ifndef KS_QUOTE_H
#define KS_QUOTE_H

#include <stdio.h>

void print_quoted(const char *word, FILE *out);

#endif
