/* Reads the text of variants.ini: sections, keys, values; and lists the pieces that every variant begins
 * with. */
#include "variant/read/ini.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/cursor.h"
#include "core/text/foreign.h"
#include "core/text/growing.h"

/* ==== Text ==== */

/* Reads sections and entries as slices of the text; nothing is copied. */

/* ---- Slices ---- */

bool ks_slices_equal(struct slice a, struct slice b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.text, b.text, a.length) == 0);
}

bool ks_slice_is(struct slice slice, const char *string) {
    return ks_slices_equal(slice, (struct slice){string, strlen(string)});
}

static bool is_space(char c) {
    return is_blank(c) || c == '\r';
}

static struct slice trimmed(const char *start, const char *end) {
    while (start < end && is_space(*start))
        start++;
    while (start < end && is_space(end[-1]))
        end--;
    return (struct slice){start, (size_t)(end - start)};
}

/* Returns the first place of a character in a slice, or the slice's end. */
static const char *find(struct slice slice, char c) {
    const char *const found = slice.length ? memchr(slice.text, c, slice.length) : NULL;
    return found ? found : slice.text + slice.length;
}

bool ks_is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/* ---- Lines ---- */

/* The text that is being read. */
struct parser {
    struct ini *ini;
    const char *text;
    size_t entry_count, section_room, entry_room;
    ks_error *error;
};

static struct ini_section *last_section(const struct parser *p) {
    return p->ini->count ? &p->ini->sections[p->ini->count - 1] : NULL;
}

/* Returns the place for an error of the section that is being read; NULL when there are too many. */
static ks_error *next_trouble(const struct parser *p) {
    struct ini *const ini = p->ini;
    struct ini_section *const section = last_section(p);
    ks_error *const first = section ? &section->trouble : &ini->trouble;
    if (first->code == KS_OK)
        return first;
    if (!section || ini->later_count == INI_SECTIONS_MAX)
        return NULL;
    if (!ini->later)
        ini->later = calloc(INI_SECTIONS_MAX, sizeof *ini->later);
    ini->no_memory = !ini->later;
    if (!ini->later)
        return NULL;
    ini->later[ini->later_count].section = ini->count - 1;
    return &ini->later[ini->later_count++].error;
}

/* Keeps an error of the section that is being read. */
__attribute__((format(printf, 3, 4))) static void note_trouble(const struct parser *p, const char *place,
                                                               const char *format, ...) {
    ks_error *const trouble = next_trouble(p);
    va_list arguments;
    if (!trouble)
        return;
    va_start(arguments, format);
    vsnprintf(trouble->message, sizeof trouble->message, format, arguments);
    va_end(arguments);
    trouble->code = KS_ERROR_INI;
    trouble->offset = (size_t)(place - p->text);
}

/* Makes room for one more item in a growing array. array: the address of the array's pointer. */
static int make_room(const struct parser *p, void *array, size_t count, size_t *room, size_t size) {
    void **const items = array;
    void *const moved = grown(*items, count, 1, room, size);
    if (!moved)
        return ks_fail(p->error, KS_ERROR_MEMORY, 0, "not enough memory");
    *items = moved;
    return KS_OK;
}

/* Adds the section that a line begins. */
static int add_section(struct parser *p, struct slice line) {
    struct ini *const ini = p->ini;
    const bool closed = line.text[line.length - 1] == ']';
    const char *const end = line.text + line.length - closed, *const colon = find(line, ':');
    if (ini->count == INI_SECTIONS_MAX)
        return ks_fail(p->error, KS_ERROR_INI, (size_t)(line.text - p->text),
                       "expected at most %d sections, found more", INI_SECTIONS_MAX);
    const int code = make_room(p, &ini->sections, ini->count, &p->section_room, sizeof *ini->sections);
    if (code != KS_OK)
        return code;
    ini->sections[ini->count++] =
        (struct ini_section){.name = trimmed(line.text + 1, colon < end ? colon : end),
                             .base = trimmed(colon < end ? colon + 1 : end, end)};
    return KS_OK;
}

/* Checks the line that begins the last section, and keeps an error. */
static void check_section(const struct parser *p, struct slice line) {
    const struct ini_section *const section = last_section(p);
    if (line.text[line.length - 1] != ']')
        note_trouble(p, line.text, "expected ']' at the end of the line that begins with '['");
    else if (section->name.length == 0 || (section->base.length == 0 && memchr(line.text, ':', line.length)))
        note_trouble(p, line.text, "expected a name, as in [name] or [name : base]");
}

static bool has_key(const struct parser *p, const struct ini_section *section, struct slice key) {
    for (size_t i = p->entry_count - section->count; i < p->entry_count; i++)
        if (ks_slices_equal(p->ini->entries[i].key, key))
            return true;
    return false;
}

static int add_entry(struct parser *p, struct ini_section *section, struct ini_entry entry) {
    struct ini *const ini = p->ini;
    const int code = make_room(p, &ini->entries, p->entry_count, &p->entry_room, sizeof *ini->entries);
    if (code != KS_OK)
        return code;
    entry.repeats = has_key(p, section, entry.key);
    ini->entries[p->entry_count++] = entry;
    section->count++;
    return KS_OK;
}

static int read_entry(struct parser *p, struct slice line) {
    const char *const equals = find(line, '='), *const end = line.text + line.length;
    const struct ini_entry entry = {trimmed(line.text, equals), trimmed(equals < end ? equals + 1 : end, end),
                                    false};
    struct ini_section *const section = last_section(p);
    if (equals == end || entry.key.length == 0)
        note_trouble(p, line.text, "expected [section], key = value, or a comment after # or ;");
    else if (!section)
        note_trouble(p, line.text, "expected a [section] before the first key");
    else if (section->count == INI_KEYS_MAX)
        note_trouble(p, line.text, "expected at most %d keys in a section, found more", INI_KEYS_MAX);
    else
        return add_entry(p, section, entry);
    return KS_OK;
}

static int read_line(struct parser *p, struct slice line) {
    const struct slice content = trimmed(line.text, line.text + line.length);
    if (content.length == 0 || *content.text == '#' || *content.text == ';')
        return KS_OK;
    /* The section comes first, so that an error of its line belongs to it and not to the section before. */
    const int code = *content.text == '[' ? add_section(p, content) : KS_OK;
    if (code != KS_OK)
        return code;
    if (line.length > INI_LINE_MAX)
        note_trouble(p, line.text, "expected a line of at most %d bytes, found %zu", INI_LINE_MAX,
                     line.length);
    else if (memchr(line.text, '\0', line.length))
        note_trouble(p, find(line, '\0'), "expected text, found a zero byte");
    else if (*content.text == '[')
        check_section(p, content);
    else
        return read_entry(p, content);
    return KS_OK;
}

/* ---- All ---- */

/* Gives the sections their entries. This comes last, since the array of entries may move while it grows. */
static void hand_out_entries(struct ini *ini) {
    size_t next = 0;
    for (size_t i = 0; ini->entries && i < ini->count; i++) {
        ini->sections[i].entries = ini->entries + next;
        next += ini->sections[i].count;
    }
}

int ks_ini_read(struct ini *ini, const char *text, size_t length, ks_error *error) {
    struct parser parser = {.ini = ini, .text = text, .error = error};
    int code = KS_OK;
    *ini = (struct ini){0};
    if (length > KS_VARIANTS_TEXT_MAX)
        return ks_fail(error, KS_ERROR_INI, KS_VARIANTS_TEXT_MAX, "expected at most %d bytes, found %zu",
                       KS_VARIANTS_TEXT_MAX, length);
    for (const char *line = text + byte_order_mark(text, length), *const end = text + length;
         line < end && code == KS_OK;) {
        const char *const line_end = find((struct slice){line, (size_t)(end - line)}, '\n');
        if (line_end > line)
            code = read_line(&parser, (struct slice){line, (size_t)(line_end - line)});
        line = line_end + (line_end < end);
    }
    if (code == KS_OK && ini->no_memory)
        code = ks_fail(error, KS_ERROR_MEMORY, 0, "not enough memory");
    if (code == KS_OK)
        hand_out_entries(ini);
    return code;
}

void ks_ini_free(struct ini *ini) {
    free(ini->sections);
    free(ini->entries);
    free(ini->later);
}

/* ---- Errors ---- */

int ks_ini_fail_repeated(const struct ini_entry *entry, const char *then, const char *text, ks_error *error) {
    return ks_fail(error, KS_ERROR_VARIANT_KEY, (size_t)(entry->key.text - text),
                   "%.*s: this section already has the key%s", (int)entry->key.length, entry->key.text, then);
}

/* Fails with a section's first error: the error of its lines, or its first repeated key, whichever comes
 * first. */
static int first_of_section(const struct ini_section *section, const char *text, ks_error *error) {
    const ks_error *const trouble = &section->trouble;
    for (size_t i = 0; i < section->count; i++)
        if (section->entries[i].repeats &&
            (trouble->code == KS_OK || section->entries[i].key.text < text + trouble->offset))
            return ks_ini_fail_repeated(&section->entries[i], "", text, error);
    return ks_fail_as(error, trouble);
}

int ks_ini_first_trouble(const struct ini *ini, const char *text, ks_error *error) {
    int code = ks_fail_as(error, &ini->trouble);
    for (size_t i = 0; i < ini->count && code == KS_OK; i++)
        code = first_of_section(&ini->sections[i], text, error);
    return code;
}

/* ==== Pieces by name ==== */

/* The keys of pieces, and the piece of each letter. */

/* ---- Keys ---- */

/* The pieces whose key implies their moves. */
static const struct piece_key known_pieces[] = {
#define PIECE(key, betza, name) {#key, betza, name, false},
#include "variant/read/named_pieces.def"
#undef PIECE
};

enum { KNOWN_PIECES = sizeof known_pieces / sizeof *known_pieces, KING = KNOWN_PIECES + CUSTOM_PIECES };

_Static_assert(KING < 64, "a set of pieces has 64 bits");

unsigned ks_piece_count(void) {
    return KING + 1;
}

struct piece_key ks_key_of_piece(unsigned piece, char text[PIECE_KEY_SIZE]) {
    if (piece < KNOWN_PIECES)
        return known_pieces[piece];
    if (piece == KING)
        return (struct piece_key){"king", "K", "King", true};
    snprintf(text, PIECE_KEY_SIZE, "customPiece%u", piece - KNOWN_PIECES + 1);
    return (struct piece_key){text, NULL, "Piece %c", true};
}

unsigned ks_piece_of_key(struct slice key) {
    char text[PIECE_KEY_SIZE];
    for (unsigned piece = 0; piece < ks_piece_count(); piece++)
        if (ks_slice_is(key, ks_key_of_piece(piece, text).key))
            return piece;
    return NO_PIECE;
}

void ks_add_piece_keys(struct choices *choices) {
    for (size_t i = 0; i < KNOWN_PIECES; i++)
        ks_add_choice(choices, known_pieces[i].key);
    ks_add_choice(choices, "king");
}

/* ---- Letters ---- */

/* Returns the number of a small or capital letter; -1 when there is none. */
static int letter_of(struct slice value) {
    const int letter = value.length ? (*value.text | 0x20) - 'a' : -1;
    return letter >= 0 && letter < 26 ? letter : -1;
}

/* Finds the value that a section gives to each piece. */
static void find_values(const struct ini_section *section, struct slice *values) {
    for (size_t i = 0; i < section->count; i++) {
        const unsigned piece = ks_piece_of_key(section->entries[i].key);
        if (piece != NO_PIECE)
            values[piece] = section->entries[i].value;
    }
}

static void take_away(struct lineup *lineup, unsigned piece) {
    for (unsigned letter = 0; letter < 26; letter++)
        if (lineup->piece[letter] == piece)
            lineup->piece[letter] = NO_PIECE;
    lineup->present &= ~((uint64_t)1 << piece);
}

void ks_find_lineup(const struct ini_section *section, const struct lineup *base, struct lineup *lineup) {
    struct slice values[KING + 1] = {{NULL, 0}};
    unsigned given = 0; /* bit n: letter n, by this section */
    if (base) {
        *lineup = *base;
    } else {
        lineup->present = 0;
        memset(lineup->piece, NO_PIECE, sizeof lineup->piece);
    }
    find_values(section, values);
    for (unsigned piece = 0; piece <= KING; piece++)
        if (values[piece].text)
            take_away(lineup, piece);
    for (unsigned piece = 0; piece <= KING; piece++) {
        const int letter = values[piece].text ? letter_of(values[piece]) : -1;
        if (letter < 0 || given >> letter & 1)
            continue;
        if (lineup->piece[letter] != NO_PIECE)
            take_away(lineup, lineup->piece[letter]);
        lineup->piece[letter] = (uint8_t)piece;
        lineup->present |= (uint64_t)1 << piece;
        given |= 1u << letter;
    }
}
