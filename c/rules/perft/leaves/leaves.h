/* A node and its children for the AVX-512 counter, which takes eight children at a time and makes none of
 * them. White is to move in the node, and black replies.
 *
 * The children are bytes: a piece's square, its target, and its kind. All other data are the node's and the
 * same for all children: black's pieces do not move, though one may be captured. The view of each piece is a
 * *ray word*: the eight rays from its square, clockwise from the top, a byte a ray and a bit a square, the
 * nearest lowest. The child's word is (word & ~from) | to; from and to are the bits of these squares on the
 * rays, or 0. */
#ifndef KS_LEAVES_H
#define KS_LEAVES_H

#include "rules/perft/leaves/lanes.h"
#include "rules/perft/node.h"

/* ---- Tables of asm/tables/ray_slots.asm; rays are those of ks_rays, a slot is 8 * ray + bit ---- */

#define LEAVES_TABLE extern __attribute__((visibility("hidden"), aligned(64)))
LEAVES_TABLE const uint8_t ks_ray_squares[64][64]; /* [square][slot]: the square there */
LEAVES_TABLE const uint64_t ks_ray_valid[64];      /* [square]: the slots that lie on the board */
LEAVES_TABLE const uint8_t ks_ray_slots[64][64];   /* [square][other]: the slot of the other, or NO_SLOT */
/* [square][other]: the neighbours of the square that a knight or king on `other` attacks, a bit a
 * direction. */
LEAVES_TABLE const uint8_t ks_near_leaps[64][64], ks_near_steps[64][64];

enum { NO_SLOT = 255 }; /* a shift by 255 gives 0 */

#define EACH_BYTE 0x0101010101010101u
#define ORTHOGONAL_RAYS 0x00ff00ff00ff00ffu
#define DIAGONAL_RAYS 0xff00ff00ff00ff00u

/* ---- The children ---- */

enum child_kind { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, CASTLING_KINGSIDE, CASTLING_QUEENSIDE };

/* Sixteen pieces have at most 28 moves each; the room includes the bytes stored after the last move. */
enum { CHILDREN_MAX = 448, CHILDREN_ROOM = CHILDREN_MAX + 64 };

/* The moves of white. from, to: the rook's in castling. near: the neighbours of black's king that a knight or
 * the king of white attacks after the move, a bit a direction. */
struct children {
    uint8_t from[CHILDREN_ROOM], to[CHILDREN_ROOM], kind[CHILDREN_ROOM], near[CHILDREN_ROOM];
    unsigned count;
    uint64_t targets; /* all of `to` except that of castling */
    uint64_t sources; /* all of `from` */
};

/* ---- Data that all children share ---- */

enum { PIECES_MAX = 15, PATH_SQUARES = 6, NO_STEP = 8 };

struct ray_words {
    uint64_t occupied;
    uint64_t sliders; /* white's sliders along the ray */
};

/* A square that black's king may step to. */
struct step {
    struct ray_words words; /* without the king */
    uint64_t own;           /* its bit if a black piece stands there; it may be captured */
    uint64_t pawns;         /* the squares from which white pawns attack it */
    uint64_t direction;     /* its bit in `near` */
    uint64_t square;
};

/* A black slider. */
struct slider {
    uint64_t occupied; /* ray word */
    uint64_t open;     /* the slots along which it slides, without those of black pieces */
    uint64_t rays;     /* the slots along which it slides */
    uint64_t square;
    uint64_t pin_slot; /* its bit in the ray word of the king, or 0 */
    uint64_t pin_rays; /* the slots along which it may slide when it is pinned */
};

struct knight {
    uint64_t square, targets; /* masks */
    uint64_t pin_slot;
};

/* A castling of black that white's pieces may or may not allow. */
struct castling {
    uint64_t rook;                  /* its bit */
    uint64_t empty;                 /* squares that must be empty */
    uint64_t knights, kings, pawns; /* the squares from which white's attack the path */
    size_t step;                    /* the direction whose step must be possible, or NO_STEP */
    size_t count;                   /* the number of squares in `path`, which no slider may attack */
    struct {
        struct ray_words words; /* without king and rook */
        uint64_t square;
    } path[PATH_SQUARES];
};

/* Children in check, whose replies other than the king's are counted one by one. */
struct checked_group {
    uint8_t nearest[64];  /* ray words of the king, a lane a child: the nearest piece of each ray */
    uint64_t sliding;     /* bit 8 * lane + ray: the nearest piece is a checker */
    uint64_t pins;        /* bit 8 * lane + ray: the nearest piece is pinned */
    uint32_t first;       /* child of lane 0 */
    uint8_t lanes;        /* those in check */
    uint8_t near_checker; /* those in check by a pawn or a knight */
};

struct leaves {
    struct children children;
    uint64_t occupied, black;
    uint64_t white_pawns, white_knights, white_king;
    uint64_t black_pawns, black_knights, black_orthogonal, black_diagonal;
    unsigned king, white_king_square; /* king: black's */
    struct ray_words words;           /* of the king */
    uint64_t own;                     /* ray word of the king: black's pieces */
    lanes check_from;  /* [kind]: the squares from which such a piece gives check without sliding */
    unsigned constant; /* moves of pieces whose moves no child changes and that cannot be pinned */
    size_t step_count, slider_count, knight_count, castling_count, checked_count;
    struct step steps[8];
    struct slider sliders[PIECES_MAX];
    struct knight knights[PIECES_MAX];
    struct castling castlings[2];
    struct checked_group checked[CHILDREN_MAX / 8];
};

#endif
