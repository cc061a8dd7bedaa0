/* A finding as text for people. */
#ifndef KS_FINDING_TEXT_H
#define KS_FINDING_TEXT_H

#include "cli/reports/finding.h"

struct text_style {
    unsigned drawing; /* of draw_style_of_stdout */
    int names;        /* columns for the names of facts */
    bool spaced;      /* a blank line above the board and below */
};

/* Prints a claim as a line. */
void print_claim_line(const struct claim *claim, FILE *out);

void print_finding(const struct finding *finding, const struct text_style *style, FILE *out);

#endif
