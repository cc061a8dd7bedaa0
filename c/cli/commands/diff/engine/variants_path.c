/* Kingscan skips blanks that Fairy-Stockfish reads as a part of a name: blanks around the colon make it
 * search for a base named " chess". */
#include "cli/commands/diff/engine/variants_path.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/platform/platform.h"
#include "variant/read/ini.h"

/* ---- Which form a text has ---- */

static bool is_followed_by(struct slice slice, char c, const char *end) {
    const char *const behind = slice.text + slice.length;
    return behind < end && *behind == c;
}

static bool begins_line(struct slice slice, const char *text) {
    return slice.text == text || slice.text[-1] == '\n';
}

static bool ends_line(struct slice slice, const char *end) {
    return slice.text + slice.length == end || is_followed_by(slice, '\n', end) ||
           is_followed_by(slice, '\r', end);
}

static bool is_plain_header(const struct ini_section *section, const char *end) {
    const bool based = section->base.length > 0;
    return section->name.text[-1] == '[' && is_followed_by(section->name, based ? ':' : ']', end) &&
           (!based || (section->base.text[-1] == ':' && is_followed_by(section->base, ']', end)));
}

static bool is_plain_section(const struct ini_section *section, const char *text, const char *end) {
    for (size_t i = 0; i < section->count; i++)
        if (!begins_line(section->entries[i].key, text) || !ends_line(section->entries[i].value, end))
            return false;
    return is_plain_header(section, end) && begins_line((struct slice){section->name.text - 1, 1}, text);
}

static bool is_plain(const struct ini *ini, const char *text, size_t length) {
    for (size_t i = 0; i < ini->count; i++)
        if (!is_plain_section(&ini->sections[i], text, text + length))
            return false;
    return true;
}

/* ---- The copy ---- */

static void print_slice(const char *before, struct slice slice, const char *behind, FILE *out) {
    fputs(before, out);
    fwrite(slice.text, 1, slice.length, out);
    fputs(behind, out);
}

static void print_section(const struct ini_section *section, FILE *out) {
    print_slice("[", section->name, "", out);
    if (section->base.length > 0)
        print_slice(":", section->base, "", out);
    fputs("]\n", out);
    for (size_t i = 0; i < section->count; i++) {
        print_slice("", section->entries[i].key, " = ", out);
        print_slice("", section->entries[i].value, "\n", out);
    }
}

static const char *path_of_copy(const struct ini *ini) {
    static char path[TEMPORARY_PATH];
    const int fd = open_shared_temporary(path);
    FILE *const out = fd < 0 ? NULL : fdopen(dup(fd), "w");
    if (!out)
        fail("--variants: can't hand a copy to the engine: %s", strerror(errno));
    for (size_t i = 0; i < ini->count; i++)
        print_section(&ini->sections[i], out);
    if (fclose(out) != 0)
        fail("--variants: can't hand a copy to the engine: %s", strerror(errno));
    return path;
}

static bool can_be_read_again(const char *file) {
    struct stat status;
    return strcmp(file, "-") != 0 && stat(file, &status) == 0 && S_ISREG(status.st_mode);
}

const char *variants_path(const char *file, const char *text, size_t length) {
    struct ini ini;
    ks_error error;
    const bool read = ks_ini_read(&ini, text, length, &error) == KS_OK;
    const bool as_it_is = read && is_plain(&ini, text, length) && can_be_read_again(file);
    const char *const path = as_it_is || !read ? file : path_of_copy(&ini);
    ks_ini_free(&ini);
    return path;
}
