/* A set's codes are turned into ours by their classes, its squares by its order. */
#include "cli/commands/fuzz/question_board.h"

#include <string.h>

unsigned our_square(const struct question *question, unsigned square) {
    return question->set && question->set->a1_first ? square ^ 56 : square;
}

uint64_t our_squares(const struct question *question, uint64_t squares) {
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

bool our_position(const struct question *question, ks_position *position) {
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

bool add_kings(const struct difference *difference, ks_position *position) {
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
