/* Results end with the command that repeats them. */
#include "cli/fuzz/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fuzz/difference_report.h"
#include "cli/shared/draw.h"
#include "cli/shared/interrupt.h"
#include "cli/shared/quote.h"
#include "cli/shell/command.h"

void print_tried(const struct fuzz *fuzz, FILE *out) {
    const double rate = (double)fuzz->tried / fuzz->elapsed;
    if (fuzz->play)
        fprintf(out, "%" PRIu64 " positions of %" PRIu64 " games, %.0f thousand a second", fuzz->tried,
                fuzz->games.count, rate / 1e3);
    else
        fprintf(out, "%" PRIu64 " boards, %.1f million a second", fuzz->tried, rate / 1e6);
}

const char *name_reference(const struct fuzz *fuzz) {
    if (!fuzz->games.variant)
        return "the reference";
    return knows_kernels(fuzz->games.variant) ? "the variant's tables" : NULL;
}

void print_compared(const struct fuzz *fuzz, FILE *out) {
    for (unsigned i = 0; i < fuzz->differential.count; i++)
        fprintf(out, "%s%s", i ? ", " : "", fuzz->differential.kernels[i].kernel->name);
}

static void print_variant(const struct fuzz *fuzz, FILE *out) {
    fprintf(out, "kingscan fuzz --variant %s --seed %" PRIu64, fuzz->variant.name, fuzz->games.seed);
    if (fuzz->variant.file) {
        fputs(" --variants ", out);
        print_quoted(fuzz->variant.file, out);
    }
}

/* A round's seed, or a game's, is enough to come to it at once; but a batch may hold boards of several games.
 */
static void print_repeat(const struct fuzz *fuzz, FILE *out) {
    const uint64_t game_seed = fuzz->difference.batch.boards ? fuzz->seed : fuzz->games.seed;
    if (fuzz->variant.name)
        print_variant(fuzz, out);
    else if (fuzz->play)
        fprintf(out, "kingscan fuzz --games --seed %" PRIu64, game_seed);
    else
        fprintf(out, "kingscan fuzz --seed %" PRIu64, fuzz->boards.seed);
    if (fuzz->kernels) {
        fputs(" --kernels ", out);
        print_quoted(fuzz->kernels, out);
    }
    if (fuzz->plugin) {
        fputs(" --plugin ", out);
        print_quoted(fuzz->plugin, out);
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
        printf("%-11s%" PRIu64 ", board %" PRIu64 "\n%-11s", "seed", fuzz->seed, fuzz->tried, "repeat");
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

void put_mistake(struct output *out, const struct mistake *mistake) {
    char text[ANY_FEN_SIZE];
    put_string(out, "\"message\":");
    put_json(out, mistake->text, strlen(mistake->text));
    put_string(out, ",\"fen\":");
    put_json(out, text, any_write_fen(&mistake->position, text));
}

static void put_repeat(struct output *out, const struct fuzz *fuzz) {
    char *text;
    size_t length;
    FILE *memory = open_memstream(&text, &length);
    if (!memory)
        fail("%s", strerror(errno));
    print_repeat(fuzz, memory);
    fclose(memory);
    put_string(out, ",\"repeat\":");
    put_json(out, text, length);
    free(text);
}

void put_result(const struct fuzz *fuzz) {
    static struct output out;
    char text[128];
    /* Seeds as strings: many readers of JSON lose the last digits of such numbers. */
    snprintf(text, sizeof text,
             "{\"boards\":%" PRIu64 ",\"seconds\":%.3f,\"seed\":\"%" PRIu64 "\",\"interrupted\":%s",
             fuzz->tried, fuzz->elapsed, fuzz->seed, interrupted ? "true" : "false");
    put_string(&out, text);
    if (fuzz->variant.name) {
        put_string(&out, ",\"variant\":");
        put_json(&out, fuzz->variant.name, strlen(fuzz->variant.name));
    }
    put_string(&out, ",\"compared\":[");
    for (unsigned i = 0; i < fuzz->differential.count && name_reference(fuzz); i++) {
        const char *name = fuzz->differential.kernels[i].kernel->name;
        put_string(&out, i ? "," : "");
        put_json(&out, name, strlen(name));
    }
    put_string(&out, is_found(fuzz) ? "],\"difference\":{" : "],\"difference\":null}\n");
    if (is_found(fuzz)) {
        if (fuzz->differs)
            put_difference(&out, &fuzz->difference);
        else
            put_mistake(&out, &fuzz->mistake);
        put_repeat(&out, fuzz);
        put_string(&out, "}}\n");
    }
    flush_output(&out);
}
