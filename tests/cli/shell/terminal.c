/* Bytes of files and arguments that could move the cursor, change colours or hide other text are escaped on a
 * terminal. Files and pipes get them unchanged. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/length.h"
#include "support/run.h"

/* A title for the window, a colour, a control byte, DEL, CSI in UTF-8, and CSI as one byte. */
#define HOSTILE "\\033]0;x\\007\\033[31m\\001\\177\\302\\233\\233"
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

/* A file of each kind, whose texts and whose name are hostile; $e is HOSTILE. */
#define FILES                                                                                                \
    IN_NEW_DIRECTORY                                                                                         \
    "e=$(printf '" HOSTILE "')\n"                                                                            \
    "printf '[Event \"%s\"]\\n\\n1. e4 {%s} e5 *\\n\\n[Event \"b%s\"]\\n\\n1. e5 *\\n' \"$e\" \"$e\" "       \
    "\"$e\" "                                                                                                \
    ">\"$e.pgn\"\n"                                                                                          \
    "printf '" START " id \"%s\";\\n%s\\n4k3/8/8/8/8/8/8/4K2%s w - -\\n' \"$e\" \"$e\" \"$e\" >\"$e.epd\"\n" \
    "printf '%s,fen\\n%s," START " 0 1\\n' \"$e\" \"$e\" >\"$e.csv\"\n"                                      \
    "printf '{\"fen\":\"" START " 0 1\",\"x\":\"%s\"}\\n' \"$e\" >\"$e.jsonl\"\n"                            \
    "printf 'fen " START " 0 1\\nmove %s\\nscore 1\\nply 0\\nresult 0\\ne\\n' \"$e\" >\"$e.plain\"\n"        \
    "printf '[%s:chess]\\nfoo%s = 1\\ncustomPiece1 = d:%s\\n' \"$e\" \"$e\" \"$e\" >\"$e.ini\"\n"

static const char *const commands[] = {
    "check \"$e.pgn\"",
    "check --json --tags Event \"$e.pgn\"",
    "check --tags Event --comments \"$e.pgn\"",
    "games \"$e.pgn\"",
    "games --json --comments \"$e.pgn\"",
    "games --rewrite \"$e.pgn\"",
    "games --split \"Event%$e\" \"$e.pgn\"",
    "check \"$e.epd\"",
    "check --jobs 2 --print line \"$e.epd\"",
    "check --json \"$e.epd\"",
    "check --format epd \"$e.epd\"",
    "check --strict --repair \"$e.binpack\" \"$e.epd\"",
    "check --column fen \"$e.csv\"",
    "check --column fen --add-fen --print line \"$e.csv\"",
    "check --column \"$e\" \"$e.csv\"",
    "check --field fen \"$e.jsonl\"",
    "check \"$e.plain\"",
    "stats \"$e.plain\"",
    "stats --html - \"$e.plain\"",
    "convert --to epd \"$e.plain\" -",
    "variants --variants \"$e.ini\"",
    "variants --variants \"$e.ini\" \"$e\"",
    "show \"$e\"",
    "show --svg - --variant \"$e\" startpos",
    "move startpos e4 \"$e\"",
    "moves \"$e\"",
    "perft 1 \"$e\"",
    "fuzz --seed \"$e\"",
    "uci <\"$e.epd\"",
    "diff 1 \"$e.epd\" --engine \"$KINGSCAN uci\"",
    "diff 1 --engine \"printf '$e: 1\\n\\nNodes searched: 1\\n' #\"",
    "diff 1 --script \"printf '$e: 1\\n' #\"",
    "help \"$e\"",
    "\"$e\"",
};

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

Test(terminal, texts_of_others_are_escaped) {
    for (size_t i = 0; i < LENGTH(commands); i++) {
        char command[2048];
        snprintf(command, sizeof command, "%s$KINGSCAN %s", FILES, commands[i]);
        struct ran ran = run_on_terminal(command);
        remove_progress(&ran);
        cr_expect(is_harmless(ran.out, ran.out_length), "%s\n%s", commands[i], ran.out);
        cr_expect_gt(ran.out_length, 0, "%s", commands[i]);
        free_ran(&ran);
    }
}

Test(terminal, lines_stay) {
    struct ran ran = run_on_terminal("printf '" START " id \"a\\tb\\303\\251\";\\r\\n' | $KINGSCAN check "
                                     "--print line 2>/dev/null");
    cr_expect_str_eq(ran.out, START " id \"a\tb\303\251\";\r\n");
    free_ran(&ran);
}
