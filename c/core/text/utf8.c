/* Reads characters of UTF-8, for all of the library and the program. */
#include "core/text/utf8.h"

size_t ks_utf8_length(const char *text, size_t available) {
    const unsigned char *const bytes = (const unsigned char *)text;
    const unsigned first = bytes[0];
    const size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first > 0xf4 || length > available)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    if (length < 3)
        return length;
    /* Rejects longer forms than needed, surrogates, and what is above U+10FFFF. */
    const unsigned second = bytes[1];
    const bool excluded = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                          (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return excluded ? 0 : length;
}

unsigned ks_code_point(const char *text, size_t length) {
    unsigned code = (unsigned char)text[0] & (length == 1 ? 0x7f : 0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    return code;
}

bool ks_is_in_ranges(unsigned code, const struct code_range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (ranges[i].first <= code && code <= ranges[i].last)
            return true;
    return false;
}
