/* The keys of ECMA-48: an arrow is ESC [ A, or ESC O A. */
#define _DEFAULT_SOURCE /* TIOCGWINSZ */
#include "cli/platform/keys.h"

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "cli/base/ready.h"

static struct termios *before(void) {
    static struct termios before;
    return &before;
}

bool keys_start(void) {
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, before()) != 0)
        return false;
    struct termios raw = *before();
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO); /* Ctrl-C goes on interrupting */
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
}

void keys_end(void) {
    tcsetattr(STDIN_FILENO, TCSADRAIN, before());
}

/* Returns the next byte, or -1 at the end. */
static int next_byte(void) {
    unsigned char byte;
    return read_when_ready(STDIN_FILENO, &byte, 1) == 1 ? byte : -1;
}

/* Reads the rest of a sequence after ESC. A lone ESC has nothing after it. */
static int read_sequence(void) {
    static const struct {
        char final;
        int key;
    } keys[] = {{'A', KEY_UP}, {'B', KEY_DOWN}, {'C', KEY_RIGHT}, {'D', KEY_LEFT}};
    int byte, number = 0;
    if (!is_readable(STDIN_FILENO) || ((byte = next_byte()) != '[' && byte != 'O'))
        return KEY_OTHER;
    while ((byte = next_byte()) >= '0' && byte <= '9')
        number = byte - '0';
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (byte == keys[i].final)
            return keys[i].key;
    return byte != '~' ? KEY_OTHER : number == 5 ? KEY_PAGE_UP : number == 6 ? KEY_PAGE_DOWN : KEY_OTHER;
}

int keys_read(void) {
    enum { END_OF_INPUT = 4, BACKSPACE = 8, ESCAPE = 27, DELETE = 127 };
    const int byte = next_byte();
    switch (byte) {
    case -1:
    case END_OF_INPUT:
        return KEY_NONE;
    case ESCAPE:
        return read_sequence();
    case BACKSPACE:
    case DELETE:
        return KEY_ERASE;
    case '\r':
    case '\n':
        return KEY_ENTER;
    default:
        return byte;
    }
}

unsigned keys_screen_lines(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
}
