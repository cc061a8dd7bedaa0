/* Does on Windows what platform.h and a part of output.h promise: the start, threads, paths, temporary
 * files, locks and keys. */
#include "cli/platform/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <windows.h>

#include <shellapi.h> /* needs <windows.h> first */

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/platform/windows/utf16.h"
#include "game/common/text.h"

/* ---- Start ---- */

/* Arguments are in UTF-16 by default, streams translate line ends, and consoles use old character sets. The
 * linker has set the size of the threads' stacks. */

static UINT character_set;

static void restore_console(void) {
    SetConsoleOutputCP(character_set);
}

/* Makes the console understand UTF-8 and the sequences for colours. TERM stays unset when it cannot. */
static void prepare_console(void) {
    static const DWORD outputs[] = {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        const HANDLE console = GetStdHandle(outputs[i]);
        DWORD mode;
        if (GetConsoleMode(console, &mode) &&
            SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) && !getenv("TERM"))
            _putenv("TERM=xterm-256color");
    }
    character_set = GetConsoleOutputCP();
    if (character_set != 0 && character_set != CP_UTF8 && SetConsoleOutputCP(CP_UTF8))
        atexit(restore_console);
}

/* Opens the standard streams that are closed. They fail when used. */
static void open_standard_streams(void) {
    for (int stream = 0; stream <= 2; stream++) {
        if (_get_osfhandle(stream) < 0) {
            const int descriptor = _open("NUL", stream == 0 ? _O_WRONLY : _O_RDONLY);
            if (descriptor >= 0 && descriptor != stream) {
                _dup2(descriptor, stream);
                _close(descriptor);
            }
        }
        _setmode(stream, _O_BINARY);
    }
    _fmode = _O_BINARY;
}

char **start_program(char **arguments) {
    int count;
    wchar_t **const wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **const narrow = wide ? calloc((size_t)count + 1, sizeof *narrow) : NULL;
    open_standard_streams();
    prepare_console();
    for (int i = 0; narrow && i < count; i++)
        narrow[i] = to_narrow(wide[i]);
    LocalFree(wide);
    return narrow ? narrow : arguments;
}

/* A pipe accepts all bytes until its reader has gone. */
void end_with_reader(void) {
    enum { ENDED_BY_SIGPIPE = 128 + 13 };
    if (GetFileType(GetStdHandle(STD_OUTPUT_HANDLE)) == FILE_TYPE_PIPE)
        _exit(ENDED_BY_SIGPIPE);
}

/* ---- Threads ---- */

/* (The linker has set the size of the stacks.) */
int start_thread(pthread_t *thread, void *(*run)(void *), void *argument) {
    return pthread_create(thread, NULL, run, argument);
}

static sem_t bell;

static void make_bell(void) {
    sem_init(&bell, 0, 0);
}

void begin_waiting(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_bell);
}

void wait_until_woken(int milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += milliseconds * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    sem_timedwait(&bell, &until);
}

void wake(void) {
    const int before = errno;
    sem_post(&bell);
    errno = before;
}

/* ---- Paths ---- */

bool own_path(char path[OWN_PATH_SIZE]) {
    wchar_t wide[OWN_PATH_SIZE];
    const DWORD length = GetModuleFileNameW(NULL, wide, OWN_PATH_SIZE);
    return length > 0 && length < OWN_PATH_SIZE &&
           WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, OWN_PATH_SIZE, NULL, NULL) > 0;
}

/* ---- Temporary files ---- */

/* Windows removes a private file when it is closed. A file for other processes is removed when the program
 * exits, but stays when the program is killed. */

const char *temporary_folder(void) {
    static char *folder;
    wchar_t wide[MAX_PATH + 1];
    if (!folder) {
        const DWORD length = GetTempPathW(MAX_PATH + 1, wide);
        if (length > 0 && length <= MAX_PATH && wide[length - 1] == L'\\')
            wide[length - 1] = L'\0';
        folder = length > 0 && length <= MAX_PATH ? to_narrow(wide) : NULL;
    }
    return folder ? folder : ".";
}

/* Makes a file with a new name. */
static int open_new(const char *folder, int flags, char path[TEMPORARY_PATH]) {
    static atomic_uint count;
    int descriptor = -1;
    do {
        if (snprintf(path, TEMPORARY_PATH, "%s\\kingscan-%lu-%u.tmp", folder, GetCurrentProcessId(),
                     atomic_fetch_add(&count, 1)) >= TEMPORARY_PATH) {
            errno = ENAMETOOLONG;
            return -1;
        }
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | flags, 0600);
    } while (descriptor < 0 && errno == EEXIST);
    return descriptor;
}

int open_temporary(const char *folder) {
    char path[TEMPORARY_PATH];
    return open_new(folder, _O_TEMPORARY, path);
}

static char shared_path[TEMPORARY_PATH];
static int shared_descriptor;

static void remove_shared(void) {
    wchar_t *const wide = to_wide(shared_path);
    _close(shared_descriptor);
    if (wide)
        DeleteFileW(wide);
    free(wide);
}

int open_shared_temporary(char path[TEMPORARY_PATH]) {
    shared_descriptor = open_new(temporary_folder(), 0, path);
    if (shared_descriptor >= 0) {
        memcpy(shared_path, path, TEMPORARY_PATH);
        atexit(remove_shared);
    }
    return shared_descriptor;
}

/* ---- Files in memory ---- */

/* Prints to a temporary file, since Windows has no files in memory. */

char *printed(void (*print)(const void *context, FILE *out), const void *context) {
    const int descriptor = open_temporary(temporary_folder());
    FILE *const file = descriptor < 0 ? NULL : fdopen(descriptor, "w+b");
    if (!file)
        fail("%s: %s", temporary_folder(), strerror(errno));
    print(context, file);
    const long length = ftell(file);
    char *const text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (!text)
        fail("%s", strerror(errno));
    rewind(file);
    if (fread(text, 1, (size_t)length, file) != (size_t)length)
        fail("%s: %s", temporary_folder(), strerror(errno));
    text[length] = '\0';
    fclose(file);
    return text;
}

/* ---- Names of files ---- */

static bool identify(HANDLE file, struct file_identity *identity) {
    BY_HANDLE_FILE_INFORMATION found;
    if (GetFileType(file) != FILE_TYPE_DISK || !GetFileInformationByHandle(file, &found) ||
        found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
        return false;
    *identity = (struct file_identity){found.dwVolumeSerialNumber,
                                       (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow};
    return true;
}

bool identify_file(const char *name, struct file_identity *identity) {
    wchar_t *const wide = to_wide(name);
    const HANDLE file = wide ? CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                           NULL, OPEN_EXISTING, 0, NULL)
                             : INVALID_HANDLE_VALUE;
    const bool found = file != INVALID_HANDLE_VALUE && identify(file, identity);
    free(wide);
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
    return found;
}

bool identify_descriptor(int descriptor, struct file_identity *identity) {
    return identify((HANDLE)_get_osfhandle(descriptor), identity);
}

/* Returns the whole path of a file that does not exist, to be freed by the caller; or NULL. */
static wchar_t *find_place(const char *file) {
    wchar_t *const wide = to_wide(file);
    wchar_t *const path =
        wide && GetFileAttributesW(wide) == INVALID_FILE_ATTRIBUTES ? _wfullpath(NULL, wide, 0) : NULL;
    free(wide);
    return path;
}

bool is_same_place(const char *a, const char *b) {
    wchar_t *const paths[2] = {find_place(a), find_place(b)};
    const bool same = paths[0] && paths[1] && _wcsicmp(paths[0], paths[1]) == 0;
    free(paths[0]);
    free(paths[1]);
    return same;
}

/* Links are rare there, and are taken as files. */
char *follow_links(const char *file) {
    return strdup(file);
}

static bool move_file(const char *from, const char *to, DWORD flags) {
    wchar_t *const wide[2] = {to_wide(from), to_wide(to)};
    const bool done = wide[0] && wide[1] && MoveFileExW(wide[0], wide[1], flags);
    const DWORD error = GetLastError();
    free(wide[0]);
    free(wide[1]);
    if (!done)
        set_errno(error);
    return done;
}

bool replace_file(const char *from, const char *to) {
    return move_file(from, to, MOVEFILE_REPLACE_EXISTING);
}

bool name_file(const char *from, const char *to) {
    return move_file(from, to, 0);
}

void remove_file(const char *file) {
    wchar_t *const wide = to_wide(file);
    if (wide)
        DeleteFileW(wide);
    free(wide);
}

/* Windows keeps a file as long as somebody has it open. */
void remove_open_file(int descriptor, const char *file) {
    if (descriptor >= 0)
        _close(descriptor);
    remove_file(file);
}

/* ---- Locks ---- */

/* A lock of Windows does not name its owner. So a second file holds the id of the process; Windows removes
 * that file when the process ends. */

enum { NAME_SIZE = 4096, NUMBER_SIZE = 16 };

static long read_owner(const char *path) {
    char number[NUMBER_SIZE] = "";
    DWORD length = 0;
    wchar_t *const wide = to_wide(path);
    const HANDLE file =
        wide ? CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                           OPEN_EXISTING, 0, NULL)
             : INVALID_HANDLE_VALUE;
    free(wide);
    if (file == INVALID_HANDLE_VALUE)
        return -1;
    ReadFile(file, number, NUMBER_SIZE - 1, &length, NULL);
    CloseHandle(file);
    return strtol(number, NULL, 10) > 0 ? strtol(number, NULL, 10) : -1;
}

long lock_file(int descriptor, const char *path) {
    char name[NAME_SIZE], number[NUMBER_SIZE];
    (void)descriptor;
    if (snprintf(name, sizeof name, "%s.lock", path) >= NAME_SIZE) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const int lock = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | _O_TEMPORARY, 0600);
    if (lock < 0)
        return errno == EEXIST || errno == EACCES ? read_owner(name) : -1;
    const int length = snprintf(number, sizeof number, "%lu", GetCurrentProcessId());
    return write(lock, number, (unsigned)length) == length ? 0 : -1;
}

/* ---- Keys ---- */

/* Windows' terminals are read line by line. */
bool keys_start(void) {
    return false;
}

void keys_end(void) {
}

int keys_read(void) {
    return KEY_NONE;
}

unsigned keys_screen_lines(void) {
    return 24;
}

/* ---- Quoted words ---- */

/* Quotes words as programs for Windows read their command line: between quotes, with backslashes before a
 * quote doubled, and a backslash before the quote. Unprintable bytes become \xNN, which no program reads
 * back: Windows has no notation for them. */

void print_quoted(const char *word, FILE *out) {
    static const char harmless[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:\\+@";
    if (*word && word[strspn(word, harmless)] == '\0') {
        fputs(word, out);
        return;
    }
    putc('"', out);
    if (can_be_shown(word))
        for (size_t backslashes; *word; word += backslashes + (word[backslashes] != '\0')) {
            backslashes = strspn(word, "\\");
            const char next = word[backslashes];
            for (size_t i = 0; i < backslashes * (next == '"' || next == '\0' ? 2 : 1); i++)
                putc('\\', out);
            if (next == '"')
                putc('\\', out);
            if (next)
                putc(next, out);
        }
    else
        print_escaped(word, out);
    putc('"', out);
}

/* (cmd's echo also prints quotes.) */
void print_echo(const char *line, FILE *out) {
    fputs("echo ", out);
    for (; *line; line++) {
        if (strchr("&|<>^()\"", *line))
            putc('^', out);
        putc(*line, out);
    }
}

/* ---- Patterns ---- */

/* The C library has none. */
struct pattern *read_pattern(const char *text, char why[PATTERN_TROUBLE]) {
    (void)text;
    snprintf(why, PATTERN_TROUBLE, "regular expressions are not built in on Windows");
    return NULL;
}

bool has_pattern(const char *text, const struct pattern *pattern) {
    (void)text, (void)pattern;
    return false;
}
