/* Visits the boards on which a king has one or two pieces around it, on every square in turn. */
#include "support/kernels/arrangement.h"

const ks_piece chess_pieces[12] = {
    {KS_WHITE_PAWN, KS_WHITE, KS_CLASS_PAWN},
    {KS_WHITE_KNIGHT, KS_WHITE, KS_CLASS_KNIGHT},
    {KS_WHITE_BISHOP, KS_WHITE, KS_CLASS_DIAGONAL},
    {KS_WHITE_ROOK, KS_WHITE, KS_CLASS_ORTHOGONAL},
    {KS_WHITE_QUEEN, KS_WHITE, KS_CLASS_ORTHOGONAL | KS_CLASS_DIAGONAL},
    {KS_WHITE_KING, KS_WHITE, KS_CLASS_WAZIR | KS_CLASS_FERZ},
    {KS_BLACK_PAWN, KS_BLACK, KS_CLASS_PAWN},
    {KS_BLACK_KNIGHT, KS_BLACK, KS_CLASS_KNIGHT},
    {KS_BLACK_BISHOP, KS_BLACK, KS_CLASS_DIAGONAL},
    {KS_BLACK_ROOK, KS_BLACK, KS_CLASS_ORTHOGONAL},
    {KS_BLACK_QUEEN, KS_BLACK, KS_CLASS_ORTHOGONAL | KS_CLASS_DIAGONAL},
    {KS_BLACK_KING, KS_BLACK, KS_CLASS_WAZIR | KS_CLASS_FERZ},
};

const char *codes_of(unsigned side) {
    static const char codes[2][7] = {
        {KS_WHITE_PAWN, KS_WHITE_KNIGHT, KS_WHITE_BISHOP, KS_WHITE_ROOK, KS_WHITE_QUEEN, KS_WHITE_KING},
        {KS_BLACK_PAWN, KS_BLACK_KNIGHT, KS_BLACK_BISHOP, KS_BLACK_ROOK, KS_BLACK_QUEEN, KS_BLACK_KING}};
    return codes[side];
}

static const ks_piece *find_piece(const ks_piece *pieces, uint8_t code) {
    while (pieces->code != code)
        pieces++;
    return pieces;
}

static void put(arrangement *a, int index, const ks_piece *piece, unsigned square) {
    a->piece[index] = piece;
    a->square[index] = square;
    a->board[square] = piece->code;
}

static void each_blocker(unsigned one_in, arrangement *a, const ks_piece *pieces, const char *blockers,
                         void (*visit)(const arrangement *a, void *context), void *context) {
    a->square[1] = KS_NO_SQUARE;
    visit(a, context);
    for (const char *blocker = blockers; *blocker; blocker++)
        for (unsigned square = 0; square < KS_SQUARES; square++) {
            const bool is_in_sample = (a->king + a->square[0] + square + (unsigned)*blocker) % one_in == 0;
            if (!is_in_sample || square == a->king || square == a->square[0])
                continue;
            put(a, 1, find_piece(pieces, (uint8_t)*blocker), square);
            visit(a, context);
            a->board[square] = KS_EMPTY;
        }
}

void each_arrangement(unsigned one_in, const ks_piece *pieces, unsigned side, const char *attackers,
                      const char *blockers, void (*visit)(const arrangement *a, void *context),
                      void *context) {
    arrangement a = {.side = side};
    for (a.king = 0; a.king < KS_SQUARES; a.king++)
        for (const char *attacker = attackers; *attacker; attacker++)
            for (unsigned square = 0; square < KS_SQUARES; square++) {
                if (square == a.king)
                    continue;
                put(&a, 0, find_piece(pieces, (uint8_t)*attacker), square);
                each_blocker(one_in, &a, pieces, blockers, visit, context);
                a.board[square] = KS_EMPTY;
            }
}
