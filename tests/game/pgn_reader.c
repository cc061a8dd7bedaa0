/* Tests how games are read from PGN, and what is wrong with them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/area.h"
#include "game/pgn/beginning.h"
#include "support/games/reading.h"
#include "support/sanitized.h"

#define ALL_FLAGS (KS_PGN_COMMENTS | KS_PGN_VARIATIONS | KS_PGN_NUMBERS | KS_PGN_NULL_MOVES)
enum { SMALLEST_WINDOW = 2 * TAG_READABLE };

static char *torture;
static size_t torture_length;
static ks_variants *variants;

static void load_torture(void) {
    torture = load_file("tests/data/torture.pgn", &torture_length);
    variants = ks_variants_new(NULL, 0, 0, NULL);
    cr_assert_not_null(variants);
}

static void free_torture(void) {
    free(torture);
    ks_variants_free(variants);
}

TestSuite(pgn_reader, .init = load_torture, .fini = free_torture);

static char *read_torture(size_t window, size_t most, unsigned flags, unsigned what) {
    return read_games(torture, torture_length, window, most, flags, variants, what);
}

/* ---- The file with everything ---- */

/* To make the file anew after a change: TORTURE=tests/data/torture.items build/check --filter
 * 'pgn_reader/torture'. The changes show what became of each item. */
Test(pgn_reader, torture) {
    char *const read = read_torture(0, SIZE_MAX, ALL_FLAGS, WITH_POSITIONS | WITH_PLACES);
    const char *const path = getenv("TORTURE");
    if (path) {
        FILE *const file = fopen(path, "w");
        fputs(read, file);
        fclose(file);
    }
    size_t length;
    char *const expected = load_file("tests/data/torture.items", &length);
    cr_assert_str_eq(read, expected);
    free(read);
    free(expected);
}

Test(pgn_reader, a_source_may_give_any_number_of_bytes) {
    char *const whole = read_torture(0, SIZE_MAX, ALL_FLAGS, WITH_POSITIONS | WITH_PLACES);
    for (size_t most = 1; most < 300; most = most + 1 + most / 4) {
        char *const read = read_torture(0, most, ALL_FLAGS, WITH_POSITIONS | WITH_PLACES);
        cr_assert_str_eq(read, whole, "%zu bytes at a time", most);
        free(read);
    }
    free(whole);
}

/* Blanks before the text move the place where the window ends. */
Test(pgn_reader, a_window_may_end_anywhere) {
    char *const whole = read_torture(0, SIZE_MAX, ALL_FLAGS, WITH_POSITIONS);
    char *const text = malloc(SMALLEST_WINDOW + torture_length);
    for (size_t before = TAG_READABLE - torture_length; before < SMALLEST_WINDOW;
         before += SANITIZED ? 997 : 29) {
        memset(text, '\n', before);
        memcpy(text + before, torture, torture_length);
        char *const read = read_games(text, before + torture_length, SMALLEST_WINDOW, SIZE_MAX, ALL_FLAGS,
                                      variants, WITH_POSITIONS);
        cr_assert_str_eq(read, whole, "%zu bytes before", before);
        free(read);
    }
    free(text);
    free(whole);
}

/* ---- What the flags ask for ---- */

static char *read_text(const char *text, unsigned flags) {
    return read_games(text, strlen(text), 0, SIZE_MAX, flags, NULL, 0);
}

static void expect_reading(const char *text, unsigned flags, const char *expected) {
    char *const read = read_text(text, flags);
    cr_assert_str_eq(read, expected);
    free(read);
}

Test(pgn_reader, flags_ask_for_items) {
    static const char text[] = "7. e4 {c} $2 (7. d4 e5 {d}) *";
    char *const none = read_text(text, 0), *const all = read_text(text, ALL_FLAGS);
    cr_assert(strstr(none, "game 1\nmove [e4] 1934 0\nresult * |"), "%s", none);
    cr_assert(
        strstr(all, "game 1\nmove [e4] 7 1934 0\ncomment [c]\nnag [$2] 2\n  begin [(]\n  move [d4] 7 18f3 0\n"
                    "  move [e5] 170c 0\n  comment [d]\n  end [)]\nresult * |"),
        "%s", all);
    free(none);
    free(all);
}

Test(pgn_reader, null_moves_are_illegal_by_default) {
    char *const read = read_text("1. e4 -- 2. d4 *", 0);
    cr_assert(strstr(read, "error [--] pgn-null-move: a null move is no legal move\nresult *"), "%s", read);
    free(read);
    char *const checked = read_text("1. e4 f6 2. Qh5+ Z0 *", KS_PGN_NULL_MOVES);
    cr_assert(strstr(checked, "error [Z0] pgn-null-move: a null move is impossible in check\n"), "%s",
              checked);
    free(checked);
}

Test(pgn_reader, nothing_is_no_game) {
    expect_reading("", 0, "end\n");
    expect_reading(" \n\n% [Event \"x\"]\n{ a comment } ; [\n 1-0 * 1/2-1/2 $1 ) } -- \n{", ALL_FLAGS,
                   "end\n");
}

/* ---- The calls ---- */

static ks_pgn *open_text(const char *text, unsigned flags) {
    ks_pgn *const pgn = ks_pgn_open_memory(text, strlen(text), flags, NULL);
    cr_assert_not_null(pgn);
    return pgn;
}

static void expect_place(ks_pgn *pgn, uint64_t line, uint64_t column) {
    const ks_pgn_place place = ks_pgn_get_place(pgn);
    cr_assert(place.line == line && place.column == column, "%d:%d", (int)place.line, (int)place.column);
}

Test(pgn_reader, moves_alone_are_given_by_next_move) {
    ks_pgn *const pgn = open_text("1. e4 {c} (1. d4 d5) } e5 2. Ke3 *", ALL_FLAGS);
    cr_assert(ks_pgn_next_game(pgn));
    cr_assert_null(ks_pgn_get_error(pgn));
    expect_place(pgn, 1, 1);
    cr_assert_eq(ks_pgn_next_move(pgn)->move, KS_MOVE(52, 36, KS_MOVE_DOUBLE_PUSH));
    expect_place(pgn, 1, 4);
    cr_assert_eq(ks_pgn_next_move(pgn)->move, KS_MOVE(12, 28, KS_MOVE_DOUBLE_PUSH));
    cr_assert_eq(ks_pgn_get_error(pgn)->code, KS_ERROR_PGN_COMMENT);
    cr_assert_null(ks_pgn_next_move(pgn));
    cr_assert_null(ks_pgn_next_move(pgn));
    cr_assert_eq(ks_pgn_get_error(pgn)->code, KS_ERROR_PGN_COMMENT, "the first one");
    cr_assert_eq(ks_pgn_get_result(pgn), KS_UNDECIDED);
    expect_place(pgn, 1, 35);
    cr_assert_not(ks_pgn_next_game(pgn));
    expect_place(pgn, 1, 35);
    ks_pgn_close(pgn);
    ks_pgn_close(NULL);
}

/* Whatever has been given of it. */
Test(pgn_reader, the_rest_of_a_game_is_skipped) {
    for (unsigned items = 0; items < 9; items++) {
        ks_pgn *const pgn = open_text("[White \"a\"]\n1. e4 (1. d4 {c} d5) e5 2. Ke3 {d [} } 1-0\n"
                                      "[White \"b\"]\n 1. d4 {c *",
                                      ALL_FLAGS);
        cr_assert(ks_pgn_next_game(pgn));
        cr_assert_str_eq(ks_pgn_find_tag(pgn, "White"), "a");
        cr_assert_null(ks_pgn_find_tag(pgn, "Black"));
        for (unsigned i = 0; i < items; i++)
            ks_pgn_next_item(pgn);
        cr_assert(ks_pgn_next_game(pgn));
        cr_assert_str_eq(ks_pgn_find_tag(pgn, "White"), "b");
        expect_place(pgn, 3, 1);
        cr_assert_eq(ks_pgn_get_position(pgn)->side_to_move, KS_WHITE);
        cr_assert_eq(ks_pgn_next_item(pgn)->move, KS_MOVE(51, 35, KS_MOVE_DOUBLE_PUSH));
        cr_assert_not(ks_pgn_next_game(pgn));
        expect_place(pgn, 4, 12);
        ks_pgn_close(pgn);
    }
}

Test(pgn_reader, a_text_in_memory_is_read_to_its_last_byte_and_no_further) {
    static const char text[] = "[Event \"x\"] 1. e4 e5 { c } 2. Nf3 1-0";
    const area page = new_area(1);
    for (size_t length = 0; length <= strlen(text); length++) {
        char *const begin = (char *)page.end - length;
        memcpy(begin, text, length);
        char *const expected = read_games(text, length, 0, SIZE_MAX, ALL_FLAGS, NULL, WITH_PLACES);
        reading r = {0};
        ks_pgn *const pgn = ks_pgn_open_memory(begin, length, ALL_FLAGS, NULL);
        reading_add_games(&r, pgn, WITH_PLACES);
        cr_assert_str_eq(r.text, expected);
        ks_pgn_close(pgn);
        free(r.text);
        free(expected);
    }
}

/* Parentheses of an earlier part of the text are still in the window, behind its zeros. */
Test(pgn_reader, an_open_remark_ends_with_the_text) {
    enum { BEFORE = 2 * SMALLEST_WINDOW };
    static const char begin[] = "1. e4 *", end[] = "1. d4 * (";
    static char text[BEFORE + sizeof begin + sizeof end];
    memcpy(text, begin, sizeof begin - 1);
    memset(text + sizeof begin - 1, ')', BEFORE);
    for (size_t before = BEFORE - 600; before <= BEFORE; before += 50) {
        const size_t length = sizeof begin - 1 + before + sizeof end - 1;
        memcpy(text + length - (sizeof end - 1), end, sizeof end - 1);
        char *const whole = read_games(text, length, 0, SIZE_MAX, 0, NULL, WITH_PLACES);
        char *const read = read_games(text, length, SMALLEST_WINDOW, SIZE_MAX, 0, NULL, WITH_PLACES);
        cr_assert_str_eq(read, whole, "%zu bytes before", before);
        memset(text + length - (sizeof end - 1), ')', sizeof end - 1);
        free(whole);
        free(read);
    }
}

static size_t fail_after_a_while(void *context, void *buffer, size_t room) {
    unsigned *const calls = context;
    cr_assert_geq(room, 9);
    memcpy(buffer, "1. e4 e5 ", 9);
    return (*calls)++ == 0 ? 9 : KS_SOURCE_FAILED;
}

Test(pgn_reader, a_source_may_fail) {
    unsigned calls = 0;
    reading r = {0};
    ks_pgn *const pgn = ks_pgn_open(fail_after_a_while, &calls, 0, NULL);
    reading_add_games(&r, pgn, WITH_PLACES);
    cr_assert(strstr(r.text, "1:7 (6) move [e5] 170c 0\n"
                             "1:10 (9) error [] pgn-source: the text cannot be read on\n"
                             "1:10 (9) result * | "),
              "%s", r.text);
    cr_assert_eq(calls, 2, "a source that has failed is not asked again");
    ks_pgn_close(pgn);
    free(r.text);
}

/* ---- Limits ---- */

/* Writes count copies of a text between two others. */
static char *repeat(const char *before, const char *text, size_t count, const char *after) {
    const size_t length = strlen(text), first = strlen(before);
    char *const all = malloc(first + count * length + strlen(after) + 1);
    memcpy(all, before, first);
    for (size_t i = 0; i < count; i++)
        memcpy(all + first + i * length, text, length);
    strcpy(all + first + count * length, after);
    return all;
}

static void expect_in_reading(char *text, unsigned flags, const char *expected) {
    char *const read = read_text(text, flags);
    cr_assert(strstr(read, expected), "expected %s in %s", expected, read);
    free(read);
    free(text);
}

Test(pgn_reader, words_have_a_limit) {
    expect_in_reading(repeat("1. e4", "!", KS_PGN_WORD_MAX - 2, " e5 *"), 0, "] 1934 0\nmove [e5]");
    expect_in_reading(repeat("1. e4", "!", KS_PGN_WORD_MAX - 1, " e5 *"), 0,
                      "!] move-text: expected a move, found a word of more than 255 bytes\nresult * |");
    expect_in_reading(repeat("1. e4", "!", 2 * SMALLEST_WINDOW, " e5 *"), 0,
                      "!] move-text: expected a move, found a word of more than 255 bytes\nresult * |");
    expect_in_reading(repeat("1. e4 ", "7", 2 * SMALLEST_WINDOW, "e5 *"), KS_PGN_NUMBERS,
                      "move [e5] 4294967295");
}

Test(pgn_reader, tags_have_limits) {
    expect_in_reading(repeat("", "[Name \"value\"]\n", KS_PGN_TAGS_MAX, "1. e4 *"), 0,
                      "tag Name [value]\nmove [e4]");
    expect_in_reading(repeat("", "[Name \"value\"]\n", KS_PGN_TAGS_MAX + 1, "1. e4 *"), 0,
                      "tag Name [value]\nerror [[Name \"value\"]] pgn-tag: the tags of a game may be 128 in "
                      "number and 32768 bytes long\nmove [e4]");
    expect_in_reading(repeat("[Long \"", "x", KS_PGN_TAGS_SIZE - 6, "\"]\n1. e4 *"), 0, "x]\nmove [e4]");
    expect_in_reading(repeat("[Long \"", "x", KS_PGN_TAGS_SIZE - 5, "\"]\n1. e4 *"), 0,
                      "x] pgn-tag: the tags of a game may be 128 in number and 32768 bytes long");
    expect_in_reading(repeat("[Long \"", "x", 4 * SMALLEST_WINDOW, "\"]\n1. e4 *"), 0, "\nmove [e4]");
    expect_in_reading(
        repeat("", "[Open \"no quote ends this\n", KS_PGN_TAGS_SIZE / 16, "[Name \"value\"]\n*"), 0,
        "tag Name [value]\n");
}

Test(pgn_reader, variations_have_a_limit) {
    expect_in_reading(repeat("", "1. e4 (", KS_PGN_DEPTH_MAX, "1. d4 e5 *"), KS_PGN_VARIATIONS,
                      "  move [e5]");
    expect_in_reading(repeat("", "1. e4 (", KS_PGN_DEPTH_MAX + 1, "1. d4) e5 *"), KS_PGN_VARIATIONS,
                      "error [(] pgn-variation: variations are too deep\n");
    expect_in_reading(repeat("1. e4 ", "(", 100000, "1. d4"), 0,
                      "move [e4] 1934 0\nerror [] pgn-variation: expected ) before the end of the game\n");
}

/* The rest of a game is skipped without a word, but not that of the game behind a variation. */
Test(pgn_reader, open_comments_are_reported) {
#define OPEN "pgn-comment: expected a brace that ends the comment, found the end of the text\n"
    expect_in_reading(strdup("1. e4 {"), 0, OPEN);
    expect_in_reading(strdup("1. e4 (1. d4 Ke5 {"), KS_PGN_VARIATIONS, OPEN);
    char *const read = read_text("1. Ke5 {", 0);
    cr_assert_null(strstr(read, OPEN), "%s", read);
    free(read);
}

/* It belongs to no game. */
Test(pgn_reader, open_comments_behind_the_last_game_are_no_error) {
    static const char text[] = "1. e4 * {";
    ks_pgn *const pgn = ks_pgn_open_memory(text, strlen(text), 0, NULL);
    cr_assert(ks_pgn_next_game(pgn));
    cr_assert_not_null(ks_pgn_next_item(pgn));
    cr_assert_null(ks_pgn_next_item(pgn));
    cr_assert_not(ks_pgn_next_game(pgn));
    cr_assert_null(ks_pgn_get_error(pgn));
    ks_pgn_close(pgn);
}

Test(pgn_reader, comments_come_in_pieces) {
    for (size_t length = KS_PGN_COMMENT_MAX - 1; length <= 2 * KS_PGN_COMMENT_MAX + 1; length++) {
        if (length == KS_PGN_COMMENT_MAX + 2)
            length = 2 * KS_PGN_COMMENT_MAX - 1;
        char *const text = repeat("1. e4 {", "x", length, "} e5 ;");
        ks_pgn *const pgn = open_text(text, KS_PGN_COMMENTS);
        cr_assert(ks_pgn_next_game(pgn));
        cr_assert_eq(ks_pgn_next_item(pgn)->kind, KS_PGN_MOVE);
        const ks_pgn_item *item = ks_pgn_next_item(pgn);
        cr_assert_eq(item->kind, KS_PGN_COMMENT);
        size_t left = length;
        for (; left > KS_PGN_COMMENT_MAX; left -= KS_PGN_COMMENT_MAX) {
            cr_assert_eq(item->length, KS_PGN_COMMENT_MAX);
            item = ks_pgn_next_item(pgn);
            cr_assert_eq(item->kind, KS_PGN_COMMENT_GOES_ON);
        }
        cr_assert_eq(item->length, left);
        cr_assert_eq(ks_pgn_next_item(pgn)->kind, KS_PGN_MOVE);
        cr_assert_eq(ks_pgn_next_item(pgn)->kind, KS_PGN_COMMENT, "an empty one");
        cr_assert_null(ks_pgn_next_item(pgn));
        ks_pgn_close(pgn);
        free(text);
    }
}

/* ---- Variants ---- */

Test(pgn_reader, variants_have_many_names) {
    static const char *const names[][2] = {{"Three-check", "3check"},
                                           {"3check", "3check"},
                                           {"King of the Hill", "kingofthehill"},
                                           {"ATOMIC", "atomic"},
                                           {"Racing Kings", "racingkings"},
                                           {"Horde", "horde"},
                                           {"Antichess", "antichess"},
                                           {"ai-wok", "ai-wok"},
                                           {"Standard", ""},
                                           {"From Position", ""},
                                           {"Chess960", ""},
                                           {"Fischerandom", ""}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[80];
        snprintf(text, sizeof text, "[Variant \"%s\"] *", names[i][0]);
        ks_pgn *const pgn = open_text(text, 0);
        ks_pgn_use_variants(pgn, variants);
        cr_assert(ks_pgn_next_game(pgn));
        cr_assert_null(ks_pgn_next_item(pgn), "%s", names[i][0]);
        const ks_variant *const variant = ks_pgn_get_variant(pgn);
        cr_assert_str_eq(variant ? ks_variant_get_facts(variant).name : "", names[i][1]);
        cr_assert_eq(ks_pgn_get_position(pgn) == NULL, variant != NULL);
        cr_assert_eq(ks_pgn_get_variant_position(pgn) == NULL, variant == NULL);
        ks_pgn_close(pgn);
    }
}
