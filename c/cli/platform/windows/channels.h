/* Pipes to other processes that can be waited for, and what wakes those who wait, under numbers that no
 * descriptor of the C library has. */
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
 * this side does. Returns the channel; -1, with the reason in errno, when there can be none. */
int open_channel(unsigned uses, HANDLE *other_side);

/* As read(2), write(2) and close(2) of descriptors with O_NONBLOCK. What has been taken to be written may
 * still be on its way, and an error of it is told by the next write. */
ssize_t read_channel(int channel, void *bytes, size_t size);
ssize_t write_channel(int channel, const void *bytes, size_t size);
int close_channel(int channel);

/* The event behind WAKE_DESCRIPTOR, which stays set. */
HANDLE wake_event(void);

#endif
