/* Foreign text reaches no terminal unescaped, and a shell reads the same text back. */
#include "cli/base/output.h"
#include "game/common/text.h"

#include <criterion/criterion.h>
#include <string.h>

#include "support/length.h"
#include "support/run.h"

static const struct {
    const char *text, *escaped;
} texts[] = {
    {"", ""},
    {"plain text, 100% \\ 'quoted'", "plain text, 100% \\ 'quoted'"},
    {"\033[31mred\a", "\\x1b[31mred\\x07"},
    {"a\tb\r\nc\177", "a\\x09b\\x0d\\x0ac\\x7f"},
    {"Müller, 騎士, 🐴", "Müller, 騎士, 🐴"},
    {"latin-1 \374, cut \303", "latin-1 \\xfc, cut \\xc3"},
    {"C1 \302\233"
     "31m",
     "C1 \\xc2\\x9b"
     "31m"},
    {"turned \342\200\256txt.exe, none \342\200\213.",
     "turned \\xe2\\x80\\xaetxt.exe, none \\xe2\\x80\\x8b."},
    {"too long \300\257, a half \355\240\200", "too long \\xc0\\xaf, a half \\xed\\xa0\\x80"},
};

Test(quote, escapes_unprintable_bytes) {
    for (size_t i = 0; i < LENGTH(texts); i++) {
        char escaped[256], again[256];
        const size_t length = escape_text(texts[i].text, strlen(texts[i].text), escaped, sizeof escaped);
        cr_expect_str_eq(escaped, texts[i].escaped);
        cr_expect_eq(length, strlen(escaped));
        escape_text(escaped, length, again, sizeof again);
        cr_expect_str_eq(again, escaped, "once is enough");
    }
}

/* No character and no escape is split. */
Test(quote, cuts_between_characters) {
    static const char text[] = "a\033ü";
    static const char *const cut[] = {"", "a", "a", "a", "a", "a\\x1b", "a\\x1b", "a\\x1bü"};
    for (size_t size = 1; size <= LENGTH(cut); size++) {
        char escaped[16];
        escape_text(text, sizeof text - 1, escaped, size);
        cr_expect_str_eq(escaped, cut[size - 1], "%zu: %s", size, escaped);
    }
}

Test(quote, a_shell_reads_the_same) {
    for (size_t i = 1; i < LENGTH(texts); i++) {
        char command[1024] = "printf %s ";
        FILE *const out = fmemopen(command + strlen(command), sizeof command - 32, "w");
        print_quoted(texts[i].text, out);
        fclose(out);
        for (const char *c = command; *c; c++)
            cr_expect((unsigned char)*c >= ' ' && *c != 127, "%s", command);
        expect_run(command, 0, texts[i].text, "");
    }
}

/* Commands that quote hostile text, and parts of their output. E is an escape sequence for a shell's
 * printf. */
#define E "\\033[31m"
#define ENGINE(answer)                                                                                       \
    "--engine \"while read -r word rest; do case \\$word in uci) echo uciok;; isready) echo readyok;; "      \
    "go) printf '" answer "';; esac; done\""

static const struct {
    const char *command, *says;
} hostile[] = {
    {"printf 'x" E "\\n' >\"$(printf 'a" E "')\"; $KINGSCAN check a*", "a\\x1b[31m:1:1: error: "},
    {"$KINGSCAN check \"$(printf 'none" E "')\"", "none\\x1b[31m: No such file"},
    {"printf 'k" E " = 1' >mine.ini; $KINGSCAN variants --variants mine.ini", "expected a [section]"},
    {"printf '[a]\\nk" E " = 1' >mine.ini; $KINGSCAN variants --variants mine.ini",
     "k\\x1b[31m: no such key"},
    {"printf '[a : b" E "]' >mine.ini; $KINGSCAN variants --variants mine.ini", "b\\x1b[31m: no variant"},
    {"printf '[a : chess]\\nmaxRank = " E "' >mine.ini; $KINGSCAN variants --variants mine.ini",
     "found '\\x1b[31m'"},
    {"printf '[a : chess]\\ndisplayNames = k:King\\302\\23331m' >mine.ini; $KINGSCAN variants --variants "
     "mine.ini a",
     "King\\xc2\\x9b31m"},
    {"printf '[a : chess]\\ndisplayNames = k:King\\302\\23331m' >mine.ini; $KINGSCAN move --variants "
     "mine.ini --variant a e1e4",
     "king\\xc2\\x9b31m"},
    {"$KINGSCAN diff 1 " ENGINE("e2e4" E ": 5\\\\nNodes searched: 5\\\\n"), "e2e4\\x1b[31m"},
    {"$KINGSCAN diff 1 " ENGINE("hm" E "\\\\n") " --timeout 1", "it said last: 'hm\\x1b[31m'"},
    {"$KINGSCAN diff 1 \"$(printf 'none" E "')\" --engine \"$KINGSCAN uci\"", "none\\x1b[31m: No such file"},
    {"printf 'a" E "\\n' | $KINGSCAN uci", "unknown command 'a\\x1b[31m'"},
    {"printf 'position startpos moves " E "\\n' | $KINGSCAN uci", "column 25: "},
    {"$KINGSCAN show \"$(printf '8/8" E "')\"", "FEN:1:4: error: "},
    {"$KINGSCAN perft 1 --variant \"$(printf '" E "')\"", "no variant '\\x1b[31m'"},
    {"$KINGSCAN fuzz --plugin \"$(printf '" E "')\"", "\\x1b[31m: cannot open"},
    {"$KINGSCAN \"$(printf '" E "')\"", "unknown command '\\x1b[31m'"},
};

Test(quote, every_command_does) {
    for (size_t i = 0; i < LENGTH(hostile); i++) {
        char command[1024];
        snprintf(command, sizeof command, IN_NEW_DIRECTORY "{ %s; } 2>&1", hostile[i].command);
        struct ran ran = run_shell(command);
        cr_expect(strstr(ran.out, hostile[i].says), "%s\n%s is not in:\n%s", hostile[i].command,
                  hostile[i].says, ran.out);
        cr_expect_not(strpbrk(ran.out, "\033\233"), "%s: %s", hostile[i].command, ran.out);
        free_ran(&ran);
    }
}
