/* Gathers the parts of a finding in arrays that grow. */
#include "cli/reports/finding.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/memory.h"
#include "cli/positions/square_names.h"

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

/* ---- The end ---- */

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
