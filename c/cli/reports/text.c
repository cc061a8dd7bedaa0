/* First what is wrong, then the board, then how to come to it. */
#include "cli/reports/text.h"

#include "cli/base/quote.h"

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
