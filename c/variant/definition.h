/* What a variant is, once its text has been read: the pieces, the board, the rules, and the tables that
 * follow from them. */
#ifndef KS_DEFINITION_H
#define KS_DEFINITION_H

#include "variant/read/betza.h"
#include "variant/square_sets.h"

enum {
    TYPES_MAX = KS_VARIANT_TYPES,
    CODES_MAX = 2 * (TYPES_MAX + 1),
    NAME_SIZE = 32,
    NO_TYPE = KS_VARIANT_NO_TYPE
};

/* A type of piece. Each has a label of its own, which is a letter. */
struct piece_type {
    char label;                                 /* a small letter: in FEN, and of promotions in UCI */
    char letter;                                /* a capital letter: in SAN */
    char code_name[NAME_SIZE], name[NAME_SIZE]; /* for programs; for people */
    struct betza betza;                         /* without what a pawn's first push adds */
    bool pawn; /* the pawn of chess, whose first push follows from the regions */
    bool promotes[2], takes_en_passant[2], resets_clock[2]; /* [side] */
    unsigned limit;       /* the most that a side may have by promotion; 0: any number */
    bool confined;        /* to the squares of region[side] */
    ks_squares region[2]; /* it may pass over others, but not go there */
    uint8_t promoted;     /* the type that it turns into, written with + before its letter; NO_TYPE: none */
    bool turns;           /* it turns into that type, or back */
    uint8_t plain;        /* of a type that is written so: the one that it was; else itself */
    uint8_t kind;         /* the type that it counts as: of a type written with +, the one that moves so */
    uint8_t in_hand;      /* what it is once captured, where captured pieces go to the hand */
};

/* A piece goes along lines. A line is a list of squares, the nearest first. */
enum line_flag { LINE_MOVE = BETZA_MOVE, LINE_CAPTURE = BETZA_CAPTURE, LINE_FIRST = 1 << 2 };

struct line {
    ks_squares stops;          /* those on which the piece may end */
    uint32_t first;            /* index of its first square in the pool */
    uint8_t count, flags, hop; /* length in the pool; of enum line_flag; enum betza_hop */
    uint8_t way;               /* enum line_way */
};

/* How a line is followed: by its set of stops, where their numbers rise or fall and the nearest piece blocks
 * it; else square by square. */
enum line_way { WAY_WALK, WAY_UP, WAY_DOWN };

/* All leaps of a piece from a square that nothing can block, but for first moves. */
struct leaps {
    ks_squares moves, captures;
};

/* Marks a square of the pool on which the piece doesn't end: a lame leap passes over it, so that it has to be
 * empty, or the piece may not go there. */
enum { PASSED = 1 << 7 };

/* A side that is down to `count` pieces of one of the types gets `value`: -1, 0, 1, or EXTINCTION_NONE. */
enum { EXTINCTION_NONE = 2 };

struct extinction {
    int value;
    bool all;                  /* pieces of all types together count as one type */
    uint32_t types;            /* bit n: type n */
    unsigned count, opponents; /* the latter: the least that the other side has to have of them */
    bool claim;                /* one piece more, while the side that is down is to move */
};

/* Types that are royal as long as a side has no more than so many of them: c/variant/royals/. */
struct crowned {
    uint32_t types; /* none where there is no such rule */
    unsigned most;
    bool together; /* it is check, too, when all pieces of these types are attacked */
};

/* A side wins that has so many of these pieces in its region. */
struct flag {
    uint32_t types[2]; /* [side] */
    ks_squares region[2];
    unsigned count;
    bool blocked;  /* one is enough where pieces stand on the whole region */
    bool answered; /* when white gets there, black may draw by getting there at once */
};

/* Which drops depend on what else stands there. Each type is NO_TYPE where there is no such rule. */
struct drop_limits {
    uint32_t musts;      /* bit n: who has type n in hand has to drop something, if that is possible */
    unsigned no_doubled; /* not on a file where the side has at least so many of this type */
    unsigned doubled_count;
    bool on_top;            /* only on the first rank, or on the square above a piece */
    unsigned no_mate;       /* not to give mate */
    unsigned one_a_shade;   /* no two of a side on squares of one shade */
    ks_squares first_shade; /* the squares of that of the top left one */
};

struct ks_variant {
    char name[NAME_SIZE], base[NAME_SIZE];
    unsigned files, ranks, squares;
    ks_squares board;           /* all squares */
    unsigned type_count, royal; /* royal: NO_TYPE when there is none */
    struct piece_type types[TYPES_MAX];

    ks_squares first_push[2], triple_push[2]; /* [side]: where a pawn may go two, or three squares */
    unsigned push;                            /* the most squares that a push from first_push may go */
    ks_squares promotion[2];                  /* [side]: where pieces are promoted */
    uint32_t promotion_types[2];              /* [side], bit n: type n may be promoted to */
    uint32_t limited;                         /* bit n: of type n only so many */
    bool must_promote;
    bool stands_up;           /* pawns promote instead of moving: c/variant/promotion/standing.h */
    bool must_stay_mobile;    /* nothing may go where it could never move again */
    bool turns;               /* some type has a promoted one of its own; the next three are about these */
    bool must_turn;           /* what may be promoted so has to be */
    bool turns_by_capture;    /* only captures promote so */
    bool turns_back;          /* promoted pieces become what they were in the same way */
    ks_squares en_passant[2]; /* [side that captures]: where it may do so */

    bool castles, chess960;
    unsigned castling_row[2];  /* [side] */
    unsigned castling_file[2]; /* [wing]: where the king goes */
    uint32_t castling_types;   /* bit n: type n is a rook to castle with */
    unsigned castling_king;    /* the type that castles */
    bool royal_castles;        /* that is the royal one, which must not be attacked on its way */
    unsigned king_file;        /* where it starts if there are several on the rank */
    unsigned rook_file[2];     /* [wing]: of the rook for K and Q, or of the next one from there inward */

    bool kingless[2]; /* [side]: it has no royal piece even at the start */
    struct crowned crowned;
    bool may_lose_king;   /* the royal piece can be blown up, and the game lost so */
    bool checking;        /* whether check may be given */
    bool must_capture;    /* who can capture has to */
    bool king_stands;     /* the king doesn't go away from check, but for capturing what gives it */
    bool beyond_tables;   /* any of faces, bikjang and cambodian: attacks that no table tells */
    bool faces;           /* kings may not face each other: c/variant/facing.h */
    uint32_t immune;      /* bit n: pieces of type n don't capture each other */
    unsigned hurdle;      /* the type that BETZA_HOP_OTHERS doesn't hop over, or NO_TYPE */
    ks_squares diagonals; /* the squares that are joined by lines on the board */
    ks_squares beyond[2]; /* [side]: from where soldiers go sideways */
    bool blasts;          /* a capture blows up what captures and what stands around */
    uint32_t unblown;     /* bit n: type n isn't blown up, unless it captures or is captured */

    bool drops, to_hand;  /* pieces in hand may be dropped; what is captured goes to the hand */
    bool drop_checks;     /* whether a drop may give check */
    bool holds_royal;     /* the royal piece may be in hand, as long as what is in hand has to be dropped */
    bool castles_dropped; /* king and rook that have been dropped where they stand at the start may castle */
    bool drop_promoted;   /* pieces may be dropped as the type that they turn into too */
    bool marks_promoted;  /* pieces that were pawns are marked, since they go to the hand as pawns */
    ks_squares drop_region[2][TYPES_MAX]; /* [side][type]: where it may be dropped */
    unsigned unpromoted;                  /* what a promoted piece becomes in hand */
    struct drop_limits drop_limits;

    enum passing {
        PASS_NEVER,
        PASS_ALWAYS,
        PASS_ON_STALEMATE
    } passing;    /* instead of moving, but not in check */
    bool bikjang; /* generals may be left facing each other: c/variant/passing.h */
    enum material {
        MATERIAL_UNCOUNTED,
        MATERIAL_JANGGI,
        MATERIAL_UNWEIGHTED,
        MATERIAL_DRAW_WHITE, /* equal material wins for white; for black */
        MATERIAL_DRAW_BLACK
    } material;                 /* what decides a game that ends without a winner */
    uint8_t weights[TYPES_MAX]; /* [type]: for that */
    bool hands;                 /* sides may have pieces in hand, be it to drop them or to gate them */
    bool cambodian;             /* king and met have first moves of their own: c/variant/gating/cambodian.h */
    unsigned met;               /* the met's type, or NO_TYPE, where that is so */
    bool gates;                 /* it matters which pieces have left their first squares */
    bool seirawan;              /* a piece in hand may be put where a piece has left its first square */
    bool walled;                /* there may be walls */
    bool petrifies;             /* what captures becomes a wall, but for pawns */

    int stalemate, checkmate; /* what the stalemated or mated side gets: -1, 0, 1 */
    bool ends_early;          /* whether passing, or any of the next three, can end a game */
    struct extinction extinction;
    struct flag flag;
    unsigned connect; /* so many pieces in a row win; 0: they don't */
    bool connects_ranks, connects_files, connects_diagonals;
    bool stalemate_counts;  /* the stalemated side gets that if it has fewer pieces, the opposite if it has
                               more */
    bool mates_by_shak;     /* shatar: a mate by knights alone loses, one by bishops and pawns alone draws */
    uint32_t shak, knights; /* bit n: type n gives checks that win so; is a knight */
    enum counting { COUNTING_NONE, COUNTING_MAKRUK, COUNTING_CAMBODIAN, COUNTING_ASEAN } counting;
    unsigned checks;                       /* who has given so many wins; 0: they aren't counted */
    unsigned draw_moves, draw_repetitions; /* 0: never */
    int repetition;                        /* what the side to move gets by the latter: -1, 0, 1 */
    bool repetition_of_white;              /* or what white gets */
    bool perpetual_check_loses, perpetual_chase_loses;
    bool no_going_back; /* nothing may go to and fro until a position has been repeated so often */

    ks_squares around[KS_VARIANT_SQUARES];  /* the squares next to each, where there are blasts */
    ks_squares crosses[KS_VARIANT_SQUARES]; /* the squares of the same rank or file, where kings may not */
    ks_variant_position start;

    /* ---- Tables: c/variant/tables.c ---- */
    uint32_t *lines_of; /* [code * squares + square]: index of its first line; the next entry is their end */
    struct line *lines;
    uint8_t *pool;       /* the squares of all lines, some marked PASSED */
    struct leaps *leaps; /* [code * squares + square] */
    uint32_t *rides_of;  /* as lines_of, of the lines that are not in `leaps` */
    struct line *rides;
    ks_squares *reach;           /* [code * squares + square]: where a piece might capture */
    ks_squares *threats;         /* [code * squares + square]: from where a piece might capture there */
    ks_squares *arrivals;        /* [code]: where any move of the piece may end */
    ks_squares *stuck;           /* [code]: from where the piece could never move again */
    ks_squares *within_reach[2]; /* [side][square]: from where any piece of the side might capture there */
    bool has_pieceset;
    ks_pieceset pieceset; /* what attacks, for the kernels of c/core */
};

static inline unsigned other_side(unsigned side) {
    return side ^ 1;
}

/* What messages call the royal piece; where there is none, what isn't there. */
static inline const char *royal_name(const ks_variant *v) {
    return v->royal == NO_TYPE ? "King" : v->types[v->royal].name;
}

/* What messages call the piece that castles. */
static inline const char *castler_name(const ks_variant *v) {
    return v->castling_king == NO_TYPE ? "King" : v->types[v->castling_king].name;
}

/* The row of a rank. Rows count from the top; ranks count from 0, for white from the bottom and for black
 * from the top. */
static inline unsigned row_of_rank(const ks_variant *v, unsigned side, unsigned rank) {
    return side == KS_WHITE ? v->ranks - 1 - rank : rank;
}

/* The set of all types: bit n for type n. */
static inline uint32_t all_types(const ks_variant *v) {
    return ((uint32_t)1 << v->type_count) - 1;
}

/* Whether pieces of a type may be captured en passant. The royal piece never is. */
static inline bool is_taken_en_passant(const ks_variant *v, unsigned type) {
    return (v->types[type].takes_en_passant[KS_WHITE] || v->types[type].takes_en_passant[KS_BLACK]) &&
           type != v->royal;
}

/* Whether a code of the board is that of a piece. */
static inline bool is_piece(unsigned code) {
    return code > KS_VARIANT_WALL;
}

/* The squares on which something stands. */
static inline ks_squares occupied_squares(const ks_variant_position *p) {
    return either(either(p->pieces[KS_WHITE], p->pieces[KS_BLACK]), p->walls);
}

#define GATED(type) (((type) + 1u) << 22)
#define GATED_BY_ROOK (1u << 27)

#define VARIANT_MOVE(from, to, kind, promotion)                                                              \
    ((ks_variant_move)((unsigned)(from) | (unsigned)(to) << 7 | (unsigned)(kind) << 14 |                     \
                       (unsigned)(promotion) << 17))

/* Builds the tables from the rules. *room: the bytes that the largest tables may take; what they take is
 * subtracted. Returns false when they need more, or when there is no memory. */
bool ks_variant_build_tables(ks_variant *v, size_t *room);
void ks_variant_free_tables(ks_variant *v);

/* Builds the pieceset for the attack kernels where the board and the pieces allow one. */
void ks_variant_build_pieceset(ks_variant *v);

#endif
