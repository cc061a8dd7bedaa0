/* The settings of `kingscan games`. */
#ifndef KS_GAMES_TASK_H
#define KS_GAMES_TASK_H

#include "cli/commands/games/split.h"
#include "cli/positions/arguments.h"
#include "cli/positions/choosing.h"
#include "cli/positions/select.h"

/* Forms of output, in the order of the words of --format; then the forms of other options. */
enum games_output { OUTPUT_PGN, OUTPUT_TSV, OUTPUT_JSON, OUTPUT_SAN, OUTPUT_UCI, OUTPUT_FEN, OUTPUT_EPD };

/* The events that --with asks for, in the order of its words. */
enum games_event { WITH_CHECKMATE, WITH_STALEMATE, WITH_DOUBLE_CHECK, WITH_ILLEGAL, GAMES_EVENTS };

struct games_task {
    char *const *files; /* NULL at the end */
    enum games_output output;
    bool count;                    /* games are counted, not written */
    struct wanted_position wanted; /* games have it */
    struct wanted_material material;
    struct choosing choosing; /* of games: by selection, sample, unique and first alone */
    struct split split;
    const char *folder;        /* where files are made, with --split */
    bool rewrite;              /* games are written anew, with OUTPUT_PGN */
    bool with[GAMES_EVENTS];   /* games have all of these */
    struct number_range plies; /* of positions with OUTPUT_FEN and OUTPUT_EPD, else of games */
    bool null_moves;           /* they are read */
    bool comments;             /* they are written, with OUTPUT_JSON */
    enum ks_pgn_scores scores; /* the form of comments whose scores count, or KS_PGN_SCORES_NONE */
    const char *tags;          /* see check_task */
    uint64_t rejected_shown;
    unsigned jobs;
    bool show_progress; /* on standard error */
    struct reading reading;
};

/* Whether moves are written, as a line a game. */
static inline bool writes_moves(const struct games_task *task) {
    return !task->count && (task->output == OUTPUT_SAN || task->output == OUTPUT_UCI);
}

/* Whether positions are written. */
static inline bool writes_positions(const struct games_task *task) {
    return !task->count && task->output >= OUTPUT_FEN;
}

/* Runs the task to its end, or to Ctrl-C. Returns the exit status. */
int run_games(const struct games_task *task);

#endif
