/* The part of a PGN text that is in memory while it is read, and the kinds of its characters. */
#ifndef KS_PGN_WINDOW_H
#define KS_PGN_WINDOW_H

#include <stdbool.h>
#include <string.h>

#include "core/text/characters.h"
#include "core/text/foreign.h"
#include "game/pgn/scan_words.h"
#include "kingscan/pgn.h"

/* ---- The window ---- */

/* The part of a text that a reader of games has at hand: a window that moves along the text. */

enum {
    WINDOW_SIZE = 1 << 18,
    WINDOW_BACK = 8,     /* bytes that stay before the next byte to read */
    WINDOW_PADDING = 192 /* zeros after the text that is here */
};

struct window {
    count_line_feeds *count_line_feeds; /* for any processor, unless the owner chooses another */
    ks_source *source;
    void *context;
    char *text;
    size_t size;    /* bytes for which `text` has room, besides the padding */
    size_t at, end; /* the next byte to read, and the end of the text that is here */
    bool complete;  /* the source has no more */
    bool failed;
    uint64_t offset; /* of text[0] in the whole text; modulo 2^64, for the WINDOW_BACK bytes before it */
    /* Line feeds are counted up to `counted`, from the window's beginning or from the text asked
     * about last. */
    struct line_count {
        size_t counted;
        uint64_t lines, begin; /* the last line before `counted` begins at offset `begin` */
    } first, last;
    size_t mark; /* a byte whose place is wanted later; NO_MARK when `marked` is it */
    ks_pgn_place marked;
};

#define NO_MARK SIZE_MAX

/* Starts at the beginning of the source's text. Returns whether there is memory. */
bool ks_window_open(struct window *w, size_t size, ks_source *source, void *context);
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

/* ---- Characters ---- */

/* The characters of PGN, for the exact reader. */

/* Returns whether a word may begin with this character. Bytes of other alphabets count as letters. */
static inline bool begins_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* Returns whether a word goes on with this character. */
static inline bool is_in_word(char c) {
    return (unsigned char)c > ' ' && !strchr("{}()[];$*<>.,", c);
}

/* Returns the length of what begins a text beyond ASCII and stands for a blank, such as U+00A0, or for an
 * annotation, such as the plus-minus sign; 0 when it begins so with neither. The text goes on with a zero at
 * its end. */
size_t ks_aside_at(const char *text);

/* Returns the length of a blank or an annotation that ends a word at a text; 0 when there is none. */
static inline size_t aside_at(const char *text) {
    return (unsigned char)*text < 0x80 ? 0 : ks_aside_at(text);
}

/* Returns the length of a byte order mark at `at`, as files that were joined have in their middle; 0 when
 * there is none. */
static inline size_t mark_at(const struct window *w) {
    return byte_order_mark(w->text + w->at, w->end - w->at);
}

/* Returns whether a line begins at `at`. */
static inline bool line_begins(const struct window *w) {
    const char *const at = w->text + w->at;
    return at[-1] == '\n' || (byte_order_mark(at - 3, 3) && at[-4] == '\n');
}

#endif
