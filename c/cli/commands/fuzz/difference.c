/* Makes a difference between kernels smaller, and reports it. */
#include "cli/commands/fuzz/difference.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/output.h"
#include "cli/base/waiting.h"
#include "cli/commands/fuzz/differential.h"
#include "cli/io/plugin.h"
#include "cli/positions/draw.h"
#include "cli/reports/reports.h"

/* ==== The board of a question ==== */

/* A set's codes are turned into ours by their classes, its squares by its order. */

static unsigned our_square(const struct question *question, unsigned square) {
    return question->set && question->set->a1_first ? square ^ 56 : square;
}

static uint64_t our_squares(const struct question *question, uint64_t squares) {
    return question->set && question->set->a1_first ? __builtin_bswap64(squares) : squares;
}

const char *name_of(const struct question *question, unsigned square) {
    return ks_square_name(our_square(question, square));
}

/* Returns the code of the piece of chess that a byte stands for: with a set, a piece of the same classes;
 * without a set, the byte itself, since another byte of the same meaning may be answered rightly. Returns -1
 * when there is none. */
static int our_code(const ks_pieceset *set, uint8_t byte) {
    for (unsigned code = KS_EMPTY; code <= KS_BLACK_KING; code++) {
        if (code != KS_EMPTY && ks_code_letter(code) == '.')
            continue;
        if (set ? set->classes[KS_WHITE][byte] == ks_chess_pieces.classes[KS_WHITE][code] &&
                      set->classes[KS_BLACK][byte] == ks_chess_pieces.classes[KS_BLACK][code]
                : byte == code)
            return (int)code;
    }
    return -1;
}

/* Fills in the board and the side to move. Returns false when something on the board is no piece of chess. */
static bool our_position(const struct question *question, ks_position *position) {
    *position = (ks_position){
        .side_to_move = (uint8_t)question->side, .en_passant = KS_NO_SQUARE, .fullmove_number = 1};
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const int code = our_code(question->set, question->board[square]);
        if (code < 0)
            return false;
        position->board[our_square(question, square)] = (uint8_t)code;
    }
    return true;
}

void write_placement(const ks_position *position, char text[KS_FEN_SIZE]) {
    ks_write_x_fen(position, text);
    *strchr(text, ' ') = '\0';
}

static bool is_legal(const ks_position *position) {
    char text[KS_FEN_SIZE];
    ks_position read;
    return ks_read_fen(text, ks_write_x_fen(position, text), 0, &read, NULL) == KS_OK;
}

/* Sets the kings that are missing, the questioned one on its square. Returns true when the position is legal
 * then and the kernel still differs. */
static bool add_kings(const struct difference *difference, ks_position *position) {
    struct difference with_kings = *difference;
    struct question question = difference->question;
    const uint8_t king[] = {KS_WHITE_KING, KS_BLACK_KING};
    const unsigned enemy = question.side ^ 1;
    if (question.set)
        return false;
    if (ks_find_king(question.board, question.side) == KS_NO_SQUARE)
        question.board[question.square] = king[question.side];
    const bool enemy_missing = ks_find_king(question.board, enemy) == KS_NO_SQUARE;
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        struct question complete = question;
        if (enemy_missing && complete.board[square] != KS_EMPTY)
            continue;
        if (enemy_missing)
            complete.board[square] = king[enemy];
        memcpy(position->board, complete.board, KS_SQUARES);
        if (is_legal(position) && difference_adopt(&with_kings, &complete))
            return true;
    }
    return false;
}

/* ==== Smaller boards ==== */

/* The smallest board on which a kernel differs: pieces are removed for as long as the difference stays, then
 * simpler ones put in their place. */

static bool try_byte(struct difference *difference, unsigned square, uint8_t byte) {
    struct question simpler = difference->question;
    simpler.board[square] = byte;
    return !must_stop() && difference_adopt(difference, &simpler);
}

static uint8_t empty_byte(const ks_pieceset *set) {
    unsigned byte = 0;
    while (set && set->classes[KS_WHITE][byte] & KS_CLASS_OCCUPIED)
        byte++; /* ks_pieceset_init makes sure that there is one */
    return (uint8_t)byte;
}

/* Removes pieces one by one until none can be removed any more. */
static void remove_pieces(struct difference *difference) {
    const uint8_t empty = empty_byte(difference->question.set);
    bool removed;
    do {
        removed = false;
        for (unsigned square = 0; square < KS_SQUARES; square++)
            if (difference->question.board[square] != empty && try_byte(difference, square, empty))
                removed = true;
    } while (removed);
}

/* Clears high bits that don't matter; with our own codes, puts the first of pawn, knight, bishop and rook
 * that differs as well in the piece's place. Puts no pawns on the first and last rank, so that it may be a
 * position. */
static void simplify_piece(struct difference *difference, unsigned square) {
    const ks_pieceset *set = difference->question.set;
    const uint8_t byte = difference->question.board[square], low = byte & 15;
    if (byte != low && !(set && set->wide))
        try_byte(difference, square, low);
    if (set || ks_code_letter(low) == '.')
        return;
    const uint8_t black = low & KS_BLACK_BIT, kind = low ^ black;
    const bool last_rank = square / 8 % 7 == 0;
    for (uint8_t simpler = last_rank ? KS_WHITE_KNIGHT : KS_WHITE_PAWN; simpler < kind; simpler++)
        if (try_byte(difference, square, simpler | black))
            return;
}

void difference_shrink(struct difference *difference) {
    const struct question question = difference->question;
    if (!difference_adopt(difference, &question))
        return;
    remove_pieces(difference);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        simplify_piece(difference, square);
    remove_pieces(difference); /* a simpler piece may need less company */
}

/* ==== Reports ==== */

/* The question, both answers, and the board; bytes that are no chess are listed one by one. */

static const char *const side_names[] = {"white", "black"};
/* In the order of ks_king_lines. */
static const char *const line_names[LINES_VALUES] = {"checkers", "check_lines", "pinned", "pin_orthogonal",
                                                     "pin_diagonal"};

/* ---- For people ---- */

static const char *function_name(const struct difference *difference) {
    const enum plugin_kind kind = plugin_kind_of(difference->kernel->name);
    return kind != PLUGIN_IN_CHECK ? plugin_kind_name(kind)
                                   : difference->function->names[difference->question.set != NULL];
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
static void add_board_bytes(const struct question *question, struct facts *facts) {
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

/* Returns whether a plugin is asked about moves. */
static bool asks_moves(const struct difference *difference) {
    return plugin_kind_of(difference->kernel->name) >= PLUGIN_SEE_AT_LEAST;
}

/* Returns whether the difference is about one of them. */
static bool is_about_move(const struct difference *difference) {
    return asks_moves(difference) && difference->end.fate == PLUGIN_ANSWERS;
}

/* The side to move is the one that the plugin sees move. */
static void turn_to_mover(const struct difference *difference, ks_position *position) {
    if (is_about_move(difference))
        position->side_to_move = position->board[KS_MOVE_FROM(plugin_mistake.move)] >> 3;
}

static void describe_board(const struct difference *difference, ks_position *position,
                           struct finding *finding) {
    const struct question *question = &difference->question;
    const uint64_t asked = (uint64_t)1
                           << (is_about_move(difference) ? KS_MOVE_TO(plugin_mistake.move)
                                                         : our_square(question, question->square));
    char text[KS_FEN_SIZE];
    turn_to_mover(difference, position);
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

/* context is a struct difference. */
static void print_asked(const void *context, FILE *out) {
    const struct difference *const difference = context;
    const struct question *question = &difference->question;
    const char *value = value_name(difference);
    if (is_about_move(difference)) {
        const ks_move move = plugin_mistake.move;
        fprintf(out, "%s: does %s to %s ", difference->kernel->name, ks_square_name(KS_MOVE_FROM(move)),
                ks_square_name(KS_MOVE_TO(move)));
        if (plugin_kind_of(difference->kernel->name) == PLUGIN_SEE_AT_LEAST)
            fprintf(out, "win %d or more?", plugin_mistake.threshold);
        else
            fputs("give check?", out);
        return;
    }
    if (asks_moves(difference)) {
        fprintf(out, "%s, about the legal moves of both sides", difference->kernel->name);
        return;
    }
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
    if (is_about_move(difference)) {
        add_fact(facts, "reference", FACT_WORDS, "%s", plugin_mistake.found ? "no" : "yes");
        add_fact(facts, "found", FACT_WORDS, "%s", plugin_mistake.found ? "yes" : "no");
        return;
    }
    if (!asks_moves(difference))
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
        add_board_bytes(&difference->question, &finding->rest);
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
        json_squares(json, name, NULL, (ks_variant_squares){{our_squares(&difference->question, answer)}});
    else
        json_signed(json, name, (int64_t)answer);
}

static void put_end(struct json *json, const struct plugin_end *end) {
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
    turn_to_mover(difference, &position);
    write_placement(&position, text);
    json_string(json, "placement", text);
    if (!add_kings(difference, &position))
        return;
    ks_write_x_fen(&position, text);
    json_string(json, "fen", text);
}

static void put_move(struct json *json, bool exchange) {
    char text[KS_UCI_SIZE];
    snprintf(text, sizeof text, "%s%s", ks_square_name(KS_MOVE_FROM(plugin_mistake.move)),
             ks_square_name(KS_MOVE_TO(plugin_mistake.move)));
    json_string(json, "move", text);
    if (exchange)
        json_signed(json, "threshold", plugin_mistake.threshold);
    json_signed(json, "expected", !plugin_mistake.found);
}

void put_difference(struct json *json, const struct difference *difference) {
    const struct question *question = &difference->question;
    json_string(json, "kernel", difference->kernel->name);
    json_string(json, "function", function_name(difference));
    if (value_name(difference))
        json_string(json, "value", value_name(difference));
    if (difference->batch.boards)
        put_batch(json, &difference->batch);
    if (is_about_move(difference)) {
        put_move(json, plugin_kind_of(difference->kernel->name) == PLUGIN_SEE_AT_LEAST);
    } else if (!asks_moves(difference)) {
        json_string(json, "square", name_of(question, question->square));
        json_string(json, "attacker", side_names[question->side ^ 1]);
        put_answer(json, difference, "expected", difference->expected);
    }
    if (is_about_move(difference))
        json_signed(json, "found", plugin_mistake.found);
    else if (difference->end.fate == PLUGIN_ANSWERS)
        put_answer(json, difference, "found", difference->found);
    else
        put_end(json, &difference->end);
    if (!difference->cut_short || difference->lasting)
        json_bool(json, "lasting", difference->lasting);
    put_position(json, difference);
    json_open_array(json, "board");
    for (unsigned square = 0; square < KS_SQUARES; square++)
        json_unsigned(json, NULL, question->board[square]);
    json_close_array(json);
}
