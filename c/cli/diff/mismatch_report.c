/* The rule, the board, how to come to it, and the command that shows it again. */
#include "cli/diff/mismatch_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/positions/draw.h"
#include "cli/shared/printed.h"
#include "cli/shared/quote.h"

static unsigned notation_of(const struct mismatch *mismatch) {
    return any_is_chess960(&mismatch->replay.start) ? KS_CHESS960 : 0;
}

/* What is asked for again, of whom. */
struct repeat {
    const struct mismatch *mismatch;
    const struct engine_settings *engine;
};

/* Prints the command that finds a mismatch again. context: a struct repeat. */
static void print_repeat(const void *context, FILE *out) {
    const struct repeat *const repeat = context;
    const struct mismatch *const mismatch = repeat->mismatch;
    const struct engine_settings *const engine = repeat->engine;
    char text[REPLAY_SIZE];
    replay_write(&mismatch->replay, notation_of(mismatch), text);
    fprintf(out, "echo '%s' | kingscan diff %u - --%s ", text, mismatch->depth,
            engine->script ? "script" : "engine");
    print_quoted(engine->command, out);
    if (engine->variant)
        fprintf(out, " --variant %s", ks_variant_get_facts(engine->variant).name);
    if (engine->variants_file) {
        fputs(" --variants ", out);
        print_quoted(engine->variants_file, out);
    }
    if (engine->chess960)
        fputs(" --chess960", out);
    if (engine->timeout != ENGINE_TIMEOUT)
        fprintf(out, " --timeout %u", engine->timeout);
    for (size_t i = 0; i < engine->option_count; i++) {
        fputs(" --option ", out);
        print_quoted(engine->options[i], out);
    }
}

/* ---- For people ---- */

static void print_disagreement(const struct any_position *position, const struct disagreement *disagreement) {
    char text[320];
    disagreement_explain(position, disagreement, text, sizeof text);
    printf("%s: ", disagreement_rule(position, disagreement));
    print_escaped(disagreement->text, stdout);
    fputs(*disagreement->text ? " " : "", stdout);
    print_escaped(text, stdout);
    putchar('\n');
}

/* Prints the disagreement that was followed first. */
static void print_disagreements(const struct any_position *position, const struct mismatch *mismatch) {
    enum { SHOWN = 10 };
    const struct comparison *comparison = &mismatch->comparison;
    const struct disagreement *first = comparison_find(comparison, &mismatch->first);
    size_t shown = 1;
    print_disagreement(position, first);
    for (size_t i = 0; i < comparison->count && shown < SHOWN; i++)
        if (&comparison->all[i] != first) {
            print_disagreement(position, &comparison->all[i]);
            shown++;
        }
    if (comparison->count > shown)
        printf("... and %zu more\n", comparison->count - shown);
}

static void print_moves_of(const struct comparison *comparison, enum disagreement_kind kind,
                           const char *name) {
    printf("%-14s", name);
    const char *before = "";
    for (size_t i = 0; i < comparison->count; i++)
        if (comparison->all[i].kind == kind) {
            fputs(before, stdout);
            print_escaped(comparison->all[i].text, stdout);
            before = " ";
        }
    puts(*before ? "" : "-");
}

void print_mismatch(const struct mismatch *mismatch, const struct engine_settings *engine,
                    const char *place) {
    char text[REPLAY_SIZE];
    const struct any_position position = replay_end(&mismatch->replay);
    const struct board_marks marks = find_marks(&position);
    print_disagreements(&position, mismatch);
    putchar('\n');
    print_drawing(&position, &marks, draw_style_of_stdout());
    printf("\n%-14s%s\n", "to move", any_side_to_move(&position) == KS_WHITE ? "white" : "black");
    any_write_fen(&mismatch->replay.start, text);
    printf("%-14s%s\n", "FEN", text);
    replay_write_moves(&mismatch->replay, notation_of(mismatch), text);
    if (mismatch->replay.count > 0)
        printf("%-14s%s\n", "moves", text);
    replay_write(&mismatch->replay, notation_of(mismatch), text);
    printf("%-14sposition fen %s\n", "replay", text);
    print_moves_of(&mismatch->comparison, EXTRA_MOVE, "engine only");
    print_moves_of(&mismatch->comparison, MISSING_MOVE, "Kingscan only");
    printf("%-14s", "found from");
    print_escaped(place, stdout);
    printf("\n%-14s", "repeat");
    print_repeat(&(struct repeat){mismatch, engine}, stdout);
    putchar('\n');
}

/* ---- For programs ---- */

static const char *const kind_names[] = {[EXTRA_MOVE] = "extra",
                                         [MISSING_MOVE] = "missing",
                                         [MOVE_TWICE] = "duplicate",
                                         [WRONG_COUNT] = "count",
                                         [WRONG_TOTAL] = "total"};

static void put_disagreement(struct json *json, const struct any_position *position,
                             const struct disagreement *disagreement) {
    char text[320];
    disagreement_explain(position, disagreement, text, sizeof text);
    json_open_object(json, NULL);
    json_string(json, "kind", kind_names[disagreement->kind]);
    json_string(json, "rule", disagreement_rule(position, disagreement));
    json_string(json, "move", disagreement->text);
    json_string(json, "message", text);
    json_close_object(json);
}

void put_mismatch(struct json *json, const struct mismatch *mismatch, const struct engine_settings *engine,
                  const char *place) {
    char text[REPLAY_SIZE];
    const struct any_position position = replay_end(&mismatch->replay);
    json_string(json, "rule", disagreement_rule(&position, &mismatch->first));
    any_write_fen(&mismatch->replay.start, text);
    json_string(json, "fen", text);
    replay_write_moves(&mismatch->replay, notation_of(mismatch), text);
    json_string(json, "moves", text);
    json_unsigned(json, "depth", mismatch->depth);
    json_open_array(json, "disagreements");
    for (size_t i = 0; i < mismatch->comparison.count; i++)
        put_disagreement(json, &position, &mismatch->comparison.all[i]);
    json_close_array(json);
    json_string(json, "place", place);
    char *const repeat = printed(print_repeat, &(struct repeat){mismatch, engine});
    json_string(json, "repeat", repeat);
    free(repeat);
}
