/* Compares the features that an engine or a library lists with those of a description, for `kingscan diff
 * --features`, and shrinks the position or the line of moves on which they differ. */
#include "cli/commands/diff/features.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/commands/diff/mistake.h"
#include "cli/commands/diff/report.h"
#include "cli/commands/diff/shrink.h"
#include "cli/positions/draw.h"
#include "core/text/error.h"
#include "core/text/words.h"

/* ==== Comparing ==== */

enum oddity { FEATURE_MISSING, FEATURE_INVENTED, FEATURE_TWICE, FEATURE_OUTSIDE };

static const char *const oddity_names[] = {"missing", "invented", "twice", "outside"};
static const char *const oddity_words[] = {"is missing", "is invented", "is listed more than once",
                                           "is not in the set"};

/* An index about which the description and the engine differ. */
struct oddness {
    enum oddity oddity;
    unsigned side; /* that sees the position */
    int32_t index;
};

enum {
    SHAPE_SIZE = KS_FEATURES_WORDS_SIZE + 16,
    KEY_SIZE = 160,
    SENTENCE_SIZE = KS_FEATURES_WORDS_SIZE + 96,
    ODDNESSES_MAX = 4 * KS_FEATURES_WIDTH_MAX
};

/* The features at the end of a replay that differ. */
struct oddnesses {
    struct replay replay;
    size_t count;
    struct oddness all[ODDNESSES_MAX];
};

/* Findings that are likely to have one cause: see write_key. */
struct cause {
    char key[KEY_SIZE];
    uint64_t positions;
};

struct tester {
    struct diff *diff;
    const ks_features *set;
    struct engine engine;
    struct oddnesses found;                /* the smallest one so far */
    char key[KEY_SIZE], shape[SHAPE_SIZE]; /* of the first of them, which stays */
    struct feature_lists ours, theirs;
    struct oddnesses smaller; /* one that is tried */
    struct origin origin;
    struct cause *causes;
    size_t cause_count, cause_room;
    struct progress progress;
    bool wants_json;
    struct json json;
    char trouble[DIFF_TROUBLE_SIZE];
};

static int compare_indices(const void *a, const void *b) {
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void add_oddness(struct oddnesses *found, enum oddity oddity, unsigned side, int32_t index) {
    if (found->count < ODDNESSES_MAX)
        found->all[found->count++] = (struct oddness){oddity, side, index};
}

/* Adds an index of theirs that is not the next one of ours. */
static void add_theirs(struct tester *tester, struct oddnesses *found, unsigned side, size_t i) {
    const int32_t *const theirs = tester->theirs.indices[side];
    const bool outside = theirs[i] < 0 || (uint32_t)theirs[i] >= ks_features_get_facts(tester->set).inputs;
    const bool again = i > 0 && theirs[i - 1] == theirs[i];
    add_oddness(found, outside ? FEATURE_OUTSIDE : again ? FEATURE_TWICE : FEATURE_INVENTED, side, theirs[i]);
}

static void compare_side(struct tester *tester, struct oddnesses *found, unsigned side) {
    const size_t our_count = tester->ours.count[side], their_count = tester->theirs.count[side];
    const int32_t *const ours = tester->ours.indices[side];
    int32_t *const theirs = tester->theirs.indices[side];
    qsort(theirs, their_count, sizeof *theirs, compare_indices);
    for (size_t i = 0, j = 0; i < our_count || j < their_count;) {
        if (j == their_count || (i < our_count && ours[i] < theirs[j])) {
            add_oddness(found, FEATURE_MISSING, side, ours[i++]);
        } else if (i == our_count || theirs[j] < ours[i]) {
            add_theirs(tester, found, side, j++);
        } else {
            i++;
            j++;
        }
    }
}

/* Compares at the end of found->replay. Returns false when there was trouble: tester->engine.trouble says
 * what. */
static bool compare(struct tester *tester, struct oddnesses *found) {
    const struct any_position end = replay_end(&found->replay);
    ks_error error;
    found->count = 0;
    for (unsigned side = 0; side < 2; side++)
        if (ks_features_list(tester->set, end.chess.board, side, tester->ours.indices[side],
                             &tester->ours.count[side], &error) != KS_OK) {
            snprintf(tester->engine.trouble, sizeof tester->engine.trouble, "%s: %s",
                     ks_features_get_facts(tester->set).name, error.message);
            return false;
        }
    if (!engine_list_features(&tester->engine, &found->replay, &tester->theirs))
        return false;
    for (unsigned side = 0; side < 2; side++)
        compare_side(tester, found, side);
    return true;
}

/* ==== Words ==== */

/* Writes what an index means; false when no position has it. */
static bool describe(const struct tester *tester, const struct oddness *odd, const uint8_t board[KS_SQUARES],
                     char words[KS_FEATURES_WORDS_SIZE]) {
    *words = '\0';
    if (odd->oddity != FEATURE_OUTSIDE)
        ks_features_describe_index(tester->set, (uint32_t)odd->index, board, odd->side, words);
    return *words && strcmp(words, "nothing") != 0;
}

/* "white knight on f3 attacks black pawn on e5: index 31022 is missing, from black's view". */
static void write_sentence(const struct tester *tester, const struct oddness *odd,
                           const uint8_t board[KS_SQUARES], char text[SENTENCE_SIZE]) {
    char words[KS_FEATURES_WORDS_SIZE];
    const bool known = describe(tester, odd, board, words);
    snprintf(text, SENTENCE_SIZE, "%s%sindex %d%s %s, from %s's view", known ? words : "", known ? ": " : "",
             (int)odd->index, known || odd->oddity == FEATURE_OUTSIDE ? "" : ", which no position has,",
             oddity_words[odd->oddity], ks_side_names[odd->side]);
}

/* Writes what kind of feature is wrong: the words without squares, after the name of the block. */
static void write_shape(const struct tester *tester, const struct oddness *odd,
                        const uint8_t board[KS_SQUARES], char shape[SHAPE_SIZE]) {
    char words[KS_FEATURES_WORDS_SIZE], *end;
    describe(tester, odd, board, words);
    end = shape + snprintf(shape, SHAPE_SIZE, "%s ", oddity_names[odd->oddity]);
    for (const char *at = words; *at;)
        if (at[0] >= 'a' && at[0] <= 'h' && at[1] >= '1' && at[1] <= '8')
            at += 2;
        else
            *end++ = *at++;
    *end = '\0';
}

/* Returns the kind of the last move of a replay; "" when there is none, or it is a usual one. */
static const char *kind_of_last(const struct replay *replay) {
    struct replay before = *replay;
    if (replay->count == 0)
        return "";
    before.count--;
    const struct any_position position = replay_end(&before);
    const char *const kind = any_kind_of_move(&position, replay->moves[before.count]);
    return strcmp(kind, "other") == 0 || strcmp(kind, "evasion") == 0 ? "" : kind;
}

/* context is the tester. */
static void print_repeat(const void *context, FILE *out) {
    const struct tester *const tester = context;
    const struct engine_settings *const settings = tester->engine.settings;
    char text[REPLAY_SIZE];
    replay_write(&tester->found.replay, replay_notation(&tester->found.replay), text);
    print_echo(text, out);
    fputs(" | ", out);
    print_quoted(program_name(), out);
    fputs(" diff 0 - --features ", out);
    print_quoted(settings->features, out);
    if (settings->descriptions) {
        fputs(" --descriptions ", out);
        print_quoted(settings->descriptions, out);
    }
    print_engine_options(settings, out);
}

/* Returns the number of the block that an index is in. */
static unsigned block_of(const struct tester *tester, int32_t index) {
    unsigned b = 0;
    while (b + 1 < ks_features_get_facts(tester->set).blocks &&
           (uint32_t)index >= ks_features_get_block(tester->set, b + 1).first)
        b++;
    return b;
}

/* Writes what findings of one cause have in common: the block and the first piece of a feature, or for an
 * update the block, and the piece and the kind of the last move. */
static void write_key(const struct tester *tester, const struct oddnesses *found, const struct oddness *odd,
                      char key[KEY_SIZE]) {
    const struct any_position end = replay_end(&found->replay);
    const unsigned block = odd->oddity == FEATURE_OUTSIDE ? 0 : block_of(tester, odd->index);
    char text[KS_FEATURES_WORDS_SIZE];
    if (found->replay.count > 0) {
        const unsigned to = KS_MOVE_TO(found->replay.moves[found->replay.count - 1]);
        snprintf(key, KEY_SIZE, "update %u %u %s", block, end.chess.board[to] & 7u,
                 kind_of_last(&found->replay));
        return;
    }
    struct words words = {text, 0, 0};
    if (describe(tester, odd, end.chess.board, text))
        words.length = strlen(text);
    next_word(&words);
    const struct word piece = next_word(&words);
    snprintf(key, KEY_SIZE, "position %u %.*s", block, (int)piece.length, piece.text);
}

/* ==== Shrinking ==== */

/* Whether a difference is the one that is to stay: of an update any with the same cause, else the same kind
 * of feature of the same side. */
static bool stays(const struct tester *tester, const struct oddnesses *smaller, const struct oddness *odd) {
    char key[KEY_SIZE], shape[SHAPE_SIZE];
    const struct any_position end = replay_end(&smaller->replay);
    write_key(tester, smaller, odd, key);
    write_shape(tester, odd, end.chess.board, shape);
    return strcmp(key, tester->key) == 0 &&
           (smaller->replay.count > 0 ||
            (odd->side == tester->found.all[0].side && strcmp(shape, tester->shape) == 0));
}

/* context is the tester. */
static bool adopt(void *context, const struct replay *replay) {
    struct tester *const tester = context;
    struct oddnesses *const smaller = &tester->smaller;
    smaller->replay = *replay;
    if (tester->diff->failed || !compare(tester, smaller)) {
        tester->diff->failed = !interrupted;
        return false;
    }
    for (size_t i = 0; i < smaller->count; i++)
        if (stays(tester, smaller, &smaller->all[i])) {
            const struct oddness first = smaller->all[i];
            smaller->all[i] = smaller->all[0];
            smaller->all[0] = first;
            tester->found = *smaller;
            return true;
        }
    return false;
}

/* Makes what was found small, unless the engine fails at smaller positions. */
static void shrink(struct tester *tester) {
    struct shrink shrink = {&tester->found.replay, adopt, tester};
    shrink_replay(&shrink);
    tester->diff->failed = false;
}

/* ==== Reports ==== */

/* ---- For people ---- */

/* Says that a refresh is right, so that the moves are at fault. */
static void add_note_of_update(const struct tester *tester, struct finding *finding) {
    const struct replay *const replay = &tester->found.replay;
    struct replay before = *replay;
    char move[ANY_MOVE_SIZE];
    if (replay->count == 0)
        return;
    before.count--;
    const struct any_position position = replay_end(&before);
    const char *const kind = kind_of_last(replay);
    any_write_uci(&position, replay->moves[before.count], replay_notation(replay), move);
    add_fact(&finding->answers, NULL, FACT_NOTE,
             "the %s is right about the position alone: its update%s %s%s%s%s %s wrong",
             engine_word(tester->engine.settings), replay->count == 1 ? " by" : "s by the moves up to", move,
             *kind ? " (" : "", kind, *kind ? ")" : "", replay->count == 1 ? "is" : "are");
}

static void describe_found(const struct tester *tester, struct finding *finding) {
    const struct replay *const replay = &tester->found.replay;
    char text[REPLAY_SIZE];
    finding->position = replay_end(replay);
    finding->has_board = true;
    for (size_t i = 0; i < tester->found.count; i++) {
        char sentence[SENTENCE_SIZE];
        write_sentence(tester, &tester->found.all[i], finding->position.chess.board, sentence);
        finding_claim(finding, oddity_names[tester->found.all[i].oddity], NULL, "", sentence);
    }
    add_note_of_update(tester, finding);
    any_write_fen(&replay->start, text);
    add_fact(&finding->rest, "FEN", FACT_TO_COPY, "%s", text);
    replay_write_moves(replay, replay_notation(replay), text);
    if (replay->count > 0)
        add_fact(&finding->rest, "moves", FACT_TO_COPY, "%s", text);
    add_fact(&finding->rest, "found from", FACT_WORDS, "%s%s%s", tester->origin.place,
             *tester->origin.about ? ": " : "", tester->origin.about);
    finding->repeat = printed(print_repeat, tester);
}

/* ---- For programs ---- */

static void put_oddness(struct json *json, const struct oddness *odd, const char *sentence) {
    json_open_object(json, NULL);
    json_string(json, "kind", oddity_names[odd->oddity]);
    json_string(json, "perspective", ks_side_names[odd->side]);
    json_signed(json, "index", odd->index);
    json_string(json, "message", sentence);
    json_close_object(json);
}

static void put_found(struct tester *tester, const struct finding *finding, size_t group) {
    const struct replay *const replay = &tester->found.replay;
    struct json *const json = &tester->json;
    char text[REPLAY_SIZE];
    json_open_object(json, NULL);
    json_string(json, "rule", replay->count > 0 ? "update" : "position");
    any_write_fen(&replay->start, text);
    json_string(json, "fen", text);
    replay_write_moves(replay, replay_notation(replay), text);
    json_string(json, "moves", text);
    json_open_array(json, "disagreements");
    for (size_t i = 0; i < finding->claim_count; i++)
        put_oddness(json, &tester->found.all[i], finding->claims[i].text);
    json_close_array(json);
    json_string(json, "place", tester->origin.place);
    json_fact(json, "about", tester->origin.about);
    json_string(json, "repeat", finding->repeat);
    json_unsigned(json, "group", group + 1);
    json_close_object(json);
}

/* ---- Both ---- */

static void report(struct tester *tester, size_t group) {
    struct finding finding = {0};
    describe_found(tester, &finding);
    if (tester->wants_json) {
        put_found(tester, &finding, group);
    } else {
        progress_clear(&tester->progress);
        print_finding(&finding, &(struct text_style){draw_style_of_stdout(), 12, true}, stdout);
        putchar('\n');
        fflush(stdout);
    }
    finding_free(&finding);
}

/* Returns the cause of what was found, and counts it there. */
static struct cause *cause_of(struct tester *tester) {
    size_t i = 0;
    write_key(tester, &tester->found, &tester->found.all[0], tester->key);
    while (i < tester->cause_count && strcmp(tester->causes[i].key, tester->key) != 0)
        i++;
    if (i == tester->cause_count) {
        tester->causes =
            with_room(tester->causes, tester->cause_count, &tester->cause_room, sizeof *tester->causes);
        tester->causes[tester->cause_count] = (struct cause){.positions = 0};
        strcpy(tester->causes[tester->cause_count++].key, tester->key);
    }
    tester->causes[i].positions++;
    return &tester->causes[i];
}

/* Shrinks and reports the first finding of each cause. */
static void note(struct tester *tester) {
    const struct cause *const cause = cause_of(tester);
    const struct any_position end = replay_end(&tester->found.replay);
    tester->diff->differences++;
    if (cause->positions > 1)
        return;
    write_shape(tester, &tester->found.all[0], end.chess.board, tester->shape);
    shrink(tester);
    report(tester, (size_t)(cause - tester->causes));
}

/* ==== Positions ==== */

static void fail_at(struct tester *tester, const struct replay *replay) {
    char text[REPLAY_SIZE];
    tester->diff->failed = !interrupted;
    if (interrupted)
        return;
    replay_write(replay, engine_notation(&tester->engine, replay), text);
    snprintf(tester->trouble, sizeof tester->trouble, "%s (position fen %s; from %s)", tester->engine.trouble,
             text, tester->origin.place);
    progress_clear(&tester->progress);
    complain("%s", tester->trouble);
}

/* Asks about a replay as it is, or about its last position alone. Returns whether the features agree. */
static bool agrees(struct tester *tester, const struct replay *replay, bool alone) {
    struct oddnesses *const found = &tester->found;
    found->replay = *replay;
    if (alone) {
        found->replay.start = replay_end(replay);
        found->replay.count = 0;
    }
    if (!compare(tester, found)) {
        fail_at(tester, &found->replay);
        return false;
    }
    if (found->count > 0)
        note(tester);
    return found->count == 0;
}

static bool agrees_both_ways(struct tester *tester, const struct replay *replay) {
    if (progress_is_due(&tester->progress))
        progress_show(&tester->progress, tester->diff->nodes, "nodes",
                      positions_share(&tester->diff->positions));
    tester->diff->nodes++;
    return !interrupted && agrees(tester, replay, true) &&
           (replay->count == 0 || agrees(tester, replay, false));
}

/* Goes through all positions within so many plies of the end of a replay, but not through the end itself. */
static bool agrees_below(struct tester *tester, struct replay *replay, unsigned depth) {
    ks_move_list legal;
    const ks_position position = replay_end(replay).chess;
    const size_t count = depth > 0 && replay->count < REPLAY_MOVES ? ks_legal_moves(&position, &legal) : 0;
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        replay->moves[replay->count++] = legal.moves[i];
        good = agrees_both_ways(tester, replay) && agrees_below(tester, replay, depth - 1);
        replay->count--;
    }
    return good;
}

/* Goes along the moves of a replay, then through what may follow. */
static bool agrees_everywhere(struct tester *tester, struct replay *replay) {
    const unsigned count = replay->count;
    for (replay->count = 0; replay->count < count; replay->count++)
        if (!agrees_both_ways(tester, replay))
            return false;
    return agrees_both_ways(tester, replay) && agrees_below(tester, replay, tester->diff->depth);
}

static void compare_positions(struct tester *tester) {
    struct diff *const diff = tester->diff;
    static struct replay replay;
    if (!engine_start(&tester->engine)) {
        diff->failed = !interrupted;
        snprintf(tester->trouble, sizeof tester->trouble, "%s", tester->engine.trouble);
        if (diff->failed)
            complain("%s", tester->trouble);
        return;
    }
    diff->positions.chess960 = tester->engine.knows_chess960;
    while (!interrupted && !diff->failed && (diff->keep_going || diff->differences == 0) &&
           next_position(&diff->positions, &replay, &tester->origin)) {
        diff->agreed += agrees_everywhere(tester, &replay);
        diff->compared += !diff->failed && !interrupted;
    }
    engine_stop(&tester->engine);
}

/* ==== The run ==== */

static void put_end(struct tester *tester) {
    const struct diff *const diff = tester->diff;
    struct json *const json = &tester->json;
    json_close_array(json);
    json_string(json, "features", ks_features_get_facts(tester->set).name);
    put_totals(json, diff, tester->progress.begun);
    json_fact(json, "trouble", tester->trouble);
    json_bool(json, "interrupted", interrupted);
    json_close_object(json);
    json_end_line(json);
    flush_output(&standard_output);
}

static void print_end(const struct tester *tester) {
    const struct diff *const diff = tester->diff;
    printf("%" PRIu64 " position%s to depth %u, %" PRIu64 " nodes: ", diff->compared,
           diff->compared == 1 ? "" : "s", diff->depth, diff->nodes);
    if (diff->compared == 0)
        printf("nothing was compared");
    else if (diff->differences == 0)
        printf("no difference");
    else
        printf("%" PRIu64 " differ%s, in %zu group%s", diff->differences, diff->differences == 1 ? "s" : "",
               tester->cause_count, tester->cause_count == 1 ? "" : "s");
    if (diff->positions.random)
        printf("; seed %" PRIu64, diff->positions.seed);
    puts(interrupted ? "; interrupted" : "");
}

static void end_run(struct tester *tester) {
    const struct diff *const diff = tester->diff;
    char skipped[SKIPPED_SIZE];
    progress_clear(&tester->progress);
    if (diff->compared == 0 && !diff->failed && !interrupted && !diff->positions.failed &&
        !positions_are_of_others(&diff->positions)) {
        snprintf(tester->trouble, sizeof tester->trouble, "no position was compared");
        complain("%s", tester->trouble);
    }
    if (diff->positions.failed && !*tester->trouble)
        snprintf(tester->trouble, sizeof tester->trouble, "%s", diff->positions.trouble);
    if (tester->wants_json)
        put_end(tester);
    else if (!*tester->trouble)
        print_end(tester);
    if (*write_skipped(diff, skipped) && !diff->positions.random)
        complain("%s", skipped);
}

void features_run(struct diff *diff, const ks_features *set, bool wants_json) {
    static struct tester tester;
    tester = (struct tester){.diff = diff,
                             .set = set,
                             .engine.settings = &diff->engine,
                             .wants_json = wants_json,
                             .json = json_start(&standard_output)};
    block_broken_pipes();
    catch_interrupts(NULL);
    processes_expect(1);
    progress_start(&tester.progress, isatty(STDERR_FILENO));
    if (wants_json) {
        json_open_object(&tester.json, NULL);
        json_open_array(&tester.json, "differences");
    }
    compare_positions(&tester);
    end_run(&tester);
    free(tester.causes);
}
