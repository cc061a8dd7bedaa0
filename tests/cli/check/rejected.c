/* Tests `kingscan check` on random bytes: each line is a position, is rejected, blank, or a comment. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check_lines.h"
#include "support/length.h"
#include "support/random.h"
#include "support/sanitized.h"

/* ---- Bytes of any kind ---- */

/* Writes `length` random bytes of the alphabet, or of all bytes, to $file. */
static void write_random(const char *file, uint64_t seed, const char *alphabet, size_t length) {
    FILE *out = fopen(file, "w");
    cr_assert(out);
    while (length-- > 0) {
        const uint64_t random = next_random(&seed);
        putc(alphabet ? alphabet[(random >> 32) % strlen(alphabet)] : (int)(random >> 56), out);
    }
    cr_assert(fclose(out) == 0);
}

/* Every line is a position, rejected, blank or a comment; several threads print the same. */
#define IN_ALL_FORMATS                                                                                       \
    "trap 'rm -rf \"$d\"' EXIT; cd \"$d\" && for format in tsv json epd bits bytes; do for jobs in 1 3; "    \
    "do\n"                                                                                                   \
    "$KINGSCAN check --unique --summary --max-errors 0 --jobs $jobs --format $format random >out 2>err\n"    \
    "status=$?; [ $status -le 1 ] || echo $format: status $status\n"                                         \
    "sed 's/[0-9.]* seconds.*//' err >>out; mv out $format.$jobs; done; cmp $format.1 $format.3; done\n"     \
    "tr '\\000' x <random | sed 's/\\r$//' | tr '\\r' '\\n' >lines\n"                                        \
    "tail -n 1 err | tr -c '0-9\\n' ' ' | { read lines positions repeated rejected rest\n"                   \
    "[ $lines = $(grep -ac '' lines) ] || echo $lines lines\n"                                               \
    "[ $((positions + repeated + rejected)) = $(sed '/^#/d; /^[ \\t]*$/d' lines | grep -ac '') ] || "        \
    "tail -n 1 err\n"                                                                                        \
    "[ $rejected = $(grep -ac '^random:[0-9]*:[0-9]*: error: ' err) ] || echo not all named\n}"

Test(check_rejected, bytes_of_any_kind) {
    static const char *const alphabets[] = {NULL, "\n\n8/k0K w-;\t\r#", "K8/k w\n", "\r\n\"# "};
    for (uint64_t i = 0; i < LENGTH(alphabets); i++) {
        char directory[] = "/tmp/kingscan-XXXXXX", file[64], setting[64];
        cr_assert(mkdtemp(directory));
        snprintf(file, sizeof file, "%s/random", directory);
        write_random(file, i, alphabets[i], SLOW ? 5000 : 50000);
        snprintf(setting, sizeof setting, "d=%s", directory);
        expect_run_with(setting, IN_ALL_FORMATS, 0, "", "");
    }
}
