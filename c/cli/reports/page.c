/* The style puts the result, which is known last, above the findings. The page allows itself its own style
 * and the one script below, named by its hash: a script that gets into a text by mistake never runs. */
#include "cli/reports/page.h"

#include <stdlib.h>
#include <time.h>

#include "cli/base/progress.h"
#include "cli/drawing/markup.h"
#include "cli/positions/squares.h"
#include "kingscan.h"

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
    put_string(out, "</style>\n</head>\n<body>\n");
}

struct page *page_start(const char *file, const struct run_title *title) {
    static struct page page;
    struct output *const out = &page.out;
    open_output(out, file);
    put_head(out, title);
    define_figures_of_page(out);
    put_string(out, "<main>\n<header class=\"top\">\n<svg class=\"mark\" viewBox=\"0 0 45 45\" "
                    "aria-hidden=\"true\"><use href=\"#K\"/></svg>\n");
    put_element(out, "<p class=\"name\">", title->command, "</p>\n");
    put_element(out, "<p class=\"subject\">", title->subject, "</p>\n</header>\n");
    flush_output(out);
    return &page;
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
    put_string(out, "<div class=\"board\">\n");
    draw_svg(out, &(struct picture){.position = &finding->position,
                                    .marks = marks,
                                    .arrows = finding->arrows,
                                    .arrow_count = finding->arrow_count,
                                    .title = finding->claims[finding->first].text,
                                    .in_page = true});
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

void page_rule(struct page *page, const struct run_rule *rule) {
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

void page_add(struct page *page, const struct finding *finding) {
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

/* ---- The end ---- */

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
