/* Lines of FEN and EPD for comparing readers: real positions, positions of games, and damaged ones of both.
 * Line ends are never added on purpose, but any byte may occur in a damaged line. */
#ifndef TEXTS_H
#define TEXTS_H

#include "cli/random/games.h"

enum { TEXT_MAX = 1500 };

typedef struct text_source {
    uint64_t random;
    struct games games;
} text_source;

/* The same seed gives the same texts. */
void texts_start(text_source *source, uint64_t seed);

/* Each writes a text and returns its length. */
typedef size_t text_writer(text_source *source, char text[TEXT_MAX]);

/* A line of tests/data/positions.epd. */
text_writer real_text;
/* A position of a game, of Chess960 and of others, some with pieces that no game has. Fields, blanks and EPD
 * operations come as in collections, and also as no program writes them. */
text_writer game_text;
/* One of these two with one to three changes: of bytes, slashes, rows, or of its end. */
text_writer mutated_text;
/* Bytes of FEN, or any bytes, in any order. */
text_writer random_text;
/* Any of these kinds. */
text_writer any_text;

#endif
