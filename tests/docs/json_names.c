/* Tests that docs/json.md, the dictionary of JSON, has the names and types of all that the commands print.
 * */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(json_names, .disabled = SANITIZED);

Test(json_names, every_member_is_in_the_dictionary) {
    expect_run("tests/docs/json_names.py " BUILD, 0, "", "");
}
