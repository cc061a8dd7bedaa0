/* Which rule a move of a variant breaks, and that the answer is "none" for the legal moves and for no others.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/answers.h"
#include "support/variants/read.h"

TestSuite(variant_explain, .timeout = 120);

static const char text[] =
    "[hop : chess]\ncannon = c\ncustomPiece1 = g:gQ\nhorse = h\ncustomPiece2 = d:mWcF\n"
    "[crowned : coregal]\npieceDrops = true\npass = true\n"
    "[heap : crazyhouse]\ndropOnTop = true\n"
    "[lasting : crazyhouse]\nimmobilityIllegal = true\npromotionZonePawnDrops = true\n"
    "[stone : chess]\npetrifyOnCapture = true\n"
    "[idle : horde]\npass = true\n"
    "[turning : kyotoshogi]\npass = true\n"
    "[dropped : crazyhouse]\npromotedPieceType = n:r\ndropPromoted = true\ndropLoop = true\n"
    "notationLetters = n: b, b: n\n"
    "[swapped : capahouse]\nnotationLetters = a: c, c: m\n";

static const struct {
    int code;
    const char *variant, *fen, *move, *message;
} rows[] = {
    {KS_OK, "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", NULL},
    {KS_OK, "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", NULL},
    {KS_OK, "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", NULL},
    {KS_OK, "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.+", NULL},
    {KS_OK, "grand", "k9/10/10/10/10/10/3A6/10/10/K9 w - - 0 1", "Cd4-g7!?", NULL},
    {KS_OK, "grand", "k9/10/2P7/10/10/10/3A6/10/10/5K4 w - - 0 1", "c9=M", NULL},
    {KS_OK, "grand", "k9/10/2P7/10/10/10/3A6/10/10/5K4 w - - 0 1", "c8c9c", NULL},
    {KS_ERROR_MOVE_TEXT, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1-",
     "expected a square such as e4, found the end of the text"},
    {KS_ERROR_MOVE_TEXT, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e7e8x",
     "expected the letter of the piece promoted to, found 'x'"},
    {KS_ERROR_MOVE_TEXT, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "O-x",
     "expected another O of castling, found 'x'"},
    {KS_ERROR_OFF_BOARD, "grand", "k9/10/10/10/10/10/10/10/10/K9 w - - 0 1", "a1a11",
     "there is no square a11: files go from a to j, ranks from 1 to 10"},
    {KS_ERROR_OFF_BOARD, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e9",
     "there is no square e9: files go from a to h, ranks from 1 to 8"},
    {KS_ERROR_OFF_BOARD, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "K9e2",
     "there is no rank 9: ranks go from 1 to 8"},
    {KS_ERROR_NO_SUCH_PIECE, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Nf3", "white has no Knight there"},
    {KS_ERROR_NO_SUCH_PIECE, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Ne1e2", "the piece on e1 is a King"},
    {KS_ERROR_SQUARE_EMPTY, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a1a2", "there is no piece on a1"},
    {KS_ERROR_WRONG_SIDE, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e8e7",
     "the King on e8 is black's, but it is white's turn"},
    {KS_ERROR_SAME_SQUARE, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e1", "it stands there already"},
    {KS_ERROR_PIECE_RULE, "grand", "", "g2g5", "that is not how a Cardinal moves"},
    {KS_ERROR_PAWN_DOUBLE_PUSH, "chess", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5",
     "it may go so far only from where it starts"},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2q",
     "a King can't be promoted"},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "chess", "", "e2e4q", "it can't be promoted on e4"},
    {KS_ERROR_PROMOTION_MISSING, "chess", "8/P7/4k3/8/8/8/8/4K3 w - - 0 1", "a7a8",
     "it has to be promoted on a8: say to what, by a letter behind the square"},
    {KS_ERROR_PROMOTION_PIECE, "chess", "8/P7/4k3/8/8/8/8/4K3 w - - 0 1", "a7a8k", "it can't become a King"},
    {KS_ERROR_PROMOTION_LIMIT, "grand", "10/10/2P7/4k5/10/10/10/10/KQRRNNBBA1/10 w - - 0 1", "c8c9q",
     "it can't become a Queen while its side has 1 of them"},
    {KS_ERROR_PROMOTION_LIMIT, "grand", "10/2P7/4k5/10/10/10/10/10/KQRRNNBBAC/10 w - - 0 1", "c9c10",
     "it has to be promoted there, and there is nothing that it may become"},
    {KS_ERROR_PIECE_BLOCKED, "grand", "", "Cd5", "the Pawn on f3 stands in the way"},
    {KS_ERROR_PIECE_BLOCKED, "hop", "4k3/8/8/8/8/8/4P3/3KH3 w - - 0 1", "e1f3",
     "the Pawn on e2 stands in the way"},
    {KS_ERROR_PIECE_BLOCKED, "hop", "4k3/8/8/8/8/2c5/8/C1nnnK2 w - - 0 1", "a1e1",
     "it hops over one piece, and there are 2 between"},
    {KS_ERROR_PIECE_BLOCKED, "hop", "4k3/8/8/8/3pD3/8/8/4K3 w - - 0 1", "e4d4",
     "the Pawn on d4 stands there, and a Piece D doesn't capture like that"},
    {KS_ERROR_NO_HURDLE, "hop", "4k3/8/8/8/8/8/8/C3n1K1 w - - 0 1", "a1e1",
     "there is no piece between that it could hop over"},
    {KS_ERROR_NO_HURDLE, "hop", "4k3/8/8/8/8/8/8/G1n3K1 w - - 0 1", "a1e1",
     "it hops only to the square behind the first piece in the way, the Knight on c1"},
    {KS_ERROR_OWN_PIECE, "chess", "", "a1a2", "your own Pawn stands there"},
    {KS_ERROR_NOTHING_TO_CAPTURE, "hop", "4k3/8/8/8/3pD3/8/8/4K3 w - - 0 1", "e4d5",
     "it goes there only to capture, and d5 is empty"},
    {KS_ERROR_NOTHING_TO_CAPTURE, "chess", "", "e2d3", "it goes there only to capture, and d3 is empty"},
    {KS_ERROR_EN_PASSANT_UNAVAILABLE, "chess", "4k3/8/8/3pP1P1/8/8/8/4K3 w - d6 0 1", "g5h6",
     "it goes there only to capture, and there is nothing to capture, not even en passant"},
    {KS_ERROR_CASTLING_UNAVAILABLE, "chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O",
     "there is no right to castle to that side"},
    {KS_ERROR_CASTLING_UNAVAILABLE, "grand", "", "O-O-O", "there is no castling in grand"},
    {KS_ERROR_CASTLING_BLOCKED, "chess", "", "e1g1", "a piece stands in the way of castling to that side"},
    {KS_ERROR_CASTLING_OUT_OF_CHECK, "chess", "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "O-O",
     "the King is in check, so it can't castle"},
    {KS_ERROR_CASTLING_THROUGH_CHECK, "chess", "4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", "e1g1",
     "the King would pass over an attacked square"},
    {KS_ERROR_CASTLING_INTO_CHECK, "chess", "4k3/8/8/8/8/8/6r1/4K2R w K - 0 1", "e1g1",
     "the King would come under attack by castling"},
    {KS_ERROR_KING_INTO_CHECK, "chess", "4k3/8/8/8/8/8/3r4/5K2 w - - 0 1", "f1e2",
     "the Rook on d2 attacks that square"},
    {KS_ERROR_CHECK_UNANSWERED, "chess", "4k3/8/8/8/8/P7/4r3/4K3 w - - 0 1", "a3a4",
     "the King on e1 would still be in check from the Rook on e2"},
    {KS_ERROR_PIECE_PINNED, "chess", "4k3/8/8/8/4r3/4N3/8/4K3 w - - 0 1", "e3c4",
     "the King on e1 would be in check from the Rook on e4"},
    {KS_ERROR_PIECE_PINNED, "hop", "4k3/8/8/8/K6c/8/4P3/8 w - - 0 1", "e2e4",
     "the King on a4 would be in check from the Cannon on h4"},
    {KS_ERROR_EN_PASSANT_UNCOVERS, "chess", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6",
     "the King on a5 would be in check from the Rook on h5"},
    {KS_ERROR_AMBIGUOUS, "chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2",
     "2 pieces can go to d2 like that: say which"},
    {KS_ERROR_GAME_OVER, "shatranj", "k7/8/1KP4R/8/8/8/8/8 b - - 0 1", "a8b8",
     "the game is over: there is nothing left of black but the King"},
    {KS_ERROR_GAME_OVER, "kingofthehill", "4k3/8/8/8/3K4/8/8/8 b - - 0 1", "e8e7",
     "the game is over: white has reached the goal"},
    {KS_ERROR_GAME_OVER, "racingkings", "3k3K/8/8/8/8/8/8/R7 w - - 0 1", "a1a2",
     "the game is over: each side has reached the goal"},
    {KS_ERROR_GAME_OVER, "3check", "4k3/8/8/8/8/8/8/4K2R w - - 0+3 0 1", "h1h2",
     "the game is over: white has given 3 checks"},
    {KS_ERROR_GAME_OVER, "horde", "4k3/8/8/8/8/8/8/8 b - - 0 1", "e8e7",
     "the game is over: white has lost all pieces"},
    {KS_ERROR_GAME_OVER, "atomic", "8/8/8/8/8/8/p7/4K3 b - - 0 1", "a2a1q",
     "the game is over: black's King has been blown up"},
    {KS_ERROR_OWN_EXPLOSION, "atomic", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2",
     "the explosion would take your own King"},
    {KS_ERROR_CHECK_UNANSWERED, "atomic", "4k3/8/8/8/4r3/8/8/4K2N w - - 0 1", "h1g3",
     "the King on e1 would still be in check from the Rook on e4"},
    {KS_OK, "atomic", "8/8/8/8/4r3/8/3k4/4K2N w - - 0 1", "Ng3", NULL},
    {KS_ERROR_GIVES_CHECK, "racingkings", "8/8/8/8/7k/8/8/K2R4 w - - 0 1", "d1d4",
     "it would give check, which isn't allowed"},
    {KS_ERROR_MUST_CAPTURE, "antichess", "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e1d1",
     "the Pawn on e2 can capture on d3, and who can capture has to"},
    {KS_OK, "antichess", "4k3/P7/8/8/8/8/8/8 w - - 0 1", "a8=K", NULL},
    {KS_ERROR_KINGS_FACE, "xiangqi", "4k4/9/9/9/9/4N4/9/9/9/4K4 w - - 0 1", "e5d7",
     "the General on e1 would face the General on e10 with nothing between"},
    {KS_ERROR_KINGS_FACE, "xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1e1",
     "the General on e1 would face the General on e10 with nothing between"},
    {KS_ERROR_PIECE_RULE, "xiangqi", "4k4/9/9/9/9/4B4/9/9/9/3K5 w - - 0 1", "e5g7",
     "no white Elephant may go to g7"},
    {KS_ERROR_PIECE_RULE, "xiangqi", "4k4/9/9/9/9/4P4/9/9/9/3K5 w - - 0 1", "e5f5",
     "it goes sideways only from its rank 6 on"},
    {KS_ERROR_NO_HURDLE, "xiangqi", "4k4/9/9/9/9/4C3r/9/9/9/3K5 w - - 0 1", "e5i5",
     "there is no piece between that it could hop over"},
    {KS_ERROR_NO_HURDLE, "janggi", "3k5/4p4/9/9/9/4c4/9/9/4C4/5K3 w - - 0 1", "e2e6",
     "it doesn't hop over the Cannon on e5"},
    {KS_ERROR_SPARED, "janggi", "3k5/4c4/9/9/9/4p4/9/9/4C4/5K3 w - - 0 1", "e2e9",
     "one Cannon doesn't capture another"},
    {KS_ERROR_CHECK_UNANSWERED, "janggi", "4k4/9/9/9/4r4/9/9/9/9/4K4 w - - 0 1", "pass",
     "the General on e1 is in check, so white can't pass"},
    {KS_ERROR_PASS_IMPOSSIBLE, "xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "pass",
     "there is no passing in xiangqi"},
    {KS_ERROR_KINGS_FACE, "janggi", "4k4/9/9/9/9/9/9/4K4/3P5/9 w - - 0 1", "d2d3",
     "the General on e3 would face the General on e10 with nothing between"},
    {KS_ERROR_GAME_OVER, "janggi", "4k4/9/9/9/9/9/9/9/9/4K4 b p - 0 1", "e10d10",
     "the game is over: white has passed while each General faced the other"},
    {KS_ERROR_GAME_OVER, "janggi", "4k4/9/9/9/9/9/9/9/9/3K5 b pp - 0 1", "e10d10",
     "the game is over: both sides have passed"},
    {KS_OK, "janggi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "--", NULL},
    {KS_OK, "janggi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1d1", NULL},
    {KS_OK, "janggi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "Kd1", NULL},
    {KS_ERROR_CHECK_UNANSWERED, "makpong", "k7/8/8/8/4r3/8/8/4K3 w - - 0 1", "e1d1",
     "the Khun may not go away from check, only capture what gives it"},
    {KS_ERROR_PIECE_RULE, "cambodian", "4k3/8/8/8/8/8/8/3K4 w - - 0 1", "d1f2",
     "it leaps like that only as long as it hasn't moved, and a Khun neither captures so nor leaves check"},
    {KS_OK, "sittuyin", "8/1k6/8/3PP3/8/3P4/8/4K3[] w - - 0 1", "d5=F", NULL},
    {KS_OK, "sittuyin", "8/1k6/8/3PP3/8/3P4/8/4K3[] w - - 0 1", "d5e4=F", NULL},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "sittuyin", "8/1k6/8/3PP3/8/3P4/8/4K3[] w - - 0 1", "d3=F",
     "it can't be promoted on d3 while its side has other pawns"},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "sittuyin", "8/1k6/8/3PP3/8/3P4/8/4K3[] w - - 0 1", "d5d6f",
     "it may become a Sit-ke where it stands, or on an empty square to which that could go"},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "sittuyin", "8/1k6/2r5/3PP3/8/3P4/8/4K3[] w - - 0 1", "d5=F",
     "it may not attack anything as a Sit-ke at once"},
    {KS_ERROR_PROMOTION_LIMIT, "sittuyin", "8/1k6/8/3PP3/8/3P4/8/4KF2[] w - - 0 1", "d5=F",
     "it can't become a Sit-ke while its side has 1 of them"},
    {KS_ERROR_PROMOTION_PIECE, "sittuyin", "8/1k6/8/3PP3/8/3P4/8/4K3[] w - - 0 1", "d5=R",
     "it can't become a Yahhta"},
    {KS_ERROR_GIVES_CHECK, "sittuyin", "3k4/8/8/3PP3/8/8/8/3RK3[] w - - 0 1", "d5c6f",
     "it would give check, which isn't allowed"},
    {KS_ERROR_CHECK_UNANSWERED, "sittuyin", "1k6/8/8/3PP3/8/8/8/r3K3[] w - - 0 1", "d5=F",
     "the Min-gyi on e1 would still be in check from the Yahhta on a1"},
    {KS_ERROR_SAME_SQUARE, "sittuyin", "8/1k6/8/3PP3/8/3P4/8/4K3[] w - - 0 1", "d5d5",
     "it stands there already"},
    {KS_ERROR_MUST_DROP, "sittuyin", "", "e4e5",
     "the Myin in hand can be dropped, and has to be before any move"},
    {KS_ERROR_DROP_SQUARE, "sittuyin", "", "R@b2", "white may drop no Yahhta on b2"},
    {KS_ERROR_KING_INTO_CHECK, "coregal", "4k3/8/8/8/8/8/q7/4K2Q w - - 0 1", "h1h2",
     "the Queen on a2 attacks that square"},
    {KS_ERROR_CHECK_UNANSWERED, "coregal", "4k3/3r4/8/8/3Q4/8/8/4K3 w - - 0 1", "e1e2",
     "the Queen on d4 would still be in check from the Rook on d7"},
    {KS_ERROR_PIECE_PINNED, "coregal", "4k3/3r4/8/3N4/3Q4/8/8/4K3 w - - 0 1", "d5e3",
     "the Queen on d4 would be in check from the Rook on d7"},
    {KS_ERROR_CASTLING_THROUGH_CHECK, "spartan", "4k3/8/8/8/8/5g2/8/4K2R w K - 0 1", "O-O",
     "the King would pass over an attacked square"},
    {KS_ERROR_CASTLING_INTO_CHECK, "spartan", "4k3/8/8/8/6g1/8/8/4K2R w K - 0 1", "O-O",
     "the King would come under attack by castling"},
    {KS_ERROR_CASTLING_OUT_OF_CHECK, "spartan", "4k3/8/8/8/8/4g3/8/4K2R w K - 0 1", "e1g1",
     "the King is in check, so it can't castle"},
    {KS_ERROR_CHECK_UNANSWERED, "coregal", "4k3/8/8/3n4/8/2Q5/8/4K2R w K - 0 1", "O-O",
     "the Queen on c3 would still be in check from the Knight on d5"},
    {KS_ERROR_CHECK_UNANSWERED, "spartan", "2k2k2/8/8/8/8/5R2/8/2R1K3 b - - 0 1", "c8c7",
     "each King would be in check, that on f8 from the Rook on f3"},
    {KS_OK, "spartan", "2k2k2/8/8/8/8/5R2/8/2R1K3 b - - 0 1", "Kb8", NULL},
    {KS_OK, "spartan", "5k2/8/8/8/8/5R2/6h1/2R1K3 b - - 0 1", "h1=K", NULL},
    {KS_ERROR_CHECK_UNANSWERED, "spartan", "5k2/8/8/8/8/5R2/6h1/2R1K3 b - - 0 1", "g2f1k",
     "each King would be in check, that on f8 from the Rook on f3"},
    {KS_ERROR_CHECK_UNANSWERED, "crowned", "k7/8/8/r6Q/8/8/8/4K3[q] w - - 0 1", "pass",
     "the Queen on h5 is in check, so white can't pass"},
    {KS_ERROR_CHECK_UNANSWERED, "crowned", "k7/8/8/r6Q/8/8/8/4K3[N] w - - 0 1", "N@a1",
     "the Queen on h5 would still be in check from the Rook on a5"},
    {KS_ERROR_DROP_SQUARE, "heap", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@a2",
     "there has to be a piece below, unless it is dropped on white's first rank"},
    {KS_ERROR_DROP_IMPOSSIBLE, "chess", "", "N@e4", "there are no drops in chess"},
    {KS_ERROR_NOT_IN_HAND, "crazyhouse", "", "N@e4", "white has no Knight in hand"},
    {KS_OK, "seirawan", "", "b1c3h", NULL},
    {KS_OK, "seirawan", "", "Nc3/H", NULL},
    {KS_OK, "seirawan", "4k3/8/8/8/8/8/8/R3K2R[HE] w KQ - 0 1", "O-O/Hh1", NULL},
    {KS_OK, "seirawan", "4k3/8/8/8/8/8/8/R3K2R[HE] w KQ - 0 1", "h1e1h", NULL},
    {KS_OK, "seirawan", "4k3/8/8/8/8/8/8/R3K2R[HE] w KQ - 0 1", "e1c1e", NULL},
    {KS_ERROR_NOT_IN_HAND, "seirawan", "4k3/8/8/8/8/8/8/1N2K3[E] w BE - 0 1", "b1c3h",
     "white has no Hawk in hand"},
    {KS_ERROR_DROP_SQUARE, "seirawan", "4k3/8/8/8/8/2N5/8/4K3[E] w E - 0 1", "Nb1/E",
     "nothing can be put on c3, for it is not the first square of what leaves it"},
    {KS_ERROR_PIECE_BLOCKED, "seirawan", "", "a1a3h", "the Pawn on a2 stands in the way"},
    {KS_ERROR_MOVE_TEXT, "seirawan", "", "Nc3/",
     "expected the letter of the piece that is put there, found the "
     "end of the text"},
    {KS_ERROR_PIECE_BLOCKED, "gustav3", "", "Nc1-a2", "there is a wall on a2"},
    {KS_ERROR_PIECE_BLOCKED, "gustav3", "4k5/*8*/*8*/*8*/*8*/*8*/*8*/4K3BA w - - 0 1", "Aj1-j3",
     "the wall on j2 stands in the way"},
    {KS_ERROR_DROP_OCCUPIED, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e8",
     "a piece is dropped on an empty square, and e8 isn't"},
    {KS_ERROR_DROP_SQUARE, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@a8",
     "white may drop no Pawn on a8"},
    {KS_ERROR_PIECE_RULE, "lasting", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@a8",
     "it could never move again from a8"},
    {KS_ERROR_CHECK_UNANSWERED, "crazyhouse", "4k3/4r3/8/8/8/8/8/4K3[N] w - - 0 1", "N@a3",
     "the King on e1 would be in check from the Rook on e7"},
    {KS_OK, "crazyhouse", "4k3/4r3/8/8/8/8/8/4K3[P] w - - 0 1", "@e2", NULL},
    {KS_OK, "swapped", "4k5/10/10/10/10/10/10/4K5[C] w - - 0 1", "M@a4", NULL},
    {KS_OK, "swapped", "4k5/10/10/10/10/10/10/4K5[C] w - - 0 1", "C@a4", NULL}, /* as UCI has it */
    {KS_OK, "dropped", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "+N@e5", NULL},
    {KS_OK, "turning", "p+nks+l/5/5/5/+LSK+NP[] w - - 0 1", "c1c1", NULL},
    {KS_ERROR_PASS_IMPOSSIBLE, "turning", "p+nks+l/5/5/5/+LSK+NP[] w - - 0 1", "c1c1-",
     "who passes can't promote by that"},
    {KS_ERROR_PASS_IMPOSSIBLE, "janggi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1d1r",
     "who passes can't promote by that"},
    {KS_OK, "idle", "4k3/8/8/8/8/8/8/P7 w - - 0 1", "a1", NULL},
    {KS_OK, "idle", "4k3/8/8/8/8/8/8/P7 w - - 0 1", "a1a1", NULL},
    {KS_ERROR_OWN_EXPLOSION, "stone", "7k/8/8/8/8/1r6/p7/K7 w - - 0 1", "a1a2",
     "capturing would turn your own King into a wall"},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1q",
     "a King can't be promoted"},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1n",
     "a King can't be promoted"},
};

Test(variant_explain, each_rule) {
    ks_variants *const variants = read_variants(text);
    for (size_t i = 0; i < LENGTH(rows); i++)
        expect_variant_answer(find_variant(variants, rows[i].variant), rows[i].fen, rows[i].move,
                              rows[i].code, rows[i].message);
    ks_variants_free(variants);
}

/* ---- No rule is broken by the legal moves, and one at least by any other ---- */

enum { ROOM = 1024 };

static uint64_t random_state = 8;

static unsigned below(unsigned limit) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % limit;
}

static bool is_among(char names[ROOM][KS_VARIANT_MOVE_SIZE], size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* The drops of all pieces on all squares. */
static void explain_all_drops(const ks_variant *variant, const ks_variant_position *position,
                              char names[ROOM][KS_VARIANT_MOVE_SIZE], size_t count) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    for (unsigned type = 0; type < facts.types; type++)
        for (unsigned to = 0; to < facts.files * facts.ranks; to++) {
            const ks_variant_piece_type piece = ks_variant_get_piece_type(variant, type);
            char name[KS_VARIANT_MOVE_SIZE + 1];
            ks_variant_attempt attempt;
            ks_error error = {.message = ""};
            snprintf(name, sizeof name, "%s%c@%s", piece.promoted ? "+" : "", piece.label - 'a' + 'A',
                     ks_variant_square_name(variant, to));
            const int code = ks_variant_explain_move(variant, position, name, strlen(name), &attempt, &error);
            cr_assert((code == KS_OK) == is_among(names, count, name), "%s: %s", name,
                      code ? error.message : "legal");
        }
}

static bool has_forms(const ks_variant *variant) {
    const unsigned types = ks_variant_get_facts(variant).types;
    return ks_variant_get_piece_type(variant, types - 1).promoted;
}

static void explain_all_pairs(const ks_variant *variant, const ks_variant_position *position,
                              const ks_variant_move *moves, size_t count) {
    static char names[ROOM][KS_VARIANT_MOVE_SIZE];
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    const unsigned squares = facts.files * facts.ranks;
    for (size_t i = 0; i < count; i++)
        ks_variant_write_uci(variant, position, moves[i], 0, names[i]);
    char fen[KS_VARIANT_FEN_SIZE];
    ks_variant_write_x_fen(variant, position, fen);
    const bool forms = has_forms(variant);
    if (forms || strcmp(facts.name, "crazyhouse") == 0)
        explain_all_drops(variant, position, names, count);
    for (unsigned from = 0; from < squares; from++) {
        if (!position->board[from])
            continue;
        for (unsigned to = 0; to < squares; to++)
            for (unsigned promotion = 0; promotion < (forms ? 4 : 2); promotion++) {
                static const char *const endings[] = {"", "q", "+", "-"};
                char name[KS_VARIANT_MOVE_SIZE + 1];
                ks_variant_attempt attempt;
                ks_error error = {.message = ""};
                snprintf(name, sizeof name, "%s%s%s", ks_variant_square_name(variant, from),
                         ks_variant_square_name(variant, to), endings[promotion]);
                const int code =
                    ks_variant_explain_move(variant, position, name, strlen(name), &attempt, &error);
                const bool castles =
                    code == KS_OK && KS_VARIANT_MOVE_KIND(attempt.move) == KS_VARIANT_CASTLING;
                if (code == KS_ERROR_MOVE_TEXT && promotion)
                    continue; /* the variant has no queen */
                cr_assert(castles || (code == KS_OK) == is_among(names, count, name), "%s: %s: %s", fen, name,
                          code ? error.message : "legal");
            }
    }
}

static void play(const ks_variant *variant, unsigned plies) {
    ks_variant_position position = *ks_variant_start(variant);
    ks_variant_move moves[ROOM];
    ks_variant_undo undo;
    for (unsigned ply = 0; ply < plies; ply++) {
        const size_t count = ks_variant_legal_moves(variant, &position, moves, ROOM);
        cr_assert_leq(count, ROOM);
        if (below(is_thorough() ? 4 : 12) == 0)
            explain_all_pairs(variant, &position, moves, count);
        if (count == 0)
            break;
        ks_variant_make_move(variant, &position, moves[below((unsigned)count)], &undo);
    }
}

Test(variant_explain, legal_moves_and_no_others_break_no_rule) {
    ks_variants *const variants = read_variants(text);
    for (size_t i = 0; i < ks_variants_count(variants); i += VARIANTS_A_STEP)
        play(ks_variants_get(variants, i), 80);
    ks_variants_free(variants);
}
