/* kingscan uci: answers that part of the Universal Chess Interface by which move generators are compared.
 * Source: S. Meyer-Kahlen and R. Huber, "Description of the universal chess interface", 2004; "go perft" and
 * "d" as Stockfish has them. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/lines.h"
#include "cli/shared/positions/arguments.h"
#include "cli/shared/positions/divide.h"
#include "cli/uci/session.h"

static const struct command_option options[] = {FEN_EP_OPTION, VARIANTS_OPTION, {0}};

static int run(struct arguments *arguments) {
    static struct uci uci;
    static struct output out;
    static struct line_reader reader;
    const char *line;
    size_t length;
    struct reading reading = {0};
    enum line_status status;
    while (next_option(arguments) != NO_OPTION)
        note_reading_option(arguments, &reading);
    if (arguments->operand_count > 0)
        usage_error("expected no argument, found '%s'", arguments->operands[0]);
    require_kernel();
    ks_variants *const variants = load_variants(reading.variant.file);
    uci_start(&uci, variants, PERFT_DEPTH_MAX, &out);
    uci.x_fen = reading.x_fen;
    start_lines(&reader, STDIN_FILENO, &out);
    while ((status = next_line(&reader, &line, &length)) <= LINE_TOO_LONG) {
        if (status == LINE_TOO_LONG)
            put_format(&out, "info string error: the line is longer than the limit of %d bytes\n",
                       LINE_LIMIT);
        else if (!uci_answer(&uci, line, length))
            break;
    }
    if (status == LINE_FAILED)
        fail("-: %s", strerror(errno));
    if (status == LINE_FOREIGN)
        fail("-: this is %s, not UCI", reader.foreign->name);
    flush_output(&out);
    ks_variants_free(variants);
    return STATUS_GOOD;
}

static const struct command_example examples[] = {
    {"kingscan diff 3 --engine 'kingscan uci'", "no difference: both are the same"},
    {"printf 'position startpos moves e2e4\\ngo perft 3\\n' | kingscan uci", "counts for each reply"},
    {0},
};

const struct command uci_command = {
    .name = "uci",
    .summary = "answer UCI, so that other programs can compare their moves with Kingscan's",
    .synopsis = "[--variants FILE]",
    .description =
        "Reads commands from standard input and answers them as a chess engine does, except that it plays "
        "no chess: uci, isready, ucinewgame, setoption name UCI_Chess960 value true|false, setoption name "
        "UCI_Variant value NAME, position startpos|fen FEN [moves MOVE...], go perft DEPTH (a line 'move: "
        "count' for each move, and the sum), d (the board, its FEN, its key, and the checkers), quit.\n"
        "With UCI_Chess960, castling is printed as the king taking its rook; both forms are read at any "
        "time. A command that is not known, a position that is none, or a move that isn't legal is answered "
        "by a line 'info string error: ...', and the position stays what it was.\n"
        "Ends at quit or at the end of the input.",
    .options = options,
    .examples = examples,
    .run = run,
};
