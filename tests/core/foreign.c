/* Content without a position a line is recognized by how it begins. */
#include <criterion/criterion.h>
#include <string.h>

#include "kingscan.h"

static const char *kind(const char *text) {
    const ks_foreign *foreign = ks_find_foreign(text, strlen(text));
    return foreign ? foreign->name : "positions";
}

Test(foreign, pgn_begins_with_a_tag_pair) {
    cr_expect_str_eq(kind("[Event \"x\"]\n"), "PGN");
    cr_expect_str_eq(kind(" \n[E \"x\"]\n"), "PGN");
    cr_expect_str_eq(kind("[Event \""), "PGN");
    cr_expect_str_eq(kind("[Event "), "positions");
    cr_expect_str_eq(kind("[Event x]"), "positions");
    cr_expect_str_eq(kind("[ \"x\"]"), "positions", "a tag has a name");
    cr_expect_str_eq(kind("Event \"x\"]"), "positions");
    cr_expect_str_eq(kind("["), "positions");
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
