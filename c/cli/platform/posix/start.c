/* Arguments and streams need no conversion. */
#define _GNU_SOURCE /* pthread_setattr_default_np */
#include "cli/platform/start.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

/* Opens the standard streams that are closed, so that no other file gets their numbers. They fail when used,
 * as closed ones do: the input is opened for writing, the outputs for reading. */
static void open_standard_streams(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* Gives each thread the same stack, whatever ulimit -s says: diff stores lists of moves and counts there, a
 * quarter of a megabyte in all. */
static void set_thread_stacks(void) {
    enum { BYTES = 1 << 23 };
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, BYTES);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}

char **start_program(char **arguments) {
    open_standard_streams();
    set_thread_stacks();
    signal(SIGPIPE, SIG_DFL); /* a filter ends with its reader, even if its parent ignores SIGPIPE */
    return arguments;
}

void end_with_reader(void) {
}
