/* kingscan show: draws a position, in the terminal or as a picture, with checkers and pinned pieces marked.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/shared/drawing/draw.h"
#include "cli/shared/drawing/svg.h"
#include "cli/shared/json.h"
#include "cli/shared/positions/arguments.h"
#include "cli/shared/positions/square_names.h"
#include "cli/shared/positions/squares.h"
#include "core/fen/write.h"
#include "core/key.h"

enum {
    OPTION_ASCII,
    OPTION_JSON,
    OPTION_LENIENT,
    OPTION_STRICT,
    OPTION_FEN_EP,
    OPTION_RAYS,
    OPTION_SVG,
    OPTION_VARIANT,
    OPTION_VARIANTS
};

static const struct command_option options[] = {
    [OPTION_ASCII] =
        {
            "ascii",
            0,
            NULL,
            "letters for the pieces, not chess figures",
        },
    [OPTION_JSON] =
        {"json", 0, NULL,
         "print JSON instead of the board\n"
         "One object: fen, side_to_move, king, verdict, checkers, pinned; with --variant also variant and "
         "outcome, and no pinned."},
    [OPTION_LENIENT] = LENIENT_OPTION,
    [OPTION_STRICT] = STRICT_OPTION,
    [OPTION_FEN_EP] = FEN_EP_OPTION,
    [OPTION_RAYS] = {"rays", 0, NULL,
                     "draw the ways of checks and pins\n"
                     "The ways on which the king is in check and on which pieces are pinned: in colour on a "
                     "terminal, else by "
                     "- | / \\ and, for leaps that go on, *; as lines in pictures; with --json as 'rays'."},
    [OPTION_SVG] =
        {"svg", 0, "FILE",
         "draw the board into an SVG picture too\n"
         "A variant's pieces are drawn by letter. '-': on standard output, instead of anything else."},
    [OPTION_VARIANT] = VARIANT_OPTION,
    [OPTION_VARIANTS] = VARIANTS_OPTION,
    {0},
};

static const char *const side_names[2] = {"white", "black"};

/* A position and what is printed of it. */
struct shown {
    struct any_position position;
    bool x_fen; /* see any_write_shown_fen */
    enum ks_verdict verdict;
    struct board_marks marks;
    bool rays; /* are wanted */
};

/* ---- Facts ---- */

/* Writes "checkmate: white is in check from e2, and has no legal move". */
static void put_verdict(struct output *to, const struct shown *shown) {
    const ks_squares checkers = shown->marks.brackets;
    put_format(to, "%s: %s is %sin check", ks_verdict_name(shown->verdict),
               side_names[any_side_to_move(&shown->position)], squares_empty(checkers) ? "not " : "");
    if (!squares_empty(checkers)) {
        put_string(to, " from ");
        put_square_names(to, shown->position.variant, checkers, ", ");
    }
    if (shown->verdict == KS_CHECKMATE || shown->verdict == KS_STALEMATE)
        put_string(to, ", and has no legal move");
}

/* What the verdict means for the game in a variant. */
static enum ks_outcome outcome_of(const struct shown *shown) {
    return ks_variant_outcome(shown->position.variant, &shown->position.varied, shown->verdict);
}

static void put_legend(const struct board_marks *marks, unsigned style) {
    const bool pins = !squares_empty(marks->parentheses);
    if (!squares_empty(marks->brackets))
        put_format(&standard_output, "[ ] gives check%s", pins ? ", " : "\n");
    if (pins)
        put_string(&standard_output, "( ) is pinned\n");
    if (marks->rays.count > 0)
        put_string(&standard_output, style & DRAW_COLOUR ? "red and blue squares lead to the king\n"
                                                         : "- | / \\ lead to the king\n");
}

/* Prints what the drawing of a board doesn't show. */
static void put_state(const struct shown *shown) {
    const ks_position *const position = &shown->position.chess;
    const bool en_passant = shown->x_fen || ks_en_passant_is_legal(position);
    char castling[5];
    *ks_write_castling(castling, position) = '\0';
    put_format(&standard_output, "\n%s to move, castling %s, en passant %s\n",
               side_names[position->side_to_move], castling,
               ks_square_name(en_passant ? position->en_passant : KS_NO_SQUARE));
}

static void put_variant_state(const struct shown *shown) {
    char fen[ANY_FEN_SIZE];
    any_write_shown_fen(&shown->position, shown->x_fen, fen);
    put_format(&standard_output, "\n%s: %s\n", ks_variant_get_facts(shown->position.variant).name, fen);
}

static void put_position(const struct shown *shown, unsigned style) {
    static const char *const outcomes[] = {[KS_UNDECIDED] = "",
                                           [KS_WHITE_WINS] = ": white wins",
                                           [KS_BLACK_WINS] = ": black wins",
                                           [KS_DRAWN] = ": a draw"};
    put(&standard_output, "\n", 1);
    draw_position(&standard_output, &shown->position, &shown->marks, style);
    if (shown->position.variant)
        put_variant_state(shown);
    else
        put_state(shown);
    put_verdict(&standard_output, shown);
    if (shown->position.variant)
        put_string(&standard_output, outcomes[outcome_of(shown)]);
    put(&standard_output, "\n", 1);
    put_legend(&shown->marks, style);
}

static void put_rays(struct json *json, const ks_variant *variant, const struct rays *rays) {
    json_open_array(json, "rays");
    for (unsigned i = 0; i < rays->count; i++) {
        const struct ray *const ray = &rays->all[i];
        json_open_object(json, NULL);
        json_string(json, "from", any_square_name(variant, ray->from));
        json_string(json, "king", any_square_name(variant, ray->king));
        json_string(json, "pinned", ray->pinned == NO_PIN ? NULL : any_square_name(variant, ray->pinned));
        json_close_object(json);
    }
    json_close_array(json);
}

static void put_object(const struct shown *shown) {
    static const char *const outcomes[] = {[KS_UNDECIDED] = "undecided",
                                           [KS_WHITE_WINS] = "white-wins",
                                           [KS_BLACK_WINS] = "black-wins",
                                           [KS_DRAWN] = "draw"};
    const ks_variant *const variant = shown->position.variant;
    struct json json = json_start(&standard_output);
    char fen[ANY_FEN_SIZE];
    any_write_shown_fen(&shown->position, shown->x_fen, fen);
    json_open_object(&json, NULL);
    if (variant)
        json_string(&json, "variant", ks_variant_get_facts(variant).name);
    json_string(&json, "fen", fen);
    json_string(&json, "side_to_move", side_names[any_side_to_move(&shown->position)]);
    json_string(&json, "king", any_square_name(variant, any_king(&shown->position)));
    json_string(&json, "verdict", ks_verdict_name(shown->verdict));
    if (variant)
        json_string(&json, "outcome", outcomes[outcome_of(shown)]);
    json_squares(&json, "checkers", variant, shown->marks.brackets);
    if (!variant)
        json_squares(&json, "pinned", variant, shown->marks.parentheses);
    if (shown->rays)
        put_rays(&json, variant, &shown->marks.rays);
    json_close_object(&json);
    json_end_line(&json);
}

/* ---- The picture ---- */

static void put_picture(struct output *to, const struct shown *shown) {
    static struct output title;
    put_verdict(&title, shown);
    put(&title, "", 1);
    draw_svg(to,
             &(struct picture){.position = &shown->position, .marks = shown->marks, .title = title.bytes});
}

static void write_picture(const char *file, const struct shown *shown) {
    static struct output picture;
    open_output(&picture, file);
    put_picture(&picture, shown);
    close_output(&picture);
}

/* ---- The command ---- */

static int run(struct arguments *arguments) {
    bool ascii = false, json = false, rays = false;
    const char *svg = NULL;
    struct reading reading = {0};
    for (int option; (option = next_option(arguments)) != NO_OPTION;)
        switch (option) {
        case OPTION_ASCII:
            ascii = true;
            break;
        case OPTION_JSON:
            json = true;
            break;
        case OPTION_RAYS:
            rays = true;
            break;
        case OPTION_SVG:
            svg = arguments->value;
            break;
        default:
            note_reading_option(arguments, &reading);
        }
    const ks_variant *const variant = choose_variant(&reading.variant);
    require_kernel();

    struct shown shown = {.x_fen = reading.x_fen, .rays = rays};
    read_position_argument(variant, arguments->operands, arguments->operand_count, reading.fen_flags,
                           &shown.position);
    shown.verdict = any_judge(&shown.position, NULL);
    shown.marks = find_marks(&shown.position);
    if (rays)
        shown.marks.rays = find_rays(&shown.position);
    const bool picture_alone = svg && strcmp(svg, "-") == 0;
    if (svg && !picture_alone)
        write_picture(svg, &shown);
    if (picture_alone)
        put_picture(&standard_output, &shown);
    else if (json)
        put_object(&shown);
    else
        put_position(&shown, draw_style_of_stdout() & (ascii ? ~(unsigned)DRAW_FIGURINES : ~0u));
    flush_output(&standard_output);
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
    .operands = (const struct command_operand[]){POSITION_OPERAND, {0}},
    .description = "Without a position, the start of the game is shown. Brackets stand around the pieces "
                   "that give check, parentheses around those that are pinned to the king of the side to "
                   "move. Below the board stands the verdict: safe, check, double-check, checkmate or "
                   "stalemate.\n"
                   "With --variant, no pins are marked, and behind the verdict stands what it means for the "
                   "game.",
    .options = options,
    .examples = examples,
    .run = run,
};
