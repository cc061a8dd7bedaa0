/* Tests the forms in which options have values, and what is suggested for misspelt ones. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/check_lines.h"
#include "support/length.h"

#define ONE "echo '" CHECK_FEN "' | "

Test(options, are_written_in_every_usual_form) {
    static const char *const forms[] = {"--only check --jobs 2", "--only=check --jobs=2", "-j2 --only check",
                                        "-j 2 --only=check --", "--threads 2 - --only check"};
    for (size_t i = 0; i < LENGTH(forms); i++) {
        char command[128];
        snprintf(command, sizeof command, ONE "$KINGSCAN check %s", forms[i]);
        expect_run(command, 0, CHECK_LINE, "");
    }
}

Test(options, similar_ones_are_suggested) {
    static const char *const wrong[][2] = {
        {"check --cout", "unknown option '--cout'; did you mean '--count'?"},
        {"check --count --oly=check", "unknown option '--oly'; did you mean '--only' or '--ply'?"},
        {"check -count", "unknown option '-count'; did you mean '--count'?"},
        {"check -jq", "--jobs: expected a number from 1 to 1024, found 'q'"},
        {"check -q", "unknown option '-q'"},
        {"check --xyzzy", "unknown option '--xyzzy'"},
        {"check --colr never", "unknown option '--colr'; did you mean '--color'?"},
        {"check --color red", "--color: expected auto, always or never, found 'red'"},
        {"check --color allways",
         "--color: expected auto, always or never, found 'allways'; did you mean 'always'?"},
        {"check --format jsn", "--format: expected tsv, json, epd, fen, line, key, san, bits or bytes, found "
                               "'jsn'; did you mean 'json'?"},
        {"check --format js",
         "--format: expected tsv, json, epd, fen, line, key, san, bits or bytes, found 'js'"},
    };
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        char command[128], error[256];
        snprintf(command, sizeof command, "$KINGSCAN %s", wrong[i][0]);
        snprintf(error, sizeof error, "kingscan check: %s\n" CHECK_HINT, wrong[i][1]);
        expect_run(command, 2, "", error);
    }
    expect_run("$KINGSCAN movs", 2, "",
               "kingscan: unknown command 'movs'; did you mean 'moves' or 'move'?\ntry 'kingscan --help'\n");
    expect_run("$KINGSCAN --color=never check", 2, "",
               "kingscan: expected a command before '--color'\ntry 'kingscan --help'\n");
}
