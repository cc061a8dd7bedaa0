/* All that a reader of games gives, written as text, so that readings can be compared. */
#ifndef KS_TEST_GAMES_H
#define KS_TEST_GAMES_H

#include "kingscan.h"

/* A text of any length; free it with free. */
typedef struct reading {
    char *text;
    size_t length, room;
} reading;

/* Appends formatted text. */
void reading_add(reading *reading, const char *format, ...) __attribute__((format(printf, 2, 3)));

enum { WITH_POSITIONS = 1, WITH_PLACES = 2, WITH_KEYS = 4 };

/* Reads all games to the end and appends a line for each tag, item and end of a game. what: WITH_POSITIONS
 * adds the position after each item, else that after the last one; WITH_PLACES adds line and column;
 * WITH_KEYS the keys of positions. */
void reading_add_games(reading *reading, ks_pgn *pgn, unsigned what);

/* A source that gives at most `most` bytes at a time. */
typedef struct trickle {
    const char *text;
    size_t length, most;
} trickle;
ks_source read_trickle;

/* Reads a text in windows of a size, 0 for the usual one, at most `most` bytes at a time. Returns the
 * reading's text. variants: may be NULL. */
char *read_games(const char *text, size_t length, size_t window, size_t most, unsigned flags,
                 const ks_variants *variants, unsigned what);

/* Returns the text of a file of tests, with a zero at its end. */
char *load_file(const char *path, size_t *length);

#endif
