/* Puts the mistake behind a mismatch into words, and reports the mismatch. */
#include "cli/commands/diff/mistake.h"

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/waiting.h"
#include "cli/positions/draw.h"
#include "cli/reports/reports.h"
#include "core/board/geometry.h"
#include "game/common/text.h"
#include "rules/position.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ==== Mistakes ==== */

/* Each sign is a function that looks at the position, or at the moves that led there. */

/* A finding, and the move of its first claim. */
struct scene {
    const struct replay *replay;
    const struct finding *finding;
    const struct claim *claim;
    const ks_position *position;
    unsigned us, from, to;
};

/* ---- Signs of the move ---- */

static bool always(const struct scene *scene) {
    (void)scene;
    return true;
}

static unsigned king_of(const struct scene *scene) {
    return ks_king_of(scene->position, scene->us);
}

static unsigned type_at(const struct scene *scene, unsigned square) {
    return scene->position->board[square] & 7;
}

/* Whether the other side attacks a square on the board. */
static bool is_attacked(const struct scene *scene, const uint8_t board[KS_SQUARES], unsigned square) {
    return ks_attackers(board, square, scene->us ^ 1) != 0;
}

static bool in_check(const struct scene *scene) {
    return is_attacked(scene, scene->position->board, king_of(scene));
}

static bool captures(const struct scene *scene) {
    return scene->position->board[scene->to] != KS_EMPTY;
}

static bool two_ranks(const struct scene *scene) {
    return abs((int)(scene->from >> 3) - (int)(scene->to >> 3)) == 2;
}

static bool on_the_kings_rank(const struct scene *scene) {
    return scene->from >> 3 == king_of(scene) >> 3;
}

static bool beside_king(const struct scene *scene) {
    const unsigned king = ks_king_of(scene->position, scene->us ^ 1);
    return abs((int)(scene->to & 7) - (int)(king & 7)) <= 1 &&
           abs((int)(scene->to >> 3) - (int)(king >> 3)) <= 1;
}

static bool behind_king(const struct scene *scene) {
    return !is_attacked(scene, scene->position->board, scene->to);
}

/* No piece but a rook, a bishop or a queen goes so far. */
static bool wraps(const struct scene *scene) {
    const unsigned type = type_at(scene, scene->from);
    return (type == KS_WHITE_KNIGHT || type == KS_WHITE_KING || type == KS_WHITE_PAWN) &&
           abs((int)(scene->to & 7) - (int)(scene->from & 7)) > 4;
}

/* The engine lacks a promotion, but not the one to a queen. */
static bool queen_is_there(const struct scene *scene) {
    const struct finding *const finding = scene->finding;
    for (size_t i = 0; i < finding->claim_count; i++) {
        const char *const move = finding->claims[i].move;
        if (strncmp(move, scene->claim->move, 4) == 0 && move[4] == 'q')
            return false;
    }
    return true;
}

/* ---- Signs of castling ---- */

static bool in_chess960(const struct scene *scene) {
    return any_is_chess960(&scene->replay->start);
}

/* Whether castling goes to the side of the a-file. */
static bool goes_queenside(const struct scene *scene) {
    return (scene->to & 7) < (scene->from & 7);
}

/* The square beside the rook of the a-file, which only the rook passes over. */
static unsigned beside_rook(const struct scene *scene) {
    return KS_SQUARE(1, scene->from >> 3);
}

static bool beside_rook_is_full(const struct scene *scene) {
    return goes_queenside(scene) && scene->position->board[beside_rook(scene)] != KS_EMPTY;
}

/* Whether the rook, or a square that only the rook passes over, is attacked. */
static bool rook_is_attacked(const struct scene *scene) {
    const unsigned rook =
        ks_castling_rook(scene->position, scene->us, goes_queenside(scene) ? KS_QUEENSIDE : KS_KINGSIDE);
    if (rook == KS_NO_SQUARE)
        return false;
    const unsigned king_to = castled_king(scene->us, scene->from, rook);
    uint64_t way = row_span(scene->from, rook) & ~row_span(scene->from, king_to);
    for (; way; way &= way - 1)
        if (is_attacked(scene, scene->position->board, lowest_square(way)))
            return true;
    return false;
}

/* ---- Signs of the moves before ---- */

/* Returns whether one of the moves fits. ours tells whether the side to move now makes them, and not the
 * other side. */
static bool was_made(const struct scene *scene, bool ours,
                     bool (*fits)(const struct scene *scene, const ks_position *before, ks_move move)) {
    ks_position position = scene->replay->start.chess;
    ks_undo undo;
    for (unsigned i = 0; i < scene->replay->count; i++) {
        const ks_move move = (ks_move)scene->replay->moves[i];
        if ((position.side_to_move == scene->us) == ours && fits(scene, &position, move))
            return true;
        ks_make_move(&position, move, &undo);
    }
    return false;
}

static bool takes_rook(const struct scene *scene, const ks_position *before, ks_move move) {
    return (before->board[KS_MOVE_TO(move)] & 7) == KS_WHITE_ROOK &&
           KS_MOVE_TO(move) >> 3 == (scene->us == KS_WHITE ? 7 : 0);
}

static bool castles(const struct scene *scene, const ks_position *before, ks_move move) {
    (void)scene, (void)before;
    return KS_MOVE_KIND(move) == KS_MOVE_CASTLING;
}

static bool moves_king(const struct scene *scene, const ks_position *before, ks_move move) {
    (void)scene;
    return (before->board[KS_MOVE_FROM(move)] & 7) == KS_WHITE_KING;
}

static bool moves_rook(const struct scene *scene, const ks_position *before, ks_move move) {
    (void)scene;
    return (before->board[KS_MOVE_FROM(move)] & 7) == KS_WHITE_ROOK;
}

static bool rook_was_taken(const struct scene *scene) {
    return was_made(scene, false, takes_rook);
}

static bool has_castled(const struct scene *scene) {
    return was_made(scene, true, castles);
}

static bool king_has_moved(const struct scene *scene) {
    return was_made(scene, true, moves_king);
}

static bool rook_has_moved(const struct scene *scene) {
    return was_made(scene, true, moves_rook);
}

/* ---- All ---- */

static const struct {
    const char *rule;
    bool (*sign)(const struct scene *scene);
    const char *sentence;
} mistakes[] = {
#define MISTAKE(identifier, rule, sign, sentence) {rule, sign, sentence},
#include "cli/commands/diff/mistakes.def"
#undef MISTAKE
};

enum mistake mistake_find(const struct replay *replay, const struct finding *finding) {
    const struct claim *const claim = &finding->claims[finding->first];
    struct scene scene = {.replay = replay,
                          .finding = finding,
                          .claim = claim,
                          .position = &finding->position.chess,
                          .us = finding->position.chess.side_to_move};
    if (finding->position.variant)
        return MISTAKES;
    const char *const to = read_square_name(NULL, claim->move, &scene.from);
    if (!to || !read_square_name(NULL, to, &scene.to))
        return MISTAKES;
    for (unsigned i = 0; i < MISTAKES; i++)
        if (strcmp(claim->rule, mistakes[i].rule) == 0 && mistakes[i].sign(&scene))
            return (enum mistake)i;
    return MISTAKES;
}

const char *mistake_sentence(enum mistake mistake) {
    return mistake < MISTAKES ? mistakes[mistake].sentence : NULL;
}

/* ==== A mismatch ==== */

/* The rule, the board, how to come to it, and the command that shows it again. */

unsigned replay_notation(const struct replay *replay) {
    return any_is_chess960(&replay->start) ? KS_UCI_CHESS960 : 0;
}

/* ---- Commands ---- */

/* A mismatch to find again, with the program to ask. */
struct repeat {
    const struct mismatch *mismatch;
    const struct engine_settings *engine;
};

void print_engine_options(const struct engine_settings *engine, FILE *out) {
    fprintf(out, " --%s ", engine_word(engine));
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

/* Prints the command that finds a mismatch again. context: a struct repeat. */
static void print_repeat(const void *context, FILE *out) {
    const struct repeat *const repeat = context;
    const struct mismatch *const mismatch = repeat->mismatch;
    char text[REPLAY_SIZE];
    replay_write(&mismatch->replay, replay_notation(&mismatch->replay), text);
    print_echo(text, out);
    fputs(" | ", out);
    print_quoted(program_name(), out);
    fprintf(out, " diff %u -", mismatch->depth);
    print_engine_options(repeat->engine, out);
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
                             disagreement_rule(&mismatch->replay, disagreement), disagreement->text, text);
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
    json_fact(json, "move", claim->move);
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
    json_fact(json, "about", where->about);
    if (mistake)
        json_string(json, "mistake", mistake);
    json_string(json, "repeat", finding->repeat);
}
