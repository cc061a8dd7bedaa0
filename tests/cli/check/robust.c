/* Tests kingscan check on a file that its user may not read. Root may read all. */
#include <criterion/criterion.h>
#include <unistd.h>

#include "support/run.h"
#include "support/skip.h"

Test(check_robust, a_file_that_may_not_be_read) {
    if (geteuid() == 0)
        skip_test("this machine runs tests as root, who can read every file");
    expect_run(IN_NEW_DIRECTORY "echo x >a; chmod 0 a; $KINGSCAN check a", 2, "",
               "kingscan check: a: Permission denied\n");
}
