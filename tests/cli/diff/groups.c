/* Tests that kingscan diff makes one report of one bug: findings are grouped, and each says what is known of
 * its position and of such bugs. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/diff/groups.h"
#include "cli/commands/diff/report.h"
#include "support/length.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/thorough.h"

#define BROKEN "--engine \"$(dirname \"$KINGSCAN\")/broken "

/* ---- Groups ---- */

/* Three mistakes in one engine make three groups, in the hard set and in random positions. */
Test(groups, three_bugs_make_three_groups) {
    static const char *const engines[] = {
        "king-steps-back+castling-right-kept+underpromotion-missing",
        "castling-past-knight+double-push-through+en-passant-kept",
        "knight-wraps+castling-through-check+pinned-piece-captures",
        "kings-touch+double-check-blocked+en-passant-uncovers",
    };
    for (size_t i = 0; i < 2 * LENGTH(engines); i += stride()) {
        char command[512];
        snprintf(command, sizeof command,
                 "$KINGSCAN diff 3 %s --keep-going " BROKEN "%s orthodox\" 2>/dev/null >out; echo $?\n"
                 "grep -c '^FEN' out; grep -c '^usual mistake' out; grep -o 'in [0-9]* groups' out; "
                 "sed -n '/^rule /,$p' out | wc -l",
                 i < LENGTH(engines) ? ""
                 : SLOW              ? "--random 200 --seed 1"
                                     : "--random 600 --seed 1",
                 engines[i % LENGTH(engines)]);
        char in_directory[1024];
        snprintf(in_directory, sizeof in_directory, IN_NEW_DIRECTORY "%s", command);
        expect_run(in_directory, 0, "1\n3\n3\nin 3 groups\n6\n", "");
    }
}

/* A king in check is put elsewhere when the bug shows there too; one that needs the check keeps it. */
Test(groups, a_check_that_the_bug_does_not_need_is_no_group) {
    static const char *const engines[] = {"no-en-passant-east-black-c", "en-passant-not-in-check"};
    static const char *const groups[] = {"2 positions to depth 1, 15 nodes: 2 differ, in 1 group\n",
                                         "2 positions to depth 1, 15 nodes: 1 differs\n"};
    for (size_t i = 0; i < LENGTH(engines); i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "printf '%%s\\n' '4k3/8/8/8/2pP4/8/8/4K3 b - d3' '8/2K5/8/4k3/2pP4/8/8/8 b - d3' | "
                 "$KINGSCAN diff 1 - --keep-going " BROKEN "%s\" | sed -n '$p'",
                 engines[i]);
        expect_run(command, 0, groups[i], "");
    }
}

/* ---- Places ---- */

static void expect_list(const char *const *places, size_t count, const char *but, const char *expected) {
    char *const list = list_places(places, count, but);
    cr_expect_str_eq(list, expected);
    free(list);
}

Test(groups, places_in_few_words) {
    static const char *const some[] = {"a:1", "a:2", "a:3", "a:5", "b:6", "start of the game"};
    expect_list(some, LENGTH(some), "a:5", "5 more: a:1-3, b:6, start of the game");
    expect_list(some, LENGTH(some), "a:2", "5 more: a:1, 3, 5, b:6, start of the game");
    expect_list(some, 2, "a:1", "1 more: a:2");
    expect_list(some, 2, "a:2", "1 more: a:1");
    expect_list(some, 2, NULL, "2 more: a:1-2");
    static const char *const random[] = {"random position 9 of seed 12", "random position 10 of seed 12",
                                         "random position 12 of seed 12"};
    expect_list(random, LENGTH(random), NULL, "3 more: random position 9-10, 12 of seed 12");
    cr_expect(compare_places(random[0], random[1]) < 0 && compare_places(random[1], random[0]) > 0);
    cr_expect(compare_places(some[0], some[0]) == 0 && compare_places(some[3], some[4]) < 0);
}

Test(groups, a_long_list_of_places_is_cut) {
    static char texts[50][8];
    const char *places[50];
    for (unsigned i = 0; i < 50; i++) {
        snprintf(texts[i], sizeof texts[i], "a:%u", 2 * i + 1);
        places[i] = texts[i];
    }
    char *const list = list_places(places, 50, "a:1");
    const char *const end = strrchr(list, 'a');
    cr_expect_str_eq(strstr(list, "59"), "59, 61, and 19 others", "%s", list);
    cr_expect(strncmp(list, "49 more: a:3, 5, ", 17) == 0 && end, "%s", list);
    free(list);
}

/* ---- Usual mistakes ---- */

/* The engine that shows a mistake in the hard set. */
static const char *const shown[MISTAKES] = {
    [MISTAKE_EN_PASSANT_UNCOVERS] = "en-passant-uncovers",
    [MISTAKE_EN_PASSANT_KEPT] = "en-passant-kept",
    [MISTAKE_EN_PASSANT_IN_CHECK] = "en-passant-not-in-check",
    [MISTAKE_EN_PASSANT_SIDE] = "no-en-passant-east-black-c",
    [MISTAKE_DOUBLE_PUSH_THROUGH] = "double-push-through",
    [MISTAKE_UNDERPROMOTION] = "underpromotion-missing",
    [MISTAKE_CAPTURE_PROMOTES] = "no-capture-promotion-white-b",
    [MISTAKE_ROOK_TAKEN_AWAY] = "castling-right-kept",
    [MISTAKE_ROOK_TAKEN] = "right-kept-white-kingside-rook-taken-by-knight orthodox",
    [MISTAKE_HAS_CASTLED] = "right-kept-white-kingside-king-castles orthodox",
    [MISTAKE_KING_MOVED] = "right-kept-black-queenside-king-east orthodox",
    [MISTAKE_ROOK_MOVED] = "right-kept-black-queenside-rook-along-rank orthodox",
    [MISTAKE_CASTLING_OUT_OF_CHECK] = "castling-out-of-check",
    [MISTAKE_CASTLING_THROUGH_CHECK] = "castling-through-check",
    [MISTAKE_CASTLING_INTO_CHECK] = "castling-into-check orthodox",
    [MISTAKE_CASTLING_PAST_KNIGHT] = "castling-past-knight",
    [MISTAKE_CASTLING_ROOK_SAFE] = "castling-with-safe-rook",
    [MISTAKE_CASTLING_CHESS960] = "chess960-castling-blocked",
    [MISTAKE_PINNED_CAPTURE] = "pinned-piece-captures",
    [MISTAKE_PIN_ON_RANK] = "rank-pin-ignored",
    [MISTAKE_DOUBLE_CHECK] = "double-check-blocked",
    [MISTAKE_KINGS_TOUCH] = "kings-touch",
    [MISTAKE_KING_STEPS_BACK] = "king-steps-back",
    [MISTAKE_KING_CAPTURES] = "king-takes-protected",
    [MISTAKE_WRAPS] = "knight-wraps",
};

/* Each row of the table is the first one that the engine with that mistake meets. */
Test(groups, each_usual_mistake_is_shown_by_an_engine) {
    for (unsigned i = 0; i < MISTAKES; i += stride()) {
        char command[512], expected[256];
        cr_assert(shown[i], "mistake %u: no engine shows it", i);
        snprintf(command, sizeof command,
                 "$KINGSCAN diff 3 --keep-going " BROKEN "%s\" 2>/dev/null | sed -n '/^usual mistake/{p;q}'",
                 shown[i]);
        snprintf(expected, sizeof expected, "usual mistake %s\n", mistake_sentence((enum mistake)i));
        expect_run(command, 0, expected, "");
    }
}

/* There is no sentence without the sign: an engine without castling; a piece pinned on a file; a variant. */
Test(groups, without_a_sign_nothing_is_said) {
    static const char *const lines[][2] = {
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "/^e1g1/d"},
        {"4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "s/^e2e3.*/&\\ne2d2: 1/"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "/^e2e4/d"},
    };
    for (size_t i = 0; i < LENGTH(lines); i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "echo '%s' | $KINGSCAN diff 1 - --engine '$KINGSCAN uci | sed -u \"%s\"' | "
                 "grep -c -e ^repeat -e ^usual",
                 lines[i][0], lines[i][1]);
        expect_run(command, 0, "1\n", "");
    }
}
