/* Functions touch only the memory that they are given: all of it lies where one more byte is a fault, and
 * their input cannot be written. */
#include <string.h>

#include "abi/area.h"
#include "abi/ask.h"
#include "abi/checks.h"
#include "cli/platform/posix.h"

/* ---- A request laid out in such areas ---- */

enum edge { AT_END, AT_BEGIN };

typedef struct layout {
    enum edge edge;
    size_t offset; /* of the boards from that edge */
    size_t first;  /* of the samples */
    size_t count, stride;
} layout;

enum { COUNT_MAX = 200, STRIDE_MAX = 4096 + 8 };

static struct { area boards, squares, sides, set, lines, out_bits; } areas;

/* Fills the area with attackers: a byte that is read wrongly changes the answer. */
static area new_queens(size_t bytes) {
    const area a = new_area(bytes);
    memset(a.begin, KS_BLACK_QUEEN, (size_t)(a.end - a.begin));
    return a;
}

static void make_areas(void) {
    if (areas.set.begin)
        return;
    areas.boards = new_queens(COUNT_MAX * STRIDE_MAX);
    areas.squares = new_queens(COUNT_MAX);
    areas.sides = new_queens(COUNT_MAX);
    areas.set = new_queens(sizeof(ks_pieceset));
    areas.lines = new_queens(sizeof(ks_king_lines));
    areas.out_bits = new_queens(COUNT_MAX / 8);
}

static void *place(const area *a, const layout *l, size_t bytes, size_t offset) {
    return l->edge == AT_END ? a->end - bytes - offset : a->begin + offset;
}

static const void *put(const area *a, const layout *l, const void *bytes, size_t length) {
    protect_area(a, PROT_READ | PROT_WRITE);
    void *to = memcpy(place(a, l, length, 0), bytes, length);
    protect_area(a, PROT_READ);
    return to;
}

static const uint8_t *put_boards(const layout *l) {
    uint8_t *boards = place(&areas.boards, l, l->count ? (l->count - 1) * l->stride + 64 : 0, l->offset);
    protect_area(&areas.boards, PROT_READ | PROT_WRITE);
    for (size_t i = 0; i < l->count; i++)
        memcpy(boards + i * l->stride, all_samples()->boards[l->first + i], 64);
    protect_area(&areas.boards, PROT_READ);
    return boards;
}

static const char *ask_laid_out(const ks_kernel *kernel, const layout *l) {
    const samples *s = all_samples();
    make_areas();
    const request r = {.set = put(&areas.set, l, sample_set(l->first), sizeof(ks_pieceset)),
                       .boards = put_boards(l),
                       .stride = l->stride,
                       .squares = put(&areas.squares, l, s->squares + l->first, l->count),
                       .sides = put(&areas.sides, l, s->sides + l->first, l->count),
                       .count = l->count,
                       .lines = place(&areas.lines, l, sizeof(ks_king_lines), 0),
                       .out_bits = place(&areas.out_bits, l, (l->count + 63) / 64 * sizeof(uint64_t), 0)};
    return ask(kernel, &r);
}

/* ---- Checks ---- */

const char *check_boards_in_memory(const ks_kernel *kernel) {
    const char *trouble = NULL;
    for (enum edge edge = AT_END; edge <= AT_BEGIN; edge++)
        for (size_t offset = 0; offset < 64; offset++)
            for (size_t i = 0; i < (offset ? 6 : 300) && !trouble; i++) {
                const layout l = {edge, offset, i + offset, 1, 64};
                trouble = ask_laid_out(kernel, &l);
            }
    return trouble;
}

const char *check_batches_in_memory(const ks_kernel *kernel) {
    static const size_t strides[] = {64, 65, 100, 128, STRIDE_MAX}, counts[] = {0, 1, 63, 64, 65, COUNT_MAX};
    const char *trouble = NULL;
    for (enum edge edge = AT_END; edge <= AT_BEGIN; edge++)
        for (size_t s = 0; s < sizeof strides / sizeof *strides; s++)
            for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
                for (size_t set = 0; set < SETS && !trouble; set++) {
                    const layout l = {edge, 0, set, counts[c], strides[s]};
                    trouble = ask_laid_out(kernel, &l);
                }
    return trouble;
}
