/* The rule, the board, how to come to it, and the command that shows it again. */
#include "cli/commands/diff/reporting/mismatch_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/text.h"
#include "cli/commands/diff/reporting/mistake.h"

unsigned replay_notation(const struct replay *replay) {
    return any_is_chess960(&replay->start) ? KS_UCI_CHESS960 : 0;
}

/* ---- Commands ---- */

/* A mismatch to find again, with the program to ask. */
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
    replay_write(&mismatch->replay, replay_notation(&mismatch->replay), text);
    print_echo(text, out);
    fputs(" | ", out);
    print_quoted(program_name(), out);
    fprintf(out, " diff %u - --%s ", mismatch->depth, engine_word(engine));
    print_quoted(engine->command, out);
    if (engine->dialect != DIALECT_UCI)
        fprintf(out, " --dialect %s", engine_dialect_name(engine->dialect));
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

/* Prints the UCI lines for an engine that has just been started. context: a struct repeat. */
static void print_uci(const void *context, FILE *out) {
    const struct repeat *const repeat = context;
    const struct mismatch *const mismatch = repeat->mismatch;
    char text[REPLAY_SIZE];
    replay_write(&mismatch->replay, replay_notation(&mismatch->replay), text);
    for (size_t i = 0; i < repeat->engine->option_count; i++) {
        const char *const option = repeat->engine->options[i], *const value = strchr(option, '=');
        fprintf(out, "setoption name %.*s%s%s\n", (int)strcspn(option, "="), option, value ? " value " : "",
                value ? value + 1 : "");
    }
    if (repeat->engine->variant)
        fprintf(out, "setoption name UCI_Variant value %s\n",
                ks_variant_get_facts(repeat->engine->variant).name);
    if (replay_notation(&mismatch->replay) & KS_UCI_CHESS960)
        fputs("setoption name UCI_Chess960 value true\n", out);
    fprintf(out, "position fen %s\ngo perft %u", text, mismatch->depth);
}

/* ---- The disagreements ---- */

static const char *const kind_names[] = {[EXTRA_MOVE] = "extra",
                                         [MISSING_MOVE] = "missing",
                                         [MOVE_TWICE] = "duplicate",
                                         [WRONG_COUNT] = "count",
                                         [WRONG_TOTAL] = "total"};

static const enum arrow_kind arrow_kinds[] = {[EXTRA_MOVE] = ARROW_OF_ENGINE,
                                              [MISSING_MOVE] = ARROW_OF_KINGSCAN,
                                              [MOVE_TWICE] = ARROW_OF_BOTH,
                                              [WRONG_COUNT] = ARROW_OF_BOTH,
                                              [WRONG_TOTAL] = ARROW_OF_BOTH};

/* The arrow of a disagreement of this kind. */
static enum arrow_kind arrow_of(const char *kind) {
    for (size_t i = 0; i < sizeof kind_names / sizeof *kind_names; i++)
        if (strcmp(kind_names[i], kind) == 0)
            return arrow_kinds[i];
    return ARROW_OF_BOTH;
}

void finding_disagreement(struct finding *finding, const char *kind, const char *rule, const char *move,
                          const char *text) {
    finding_claim(finding, kind, rule, move, text);
    finding_arrow(finding, arrow_of(kind), move);
}

static void describe_disagreements(const struct mismatch *mismatch, struct finding *finding) {
    const struct comparison *const comparison = &mismatch->comparison;
    char text[320];
    finding->first = (size_t)(comparison_find(comparison, &mismatch->first) - comparison->all);
    for (size_t i = 0; i < comparison->count; i++) {
        const struct disagreement *const disagreement = &comparison->all[i];
        disagreement_explain(&finding->position, disagreement, text, sizeof text);
        finding_disagreement(finding, kind_names[disagreement->kind],
                             disagreement_rule(&finding->position, disagreement), disagreement->text, text);
    }
}

/* Adds the moves of a kind as a fact, with a blank between each two. */
static void add_moves_of(struct finding *finding, enum disagreement_kind kind, const char *name) {
    char text[DISAGREEMENTS_MAX * (DIVIDE_MOVE_SIZE + 1)] = "";
    size_t length = 0;
    for (size_t i = 0; i < finding->claim_count && length < sizeof text; i++)
        if (strcmp(finding->claims[i].kind, kind_names[kind]) == 0)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", length > 0 ? " " : "",
                                       finding->claims[i].move);
    add_fact(&finding->rest, name, FACT_WORDS, "%s", *text ? text : "-");
}

/* ---- All of it ---- */

void finding_begin(const struct replay *replay, struct finding *finding) {
    finding->position = replay_end(replay);
    finding->has_board = true;
    finding->marks = find_marks(&finding->position);
    finding->picture_rays = find_rays(&finding->position);
    finding->bracket = "gives check";
    finding->parenthesis = "is pinned";
}

void finding_end(const struct mismatch_place *where, struct finding *finding) {
    const struct replay *const replay = where->replay;
    struct facts *const facts = &finding->rest;
    const char *const mistake = mistake_sentence(mistake_find(replay, finding));
    char text[REPLAY_SIZE];
    add_fact(facts, "to move", FACT_WORDS, "%s",
             any_side_to_move(&finding->position) == KS_WHITE ? "white" : "black");
    any_write_fen(&replay->start, text);
    add_fact(facts, "FEN", FACT_TO_COPY, "%s", text);
    replay_write_moves(replay, replay_notation(replay), text);
    if (replay->count > 0)
        add_fact(facts, "moves", FACT_TO_COPY, "%s", text);
    replay_write(replay, replay_notation(replay), text);
    add_fact(facts, "replay", FACT_OF_TEXT, "position fen %s", text);
    add_moves_of(finding, EXTRA_MOVE, "engine only");
    add_moves_of(finding, MISSING_MOVE, "Kingscan only");
    if (mistake)
        add_fact(facts, "usual mistake", FACT_WORDS, "%s", mistake);
    add_fact(facts, "found from", FACT_WORDS, "%s%s%s", where->place, *where->about ? ": " : "",
             where->about);
    finding->place = given(strdup(where->place));
}

void finding_from_mismatch(const struct mismatch *mismatch, const struct engine_settings *engine,
                           const struct mismatch_place *where, struct finding *finding) {
    const struct repeat repeat = {mismatch, engine};
    finding_begin(&mismatch->replay, finding);
    describe_disagreements(mismatch, finding);
    finding_end(where, finding);
    finding->repeat = printed(print_repeat, &repeat);
    if (engine_speaks_uci(engine))
        finding->ask = printed(print_uci, &repeat);
}

/* ---- For programs ---- */

static void put_claim(struct json *json, const struct claim *claim) {
    json_open_object(json, NULL);
    json_string(json, "kind", claim->kind);
    json_string(json, "rule", claim->rule);
    json_string(json, "move", claim->move);
    json_string(json, "message", claim->text);
    json_close_object(json);
}

void put_mismatch(struct json *json, const struct mismatch_place *where, const struct finding *finding) {
    const char *const mistake = mistake_sentence(mistake_find(where->replay, finding));
    char text[REPLAY_SIZE];
    json_string(json, "rule", finding->claims[finding->first].rule);
    any_write_fen(&where->replay->start, text);
    json_string(json, "fen", text);
    replay_write_moves(where->replay, replay_notation(where->replay), text);
    json_string(json, "moves", text);
    json_unsigned(json, "depth", where->depth);
    json_open_array(json, "disagreements");
    for (size_t i = 0; i < finding->claim_count; i++)
        put_claim(json, &finding->claims[i]);
    json_close_array(json);
    json_string(json, "place", where->place);
    if (*where->about)
        json_string(json, "about", where->about);
    if (mistake)
        json_string(json, "mistake", mistake);
    json_string(json, "repeat", finding->repeat);
}
