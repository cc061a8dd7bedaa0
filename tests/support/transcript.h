/* Runs transcripts: tests of the program as a terminal shows them, in tests/cli. */
#ifndef KS_TEST_TRANSCRIPT_H
#define KS_TEST_TRANSCRIPT_H

/* Runs the block with this title of the file `name`, in a new directory, and compares what its commands
 * print. A difference fails the test and is shown as `diff -u` does. With UPDATE=1 in the environment, the
 * file gets what was printed instead. tests/cli/README.md has the language. */
void run_block(const char *name, const char *title);

#endif
