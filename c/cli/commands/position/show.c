/* kingscan show: draws a position, in the terminal or as a picture, with checkers and pinned
 * pieces marked. */
#include <stdlib.h>
#include <string.h>

#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "cli/positions/arguments.h"
#include "cli/positions/draw.h"
#include "cli/positions/games_file.h"
#include "core/board/key.h"
#include "core/fen/write.h"
#include "game/common/any_position.h"
#include "game/common/picture.h"

/* The settings of a run. */
struct task {
    bool ascii, json, rays;
    unsigned attacked; /* 1 and the side, or 0 */
    const char *svg;   /* the file, or NULL */
    struct reading reading;
};

static const char *const side_names[2] = {"white", "black"};

static void list_sides(struct choices *choices, char *const *line) {
    (void)line;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        ks_add_choice(choices, side_names[side]);
}

static const struct command_option options[] = {
    {"ascii", 0, NULL, FLAG_INTO(struct task, ascii)},
    {"attacked", 0, "SIDE", CHOICE_FROM_INTO(struct task, attacked, 1), .list = list_sides},
    {"json", 0, NULL, FLAG_INTO(struct task, json)},
    LENIENT_OPTION(struct task),
    STRICT_OPTION(struct task),
    FEN_EP_OPTION(struct task),
    {"rays", 0, NULL, FLAG_INTO(struct task, rays)},
    {"svg", 0, "FILE", TEXT_INTO(struct task, svg), .output = true},
    VARIANT_OPTION(struct task),
    VARIANTS_OPTION(struct task),
    {0},
};

static const struct command_rule rules[] = {
    {"strict", NULL, "lenient", NULL},
    {"ascii", NULL, "json variant", "these have letters anyway"},
    {0},
};

/* A position and the facts that are printed. */
struct shown {
    struct any_position position;
    bool x_fen; /* see any_write_shown_fen */
    enum ks_verdict verdict;
    enum ks_draw draw;
    struct board_marks marks;
    bool rays;            /* are wanted */
    const char *attacker; /* the side whose attacked squares are wanted, or NULL */
};

/* ---- Facts ---- */

/* Writes "checkmate: white is in check from e2, and has no legal move". */
static void put_verdict(struct output *to, const struct shown *shown) {
    const ks_variant_squares checkers = shown->marks.brackets;
    put_format(to, "%s: %s is %sin check", ks_verdict_name(shown->verdict),
               side_names[any_side_to_move(&shown->position)], squares_empty(checkers) ? "not " : "");
    if (!squares_empty(checkers)) {
        put_string(to, " from ");
        put_square_names(to, shown->position.variant, checkers, ", ");
    }
    if (shown->verdict == KS_CHECKMATE || shown->verdict == KS_STALEMATE)
        put_string(to, ", and has no legal move");
}

/* The outcome of a variant's game by the verdict. */
static enum ks_outcome outcome_of(const struct shown *shown) {
    return ks_variant_find_outcome(shown->position.variant, &shown->position.varied, shown->verdict);
}

/* Prints what the marks of empty squares mean. */
static void put_ways(const struct shown *shown, unsigned style) {
    const struct any_board_size size = any_board_size(shown->position.variant);
    bool check = false, pin = false;
    for (unsigned square = 0; square < size.files * size.ranks; square++) {
        const struct ray *const ray =
            any_piece_letter(&shown->position, square) ? NULL : ray_through(&shown->marks.rays, size, square);
        check |= ray && ray->pinned == NO_PIN;
        pin |= ray && ray->pinned != NO_PIN;
    }
    if (check || pin)
        put_format(&standard_output, "%s lead to the king\n",
                   !(style & DRAW_COLOUR) ? "- | / \\"
                   : !pin                 ? "red squares"
                   : !check               ? "blue squares"
                                          : "red and blue squares");
}

static void put_legend(const struct shown *shown, unsigned style) {
    const struct board_marks *const marks = &shown->marks;
    const bool pins = !squares_empty(marks->parentheses);
    if (!squares_empty(marks->brackets))
        put_format(&standard_output, "[ ] gives check%s", pins ? ", " : "\n");
    if (pins)
        put_string(&standard_output, "( ) is pinned\n");
    put_ways(shown, style);
    if (shown->attacker)
        put_format(&standard_output, "%s attacked by %s\n",
                   style & DRAW_COLOUR ? "green squares are" : ": is", shown->attacker);
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

/* Prints what the position means for the game, after the verdict. */
static void put_outcome(const struct shown *shown) {
    static const char *const draws[] = {
        [KS_DRAW_NONE] = "",
        [KS_DRAW_MATERIAL] = ": a draw by insufficient material",
        [KS_DRAW_FIFTY_MOVES] = ": a draw may be claimed by the fifty-move rule",
        [KS_DRAW_SEVENTY_FIVE_MOVES] = ": a draw by the seventy-five-move rule",
        [KS_DRAW_THREEFOLD] = ": a draw may be claimed by threefold repetition",
        [KS_DRAW_FIVEFOLD] = ": a draw by fivefold repetition",
        [KS_DRAW_STALEMATE] = ": a draw",
        [KS_DRAW_MOVE_RULE] = ": a draw may be claimed after so many moves without a capture or pawn move",
        [KS_DRAW_REPETITION] = ": a draw may be claimed by repetition",
        [KS_DRAW_RULE] = ": a draw"};
    const enum ks_outcome outcome = shown->position.variant ? outcome_of(shown) : KS_UNDECIDED;
    if (outcome == KS_WHITE_WINS || outcome == KS_BLACK_WINS)
        put_format(&standard_output, ": %s wins", side_names[outcome == KS_BLACK_WINS]);
    else
        put_string(&standard_output, draws[shown->draw]);
}

static void put_position(const struct shown *shown, unsigned style) {
    put(&standard_output, "\n", 1);
    show_drawing(&shown->position, &shown->marks, style);
    if (shown->position.variant)
        put_variant_state(shown);
    else
        put_state(shown);
    put_verdict(&standard_output, shown);
    put_outcome(shown);
    put(&standard_output, "\n", 1);
    put_legend(shown, style);
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
    if (variant && outcome_of(shown) != KS_UNDECIDED)
        json_string(&json, "outcome", game_result_name(outcome_of(shown)));
    json_string(&json, "draw", ks_draw_name(shown->draw));
    json_squares(&json, "checkers", variant, shown->marks.brackets);
    if (!variant)
        json_squares(&json, "pinned", variant, shown->marks.parentheses);
    if (shown->attacker) {
        json_string(&json, "attacked_by", shown->attacker);
        json_squares(&json, "attacked", variant, shown->marks.attacked);
    }
    if (shown->rays)
        put_rays(&json, variant, &shown->marks.rays);
    json_close_object(&json);
    json_end_line(&json);
}

/* ---- The picture ---- */

static void put_picture(struct output *to, const struct shown *shown) {
    static struct output title;
    struct buffer svg = {0};
    put_verdict(&title, shown);
    if (shown->attacker)
        put_format(&title, "; the squares that %s attacks are green", shown->attacker);
    put(&title, "", 1);
    draw_svg(&svg,
             &(struct picture){.position = &shown->position, .marks = shown->marks, .title = title.bytes});
    put_buffer(to, &svg);
}

static void write_picture(const char *file, const struct shown *shown) {
    static struct output picture;
    open_output(&picture, file);
    put_picture(&picture, shown);
    close_output(&picture);
}

/* ---- The command ---- */

static int show_main(struct arguments *arguments) {
    struct task task = {0};
    read_options(arguments, &task);
    const ks_variant *const variant = choose_variant(&task.reading.variant);
    require_kernel();

    struct shown shown = {.x_fen = task.reading.fen_ep == FEN_EP_X_FEN, .rays = task.rays};
    struct history history = {0};
    read_position_argument(variant, arguments->operands, arguments->operand_count, task.reading.fen_flags,
                           &shown.position, &history);
    shown.verdict = any_judge(&shown.position, NULL);
    shown.draw = history_find_draw(&history, &shown.position, shown.verdict);
    history_free(&history);
    shown.marks = find_marks(&shown.position);
    if (task.rays)
        shown.marks.rays = find_rays(&shown.position);
    if (task.attacked) {
        shown.attacker = side_names[task.attacked - 1];
        shown.marks.attacked = any_attacked(&shown.position, task.attacked - 1);
    }
    const bool picture_alone = task.svg && strcmp(task.svg, "-") == 0;
    if (task.svg && !picture_alone)
        write_picture(task.svg, &shown);
    if (picture_alone)
        put_picture(&standard_output, &shown);
    else if (task.json)
        put_object(&shown);
    else
        put_position(&shown, draw_style_of_stdout() & (task.ascii ? ~(unsigned)DRAW_FIGURINES : ~0u));
    flush_output(&standard_output);
    return STATUS_GOOD;
}

const struct command show_command = {
    .name = "show",
    .operands = (const struct command_operand[]){POSITION_OPERAND, {0}},
    .options = options,
    .rules = rules,
    .run = show_main,
};
