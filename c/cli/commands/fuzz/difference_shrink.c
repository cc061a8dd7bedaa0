/* The smallest board on which a kernel differs: pieces are removed for as long as the difference stays, then
 * simpler ones put in their place. */
#include "cli/base/waiting.h"
#include "cli/commands/fuzz/differential.h"

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
