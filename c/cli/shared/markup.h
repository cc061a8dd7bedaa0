/* Texts that somebody else wrote, in HTML, SVG and XML: there they could end the element that they stand in,
 * and bring a script with them. */
#ifndef KS_MARKUP_H
#define KS_MARKUP_H

#include "cli/shared/output.h"

/* Writes a text so that it stands as it is in an element or in an attribute in quotes. What can't be shown
 * becomes \xNN, as in quote.h; but a newline stays one. */
void put_markup(struct output *out, const char *text);

#endif
