/* Opens without waiting, so that only reading waits, which interrupts end. */
#include "cli/io/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/memory.h"
#include "cli/base/messages.h"
#include "cli/base/ready.h"

bool is_standard_input(const char *file) {
    return strcmp(file, "-") == 0;
}

int open_input(const char *file) {
    return is_standard_input(file) ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

void close_input(const char *file, int descriptor) {
    if (descriptor >= 0 && !is_standard_input(file))
        close(descriptor);
}

char *read_input(const char *file, size_t most, size_t *length) {
    enum { BLOCK = 1 << 16 };
    static char *text; /* still known where a failure ends the program */
    const int descriptor = open_input(file);
    size_t room = 0;
    ssize_t got = descriptor < 0 ? -1 : 1;
    text = NULL;
    *length = 0;
    while (got > 0 && *length <= most) {
        if (room - *length <= BLOCK)
            text = given(realloc(text, room = 2 * room + BLOCK + 1));
        got = read_when_ready(descriptor, text + *length, room - *length - 1);
        *length += got > 0 ? (size_t)got : 0;
    }
    if (got < 0)
        fail("%s: %s", file, strerror(errno));
    if (*length > most)
        fail("%s: expected at most %zu bytes, found more", file, most);
    close_input(file, descriptor);
    text[*length] = '\0';
    return text;
}
