/* How any_position.c plays chess and variants: a table of functions for each. A function does what the
 * function any_... of the same name does, for a position whose `variant` is set. */
#ifndef KS_ANY_RULES_H
#define KS_ANY_RULES_H

#include "cli/positions/any_position.h"

/* The members of a position that can be taken away. */
struct any_fields {
    uint8_t *board;
    unsigned king[2]; /* [side]: its square */
    unsigned squares;
    uint8_t *en_passant;
    uint8_t nowhere;    /* the value of *en_passant when there is no square */
    ks_squares *passed; /* by the pawn on the en-passant square; NULL in chess */
    uint16_t *halfmove_clock, *fullmove_number;
    uint8_t (*hand)[KS_VARIANT_TYPES]; /* [side][type]; NULL in chess */
};

struct any_rules {
    void (*start)(struct any_position *position);
    int (*read_fen)(const char *text, size_t length, ks_fen_flags flags, struct any_position *position,
                    ks_error *error);
    size_t (*write_fen)(const struct any_position *position, char *text);
    size_t (*write_legal_fen)(const struct any_position *position, char *text);
    size_t (*write_uci)(const struct any_position *position, any_move move, ks_uci_flags flags, char *text);
    size_t (*write_san)(const struct any_position *position, any_move move, char *text);
    int (*explain_move)(const struct any_position *position, const char *text, size_t length, any_move *move,
                        ks_error *error);
    const char *(*square_name)(const ks_variant *variant, unsigned square);

    /* Lists as many moves as fit into room; returns how many there are. */
    size_t (*legal_moves)(const struct any_position *position, any_move *moves, size_t room);
    void (*make_move)(struct any_position *position, any_move move);
    uint64_t (*perft)(const struct any_position *position, unsigned depth);
    void (*perft_stats)(const struct any_position *position, unsigned depth, ks_perft_counts *counts);

    bool (*is_chess960)(const struct any_position *position);
    unsigned (*side_to_move)(const struct any_position *position);
    unsigned (*king)(const struct any_position *position);
    uint64_t (*key)(const struct any_position *position);
    enum ks_verdict (*find_verdict)(const struct any_position *position, ks_squares *checkers);
    enum ks_draw (*find_draw)(const struct any_position *position, enum ks_verdict verdict,
                              const uint64_t *keys, size_t count);
    ks_squares (*checkers)(const struct any_position *position);
    ks_squares (*pinned)(const struct any_position *position);
    struct any_board_size (*board_size)(const ks_variant *variant);
    char (*piece_letter)(const struct any_position *position, unsigned square);

    /* The name of a move's kind; NULL when the move itself does not say. */
    const char *(*kind_of_move)(any_move move);

    struct any_fields (*fields)(struct any_position *position);
    bool (*drop_castling)(struct any_position *position, unsigned side, unsigned wing);
};

extern const struct any_rules any_chess_rules, any_variant_rules;

#endif
