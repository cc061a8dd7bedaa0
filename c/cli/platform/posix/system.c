/* Does on POSIX what platform.h and a part of output.h promise: the start, threads, paths, temporary files,
 * locks and keys. */
#include "cli/platform/posix/beyond.h" /* first */

#include "cli/platform/platform.h"

#include <errno.h>
#include <poll.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/waiting.h"
#include "game/common/text.h"

/* ---- Threads ---- */

/* Each thread has the same stack, whatever ulimit -s says and however little the system gives: diff stores
 * lists of moves and counts there, a quarter of a megabyte in all. */
enum { STACK_BYTES = 1 << 23 };

#ifdef HAS_DEFAULT_STACKS

static void set_thread_stacks(void) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}

static int create_thread(pthread_t *thread, void *(*run)(void *), void *argument) {
    return pthread_create(thread, NULL, run, argument);
}

#else

static void set_thread_stacks(void) {
}

static int create_thread(pthread_t *thread, void *(*run)(void *), void *argument) {
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error)
        return error;
    error = pthread_attr_setstacksize(&attributes, STACK_BYTES);
    if (error == 0)
        error = pthread_create(thread, &attributes, run, argument);
    pthread_attr_destroy(&attributes);
    return error;
}

#endif

/* glibc and others say EAGAIN, too, when there is no memory for the stack and what they keep beside it. */
int start_thread(pthread_t *thread, void *(*run)(void *), void *argument) {
    enum { BYTES = 2 * STACK_BYTES };
    const int error = create_thread(thread, run, argument);
    void *const stack = error == EAGAIN ? map_pages(BYTES) : NULL;
    if (stack)
        unmap_pages(stack, BYTES);
    return error == EAGAIN && !stack ? ENOMEM : error;
}

/* ---- Start ---- */

/* Opens the standard streams that are closed, so that no other file gets their numbers. They fail when used,
 * as closed ones do: the input is opened for writing, the outputs for reading. */
static void open_standard_streams(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

static void go_on(int number) {
    (void)number;
}

static const char *started_as; /* the name by which the program was called */

char **start_program(char **arguments) {
    open_standard_streams();
    set_thread_stacks();
    started_as = arguments[0];
    /* Otherwise musl writes the first line early, and forgets why it could not. */
    if (!isatty(STDOUT_FILENO))
        setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
    signal(SIGPIPE, SIG_DFL); /* a filter ends with its reader, even if its parent ignores SIGPIPE */
    signal(SIGXFSZ, go_on);   /* a file that may grow no further is an error, as a full disk is */
    return arguments;
}

/* ---- Waits ---- */

/* The wait ends by something that a signal handler may do: a semaphore's post, or a byte in a pipe. */

#ifdef HAS_SEMAPHORES

static sem_t *bell(void) {
    static sem_t bell;
    return &bell;
}

static void make_bell(void) {
    sem_init(bell(), 0, 0);
}

static void ring_bell(void) {
    sem_post(bell());
}

static void hear_bell(int milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += milliseconds * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    sem_timedwait(bell(), &until);
}

#else

static int bell[2] = {-1, -1};

static void make_bell(void) {
    if (pipe(bell) != 0)
        fail("pipe: %s", strerror(errno));
    for (unsigned i = 0; i < 2; i++) {
        fcntl(bell[i], F_SETFD, FD_CLOEXEC);
        fcntl(bell[i], F_SETFL, O_NONBLOCK);
    }
}

static void ring_bell(void) {
    const ssize_t written = bell[1] < 0 ? 0 : write(bell[1], "", 1);
    (void)written; /* a full pipe ends the wait too */
}

static void hear_bell(int milliseconds) {
    char byte;
    if (poll(&(struct pollfd){bell[0], POLLIN, 0}, 1, milliseconds) > 0) {
        const ssize_t got = read(bell[0], &byte, 1);
        (void)got;
    }
}

#endif

void begin_waiting(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_bell);
}

void wait_until_woken(int milliseconds) {
    hear_bell(milliseconds);
}

void wake(void) {
    const int before = errno;
    ring_bell();
    errno = before;
}

/* ---- Paths ---- */

/* The shell found the program's name in a folder of PATH. This counts where there is no /proc. */

static bool find_in_path(const char *name, char path[OWN_PATH_SIZE]) {
    const char *folder = getenv("PATH");
    while (folder && *folder) {
        const int length = (int)strcspn(folder, ":");
        char try[OWN_PATH_SIZE];
        if (snprintf(try, sizeof try, "%.*s/%s", length ? length : 1, length ? folder : ".", name) <
                (int)sizeof try &&
            access(try, X_OK) == 0 && realpath(try, path))
            return true;
        folder += length + (folder[length] == ':');
    }
    return false;
}

bool own_path(char path[OWN_PATH_SIZE]) {
#ifndef KS_PLAIN_POSIX
    const ssize_t length = readlink("/proc/self/exe", path, OWN_PATH_SIZE - 1);
    if (length > 0) {
        path[length] = '\0';
        return true;
    }
#endif
    if (!started_as)
        return false;
    return strchr(started_as, '/') ? realpath(started_as, path) != NULL : find_in_path(started_as, path);
}

/* ---- Pages ---- */

#ifndef MAP_NORESERVE /* elsewhere nothing is reserved before it is written */
#define MAP_NORESERVE 0
#endif

/* Takes large pages where the system has them: in pages of 4 KiB, each access would wait for the page tables
 * too. */
void *map_pages(size_t size) {
    void *const memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
#if defined MADV_HUGEPAGE && !defined KS_PLAIN_POSIX
    madvise(memory, size, MADV_HUGEPAGE);
#endif
    return memory;
}

/* (posix_madvise may do nothing, and does on Linux. New pages take the place of the old ones instead.) */
void release_pages(void *memory, size_t size) {
#if defined MADV_DONTNEED && !defined KS_PLAIN_POSIX
    madvise(memory, size, MADV_DONTNEED);
#else
    mmap(memory, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
         0);
#endif
}

void unmap_pages(void *memory, size_t size) {
    munmap(memory, size);
}

/* ---- Temporary files ---- */

/* A private file is opened by O_TMPFILE if the file system supports that. Otherwise the file is made and its
 * name removed at once. A file for other processes is in memory: its path contains this process's id and the
 * descriptor, and it vanishes when this process ends in any way. A system without files in memory has it in
 * the folder for temporary ones, and the program removes it when it exits; it stays there when the program is
 * killed. */

const char *temporary_folder(void) {
    const char *const usual = getenv("TMPDIR");
    return usual && *usual ? usual : "/tmp";
}

static int open_named(const char *folder, char *name, size_t size) {
    if (snprintf(name, size, "%s/kingscan-XXXXXX", folder) >= (int)size) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const int fd = mkstemp(name);
    if (fd >= 0)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
}

static int open_by_name(const char *folder) {
    char name[4096];
    const int fd = open_named(folder, name, sizeof name);
    if (fd >= 0)
        unlink(name);
    return fd;
}

int open_temporary(const char *folder) {
#ifdef HAS_NAMELESS_FILES
    const int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR))
        return fd;
#endif
    return open_by_name(folder);
}

#ifdef HAS_FILES_IN_MEMORY

int open_shared_temporary(char path[TEMPORARY_PATH]) {
    const int fd = memfd_create("kingscan", MFD_CLOEXEC);
    snprintf(path, TEMPORARY_PATH, "/proc/%ld/fd/%d", (long)getpid(), fd);
    return fd;
}

#else

static char shared_path[TEMPORARY_PATH];

static void remove_shared(void) {
    unlink(shared_path);
}

int open_shared_temporary(char path[TEMPORARY_PATH]) {
    const int fd = open_named(temporary_folder(), path, TEMPORARY_PATH);
    if (fd >= 0) {
        memcpy(shared_path, path, TEMPORARY_PATH);
        atexit(remove_shared);
    }
    return fd;
}

#endif

/* ---- Files in memory ---- */

char *printed(void (*print)(const void *context, FILE *out), const void *context) {
    char *text = NULL;
    size_t length;
    FILE *const memory = open_memstream(&text, &length);
    if (!memory)
        fail("%s", strerror(errno));
    print(context, memory);
    if (fclose(memory) != 0 || !text) /* glibc may close a stream without its text, and says nothing */
        fail("%s", strerror(ENOMEM));
    return text;
}

/* ---- Names of files ---- */

static bool identify(const struct stat *status, struct file_identity *identity) {
    *identity = (struct file_identity){(uint64_t)status->st_dev, (uint64_t)status->st_ino};
    return S_ISREG(status->st_mode);
}

bool identify_file(const char *name, struct file_identity *identity) {
    struct stat status;
    return stat(name, &status) == 0 && identify(&status, identity);
}

bool identify_descriptor(int descriptor, struct file_identity *identity) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && identify(&status, identity);
}

/* Fills in the folder of a file that does not exist, and returns the file's name in it; or NULL. */
static const char *find_place(const char *file, struct stat *folder) {
    const char *const slash = strrchr(file, '/');
    struct stat status;
    if (stat(file, &status) == 0)
        return NULL;
    char *const name = slash ? strndup(file, (size_t)(slash - file) + 1) : strdup(".");
    const bool found = name && stat(name, folder) == 0;
    free(name);
    return !found ? NULL : slash ? slash + 1 : file;
}

bool is_same_place(const char *a, const char *b) {
    struct stat folder, other;
    const char *const name = find_place(a, &folder), *const other_name = find_place(b, &other);
    return name && other_name && strcmp(name, other_name) == 0 && folder.st_dev == other.st_dev &&
           folder.st_ino == other.st_ino;
}

char *follow_links(const char *file) {
    struct stat status;
    return lstat(file, &status) == 0 && S_ISLNK(status.st_mode) ? realpath(file, NULL) : strdup(file);
}

bool replace_file(const char *from, const char *to) {
    return rename(from, to) == 0;
}

/* A second link to the file fails where the name is taken. Some file systems have no links. */
bool name_file(const char *from, const char *to) {
    struct stat status;
    if (link(from, to) == 0)
        return unlink(from) == 0;
    if (errno == EEXIST || lstat(to, &status) == 0)
        return errno = EEXIST, false;
    return rename(from, to) == 0;
}

void remove_file(const char *file) {
    unlink(file);
}

void remove_open_file(int descriptor, const char *file) {
    (void)descriptor;
    unlink(file);
}

/* ---- Locks ---- */

/* A record lock on the whole file: the system knows its owner, and removes it when the owner ends. */
long lock_file(int descriptor, const char *path) {
    struct flock wanted = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    (void)path;
    if (fcntl(descriptor, F_SETLK, &wanted) == 0)
        return 0;
    if (fcntl(descriptor, F_GETLK, &wanted) != 0)
        return -1;
    return wanted.l_type == F_UNLCK ? lock_file(descriptor, path) : (long)wanted.l_pid;
}

/* ---- Keys ---- */

/* The keys of ECMA-48: an arrow is ESC [ A, or ESC O A. */

static struct termios *before(void) {
    static struct termios before;
    return &before;
}

bool keys_start(void) {
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, before()) != 0)
        return false;
    struct termios raw = *before();
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO); /* Ctrl-C goes on interrupting */
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
}

void keys_end(void) {
    tcsetattr(STDIN_FILENO, TCSADRAIN, before());
}

/* Returns the next byte, or -1 at the end. */
static int next_byte(void) {
    unsigned char byte;
    return read_when_ready(STDIN_FILENO, &byte, 1) == 1 ? byte : -1;
}

/* Reads the rest of a sequence after ESC. A lone ESC has nothing after it. */
static int read_sequence(void) {
    static const struct {
        char final;
        int key;
    } keys[] = {{'A', KEY_UP}, {'B', KEY_DOWN}, {'C', KEY_RIGHT}, {'D', KEY_LEFT}};
    int byte, number = 0;
    if (!is_readable(STDIN_FILENO) || ((byte = next_byte()) != '[' && byte != 'O'))
        return KEY_OTHER;
    while ((byte = next_byte()) >= '0' && byte <= '9')
        number = byte - '0';
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (byte == keys[i].final)
            return keys[i].key;
    return byte != '~' ? KEY_OTHER : number == 5 ? KEY_PAGE_UP : number == 6 ? KEY_PAGE_DOWN : KEY_OTHER;
}

int keys_read(void) {
    enum { END_OF_INPUT = 4, BACKSPACE = 8, ESCAPE = 27, DELETE = 127 };
    const int byte = next_byte();
    switch (byte) {
    case -1:
    case END_OF_INPUT:
        return KEY_NONE;
    case ESCAPE:
        return read_sequence();
    case BACKSPACE:
    case DELETE:
        return KEY_ERASE;
    case '\r':
    case '\n':
        return KEY_ENTER;
    default:
        return byte;
    }
}

unsigned keys_screen_lines(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
}

/* ---- Quoted words ---- */

/* Quotes words for sh: with apostrophes if sh would split them, by printf(1) if they are not printable. */

/* Prints each byte except letters and digits as its number. */
static void print_by_printf(const char *word, FILE *out) {
    fputs("\"$(printf '", out);
    for (; *word; word++) {
        const char c = *word;
        if (('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9'))
            putc(c, out);
        else
            fprintf(out, "\\%03o", (unsigned char)c);
    }
    fputs("')\"", out);
}

void print_quoted(const char *word, FILE *out) {
    static const char harmless[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:,+@%";
    if (*word && word[strspn(word, harmless)] == '\0') {
        fputs(word, out);
        return;
    }
    if (!can_be_shown(word)) {
        print_by_printf(word, out);
        return;
    }
    putc('\'', out);
    for (; *word; word++)
        *word == '\'' ? fputs("'\\''", out) : putc(*word, out);
    putc('\'', out);
}

void print_echo(const char *line, FILE *out) {
    fprintf(out, "echo '%s'", line);
}

/* ---- Patterns ---- */

struct pattern {
    regex_t expression;
};

struct pattern *read_pattern(const char *text, char why[PATTERN_TROUBLE]) {
    struct pattern *const pattern = given(malloc(sizeof *pattern));
    const int code = regcomp(&pattern->expression, text, REG_EXTENDED | REG_ICASE | REG_NOSUB);
    if (code == 0)
        return pattern;
    expect_memory(code != REG_ESPACE);
    regerror(code, &pattern->expression, why, PATTERN_TROUBLE);
    free(pattern);
    return NULL;
}

bool has_pattern(const char *text, const struct pattern *pattern) {
    errno = 0;
    const bool found = regexec(&pattern->expression, text, 0, NULL, 0) == 0;
    expect_memory(found || errno != ENOMEM); /* glibc calls that no match */
    return found;
}
