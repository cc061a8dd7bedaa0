/* Waits for files and other processes up to a deadline or an interrupt, and shows a line of progress. */
#ifndef KS_BASE_WAITING_H
#define KS_BASE_WAITING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* ---- The clock ---- */

/* A clock by which commands measure how long something takes. */

/* Seconds since a moment that stays the same while the program runs. */
static inline double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- Interrupts ---- */

/* How commands stop early, at Ctrl-C or when their time is over: they print what is done so far, and after
 * Ctrl-C end with STATUS_INTERRUPTED. */

/* How often Ctrl-C has been pressed. */
extern atomic_int interrupted;

/* When the run is to end, as seconds_now counts. Infinite until a command sets it. */
extern double run_deadline;

/* Whether the run should end now. */
static inline bool must_stop(void) {
    return interrupted || seconds_now() >= run_deadline;
}

/* From now on Ctrl-C sets `interrupted`, makes interrupt_descriptor() readable and calls wake, unless that is
 * NULL; wake has to be safe in a signal handler. A tenth of a second later the program is ended, since what
 * runs may hang. The second Ctrl-C ends the program at once. A program that was started with SIGINT ignored
 * goes on ignoring it. */
void catch_interrupts(void (*wake)(void));

/* Ends the program with STATUS_FAILED after so many seconds, and writes a message on standard error. For what
 * can't be stopped otherwise. message: static. */
void end_program_after(double seconds, const char *message);

/* A descriptor for poll, which becomes readable at the first Ctrl-C or wake_pollers and stays so. Returns -1,
 * which poll skips, before catch_interrupts. */
int interrupt_descriptor(void);

/* Makes interrupt_descriptor() readable. Safe in signal handlers. */
void wake_pollers(void);

/* ---- Descriptors ---- */

/* Reading and writing that waits: for descriptors that block and for those that don't, and not after an
 * interrupt. */

/* Reads as read(2) does, once there is something to read. Returns 0, as at the end of a file, when an
 * interrupt or wake_pollers comes first. */
ssize_t read_when_ready(int descriptor, void *bytes, size_t size);

/* Whether something can be read without waiting, or nothing will come any more. */
bool is_readable(int descriptor);

/* Writes as write(2) does, once there is room for some of the bytes. */
ssize_t write_when_ready(int descriptor, const void *bytes, size_t size);

/* ---- Progress ---- */

/* The progress of a command: one line of a terminal, written over and over. */

struct progress {
    bool wanted, shown; /* `shown` says that the line is on the terminal */
    double begun, next; /* seconds, as seconds_now counts them; next: when the line may change again */
};

/* Begins to measure. wanted: false when nothing is to be shown. Nothing is shown in the first second. */
void progress_start(struct progress *progress, bool wanted);

/* Returns whether it is time to write the line: ten times a second at most. */
bool progress_is_due(struct progress *progress);

/* Writes the line on standard error. */
void progress_write(struct progress *progress, const char *format, ...) __attribute__((format(printf, 2, 3)));

enum { SHARE_UNKNOWN = -1 };

/* When progress_is_due: writes a number of things, such as "positions", and their speed, and the percentage
 * of the work that is done and the time left. share: of the work, 0 to 1; or SHARE_UNKNOWN. */
void progress_show(struct progress *progress, uint64_t count, const char *things, double share);

/* Clears the line, to make room for a message. */
void progress_clear(struct progress *progress);

enum { NUMBER_SIZE = 27 }; /* of 64 bits, with commas and a final zero */

/* Writes a number, with a comma before each group of three digits if a person reads it. Returns where it
 * begins in the text. */
const char *write_number(uint64_t number, bool grouped, char text[NUMBER_SIZE]);

/* Prints a number and what it counts on standard error: "1 chain", "2 chains". */
void print_things(uint64_t count, const char *thing, bool grouped);

enum { TIME_LEFT_SIZE = 32 };

/* Writes how long the rest takes when this share of the work, 0 to 1, has taken so many seconds: "12 s",
 * "3:07", "2:14:30";
 * "?" when nothing has been done yet. */
void write_time_left(double share, double seconds, char text[TIME_LEFT_SIZE]);

#endif
