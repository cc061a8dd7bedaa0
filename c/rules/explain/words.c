/* The names of the pieces, and how each moves in a sentence. */
#include "rules/explain/words.h"

const struct piece_words ks_piece_words[7] = {
    [KS_WHITE_PAWN] = {"pawn", "a pawn moves straight ahead and captures one square diagonally ahead"},
    [KS_WHITE_KNIGHT] = {"knight", "a knight moves two squares along a rank or file and one across"},
    [KS_WHITE_BISHOP] = {"bishop", "a bishop moves along diagonals"},
    [KS_WHITE_ROOK] = {"rook", "a rook moves along ranks and files"},
    [KS_WHITE_QUEEN] = {"queen", "a queen moves along ranks, files and diagonals"},
    [KS_WHITE_KING] = {"king", "a king moves one square in any direction, except to castle"},
};
