/* Skips tests that cannot run here, or are left to make test-all, and records the reasons, which the stages
 * of the tests collect: tests/stages/stage.sh. */
#ifndef KS_TEST_SKIP_H
#define KS_TEST_SKIP_H

/* Ends the running test as skipped, and records why. */
void skip_test(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Records that a part of the running test is skipped, and why. */
void skip_part(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Skips the running test unless a shell command succeeds; what: the missing program or package. */
void need(const char *command, const char *what);

/* Skips the running test when there are no pseudo-terminals, as in some containers. */
void need_terminal(void);

/* As need, for a program that `make deps test` does not install. `make test` always skips such a test, so
 * that it does the same on every machine. */
void need_more(const char *command, const char *what);

/* Skips the running test in `make test`, which is short: make test-all runs it. what: what takes so long,
 * such as "it compiles the program again". */
void leave_to_test_all(const char *what);

/* As need_more, for the build for i386, and for a kernel that runs its programs. */
void need_i386(void);
void need_i386_programs(void);

#endif
