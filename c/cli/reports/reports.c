/* Hands each finding to the writers that are wanted. */
#include "cli/reports/reports.h"

#include <string.h>

#include "cli/base/messages.h"
#include "cli/reports/junit.h"
#include "cli/reports/page.h"

static void read_file(const struct option_value *value, const struct reports *reports, const char **file) {
    if (*value->argument == '\0' || strcmp(value->argument, "-") == 0)
        usage_error("%s: expected a file, found '%s'", value->name, value->argument);
    *file = value->argument;
    if (reports->html && reports->junit && strcmp(reports->html, reports->junit) == 0)
        usage_error("--html and --junit: expected two files, found '%s' for both", reports->html);
}

void read_html(const struct option_value *value, void *field) {
    struct reports *const reports = field;
    read_file(value, reports, &reports->html);
}

void read_junit(const struct option_value *value, void *field) {
    struct reports *const reports = field;
    read_file(value, reports, &reports->junit);
}

void reports_start(struct reports *reports, const struct run_title *title) {
    if (reports->html)
        reports->page = page_start(reports->html, title);
    if (reports->junit)
        reports->cases = junit_start(reports->junit, title);
}

void reports_rule(struct reports *reports, const struct run_rule *rule) {
    if (reports->page)
        page_rule(reports->page, rule);
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
