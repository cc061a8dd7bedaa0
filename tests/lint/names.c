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

#define BINDING(line) "mkdir -p bindings/javascript\necho '    " line "' >bindings/javascript/kingscan.d.ts\n"

Test(names, of_bindings_are_words_of_c) {
    expect_run(HEADER("KS_API int ks_pgn_write_all(void);") BINDING("writeAll(): void;") "$names\n", 0, "",
               "");
    expect_run(HEADER("KS_API int ks_pgn_write_all(void);") BINDING("writePgn(): void;") "$names\n", 1,
               "JavaScript: writePgn: expected words of a name in include/kingscan/, or a reason in "
               "tests/lint/names.txt\n",
               "");
    expect_run(HEADER("KS_API int ks_pgn_write(void);")
                   BINDING("pop(): void;") "mkdir -p tests/lint\nprintf 'JavaScript: others have it\\n    "
                                           "pop push\\n' >tests/lint/names.txt\n$names\n",
               1, "tests/lint/names.txt: JavaScript has no push, or C has it too\n", "");
}
