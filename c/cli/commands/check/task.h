/* The settings of `kingscan check`, and its result. */
#ifndef KS_CHECK_TASK_H
#define KS_CHECK_TASK_H

#include "cli/positions/arguments.h"
#include "cli/positions/choosing.h"
#include "game/common/table.h"

/* In the order of the words that --format takes. */
enum check_format {
    FORMAT_TSV,
    FORMAT_JSON,
    FORMAT_EPD,
    FORMAT_FEN,
    FORMAT_LINE,
    FORMAT_KEY, /* of chess alone */
    FORMAT_SAN,
    FORMAT_BITS,
    FORMAT_BYTES,
    CHECK_FORMATS
};

static inline bool format_has_lines(enum check_format format) {
    return format < FORMAT_BITS;
}

struct check_task {
    char *const *files;        /* NULL at the end */
    const ks_variant *variant; /* NULL for chess by its own functions, which are faster */
    struct reading reading;
    unsigned jobs;
    bool count; /* positions are counted, not written */
    bool sum;   /* the files hold tables of such counts, to be added up */
    enum check_format format;
    struct column_choice column;
    bool add_fen;    /* rows get the FEN after their moves, with FORMAT_TSV and FORMAT_LINE */
    unsigned final;  /* of games: 1: the last position of each; 0: every one */
    bool null_moves; /* of games: they are read */
    unsigned from; /* the format of training data: ks_data_format; KS_DATA_UNKNOWN: by the file's beginning or
                      name */
    struct choosing choosing;  /* the positions that are asked for */
    enum ks_pgn_scores scores; /* of games: the form of comments whose scores count, or KS_PGN_SCORES_NONE */
    const char *tags;          /* of games: the names of those that are written, with commas; or NULL */
    bool comments;             /* of games: they are written, and glyphs, with FORMAT_TSV and FORMAT_JSON */
    const char *for_games;     /* the name of an option that is for games alone, and was given; or NULL */
    uint64_t rejected_shown;   /* so many rejected lines of each file are reported one by one; 0: all */
    uint64_t rejected_max;     /* the run stops when so many lines have been rejected; 0: never */
    bool summary;              /* the run ends with a line on standard error */
    bool show_progress;        /* on standard error */
};

/* Whether positions are handled one after the other, in the order of the text. */
static inline bool needs_order(const struct check_task *task) {
    return chooses_in_order(&task->choosing) || !format_has_lines(task->format);
}

/* Whether positions are written as lines. */
static inline bool writes_lines(const struct check_task *task) {
    return !task->count && format_has_lines(task->format);
}

/* Whether positions that no game can reach are rejected. */
static inline bool tests_strictly(const struct check_task *task) {
    return task->reading.fen_flags & KS_FEN_POSSIBLE;
}

/* The forms of scores by which games are counted: enum ks_pgn_scores, and KS_PGN_SCORES_NONE for those with
 * more than one. */
enum { FORMS_COUNTED = KS_PGN_SCORES_TCEC_EV + 1 };

/* The tally of a block, and the sums. */
struct check_counts {
    uint64_t files; /* that begin */
    uint64_t lines, repeated, found[KS_VERDICTS];
    uint64_t forms[FORMS_COUNTED]; /* games with scores, when these are wanted */
};

struct check_result {
    struct check_counts counts;
    uint64_t rejected;
    struct choice_counts choice;
    bool failed;             /* a file could not be read */
    bool failed_to_remember; /* `memory` was too little */
    double seconds;
};

/* The number of positions that were found, whatever their verdict. */
static inline uint64_t count_positions(const struct check_result *result) {
    uint64_t positions = 0;
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        positions += result->counts.found[verdict];
    return positions;
}

/* Runs the task to its end, or to Ctrl-C: blocks of text, checked by several threads, with the output and the
 * messages in the order of the text. *result begins with all zeros. With FORMAT_BITS the last byte is filled
 * up with zeros. */
void run_check(const struct check_task *task, struct check_result *result);

/* ---- Counts ---- */

/* The counts of a run of `kingscan check`: the table of --count, and the line of --summary. */

/* Prints the table on standard output: as JSON with FORMAT_JSON, in columns on a terminal, else with tabs. */
void print_counts(const struct check_task *task, const struct check_result *result);

/* Prints a line on standard error. */
void print_summary(const struct check_task *task, const struct check_result *result);

/* ---- Sums ---- */

/* kingscan check --sum: the tables of several runs with --count become one. */

/* Adds up the tables in the files. Returns the exit status; the sums are in result->counts. Reports a text
 * that is not a table of --count, or is cut short: then there are no sums. */
int sum_tables(const struct check_task *task, struct check_result *result);

#endif
