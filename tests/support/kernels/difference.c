/* Compares each kernel's answers, function by function, with the expected ones. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/kernels/attacked.h"
#include "support/kernels/difference.h"
#include "support/kernels/usable.h"

static int list_squares(uint64_t squares, char *text) {
    int used = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if (squares >> square & 1)
            used += sprintf(text + used, " %s", ks_square_name(square));
    return used;
}

/* Writes the bytes of the board in hexadecimal, with the queried square in brackets. */
static void draw(const uint8_t board[64], unsigned square, char *text) {
    for (unsigned s = 0; s < KS_SQUARES; s++)
        text += sprintf(text, "%s%c%02x%c", s % 8 ? "" : "\n", s == square ? '[' : ' ', board[s],
                        s == square ? ']' : ' ');
}

const char *describe_difference(const char *kernel, const char *function, const uint8_t board[64],
                                unsigned square, unsigned side, uint64_t expected, uint64_t found) {
    static char text[1536];
    char *at = text;
    at += sprintf(at, "%s of kernel %s, %s king on square %u (%s if 0 is a8): expected", function, kernel,
                  side == KS_WHITE ? "white" : "black", square, ks_square_name(square));
    at += list_squares(expected, at);
    at += sprintf(at, " (0x%llx), found", (unsigned long long)expected);
    at += list_squares(found, at);
    at += sprintf(at, " (0x%llx)", (unsigned long long)found);
    draw(board, square, at);
    return text;
}

enum { MASKS = sizeof(ks_king_lines) / sizeof(uint64_t) };

static const char *const mask_names[2][MASKS] = {
    {"king_scan's checkers", "king_scan's check_lines", "king_scan's pinned", "king_scan's pin_orthogonal",
     "king_scan's pin_diagonal"},
    {"king_scan_set's checkers", "king_scan_set's check_lines", "king_scan_set's pinned",
     "king_scan_set's pin_orthogonal", "king_scan_set's pin_diagonal"},
};

/* A question and its answer, of which only the first `known` masks are known. */
struct asked {
    const ks_pieceset *set;
    const uint8_t *board;
    unsigned square, side;
    const ks_king_lines *expected;
    unsigned known;
};

static const char *wrong_lines(const ks_kernel *kernel, const struct asked *q, bool with_set) {
    uint64_t right[MASKS], masks[MASKS];
    ks_king_lines found;
    memset(&found, 0x55, sizeof found);
    if (with_set)
        kernel->king_scan_set(q->set, q->board, q->square, q->side, &found);
    else
        kernel->king_scan(q->board, q->square, q->side, &found);
    memcpy(right, q->expected, sizeof right);
    memcpy(masks, &found, sizeof masks);
    for (unsigned i = 0; i < q->known; i++)
        if (masks[i] != right[i])
            return describe_difference(kernel->name, mask_names[with_set][i], q->board, q->square, q->side,
                                       right[i], masks[i]);
    return NULL;
}

#define EXPECT(function, right, answer)                                                                      \
    do {                                                                                                     \
        const uint64_t found = (answer);                                                                     \
        if (found != (right))                                                                                \
            return describe_difference(kernel->name, function, q->board, q->square, q->side, right, found);  \
    } while (0)

/* Asks the build of `attacked` beside the kernel about the one square whose answer is known. */
static const char *wrong_attacked(const ks_kernel *kernel, const struct attacked_build *build,
                                  const struct asked *q) {
    const uint64_t attackers = q->expected->checkers;
    EXPECT("attacked_set", attackers != 0,
           build->attacked_set(q->set, q->board, q->side ^ 1) >> q->square & 1);
    if (q->set == &ks_chess_pieces)
        EXPECT("attacked", attackers != 0, build->attacked(q->board, q->side ^ 1) >> q->square & 1);
    return NULL;
}

static const char *wrong_answer(const ks_kernel *kernel, const struct asked *q) {
    const uint64_t attackers = q->expected->checkers;

#define ASK(function, right, ...) EXPECT(#function, right, (uint64_t)kernel->function(__VA_ARGS__))

    ASK(in_check_set, attackers != 0, q->set, q->board, q->square, q->side);
    ASK(attackers_set, attackers, q->set, q->board, q->square, q->side ^ 1);
    const char *wrong = wrong_lines(kernel, q, true);
    if (wrong || q->set != &ks_chess_pieces)
        return wrong;
    ASK(in_check, attackers != 0, q->board, q->square, q->side);
    ASK(attackers, attackers, q->board, q->square, q->side ^ 1);
#undef ASK
    return wrong_lines(kernel, q, false);
}

static const char *first_wrong_answer(const struct asked *q, bool of_reference) {
    static const ks_kernel *usable[KERNELS_MAX];
    static const struct attacked_build *attacked[KERNELS_MAX];
    static size_t count;
    const char *wrong = NULL;
    if (!count) {
        count = usable_kernels(usable);
        for (size_t i = 0; i < count; i++)
            attacked[i] = ks_attacked_beside(usable[i]);
    }
    for (size_t i = 0; i < count && !wrong; i++)
        if (attacked[i])
            wrong = wrong_attacked(usable[i], attacked[i], q);
    for (size_t i = of_reference ? 0 : 1; i < count && !wrong; i++)
        wrong = wrong_answer(usable[i], q);
    return wrong;
}

const char *difference(const ks_pieceset *set, const uint8_t board[64], unsigned square, unsigned side,
                       uint64_t expected) {
    const ks_king_lines lines = {.checkers = expected};
    return first_wrong_answer(&(struct asked){set, board, square, side, &lines, 1}, true);
}

const char *lines_difference(const ks_pieceset *set, const uint8_t board[64], unsigned square, unsigned side,
                             const ks_king_lines *expected) {
    return first_wrong_answer(&(struct asked){set, board, square, side, expected, MASKS}, true);
}

const char *reference_difference(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                                 unsigned side) {
    ks_king_lines lines;
    reference()->king_scan_set(set, board, square, side, &lines);
    return first_wrong_answer(&(struct asked){set, board, square, side, &lines, MASKS}, false);
}
