/* kingscan check and signals: Ctrl-C during a wait and during a flood of input, stops, and interrupted system
 * calls. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/positions/blocks.h"
#include "support/check_lines.h"
#include "support/length.h"

/* ---- Ctrl-C ---- */

/* Waits until a file is not empty. */
#define WAIT_FOR(file) "i=0; while [ $i -lt 500 ] && ! [ -s " file " ]; do sleep 0.02; i=$((i + 1)); done\n"

/* The pipe stays open: only the signal ends the run. The rejected line, whose message is awaited, is the last
 * of three, so all three have been read; half of a fourth line follows. */
#define WAITING(options)                                                                                     \
    IN_NEW_DIRECTORY                                                                                         \
    "mkfifo in; " INTERRUPTIBLE "$KINGSCAN check " options " in >out 2>err & exec 3>in\n"                    \
    "printf '" SAFE_FEN "\\n" CHECK_FEN                                                                      \
    "\\nx\\n8/8' >&3\n" WAIT_FOR("err") "kill -INT $!\n"                                                     \
                                        "wait $!; echo $?; cat out; sed 's/[0-9.]* seconds.*/S/' err"

#define WAITED "in:3:1: " NO_PLACEMENT "3 lines, 2 positions, 1 rejected; S\n"

Test(check_interrupt, ends_a_run_that_waits) {
    static const char *const settings[] = {"jobs=1", "jobs=2", "jobs=5"};
    for (size_t i = 0; i < LENGTH(settings); i++) {
        expect_run_with(settings[i], WAITING("--jobs $jobs"), 0, "130\n" SAFE_LINE CHECK_LINE WAITED, "");
        expect_run_with(settings[i], WAITING("--jobs $jobs --count"), 0,
                        "130\nsafe\t1\t50.00%\ncheck\t1\t50.00%\ndouble-check\t0\t0.00%\n"
                        "checkmate\t0\t0.00%\nstalemate\t0\t0.00%\ntotal\t2\t100.00%\n" WAITED,
                        "");
        expect_run_with(settings[i], WAITING("--jobs $jobs --format bits --only safe,check"), 0,
                        "130\n\003" WAITED, "");
    }
}

/* The pipe has no writer yet. */
Test(check_interrupt, ends_a_run_that_waits_for_a_writer) {
    static const char *const settings[] = {"jobs=1", "jobs=2"};
    for (size_t i = 0; i < LENGTH(settings); i++)
        expect_run_with(settings[i],
                        IN_NEW_DIRECTORY "echo x >a; mkfifo in; " INTERRUPTIBLE
                                         "$KINGSCAN check --jobs $jobs a in 2>err &\n" WAIT_FOR(
                                             "err") "sleep 0.05; kill -INT $!; wait $!; echo $?\n"
                                                    "sed 's/[0-9.]* seconds.*/S/' err",
                        0, "130\na:1:1: " NO_PLACEMENT "1 lines, 0 positions, 1 rejected; S\n", "");
}

/* The message about the rejected line shows that 20000 lines have been counted. $lines and $positions are
 * those of the summary. */
#define FLOODED(options)                                                                                     \
    IN_NEW_DIRECTORY                                                                                         \
    "mkfifo in; line='" CHECK_FEN "'\n"                                                                      \
    "{ yes \"$line\" | head -n 20000; echo x; yes \"$line\"; } >in 2>/dev/null &\n" INTERRUPTIBLE            \
    "$KINGSCAN check " options                                                                               \
    " in >out 2>err & pid=$!\n" WAIT_FOR("err") "kill -INT $pid\n"                                           \
                                                "wait $pid; echo $?; tail -n 1 err | sed 's/[^0-9]\\+/ "     \
                                                "/g' >seen; read lines positions rest <seen\n"               \
                                                "[ $positions -ge 20000 ] || cat err\n"

Test(check_interrupt, ends_a_flooded_run) {
    static const char *const settings[] = {"jobs=1", "jobs=2"};
    for (size_t i = 0; i < LENGTH(settings); i++) {
        expect_run_with(settings[i],
                        FLOODED("--jobs $jobs") "[ $lines = $((positions + 1)) ] && "
                                                "[ $positions = $(wc -l <out) ] || cat err\n"
                                                "uniq out",
                        0, "130\n" CHECK_LINE, "");
        expect_run_with(settings[i],
                        FLOODED("--jobs $jobs --count --only check") "sed \"s/$positions/all/\" out", 0,
                        "130\ncheck\tall\t100.00%\ntotal\tall\t100.00%\n", "");
    }
}

/* ---- Stopped and continued ---- */

Test(check_interrupt, a_stop_changes_nothing) {
    static const char *const settings[] = {"jobs=1", "jobs=3"};
    for (size_t i = 0; i < LENGTH(settings); i++)
        expect_run_with(settings[i],
                        IN_NEW_DIRECTORY
                        "mkfifo in; $KINGSCAN check --jobs $jobs in >out & exec 3>in\n"
                        "echo '" SAFE_FEN
                        "' >&3\n" WAIT_FOR("out") "kill -STOP $!; sleep 0.05; echo '" CHECK_FEN
                                                  "' >&3; sleep 0.05\n"
                                                  "kill -CONT $!; exec 3>&-; wait $!; echo $?; cat out",
                        0, "0\n" SAFE_LINE CHECK_LINE, "");
}

/* ---- Interrupted system calls ---- */

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
    start_blocks(&source, files, false, false);
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
