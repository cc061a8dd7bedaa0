/* The part of a text that a reader of games has at hand: a window that moves along the text. */
#ifndef KS_GAMES_WINDOW_H
#define KS_GAMES_WINDOW_H

#include <stdbool.h>

#include "kingscan/pgn.h"
#include "rules/games/scan_words.h"

enum {
    WINDOW_SIZE = 1 << 18,
    WINDOW_BACK = 8,     /* bytes that stay before the next byte to read */
    WINDOW_PADDING = 192 /* zeros after the text that is here */
};

struct window {
    count_line_feeds *count_line_feeds; /* for any processor, unless the owner chooses another */
    ks_pgn_source *source;
    void *context;
    char *text;
    size_t size;    /* bytes for which `text` has room, besides the padding */
    size_t at, end; /* the next byte to read, and the end of the text that is here */
    bool complete;  /* the source has no more */
    bool failed;
    uint64_t offset; /* of text[0] in the whole text; modulo 2^64, for the WINDOW_BACK bytes before it */
    /* Line feeds are counted up to `counted`, from the window's beginning or from the text asked about last.
     */
    struct line_count {
        size_t counted;
        uint64_t lines, begin; /* begin: offset of the last line that begins before `counted` */
    } first, last;
    size_t mark; /* a byte whose place is wanted later; NO_MARK when `marked` is it */
    ks_pgn_place marked;
};

#define NO_MARK SIZE_MAX

/* Starts at the beginning of the source's text. Returns whether there is memory. */
bool ks_window_open(struct window *w, size_t size, ks_pgn_source *source, void *context);
void ks_window_close(struct window *w);

/* Drops what is before `at`, and reads on until the window is full or the text ends. */
void ks_window_refill(struct window *w);

/* Makes at least n bytes available after `at`, unless the text ends before. Pointers into the window become
 * invalid. n: at most half the window. */
static inline void window_need(struct window *w, size_t n) {
    if (w->end - w->at < n && !w->complete)
        ks_window_refill(w);
}

/* Returns the byte at a distance from `at`; 0 past the end of the text. distance: at most WINDOW_PADDING more
 * than was needed. */
static inline char window_peek(const struct window *w, size_t distance) {
    return w->text[w->at + distance];
}

/* Returns the place of the byte at an index. Calls in the order of the text take linear time in all. */
ks_pgn_place ks_window_place(struct window *w, size_t index);

/* Marks the byte at `at`; returns its place later. */
void ks_window_mark(struct window *w);
ks_pgn_place ks_window_marked(struct window *w);

#endif
