/* The notes that programs write into comments, such as +0.31/12 1.2s: the table of their forms, and the
 * reader of a comment. */
#ifndef KS_PGN_NOTES_H
#define KS_PGN_NOTES_H

#include <stdbool.h>

#include "kingscan/pgn.h"

/* What the number of a mate counts. */
enum mates { NO_MATES /* they are not read */, MATES_IN_PLIES, MATES_IN_MOVES };

struct note_text;
struct note;

/* A form in which programs write scores. */
struct score_form {
    const char *name; /* as --scores takes it */
    bool is_after;    /* a score is about the position after its move, not the one before */
    bool is_of_white; /* it is as white sees it, not the player of that move */
    bool is_in_pawns; /* with two digits after the point, not in hundredths of a pawn */
    enum mates mates;
    bool (*read)(struct note_text text, const struct score_form *form,
                 struct note *note); /* NULL: a command */
};

/* [enum ks_pgn_scores], up to KS_PGN_SCORES_TCEC_EV. */
extern const struct score_form ks_score_forms[];
enum { SCORE_FORMS = KS_PGN_SCORES_TCEC_EV + 1 };

/* Scores are this or farther from 0 when they are mates: 32000 less the plies to it. */
enum { MATE_SCORE = 32000, LEAST_MATE_SCORE = 31000 };

/* Reads the commands of a comment, or of a part of one, and adds what they say. */
void ks_add_commands(const char *comment, size_t length, ks_pgn_commands *commands);

/* Reads the note that a whole comment begins with, if there is one, and adds what it says. */
void ks_add_note(const char *comment, size_t length, ks_pgn_commands *commands);

#endif
