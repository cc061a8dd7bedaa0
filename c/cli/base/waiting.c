/* Waits for files and other processes up to a deadline or an interrupt, and shows a line of progress. */
#include "cli/base/waiting.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/platform/posix.h"

/* ---- Descriptors ---- */

/* Descriptors are waited for by poll, since others may have set them to O_NONBLOCK: that is a property of the
 * open file, which programs share. */

/* Whether a call that failed should be repeated. */
static bool is_passing(int reason) {
    return reason == EINTR || reason == EAGAIN;
}

ssize_t read_when_ready(int descriptor, void *bytes, size_t size) {
    struct pollfd polled[] = {{descriptor, POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}};
    for (;;) {
        if (poll(polled, 2, -1) < 0 && !is_passing(errno))
            return -1;
        if (polled[1].revents)
            return 0;
        const ssize_t got = polled[0].revents ? read(descriptor, bytes, size) : -1;
        if (got >= 0 || (polled[0].revents && !is_passing(errno)))
            return got;
    }
}

bool is_readable(int descriptor) {
    struct pollfd polled = {descriptor, POLLIN, 0};
    return poll(&polled, 1, 0) > 0;
}

ssize_t write_when_ready(int descriptor, const void *bytes, size_t size) {
    struct pollfd polled = {descriptor, POLLOUT, 0};
    for (;;) {
        const ssize_t written = write(descriptor, bytes, size);
        if (written >= 0 || !is_passing(errno))
            return written;
        if (errno == EAGAIN)
            poll(&polled, 1, -1);
    }
}

/* ---- Progress ---- */

/* Shows progress in one line. It begins with a carriage return, and ends by clearing what is left of a longer
 * one. */

void progress_start(struct progress *progress, bool wanted) {
    const double now = seconds_now();
    *progress = (struct progress){.wanted = wanted, .begun = now, .next = now + 1};
}

bool progress_is_due(struct progress *progress) {
    const double interval = 0.1, now = seconds_now();
    if (!progress->wanted || now < progress->next)
        return false;
    progress->next = now + interval;
    return true;
}

void progress_write(struct progress *progress, const char *format, ...) {
    va_list values;
    va_start(values, format);
    putc('\r', stderr);
    vfprintf(stderr, format, values);
    fputs("\033[K", stderr);
    va_end(values);
    progress->shown = true;
}

void progress_show(struct progress *progress, uint64_t count, const char *things, double share) {
    const double seconds = seconds_now() - progress->begun;
    char counted[NUMBER_SIZE], speed[NUMBER_SIZE], left[TIME_LEFT_SIZE], rest[16 + TIME_LEFT_SIZE] = "";
    write_time_left(share, seconds, left);
    if (share >= 0)
        snprintf(rest, sizeof rest, ", %.0f %%, %s left", 100 * share, left);
    progress_write(progress, "%s %s, %s a second%s", write_number(count, true, counted), things,
                   write_number((uint64_t)((double)count / seconds), true, speed), rest);
}

void progress_clear(struct progress *progress) {
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}

const char *write_number(uint64_t number, bool grouped, char text[NUMBER_SIZE]) {
    char *at = text + NUMBER_SIZE - 1;
    *at = '\0';
    for (unsigned digits = 0; digits == 0 || number > 0; digits++, number /= 10) {
        if (grouped && digits > 0 && digits % 3 == 0)
            *--at = ',';
        *--at = (char)('0' + number % 10);
    }
    return at;
}

void print_things(uint64_t count, const char *thing, bool grouped) {
    char number[NUMBER_SIZE];
    fprintf(stderr, "%s %s%s", write_number(count, grouped, number), thing, count == 1 ? "" : "s");
}

void write_time_left(double share, double seconds, char text[TIME_LEFT_SIZE]) {
    const double left = share <= 0 ? -1 : share < 1 ? seconds * (1 - share) / share : 0;
    const uint64_t s = left < 1e15 ? (uint64_t)(left + 0.5) : (uint64_t)1e15;
    if (left < 0)
        snprintf(text, TIME_LEFT_SIZE, "?");
    else if (s < 60)
        snprintf(text, TIME_LEFT_SIZE, "%" PRIu64 " s", s);
    else if (s < 3600)
        snprintf(text, TIME_LEFT_SIZE, "%" PRIu64 ":%02" PRIu64, s / 60, s % 60);
    else
        snprintf(text, TIME_LEFT_SIZE, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, s / 3600, s / 60 % 60, s % 60);
}
