/* The files that a run leaves behind when it is asked to: a page for a browser, and JUnit's XML for CI
 * systems. */
#ifndef KS_REPORTS_H
#define KS_REPORTS_H

#include "cli/shared/reports/run.h"
#include "cli/shell/command.h"

/* Rows for a command's table of options. */
#define HTML_OPTION                                                                                          \
    {                                                                                                        \
        "html", 0, "FILE",                                                                                   \
            "write a page for a browser into this file too\n"                                                \
            "What is found, drawn, with buttons that copy FENs and commands; one file, which loads nothing." \
    }
#define JUNIT_OPTION                                                                                         \
    { "junit", 0, "FILE", "write JUnit's XML into this file too\nFor CI systems." }

struct reports {
    const char *html, *junit; /* names of files; NULL: not wanted */
    struct page *page;
    struct junit *cases;
};

/* Notes the option just found, which is HTML_OPTION or JUNIT_OPTION. */
void note_report_option(const struct arguments *arguments, struct reports *reports);

/* Make the files, add what is found, and end them. Fail (see command.h) when a file can't be written. What
 * has been added to the page stands in its file at once. */
void reports_start(struct reports *reports, const struct run_title *title);
void reports_add(struct reports *reports, const struct finding *finding);
void reports_end(struct reports *reports, const struct run_end *end);

#endif
