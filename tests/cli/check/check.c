/* Tests kingscan check on a terminal: columns, the summary, progress and the time left. */
#include <criterion/criterion.h>
#include <string.h>

#include "support/check_lines.h"
#include "support/sanitized.h"

#define THREE "{ echo '" SAFE_FEN "'; echo '" CHECK_FEN "'; echo '" DOUBLE_FEN "'; } | "

Test(check, summary_on_a_terminal) {
    struct ran ran = run_on_terminal(THREE "$KINGSCAN check --count");
    cr_expect(strstr(ran.out, "double-check              1    33.33%"), "no columns on a terminal: %s",
              ran.out);
    free_ran(&ran);
    ran = run_on_terminal(THREE "$KINGSCAN check >/dev/null");
    cr_expect(strstr(ran.out, "3 lines, 3 positions"), "no summary on a terminal: %s", ran.out);
    free_ran(&ran);
}

Test(check, progress_on_a_terminal) {
    struct ran ran = run_on_terminal("p=$PWD\n" IN_NEW_DIRECTORY "mkfifo in; i=0; while [ $i -lt 40 ]; do\n"
                                     "cat \"$p/" POSITIONS "\"; i=$((i + 1)); sleep 0.05; done >in &\n"
                                     "$KINGSCAN check in >/dev/null");
    cr_expect(strstr(ran.out, "a second\033[K"), "no progress: %s", ran.out);
    cr_expect(strstr(ran.out, "\r\033[K1,760"), "progress isn't removed: %s", ran.out);
    free_ran(&ran);
}

/* The size of files is known. There is work for more than a second of one thread, after which the
 * time left is said. */
#if SANITIZED
#define TIMES "1 2"
#define TWICE "1"
#else
#define TIMES "1 2 3 4 5 6 7 8 9 10"
#define TWICE "1 2"
#endif

Test(check, time_left_on_a_terminal) {
    struct ran ran = run_on_terminal(
        "p=$PWD\n" IN_NEW_DIRECTORY "for i in " TIMES "; do cat \"$p/" POSITIONS "\"; done >all\n"
        "gzip -1c all >all.gz; set -- all.gz; for i in " TWICE "; do set -- all \"$@\" \"$@\"; done\n"
        "$KINGSCAN check --jobs 1 --format json \"$@\" >/dev/null");
    const char *const share = strstr(ran.out, " %, ");
    cr_assert(share, "no share: %s", ran.out);
    cr_expect(strstr(share, " left\033[K"), "no time left: %s", ran.out);
    free_ran(&ran);
}
