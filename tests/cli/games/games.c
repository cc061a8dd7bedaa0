/* Tests kingscan games on a terminal. */
#include <criterion/criterion.h>
#include <string.h>

#include "support/run.h"

/* The reader of the games sleeps, so that they take longer than a second. */
Test(games_command, time_left_on_a_terminal) {
    struct ran ran =
        run_on_terminal("p=$PWD\n" IN_NEW_DIRECTORY
                        "for i in $(seq 40); do cat \"$p/tests/data/random_games.pgn\"; done >all\n"
                        "$KINGSCAN games --json all | { sleep 1.5; wc -l; }");
    const char *const progress = strstr(ran.out, " games, ");
    cr_assert(progress, "no progress: %s", ran.out);
    const char *const share = strstr(progress, " %, ");
    cr_expect(strstr(progress, " a second, ") && share, "no share: %s", ran.out);
    cr_expect(share && strstr(share, " left\033[K\r"), "no time left: %s", ran.out);
    cr_expect(strstr(progress, "\r\033[K"), "progress isn't removed: %s", ran.out);
    free_ran(&ran);
}
