/* The positions that a command goes through: lines of files, random ones, or the hard set that is built in.
 * A variant has its start instead of the hard set. */
#ifndef KS_POSITIONS_H
#define KS_POSITIONS_H

#include "cli/shared/lines.h"
#include "cli/shared/replay.h"

enum { POSITION_PLACE_SIZE = 160 };

struct positions {
    const ks_variant *variant; /* NULL: chess */
    char **files;              /* NULL at the end; none: the hard set, or of a variant its start */
    uint64_t random, seed;     /* so many random ones instead */
    bool chess960;             /* those too that need UCI_Chess960 */

    uint64_t skipped, rejected; /* positions that need UCI_Chess960, lines that are no position */
    bool failed;                /* a file could not be read */

    /* How far it has come. */
    bool started;
    uint64_t state, drawn; /* of the random ones */
    bool hard;             /* it goes through the hard set, or the start */
    size_t hard_at, hard_line;
    int fd; /* of files[0]; -1: not open */
    struct line_reader reader;
};

/* The next one, and where it comes from, for people. False: there is none left. Of a line that is no
 * position, or a file that can't be read, it says so on standard error and goes on. Begin with all zeros in
 * what isn't asked for. */
bool next_position(struct positions *positions, struct replay *replay, char place[POSITION_PLACE_SIZE]);

#endif
