/* Tests the checks themselves: functions that break one rule each replace a kernel's, and the checks must
 * notice. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "abi/ask.h"
#include "abi/call.h"
#include "abi/checks.h"
#include "core/processor/cpu.h"

/* ---- Checks on a board without pieces, where the right answer is 0 ---- */

static const char *ask_empty_board(const ks_kernel *kernel, int interrupted) {
    static const uint8_t board[64], square = 27, side = KS_WHITE;
    const request r = {.boards = board,
                       .stride = 64,
                       .squares = &square,
                       .sides = &side,
                       .count = 1,
                       .interrupted = interrupted};
    return ask(kernel, &r);
}

static const char *check_call(const ks_kernel *kernel) {
    return ask_empty_board(kernel, 0);
}

static const char *check_interrupted_call(const ks_kernel *kernel) {
    return ask_empty_board(kernel, 1);
}

/* ---- The breaches, from broken.asm ---- */

enum requirement { ANY, YMM, ZMM };

#define BREACH(function, requirement, checked_by, expected)                                                  \
    int function(const uint8_t board[64], unsigned king_square, unsigned side);
#include "abi/breaches.def"
#undef BREACH

int breaks_nothing(const uint8_t board[64], unsigned king_square, unsigned side);
void writes_word_too_many(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
                          const uint8_t *sides, size_t n, uint64_t *out_bits);

#define BREACH(function, requirement, checked_by, expected)                                                  \
    {{.name = #function, .in_check = function}, requirement, checked_by, expected},
static const struct breach {
    ks_kernel kernel;
    enum requirement requires;
    kernel_check *check;
    const char *trouble;
} breaches[] = {
#include "abi/breaches.def"
    {{.name = "writes_word_too_many", .in_check_batch = writes_word_too_many},
     ANY,
     check_batches_in_memory,
     "touches memory"},
};
#undef BREACH

/* ---- The test of the checks ---- */

static bool possible(enum requirement requirement) {
    return requirement == ANY || ks_cpu_features() & (requirement == YMM ? CPU_AVX2 : CPU_AVX512F);
}

const char *check_breaches(void) {
    static const ks_kernel harmless = {.name = "breaks_nothing", .in_check = breaks_nothing};
    static char text[256];
    const char *trouble = check_call(&harmless);
    if (!trouble)
        trouble = check_interrupted_call(&harmless);
    for (size_t i = 0; i < sizeof breaches / sizeof *breaches && !trouble; i++) {
        const struct breach *b = &breaches[i];
        const char *found = possible(b->requires) ? b->check(&b->kernel) : b->trouble;
        if (!found || !strstr(found, b->trouble)) {
            snprintf(text, sizeof text, "%s: expected: %s; found: %s", b->kernel.name, b->trouble,
                     found ? found : "nothing");
            trouble = text;
        }
    }
    return trouble;
}
