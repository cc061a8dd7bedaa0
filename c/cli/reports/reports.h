/* Reports of what a run has found: as text, as JUnit's XML, and as a page for browsers. */
#ifndef KS_REPORTS_H
#define KS_REPORTS_H

#include <stdio.h>

#include "cli/args/options.h"
#include "game/common/picture.h"

/* ---- The run ---- */

/* The parts of a report about a run as a whole. */

/* A run, before it begins. Texts are static, and may hold anything. */
struct run_title {
    const char *command; /* "kingscan diff" */
    const char *subject; /* what is compared with what */
    struct style {
        const char *text, *end;
    } style; /* what a page has besides page.css */
};

/* A rule that findings touch. */
struct run_rule {
    const char *name;
    size_t groups, positions; /* findings that are added with it, and the positions that they stand for */
};

/* A run that has ended. */
struct run_end {
    const char *verdict; /* in a few words */
    bool good;           /* the verdict is good news */
    const char *passed;  /* what is in order, in a few words; NULL: nothing */
    const char *trouble; /* why it could not go on, or NULL */
    bool interrupted;
    double seconds;
    const struct facts *facts;
};

/* ---- Findings ---- */

/* A finding of a run at one position, in words: text, pages and JUnit files are written from it. Texts may
 * hold anything; each writer escapes them for its format. */

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
/* name has to stay. Returns the text. */
const char *add_fact(struct facts *facts, const char *name, enum fact_form form, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

void facts_free(struct facts *facts);
void finding_free(struct finding *finding);

/* ---- Text ---- */

/* A finding as text for people. */

struct text_style {
    unsigned drawing; /* of draw_style_of_stdout */
    int names;        /* columns for the names of facts */
    bool spaced;      /* a blank line above the board and below */
};

/* Prints a claim as a line. */
void print_claim_line(const struct claim *claim, FILE *out);

void print_finding(const struct finding *finding, const struct text_style *style, FILE *out);

/* ---- Pages ---- */

/* A run as a page for a browser. The page is one file, which loads nothing. Its cards are written at the end
 * of the run, when the smallest core of each group is known. */

/* Returns a page that is being written; there is one at a time. */
struct page *page_start(const char *file, const struct run_title *title);
void page_end(struct page *page, const struct run_end *end);
/* Returns the output that other cards go to, each an article. */
struct output *page_output(struct page *page);

/* ---- Reports ---- */

/* The files that a run writes on request: a page for a browser, and JUnit's XML for CI systems. */

/* Rows for a command's table of options. reports: the member of the task that takes the values. */
#define HTML_OPTION(task, reports)                                                                           \
    { "html", 0, "FILE", READ_INTO(read_html, task, reports), .output = true }
#define JUNIT_OPTION(task, reports)                                                                          \
    { "junit", 0, "FILE", READ_INTO(read_junit, task, reports), .output = true }

struct reports {
    const char *html, *junit; /* names of files; NULL: not wanted */
    struct page *page;
    struct junit *cases;
};

/* Fit struct command_option. field: a struct reports. */
void read_html(const struct option_value *value, void *field);
void read_junit(const struct option_value *value, void *field);

/* Make the files, add what is found, and end them. Fail (see messages.h) when a file cannot be written. Each
 * finding is at once in the page's draft (see draft.h). */
void reports_start(struct reports *reports, const struct run_title *title);
void reports_rule(struct reports *reports, const struct run_rule *rule); /* before the findings of a rule */
void reports_add(struct reports *reports, const struct finding *finding);
void reports_end(struct reports *reports, const struct run_end *end);

#endif
