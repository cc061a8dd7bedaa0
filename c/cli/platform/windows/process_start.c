/* Starts programs by cmd, as POSIX does by sh. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/io/process.h"
#include "cli/platform/windows/channels.h"
#include "cli/platform/windows/spawn.h"
#include "cli/platform/windows/wide.h"

void processes_expect(unsigned count) {
    (void)count; /* handles have no such limit */
}

/* ---- The command ---- */

/* sh's "$@": the words after the command's name. */
static const char all_words[] = " \"$@\"";

/* Returns the command line of cmd for arguments of sh: "sh", "-c", a command, its name, its words. The caller
 * frees the line. (cmd /s removes only the first and the last quote.) */
static wchar_t *command_line(char *const arguments[]) {
    const char *const command = arguments[2];
    size_t length = strlen(command), size = length + 64;
    const size_t ending = sizeof all_words - 1;
    if (length >= ending && strcmp(command + length - ending, all_words) == 0)
        length -= ending;
    for (size_t i = 3; arguments[i - 1] && arguments[i]; i++)
        size += strlen(arguments[i]) + 3;
    char *const line = malloc(size);
    if (!line)
        return NULL;
    int used = snprintf(line, size, "cmd.exe /d /s /c \"%.*s", (int)length, command);
    for (size_t i = 4; arguments[3] && arguments[i]; i++)
        used += snprintf(line + used, size - (size_t)used, " \"%s\"", arguments[i]);
    snprintf(line + used, size - (size_t)used, "\"");
    wchar_t *const wide = to_wide(line);
    free(line);
    return wide;
}

/* ---- Starting ---- */

struct ends {
    int in, out, err; /* this program's ends */
    HANDLE its_in, its_out, its_err;
};

static void close_theirs(const struct ends *ends) {
    const HANDLE handles[] = {ends->its_in, ends->its_out, ends->its_err};
    for (size_t i = 0; i < sizeof handles / sizeof *handles; i++)
        if (handles[i] != INVALID_HANDLE_VALUE)
            CloseHandle(handles[i]);
}

static void close_ours(const int *channels, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (channels[i] >= 0)
            close(channels[i]);
}

static bool open_ends(struct ends *ends, bool with_input) {
    *ends = (struct ends){-1, -1, -1, INVALID_HANDLE_VALUE, INVALID_HANDLE_VALUE, INVALID_HANDLE_VALUE};
    if (with_input)
        ends->in = open_channel(CHANNEL_WRITES, &ends->its_in);
    else
        ends->its_in = CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                                   OPEN_EXISTING, 0, NULL);
    ends->out = open_channel(CHANNEL_READS, &ends->its_out);
    ends->err = open_channel(CHANNEL_READS, &ends->its_err);
    return ends->its_in != INVALID_HANDLE_VALUE && ends->out >= 0 && ends->err >= 0;
}

static void begin_stream(struct stream *stream, int channel) {
    stream->fd = channel;
    stream->start = stream->end = 0;
    stream->skipping = false;
}

bool process_start(struct process *process, char *const arguments[], bool with_input) {
    struct ends ends;
    wchar_t *const line = command_line(arguments);
    const bool opened = line && open_ends(&ends, with_input);
    const struct spawn spawn = {.command_line = line,
                                .in = opened ? ends.its_in : NULL,
                                .out = opened ? ends.its_out : NULL,
                                .err = opened ? ends.its_err : NULL};
    const bool started = opened && guard_spawn(&process->guard, &spawn);
    const int reason = errno;
    free(line);
    if (line)
        close_theirs(&ends);
    if (line && !started)
        close_ours((const int[]){ends.in, ends.out, ends.err}, 3);
    errno = reason;
    if (!started)
        return false;
    process->in = ends.in;
    begin_stream(&process->out, ends.out);
    begin_stream(&process->err, ends.err);
    process->said[0] = process->complaint[0] = '\0';
    return true;
}

/* ---- The end ---- */

void process_stop(struct process *process) {
    guard_stop(&process->guard);
    close_ours((const int[]){process->in, process->out.fd, process->err.fd}, 3);
}
