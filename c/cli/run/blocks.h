/* Cuts files into blocks for worker threads: lines, games, training data, and parts of one file. */
#ifndef KS_BLOCKS_H
#define KS_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/io/input.h"
#include "cli/positions/games_file.h"
#include "game/common/text.h"
#include "game/data/parts.h"

/* ---- Blocks ---- */

enum block_kind {
    BLOCK_LINES,      /* `length` bytes of whole lines; the last one of a file may lack its LF */
    BLOCK_LONG_LINE,  /* one line of more than LINE_LIMIT bytes, without its text */
    BLOCK_UNREADABLE, /* the rest of a file; `reason` says why */
    BLOCK_FOREIGN,    /* all of a file; `foreign` says what it holds instead of lines or games, or is NULL */
    BLOCK_GAMES,      /* all of a file of games: the text is its beginning, `input` has the rest */
    BLOCK_PART,       /* a part of a file of games; `part` describes it */
    BLOCK_DATA, /* all of a file of training data, or its rest: the text is the beginning, `input` has what
                   follows */
    BLOCK_DATA_PART /* whole blocks or records of a file of training data */
};

struct block;

/* LANES_MAX blocks of .binpack make a part, if they fit: a reader then works on all of them. */
enum { DATA_ROOM = LANES_MAX * (LINE_LIMIT + (1 << 16)) };

/* A part of a file of games. It counts only if the games before it end where it begins. */
struct game_part {
    uint64_t begin;      /* its offset in the file */
    uint64_t lines;      /* before it */
    int64_t games;       /* before it, as far as one can tell */
    int64_t correction;  /* of that number, when it was told */
    bool guessed;        /* a game may begin where it does */
    bool last;           /* the file ends with it, or `reason` says why no more can be read */
    struct block *other; /* another one that has been handed out, or NULL */
};

/* A place in a file of training data: where a block begins. */
struct data_begin {
    uint64_t offset; /* bytes before it */
    uint64_t number; /* blocks or records before it */
};

struct block {
    uint64_t number;  /* from 0, in the order of the text */
    const char *file; /* the name of its file */
    bool begins_file;
    enum block_kind kind;
    char reason[INPUT_REASON];
    const struct file_format *foreign;
    struct input input;           /* of BLOCK_GAMES and BLOCK_DATA, which the worker closes */
    ks_data_format data_format;   /* of BLOCK_DATA and BLOCK_DATA_PART */
    struct game_part part;        /* of BLOCK_PART */
    struct data_begin data_begin; /* likewise, and of BLOCK_DATA_PART */
    size_t length;
    char text[DATA_ROOM]; /* of lines: one, its end, and room to read on; the rest stays untouched */
};

_Static_assert(DATA_ROOM >= LINE_LIMIT + 2 + READ_BLOCK, "a line and more fits into a block");

struct block_source {
    char *const *files; /* those that come next, NULL at the end; "-" is standard input */
    const char *file;   /* the one that is open, or NULL */
    struct input input;
    bool begun, skipping;
    bool at_end;      /* of the open file: no more can be read */
    bool takes_json;  /* whether JSON Lines are lines, and not foreign */
    bool takes_games; /* whether all files are of games, and their text stays as it is; otherwise games are
                         foreign */
    unsigned data_format; /* of all files, of enum ks_data_format; KS_DATA_UNKNOWN: of each by its beginning
                             or name */
    bool takes_text;      /* lines of positions, and games, are training data when the name of the file or its
                             beginning tells them; other text is foreign */
    bool open_cr;         /* the last byte read is a CR, which isn't among those carried */
    uint64_t blocks;
    size_t carried; /* bytes read after the last whole line, or after the last part */
    char carry[2 * READ_BLOCK];
    bool cut_games;              /* files of games are handed out in parts */
    bool whole_records;          /* but files with records of one size are not */
    bool cut_binpack;            /* files of .binpack are in any case */
    bool cut_finely;             /* each block of theirs is a part: it becomes 40 times as much text */
    ks_data_format in_data;      /* the format of the open file, when it is handed out in parts */
    struct game_part next;       /* in a file of games, the part that comes next */
    struct data_begin data_next; /* in it, where the next part begins */
    struct block *parts;         /* all that have been handed out last to someone, or NULL */
};

/* ---- Parts of games ---- */

/* A file of games in parts, so that threads read it at the same time.
 *
 * A part begins where a line begins with a bracket after an empty line. That is a guess, since such a line
 * may be in a comment, or a further tag of a game. So the reader of a part goes on until a game begins where
 * another part does. The parts in between do not count, nor does one whose games were counted wrongly before.
 *
 * The functions are called by one thread at a time. */

/* Gives a block the next part instead of its own, as if it were longer: its number stays. */
void go_on_to_next_part(struct block_source *source, struct block *block);

#define PART_NOT_READ ((size_t)-2)

/* Copies text from an offset in the block's file, which another part has or the next one will have, and
 * returns the number of bytes: 0 at the end of the file, KS_SOURCE_FAILED where it can't be read on, for
 * block->reason, and PART_NOT_READ when it lies too far after the part. */
size_t copy_from_parts(struct block_source *source, struct block *block, uint64_t offset, char *buffer,
                       size_t room);

/* Returns whether the block's text ends at an offset or before, and a part begins there, or the next will. */
bool is_end_of_part(const struct block_source *source, const struct block *block, uint64_t offset);

/* ---- Cutting ---- */

/* The text of several files in large blocks of whole lines, so that lines need not be copied and blocks can
 * be worked on at the same time. Files aren't mapped, since a file that shrinks meanwhile would kill the
 * program. */

/* Begins to read files. The members that say what is taken and cut are set already, and the others are zeros.
 * From now on Ctrl-C ends what is read. */
void start_blocks(struct block_source *source, char *const *files);

/* Fills in the next block. Returns false when there is none. */
bool next_block(struct block_source *source, struct block *block);

/* Ends the blocks: from now on next_block returns false, also in a thread that waits in it. */
void end_blocks(void);

#endif
