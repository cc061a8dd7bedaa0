/* The constants of the headers that the assembly uses, and those that programs in assembly want. This file is
 * compiled to assembly text and never linked: the Makefile turns each "->NAME VALUE" in that text into a NASM
 * %define, so that codes, classes and offsets are written once, in C. (Linux's asm-offsets does the same.)
 * packaging/kingscan.inc.in is for the programs: it has the constants of KS_ and of KING_LINES_, the latter
 * with KS_ in front. */
#include "core/fen/readers.h"
#include "kingscan.h"

#define CONSTANT(name) EMIT(name, name)
#define OFFSET(name, type, member) EMIT(name, offsetof(type, member))
#define EMIT(name, value) __asm__ volatile(".ascii \"->" #name " %c0\"" : : "i"((int)(value)))
#define ON_RANK(file, rank) EMIT(KS_##file##rank, KS_SQUARE(#file[0] - 'A', 8 - rank))
#define RANK(rank)                                                                                           \
    ON_RANK(A, rank);                                                                                        \
    ON_RANK(B, rank);                                                                                        \
    ON_RANK(C, rank);                                                                                        \
    ON_RANK(D, rank);                                                                                        \
    ON_RANK(E, rank);                                                                                        \
    ON_RANK(F, rank);                                                                                        \
    ON_RANK(G, rank);                                                                                        \
    ON_RANK(H, rank)

void ks_asm_constants(void);

void ks_asm_constants(void) {
    CONSTANT(KS_SQUARES);
    CONSTANT(KS_NO_SQUARE);
    RANK(8);
    RANK(7);
    RANK(6);
    RANK(5);
    RANK(4);
    RANK(3);
    RANK(2);
    RANK(1);

    CONSTANT(KS_WHITE);
    CONSTANT(KS_BLACK);
    CONSTANT(KS_EMPTY);
    CONSTANT(KS_WHITE_PAWN);
    CONSTANT(KS_WHITE_KNIGHT);
    CONSTANT(KS_WHITE_BISHOP);
    CONSTANT(KS_WHITE_ROOK);
    CONSTANT(KS_WHITE_QUEEN);
    CONSTANT(KS_WHITE_KING);
    CONSTANT(KS_BLACK_BIT);
    CONSTANT(KS_BLACK_PAWN);
    CONSTANT(KS_BLACK_KNIGHT);
    CONSTANT(KS_BLACK_BISHOP);
    CONSTANT(KS_BLACK_ROOK);
    CONSTANT(KS_BLACK_QUEEN);
    CONSTANT(KS_BLACK_KING);

    CONSTANT(KS_CLASS_ORTHOGONAL);
    CONSTANT(KS_CLASS_DIAGONAL);
    CONSTANT(KS_CLASS_KNIGHT);
    CONSTANT(KS_CLASS_WAZIR);
    CONSTANT(KS_CLASS_FERZ);
    CONSTANT(KS_CLASS_PAWN);
    CONSTANT(KS_CLASS_OWN);
    CONSTANT(KS_CLASS_OCCUPIED);

    OFFSET(PIECESET_CLASSES, ks_pieceset, classes);
    EMIT(PIECESET_CLASSES_OF_SIDE, sizeof ks_chess_pieces.classes[0]);
    OFFSET(PIECESET_A1_FIRST, ks_pieceset, a1_first);
    OFFSET(PIECESET_WIDE, ks_pieceset, wide);
    OFFSET(PIECESET_CELLS, ks_pieceset, cells);
    OFFSET(PIECESET_CELL_OF_UPPER, ks_pieceset, cell_of_upper);
    OFFSET(PIECESET_CELL_UPPER, ks_pieceset, cell_upper);
    OFFSET(PIECESET_CELL_CLASSES, ks_pieceset, cell_classes);

    OFFSET(KING_LINES_CHECKERS, ks_king_lines, checkers);
    OFFSET(KING_LINES_CHECK_LINES, ks_king_lines, check_lines);
    OFFSET(KING_LINES_PINNED, ks_king_lines, pinned);
    OFFSET(KING_LINES_PIN_ORTHOGONAL, ks_king_lines, pin_orthogonal);
    OFFSET(KING_LINES_PIN_DIAGONAL, ks_king_lines, pin_diagonal);
    EMIT(KING_LINES_SIZE, sizeof(ks_king_lines));

    OFFSET(PIECE_MASKS_KINGS, struct ks_piece_masks, kings);
    OFFSET(PIECE_MASKS_PAWNS, struct ks_piece_masks, pawns);
    OFFSET(PIECE_MASKS_OCCUPIED, struct ks_piece_masks, occupied);
    EMIT(PIECE_MASKS_SIZE, sizeof(struct ks_piece_masks));

    OFFSET(FOUR_LINES_BOARDS, struct ks_four_lines, boards);
    OFFSET(FOUR_LINES_LENGTHS, struct ks_four_lines, lengths);
    OFFSET(FOUR_LINES_PLACEMENTS, struct ks_four_lines, placements);
    OFFSET(FOUR_LINES_LETTERS, struct ks_four_lines, letters);
    OFFSET(FOUR_LINES_WINDOWS, struct ks_four_lines, windows);
    OFFSET(FOUR_LINES_SIDES, struct ks_four_lines, sides);
    OFFSET(FOUR_LINES_STATES, struct ks_four_lines, states);
    EMIT(FOUR_LINES_SIZE, sizeof(struct ks_four_lines));

    CONSTANT(NOT_COMMON);
    CONSTANT(KNOWN_FIELDS_BITS);
    CONSTANT(NO_SECOND_BLANK);
    OFFSET(KNOWN_FIELDS_MULTIPLIER, struct ks_known_fields, multiplier);
    OFFSET(KNOWN_FIELDS_SLOTS, struct ks_known_fields, slots);
    OFFSET(KNOWN_FIELDS_CLOCKS, struct ks_known_fields, clocks);
}
