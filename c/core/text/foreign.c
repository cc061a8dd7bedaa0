/* Recognizes the kind of a file by its first bytes, those by which `file` does. */
#include "core/text/foreign.h"

/* ---- Bytes ---- */

#define MAGIC(bytes) bytes, sizeof bytes - 1

struct magic {
    const char *bytes;
    size_t length;
    struct file_format foreign;
};

static const struct magic packings[] = {
    {MAGIC("\x1f\x8b"), {"gzip", "gzip -dc"}},
    {MAGIC("BZh"), {"bzip2", "bzip2 -dc"}},
    {MAGIC("\xfd"
           "7zXZ"),
     {"xz", "xz -dc"}},
    {MAGIC("\x28\xb5\x2f\xfd"), {"zstd", "zstd -dc"}},
    {MAGIC("\x04\x22\x4d\x18"), {"lz4", "lz4 -dc"}},
};

static const struct magic others[] = {
    {MAGIC("PK\x03\x04"), {"zip", "unzip -p"}},
    {MAGIC("PAR1"), {"Parquet", "parquet-tools csv"}},
    {MAGIC("SQLite format 3"), {"SQLite", "sqlite3 FILE 'SELECT fen FROM TABLE'"}},
    {MAGIC("\x93NUMPY"),
     {"an array of NumPy", "python3 -c 'import numpy, sys; print(*numpy.load(sys.argv[1]), sep=chr(10))'"}},
    {MAGIC("\xff\xfe"), {"UTF-16", "iconv -f UTF-16 -t UTF-8"}},
    {MAGIC("\xfe\xff"), {"UTF-16", "iconv -f UTF-16 -t UTF-8"}},
};

enum { PACKINGS = sizeof packings / sizeof *packings, OTHERS = sizeof others / sizeof *others };

static const struct file_format *find_magic(const struct magic *magics, size_t count, const char *text,
                                            size_t n) {
    for (size_t i = 0; i < count; i++)
        if (n >= magics[i].length && memcmp(text, magics[i].bytes, magics[i].length) == 0)
            return &magics[i].foreign;
    return NULL;
}

const struct file_format *ks_find_packing(const char *text, size_t n) {
    return find_magic(packings, PACKINGS, text, n);
}

bool ks_may_become_packing(const char *text, size_t n) {
    for (size_t i = 0; i < PACKINGS; i++)
        if (n < packings[i].length && memcmp(text, packings[i].bytes, n) == 0)
            return true;
    return false;
}

/* Whether an archive of tar begins here: its sign follows the name, the owner and the size of a file. */
static bool is_tar(const char *text, size_t n) {
    enum { AT = 257 };
    return n >= AT + 5 && memcmp(text + AT, "ustar", 5) == 0;
}

/* Whether a text begins like a book of Polyglot: entries of 16 bytes. Their keys, 8 bytes with the highest
 * first, ascend, and their last four bytes are 0 in practice. The moves of one position stand together. */
static bool is_polyglot(const char *text, size_t n) {
    enum { ENTRY = 16, KEY = 8, ENTRIES = 4 };
    static const char unused[4];
    if (n < ENTRY * ENTRIES || text[0] != 0)
        return false;
    for (size_t i = 0; i < ENTRIES; i++) {
        const char *const entry = text + i * ENTRY;
        if (memcmp(entry + ENTRY - 4, unused, 4) != 0 || memcmp(entry, unused, KEY - 4) == 0 ||
            (i > 0 && memcmp(entry - ENTRY, entry, KEY) > 0))
            return false;
    }
    return true;
}

/* ---- Text ---- */

/* Every second byte of ASCII in UTF-16 is 0. */
static bool is_utf16(const char *text, size_t n, size_t zero) {
    return n >= 4 && text[zero] == 0 && text[zero + 2] == 0 && text[1 - zero] > 0 && text[3 - zero] > 0;
}

/* Whether a text begins with an object: {"... */
static bool is_json(const char *text, size_t n) {
    size_t at = skip_space(text, n);
    if (at == n || text[at++] != '{')
        return false;
    at += skip_space(text + at, n - at);
    return at < n && text[at] == '"';
}

size_t ks_skip_comments(const char *text, size_t n) {
    size_t at = skip_space(text, n);
    while (at < n && (text[at] == '%' || text[at] == ';' || text[at] == '{') && !is_json(text + at, n - at)) {
        const char *const end = memchr(text + at, text[at] == '{' ? '}' : '\n', n - at);
        at = end ? (size_t)(end + 1 - text) : n;
        at += skip_space(text + at, n - at);
    }
    return at;
}

/* Whether a text begins with a tag pair, [Event "..., or with the first move of a game, 1. */
static bool is_pgn(const char *text, size_t n) {
    size_t at = ks_skip_comments(text, n);
    if ((at + 1 < n && text[at] == '1' && text[at + 1] == '.') || (at == n && n >= COMMENTS_MAX))
        return true;
    if (at == n || text[at] != '[')
        return false;
    const size_t name = ++at;
    while (at < n && ((text[at] | 0x20) >= 'a' && (text[at] | 0x20) <= 'z'))
        at++;
    return at > name && at + 1 < n && text[at] == ' ' && text[at + 1] == '"';
}

/* ---- All kinds ---- */

const struct file_format *ks_find_foreign(const char *text, size_t n) {
    static const struct file_format little = {"UTF-16", "iconv -f UTF-16LE -t UTF-8"},
                                    big = {"UTF-16", "iconv -f UTF-16BE -t UTF-8"}, tar = {"tar", "tar -xOf"},
                                    polyglot = {"a Polyglot book",
                                                "polyglot dump-book -color white -out moves -bin"},
                                    pgn = {"PGN", "kingscan games --fen"},
                                    json = {"JSON Lines", "jq -r .fen"};
    const size_t mark = byte_order_mark(text, n);
    const struct file_format *const packing = ks_find_packing(text, n);
    const struct file_format *const magic = packing ? packing : find_magic(others, OTHERS, text, n);
    if (magic)
        return magic;
    if (is_tar(text, n))
        return &tar;
    if (is_polyglot(text, n))
        return &polyglot;
    if (is_utf16(text, n, 1))
        return &little;
    if (is_utf16(text, n, 0))
        return &big;
    if (is_json(text + mark, n - mark))
        return &json;
    return is_pgn(text + mark, n - mark) ? &pgn : NULL;
}

const char *ks_find_file_format(const char *text, size_t n) {
    const struct file_format *const found = ks_find_foreign(text, n);
    return found ? found->name : NULL;
}
