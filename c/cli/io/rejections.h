/* Rejected lines: the first of each file are reported one by one, the others are counted. */
#ifndef KS_REJECTIONS_H
#define KS_REJECTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REJECTIONS_SHOWN = 20 };

/* A row for a command's table of options. */
#define MAX_ERRORS_OPTION(task, member)                                                                      \
    {                                                                                                        \
        "max-errors", 0, "N",                                                                                \
            "report the first N rejected lines of a file (20)\n"                                             \
            "The others of each file are counted. 0 reports all.",                                           \
            NUMBER_INTO(task, member, 0, UINT64_MAX)                                                         \
    }

struct rejections {
    bool are_warnings; /* lines are not rejected; they are warned of */
    uint64_t shown;    /* how many are reported of each file; 0: all */
    const char *file;  /* of the last one, or NULL */
    uint64_t of_file, all;
};

/* Reports a line, or counts it. file: the file's name, whose address distinguishes files. number: of the
 * line. offset: of what is wrong in it. */
void report_rejection(struct rejections *rejections, const char *file, uint64_t number, size_t offset,
                      const char *message);

/* Reports how many lines of the last file were only counted. Callers call it at the end, too. */
void end_rejections(struct rejections *rejections);

#endif
