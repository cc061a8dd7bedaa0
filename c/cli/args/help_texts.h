/* The words of help: the texts about commands and options.
 *
 * A command has a text beside its code, such as c/cli/commands/check/check.txt: its name and summary, a
 * description, and sections, which begin with a title and a colon. The section "Options" has an entry for
 * each option: its name with a line for the short help, and in indented lines what else there is to say. In
 * other sections an entry is a line, such as an example, above indented lines that explain it.
 *
 * An option without an entry is explained by c/cli/shell/kingscan.txt, which has what holds for all commands,
 * or by shared.txt beside it. The build joins the texts, and fails unless they fit the tables of options (see
 * help_texts.awk). */
#ifndef KS_HELP_TEXTS_H
#define KS_HELP_TEXTS_H

#include <stdbool.h>

/* The owner of what holds for all commands. */
#define HELP_OF_ALL "kingscan"

/* An entry of the texts. */
struct help_entry {
    const char *owner;   /* the name of a command, HELP_OF_ALL or "shared" */
    const char *section; /* the title; "Summary" and "Description" come first */
    const char *name;    /* such as "--only"; "" for what stands under the title itself */
    const char *text;    /* paragraphs, one a line; of an option, first the line for the short help */
};

/* Steps to the next entry of a section, or of all when section is NULL; to the first when *entry is all
 * zeros. Returns false after the last. */
bool next_help_entry(struct help_entry *entry, const char *owner, const char *section);

const char *help_summary(const char *owner);
const char *help_description(const char *owner);

/* Returns what an option of a command does, or of all commands. */
const char *help_for_option(const char *command, const char *option);

/* Whether an option of a command is one that HELP_OF_ALL explains. */
bool is_explained_for_all(const char *command, const char *option);

#endif
