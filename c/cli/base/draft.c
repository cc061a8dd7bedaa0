/* Writes files that get their names once they are whole. The file that is replaced stays as it was until the
 * last moment, so that it may also be the input. */
#include "cli/base/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/platform/platform.h"
#include "core/board/hashes.h"
#include "game/common/buffer.h"

struct draft {
    const char *name;     /* what messages call it */
    char *path, *file;    /* where it is written, and what it becomes; NULL when it is written at once */
    int fd;               /* -1 while it is left */
    bool is_new, failed;  /* when it has `failed`, the reason has been printed */
    atomic_bool is_there; /* it has to be removed when the program ends */
    struct draft *before; /* the one that was begun before it */
};

/* ---- All drafts ---- */

/* A list that only grows, so that a signal handler can go through it at any time. */

static _Atomic(struct draft *) newest;

/* Held while drafts are begun and ended, and from the program's end on. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Safe in a signal handler. */
static void remove_at_signal(void) {
    for (const struct draft *draft = newest; draft; draft = draft->before)
        if (draft->is_there)
            remove_file(draft->path);
}

static void remove_at_exit(void) {
    pthread_mutex_lock(&lock); /* for good: other threads may go on until the program has ended */
    for (const struct draft *draft = newest; draft; draft = draft->before)
        if (draft->is_there)
            remove_open_file(draft->fd, draft->path);
}

static struct draft *new_draft(const char *name) {
    struct draft *const draft = given(calloc(1, sizeof *draft));
    draft->name = given(strdup(name));
    draft->fd = -1;
    pthread_mutex_lock(&lock);
    if (!newest) {
        atexit(remove_at_exit);
        clean_up_at_signals(remove_at_signal);
    }
    draft->before = newest;
    newest = draft;
    pthread_mutex_unlock(&lock);
    return draft;
}

/* ---- Names ---- */

static uint64_t draw_number(void) {
    static uint64_t state;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    state += (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec + ((uint64_t)getpid() << 40) +
             (uintptr_t)&now;
    return splitmix64(&state);
}

/* Returns the length of the part of a name that leaves room for an end, before which no character is cut. */
static size_t beginning_of(const char *base) {
    enum { LONGEST = 200 };
    size_t length = strlen(base);
    if (length > LONGEST)
        for (length = LONGEST; length > 0 && ((unsigned char)base[length] & 0xc0) == 0x80;)
            length--;
    return length;
}

/* Returns a name beside a file that nobody can guess. NULL when there is no memory. */
static char *name_beside(const char *file) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    const char *const base = path_base(file);
    struct buffer path = {0};
    char end[] = ".--------.part";
    uint64_t number = draw_number();
    for (unsigned i = 1; i <= 8; i++, number >>= 5)
        end[i] = letters[number & 31];
    add_bytes(&path, file, (size_t)(base - file) + beginning_of(base));
    add_bytes(&path, end, sizeof end);
    if (!path.failed)
        return path.bytes;
    free(path.bytes);
    errno = ENOMEM;
    return NULL;
}

/* Returns the descriptor that is named as a file, such as 1 for /dev/stdout; -1 when it is none. */
static int named_descriptor(const char *file) {
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(file, "-") == 0 || strcmp(file, "/dev/stdout") == 0)
        return STDOUT_FILENO;
    if (strcmp(file, "/dev/stderr") == 0)
        return STDERR_FILENO;
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
        const size_t length = strlen(folders[i]);
        const char *const number = file + length;
        if (strncmp(file, folders[i], length) == 0 && *number && strlen(number) < 9 &&
            number[strspn(number, "0123456789")] == '\0')
            return atoi(number);
    }
    return -1;
}

/* ---- Beginning ---- */

static _Noreturn void fail_to_open(const char *name) {
    fail("%s: %s", name, strerror(errno));
}

/* Opens a pipe, a device or the like, or a descriptor. */
static void open_at_once(struct draft *draft, int descriptor) {
    draft->fd = descriptor < 0                ? open(draft->name, O_WRONLY | O_CLOEXEC | O_NOCTTY)
                : descriptor == STDOUT_FILENO ? STDOUT_FILENO
                                              : dup(descriptor);
    if (draft->fd < 0)
        fail_to_open(draft->name);
}

/* Fails unless the file may be written as it is. */
static void expect_writable(const char *file) {
    const int fd = open(file, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        fail_to_open(file);
    close(fd);
}

/* Makes the draft's own file. Returns its descriptor; -1, with the reason in errno, when there is none. */
static int make_file(struct draft *draft, int rights) {
    enum { TRIES = 100 };
    int fd = -1;
    for (unsigned i = 0; i < TRIES && fd < 0; i++) {
        free(draft->path);
        draft->path = name_beside(draft->file);
        fd = draft->path ? open(draft->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, rights) : -1;
        if (fd < 0 && (!draft->path || errno != EEXIST))
            break;
    }
    return fd;
}

static void open_beside(struct draft *draft, const struct stat *replaced) {
    if (replaced)
        expect_writable(draft->file);
    pthread_mutex_lock(&lock);
    draft->fd = make_file(draft, replaced ? 0600 : 0666);
    draft->is_there = draft->fd >= 0;
    pthread_mutex_unlock(&lock);
    if (draft->fd < 0 && replaced)
        fail("%s: cannot make a file beside it: %s", draft->name, strerror(errno));
    if (draft->fd < 0)
        fail_to_open(draft->name);
    if (replaced)
        (void)!fchmod(draft->fd, replaced->st_mode & 0777); /* not every file system has them */
}

struct draft *open_draft(const char *file, bool is_new) {
    const int descriptor = named_descriptor(file);
    struct stat status;
    struct draft *const draft = new_draft(descriptor == STDOUT_FILENO ? "standard output" : file);
    const bool is_there = descriptor < 0 && stat(file, &status) == 0;
    draft->is_new = is_new;
    errno = is_new ? EEXIST : ENOENT;
    if (is_new ? is_there : *file == '\0')
        fail_to_open(file);
    if (descriptor >= 0 || (is_there && !S_ISREG(status.st_mode))) {
        open_at_once(draft, descriptor);
        return draft;
    }
    draft->file = is_new ? strdup(file) : follow_links(file);
    if (!draft->file)
        fail_to_open(file);
    open_beside(draft, is_there ? &status : NULL);
    return draft;
}

static bool close_draft(struct draft *draft) {
    const int fd = draft->fd;
    draft->fd = -1;
    return close(fd) == 0;
}

void leave_draft(struct draft *draft) {
    if (!close_draft(draft))
        fail("%s: %s", draft->name, strerror(errno));
}

void resume_draft(struct draft *draft) {
    draft->fd = open(draft->path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (draft->fd < 0)
        fail_to_open(draft->name);
}

/* ---- Writing ---- */

const char *draft_name(const struct draft *draft) {
    return draft->name;
}

int draft_descriptor(const struct draft *draft) {
    return draft->fd;
}

static void fail_to_write(struct draft *draft) {
    const int reason = errno;
    if (draft->fd == STDOUT_FILENO)
        end_with_reader();
    if (!draft->failed)
        complain("%s: %s", draft->name, strerror(reason));
    draft->failed = true;
}

bool write_draft(struct draft *draft, const void *bytes, size_t length) {
    const char *const at = bytes;
    for (size_t done = 0; done < length && !draft->failed;) {
        const ssize_t written = write_when_ready(draft->fd, at + done, length - done);
        if (written < 0)
            fail_to_write(draft);
        else
            done += (size_t)written;
    }
    return !draft->failed;
}

/* ---- The end ---- */

bool end_draft(struct draft *draft, bool whole) {
    if (draft->fd >= 0 && draft->fd != STDOUT_FILENO && !close_draft(draft))
        fail_to_write(draft);
    if (!draft->path)
        return !draft->failed;
    pthread_mutex_lock(&lock);
    const bool named =
        whole && !draft->failed && (draft->is_new ? name_file : replace_file)(draft->path, draft->file);
    const int reason = errno;
    if (!named)
        remove_file(draft->path);
    draft->is_there = false;
    pthread_mutex_unlock(&lock);
    errno = reason;
    if (whole && !named && !draft->failed)
        fail_to_write(draft);
    return !draft->failed;
}
