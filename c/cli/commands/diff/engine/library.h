/* A shared library with a function
 *     void perft_divide(const char *fen, int depth, void (*row)(const char *move, uint64_t nodes));
 * which calls row once for each legal move, with what a perft counts after the move. Each worker has the
 * library in a process of its own, so that it may crash, exit or hang. The library gets the position after
 * the replay alone. */
#ifndef KS_DIFF_LIBRARY_H
#define KS_DIFF_LIBRARY_H

/* The word in the place of the depth that makes `kingscan diff` such a process. */
#define LIBRARY_SERVE "serve"

/* Answers questions on standard input until that ends. Returns the exit status. Fails when the library cannot
 * be loaded. */
int library_serve(const char *file);

#endif
