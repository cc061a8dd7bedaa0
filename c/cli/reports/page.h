/* A run as a page for a browser. The page is one file, which loads nothing and is read from top to bottom as
 * it is written, so that a browser can show it during the run. */
#ifndef KS_PAGE_H
#define KS_PAGE_H

#include "cli/reports/run.h"

/* Returns a page that is being written; there is one at a time. */
struct page *page_start(const char *file, const struct run_title *title);
void page_add(struct page *page, const struct finding *finding);
void page_end(struct page *page, const struct run_end *end);

#endif
