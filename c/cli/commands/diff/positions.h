/* The positions that `kingscan diff` goes through: lines of files, random ones, or the hard set that is built
 * in. A variant has the start of its games and its lines of the hard set of variants. */
#ifndef KS_DIFF_POSITIONS_H
#define KS_DIFF_POSITIONS_H

#include "cli/io/input.h"
#include "game/common/replay.h"

enum { POSITION_PLACE_SIZE = 160, POSITION_ABOUT_SIZE = 160 };

/* The origin of a position, for people. */
struct origin {
    char place[POSITION_PLACE_SIZE]; /* such as "games.epd:12" */
    char about[POSITION_ABOUT_SIZE]; /* the comment c0 of its line in EPD; "" without one */
};

struct positions {
    const ks_variant *variant; /* NULL for chess */
    char **files;              /* NULL at the end; without any: what is built in */
    uint64_t random, seed;     /* so many random positions of this seed instead; 0: none */
    bool seeded;               /* the seed was given */
    unsigned shard, shards;    /* of every `shards` positions the one of this number, from 1; 0: all */
    bool chess960;             /* also positions that need UCI_Chess960 */

    uint64_t skipped;                 /* needed UCI_Chess960 */
    struct rejections rejections;     /* of lines that are no position */
    bool failed;                      /* a file could not be read */
    char trouble[256 + INPUT_REASON]; /* why the first such could not; "" when all could */

    /* How far next_position has come. */
    bool started;
    uint64_t state, drawn; /* of the random ones */
    uint64_t passed;       /* positions of all shards */
    bool hard;             /* through the built-in positions */
    size_t hard_at, hard_line;
    uint64_t bytes, bytes_read; /* of all files, and of those that have been read; bytes: 0 when not known */
    struct input input;         /* files[0]; its fd is -1 when it is not open */
    struct line_reader reader;
};

/* Fills in the next position and its origin. Returns false when there is
 * none left. Begin with all zeros in what isn't asked for. Reports lines that are no positions and files that
 * cannot be read on standard error, and skips them. */
bool next_position(struct positions *positions, struct replay *replay, struct origin *origin);

/* Returns whether there were positions or lines, but this shard had none that was to be compared. */
static inline bool positions_are_of_others(const struct positions *positions) {
    return positions->shards && positions->passed > 0 && positions->skipped == 0;
}

/* Returns which share of all positions has been handed out, 0 to 1; 0 where nobody knows. */
double positions_share(const struct positions *positions);

#endif
