/* What has to be the same for all commands before one of them begins, whatever the system. */
#ifndef KS_START_H
#define KS_START_H

/* Opens standard streams that are closed, so that no file gets their numbers; sees to it that nothing is
 * translated on its way through them, that every thread has a stack of 8 MiB, and that the program ends with
 * the reader of its output. Returns the arguments in UTF-8. */
char **start_program(char **arguments);

/* For when standard output can't be written. Ends the program silently, as SIGPIPE does, when nobody reads it
 * any more. (On POSIX that signal has come before.) */
void end_with_reader(void);

#endif
