/* Whether to use colours: what --color says, and what the environment does. */
#ifndef KS_COLOUR_H
#define KS_COLOUR_H

#include <stdbool.h>

/* In the order of the words that --color takes. */
enum colour_mode { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

void set_colour_mode(enum colour_mode mode);

/* Whether what is written to a descriptor is to be in colour: with COLOUR_AUTO on a terminal, unless the
 * environment has NO_COLOR or a TERM that can't show any. */
bool wants_colour(int descriptor);

#endif
