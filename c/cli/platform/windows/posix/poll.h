/* poll(2). It waits only for descriptors of channels.h. It reports others as ready at once; without a wait,
 * it tests whether a pipe or a console has input. */
#ifndef KS_POSIX_POLL_H
#define KS_POSIX_POLL_H

enum { POLLIN = 1, POLLOUT = 4 };

struct pollfd {
    int fd;
    short events, revents;
};

int poll(struct pollfd *polled, unsigned count, int milliseconds);

#endif
