/* Compares every kernel's reader of four lines with the table's: their answers, the memory that they touch,
 * and their caller's state. ks_check_epd is the test that compares the answers with the exact reader
 * (tests/rules). */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "abi/area.h"
#include "abi/call.h"
#include "core/fen/readers.h"
#include "kingscan.h"
#include "support/kernels/usable.h"
#include "support/length.h"
#include "support/random.h"
#include "support/readings.h"
#include "support/sanitized.h"
#include "support/texts.h"
#include "support/thorough.h"

enum { READERS_MAX = KERNELS_MAX + 1, TEXT_SIZE = 4 * (TEXT_MAX + 2) + LINE_READABLE };

static struct {
    ks_line_reader *read[READERS_MAX];
    ks_line_finder *find[READERS_MAX];
    size_t count;
} readers;

static area memory;

/* The first reader is the table's; the others are compared with it. */
static void find_readers(void) {
    const ks_kernel *kernels[KERNELS_MAX];
    readers.count = usable_kernels(kernels);
    for (size_t i = 0; i < readers.count; i++) {
        cr_assert_eq(ks_kernel_select(kernels[i]->name, NULL), KS_OK);
        readers.read[i] = ks_current_line_reader();
        readers.find[i] = ks_current_line_finder();
    }
    if (readers.read[readers.count - 1] == ks_avx512_read_lines) {
        readers.read[readers.count] = ks_avx512_read_lines_singly;
        readers.find[readers.count++] = ks_avx512_find_lines;
    }
    memory = new_area(TEXT_SIZE);
}

TestSuite(four_lines, .init = find_readers);

/* ---- Reading ---- */

/* Four lines, followed by exactly the bytes that a reader may read: they end at the end of the memory. */
struct four {
    const char *begin, *ends[4];
};

/* Returns the length of the line. */
static size_t append_line(text_source *source, text_writer *write, char *text) {
    static char line[TEXT_MAX];
    size_t length = write(source, line), n = 0;
    for (size_t i = 0; i < length; i++)
        if (line[i] != '\n')
            text[n++] = line[i];
    if (random_below(&source->random, 4) == 0)
        text[n++] = '\r';
    text[n++] = '\n';
    return n;
}

static struct four draw_four(text_source *source, text_writer *write) {
    static char text[TEXT_SIZE];
    size_t begins[5] = {0};
    for (unsigned i = 0; i < 4; i++)
        begins[i + 1] = begins[i] + append_line(source, write, text + begins[i]);
    size_t length = begins[3] + LINE_READABLE;
    for (size_t i = begins[4]; i < length; i++)
        text[i] = (char)random_below(&source->random, 256);
    if (length < begins[4])
        length = begins[4];
    char *copy = memcpy(memory.end - length, text, length);
    struct four four = {.begin = copy};
    for (unsigned i = 0; i < 4; i++)
        four.ends[i] = copy + begins[i + 1] - 1;
    return four;
}

/* letters: a reader may recognize fewer lines as common. */
static const char *difference(const struct ks_four_lines *expected, const struct ks_four_lines *found,
                              unsigned i, const char *behind_placement) {
    if (found->lengths[i] != expected->lengths[i])
        return "another length";
    if (found->placements[i] != expected->placements[i])
        return "another placement";
    if (expected->placements[i] == 0 || (*behind_placement != ' ' && *behind_placement != '\t'))
        return NULL;
    if (memcmp(found->boards[i], expected->boards[i], KS_SQUARES) != 0)
        return "another board";
    if (found->sides[i] != expected->sides[i])
        return "another side";
    if (found->letters[i] != expected->letters[i] && found->letters[i] != NOT_COMMON)
        return "other castling letters";
    return found->states[i] != expected->states[i] ? "another state" : NULL;
}

/* The exact reader wants a blank after a placement, the others any separator. */
static void forget_what_no_blank_follows(struct ks_four_lines *lines, const char *line, unsigned i) {
    const char after = line[lines->placements[i]];
    if (lines->placements[i] > 0 && after != ' ' && after != '\t')
        lines->placements[i] = 0;
}

static void expect_same(const struct four *four, const struct ks_four_lines *expected,
                        struct ks_four_lines *found, size_t reader) {
    for (unsigned i = 0; i < 4; i++) {
        const char *line = i == 0 ? four->begin : four->ends[i - 1] + 1;
        forget_what_no_blank_follows(found, line, i);
        /* the table ends placements at spaces alone */
        if (expected->placements[i] == 0 && found->placements[i] > 0 && line[found->placements[i]] == '\t')
            continue;
        const char *trouble = difference(expected, found, i, line + expected->placements[i]);
        cr_assert(!trouble, "reader %zu, line %u, \"%s\": %s", reader, i,
                  spell_text(line, (size_t)(four->ends[i] - line)), trouble);
    }
}

/* Returns how many of the lines the last reader finds common. */
static unsigned expect_agreement(const struct four *four) {
    static struct ks_four_lines expected, found;
    unsigned common = 0;
    readers.read[0](four->begin, four->ends, &expected, 1);
    for (size_t k = 1; k < readers.count; k++) {
        memset(&found, 0x55, sizeof found);
        readers.read[k](four->begin, four->ends, &found, 1);
        expect_same(four, &expected, &found, k);
    }
    for (unsigned i = 0; i < 4; i++)
        common += expected.placements[i] > 0 && expected.letters[i] != NOT_COMMON;
    return common;
}

#define TEXTS amount_of(150000)

static unsigned expect_agreement_on_texts(text_writer *write) {
    text_source source;
    unsigned common = 0;
    texts_start(&source, 21);
    for (unsigned i = 0; i < TEXTS; i++) {
        const struct four four = draw_four(&source, write);
        common += expect_agreement(&four);
    }
    return common;
}

Test(four_lines, readers_agree_on_real_texts) {
    cr_assert_geq(expect_agreement_on_texts(real_text), 4 * TEXTS / 100 * 95);
}

Test(four_lines, readers_agree_on_texts_of_games) {
    cr_assert_geq(expect_agreement_on_texts(game_text), TEXTS / 10);
}

Test(four_lines, readers_agree_on_mutated_texts) {
    cr_assert_geq(expect_agreement_on_texts(mutated_text), TEXTS / 2);
}

Test(four_lines, readers_agree_on_random_texts) {
    expect_agreement_on_texts(random_text);
}

/* Each reader finds nearly all real lines common, or reading four at a time would be useless. */
Test(four_lines, nearly_all_real_lines_are_common) {
    static struct ks_four_lines found;
    text_source source;
    texts_start(&source, 22);
    for (size_t k = 0; k < readers.count; k++) {
        unsigned common = 0;
        for (unsigned i = 0; i < 2000; i++) {
            const struct four four = draw_four(&source, real_text);
            readers.read[k](four.begin, four.ends, &found, 1);
            for (unsigned line = 0; line < 4; line++)
                common += found.placements[line] > 0 && found.letters[line] != NOT_COMMON;
        }
        cr_assert_geq(common, 8000 / 100 * 95, "reader %zu: %u", k, common);
    }
}

static const char *call_reader(ks_line_reader *read, const struct four *four, struct ks_four_lines *found) {
    const watched_call call = {
        .function = (void (*)(void))read,
        .arguments = {(uintptr_t)four->begin, (uintptr_t)four->ends, (uintptr_t)found, 1},
        .count = 4,
        .interrupted = read == ks_avx512_read_lines,
    };
    uint64_t unused;
    return call_watched(&call, &unused);
}

Test(four_lines, readers_keep_their_callers_state) {
    static struct ks_four_lines expected, found;
    text_source source;
    texts_start(&source, 23);
    for (unsigned i = 0; i < 40; i++) {
        const struct four four = draw_four(&source, i % 2 ? any_text : real_text);
        readers.read[0](four.begin, four.ends, &expected, 1);
        for (size_t k = 1; k < readers.count; k++) {
            const char *trouble = call_reader(readers.read[k], &four, &found);
            cr_assert(!trouble, "reader %zu: %s", k, trouble);
            expect_same(&four, &expected, &found, k);
        }
    }
}

/* Several groups in one call have the same answers as each alone. */
Test(four_lines, groups_of_one_call) {
    enum { GROUPS = 5 };
    static struct ks_four_lines expected, found[GROUPS];
    static char text[GROUPS * TEXT_SIZE];
    text_source source;
    texts_start(&source, 25);
    for (unsigned round = 0; round < (SLOW ? 100 : 2000); round++) {
        const char *ends[4 * GROUPS];
        size_t n = 0;
        const size_t groups = 1 + random_below(&source.random, GROUPS);
        for (size_t i = 0; i < 4 * groups; i++) {
            n += append_line(&source, round % 2 ? real_text : any_text, text + n);
            ends[i] = text + n - 1;
        }
        memset(text + n, '1', LINE_READABLE);
        for (size_t k = 0; k < readers.count; k++) {
            readers.read[k](text, ends, found, groups);
            for (size_t g = 0; g < groups; g++) {
                const struct four four = {
                    .begin = g == 0 ? text : ends[4 * g - 1] + 1,
                    .ends = {ends[4 * g], ends[4 * g + 1], ends[4 * g + 2], ends[4 * g + 3]}};
                readers.read[0](four.begin, four.ends, &expected, 1);
                expect_same(&four, &expected, &found[g], k);
            }
        }
    }
}

/* ---- Fields ---- */

Test(four_lines, fields_that_are_common_and_not) {
    static const struct {
        const char *fields;
        unsigned letters;
    } cases[] = {
        {" w KQkq -", 15},
        {" b Kq -", 9},
        {" w - -", 0},
        {"\tw\tKQkq\t-\t0\t1", 15},
        {" w KQkq - 0 1", 15},
        {" b k - 123 4567", 4},
        {" w KQkq -  ", 15},
        {" w KQkq - ", 15},
        {" w KQkq - bm e4;", 15},
        {" w - -  c0 x", 0},
        {" w - - ;x", 0},
        {" w - - 1 2 ;x", 0},
        {" w KQkq -b", NOT_COMMON},
        {" w KQkq - 0", NOT_COMMON},
        {" w KQkq e3", NOT_COMMON},
        {" w HAha -", NOT_COMMON},
        {" w kqKQ -", NOT_COMMON},
        {" w KQkq", NOT_COMMON},
        {" w KQkq -x", NOT_COMMON},
        {" w KQkq - \rx", NOT_COMMON},
        {" w  - -", NOT_COMMON},
        {" x - -", NOT_COMMON},
        {" w - - 1 2 3", NOT_COMMON},
        {" w - - 12345 1", NOT_COMMON},
        {" w - - 1  2", NOT_COMMON},
        {" w - - 1 2;x", NOT_COMMON},
        {" w - - \033", NOT_COMMON},
        {" w", NOT_COMMON},
        {" ", NOT_COMMON},
        {" w KQkq - 115 135\r\r", NOT_COMMON},
    };
    for (size_t c = 0; c < LENGTH(cases); c++)
        for (size_t k = 0; k < readers.count; k++) {
            static struct ks_four_lines found;
            char text[200];
            struct four four = {.begin = text};
            size_t n = 0;
            for (unsigned i = 0; i < 4; i++) {
                n += (size_t)sprintf(text + n, "4k3/8/8/8/8/8/8/4K3%s%s", cases[c].fields,
                                     i % 2 ? "\r\n" : "\n");
                four.ends[i] = text + n - 1;
            }
            memset(text + n, '1', sizeof text - n > 100 ? 100 : sizeof text - n);
            readers.read[k](four.begin, four.ends, &found, 1);
            for (unsigned i = 0; i < 4; i++) {
                /* the table and AVX2 end placements at a space */
                if (found.placements[i] == 0 && cases[c].fields[0] == '\t')
                    continue;
                cr_assert_eq(found.letters[i], cases[c].letters, "reader %zu, line %u, \"%s\": %u", k, i,
                             cases[c].fields, found.letters[i]);
            }
        }
}

/* ---- Line ends ---- */

/* Finders return every line feed of the text that they have scanned, in order, and leave the rest, whatever
 * the room. */
Test(four_lines, finders_find_every_line_feed) {
    const char *ends[4 * LINE_FINDER_BLOCK];
    text_source source;
    texts_start(&source, 24);
    for (unsigned round = 0; round < 3000; round++) {
        const unsigned length = random_below(&source.random, 1000),
                       rarity = 1 + random_below(&source.random, 80);
        char *text = (char *)memory.end - length;
        for (unsigned i = 0; i < length; i++)
            text[i] = random_below(&source.random, rarity) ? 'x' : '\n';
        const size_t room = random_below(&source.random, (unsigned)LENGTH(ends) + 1);
        for (size_t k = 0; k < readers.count; k++) {
            const char *reached, *at = text;
            const size_t found = readers.find[k](text, length, ends, room, &reached);
            cr_assert_leq(found, room);
            cr_assert(reached >= text && reached <= text + length);
            for (size_t i = 0; i < found; i++) {
                at = memchr(at, '\n', (size_t)(reached - at));
                cr_assert_eq(ends[i], at, "finder %zu, line feed %zu", k, i);
                at++;
            }
            cr_assert(!memchr(at, '\n', (size_t)(reached - at)), "finder %zu leaves a line feed out", k);
            cr_assert((size_t)(text + length - reached) < LINE_FINDER_BLOCK ||
                      room - found < LINE_FINDER_BLOCK);
        }
    }
}
