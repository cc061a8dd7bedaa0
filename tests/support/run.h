/* Shell commands run by tests, with everything that came out of them. */
#ifndef KS_TEST_RUN_H
#define KS_TEST_RUN_H

#include <stddef.h>

struct ran {
    char *out, *err; /* what was written to standard output and standard error; a zero byte follows */
    size_t out_length, err_length;
    int status; /* of the shell; 128 + n when signal n ended it */
};

/* Runs the command in sh: $KINGSCAN is the program under test, standard input is empty, the locale is C, and
 * neither NO_COLOR nor KINGSCAN_KERNEL is set. */
struct ran run_shell(const char *command);

/* The same on a terminal where nobody types; what was written there is all in `out`, with CR LF at the ends
 * of lines. */
struct ran run_on_terminal(const char *command);

void free_ran(struct ran *ran);

/* Runs the command and asserts all that came out of it. */
void expect_run(const char *command, int status, const char *out, const char *err);

/* The same behind a line of shell, which sets what differs between runs: "jobs=2". */
void expect_run_with(const char *settings, const char *command, int status, const char *out, const char *err);

/* Before a command: it runs in a directory of its own, which is removed when it ends. */
#define IN_NEW_DIRECTORY "d=$(mktemp -d) && trap 'rm -rf \"$d\"' EXIT && cd \"$d\" || exit 99\n"

#endif
