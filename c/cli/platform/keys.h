/* Single keys of a terminal, while a command draws there. */
#ifndef KS_KEYS_H
#define KS_KEYS_H

#include <stdbool.h>

enum key {
    KEY_NONE = 256, /* the end of input, or an interrupt */
    KEY_OTHER,      /* one without a meaning here */
    KEY_UP,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_ERASE,
    KEY_ENTER
};

/* Lets keys arrive one by one, without an echo. Returns false when standard input and output are no terminal,
 * or the system has no such keys; then lines are to be read. */
bool keys_start(void);

/* Sets the terminal back. */
void keys_end(void);

/* Waits for a key. Returns its character, or one of enum key. */
int keys_read(void);

/* The number of lines that the terminal shows. */
unsigned keys_screen_lines(void);

#endif
