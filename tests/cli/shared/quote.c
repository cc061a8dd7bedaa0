/* Tests that text of others reaches no terminal unescaped, and that a shell reads the same text back. */
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

/* (A program in one file loads no plugins, and says so.) */
Test(quote, names_of_plugins) {
    expect_run(
        "$KINGSCAN fuzz --plugin \"$(printf '\\033[31m')\" 2>&1 | grep -c '\\\\x1b\\[31m: cannot open'", 0,
        "1\n", "");
}
