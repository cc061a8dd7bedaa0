/* Reads descriptions of the inputs of a neural net, the bundled ones or a user's, into a set of features. */
#include "game/features/set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/cursor.h"
#include "core/text/words.h"
#include "variant/read/ini.h"

/* c/game/features/features.ini: see c/core/embed.c */
extern const char ks_embedded_features[], ks_embedded_features_end[];

/* The two texts in which descriptions are found. */
struct texts {
    struct ini own, bundled;
    const char *text;
    ks_error *error;
};

/* A description that is being read. */
struct description {
    const char *text; /* in which the section stands */
    const struct ini_section *section;
    ks_error *error;
};

/* ==== Values ==== */

static const struct ini_entry *find_entry(const struct description *d, const char *key) {
    for (size_t i = 0; i < d->section->count; i++)
        if (ks_slice_is(d->section->entries[i].key, key))
            return &d->section->entries[i];
    return NULL;
}

#define FAIL_AT(d, code, place, ...) ks_fail((d)->error, code, (size_t)((place) - (d)->text), __VA_ARGS__)

/* Fails at a section that lacks a key. */
static int fail_without(const struct description *d, const char *key) {
    const struct slice name = d->section->name;
    return FAIL_AT(d, KS_ERROR_FEATURES_KEY, name.text, "expected the key %s in [%.*s]", key,
                   (int)name.length < 64 ? (int)name.length : 64, name.text);
}

/* Fails at a value that is none of the words, which end with NULL. */
static int refuse_word(const struct description *d, const struct ini_entry *entry, const char *const *words) {
    char list[96];
    size_t length = 0;
    for (size_t i = 0; words[i] && length < sizeof list; i++)
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
                                   i == 0         ? ""
                                   : words[i + 1] ? ", "
                                                  : " or ",
                                   words[i]);
    return FAIL_AT(d, KS_ERROR_FEATURES_VALUE, entry->value.text, "%.*s: expected %s, found '%.*s'",
                   (int)entry->key.length, entry->key.text, list,
                   (int)entry->value.length < 32 ? (int)entry->value.length : 32, entry->value.text);
}

/* Reads one of the words into *index, which stays where the key is not given. */
static int read_word(const struct description *d, const char *key, const char *const *words,
                     unsigned *index) {
    const struct ini_entry *const entry = find_entry(d, key);
    for (unsigned i = 0; entry && words[i]; i++)
        if (ks_slice_is(entry->value, words[i])) {
            *index = i;
            return KS_OK;
        }
    return entry ? refuse_word(d, entry, words) : KS_OK;
}

static int read_flag(const struct description *d, const char *key, bool *flag) {
    static const char *const words[] = {"no", "yes", NULL};
    unsigned answer = *flag;
    const int code = read_word(d, key, words, &answer);
    *flag = answer;
    return code;
}

/* Reads a number of digits; -1 when a text is none, or has more than eight of them. */
static int number_of(struct slice text) {
    int number = 0;
    if (text.length == 0 || text.length > 8)
        return -1;
    for (size_t i = 0; i < text.length; i++) {
        if (!is_digit(text.text[i]))
            return -1;
        number = 10 * number + (text.text[i] - '0');
    }
    return number;
}

static int read_number(const struct description *d, const char *key, unsigned least, unsigned most,
                       unsigned *number) {
    const struct ini_entry *const entry = find_entry(d, key);
    if (!entry)
        return KS_OK;
    const int value = number_of(entry->value);
    if (value < (int)least || value > (int)most)
        return FAIL_AT(d, KS_ERROR_FEATURES_VALUE, entry->value.text, "%s: expected a number from %u to %u",
                       key, least, most);
    *number = (unsigned)value;
    return KS_OK;
}

/* Reads a row of `count` numbers below `limit`; '-' is `none`. places: where each of them stands. */
static int read_row(const struct description *d, const struct ini_entry *entry, unsigned count,
                    unsigned limit, uint8_t none, uint8_t *row, const char **places) {
    struct words words = {entry->value.text, entry->value.length, 0};
    unsigned found = 0;
    for (struct word word = next_word(&words); word.length; word = next_word(&words), found++) {
        const bool is_none = word_is(word, "-");
        const int number = is_none ? none : number_of((struct slice){word.text, word.length});
        if (!is_none && (number < 0 || number >= (int)limit))
            return FAIL_AT(d, KS_ERROR_FEATURES_VALUE, word.text, "%.*s: expected '-' or a number below %u",
                           (int)entry->key.length, entry->key.text, limit);
        if (found < count) {
            row[found] = (uint8_t)number;
            places[found] = word.text;
        }
    }
    return found == count
               ? KS_OK
               : FAIL_AT(d, KS_ERROR_FEATURES_COUNT, entry->value.text, "%.*s: expected %u numbers, found %u",
                         (int)entry->key.length, entry->key.text, count, found);
}

/* ==== Squares ==== */

enum { BUCKETS_MAX = 64 };

/* Reads the row of a rank into own squares; places: where the numbers stand. */
static int read_rank(const struct description *d, unsigned rank, struct squares_block *squares,
                     const char *places[64], bool *given) {
    char key[] = "rank1";
    key[4] = (char)('1' + rank);
    const struct ini_entry *const entry = find_entry(d, key);
    if (!entry)
        return KS_OK;
    *given = true;
    return read_row(d, entry, 8, BUCKETS_MAX, NO_BUCKET, squares->bucket + 8 * rank, places + 8 * rank);
}

/* Tests that the own king has a bucket where it may stand, and nowhere else, and that none is missing. */
static int check_buckets(const struct description *d, struct block *block, const char *const places[64]) {
    struct squares_block *const squares = &block->squares;
    uint64_t found = 0;
    for (unsigned square = 0; square < 64; square++) {
        const bool right = square & 4;
        const bool stands = block->mirror == MIRROR_NONE || right == (block->mirror == MIRROR_TO_E_H);
        if (stands && squares->bucket[square] == NO_BUCKET)
            return FAIL_AT(d, KS_ERROR_FEATURES_VALUE,
                           places[square] ? places[square] : d->section->name.text,
                           "expected a bucket for the own king on %c%c", 'a' + (int)(square & 7),
                           '1' + (int)(square >> 3));
        if (!stands && squares->bucket[square] != NO_BUCKET)
            return FAIL_AT(d, KS_ERROR_FEATURES_VALUE, places[square],
                           "expected '-': the own king is mirrored and never stands on %c%c",
                           'a' + (int)(square & 7), '1' + (int)(square >> 3));
        if (stands)
            found |= bit(squares->bucket[square]);
    }
    squares->buckets = highest_square(found) + 1;
    if (found & (found + 1))
        return FAIL_AT(d, KS_ERROR_FEATURES_COUNT, d->section->name.text,
                       "expected a square for bucket %u, since there is a bucket %u", lowest_square(~found),
                       squares->buckets - 1);
    return KS_OK;
}

static int read_buckets(const struct description *d, struct block *block) {
    const char *places[64] = {NULL};
    bool given = false;
    int code = KS_OK;
    memset(block->squares.bucket, NO_BUCKET, sizeof block->squares.bucket);
    for (unsigned rank = 8; rank-- > 0 && code == KS_OK;)
        code = read_rank(d, rank, &block->squares, places, &given);
    if (code == KS_OK && given)
        return check_buckets(d, block, places);
    memset(block->squares.bucket, 0, sizeof block->squares.bucket);
    block->squares.buckets = 1;
    return code;
}

/* Returns the plane of a piece among those of a block with these kings. */
static unsigned plane_of(const struct squares_block *squares, unsigned piece, enum block_kings kings) {
    const unsigned kind = piece % KINDS, other = piece / KINDS,
                   kinds = kings == KINGS_BOTH ? KINDS : KINDS - 1;
    if (kind == KINDS - 1 && kings != KINGS_BOTH)
        return kings == KINGS_NONE ? NO_PLANE : 2 * kinds;
    return squares->by_sides ? other * kinds + kind : 2 * kind + other;
}

static int read_squares(const struct description *d, struct block *block) {
    static const char *const kings[] = {"none", "both", "merged", NULL}, *const orders[] = {"kinds", "sides",
                                                                                            NULL};
    struct squares_block *const squares = &block->squares;
    unsigned by_sides = 0, chosen = KINGS_BOTH;
    int code = read_word(d, "kings", kings, &chosen);
    if (code == KS_OK)
        code = read_word(d, "order", orders, &by_sides);
    if (code == KS_OK)
        code = read_flag(d, "factor", &squares->factor);
    if (code == KS_OK)
        code = read_number(d, "offset", 0, 1 << 16, &block->offset);
    squares->kings = chosen;
    squares->by_sides = by_sides;
    const enum block_kings factored = chosen == KINGS_MERGED ? KINGS_BOTH : squares->kings;
    for (unsigned piece = 0; piece < PIECES; piece++) {
        squares->plane[piece] = (uint8_t)plane_of(squares, piece, squares->kings);
        squares->factor_plane[piece] = (uint8_t)plane_of(squares, piece, factored);
    }
    squares->planes = chosen == KINGS_NONE ? 10 : chosen == KINGS_BOTH ? 12 : 11;
    squares->factor_planes = !squares->factor ? 0 : factored == KINGS_NONE ? 10 : 12;
    if (code == KS_OK)
        code = read_buckets(d, block);
    block->inputs = squares->buckets * bucket_size(block) + 64 * squares->factor_planes;
    return code;
}

/* ==== Pairs ==== */

static const char *const kind_names[KINDS] = {"pawn", "knight", "bishop", "rook", "queen", "king"};

/* Tests that the slots of an attacker are 0, 1 and so on, each once. */
static int check_slots(const struct description *d, const struct ini_entry *entry, const uint8_t slots[KINDS],
                       const char *const places[KINDS], unsigned *count) {
    unsigned seen = 0;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        if (slots[kind] == NO_SLOT)
            continue;
        if (seen >> slots[kind] & 1)
            return FAIL_AT(d, KS_ERROR_FEATURES_OVERLAP, places[kind],
                           "%.*s: slot %u is taken, and features would have the same index",
                           (int)entry->key.length, entry->key.text, slots[kind]);
        seen |= 1u << slots[kind];
    }
    *count = (unsigned)__builtin_popcount(seen);
    if (seen & (seen + 1))
        return FAIL_AT(d, KS_ERROR_FEATURES_COUNT, entry->value.text, "%.*s: expected slot %u too",
                       (int)entry->key.length, entry->key.text, (unsigned)__builtin_ctz(~seen));
    return KS_OK;
}

/* Fills in what pieces attack on an empty board. Pawns stand on their ranks 2 to 7 alone. */
static void count_attacks(struct pairs_block *pairs) {
    for (unsigned piece = 0; piece < PIECES; piece++)
        for (unsigned from = 0; from < 64; from++) {
            pairs->attacks[piece][from] = ks_attacks_of_kind(piece % KINDS, piece / KINDS, from);
            pairs->before[piece][from + 1] =
                (uint16_t)(pairs->before[piece][from] + __builtin_popcountll(pairs->attacks[piece][from]));
        }
}

static int read_pairs(const struct description *d, struct block *block) {
    struct pairs_block *const pairs = &block->pairs;
    int code = read_flag(d, "once", &pairs->once);
    memset(pairs->slot, NO_SLOT, sizeof pairs->slot);
    for (unsigned kind = 0; kind < KINDS && code == KS_OK; kind++) {
        const struct ini_entry *const entry = find_entry(d, kind_names[kind]);
        const char *places[KINDS] = {NULL};
        if (!entry)
            continue;
        code = read_row(d, entry, KINDS, KINDS, NO_SLOT, pairs->slot[kind], places);
        if (code == KS_OK)
            code = check_slots(d, entry, pairs->slot[kind], places, &pairs->slots[kind]);
    }
    count_attacks(pairs);
    for (unsigned piece = 0; piece < PIECES; piece++) {
        pairs->first[piece] = block->inputs;
        block->inputs += 2 * pairs->slots[piece % KINDS] * pairs->before[piece][64];
    }
    if (code == KS_OK && block->inputs == 0)
        return fail_without(d, "pawn, knight, bishop, rook, queen or king");
    return code;
}

/* ==== Pawns ==== */

static int read_pawns(const struct description *d, struct block *block) {
    block->pawns.files = 7;
    block->inputs = PAWN_PAIRS;
    return read_number(d, "files", 0, 7, &block->pawns.files);
}

/* ==== Blocks ==== */

typedef int read_block_kind(const struct description *d, struct block *block);

/* The keys of each kind. */
static const char *const keys[][16] = {
    [BLOCK_SQUARES] = {"kings", "order", "factor", "offset", "rank1", "rank2", "rank3", "rank4", "rank5",
                       "rank6", "rank7", "rank8"},
    [BLOCK_PAIRS] = {"once", "pawn", "knight", "bishop", "rook", "queen", "king"},
    [BLOCK_PAWNS] = {"files"},
};
static const char *const block_keys[] = {"kind", "mirror", "black", "width", "inputs", NULL};
static const char *const sum_keys[] = {"sum", "width", "inputs", NULL};

/* Tests that a section has no keys but those of two lists, and none twice. */
static int check_keys(const struct description *d, const char *const *some, const char *const *more) {
    for (size_t i = 0; i < d->section->count; i++) {
        const struct ini_entry *const entry = &d->section->entries[i];
        struct choices choices = {0};
        char key[32], suggestion[SUGGESTION_SIZE];
        bool known = false;
        for (const char *const *list = some; list; list = list == some ? more : NULL)
            for (size_t n = 0; list[n]; n++) {
                known |= ks_slice_is(entry->key, list[n]);
                ks_add_choice(&choices, list[n]);
            }
        snprintf(key, sizeof key, "%.*s", (int)entry->key.length < 31 ? (int)entry->key.length : 31,
                 entry->key.text);
        if (!known)
            return FAIL_AT(d, KS_ERROR_FEATURES_KEY, entry->key.text, "'%s' is no key here%s", key,
                           ks_suggest(key, "", &choices, suggestion));
        if (entry->repeats)
            return FAIL_AT(d, KS_ERROR_FEATURES_KEY, entry->key.text, "%s: the section already has the key",
                           key);
    }
    return KS_OK;
}

/* Compares the inputs that a section says with those that it has, which follow those before `first`. */
static int check_inputs(const struct description *d, uint32_t inputs, uint32_t first) {
    const struct ini_entry *const entry = find_entry(d, "inputs");
    if (inputs > KS_FEATURES_INPUTS_MAX || first > KS_FEATURES_INPUTS_MAX - inputs)
        return FAIL_AT(d, KS_ERROR_FEATURES_COUNT, d->section->name.text,
                       "expected at most %d inputs, found more", KS_FEATURES_INPUTS_MAX);
    if (entry && number_of(entry->value) != (int)inputs)
        return FAIL_AT(d, KS_ERROR_FEATURES_COUNT, entry->value.text,
                       "inputs: the description has %u, found '%.*s'", (unsigned)inputs,
                       (int)entry->value.length < 32 ? (int)entry->value.length : 32, entry->value.text);
    return KS_OK;
}

static int read_block(const struct description *d, struct block *block) {
    static const char *const kinds[] = {"squares", "pairs", "pawns", NULL},
                             *const blacks[] = {"flipped", "rotated", NULL},
                             *const mirrors[] = {"none", "a-d", "e-h", NULL};
    static read_block_kind *const readers[] = {read_squares, read_pairs, read_pawns};
    unsigned kind = 0, black = 0, mirror = MIRROR_NONE;
    if (!find_entry(d, "kind"))
        return fail_without(d, "kind");
    int code = read_word(d, "kind", kinds, &kind);
    if (code == KS_OK)
        code = check_keys(d, block_keys, keys[kind]);
    if (code == KS_OK)
        code = read_word(d, "black", blacks, &black);
    if (code == KS_OK)
        code = read_word(d, "mirror", mirrors, &mirror);
    block->kind = kind;
    block->rotated = black;
    block->mirror = mirror;
    if (code == KS_OK && !find_entry(d, "width"))
        return fail_without(d, "width");
    if (code == KS_OK)
        code = read_number(d, "width", 1, KS_FEATURES_WIDTH_MAX, &block->width);
    return code == KS_OK ? readers[kind](d, block) : code;
}

/* ==== Sets ==== */

/* Finds a description. Returns NULL when there is none. */
static const struct ini_section *find_section(const struct texts *t, struct slice name, const char **text) {
    *text = t->text;
    for (size_t i = 0; i < t->own.count; i++)
        if (ks_slices_equal(t->own.sections[i].name, name))
            return &t->own.sections[i];
    *text = ks_embedded_features;
    for (size_t i = 0; i < t->bundled.count; i++)
        if (ks_slices_equal(t->bundled.sections[i].name, name))
            return &t->bundled.sections[i];
    return NULL;
}

/* Fails at a name that no description has; start: where its text begins. nested: that is a description, and
 * not the name of the set. */
static int fail_unknown(const struct texts *t, struct slice name_text, const char *start, bool nested) {
    char name[64], suggestion[SUGGESTION_SIZE];
    struct choices choices = {0};
    char(*const known)[64] = calloc(CHOICES_MAX, sizeof *known);
    for (size_t i = 0; known && i < t->own.count + t->bundled.count && i < CHOICES_MAX; i++) {
        const struct slice found =
            i < t->own.count ? t->own.sections[i].name : t->bundled.sections[i - t->own.count].name;
        snprintf(known[i], sizeof known[i], "%.*s", found.length < 63 ? (int)found.length : 63, found.text);
        ks_add_choice(&choices, known[i]);
    }
    snprintf(name, sizeof name, "%.*s", name_text.length < 63 ? (int)name_text.length : 63, name_text.text);
    const int code = ks_fail(t->error, nested ? KS_ERROR_FEATURES_VALUE : KS_ERROR_FEATURES_UNKNOWN,
                             (size_t)(name_text.text - start), "there are no features '%s'%s", name,
                             ks_suggest(name, "", &choices, suggestion));
    free(known);
    return code;
}

static int add_names(const struct texts *t, ks_features *set, struct slice names, const char *start,
                     bool nested);

/* Adds the sum of a section's names to a set, and compares its numbers with what was added. */
static int add_sum(const struct texts *t, ks_features *set, const struct description *d) {
    const uint32_t before = set->inputs;
    const unsigned width = set->width;
    unsigned said = 0;
    int code = check_keys(d, sum_keys, NULL);
    if (code == KS_OK)
        code = add_names(t, set, find_entry(d, "sum")->value, d->text, true);
    if (code == KS_OK)
        code = check_inputs(d, set->inputs - before, before);
    if (code == KS_OK)
        code = read_number(d, "width", 1, KS_FEATURES_WIDTH_MAX, &said);
    if (code == KS_OK && said)
        set->width = width + said;
    return code;
}

static int add_block(ks_features *set, const struct description *d) {
    struct block *const block = &set->blocks[set->count];
    const struct slice name = d->section->name;
    if (name.length >= sizeof block->name)
        return FAIL_AT(d, KS_ERROR_FEATURES_VALUE, name.text,
                       "expected a name of at most 63 bytes, found %zu", name.length);
    memcpy(block->name, name.text, name.length);
    int code = read_block(d, block);
    if (code == KS_OK)
        code = check_inputs(d, block->inputs, set->inputs);
    block->first = set->inputs;
    set->inputs += block->inputs;
    set->width += block->width;
    set->count++;
    return code;
}

/* Adds the description of a name to a set. nested: it stands in a sum. start: where the text of the name
 * begins. */
static int add_named(const struct texts *t, ks_features *set, struct slice name, const char *start,
                     bool nested) {
    struct description d = {.error = t->error};
    d.section = find_section(t, name, &d.text);
    if (!d.section || name.length == 0)
        return fail_unknown(t, name, start, nested);
    const bool sum = find_entry(&d, "sum") != NULL;
    if (d.section->base.length)
        return FAIL_AT(&d, KS_ERROR_FEATURES_VALUE, d.section->base.text,
                       "features inherit from none; expected a sum = A + B");
    if (sum && nested)
        return ks_fail(t->error, KS_ERROR_FEATURES_VALUE, (size_t)(name.text - start),
                       "expected no sum in a sum, found '%.*s'", name.length < 63 ? (int)name.length : 63,
                       name.text);
    if (!sum && set->count == KS_FEATURES_BLOCKS_MAX)
        return ks_fail(t->error, nested ? KS_ERROR_FEATURES_COUNT : KS_ERROR_FEATURES_UNKNOWN,
                       (size_t)(name.text - start), "expected at most %d descriptions in a sum",
                       KS_FEATURES_BLOCKS_MAX);
    return sum ? add_sum(t, set, &d) : add_block(set, &d);
}

/* Adds the descriptions of names with + between them. */
static int add_names(const struct texts *t, ks_features *set, struct slice names, const char *start,
                     bool nested) {
    const char *const end = names.text + names.length;
    int code = KS_OK;
    for (const char *at = names.text; code == KS_OK;) {
        const char *const plus = at < end ? memchr(at, '+', (size_t)(end - at)) : NULL;
        const char *stop = plus ? plus : end;
        while (at < stop && is_blank(*at))
            at++;
        while (at < stop && is_blank(stop[-1]))
            stop--;
        code = add_named(t, set, (struct slice){at, (size_t)(stop - at)}, start, nested);
        if (!plus)
            break;
        at = plus + 1;
    }
    return code;
}

static int read_texts(struct texts *t, size_t length) {
    int code = ks_ini_read(&t->bundled, ks_embedded_features,
                           (size_t)(ks_embedded_features_end - ks_embedded_features), t->error);
    if (code == KS_OK && length)
        code = ks_ini_read(&t->own, t->text, length, t->error);
    for (size_t i = 0; i < t->own.count && code == KS_OK; i++)
        code = ks_fail_as(t->error, &t->own.sections[i].trouble);
    return code == KS_OK ? ks_fail_as(t->error, &t->own.trouble) : code;
}

static int read_features(ks_features *set, const char *name, const char *text, size_t length,
                         ks_error *error) {
    struct texts t = {.text = text, .error = error};
    int code = read_texts(&t, length);
    if (code == KS_OK && strlen(name) >= sizeof set->name)
        code = ks_fail(error, KS_ERROR_FEATURES_UNKNOWN, sizeof set->name - 1,
                       "expected a name of at most %zu bytes", sizeof set->name - 1);
    if (code == KS_OK)
        code = add_names(&t, set, (struct slice){name, strlen(name)}, name, false);
    if (code == KS_OK && set->width > KS_FEATURES_WIDTH_MAX)
        code = ks_fail(error, KS_ERROR_FEATURES_COUNT, 0, "expected a width of at most %d, found %u",
                       KS_FEATURES_WIDTH_MAX, set->width);
    ks_ini_free(&t.own);
    ks_ini_free(&t.bundled);
    return code;
}

/* ==== The life of a set ==== */

ks_features *ks_features_new(const char *name, const char *text, size_t length, ks_error *error) {
    ks_features *const set = calloc(1, sizeof *set);
    int code = KS_ERROR_MEMORY;
    if (set)
        set->blocks = calloc(KS_FEATURES_BLOCKS_MAX, sizeof *set->blocks);
    if (!set || !set->blocks)
        ks_fail(error, code, 0, "not enough memory");
    else
        code = read_features(set, name, text, length, error);
    if (code == KS_OK && !ks_make_feature_tables(set))
        code = ks_fail(error, KS_ERROR_MEMORY, 0, "not enough memory");
    if (code == KS_OK) {
        memcpy(set->name, name, strlen(name));
        return set;
    }
    ks_features_free(set);
    return NULL;
}

void ks_features_free(ks_features *set) {
    if (!set)
        return;
    free(set->blocks);
    free(set->memory);
    free(set);
}

ks_features_facts ks_features_get_facts(const ks_features *set) {
    return (ks_features_facts){
        .name = set->name, .inputs = set->inputs, .width = set->width, .blocks = set->count};
}

ks_features_facts ks_features_get_block(const ks_features *set, unsigned block) {
    const struct block *const b = &set->blocks[block];
    return (ks_features_facts){
        .name = b->name, .first = b->first, .inputs = b->inputs, .width = b->width, .blocks = 1};
}

const char *ks_features_get_bundled(size_t index) {
    static const char *const names[] = {"HalfKAv2_hm", "Full_Threats", "PP_3Wide",
                                        "HalfKP",      "HalfKA",       "HalfKAv2",
                                        "Chess768",    "Chess768_hm",  "Chess768_hm_4"};
    return index < sizeof names / sizeof *names ? names[index] : NULL;
}
