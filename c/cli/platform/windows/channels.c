/* Connects the program with others on Windows, by pipes that can be waited for. Windows cannot wait for
 * anonymous pipes, so these have names. A channel that reads always has a read pending, and one that writes
 * keeps its bytes until Windows has written them. */
#include "cli/platform/windows/channels.h"

#include <errno.h>
#include <io.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/platform/windows/utf16.h"

enum { CHANNELS_MAX = 1024, ROOM = 1 << 14 };

/* One direction. */
struct flow {
    OVERLAPPED pending; /* with an event, which is set when no call is pending */
    bool under_way, broken;
    size_t start, end; /* of bytes that have arrived and are unread */
    char bytes[ROOM];
};

struct channel {
    HANDLE pipe;
    struct flow *in, *out; /* NULL: does not read, does not write */
};

static struct channel *channels[CHANNELS_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct channel *channel_of(int number) {
    return channels[number - CHANNELS_BEGIN];
}

/* ---- One direction ---- */

static struct flow *new_flow(void) {
    struct flow *const flow = calloc(1, sizeof *flow);
    if (flow)
        flow->pending.hEvent = CreateEventW(NULL, TRUE, TRUE, NULL);
    return flow;
}

static void free_flow(HANDLE pipe, struct flow *flow) {
    DWORD moved;
    if (!flow)
        return;
    if (flow->under_way && CancelIoEx(pipe, &flow->pending))
        GetOverlappedResult(pipe, &flow->pending, &moved, TRUE);
    CloseHandle(flow->pending.hEvent);
    free(flow);
}

/* Returns whether the pending call has finished. moved: the number of bytes. */
static bool is_done(HANDLE pipe, struct flow *flow, DWORD *moved) {
    *moved = 0;
    if (!flow->under_way)
        return true;
    if (!GetOverlappedResult(pipe, &flow->pending, moved, FALSE)) {
        if (GetLastError() == ERROR_IO_INCOMPLETE)
            return false;
        flow->broken = true;
    }
    flow->under_way = false;
    return true;
}

/* Records whether a call is pending or has finished. */
static void note_begun(struct flow *flow, BOOL done) {
    flow->under_way = done || GetLastError() == ERROR_IO_PENDING;
    flow->broken |= !flow->under_way;
}

static void ask_for_more(HANDLE pipe, struct flow *flow) {
    flow->start = flow->end = 0;
    note_begun(flow, ReadFile(pipe, flow->bytes, ROOM, NULL, &flow->pending));
}

/* Returns whether a read would return at once. */
static bool has_come(HANDLE pipe, struct flow *flow) {
    DWORD moved;
    if (flow->start < flow->end || flow->broken)
        return true;
    if (!flow->under_way)
        ask_for_more(pipe, flow);
    if (!is_done(pipe, flow, &moved))
        return false;
    flow->end = moved;
    return flow->end > 0 || flow->broken;
}

/* ---- Channels ---- */

static int take_number(struct channel *channel) {
    int number = 0;
    pthread_mutex_lock(&lock);
    while (number < CHANNELS_MAX && channels[number])
        number++;
    if (number < CHANNELS_MAX)
        channels[number] = channel;
    pthread_mutex_unlock(&lock);
    return number < CHANNELS_MAX ? CHANNELS_BEGIN + number : -1;
}

static HANDLE open_pipe(unsigned uses, HANDLE *other_side) {
    static volatile LONG count;
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    wchar_t name[64];
    swprintf(name, sizeof name / sizeof *name, L"\\\\.\\pipe\\kingscan-%lu-%lu", GetCurrentProcessId(),
             (unsigned long)InterlockedIncrement(&count));
    const DWORD ours =
        (uses & CHANNEL_READS ? PIPE_ACCESS_INBOUND : 0) | (uses & CHANNEL_WRITES ? PIPE_ACCESS_OUTBOUND : 0);
    const DWORD theirs =
        (uses & CHANNEL_READS ? GENERIC_WRITE : 0) | (uses & CHANNEL_WRITES ? GENERIC_READ : 0);
    const HANDLE pipe = CreateNamedPipeW(name, ours | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                         PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1, ROOM, ROOM, 0, NULL);
    *other_side = pipe == INVALID_HANDLE_VALUE
                      ? pipe
                      : CreateFileW(name, theirs, 0, &inherited, OPEN_EXISTING, 0, NULL);
    if (*other_side == INVALID_HANDLE_VALUE) {
        set_errno(GetLastError());
        if (pipe != INVALID_HANDLE_VALUE)
            CloseHandle(pipe);
        return INVALID_HANDLE_VALUE;
    }
    return pipe;
}

static void free_channel(struct channel *channel) {
    free_flow(channel->pipe, channel->in);
    free_flow(channel->pipe, channel->out);
    CloseHandle(channel->pipe);
    free(channel);
}

int open_channel(unsigned uses, HANDLE *other_side) {
    const HANDLE pipe = open_pipe(uses, other_side);
    if (pipe == INVALID_HANDLE_VALUE)
        return -1;
    struct channel *const channel = calloc(1, sizeof *channel);
    if (!channel) {
        CloseHandle(pipe);
        CloseHandle(*other_side);
        return -1;
    }
    channel->pipe = pipe;
    channel->in = uses & CHANNEL_READS ? new_flow() : NULL;
    channel->out = uses & CHANNEL_WRITES ? new_flow() : NULL;
    const bool whole = (channel->in || !(uses & CHANNEL_READS)) && (channel->out || !(uses & CHANNEL_WRITES));
    const int number = whole ? take_number(channel) : -1;
    if (number < 0) {
        errno = whole ? EMFILE : ENOMEM;
        free_channel(channel);
        CloseHandle(*other_side);
    }
    return number;
}

ssize_t read_channel(int number, void *bytes, size_t size) {
    struct channel *const channel = channel_of(number);
    struct flow *const flow = channel->in;
    if (!has_come(channel->pipe, flow)) {
        errno = EAGAIN;
        return -1;
    }
    const size_t there = flow->end - flow->start, part = there < size ? there : size;
    memcpy(bytes, flow->bytes + flow->start, part);
    flow->start += part;
    return (ssize_t)part;
}

ssize_t write_channel(int number, const void *bytes, size_t size) {
    struct channel *const channel = channel_of(number);
    struct flow *const flow = channel->out;
    DWORD moved;
    const size_t part = size < ROOM ? size : ROOM;
    if (!is_done(channel->pipe, flow, &moved)) {
        errno = EAGAIN;
        return -1;
    }
    if (!flow->broken) {
        memcpy(flow->bytes, bytes, part);
        note_begun(flow, WriteFile(channel->pipe, flow->bytes, (DWORD)part, NULL, &flow->pending));
    }
    errno = EPIPE;
    return flow->broken ? -1 : (ssize_t)part;
}

int close_channel(int number) {
    struct channel *const channel = channel_of(number);
    pthread_mutex_lock(&lock);
    channels[number - CHANNELS_BEGIN] = NULL;
    pthread_mutex_unlock(&lock);
    free_channel(channel);
    return 0;
}

/* ---- Waiting ---- */

HANDLE wake_event(void) {
    static HANDLE event;
    pthread_mutex_lock(&lock);
    if (!event)
        event = CreateEventW(NULL, TRUE, FALSE, NULL);
    pthread_mutex_unlock(&lock);
    return event;
}

/* Returns whether a line has been typed. */
static bool console_has_line(HANDLE console) {
    INPUT_RECORD records[128];
    DWORD count = 0;
    PeekConsoleInputW(console, records, sizeof records / sizeof *records, &count);
    for (DWORD i = 0; i < count; i++)
        if (records[i].EventType == KEY_EVENT && records[i].Event.KeyEvent.uChar.UnicodeChar == L'\r')
            return true;
    return false;
}

static bool plain_is_ready(int descriptor) {
    const HANDLE handle = (HANDLE)_get_osfhandle(descriptor);
    DWORD mode, there;
    if (GetFileType(handle) == FILE_TYPE_PIPE)
        return !PeekNamedPipe(handle, NULL, 0, NULL, &there, NULL) || there > 0;
    return !GetConsoleMode(handle, &mode) || console_has_line(handle);
}

/* Returns the events that a descriptor is ready for; when there are none, adds the event to wait for. */
static short look_at(const struct pollfd *polled, int milliseconds, HANDLE *events, DWORD *count) {
    DWORD moved;
    if (polled->fd == WAKE_DESCRIPTOR) {
        events[(*count)++] = wake_event();
        return WaitForSingleObject(wake_event(), 0) == WAIT_OBJECT_0 ? POLLIN : 0;
    }
    if (!is_channel(polled->fd))
        return milliseconds != 0 || plain_is_ready(polled->fd) ? polled->events : 0;
    struct channel *const channel = channel_of(polled->fd);
    const bool in = polled->events & POLLIN;
    struct flow *const flow = in ? channel->in : channel->out;
    if (in ? has_come(channel->pipe, flow) : is_done(channel->pipe, flow, &moved) || flow->broken)
        return polled->events;
    events[(*count)++] = flow->pending.hEvent;
    return 0;
}

static int look_at_all(struct pollfd *polled, unsigned number, int milliseconds, HANDLE *events,
                       DWORD *count) {
    int ready = 0;
    *count = 0;
    for (unsigned i = 0; i < number; i++) {
        polled[i].revents = polled[i].fd < 0 ? 0 : look_at(&polled[i], milliseconds, events, count);
        ready += polled[i].revents != 0;
    }
    return ready;
}

int poll(struct pollfd *polled, unsigned number, int milliseconds) {
    HANDLE events[MAXIMUM_WAIT_OBJECTS];
    DWORD count;
    const int ready = look_at_all(polled, number, milliseconds, events, &count);
    if (ready > 0 || milliseconds == 0)
        return ready;
    if (count == 0)
        Sleep(milliseconds < 0 ? INFINITE : (DWORD)milliseconds);
    else
        WaitForMultipleObjects(count, events, FALSE, milliseconds < 0 ? INFINITE : (DWORD)milliseconds);
    return look_at_all(polled, number, milliseconds, events, &count);
}
