/* `kingscan show --rays`: the lines to the king, in text, in colour, in pictures and as JSON. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/length.h"
#include "support/run.h"

/* Checks along a file and a rank, a pin on a diagonal, and lines without a pin: two pieces between, or a
 * knight at the end. */
#define RAYS "4r1k1/8/8/8/1b5q/2N5/3R1PP1/4K2r w - - 0 1"

Test(show, draws_rays) {
    expect_run("$KINGSCAN show --rays '" RAYS "'", 0,
               "\n 8  .  .  .  . [r] .  k  .\n"
               " 7  .  .  .  .  |  .  .  .\n"
               " 6  .  .  .  .  |  .  .  .\n"
               " 5  .  .  .  .  |  .  .  .\n"
               " 4  .  b  .  .  |  .  .  q\n"
               " 3  .  .  N  .  |  .  /  .\n"
               " 2  .  .  .  R  | (P) P  .\n"
               " 1  .  .  .  .  K  -  - [r]\n"
               "    a  b  c  d  e  f  g  h\n"
               "\nwhite to move, castling -, en passant -\n"
               "checkmate: white is in check from e8, h1, and has no legal move\n"
               "[ ] gives check, ( ) is pinned\n- | / \\ lead to the king\n",
               "");
    expect_run("$KINGSCAN show --rays '4k3/8/8/8/8/3n4/8/4K3 w - - 0 1' | sed -n 2,9p | grep -c '[-|/\\*]'",
               1, "0\n", "");
    expect_run("$KINGSCAN show --rays '4k3/8/8/8/8/8/8/4K3 w - - 0 1' >a; $KINGSCAN show "
               "'4k3/8/8/8/8/8/8/4K3 w - - 0 1' | cmp - a; rm a",
               0, "", "");
}

Test(show, rays_as_json) {
    expect_run("$KINGSCAN show --rays --json '" RAYS "' | grep -o '\"pinned\":\\[.*'", 0,
               "\"pinned\":[\"f2\"],\"rays\":[{\"from\":\"e8\",\"king\":\"e1\",\"pinned\":null},"
               "{\"from\":\"h1\",\"king\":\"e1\",\"pinned\":null},{\"from\":\"h4\",\"king\":\"e1\","
               "\"pinned\":\"f2\"}]}\n",
               "");
    expect_run("$KINGSCAN show --json '" RAYS "' | grep -c rays", 1, "0\n", "");
}

static unsigned count(const char *text, const char *part) {
    unsigned times = 0;
    for (; (text = strstr(text, part)) != NULL; text++)
        times++;
    return times;
}

Test(show, rays_in_colour) {
    struct ran ran = run_on_terminal("$KINGSCAN show --rays '" RAYS "'");
    cr_expect_eq(count(ran.out, "\033[48;5;167"), 8, "%s", ran.out);
    cr_expect_eq(count(ran.out, "\033[48;5;74"), 1, "%s", ran.out);
    cr_expect(strstr(ran.out, "red and blue squares lead to the king"), "%s", ran.out);
    free_ran(&ran);
}

/* A knight's check has no squares between, nor has a pin whose three pieces are adjacent. */
Test(show, missing_rays_are_not_explained) {
    static const struct {
        const char *fen, *legend;
    } cases[] = {{"4k3/8/8/8/8/3n4/8/4K3 w - - 0 1", NULL},
                 {"8/8/8/8/8/k2n4/7P/rRK5 w - - 0 1", NULL},
                 {"4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "\nred squares lead to the king"},
                 {"4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "\nblue squares lead to the king"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char command[128];
        snprintf(command, sizeof command, "$KINGSCAN show --rays '%s'", cases[i].fen);
        struct ran ran = run_on_terminal(command);
        cr_expect(cases[i].legend ? strstr(ran.out, cases[i].legend) != NULL
                                  : strstr(ran.out, "lead to the king") == NULL,
                  "%s", ran.out);
        free_ran(&ran);
    }
}

Test(show, rays_in_pictures) {
    static const struct {
        const char *part;
        unsigned times;
    } parts[] = {{"class=\"ray\"", 3},
                 {"stroke=\"#c92a2a\"", 2},
                 {"d=\"M226.5 46.5L226.5 361.5\"", 1}, /* from e8 to e1 */
                 {"stroke-dasharray", 1},
                 {"d=\"M361.5 226.5L226.5 361.5\"", 1}}; /* from h4 to e1 */
    struct ran ran = run_shell("$KINGSCAN show --rays --svg - '" RAYS "'");
    for (size_t i = 0; i < LENGTH(parts); i++)
        cr_expect_eq(count(ran.out, parts[i].part), parts[i].times, "%s", parts[i].part);
    free_ran(&ran);
    expect_run("$KINGSCAN show --svg - '" RAYS "' | grep -c ray", 1, "0\n", "");
}

/* A rider with leaps of a knight, and boards of other sizes. */
Test(show, rays_of_variants) {
    expect_run(
        IN_NEW_DIRECTORY
        "printf '[riders:chess]\\ncustomPiece1 = s:NN\\nmaxFile = 10\\nmaxRank = 9\\ncastling = false\\n"
        "startFen = 4k5/10/10/10/10/10/10/10/4K5 w - - 0 1\\n' >riders.ini\n"
        "$KINGSCAN show --rays --variants riders.ini --variant riders '5k4/10/7s2/10/10/10/5K4/10/4q5 w - - "
        "0 1' "
        "| sed -n '2,11p'",
        0,
        " 9  .  .  .  .  .  k  .  .  .  .\n"
        " 8  .  .  .  .  .  .  .  .  .  .\n"
        " 7  .  .  .  .  .  .  . [s] .  .\n"
        " 6  .  .  .  .  .  .  .  .  .  .\n"
        " 5  .  .  .  .  .  .  *  .  .  .\n"
        " 4  .  .  .  .  .  .  .  .  .  .\n"
        " 3  .  .  .  .  .  K  .  .  .  .\n"
        " 2  .  .  .  .  .  .  .  .  .  .\n"
        " 1  .  .  .  .  q  .  .  .  .  .\n"
        "    a  b  c  d  e  f  g  h  i  j\n",
        "");
    expect_run(
        "$KINGSCAN show --rays --variant grand '3k6/10/10/10/10/10/10/6B3/10/3RK5 b - - 0 1' | grep -c '|'",
        0, "9\n", "");
}
