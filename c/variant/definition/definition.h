/* The definition of a variant: its board, its pieces and their moves, its rules, and all that is computed
 * from these once. Everything else in c/variant reads it. */
#ifndef KS_DEFINITION_H
#define KS_DEFINITION_H

#include <stdbool.h>

#include "kingscan.h"

/* ---- Sets of squares ---- */

static inline bool has_square(const ks_variant_squares *set, unsigned square) {
    return set->half[square >> 6] >> (square & 63) & 1;
}

/* A branch chooses the half of the set: indexing the halves keeps the set in memory, and perft took 1.2 to
 * 1.5 times as long (AMD Zen 4). */
static inline void add_square(ks_variant_squares *set, unsigned square) {
    if (square < 64)
        set->half[0] |= (uint64_t)1 << square;
    else
        set->half[1] |= (uint64_t)1 << (square & 63);
}

static inline void remove_square(ks_variant_squares *set, unsigned square) {
    if (square < 64)
        set->half[0] &= ~((uint64_t)1 << square);
    else
        set->half[1] &= ~((uint64_t)1 << (square & 63));
}

static inline ks_variant_squares set_of_square(unsigned square) {
    ks_variant_squares set = {{0}};
    add_square(&set, square);
    return set;
}

static inline bool is_empty_set(const ks_variant_squares *set) {
    return (set->half[0] | set->half[1]) == 0;
}

static inline bool is_one_square(const ks_variant_squares *set) {
    const uint64_t low = set->half[0], high = set->half[1];
    return low ? !(low & (low - 1)) && !high : high && !(high & (high - 1));
}

/* Returns whether every square of `part` is in `whole`. */
static inline bool is_subset(const ks_variant_squares *part, const ks_variant_squares *whole) {
    return ((part->half[0] & ~whole->half[0]) | (part->half[1] & ~whole->half[1])) == 0;
}

static inline ks_variant_squares both(ks_variant_squares a, ks_variant_squares b) {
    return (ks_variant_squares){{a.half[0] & b.half[0], a.half[1] & b.half[1]}};
}

static inline ks_variant_squares either(ks_variant_squares a, ks_variant_squares b) {
    return (ks_variant_squares){{a.half[0] | b.half[0], a.half[1] | b.half[1]}};
}

static inline ks_variant_squares without(ks_variant_squares a, ks_variant_squares b) {
    return (ks_variant_squares){{a.half[0] & ~b.half[0], a.half[1] & ~b.half[1]}};
}

/* For any x86, the compiler would call a function, and a loop over the bits is predicted badly: pairs of bits
 * are added, then fours and eights, and all eights by a product. */
static inline unsigned count_bits(uint64_t bits) {
#if defined __POPCNT__ || !(defined __x86_64__ || defined __i386__)
    return (unsigned)__builtin_popcountll(bits);
#else
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    return (unsigned)(((bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
#endif
}

/* Most boards need one half. */
static inline unsigned count_squares(const ks_variant_squares *set) {
    return count_bits(set->half[0]) + (set->half[1] ? count_bits(set->half[1]) : 0);
}

/* Removes the lowest square from a set that is not empty (precondition), and returns it. */
static inline unsigned take_square(ks_variant_squares *set) {
    if (set->half[0]) {
        const unsigned square = (unsigned)__builtin_ctzll(set->half[0]);
        set->half[0] &= set->half[0] - 1;
        return square;
    }
    const unsigned square = 64 + (unsigned)__builtin_ctzll(set->half[1]);
    set->half[1] &= set->half[1] - 1;
    return square;
}

/* ---- Leaps and rides by Betza ---- */

/* The moves of a piece: a list of terms, which read/betza.h reads from a few letters. */

enum betza_modality { BETZA_MOVE = 1 << 0, BETZA_CAPTURE = 1 << 1 };

enum betza_hop {
    BETZA_NO_HOP,
    BETZA_HOP_ON,     /* p: over the first piece in the way, any distance beyond it */
    BETZA_HOP_BESIDE, /* g: over the first piece in the way, to the next square */
    BETZA_HOP_OTHERS, /* as p, but the first piece must be of another type than the hopper; no letter */
};

/* The eight leaps of an atom. The first word of a name is the direction of the leap's longer part, the second
 * word the direction of its shorter part. Leaps along ranks and files use one direction for each first word,
 * and leaps along diagonals use the first four. */
enum betza_direction {
    FORWARD_LEFT,
    FORWARD_RIGHT,
    BACKWARD_LEFT,
    BACKWARD_RIGHT,
    LEFT_FORWARD,
    LEFT_BACKWARD,
    RIGHT_FORWARD,
    RIGHT_BACKWARD,
    BETZA_DIRECTIONS
};

struct betza_term {
    uint8_t far, near;           /* squares of a leap's longer and shorter part; far >= near */
    uint8_t directions;          /* bit n: enum betza_direction */
    uint8_t range;               /* leaps at most; 0: no limit */
    uint8_t modality;            /* of enum betza_modality */
    uint8_t hop;                 /* enum betza_hop */
    bool lame, first;            /* n, i */
    bool bent;                   /* one leap, then outward `range` leaps of another kind: [F?R] */
    bool halts;                  /* the piece may end on the square of the first leap too */
    uint8_t then_far, then_near; /* squares of a leap of that kind */
    bool diagonals;              /* only between squares that lines of the board join; no letter */
    bool beyond;                 /* only from squares beyond the river, for soldiers; no letter */
};

enum { BETZA_TERMS = 32 };

struct betza {
    unsigned count;
    bool en_passant; /* e */
    struct betza_term terms[BETZA_TERMS];
};

/* Returns all directions of leaps of (far, near) squares, as bits of enum betza_direction. */
unsigned ks_betza_all_directions(unsigned far, unsigned near);

/* Returns all directions of a term. The legs of a bent move lie in one octant of the board when one is
 * straight and the other diagonal, as an oblique leap does. */
unsigned ks_betza_directions_of_term(const struct betza_term *term);

/* Finds the target of one leap: *files to the right and *ranks forward, as the side of the piece sees the
 * board. */
void ks_betza_leap(const struct betza_term *term, enum betza_direction direction, int *files, int *ranks);

/* ---- A variant ---- */

/* A variant whose text has been read: the pieces, the board, the rules, and the tables that follow from
 * them. */

enum {
    TYPES_MAX = KS_VARIANT_TYPES_MAX,
    CODES_MAX = 2 * (TYPES_MAX + 1),
    NAME_SIZE = 32,
    SUMMARY_SIZE = 80,
    NO_TYPE = KS_VARIANT_NO_TYPE
};

/* A type of piece. Types have different labels, which are letters. */
struct piece_type {
    char label;                                 /* a small letter: in FEN, and of promotions in UCI */
    char letter;                                /* a capital letter: in SAN */
    char code_name[NAME_SIZE], name[NAME_SIZE]; /* for programs; for people */
    struct betza betza;                         /* without a pawn's first push */
    bool pawn; /* the pawn of chess, whose first push follows from the regions */
    bool promotes[2], takes_en_passant[2], resets_clock[2]; /* [side] */
    unsigned limit;               /* the most that a side may have by promotion; 0: no limit */
    bool confined;                /* the piece may move only to the squares of region[side] */
    ks_variant_squares region[2]; /* it may pass over other squares, but not stop there */
    uint8_t promoted; /* the type that it turns into, written with + before its letter; NO_TYPE: none */
    bool turns;       /* it turns into that type, or back */
    uint8_t plain;    /* the original type of one that is written with +; else the type itself */
    uint8_t kind;     /* the type that it counts as: for one written with +, the type that it moves as */
    uint8_t in_hand;  /* the type that it becomes in a hand */
};

/* A piece moves along lines. A line is a list of squares, the nearest first. */
enum line_flag { LINE_MOVE = BETZA_MOVE, LINE_CAPTURE = BETZA_CAPTURE, LINE_FIRST = 1 << 2 };

struct line {
    ks_variant_squares stops;  /* the squares on which the piece may end */
    uint32_t first;            /* index of its first square in the pool */
    uint8_t count, flags, hop; /* length in the pool; of enum line_flag; enum betza_hop */
    uint8_t way;               /* enum line_way */
};

/* How a line is followed: by its set of stops when their numbers rise or fall and the nearest piece blocks
 * the line; else square by square. */
enum line_way { WAY_WALK, WAY_UP, WAY_DOWN };

/* How a piece slides as rook and bishop do in chess, on a board of eight by eight. */
enum glide { GLIDE_ORTHOGONAL = 1 << 0, GLIDE_DIAGONAL = 1 << 1 };

/* All leaps of a piece from a square that nothing can block, without first moves. */
struct leaps {
    ks_variant_squares moves, captures;
};

/* A character of a placement: the code of the first type with this label, if any; the number of squares that
 * it stands for; flags. */
enum {
    FEN_CODE = 0xff,
    FEN_SQUARES = 8,     /* the lowest of four bits */
    FEN_FILES = 16,      /* the lowest of four bits: the length of the row that follows a slash */
    FEN_JOINS = 1 << 20, /* a digit that may be part of a longer number */
    FEN_STOPS = 1 << 21, /* it is none of these, or means more than that */
    FEN_ROW_END = 24     /* the lowest of eight bits, which a slash has */
};

/* The same in a byte, for c/variant/notation/rows_avx512.c: the code of a piece, or one of these. */
enum {
    ROW_SLASH = 0x40, /* above all codes */
    ROW_MARK = 0x41,  /* after a piece that was a pawn */
    ROW_PLUS = 0x42,  /* before a promoted form */
    ROW_STOP = 0x43,  /* none of these */
    ROW_NUMBER = 0x80 /* with the number in the lowest four bits */
};

/* Marks a square of the pool on which the piece does not end. A lame leap passes over it, so the square must
 * be empty; or the piece may not stop there. */
enum { PASSED = 1 << 7 };

/* The squares on which a code cannot be. */
struct misplaced {
    ks_variant_squares squares;
    unsigned code;
};

/* A side with at most `count` pieces of one of the types gets `value`: -1, 0, 1, or EXTINCTION_NONE. */
enum { EXTINCTION_NONE = 2 };

struct extinction {
    int value;
    bool all;                  /* pieces of all types together count as one type */
    uint32_t types;            /* bit n: type n */
    unsigned count, opponents; /* opponents: the least number of them that the other side must have */
    bool claim; /* the other side needs one piece more while the side with too few is to move */
};

/* Types that are royal while a side has at most `most` pieces of them: c/variant/attacks/safety.h. */
struct crowned {
    uint32_t types; /* 0 when there is no such rule */
    unsigned most;
    bool together; /* an attack on all pieces of these types is also check */
};

/* A side with `count` of these pieces in its region wins. */
struct flag {
    uint32_t types[2]; /* [side] */
    ks_variant_squares region[2];
    unsigned count;
    bool blocked;  /* one is enough when all squares of the region are occupied */
    bool answered; /* black draws by reaching the region on the move after white */
    bool safe;     /* exactly `count` pieces are enough only while none of them is attacked */
};

/* A side that connects pieces of these types gets `value`. A number is 0 when there is no such rule. */
struct connection {
    bool any; /* there is a rule */
    uint32_t types;
    unsigned row;                  /* so many side by side on a line */
    unsigned scattered;            /* so many anywhere on a line */
    unsigned block;                /* so many by so many in a square */
    ks_variant_squares ends[2][2]; /* [side]: a chain of pieces leads from one region to the other */
    bool ranks, files, diagonals;  /* the lines that count */
    int value;                     /* -1, 0, 1 */
};

/* The pieces that drops or moves enclose. Some are rules of drops, some of flips, some both. */
enum enclosing {
    ENCLOSING_NONE,
    ENCLOSING_REVERSI,     /* enemies in a row, up to an own piece */
    ENCLOSING_ATAXX,       /* a drop is next to an own piece; a move flips all enemies next to it */
    ENCLOSING_QUADWRANGLE, /* the same, but a drop flips none without an own piece next to it */
    ENCLOSING_SNORT,       /* a drop shares no side with an enemy's square */
    ENCLOSING_ANYSIDE,     /* a drop slides from an edge as far as it can */
    ENCLOSING_TOP          /* a drop falls down a file */
};

/* Walls that are built with each move, or instead of one. */
struct walling {
    enum walling_rule {
        WALLING_NONE,
        WALLING_ARROW, /* where the moved piece could move next */
        WALLING_DUCK,  /* anywhere; there is one wall, which is moved */
        WALLING_EDGE,  /* at the edge of the board, or beside a wall */
        WALLING_PAST,  /* on the square that the piece has left */
        WALLING_STATIC /* anywhere */
    } rule;
    ks_variant_squares region[2]; /* [side]: and only on these squares */
    bool instead;                 /* the side does not move then */
};

/* Limits on drops that depend on the board. A type is NO_TYPE when there is no such rule. */
struct drop_limits {
    uint32_t musts;      /* bit n: a side with type n in hand must drop such a piece, if it can */
    unsigned no_doubled; /* not on a file with at least doubled_count of this type of the side */
    unsigned doubled_count;
    enum enclosing enclosing;
    ks_variant_squares
        enclosing_start;            /* while any of these is empty, drops are made there, and nowhere else */
    unsigned no_mate;               /* not to give mate */
    unsigned one_a_shade;           /* at most one of a side on squares of one colour */
    ks_variant_squares first_shade; /* the squares of the top left square's colour */
};

/* The pieces that give mate only with help: bit n is type n. All others mate with their king's help alone. */
struct mating {
    uint32_t minor; /* they may go to any colour of square */
    uint32_t bound; /* they stay on one */
    uint32_t bishop, rook;
    bool odd_king; /* the king is confined, or moves otherwise than in chess, so that fewer pieces may mate */
};

struct ks_variant {
    char name[NAME_SIZE], base[NAME_SIZE], summary[SUMMARY_SIZE];
    unsigned files, ranks, squares;
    ks_variant_squares board;   /* all squares */
    unsigned type_count, royal; /* royal: NO_TYPE when there is none */
    struct piece_type types[TYPES_MAX];

    ks_variant_squares first_push[2],
        triple_push[2]; /* [side]: the squares from which a pawn may push two, or three squares */
    unsigned push;      /* the most squares of a push from first_push */
    ks_variant_squares promotion[2]; /* [side]: the promotion zone */
    uint32_t promotion_types[2];     /* [side], bit n: type n may be promoted to */
    uint32_t limited;                /* bit n: types[n].limit is set */
    bool must_promote;
    bool stands_up;        /* pawns promote instead of moving: c/variant/moves/generate.h */
    bool must_stay_mobile; /* no piece may move to a square that it could never leave */
    bool turns;            /* some type has a promoted form; the next three members are about these */
    bool must_turn;        /* a piece that may take its promoted form must do so */
    bool turns_by_capture; /* only captures do that */
    bool turns_back;       /* promoted forms turn back by the same rules */
    ks_variant_squares en_passant[2]; /* [side that captures]: the squares of such captures */

    bool castles, chess960;
    unsigned castling_row[2];  /* [side] */
    unsigned castling_file[2]; /* [wing]: the king's file after castling */
    uint32_t castling_types;   /* bit n: the king may castle with type n */
    unsigned castling_king;    /* the type that castles */
    bool royal_castles;        /* castling_king is royal, so its way may not be attacked */
    unsigned king_file;        /* its initial file when there are several on the rank */
    bool castling_takes;       /* castling takes away the other side's right to castle the same way */
    uint8_t castling_wins[2];  /* [side]: bit n: wing n wins by castling; a side that can castle to no wing of
                                  these any more loses */
    unsigned rook_file[2]; /* [wing]: the file of the rook of K or Q, or of the next one towards the king */

    bool kingless[2]; /* [side]: it has no royal piece from the start */
    struct crowned crowned;
    bool may_lose_king; /* the royal piece can be blown up, which loses the game */
    bool checking;      /* a move may give check */
    bool must_capture;  /* a side that can capture must do so */
    bool king_stands;   /* the king may not move out of check except to capture the checking piece */
    bool beyond_tables; /* faces or bikjang: attacks that are in no table */
    bool faces;         /* kings may not face each other: c/variant/attacks/attacks.h */
    uint32_t immune;    /* bit n: pieces of type n do not capture each other */
    unsigned hurdle;    /* the type that BETZA_HOP_OTHERS does not hop over, or NO_TYPE */
    ks_variant_squares diagonals; /* the squares that lines on the board join */
    ks_variant_squares beyond[2]; /* [side]: the squares from which soldiers move sideways */
    bool blasts;                  /* a capture blows up the capturing piece and the adjacent ones */
    uint32_t unblown;             /* bit n: type n is not blown up unless it captures or is captured */
    uint32_t fireproof;           /* bit n: type n is not blown up when it captures either */

    bool drops, to_hand;  /* pieces in hand may be dropped; captured pieces go to the hand */
    bool free_drops;      /* hands are never empty: any piece may be dropped at any time */
    bool drop_checks;     /* a drop may give check */
    bool holds_royal;     /* the royal piece may be in hand while its side must drop */
    bool castles_dropped; /* a king and rook that were dropped on their initial squares may castle */
    bool drop_promoted;   /* pieces may also be dropped in their promoted form */
    bool marks_promoted;  /* pieces that were pawns are marked, since they go to the hand as pawns */
    ks_variant_squares drop_region[2][TYPES_MAX]; /* [side][type]: the squares on which it may be dropped */
    unsigned unpromoted;                          /* the type that a promoted piece becomes in hand */
    struct drop_limits drop_limits;

    enum passing {
        PASS_NEVER,
        PASS_ALWAYS,
        PASS_ON_STALEMATE
    } passing;    /* instead of moving, but not in check */
    bool bikjang; /* generals may be left facing each other: c/variant/attacks/attacks.h */
    enum material {
        MATERIAL_UNCOUNTED,
        MATERIAL_JANGGI,
        MATERIAL_UNWEIGHTED,
        MATERIAL_DRAW_WHITE, /* white wins, whatever the material; black in the next */
        MATERIAL_DRAW_BLACK
    } material;                 /* the rule that decides a game without a winner */
    uint8_t weights[TYPES_MAX]; /* [type]: points of material */
    bool hands;                 /* sides may have pieces in hand, to drop or to gate */
    bool cambodian;             /* king and met have special first moves: c/variant/attacks/attacks.h */
    unsigned met;               /* the met's type in such variants, else NO_TYPE */
    unsigned leap_taker;        /* the type of the rook */
    bool gates;                 /* positions keep the initial squares that no piece has left */
    bool seirawan;              /* a piece in hand may be placed on the initial square that a piece leaves */
    bool gates_expose;          /* a piece placed on a gate may bring about a check of its own side */
    bool walled;                /* there may be walls */
    uint32_t petrified;         /* bit n: a capturing piece of type n becomes a wall */
    struct walling walling;     /* moves that build walls */
    enum enclosing flips;       /* the enemies that change sides after a move */
    bool petrifies_blown;       /* so do the other pieces that the capture blows up */

    int stalemate, checkmate; /* the result for the stalemated or mated side: -1, 0, 1 */
    bool ends_early;          /* passing, or any of the next four, can end a game */
    struct extinction extinction;
    struct flag flag;
    struct connection connection;
    bool full_ends;         /* a full board ends the game */
    bool stalemate_counts;  /* a stalemated side gets this with fewer pieces, and the opposite with more */
    bool mates_by_shak;     /* shatar: a mate by knights alone loses, one by bishops and pawns alone draws */
    uint32_t shak, knights; /* bit n: type n gives checks that let a mate win; type n is a knight */
    struct mating mating;
    enum counting { COUNTING_NONE, COUNTING_MAKRUK, COUNTING_CAMBODIAN, COUNTING_ASEAN } counting;
    unsigned checks; /* the number of checks given that wins; 0: checks are not counted */
    unsigned draw_moves, draw_repetitions; /* 0: never */
    int repetition;                        /* the result of draw_repetitions for the side to move: -1, 0, 1 */
    bool repetition_of_white;              /* that result is white's */
    bool perpetual_check_loses, perpetual_chase_loses;
    bool no_going_back; /* no piece may move back and forth until a position is repeated that often */

    ks_variant_squares around[KS_VARIANT_SQUARES_MAX];  /* the squares next to each */
    ks_variant_squares crosses[KS_VARIANT_SQUARES_MAX]; /* the other squares of the same rank and file */
    ks_variant_position start;

    /* ---- Tables: c/variant/definition/tables.c ---- */
    uint32_t fen_letters[256];
    uint8_t row_letters[128];
    uint8_t promoted_codes[CODES_MAX]; /* [code]: the code of its promoted form; 0: it has none */
    unsigned misplaced_count;
    struct misplaced misplaced[CODES_MAX]; /* c/variant/notation/fen.c */
    uint32_t *lines_of; /* [code * squares + square]: index of its first line; the next entry is their end */
    struct line *lines;
    uint8_t *pool;       /* the squares of all lines, some marked PASSED */
    struct leaps *leaps; /* [code * squares + square] */
    uint32_t *rides_of;  /* as lines_of, for the lines that are not in `leaps` */
    struct line *rides;
    uint8_t glides[CODES_MAX]; /* [code]: of enum glide, when all of its rides are these; else 0 */
    bool plain[CODES_MAX]; /* [code]: it leaps and glides only, whatever it captures and where it goes, on a
                              board of 64 squares at most */
    unsigned plain_pawn;   /* the type whose pieces move by shifts of their set: c/variant/moves/pawns.c */
    ks_variant_squares beside_files[2]; /* the squares that have one to their left, and to their right */
    ks_variant_squares *reach; /* [code * squares + square]: squares on which the piece might capture */
    ks_variant_squares
        *threats; /* [code * squares + square]: squares from which the piece might capture there */
    ks_variant_squares *arrivals; /* [code]: squares on which a move of the piece may end */
    ks_variant_squares *stuck;    /* [code]: squares that the piece could never leave */
    ks_variant_squares
        *within_reach[2]; /* [side][square]: squares from which a piece of the side might capture there */
    bool has_pieceset;
    ks_pieceset pieceset; /* the attacking pieces, for the kernels of c/core */
};

static inline unsigned other_side(unsigned side) {
    return side ^ 1;
}

/* Returns the name of the royal piece for messages; "King" when there is none. */
static inline const char *royal_name(const ks_variant *v) {
    return v->royal == NO_TYPE ? "King" : v->types[v->royal].name;
}

/* Returns the name of the piece that castles for messages. */
static inline const char *castler_name(const ks_variant *v) {
    return v->castling_king == NO_TYPE ? "King" : v->types[v->castling_king].name;
}

/* Returns the row of a rank. Rows count from the top. Ranks count from 0: from the bottom for white, from the
 * top for black. */
static inline unsigned row_of_its_rank(const ks_variant *v, unsigned side, unsigned rank) {
    return side == KS_WHITE ? v->ranks - 1 - rank : rank;
}

/* Returns the set of all types: bit n is type n. */
static inline uint32_t all_types(const ks_variant *v) {
    return ((uint32_t)1 << v->type_count) - 1;
}

/* Returns whether pieces of a type may be captured en passant after a first push, whether they capture so or
 * not. The royal piece never is. */
static inline bool is_taken_en_passant(const ks_variant *v, unsigned type) {
    return type != v->royal;
}

/* Returns whether a side may drop pieces of a type from its hand. */
static inline bool has_in_hand(const ks_variant *v, const ks_variant_position *p, unsigned side,
                               unsigned type) {
    return p->hand[side][type] || (v->free_drops && v->types[type].plain == type);
}

/* Returns whether the piece could promote by a move, so that a single letter after its squares names that and
 * no gated piece. */
static inline bool ks_variant_promotes_by(const ks_variant *v, const ks_variant_position *p,
                                          ks_variant_move move) {
    const unsigned us = p->side_to_move;
    return KS_VARIANT_MOVE_KIND(move) != KS_VARIANT_CASTLING &&
           v->types[KS_VARIANT_TYPE(p->board[KS_VARIANT_MOVE_FROM(move)])].promotes[us] &&
           has_square(&v->promotion[us], KS_VARIANT_MOVE_TO(move));
}

/* Returns whether the variant lacks all rules for which the replies to a null move are not enough. */
static inline bool counts_replies(const ks_variant *v) {
    return v->checking && v->drop_checks && !v->crowned.types && !(v->must_capture && v->drops) &&
           !v->blasts && !v->petrified && !v->castling_wins[KS_WHITE] && !v->castling_wins[KS_BLACK] &&
           !v->drop_limits.enclosing && !v->walling.rule && !v->flips &&
           v->drop_limits.one_a_shade == NO_TYPE && !v->gates_expose;
}

/* Returns whether a code of the board means a piece. */
static inline bool is_piece(unsigned code) {
    return code > KS_VARIANT_WALL;
}

/* Returns the occupied squares, walls included. */
static inline ks_variant_squares occupied_squares(const ks_variant_position *p) {
    return either(either(p->pieces[KS_WHITE], p->pieces[KS_BLACK]), p->walls);
}

#define GATED(type) (((type) + 1u) << 22)
#define GATED_BY_ROOK (1u << 27)

#define WITH_WALL(square) (1u << 31 | (square) << 22)

#define VARIANT_MOVE(from, to, kind, promotion)                                                              \
    ((ks_variant_move)((unsigned)(from) | (unsigned)(to) << 7 | (unsigned)(kind) << 14 |                     \
                       (unsigned)(promotion) << 17))

/* Builds the tables from the rules. *room: the most bytes for the largest tables; their size is subtracted.
 * Returns false when they need more, or when there is no memory. */
bool ks_variant_build_tables(ks_variant *v, size_t *room);
void ks_variant_free_tables(ks_variant *v);

/* Returns the types of all pieces that a game from the start may have: bit n is type n. */
uint32_t ks_variant_appearing_types(const ks_variant *v);

/* The lines of a piece from one square. No line has more entries in the pool than the board has files. */
enum { PIECE_LINES = BETZA_TERMS * BETZA_DIRECTIONS + KS_VARIANT_RANKS_MAX };

struct piece_lines {
    unsigned count;
    struct line all[PIECE_LINES];
    uint8_t pool[PIECE_LINES * KS_VARIANT_FILES_MAX];
};

/* Finds them without the tables, so that a definition is enough. */
void ks_variant_find_lines(const ks_variant *v, unsigned code, unsigned from, struct piece_lines *lines);

/* Builds the pieceset for the attack kernels if the board and the pieces allow one. */
void ks_variant_build_pieceset(ks_variant *v);

#endif
