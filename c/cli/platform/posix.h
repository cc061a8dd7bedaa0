/* The headers of POSIX that mingw-w64 lacks. There windows/posix.h, which every file includes first, has what
 * is needed of them. */
#ifndef KS_POSIX_H
#define KS_POSIX_H

#ifndef _WIN32
#include <dlfcn.h>
#include <langinfo.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#endif

#endif
