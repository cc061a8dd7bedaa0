/* poll(2). It waits for descriptors of channels.h alone. Of others it says at once that they are ready; asked
 * without waiting, it looks whether a pipe or a console has something. */
#ifndef KS_POSIX_POLL_H
#define KS_POSIX_POLL_H

enum { POLLIN = 1, POLLOUT = 4 };

struct pollfd {
    int fd;
    short events, revents;
};

int poll(struct pollfd *polled, unsigned count, int milliseconds);

#endif
