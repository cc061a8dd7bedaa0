/* kingscan uci: answers that part of the Universal Chess Interface by which move generators are compared.
 * Source: S. Meyer-Kahlen and R. Huber, "Description of the universal chess interface", 2004; "go perft" and
 * "d" as Stockfish has them. */
#include "cli/uci/uci.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/perft/table.h"
#include "cli/shared/divide.h"
#include "cli/shared/draw_position.h"
#include "cli/shared/lines.h"
#include "cli/shared/replay.h"
#include "cli/shared/variant_argument.h"
#include "cli/shared/words.h"
#include "cli/shell/command.h"

static void say(struct uci *uci, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct uci *uci, const char *format, ...) {
    char line[512];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    put_string(uci->out, line);
    put(uci->out, "\n", 1);
}

/* A word in a message: its beginning, if it is long. */
static int shown_length(struct word word) {
    return word.length < 60 ? (int)word.length : 60;
}

/* ---- Commands ---- */

/* What follows the name of a command; false: the run is over. */
typedef bool answer(struct uci *uci, struct words *rest);

static bool answer_uci(struct uci *uci, struct words *rest) {
    (void)rest;
    say(uci, "id name Kingscan %s\nid author the Kingscan authors\n", ks_version());
    say(uci, "option name UCI_Chess960 type check default false");
    put_string(uci->out, "option name UCI_Variant type combo default chess");
    for (size_t i = 0; i < ks_variants_count(uci->variants); i++) {
        put_string(uci->out, " var ");
        put_string(uci->out, ks_variant_get_facts(ks_variants_get(uci->variants, i)).name);
    }
    say(uci, "\nuciok");
    return true;
}

static bool answer_isready(struct uci *uci, struct words *rest) {
    (void)rest;
    say(uci, "readyok");
    return true;
}

static bool answer_ucinewgame(struct uci *uci, struct words *rest) {
    (void)rest;
    uci->position = any_start(uci->position.variant);
    return true;
}

static void set_chess960(struct uci *uci, struct word value) {
    if (!word_is(value, "true") && !word_is(value, "false"))
        say(uci, "info string error: UCI_Chess960: expected 'value true' or 'value false'");
    else
        uci->notation = word_is(value, "true") ? KS_CHESS960 : 0;
}

/* Chess is played by its own rules: see any_position.h. */
static void set_variant(struct uci *uci, struct word value) {
    for (size_t i = 0; i < ks_variants_count(uci->variants); i++) {
        const ks_variant *const variant = ks_variants_get(uci->variants, i);
        if (word_is(value, ks_variant_get_facts(variant).name)) {
            uci->position = any_start(word_is(value, "chess") ? NULL : variant);
            return;
        }
    }
    say(uci, "info string error: UCI_Variant: expected 'value' and one of those that 'uci' lists");
}

static bool answer_setoption(struct uci *uci, struct words *rest) {
    const struct word name_word = next_word(rest), name = next_word(rest), value_word = next_word(rest);
    struct word value = next_word(rest);
    if (!word_is(value_word, "value"))
        value.length = 0;
    if (word_is(name_word, "name") && word_is(name, "UCI_Chess960"))
        set_chess960(uci, value);
    else if (word_is(name_word, "name") && word_is(name, "UCI_Variant"))
        set_variant(uci, value);
    else
        say(uci, "info string error: the options are UCI_Chess960 and UCI_Variant");
    return true;
}

static bool answer_position(struct uci *uci, struct words *rest) {
    static struct replay replay;
    const struct word kind = next_word(rest);
    ks_error error = {0};
    int code = KS_OK;
    if (word_is(kind, "fen")) {
        code = replay_read(uci->position.variant, rest->text + rest->at, rest->length - rest->at, &replay,
                           &error);
        error.offset += rest->at;
    } else if (word_is(kind, "startpos")) {
        const struct word moves = next_word(rest);
        replay.start = any_start(uci->position.variant);
        replay.count = 0;
        struct any_position end = replay.start;
        if (moves.length > 0 && !word_is(moves, "moves")) {
            say(uci, "info string error: expected 'moves', found '%.*s'", shown_length(moves), moves.text);
            return true;
        }
        code = replay_read_moves(rest->text, rest->length, rest->at, &replay, &end, &error);
    } else {
        say(uci, "info string error: expected 'position startpos' or 'position fen'");
        return true;
    }
    if (code != KS_OK)
        say(uci, "info string error: column %zu: %s", error.offset + 1, error.message);
    else
        uci->position = replay_end(&replay);
    return true;
}

static void perft(struct uci *uci, unsigned depth) {
    static struct divide divide;
    if (!divide_count(&uci->position, depth, uci->notation, &divide)) {
        say(uci, "info string error: go perft: there are more than %d legal moves", ANY_MOVES_MAX);
        return;
    }
    for (size_t i = 0; i < divide.count; i++)
        say(uci, "%s: %" PRIu64, divide.entries[i].text, divide.entries[i].count);
    say(uci, "\nNodes searched: %" PRIu64 "\n", divide.total);
}

/* 0: it is no number from 1 to the limit. */
static unsigned read_depth(struct word word, unsigned limit) {
    unsigned depth = 0;
    for (size_t i = 0; i < word.length && depth <= limit; i++) {
        if (word.text[i] < '0' || word.text[i] > '9')
            return 0;
        depth = depth * 10 + (unsigned)(word.text[i] - '0');
    }
    return depth <= limit ? depth : 0;
}

static bool answer_go(struct uci *uci, struct words *rest) {
    const struct word perft_word = next_word(rest);
    const unsigned depth = read_depth(next_word(rest), uci->depth_limit);
    if (!word_is(perft_word, "perft"))
        say(uci, "info string error: this program plays no chess: the one form of go is 'go perft DEPTH'");
    else if (depth == 0)
        say(uci, "info string error: go perft: expected a depth from 1 to %u", uci->depth_limit);
    else
        perft(uci, depth);
    return true;
}

static bool answer_d(struct uci *uci, struct words *rest) {
    char *text, fen[ANY_FEN_SIZE], name[4];
    size_t length;
    (void)rest;
    FILE *memory = open_memstream(&text, &length);
    if (!memory)
        fail("%s", strerror(errno));
    draw_position(memory, &uci->position, 0);
    fclose(memory);
    put(uci->out, text, length);
    free(text);
    any_write_fen(&uci->position, fen);
    say(uci, "\nFen: %s", fen);
    if (!uci->position.variant)
        say(uci, "Key: %016" PRIX64, uci->position.chess.key);
    put_string(uci->out, "Checkers:");
    const ks_squares checkers = any_checkers(&uci->position);
    for (unsigned square = 0; square < ANY_SQUARES; square++)
        if (checkers.half[square >> 6] >> (square & 63) & 1) {
            put(uci->out, " ", 1);
            put_string(uci->out, any_square_name(&uci->position, square, name));
        }
    put(uci->out, "\n", 1);
    return true;
}

static bool answer_quit(struct uci *uci, struct words *rest) {
    (void)uci, (void)rest;
    return false;
}

static const struct {
    const char *name;
    answer *answer;
} answers[] = {{"uci", answer_uci},
               {"isready", answer_isready},
               {"ucinewgame", answer_ucinewgame},
               {"setoption", answer_setoption},
               {"position", answer_position},
               {"go", answer_go},
               {"d", answer_d},
               {"quit", answer_quit}};

void uci_start(struct uci *uci, const ks_variants *variants, unsigned depth_limit, struct output *out) {
    *uci = (struct uci){
        .variants = variants, .position = any_start(NULL), .depth_limit = depth_limit, .out = out};
}

bool uci_answer(struct uci *uci, const char *line, size_t length) {
    struct words words = {line, length, 0};
    const struct word name = next_word(&words);
    if (name.length == 0)
        return true;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (word_is(name, answers[i].name))
            return answers[i].answer(uci, &words);
    say(uci, "info string error: unknown command '%.*s'", shown_length(name), name.text);
    return true;
}

/* ---- The command ---- */

static const struct command_option options[] = {VARIANTS_OPTION, {0}};

static int run(struct arguments *arguments) {
    static struct uci uci;
    static struct output out;
    static struct line_reader reader;
    const char *line;
    size_t length;
    const char *file = NULL;
    enum line_status status;
    while (next_option(arguments) != NO_OPTION)
        file = arguments->value;
    if (arguments->operand_count > 0)
        usage_error("expected no argument, found '%s'", arguments->operands[0]);
    require_kernel();
    ks_variants *const variants = load_variants(file);
    uci_start(&uci, variants, PERFT_DEPTH_MAX, &out);
    start_lines(&reader, STDIN_FILENO, &out);
    while ((status = next_line(&reader, &line, &length)) <= LINE_TOO_LONG) {
        if (status == LINE_TOO_LONG)
            say(&uci, "info string error: the line is longer than the limit of %d bytes", LINE_LIMIT);
        else if (!uci_answer(&uci, line, length))
            break;
    }
    if (status == LINE_FAILED)
        fail("-: %s", strerror(errno));
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
        "Ends with exit status 0 at quit or at the end of the input.",
    .options = options,
    .examples = examples,
    .run = run,
};
