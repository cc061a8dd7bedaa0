/* Windows' terminals are read line by line. */
#include "cli/platform/keys.h"

bool keys_start(void) {
    return false;
}

void keys_end(void) {
}

int keys_read(void) {
    return KEY_NONE;
}

unsigned keys_screen_lines(void) {
    return 24;
}
