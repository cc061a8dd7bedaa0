/* kingscan moves: lists the legal moves of a position. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "cli/positions/arguments.h"

/* The settings of a run. */
struct task {
    unsigned notation; /* of enum ks_uci_flags */
    bool san, json, key;
    struct reading reading;
};

static const struct command_option options[] = {
    {"san", 0, NULL, FLAG_INTO(struct task, san)},
    {"chess960", 0, NULL, BITS_INTO(struct task, notation, KS_UCI_CHESS960)},
    {"json", 0, NULL, FLAG_INTO(struct task, json)},
    {"key", 0, NULL, FLAG_INTO(struct task, key)},
    LENIENT_OPTION(struct task),
    STRICT_OPTION(struct task),
    FEN_EP_OPTION(struct task),
    NOTATION_OPTION(struct task),
    VARIANT_OPTION(struct task),
    VARIANTS_OPTION(struct task),
    {0},
};

static const struct command_rule rules[] = {
    {"strict", NULL, "lenient", NULL}, {"san", NULL, "json", "it has both notations"},
    {"key", NULL, "san", NULL},        {"chess960", NULL, "san", NULL},
    {"fen-ep", "json", NULL, NULL},    {0},
};

/* A move in both notations. Moves are sorted by UCI, so that their order doesn't depend on a generator. */
struct written {
    char uci[ANY_MOVE_SIZE], san[ANY_SAN_SIZE];
};

static int compare(const void *a, const void *b) {
    return strcmp(((const struct written *)a)->uci, ((const struct written *)b)->uci);
}

/* Returns all legal moves, to be freed by the caller. Their number goes to *count. */
static struct written *write_moves(const struct any_position *position, unsigned flags, size_t *count) {
    any_move *const moves = given(any_list_moves(position, count));
    struct written *const written = given(calloc(*count + 1, sizeof *written));
    for (size_t i = 0; i < *count; i++) {
        any_write_uci(position, moves[i], flags, written[i].uci);
        any_write_san(position, moves[i], written[i].san);
    }
    free(moves);
    qsort(written, *count, sizeof *written, compare);
    return written;
}

enum { KEY_SIZE = 17 };

/* key: NULL: it isn't asked for. */
static void put_object(struct output *out, const char *fen, const char *key, const struct written *moves,
                       size_t count) {
    struct json json = json_start(out);
    json_open_object(&json, NULL);
    json_string(&json, "fen", fen);
    if (key)
        json_string(&json, "key", key);
    json_open_array(&json, "legal_moves");
    for (size_t i = 0; i < count; i++) {
        json_open_object(&json, NULL);
        json_string(&json, "move", moves[i].uci);
        json_string(&json, "san", moves[i].san);
        json_close_object(&json);
    }
    json_close_array(&json);
    json_close_object(&json);
    json_end_line(&json);
}

static int moves_main(struct arguments *arguments) {
    struct output *const out = &standard_output;
    struct task task = {0};
    read_options(arguments, &task);
    const ks_variant *const variant = choose_variant(&task.reading.variant);
    if (task.key && variant)
        usage_error("--key: Polyglot's keys are those of chess, not of %s",
                    ks_variant_get_facts(variant).name);
    if (task.key && !task.json && is_given(arguments, "chess960"))
        usage_error("--chess960 doesn't go with --key");
    require_kernel();

    struct any_position position;
    size_t count;
    read_position_argument(variant, arguments->operands, arguments->operand_count, task.reading.fen_flags,
                           &position, NULL);
    struct written *const moves = write_moves(&position, task.notation, &count);
    char fen[ANY_FEN_SIZE], key[KEY_SIZE];
    any_write_shown_fen(&position, task.reading.fen_ep == FEN_EP_X_FEN, fen);
    if (task.key)
        snprintf(key, sizeof key, "%016" PRIx64, ks_polyglot_key(&position.chess));
    if (task.json)
        put_object(out, fen, task.key ? key : NULL, moves, count);
    else if (task.key)
        put_format(out, "%s\n", key);
    for (size_t i = 0; i < count && !task.json && !task.key; i++) {
        put_string(out, task.san ? moves[i].san : moves[i].uci);
        put(out, "\n", 1);
    }
    free(moves);
    flush_output(out);
    return STATUS_GOOD;
}

const struct command moves_command = {
    .name = "moves",
    .operands = (const struct command_operand[]){POSITION_OPERAND, {0}},
    .options = options,
    .rules = rules,
    .run = moves_main,
};
