/* Runs shell commands and keeps their output. */
#ifndef KS_TEST_RUN_H
#define KS_TEST_RUN_H

#include <stddef.h>

struct ran {
    char *out, *err; /* standard output and standard error, each ended by a zero byte */
    size_t out_length, err_length;
    int status; /* of the shell; 128 + n when signal n ended it */
};

/* Returns where the program under test is; that of another build, where TEST_PROGRAM is set. */
const char *program_path(void);

/* Runs a command in sh. $KINGSCAN is the program under test, standard input is empty, the locale is C, and
 * neither NO_COLOR, KINGSCAN_CONFIG nor KINGSCAN_KERNEL is set. */
struct ran run_shell(const char *command);

/* Does the same on a terminal where nobody types. `out` holds everything that was written there, with CR LF
 * at the ends of lines. */
struct ran run_on_terminal(const char *command);

void free_ran(struct ran *ran);

/* Runs a command and asserts its status and its whole output. */
void expect_run(const char *command, int status, const char *out, const char *err);

/* Does the same after a line of shell that sets what differs between runs, such as "jobs=2". */
void expect_run_with(const char *settings, const char *command, int status, const char *out, const char *err);

/* Begins a command that runs in a new directory, which is removed when the command ends. */
#define IN_NEW_DIRECTORY "d=$(mktemp -d) && trap 'rm -rf \"$d\"' EXIT && cd \"$d\" || exit 99\n"

/* Begins a command in the background that is to be interrupted: shells start such a command with SIGINT
 * ignored, and it would stay ignored. */
#define INTERRUPTIBLE "env --default-signal=INT "

#endif
