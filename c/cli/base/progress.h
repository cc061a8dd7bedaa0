/* The progress of a command: one line of a terminal, written over and over. */
#ifndef KS_PROGRESS_H
#define KS_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct progress {
    bool wanted, shown; /* shown: the line is on the terminal */
    double begun, next; /* seconds, as seconds_now counts them; next: when the line may change again */
};

/* Begins to measure. wanted: false when nothing is to be shown. Nothing is shown in the first second. */
void progress_start(struct progress *progress, bool wanted);

/* Returns whether it is time to write the line: ten times a second at most. */
bool progress_is_due(struct progress *progress);

/* Writes the line on standard error. */
void progress_write(struct progress *progress, const char *format, ...) __attribute__((format(printf, 2, 3)));

enum { SHARE_UNKNOWN = -1 };

/* When progress_is_due: writes the number of positions and their speed, and the percentage of the work that
 * is done and the time left. share: of the work, 0 to 1; or SHARE_UNKNOWN. */
void progress_show(struct progress *progress, uint64_t positions, double share);

/* Clears the line, to make room for a message. */
void progress_clear(struct progress *progress);

enum { NUMBER_SIZE = 27 }; /* of 64 bits, with commas and a final zero */

/* Writes a number, with a comma before each group of three digits if a person reads it. Returns where it
 * begins in the text. */
const char *write_number(uint64_t number, bool grouped, char text[NUMBER_SIZE]);

enum { TIME_LEFT_SIZE = 32 };

/* Writes how long the rest takes when this share of the work, 0 to 1, has taken so many seconds: "12 s",
 * "3:07", "2:14:30";
 * "?" when nothing has been done yet. */
void write_time_left(double share, double seconds, char text[TIME_LEFT_SIZE]);

#endif
