/* The output of a function that prints, as a text in memory. */
#ifndef KS_PRINTED_H
#define KS_PRINTED_H

#include <stdio.h>

/* Calls print(context, file). Returns what print has printed, ended by a zero, to be freed by the caller.
 * Fails when there is no memory. */
char *printed(void (*print)(const void *context, FILE *out), const void *context);

#endif
