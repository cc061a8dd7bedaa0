/* The rules of chess as rules of a variant, and what becomes of its positions and moves. */
#include "game/explain/chess.h"

/* ---- The rules ---- */

enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, TYPES, ALL_WAYS = 0xff };
enum { WAYS_ALONG = 1 << FORWARD_LEFT | 1 << BACKWARD_LEFT | 1 << LEFT_FORWARD | 1 << RIGHT_FORWARD };
enum { WAYS_ASKEW = 1 << FORWARD_LEFT | 1 << FORWARD_RIGHT | 1 << BACKWARD_LEFT | 1 << BACKWARD_RIGHT };

_Static_assert(PAWN + 1 == KS_WHITE_PAWN && KING + 1 == KS_WHITE_KING, "codes are one more than types");

#define TERM(FAR, NEAR, WAYS, RANGE, MODALITY)                                                               \
    { .far = FAR, .near = NEAR, .directions = WAYS, .range = RANGE, .modality = MODALITY }
#define BOTH (BETZA_MOVE | BETZA_CAPTURE)
#define ALONG(range) TERM(1, 0, WAYS_ALONG, range, BOTH)
#define ASKEW(range) TERM(1, 1, WAYS_ASKEW, range, BOTH)
#define MOVES(COUNT, ...) .betza = {.count = COUNT, .terms = {__VA_ARGS__}}
#define NAMES(TYPE, LABEL, NAME)                                                                             \
    .label = LABEL, .letter = LABEL - 'a' + 'A', .name = NAME, .plain = TYPE, .kind = TYPE,                  \
    .promoted = NO_TYPE

/* The classes of a white and a black piece of one type, whose codes are neighbours. */
#define FRIEND (KS_CLASS_OWN | KS_CLASS_OCCUPIED)
#define PAIR_OF_WHITE(attacks) FRIEND, (attacks) | KS_CLASS_OCCUPIED
#define PAIR_OF_BLACK(attacks) (attacks) | KS_CLASS_OCCUPIED, FRIEND
#define SIXTEEN_CODES(PAIR)                                                                                  \
    0, 0, PAIR(KS_CLASS_PAWN), PAIR(KS_CLASS_KNIGHT), PAIR(KS_CLASS_DIAGONAL), PAIR(KS_CLASS_ORTHOGONAL),    \
        PAIR(KS_CLASS_ORTHOGONAL | KS_CLASS_DIAGONAL), PAIR(KS_CLASS_WAZIR | KS_CLASS_FERZ), 0, 0
#define FOUR_TIMES(...) __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__

#define RANK(number)                                                                                         \
    {                                                                                                        \
        { (uint64_t)0xff << 8 * (8 - (number)), 0 }                                                          \
    }

const ks_variant ks_chess_rules = {
    .name = "chess",
    .files = 8,
    .ranks = 8,
    .squares = KS_SQUARES,
    .board = {{~(uint64_t)0, 0}},
    .type_count = TYPES,
    .royal = KING,
    .types = {[PAWN] = {NAMES(PAWN, 'p', "Pawn"),
                        MOVES(2, TERM(1, 0, 1 << FORWARD_LEFT, 1, BETZA_MOVE),
                              TERM(1, 1, 1 << FORWARD_LEFT | 1 << FORWARD_RIGHT, 1, BETZA_CAPTURE)),
                        .pawn = true, .promotes = {true, true}, .takes_en_passant = {true, true}},
              [KNIGHT] = {NAMES(KNIGHT, 'n', "Knight"), MOVES(1, TERM(2, 1, ALL_WAYS, 1, BOTH))},
              [BISHOP] = {NAMES(BISHOP, 'b', "Bishop"), MOVES(1, ASKEW(0))},
              [ROOK] = {NAMES(ROOK, 'r', "Rook"), MOVES(1, ALONG(0))},
              [QUEEN] = {NAMES(QUEEN, 'q', "Queen"), MOVES(2, ALONG(0), ASKEW(0))},
              [KING] = {NAMES(KING, 'k', "King"), MOVES(2, ALONG(1), ASKEW(1))}},
    .first_push = {RANK(2), RANK(7)},
    .push = 2,
    .promotion = {RANK(8), RANK(1)},
    .promotion_types = {1 << KNIGHT | 1 << BISHOP | 1 << ROOK | 1 << QUEEN,
                        1 << KNIGHT | 1 << BISHOP | 1 << ROOK | 1 << QUEEN},
    .must_promote = true,
    .en_passant = {RANK(6), RANK(3)},
    .castles = true,
    .castling_row = {7, 0},
    .castling_file = {[KS_KINGSIDE] = 6, [KS_QUEENSIDE] = 2},
    .castling_types = 1 << ROOK,
    .castling_king = KING,
    .royal_castles = true,
    .checking = true,
    .hurdle = NO_TYPE,
    .met = NO_TYPE,
    .start = {.king = {[KS_WHITE] = KS_SQUARE(4, 7), [KS_BLACK] = KS_SQUARE(4, 0)}},
    .has_pieceset = true,
    .pieceset = {.classes = {[KS_WHITE] = {FOUR_TIMES(FOUR_TIMES(SIXTEEN_CODES(PAIR_OF_WHITE)))},
                             [KS_BLACK] = {FOUR_TIMES(FOUR_TIMES(SIXTEEN_CODES(PAIR_OF_BLACK)))}}},
};

/* ---- Positions and moves ---- */

static uint8_t lay_out_square(unsigned square) {
    return square == KS_NO_SQUARE ? KS_NOWHERE : (uint8_t)square;
}

void ks_lay_out_chess(const ks_position *chess, ks_variant_position *p) {
    *p = (ks_variant_position){.side_to_move = chess->side_to_move,
                               .en_passant_pawn = KS_NOWHERE,
                               .castling_king = {KS_NOWHERE, KS_NOWHERE}};
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const unsigned code = chess->board[square], side = code & KS_BLACK_BIT ? KS_BLACK : KS_WHITE;
        p->board[square] = (uint8_t)(code == KS_EMPTY ? 0 : KS_VARIANT_CODE((code & 7) - 1, side));
        p->pieces[side].half[0] |= (uint64_t)(code != KS_EMPTY) << square;
    }
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        p->king[side] = lay_out_square(ks_king_square(chess, side));
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            p->castling_rook[side][wing] = lay_out_square(ks_castling_rook(chess, side, wing));
    }
    if (chess->en_passant != KS_NO_SQUARE) {
        add_square(&p->en_passant, chess->en_passant);
        p->en_passant_pawn = (uint8_t)(chess->en_passant + (chess->side_to_move == KS_WHITE ? 8 : -8));
    }
}

_Static_assert((int)KS_VARIANT_FIRST_PUSH == KS_MOVE_DOUBLE_PUSH &&
                   (int)KS_VARIANT_EN_PASSANT == KS_MOVE_EN_PASSANT &&
                   (int)KS_VARIANT_CASTLING == KS_MOVE_CASTLING,
               "moves but promotions have the same kind");

void ks_each_chess_move(const ks_position *position, visit_move *visit, void *context) {
    ks_move moves[KS_MOVES_MAX];
    const size_t count = ks_legal_moves(position, moves);
    for (size_t i = 0; i < count; i++) {
        const unsigned kind = KS_MOVE_KIND(moves[i]), from = KS_MOVE_FROM(moves[i]);
        const bool promotes = kind >= KS_MOVE_TO_KNIGHT;
        if (!visit(VARIANT_MOVE(from, KS_MOVE_TO(moves[i]), promotes ? KS_VARIANT_PLAIN : kind,
                                promotes ? KNIGHT + kind - KS_MOVE_TO_KNIGHT + 1 : 0),
                   context))
            break;
    }
}

ks_move ks_chess_move(ks_variant_move move) {
    const unsigned promotion = KS_VARIANT_MOVE_PROMOTION(move);
    return KS_MOVE(KS_VARIANT_MOVE_FROM(move), KS_VARIANT_MOVE_TO(move),
                   promotion ? KS_MOVE_TO_KNIGHT + promotion - 1 - KNIGHT : KS_VARIANT_MOVE_KIND(move));
}
