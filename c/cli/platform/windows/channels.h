/* Pipes to other processes that a program can wait for, and the event that wakes a waiting program, under
 * numbers that are no descriptors of the C library. */
#ifndef KS_CHANNELS_H
#define KS_CHANNELS_H

#include <stdbool.h>
#include <sys/types.h>
#include <windows.h>

enum { CHANNELS_BEGIN = 1 << 16, WAKE_DESCRIPTOR = CHANNELS_BEGIN - 1 };

static inline bool is_channel(int descriptor) {
    return descriptor >= CHANNELS_BEGIN;
}

enum channel_use { CHANNEL_READS = 1, CHANNEL_WRITES = 2 };

/* Makes a pipe: this side becomes a channel, the other one a handle that child processes inherit. uses: what
 * this side does. Returns the channel; or -1, with the reason in errno. */
int open_channel(unsigned uses, HANDLE *other_side);

/* Behave like read(2), write(2) and close(2) on descriptors with O_NONBLOCK. Accepted bytes may still be
 * unwritten, and the next write reports an error of theirs. */
ssize_t read_channel(int channel, void *bytes, size_t size);
ssize_t write_channel(int channel, const void *bytes, size_t size);
int close_channel(int channel);

/* Returns the event of WAKE_DESCRIPTOR, which stays set. */
HANDLE wake_event(void);

#endif
