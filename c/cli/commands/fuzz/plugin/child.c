/* The boards lie in memory that both processes share; the answers and how many there are, too. The child's
 * writes there are not trusted: the questions are kept on this side, and numbers are bounded. */
#include "cli/commands/fuzz/plugin/child.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/io/plugin.h"
#include "cli/platform/children.h"
#include "cli/platform/posix.h"

struct exchange {
    atomic_uint done; /* answers, or 1 when the plugin is loaded */
    unsigned count;
    ks_error error; /* why it could not be loaded */
    uint8_t boards[PLUGIN_BOARDS][KS_SQUARES];
    uint8_t squares[PLUGIN_BOARDS], sides[PLUGIN_BOARDS], answers[PLUGIN_BOARDS];
};

/* ---- The child ---- */

struct task {
    const char *file;
    struct exchange *exchange;
};

static void answer_all(const ks_kernel *kernel, struct exchange *exchange) {
    const unsigned count = exchange->count;
    for (unsigned i = 0; i < count; i++) {
        exchange->answers[i] =
            (uint8_t)kernel->in_check(exchange->boards[i], exchange->squares[i], exchange->sides[i]);
        atomic_store_explicit(&exchange->done, i + 1, memory_order_release);
    }
}

static int serve(void *context, int socket) {
    const struct task *const task = context;
    char byte;
    const ks_kernel *const kernel = plugin_load(task->file, &task->exchange->error);
    atomic_store(&task->exchange->done, kernel != NULL);
    while (write(socket, "", 1) == 1 && kernel && read(socket, &byte, 1) == 1)
        answer_all(kernel, task->exchange);
    return 0;
}

/* ---- This side ---- */

/* Returns how a child ended that has closed its socket. */
static struct plugin_end find_end(struct plugin *plugin) {
    enum { PATIENCE = 5000 }; /* milliseconds */
    struct plugin_end end = {.fate = PLUGIN_EXITS};
    if (!guard_child_ended(&plugin->guard, PATIENCE))
        return end;
    const int status = plugin->guard.status;
    if (WIFSIGNALED(status))
        return (struct plugin_end){.fate = PLUGIN_CRASHES, .number = WTERMSIG(status)};
    end.number = WEXITSTATUS(status);
    return end;
}

/* Waits until the child has answered all, or takes too long for one board. Returns false when it will not
 * answer; end->fate says why, or is PLUGIN_ANSWERS when the run is to stop. */
static bool wait_for_answers(struct plugin *plugin, double patience, struct plugin_end *end) {
    enum { SLICE = 20 }; /* milliseconds */
    struct pollfd polled[] = {{plugin->socket, POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}};
    unsigned done = 0;
    double since = seconds_now();
    char byte;
    *end = (struct plugin_end){0};
    while (poll(polled, 2, SLICE) <= 0 || !polled[0].revents) {
        const unsigned now = atomic_load(&plugin->exchange->done);
        if (must_stop())
            return false;
        if (now != done)
            since = seconds_now();
        done = now;
        if (seconds_now() - since > patience) {
            *end = (struct plugin_end){.fate = PLUGIN_HANGS, .seconds = patience};
            return false;
        }
    }
    if (read(plugin->socket, &byte, 1) == 1)
        return true;
    *end = find_end(plugin);
    return false;
}

static void start_child(struct plugin *plugin) {
    struct task task = {plugin->file, plugin->exchange};
    plugin->exchange->done = 0;
    if (!start_own_child(&plugin->guard, serve, &task, &plugin->socket))
        fail("--plugin: %s", strerror(errno));
    plugin->running = true;
}

/* Starts the child, and waits until it has loaded the plugin. Returns false when it can't, with *error filled
 * in, or when the run is to stop. */
static bool load(struct plugin *plugin, ks_error *error) {
    enum { LOADING = 10 }; /* seconds */
    struct plugin_end end;
    start_child(plugin);
    const bool answered = wait_for_answers(plugin, LOADING, &end);
    if (answered && plugin->exchange->done)
        return true;
    *error = plugin->exchange->error;
    if (!answered)
        plugin_describe_end(&end, error->message, sizeof error->message);
    plugin_stop(plugin);
    return false;
}

bool plugin_start(struct plugin *plugin, const char *file, double patience, ks_error *error) {
    *plugin = (struct plugin){.file = file, .patience = patience};
    plugin->exchange = share_memory(sizeof *plugin->exchange);
    if (!plugin->exchange)
        fail("--plugin: %s", strerror(errno));
    attend_parent(serve, &(struct task){file, plugin->exchange});
    return load(plugin, error);
}

static void hand_over(struct plugin *plugin, const struct question *questions, unsigned count) {
    struct exchange *const exchange = plugin->exchange;
    for (unsigned i = 0; i < count; i++) {
        memcpy(exchange->boards[i], questions[i].board, KS_SQUARES);
        exchange->squares[i] = (uint8_t)questions[i].square;
        exchange->sides[i] = (uint8_t)questions[i].side;
    }
    exchange->count = count;
    exchange->done = 0;
    wake_child(plugin->socket);
}

unsigned plugin_ask(struct plugin *plugin, const struct question *questions, unsigned count, uint8_t *answers,
                    struct plugin_end *end) {
    ks_error error;
    *end = (struct plugin_end){0};
    const bool runs = !must_stop() && (plugin->running || load(plugin, &error));
    if (must_stop())
        return 0;
    if (!runs)
        fail("--plugin: %s", error.message);
    hand_over(plugin, questions, count);
    const bool all = wait_for_answers(plugin, plugin->patience, end);
    const unsigned done = plugin->exchange->done, answered = all ? count : done < count ? done : count - 1;
    memcpy(answers, plugin->exchange->answers, answered);
    if (!all)
        plugin_stop(plugin);
    return answered;
}

void plugin_stop(struct plugin *plugin) {
    if (!plugin->running)
        return;
    close(plugin->socket);
    guard_stop(&plugin->guard);
    plugin->running = false;
}

void plugin_describe_end(const struct plugin_end *end, char *text, size_t size) {
    if (end->fate == PLUGIN_CRASHES)
        snprintf(text, size, "the plugin crashes: signal %d, %s", end->number, strsignal(end->number));
    else if (end->fate == PLUGIN_EXITS)
        snprintf(text, size, "the plugin ends its process with exit status %d", end->number);
    else
        snprintf(text, size, "the plugin has not answered within %g s", end->seconds);
}
