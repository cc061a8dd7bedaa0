/* <unistd.h> with POSIX's other functions. Descriptors are those of the C library, and those of poll.h. */
#ifndef KS_POSIX_UNISTD_H
#define KS_POSIX_UNISTD_H

/* POSIX has no such function: the name is free. */
#define tell io_h_tell
#include <io.h>
#include_next <unistd.h>
#undef tell

#include <sys/types.h>

ssize_t pread(int descriptor, void *bytes, size_t size, off_t at);
ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t at);

ssize_t ks_read(int descriptor, void *bytes, size_t size);
ssize_t ks_write(int descriptor, const void *bytes, size_t size);
int ks_close(int descriptor);
int ks_is_console(int descriptor);
#define read(...) ks_read(__VA_ARGS__)
#define write(...) ks_write(__VA_ARGS__)
#define close(...) ks_close(__VA_ARGS__)
#define isatty(...) ks_is_console(__VA_ARGS__) /* the C library's calls NUL a terminal */

#endif
