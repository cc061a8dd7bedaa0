/* Writes what a run has found as text, as JUnit's XML and as a page. */
#include "cli/reports/reports.h"
#include "cli/positions/draw.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/waiting.h"
#include "game/common/any_position.h"
#include "game/common/text.h"
#include "kingscan.h"

/* ==== Findings ==== */

/* Gathers the parts of a finding in arrays that grow. */

static char *format_text(const char *format, va_list values) {
    va_list again;
    va_copy(again, values);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *const text = given(malloc((size_t)length + 1));
    vsnprintf(text, (size_t)length + 1, format, values);
    return text;
}

/* ---- The parts ---- */

void finding_claim(struct finding *finding, const char *kind, const char *rule, const char *move,
                   const char *text) {
    finding->claims =
        with_room(finding->claims, finding->claim_count, &finding->claim_room, sizeof *finding->claims);
    finding->claims[finding->claim_count++] =
        (struct claim){kind, rule, given(strdup(move)), given(strdup(text))};
}

void finding_arrow(struct finding *finding, enum arrow_kind kind, const char *move) {
    struct arrow arrow = {.kind = kind};
    const ks_variant *const variant = finding->position.variant;
    const char *const to = read_square_name(variant, move, &arrow.from);
    if (!to || !read_square_name(variant, to, &arrow.to) || arrow.from == arrow.to)
        return;
    for (size_t i = 0; i < finding->arrow_count; i++)
        if (finding->arrows[i].from == arrow.from && finding->arrows[i].to == arrow.to)
            return;
    finding->arrows =
        with_room(finding->arrows, finding->arrow_count, &finding->arrow_room, sizeof *finding->arrows);
    finding->arrows[finding->arrow_count++] = arrow;
}

const char *add_fact(struct facts *facts, const char *name, enum fact_form form, const char *format, ...) {
    va_list values;
    va_start(values, format);
    facts->all = with_room(facts->all, facts->count, &facts->room, sizeof *facts->all);
    char *const text = format_text(format, values);
    va_end(values);
    facts->all[facts->count++] = (struct fact){name, form, text};
    return text;
}

/* ---- What is freed ---- */

void facts_free(struct facts *facts) {
    for (size_t i = 0; i < facts->count; i++)
        free(facts->all[i].text);
    free(facts->all);
    *facts = (struct facts){0};
}

void finding_free(struct finding *finding) {
    for (size_t i = 0; i < finding->claim_count; i++) {
        free(finding->claims[i].move);
        free(finding->claims[i].text);
    }
    free(finding->claims);
    facts_free(&finding->answers);
    facts_free(&finding->rest);
    free(finding->arrows);
    free(finding->place);
    free(finding->repeat);
    free(finding->ask);
    *finding = (struct finding){0};
}

/* ==== Text ==== */

/* First what is wrong, then the board, then how to come to it. */

enum { CLAIMS_SHOWN = 10 };

void print_claim_line(const struct claim *claim, FILE *out) {
    if (claim->rule) {
        print_escaped(claim->rule, out);
        fputs(": ", out);
    }
    print_escaped(claim->move, out);
    fputs(*claim->move ? " " : "", out);
    print_escaped(claim->text, out);
    putc('\n', out);
}

static void print_claims(const struct finding *finding, FILE *out) {
    size_t shown = 1;
    print_claim_line(&finding->claims[finding->first], out);
    for (size_t i = 0; i < finding->claim_count && shown < CLAIMS_SHOWN; i++)
        if (i != finding->first) {
            print_claim_line(&finding->claims[i], out);
            shown++;
        }
    if (finding->claim_count > shown)
        fprintf(out, "... and %zu more\n", finding->claim_count - shown);
}

static void print_fact(const char *name, const char *text, const struct text_style *style, FILE *out) {
    if (name)
        fprintf(out, "%-*s", style->names, name);
    print_escaped(text, out);
    putc('\n', out);
}

static void print_facts(const struct facts *facts, const struct text_style *style, FILE *out) {
    for (size_t i = 0; i < facts->count; i++)
        print_fact(facts->all[i].name, facts->all[i].text, style, out);
}

void print_finding(const struct finding *finding, const struct text_style *style, FILE *out) {
    const char *const space = style->spaced ? "\n" : "";
    print_claims(finding, out);
    print_facts(&finding->answers, style, out);
    if (finding->has_board) {
        fputs(space, out);
        print_drawing(&finding->position, &finding->marks, style->drawing, out);
        fputs(space, out);
    }
    print_facts(&finding->rest, style, out);
    if (finding->repeat)
        print_fact("repeat", finding->repeat, style, out);
}

/* ==== JUnit ==== */

/* The first element counts the cases, so findings are kept until the run ends. The elements and attributes
 * are those that Jenkins and GitLab read. */

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

/* Returns the report that is being written; there is one at a time. */
static struct junit *junit_start(const char *file, const struct run_title *title) {
    static struct junit junit;
    junit.title = *title;
    open_output(&junit.out, file);
    return &junit;
}

/* ---- Keeping ---- */

/* context is a struct finding. */
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

static void junit_add(struct junit *junit, const struct finding *finding) {
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

static void junit_end(struct junit *junit, const struct run_end *end) {
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

/* ==== Pages ==== */

/* The style puts the result, which is known last, above the findings. The page allows itself its own style
 * and the one script below, named by its hash: a script that gets into a text by mistake never runs. */

/* page.css and copy.js: see c/core/embed.c. */
extern const char ks_embedded_page[], ks_embedded_page_end[];
extern const char ks_embedded_copy[], ks_embedded_copy_end[];

/* The hash of copy.js: openssl dgst -sha256 -binary FILE | base64. */
#define COPY_HASH "e3RxgO4pwB+orDamM1+LITNDFlN/5sqX+gedRW9dJCI="

enum { RULES_MAX = 64 };

struct page {
    struct output out;
    size_t findings, rule_count;
    struct run_rule rules[RULES_MAX]; /* that findings are about */
};

static void put_element(struct output *out, const char *open, const char *text, const char *close) {
    put_string(out, open);
    put_markup(out, text);
    put_string(out, close);
}

/* ---- The beginning ---- */

static void put_head(struct output *out, const struct run_title *title) {
    put_string(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                    "<meta name=\"color-scheme\" content=\"light dark\">\n"
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                    "style-src 'unsafe-inline'; script-src 'sha256-" COPY_HASH "'\">\n");
    put_element(out, "<title>", title->command, "</title>\n<style>\n");
    put(out, ks_embedded_page, (size_t)(ks_embedded_page_end - ks_embedded_page));
    if (title->style.text)
        put(out, title->style.text, (size_t)(title->style.end - title->style.text));
    put_string(out, "</style>\n</head>\n<body>\n");
}

struct page *page_start(const char *file, const struct run_title *title) {
    static struct page page;
    struct output *const out = &page.out;
    open_output(out, file);
    put_head(out, title);
    struct buffer figures = {0};
    define_figures_of_page(&figures);
    put_buffer(out, &figures);
    put_string(out, "<main>\n<header class=\"top\">\n<svg class=\"mark\" viewBox=\"0 0 45 45\" "
                    "aria-hidden=\"true\"><use href=\"#K\"/></svg>\n");
    put_element(out, "<p class=\"name\">", title->command, "</p>\n");
    put_element(out, "<p class=\"subject\">", title->subject, "</p>\n</header>\n");
    flush_output(out);
    return &page;
}

struct output *page_output(struct page *page) {
    return &page->out;
}

/* ---- A finding: its claims ---- */

static void put_claim(struct output *out, const struct claim *claim) {
    if (claim->rule)
        put_element(out, "<span class=\"rule\">", claim->rule, "</span> ");
    if (*claim->move)
        put_element(out, "<code>", claim->move, "</code> ");
    put_markup(out, claim->text);
}

/* The claims but the first one; those that are too many to be read are folded. */
static void put_other_claims(struct output *out, const struct finding *finding) {
    enum { OPEN = 8 };
    size_t shown = 0;
    if (finding->claim_count < 2)
        return;
    put_string(out, "<ul class=\"claims\">\n");
    for (size_t i = 0; i < finding->claim_count; i++) {
        if (i == finding->first)
            continue;
        if (shown++ == OPEN)
            put_format(out, "</ul>\n<details><summary>%zu more</summary>\n<ul class=\"claims\">\n",
                       finding->claim_count - 1 - OPEN);
        put_string(out, "<li>");
        put_claim(out, &finding->claims[i]);
        put_string(out, "</li>\n");
    }
    put_string(out, shown > OPEN ? "</ul>\n</details>\n" : "</ul>\n");
}

/* ---- A finding: its board ---- */

static void put_legend_of_arrows(struct output *out, const struct finding *finding) {
    static const char *const names[ARROW_KINDS] = {[ARROW_OF_ENGINE] = "engine only",
                                                   [ARROW_OF_KINGSCAN] = "Kingscan only",
                                                   [ARROW_OF_BOTH] = "in both, but not alike"};
    for (unsigned kind = 0; kind < ARROW_KINDS; kind++)
        for (size_t i = 0; i < finding->arrow_count; i++)
            if (finding->arrows[i].kind == kind) {
                put_format(out,
                           "<li><svg viewBox=\"0 0 26 12\" aria-hidden=\"true\"><path fill=\"%s\" "
                           "d=\"M0 4h14V0l12 6-12 6V8H0z\"/></svg>%s</li>\n",
                           arrow_colours[kind], names[kind]);
                break;
            }
}

static void put_legend(struct output *out, const struct finding *finding) {
    put_string(out, "<ul class=\"legend\">\n");
    put_legend_of_arrows(out, finding);
    if (!squares_empty(finding->marks.brackets))
        put_element(out, "<li><i class=\"bracket\"></i>", finding->bracket, "</li>\n");
    if (!squares_empty(finding->marks.parentheses))
        put_element(out, "<li><i class=\"parenthesis\"></i>", finding->parenthesis, "</li>\n");
    put_string(out, "</ul>\n");
}

static void put_board(struct output *out, const struct finding *finding) {
    struct board_marks marks = finding->marks;
    marks.rays = finding->picture_rays;
    struct buffer svg = {0};
    put_string(out, "<div class=\"board\">\n");
    draw_svg(&svg, &(struct picture){.position = &finding->position,
                                     .marks = marks,
                                     .arrows = finding->arrows,
                                     .arrow_count = finding->arrow_count,
                                     .title = finding->claims[finding->first].text,
                                     .in_page = true});
    put_buffer(out, &svg);
    put_legend(out, finding);
    put_string(out, "</div>\n");
}

/* ---- A finding: its facts ---- */

/* Writes a text with a button that copies it. */
static void put_copyable(struct output *out, const char *text) {
    put_element(out, "<div class=\"copyable\"><code>", text,
                "</code><button type=\"button\" class=\"copy\">Copy</button></div>");
}

static void put_fact(struct output *out, const struct fact *fact) {
    if (fact->form == FACT_NOTE) {
        put_element(out, "<dd class=\"note\">", fact->text, "</dd>\n");
        return;
    }
    put_element(out, "<dt>", fact->name, "</dt><dd>");
    if (fact->form == FACT_TO_COPY)
        put_copyable(out, fact->text);
    else
        put_markup(out, fact->text);
    put_string(out, "</dd>\n");
}

static void put_facts(struct output *out, const struct facts *facts, const char *class) {
    if (facts->count == 0)
        return;
    put_format(out, "<dl class=\"%s\">\n", class);
    for (size_t i = 0; i < facts->count; i++)
        if (facts->all[i].form != FACT_OF_TEXT)
            put_fact(out, &facts->all[i]);
    put_string(out, "</dl>\n");
}

static void put_command(struct output *out, const char *title, const char *command) {
    if (!command)
        return;
    put_format(out, "<div class=\"command\"><h3>%s</h3>", title);
    put_copyable(out, command);
    put_string(out, "</div>\n");
}

/* Writes "3 groups". */
static void put_count(struct output *out, size_t count, const char *what) {
    char text[NUMBER_SIZE];
    put_format(out, "%s %s%s", write_number(count, true, text), what, count == 1 ? "" : "s");
}

/* Begins the findings of a rule, which the overview links to. */
static void page_rule(struct page *page, const struct run_rule *rule) {
    struct output *const out = &page->out;
    put_format(out, "<h2 class=\"heading\" id=\"rule-%zu\">", page->rule_count + 1);
    put_element(out, "<span class=\"rule\">", rule->name, "</span> ");
    put_count(out, rule->positions, "position");
    if (rule->groups > 1) {
        put_string(out, " in ");
        put_count(out, rule->groups, "group");
    }
    put_string(out, "</h2>\n");
    if (page->rule_count < RULES_MAX)
        page->rules[page->rule_count++] = *rule;
}

static void page_add(struct page *page, const struct finding *finding) {
    struct output *const out = &page->out;
    put_format(out, "<article id=\"finding-%zu\"%s>\n<h2>", ++page->findings,
               finding->has_board ? "" : " class=\"boardless\"");
    put_claim(out, &finding->claims[finding->first]);
    put_string(out, "</h2>\n");
    if (finding->has_board)
        put_board(out, finding);
    put_string(out, "<div class=\"story\">\n");
    put_other_claims(out, finding);
    put_facts(out, &finding->answers, "facts answers");
    put_facts(out, &finding->rest, "facts");
    put_command(out, "Repeat it", finding->repeat);
    put_command(out, "Ask the engine by hand, in UCI", finding->ask);
    put_string(out, "</div>\n</article>\n");
    flush_output(out);
}

/* ---- The end of a page ---- */

/* Writes how many positions show each broken rule, with links to its findings. */
static void put_overview(struct page *page) {
    char count[NUMBER_SIZE];
    struct output *const out = &page->out;
    if (page->findings < 2 || page->rule_count == 0)
        return;
    put_string(out, "<nav>\n");
    for (size_t i = 0; i < page->rule_count; i++) {
        const struct run_rule *const rule = &page->rules[i];
        put_format(out, "<a href=\"#rule-%zu\">", i + 1);
        put_markup(out, rule->name);
        put_format(out, " <b>%s</b></a>\n", write_number(rule->positions, true, count));
    }
    put_string(out, "</nav>\n");
}

static void put_total(struct output *out, const struct fact *fact) {
    char number[NUMBER_SIZE];
    const char *const text =
        fact->form == FACT_NUMBER ? write_number(strtoull(fact->text, NULL, 10), true, number) : fact->text;
    put_element(out, "<div><dt>", fact->name, "</dt>");
    put_element(out, "<dd>", text, "</dd></div>\n");
}

static void put_result(struct page *page, const struct run_end *end) {
    struct output *const out = &page->out;
    put_format(out, "<section class=\"result %s\">\n", end->good && !end->interrupted ? "good" : "bad");
    put_element(out, "<h1>", end->verdict, "</h1>\n");
    if (end->trouble)
        put_element(out, "<p class=\"trouble\">", end->trouble, "</p>\n");
    if (end->interrupted)
        put_string(out, "<p class=\"trouble\">The run was interrupted: this is what was found so far.</p>\n");
    put_string(out, "<dl class=\"totals\">\n");
    for (size_t i = 0; i < end->facts->count; i++)
        if (end->facts->all[i].form != FACT_NOTE)
            put_total(out, &end->facts->all[i]);
    put_string(out, "</dl>\n");
    for (size_t i = 0; i < end->facts->count; i++)
        if (end->facts->all[i].form == FACT_NOTE)
            put_element(out, "<p class=\"note\">", end->facts->all[i].text, "</p>\n");
    put_overview(page);
    put_string(out, "</section>\n");
}

static void put_footer(struct output *out) {
    char date[64];
    const time_t now = time(NULL);
    struct tm tm;
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime_r(&now, &tm));
    put_format(out, "<footer>Kingscan %s, %s</footer>\n", ks_version(), date);
}

void page_end(struct page *page, const struct run_end *end) {
    struct output *const out = &page->out;
    put_result(page, end);
    put_footer(out);
    put_string(out, "</main>\n<script>");
    put(out, ks_embedded_copy, (size_t)(ks_embedded_copy_end - ks_embedded_copy));
    put_string(out, "</script>\n</body>\n</html>\n");
    close_output(out);
}

/* ==== Reports ==== */

/* Hands each finding to the writers that are wanted. */

static void read_file(const struct option_value *value, const char **file) {
    if (*value->argument == '\0' || strcmp(value->argument, "-") == 0)
        usage_error("%s: expected a file, found '%s'", value->name, value->argument);
    *file = value->argument;
}

void read_html(const struct option_value *value, void *field) {
    struct reports *const reports = field;
    read_file(value, &reports->html);
}

void read_junit(const struct option_value *value, void *field) {
    struct reports *const reports = field;
    read_file(value, &reports->junit);
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
