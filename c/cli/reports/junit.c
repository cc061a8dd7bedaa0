/* The first element counts the cases, so findings are kept until the run ends. The elements and attributes
 * are those that Jenkins and GitLab read. */
#include "cli/reports/junit.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/memory.h"
#include "cli/base/printed.h"
#include "cli/drawing/markup.h"
#include "cli/reports/text.h"

/* A finding that is kept. */
struct failure {
    char *name, *rule, *claim, *text;
};

struct junit {
    struct output out;
    struct run_title title;
    struct failure *failures;
    size_t count, room;
};

struct junit *junit_start(const char *file, const struct run_title *title) {
    static struct junit junit;
    junit.title = *title;
    open_output(&junit.out, file);
    return &junit;
}

/* ---- Keeping ---- */

/* context: a struct finding. */
static void print_as_text(const void *context, FILE *out) {
    print_finding(context, &(struct text_style){.names = 14, .spaced = true}, out);
}

static void print_claim(const void *context, FILE *out) {
    const struct finding *const finding = context;
    const struct claim *const claim = &finding->claims[finding->first];
    fprintf(out, "%s%s%s%s", claim->rule ? claim->rule : "", claim->rule ? ": " : "", claim->move,
            *claim->move ? " " : "");
    fputs(claim->text, out);
}

/* CI systems distinguish cases by their names. */
static void print_name(const void *context, FILE *out) {
    const struct finding *const finding = context;
    print_claim(finding, out);
    if (finding->place)
        fprintf(out, " (%s)", finding->place);
}

static void print_rule(const void *context, FILE *out) {
    const struct finding *const finding = context;
    const char *const rule = finding->claims[finding->first].rule;
    fputs(rule ? rule : "difference", out);
}

void junit_add(struct junit *junit, const struct finding *finding) {
    junit->failures = with_room(junit->failures, junit->count, &junit->room, sizeof *junit->failures);
    junit->failures[junit->count++] =
        (struct failure){printed(print_name, finding), printed(print_rule, finding),
                         printed(print_claim, finding), printed(print_as_text, finding)};
}

/* ---- Writing ---- */

static void put_attribute(struct output *out, const char *name, const char *value) {
    put_format(out, " %s=\"", name);
    put_markup(out, value);
    put_string(out, "\"");
}

static void open_case(struct junit *junit, const char *name) {
    put_string(&junit->out, "    <testcase");
    put_attribute(&junit->out, "classname", junit->title.command);
    put_attribute(&junit->out, "name", name);
}

/* Writes a case that did not pass. element: failure, error or skipped. */
static void put_case(struct junit *junit, const char *name, const char *element, const char *type,
                     const char *message, const char *text) {
    struct output *const out = &junit->out;
    open_case(junit, name);
    put_format(out, ">\n      <%s", element);
    if (type)
        put_attribute(out, "type", type);
    put_attribute(out, "message", message);
    put_string(out, ">");
    put_markup(out, text);
    put_format(out, "</%s>\n    </testcase>\n", element);
}

/* Opens an element that has the counts of its cases. */
static void open_element(struct junit *junit, const char *name, const struct run_end *end) {
    struct output *const out = &junit->out;
    const size_t errors = end->trouble != NULL, skipped = end->interrupted, passed = end->passed != NULL;
    put_format(out, "<%s", name);
    put_attribute(out, "name", junit->title.command);
    put_format(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.3f\"",
               junit->count + errors + skipped + passed, junit->count, errors, end->seconds);
}

static void put_properties(struct junit *junit, const struct run_end *end) {
    struct output *const out = &junit->out;
    put_string(out, "    <properties>\n      <property name=\"subject\"");
    put_attribute(out, "value", junit->title.subject);
    put_string(out, "/>\n");
    for (size_t i = 0; i < end->facts->count; i++) {
        put_string(out, "      <property");
        put_attribute(out, "name", end->facts->all[i].name);
        put_attribute(out, "value", end->facts->all[i].text);
        put_string(out, "/>\n");
    }
    put_string(out, "    </properties>\n");
}

static void put_cases(struct junit *junit, const struct run_end *end) {
    if (end->passed) {
        open_case(junit, end->passed);
        put_format(&junit->out, " time=\"%.3f\"/>\n", end->seconds);
    }
    for (size_t i = 0; i < junit->count; i++) {
        struct failure *const failure = &junit->failures[i];
        put_case(junit, failure->name, "failure", failure->rule, failure->claim, failure->text);
        free(failure->name);
        free(failure->rule);
        free(failure->claim);
        free(failure->text);
    }
    if (end->trouble)
        put_case(junit, "the run", "error", "trouble", end->trouble, end->trouble);
    if (end->interrupted)
        put_case(junit, "the rest", "skipped", NULL, "interrupted", "");
}

void junit_end(struct junit *junit, const struct run_end *end) {
    struct output *const out = &junit->out;
    put_string(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    open_element(junit, "testsuites", end);
    put_string(out, ">\n  ");
    open_element(junit, "testsuite", end);
    put_format(out, " skipped=\"%d\">\n", end->interrupted);
    put_properties(junit, end);
    put_cases(junit, end);
    put_string(out, "  </testsuite>\n</testsuites>\n");
    free(junit->failures);
    close_output(out);
}
