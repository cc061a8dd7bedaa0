/* See game_check.h. */
#include "cli/fuzz/game_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct rules library_rules = {ks_legal_moves, ks_has_legal_move, ks_make_move, ks_unmake_move,
                                    ks_write_fen};

bool mistaken(struct mistake *mistake, const struct any_position *position, const char *format, ...) {
    va_list arguments;
    mistake->position = *position;
    va_start(arguments, format);
    vsnprintf(mistake->text, sizeof mistake->text, format, arguments);
    va_end(arguments);
    return false;
}

/* A move whoever made it up, with its kind where that isn't plain. */
static const char *describe(ks_move move, char text[32]) {
    static const char *const kinds[8] = {"", " (double push)", " (en passant)", " (castling)", "n", "b", "r",
                                         "q"};
    snprintf(text, 32, "%s%s%s", ks_square_name(KS_MOVE_FROM(move)), ks_square_name(KS_MOVE_TO(move)),
             kinds[KS_MOVE_KIND(move)]);
    return text;
}

const char *differing_field(const ks_position *a, const ks_position *b) {
    if (memcmp(a->board, b->board, sizeof a->board) != 0)
        return "board";
    if (a->side_to_move != b->side_to_move)
        return "side to move";
    if (memcmp(a->king, b->king, sizeof a->king) != 0)
        return "king's square";
    if (memcmp(a->castling_rook, b->castling_rook, sizeof a->castling_rook) != 0)
        return "castling right";
    if (a->en_passant != b->en_passant)
        return "en-passant square";
    if (a->halfmove_clock != b->halfmove_clock)
        return "halfmove clock";
    if (a->fullmove_number != b->fullmove_number)
        return "fullmove number";
    return a->key != b->key ? "key" : NULL;
}

/* ---- The lists of moves ---- */

static int by_value(const void *a, const void *b) {
    return (int)*(const ks_move *)a - (int)*(const ks_move *)b;
}

static bool check_lists(const struct rules *rules, const ks_position *position, ks_move *moves, size_t *count,
                        struct mistake *mistake) {
    ks_move fast[KS_MOVES_MAX];
    char text[32];
    const size_t found = rules->legal_moves(position, fast);
    const size_t expected = *count = ks_legal_moves_reference(position, moves);
    qsort(fast, found, sizeof *fast, by_value);
    qsort(moves, expected, sizeof *moves, by_value);
    for (size_t i = 0; i < found || i < expected; i++) {
        if (i < found && i > 0 && fast[i] == fast[i - 1])
            return mistaken(mistake, &(struct any_position){.chess = *position},
                            "the generator lists %s twice", describe(fast[i], text));
        if (i == found || (i < expected && moves[i] < fast[i]))
            return mistaken(mistake, &(struct any_position){.chess = *position}, "the generator misses %s",
                            describe(moves[i], text));
        if (i == expected || moves[i] > fast[i])
            return mistaken(mistake, &(struct any_position){.chess = *position},
                            "the generator lists %s, which is not legal", describe(fast[i], text));
    }
    if (rules->has_legal_move(position) != (expected > 0))
        return mistaken(mistake, &(struct any_position){.chess = *position},
                        "whether there is a legal move is answered with %s", expected ? "no" : "yes");
    return true;
}

/* ---- Making and taking back ---- */

static bool check_move(const struct rules *rules, const ks_position *position, ks_move move,
                       struct mistake *mistake) {
    ks_position played = *position;
    ks_undo undo;
    char text[32];
    rules->make_move(&played, move, &undo);
    if (played.key != ks_position_key(&played))
        return mistaken(mistake, &(struct any_position){.chess = *position},
                        "after %s, the key is not that of the new position", describe(move, text));
    rules->unmake_move(&played, move, &undo);
    const char *field = differing_field(&played, position);
    return !field ||
           mistaken(mistake, &(struct any_position){.chess = *position},
                    "when %s is taken back, the %s is not what it was", describe(move, text), field);
}

/* ---- FEN ---- */

static bool check_fen(const struct rules *rules, const ks_position *position, unsigned flags,
                      struct mistake *mistake) {
    char text[KS_FEN_SIZE];
    ks_position again;
    ks_error error;
    if (ks_read_fen(text, rules->write_fen(position, text), flags | KS_STRICT, &again, &error) != KS_OK)
        return mistaken(mistake, &(struct any_position){.chess = *position}, "as FEN it is refused: %.100s",
                        error.message);
    const char *field = differing_field(&again, position);
    return !field || mistaken(mistake, &(struct any_position){.chess = *position},
                              "written as FEN and read again, the %s differs", field);
}

bool check_position(const struct rules *rules, const ks_position *position, unsigned fen_flags,
                    ks_move moves[KS_MOVES_MAX], size_t *count, struct mistake *mistake) {
    if (!check_fen(rules, position, fen_flags, mistake) ||
        !check_lists(rules, position, moves, count, mistake))
        return false;
    for (size_t i = 0; i < *count; i++)
        if (!check_move(rules, position, moves[i], mistake))
            return false;
    return true;
}
