/* kingscan move: is this move legal, and if not, why not? */
#include <string.h>

#include "cli/position/variant_commands.h"
#include "cli/shared/output.h"
#include "cli/shared/position_argument.h"
#include "cli/shared/variant_argument.h"
#include "cli/shell/command.h"
#include "kingscan.h"

enum { OPTION_CHESS960, OPTION_JSON, OPTION_LENIENT, OPTION_STRICT, OPTION_VARIANT, OPTION_VARIANTS };

static const struct command_option options[] = {
    [OPTION_CHESS960] = {"chess960", 0, NULL,
                         "in UCI, write every castling as the king's square and the rook's"},
    [OPTION_JSON] =
        {"json", 0, NULL,
         "print a JSON object: whether the move is legal, the code of the rule that it breaks (or ok), "
         "the message, and the move's uci and san (or null)"},
    [OPTION_LENIENT] = LENIENT_OPTION,
    [OPTION_STRICT] = STRICT_OPTION,
    [OPTION_VARIANT] = VARIANT_OPTION,
    [OPTION_VARIANTS] = VARIANTS_OPTION,
    {0},
};

/* What is to be said of a move. */
struct answer {
    int code;
    const char *message;
    char uci[KS_UCI_SIZE], san[KS_SAN_SIZE];
};

static void put_string_or_null(struct output *out, const char *string) {
    if (*string)
        put_json(out, string, strlen(string));
    else
        put_string(out, "null");
}

static void put_object(struct output *out, const struct answer *answer) {
    put_string(out, answer->code == KS_OK ? "{\"legal\":true" : "{\"legal\":false");
    put_string(out, ",\"code\":\"");
    put_string(out, ks_error_name(answer->code));
    put_string(out, "\",\"message\":");
    put_string_or_null(out, answer->message);
    put_string(out, ",\"uci\":");
    put_string_or_null(out, answer->uci);
    put_string(out, ",\"san\":");
    put_string_or_null(out, answer->san);
    put_string(out, "}\n");
}

static void put_line(struct output *out, const struct answer *answer) {
    if (answer->code == KS_OK) {
        put_string(out, answer->san);
        put_string(out, " (");
        put_string(out, answer->uci);
        put_string(out, ") is legal");
    } else {
        put_string(out, answer->message);
    }
    put(out, "\n", 1);
}

/* Prints what there is to say; text that is no move is refused. */
static int judge_move(const ks_position *position, const char *text, unsigned notation_flags, int json) {
    static struct output out;
    const struct source source = {"MOVE", 1, text, strlen(text)};
    struct answer answer = {.message = ""};
    ks_error error;
    ks_move move;
    answer.code = ks_explain_move(position, source.text, source.length, &move, &error);
    if (answer.code == KS_ERROR_MOVE_TEXT)
        refuse(&source, &error);
    if (answer.code == KS_OK) {
        ks_write_uci(position, move, notation_flags, answer.uci);
        ks_write_san(position, move, answer.san);
    } else {
        answer.message = error.message;
    }
    (json ? put_object : put_line)(&out, &answer);
    flush_output(&out);
    return answer.code == KS_OK ? STATUS_GOOD : STATUS_FOUND;
}

static int run_variant(const ks_variant *variant, const struct arguments *arguments, unsigned fen_flags,
                       unsigned notation_flags, int json) {
    const int fen_words = arguments->operand_count - 1;
    refuse_beside_variant(notation_flags, "chess960");
    refuse_beside_variant(fen_flags & KS_LENIENT, "lenient");
    if (fen_words < 0)
        usage_error("expected a position in FEN, or '-' for standard input, and a move");
    return judge_variant_move(variant, arguments->operands, fen_words, fen_flags,
                              arguments->operands[fen_words], json);
}

static int run(struct arguments *arguments) {
    unsigned notation_flags = 0;
    int json = 0;
    struct reading reading = {0};
    for (int option; (option = next_option(arguments)) != NO_OPTION;)
        switch (option) {
        case OPTION_CHESS960:
            notation_flags |= KS_CHESS960;
            break;
        case OPTION_JSON:
            json = 1;
            break;
        default:
            note_reading_option(arguments, &reading);
        }
    const ks_variant *const variant = choose_variant(&reading.variant);
    if (variant)
        return run_variant(variant, arguments, reading.fen_flags, notation_flags, json);
    if (arguments->operand_count < 2)
        usage_error("expected a position in FEN, or '-' for standard input, and a move");
    require_kernel();

    ks_position position;
    const int fen_words = arguments->operand_count - 1;
    read_position_argument(arguments->operands, fen_words, reading.fen_flags, &position);
    return judge_move(&position, arguments->operands[fen_words], notation_flags, json);
}

static const struct command_example examples[] = {
    {"kingscan move 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1 Kd2",
     "why not: the king on e1 can't go to d2, since the rook on e2 attacks that square"},
    {0},
};

const struct command move_command = {
    .name = "move",
    .summary = "tell whether a move is legal, and if not, why not",
    .synopsis = "[OPTION...] FEN|- MOVE",
    .description =
        "The move is written in UCI (e2e4, e7e8q) or SAN (Nf3, exd5, e8=Q, O-O). A legal one is shown in "
        "both. Of any other a sentence says what is wrong: first by the rule of the piece itself, then by "
        "what stands on the board, last by the king's safety.\n"
        "The position is one argument, or its four to six fields are an argument each; '-' reads the first "
        "one of standard input.\n"
        "The exit status is 0 when the move is legal, 1 when it isn't, and 2 when the text is no move or no "
        "position.",
    .options = options,
    .examples = examples,
    .run = run,
};
