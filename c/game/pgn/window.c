/* Moves the window over the text of games on when little of it is left to read, so that few bytes are
 * moved. */
#include "game/pgn/window.h"

#include <stdlib.h>
#include <string.h>

#include "core/text/utf8.h"

/* ---- Characters ---- */

size_t ks_aside_at(const char *text) {
    static const struct code_range asides[] = {
        {0xa0, 0xa0},     {0xad, 0xad},     {0xb1, 0xb1},     {0x2000, 0x200f}, {0x2028, 0x202f},
        {0x203c, 0x203c}, {0x2047, 0x2049}, {0x205f, 0x2064}, {0x2190, 0x2211}, {0x2213, 0x22ff},
        {0x25a0, 0x25ff}, {0x27c0, 0x27ff}, {0x2900, 0x2bff}, {0x3000, 0x3000}, {0xfeff, 0xfeff}};
    enum { LONGEST = 4 };
    const size_t length = ks_utf8_length(text, LONGEST);
    return length > 0 && ks_is_in_ranges(ks_code_point(text, length), asides, sizeof asides / sizeof *asides)
               ? length
               : 0;
}

/* ---- Places ---- */

/* Returns the index behind the last line feed before `to`. There is one. Moves may be one long line. */
static size_t find_line(const struct window *w, size_t to) {
    enum { TOGETHER = 256 };
    while (to >= TOGETHER && w->count_line_feeds(w->text + to - TOGETHER, TOGETHER) == 0)
        to -= TOGETHER;
    while (w->text[to - 1] != '\n')
        to--;
    return to;
}

static void count_lines(const struct window *w, struct line_count *count, size_t to) {
    const uint64_t lines = w->count_line_feeds(w->text + count->counted, to - count->counted);
    count->lines += lines;
    count->counted = to;
    if (lines > 0)
        count->begin = w->offset + find_line(w, to);
}

/* A mark is asked for after what follows it, and is found first, so that lines are counted once. */
ks_pgn_place ks_window_place(struct window *w, size_t index) {
    if (w->mark < index) /* which NO_MARK is not */
        ks_window_marked(w);
    if (index < w->last.counted)
        w->last = w->first;
    count_lines(w, &w->last, index);
    const uint64_t offset = w->offset + index;
    return (ks_pgn_place){offset, w->last.lines, offset - w->last.begin + 1};
}

void ks_window_mark(struct window *w) {
    w->mark = w->at;
}

ks_pgn_place ks_window_marked(struct window *w) {
    if (w->mark != NO_MARK) {
        w->marked = ks_window_place(w, w->mark);
        w->mark = NO_MARK;
    }
    return w->marked;
}

/* ---- Moving on ---- */

static void drop(struct window *w, size_t dropped) {
    ks_window_marked(w);
    if (w->last.counted > dropped)
        w->last = w->first;
    count_lines(w, &w->last, dropped);
    w->first = w->last;
    w->first.counted = w->last.counted = 0;
    memmove(w->text, w->text + dropped, w->end - dropped);
    w->offset += dropped;
    w->at -= dropped;
    w->end -= dropped;
}

static void fill(struct window *w) {
    while (!w->complete && w->end < w->size) {
        const size_t room = w->size - w->end, got = w->source(w->context, w->text + w->end, room);
        w->failed = got > room;
        w->complete = got == 0 || w->failed;
        w->end += w->failed ? 0 : got;
    }
    memset(w->text + w->end, 0, WINDOW_PADDING);
}

void ks_window_refill(struct window *w) {
    drop(w, w->at - WINDOW_BACK);
    fill(w);
}

/* A line feed stands before the first line, so that every line begins after one. */
bool ks_window_open(struct window *w, size_t size, ks_source *source, void *context) {
    char *const text = malloc(size + WINDOW_PADDING);
    if (!text)
        return false;
    *w = (struct window){.count_line_feeds = ks_any_count_line_feeds,
                         .source = source,
                         .context = context,
                         .text = text,
                         .size = size,
                         .at = WINDOW_BACK,
                         .end = WINDOW_BACK,
                         .offset = (uint64_t)0 - WINDOW_BACK,
                         .mark = NO_MARK};
    memset(text, ' ', WINDOW_BACK);
    text[WINDOW_BACK - 1] = '\n';
    return true;
}

void ks_window_close(struct window *w) {
    free(w->text);
}
