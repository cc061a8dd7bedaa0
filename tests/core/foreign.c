/* Tests that files without a position a line, such as games and training data, are known by their bytes. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/text/foreign.h"

static const char *kind(const char *text) {
    const char *const format = ks_find_file_format(text, strlen(text));
    return format ? format : "positions";
}

Test(foreign, pgn_begins_with_a_tag_pair) {
    cr_expect_str_eq(kind("[Event \"x\"]\n"), "PGN");
    cr_expect_str_eq(kind(" \n[E \"x\"]\n"), "PGN");
    cr_expect_str_eq(kind("[Event \""), "PGN");
    cr_expect_str_eq(kind("1. e4"), "PGN");
    cr_expect_str_eq(kind("1."), "PGN");
    cr_expect_str_eq(kind("1e4"), "positions");
    cr_expect_str_eq(kind("2."), "positions");
    cr_expect_str_eq(kind("1"), "positions");
    cr_expect_str_eq(kind("[Event "), "positions");
    cr_expect_str_eq(kind("[Event x]"), "positions");
    cr_expect_str_eq(kind("[ \"x\"]"), "positions", "a tag has a name");
    cr_expect_str_eq(kind("Event \"x\"]"), "positions");
    cr_expect_str_eq(kind("["), "positions");
}

/* Comments and escaped lines may precede games, as far as 2048 bytes show. */
Test(foreign, pgn_begins_behind_comments) {
    char text[2049];
    cr_expect_str_eq(kind("% x\n[E \"x\"]"), "PGN");
    cr_expect_str_eq(kind(" ; [\n\n{ } ; 1\n1. e4"), "PGN");
    cr_expect_str_eq(kind("{ \n 8/8 } {x\"} [E \"x\"]"), "PGN");
    cr_expect_str_eq(kind("% x\n8/8"), "positions");
    cr_expect_str_eq(kind("; 1. e4"), "positions");
    cr_expect_str_eq(kind("{ 1. e4"), "positions");
    for (size_t length = 2047; length < sizeof text; length++) {
        memset(text, 'x', length);
        text[length] = '\0';
        *text = ';';
        cr_expect_str_eq(kind(text), length < 2048 ? "positions" : "PGN");
        cr_expect_eq(ks_skip_comments(text, length), length);
    }
    cr_expect_eq(ks_skip_comments(" {", 2), 2);
    cr_expect_eq(ks_skip_comments("% x\n", 4), 4);
    cr_expect_eq(ks_skip_comments("% x\n8", 5), 4);
    cr_expect_eq(ks_skip_comments("{ } {\"", 6), 4);
}

Test(foreign, json_lines_begin_with_a_member) {
    cr_expect_str_eq(kind("{\"fen\": 1}"), "JSON Lines");
    cr_expect_str_eq(kind("\n{ \""), "JSON Lines");
    cr_expect_str_eq(kind("{fen"), "positions");
    cr_expect_str_eq(kind("{"), "positions");
}

Test(foreign, positions_are_not) {
    cr_expect_str_eq(kind(""), "positions");
    cr_expect_str_eq(kind(" \n"), "positions");
    cr_expect_str_eq(kind("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "positions");
}

static const char *packing(const char *text, size_t n) {
    const struct file_format *found = ks_find_packing(text, n);
    return found ? found->name : "none";
}

Test(foreign, compressed_files_begin_with_a_few_bytes) {
    static const struct {
        const char *bytes, *name;
        size_t length;
    } kinds[] = {{"\x1f\x8b", "gzip", 2},
                 {"BZh", "bzip2", 3},
                 {"\xfd"
                  "7zXZ",
                  "xz", 5},
                 {"\x28\xb5\x2f\xfd", "zstd", 4},
                 {"\x04\x22\x4d\x18", "lz4", 4}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t length = kinds[i].length;
        cr_expect_str_eq(packing(kinds[i].bytes, length), kinds[i].name);
        cr_expect_not(ks_may_become_packing(kinds[i].bytes, length), "%s is decided", kinds[i].name);
        for (size_t n = 1; n < length; n++) {
            cr_expect_str_eq(packing(kinds[i].bytes, n), "none");
            cr_expect(ks_may_become_packing(kinds[i].bytes, n), "%zu bytes of %s", n, kinds[i].name);
        }
    }
    cr_expect_str_eq(packing("PK\x03\x04", 4), "none", "no tool reads a zip file from a pipe");
    cr_expect_not(ks_may_become_packing("8/8", 3));
    cr_expect_not(ks_may_become_packing("BB", 2));
}
