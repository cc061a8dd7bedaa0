/* Kinds of content are known by the bytes that `file` knows them by too. */
#include "cli/shared/input/beginning.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shared/input/input.h"
#include "cli/shared/printed.h"
#include "cli/shared/quote.h"
#include "cli/shell/command.h"
#include "core/characters.h"

/* ---- Bytes ---- */

#define MAGIC(bytes) bytes, sizeof bytes - 1

static const struct {
    const char *bytes;
    size_t length;
    struct foreign foreign;
} magics[] = {
    {MAGIC("\x1f\x8b"), {"gzip", "zcat"}},
    {MAGIC("BZh"), {"bzip2", "bzcat"}},
    {MAGIC("\xfd"
           "7zXZ"),
     {"xz", "xzcat"}},
    {MAGIC("\x28\xb5\x2f\xfd"), {"zstd", "zstdcat"}},
    {MAGIC("\x04\x22\x4d\x18"), {"lz4", "lz4cat"}},
    {MAGIC("PK\x03\x04"), {"zip", "unzip -p"}},
    {MAGIC("\xff\xfe"), {"UTF-16", "iconv -f UTF-16 -t UTF-8"}},
    {MAGIC("\xfe\xff"), {"UTF-16", "iconv -f UTF-16 -t UTF-8"}},
};

/* ---- Text ---- */

/* Every second byte of ASCII in UTF-16 is 0. */
static bool is_utf16(const char *text, size_t n, size_t zero) {
    return n >= 4 && text[zero] == 0 && text[zero + 2] == 0 && text[1 - zero] > 0 && text[3 - zero] > 0;
}

static bool is_space(char c) {
    return is_blank(c) || c == '\n' || c == '\r';
}

/* Whether a text begins with a tag pair: [Event "... */
static bool is_pgn(const char *text, size_t n) {
    size_t at = 0;
    while (at < n && is_space(text[at]))
        at++;
    if (at == n || text[at] != '[')
        return false;
    const size_t name = ++at;
    while (at < n && ((text[at] | 0x20) >= 'a' && (text[at] | 0x20) <= 'z'))
        at++;
    return at > name && at + 1 < n && text[at] == ' ' && text[at + 1] == '"';
}

/* ---- What the readers of files ask ---- */

bool is_beginning(const char *text, size_t n, bool at_end) {
    size_t at = 0;
    while (at < n && is_space(text[at]))
        at++;
    return at_end || n >= BEGINNING || memchr(text + at, '\n', n - at);
}

size_t byte_order_mark(const char *text, size_t n) {
    return n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

const struct foreign *find_foreign(const char *text, size_t n) {
    static const struct foreign little = {"UTF-16", "iconv -f UTF-16LE -t UTF-8"},
                                big = {"UTF-16", "iconv -f UTF-16BE -t UTF-8"},
                                pgn = {"PGN", "pgn-extract -s -Wepd"};
    const size_t mark = byte_order_mark(text, n);
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (n >= magics[i].length && memcmp(text, magics[i].bytes, magics[i].length) == 0)
            return &magics[i].foreign;
    if (is_utf16(text, n, 1))
        return &little;
    if (is_utf16(text, n, 0))
        return &big;
    return is_pgn(text + mark, n - mark) ? &pgn : NULL;
}

static void print_file(const void *file, FILE *out) {
    if (!is_standard_input(file)) {
        putc(' ', out);
        print_quoted(file, out);
    }
}

void complain_of_foreign(const char *file, const struct foreign *foreign) {
    char *const operand = printed(print_file, file);
    complain("%s: this is %s, not FEN or EPD; read it by: %s%s | ...", file, foreign->name, foreign->command,
             operand);
    free(operand);
}
