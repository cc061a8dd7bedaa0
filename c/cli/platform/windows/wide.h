/* Windows has its paths and arguments in UTF-16; the program has them in UTF-8. */
#ifndef KS_WIDE_H
#define KS_WIDE_H

#include <wchar.h>

/* Returns a text in UTF-16, to be freed; NULL, with the reason in errno, when it isn't UTF-8 or there is no
 * memory. */
wchar_t *to_wide(const char *text);

/* The other way round. What isn't UTF-16 becomes U+FFFD. */
char *to_narrow(const wchar_t *text);

/* Sets errno to what a failed call of Windows means. */
void set_errno(unsigned long error);

#endif
