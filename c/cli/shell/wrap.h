/* Text for reading, in lines that fit a page. */
#ifndef KS_WRAP_H
#define KS_WRAP_H

/* Prints the text on standard output, wrapped at blanks; each of its lines is a paragraph. The cursor stands
 * at column `indent`, where all lines begin. */
void print_wrapped(const char *text, int indent);

/* Returns what print_wrapped would print, to be freed. */
char *wrap_text(const char *text, int indent);

#endif
