/* Exchanges lines with a process, and reports how it ended. */
#include "cli/io/process.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/waiting.h"
#include "cli/platform/posix.h"
#include "core/text/characters.h"
#include "game/common/text.h"

/* ---- Lines ---- */

/* Keeps a line so that messages can quote it. */
static void remember(struct process *process, const struct stream *stream, const char *line, size_t length) {
    while (length > 0 && is_blank(*line))
        line++, length--;
    if (length > 0)
        escape_text(line, length, process->said, sizeof process->said);
    if (stream == &process->err && !*process->complaint)
        escape_text(line, length, process->complaint, sizeof process->complaint);
}

/* Takes the next line that has arrived whole. At the end of the stream, what is left is a line too. Returns
 * false when there is none. */
static bool take_line(struct process *process, struct stream *stream, const char **line, size_t *length) {
    for (;;) {
        const char *const start = stream->bytes + stream->start;
        const size_t there = stream->end - stream->start;
        const char *const newline = memchr(start, '\n', there);
        const bool full = there == sizeof stream->bytes, last = stream->fd < 0 && there > 0;
        if (!newline && !full && !last)
            return false;
        *line = start;
        *length = newline ? (size_t)(newline - start) : there;
        stream->start += *length + (newline != NULL);
        if (*length > 0 && start[*length - 1] == '\r')
            --*length;
        const bool rest = stream->skipping;
        stream->skipping = full && !newline;
        if (!rest)
            remember(process, stream, *line, *length);
        if (!rest && !stream->skipping)
            return true;
    }
}

static void read_stream(struct stream *stream) {
    if (stream->start > 0)
        memmove(stream->bytes, stream->bytes + stream->start, stream->end - stream->start);
    stream->end -= stream->start;
    stream->start = 0;
    const ssize_t got = read(stream->fd, stream->bytes + stream->end, sizeof stream->bytes - stream->end);
    if (got > 0)
        stream->end += (size_t)got;
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
        close(stream->fd);
        stream->fd = -1;
    }
}

/* Waits until a stream has more, or until `in` takes more, unless that is -1; then reads what there is. */
static enum process_event wait_for(struct process *process, int in, double deadline) {
    struct pollfd polled[] = {{process->out.fd, POLLIN, 0},
                              {process->err.fd, POLLIN, 0},
                              {in, POLLOUT, 0},
                              {interrupt_descriptor(), POLLIN, 0}};
    const double left = deadline - seconds_now();
    const char *line;
    size_t length;
    if (interrupted)
        return PROCESS_INTERRUPTED;
    if (left <= 0)
        return PROCESS_LATE;
    if (poll(polled, sizeof polled / sizeof *polled, left < 1000 ? (int)(left * 1000) + 1 : 1000000) <= 0)
        return PROCESS_SPOKE; /* or perhaps nothing came: the caller finds out */
    if (polled[0].revents && process->out.end - process->out.start < sizeof process->out.bytes)
        read_stream(&process->out);
    if (polled[1].revents)
        read_stream(&process->err);
    while (take_line(process, &process->err, &line, &length))
        ;
    return PROCESS_SPOKE;
}

/* Remembers the last line that has arrived when there is no time left, so that it can be quoted. A line that
 * isn't complete counts only when there is no other. */
static void remember_rest(struct process *process) {
    struct stream *out = &process->out;
    const char *line;
    size_t length;
    while (take_line(process, out, &line, &length))
        ;
    if (!process->said[0])
        remember(process, out, out->bytes + out->start, out->end - out->start);
}

enum process_event process_line(struct process *process, double deadline, const char **line, size_t *length) {
    for (;;) {
        if (seconds_now() < deadline && take_line(process, &process->out, line, length))
            return PROCESS_SPOKE;
        if (process->out.fd < 0 && process->out.start == process->out.end)
            return PROCESS_ENDED;
        const enum process_event event = wait_for(process, -1, deadline);
        if (event == PROCESS_LATE)
            remember_rest(process);
        if (event != PROCESS_SPOKE)
            return event;
    }
}

void process_take_complaint(struct process *process, char complaint[PROCESS_SAID + 1]) {
    const char *line;
    size_t length;
    if (process->err.fd >= 0)
        read_stream(&process->err);
    while (take_line(process, &process->err, &line, &length))
        ;
    memcpy(complaint, process->complaint, sizeof process->complaint);
    process->complaint[0] = '\0';
}

bool process_send(struct process *process, const char *text, size_t length, double deadline) {
    while (length > 0) {
        const ssize_t sent = write(process->in, text, length);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        if (sent > 0) {
            text += sent;
            length -= (size_t)sent;
        } else if (wait_for(process, process->in, deadline) != PROCESS_SPOKE) {
            return false;
        }
    }
    return true;
}

/* ---- The end ---- */

/* How long to wait for the status of a process after its output has closed, in milliseconds. */
enum { PATIENCE = 500 };

void process_describe_end(struct process *process, char *text, size_t size) {
    const bool ended = guard_child_ended(&process->guard, PATIENCE);
    const int status = process->guard.status, code = WEXITSTATUS(status);
    if (!ended)
        snprintf(text, size, "closed its output");
    else if (WIFSIGNALED(status))
        snprintf(text, size, "was ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (code > 128)
        snprintf(text, size, "ended with status %d (%s)", code, strsignal(code - 128));
    else
        snprintf(text, size, "ended with status %d", code);
}

bool process_ended_well(struct process *process) {
    return guard_child_ended(&process->guard, PATIENCE) && process->guard.status == 0;
}
