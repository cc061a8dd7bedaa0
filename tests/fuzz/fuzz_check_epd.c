/* Gives bytes of libFuzzer to ks_check_epd: the answers for a whole text are those of the exact reader and of
 * the references of checkers and moves for its single lines, whatever the bytes. */
#include <string.h>

#include "core/fen/plain.h"
#include "fuzz/require.h"
#include "support/readings.h"

static void require_agreement(const char *text, size_t n, unsigned flags, size_t max) {
    static const char *const kernels[] = {"c", "avx2", NULL}; /* the reference's, AVX2's, and the fastest's */
    for (int i = 0; i < 3; i++) {
        if (ks_kernel_select(kernels[i], NULL) != KS_OK)
            continue; /* not usable on this processor */
        const char *trouble = epd_difference(text, n, flags, max);
        require(!trouble, trouble);
    }
}

/* The first byte chooses the flags and the lines of a call. The text is read twice: unchanged, and followed
 * by so many lines that the fast reader reads its last lines too. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const size_t maxima[] = {1, 3, 6, 1000};
    if (size == 0)
        return 0;
    const unsigned flags = (data[0] & (KS_FEN_RIGHTS | KS_FEN_LENIENT)) | (data[0] >> 2 & KS_FEN_POSSIBLE);
    const size_t max = maxima[data[0] >> 2 & 3], n = size - 1;
    require_agreement((const char *)data + 1, n, flags, max);
    char *longer = malloc(n + PLAIN_READABLE);
    require(longer != NULL, "out of memory");
    memcpy(longer, data + 1, n);
    memset(longer + n, '\n', PLAIN_READABLE);
    require_agreement(longer, n + PLAIN_READABLE, flags, max);
    free(longer);
    return 0;
}
