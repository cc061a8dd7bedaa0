/* A run of `kingscan fuzz`: random boards through all kernels, or random games through all rules. */
#ifndef KS_FUZZ_RUN_H
#define KS_FUZZ_RUN_H

#include <stdio.h>

#include "cli/commands/fuzz/differential.h"
#include "cli/commands/fuzz/variant_check.h"
#include "cli/positions/arguments.h"
#include "cli/random/boards.h"
#include "cli/random/games.h"
#include "cli/reports/reports.h"

/* ---- Games ---- */

/* Fills in the question for the kernels about the position of a game of chess: the king of the side
 * to move. */
void game_question(const struct games *games, unsigned number, struct question *question);

/* Checks what the rules promise about the game's position, and plays on. Returns false when there is a
 * mistake; then the game stays where it is. check: of the variant; not used in chess. */
bool play_on(struct games *games, const struct variant_check *check, struct mistake *mistake);

/* ---- Runs ---- */

/* A run of `kingscan fuzz`: random boards through all kernels, or random games through all of the rules,
 * until something differs or the time is over. */

enum { FUZZ_TIMEOUT = 1 /* seconds, by default */ };

/* The settings and the state of a run. */
struct fuzz {
    uint64_t seconds, board_limit; /* 0 for no limit */
    uint64_t seed;                 /* of the first round, or game */
    const char *kernels, *plugin;  /* as given, or NULL */
    bool in_process;               /* the plugin runs inside this program */
    unsigned timeout;              /* the seconds that it may take for a board, unless in_process */
    struct reading reading;
    bool json, play; /* `play` asks for games, of chess or of a variant */
    struct reports reports;

    struct differential differential;
    struct plugin plugin_child;         /* unless in_process */
    struct boards boards;               /* when it is not to play */
    struct games games;                 /* when it is to play */
    struct variant_check variant_check; /* of the games of a variant */
    uint64_t tried;
    double started, elapsed;
    bool differs;
    struct difference difference;
    bool mistaken;
    struct mistake mistake;
};

/* Loads what is to be compared, and begins the boards or games. Doesn't return when a kernel, plugin or
 * variant that was asked for is missing. */
void fuzz_start(struct fuzz *fuzz);

/* Tries boards or positions until a difference or a mistake is found, a limit is reached, or the run is
 * interrupted. Shows the progress on standard error when that is a terminal. */
void fuzz_run(struct fuzz *fuzz);

/* Makes the board of a difference as small as the time allows, which is a little more than the run has. */
void fuzz_shrink(struct fuzz *fuzz);

/* Prints how much has been tried. */
void print_tried(const struct fuzz *fuzz, FILE *out);

static inline bool is_found(const struct fuzz *fuzz) {
    return fuzz->differs || fuzz->mistaken;
}

#endif
