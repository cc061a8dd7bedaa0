/* Tests every way in which a move can be wrong, by code and sentence. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/explain_copy.h"
#include "support/fen.h"
#include "support/length.h"
#include "support/variants/read.h"

struct wrong {
    int code;
    const char *fen, *move, *message;
    unsigned flags;
    size_t offset;
};

static const struct wrong wrong_texts[] = {
    {KS_ERROR_MOVE_TEXT, START, "", "expected a move such as e2e4, Nf3 or O-O, found the end of the text", 0,
     0},
    {KS_ERROR_MOVE_TEXT, START, "xe4", "expected a move such as e2e4, Nf3 or O-O, found 'x'", 0, 0},
    {KS_ERROR_MOVE_TEXT, START, " e4", "expected a move such as e2e4, Nf3 or O-O, found a blank (byte 0x20)",
     0, 0},
    {KS_ERROR_MOVE_TEXT, START, "4d5", "expected a move such as e2e4, Nf3 or O-O, found '4'", 0, 0},
    {KS_ERROR_MOVE_TEXT, START, "nf3", "expected a move such as e2e4, Nf3 or O-O, found 'n'", 0, 0},
    {KS_ERROR_MOVE_TEXT, START,
     "\xff"
     "e4",
     "expected a move such as e2e4, Nf3 or O-O, found no text (byte 0xff)", 0, 0},
    {KS_ERROR_MOVE_TEXT, START, "e", "expected a square such as e4, found the end of the text", 0, 1},
    {KS_ERROR_MOVE_TEXT, START, "e2-", "expected a square such as e4, found the end of the text", 0, 3},
    {KS_ERROR_MOVE_TEXT, START, "Nbd", "expected a square such as e4, found 'd'", 0, 2},
    {KS_ERROR_MOVE_TEXT, START, "N9d2", "expected a square such as e4, found '9'", 0, 1},
    {KS_ERROR_MOVE_TEXT, START, "Nf3 d5", "expected the end of the move, found a blank (byte 0x20)", 0, 3},
    {KS_ERROR_MOVE_TEXT, START, "e2e4e5", "expected the end of the move, found 'e'", 0, 4},
    {KS_ERROR_MOVE_TEXT, START, "e8=", "expected the piece of the promotion, found the end of the text", 0,
     3},
    {KS_ERROR_MOVE_TEXT, START, "0000", "expected '-' and another O of castling, found '0'", 0, 1},
    {KS_ERROR_MOVE_TEXT, START, "O-", "expected another O of castling, found the end of the text", 0, 2},
    {KS_ERROR_MOVE_TEXT, START, "O-O-K", "expected another O of castling, found 'K'", 0, 4},
    {KS_ERROR_MOVE_TEXT, START, "O-O-O-O", "expected the end of the move, found '-'", 0, 5},
    {KS_ERROR_OFF_BOARD, START, "e2e9", "there is no square e9: files go from a to h, ranks from 1 to 8", 0,
     2},
    {KS_ERROR_OFF_BOARD, START, "z0e4", "there is no square z0: files go from a to h, ranks from 1 to 8", 0,
     0},
    {KS_ERROR_OFF_BOARD, START, "Ngxi3", "there is no square i3: files go from a to h, ranks from 1 to 8", 0,
     3},
};

/* Wrong squares, and moves against the rules of the piece. */
static const struct wrong wrong_by_rule[] = {
    {KS_ERROR_NO_SUCH_PIECE, KINGS, "Qe4", "white has no queen", 0, 0},
    {KS_ERROR_NO_SUCH_PIECE, START, "Ncd4", "white has no knight on the c-file", 0, 0},
    {KS_ERROR_NO_SUCH_PIECE, START, "R3d4", "white has no rook on rank 3", 0, 0},
    {KS_ERROR_NO_SUCH_PIECE, START, "Be2f3", "white has no bishop on e2", 0, 0},
    {KS_ERROR_NO_SUCH_PIECE, "4k3/8/8/8/8/8/3P4/4K3 b - - 0 1", "d5", "black has no pawn on the d-file", 0,
     0},
    {KS_ERROR_SAME_SQUARE, START, "e2e2", "the pawn on e2 can't go to e2: it stands there already", 0, 0},
    {KS_ERROR_SAME_SQUARE, "4k3/8/8/8/8/8/8/4K2B w - - 0 1", "Bh1",
     "the bishop on h1 can't go to h1: it stands there already", 0, 0},
    {KS_ERROR_SQUARE_EMPTY, START, "e4e5", "there is no piece on e4", 0, 0},
    {KS_ERROR_SQUARE_EMPTY, START, "h6h6", "there is no piece on h6", 0, 0},
    {KS_ERROR_WRONG_SIDE, START, "e7e5", "the pawn on e7 is black's, but it is white's turn", 0, 0},
    {KS_ERROR_WRONG_SIDE, "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "e1d1",
     "the king on e1 is white's, but it is black's turn", 0, 0},
    {KS_ERROR_PIECE_RULE, START, "f1f3", "the bishop on f1 can't go to f3: a bishop moves along diagonals", 0,
     0},
    {KS_ERROR_PIECE_RULE, START, "b1b3",
     "the knight on b1 can't go to b3: a knight moves two squares along a rank or file and one across", 0, 0},
    {KS_ERROR_PIECE_RULE, START, "a1b3", "the rook on a1 can't go to b3: a rook moves along ranks and files",
     0, 0},
    {KS_ERROR_PIECE_RULE, START, "Qe3",
     "the queen on d1 can't go to e3: a queen moves along ranks, files and diagonals", 0, 0},
    {KS_ERROR_PIECE_RULE, START, "e1e3",
     "the king on e1 can't go to e3: a king moves one square in any direction, except to castle", 0, 0},
    {KS_ERROR_PIECE_RULE, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1",
     "the king on e1 can't go to g1: a king moves one square in any direction, except to castle", 0, 0},
    {KS_ERROR_PIECE_RULE, START, "e2d4",
     "the pawn on e2 can't go to d4: a pawn moves straight ahead and captures one square diagonally ahead", 0,
     0},
    {KS_ERROR_PIECE_RULE, "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e8",
     "the pawn on e7 can't go to e8: a pawn moves straight ahead and captures one square diagonally ahead", 0,
     0},
    {KS_ERROR_PIECE_RULE, "P7/8/8/8/8/8/8/4K3 w - - 0 1", "a8b8",
     "the pawn on a8 can't go to b8: a pawn moves straight ahead and captures one square diagonally ahead",
     KS_FEN_LENIENT, 0},
    {KS_ERROR_NONE_FITS, START, "Ne5",
     "none of white's knights can go to e5: a knight moves two squares along a rank or file and one across",
     0, 0},
    {KS_ERROR_NONE_FITS, "4k3/8/8/8/8/R7/8/R3K3 w - - 0 1", "Rab8",
     "none of white's rooks on the a-file can go to b8: a rook moves along ranks and files", 0, 0},
    {KS_ERROR_PAWN_DOUBLE_PUSH, "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5",
     "the pawn on e3 can't go to e5: a white pawn moves two squares only from rank 2", 0, 0},
    {KS_ERROR_PAWN_DOUBLE_PUSH, "4k3/8/4p3/4p3/8/8/8/4K3 b - - 0 1", "e3",
     "the pawn on e5 can't go to e3: a black pawn moves two squares only from rank 7", 0, 0},
    {KS_ERROR_PAWN_DOUBLE_PUSH, "8/8/8/8/8/8/8/P3K3 w - - 0 1", "a1a3",
     "the pawn on a1 can't go to a3: a white pawn moves two squares only from rank 2", KS_FEN_LENIENT, 0},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, START, "e2e4q", "the pawn on e2 can't be promoted on e4, only on rank 8",
     0, 0},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, START, "Nf3=Q", "the knight on g1 can't be promoted, only pawns can", 0,
     0},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1q",
     "the king on e1 can't be promoted, only pawns can", 0, 0},
    {KS_ERROR_PROMOTION_MISSING, "7k/P7/8/8/8/8/p7/7K w - - 0 1", "a7a8",
     "the pawn on a7 has to be promoted on a8: say to what, as in a7a8q", 0, 0},
    {KS_ERROR_PROMOTION_MISSING, "7k/P7/8/8/8/8/p7/7K b - - 0 1", "a1",
     "the pawn on a2 has to be promoted on a1: say to what, as in a2a1q", 0, 0},
    {KS_ERROR_PROMOTION_PIECE, "7k/P7/8/8/8/8/p7/7K w - - 0 1", "a7a8k",
     "the pawn on a7 can't become a king, only a queen, rook, bishop or knight", 0, 0},
    {KS_ERROR_PROMOTION_PIECE, "7k/P7/8/8/8/8/p7/7K b - - 0 1", "a1=P",
     "the pawn on a2 can't become a pawn, only a queen, rook, bishop or knight", 0, 0},
};

static const struct wrong wrong_by_board[] = {
    /* The message names the first of two pieces that come equally far. */
    {KS_ERROR_PIECE_BLOCKED, START, "Rd1",
     "the rook on a1 can't go to d1: the knight on b1 stands in the way", 0, 0},
    {KS_ERROR_PIECE_BLOCKED, START, "f1c4",
     "the bishop on f1 can't go to c4: the pawn on e2 stands in the way", 0, 0},
    {KS_ERROR_PIECE_BLOCKED, START, "Qd3", "the queen on d1 can't go to d3: the pawn on d2 stands in the way",
     0, 0},
    {KS_ERROR_PIECE_BLOCKED, "4k3/8/8/8/8/8/8/r2nBK2 b - - 0 1", "a1f1",
     "the rook on a1 can't go to f1: the knight on d1 stands in the way", 0, 0},
    {KS_ERROR_PAWN_BLOCKED, "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4",
     "the pawn on e2 can't go to e4: the knight on e3 stands in the way", 0, 0},
    {KS_ERROR_PAWN_BLOCKED, "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2e4",
     "the pawn on e2 can't go to e4: the pawn on e4 stands in the way", 0, 0},
    {KS_ERROR_PAWN_BLOCKED, "4k3/4p3/4b3/8/8/8/8/4K3 b - - 0 1", "e7e6",
     "the pawn on e7 can't go to e6: the bishop on e6 stands in the way", 0, 0},
    {KS_ERROR_OWN_PIECE, START, "g1e2", "the knight on g1 can't go to e2: white's own pawn stands there", 0,
     0},
    {KS_ERROR_OWN_PIECE, "4k3/3p4/8/8/8/8/8/4K3 b - - 0 1", "Kxd7",
     "the king on e8 can't go to d7: black's own pawn stands there", 0, 0},
    {KS_ERROR_OWN_PIECE, "4k3/8/8/8/8/3R4/4P3/4K3 w - - 0 1", "e2d3",
     "the pawn on e2 can't go to d3: white's own rook stands there", 0, 0},
    {KS_ERROR_OWN_PIECE, "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "e1f1",
     "the king on e1 can't go to f1: white's own rook stands there", 0, 0},
    {KS_ERROR_KING_CAPTURE, "8/8/8/8/4k3/8/4R3/4K3 w - - 0 1", "e2e4",
     "the rook on e2 can't go to e4: a king is never captured", KS_FEN_LENIENT, 0},
    {KS_ERROR_KING_CAPTURE, "8/8/8/3k4/4P3/8/8/4K3 w - - 0 1", "exd5",
     "the pawn on e4 can't go to d5: a king is never captured", KS_FEN_LENIENT, 0},
    {KS_ERROR_NOTHING_TO_CAPTURE, START, "e2d3",
     "the pawn on e2 can't go to d3: a pawn goes diagonally only to capture, and d3 is empty", 0, 0},
    {KS_ERROR_NOTHING_TO_CAPTURE, "4k3/8/8/4P3/3p4/8/8/4K3 w - - 0 1", "exd6",
     "the pawn on e5 can't go to d6: a pawn goes diagonally only to capture, and d6 is empty", 0, 0},
    {KS_ERROR_NOTHING_TO_CAPTURE, START, "Nxf3", "there is nothing to capture on f3", 0, 0},
    {KS_ERROR_EN_PASSANT_UNAVAILABLE, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6",
     "the pawn on e5 can't go to d6: the pawn on d5 has not just moved two squares, so it is not captured en "
     "passant",
     0, 0},
    {KS_ERROR_EN_PASSANT_UNAVAILABLE, "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "dxe3 e.p.",
     "the pawn on d4 can't go to e3: the pawn on e4 has not just moved two squares, so it is not captured en "
     "passant",
     0, 0},
    {KS_ERROR_AMBIGUOUS, "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2",
     "the knights on f3 and b1 can both go to d2: say which", 0, 0},
    {KS_ERROR_AMBIGUOUS, "7k/8/8/8/Q6Q/8/8/4K2Q w - - 0 1", "Qe4",
     "the queens on a4, h4 and h1 can all go to e4: say which", KS_FEN_LENIENT, 0},
    {KS_ERROR_AMBIGUOUS, "7k/8/8/8/Q6Q/8/8/4K2Q w - - 0 1", "Qhe4",
     "the queens on h4 and h1 can both go to e4: say which", KS_FEN_LENIENT, 0},
};

static const struct wrong wrong_by_check[] = {
    {KS_ERROR_DOUBLE_CHECK, "4k3/8/8/8/7b/8/4r3/NR2K3 w - - 0 1", "a1b3",
     "the knight on a1 can't go to b3: the bishop on h4 and the rook on e2 both give check, so only the king "
     "can "
     "move",
     0, 0},
    {KS_ERROR_DOUBLE_CHECK, "4k3/8/3N4/8/8/8/8/r3RK2 b - - 0 1", "Rxe1",
     "the rook on a1 can't go to e1: the knight on d6 and the rook on e1 both give check, so only the king "
     "can "
     "move",
     0, 0},
    {KS_ERROR_CHECK_UNANSWERED, "4k3/8/8/8/8/8/4r3/N3K3 w - - 0 1", "Nb3",
     "the knight on a1 can't go to b3: the king on e1 would still be in check from the rook on e2", 0, 0},
    {KS_ERROR_CHECK_UNANSWERED, "4k3/p7/8/7B/8/8/8/4K3 b - - 0 1", "a7a5",
     "the pawn on a7 can't go to a5: the king on e8 would still be in check from the bishop on h5", 0, 0},
    {KS_ERROR_CHECK_UNANSWERED, "4k3/8/8/8/4r2b/8/5P2/4K3 w - - 0 1", "f2f3",
     "the pawn on f2 can't go to f3: the king on e1 would still be in check from the rook on e4", 0, 0},
    {KS_ERROR_KING_INTO_CHECK, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kd2",
     "the king on e1 can't go to d2: the rook on e2 attacks that square", 0, 0},
    {KS_ERROR_KING_INTO_CHECK, "4r1k1/8/8/8/8/8/4K3/8 w - - 0 1", "e2e1",
     "the king on e2 can't go to e1: the rook on e8 attacks that square", 0, 0},
    {KS_ERROR_KING_INTO_CHECK, "8/8/8/8/8/4k3/8/4K3 w - - 0 1", "Ke2",
     "the king on e1 can't go to e2: the king on e3 attacks that square", 0, 0},
    {KS_ERROR_PIECE_PINNED, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3",
     "the knight on e2 can't go to c3: it is pinned to the king on e1 by the rook on e8", 0, 0},
    {KS_ERROR_PIECE_PINNED, "4k3/5p2/8/7B/8/8/8/4K3 b - - 0 1", "f7f5",
     "the pawn on f7 can't go to f5: it is pinned to the king on e8 by the bishop on h5", 0, 0},
    {KS_ERROR_PIECE_PINNED, "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6",
     "the pawn on e5 can't go to d6: it is pinned to the king on e1 by the rook on e8", 0, 0},
    {KS_ERROR_PIECE_PINNED, "4r1k1/8/8/8/1b6/8/4R3/4K3 w - - 0 1", "Rd2",
     "the rook on e2 can't go to d2: it is pinned to the king on e1 by the rook on e8", 0, 0},
    {KS_ERROR_EN_PASSANT_UNCOVERS, "8/8/8/K1pP3r/8/8/8/7k w - c6 0 1", "d5c6",
     "the pawn on d5 can't go to c6: with both pawns gone, the rook on h5 would attack the king on a5", 0, 0},
    {KS_ERROR_EN_PASSANT_UNCOVERS, "7K/8/8/8/k1pP3Q/8/8/8 b - d3 0 1", "cxd3",
     "the pawn on c4 can't go to d3: with both pawns gone, the queen on h4 would attack the king on a4", 0,
     0},
    {KS_ERROR_EN_PASSANT_UNCOVERS, "7k/b7/8/2pP4/8/8/5K2/8 w - c6 0 1", "dxc6",
     "the pawn on d5 can't go to c6: with both pawns gone, the bishop on a7 would attack the king on f2", 0,
     0},
};

static const struct wrong wrong_castling[] = {
    {KS_ERROR_CASTLING_UNAVAILABLE, "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1g1",
     "white can't castle kingside: the right is lost, since the king or the rook has moved", 0, 0},
    {KS_ERROR_CASTLING_UNAVAILABLE, "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1a1",
     "white can't castle queenside: the right is lost, since the king or the rook has moved", 0, 0},
    {KS_ERROR_CASTLING_UNAVAILABLE, "r6r/4k3/8/8/8/8/8/4K3 b - - 0 1", "O-O-O",
     "black can't castle queenside: the right is lost, since the king has left its rank", 0, 0},
    {KS_ERROR_CASTLING_ROOK_MISSING, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O-O",
     "white can't castle queenside: no rook stands on that side of the king on e1", 0, 0},
    {KS_ERROR_CASTLING_ROOK_MISSING, "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8g8",
     "black can't castle kingside: no rook stands on that side of the king on e8", 0, 0},
    {KS_ERROR_CASTLING_BLOCKED, "4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "0-0",
     "white can't castle kingside: the knight on g1 stands in the way", 0, 0},
    {KS_ERROR_CASTLING_BLOCKED, "rn2k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8",
     "black can't castle queenside: the knight on b8 stands in the way", 0, 0},
    {KS_ERROR_CASTLING_BLOCKED, "4k3/8/8/8/8/8/8/2n2RK1 w F - 0 1", "g1f1",
     "white can't castle queenside: the knight on c1 stands in the way", 0, 0},
    {KS_ERROR_CASTLING_OUT_OF_CHECK, "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "O-O",
     "white can't castle kingside: the king on e1 is in check from the rook on e2", 0, 0},
    {KS_ERROR_CASTLING_OUT_OF_CHECK, "r3k3/8/3N4/8/8/8/8/4K3 b q - 0 1", "e8a8",
     "black can't castle queenside: the king on e8 is in check from the knight on d6", 0, 0},
    {KS_ERROR_CASTLING_THROUGH_CHECK, "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O",
     "white can't castle kingside: the king would pass f1, which the rook on f8 attacks", 0, 0},
    {KS_ERROR_CASTLING_THROUGH_CHECK, "r3k3/8/4N3/8/8/8/8/4K3 b q - 0 1", "e8c8",
     "black can't castle queenside: the king would pass d8, which the knight on e6 attacks", 0, 0},
    {KS_ERROR_CASTLING_INTO_CHECK, "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1",
     "white can't castle kingside: the king would be in check on g1 from the rook on g8", 0, 0},
    {KS_ERROR_CASTLING_INTO_CHECK, "4k3/8/8/8/8/8/8/qR2K3 w B - 0 1", "e1b1",
     "white can't castle queenside: the king would be in check on c1 from the queen on a1", 0, 0},
};

static const struct {
    const struct wrong *rows;
    size_t count;
} tables[] = {{wrong_texts, LENGTH(wrong_texts)},
              {wrong_by_rule, LENGTH(wrong_by_rule)},
              {wrong_by_board, LENGTH(wrong_by_board)},
              {wrong_by_check, LENGTH(wrong_by_check)},
              {wrong_castling, LENGTH(wrong_castling)}};

/* Expects the same of chess as one variant of many. */
static void expect_wrong_in_variant(const ks_variant *chess, const struct wrong *row) {
    const ks_variant_position position = read_variant_position(chess, row->fen, row->flags);
    ks_error error = {0};
    ks_variant_attempt attempt;
    const int code = ks_variant_read_move(chess, &position, row->move, strlen(row->move), &attempt, &error);
    cr_assert_eq(code, row->code, "%s in %s: %s", row->move, row->fen, error.message);
    cr_assert_str_eq(error.message, row->message, "%s in %s: %s", row->move, row->fen, error.message);
    cr_assert_eq(error.offset, row->offset, "%s: %zu", row->move, error.offset);
}

static void expect_wrong(const struct wrong *row) {
    const ks_position position = read_position(row->fen, row->flags);
    ks_error error = {0};
    ks_move move;
    const int code = explain_copy(&position, row->move, strlen(row->move), &move, &error);
    cr_assert_eq(code, row->code, "%s in %s: %s, not %s: %s", row->move, row->fen, ks_error_name(code),
                 ks_error_name(row->code), error.message);
    cr_assert_eq(error.code, code);
    cr_assert_str_eq(error.message, row->message, "%s in %s: %s", row->move, row->fen, error.message);
    cr_assert_eq(error.offset, row->offset, "%s: %zu", row->move, error.offset);
}

Test(explain, every_way_to_be_wrong) {
    for (size_t table = 0; table < LENGTH(tables); table++)
        for (size_t i = 0; i < tables[table].count; i++)
            expect_wrong(&tables[table].rows[i]);
}

Test(explain, every_way_is_the_same_in_the_variant) {
    ks_variants *const variants = read_variants(NULL);
    const ks_variant *const chess = find_variant(variants, "chess");
    for (size_t table = 0; table < LENGTH(tables); table++)
        for (size_t i = 0; i < tables[table].count; i++)
            expect_wrong_in_variant(chess, &tables[table].rows[i]);
    ks_variants_free(variants);
}

Test(explain, every_code_is_shown_twice) {
    unsigned shown[KS_ERROR_AMBIGUOUS + 1] = {0};
    for (size_t table = 0; table < LENGTH(tables); table++)
        for (size_t i = 0; i < tables[table].count; i++)
            shown[tables[table].rows[i].code]++;
    for (int code = KS_ERROR_MOVE_TEXT; code <= KS_ERROR_AMBIGUOUS; code++)
        if (ks_error_name(code))
            cr_assert_geq(shown[code], 2, "%s", ks_error_name(code));
}
