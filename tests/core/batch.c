/* Tests in_check_batch: all sizes around one word of answers, strides, alignments, both sides, every kernel.
 * Each answer must be the reference's answer for that board alone. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "kingscan.h"
#include "support/kernels/arrangement.h"
#include "support/kernels/usable.h"
#include "support/length.h"
#include "support/random.h"
#include "support/sanitized.h"

enum { BOARDS_MAX = 1000, WORDS = (BOARDS_MAX + 63) / 64, GUARDS = 2 };

static const uint64_t guard = 0xfedcba9876543210;

/* n boards of random bytes. */
typedef struct batch {
    const ks_pieceset *set; /* NULL: chess's own codes, without a set */
    size_t n, stride;
    uint8_t *memory; /* the first board is `offset` bytes after the beginning */
    size_t offset;
    uint8_t squares[BOARDS_MAX], sides[BOARDS_MAX];
    uint64_t expected[WORDS + GUARDS];
} batch;

/* Fills the boards with `count` different bytes from `codes`; the first one is an empty square. */
static void fill(batch *b, const uint8_t *codes, unsigned count, uint64_t *state) {
    const ks_pieceset *set = b->set ? b->set : &ks_chess_pieces;
    b->memory = malloc(b->offset + b->n * b->stride + 1);
    for (size_t i = 0; i < b->offset + b->n * b->stride; i++) /* also between boards */
        b->memory[i] = random_below(state, 4) ? codes[0] : codes[random_below(state, count)];
    memset(b->expected, 0, sizeof b->expected);
    for (size_t i = 0; i < b->n; i++) {
        const uint8_t *board = b->memory + b->offset + i * b->stride;
        b->squares[i] = (uint8_t)random_below(state, 64);
        b->sides[i] = (uint8_t)random_below(state, 2);
        b->expected[i / 64] |= (uint64_t)reference()->in_check_set(set, board, b->squares[i], b->sides[i])
                               << i % 64;
    }
    for (size_t word = (b->n + 63) / 64; word < WORDS + GUARDS; word++)
        b->expected[word] = guard; /* a guard: nothing may be written there */
}

static void expect_answers(const batch *b, const char *who, const uint64_t *found) {
    for (size_t word = 0; word < WORDS + GUARDS; word++)
        cr_assert_eq(found[word], b->expected[word],
                     "%s, %s, %zu boards, stride %zu: word %zu: expected 0x%016llx, found 0x%016llx", who,
                     b->set ? "with a set" : "own codes", b->n, b->stride, word,
                     (unsigned long long)b->expected[word], (unsigned long long)found[word]);
}

static void ask(const batch *b, const ks_kernel *kernel) {
    const uint8_t *boards = b->memory + b->offset;
    uint64_t found[WORDS + GUARDS];
    for (size_t word = 0; word < WORDS + GUARDS; word++)
        found[word] = guard;
    if (b->set)
        kernel->in_check_batch_set(b->set, boards, b->stride, b->squares, b->sides, b->n, found);
    else
        kernel->in_check_batch(boards, b->stride, b->squares, b->sides, b->n, found);
    expect_answers(b, kernel->name, found);
}

/* The public functions as a kernel. */
static const ks_kernel public_functions = {.name = "public functions",
                                           .in_check_batch = ks_in_check_batch,
                                           .in_check_batch_set = ks_in_check_batch_set};

static void compare(const ks_pieceset *set, const uint8_t *codes, unsigned code_count, size_t n,
                    size_t stride, size_t offset, uint64_t *state) {
    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    batch b = {.set = set, .n = n, .stride = stride, .offset = offset};
    fill(&b, codes, code_count, state);
    for (size_t i = 0; i < count; i++)
        if (ks_kernel_is_usable(kernels[i]))
            ask(&b, kernels[i]);
    ask(&b, &public_functions);
    free(b.memory);
}

static void compare_sizes(const ks_pieceset *set, const uint8_t *codes, unsigned code_count) {
    static const size_t sizes[] = {0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 1000},
                        strides[] = {64, 65, 96, 1000};
    uint64_t state = 11;
    for (size_t i = 0; i < LENGTH(sizes); i++)
        for (size_t j = 0; j < LENGTH(strides); j++)
            compare(set, codes, code_count, sizes[i], strides[j], j, &state);
    for (int i = 0; i < (SLOW ? 100 : 2000); i++)
        compare(set, codes, code_count, random_below(&state, 200), 64 + random_below(&state, 100),
                random_below(&state, 64), &state);
}

static const uint8_t own_codes[] = {0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 0x75, 0xf8};

Test(batch, own_codes) {
    compare_sizes(NULL, own_codes, LENGTH(own_codes));
}

Test(batch, the_bundled_set) {
    compare_sizes(&ks_chess_pieces, own_codes, LENGTH(own_codes));
}

Test(batch, boards_that_begin_with_a1) {
    ks_pieceset set;
    cr_assert_eq(ks_pieceset_init(&set, chess_pieces, 12, KS_PIECESET_A1_FIRST, NULL), KS_OK);
    compare_sizes(&set, own_codes, LENGTH(own_codes));
}

/* Codes of 128 and more are among these: the vector kernels use other tables for them. */
static void compare_wide(unsigned flags) {
    static const uint8_t codes[] = {'.', 'P', 'N', 'B', 'R', 'Q', 'K', 0x81, 0x82, 0xa3, 0xc4, 0xe5, 0xff};
    ks_piece pieces[12];
    ks_pieceset set;
    memcpy(pieces, chess_pieces, sizeof pieces);
    for (unsigned i = 0; i < 12; i++)
        pieces[i].code = codes[i + 1];
    cr_assert_eq(ks_pieceset_init(&set, pieces, 12, flags, NULL), KS_OK);
    compare_sizes(&set, codes, LENGTH(codes));
}

enum { MANY_CODES = 20 };

/* Makes a set of more codes than cells, which the kernels look up one by one. */
static void init_without_cells(ks_pieceset *set, uint8_t codes[MANY_CODES], unsigned flags) {
    ks_piece pieces[MANY_CODES - 1];
    codes[0] = 0;
    for (unsigned i = 0; i < LENGTH(pieces); i++) {
        codes[i + 1] = (uint8_t)(13 * (i + 1));
        pieces[i] = (ks_piece){codes[i + 1], (uint8_t)(i & 1), (uint8_t)(1 << i % 6)};
    }
    cr_assert_eq(ks_pieceset_init(set, pieces, LENGTH(pieces), flags, NULL), KS_OK);
    cr_assert_eq(set->cells, 0);
}

Test(batch, wide_sets_without_cells) {
    uint8_t codes[MANY_CODES];
    ks_pieceset set;
    for (unsigned flags = 0; flags <= KS_PIECESET_A1_FIRST; flags += KS_PIECESET_A1_FIRST) {
        init_without_cells(&set, codes, flags);
        compare_sizes(&set, codes, LENGTH(codes));
    }
}

Test(batch, wide_sets) {
    compare_wide(0);
}

Test(batch, wide_sets_that_begin_with_a1) {
    compare_wide(KS_PIECESET_A1_FIRST);
}

/* ---- Long strides ---- */

/* Moves boards that are adjacent more than 4 GiB apart, each into its own page. Nothing between them may be
 * read. */
static void move_apart(batch *b) {
    enum { PAGE = 4096 };
    const uint8_t *together = b->memory;
    b->stride = ((size_t)4 << 30) + 3 * PAGE + 64;
    b->memory = mmap(NULL, b->n * b->stride, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    cr_assert_neq(b->memory, MAP_FAILED);
    for (size_t i = 0; i < b->n; i++) {
        uint8_t *board = b->memory + i * b->stride;
        cr_assert_eq(mprotect(board - (uintptr_t)board % PAGE, PAGE, PROT_READ | PROT_WRITE), 0);
        memcpy(board, together + i * 64, 64);
    }
}

static void compare_far_apart(const ks_pieceset *set, const uint8_t *codes, unsigned code_count) {
    batch b = {.set = set, .n = 67, .stride = 64};
    uint64_t state = 12;
    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    fill(&b, codes, code_count, &state);
    uint8_t *together = b.memory;
    move_apart(&b);
    cr_assert(b.expected[0] && b.expected[1]);
    for (size_t i = 0; i < count; i++)
        if (ks_kernel_is_usable(kernels[i]))
            ask(&b, kernels[i]);
    free(together);
    munmap(b.memory, b.n * b.stride);
}

Test(batch, boards_gigabytes_apart) {
    static const uint8_t codes[] = {0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 200};
    uint8_t many_codes[MANY_CODES];
    ks_piece pieces[13] = {[12] = {200, KS_BLACK, KS_CLASS_ORTHOGONAL}};
    ks_pieceset set;
    memcpy(pieces, chess_pieces, sizeof chess_pieces);
    compare_far_apart(NULL, own_codes, LENGTH(own_codes));
    compare_far_apart(&ks_chess_pieces, own_codes, LENGTH(own_codes));
    cr_assert_eq(ks_pieceset_init(&set, pieces, 13, 0, NULL), KS_OK);
    cr_assert_neq(set.cells, 0);
    compare_far_apart(&set, codes, LENGTH(codes));
    init_without_cells(&set, many_codes, 0);
    compare_far_apart(&set, many_codes, LENGTH(many_codes));
}

/* ---- Empty batches ---- */

Test(batch, an_empty_batch_needs_no_pointers) {
    const ks_kernel *kernels[KERNELS_MAX];
    const size_t count = usable_kernels(kernels);
    for (size_t i = 0; i < count; i++) {
        kernels[i]->in_check_batch(NULL, 64, NULL, NULL, 0, NULL);
        kernels[i]->in_check_batch_set(&ks_chess_pieces, NULL, 64, NULL, NULL, 0, NULL);
    }
    ks_in_check_batch(NULL, 64, NULL, NULL, 0, NULL);
    ks_in_check_batch_set(&ks_chess_pieces, NULL, 64, NULL, NULL, 0, NULL);
}
