/* kingscan features: lists sets of inputs of nets, describes one, and lists the features of a position. */
#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "cli/positions/arguments.h"
#include "core/text/error.h"

/* The settings of a run. */
struct task {
    bool json;
    const char *descriptions; /* a file, or NULL */
};

static const struct command_option options[] = {
    DESCRIPTIONS_OPTION(struct task, descriptions),
    {"json", 0, NULL, FLAG_INTO(struct task, json)},
    {0},
};

enum { SENTENCE_SIZE = 512 };

/* ---- Sets ---- */

static void put_line(const ks_features_facts *facts, const char *text) {
    put_format(&standard_output, "%s\t%u\t%u\t%u\t%s\n", facts->name, (unsigned)facts->first,
               (unsigned)facts->inputs, facts->width, text);
}

static void put_blocks(const ks_features *set) {
    for (unsigned b = 0; b < ks_features_get_facts(set).blocks; b++) {
        const ks_features_facts facts = ks_features_get_block(set, b);
        char text[SENTENCE_SIZE];
        ks_features_describe(set, b, text, sizeof text);
        put_line(&facts, text);
    }
}

static void put_facts_members(struct json *json, const ks_features_facts *facts) {
    json_string(json, "name", facts->name);
    json_unsigned(json, "first", facts->first);
    json_unsigned(json, "inputs", facts->inputs);
    json_unsigned(json, "width", facts->width);
}

static void put_block_objects(struct json *json, const ks_features *set) {
    json_open_array(json, "blocks");
    for (unsigned b = 0; b < ks_features_get_facts(set).blocks; b++) {
        const ks_features_facts facts = ks_features_get_block(set, b);
        char text[SENTENCE_SIZE];
        ks_features_describe(set, b, text, sizeof text);
        json_open_object(json, NULL);
        put_facts_members(json, &facts);
        json_string(json, "description", text);
        json_close_object(json);
    }
    json_close_array(json);
}

/* ---- A position ---- */

/* The features of a side of a position. */
struct listed {
    int32_t indices[KS_FEATURES_WIDTH_MAX];
    size_t count;
};

/* Doesn't return when there are more than the width of the set. */
static void list_features(const ks_features *set, const ks_position *position, unsigned side,
                          struct listed *listed) {
    ks_error error;
    if (ks_features_list(set, position->board, side, listed->indices, &listed->count, &error) != KS_OK)
        fail("%s: %s", ks_features_get_facts(set).name, error.message);
}

static void put_features(const ks_features *set, const ks_position *position) {
    for (unsigned side = 0; side < 2; side++) {
        struct listed listed;
        list_features(set, position, side, &listed);
        for (size_t i = 0; i < listed.count; i++) {
            char text[KS_FEATURES_WORDS_SIZE];
            ks_features_describe_index(set, (uint32_t)listed.indices[i], position->board, side, text);
            put_format(&standard_output, "%s\t%d\t%s\n", ks_side_names[side], (int)listed.indices[i], text);
        }
    }
}

static void put_feature_objects(struct json *json, const ks_features *set, const ks_position *position) {
    for (unsigned side = 0; side < 2; side++) {
        struct listed listed;
        list_features(set, position, side, &listed);
        json_open_array(json, ks_side_names[side]);
        for (size_t i = 0; i < listed.count; i++) {
            char text[KS_FEATURES_WORDS_SIZE];
            ks_features_describe_index(set, (uint32_t)listed.indices[i], position->board, side, text);
            json_open_object(json, NULL);
            json_unsigned(json, "index", (uint64_t)listed.indices[i]);
            json_string(json, "description", text);
            json_close_object(json);
        }
        json_close_array(json);
    }
}

/* ---- The command ---- */

/* position: NULL when none was given. */
static void put_object(const ks_features *set, const ks_position *position) {
    const ks_features_facts facts = ks_features_get_facts(set);
    struct json json = json_start(&standard_output);
    json_open_object(&json, NULL);
    put_facts_members(&json, &facts);
    put_block_objects(&json, set);
    if (position) {
        char fen[KS_FEN_SIZE];
        ks_write_fen(position, fen);
        json_string(&json, "fen", fen);
        put_feature_objects(&json, set, position);
    }
    json_close_object(&json);
    json_end_line(&json);
}

static void put_set(const char *name, const struct task *task, const ks_position *position) {
    ks_features *const set = require_features(name, task->descriptions);
    if (task->json)
        put_object(set, position);
    else if (position)
        put_features(set, position);
    else
        put_blocks(set);
    ks_features_free(set);
}

static int features_main(struct arguments *arguments) {
    struct task task = {0};
    struct any_position position;
    read_options(arguments, &task);
    const int words = arguments->operand_count;
    if (words == 0 && task.descriptions)
        usage_error("--descriptions: expected the SET that is in the file");
    if (words > 1)
        read_position_argument(NULL, arguments->operands + 1, words - 1, KS_FEN_DEFAULT, &position, NULL);
    for (size_t i = 0; words == 0 && ks_features_get_bundled(i); i++)
        put_set(ks_features_get_bundled(i), &task, NULL);
    if (words > 0)
        put_set(arguments->operands[0], &task, words > 1 ? &position.chess : NULL);
    flush_output(&standard_output);
    return STATUS_GOOD;
}

const struct command features_command = {
    .name = "features",
    .operands = (const struct command_operand[]){{.name = "[SET]", .list = list_sets}, POSITION_OPERAND, {0}},
    .options = options,
    .run = features_main,
};
