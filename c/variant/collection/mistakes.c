/* Each mistake is found by mending the line of the one before it and reading the section again. A line that
 * gives a letter to a piece goes on doing so, since other lines name the piece by its letter; other lines are
 * removed. */
#include "variant/collection/mistakes.h"

#include <stdlib.h>
#include <string.h>

static bool is_at(struct slice slice, const char *place) {
    return place >= slice.text && place <= slice.text + slice.length;
}

/* Returns the entry of the key or value at a place; NULL when there is none. */
static struct ini_entry *entry_at(const struct ini_section *section, const char *place) {
    for (size_t i = 0; i < section->count; i++)
        if (is_at(section->entries[i].key, place) || is_at(section->entries[i].value, place))
            return &section->entries[i];
    return NULL;
}

/* Returns the letter that an entry may give to a piece; 0 when there is none. */
static char letter_of(const struct ini_entry *entry) {
    const struct slice value = entry->value;
    const char letter = value.length ? (char)(*value.text | 0x20) : '\0';
    const bool alone = value.length == 1 || (value.length > 1 && value.text[1] == ':');
    return alone && letter >= 'a' && letter <= 'z' ? letter : '\0';
}

/* Gives the letter to a piece that moves as W. */
static void replace_piece(struct ini_entry *entry, char letter) {
    static const char key[] = "customPiece25",
                      values[] =
                          "a:Wb:Wc:Wd:We:Wf:Wg:Wh:Wi:Wj:Wk:Wl:Wm:Wn:Wo:Wp:Wq:Wr:Ws:Wt:Wu:Wv:Ww:Wx:Wy:Wz:W";
    const bool is_king = ks_slice_is(entry->key, "king");
    if (!is_king && (entry->key.length < 11 || memcmp(entry->key.text, key, 11) != 0))
        entry->key = (struct slice){key, sizeof key - 1};
    entry->value = (struct slice){values + 3 * (letter - 'a'), 3};
}

static void remove_entry(struct ini_section *section, struct ini_entry *entry) {
    const size_t behind = (size_t)(section->entries + section->count - (entry + 1));
    memmove(entry, entry + 1, behind * sizeof *entry);
    section->count--;
}

/* Mends the line of a mistake. */
static void mend_entry(struct ini_section *section, struct ini_entry *entry, int code) {
    const char letter =
        code == KS_ERROR_VARIANT_KEY || ks_piece_of_key(entry->key) != NO_PIECE ? letter_of(entry) : '\0';
    if (letter)
        replace_piece(entry, letter);
    else
        remove_entry(section, entry);
}

/* Returns whether a mistake may follow from what was mended. */
static bool may_follow(int code) {
    return code == KS_ERROR_VARIANT_START || code == KS_ERROR_VARIANT_PIECES;
}

/* Reads the section without its variant. Returns KS_OK when it has no mistake. */
static int read_again(struct making *m, const struct ini_section *section, ks_error *error) {
    m->has_lineup[ks_section_index(&m->sources, section)] = false;
    ks_variant *const v = ks_make_variant(m, section, error);
    if (!v)
        return error->code;
    ks_variant_free_tables(v);
    free(v);
    return KS_OK;
}

static int by_place(const void *a, const void *b) {
    const ks_error *const first = a, *const second = b;
    return (first->offset > second->offset) - (first->offset < second->offset);
}

/* Adds the mistakes in the outer form of lines. */
static size_t add_malformed(const struct making *m, const struct ini_section *section, size_t count,
                            ks_error mistakes[MISTAKES_MAX]) {
    const struct ini *const own = &m->sources.own;
    for (size_t i = 0; i < own->later_count && count < MISTAKES_MAX; i++)
        if (&own->sections[own->later[i].section] == section)
            mistakes[count++] = own->later[i].error;
    return count;
}

/* Adds the mistakes in keys and values after the first one, whatever it is. */
static size_t add_values(struct making *m, struct ini_section *section, const ks_error *first,
                         ks_error mistakes[MISTAKES_MAX]) {
    size_t count = 1;
    ks_error error = *first;
    for (size_t mended = 0; mended < MISTAKES_MAX; mended++) {
        struct ini_entry *const entry = entry_at(section, m->sources.text + error.offset);
        if (!entry && mended > 0)
            break;
        if (mended > 0 && count < MISTAKES_MAX && !may_follow(error.code))
            mistakes[count++] = error;
        if (entry)
            mend_entry(section, entry, error.code);
        if (read_again(m, section, &error) == KS_OK || error.offset == first->offset)
            break;
    }
    return count;
}

size_t ks_find_mistakes(struct making *m, struct ini_section *section, const ks_error *first,
                        ks_error mistakes[MISTAKES_MAX]) {
    mistakes[0] = *first;
    size_t count = add_values(m, section, first, mistakes);
    count = add_malformed(m, section, count, mistakes);
    qsort(mistakes, count, sizeof *mistakes, by_place);
    return count;
}
