/* Writes the comments, glyphs, clocks and evaluations of moves as JSON and as fields of tables. A value says
 * itself whether there is any: then the same functions write it and look for it. */
#include "cli/positions/remark_values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"

/* ---- Values ---- */

enum remark_kind { COMMENT, NAGS, CLOCK, ELAPSED, EVAL, SQUARES, ARROWS, VALUES };

/* name is the name of the value of one move, array the name of a game's values. */
static const struct {
    const char *name, *array;
} names[VALUES] = {
    [COMMENT] = {"comment", "comments"}, [NAGS] = {"nags", "nags"},  [CLOCK] = {"clock", "clocks"},
    [ELAPSED] = {"elapsed", "elapsed"},  [EVAL] = {"eval", "evals"}, [SQUARES] = {"squares", "squares"},
    [ARROWS] = {"arrows", "arrows"}};

static const ks_pgn_commands *commands_of(const struct remarks *remarks, size_t move) {
    return &remarks->all[move].commands;
}

static bool put_text_value(struct json *json, const char *name, const char *text, size_t length) {
    if (json && length > 0)
        json_text(json, name, text, length);
    return length > 0;
}

static bool put_nags(struct json *json, const char *name, const struct remarks *remarks, size_t move) {
    const size_t count = remarks->all[move].glyph_count;
    if (json && count > 0) {
        json_open_array(json, name);
        for (size_t i = 0; i < count; i++)
            json_unsigned(json, NULL, glyph_of(remarks, move, i));
        json_close_array(json);
    }
    return count > 0;
}

static bool put_seconds(struct json *json, const char *name, bool has, uint32_t milliseconds) {
    if (json && has)
        json_seconds(json, name, milliseconds);
    return has;
}

/* Returns whether an evaluation is written as moves to a mate, which is #0 on the board. */
static bool is_mate(const ks_pgn_commands *commands) {
    return commands->has_eval && (commands->mate || commands->has_eval == KS_PGN_MATED);
}

static bool put_eval(struct json *json, const char *name, const ks_pgn_commands *commands) {
    char mate[16];
    if (json && is_mate(commands)) {
        snprintf(mate, sizeof mate, "#%" PRId32, commands->mate);
        json_string(json, name, mate);
    } else if (json && commands->has_eval)
        json_real(json, name, commands->eval / 100.0, 2);
    return commands->has_eval;
}

/* Writes the value about a move, if there is any; name: of the member, NULL in an array. Returns whether
 * there is one. json: NULL: nothing is written. */
static bool put_value(struct json *json, const char *name, enum remark_kind remark,
                      const struct remarks *remarks, size_t move) {
    const ks_pgn_commands *const commands = commands_of(remarks, move);
    const char *comment;
    size_t length;
    switch (remark) {
    case COMMENT:
        comment = comment_of(remarks, move, &length);
        return put_text_value(json, name, comment, length);
    case NAGS:
        return put_nags(json, name, remarks, move);
    case CLOCK:
        return put_seconds(json, name, commands->has_clock, commands->clock);
    case ELAPSED:
        return put_seconds(json, name, commands->has_elapsed, commands->elapsed);
    case EVAL:
        return put_eval(json, name, commands);
    case SQUARES:
        return put_text_value(json, name, commands->squares, commands->squares_length);
    default:
        return put_text_value(json, name, commands->arrows, commands->arrows_length);
    }
}

/* ---- JSON ---- */

/* Writes the values of all moves as elements, null where there is none. Returns whether there are any. json:
 * NULL: looks for the first alone. */
static bool put_elements(struct json *json, const struct remarks *remarks, enum remark_kind remark) {
    bool any = false;
    for (size_t move = 1; move < remarks->count && (json || !any); move++) {
        const bool has = put_value(json, NULL, remark, remarks, move);
        if (json && !has)
            json_null(json);
        any |= has;
    }
    return any;
}

void put_remark_arrays(struct json *json, const struct remarks *remarks) {
    put_value(json, names[COMMENT].name, COMMENT, remarks, 0);
    for (enum remark_kind i = COMMENT; i < VALUES; i++) {
        if (!put_elements(NULL, remarks, i))
            continue;
        json_open_array(json, names[i].array);
        put_elements(json, remarks, i);
        json_close_array(json);
    }
}

void put_score_array(struct json *json, const struct remarks *remarks, unsigned side,
                     enum ks_pgn_scores asked) {
    const size_t count = remarks->count;
    ks_pgn_commands *const commands = given(calloc(count, sizeof *commands));
    ks_pgn_entry *const entries = given(calloc(count, sizeof *entries));
    for (size_t move = 0; move < count; move++)
        commands[move] = *commands_of(remarks, move);
    if (ks_pgn_scores_name(ks_pgn_find_scores(commands, count, side, asked, entries))) {
        json_open_array(json, "scores");
        for (size_t move = 0; move < count; move++)
            if (entries[move].has_score)
                json_signed(json, NULL, entries[move].score);
            else
                json_null(json);
        json_close_array(json);
    }
    free(entries);
    free(commands);
}

void put_remark_members(struct json *json, const struct remarks *remarks, size_t move) {
    for (enum remark_kind i = COMMENT; i < VALUES; i++)
        put_value(json, names[i].name, i, remarks, move);
}

/* ---- Fields ---- */

/* Writes a value as JSON has it, but for quotes. */
static void put_plain_field(struct output *out, enum remark_kind remark, const struct remarks *remarks,
                            size_t move) {
    const ks_pgn_commands *const commands = commands_of(remarks, move);
    struct json json = json_start(out);
    put(out, "\t", 1);
    if (remark == EVAL && is_mate(commands))
        put_format(out, "#%" PRId32, commands->mate);
    else
        put_value(&json, NULL, remark, remarks, move);
}

static void put_glyph_field(struct output *out, const struct remarks *remarks, size_t move) {
    put(out, "\t", 1);
    for (size_t i = 0; i < remarks->all[move].glyph_count; i++)
        put_format(out, "%s%" PRIu32, i > 0 ? "," : "", glyph_of(remarks, move, i));
}

/* Blanks and line ends side by side become one blank. */
static void put_comment_field(struct output *out, const struct remarks *remarks, size_t move) {
    size_t length, end;
    const char *const comment = comment_of(remarks, move, &length);
    put(out, "\t", 1);
    for (size_t at = 0; at < length; at = end) {
        for (end = at; end < length && (unsigned char)comment[end] > ' ';)
            end++;
        put_escaped(out, comment + at, end - at);
        put(out, " ", end < length);
        while (end < length && (unsigned char)comment[end] <= ' ')
            end++;
    }
}

void put_remark_fields(struct output *out, const struct remarks *remarks, size_t move) {
    put_plain_field(out, CLOCK, remarks, move);
    put_plain_field(out, EVAL, remarks, move);
    put_glyph_field(out, remarks, move);
    put_comment_field(out, remarks, move);
}
