/* The question, both answers, and the board; bytes that are no chess are told one by one. */
#include "cli/fuzz/difference_report.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/fuzz/question_board.h"
#include "cli/shared/positions/draw.h"
#include "cli/shared/positions/square_names.h"
#include "cli/shared/quote.h"

static const char *const side_names[] = {"white", "black"};
/* In the order of ks_king_lines. */
static const char *const line_names[LINES_VALUES] = {"checkers", "check_lines", "pinned", "pin_orthogonal",
                                                     "pin_diagonal"};

/* ---- For people ---- */

static const char *function_name(const struct difference *difference) {
    return difference->function->names[difference->question.set != NULL];
}

/* The name of the value that differs; NULL when the function has only one. */
static const char *value_name(const struct difference *difference) {
    return difference->function->values == 1 ? NULL : line_names[difference->value];
}

static void print_squares(uint64_t squares) {
    if (!squares)
        putchar('-');
    for (const char *before = ""; squares; squares &= squares - 1, before = ",")
        printf("%s%s", before, ks_square_name((unsigned)__builtin_ctzll(squares)));
    putchar('\n');
}

static void print_answer(const struct difference *difference, const char *who, uint64_t answer) {
    printf("%-11s", who);
    if (difference->function->squares)
        print_squares(our_squares(&difference->question, answer));
    else if (answer > 1)
        printf("%" PRId64 ", which is neither 1 nor 0\n", (int64_t)answer);
    else
        puts(answer ? "1, attacked" : "0, safe");
}

/* Prints how the plugin has ended instead of answering. */
static void print_end(const struct difference *difference) {
    char text[128];
    plugin_describe_end(&difference->end, text, sizeof text);
    printf("%-11s%s\n", "found", text);
}

/* Prints what the bytes mean, where that isn't plain chess. */
static void print_bytes(const struct question *question) {
    static const char *const class_names[] = {"orthogonal", "diagonal", "knight", "wazir", "ferz", "pawn"};
    const ks_pieceset *set = question->set ? question->set : &ks_chess_pieces;
    if (question->set)
        printf("%-11s%s, %s\n", "pieceset", set->a1_first ? "a1 first" : "a8 first",
               set->wide ? "wide" : "narrow");
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const uint8_t byte = question->board[square];
        const unsigned for_white = set->classes[KS_WHITE][byte], for_black = set->classes[KS_BLACK][byte];
        if (!(for_white & KS_OCCUPIED))
            continue;
        printf("%-11sbyte 0x%02x, %s:", name_of(question, square), byte, side_names[!(for_white & KS_OWN)]);
        for (unsigned i = 0; i < sizeof class_names / sizeof *class_names; i++)
            if ((for_white | for_black) >> i & 1)
                printf(" %s", class_names[i]);
        puts((for_white | for_black) & (KS_OWN - 1) ? "" : " attacks nothing");
    }
}

static void print_board(const struct difference *difference, ks_position *position) {
    const struct question *question = &difference->question;
    const uint64_t asked = (uint64_t)1 << our_square(question, question->square);
    const struct board_marks marks = {.brackets = {{asked}}};
    char text[KS_FEN_SIZE];
    print_drawing(&(struct any_position){.chess = *position}, &marks, draw_style_of_stdout());
    write_placement(position, text);
    printf("%-11s%s\n", "placement", text);
    if (add_kings(difference, position)) {
        ks_write_x_fen(position, text);
        printf("%-11s%s\n", "FEN", text);
    }
}

static void print_asked(const struct difference *difference) {
    const struct question *question = &difference->question;
    const char *value = value_name(difference);
    print_escaped(difference->kernel->name, stdout);
    printf(", %s%s%s: what of %s %s %s?\n", function_name(difference), value ? " " : "", value ? value : "",
           side_names[question->side ^ 1], value ? "bears on" : "attacks",
           name_of(question, question->square));
}

/* The place in the batch and its board are sure. Which of the other boards matter is not known. */
static void print_batch(const struct batch_place *batch) {
    printf("%-11sbit %u of the answers for %u boards, %u bytes apart\n", "batch", batch->bit, batch->boards,
           batch->stride);
    puts("alone, this board is answered rightly; so nothing was removed from it");
}

void print_difference(const struct difference *difference) {
    const struct question *question = &difference->question;
    ks_position position;

    print_asked(difference);
    print_answer(difference, "reference", difference->expected);
    if (difference->end.fate == PLUGIN_ANSWERS)
        print_answer(difference, "found", difference->found);
    else
        print_end(difference);
    if (difference->batch.boards)
        print_batch(&difference->batch);
    if (!difference->lasting)
        puts("asked again, it gives the right answer; so nothing was removed from the board");
    const bool chess = our_position(question, &position);
    if (chess)
        print_board(difference, &position);
    if (!chess || question->set)
        print_bytes(question);
}

/* ---- For programs ---- */

static void put_batch(struct json *json, const struct batch_place *batch) {
    json_open_object(json, "batch");
    json_unsigned(json, "boards", batch->boards);
    json_unsigned(json, "stride", batch->stride);
    json_unsigned(json, "bit", batch->bit);
    json_close_object(json);
}

static void put_answer(struct json *json, const struct difference *difference, const char *name,
                       uint64_t answer) {
    if (difference->function->squares)
        json_squares(json, name, NULL, (ks_squares){{our_squares(&difference->question, answer)}});
    else
        json_signed(json, name, (int64_t)answer);
}

static void put_end(struct json *json, const struct plugin_end *end) {
    json_null(json, "found");
    if (end->fate == PLUGIN_CRASHES)
        json_unsigned(json, "signal", (unsigned)end->number);
    else if (end->fate == PLUGIN_EXITS)
        json_unsigned(json, "exit_status", (unsigned)end->number);
    else
        json_real(json, "hangs_for", end->seconds, 1);
}

/* Writes the board as FEN, where it is one of chess. */
static void put_position(struct json *json, const struct difference *difference) {
    ks_position position;
    char text[KS_FEN_SIZE];
    if (!our_position(&difference->question, &position))
        return;
    write_placement(&position, text);
    json_string(json, "placement", text);
    if (!add_kings(difference, &position))
        return;
    ks_write_x_fen(&position, text);
    json_string(json, "fen", text);
}

void put_difference(struct json *json, const struct difference *difference) {
    const struct question *question = &difference->question;
    json_string(json, "kernel", difference->kernel->name);
    json_string(json, "function", function_name(difference));
    if (value_name(difference))
        json_string(json, "value", value_name(difference));
    if (difference->batch.boards)
        put_batch(json, &difference->batch);
    json_string(json, "square", name_of(question, question->square));
    json_string(json, "attacker", side_names[question->side ^ 1]);
    put_answer(json, difference, "expected", difference->expected);
    if (difference->end.fate == PLUGIN_ANSWERS)
        put_answer(json, difference, "found", difference->found);
    else
        put_end(json, &difference->end);
    json_bool(json, "lasting", difference->lasting);
    put_position(json, difference);
    json_open_array(json, "board");
    for (unsigned square = 0; square < KS_SQUARES; square++)
        json_unsigned(json, NULL, question->board[square]);
    json_close_array(json);
}
