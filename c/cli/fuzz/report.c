/* Results end with the command that repeats them. */
#include "cli/fuzz/report.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/fuzz/difference_report.h"
#include "cli/shared/positions/draw.h"
#include "cli/shared/printed.h"
#include "cli/shared/quote.h"
#include "cli/shared/stopping/interrupt.h"

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
    fprintf(out, "kingscan fuzz --variant %s --seed %" PRIu64, fuzz->variant.name, fuzz->games.seed);
    if (fuzz->variant.file) {
        fputs(" --variants ", out);
        print_quoted(fuzz->variant.file, out);
    }
}

/* Prints the command that comes to the difference at once: by the seed of the round or of the game. A batch
 * may hold boards of several games; then the first seed is needed. context: a struct fuzz. */
static void print_repeat(const void *context, FILE *out) {
    const struct fuzz *const fuzz = context;
    const uint64_t seed = fuzz->mistaken                                ? fuzz->games.seed
                          : fuzz->play && fuzz->difference.batch.boards ? fuzz->seed
                                                                        : fuzz->difference.origin.seed;
    if (fuzz->variant.name)
        print_variant(fuzz, out);
    else if (fuzz->play)
        fprintf(out, "kingscan fuzz --games --seed %" PRIu64, seed);
    else
        fprintf(out, "kingscan fuzz --seed %" PRIu64, seed);
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

static void print_mistake(const struct mistake *mistake) {
    const struct board_marks marks = find_marks(&mistake->position);
    char text[ANY_FEN_SIZE];
    any_write_fen(&mistake->position, text);
    printf("%s\n", mistake->text);
    print_drawing(&mistake->position, &marks, draw_style_of_stdout());
    printf("%-11s%s\n", "FEN", text);
}

void print_result(const struct fuzz *fuzz) {
    if (is_found(fuzz)) {
        if (fuzz->differs)
            print_difference(&fuzz->difference);
        else
            print_mistake(&fuzz->mistake);
        printf("%-11s%" PRIu64 ", board %" PRIu64 "\n%-11s", "seed", fuzz->seed,
               fuzz->differs ? fuzz->difference.origin.number : fuzz->tried, "repeat");
        print_repeat(fuzz, stdout);
    } else {
        print_tried(fuzz, stdout);
        if (name_reference(fuzz)) {
            printf(", no difference between %s and ", name_reference(fuzz));
            print_compared(fuzz, stdout);
        } else {
            printf(", nothing is wrong");
        }
        printf("; seed %" PRIu64 "%s", fuzz->seed, interrupted ? "; interrupted" : "");
    }
    putchar('\n');
}

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

static void put_found(struct json *json, const struct fuzz *fuzz) {
    json_open_object(json, "difference");
    if (fuzz->differs)
        put_difference(json, &fuzz->difference);
    else
        put_mistake(json, &fuzz->mistake);
    char *const repeat = printed(print_repeat, fuzz);
    json_string(json, "repeat", repeat);
    free(repeat);
    json_close_object(json);
}

void put_result(const struct fuzz *fuzz) {
    static struct output out;
    struct json json = json_start(&out);
    json_open_object(&json, NULL);
    json_unsigned(&json, "boards", fuzz->tried);
    json_real(&json, "seconds", fuzz->elapsed, 3);
    json_digits(&json, "seed", fuzz->seed);
    json_bool(&json, "interrupted", interrupted);
    if (fuzz->variant.name)
        json_string(&json, "variant", fuzz->variant.name);
    put_compared(&json, fuzz);
    if (is_found(fuzz))
        put_found(&json, fuzz);
    else
        json_null(&json, "difference");
    json_close_object(&json);
    json_end_line(&json);
    flush_output(&out);
}
