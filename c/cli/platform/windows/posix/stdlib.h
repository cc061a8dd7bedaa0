/* <stdlib.h> with secure_getenv of the GNU C library: no program of Windows has more rights than its user. */
#ifndef KS_POSIX_STDLIB_H
#define KS_POSIX_STDLIB_H

#include_next <stdlib.h>

#define secure_getenv getenv

#endif
