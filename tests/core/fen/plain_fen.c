/* Compares ks_read_fen, which tries the fast reader first, with the exact one: both must give the same errors
 * and positions with every kernel. The fast reader must also succeed mostly. */
#include <criterion/criterion.h>
#include <string.h>

#include "abi/area.h"
#include "core/fen/plain.h"
#include "kingscan.h"
#include "support/kernels/usable.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/readings.h"
#include "support/sanitized.h"
#include "support/texts.h"
#include "support/thorough.h"

static const ks_kernel *kernels[KERNELS_MAX];
static size_t kernel_count;
static area memory;

static void set_up(void) {
    kernel_count = usable_kernels(kernels);
    memory = new_area(TEXT_MAX);
}

TestSuite(plain_fen, .init = set_up);

static void expect_agreement_at(char *text, size_t length, unsigned flags) {
    for (size_t i = 0; i < kernel_count; i++) {
        ks_kernel_select(kernels[i]->name, NULL);
        const char *trouble = fen_difference(text, length, flags);
        cr_assert(!trouble, "flags %u, %s", flags, trouble);
    }
}

/* The text lies where one more byte is a fault. */
static void expect_agreement(const char *text, size_t length, unsigned flags) {
    expect_agreement_at(memcpy(memory.end - length, text, length), length, flags);
}

/* Expects agreement on texts, and that at least these numbers of them are positions, and are none. */
static void expect_agreement_on_texts(text_writer *write, unsigned texts, unsigned positions,
                                      unsigned others) {
    static char text[TEXT_MAX];
    text_source source;
    unsigned found = 0;
    texts_start(&source, 3);
    for (unsigned i = 0; i < texts; i++) {
        ks_position position;
        const unsigned flags = random_below(&source.random, 4);
        const size_t length = write(&source, text);
        expect_agreement(text, length, flags);
        found += ks_read_fen(text, length, flags, &position, NULL) == KS_OK;
    }
    cr_assert_geq(found, positions);
    cr_assert_geq(texts - found, others);
}

#define TEXTS amount_of(250000)

Test(plain_fen, real_texts) {
    expect_agreement_on_texts(real_text, TEXTS, TEXTS, 0);
}

Test(plain_fen, texts_of_games) {
    expect_agreement_on_texts(game_text, TEXTS, TEXTS / 2, TEXTS / 20);
}

Test(plain_fen, mutated_texts) {
    expect_agreement_on_texts(mutated_text, 2 * TEXTS, TEXTS / 5, TEXTS / 5);
}

Test(plain_fen, random_texts) {
    expect_agreement_on_texts(random_text, 2 * TEXTS, 0, TEXTS);
}

/* Every prefix, at either end of the readable memory. */
Test(plain_fen, texts_of_any_length) {
    static char text[TEXT_MAX];
    text_source source;
    texts_start(&source, 4);
    for (unsigned i = 0; i < (SLOW ? 20 : 200); i++) {
        const size_t length = (i % 2 ? real_text : game_text)(&source, text);
        for (size_t prefix = 0; prefix <= length; prefix++) {
            expect_agreement(text, prefix, 0);
            expect_agreement_at(memcpy(memory.begin, text, prefix), prefix, 0);
        }
    }
}

/* Every byte at every place. */
Test(plain_fen, any_byte_anywhere) {
    static const char *const texts[] = {
        "r3k2r/pp1p1ppp/8/2pP4/8/8/PPP1PPPP/R3K2R w KQkq c6 0 12",
        "r3k2r/8/8/8/4Pp2/8/8/4K3 b kq e3 c0 \"x\";",
        "4k3/8/8/pP6/8/8/8/4K3 w - a7 0 1",  /* i7 would be the number of a6 */
        "4k3/8/8/8/2Pp4/8/8/4K3 b - c3 0 1", /* c2 to c8 if the rank were taken from the file */
    };
    char text[80];
    for (size_t i = 0; i < LENGTH(texts); i++) {
        const size_t length = strlen(texts[i]);
        memcpy(text, texts[i], length);
        for (size_t at = 0; at < length; at++, text[at - 1] = texts[i][at - 1])
            for (unsigned byte = 0; byte < 256; byte++) {
                text[at] = (char)byte;
                expect_agreement(text, length, byte % 4);
            }
    }
}

/* ---- Plain texts ---- */

/* Returns the offset at which the fields end for the fast reader; 0 when the text is not plain to it. */
static size_t read_plainly(const char *line, size_t length) {
    char text[TEXT_MAX + PLAIN_READABLE];
    ks_position position;
    struct ks_piece_masks masks;
    memcpy(text, line, length);
    memset(text + length, '\n', PLAIN_READABLE);
    return ks_read_plain_fen(ks_current_placement_reader(), text, &position, &masks);
}

Test(plain_fen, nearly_all_real_lines_are) {
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t k = 0; k < kernel_count; k++) {
        size_t plain = 0;
        ks_kernel_select(kernels[k]->name, NULL);
        for (size_t i = 0; i < count; i++)
            plain += read_plainly(real[i].line, strlen(real[i].line)) > 0;
        cr_assert_geq(plain, count / 100 * 95, "kernel %s: %zu of %zu", kernels[k]->name, plain, count);
    }
}

Test(plain_fen, fields_end_at_the_line_or_at_the_first_operation) {
#define FIELDS "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"
    static const char *const plain[] = {
        FIELDS "|",     FIELDS "|\r\n",       FIELDS " |c0 \"x\";", FIELDS "  |",
        FIELDS " 0 1|", FIELDS " 0 9999 |id", FIELDS " 12 34 |\n",  FIELDS " 0 1   |Z",
    };
    for (size_t i = 0; i < LENGTH(plain); i++) {
        char text[80];
        const size_t end = strcspn(plain[i], "|"), length = strlen(plain[i]) - 1;
        memcpy(text, plain[i], end);
        memcpy(text + end, plain[i] + end + 1, length - end);
        cr_assert_eq(read_plainly(text, length), end, "%s: %zu", plain[i], read_plainly(text, length));
    }
}

/* The reader reads only the guaranteed bytes, whatever follows the fields. */
Test(plain_fen, only_guaranteed_bytes_are_read) {
    static char text[TEXT_MAX];
    char *last = (char *)memory.end - PLAIN_READABLE;
    text_source source;
    texts_start(&source, 8);
    for (unsigned i = 0; i < (SLOW ? 5000 : 50000); i++) {
        const size_t length = any_text(&source, text);
        ks_position position;
        struct ks_piece_masks masks;
        ks_kernel_select(kernels[i % kernel_count]->name, NULL);
        memset(last, " 1kx"[random_below(&source.random, 4)], PLAIN_READABLE);
        memcpy(last, text, length < PLAIN_READABLE ? length : PLAIN_READABLE);
        cr_assert_lt(ks_read_plain_fen(ks_current_placement_reader(), last, &position, &masks),
                     PLAIN_READABLE);
    }
}
