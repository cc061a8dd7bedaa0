/* Runs shell commands for tests. Output goes through temporary files, so that no pipe can fill up. */
#define _GNU_SOURCE /* asprintf, posix_openpt */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <criterion/criterion.h>

#include "support/run.h"
#include "support/skip.h"

#ifndef PROGRAM
#define PROGRAM BUILD "/kingscan"
#endif
#ifndef PATIENCE
#define PATIENCE 1
#endif

/* The limit of each program, so that one that hangs ends soon after its test. */
enum { SECONDS_OF_CPU = 120 * PATIENCE };

/* Returns a command with `by` in place of `old`, to be freed. */
static char *with_replaced(const char *command, const char *old, const char *by) {
    size_t length;
    char *text;
    FILE *const out = open_memstream(&text, &length);
    cr_assert(out);
    for (const char *at; (at = strstr(command, old)); command = at + strlen(old))
        fprintf(out, "%.*s%s", (int)(at - command), command, by);
    fprintf(out, "%s", command);
    fclose(out);
    return text;
}

const char *program_path(void) {
    const char *const given = getenv("TEST_PROGRAM");
    return given && *given ? given : PROGRAM;
}

/* The program prints its name in commands that repeat a finding. An emulator needs a script to start it,
 * which has another name, so the script's name replaces that of the program. */
static char *startable(const char *command) {
    char *const itself = realpath(BUILD "/kingscan", NULL), *const program = realpath(program_path(), NULL);
    const bool differ = itself && program && strcmp(itself, program) != 0;
    char *const text = differ ? with_replaced(command, itself, program) : strdup(command);
    cr_assert(text);
    free(itself);
    free(program);
    return text;
}

/* Sets up what each command runs in, on the line that the command begins on; "$1" is the program. Debian has
 * engines and daemons where not every user's shell finds them. */
#define SURROUNDINGS                                                                                         \
    "export KINGSCAN=\"$1\" LC_ALL=C TERM=xterm-256color PATH=\"$PATH:/usr/games:/usr/sbin\"; shift; "       \
    "unset NO_COLOR KINGSCAN_CONFIG KINGSCAN_KERNEL; ulimit -t %d; %s"

/* (No fork: a process with AddressSanitizer takes 6 milliseconds for one, and runs thousands of commands.) */
static pid_t start_shell(const char *command, int in, int out, int err) {
    char *const path = realpath(program_path(), NULL), *const usable = startable(command), *text;
    posix_spawn_file_actions_t actions;
    pid_t child;
    const int length = asprintf(&text, SURROUNDINGS, SECONDS_OF_CPU, usable);
    cr_assert(length > 0 && posix_spawn_file_actions_init(&actions) == 0);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    const char *const arguments[] = {"sh", "-c", text, "sh", path ? path : program_path(), NULL};
    const int error = posix_spawn(&child, "/bin/sh", &actions, NULL, (char **)arguments, environ);
    cr_assert(error == 0, "cannot start a shell: %s", strerror(error));
    posix_spawn_file_actions_destroy(&actions);
    free(text);
    free(usable);
    free(path);
    return child;
}

static int wait_for(pid_t child) {
    int status;
    while (waitpid(child, &status, 0) < 0)
        cr_assert(errno == EINTR, "waitpid: %s", strerror(errno));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Reads everything from the descriptor, to the end of the file or of the terminal's session. */
static char *read_all(int descriptor, size_t *length) {
    size_t size = 4096;
    char *text = malloc(size);
    *length = 0;
    for (;;) {
        const ssize_t got = text ? read(descriptor, text + *length, size - *length - 1) : -1;
        if (got < 0 && text && errno == EINTR)
            continue;
        cr_assert(text && (got >= 0 || errno == EIO), "cannot read output: %s", strerror(errno));
        if (got <= 0)
            break;
        *length += (size_t)got;
        if (*length == size - 1)
            text = realloc(text, size *= 2);
    }
    text[*length] = '\0';
    return text;
}

static char *read_file(FILE *file, size_t *length) {
    lseek(fileno(file), 0, SEEK_SET);
    char *text = read_all(fileno(file), length);
    fclose(file);
    return text;
}

struct ran run_shell(const char *command) {
    struct ran ran;
    FILE *in = fopen("/dev/null", "r"), *out = tmpfile(), *err = tmpfile();
    cr_assert(in && out && err, "no file for a test: %s", strerror(errno));
    ran.status = wait_for(start_shell(command, fileno(in), fileno(out), fileno(err)));
    fclose(in);
    ran.out = read_file(out, &ran.out_length);
    ran.err = read_file(err, &ran.err_length);
    return ran;
}

struct ran run_on_terminal(const char *command) {
    struct ran ran = {0};
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    const bool made = master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0;
    const int slave = made ? open(ptsname(master), O_RDWR | O_NOCTTY) : -1;
    if (slave < 0)
        skip_test("there are no pseudo-terminals here: %s", strerror(errno));
    const pid_t child = start_shell(command, slave, slave, slave);
    close(slave);
    ran.out = read_all(master, &ran.out_length);
    close(master);
    ran.status = wait_for(child);
    return ran;
}

void free_ran(struct ran *ran) {
    free(ran->out);
    free(ran->err);
}

void expect_run(const char *command, int status, const char *out, const char *err) {
    struct ran ran = run_shell(command);
    cr_expect(ran.status == status && strcmp(ran.out, out) == 0 && strcmp(ran.err, err) == 0,
              "%s\n-- expected status %d, output:\n%s-- and errors:\n%s-- found status %d, output:\n%s-- and "
              "errors:\n%s",
              command, status, out, err, ran.status, ran.out, ran.err);
    free_ran(&ran);
}

void expect_run_with(const char *settings, const char *command, int status, const char *out,
                     const char *err) {
    char *both = malloc(strlen(settings) + strlen(command) + 2);
    cr_assert(both);
    sprintf(both, "%s\n%s", settings, command);
    expect_run(both, status, out, err);
    free(both);
}
