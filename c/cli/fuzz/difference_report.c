/* What is said of a difference: the smallest board, both answers, and the command that repeats it. */
#include "cli/fuzz/difference_report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/shared/draw.h"
#include "cli/shared/squares.h"

static const char *const side_names[] = {"white", "black"};
/* In the order of ks_king_lines. */
static const char *const line_names[LINES_VALUES] = {"checkers", "check_lines", "pinned", "pin_orthogonal",
                                                     "pin_diagonal"};

/* ---- The board in our codes and order ---- */

/* The square as we number it, on a board that may begin with a1. */
static unsigned our_square(const struct question *question, unsigned square) {
    return question->set && question->set->a1_first ? square ^ 56 : square;
}

static uint64_t our_squares(const struct question *question, uint64_t squares) {
    return question->set && question->set->a1_first ? __builtin_bswap64(squares) : squares;
}

static const char *name_of(const struct question *question, unsigned square) {
    return ks_square_name(our_square(question, square));
}

/* The piece of chess that a byte is: with a set, one of the same classes; without, the byte itself and no
 * other that means the same, since it may be just this byte that is answered wrongly. -1: there is none. */
static int our_code(const ks_pieceset *set, uint8_t byte) {
    for (uint8_t code = KS_EMPTY; code <= KS_BLACK_KING; code++) {
        if (code != KS_EMPTY && ks_code_letter(code) == '.')
            continue;
        if (set ? set->classes[KS_WHITE][byte] == ks_chess_pieces.classes[KS_WHITE][code] &&
                      set->classes[KS_BLACK][byte] == ks_chess_pieces.classes[KS_BLACK][code]
                : byte == code)
            return code;
    }
    return -1;
}

/* False: something on it is no piece of chess. */
static bool our_position(const struct question *question, ks_position *position) {
    *position = (ks_position){.side_to_move = (uint8_t)question->side,
                              .castling_rook = {{KS_NO_SQUARE, KS_NO_SQUARE}, {KS_NO_SQUARE, KS_NO_SQUARE}},
                              .en_passant = KS_NO_SQUARE,
                              .fullmove_number = 1};
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const int code = our_code(question->set, question->board[square]);
        if (code < 0)
            return false;
        position->board[our_square(question, square)] = (uint8_t)code;
    }
    return true;
}

static void write_placement(const ks_position *position, char text[KS_FEN_SIZE]) {
    ks_write_fen(position, text);
    *strchr(text, ' ') = '\0';
}

static bool is_legal(const ks_position *position) {
    char text[KS_FEN_SIZE];
    ks_position read;
    return ks_read_fen(text, ks_write_fen(position, text), 0, &read, NULL) == KS_OK;
}

/* Sets the kings that are missing, the questioned one on its square, so that the position is legal and the
 * kernel still differs. */
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

/* ---- For people ---- */

static const char *function_name(const struct difference *difference) {
    return difference->function->names[difference->question.set != NULL];
}

/* NULL when the function has one value alone. */
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

/* What the bytes mean, where that isn't plain chess. */
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
        ks_write_fen(position, text);
        printf("%-11s%s\n", "FEN", text);
    }
}

static void print_asked(const struct difference *difference) {
    const struct question *question = &difference->question;
    const char *value = value_name(difference);
    printf("%s, %s%s%s: what of %s %s %s?\n", difference->kernel->name, function_name(difference),
           value ? " " : "", value ? value : "", side_names[question->side ^ 1],
           value ? "bears on" : "attacks", name_of(question, question->square));
}

/* Only the place in the batch, and with it the board, is sure: which of the other boards matter isn't. */
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
    print_answer(difference, "found", difference->found);
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

static void put_text(struct output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put_text(struct output *out, const char *format, ...) {
    char text[64];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    put_string(out, text);
}

static void put_named(struct output *out, const char *name, const char *value) {
    put_text(out, "\"%s\":", name);
    put_json(out, value, strlen(value));
    put_string(out, ",");
}

static void put_answer(struct output *out, const struct difference *difference, const char *name,
                       uint64_t answer) {
    put_text(out, "\"%s\":", name);
    if (!difference->function->squares) {
        put_text(out, "%" PRId64 ",", (int64_t)answer);
        return;
    }
    put_squares_json(out, our_squares(&difference->question, answer));
    put_string(out, ",");
}

void put_difference(struct output *out, const struct difference *difference) {
    const struct question *question = &difference->question;
    ks_position position;
    char text[KS_FEN_SIZE];

    put_named(out, "kernel", difference->kernel->name);
    put_named(out, "function", function_name(difference));
    if (value_name(difference))
        put_named(out, "value", value_name(difference));
    if (difference->batch.boards)
        put_text(out, "\"batch\":{\"boards\":%u,\"stride\":%u,\"bit\":%u},", difference->batch.boards,
                 difference->batch.stride, difference->batch.bit);
    put_named(out, "square", name_of(question, question->square));
    put_named(out, "attacker", side_names[question->side ^ 1]);
    put_answer(out, difference, "expected", difference->expected);
    put_answer(out, difference, "found", difference->found);
    put_text(out, "\"lasting\":%s,", difference->lasting ? "true" : "false");
    if (our_position(question, &position)) {
        write_placement(&position, text);
        put_named(out, "placement", text);
        if (add_kings(difference, &position)) {
            ks_write_fen(&position, text);
            put_named(out, "fen", text);
        }
    }
    put_string(out, "\"board\":");
    for (unsigned square = 0; square < KS_SQUARES; square++)
        put_text(out, "%s%u", square ? "," : "[", question->board[square]);
    put_string(out, "]");
}
