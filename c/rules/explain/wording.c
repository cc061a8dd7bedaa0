/* Makes sentences of the reasons why a move is illegal, with words that are the same in every explanation. */
#include "rules/explain/wording.h"

#include <stdio.h>

const char *const ks_how_pieces_move[MOVING_TYPES] = {
    "moves straight ahead and captures one square diagonally ahead",
    "moves two squares along a rank or file and one across",
    "moves along diagonals",
    "moves along ranks and files",
    "moves along ranks, files and diagonals",
    "moves one square in any direction",
};

const char *const ks_wing_names[2] = {[KS_KINGSIDE] = "kingside", [KS_QUEENSIDE] = "queenside"};

struct words ks_say_place(int file, unsigned rank) {
    struct words place = {""};
    if (file >= 0 && rank)
        sprintf(place.text, " on %c%u", 'a' + file, rank);
    else if (file >= 0)
        sprintf(place.text, " on the %c-file", 'a' + file);
    else if (rank)
        sprintf(place.text, " on rank %u", rank);
    return place;
}

int ks_introduce(ks_error *error, int code, const char *format, ...) {
    char head[96];
    va_list arguments;
    if (!error || code == KS_ERROR_GAME_OVER || code == KS_ERROR_PROMOTION_LIMIT ||
        (code >= KS_ERROR_PROMOTION_IMPOSSIBLE && code <= KS_ERROR_PROMOTION_PIECE))
        return code;
    const ks_error reason = *error;
    va_start(arguments, format);
    vsnprintf(head, sizeof head, format, arguments);
    va_end(arguments);
    return ks_fail(error, code, 0, "%s: %s", head, reason.message);
}
