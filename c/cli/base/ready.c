/* Descriptors are waited for by poll, since others may have set them to O_NONBLOCK: that is a property of the
 * open file, which programs share. */
#include "cli/base/ready.h"

#include <errno.h>
#include <stdbool.h>
#include <unistd.h>

#include "cli/base/interrupt.h"
#include "cli/platform/posix.h"

/* Whether a call that failed should be repeated. */
static bool is_passing(int reason) {
    return reason == EINTR || reason == EAGAIN;
}

ssize_t read_when_ready(int descriptor, void *bytes, size_t size) {
    struct pollfd polled[] = {{descriptor, POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}};
    for (;;) {
        if (poll(polled, 2, -1) < 0 && !is_passing(errno))
            return -1;
        if (polled[1].revents)
            return 0;
        const ssize_t got = polled[0].revents ? read(descriptor, bytes, size) : -1;
        if (got >= 0 || (polled[0].revents && !is_passing(errno)))
            return got;
    }
}

bool is_readable(int descriptor) {
    struct pollfd polled = {descriptor, POLLIN, 0};
    return poll(&polled, 1, 0) > 0;
}

ssize_t write_when_ready(int descriptor, const void *bytes, size_t size) {
    struct pollfd polled = {descriptor, POLLOUT, 0};
    for (;;) {
        const ssize_t written = write(descriptor, bytes, size);
        if (written >= 0 || !is_passing(errno))
            return written;
        if (errno == EAGAIN)
            poll(&polled, 1, -1);
    }
}
