/* Messages on standard error. All of them go through print_line, where nothing that they quote can reach the
 * terminal as it is. */
#include "cli/base/messages.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/platform/platform.h"
#include "game/common/text.h"
#include "kingscan.h"

/* ---- Messages ---- */

static char message_name[32];
static const char *called_name = "kingscan";

void set_program_name(const char *called) {
    if (called && *called)
        called_name = called;
}

const char *program_name(void) {
    return called_name;
}

void set_message_name(const char *program, const char *command) {
    snprintf(message_name, sizeof message_name, "%s%s%s", program, command ? " " : "",
             command ? command : "");
}

enum { MESSAGE_SIZE = 4096 };

/* Prints a message by one write, so that lines of programs that share standard error don't mix. It may quote
 * anything. */
static void print_line(const char line[MESSAGE_SIZE]) {
    char escaped[ESCAPED_SIZE(MESSAGE_SIZE)];
    escape_text(line, strlen(line), escaped, sizeof escaped);
    fprintf(stderr, "%s\n", escaped);
}

static void print_message(const char *format, va_list values) {
    char line[MESSAGE_SIZE];
    const int start = snprintf(line, sizeof line, "%s: ", message_name);
    vsnprintf(line + start, sizeof line - (size_t)start, format, values);
    print_line(line);
}

static void print_at(const char *file, uint64_t number, size_t offset, const char *kind,
                     const char *message) {
    char line[MESSAGE_SIZE];
    snprintf(line, sizeof line, "%s:%" PRIu64 ":%zu: %s: %s", file, number, offset + 1, kind, message);
    print_line(line);
}

void complain_at(const char *file, uint64_t number, size_t offset, const char *message) {
    print_at(file, number, offset, "error", message);
}

void warn_at(const char *file, uint64_t number, size_t offset, const char *message) {
    print_at(file, number, offset, "warning", message);
}

void complain(const char *format, ...) {
    va_list values;
    va_start(values, format);
    print_message(format, values);
    va_end(values);
}

void fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    print_message(format, values);
    va_end(values);
    exit(STATUS_FAILED);
}

void usage_error(const char *format, ...) {
    va_list values;
    va_start(values, format);
    print_message(format, values);
    va_end(values);
    fprintf(stderr, "try '%s --help'\n", message_name);
    exit(STATUS_FAILED);
}

void require_kernel(void) {
    ks_error error;
    if (ks_kernel_check_environment(&error) != KS_OK)
        fail("KINGSCAN_KERNEL: %s", error.message);
}

void finish_standard_output(void) {
    errno = EIO; /* for a write that failed long ago: the cause is lost */
    const int failed = ferror(stdout);
    if (fflush(stdout) != 0 || failed) {
        const int reason = errno;
        end_with_reader();
        fail("standard output: %s", strerror(reason));
    }
}
