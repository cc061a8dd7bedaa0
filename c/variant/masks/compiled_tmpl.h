/* The compiled form of a variant: its pieces as tables over masks, words with a bit a square. Boards of up to
 * 8 by 8 squares lie in the upper left corner of the chessboard, so that all share the rays and slider tables
 * of chess; larger ones have two words. Squares outside count as occupied. compile_tmpl.c says which variants
 * have this form. */
#ifndef KS_MASKS_COMPILED_TMPL_H
#define KS_MASKS_COMPILED_TMPL_H

#include "variant/definition/definition.h"
#include "variant/masks/board_tmpl.h"

/* ---- The form ---- */

/* Most variants have few kinds, which are cleared without a loop. Tables have room for a power of two: with
 * 12, losalamos took 1.03 of the time (AMD Zen 5). */
#ifdef KS_TWO_WORDS
enum { KINDS_MAX = 16 };
#else
enum { KINDS_MAX = 12 };
#endif
enum { KINDS_FEW = 8, KINDS_ROOM = 16, NO_KIND = KINDS_MAX };

/* The lines along which a kind of piece slides without limit. */
enum slides { ORTHOGONAL_MOVES = 1, ORTHOGONAL_CAPTURES = 2, DIAGONAL_MOVES = 4, DIAGONAL_CAPTURES = 8 };

/* The pieces of which a side must have some. */
enum losing { LOSES_NOTHING, LOSES_ROYAL, LOSES_ALL, LOSES_KINDS };

/* The squares on which lines from a square may end: [0] along ranks and files, [1] along diagonals. */
struct rides {
    mask moves[2], captures[2];
};

/* Leaps that pass over squares, which must be empty. */
struct leg {
    mask passed, moves, captures;
};

enum { LEGS_MAX = 8192 };

struct kind_list {
    uint8_t count, kinds[KINDS_MAX];
};

/* A step along a line, from one of its origins to the square whose number is higher by `shift`. */
struct line_step {
    unsigned shift;
    mask origins;
};

enum { LINES_MAX = 3 * (MASK_FILES + MASK_RANKS) };

/* Connected pieces that end a game, as in ks_variant. */
struct connections {
    bool any, all;  /* all: pieces of all kinds count */
    uint32_t kinds; /* those that count */
    unsigned row, scattered, block, step_count, line_count;
    struct line_step steps[4]; /* along the lines that count */
    mask lines[LINES_MAX];     /* these lines, when pieces that are scattered on one count */
    mask ends[2][2];
};

/* The slides of a kind that do not have all lengths, or its hops: see lines_tmpl.h. */
struct line_table {
    struct rides from[2][MASK_SQUARES]; /* [side] */
    /* [side][to][diagonal]: the squares from which such a line ends in a capture there */
    mask threats[2][MASK_SQUARES][2];
};

struct crooked_table {
    mask threats[2][MASK_SQUARES]; /* [side][to]: by hops or lame leaps */
    /* Lame leaps from a square, and those that capture on one, whose `captures` are their origin. */
    uint16_t legs_of[2][MASK_SQUARES], threats_of[2][MASK_SQUARES];
    uint8_t leg_count[2][MASK_SQUARES], threat_count[2][MASK_SQUARES];
};

/* First moves. */
struct first_table {
    mask rides[2][MASK_SQUARES][2]; /* [side][from][diagonal]: as struct rides */
    mask leaps[2][MASK_SQUARES];
};

/* The tables of a kind that others share or do without, while it is compiled. */
struct kind_tables {
    mask captures[2][MASK_SQUARES], movers[2][MASK_SQUARES];
    struct line_table rides, hops;
    struct crooked_table crooked;
    struct first_table firsts;
};

/* ---- The parts ---- */

/* A function takes the part that it reads, or the whole form when it reads several. */

struct area {
    unsigned files, ranks;
    mask board, outside, edge; /* edge: the squares at the edge of the board */
};

/* The pieces by the ways in which they are counted: those that leap and slide to different squares, and move
 * as they capture, and the others. Queens are both orthogonal and diagonal, archbishops leap too. */
struct counted_kinds {
    struct kind_list leaping, sliding_orthogonally, sliding_diagonally, mixed;
    struct kind_list pieces;   /* all kinds but pawn and king */
    bool divergent[KINDS_MAX]; /* captures otherwise than it moves */
};

struct slide_tables {
    uint8_t lines[KINDS_MAX];              /* of enum slides */
    struct kind_list orthogonal, diagonal; /* the kinds that capture along such lines */
};

/* Leaps, by [side][kind][from]. */
struct leap_tables {
    struct kind_list leapers;            /* the kinds that capture by leaps, pawns included */
    mask all_threats[2][MASK_SQUARES];   /* `threats` of all kinds */
    const mask *movers[2][KINDS_ROOM];   /* [side][kind][to]: whence mixed kinds move there */
    const mask *captures[2][KINDS_ROOM]; /* `moves` itself where these are no others */
    /* threats: the squares from which such a leap captures on one. */
    mask moves[2][KINDS_ROOM][MASK_SQUARES], threats[2][KINDS_ROOM][MASK_SQUARES];
};

/* Rides: see lines_tmpl.h. Kinds of bits; a kind that rides has no slides. */
struct ride_tables {
    uint32_t riding, crooked;          /* kinds that ride; the riders that hop or leap lamely */
    uint32_t hops_beside, hops_others; /* they end next to the hurdle; they do not hop over `hurdle` */
    unsigned hurdle;                   /* NO_KIND: none */
    struct kind_list riders;        /* the kinds that capture so along lines that nothing but ends limits */
    struct kind_list crooked_kinds; /* and by hops or lame leaps */
    /* [kind]: these, and the leaps' `movers` and `captures`, follow the whole form, as `legs` do. All share a
       table without lines. */
    const struct line_table *lines[KINDS_ROOM], *hops[KINDS_ROOM];
    const struct crooked_table *crooked_lines[KINDS_ROOM];
    const struct first_table *firsts[KINDS_ROOM];
    unsigned legs_used;
    struct leg *legs;
};

/* Types that are royal while a side has few pieces of them, as kinds; as in struct crowned. */
struct crowns {
    unsigned count, most;
    uint32_t of[KINDS_MAX], kinds; /* kinds: all of them */
    bool together, castle;         /* castle: royal_castles of ks_variant */
    unsigned becoming_count[2];    /* the kinds that a pawn may become and that may be royal */
    uint8_t becoming[2][KINDS_MAX];
};

/* Pawns, and the kinds that move as they do in part. The squares are those of ks_variant. */
struct pawn_rules {
    mask first_push[2], en_passant[2];
    uint32_t takers;    /* the kinds that capture en passant */
    uint32_t pawnlike;  /* those that do so, promote or have first moves, and are no pawns of chess */
    uint32_t beginners; /* pawnlike kinds with first moves */
};

struct promotion_rules {
    mask region[2]; /* as in ks_variant */
    unsigned count[2];
    uint8_t kinds[2][KINDS_MAX];
    /* [side][kind]: the squares where it promotes, and those to which it may not move as what it is */
    mask zone[2][KINDS_ROOM], must_leave[2][KINDS_ROOM];
    uint32_t limited; /* kinds of which a side may have `limit` by promotion */
    uint8_t limit[KINDS_MAX];
};

/* Promoted forms. The rules are those of ks_variant. */
struct turn_rules {
    uint8_t form[KINDS_MAX]; /* the promoted form of a kind, or the original one; NO_KIND: it never turns */
    bool must, by_capture;
    mask stuck[2][KINDS_ROOM]; /* [side][kind]: the squares that it may not move to */
};

struct castling_rules {
    uint8_t king_to[2][2]; /* [side][wing] */
    bool takes;            /* as in ks_variant, as the next */
    uint8_t wins[2];       /* [side] */
    uint32_t rooks, kings; /* the kinds that castle as rooks, and as the king */
    bool king_stands;      /* as in ks_variant */
};

/* What captures do. Bit n: kind n, as in ks_variant. */
struct capture_rules {
    uint32_t unblown, fireproof, immune;
    uint32_t petrified;                     /* kinds that become walls when they capture */
    bool to_hand, marks_promoted;           /* marks are kept when captures go to hands */
    uint8_t in_hand[KINDS_MAX], unpromoted; /* the kinds that captured pieces become in hand */
};

/* Drops, and what may take the place of a move. As in ks_variant, where no word is said. */
struct drop_rules {
    bool may_check, free;
    uint32_t musts; /* kinds that a side with such pieces in hand must drop, if it can */
    unsigned no_doubled, doubled_count, no_mate; /* kinds or NO_KIND */
    uint32_t doubles;                            /* the kinds that count as no_doubled */
    enum enclosing enclosing, flips;
    mask start, region[2][KINDS_ROOM]; /* region: [side][kind] */
    mask turned_region[2][KINDS_ROOM]; /* the same in the promoted form */
    mask gates[2][KINDS_ROOM];         /* [side][kind]: the gates through which it may come */
    enum passing passing;
};

struct wall_rules {
    enum walling_rule rule;
    bool instead;   /* as in struct walling */
    mask region[2]; /* [side]: as in ks_variant */
};

/* Squares that end the game when pieces reach them. */
struct goal {
    bool any; /* a side has one */
    uint32_t kinds[2];
    mask region[2];
    unsigned count;
    bool answered, safe, blocked, stays; /* stays: a goal counts one move later */
};

struct end_rules {
    bool any;                     /* the next may end a game */
    bool checks;                  /* are counted */
    bool full, bikjang;           /* as in ks_variant */
    uint8_t losing;               /* of enum losing */
    struct extinction extinction; /* types: bit n: kind n */
    struct goal goal;
    struct connections connections;
};

/* Kinds are the types that appear in games from the start. */
struct compiled {
    unsigned traits;                 /* of enum trait */
    bool replies;                    /* replies_tmpl.h counts them */
    unsigned count, pawn, king;      /* of kinds; pawn and king: NO_KIND when there is none */
    uint8_t kind_of_type[TYPES_MAX]; /* NO_KIND: games from the start have none */
    struct kind_tables *tables;      /* [kind]: while the variant is compiled */
    struct area area;
    struct counted_kinds counted;
    struct slide_tables slides;
    struct leap_tables leaps;
    struct ride_tables rides;
    struct crowns crowns;
    struct pawn_rules pawns;
    struct promotion_rules promotion;
    struct turn_rules turns;
    struct castling_rules castling;
    struct capture_rules captures;
    struct drop_rules drops;
    struct wall_rules walls;
    struct end_rules ends;
};

/* The rules that change how moves are generated. traits.def lists the sets that have code of their own. */
enum trait {
    TRAIT_ROYAL = 1,     /* a royal piece may not be left in check */
    TRAIT_CAPTURES = 2,  /* captures are forced */
    TRAIT_BLASTS = 4,    /* captures explode */
    TRAIT_CHECKLESS = 8, /* no move may give check */
    TRAIT_WALLS = 16,    /* each move builds a wall */
    TRAIT_DROPS = 32,    /* pieces are dropped, change sides, or pass */
    TRAIT_TURNS = 64,    /* pieces take a promoted form, or must stay mobile */
    TRAIT_GATES = 512,   /* a piece in hand may be placed where another leaves its gate */
    TRAIT_PAWNS = 256,   /* kinds move as pawns, in part, that are no pawns of chess */
    TRAIT_TRIES = 128,   /* moves that touch some squares are tried one by one: scene_tmpl.h */
};

/* ---- Squares ---- */

/* Squares of a variant's board as squares of the chessboard, in whose upper left corner it lies. */

static inline unsigned mask_square(const ks_variant *v, unsigned square) {
    return square / v->files * MASK_FILES + square % v->files;
}

static inline mask mask_of(const ks_variant *v, const ks_squares *squares) {
    mask found = 0;
    for (ks_squares left = *squares; !is_empty_set(&left);)
        found |= bit(mask_square(v, take_square(&left)));
    return found;
}

#endif
