/* The words that say why a move is illegal, for chess and for variants alike: sentences with gaps, and what
 * fills the gaps. */
#ifndef KS_EXPLAIN_WORDING_H
#define KS_EXPLAIN_WORDING_H

#include "core/text/error.h"

/* ---- Texts that are no move ---- */

/* What a reader expects. */
#define A_MOVE "a move such as e2e4, Nf3 or O-O"
#define A_SQUARE "a square such as e4"
#define A_PROMOTION "the piece of the promotion"

#define NO_SQUARE "there is no square %.*s: files go from a to %c, ranks from 1 to %u"

/* ---- The piece that is meant ---- */

#define NO_SUCH_PIECE "%s has no %s%s"
#define SQUARE_EMPTY "there is no piece on %s"
#define WRONG_SIDE "%s is %s's, but it is %s's turn"
#define AMBIGUOUS "the %s on %s can %s go to %s: say which"
#define NO_CAPTURE "there is nothing to capture on %s"

/* ---- Beginnings ---- */

/* The thing that cannot be done; a reason follows. */
#define CANNOT_GO "%s can't go to %s"
#define CANNOT_CASTLE "%s can't castle %s"
#define NONE_CAN_GO "none of %s's %s%s can go to %s"

/* ---- Reasons ---- */

#define STANDS_THERE_ALREADY "it stands there already"
#define FIRST_PUSH_ELSEWHERE "a %s %s moves two squares only from %s"
#define STANDS_IN_THE_WAY "%s stands in the way"
#define OWN_STANDS_THERE "%s's own %s stands there"
#define NEVER_CAPTURED "%s is never captured"
#define ONLY_TO_CAPTURE "%s only to capture, and %s is empty"
#define A_PAWN_CAPTURES "a pawn goes diagonally"
#define NOT_EN_PASSANT "%s has not just moved two squares, so it is not captured en passant"

/* Whole sentences. */
#define NO_PROMOTION "%s can't be promoted, only %s can"
#define NO_PROMOTION_THERE "%s can't be promoted on %s%s%s"
#define ONLY_ON ", only on "
#define CANNOT_BECOME "%s can't become %s%s%s"
#define ONLY ", only "
#define PROMOTION_MISSING "%s has to be promoted on %s: say to what, as in %s%s%c"

#define NO_KING "%s has no %s"
#define NO_ROOK "no %s stands on that side of %s"
#define LEFT_ITS_RANK "the right is lost, since the %s has left its rank"
#define HAS_MOVED "the right is lost, since the %s or the %s has moved"
#define WOULD_PASS "the %s would pass %s, which %s attacks"
#define WOULD_END_IN_CHECK "the %s would be in check on %s from %s"

#define IN_CHECK "%s is in check from %s"
#define NOW_IN_CHECK "%s would be in check from %s"
#define STILL_IN_CHECK "%s would still be in check from %s"
#define INTO_CHECK "%s attacks that square"
#define BOTH_CHECK "%s and %s both give check, so only the %s can move"
#define PINNED "it is pinned to %s by %s"
#define EN_PASSANT_UNCOVERS "with both pawns gone, %s would attack %s"

/* [type]: how a piece of chess moves, from the pawn to the king, to follow its name: "a bishop". */
enum { MOVING_TYPES = 6 };
extern const char *const ks_how_pieces_move[MOVING_TYPES];
#define EXCEPT_TO_CASTLE ", except to castle"

/* ---- Words for the gaps ---- */

extern const char *const ks_wing_names[2];

/* A few words within a sentence. */
struct words {
    char text[64];
};

/* Says on which squares a piece is looked for: " on e2", " on the e-file", " on rank 2", or "". file: from 0,
 * or -1; rank: from 1, or 0. */
struct words ks_say_place(int file, unsigned rank);

/* Fails with a reason, which is put together only if somebody wants to read it. attempt: a struct with the
 * member `error`. */
#define REFUSE(attempt, code, ...)                                                                           \
    ((attempt)->error ? ks_fail((attempt)->error, code, 0, __VA_ARGS__) : (int)(code))

/* Puts what can't be done before the reason in *error, unless error is NULL. Sentences about promotions and
 * about the end of the game say it themselves. Returns the code. */
int ks_introduce(ks_error *error, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
