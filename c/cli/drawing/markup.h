/* Texts of others in HTML, SVG and XML. Unescaped, such a text could end its element and bring a script with
 * it. */
#ifndef KS_MARKUP_H
#define KS_MARKUP_H

#include "cli/base/output.h"

/* Writes a text for an element or a quoted attribute, where readers see it unchanged. Bytes that cannot be
 * shown become \xNN, as in text.h; a newline stays. */
void put_markup(struct output *out, const char *text);

#endif
