/* Messages on standard error, functions that end the program with one, and memory without which it ends. */
#ifndef KS_MESSAGES_H
#define KS_MESSAGES_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/growing.h"

/* ---- Messages ---- */

/* Messages on standard error, and functions that end the program with one. */

/* Exit statuses of every command. */
enum { STATUS_GOOD, STATUS_FOUND, STATUS_FAILED, STATUS_INTERRUPTED = 130 };

/* The program as it was called, for commands that a person is to type again. called: argv[0]. */
void set_program_name(const char *called);
const char *program_name(void);

/* Sets the name that messages begin with: "PROGRAM COMMAND"; command NULL: PROGRAM alone. */
void set_message_name(const char *program, const char *command);

/* Prints "kingscan NAME: MESSAGE" on standard error. This and the next functions escape what can't be shown:
 * see text.h. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints "FILE:LINE:COLUMN: error: MESSAGE". number: of the line; offset: in the line, from 0. */
void complain_at(const char *file, uint64_t number, size_t offset, const char *message);
/* Prints "FILE:LINE:COLUMN: warning: MESSAGE". */
void warn_at(const char *file, uint64_t number, size_t offset, const char *message);
/* Complains, and ends with STATUS_FAILED. */
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Complains, names --help on a second line, and ends with STATUS_FAILED. */
_Noreturn void usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Fails when KINGSCAN_KERNEL asks for a kernel that can't be used. Every command that computes calls it. */
void require_kernel(void);

/* Writes out what stdio holds for standard output. Fails when that can't be done. */
void finish_standard_output(void);

/* ---- Memory ---- */

/* Memory as all commands take it: they fail when there is none. */

/* Returns what malloc, calloc, realloc or strdup has returned. Fails when that is NULL. */
static inline void *given(void *memory) {
    if (!memory)
        fail("%s", strerror(errno));
    return memory;
}

/* Fails unless there was memory, as functions below the program tell. */
static inline void expect_memory(bool was_there) {
    if (!was_there)
        fail("%s", strerror(ENOMEM));
}

/* Returns an array of `count` items of `size` bytes each, moved where it had no room for one more. *room: the
 * number of items that it has room for. */
static inline void *with_room(void *items, size_t count, size_t *room, size_t size) {
    return given(grown(items, count, 1, room, size));
}

#endif
