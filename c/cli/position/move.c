/* kingscan move: tells whether a move is legal, and if not, why. */
#include <string.h>

#include "cli/shared/json.h"
#include "cli/shared/positions/arguments.h"
#include "cli/shared/quote.h"

enum {
    OPTION_CHESS960,
    OPTION_JSON,
    OPTION_LENIENT,
    OPTION_STRICT,
    OPTION_NOTATION,
    OPTION_VARIANT,
    OPTION_VARIANTS
};

static const struct command_option options[] = {
    [OPTION_CHESS960] = {"chess960", 0, NULL, "in UCI, castling is the king taking its rook"},
    [OPTION_JSON] =
        {"json", 0, NULL,
         "print JSON\n"
         "One object: whether the move is legal, the code of the rule that it breaks (or ok), the message, "
         "and the move's uci and san (or null)."},
    [OPTION_LENIENT] = LENIENT_OPTION,
    [OPTION_STRICT] = STRICT_OPTION,
    [OPTION_NOTATION] = NOTATION_OPTION,
    [OPTION_VARIANT] = VARIANT_OPTION,
    [OPTION_VARIANTS] = VARIANTS_OPTION,
    {0},
};

/* The answer about a move: both its notations when it is legal, else what is wrong with it. */
struct answer {
    int code;
    char uci[ANY_MOVE_SIZE], san[ANY_SAN_SIZE];
    char why[ANY_WHY_SIZE];
};

static void put_object(struct output *out, const struct answer *answer) {
    const bool legal = answer->code == KS_OK;
    struct json json = json_start(out);
    json_open_object(&json, NULL);
    json_bool(&json, "legal", legal);
    json_string(&json, "code", ks_error_name(answer->code));
    json_string(&json, "message", legal ? NULL : answer->why);
    json_string(&json, "uci", legal ? answer->uci : NULL);
    json_string(&json, "san", legal ? answer->san : NULL);
    json_close_object(&json);
    json_end_line(&json);
}

/* Sentences, a line each. */
static void put_why(struct output *out, const char *why) {
    for (size_t length; length = strcspn(why, "\n"), why[length]; why += length + 1) {
        put_escaped(out, why, length);
        put(out, "\n", 1);
    }
    put_escaped(out, why, strlen(why));
}

/* Says what else a move could mean whose letter is one piece's in notation and another's in FEN. */
static void put_other_meaning(struct output *out, const ks_variant *variant, char letter) {
    const char *here = NULL, *in_fen = NULL;
    for (unsigned type = 0; type < ks_variant_get_facts(variant).types; type++) {
        const ks_variant_piece_type piece = ks_variant_get_piece_type(variant, type);
        if (piece.promoted)
            continue;
        if (piece.letter == letter)
            here = piece.name;
        if (piece.label - 'a' + 'A' == letter)
            in_fen = piece.name;
    }
    if (!here || !in_fen || here == in_fen)
        return;
    put_format(out, "; %c is the ", letter);
    put_escaped(out, here, strlen(here));
    put_string(out, " here, in FEN the ");
    put_escaped(out, in_fen, strlen(in_fen));
    put_string(out, ": see --notation");
}

static void put_line(struct output *out, const ks_variant *variant, const char *text,
                     const struct answer *answer) {
    if (answer->code == KS_OK) {
        put_format(out, "%s (%s) is legal", answer->san, answer->uci);
        if (variant)
            put_other_meaning(out, variant, *text);
    } else {
        put_why(out, answer->why);
    }
    put(out, "\n", 1);
}

/* Prints the answer about a move and returns the exit status. A text that is no move is an error, which ends
 * the program. */
static int judge_move(const struct any_position *position, const char *text, unsigned notation_flags,
                      bool json) {
    struct output *const out = &standard_output;
    const struct source source = {"MOVE", 1, text, strlen(text)};
    struct answer answer;
    ks_error error;
    any_move move;
    answer.code = any_explain_move(position, source.text, source.length, &move, &error);
    if (answer.code == KS_ERROR_MOVE_TEXT)
        refuse(&source, &error);
    if (answer.code == KS_OK) {
        any_write_uci(position, move, notation_flags, answer.uci);
        any_write_san(position, move, answer.san);
    } else {
        any_write_refusal(position, source.text, source.length, &error, answer.why);
    }
    if (json)
        put_object(out, &answer);
    else
        put_line(out, position->variant, text, &answer);
    flush_output(out);
    return answer.code == KS_OK ? STATUS_GOOD : STATUS_FOUND;
}

static int run(struct arguments *arguments) {
    unsigned notation_flags = 0;
    bool json = false;
    struct reading reading = {0};
    for (int option; (option = next_option(arguments)) != NO_OPTION;)
        switch (option) {
        case OPTION_CHESS960:
            notation_flags |= KS_CHESS960;
            break;
        case OPTION_JSON:
            json = true;
            break;
        default:
            note_reading_option(arguments, &reading);
        }
    const ks_variant *const variant = choose_variant(&reading.variant);
    const int fen_words = arguments->operand_count - 1;
    if (fen_words < 0)
        usage_error("expected a move");
    if (fen_words == 0 && strchr(arguments->operands[0], '/'))
        usage_error("expected a move behind the position");
    require_kernel();

    struct any_position position;
    read_position_argument(variant, arguments->operands, fen_words, reading.fen_flags, &position);
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
    .operands = (const struct command_operand[]){POSITION_OPERAND, {"MOVE", false}, {0}},
    .description =
        "The move is written in UCI (e2e4, e7e8q) or SAN (Nf3, exd5, e8=Q, O-O). A legal one is shown in "
        "both. For any other, a sentence says what is wrong: first by the rule of the piece itself, then by "
        "what stands on the board, last by the king's safety.\n"
        "Without a position, the start of the game is meant. With --variant, the sentence about a move that "
        "isn't legal is followed by how the piece moves.",
    .options = options,
    .examples = examples,
    .run = run,
};
