/* Both forms take the names one by one from the text. */
#include "cli/pgn/tag_fields.h"

#include <stdio.h>

/* Moves on to the next name. Returns false when there is none. */
static bool next_name(const char **names, char name[KS_PGN_WORD_MAX + 1]) {
    if (!*names)
        return false;
    const size_t length = strcspn(*names, ",");
    snprintf(name, KS_PGN_WORD_MAX + 1, "%.*s", (int)length, *names);
    *names = (*names)[length] ? *names + length + 1 : NULL;
    return true;
}

void put_tag_fields(struct output *out, ks_pgn *pgn, const char *names) {
    char name[KS_PGN_WORD_MAX + 1];
    while (next_name(&names, name)) {
        const char *const value = ks_pgn_find_tag(pgn, name);
        put(out, "\t", 1);
        if (value)
            put_escaped(out, value, strlen(value));
    }
}

void put_tag_members(struct json *json, ks_pgn *pgn, const char *names) {
    char name[KS_PGN_WORD_MAX + 1];
    if (!names)
        return;
    json_open_object(json, "tags");
    while (next_name(&names, name)) {
        json_key(json, name, strlen(name));
        json_string(json, NULL, ks_pgn_find_tag(pgn, name));
    }
    json_close_object(json);
}
