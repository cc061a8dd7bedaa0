/* A look at many bytes of a text at a time: where words begin that may be moves, where tags end, and how many
 * lines do. */
#ifndef KS_PGN_SCAN_WORDS_H
#define KS_PGN_SCAN_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SCAN_BYTES = 64, /* looked at together */
    SCAN_WORDS = 512
};

struct scan {
    size_t count, next; /* of words; the next one to read */
    size_t resume;      /* the exact reader goes on here, or after the last word when that ends later */
    bool in_comment;    /* `resume` is in a comment of braces */
    uint32_t words[SCAN_WORDS]; /* indices in the text */
};

/* Finds words in a text from `at` on, where a token begins, and sets all members. A word begins with a letter
 * at the beginning or after a character that ends words. The scan skips comments of braces, NAGs, move
 * numbers, and other text between words that means nothing. The scan stops at anything else, at a blank line,
 * when the list is full, and at the end of a group of SCAN_BYTES at `end` or beyond. All groups have to be
 * readable. */
typedef void scan_words(struct scan *scan, const char *text, size_t at, size_t end);

/* Do this with vectors of 16 bytes, with PSHUFB too, with vectors of AVX2, and of AVX-512. */
scan_words ks_any_scan_words, ks_ssse3_scan_words, ks_avx2_scan_words, ks_avx512_scan_words;

/* Returns the index behind the tags that begin at `at` and before `end`, as long as each is a line [Name
 * "value"] with letters alone in its name and no escapes, its value begins within SCAN_BYTES and ends within
 * TAG_BYTES, and its name does not begin as FEN and Variant do. TAG_BYTES and two more behind `end` are
 * readable. */
typedef size_t skip_tags(const char *text, size_t at, size_t end);
enum { TAG_BYTES = 2 * SCAN_BYTES };

/* Do this with vectors of 16 bytes, with PSHUFB too, with vectors of AVX2, and of AVX-512. */
skip_tags ks_any_skip_tags, ks_ssse3_skip_tags, ks_avx2_skip_tags, ks_avx512_skip_tags;

/* Returns the number of line feeds in a text. */
typedef uint64_t count_line_feeds(const char *text, size_t length);

/* Do this with vectors of 16 bytes, with PSHUFB too, with vectors of AVX2, and of AVX-512. */
count_line_feeds ks_any_count_line_feeds, ks_ssse3_count_line_feeds, ks_avx2_count_line_feeds,
    ks_avx512_count_line_feeds;

#endif
