/* A finding of a run at one position, in words: text, pages and JUnit files are written from it. Texts may
 * hold anything; each writer escapes them for its format. */
#ifndef KS_FINDING_H
#define KS_FINDING_H

#include <stdio.h>

#include "cli/drawing/svg.h"

/* A sentence without a full stop, which says what is wrong. */
struct claim {
    const char *kind, *rule; /* words for programs and for people, or NULL */
    char *move;              /* the subject of the sentence, printed before it; "" when there is none */
    char *text;
};

enum fact_form {
    FACT_WORDS,
    FACT_NOTE,   /* a sentence, without a name */
    FACT_NUMBER, /* a page groups its digits */
    FACT_TO_COPY,
    FACT_OF_TEXT /* a page has it elsewhere */
};

struct fact {
    const char *name;
    enum fact_form form;
    char *text;
};

struct facts {
    size_t count, room;
    struct fact *all;
};

struct finding {
    struct claim *claims;
    size_t claim_count, claim_room;
    size_t first;               /* the claim that the others may follow from */
    struct facts answers, rest; /* printed above the board, and below */
    bool has_board;
    struct any_position position;
    struct board_marks marks;
    struct rays picture_rays;          /* for pictures alone: text would have to explain them */
    const char *bracket, *parenthesis; /* what the marks mean */
    struct arrow *arrows;
    size_t arrow_count, arrow_room;
    char *place;  /* where the position came from; NULL: not known */
    char *repeat; /* the command that finds it again */
    char *ask;    /* lines of UCI that ask an engine about it, or NULL */
};

/* Begin with all zeros. Texts are copied. The functions fail when there is no memory. */
void finding_claim(struct finding *finding, const char *kind, const char *rule, const char *move,
                   const char *text);
/* Adds an arrow for a move as UCI writes it, unless it does not name two squares of the board, or is there
 * already. */
void finding_arrow(struct finding *finding, enum arrow_kind kind, const char *move);
/* name: static. Returns the text. */
const char *add_fact(struct facts *facts, const char *name, enum fact_form form, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

void facts_free(struct facts *facts);
void finding_free(struct finding *finding);

#endif
