/* Tests the readers of games with a few wrong bytes: the fast one gives what the exact one gives. A thorough
 * run reads 10 million games. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "game/pgn/open.h"
#include "game/pgn/window.h"
#include "support/games/random.h"
#include "support/random.h"
#include "support/thorough.h"

TestSuite(pgn_mutated);

enum { BASES = 200, GAMES_A_TEXT = 1000 };

static void add_games(reading *text, const reading bases[BASES], uint64_t *random) {
    reading game = {0};
    for (unsigned i = 0; i < GAMES_A_TEXT; i++) {
        game.length = 0;
        reading_add(&game, "%s", bases[random_below(random, BASES)].text);
        mutate_text(&game, random, random_below(random, 4));
        reading_add(&game, "\n\n[Event \"?\"]\n");
        text->text = realloc(text->text, text->length + game.length + 1);
        memcpy(text->text + text->length, game.text, game.length);
        text->length += game.length;
    }
    free(game.text);
}

static bool is_same(const ks_pgn_item *a, const ks_pgn_item *b) {
    return a->kind == b->kind && a->move == b->move && a->checkers == b->checkers && a->number == b->number &&
           a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

static void expect_same_end(ks_pgn *fast, ks_pgn *exact, const char *text) {
    const ks_position *const a = ks_pgn_get_position(fast), *const b = ks_pgn_get_position(exact);
    const ks_error *const e = ks_pgn_get_error(fast), *const f = ks_pgn_get_error(exact);
    ks_pgn_place end, same_end;
    end = ks_pgn_get_place(fast);
    same_end = ks_pgn_get_place(exact);
    cr_assert(end.offset == same_end.offset && end.line == same_end.line, "%.1000s",
              text + same_end.offset - (same_end.offset < 900 ? same_end.offset : 900));
    cr_assert_eq(ks_pgn_get_result(fast), ks_pgn_get_result(exact));
    cr_assert_eq(!e, !f);
    if (e)
        cr_assert_str_eq(e->message, f->message);
    cr_assert_eq(!a, !b);
    if (!a)
        return;
    cr_assert_eq(a->key, b->key);
    cr_assert(memcmp(a->board, b->board, 64) == 0);
    cr_assert_eq(a->halfmove_clock, b->halfmove_clock);
    cr_assert_eq(ks_pgn_judge(fast, NULL), ks_judge(b, NULL));
}

/* Returns the number of moves. */
static unsigned expect_same_games(const reading *text, unsigned flags) {
    ks_pgn *const fast = ks_pgn_open_memory(text->text, text->length, flags, NULL), *const exact =
                                                                                        ks_pgn_open_memory(
                                                                                            text->text,
                                                                                            text->length,
                                                                                            flags, NULL);
    unsigned moves = 0;
    ks_read_exactly(exact);
    while (ks_pgn_next_game(exact)) {
        const ks_pgn_item *a, *b;
        cr_assert(ks_pgn_next_game(fast));
        while ((b = ks_pgn_next_item(exact)) != NULL) {
            const ks_pgn_place place = ks_pgn_get_place(exact);
            a = ks_pgn_next_item(fast);
            cr_assert(a && is_same(a, b), "%.100s", text->text + place.offset);
            moves += b->kind == KS_PGN_MOVE;
        }
        cr_assert_null(ks_pgn_next_item(fast));
        expect_same_end(fast, exact, text->text);
    }
    cr_assert_not(ks_pgn_next_game(fast));
    ks_pgn_close(fast);
    ks_pgn_close(exact);
    return moves;
}

Test(pgn_mutated, games_are_read_alike) {
    static reading bases[BASES];
    uint64_t random = 33, moves = 0;
    for (unsigned i = 0; i < BASES; i++)
        add_random_game(&bases[i], &random, 1 + random_below(&random, 80), i % 4 > 0);
    for (unsigned round = 0; round < (is_thorough() ? 10000 : SLOW ? 2 : 20); round++) {
        reading text = {0};
        add_games(&text, bases, &random);
        moves += expect_same_games(&text, round % 3 == 0 ? KS_PGN_NUMBERS : 0);
        free(text.text);
    }
    cr_assert_gt(moves, 10000);
    for (unsigned i = 0; i < BASES; i++)
        free(bases[i].text);
}
