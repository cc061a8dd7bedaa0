/* Tests the rules of public names: a header with one name of each kind that does not follow. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(names, .disabled = SANITIZED);

#define HEADER(line)                                                                                         \
    "names=$PWD/tests/lint/names.py\n" IN_NEW_DIRECTORY "mkdir -p include/kingscan\n"                        \
    "printf '%s\\n' '#define KS_NEW 1' '" line "' >include/kingscan/new.h\n$names\n"

Test(names, that_follow_pass) {
    expect_run(HEADER("KS_API int ks_pgn_write(void);"), 0, "", "");
    expect_run(HEADER("KS_INLINE unsigned ks_king_of(const ks_position *position) {"), 0, "", "");
    expect_run(HEADER("typedef struct ks_new {"), 0, "", "");
}

Test(names, that_do_not_follow_are_found) {
    expect_run(
        HEADER("KS_API int ks_pgn_text(void);"), 1,
        "include/kingscan/new.h: ks_pgn_text: expected a verb after the object, or a noun of the lists in "
        "tests/lint/names.py\n",
        "");
    expect_run(
        HEADER("KS_API KS_MUST_USE int ks_explain_move(void);"), 1,
        "include/kingscan/new.h: ks_explain_move: expected a verb, an object, or a question of the lists in "
        "tests/lint/names.py\n",
        "");
    expect_run(HEADER("typedef struct squares {"), 1,
               "include/kingscan/new.h: squares: expected a name that begins with ks_\n", "");
    expect_run(HEADER("#define SQUARES 64"), 1,
               "include/kingscan/new.h: SQUARES: expected a name that begins with KS_\n", "");
}
