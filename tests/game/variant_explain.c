/* Tests which rule a move of a variant is said to break: legal moves break none, and all others do. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/answers.h"
#include "support/variants/read.h"

static const char text[] =
    "[hop : chess]\ncannon = c\ncustomPiece1 = g:gQ\nhorse = h\ncustomPiece2 = d:mWcF\n"
    "[bent : chess]\ncustomPiece1 = g:[F?R]\n"
    "[crowned : coregal]\npieceDrops = true\npass = true\n"
    "[heap : crazyhouse]\ndropOnTop = true\n"
    "[lasting : crazyhouse]\nimmobilityIllegal = true\npromotionZonePawnDrops = true\n"
    "[apart : ataxx]\nmaxFile = c\nmaxRank = 3\nenclosingDrop = snort\nstartFen = 3/3/P2\n"
    "[slid : apart]\nenclosingDrop = anyside\n"
    "[blasted : atomic]\nwallingRule = duck\n"
    "[hurdles : seirawan]\ncannon = c\n"
    "[narrow : isolation]\nwallingRegion = a8\nstartFen = *2p2/6/6/6/6/6/6/2P3\n"
    "[atlantis : chess]\nwallingRule = edge\nwallOrMove = true\n"
    "[castle : chess]\ncastlingWins = K\n"
    "[rows : chess]\nconnectN = 2\n"
    "[blocks : chess]\nconnectNxN = 2\n"
    "[filled : clobber]\nmaxFile = c\nmaxRank = 2\nadjudicateFullBoard = true\nstartFen = PpP/3\n"
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
    {KS_ERROR_OFF_BOARD, "grand", "k9/10/10/10/10/10/10/10/10/K9 w - - 0 1", "a1a11",
     "there is no square a11: files go from a to j, ranks from 1 to 10"},
    {KS_ERROR_PIECE_RULE, "grand", "", "g2g5",
     "the cardinal on g2 can't go to g5: a cardinal may leap as a knight or move any number of squares "
     "diagonally until it reaches an occupied square"},
    {KS_ERROR_PROMOTION_LIMIT, "grand", "10/10/2P7/4k5/10/10/10/10/KQRRNNBBA1/10 w - - 0 1", "c8c9q",
     "the pawn on c8 can't become a queen while white has 1 queen"},
    {KS_ERROR_PROMOTION_LIMIT, "grand", "10/2P7/4k5/10/10/10/10/10/KQRRNNBBAC/10 w - - 0 1", "c9c10",
     "the pawn on c9 has to be promoted on c10, and there is nothing that it may become"},
    {KS_ERROR_PIECE_BLOCKED, "grand", "", "Cd5",
     "the cardinal on g2 can't go to d5: the pawn on f3 stands in the way"},
    {KS_ERROR_PIECE_BLOCKED, "hop", "4k3/8/8/8/8/8/4P3/3KH3 w - - 0 1", "e1f3",
     "the horse on e1 can't go to f3: the pawn on e2 stands in the way"},
    {KS_ERROR_PIECE_BLOCKED, "hop", "4k3/8/8/8/8/2c5/8/C1nnnK2 w - - 0 1", "a1e1",
     "the cannon on a1 can't go to e1: it hops over one piece, and there are 2 between"},
    {KS_ERROR_PIECE_BLOCKED, "hop", "4k3/8/8/8/3pD3/8/8/4K3 w - - 0 1", "e4d4",
     "the piece D on e4 can't go to d4: the pawn on d4 stands there, and a piece D doesn't capture like "
     "that"},
    {KS_ERROR_NO_HURDLE, "hop", "4k3/8/8/8/8/8/8/C3n1K1 w - - 0 1", "a1e1",
     "the cannon on a1 can't go to e1: there is no piece between that it could hop over"},
    {KS_ERROR_NO_HURDLE, "hop", "4k3/8/8/8/8/8/8/G1n3K1 w - - 0 1", "a1e1",
     "the piece G on a1 can't go to e1: it hops only to the square behind the first piece in the way, the "
     "knight on c1"},
    {KS_ERROR_NOTHING_TO_CAPTURE, "hop", "4k3/8/8/8/3pD3/8/8/4K3 w - - 0 1", "e4d5",
     "the piece D on e4 can't go to d5: it goes there only to capture, and d5 is empty"},

    /* A bent move to a square and one back from there go by other squares. */
    {KS_ERROR_PIECE_PINNED, "bent", "3g3k/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4d4",
     "the rook on e4 can't go to d4: it is pinned to the king on e1 by the piece G on d8"},
    {KS_OK, "bent", "3g3k/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4e7", NULL},
    {KS_ERROR_CHECK_UNANSWERED, "bent", "3g3k/8/8/3R4/8/8/8/4K3 w - - 0 1", "d5d2",
     "the rook on d5 can't go to d2: the king on e1 would still be in check from the piece G on d8"},
    {KS_OK, "bent", "3g3k/8/8/3R4/8/8/8/4K3 w - - 0 1", "d5e5", NULL},
    {KS_ERROR_CHECK_UNANSWERED, "bent", "4k3/8/8/1r6/8/8/3G4/K3R3 b - - 0 1", "b5b1",
     "the rook on b5 can't go to b1: the king on e8 would still be in check from the piece G on d2"},
    {KS_OK, "bent", "4k3/8/8/1r6/8/8/3G4/K3R3 b - - 0 1", "b5e5", NULL},
    {KS_ERROR_PIECE_BLOCKED, "bent", "7k/8/8/8/8/1P6/8/G6K w - - 0 1", "a1b5",
     "the piece G on a1 can't go to b5: the pawn on b3 stands in the way"},
    {KS_ERROR_PIECE_RULE, "bent", "7k/8/8/8/8/1P6/8/G6K w - - 0 1", "a1a2",
     "the piece G on a1 can't go to a2: a piece G may step one square diagonally, or on from there any "
     "number of squares orthogonally outward until it reaches an occupied square"},
    {KS_ERROR_CASTLING_UNAVAILABLE, "grand", "", "O-O-O",
     "white can't castle queenside: there is no castling in grand"},
    {KS_ERROR_PIECE_PINNED, "hop", "4k3/8/8/8/K6c/8/4P3/8 w - - 0 1", "e2e4",
     "the pawn on e2 can't go to e4: the king on a4 would be in check from the cannon on h4"},
    {KS_ERROR_GAME_OVER, "shatranj", "k7/8/1KP4R/8/8/8/8/8 b - - 0 1", "a8b8",
     "the game is over: there is nothing left of black but the king"},
    {KS_ERROR_GAME_OVER, "kingofthehill", "4k3/8/8/8/3K4/8/8/8 b - - 0 1", "e8e7",
     "the game is over: white has reached the goal"},
    {KS_ERROR_GAME_OVER, "racingkings", "3k3K/8/8/8/8/8/8/R7 w - - 0 1", "a1a2",
     "the game is over: each side has reached the goal"},
    {KS_ERROR_GAME_OVER, "3check", "4k3/8/8/8/8/8/8/4K2R w - - 0+3 0 1", "h1h2",
     "the game is over: white has given 3 checks"},
    {KS_ERROR_GAME_OVER, "horde", "4k3/8/8/8/8/8/8/8 b - - 0 1", "e8e7",
     "the game is over: white has lost all pieces"},
    {KS_ERROR_MUST_DROP, "koedem", "4k3/8/8/8/8/8/4p3/4K2R[KP] w - - 0 1", "P@a3",
     "white can't drop a pawn on a3: another piece in hand has to be dropped first"},
    {KS_ERROR_DROP_SQUARE, "flipello", "", "P@a1",
     "white can't drop a disc on a1: it would enclose no enemy between itself and another piece of its side"},
    {KS_ERROR_DROP_SQUARE, "flipersi", "8/8/8/8/4P3/8/8/8[Pp] b - - 0 1", "P@a1",
     "black can't drop a disc on a1: the first drops go to other squares, such as d5"},
    {KS_ERROR_DROP_SQUARE, "ataxx", "", "P@d4",
     "white can't drop a piece on d4: it would not be next to a piece of its side"},
    {KS_ERROR_DROP_SQUARE, "apart", "3/1p1/3 w - - 0 1", "P@a2",
     "white can't drop a piece on a2: an enemy is beside that square"},
    {KS_ERROR_DROP_SQUARE, "slid", "3/3/P2 w - - 0 1", "P@b2",
     "white can't drop a piece on b2: no piece stops there that comes from an edge of the board"},
    {KS_ERROR_PASS_IMPOSSIBLE, "flipello", "", "pass",
     "white can't pass: it can move, and may pass only where it can't"},
    {KS_OK, "duck", "", "e2e4,e4e5", NULL},
    {KS_OK, "duck", "", "e4,e5", NULL},
    {KS_OK, "duck", "", "Nf3,f3g1", NULL},
    {KS_OK, "duck", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O,e4", NULL},
    {KS_OK, "snailtrail", "", "Pa2", NULL}, /* no other wall can be meant */
    {KS_OK, "atlantis", "", "a1a1,a1h5", NULL},
    {KS_OK, "atlantis", "", "pass,h5", NULL},
    {KS_OK, "atlantis", "", "e2e4,e4a1", NULL},
    {KS_OK, "atlantis", "", "Ra1,h5", NULL},
    {KS_ERROR_AMBIGUOUS, "duck", "", "e2e4",
     "the square of the wall is missing, which follows a comma: there are 32"},
    {KS_ERROR_MOVE_TEXT, "duck", "", "e2e4,", "expected a square such as e4, found the end of the text"},
    {KS_ERROR_MOVE_TEXT, "duck", "", "e2e4+,e4a3", "expected the end of the move, found ','"},
    {KS_ERROR_WALL_SQUARE, "duck", "", "e2e4,e4e7",
     "white can't build a wall on e7: the pawn on e7 stands there"},
    {KS_ERROR_WALL_SQUARE, "duck", "", "e2e4,e4",
     "white can't build a wall on e4: the piece that moves goes there"},
    {KS_ERROR_WALL_SQUARE, "duck", "4k3/8/8/8/3*4/8/8/4K3 w - - 0 1", "e1e2,d4",
     "white can't build a wall on d4: a wall stands there"},
    {KS_ERROR_WALL_SQUARE, "amazons", "", "d1d7,d7e1",
     "white can't build a wall on e1: the piece that has moved could not move there next"},
    {KS_ERROR_WALL_SQUARE, "snailtrail", "", "a1a2,b1",
     "white can't build a wall on b1: the wall goes to the square that the piece has left"},
    {KS_ERROR_WALL_SQUARE, "isolation", "", "c1b1,b1c1",
     "white can't build a wall on c1: no wall of white's may stand there"},
    {KS_ERROR_WALL_SQUARE, "atlantis", "", "a1a1,a1d4",
     "white can't build a wall on d4: that square is neither at the edge of the board nor beside a wall"},
    {KS_ERROR_WALL_SQUARE, "atlantis", "", "e2e4,e4h5",
     "white can't build a wall on h5: a side builds a wall or moves, but not both"},
    {KS_ERROR_CHECK_UNANSWERED, "blasted", "4rk2/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3,h1",
     "white can't build a wall on h1: the king on e1 would be in check from the rook on e8"},
    {KS_ERROR_CASTLING_THROUGH_CHECK, "blasted", "4rk2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1,h2",
     "white can't build a wall on h2: the king would pass an attacked square"},
    {KS_ERROR_CHECK_UNANSWERED, "blasted", "k7/8/8/8/8/8/PP3nPP/7K w - - 0 1", "a2a3",
     "the pawn on a2 can't go to a3: the king on h1 would still be in check from the knight on f2"},
    {KS_ERROR_WALL_SQUARE, "narrow", "", "c1b1",
     "the piece on c1 can't go to b1: no square would be left for its wall"},
    {KS_ERROR_GAME_OVER, "castle", "4k3/8/8/8/8/8/8/5RK1 b - - 0 1", "e8e7",
     "the game is over: white has castled"},
    {KS_ERROR_GAME_OVER, "castle", "4k3/8/8/8/8/8/8/6KR b - - 0 1", "e8e7",
     "the game is over: white can't castle any more"},
    {KS_ERROR_GAME_OVER, "rows", "NN2k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8e7",
     "the game is over: white has 2 pieces in a row"},
    {KS_ERROR_GAME_OVER, "blocks", "4k3/8/8/8/8/8/NN6/NN2K3 b - - 0 1", "e8e7",
     "the game is over: white has connected its pieces"},
    {KS_ERROR_GAME_OVER, "filled", "PpP/pPp w - - 0 1", "a2b2", "the game is over: the board is full"},
    {KS_ERROR_OWN_EXPLOSION, "petrified", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2",
     "the king on e1 can't go to d2: capturing would turn it into a wall"},
    {KS_ERROR_GAME_OVER, "atomic", "8/8/8/8/8/8/p7/4K3 b - - 0 1", "a2a1q",
     "the game is over: black's king has been blown up"},
    {KS_ERROR_OWN_EXPLOSION, "atomic", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2",
     "the king on e1 can't go to d2: the explosion would take white's own king"},
    {KS_ERROR_CHECK_UNANSWERED, "atomic", "4k3/8/8/8/4r3/8/8/4K2N w - - 0 1", "h1g3",
     "the knight on h1 can't go to g3: the king on e1 would still be in check from the rook on e4"},
    {KS_OK, "atomic", "8/8/8/8/4r3/8/3k4/4K2N w - - 0 1", "Ng3", NULL},
    {KS_ERROR_GIVES_CHECK, "racingkings", "8/8/8/8/7k/8/8/K2R4 w - - 0 1", "d1d4",
     "the rook on d1 can't go to d4: it would give check, which isn't allowed"},
    {KS_ERROR_MUST_CAPTURE, "antichess", "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e1d1",
     "the king on e1 can't go to d1: the pawn on e2 can capture on d3, and a side that can capture has to"},
    {KS_OK, "antichess", "4k3/P7/8/8/8/8/8/8 w - - 0 1", "a8=K", NULL},
    {KS_ERROR_KINGS_FACE, "xiangqi", "4k4/9/9/9/9/4N4/9/9/9/4K4 w - - 0 1", "e5d7",
     "the horse on e5 can't go to d7: the general on e1 would face the general on e10 with nothing between"},
    {KS_ERROR_KINGS_FACE, "xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1e1",
     "the general on d1 can't go to e1: the general on e1 would face the general on e10 with nothing "
     "between"},
    {KS_ERROR_PIECE_RULE, "xiangqi", "4k4/9/9/9/9/4B4/9/9/9/3K5 w - - 0 1", "e5g7",
     "the elephant on e5 can't go to g7: no white elephant may go there"},
    {KS_ERROR_PIECE_RULE, "xiangqi", "4k4/9/9/9/9/4P4/9/9/9/3K5 w - - 0 1", "e5f5",
     "the soldier on e5 can't go to f5: it goes sideways only from its rank 6 on"},
    {KS_ERROR_NO_HURDLE, "xiangqi", "4k4/9/9/9/9/4C3r/9/9/9/3K5 w - - 0 1", "e5i5",
     "the cannon on e5 can't go to i5: there is no piece between that it could hop over"},
    {KS_ERROR_NO_HURDLE, "janggi", "3k5/4p4/9/9/9/4c4/9/9/4C4/5K3 w - - 0 1", "e2e6",
     "the cannon on e2 can't go to e6: it doesn't hop over the cannon on e5"},
    {KS_ERROR_SPARED, "janggi", "3k5/4c4/9/9/9/4p4/9/9/4C4/5K3 w - - 0 1", "e2e9",
     "the cannon on e2 can't go to e9: one cannon doesn't capture another"},
    {KS_ERROR_CHECK_UNANSWERED, "janggi", "4k4/9/9/9/4r4/9/9/9/9/4K4 w - - 0 1", "pass",
     "white can't pass: the general on e1 is in check from the chariot on e6"},
    {KS_ERROR_PASS_IMPOSSIBLE, "xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "pass",
     "white can't pass: there is no passing in xiangqi"},
    {KS_ERROR_KINGS_FACE, "janggi", "4k4/9/9/9/9/9/9/4K4/3P5/9 w - - 0 1", "d2d3",
     "the soldier on d2 can't go to d3: the general on e3 would face the general on e10 with nothing "
     "between"},
    {KS_ERROR_GAME_OVER, "janggi", "4k4/9/9/9/9/9/9/9/9/4K4 b p - 0 1", "e10d10",
     "the game is over: white has passed while each general faced the other"},
    {KS_ERROR_GAME_OVER, "janggi", "4k4/9/9/9/9/9/9/9/9/3K5 b pp - 0 1", "e10d10",
     "the game is over: both sides have passed"},
    {KS_OK, "janggi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "--", NULL},
    {KS_OK, "janggi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1d1", NULL},
    {KS_OK, "janggi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "Kd1", NULL},
    {KS_ERROR_CHECK_UNANSWERED, "makpong", "k7/8/8/8/4r3/8/8/4K3 w - - 0 1", "e1d1",
     "the khun on e1 can't go to d1: the khun may not go away from check, only capture what gives it"},
    {KS_ERROR_PIECE_RULE, "cambodian", "4k3/8/8/8/8/8/8/3K4 w - - 0 1", "d1f2",
     "the khun on d1 can't go to f2: it leaps like that only with its first move and to an empty square; a "
     "khun neither from check nor once a rook has aimed at it"},
    {KS_OK, "sittuyin", "8/1k6/8/3PP3/8/3P4/8/4K3[] w - - 0 1", "d5=F", NULL},
    {KS_OK, "sittuyin", "8/1k6/8/3PP3/8/3P4/8/4K3[] w - - 0 1", "d5e4=F", NULL},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "sittuyin", "8/1k6/8/3PP3/8/3P4/8/4K3[] w - - 0 1", "d3=F",
     "the ne on d3 can't be promoted there while white has others"},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "sittuyin", "8/1k6/8/3PP3/8/3P4/8/4K3[] w - - 0 1", "d5d6f",
     "the ne on d5 may become a sit-ke where it stands, or on an empty square to which that could go"},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "sittuyin", "8/1k6/2r5/3PP3/8/3P4/8/4K3[] w - - 0 1", "d5=F",
     "the ne on d5 may not become a sit-ke that attacks anything at once"},
    {KS_ERROR_PROMOTION_LIMIT, "sittuyin", "8/1k6/8/3PP3/8/3P4/8/4KF2[] w - - 0 1", "d5=F",
     "the ne on d5 can't become a sit-ke while white has 1 sit-ke"},
    {KS_ERROR_PROMOTION_PIECE, "sittuyin", "8/1k6/8/3PP3/8/3P4/8/4K3[] w - - 0 1", "d5=R",
     "the ne on d5 can't become a yahhta, only a sit-ke"},
    {KS_ERROR_GIVES_CHECK, "sittuyin", "3k4/8/8/3PP3/8/8/8/3RK3[] w - - 0 1", "d5c6f",
     "the ne on d5 can't go to c6: it would give check, which isn't allowed"},
    {KS_ERROR_CHECK_UNANSWERED, "sittuyin", "1k6/8/8/3PP3/8/8/8/r3K3[] w - - 0 1", "d5=F",
     "the ne on d5 can't go to d5: the min-gyi on e1 would still be in check from the yahhta on a1"},
    {KS_ERROR_SAME_SQUARE, "sittuyin", "8/1k6/8/3PP3/8/3P4/8/4K3[] w - - 0 1", "d5d5",
     "the ne on d5 can't go to d5: it stands there already"},
    {KS_ERROR_MUST_DROP, "sittuyin", "", "e4e5",
     "the ne on e4 can't go to e5: the myin in hand has to be dropped before any move"},
    {KS_ERROR_DROP_SQUARE, "sittuyin", "", "R@b2",
     "white can't drop a yahhta on b2: no white yahhta may be dropped there"},
    {KS_ERROR_KING_INTO_CHECK, "coregal", "4k3/8/8/8/8/8/q7/4K2Q w - - 0 1", "h1h2",
     "the queen on h1 can't go to h2: the queen on a2 attacks that square"},
    {KS_ERROR_CHECK_UNANSWERED, "coregal", "4k3/3r4/8/8/3Q4/8/8/4K3 w - - 0 1", "e1e2",
     "the king on e1 can't go to e2: the queen on d4 would still be in check from the rook on d7"},
    {KS_ERROR_PIECE_PINNED, "coregal", "4k3/3r4/8/3N4/3Q4/8/8/4K3 w - - 0 1", "d5e3",
     "the knight on d5 can't go to e3: the queen on d4 would be in check from the rook on d7"},
    {KS_ERROR_CASTLING_THROUGH_CHECK, "spartan", "4k3/8/8/8/8/5g2/8/4K2R w K - 0 1", "O-O",
     "white can't castle kingside: the king would pass f1, which the general on f3 attacks"},
    {KS_ERROR_CASTLING_INTO_CHECK, "spartan", "4k3/8/8/8/6g1/8/8/4K2R w K - 0 1", "O-O",
     "white can't castle kingside: the king on g1 would be in check from the general on g4"},
    {KS_ERROR_CASTLING_OUT_OF_CHECK, "spartan", "4k3/8/8/8/8/4g3/8/4K2R w K - 0 1", "e1g1",
     "white can't castle kingside: the king on e1 is in check from the general on e3"},
    {KS_ERROR_CHECK_UNANSWERED, "coregal", "4k3/8/8/3n4/8/2Q5/8/4K2R w K - 0 1", "O-O",
     "white can't castle kingside: the queen on c3 would still be in check from the knight on d5"},
    {KS_ERROR_CHECK_UNANSWERED, "spartan", "2k2k2/8/8/8/8/5R2/8/2R1K3 b - - 0 1", "c8c7",
     "the king on c8 can't go to c7: each king would be in check, that on f8 from the rook on f3"},
    {KS_OK, "spartan", "2k2k2/8/8/8/8/5R2/8/2R1K3 b - - 0 1", "Kb8", NULL},
    {KS_OK, "spartan", "5k2/8/8/8/8/5R2/6h1/2R1K3 b - - 0 1", "h1=K", NULL},
    {KS_ERROR_CHECK_UNANSWERED, "spartan", "5k2/8/8/8/8/5R2/6h1/2R1K3 b - - 0 1", "g2f1k",
     "the hoplite on g2 can't go to f1: each king would be in check, that on f8 from the rook on f3"},
    {KS_ERROR_CHECK_UNANSWERED, "crowned", "k7/8/8/r6Q/8/8/8/4K3[q] w - - 0 1", "pass",
     "white can't pass: the queen on h5 is in check from the rook on a5"},
    {KS_ERROR_CHECK_UNANSWERED, "crowned", "k7/8/8/r6Q/8/8/8/4K3[N] w - - 0 1", "N@a1",
     "white can't drop a knight on a1: the queen on h5 would still be in check from the rook on a5"},
    {KS_ERROR_DROP_SQUARE, "heap", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@a2",
     "white can't drop a knight on a2: there has to be a piece below, unless it is dropped on white's first "
     "rank"},
    {KS_ERROR_DROP_IMPOSSIBLE, "chess", "", "N@e4",
     "white can't drop a knight on e4: there are no drops in chess"},
    {KS_ERROR_NOT_IN_HAND, "crazyhouse", "", "N@e4",
     "white can't drop a knight on e4: it has no knight in hand"},
    {KS_OK, "seirawan", "", "b1c3h", NULL},
    {KS_OK, "seirawan", "", "Nc3/H", NULL},
    {KS_OK, "seirawan", "4k3/8/8/8/8/8/8/R3K2R[HE] w KQ - 0 1", "O-O/Hh1", NULL},
    {KS_OK, "seirawan", "4k3/8/8/8/8/8/8/R3K2R[HE] w KQ - 0 1", "h1e1h", NULL},
    {KS_OK, "seirawan", "4k3/8/8/8/8/8/8/R3K2R[HE] w KQ - 0 1", "e1c1e", NULL},
    {KS_ERROR_NOT_IN_HAND, "seirawan", "4k3/8/8/8/8/8/8/1N2K3[E] w BE - 0 1", "b1c3h",
     "white can't put a hawk on b1: it has no hawk in hand"},
    {KS_ERROR_DROP_SQUARE, "seirawan", "4k3/8/8/8/8/2N5/8/4K3[E] w E - 0 1", "Nb1/E",
     "white can't put an elephant on c3: that is not the first square of what leaves it"},
    {KS_ERROR_CHECK_UNANSWERED, "hurdles", "4k3/8/8/8/8/8/8/cN2K3[H] w B - 0 1", "b1a3h",
     "white can't put a hawk on b1: that would leave its king in check"},
    {KS_ERROR_DROP_SQUARE, "hurdles", "4k3/8/8/8/8/8/8/1N2K3[P] w B - 0 1", "b1a3p",
     "white can't put a pawn on b1: it may not stand there"},
    {KS_ERROR_PIECE_BLOCKED, "seirawan", "", "a1a3h",
     "the rook on a1 can't go to a3: the pawn on a2 stands in the way"},
    {KS_ERROR_MOVE_TEXT, "seirawan", "", "Nc3/",
     "expected the letter of the piece that is put there, found the end of the text"},
    {KS_ERROR_PIECE_BLOCKED, "gustav3", "", "Nc1-a2",
     "the knight on c1 can't go to a2: the wall on a2 stands in the way"},
    {KS_ERROR_PIECE_BLOCKED, "gustav3", "4k5/*8*/*8*/*8*/*8*/*8*/*8*/4K3BA w - - 0 1", "Aj1-j3",
     "the amazon on j1 can't go to j3: the wall on j2 stands in the way"},
    {KS_ERROR_DROP_OCCUPIED, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e8",
     "white can't drop a knight on e8: the king on e8 stands there"},
    {KS_ERROR_DROP_SQUARE, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@a8",
     "white can't drop a pawn on a8: no white pawn may be dropped there"},
    {KS_ERROR_PIECE_RULE, "lasting", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@a8",
     "white can't drop a pawn on a8: it could never move again from there"},
    {KS_ERROR_CHECK_UNANSWERED, "crazyhouse", "4k3/4r3/8/8/8/8/8/4K3[N] w - - 0 1", "N@a3",
     "white can't drop a knight on a3: the king on e1 would be in check from the rook on e7"},
    {KS_OK, "crazyhouse", "4k3/4r3/8/8/8/8/8/4K3[P] w - - 0 1", "@e2", NULL},
    {KS_OK, "swapped", "4k5/10/10/10/10/10/10/4K5[C] w - - 0 1", "M@a4", NULL}, /* as in other moves */
    {KS_OK, "swapped", "4k5/10/10/10/10/10/10/4K5[C] w - - 0 1", "C@a4", NULL},
    {KS_OK, "dropped", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "+N@e5", NULL},
    /* In UCI, + is a promotion; behind x or -, it is check where there is no promotion. */
    {KS_OK, "wolf", "f2rb3/3p1skp/pw1spbp1/1s3pP1/3W1P2/1p1S2S1/P1p3BP/1PPPP3/KSSN4/2B3R1 b - - 3 36",
     "c4xb3+", NULL},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "wolf",
     "f2rb3/3p1skp/pw1spbp1/1s3pP1/3W1P2/1p1S2S1/P1p3BP/1PPPP3/KSSN4/2B3R1 b - - 3 36", "c4b3+",
     "the pawn on c4 can't be promoted on b3, only on rank 1"},
    {KS_OK, "shogi", "4k4/9/4P4/9/9/9/9/9/4K4[] w - - 0 1", "e7-e8+", NULL},
    {KS_OK, "shogi", "4k4/9/9/9/9/4P4/9/9/4K4[] w - - 0 1", "e4-e5+", NULL},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "shogi", "4k4/9/9/9/9/4P4/9/9/4K4[] w - - 0 1", "e4e5+",
     "the shogi pawn on e4 can be promoted only by a move into, within or out of ranks 7 to 9"},
    {KS_OK, "turning", "p+nks+l/5/5/5/+LSK+NP[] w - - 0 1", "c1c1", NULL},
    {KS_ERROR_PASS_IMPOSSIBLE, "turning", "p+nks+l/5/5/5/+LSK+NP[] w - - 0 1", "c1c1-",
     "white can't pass: a pass promotes nothing"},
    {KS_ERROR_PASS_IMPOSSIBLE, "janggi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1d1r",
     "white can't pass: a pass promotes nothing"},
    {KS_OK, "idle", "4k3/8/8/8/8/8/8/P7 w - - 0 1", "a1", NULL},
    {KS_OK, "idle", "4k3/8/8/8/8/8/8/P7 w - - 0 1", "a1a1", NULL},
    {KS_ERROR_OWN_EXPLOSION, "stone", "7k/8/8/8/8/1r6/p7/K7 w - - 0 1", "a1a2",
     "the king on a1 can't go to a2: capturing would turn it into a wall"},
};

Test(variant_explain, each_rule) {
    ks_variants *const variants = read_variants(text);
    for (size_t i = 0; i < LENGTH(rows); i++)
        expect_variant_answer(find_variant(variants, rows[i].variant), rows[i].fen, rows[i].move,
                              rows[i].code, rows[i].message);
    ks_variants_free(variants);
}

/* ---- Legal moves break no rule, and all other moves do ---- */

enum { ROOM = 4096 };

static uint64_t random_state = 8;

static unsigned below(unsigned limit) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % limit;
}

/* A wall may follow the name. */
static bool is_among(char names[ROOM][KS_VARIANT_UCI_SIZE], size_t count, const char *name) {
    const size_t length = strlen(name);
    for (size_t i = 0; i < count; i++)
        if (strncmp(names[i], name, length) == 0 && (!names[i][length] || names[i][length] == ','))
            return true;
    return false;
}

/* Explains the drops of all pieces on all squares. */
static void explain_all_drops(const ks_variant *variant, const ks_variant_position *position,
                              char names[ROOM][KS_VARIANT_UCI_SIZE], size_t count) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    for (unsigned type = 0; type < facts.types; type++)
        for (unsigned to = 0; to < facts.files * facts.ranks; to++) {
            const ks_variant_piece_type piece = ks_variant_get_piece_type(variant, type);
            char name[KS_VARIANT_UCI_SIZE + 1];
            ks_variant_attempt attempt;
            ks_error error = {.message = ""};
            snprintf(name, sizeof name, "%s%c@%s", piece.promoted ? "+" : "", piece.label - 'a' + 'A',
                     ks_variant_square_name(variant, to));
            const int code = ks_variant_read_move(variant, position, name, strlen(name), &attempt, &error);
            const char *const message = code == KS_OK ? "legal" : error.message;
            if (code == KS_OK) /* the letter may mean another piece in notation */
                ks_variant_write_uci(variant, position, attempt.move, 0, name);
            cr_assert((code == KS_OK) == is_among(names, count, name), "%s: %s: %s", facts.name, name,
                      message);
        }
}

static bool has_forms(const ks_variant *variant) {
    const unsigned types = ks_variant_get_facts(variant).types;
    return ks_variant_get_piece_type(variant, types - 1).promoted;
}

static void explain_all_pairs(const ks_variant *variant, const ks_variant_position *position,
                              const ks_variant_move *moves, size_t count) {
    static char names[ROOM][KS_VARIANT_UCI_SIZE];
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    const unsigned squares = facts.files * facts.ranks;
    for (size_t i = 0; i < count; i++)
        ks_variant_write_uci(variant, position, moves[i], 0, names[i]);
    char fen[KS_VARIANT_FEN_SIZE];
    ks_variant_write_x_fen(variant, position, fen);
    const bool forms = has_forms(variant);
    bool builds = false;
    for (size_t i = 0; i < count; i++)
        builds |= KS_VARIANT_MOVE_BUILDS(moves[i]);
    if (forms || strcmp(facts.name, "crazyhouse") == 0)
        explain_all_drops(variant, position, names, count);
    for (unsigned from = 0; from < squares; from++) {
        if (!position->board[from])
            continue;
        for (unsigned to = 0; to < squares; to++)
            for (unsigned promotion = 0; promotion < (forms ? 4 : 2); promotion++) {
                static const char *const endings[] = {"", "q", "+", "-"};
                char name[KS_VARIANT_UCI_SIZE + 1];
                ks_variant_attempt attempt;
                ks_error error = {.message = ""};
                snprintf(name, sizeof name, "%s%s%s", ks_variant_square_name(variant, from),
                         ks_variant_square_name(variant, to), endings[promotion]);
                const int code =
                    ks_variant_read_move(variant, position, name, strlen(name), &attempt, &error);
                const bool castles =
                    code == KS_OK && KS_VARIANT_MOVE_KIND(attempt.move) == KS_VARIANT_CASTLING;
                if (code == KS_ERROR_MOVE_TEXT && promotion)
                    continue; /* the variant has no queen */
                const bool legal = code == KS_OK || (builds && code == KS_ERROR_AMBIGUOUS);
                cr_assert(castles || legal == is_among(names, count, name), "%s: %s: %s", fen, name,
                          code ? error.message : "legal");
            }
    }
}

static void play(const ks_variant *variant, unsigned plies) {
    ks_variant_position position = *ks_variant_get_start(variant);
    ks_variant_move moves[ROOM];
    ks_variant_undo undo;
    for (unsigned ply = 0; ply < plies; ply++) {
        const size_t count = ks_variant_legal_moves(variant, &position, moves, ROOM);
        cr_assert_leq(count, ROOM);
        if (below(is_thorough() ? 4 : SLOW ? 48 : 24) == 0)
            explain_all_pairs(variant, &position, moves, count);
        if (count == 0)
            break;
        ks_variant_make_move(variant, &position, moves[below((unsigned)count)], &undo);
    }
}

Test(variant_explain, only_legal_moves_break_no_rule) {
    ks_variants *const variants = read_variants(text);
    for (size_t i = 0; i < ks_variants_count(variants); i += stride())
        play(ks_variants_get_variant(variants, i), 80);
    ks_variants_free(variants);
}
