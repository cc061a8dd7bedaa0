/* Compares every kernel with the reference on random boards: all its functions, in our codes and in others.
 * The module of kernels.test.mjs and bench.js has the package's exports, and those below. */
#include <string.h>

#include "core/board/hashes.h"
#include "core/text/error.h"
#include "kingscan/kernels.h"

enum { BOARDS = 70 };

struct question {
    ks_pieceset set;
    uint8_t boards[BOARDS][64], kings[BOARDS], sides[BOARDS];
};

/* Sparse and full boards, of any bytes or of few. */
static void fill_board(uint8_t board[64], uint64_t *random) {
    const uint64_t density = splitmix64(random) % 4, mask = splitmix64(random) % 2 ? 15 : 255;
    for (unsigned square = 0; square < 64; square++)
        board[square] = (uint8_t)(splitmix64(random) % 4 <= density ? splitmix64(random) & mask : 0);
}

/* Narrow or wide, from a8 or from a1. */
static void fill_set(ks_pieceset *set, uint64_t *random) {
    ks_piece pieces[12];
    const uint64_t flags = splitmix64(random) & (KS_PIECESET_A1_FIRST | KS_PIECESET_WIDE);
    const unsigned step = flags & KS_PIECESET_WIDE ? 19 : 1;
    for (unsigned i = 0; i < 12; i++)
        pieces[i] = (ks_piece){(uint8_t)(step * (i + 1)), (uint8_t)(i % 2),
                               (uint8_t)(splitmix64(random) & (2 * KS_CLASS_PAWN - 1))};
    cannot_fail(ks_pieceset_init(set, pieces, 12, (unsigned)flags, NULL));
}

static void fill(struct question *question, uint64_t *random) {
    fill_set(&question->set, random);
    for (unsigned i = 0; i < BOARDS; i++) {
        fill_board(question->boards[i], random);
        question->kings[i] = (uint8_t)(splitmix64(random) % 64);
        question->sides[i] = (uint8_t)(splitmix64(random) % 2);
    }
}

static int compare_lines(const ks_king_lines *a, const ks_king_lines *b) {
    return memcmp(a, b, sizeof *a) != 0;
}

/* Returns the number of different answers on one board. */
static int compare_on(const ks_kernel *kernel, const ks_kernel *c, const struct question *question,
                      unsigned i) {
    const uint8_t *const board = question->boards[i];
    const ks_pieceset *const set = &question->set;
    const unsigned king = question->kings[i], side = question->sides[i];
    ks_king_lines lines[4];
    kernel->king_scan(board, king, side, &lines[0]);
    c->king_scan(board, king, side, &lines[1]);
    kernel->king_scan_set(set, board, king, side, &lines[2]);
    c->king_scan_set(set, board, king, side, &lines[3]);
    return (kernel->in_check(board, king, side) != c->in_check(board, king, side)) +
           (kernel->in_check_set(set, board, king, side) != c->in_check_set(set, board, king, side)) +
           (kernel->attackers(board, king, side) != c->attackers(board, king, side)) +
           (kernel->attackers_set(set, board, king, side) != c->attackers_set(set, board, king, side)) +
           compare_lines(&lines[0], &lines[1]) + compare_lines(&lines[2], &lines[3]);
}

static int compare_batches(const ks_kernel *kernel, const ks_kernel *c, const struct question *question) {
    uint64_t found[2][(BOARDS + 63) / 64], found_set[2][(BOARDS + 63) / 64];
    for (unsigned which = 0; which < 2; which++) {
        const ks_kernel *const asked = which ? kernel : c;
        asked->in_check_batch(question->boards[0], 64, question->kings, question->sides, BOARDS,
                              found[which]);
        asked->in_check_batch_set(&question->set, question->boards[0], 64, question->kings, question->sides,
                                  BOARDS, found_set[which]);
    }
    return (memcmp(found[0], found[1], sizeof found[0]) != 0) +
           (memcmp(found_set[0], found_set[1], sizeof found_set[0]) != 0);
}

/* Returns the number of answers of the kernel of this index that differ from the reference's. */
int compare_kernels(unsigned index, unsigned rounds);

__attribute__((visibility("default"))) int compare_kernels(unsigned index, unsigned rounds) {
    static struct question question;
    size_t count;
    const ks_kernel *const *const all = ks_kernel_get_all(&count);
    uint64_t random = index;
    int different = 0;
    while (rounds-- > 0) {
        fill(&question, &random);
        different += compare_batches(all[index], all[0], &question);
        for (unsigned i = 0; i < BOARDS; i++)
            different += compare_on(all[index], all[0], &question, i);
    }
    return different;
}

#ifdef __wasm__
#define EXPORT __attribute__((visibility("default")))

/* The name of the kernel of this index; NULL behind the last one. */
EXPORT const char *kernel_name(unsigned index);
EXPORT const char *kernel_name(unsigned index) {
    size_t count;
    const ks_kernel *const *const all = ks_kernel_get_all(&count);
    return index < count ? all[index]->name : NULL;
}

/* Chooses a kernel by its index. */
EXPORT void kernel_select(unsigned index);
EXPORT void kernel_select(unsigned index) {
    ks_kernel_select(kernel_name(index), NULL);
}
#else
#include <stdio.h>

int main(void) {
    size_t count;
    const ks_kernel *const *const all = ks_kernel_get_all(&count);
    for (unsigned i = 1; i < count; i++)
        if (ks_kernel_is_usable(all[i]))
            printf("%s %d\n", all[i]->name, compare_kernels(i, 3000));
    return 0;
}
#endif
