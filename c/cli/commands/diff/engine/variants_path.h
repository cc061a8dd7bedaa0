/* The file of --variants as engines read it. */
#ifndef KS_VARIANTS_PATH_H
#define KS_VARIANTS_PATH_H

#include <stddef.h>

/* Returns a path by which another process finds the text of a file of variants, which has been read without
 * an error, in the form of Fairy-Stockfish: "[name:base]", and keys at the beginning of their lines. That is
 * the file itself where it has that form; else it is a copy in memory, which lasts as long as this program.
 * file: as it was given, "-" for standard input. Fails when there is no memory. */
const char *variants_path(const char *file, const char *text, size_t length);

#endif
