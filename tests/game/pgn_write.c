/* Tests games that are written as PGN, and read again. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/games/reading.h"

#define ALL_FLAGS (KS_PGN_COMMENTS | KS_PGN_VARIATIONS | KS_PGN_NULL_MOVES)
enum { ITEMS_MAX = 500 };

/* A game that has been read, with copies of all that the reader gave. */
struct copy {
    ks_pgn_game game;
    ks_position start;
    ks_pgn_item items[ITEMS_MAX];
};

/* Returns how many variations have not ended. */
static unsigned depth_after(const ks_pgn_game *game) {
    unsigned depth = 0;
    for (size_t i = 0; i < game->item_count; i++)
        depth = depth + (game->items[i].kind == KS_PGN_BEGIN) - (game->items[i].kind == KS_PGN_END);
    return depth;
}

/* Reads the next game. Errors are left out, and variations ended. Returns false at the end of the text, and
 * when it is no game of chess. */
static bool copy_game(ks_pgn *pgn, struct copy *copy) {
    const ks_pgn_item *item;
    if (!ks_pgn_next_game(pgn) || !ks_pgn_get_position(pgn))
        return false;
    copy->start = *ks_pgn_get_position(pgn);
    copy->game = (ks_pgn_game){.start = &copy->start, .items = copy->items};
    copy->game.tag_count = ks_pgn_get_tags(pgn, &copy->game.tags);
    while ((item = ks_pgn_next_item(pgn)) != NULL) {
        if (item->kind == KS_PGN_ERROR)
            continue;
        cr_assert_lt(copy->game.item_count, ITEMS_MAX);
        char *const text = malloc(item->length + 1);
        memcpy(text, item->text, item->length);
        ks_pgn_item *const kept = &copy->items[copy->game.item_count++];
        *kept = *item;
        kept->text = text; /* left to the end of the test */
    }
    for (unsigned depth = depth_after(&copy->game); depth > 0; depth--)
        copy->items[copy->game.item_count++] = (ks_pgn_item){.kind = KS_PGN_END, .depth = (uint8_t)depth};
    copy->game.result = ks_pgn_get_result(pgn);
    return true;
}

static size_t write_all(const char *text, char *out, size_t room) {
    static struct copy copy;
    ks_pgn *const pgn = ks_pgn_open_memory(text, strlen(text), ALL_FLAGS, NULL);
    size_t length = 0;
    while (copy_game(pgn, &copy))
        length += ks_pgn_write(&copy.game, out + length, room - length);
    ks_pgn_close(pgn);
    return length;
}

Test(pgn_write, export_format) {
    static const char text[] =
        "[White \"A \\\"quoted\\\" \\\\ name\"] [Zeta \"z\"] [Annotator \"x\"] [Black \"b\"] [Annotator "
        "\"y\"]\n"
        "1. e4 e5 2. Nf3 { the\nbest  } Nc6 $1 $22 (2... d6 3. d4 (3. Bc4) exd4) 3. Bb5 (3. -- a6) a6 ; next "
        "}\n"
        "4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 8. Nb3 Qxd1 9. Rxd1 Bg4 10. f3 Be6 1/2-1/2";
    static const char expected[] =
        "[Event \"?\"]\n"
        "[Site \"?\"]\n"
        "[Date \"????.??.??\"]\n"
        "[Round \"?\"]\n"
        "[White \"A \\\"quoted\\\" \\\\ name\"]\n"
        "[Black \"b\"]\n"
        "[Result \"1/2-1/2\"]\n"
        "[Annotator \"y\"]\n"
        "[Zeta \"z\"]\n"
        "\n"
        "1. e4 e5 2. Nf3 { the best } 2... Nc6 $1 $22 (2... d6 3. d4 (3. Bc4) 3... exd4)\n"
        "3. Bb5 (3. -- a6) 3... a6 { next ) } 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4\n"
        "c5 8. Nb3 Qxd1 9. Rxd1 Bg4 10. f3 Be6 1/2-1/2\n"
        "\n";
    char out[2000];
    cr_assert_eq(write_all(text, out, sizeof out), strlen(expected));
    cr_assert_str_eq(out, expected);
    for (size_t room = 0; room < sizeof expected; room++) {
        memset(out, '#', sizeof out);
        cr_assert_eq(write_all(text, out, room), strlen(expected));
        cr_assert(room == 0 || (strncmp(out, expected, room - 1) == 0 && out[room - 1] == '\0'));
        cr_assert_eq(out[room], '#');
    }
}

/* A repeated tag is written once, with its last value, where it belongs. */
Test(pgn_write, repeated_tags) {
    char out[1000];
    write_all("[Zeta \"1\"] [White \"a\"] [Eta \"2\"] [Zeta \"3\"] [White \"b\"] [Eta \"4\"] [Zeta \"5\"] "
              "[Result \"1-0\"] [Result \"0-1\"]\n\n1. e4",
              out, sizeof out);
    cr_expect_str_eq(out,
                     "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"b\"]\n"
                     "[Black \"?\"]\n[Result \"0-1\"]\n[Eta \"4\"]\n[Zeta \"5\"]\n\n1. e4 0-1\n\n",
                     "%s", out);
    write_all("[FEN \"x\"] [SetUp \"0\"] [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 7\"] [SetUp \"0\"]\n\n7. O-O *",
              out, sizeof out);
    cr_expect(
        strstr(out, "[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 7\"]\n[SetUp \"1\"]\n\n7. O-O *"),
        "%s", out);
}

Test(pgn_write, other_starts) {
    char out[1000];
    write_all("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 7\"] 7... Kd7 8. O-O *", out, sizeof out);
    cr_assert(strstr(out, "[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 7\"]\n[SetUp \"1\"]\n\n"
                          "7... Kd7 8. O-O *\n\n"),
              "%s", out);
    write_all("[Event \"no moves\"] [FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]", out,
              sizeof out);
    cr_assert(strstr(out, "[Result \"*\"]\n\n*\n\n"), "%s", out);
}

/* Long words have lines of their own, and pieces of comments are joined. */
Test(pgn_write, long_comments) {
    char text[2 * KS_PGN_COMMENT_MAX], out[3 * KS_PGN_COMMENT_MAX];
    size_t length = (size_t)sprintf(text, "1. e4 {");
    while (length < sizeof text - 300)
        length += (size_t)sprintf(text + length, "%0*zu\n  ", (int)(length % 97) + 1, length);
    strcpy(text + length, "} e5 *");
    const size_t written = write_all(text, out, sizeof out);
    cr_assert_lt(written, sizeof out);
    const char *const moves = strstr(out, "1. e4 {");
    for (const char *line = moves, *end; (end = strchr(line, '\n')) != NULL; line = end + 1)
        cr_assert(end - line <= 79 || !memchr(line, ' ', (size_t)(end - line)), "%.*s", (int)(end - line),
                  line);
    char again[sizeof out];
    write_all(out, again, sizeof again);
    cr_assert_str_eq(again, out);
}

/* Compares two readings of items. Blanks of comments may differ. */
static void expect_same_items(const ks_pgn_game *a, const ks_pgn_game *b) {
    cr_assert_eq(a->item_count, b->item_count, "%zu, %zu", a->item_count, b->item_count);
    cr_assert_eq(a->result, b->result);
    for (size_t i = 0; i < a->item_count; i++) {
        cr_assert_eq(a->items[i].kind, b->items[i].kind, "%zu: %.*s", i, (int)a->items[i].length,
                     a->items[i].text);
        cr_assert_eq(a->items[i].depth, b->items[i].depth);
        cr_assert_eq(a->items[i].move, b->items[i].move);
        cr_assert_eq(a->items[i].number, b->items[i].number);
    }
}

Test(pgn_write, is_read_again) {
    static struct copy copy, other;
    static char out[20000];
    unsigned games = 0;
    size_t length;
    char *const text = load_file("tests/data/torture.pgn", &length);
    ks_pgn *const pgn = ks_pgn_open_memory(text, length, ALL_FLAGS, NULL);
    for (; copy_game(pgn, &copy); games++) {
        const size_t written = ks_pgn_write(&copy.game, out, sizeof out);
        cr_assert_lt(written, sizeof out);
        ks_pgn *const again = ks_pgn_open_memory(out, written, ALL_FLAGS, NULL);
        cr_assert(copy_game(again, &other));
        expect_same_items(&copy.game, &other.game);
        cr_assert_not(ks_pgn_next_game(again));
        ks_pgn_close(again);
    }
    ks_pgn_close(pgn);
    free(text);
    cr_assert_gt(games, 15);
}
