/* Tests that signals in the middle of a read or a write of `kingscan check` lose nothing. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/run/blocks.h"

static volatile sig_atomic_t alarms;

static void count_alarm(int number) {
    (void)number;
    alarms++;
}

/* Starts a signal every 0.2 ms; the calls that it interrupts are not restarted. */
static void start_alarms(void) {
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = count_alarm}, NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 200}, {0, 200}}, NULL);
}

/* Starts a child that works at one end of a pipe; the parent has the other end as `descriptor`. */
static pid_t start_child(int parents_end, int descriptor, void (*work)(int pipe_end)) {
    int ends[2];
    cr_assert(pipe(ends) == 0);
    const pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        close(ends[parents_end]);
        work(ends[!parents_end]);
        _exit(0);
    }
    dup2(ends[parents_end], descriptor);
    close(ends[0]);
    close(ends[1]);
    return child;
}

static void sleep_a_millisecond(void) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

enum { PARTS = 100, PART_LENGTH = 7 };

static void write_slowly(int pipe_end) {
    for (unsigned i = 0; i < PARTS; i++) {
        sleep_a_millisecond();
        if (write(pipe_end, "abcd\nef", PART_LENGTH) != PART_LENGTH)
            _exit(1);
    }
}

Test(check_interrupt, interrupted_reads_lose_nothing) {
    static struct block_source source;
    static struct block block;
    char *const files[] = {"-", NULL};
    char found[PARTS * PART_LENGTH + 1] = "", expected[sizeof found] = "";
    const pid_t child = start_child(0, STDIN_FILENO, write_slowly);
    start_blocks(&source, files);
    start_alarms();
    while (next_block(&source, &block)) {
        cr_assert(block.kind == BLOCK_LINES, "%s", block.reason);
        strncat(found, block.text, block.length);
    }
    cr_expect(alarms > 100, "only %d alarms", (int)alarms);
    for (unsigned i = 0; i < PARTS; i++)
        strcat(expected, "abcd\nef");
    cr_expect_str_eq(found, expected);
    waitpid(child, NULL, 0);
}

enum { OUTPUT_LENGTH = 3000000 };

/* Pipes hold less than one write, so the writer waits most of the time. */
static void read_slowly(int pipe_end) {
    static char bytes[1 << 16];
    size_t total = 0;
    unsigned next = 0;
    for (ssize_t got; (got = read(pipe_end, bytes, sizeof bytes)) > 0; total += (size_t)got) {
        for (ssize_t i = 0; i < got; i++, next++)
            if ((unsigned char)bytes[i] != next % 251)
                _exit(1);
        sleep_a_millisecond();
    }
    _exit(total != OUTPUT_LENGTH);
}

Test(check_interrupt, interrupted_writes_lose_nothing) {
    static struct output out;
    static char bytes[OUTPUT_LENGTH];
    int status;
    for (unsigned i = 0; i < OUTPUT_LENGTH; i++)
        bytes[i] = (char)(i % 251);
    const int kept = dup(STDOUT_FILENO);
    const pid_t child = start_child(1, STDOUT_FILENO, read_slowly);
    start_alarms();
    put_large(&out, bytes, sizeof bytes);
    flush_output(&out);
    setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
    dup2(kept, STDOUT_FILENO);
    waitpid(child, &status, 0);
    cr_expect(alarms > 20, "only %d alarms", (int)alarms);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "other bytes arrived");
}
