/* Turns the program's UTF-8 into the UTF-16 of Windows and back, and sets errno after a call of Windows that
 * failed. */
#ifndef KS_UTF16_H
#define KS_UTF16_H

#include <wchar.h>

/* Returns a text in UTF-16, which the caller frees; NULL, with the reason in errno, when the text is not
 * UTF-8 or there is no memory. */
wchar_t *to_wide(const char *text);

/* Converts in the other direction. Invalid UTF-16 becomes U+FFFD. */
char *to_narrow(const wchar_t *text);

/* Sets errno to the meaning of a failed call of Windows. */
void set_errno(unsigned long error);

#endif
