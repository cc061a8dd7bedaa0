/* Tells from the first bytes of a file what it has: games, training data, compressed data, or a position in
 * each line. */
#ifndef KS_FOREIGN_H
#define KS_FOREIGN_H

#include <stdbool.h>
#include <string.h>

#include "core/text/characters.h"
#include "kingscan.h"

/* Returns the length of the byte order mark of UTF-8 that a text begins with; 0 when there is none. */
static inline size_t byte_order_mark(const char *text, size_t n) {
    return n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

/* Returns where the first byte stands that is no blank, no line feed and no carriage return. */
static inline size_t skip_space(const char *text, size_t n) {
    size_t at = 0;
    while (at < n && (is_blank(text[at]) || text[at] == '\n' || text[at] == '\r'))
        at++;
    return at;
}

/* A format of files that have no position a line, and the command that prints such lines. The file stands at
 * the end of the command, or in place of FILE. */
struct file_format {
    const char *name, *command;
};

/* Does what ks_find_file_format does, and names the command too. */
const struct file_format *ks_find_foreign(const char *text, size_t n);

/* Returns the compression of a file that begins with these bytes, or NULL. The tool that decompresses has the
 * same name: gzip, bzip2, xz, zstd, lz4. */
const struct file_format *ks_find_packing(const char *text, size_t n);

/* Returns whether further bytes may make the beginning of a compressed file of these. */
bool ks_may_become_packing(const char *text, size_t n);

/* Comments and escaped lines may precede games; a text of so many bytes that has only those begins games. */
enum { COMMENTS_MAX = 2048 };

/* Returns where a text goes on after such comments and blanks; n when it ends among them. */
size_t ks_skip_comments(const char *text, size_t n);

#endif
