/* Tests that every path of the repository that a page names exists. */
#include <criterion/criterion.h>

#include "support/run.h"

/* Prints the paths in these pages, one a line: words that begin with a folder of the repository, and the
 * targets of links. A full stop at the end belongs to the sentence. */
#define PATHS_IN(pages)                                                                                      \
    "for page in " pages "; do\n"                                                                            \
    "grep -oE "                                                                                              \
    "'(^|[^[:alnum:]_./<-])(asm|bench|bindings|c|docs|examples|include|packaging|tests|\\.ci)/[[:alnum:]_./" \
    "*-]*' \"$page\" |\n"                                                                                    \
    "sed -E 's/^[^[:alnum:].]//; s/\\.$//'\n"                                                                \
    "grep -oE '\\]\\([^): #]+[):#]' \"$page\" | grep -v ':$' | sed \"s|^..|$(dirname \"$page\")/|; "         \
    "s/.$//\"\n"                                                                                             \
    "done"

/* Names those that are missing. A path with NAME in it, such as asm/NAME.asm, is a placeholder. */
#define MISSING_IN(pages)                                                                                    \
    PATHS_IN(pages)                                                                                          \
    " | sort -u | grep -v 'NAME' |\n"                                                                        \
    "while read -r path; do ls -d $path >/dev/null 2>&1 || echo \"$path\"; done"

#define PAGES "README.md CONTRIBUTING.md CHANGELOG.md bench/README.md docs/*.md"

Test(paths, all_exist) {
    expect_run(MISSING_IN(PAGES), 0, "", "");
}

Test(paths, many_are_found) {
    expect_run("test $(" PATHS_IN(PAGES) " | sort -u | wc -l) -ge 60", 0, "", "");
}

Test(paths, a_missing_one_is_named) {
    expect_run("top=$PWD\n" IN_NEW_DIRECTORY "mkdir c; touch c/here.c LICENSE\n"
               "printf '%s\\n' 'See `c/here.c`, c/gone.c and [this](LICENSE) or' '[that](PAGE.md).' "
               ">page.md\n" MISSING_IN("page.md"),
               0, "./PAGE.md\nc/gone.c\n", "");
}
