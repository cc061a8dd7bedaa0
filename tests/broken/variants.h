/* Engines that play one variant with one mistake. */
#ifndef KS_BROKEN_VARIANTS_H
#define KS_BROKEN_VARIANTS_H

#include <stdbool.h>

/* Whether variants.def has an engine of this name. */
bool is_bent_variant(const char *name);

/* Plays that engine on standard input and output. Returns the exit status. */
int play_bent_variant(const char *name);

#endif
