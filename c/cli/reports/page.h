/* A run as a page for a browser. The page is one file, which loads nothing. Its cards are written at the end
 * of the run, when the smallest core of each group is known. */
#ifndef KS_PAGE_H
#define KS_PAGE_H

#include "cli/reports/run.h"

/* Returns a page that is being written; there is one at a time. */
struct page *page_start(const char *file, const struct run_title *title);
/* Begins the findings of a rule, which the overview links to. */
void page_rule(struct page *page, const struct run_rule *rule);
void page_add(struct page *page, const struct finding *finding);
void page_end(struct page *page, const struct run_end *end);

#endif
