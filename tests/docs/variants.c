/* Tests docs/variants.md: its tables are the program's, and its examples can be read. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/run.h"

static const char page_file[] = "docs/variants.md";

static char page[1 << 16];

static void read_page(void) {
    FILE *const file = fopen(page_file, "r");
    cr_assert(file, "%s", page_file);
    const size_t length = fread(page, 1, sizeof page, file);
    fclose(file);
    cr_assert_lt(length, sizeof page);
    page[length] = '\0';
}

/* Returns the part of the page from a headline to the next. */
static const char *part_of(const char *headline) {
    static char part[sizeof page];
    char line[80];
    snprintf(line, sizeof line, "\n## %s\n", headline);
    const char *const start = strstr(page, line);
    cr_assert(start, "no part '%s'", headline);
    const char *const end = strstr(start + strlen(line), "\n## ");
    snprintf(part, sizeof part, "%.*s", end ? (int)(end - start) : -1, start);
    return part;
}

/* ---- Keys ---- */

static const char *const keys[] = {
#define KEY(name, meaning) #name,
#include "variant/read/keys.def"
#undef KEY
};

static const char *const foreign[] = {
#define FOREIGN(name) #name,
#include "variant/read/foreign.def"
#undef FOREIGN
};

enum { KEYS = sizeof keys / sizeof *keys, FOREIGN = sizeof foreign / sizeof *foreign };

static size_t count_rows(const char *part, const char *beginning) {
    size_t count = 0;
    for (const char *row = part; (row = strstr(row, beginning)); row++)
        count++;
    return count;
}

Test(variants_page, every_key_has_a_row) {
    read_page();
    const char *const part = part_of("Keys");
    char row[80];
    for (size_t i = 0; i < KEYS; i++) {
        snprintf(row, sizeof row, "\n| `%s` | ", keys[i]);
        cr_expect_eq(count_rows(part, row), 1, "%s", keys[i]);
    }
    cr_expect_eq(count_rows(part, "\n| `"), KEYS);
}

/* Returns whether a section that inherits from `base` and has this line is valid, apart from a start that may
 * not fit. */
static bool is_read(const char *base, const char *line, ks_error *error) {
    char text[256];
    const int length = snprintf(text, sizeof text, "[t : %s]\n%s\n", base, line);
    *error = (ks_error){.code = KS_OK};
    ks_variants *const variants = ks_variants_new(text, (size_t)length, 0, error);
    ks_variants_free(variants);
    return variants || error->code == KS_ERROR_VARIANT_START;
}

/* The example is the last column. Some keys need others, which crazyhouse, atomic and shogi have. */
Test(variants_page, every_example_is_read) {
    read_page();
    const char *row = part_of("Keys");
    size_t examples = 0;
    while ((row = strstr(row, "\n| `"))) {
        char key[64], example[128];
        ks_error error;
        const char *const end = strchr(++row, '\n');
        cr_assert(end);
        cr_assert_eq(sscanf(row, "| `%63[^`]`", key), 1);
        const char *start = end - 3; /* "` |" */
        while (start > row && start[-1] != '`')
            start--;
        snprintf(example, sizeof example, "%.*s", (int)(end - 3 - start), start);
        cr_expect(strncmp(example, key, strlen(key)) == 0 && example[strlen(key)] == ' ', "%s: %s", key,
                  example);
        cr_expect(is_read("crazyhouse", example, &error) || is_read("atomic", example, &error) ||
                      is_read("shogi", example, &error) || is_read("chess", example, &error),
                  "%s: %s", example, error.message);
        examples++;
    }
    cr_expect_eq(examples, KEYS);
}

Test(variants_page, what_only_the_engine_has) {
    read_page();
    const char *const part = part_of("What Fairy-Stockfish has besides");
    char name[80];
    for (size_t i = 0; i < FOREIGN; i++) {
        snprintf(name, sizeof name, "`%s`", foreign[i]);
        cr_expect_eq(count_rows(part, name), 1, "%s", foreign[i]);
        for (size_t key = 0; key < KEYS; key++)
            cr_expect_str_neq(foreign[i], keys[key], "Kingscan has it too");
    }
    cr_expect_eq(count_rows(part, "`"), 2 * FOREIGN + 2, "no other key stands there, but for firstPush");
}

/* ---- Passes ---- */

/* Returns whether a pass just made is read from a variant's FEN and written there. */
static bool counts_passes(const ks_variant *variant) {
    const ks_variant_position *const start = ks_variant_get_start(variant);
    char fen[KS_VARIANT_FEN_SIZE], text[KS_VARIANT_FEN_SIZE + 1];
    ks_variant_position position;
    ks_variant_write_fen(variant, start, fen);
    const char *const rights = strchr(strchr(fen, ' ') + 1, ' ') + 1, *const rest = strchr(rights, ' ');
    snprintf(text, sizeof text, "%.*sp%s", (int)(rights - fen), fen, rest);
    if (ks_variant_read_fen(variant, text, strlen(text), KS_FEN_RIGHTS, &position, NULL) != KS_OK)
        return false;
    ks_variant_write_fen(variant, &position, fen);
    cr_expect_str_eq(fen, text);
    return true;
}

Test(variants_page, passes_in_fen) {
    char names[512], *out = names;
    ks_variants *const variants = ks_variants_new(NULL, 0, 0, NULL);
    read_page();
    for (size_t i = 0; i < ks_variants_count(variants); i++)
        if (counts_passes(ks_variants_get_variant(variants, i)))
            out += sprintf(out, "%s%s", out == names ? "" : ", ", ks_variants_get_name(variants, i));
    const char *const sentence =
        strstr(part_of("Where we differ"), "The built-in ones that have either are ");
    cr_assert(sentence);
    const char *const listed = strstr(sentence, "are ") + strlen("are ");
    cr_expect(strncmp(listed, names, strlen(names)) == 0 && listed[strlen(names)] == '.', "%s", names);
    ks_variants_free(variants);
}

/* ---- Pieces ---- */

static const struct {
    const char *key, *betza;
} pieces[] = {
#define PIECE(key, betza, name) {#key, betza},
#include "variant/read/named_pieces.def"
#undef PIECE
};

enum { PIECES = sizeof pieces / sizeof *pieces };

Test(variants_page, every_piece_with_its_moves) {
    read_page();
    const char *const part = part_of("Pieces");
    char cells[80];
    for (size_t i = 0; i < PIECES; i++) {
        if (*pieces[i].betza)
            snprintf(cells, sizeof cells, "| `%s` | `%s` |", pieces[i].key, pieces[i].betza);
        else
            snprintf(cells, sizeof cells, "| `%s` | none |", pieces[i].key);
        cr_expect_eq(count_rows(part, cells), 1, "%s", cells);
    }
    cr_expect_eq(count_rows(part, "`") / 2, 2 * PIECES - 1 + 5,
                 "no others, but for five in the sentences above");
}

/* ---- Blocks ---- */

#define BLOCK(language)                                                                                      \
    "awk '/^```/ { inside = !inside && $0 == \"```" language "\"; next } inside' docs/variants.md"

Test(variants_page, the_file_is_read) {
    expect_run(
        "file=$(mktemp); " BLOCK("ini") " >$file; $KINGSCAN perft 3 --variants $file --variant dragons; "
                                        "rm $file",
        0, "9164\n", "");
}

Test(variants_page, the_list_is_printed) {
    expect_run("top=$PWD; " IN_NEW_DIRECTORY
               "printf '[good : chess]\\n[bad : chess]\\nmaxRank = x\\n[heir : bad]\\n' >mine.ini\n"
               "$KINGSCAN variants --variants mine.ini 2>warnings | head -n 3 >found; cd \"$top\"\n" BLOCK(
                   "text") " | diff - \"$OLDPWD/found\"",
               0, "", "");
}
