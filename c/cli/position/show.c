/* kingscan show: one position drawn, in the terminal or as a picture, with checkers and pinned pieces marked.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/position/svg.h"
#include "cli/position/variant_commands.h"
#include "cli/shared/draw.h"
#include "cli/shared/output.h"
#include "cli/shared/position_argument.h"
#include "cli/shared/squares.h"
#include "cli/shared/variant_argument.h"
#include "cli/shell/command.h"
#include "kingscan.h"

enum {
    OPTION_ASCII,
    OPTION_JSON,
    OPTION_LENIENT,
    OPTION_STRICT,
    OPTION_SVG,
    OPTION_VARIANT,
    OPTION_VARIANTS
};

static const struct command_option options[] = {
    [OPTION_ASCII] = {"ascii", 0, NULL, "letters for the pieces, even where the locale has chess figures"},
    [OPTION_JSON] =
        {"json", 0, NULL,
         "print a JSON object instead of the board: fen, side_to_move, king, verdict, checkers, pinned"},
    [OPTION_LENIENT] = LENIENT_OPTION,
    [OPTION_STRICT] = STRICT_OPTION,
    [OPTION_SVG] =
        {"svg", 0, "FILE",
         "draw the board as an SVG picture into this file too; '-': on standard output, instead of "
         "anything else"},
    [OPTION_VARIANT] = VARIANT_OPTION,
    [OPTION_VARIANTS] = VARIANTS_OPTION,
    {0},
};

static const char *const side_names[2] = {"white", "black"};

/* A position and what is said of it. */
struct shown {
    ks_position position;
    enum ks_verdict verdict;
    struct board_marks marks;
};

static void judge(struct shown *shown) {
    const ks_position *position = &shown->position;
    const unsigned side = position->side_to_move;
    ks_king_lines lines;
    ks_king_scan(position->board, position->king[side], side, &lines);
    shown->verdict = ks_judge(position, NULL);
    shown->marks = (struct board_marks){lines.checkers, lines.pinned};
}

/* ---- Facts ---- */

/* "checkmate: white is in check from e2, and has no legal move" */
static void print_verdict(FILE *out, const struct shown *shown) {
    uint64_t checkers = shown->marks.brackets;
    fprintf(out, "%s: %s is %sin check", ks_verdict_name(shown->verdict),
            side_names[shown->position.side_to_move], checkers ? "" : "not ");
    for (const char *before = " from "; checkers; checkers &= checkers - 1, before = ", ")
        fprintf(out, "%s%s", before, ks_square_name((unsigned)__builtin_ctzll(checkers)));
    if (shown->verdict == KS_CHECKMATE || shown->verdict == KS_STALEMATE)
        fputs(", and has no legal move", out);
}

static void print_legend(const struct board_marks *marks) {
    if (marks->brackets)
        printf("[ ] gives check%s", marks->parentheses ? ", " : "\n");
    if (marks->parentheses)
        puts("( ) is pinned");
}

static void print_position(const struct shown *shown, unsigned style) {
    char fen[KS_FEN_SIZE], castling[8], en_passant[3];
    ks_write_fen(&shown->position, fen);
    sscanf(fen, "%*s %*s %7s %2s", castling, en_passant);
    putchar('\n');
    draw_board(stdout, shown->position.board, &shown->marks, style);
    printf("\n%s to move, castling %s, en passant %s\n", side_names[shown->position.side_to_move], castling,
           en_passant);
    print_verdict(stdout, shown);
    putchar('\n');
    print_legend(&shown->marks);
}

static void print_json(const struct shown *shown) {
    static struct output out;
    char fen[KS_FEN_SIZE];
    const unsigned side = shown->position.side_to_move;
    put_string(&out, "{\"fen\":");
    put_json(&out, fen, ks_write_fen(&shown->position, fen));
    put_string(&out, ",\"side_to_move\":\"");
    put_string(&out, side_names[side]);
    put_string(&out, "\",\"king\":\"");
    put_string(&out, ks_square_name(shown->position.king[side]));
    put_string(&out, "\",\"verdict\":\"");
    put_string(&out, ks_verdict_name(shown->verdict));
    put_string(&out, "\",\"checkers\":");
    put_squares_json(&out, shown->marks.brackets);
    put_string(&out, ",\"pinned\":");
    put_squares_json(&out, shown->marks.parentheses);
    put_string(&out, "}\n");
    flush_output(&out);
}

/* ---- The picture ---- */

static void draw_picture(FILE *out, const struct shown *shown) {
    char *title;
    size_t length;
    FILE *memory = open_memstream(&title, &length);
    if (!memory)
        fail("%s", strerror(errno));
    print_verdict(memory, shown);
    fclose(memory);
    draw_svg(out, &shown->position, &shown->marks, title);
    free(title);
}

static void write_picture(const char *name, const struct shown *shown) {
    FILE *file = fopen(name, "w");
    if (!file)
        fail("%s: %s", name, strerror(errno));
    draw_picture(file, shown);
    errno = EIO; /* for a write that failed long ago */
    const int failed = ferror(file);
    if (fclose(file) != 0 || failed)
        fail("%s: %s", name, strerror(errno));
}

/* ---- The command ---- */

static int run(struct arguments *arguments) {
    int ascii = 0, json = 0;
    const char *svg = NULL;
    struct reading reading = {0};
    for (int option; (option = next_option(arguments)) != NO_OPTION;)
        switch (option) {
        case OPTION_ASCII:
            ascii = 1;
            break;
        case OPTION_JSON:
            json = 1;
            break;
        case OPTION_SVG:
            svg = arguments->value;
            break;
        default:
            note_reading_option(arguments, &reading);
        }
    const ks_variant *const variant = choose_variant(&reading.variant);
    if (variant) {
        refuse_beside_variant(svg != NULL, "svg");
        refuse_beside_variant(reading.fen_flags & KS_LENIENT, "lenient");
        return show_variant(variant, arguments->operands, arguments->operand_count, reading.fen_flags, json);
    }
    if (arguments->operand_count == 0)
        usage_error("expected a position in FEN, or '-' for standard input");
    require_kernel();

    struct shown shown;
    read_position_argument(arguments->operands, arguments->operand_count, reading.fen_flags, &shown.position);
    judge(&shown);
    const int picture_alone = svg && strcmp(svg, "-") == 0;
    if (picture_alone)
        draw_picture(stdout, &shown);
    else if (svg)
        write_picture(svg, &shown);
    if (json && !picture_alone)
        print_json(&shown);
    else if (!picture_alone)
        print_position(&shown, draw_style_of_stdout() & (ascii ? ~(unsigned)DRAW_FIGURINES : ~0u));
    return STATUS_GOOD;
}

static const struct command_example examples[] = {
    {"kingscan show 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
     "a king in check, and the rook that gives it in brackets"},
    {"kingscan show --svg board.svg 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "the same, as a picture too"},
    {"kingscan check --only double-check games.epd | cut -f 3 | kingscan show -",
     "the first double check of a file"},
    {0},
};

const struct command show_command = {
    .name = "show",
    .summary = "draw a position with checkers and pinned pieces marked",
    .synopsis = "[OPTION...] FEN | -",
    .description = "The position is one argument, or its four to six fields are an argument each; '-' reads "
                   "the first one of standard input. Brackets stand around the pieces that give check, "
                   "parentheses around those that are pinned to the king of the side to move. Below the "
                   "board stands the verdict: safe, check, double-check, checkmate or stalemate. Colours "
                   "are used on a terminal only.\n"
                   "A text that is no position is an error with its place, and the exit status is 2.",
    .options = options,
    .examples = examples,
    .run = run,
};
