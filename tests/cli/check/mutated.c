/* kingscan check by every kernel on lines with something wrong, in short; tests/peers/against_program.py says
 * how to hold it against another build, at length. */
#include <criterion/criterion.h>
#include <string.h>

#include "support/check_lines.h"
#include "support/sanitized.h"

TestSuite(check_mutated, .disabled = SANITIZED, .timeout = 120);

Test(check_mutated, every_kernel_says_what_the_reference_says) {
    struct ran ran = run_shell("tests/peers/against_program.py $KINGSCAN --lines 30000 --seed 7 " POSITIONS);
    cr_expect(ran.status == 0 && strstr(ran.out, ": no difference"), "%s%s", ran.out, ran.err);
    free_ran(&ran);
}
