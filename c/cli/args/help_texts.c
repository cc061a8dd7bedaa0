/* Finds the words of help, about commands and options, in the texts that the build has joined. */
#include "cli/args/help_texts.h"

#include <string.h>

/* build/help.texts: the strings of all entries, each with a zero at its end. See c/core/embed.c. */
extern const char ks_embedded_help[], ks_embedded_help_end[];

static const char *after(const char *string) {
    return string + strlen(string) + 1;
}

bool next_help_entry(struct help_entry *entry, const char *owner, const char *section) {
    do {
        entry->owner = entry->text ? after(entry->text) : ks_embedded_help;
        if (entry->owner >= ks_embedded_help_end)
            return false;
        entry->section = after(entry->owner);
        entry->name = after(entry->section);
        entry->text = after(entry->name);
    } while (strcmp(entry->owner, owner) != 0 || (section && strcmp(entry->section, section) != 0));
    return true;
}

const char *help_summary(const char *owner) {
    struct help_entry entry = {0};
    return next_help_entry(&entry, owner, "Summary") ? entry.text : "";
}

const char *help_description(const char *owner) {
    struct help_entry entry = {0};
    return next_help_entry(&entry, owner, "Description") ? entry.text : "";
}

/* Returns NULL when the owner's text doesn't explain the option. */
static const char *find_option(const char *owner, const char *option) {
    struct help_entry entry = {0};
    while (next_help_entry(&entry, owner, NULL))
        if (strncmp(entry.name, "--", 2) == 0 && strcmp(entry.name + 2, option) == 0)
            return entry.text;
    return NULL;
}

const char *help_for_option(const char *command, const char *option) {
    const char *const owners[] = {command, HELP_OF_ALL, "shared"};
    const char *text = NULL;
    for (size_t i = 0; i < sizeof owners / sizeof *owners && !text; i++)
        text = find_option(owners[i], option);
    return text ? text : "";
}

bool is_explained_for_all(const char *command, const char *option) {
    return !find_option(command, option) && find_option(HELP_OF_ALL, option);
}
