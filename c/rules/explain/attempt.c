/* The rules for one piece, one function a rule. A move has to keep one rule after the other: first the
 * piece's own, then those of the board, and last the king's safety. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/internal.h"
#include "rules/explain/attempt.h"
#include "rules/explain/words.h"

/* "the bishop on f1 can't go to c4: " and the reason. */
static int refuse(const struct attempt *a, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse(const struct attempt *a, int code, const char *format, ...) {
    char reason[sizeof a->error->message];
    va_list arguments;
    if (!a->error)
        return code;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return ks_fail(a->error, code, 0, "the %s on %s can't go to %s: %s", ks_piece_words[a->piece].name,
                   ks_square_name(a->from), ks_square_name(a->to), reason);
}

/* ---- The piece's own rule ---- */

/* How far a move goes, regardless of direction. */
static unsigned files_between(unsigned a, unsigned b) {
    return (unsigned)abs((int)(a & 7) - (int)(b & 7));
}

static unsigned rows_between(unsigned a, unsigned b) {
    return (unsigned)abs((int)(a >> 3) - (int)(b >> 3));
}

static int check_pawn_rule(const struct attempt *a) {
    enum { FIRST_ROW = 1 };
    const int ahead = (int)row_of(a->to, a->us) - (int)row_of(a->from, a->us);
    const unsigned aside = files_between(a->from, a->to);
    if (ahead == 1 && aside <= 1)
        return KS_OK;
    if (ahead != 2 || aside != 0)
        return refuse(a, KS_ERROR_PIECE_RULE, "%s", ks_piece_words[KS_WHITE_PAWN].rule);
    if (row_of(a->from, a->us) != FIRST_ROW)
        return refuse(a, KS_ERROR_PAWN_DOUBLE_PUSH, "a %s pawn moves two squares only from rank %d",
                      ks_side_names[a->us], a->us == KS_WHITE ? 2 : 7);
    return KS_OK;
}

static bool fits_rule(unsigned piece, unsigned files, unsigned rows) {
    const bool straight = files == 0 || rows == 0, diagonal = files == rows;
    switch (piece) {
    case KS_WHITE_KNIGHT:
        return files * rows == 2;
    case KS_WHITE_BISHOP:
        return diagonal;
    case KS_WHITE_ROOK:
        return straight;
    case KS_WHITE_QUEEN:
        return straight || diagonal;
    default:
        assert(piece == KS_WHITE_KING);
        return files <= 1 && rows <= 1;
    }
}

static int check_piece_rule(const struct attempt *a) {
    if (a->from == a->to)
        return refuse(a, KS_ERROR_SAME_SQUARE, "it stands there already");
    if (a->piece == KS_WHITE_PAWN)
        return check_pawn_rule(a);
    if (!fits_rule(a->piece, files_between(a->from, a->to), rows_between(a->from, a->to)))
        return refuse(a, KS_ERROR_PIECE_RULE, "%s", ks_piece_words[a->piece].rule);
    return KS_OK;
}

int ks_check_promotion(const struct attempt *a) {
    enum { LAST_ROW = 7 };
    const bool promotes = a->piece == KS_WHITE_PAWN && row_of(a->to, a->us) == LAST_ROW;
    const char *const from = ks_square_name(a->from), *const to = ks_square_name(a->to);
    if (a->promotion != KS_EMPTY && a->piece != KS_WHITE_PAWN)
        return ks_fail(a->error, KS_ERROR_PROMOTION_IMPOSSIBLE, 0,
                       "the %s on %s can't be promoted, only pawns can", ks_piece_words[a->piece].name, from);
    if (a->promotion != KS_EMPTY && !promotes)
        return ks_fail(a->error, KS_ERROR_PROMOTION_IMPOSSIBLE, 0,
                       "the pawn on %s can't be promoted on %s, only on rank %d", from, to,
                       a->us == KS_WHITE ? 8 : 1);
    if (a->promotion == KS_EMPTY && promotes)
        return ks_fail(a->error, KS_ERROR_PROMOTION_MISSING, 0,
                       "the pawn on %s has to be promoted on %s: say to what, as in %s%sq", from, to, from,
                       to);
    if (a->promotion == KS_WHITE_PAWN || a->promotion == KS_WHITE_KING)
        return ks_fail(a->error, KS_ERROR_PROMOTION_PIECE, 0,
                       "the pawn on %s can't become a %s, only a queen, rook, bishop or knight", from,
                       ks_piece_words[a->promotion].name);
    return KS_OK;
}

/* ---- What stands on the board ---- */

static int refuse_blocked(const struct attempt *a, unsigned blocker) {
    return refuse(a, a->piece == KS_WHITE_PAWN ? KS_ERROR_PAWN_BLOCKED : KS_ERROR_PIECE_BLOCKED,
                  "the %s on %s stands in the way", piece_on(a->position, blocker), ks_square_name(blocker));
}

static int check_path(const struct attempt *a) {
    if (a->piece == KS_WHITE_KNIGHT)
        return KS_OK;
    const unsigned files = files_between(a->from, a->to), rows = rows_between(a->from, a->to);
    const int step = ((int)a->to - (int)a->from) / (int)(files > rows ? files : rows);
    for (int square = (int)a->from + step; square != (int)a->to; square += step)
        if (a->position->board[square] != KS_EMPTY)
            return refuse_blocked(a, (unsigned)square);
    return KS_OK;
}

/* A pawn goes diagonally to an empty square. */
static int check_en_passant(const struct attempt *a) {
    enum { EN_PASSANT_ROW = 4 };
    const unsigned beside = (a->from & 56) | (a->to & 7);
    if (a->to == a->position->en_passant)
        return KS_OK;
    if (row_of(a->from, a->us) == EN_PASSANT_ROW &&
        a->position->board[beside] == code_of(KS_WHITE_PAWN, a->us ^ 1))
        return refuse(a, KS_ERROR_EN_PASSANT_UNAVAILABLE,
                      "the pawn on %s has not just moved two squares, so it is not captured en passant",
                      ks_square_name(beside));
    return refuse(a, KS_ERROR_NOTHING_TO_CAPTURE, "a pawn goes diagonally only to capture, and %s is empty",
                  ks_square_name(a->to));
}

static int check_destination(const struct attempt *a) {
    const bool is_pawn = a->piece == KS_WHITE_PAWN, is_straight = (a->from & 7) == (a->to & 7);
    if (a->position->board[a->to] == KS_EMPTY)
        return is_pawn && !is_straight ? check_en_passant(a) : KS_OK;
    if (is_pawn && is_straight)
        return refuse_blocked(a, a->to);
    if (is_own(a->position, a->to))
        return refuse(a, KS_ERROR_OWN_PIECE, "%s's own %s stands there", ks_side_names[a->us],
                      piece_on(a->position, a->to));
    if (white_code(a->position, a->to) == KS_WHITE_KING)
        return refuse(a, KS_ERROR_KING_CAPTURE, "a king is never captured");
    return KS_OK;
}

/* ---- The king's safety ---- */

static unsigned kind_of(const struct attempt *a) {
    if (a->promotion != KS_EMPTY)
        return KS_MOVE_TO_KNIGHT + (a->promotion - KS_WHITE_KNIGHT);
    if (a->piece != KS_WHITE_PAWN)
        return KS_MOVE_PLAIN;
    if ((a->from & 7) != (a->to & 7) && a->position->board[a->to] == KS_EMPTY)
        return KS_MOVE_EN_PASSANT;
    return (a->from ^ a->to) == 16 ? KS_MOVE_DOUBLE_PUSH : KS_MOVE_PLAIN;
}

/* The enemy pieces that would attack the king after the move. */
static uint64_t attackers_after(const struct attempt *a) {
    ks_position after = *a->position;
    ks_undo undo;
    ks_make_move(&after, KS_MOVE(a->from, a->to, kind_of(a)), &undo);
    return ks_attackers(after.board, after.king[a->us], a->us ^ 1);
}

static int refuse_two_checks(const struct attempt *a, uint64_t checkers) {
    const uint64_t second = checkers & (checkers - 1);
    return refuse(a, KS_ERROR_DOUBLE_CHECK,
                  "the %s on %s and the %s on %s both give check, so only the king can move",
                  first_piece(a->position, checkers), first_name(checkers), first_piece(a->position, second),
                  first_name(second));
}

static int check_king_safety(const struct attempt *a) {
    const ks_position *position = a->position;
    const unsigned king = position->king[a->us];
    const uint64_t attackers = attackers_after(a);
    if (attackers == 0)
        return KS_OK;
    const char *const piece = first_piece(position, attackers), *const square = first_name(attackers);
    if (a->piece == KS_WHITE_KING)
        return refuse(a, KS_ERROR_KING_INTO_CHECK, "the %s on %s attacks that square", piece, square);

    ks_king_lines lines;
    ks_king_scan(position->board, king, a->us, &lines);
    if (lines.checkers & (lines.checkers - 1))
        return refuse_two_checks(a, lines.checkers);
    if (lines.checkers & attackers)
        return refuse(a, KS_ERROR_CHECK_UNANSWERED,
                      "the king on %s would still be in check from the %s on %s", ks_square_name(king),
                      first_piece(position, lines.checkers), first_name(lines.checkers));
    if (lines.pinned & bit(a->from))
        return refuse(a, KS_ERROR_PIECE_PINNED, "it is pinned to the king on %s by the %s on %s",
                      ks_square_name(king), piece, square);
    return refuse(a, KS_ERROR_EN_PASSANT_UNCOVERS,
                  "with both pawns gone, the %s on %s would attack the king on %s", piece, square,
                  ks_square_name(king));
}

/* ---- All ---- */

int ks_explain_attempt(const struct attempt *a, ks_move *move) {
    static int (*const rules[])(const struct attempt *) = {check_piece_rule, ks_check_promotion, check_path,
                                                           check_destination, check_king_safety};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const int code = rules[i](a);
        if (code != KS_OK)
            return code;
    }
    *move = KS_MOVE(a->from, a->to, kind_of(a));
    return KS_OK;
}
