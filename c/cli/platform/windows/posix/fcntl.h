/* <fcntl.h> with the flags of POSIX, and open(2) of a path in UTF-8. Nothing is translated as text. */
#ifndef KS_POSIX_FCNTL_H
#define KS_POSIX_FCNTL_H

/* POSIX has no such function: the name is free. */
#define tell io_h_tell
#include_next <fcntl.h>
#include <io.h>
#undef tell

enum { O_CLOEXEC = _O_NOINHERIT, O_NOCTTY = 0, O_NONBLOCK = 0 };

int ks_open(const char *path, int flags, ...);
#define open(...) ks_open(__VA_ARGS__)

#endif
