/* Buffered output to standard output or a file, colours, and output as a text in memory. */
#ifndef KS_OUTPUT_H
#define KS_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "game/common/buffer.h"

/* ==== Output ==== */

/* A buffer collects results, and is written to standard output or a file when it is full. On a terminal,
 * bytes that cannot be shown are escaped, tabs and ends of lines apart: see text.h. Elsewhere they stay. */

struct draft;

/* All zeros at first, which means standard output. */
struct output {
    char *bytes; /* NULL, and no room, until the first of them is put */
    size_t used, room;
    uint64_t written; /* bytes so far */
    /* Called before bytes are written, unless it is NULL. When it returns false, they are dropped. */
    bool (*may_write)(struct output *out);
    /* Returns whether may_write would wait. While it would, the buffer grows instead, up to OUTPUT_MOST
     * bytes. NULL says that it never waits. */
    bool (*must_wait)(struct output *out);
    struct draft *draft; /* the file that it goes to; NULL means standard output */
    bool drawn;          /* see draw_in */
};

/* What a command prints. This one has its room from the beginning: a long run never loses its results for
 * want of memory. */
extern struct output standard_output;

/* The functions below fail (see messages.h) when the output can't be written, or when there is no memory. */

/* Makes the room that the first put would make, so that a lack of memory shows early. */
void prepare_output(struct output *out);

/* Makes room for more when the buffer is full: writes it, or lets it grow. */
enum { OUTPUT_MOST = 1 << 25 };
void make_output_room(struct output *out);

/* Gives the room back. Drops what is left in it. */
void free_output(struct output *out);

void flush_output(struct output *out);

/* Says whether the program alone makes what comes next: then its colours reach a terminal. */
void draw_in(struct output *out, bool drawn);

/* Lets an output that has written nothing go to a draft. */
void direct_to_draft(struct output *out, struct draft *draft);

/* Begins a file, which takes the place of one that has its name (see draft.h), and lets the output go there.
 * Makes the room, too. */
void open_output(struct output *out, const char *file);

/* Writes out the rest, gives the file its name, and gives the room back. */
void close_output(struct output *out);

void put_large(struct output *out, const char *bytes, size_t length);
void put_string(struct output *out, const char *string);
/* Puts a text so that it can be shown in a line: see text.h. */
void put_escaped(struct output *out, const char *text, size_t length);
/* Puts a text that was put together in memory, and frees it. */
void put_buffer(struct output *out, struct buffer *buffer);
/* Puts a text of others in HTML, SVG or XML: see buffer.h. */
void put_markup(struct output *out, const char *text);
/* Puts what printf would print, at most 4095 bytes of it. */
void put_format(struct output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline void put(struct output *out, const char *bytes, size_t length) {
    if (length >= out->room - out->used) { /* always, before there are bytes */
        put_large(out, bytes, length);
        return;
    }
    memcpy(out->bytes + out->used, bytes, length);
    out->used += length;
}

/* Makes room for `most` bytes, less than an output has, and returns the place. The caller adds what it has
 * written there to out->used. */
static inline char *place_in(struct output *out, size_t most) {
    if (most >= out->room - out->used) {
        prepare_output(out);
        if (most >= out->room - out->used)
            make_output_room(out);
    }
    return out->bytes + out->used;
}

/* ==== Output as a text ==== */

/* The output of a function that prints, as a text in memory. */

/* Calls print(context, file). Returns what print has printed, ended by a zero, to be freed by the caller.
 * Fails when there is no memory. */
char *printed(void (*print)(const void *context, FILE *out), const void *context);

/* ---- Quoting ---- */

/* Prints a word as the system's shell reads it back, without bytes that can't be shown. */
void print_quoted(const char *word, FILE *out);

/* Prints the command of the system's shell that writes this line, of a FEN and moves. */
void print_echo(const char *line, FILE *out);

/* ==== Colours ==== */

/* Whether to use colours: what --color says, and what the environment does. */

/* In the order of the words that --color takes. */
enum colour_mode { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

void set_colour_mode(enum colour_mode mode);

/* Whether what is written to a descriptor is to be in colour: with COLOUR_AUTO on a terminal, unless the
 * environment has NO_COLOR or a TERM that can't show any. */
bool wants_colour(int descriptor);

#endif
