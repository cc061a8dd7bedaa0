/* Games written to several files: so many in each, or a file for each value of a tag. */
#ifndef KS_GAMES_SPLIT_H
#define KS_GAMES_SPLIT_H

#include "cli/args/options.h"
#include "cli/base/output.h"
#include "kingscan.h"

/* What --split asks for. */
struct split {
    uint64_t games;  /* in each file; 0: a file for each value of the tag */
    const char *tag; /* NULL, and no games: games are not split */
};

/* Reads N or the name of a tag. field: a struct split. */
void read_split(const struct option_value *value, void *field);

static inline bool is_split(const struct split *split) {
    return split->games > 0 || split->tag;
}

enum { SPLIT_NAME = 256, SPLIT_PATH = 4096 + SPLIT_NAME };

/* All zeros at first. */
struct split_files {
    struct output out;
    struct draft *open;    /* where it goes to, or NULL */
    char path[SPLIT_PATH]; /* of the file of the next game, and then of the one that is open */
    uint64_t games;        /* that have a file */
    bool may_come_again;   /* a file that was left: its tag's value may */
    struct draft **made;   /* a table of the files, by their paths */
    size_t count, room;
};

/* Chooses the file of the reader's game, which is then written to output_of_split. folder: where files are
 * made; kind: how their names end. */
void choose_file(struct split_files *files, const struct split *split, ks_pgn *pgn, const char *folder,
                 const char *kind);

/* Returns the output of the game for which a file was chosen last. A file that was there before the run is
 * none of ours: then the command fails (see messages.h). */
struct output *output_of_split(struct split_files *files);

/* Ends the files that may still get games. whole says whether they have all of them; otherwise none of these
 * files is there. Fails when that is impossible. */
void end_split(struct split_files *files, bool whole);

#endif
