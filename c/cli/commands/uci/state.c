/* An error is an answer that changes nothing. */
#include "cli/commands/uci/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/text.h"

int shown_length(struct word word) {
    return word.length < 60 ? (int)word.length : 60;
}

void uci_error(struct uci *uci, const char *format, ...) {
    char text[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    put_string(uci->out, "info string error: ");
    put_escaped(uci->out, text, strlen(text));
    put(uci->out, "\n", 1);
}
