/* Builds a text piece by piece in a buffer of any size. As with snprintf, text that does not fit is counted
 * and left out. */
#ifndef KS_WRITER_H
#define KS_WRITER_H

#include <stdarg.h>
#include <stdio.h>

struct writer {
    char *text;
    size_t room, length; /* length: of the whole text, even if it did not fit, without the terminating zero */
};

__attribute__((format(printf, 2, 3))) static inline void write_text(struct writer *w, const char *format,
                                                                    ...) {
    const size_t used = w->length < w->room ? w->length : w->room;
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(w->room ? w->text + used : NULL, w->room - used, format, values);
    va_end(values);
    w->length += length > 0 ? (size_t)length : 0;
}

/* Returns the words before item number `index` of `count`: "a, b or c". */
static inline const char *before_item(unsigned index, unsigned count) {
    return index == 0 ? "" : index + 1 == count ? " or " : ", ";
}

#endif
