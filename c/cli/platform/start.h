/* Preparations that are the same for all commands, on every system. */
#ifndef KS_START_H
#define KS_START_H

/* Opens standard streams that are closed, so that no file gets their numbers, and turns off all translation
 * on them. Gives every thread a stack of 8 MiB, and lets the program end with the reader of its output.
 * Returns the arguments in UTF-8. */
char **start_program(char **arguments);

/* Called when standard output cannot be written. Ends the program silently, as SIGPIPE does, when the reader
 * has gone. (On POSIX that signal comes first.) */
void end_with_reader(void);

#endif
