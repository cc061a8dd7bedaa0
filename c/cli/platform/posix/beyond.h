/* Functions of this system beyond POSIX.1-2008, as its headers say. The files of this folder use them where
 * they are, and have a fallback for any system of POSIX.1-2008. KS_PLAIN_POSIX takes all fallbacks, so that
 * they can be tested on Linux.
 *
 * Included before every other header: it asks them for all that the system has. */
#ifndef KS_BEYOND_H
#define KS_BEYOND_H

/* The headers of macOS and of the BSDs declare all they have when the first is missing; the headers of Linux
 * want the second. */
#undef _POSIX_C_SOURCE
#define _GNU_SOURCE

#include <fcntl.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#if defined __has_include && !defined KS_PLAIN_POSIX
#if __has_include(<sys/prctl.h>)
#include <sys/prctl.h>
#endif
#if __has_include(<sys/syscall.h>)
#include <sys/syscall.h>
#endif
#endif

#ifndef KS_PLAIN_POSIX

/* Descriptors are made with close-on-exec (pipe2 came with it). */
#ifdef SOCK_CLOEXEC
#define HAS_CLOSING_DESCRIPTORS
#endif

/* A process adopts the orphans among its descendants, and dies with its parent: prctl(2) of Linux. */
#if defined PR_SET_CHILD_SUBREAPER && defined PR_SET_PDEATHSIG
#define HAS_SUBREAPERS
#endif

/* Timers that send a signal of their own; semaphores that end a wait by themselves. */
#if _POSIX_TIMERS > 0 && defined SIGRTMIN
#define HAS_TIMERS
#endif
#if _POSIX_TIMEOUTS > 0 && _POSIX_SEMAPHORES > 0
#define HAS_SEMAPHORES
#endif

/* The stack of all threads can be set at once. (No macro names it; glibc and musl have it.) */
#ifdef __linux__
#define HAS_DEFAULT_STACKS
#endif

/* Files without a name, on a disk and in memory. Their paths lead over /proc. */
#ifdef O_TMPFILE
#define HAS_NAMELESS_FILES
#endif
#if defined MFD_CLOEXEC && defined __linux__ /* FreeBSD has them, and no such path */
#define HAS_FILES_IN_MEMORY
#endif

#endif

/* Signals count from 1 up to here. */
#ifdef SIGRTMAX
#define LAST_SIGNAL SIGRTMAX
#else
#define LAST_SIGNAL (NSIG - 1)
#endif

/* macOS has named it since version 14; before, a socket says that it sends no SIGPIPE. */
#ifdef MSG_NOSIGNAL
#define NO_SIGNAL MSG_NOSIGNAL
#else
#define NO_SIGNAL 0
#endif

#endif
