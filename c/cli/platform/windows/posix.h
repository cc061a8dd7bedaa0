/* The parts of POSIX that the sources need and mingw-w64 lacks. packaging/windows.mk has every file include
 * this header first. The library needs the beginning alone. Paths are in UTF-8, nothing is translated as
 * text, and files may have any size. */
#ifndef KS_WINDOWS_POSIX_H
#define KS_WINDOWS_POSIX_H

#include <stdlib.h>
#include <string.h>

static inline char *stpcpy(char *to, const char *from) {
    const size_t length = strlen(from);
    return (char *)memcpy(to, from, length + 1) + length;
}

static inline char *strndup(const char *text, size_t most) {
    const size_t length = strnlen(text, most);
    char *const copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

/* No program of Windows has more rights than its user. */
#define secure_getenv getenv

#ifdef KS_PROGRAM

/* POSIX has no such function: the name is free. */
#define tell io_h_tell
#include <fcntl.h>
#include <io.h>
#include <unistd.h>
#undef tell

#include <semaphore.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>

/* Only the character set of the console is asked for, which start_program sets. */
#define CODESET 0
#define nl_langinfo(what) "UTF-8"

/* ---- Files ---- */

enum { O_CLOEXEC = _O_NOINHERIT, O_NOCTTY = 0, O_NONBLOCK = 0 };

/* Descriptors come from the C library and from channels.h. */
int ks_open(const char *path, int flags, ...);
ssize_t ks_read(int descriptor, void *bytes, size_t size);
ssize_t ks_write(int descriptor, const void *bytes, size_t size);
int ks_close(int descriptor);
int ks_is_console(int descriptor);
#define open ks_open
#define read ks_read
#define write ks_write
#define close ks_close
#define isatty ks_is_console /* the C library's calls NUL a terminal */

ssize_t pread(int descriptor, void *bytes, size_t size, off_t at);
ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t at);

/* A file has the rights of its folder. */
static inline int fchmod(int descriptor, unsigned rights) {
    (void)descriptor, (void)rights;
    return 0;
}

#undef stat
#undef fstat
#define stat ks_stat
#define fstat ks_fstat

struct ks_stat {
    unsigned short st_mode;
    long long st_size;
};

int ks_stat(const char *path, struct ks_stat *status);
int ks_fstat(int descriptor, struct ks_stat *status);

/* poll waits only for descriptors of channels.h. It reports others as ready at once; without a wait, it tests
 * whether a pipe or a console has input. */
enum { POLLIN = 1, POLLOUT = 4 };

struct pollfd {
    int fd;
    short events, revents;
};

int poll(struct pollfd *polled, unsigned count, int milliseconds);

/* ---- Memory without a file ---- */

enum { PROT_NONE = 0, PROT_READ = 1, PROT_WRITE = 2 };
enum { MAP_PRIVATE = 2, MAP_ANONYMOUS = 0x20, MAP_NORESERVE = 0x4000 };

#define MAP_FAILED ((void *)-1)

void *mmap(void *address, size_t length, int access, int flags, int descriptor, off_t offset);
int munmap(void *address, size_t length);
int mprotect(void *address, size_t length, int access);

/* ---- Libraries ---- */

enum { RTLD_NOW = 2, RTLD_LOCAL = 0 };

void *dlopen(const char *path, int flags);
void *dlsym(void *library, const char *symbol);
const char *dlerror(void);

/* ---- Signals and processes ---- */

enum { SIGPIPE = 13, SIGKILL = 9, SIGBUS = 7 };

/* Signal masks are empty: there is no SIGPIPE. */
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

/* The end of a process as a status of waitpid(2): children.c makes it from an exit code of Windows. */
#define WIFSIGNALED(status) (((status)&127) != 0)
#define WTERMSIG(status) ((status)&127)
#define WEXITSTATUS(status) ((status) >> 8 & 255)

/* Returns signal(7)'s words for the signals that children.c makes of exceptions. */
const char *strsignal(int number);

#endif

#endif
