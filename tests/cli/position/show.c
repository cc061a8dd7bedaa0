/* Tests `kingscan show --rays` in colour and in pictures; show.test has its text and JSON. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/length.h"
#include "support/run.h"

/* Checks along a file and a rank, a pin on a diagonal, and lines without a pin: two pieces between, or a
 * knight at the end. */
#define RAYS "4r1k1/8/8/8/1b5q/2N5/3R1PP1/4K2r w - - 0 1"

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
