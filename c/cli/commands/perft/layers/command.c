/* Shows how far a perft by layers has come, and prints the result. */
#include "cli/commands/perft/layers/command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "cli/base/pool.h"
#include "cli/base/waiting.h"
#include "cli/commands/perft/counting/bar.h"
#include "cli/commands/perft/counting/scratch.h"

struct layers_command {
    const struct layers_task *task;
    double begun, seconds;
    unsigned printed; /* plies whose positions have been printed */
    bool bar;
};

static double millions_a_second(struct layers_command *command, const struct layers_result *result) {
    return command->seconds > 0 ? (double)result->nodes / command->seconds / 1e6 : 0;
}

static void remove_bar(struct layers_command *command) {
    if (command->bar)
        hide_bar();
    command->bar = false;
}

/* Prints how many positions there are after each ply, once that is known. */
static void print_layers(struct layers_command *command, const struct layers_result *result, bool all) {
    for (; command->printed < result->plies + all; command->printed++) {
        remove_bar(command);
        fprintf(stderr, "%u pl%s: %" PRIu64 " different positions\n", command->printed,
                command->printed == 1 ? "y" : "ies", result->positions[command->printed]);
    }
}

/* Fits layers_run. */
static bool look(const struct layers_result *result, void *context) {
    struct layers_command *const command = context;
    command->seconds = seconds_now() - command->begun;
    if (isatty(STDERR_FILENO) && command->seconds > 1) {
        print_layers(command, result, false);
        show_bar(result->share, command->seconds, millions_a_second(command, result));
        command->bar = true;
    }
    return !interrupted;
}

/* A count beyond 64 bits is a string of digits. */
static void put_nodes(struct json *json, wide count) {
    char text[WIDE_SIZE];
    write_wide(count, text);
    if (count > UINT64_MAX)
        json_string(json, "nodes", text);
    else
        json_unsigned(json, "nodes", (uint64_t)count);
}

static void put_object(struct layers_command *command, const struct layers_result *result) {
    struct json json = json_start(&standard_output);
    json_open_object(&json, NULL);
    json_unsigned(&json, "depth", command->task->depth);
    if (!command->task->positions)
        put_nodes(&json, result->nodes);
    json_real(&json, "seconds", command->seconds, 6);
    json_open_array(&json, "positions");
    for (unsigned ply = 0; ply < result->plies + !result->resumed; ply++)
        json_unsigned(&json, NULL, result->positions[ply]);
    json_close_array(&json);
    if (!result->done)
        json_bool(&json, "interrupted", true);
    json_close_object(&json);
    json_end_line(&json);
}

static void put_result(struct layers_command *command, const struct layers_result *result) {
    char text[WIDE_SIZE];
    if (!command->task->positions) {
        write_wide(result->nodes, text);
        put_format(&standard_output, "%s\n", text);
        return;
    }
    for (unsigned ply = 0; ply < result->plies + result->done; ply++)
        put_format(&standard_output, "%u\t%" PRIu64 "\n", ply, result->positions[ply]);
}

static void print_summary(struct layers_command *command, const struct layers_result *result) {
    const bool no_memory = result->error == ENOMEM;
    if (result->error && !no_memory)
        complain(
            "a temporary file in %s, after %u plies: %s; --temp names another folder, --memory takes more "
            "memory",
            scratch_folder(command->task->folder), result->plies, strerror(result->error));
    if (!result->done)
        complain("%s%s after %u layers and %.0f%% of the counting; this is what was counted so far",
                 no_memory ? strerror(ENOMEM) : "",
                 no_memory       ? ": stopped"
                 : result->error ? "stopped"
                                 : "interrupted",
                 result->plies, result->share * 100);
    if (!isatty(STDERR_FILENO))
        return;
    print_layers(command, result, result->done && !result->resumed);
    fprintf(stderr, "%.3f seconds, %.1f million nodes a second, %.1f MiB on disk (%u thread%s, kernel %s)\n",
            command->seconds, millions_a_second(command, result), (double)result->spilled / (1 << 20),
            command->task->threads, command->task->threads > 1 ? "s" : "", ks_kernel_get_current()->name);
}

int perft_by_layers(const struct layers_task *task, bool json) {
    struct layers_result result;
    struct layers_command about = {.task = task}, *const command = &about;
    catch_interrupts(wake);
    command->begun = seconds_now();
    layers_run(task, look, command, &result);
    command->seconds = seconds_now() - command->begun;
    remove_bar(command);
    if (result.overflow)
        fail("a count is too large: 64 bits hold the paths to a position, 128 bits the sum");
    (json ? put_object : put_result)(command, &result);
    flush_output(&standard_output);
    print_summary(command, &result);
    return result.done ? STATUS_GOOD : result.error ? STATUS_FAILED : STATUS_INTERRUPTED;
}
