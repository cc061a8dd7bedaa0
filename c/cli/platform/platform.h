/* The differences between systems, a call each: the start of the program, paths, memory, files, keys of a
 * terminal. Each system has a folder beside this header. */
#ifndef KS_PLATFORM_H
#define KS_PLATFORM_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Start ---- */

/* Preparations that are the same for all commands, on every system. */

/* Opens standard streams that are closed, so that no file gets their numbers, and turns off all translation
 * on them. Lets the program end with the reader of its output. Returns the arguments in UTF-8. */
char **start_program(char **arguments);

/* Called when standard output cannot be written. Ends the program silently, as SIGPIPE does, when the reader
 * has gone. On POSIX that signal comes first. */
#ifdef _WIN32
void end_with_reader(void);
#else
static inline void end_with_reader(void) {
}
#endif

/* ---- Threads ---- */

/* Threads, and a wait of one of them that the others end. */

/* Starts a thread with a stack of 8 MiB. Returns an error's number, or 0. */
int start_thread(pthread_t *thread, void *(*run)(void *), void *argument);

/* Called before the first wait. */
void begin_waiting(void);

/* Waits that long, or until wake is called. The other waits end early too: the caller looks what has
 * happened. */
void wait_until_woken(int milliseconds);

/* Ends the wait, or the next one. For signal handlers too. */
void wake(void);

/* ---- Paths ---- */

/* The parts of a path, and where this program is. */

/* Returns the part after the folders: the whole path when it names none. */
static inline const char *path_base(const char *path) {
#ifdef _WIN32 /* a drive, of one letter, ends with a colon */
    const bool backslash = true, drive = path[0] && path[1] == ':';
#else
    const bool backslash = false, drive = false;
#endif
    const char *base = drive ? path + 2 : path;
    for (const char *at = base; *at; at++)
        if (*at == '/' || (backslash && *at == '\\'))
            base = at + 1;
    return base;
}

enum { OWN_PATH_SIZE = 4096 };

/* Writes the path of this program. Returns false when the system does not say. */
bool own_path(char path[OWN_PATH_SIZE]);

/* ---- Pages ---- */

/* Memory for large tables that are read and written in no order. */

/* Returns zeros, which take no memory until they are written to; or NULL, with the reason in errno. size:
 * bytes, other than 0. */
void *map_pages(size_t size);

void unmap_pages(void *memory, size_t size);

/* Says that the contents of these pages, which are whole, are not needed any more. */
void release_pages(void *memory, size_t size);

/* ---- Temporary files ---- */

/* Files that last as long as the program. The descriptor is -1, with the reason in errno, when there can be
 * none. */

/* Returns the folder for such files by default: TMPDIR, or the system's. */
const char *temporary_folder(void);

/* Makes a file for reading and writing that no other process sees. */
int open_temporary(const char *folder);

enum { TEMPORARY_PATH = 1024 };

/* Makes a file that other processes can read by its path while this one runs. */
int open_shared_temporary(char path[TEMPORARY_PATH]);

/* ---- Names of files ---- */

/* Two names are of the same regular file when these numbers are equal. */
struct file_identity {
    uint64_t volume, number;
};

/* Fill in which file a name or a descriptor is. Return false when it is none, or no regular one. */
bool identify_file(const char *name, struct file_identity *identity);
bool identify_descriptor(int descriptor, struct file_identity *identity);

static inline bool is_same_file(const struct file_identity *a, const struct file_identity *b) {
    return a->volume == b->volume && a->number == b->number;
}

/* Whether two names of files that do not exist are of the same one, once it is made. */
bool is_same_place(const char *a, const char *b);

/* Whether two names are of the same regular file, which need not exist. */
static inline bool name_same_file(const char *a, const char *b) {
    struct file_identity one, other;
    const bool exists = identify_file(a, &one);
    return exists ? identify_file(b, &other) && is_same_file(&one, &other) : is_same_place(a, b);
}

/* Returns the file that a name leads to through links, to be freed by the caller; the name itself, when it is
 * no link. NULL, with the reason in errno, when a link leads nowhere. */
char *follow_links(const char *file);

/* Gives a file another name, instead of a file that has it. Returns false, with the reason in errno. */
bool replace_file(const char *from, const char *to);

/* Gives a file another name that no file has. Returns false, with the reason in errno. */
bool name_file(const char *from, const char *to);

/* Removes a file, if it is there. Safe in a signal handler, where there are any. */
void remove_file(const char *file);

/* Removes a file that this program may still have open as this descriptor, at the program's end. */
void remove_open_file(int descriptor, const char *file);

/* From now on a signal that ends the program calls clean_up first. So does an interrupt that ends it. */
void clean_up_at_signals(void (*clean_up)(void));

/* ---- Locks ---- */

/* Files that only one process at a time may use. */

/* Locks an open file until this process ends. Returns 0; the id of the process that has locked the file; or
 * -1, with the reason in errno. This process may not open the file a second time. */
long lock_file(int descriptor, const char *path);

/* ---- Patterns ---- */

/* Regular expressions as POSIX extends them, in which capital letters do not matter. */

struct pattern;

enum { PATTERN_TROUBLE = 128 };

/* Returns the pattern of a text, which lives as long as the program; NULL when there is none, and then fills
 * in why. */
struct pattern *read_pattern(const char *text, char why[PATTERN_TROUBLE]);

/* Returns whether a part of the text is as the pattern says. */
bool has_pattern(const char *text, const struct pattern *pattern);

/* ---- Keys ---- */

/* Single keys of a terminal, while a command draws there. */

enum key {
    KEY_NONE = 256, /* the end of input, or an interrupt */
    KEY_OTHER,      /* one without a meaning here */
    KEY_UP,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_ERASE,
    KEY_ENTER
};

/* Lets keys arrive one by one, without an echo. Returns false when standard input and output are no terminal,
 * or the system has no such keys; then lines are to be read. */
bool keys_start(void);

/* Sets the terminal back. */
void keys_end(void);

/* Waits for a key. Returns its character, or one of enum key. */
int keys_read(void);

/* The number of lines that the terminal shows. */
unsigned keys_screen_lines(void);

#endif
