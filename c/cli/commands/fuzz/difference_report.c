/* The question, both answers, and the board; bytes that are no chess are listed one by one. */
#include "cli/commands/fuzz/difference_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/output.h"
#include "cli/commands/fuzz/question_board.h"
#include "cli/positions/square_names.h"
#include "cli/reports/reports.h"

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

enum { ANSWER_SIZE = KS_SQUARES * 3 + 1 };

/* Writes "a8,e4"; "-" for no square. */
static void write_squares(uint64_t squares, char text[ANSWER_SIZE]) {
    strcpy(text, squares ? "" : "-");
    for (const char *before = ""; squares; squares &= squares - 1, before = ",")
        text += sprintf(text, "%s%s", before, ks_square_name((unsigned)__builtin_ctzll(squares)));
}

static void add_answer(const struct difference *difference, const char *who, uint64_t answer,
                       struct facts *facts) {
    char text[ANSWER_SIZE];
    if (difference->function->squares)
        write_squares(our_squares(&difference->question, answer), text);
    else if (answer > 1)
        snprintf(text, sizeof text, "%" PRId64 ", which is neither 1 nor 0", (int64_t)answer);
    else
        strcpy(text, answer ? "1, attacked" : "0, safe");
    add_fact(facts, who, FACT_WORDS, "%s", text);
}

/* Adds the meanings of the bytes, unless these are plain chess. */
static void add_bytes(const struct question *question, struct facts *facts) {
    static const char *const class_names[] = {"orthogonal", "diagonal", "knight", "wazir", "ferz", "pawn"};
    const ks_pieceset *set = question->set ? question->set : &ks_chess_pieces;
    if (question->set)
        add_fact(facts, "pieceset", FACT_WORDS, "%s, %s", set->a1_first ? "a1 first" : "a8 first",
                 set->wide ? "wide" : "narrow");
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const uint8_t byte = question->board[square];
        const unsigned for_white = set->classes[KS_WHITE][byte], for_black = set->classes[KS_BLACK][byte];
        char classes[80] = "", *end = classes;
        if (!(for_white & KS_CLASS_OCCUPIED))
            continue;
        for (unsigned i = 0; i < sizeof class_names / sizeof *class_names; i++)
            if ((for_white | for_black) >> i & 1)
                end += sprintf(end, " %s", class_names[i]);
        add_fact(facts, name_of(question, square), FACT_WORDS, "byte 0x%02x, %s:%s", byte,
                 side_names[!(for_white & KS_CLASS_OWN)], *classes ? classes : " attacks nothing");
    }
}

static void describe_board(const struct difference *difference, ks_position *position,
                           struct finding *finding) {
    const struct question *question = &difference->question;
    const uint64_t asked = (uint64_t)1 << our_square(question, question->square);
    char text[KS_FEN_SIZE];
    finding->has_board = true;
    finding->position.chess = *position;
    finding->marks.brackets.half[0] = asked;
    finding->bracket = "the square in question";
    write_placement(position, text);
    add_fact(&finding->rest, "placement", FACT_TO_COPY, "%s", text);
    if (add_kings(difference, position)) {
        ks_write_x_fen(position, text);
        add_fact(&finding->rest, "FEN", FACT_TO_COPY, "%s", text);
    }
}

/* context: a struct difference. */
static void print_asked(const void *context, FILE *out) {
    const struct difference *const difference = context;
    const struct question *question = &difference->question;
    const char *value = value_name(difference);
    fprintf(out, "%s, %s%s%s: what of %s %s %s?", difference->kernel->name, function_name(difference),
            value ? " " : "", value ? value : "", side_names[question->side ^ 1],
            value ? "bears on" : "attacks", name_of(question, question->square));
}

/* The place in the batch and its board are sure. Which of the other boards matter is not known. */
static void add_batch(const struct batch_place *batch, struct facts *facts) {
    add_fact(facts, "batch", FACT_WORDS, "bit %u of the answers for %u boards, %u bytes apart", batch->bit,
             batch->boards, batch->stride);
    add_fact(facts, NULL, FACT_NOTE, "alone, this board is answered rightly; so nothing was removed from it");
}

static void describe_answers(const struct difference *difference, struct facts *facts) {
    char end[128];
    add_answer(difference, "reference", difference->expected, facts);
    if (difference->end.fate == PLUGIN_ANSWERS) {
        add_answer(difference, "found", difference->found, facts);
    } else {
        plugin_describe_end(&difference->end, end, sizeof end);
        add_fact(facts, "found", FACT_WORDS, "%s", end);
    }
    if (difference->batch.boards)
        add_batch(&difference->batch, facts);
    if (!difference->lasting)
        add_fact(facts, NULL, FACT_NOTE, "%s; so nothing was removed from the board",
                 difference->cut_short ? "time was over before it was asked again"
                                       : "asked again, it gives the right answer");
}

void finding_from_difference(const struct difference *difference, struct finding *finding) {
    ks_position position;
    char *const asked = printed(print_asked, difference);
    finding_claim(finding, NULL, NULL, "", asked);
    free(asked);
    describe_answers(difference, &finding->answers);
    const bool chess = our_position(&difference->question, &position);
    if (chess)
        describe_board(difference, &position, finding);
    if (!chess || difference->question.set)
        add_bytes(&difference->question, &finding->rest);
}

void print_difference(const struct difference *difference) {
    struct finding finding = {0};
    finding_from_difference(difference, &finding);
    print_finding(&finding, &(struct text_style){.drawing = draw_style_of_stdout(), .names = 11}, stdout);
    finding_free(&finding);
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
    if (difference->cut_short && !difference->lasting)
        json_null(json, "lasting");
    else
        json_bool(json, "lasting", difference->lasting);
    put_position(json, difference);
    json_open_array(json, "board");
    for (unsigned square = 0; square < KS_SQUARES; square++)
        json_unsigned(json, NULL, question->board[square]);
    json_close_array(json);
}
