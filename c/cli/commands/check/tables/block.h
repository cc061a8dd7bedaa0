/* A block of text, and where blocks come from. */
#ifndef KS_BLOCK_H
#define KS_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/io/input.h"
#include "cli/pgn/games_file.h"

enum block_kind {
    BLOCK_LINES,      /* `length` bytes of whole lines; the last one of a file may lack its LF */
    BLOCK_LONG_LINE,  /* one line of more than LINE_LIMIT bytes, without its text */
    BLOCK_UNREADABLE, /* the rest of a file; `reason` says why */
    BLOCK_FOREIGN,    /* all of a file; `foreign` says what it holds instead of lines */
    BLOCK_GAMES,      /* all of a file of games: the text is its beginning, `input` has the rest */
    BLOCK_PART        /* a part of a file of games; `part` describes it */
};

struct block;

/* A part of a file of games. It counts only if the games before it end where it begins: see parts.h. */
struct game_part {
    uint64_t begin;      /* its offset in the file */
    uint64_t lines;      /* before it */
    int64_t games;       /* before it, as far as one can tell */
    int64_t correction;  /* of that number, when it was told */
    bool guessed;        /* a game may begin where it does */
    bool last;           /* the file ends with it, or `reason` says why no more can be read */
    struct block *other; /* another one that has been handed out, or NULL */
};

struct block {
    uint64_t number;  /* from 0, in the order of the text */
    const char *file; /* the name of its file */
    bool begins_file;
    enum block_kind kind;
    char reason[INPUT_REASON];
    const struct file_format *foreign;
    struct input input;    /* of BLOCK_GAMES, which the worker closes */
    struct game_part part; /* of BLOCK_PART */
    size_t length;
    char text[LINE_LIMIT + 2 + READ_BLOCK]; /* a line, its end, and room to read on */
};

struct block_source {
    char *const *files; /* those that come next, NULL at the end; "-" is standard input */
    const char *file;   /* the one that is open, or NULL */
    struct input input;
    bool begun, skipping;
    bool takes_json; /* JSON Lines are lines; else they are foreign */
    bool open_cr;    /* the last byte read is a CR, which isn't among those carried */
    uint64_t blocks;
    size_t carried; /* bytes read after the last whole line, or after the last part */
    char carry[2 * READ_BLOCK];
    bool cut_games;        /* files of games are handed out in parts */
    bool in_games;         /* the open file is handed out so */
    struct game_part next; /* in it, the part that comes next */
    struct block *parts;   /* all that have been handed out last to someone, or NULL */
};

#endif
