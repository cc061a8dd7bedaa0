/* <signal.h> with signal masks, which are empty: there is no SIGPIPE. */
#ifndef KS_POSIX_SIGNAL_H
#define KS_POSIX_SIGNAL_H

#include_next <signal.h>

enum { SIGPIPE = 13, SIGKILL = 9, SIGBUS = 7 };

typedef int ks_sigset;
#define sigset_t ks_sigset

#define SIG_BLOCK 0
#define SIG_SETMASK 2

static inline int sigemptyset(sigset_t *set) {
    return *set = 0;
}

static inline int sigaddset(sigset_t *set, int number) {
    (void)number;
    return *set = 0;
}

static inline int ks_sigmask(int how, const sigset_t *set, sigset_t *before) {
    (void)how, (void)set;
    return before ? *before = 0 : 0;
}

#undef pthread_sigmask
#define pthread_sigmask ks_sigmask

#endif
