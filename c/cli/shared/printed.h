/* What a function prints, as a text in memory. */
#ifndef KS_PRINTED_H
#define KS_PRINTED_H

#include <stdio.h>

/* Calls print with the context and a file; returns what it has printed, with a terminating zero, to be freed.
 * Fails without memory. */
char *printed(void (*print)(const void *context, FILE *out), const void *context);

#endif
