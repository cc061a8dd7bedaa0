/* Hands each finding to the writers that are wanted. */
#include "cli/shared/reports/reports.h"

#include <string.h>

#include "cli/shared/reports/junit.h"
#include "cli/shared/reports/page.h"

void note_report_option(const struct arguments *arguments, struct reports *reports) {
    const bool html = strcmp(arguments->option->name, "html") == 0;
    if (*arguments->value == '\0' || strcmp(arguments->value, "-") == 0)
        usage_error("--%s: expected a file, found '%s'", arguments->option->name, arguments->value);
    *(html ? &reports->html : &reports->junit) = arguments->value;
    if (reports->html && reports->junit && strcmp(reports->html, reports->junit) == 0)
        usage_error("--html and --junit: expected two files, found '%s' for both", reports->html);
}

void reports_start(struct reports *reports, const struct run_title *title) {
    if (reports->html)
        reports->page = page_start(reports->html, title);
    if (reports->junit)
        reports->cases = junit_start(reports->junit, title);
}

void reports_add(struct reports *reports, const struct finding *finding) {
    if (reports->page)
        page_add(reports->page, finding);
    if (reports->cases)
        junit_add(reports->cases, finding);
}

void reports_end(struct reports *reports, const struct run_end *end) {
    if (reports->page)
        page_end(reports->page, end);
    if (reports->cases)
        junit_end(reports->cases, end);
}
