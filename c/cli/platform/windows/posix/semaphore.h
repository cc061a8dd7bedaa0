/* <semaphore.h>, which needs the types of <time.h>. */
#ifndef KS_POSIX_SEMAPHORE_H
#define KS_POSIX_SEMAPHORE_H

#include <time.h>

#include_next <semaphore.h>

#endif
