/* Writes the reports of `kingscan fuzz`, which end with the command that repeats them. */
#include "cli/commands/fuzz/report.h"
#include "cli/positions/draw.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/waiting.h"
#include "cli/commands/fuzz/difference.h"
#include "cli/reports/reports.h"
#include "game/common/text.h"

const char *name_reference(const struct fuzz *fuzz) {
    if (!fuzz->games.variant)
        return "the reference";
    return knows_kernels(fuzz->games.variant) ? "the variant's tables" : NULL;
}

void print_compared(const struct fuzz *fuzz, FILE *out) {
    for (unsigned i = 0; i < fuzz->differential.count; i++) {
        fputs(i ? ", " : "", out);
        print_escaped(fuzz->differential.kernels[i].kernel->name, out);
    }
}

static void print_variant(const struct fuzz *fuzz, FILE *out) {
    fprintf(out, " --variant %s --seed %" PRIu64, fuzz->reading.variant.name, fuzz->games.seed);
    if (fuzz->reading.variant.file) {
        fputs(" --variants ", out);
        print_quoted(fuzz->reading.variant.file, out);
    }
}

/* Prints the command that comes to the difference at once: by the seed of the round or of the game. A batch
 * may hold boards of several games; then the first seed is needed. context is a struct fuzz. */
static void print_repeat(const void *context, FILE *out) {
    const struct fuzz *const fuzz = context;
    const uint64_t seed = fuzz->mistaken                                ? fuzz->games.seed
                          : fuzz->play && fuzz->difference.batch.boards ? fuzz->seed
                                                                        : fuzz->difference.origin.seed;
    print_quoted(program_name(), out);
    fputs(" fuzz", out);
    if (fuzz->reading.variant.name)
        print_variant(fuzz, out);
    else
        fprintf(out, "%s --seed %" PRIu64, fuzz->play ? " --games" : "", seed);
    if (fuzz->kernels) {
        fputs(" --kernels ", out);
        print_quoted(fuzz->kernels, out);
    }
    if (fuzz->plugin) {
        fputs(" --plugin ", out);
        print_quoted(fuzz->plugin, out);
        if (fuzz->in_process)
            fputs(" --in-process", out);
        else if (fuzz->timeout != FUZZ_TIMEOUT)
            fprintf(out, " --timeout %u", fuzz->timeout);
    }
}

/* ---- For people ---- */

static void finding_from_mistake(const struct mistake *mistake, struct finding *finding) {
    char text[ANY_FEN_SIZE];
    finding->position = mistake->position;
    finding->has_board = true;
    finding->marks = find_marks(&mistake->position);
    finding->picture_rays = find_rays(&mistake->position);
    finding->bracket = "gives check";
    finding->parenthesis = "is pinned";
    finding_claim(finding, NULL, NULL, "", mistake->text);
    any_write_fen(&mistake->position, text);
    add_fact(&finding->rest, "FEN", FACT_TO_COPY, "%s", text);
}

static void make_finding(const struct fuzz *fuzz, struct finding *finding) {
    if (fuzz->differs)
        finding_from_difference(&fuzz->difference, finding);
    else
        finding_from_mistake(&fuzz->mistake, finding);
    add_fact(&finding->rest, "seed", FACT_WORDS, "%" PRIu64 ", board %" PRIu64, fuzz->seed,
             fuzz->differs ? fuzz->difference.origin.number : fuzz->tried);
    finding->repeat = printed(print_repeat, fuzz);
}

/* Prints "no difference between the reference and c, scan". context: a struct fuzz. */
static void print_agreement(const void *context, FILE *out) {
    const struct fuzz *const fuzz = context;
    if (name_reference(fuzz)) {
        fprintf(out, "no difference between %s and ", name_reference(fuzz));
        print_compared(fuzz, out);
    } else {
        fputs("nothing is wrong", out);
    }
}

static void print_result(const struct fuzz *fuzz, const struct finding *finding) {
    if (is_found(fuzz)) {
        const struct text_style style = {.drawing = draw_style_of_stdout(), .names = 11};
        print_finding(finding, &style, stdout);
        return;
    }
    print_tried(fuzz, stdout);
    fputs(", ", stdout);
    print_agreement(fuzz, stdout);
    printf("; seed %" PRIu64 "%s\n", fuzz->seed, interrupted ? "; interrupted" : "");
}

/* ---- For programs ---- */

void put_mistake(struct json *json, const struct mistake *mistake) {
    char text[ANY_FEN_SIZE];
    json_string(json, "message", mistake->text);
    any_write_fen(&mistake->position, text);
    json_string(json, "fen", text);
}

static void put_compared(struct json *json, const struct fuzz *fuzz) {
    json_open_array(json, "compared");
    for (unsigned i = 0; i < fuzz->differential.count && name_reference(fuzz); i++)
        json_string(json, NULL, fuzz->differential.kernels[i].kernel->name);
    json_close_array(json);
}

static void put_found(struct json *json, const struct fuzz *fuzz, const struct finding *finding) {
    json_open_object(json, "difference");
    if (fuzz->differs)
        put_difference(json, &fuzz->difference);
    else
        put_mistake(json, &fuzz->mistake);
    json_string(json, "repeat", finding->repeat);
    json_close_object(json);
}

static void put_result(const struct fuzz *fuzz, const struct finding *finding) {
    struct json json = json_start(&standard_output);
    json_open_object(&json, NULL);
    json_unsigned(&json, "boards", fuzz->tried);
    json_real(&json, "seconds", fuzz->elapsed, 3);
    json_digits(&json, "seed", fuzz->seed);
    json_bool(&json, "interrupted", interrupted);
    if (fuzz->reading.variant.name)
        json_string(&json, "variant", fuzz->reading.variant.name);
    put_compared(&json, fuzz);
    if (is_found(fuzz))
        put_found(&json, fuzz, finding);
    json_close_object(&json);
    json_end_line(&json);
    flush_output(&standard_output);
}

/* ---- Files ---- */

/* context: a struct fuzz. */
static void print_subject(const void *context, FILE *out) {
    const struct fuzz *const fuzz = context;
    fprintf(out, "%s%s", fuzz->play ? "Random games" : "Random boards",
            fuzz->reading.variant.name ? " of " : "");
    fputs(fuzz->reading.variant.name ? fuzz->reading.variant.name : "", out);
    if (name_reference(fuzz)) {
        fprintf(out, ": %s against ", name_reference(fuzz));
        print_compared(fuzz, out);
    }
}

void start_files(struct fuzz *fuzz) {
    static char *subject; /* as long as the files are written */
    subject = printed(print_subject, fuzz);
    reports_start(&fuzz->reports, &(struct run_title){.command = "kingscan fuzz", .subject = subject});
}

static void end_files(struct fuzz *fuzz) {
    struct facts totals = {0};
    char *const agreement = printed(print_agreement, fuzz);
    add_fact(&totals, fuzz->play ? "positions" : "boards", FACT_NUMBER, "%" PRIu64, fuzz->tried);
    if (fuzz->play)
        add_fact(&totals, "games", FACT_NUMBER, "%" PRIu64, fuzz->games.count);
    add_fact(&totals, "seconds", FACT_WORDS, "%.1f", fuzz->elapsed);
    add_fact(&totals, "seed", FACT_WORDS, "%" PRIu64, fuzz->seed);
    const struct run_end end = {.verdict = fuzz->differs    ? "A kernel differs"
                                           : fuzz->mistaken ? "Something is wrong"
                                                            : "Nothing is wrong",
                                .good = !is_found(fuzz),
                                .passed = is_found(fuzz) ? NULL : agreement,
                                .interrupted = interrupted,
                                .seconds = fuzz->elapsed,
                                .facts = &totals};
    reports_end(&fuzz->reports, &end);
    facts_free(&totals);
    free(agreement);
}

void report_result(struct fuzz *fuzz) {
    static struct finding finding; /* still known where a failure ends the program */
    if (is_found(fuzz))
        make_finding(fuzz, &finding);
    (fuzz->json ? put_result : print_result)(fuzz, &finding);
    if (is_found(fuzz))
        reports_add(&fuzz->reports, &finding);
    end_files(fuzz);
    finding_free(&finding);
}
