/* Bytes of files and arguments that could move the cursor, change colours or hide other text are escaped on a
 * terminal. Files and pipes get them unchanged. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"

/* Returns whether a text has no other control characters than ends of lines and tabs. */
static bool is_harmless(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i], next = (unsigned char)text[i + 1];
        if ((c < ' ' && c != '\t' && c != '\n' && c != '\r') || c == 0x7f || c == 0x9b ||
            (c == 0xc2 && next < 0xa0))
            return false;
    }
    return true;
}

/* Removes what the line that shows progress is erased with. */
static void remove_progress(struct ran *ran) {
    static const char erased[] = "\r\033[K";
    for (char *at = ran->out; (at = strstr(at, erased)) != NULL;) {
        ran->out_length -= strlen(erased);
        memmove(at, at + strlen(erased), strlen(at + strlen(erased)) + 1);
    }
}

/* Each line of hostile.txt is a command with the files of hostile.sh. */
Test(terminal, texts_of_others_are_escaped) {
    char words[128], command[512];
    FILE *const commands = fopen("tests/cli/shell/hostile.txt", "r");
    cr_assert(commands);
    while (fgets(words, sizeof words, commands)) {
        snprintf(command, sizeof command, "top=$PWD\n%s. \"$top/tests/cli/shell/hostile.sh\"\n$KINGSCAN %s",
                 IN_NEW_DIRECTORY, words);
        struct ran ran = run_on_terminal(command);
        remove_progress(&ran);
        cr_expect(is_harmless(ran.out, ran.out_length), "%s%s", words, ran.out);
        cr_expect_gt(ran.out_length, 0, "%s", words);
        free_ran(&ran);
    }
    fclose(commands);
}

#define LINE "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"a\tb\303\251\";\r\n"

Test(terminal, lines_stay) {
    struct ran ran = run_on_terminal("$KINGSCAN check --print line 2>/dev/null <<'END'\n" LINE "END");
    cr_expect_str_eq(ran.out, LINE);
    free_ran(&ran);
}
