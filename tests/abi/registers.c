/* Tests that functions restore their caller's state, as the calling conventions ask, on random boards. */
#include "abi/ask.h"
#include "abi/checks.h"

static request request_of(size_t first, size_t count) {
    static ks_king_lines lines;
    static uint64_t out_bits[SAMPLES / 64];
    const samples *s = all_samples();
    return (request){.set = sample_set(first),
                     .boards = s->boards[first],
                     .stride = KS_SQUARES,
                     .squares = s->squares + first,
                     .sides = s->sides + first,
                     .count = count,
                     .lines = &lines,
                     .out_bits = out_bits};
}

const char *check_calls(const ks_kernel *kernel) {
    const char *trouble = NULL;
    for (size_t i = 0; i < 400 && !trouble; i++) {
        const request r = request_of(i, 1 + i % 80);
        trouble = ask(kernel, &r);
    }
    return trouble;
}

const char *check_interrupted_calls(const ks_kernel *kernel) {
    static const size_t counts[] = {66, 2, 66, 2, 2, 2};
    size_t kernels;
    const char *trouble = NULL;
    if (kernel == ks_kernel_get_all(&kernels)[0])
        return NULL;
    for (size_t i = 0; i < sizeof counts / sizeof *counts && !trouble; i++) {
        request r = request_of(i, counts[i]);
        r.interrupted = 1;
        trouble = ask(kernel, &r);
    }
    return trouble;
}

const char *check_kernels(kernel_check *check) {
    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    const char *trouble = NULL;
    for (size_t i = 0; i < count && !trouble; i++)
        if (ks_kernel_is_usable(kernels[i]))
            trouble = check(kernels[i]);
    return trouble;
}
