/* The files that a run writes on request: a page for a browser, and JUnit's XML for CI systems. */
#ifndef KS_REPORTS_H
#define KS_REPORTS_H

#include "cli/args/values.h"
#include "cli/reports/run.h"

/* Rows for a command's table of options. reports: the member of the task that takes the values. */
#define HTML_OPTION(task, reports)                                                                           \
    {                                                                                                        \
        "html", 0, "FILE",                                                                                   \
            "write a page for a browser into this file too\n"                                                \
            "One file that loads nothing: the findings, drawn, with buttons that copy FENs and commands.",   \
            READ_INTO(read_html, task, reports)                                                              \
    }
#define JUNIT_OPTION(task, reports)                                                                          \
    {                                                                                                        \
        "junit", 0, "FILE", "write JUnit's XML into this file too\nFor CI systems.",                         \
            READ_INTO(read_junit, task, reports)                                                             \
    }

struct reports {
    const char *html, *junit; /* names of files; NULL: not wanted */
    struct page *page;
    struct junit *cases;
};

/* Fit struct command_option. field: a struct reports. */
void read_html(const struct option_value *value, void *field);
void read_junit(const struct option_value *value, void *field);

/* Make the files, add what is found, and end them. Fail (see messages.h) when a file cannot be written. Each
 * finding is in the page's file at once. */
void reports_start(struct reports *reports, const struct run_title *title);
void reports_rule(struct reports *reports, const struct run_rule *rule); /* before the findings of a rule */
void reports_add(struct reports *reports, const struct finding *finding);
void reports_end(struct reports *reports, const struct run_end *end);

#endif
