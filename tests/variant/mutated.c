/* Copies of the bundled sections with one mistake each: the section is left out with the right place and a
 * reason, and those around it are read. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "variant/read/section.h"

static const char source[] = "c/variant/collection/variants.ini";

enum { TEXT = 1 << 17, LINES = 4096 };

/* ---- The bundled sections ---- */

static char bundled[TEXT];
static char *lines[LINES];
static size_t line_count;

/* Reads all lines except comments and blank ones. */
static void read_lines(void) {
    FILE *const file = fopen(source, "r");
    cr_assert(file, "%s", source);
    const size_t length = fread(bundled, 1, TEXT - 1, file);
    cr_assert_lt(length, (size_t)TEXT - 1);
    bundled[length] = '\0';
    fclose(file);
    for (char *line = strtok(bundled, "\n"); line; line = strtok(NULL, "\n")) {
        cr_assert_lt(line_count, (size_t)LINES);
        if (*line != '#')
            lines[line_count++] = line;
    }
}

/* ---- A copy ---- */

/* A section between two others. */
struct copy {
    char text[TEXT];
    size_t length;
    size_t start, end; /* of the section in the text */
    size_t wrong;      /* the offset of the mistake */
};

static void append(struct copy *copy, const char *text) {
    const size_t length = strlen(text);
    cr_assert_lt(copy->length + length, (size_t)TEXT);
    memcpy(copy->text + copy->length, text, length + 1);
    copy->length += length;
}

/* Starts a copy with the section's first line, under another name. */
static void start_copy(struct copy *copy, const char *head) {
    const char *const colon = strchr(head, ':');
    *copy = (struct copy){.length = 0};
    append(copy, "[before : chess]\nnMoveRule = 1\n");
    copy->start = copy->length;
    append(copy, "[copy ");
    append(copy, colon ? colon : "]");
    append(copy, "\n");
}

static void end_copy(struct copy *copy) {
    copy->end = copy->length;
    append(copy, "[heir : copy]\n[after : chess]\n");
}

/* Appends a line with a mistake and notes its offset. */
typedef void damage(struct copy *copy, const char *line);

static void misspell_key(struct copy *copy, const char *line) {
    copy->wrong = copy->length;
    append(copy, "x");
    append(copy, line);
}

static void spoil_value(struct copy *copy, const char *line) {
    char key[64];
    snprintf(key, sizeof key, "%.*s = ", (int)(strchr(line, ' ') - line), line);
    append(copy, key);
    copy->wrong = copy->length;
    append(copy, "?!");
}

static void drop_equals(struct copy *copy, const char *line) {
    copy->wrong = copy->length;
    append(copy, line);
    copy->text[strchr(copy->text + copy->wrong, '=') - copy->text] = ' ';
}

/* Copies the section that begins with lines[head], with one of its lines damaged. */
static void copy_section(struct copy *copy, size_t head, size_t damaged, damage *how) {
    start_copy(copy, lines[head]);
    for (size_t i = head + 1; i < line_count && *lines[i] != '['; i++) {
        if (i == damaged)
            how(copy, lines[i]);
        else
            append(copy, lines[i]);
        append(copy, "\n");
    }
    end_copy(copy);
}

/* ---- Expectations ---- */

static const ks_variants_remark *find_remark(const ks_variants *variants, const char *name) {
    for (size_t i = 0; i < ks_variants_count_remarks(variants); i++)
        if (strcmp(ks_variants_get_remark(variants, i)->name, name) == 0)
            return ks_variants_get_remark(variants, i);
    return NULL;
}

static ks_variants *read_each(const struct copy *copy) {
    ks_error error = {.message = ""};
    ks_variants *const variants = ks_variants_read_own(copy->text, copy->length, KS_VARIANTS_EACH, &error);
    cr_assert(variants, "%s%s", copy->text, error.message);
    cr_assert(ks_variants_find(variants, "before", NULL) && ks_variants_find(variants, "after", NULL), "%s",
              copy->text);
    return variants;
}

static void expect_left_out(const struct copy *copy, int code) {
    ks_variants *const variants = read_each(copy);
    const ks_variants_remark *const remark = find_remark(variants, "copy"), *const heir =
                                                                                find_remark(variants, "heir");
    cr_assert(remark && remark->refused, "%s", copy->text);
    cr_expect(remark->error.offset == copy->wrong && (!code || remark->error.code == code),
              "%sexpected %zu, found %zu: %s", copy->text, copy->wrong, remark->error.offset,
              remark->error.message);
    cr_expect(heir && heir->error.code == KS_ERROR_VARIANT_BASE, "%s", copy->text);
    cr_expect(!ks_variants_find(variants, "copy", NULL) && !ks_variants_find(variants, "heir", NULL), "%s",
              copy->text);
    ks_variants_free(variants);
}

static bool is_tried(size_t i) {
    return *lines[i] != '[' && i % stride() == 0;
}

Test(variant_mutated, each_line_in_each_way) {
    static const struct {
        damage *how;
        int code; /* 0: the code that belongs to the key */
    } ways[] = {{misspell_key, KS_ERROR_VARIANT_KEY}, {spoil_value, 0}, {drop_equals, KS_ERROR_INI}};
    static struct copy copy;
    size_t head = 0, copies = 0;
    read_lines();
    for (size_t i = 0; i < line_count; i++) {
        if (*lines[i] == '[')
            head = i;
        for (size_t way = 0; is_tried(i) && way < LENGTH(ways); way++, copies++) {
            if (ways[way].how == spoil_value && strncmp(lines[i], "summary", 7) == 0)
                continue; /* any text is one */
            copy_section(&copy, head, i, ways[way].how);
            expect_left_out(&copy, ways[way].code);
        }
    }
    cr_assert_gt(copies, 300 / stride());
}

/* A line that occurs twice only causes a warning. */
static void repeat(struct copy *copy, const char *line) {
    append(copy, line);
    append(copy, "\n");
    copy->wrong = copy->length;
    append(copy, line);
}

Test(variant_mutated, each_line_twice) {
    static struct copy copy;
    size_t head = 0;
    read_lines();
    for (size_t i = 0; i < line_count; i++) {
        if (*lines[i] == '[')
            head = i;
        if (!is_tried(i))
            continue;
        copy_section(&copy, head, i, repeat);
        ks_variants *const variants = read_each(&copy);
        const ks_variants_remark *const remark = find_remark(variants, "copy");
        cr_assert(remark && !remark->refused, "%s", copy.text);
        cr_expect_eq(remark->error.offset, copy.wrong, "%s%s", copy.text, remark->error.message);
        cr_expect(ks_variants_find(variants, "copy", NULL) && ks_variants_find(variants, "heir", NULL), "%s",
                  copy.text);
        ks_variants_free(variants);
    }
}

/* ---- Any bytes ---- */

/* Overwrites a few bytes of the section after its first line. Returns the lowest offset. */
static void overwrite(uint64_t *state, struct copy *copy) {
    const size_t first = (size_t)(strchr(copy->text + copy->start, '\n') - copy->text) + 1;
    for (unsigned bytes = 1 + random_below(state, 4); bytes > 0 && first < copy->end; bytes--)
        copy->text[first + random_below(state, (unsigned)(copy->end - first))] =
            (char)random_below(state, random_below(state, 4) ? 128 : 256);
}

/* Every unreadable section has a reason, whose place lies in the text, and the sections before it are
 * read. */
Test(variant_mutated, any_bytes) {
    static struct copy copy;
    uint64_t state = 1;
    size_t heads[LINES], head_count = 0, out = 0;
    read_lines();
    for (size_t i = 0; i < line_count; i++)
        if (*lines[i] == '[')
            heads[head_count++] = i;
    for (unsigned round = 0; round < (SLOW ? 100 : 500); round++) {
        ks_error error = {.message = ""};
        copy_section(&copy, heads[random_below(&state, (unsigned)head_count)], LINES, NULL);
        overwrite(&state, &copy);
        ks_variants *const variants = ks_variants_read_own(copy.text, copy.length, KS_VARIANTS_EACH, &error);
        cr_assert(variants && ks_variants_find(variants, "before", NULL), "%s%s", copy.text, error.message);
        for (size_t i = 0; i < ks_variants_count_remarks(variants); i++) {
            const ks_variants_remark *const remark = ks_variants_get_remark(variants, i);
            out += (size_t)remark->refused;
            cr_assert(remark->error.offset <= copy.length && *remark->error.message &&
                          !strchr(remark->error.message, '\n') && ks_error_name(remark->error.code),
                      "%s%zu: %s", copy.text, remark->error.offset, remark->error.message);
            cr_assert(!remark->refused || strcmp(remark->name, "before") != 0, "%s", copy.text);
        }
        ks_variants_free(variants);
    }
    cr_assert_gt(out, SLOW ? 40 : 200);
}
