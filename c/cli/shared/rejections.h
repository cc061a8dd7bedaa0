/* Lines that are rejected: the first of each file are told one by one, the others are counted. */
#ifndef KS_REJECTIONS_H
#define KS_REJECTIONS_H

#include <stddef.h>
#include <stdint.h>

enum { REJECTIONS_SHOWN = 20 };

/* A row for a command's table of options. */
#define MAX_ERRORS_OPTION                                                                                    \
    {                                                                                                        \
        "max-errors", 0, "N",                                                                                \
            "tell of the first N rejected lines of a file (20)\n"                                            \
            "The others of each file are counted. 0: tell of all."                                           \
    }

struct rejections {
    uint64_t shown;   /* how many are told of each file; 0: all */
    const char *file; /* of the last one, or NULL */
    uint64_t of_file, all;
};

/* Tells of a line, or counts it. file: the file's name, whose address tells files apart. number: of the line.
 * offset: of what is wrong in it. */
void tell_rejection(struct rejections *rejections, const char *file, uint64_t number, size_t offset,
                    const char *message);

/* Says how many were only counted in the last file. To be called at the end, too. */
void end_rejections(struct rejections *rejections);

#endif
