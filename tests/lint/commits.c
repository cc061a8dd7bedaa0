/* Tests the form of commits: a history with one commit after the base, whose message breaks one rule. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/length.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(commits, .disabled = SANITIZED);

#define NEW_HISTORY                                                                                          \
    "top=$PWD\n" IN_NEW_DIRECTORY                                                                            \
    "export HOME=$d GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_COUNT=0; unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE\n"  \
    "commit() { git -c user.name=A -c user.email=a@example.org commit -q --allow-empty \"$@\"; }\n"          \
    "git init -q . && commit -m 'Any form' && git tag base || exit 99\n"

#define LOOK "python3 \"$top/tests/lint/commits.py\" base | sed 's/^[0-9a-f]*: //; s/; expected.*//'\n"

#define TEN "123456789 "
#define SEVENTY_TWO "pgn: 7 " TEN TEN TEN TEN TEN TEN "12345"

static const struct {
    const char *messages, *found;
} histories[] = {
    {"-m 'pgn: find pawn captures' -m 'They took long.'", ""},
    {"-m 'api, python: close a leak' -m 'Memory grew.'", ""},
    {"-m '" SEVENTY_TWO "' -m 'It is full.'", ""},
    {"-m 'lint: a table' -m '    " TEN TEN TEN TEN TEN TEN TEN TEN "'", ""},
    {"-m '" SEVENTY_TWO "6' -m 'It is too long.'", "73 columns in the subject\n"},
    {"-m 'Find pawn captures' -m 'They took long.'", "the subject 'Find pawn captures'\n"},
    {"-m 'PGN: find pawn captures' -m 'They took long.'", "the subject 'PGN: find pawn captures'\n"},
    {"-m 'pgn: find pawn captures.' -m 'They took long.'", "the subject 'pgn: find pawn captures.'\n"},
    {"-m 'fixup! pgn: find' -m 'They took long.'", "the subject 'fixup! pgn: find'\n"},
    {"-m 'pgn: find pawn captures'", "no body\n"},
    {"-m 'pgn: find\nthem' -m 'They took long.'", "'them' below the subject\n"},
    {"-m 'pgn: find' -m '" TEN TEN TEN TEN TEN TEN TEN TEN "1'",
     "81 columns in the line '123456789 123456789 123456789 '\n"},
};

Test(commits, messages_have_their_form) {
    need("command -v git", "git");
    for (size_t i = 0; i < LENGTH(histories); i++) {
        char command[2048];
        snprintf(command, sizeof command, "%scommit %s || exit 99\n%s", NEW_HISTORY, histories[i].messages,
                 LOOK);
        expect_run(command, 0, histories[i].found, "");
    }
}

Test(commits, a_mistake_is_an_error) {
    need("command -v git", "git");
    expect_run(NEW_HISTORY "commit -m Wrong; python3 \"$top/tests/lint/commits.py\" base >found", 1, "", "");
}

Test(commits, histories_without_the_base_pass) {
    need("command -v git", "git");
    expect_run(NEW_HISTORY "commit -m Wrong; python3 \"$top/tests/lint/commits.py\"", 0,
               "commits: no git here, or no history since 6b8396ca5; not looked at\n", "");
    expect_run("top=$PWD\n" IN_NEW_DIRECTORY
               "python3 -c 'import os, runpy, sys; os.environ[\"PATH\"] = os.getcwd(); "
               "runpy.run_path(sys.argv.pop(), run_name=\"__main__\")' \"$top/tests/lint/commits.py\"",
               0, "commits: no git here, or no history since 6b8396ca5; not looked at\n", "");
}
