/* Tests kingscan check with every kernel on damaged lines, briefly; tests/peers/against_program.py compares
 * with another build, at length. */
#include <criterion/criterion.h>
#include <string.h>

#include "support/check_lines.h"
#include "support/sanitized.h"

TestSuite(check_mutated, .disabled = SANITIZED);

Test(check_mutated, every_kernel_agrees_with_the_reference) {
    struct ran ran = run_shell("tests/peers/against_program.py $KINGSCAN --lines 30000 --seed 7 " POSITIONS);
    cr_expect(ran.status == 0 && strstr(ran.out, ": no difference"), "%s%s", ran.out, ran.err);
    free_ran(&ran);
}
