/* The page of `kingscan stats`: what the table says, and pictures of it. */
#ifndef KS_STATS_PAGE_H
#define KS_STATS_PAGE_H

#include "cli/commands/stats/run.h"

/* Begins the page, before the run. Fails (see messages.h) when the file cannot be written. */
void start_stats_page(struct stats_task *task);

/* Writes the rest, after the run. */
void finish_stats_page(const struct stats_task *task, const struct stats_result *result);

#endif
