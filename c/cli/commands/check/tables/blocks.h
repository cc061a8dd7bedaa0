/* The text of several files in large blocks of whole lines, so that lines need not be copied and blocks can
 * be worked on at the same time. Files aren't mapped, since a file that shrinks meanwhile would kill the
 * program. */
#ifndef KS_BLOCKS_H
#define KS_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/io/beginning.h"
#include "cli/io/lines.h"
#include "cli/pgn/games_file.h"

enum block_kind {
    BLOCK_LINES,      /* `length` bytes of whole lines; the last one of a file may lack its LF */
    BLOCK_LONG_LINE,  /* one line of more than LINE_LIMIT bytes, without its text */
    BLOCK_UNREADABLE, /* the rest of a file; `reason` says why */
    BLOCK_FOREIGN,    /* all of a file; `foreign` says what it holds instead of lines */
    BLOCK_GAMES       /* all of a file of games: the text is its beginning, `input` has the rest */
};

struct block {
    uint64_t number;  /* from 0, in the order of the text */
    const char *file; /* the name of its file */
    bool begins_file;
    enum block_kind kind;
    char reason[INPUT_REASON];
    const ks_foreign *foreign;
    struct input input; /* of BLOCK_GAMES, which the worker closes */
    size_t length;
    char text[LINE_LIMIT + 2 + READ_BLOCK]; /* a line, its end, and room to read on */
};

struct block_source {
    char *const *files; /* those that come next, NULL at the end; "-" is standard input */
    const char *file;   /* the one that is open, or NULL */
    struct input input;
    bool begun, skipping;
    bool open_cr; /* the last byte read is a CR, which isn't among those carried */
    uint64_t blocks;
    size_t carried; /* bytes read after the last whole line */
    char carry[READ_BLOCK];
};

/* Begins to read files. From now on Ctrl-C ends what is read. */
void start_blocks(struct block_source *source, char *const *files);

/* Fills in the next block. Returns false when there is none. */
bool next_block(struct block_source *source, struct block *block);

/* Ends the blocks: from now on next_block returns false, also in a thread that waits in it. */
void end_blocks(void);

#endif
