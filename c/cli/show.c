/* kingscan show: one position drawn in the terminal, with the checkers marked. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "draw.h"
#include "kingscan.h"
#include "lines.h"
#include "output.h"
#include "verdict.h"

enum { OPTION_ASCII, OPTION_JSON, OPTION_LENIENT, OPTION_STRICT };

static const struct command_option options[] = {
    [OPTION_ASCII] = {"ascii", 0, NULL, "letters for the pieces, even where the locale has chess figures"},
    [OPTION_JSON] = {"json", 0, NULL,
                     "print a JSON object instead of the board: fen, side_to_move, king, verdict, checkers"},
    [OPTION_LENIENT] = {"lenient", 0, NULL,
                        "show every position in which the side to move has exactly one king"},
    [OPTION_STRICT] =
        {"strict", 0, NULL,
         "refuse castling letters without their king or rook, and en-passant squares that no double push "
         "can have left, instead of passing over them"},
    {0},
};

static const char *const side_names[2] = {"white", "black"};

/* A FEN, and what messages call the place where it stands. */
struct source {
    const char *name;
    uint64_t line;
    const char *text;
    size_t length;
    char *joined; /* the text, when it is ours to free */
};

/* ---- Where the FEN comes from ---- */

/* The words with a blank between each two. */
static struct source join_words(char **words) {
    size_t length = 0;
    for (char **word = words; *word; word++)
        length += strlen(*word) + 1;
    char *text = malloc(length), *end = text;
    if (!text)
        fail("%s", strerror(errno));
    for (char **word = words; *word; word++) {
        if (word > words)
            *end++ = ' ';
        end = stpcpy(end, *word);
    }
    return (struct source){"FEN", 1, text, length - 1, text};
}

static struct source read_standard_input(void) {
    static struct line_reader reader;
    struct source source = {.name = "-"};
    enum line_status status;
    start_lines(&reader, STDIN_FILENO, NULL);
    do
        status = next_line(&reader, &source.text, &source.length);
    while (status == LINE_GOOD && is_blank_or_comment(source.text, source.length));
    if (status == LINE_FAILED)
        fail("-: %s", strerror(errno));
    if (status != LINE_GOOD)
        fail("-: %s",
             status == LINE_END ? "expected a position, found the end of the input" : "the line is too long");
    source.line = reader.number;
    return source;
}

/* Says what is wrong and shows the place: the text, and below it a caret. */
static _Noreturn void refuse(const struct source *source, const ks_error *error) {
    enum { SHOWN = 160 }; /* of a longer text, the place alone would help nobody */
    fprintf(stderr, "%s:%" PRIu64 ":%zu: error: %s\n", source->name, source->line, error->offset + 1,
            error->message);
    if (source->length <= SHOWN) {
        fputs("    ", stderr);
        for (size_t i = 0; i < source->length; i++) {
            const char c = source->text[i];
            putc(c >= ' ' && c < 127 ? c : '?', stderr); /* one column a byte */
        }
        fprintf(stderr, "\n    %*s^\n", (int)error->offset, "");
    }
    exit(STATUS_FAILED);
}

/* ---- What is shown of it ---- */

static void print_json(const ks_position *position, enum verdict verdict, uint64_t checkers) {
    static struct output out;
    char fen[KS_FEN_SIZE];
    const unsigned side = position->side_to_move;
    put_string(&out, "{\"fen\":");
    put_json(&out, fen, ks_write_fen(position, fen));
    put_string(&out, ",\"side_to_move\":\"");
    put_string(&out, side_names[side]);
    put_string(&out, "\",\"king\":\"");
    put_string(&out, ks_square_name(position->king[side]));
    put_string(&out, "\",\"verdict\":\"");
    put_string(&out, verdict_names[verdict]);
    put_string(&out, "\",\"checkers\":");
    put_squares_json(&out, checkers);
    put_string(&out, "}\n");
    flush_output(&out);
}

static void print_verdict(const ks_position *position, enum verdict verdict, uint64_t checkers) {
    printf("%s: %s is %sin check", verdict_names[verdict], side_names[position->side_to_move],
           checkers ? "" : "not ");
    for (const char *before = " from "; checkers; checkers &= checkers - 1, before = ", ")
        printf("%s%s", before, ks_square_name((unsigned)__builtin_ctzll(checkers)));
    putchar('\n');
}

static void print_position(const ks_position *position, enum verdict verdict, uint64_t checkers,
                           unsigned style) {
    char fen[KS_FEN_SIZE], castling[8], en_passant[3];
    ks_write_fen(position, fen);
    sscanf(fen, "%*s %*s %7s %2s", castling, en_passant);
    putchar('\n');
    draw_board(stdout, position->board, checkers, style);
    printf("\n%s to move, castling %s, en passant %s\n", side_names[position->side_to_move], castling,
           en_passant);
    print_verdict(position, verdict, checkers);
}

static int run(struct arguments *arguments) {
    unsigned flags = 0;
    int ascii = 0, json = 0;
    for (int option; (option = next_option(arguments)) != NO_OPTION;)
        switch (option) {
        case OPTION_ASCII:
            ascii = 1;
            break;
        case OPTION_JSON:
            json = 1;
            break;
        case OPTION_LENIENT:
            flags |= KS_LENIENT;
            break;
        case OPTION_STRICT:
            flags |= KS_STRICT;
        }
    if (arguments->operand_count == 0)
        usage_error("expected a position in FEN, or '-' for standard input");
    require_kernel();

    const int from_input = arguments->operand_count == 1 && strcmp(arguments->operands[0], "-") == 0;
    const struct source source = from_input ? read_standard_input() : join_words(arguments->operands);
    ks_position position;
    ks_error error;
    if (ks_read_fen(source.text, source.length, flags, &position, &error) != KS_OK)
        refuse(&source, &error);
    free(source.joined);

    uint64_t checkers;
    const enum verdict verdict = judge(&position, &checkers);
    if (json)
        print_json(&position, verdict, checkers);
    else
        print_position(&position, verdict, checkers,
                       draw_style_of_stdout() & (ascii ? ~(unsigned)DRAW_FIGURINES : ~0u));
    return STATUS_GOOD;
}

static const struct command_example examples[] = {
    {"kingscan show 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
     "a king in check, and the rook that gives it in brackets"},
    {"kingscan check --only double-check games.epd | cut -f 3 | kingscan show -",
     "the first double check of a file"},
    {0},
};

const struct command show_command = {
    .name = "show",
    .summary = "draw a position with the checkers marked",
    .synopsis = "[OPTION...] FEN | -",
    .description = "The position is one argument, or its four to six fields are an argument each; '-' reads "
                   "the first one of standard input. Brackets stand around the pieces that give check. "
                   "Colours are used on a terminal only.\n"
                   "A text that is no position is an error with its place, and the exit status is 2.",
    .options = options,
    .examples = examples,
    .run = run,
};
