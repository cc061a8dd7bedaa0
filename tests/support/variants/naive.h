/* A second implementation of the rules of variants, as simple as possible. A piece's move is tested by its
 * two squares and the squares between, and the king's safety by making the move. It shares no code with
 * c/variant. */
#ifndef KS_TEST_VARIANT_NAIVE_H
#define KS_TEST_VARIANT_NAIVE_H

#include <stdbool.h>

enum { NAIVE_SQUARES = 120, NAIVE_TYPES = 18, NAIVE_TERMS = 12, NAIVE_MOVES = 4000, NAIVE_FEN = 512 };

/* One kind of move of a piece in Betza notation. */
struct naive_term {
    int far, near, range; /* one leap; the most leaps, 0: any number */
    bool moves, captures, lame, first;
    int then_far, then_near; /* bent: one leap, then `range` leaps of these */
    bool bent, halts;        /* halts: it may end after the first leap */
    bool lines;              /* only along the lines of the board */
    char hop;                /* p, g or 0 */
    char directions[9];      /* the letters as written, with blanks between directions: "fr b" */
};

struct naive_type {
    char label; /* lower case */
    bool pawn;  /* also makes first pushes */
    bool promotes, en_passant, resets_clock, castles;
    bool spares;                   /* never captures others of its type */
    bool fireproof;                /* no explosion harms it, unless it is captured */
    bool region[2][NAIVE_SQUARES]; /* [side][square]: the squares that it may enter */
    int limit;
    int form;  /* the type to which it promotes; -1: none */
    int plain; /* for such a form, the type that it was; otherwise the type itself */
    int kind;  /* the type as which it is counted */
    int term_count;
    struct naive_term terms[NAIVE_TERMS];
};

enum naive_walling {
    NAIVE_NO_WALLS,
    NAIVE_ARROW,
    NAIVE_DUCK,
    NAIVE_EDGE,
    NAIVE_PAST,
    NAIVE_STATIC,
    NAIVE_WALLINGS
};

/* What ends the game when a side has it; 0: nothing. */
struct naive_connection {
    int row, scattered, block;             /* pieces side by side, on a line, and the width of a square */
    bool ranks, files, diagonals;          /* the lines that count */
    bool types[NAIVE_TYPES];               /* the pieces that count */
    bool chain, ends[2][2][NAIVE_SQUARES]; /* chain: from one end to the other; [side][end][square] */
};

struct naive_variant {
    int files, ranks, squares;
    int type_count, royal, rook; /* rook: -1 when there is none */
    bool lines[NAIVE_SQUARES];   /* the squares that are joined */
    struct naive_type types[NAIVE_TYPES];
    bool first_push[2][NAIVE_SQUARES], triple_push[2][NAIVE_SQUARES]; /* [side][square] */
    int push;
    bool promotion[2][NAIVE_SQUARES], en_passant[2][NAIVE_SQUARES];
    bool promotes_to[NAIVE_TYPES], must_promote, must_stay_mobile;
    bool must_turn, turns_by_capture, turns_back;
    bool drops, to_hand, loop, drop_promoted, first_rank_drops, zone_drops;
    bool drop_region[2][NAIVE_SQUARES];
    int no_doubled, doubled_count; /* no_doubled: -1 when any piece may be doubled */
    bool musts[NAIVE_TYPES];
    bool castling;
    int castling_rank, castling_file[2];               /* rank from 0 at the own side; [0]: to the right */
    bool faces;                                        /* kings may not face each other */
    bool walls, passes, passes_stuck;                  /* a side may pass always, or when it cannot move */
    bool flag[2][NAIVE_TYPES], goal[2][NAIVE_SQUARES]; /* [side]: the pieces, and their goal */
    int flags;                                         /* how many of them must be there; 0: no goal */
    bool safe_flag;                                    /* exactly so many must not be attacked */
    bool blocked_flag;                                 /* one is enough when the goal is full */
    enum naive_walling walling;                        /* where each move builds a wall */
    bool wall_region[2][NAIVE_SQUARES];                /* [side][square] */
    struct naive_connection connection;
    bool crowned[NAIVE_TYPES]; /* royal while a side has few of them */
    int crowned_most;          /* the most of one type that are royal */
    bool together;             /* having more is check too when all of them are attacked */
    bool must_capture;         /* a side that can capture must */
    int checks;                /* so many checks given win; 0: they are not counted */
    bool gates;                /* FEN has the squares of the castling rank that no piece has left */
    bool gating;               /* what leaves one may be replaced by a piece from the hand */
    bool explodes; /* a capture blows up both pieces and those around but pawns; a side without a king has
                      lost */
};

/* Squares as in kingscan.h: row after row from the top. */
struct naive_position {
    char board[NAIVE_SQUARES]; /* labels, in upper case for white; '.': empty; '*': a wall */
    int side;                  /* 0: white */
    int castling_rook[2][2];   /* [side][0: right of the king]; -1: none */
    bool passed[NAIVE_SQUARES];
    int passer; /* the square of the pawn that has just passed over these; -1: none */
    int halfmoves, fullmoves;
    int hand[2][NAIVE_TYPES];
    int passes;                  /* among the last moves, two at most */
    bool gate[2][NAIVE_SQUARES]; /* [side][square]: its piece has not left it */
    int checks_left[2];          /* [side]: to give */
};

enum naive_move_kind {
    NAIVE_PASS = -2,
    NAIVE_DROP,
    NAIVE_PLAIN,
    NAIVE_FIRST_PUSH,
    NAIVE_EN_PASSANT,
    NAIVE_CASTLING
};

struct naive_move {
    int from, to;
    enum naive_move_kind kind;
    int promotion; /* 1 + the type that it becomes or is dropped as; 0: none */
    int wall;      /* 1 + the square of the wall that it builds; 0: none */
    int gated;     /* 1 + the type that it places on a gate; 0: none */
    bool by_rook;  /* on the gate of the castling rook */
};

/* Returns the form that the piece may take by this move, or the type to which it may return; -1: none. */
int naive_turns_into(const struct naive_variant *v, const struct naive_position *p, struct naive_move move);
/* Whether a piece of the type could be placed on a square if that were empty, by a drop or on a gate. */
bool naive_may_appear(const struct naive_variant *v, int side, int type, int square);
/* Lists all legal drops; *have_to_be: no other move is legal. */
int naive_drops(const struct naive_variant *v, const struct naive_position *p, struct naive_move *moves,
                bool *have_to_be);

/* Whether the move, which has no wall yet, may build one on the square. */
bool naive_may_wall(const struct naive_variant *v, const struct naive_position *p, struct naive_move move,
                    int square);

/* Whether the files in the castling field of a FEN are gates of the side; without, they are rights. */
bool naive_has_gates(const struct naive_variant *v, const struct naive_position *p, int side);
/* Closes the gates whose pieces are gone, and those of a side that will have nothing to place. */
void naive_close_gates(const struct naive_variant *v, struct naive_position *p);
/* Places the gated piece of a move whose other pieces have moved, and closes the gates that it leaves. */
void naive_leave_gates(const struct naive_variant *v, struct naive_position *p, struct naive_move move);
/* Whether the move, which is legal without, may also place a piece on the gate of its king or piece, or of
 * its rook. */
bool naive_may_gate(const struct naive_variant *v, const struct naive_position *p, struct naive_move move,
                    int type, bool by_rook);
/* Writes the castling rights and gates of a side. Returns the end of the text. */
char *naive_write_gates(const struct naive_variant *v, const struct naive_position *p, int side, char *out);

/* Whether the side has connected its pieces. */
bool naive_has_connected(const struct naive_variant *v, const struct naive_position *p, int side);

/* Whether a goal, a connection or two passes have ended the game. */
bool naive_is_over(const struct naive_variant *v, const struct naive_position *p);

/* Adds the terms of valid Betza notation to the type. */
void naive_read_betza(struct naive_type *type, const char *betza);

/* naive_leaps returns how many leaps of the term lead from one square to another on an empty board, 0 when
 * none do. naive_reaches returns whether they do so on the board of `p`; the piece on the last square does
 * not matter. */
int naive_leaps(const struct naive_variant *v, const struct naive_term *term, int side, int from, int to);
bool naive_reaches(const struct naive_variant *v, const struct naive_position *p,
                   const struct naive_term *term, int side, int from, int to);

/* Whether a letter of the board is a piece. */
bool naive_is_piece(char letter);
int naive_type_of(const struct naive_variant *v, char letter);
bool naive_never_moves(const struct naive_variant *v, const struct naive_position *p, int from);

bool naive_attacks(const struct naive_variant *v, const struct naive_position *p, int from, int to);
/* Whether the piece moves to an empty square; *first: and only a first move reaches it. */
bool naive_goes_to_empty(const struct naive_variant *v, const struct naive_position *p, int from, int to,
                         bool *first);
/* Returns the square of the enemy's king when it faces the king of `side`, which is illegal; else -1. */
int naive_facing_king(const struct naive_variant *v, const struct naive_position *p, int side);
bool naive_is_attacked(const struct naive_variant *v, const struct naive_position *p, int square, int by);
/* Whether no king can be captured alone, since the kings are side by side and explode; or one is missing. */
bool naive_kings_touch(const struct naive_variant *v, const struct naive_position *p);
/* Whether the king or any other royal piece is in check. */
bool naive_in_check(const struct naive_variant *v, const struct naive_position *p, int side);
/* Returns the square of the king after castling on a wing, 0: to the right. */
int naive_castled_king(const struct naive_variant *v, int side, int wing);
/* Whether the move leaves neither king nor royal piece of the side to move in check. */
bool naive_is_safe(const struct naive_variant *v, const struct naive_position *p, struct naive_move move);
/* Whether any royal piece other than the king is in check; marks their squares. */
bool naive_checked_royals(const struct naive_variant *v, const struct naive_position *p, int side,
                          bool checked[NAIVE_SQUARES]);
/* Whether all pieces that were royal before a move are safe after it. */
bool naive_royals_are_safe(const struct naive_variant *v, const struct naive_position *before,
                           const struct naive_position *after, struct naive_move move);
int naive_legal_moves(const struct naive_variant *v, const struct naive_position *p,
                      struct naive_move moves[NAIVE_MOVES]);
void naive_make_move(const struct naive_variant *v, struct naive_position *p, struct naive_move move);
unsigned long naive_perft(const struct naive_variant *v, const struct naive_position *p, int depth);

/* Rooks with castling rights must not be on the eleventh file, since its letter denotes a wing. */
void naive_write_fen(const struct naive_variant *v, const struct naive_position *p, char fen[NAIVE_FEN]);

#endif
