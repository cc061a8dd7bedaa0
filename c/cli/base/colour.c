/* NO_COLOR is as no-color.org has it: any value but the empty one. */
#include "cli/base/colour.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum colour_mode colour_mode;

void set_colour_mode(enum colour_mode mode) {
    colour_mode = mode;
}

bool wants_colour(int descriptor) {
    const char *const no_color = getenv("NO_COLOR"), *const terminal = getenv("TERM");
    if (colour_mode != COLOUR_AUTO)
        return colour_mode == COLOUR_ALWAYS;
    return isatty(descriptor) && !(no_color && *no_color) && terminal && strcmp(terminal, "dumb") != 0;
}
