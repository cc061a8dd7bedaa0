/* Tests `kingscan check` on random bytes: each line is a position, is rejected, blank, or a comment. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/length.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/transcript.h"

/* ---- Bytes of any kind ---- */

/* Writes `length` random bytes of the alphabet, or of all bytes, to a new file, whose name ends in XXXXXX. */
static void write_random(char *name, uint64_t seed, const char *alphabet, size_t length) {
    FILE *const out = fdopen(mkstemp(name), "w");
    cr_assert(out);
    while (length-- > 0) {
        const uint64_t random = next_random(&seed);
        putc(alphabet ? alphabet[(random >> 32) % strlen(alphabet)] : (int)(random >> 56), out);
    }
    cr_assert(fclose(out) == 0);
}

Test(check_rejected, bytes_of_any_kind) {
    static const char *const alphabets[] = {NULL, "\n\n8/k0K w-;\t\r#", "K8/k w\n", "\r\n\"# "};
    for (uint64_t i = 0; i < LENGTH(alphabets); i++) {
        char name[] = "/tmp/kingscan-XXXXXX";
        write_random(name, i, alphabets[i], SLOW ? 5000 : 50000);
        setenv("random", name, 1);
        run_block("tests/cli/check/rejected.blocks", "Each line is counted");
        unlink(name);
    }
}
