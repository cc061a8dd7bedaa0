/* One file is open at a time. A value of a tag becomes a name by escapes, so that different values have
 * different files, and none of them lies in another folder. */
#include "cli/commands/games/split.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "core/text/characters.h"

void read_split(const struct option_value *value, void *field) {
    struct split *const split = field;
    const char *const text = value->argument;
    const bool number = text[strspn(text, "0123456789")] == '\0';
    if (!text[0])
        usage_error("%s: expected a number of games or a tag, found nothing", value->name);
    split->games = number ? value_number(value, 1, UINT32_MAX) : 0;
    split->tag = number ? NULL : text;
}

void start_split(struct split_files *files) {
    enum { FILES_BYTES = 1 << 28 };
    start_position_set(&files->made, FILES_BYTES);
}

/* ---- Names ---- */

static bool is_plain(char c, bool first) {
    return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z') || (unsigned char)c >= 0x80 ||
           strchr(first ? ",-_" : " ,-_.", c);
}

/* Writes a value with %XX for bytes that are not plain, cut where a name would be too long. */
static void write_name(const char *value, char name[SPLIT_NAME]) {
    enum { LONGEST = 200 };
    size_t length = 0;
    for (; *value && length < LONGEST; value++)
        length +=
            (size_t)(is_plain(*value, length == 0)
                         ? snprintf(name + length, SPLIT_NAME - length, "%c", *value)
                         : snprintf(name + length, SPLIT_NAME - length, "%%%02X", (unsigned char)*value));
    name[length] = '\0';
}

void choose_file(struct split_files *files, const struct split *split, ks_pgn *pgn, const char *folder,
                 const char *kind) {
    char name[SPLIT_NAME];
    const char *const value = split->tag ? ks_pgn_find_tag(pgn, split->tag) : NULL;
    if (!split->tag)
        snprintf(name, sizeof name, "%" PRIu64, 1 + files->games / split->games);
    else
        write_name(value && *value && strcmp(value, "?") != 0 ? value : "unknown", name);
    files->games++;
    if (snprintf(files->path, sizeof files->path, "%s/%s.%s", folder, name, kind) >= (int)sizeof files->path)
        fail("--into: the name of the folder is too long");
}

/* ---- Files ---- */

struct output *output_of_split(struct split_files *files) {
    if (files->open && strcmp(files->opened, files->path) == 0)
        return &files->out;
    if (files->open)
        close_output(&files->out);
    strcpy(files->opened, files->path);
    const enum position_seen seen = add_position(&files->made, make_text_key(files->path));
    if (seen == POSITION_SET_FULL || seen == POSITION_NO_MEMORY)
        fail("--split: there are too many files");
    open_output_by(&files->out, files->opened, seen == POSITION_SEEN ? O_APPEND : O_CREAT | O_EXCL);
    files->open = true;
    return &files->out;
}

void end_split(struct split_files *files) {
    if (files->open)
        close_output(&files->out);
    files->open = false;
}
