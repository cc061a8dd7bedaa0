/* Finds the set of features that somebody names on the command line, and says what is wrong with a file of
 * descriptions. */
#include "cli/positions/feature_set.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/io/input.h"
#include "cli/positions/arguments.h"

/* Reports an error in the file of descriptions, with its line. */
static _Noreturn void refuse_description(const char *file, const char *text, size_t length,
                                         const ks_error *error) {
    struct source source = {file, 1, text, 0};
    const char *const place = text + (error->offset < length ? error->offset : length);
    for (const char *end; (end = memchr(source.text, '\n', (size_t)(place - source.text))); source.line++)
        source.text = end + 1;
    const char *const end = memchr(place, '\n', (size_t)(text + length - place));
    source.length = (size_t)((end ? end : text + length) - source.text);
    ks_error in_line = *error;
    in_line.offset = (size_t)(place - source.text);
    refuse(&source, &in_line);
}

ks_features *require_features(const char *name, const char *file) {
    size_t length = 0;
    char *const text = file ? read_input(file, KS_VARIANTS_TEXT_MAX, &length) : NULL;
    ks_error error;
    ks_features *const set = ks_features_new(name, text, length, &error);
    if (!set && error.code == KS_ERROR_MEMORY)
        fail("%s", error.message);
    if (!set && (error.code == KS_ERROR_FEATURES_UNKNOWN || !text))
        refuse(&(struct source){"SET", 1, name, strlen(name)}, &error);
    if (!set)
        refuse_description(file, text, length, &error);
    free(text);
    return set;
}

void list_sets(struct choices *choices, char *const *line) {
    (void)line;
    for (size_t i = 0; ks_features_get_bundled(i); i++)
        ks_add_choice(choices, ks_features_get_bundled(i));
}
