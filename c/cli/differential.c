/* Every kernel asked the same question as the reference, and the smallest board on which one differs. */
#include "differential.h"

#include <assert.h>
#include <stddef.h>

/* ---- What is compared: one row a function ---- */

#define OFFERED(function)                                                                                    \
    static bool offers_##function(const ks_kernel *kernel) { return kernel->function != NULL; }

OFFERED(in_check)
OFFERED(attackers)
OFFERED(in_check_set)
OFFERED(attackers_set)

static uint64_t ask_in_check(const ks_kernel *kernel, const struct question *q) {
    return (uint64_t)kernel->in_check(q->board, q->square, q->side);
}

static uint64_t ask_attackers(const ks_kernel *kernel, const struct question *q) {
    return kernel->attackers(q->board, q->square, q->side ^ 1);
}

static uint64_t ask_in_check_set(const ks_kernel *kernel, const struct question *q) {
    return (uint64_t)kernel->in_check_set(q->set, q->board, q->square, q->side);
}

static uint64_t ask_attackers_set(const ks_kernel *kernel, const struct question *q) {
    return kernel->attackers_set(q->set, q->board, q->square, q->side ^ 1);
}

static uint64_t expect_check(const struct question *q, uint64_t attackers) {
    (void)q;
    return attackers != 0;
}

static uint64_t expect_attackers(const struct question *q, uint64_t attackers) {
    (void)q;
    return attackers;
}

static const struct compared_function functions[] = {
    {"in_check", false, false, offers_in_check, ask_in_check, expect_check},
    {"attackers", true, false, offers_attackers, ask_attackers, expect_attackers},
    {"in_check_set", false, true, offers_in_check_set, ask_in_check_set, expect_check},
    {"attackers_set", true, true, offers_attackers_set, ask_attackers_set, expect_attackers},
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

void differential_add(struct differential *differential, const ks_kernel *kernel, bool codes_only) {
    for (const struct compared_function *function = functions; function < functions + FUNCTIONS; function++) {
        if (!function->offered(kernel))
            continue;
        const unsigned with_set = function->with_set;
        assert(differential->counts[with_set] < COMPARISONS_MAX);
        differential->comparisons[with_set][differential->counts[with_set]++] =
            (struct comparison){kernel, function, codes_only};
    }
}

/* ---- Asking ---- */

static const ks_kernel *reference(void) {
    size_t count;
    return ks_kernels(&count);
}

static uint64_t reference_attackers(const struct question *question) {
    return question->set ? ask_attackers_set(reference(), question) : ask_attackers(reference(), question);
}

/* The reference's functions rest on its attackers, which are asked for every board; so it is held against
 * itself on few boards only: it costs more than all others together. */
static bool skipped(const struct comparison *c, const struct question *question) {
    return (c->kernel == reference() && question->number % 16 != 0) || (c->codes_only && question->any_bytes);
}

bool differential_ask(const struct differential *differential, const struct question *question,
                      struct difference *difference) {
    const unsigned with_set = question->set != NULL;
    const uint64_t attackers = reference_attackers(question);

    for (unsigned i = 0; i < differential->counts[with_set]; i++) {
        const struct comparison *c = &differential->comparisons[with_set][i];
        if (skipped(c, question))
            continue;
        const uint64_t expected = c->function->expect(question, attackers);
        const uint64_t found = c->function->ask(c->kernel, question);
        if (found != expected) {
            *difference = (struct difference){*c, *question, expected, found, false};
            return true;
        }
    }
    return false;
}

bool difference_adopt(struct difference *difference, const struct question *question) {
    const struct comparison *c = &difference->comparison;
    const uint64_t expected = c->function->expect(question, reference_attackers(question));
    const uint64_t found = c->function->ask(c->kernel, question);
    if (found == expected)
        return false;
    *difference = (struct difference){*c, *question, expected, found, true};
    return true;
}

/* ---- Shrinking ---- */

static bool try_byte(struct difference *difference, unsigned square, uint8_t byte) {
    struct question simpler = difference->question;
    simpler.board[square] = byte;
    return difference_adopt(difference, &simpler);
}

static uint8_t empty_byte(const ks_pieceset *set) {
    unsigned byte = 0;
    while (set && set->classes[KS_WHITE][byte] & KS_OCCUPIED)
        byte++; /* ks_pieceset_init sees to it that there is one */
    return (uint8_t)byte;
}

/* Until none can be removed alone. */
static void remove_pieces(struct difference *difference) {
    const uint8_t empty = empty_byte(difference->question.set);
    bool removed;
    do {
        removed = false;
        for (unsigned square = 0; square < KS_SQUARES; square++)
            if (difference->question.board[square] != empty && try_byte(difference, square, empty))
                removed = true;
    } while (removed);
}

/* The high bits of a byte that don't matter, and with our own codes the first of pawn, knight, bishop and
 * rook that differs as well. No pawns on the first and last rank, so that it may be a position. */
static void simplify_piece(struct difference *difference, unsigned square) {
    const ks_pieceset *set = difference->question.set;
    const uint8_t byte = difference->question.board[square], low = byte & 15;
    if (byte != low && !(set && set->wide))
        try_byte(difference, square, low);
    if (set || ks_code_letter(low) == '.')
        return;
    const uint8_t black = low & KS_BLACK_BIT, kind = low ^ black;
    const bool last_rank = square / 8 % 7 == 0;
    for (uint8_t simpler = last_rank ? KS_WHITE_KNIGHT : KS_WHITE_PAWN; simpler < kind; simpler++)
        if (try_byte(difference, square, simpler | black))
            return;
}

void difference_shrink(struct difference *difference) {
    const struct question question = difference->question;
    if (!difference_adopt(difference, &question))
        return;
    remove_pieces(difference);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        simplify_piece(difference, square);
    remove_pieces(difference); /* a simpler piece may need less company */
}
