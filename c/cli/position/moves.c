/* kingscan moves: the legal moves of a position. */
#include <stdlib.h>
#include <string.h>

#include "cli/position/variant_commands.h"
#include "cli/shared/output.h"
#include "cli/shared/position_argument.h"
#include "cli/shared/variant_argument.h"
#include "cli/shell/command.h"
#include "kingscan.h"

enum {
    OPTION_SAN,
    OPTION_CHESS960,
    OPTION_JSON,
    OPTION_LENIENT,
    OPTION_STRICT,
    OPTION_VARIANT,
    OPTION_VARIANTS
};

static const struct command_option options[] = {
    [OPTION_SAN] = {"san", 0, NULL, "short algebraic notation, such as Nf3, instead of UCI, such as g1f3"},
    [OPTION_CHESS960] = {"chess960", 0, NULL,
                         "in UCI, write every castling as the king's square and the rook's"},
    [OPTION_JSON] = {"json", 0, NULL,
                     "print one JSON object: the fen, and an array of moves, each with its uci and san"},
    [OPTION_LENIENT] = LENIENT_OPTION,
    [OPTION_STRICT] = STRICT_OPTION,
    [OPTION_VARIANT] = VARIANT_OPTION,
    [OPTION_VARIANTS] = VARIANTS_OPTION,
    {0},
};

/* A move in both notations; sorted by UCI, so that the order depends on no generator. */
struct written {
    char uci[KS_UCI_SIZE], san[KS_SAN_SIZE];
};

static int compare(const void *a, const void *b) {
    return strcmp(((const struct written *)a)->uci, ((const struct written *)b)->uci);
}

static size_t write_moves(const ks_position *position, unsigned flags, struct written written[KS_MOVES_MAX]) {
    ks_move moves[KS_MOVES_MAX];
    const size_t count = ks_legal_moves(position, moves);
    for (size_t i = 0; i < count; i++) {
        ks_write_uci(position, moves[i], flags, written[i].uci);
        ks_write_san(position, moves[i], written[i].san);
    }
    qsort(written, count, sizeof *written, compare);
    return count;
}

static void put_object(struct output *out, const ks_position *position, const struct written *moves,
                       size_t count) {
    char fen[KS_FEN_SIZE];
    put_string(out, "{\"fen\":");
    put_json(out, fen, ks_write_fen(position, fen));
    put_string(out, ",\"moves\":[");
    for (size_t i = 0; i < count; i++) {
        put_string(out, i > 0 ? ",{\"uci\":\"" : "{\"uci\":\"");
        put_string(out, moves[i].uci);
        put_string(out, "\",\"san\":\"");
        put_string(out, moves[i].san);
        put_string(out, "\"}");
    }
    put_string(out, "]}\n");
}

static int run(struct arguments *arguments) {
    static struct output out;
    static struct written moves[KS_MOVES_MAX];
    unsigned notation_flags = 0;
    int san = 0, json = 0;
    struct reading reading = {0};
    for (int option; (option = next_option(arguments)) != NO_OPTION;)
        switch (option) {
        case OPTION_SAN:
            san = 1;
            break;
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
    if (variant) {
        refuse_beside_variant(san, "san");
        refuse_beside_variant(notation_flags, "chess960");
        refuse_beside_variant(reading.fen_flags & KS_LENIENT, "lenient");
        return list_variant_moves(variant, arguments->operands, arguments->operand_count, reading.fen_flags,
                                  json);
    }
    if (arguments->operand_count == 0)
        usage_error("expected a position in FEN, or '-' for standard input");
    require_kernel();

    ks_position position;
    read_position_argument(arguments->operands, arguments->operand_count, reading.fen_flags, &position);
    const size_t count = write_moves(&position, notation_flags, moves);
    if (json)
        put_object(&out, &position, moves, count);
    for (size_t i = 0; i < count && !json; i++) {
        put_string(&out, san ? moves[i].san : moves[i].uci);
        put(&out, "\n", 1);
    }
    flush_output(&out);
    return STATUS_GOOD;
}

static const struct command_example examples[] = {
    {"kingscan moves 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "the three ways out of check: e1d1, e1e2 and e1f1"},
    {"head -n 1 games.epd | kingscan moves --san - | wc -l",
     "how many legal moves the first position of a file has"},
    {0},
};

const struct command moves_command = {
    .name = "moves",
    .summary = "list the legal moves of a position",
    .synopsis = "[OPTION...] FEN | -",
    .description =
        "One move a line, sorted by its UCI; nothing when there is none. The position is one "
        "argument, or its four to six fields are an argument each; '-' reads the first one of "
        "standard input.\n"
        "In UCI, castling is e1g1 and so on, and, where that would not be clear (a king not on the "
        "e-file, or a rook not in its corner), the king's square and the rook's.\n"
        "A text that is no position is an error with its place, and the exit status is 2.",
    .options = options,
    .examples = examples,
    .run = run,
};
