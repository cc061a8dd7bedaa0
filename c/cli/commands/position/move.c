/* kingscan move: says whether a move is legal, and if not, why. */
#include <string.h>

#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "cli/positions/arguments.h"
#include "cli/positions/games_file.h"
#include "game/common/text.h"

/* The settings of a run. */
struct task {
    unsigned notation; /* of enum ks_uci_flags */
    bool json;
    struct reading reading;
};

static const struct command_option options[] = {
    {"chess960", 0, NULL, BITS_INTO(struct task, notation, KS_UCI_CHESS960)},
    {"json", 0, NULL, FLAG_INTO(struct task, json)},
    LENIENT_OPTION(struct task),
    STRICT_OPTION(struct task),
    NOTATION_OPTION(struct task),
    VARIANT_OPTION(struct task),
    VARIANTS_OPTION(struct task),
    {0},
};

static const struct command_rule rules[] = {{"strict", NULL, "lenient", NULL}, {0}};

/* The answer about a move: both its notations when it is legal, else what is wrong with it. */
struct answer {
    int code;
    char uci[ANY_MOVE_SIZE], san[ANY_SAN_SIZE];
    ks_error error;
    enum ks_draw draw; /* after the move */
};

static void put_object(struct output *out, const struct answer *answer) {
    const bool legal = answer->code == KS_OK;
    struct json json = json_start(out);
    json_open_object(&json, NULL);
    json_bool(&json, "legal", legal);
    json_string(&json, "code", ks_error_name(answer->code));
    json_string(&json, "message", legal ? NULL : answer->error.message);
    json_string(&json, "move", legal ? answer->uci : NULL);
    json_string(&json, "san", legal ? answer->san : NULL);
    json_string(&json, "draw", ks_draw_name(answer->draw));
    json_close_object(&json);
    json_end_line(&json);
}

static void put_line(struct output *out, const ks_variant *variant, const char *text,
                     const struct answer *answer) {
    const bool legal = answer->code == KS_OK;
    char hint[OTHER_LETTER_SIZE] = "";
    if (legal)
        put_format(out, "%s (%s) is legal", answer->san, answer->uci);
    else
        put_escaped(out, answer->error.message, strlen(answer->error.message));
    if (variant)
        write_other_letter(variant, false, *text, legal ? NULL : answer->error.message, hint);
    put_escaped(out, hint, strlen(hint));
    put(out, "\n", 1);
}

/* Returns the draw to which a legal move leads. history: of the position before the move. */
static enum ks_draw find_draw_after(const struct any_position *before, any_move move,
                                    struct history *history) {
    struct any_position position = *before;
    any_make_move(&position, move);
    expect_memory(history_add(history, &position));
    return history_find_draw(history, &position, any_judge(&position, NULL));
}

/* Prints the answer about a move and returns the exit status. A text that is no move is an error, which ends
 * the program. */
static int answer_move(const struct any_position *position, struct history *history, const char *text,
                       const struct task *task) {
    struct output *const out = &standard_output;
    const struct source source = {"MOVE", 1, text, strlen(text)};
    struct answer answer = {0};
    any_move move;
    answer.code = any_explain_move(position, source.text, source.length, &move, &answer.error);
    if (answer.code == KS_ERROR_MOVE_TEXT)
        refuse(&source, &answer.error);
    if (answer.code == KS_OK) {
        any_write_uci(position, move, task->notation, answer.uci);
        any_write_san(position, move, answer.san);
        answer.draw = find_draw_after(position, move, history);
    }
    if (task->json)
        put_object(out, &answer);
    else
        put_line(out, position->variant, text, &answer);
    flush_output(out);
    return answer.code == KS_OK ? STATUS_GOOD : STATUS_FOUND;
}

static int move_main(struct arguments *arguments) {
    struct task task = {0};
    read_options(arguments, &task);
    const ks_variant *const variant = choose_variant(&task.reading.variant);
    const int fen_words = arguments->operand_count - 1;
    if (fen_words < 0)
        usage_error("expected a move");
    if (fen_words == 0 && strchr(arguments->operands[0], '/'))
        usage_error("expected a move after the position");
    require_kernel();

    struct any_position position;
    struct history history = {0};
    read_position_argument(variant, arguments->operands, fen_words, task.reading.fen_flags, &position,
                           &history);
    const int status = answer_move(&position, &history, arguments->operands[fen_words], &task);
    history_free(&history);
    return status;
}

const struct command move_command = {
    .name = "move",
    .operands = (const struct command_operand[]){POSITION_OPERAND, {.name = "MOVE"}, {0}},
    .options = options,
    .rules = rules,
    .run = move_main,
};
