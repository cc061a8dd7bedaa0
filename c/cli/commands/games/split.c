/* Writes games to several files: so many in each, or a file for each value of a tag. One file is open at a
 * time, and each is a draft until it has all its games: with a tag that is at the end of the run. A value of
 * a tag becomes a name by escapes, so that different values have different files, and none of them lies in
 * another folder. */
#include "cli/commands/games/split.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/draft.h"
#include "cli/base/messages.h"
#include "cli/positions/position_set.h"
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

/* ---- Names ---- */

static bool is_plain(char c, bool first) {
    return is_digit(c) || is_letter(c) || (unsigned char)c >= 0x80 || strchr(first ? ",-_" : " ,-_.", c);
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
    files->may_come_again = split->tag;
    files->games++;
    if (snprintf(files->path, sizeof files->path, "%s/%s.%s", folder, name, kind) >= (int)sizeof files->path)
        fail("--into: the name of the folder is too long");
}

/* ---- Files ---- */

/* Returns the place of a file in the table of drafts, or the free one that it would have. */
static struct draft **find_place(struct draft **made, size_t room, const char *path) {
    size_t at = make_text_key(path).low & (room - 1);
    while (made[at] && strcmp(draft_name(made[at]), path) != 0)
        at = (at + 1) & (room - 1);
    return &made[at];
}

/* Keeps half of the table free. */
static void make_place(struct split_files *files) {
    enum { FIRST_ROOM = 64 };
    if (files->count < files->room / 2)
        return;
    const size_t room = files->room ? 2 * files->room : FIRST_ROOM;
    struct draft **const made = given(calloc(room, sizeof *made));
    for (size_t i = 0; i < files->room; i++)
        if (files->made[i])
            *find_place(made, room, draft_name(files->made[i])) = files->made[i];
    free(files->made);
    files->made = made;
    files->room = room;
}

static void end_file(struct draft *draft, bool whole) {
    if (!end_draft(draft, whole))
        exit(STATUS_FAILED);
}

/* Ends the file that is open, or leaves it when it may get more games. */
static void close_file(struct split_files *files) {
    if (!files->open)
        return;
    flush_output(&files->out);
    if (files->may_come_again)
        leave_draft(files->open);
    else
        end_file(files->open, true);
    files->open = NULL;
}

/* Opens the file of the next game: a new one, or one that was left. */
static void open_file(struct split_files *files) {
    make_place(files);
    struct draft **const place = find_place(files->made, files->room, files->path);
    if (*place) {
        resume_draft(*place);
    } else {
        *place = open_draft(files->path, true);
        files->count++;
    }
    files->open = *place;
    direct_to_draft(&files->out, files->open);
}

struct output *output_of_split(struct split_files *files) {
    if (files->open && strcmp(draft_name(files->open), files->path) == 0)
        return &files->out;
    close_file(files);
    open_file(files);
    return &files->out;
}

void end_split(struct split_files *files, bool whole) {
    if (files->open && whole)
        flush_output(&files->out);
    for (size_t i = 0; i < files->room; i++)
        if (files->made[i] && (files->may_come_again || files->made[i] == files->open))
            end_file(files->made[i], whole);
    free(files->made);
    free_output(&files->out);
}
