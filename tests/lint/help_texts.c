/* Tests that texts of help which don't fit the tables of options fail the build: each test gives one of them
 * to c/cli/args/help_texts.awk, beside a command with two options. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/length.h"
#include "support/run.h"
#include "support/sanitized.h"

TestSuite(help_texts, .disabled = SANITIZED);

#define TABLES                                                                                               \
    "top=$PWD\n" IN_NEW_DIRECTORY "cat >tables <<'END'\n"                                                    \
    "const struct command *const commands[] = {&seek_command, ((void *)0)};\n"                               \
    "static const struct command_option options[] = {\n"                                                     \
    "    {\"own\", 0, \"N\", .read = read_number},\n"                                                        \
    "    { \"jobs\", 'j', \"N\", .read = read_number },\n"                                                   \
    "    {0},\n"                                                                                             \
    "};\n"                                                                                                   \
    "const struct command seek_command = {\n"                                                                \
    "END\n"                                                                                                  \
    "printf '%%s\\n' 'kingscan: all' '' 'Of all.' '' 'Options:' '' '--jobs: use N' >all.txt\n"

/* The lines of a text, and the entries or the errors that the build makes of it. */
static const struct {
    const char *lines, *entries, *errors;
} texts[] = {
    {"'kingscan seek: find it' '' Looks 'for it.' '' Twice. '' Options: '' '--own: short' '    and' "
     "'    long' '' '    or longer' '' Examples: '' 'seek x' '    looks' '    here' 'seek y' '    there'",
     "seek|Summary||find it|seek|Description||Looks for it.\nTwice.|"
     "seek|Options|--own|short\nand long\nor longer|"
     "seek|Examples|seek x|looks here|seek|Examples|seek y|there|",
     ""},
    {"'kingscan seek: find it' '' Looks.", "", "one.txt: error: the option --own has no entry\n"},
    {"'kingscan seek: find it' '' Looks. '' Options: '' '--own: own' '--all: all'", "",
     "one.txt: error: the entry --all has no option\n"},
    {"'kingscan seek: find it' '' Looks. '' Options: '' '--own: own' '--own: more'", "",
     "one.txt: error: the entry --own stands there twice\n"},
    {"'kingscan seek: find it' '' Looks. '' Options: '' '--own: own' '--jobs: jobs'", "",
     "all.txt: error: the entry --jobs has no option\n"},
    {"'kingscan look: find it' '' Looks.", "",
     "one.txt: error: there is no command 'look'\n"
     "seek: error: no text begins with 'kingscan seek: '\n"
     "seek: error: the option --own has no entry\n"},
};

Test(help_texts, each_option_has_an_entry_and_each_entry_an_option) {
    for (size_t i = 0; i < LENGTH(texts); i++) {
        char command[2048];
        snprintf(command, sizeof command,
                 TABLES
                 "printf '%%s\\n' %s >one.txt\n"
                 "if awk -f \"$top/c/cli/args/help_texts.awk\" tables one.txt all.txt >out 2>errors; then\n"
                 "tr '\\001' '|' <out | sed 's/kingscan|Summary.*//'; else sort errors >&2; exit 1; fi",
                 texts[i].lines);
        expect_run(command, *texts[i].errors != '\0', texts[i].entries, texts[i].errors);
    }
}
