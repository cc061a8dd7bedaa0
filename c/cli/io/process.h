/* A program that is started by sh and exchanges lines with this one, however it behaves: it may hang,
 * crash, talk without end, leave running children or not exist. None of them outlives this program:
 * see children.h. */
#ifndef KS_PROCESS_H
#define KS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/platform/children.h"

enum {
    PROCESSES_MAX = 256,
    PROCESS_LINE = 1 << 14, /* longer lines are skipped; some engines list a hundred variants in one */
    PROCESS_SAID = 120
};

/* The bytes that arrive through one pipe. */
struct stream {
    int fd; /* -1: nothing more comes */
    size_t start, end;
    bool skipping; /* the rest of a line that is too long */
    char bytes[PROCESS_LINE];
};

struct process {
    struct guard guard;
    int in;
    struct stream out, err;
    char
        said[PROCESS_SAID + 1]; /* the last line that wasn't blank, of output or errors, escaped (see text.h);
                                   "" when there was none */
    char complaint[PROCESS_SAID + 1]; /* see process_take_complaint */
};

/* A thread that calls any function below has to block SIGPIPE. A function that writes to a process that is
 * gone says so by what it returns. */

/* Makes room for the descriptors of so many processes, if the soft limit has too little and the hard one
 * allows it. */
void processes_expect(unsigned count);

/* Runs sh with these arguments. The first is "sh", the last NULL. with_input says that its standard input is
 * a pipe; otherwise it is empty. Returns false when sh can't be started, and errno says why. */
bool process_start(struct process *process, char *const arguments[], bool with_input);

/* Sends a text. deadline: as seconds_now counts. Returns false when nobody took the text by the deadline or
 * ever will; process_line then says more. */
bool process_send(struct process *process, const char *text, size_t length, double deadline);

/* Moves the first line that wasn't blank of what the process has written on its standard error since the last
 * call to `complaint`, escaped as `said` is; "" when there was none. */
void process_take_complaint(struct process *process, char complaint[PROCESS_SAID + 1]);

enum process_event { PROCESS_SPOKE, PROCESS_ENDED, PROCESS_LATE, PROCESS_INTERRUPTED };

/* Waits for the next line of output; *line is without its end, and good until the next call. Returns
 * PROCESS_LATE from the deadline on, even if there are lines left. */
enum process_event process_line(struct process *process, double deadline, const char **line, size_t *length);

/* Says how a process ended for which process_line has returned PROCESS_ENDED, in words such as "ended with
 * status 127". */
void process_describe_end(struct process *process, char *text, size_t size);

/* Whether the process ended by itself with status 0. */
bool process_ended_well(struct process *process);

/* Kills the process and all that come from it, and frees what it used. */
void process_stop(struct process *process);

#endif
