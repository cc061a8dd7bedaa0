/* Is this move legal, and if not, why not? Here the text of the move is brought together with the piece that
 * it means; the answer is the first rule that the move breaks. Nothing in this folder comes from the move
 * generators; the tests hold them against it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/internal.h"
#include "rules/explain/attempt.h"
#include "rules/explain/castling.h"
#include "rules/explain/move_text.h"
#include "rules/explain/words.h"

/* ---- UCI: from one square to another ---- */

/* Returns whether two squares, as UCI has them, mean castling: the king takes its rook, or goes from the
 * e-file to where it castles. The king that takes a rook further off means it too, even when the right is
 * lost. */
static bool is_castling(const struct attempt *a) {
    const unsigned wing = a->to > a->from ? KS_KINGSIDE : KS_QUEENSIDE;
    const unsigned rook = a->position->castling_rook[a->us][wing];
    const int distance = abs((int)a->to - (int)a->from);
    if (a->piece != KS_WHITE_KING || row_of(a->from, a->us) != 0 || row_of(a->to, a->us) != 0)
        return false;
    if (rook == a->to || ((a->from & 7) == 4 && distance == 2))
        return true;
    return rook == KS_NO_SQUARE && distance > 1 && a->position->board[a->to] == code_of(KS_WHITE_ROOK, a->us);
}

static int explain_squares(const ks_position *position, const struct move_text *said, ks_move *move,
                           ks_error *error) {
    const unsigned us = position->side_to_move, from = KS_SQUARE(said->from_file, said->from_row);
    const struct attempt a = {position,        us,   from, said->to, white_code(position, from),
                              said->promotion, error};
    if (a.piece == KS_EMPTY)
        return ks_fail(error, KS_ERROR_SQUARE_EMPTY, 0, "there is no piece on %s", ks_square_name(from));
    if (!is_own(position, from))
        return ks_fail(error, KS_ERROR_WRONG_SIDE, 0, "the %s on %s is %s's, but it is %s's turn",
                       ks_piece_words[a.piece].name, ks_square_name(from), ks_side_names[us ^ 1],
                       ks_side_names[us]);
    if (!is_castling(&a))
        return ks_explain_attempt(&a, move);
    const int code = ks_check_promotion(&a);
    return code != KS_OK
               ? code
               : ks_explain_castling(position, said->to > from ? KS_KINGSIDE : KS_QUEENSIDE, move, error);
}

/* ---- SAN: which piece is meant ---- */

/* Where the text says that the piece stands: " on the b-file" and so on. */
static const char *place(const struct move_text *said, char text[16]) {
    text[0] = '\0';
    if (said->from_file != UNSAID && said->from_row != UNSAID)
        sprintf(text, " on %s", ks_square_name(KS_SQUARE(said->from_file, said->from_row)));
    else if (said->from_file != UNSAID)
        sprintf(text, " on the %c-file", 'a' + (int)said->from_file);
    else if (said->from_row != UNSAID)
        sprintf(text, " on rank %c", '8' - (int)said->from_row);
    return text;
}

static uint64_t find_candidates(const ks_position *position, const struct move_text *said) {
    uint64_t candidates = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if (position->board[square] == code_of(said->piece, position->side_to_move) &&
            (said->from_file == UNSAID || said->from_file == (square & 7)) &&
            (said->from_row == UNSAID || said->from_row == square >> 3))
            candidates |= bit(square);
    return candidates;
}

static int refuse_ambiguous(const struct move_text *said, uint64_t candidates, ks_error *error) {
    char list[64], *end = list; /* a square is reached by at most eight pieces of a kind */
    unsigned left = (unsigned)__builtin_popcountll(candidates);
    const bool two = left == 2;
    for (uint64_t rest = candidates; rest; rest &= rest - 1)
        end += sprintf(end, "%s%s", first_name(rest), --left == 1 ? " and " : left > 1 ? ", " : "");
    return ks_fail(error, KS_ERROR_AMBIGUOUS, 0, "the %ss on %s can %s go to %s: say which",
                   ks_piece_words[said->piece].name, list, two ? "both" : "all", ks_square_name(said->to));
}

static int explain_san(const ks_position *position, const struct move_text *said, ks_move *move,
                       ks_error *error) {
    const unsigned us = position->side_to_move;
    const uint64_t candidates = find_candidates(position, said);
    struct attempt a = {position, us, 0, said->to, said->piece, said->promotion, NULL}, nearest = a;
    uint64_t legal = 0;
    int furthest = KS_OK;
    char where[16];

    for (uint64_t rest = candidates; rest; rest &= rest - 1) {
        a.from = lowest_square(rest);
        const int code = ks_explain_attempt(&a, move);
        if (code == KS_OK)
            legal |= bit(a.from);
        if (code > furthest) {
            furthest = code;
            nearest = a;
        }
    }
    if (legal)
        return legal & (legal - 1) ? refuse_ambiguous(said, legal, error) : KS_OK;
    if (!candidates)
        return ks_fail(error, KS_ERROR_NO_SUCH_PIECE, 0, "%s has no %s%s", ks_side_names[us],
                       ks_piece_words[said->piece].name, place(said, where));
    if (furthest == KS_ERROR_PIECE_RULE && candidates & (candidates - 1))
        return ks_fail(error, KS_ERROR_NONE_FITS, 0, "none of %s's %ss%s can go to %s: %s", ks_side_names[us],
                       ks_piece_words[said->piece].name, place(said, where), ks_square_name(said->to),
                       ks_piece_words[said->piece].rule);
    nearest.error = error;
    return ks_explain_attempt(&nearest, move);
}

/* ---- All ---- */

static int explain(const ks_position *position, const struct move_text *said, ks_move *move,
                   ks_error *error) {
    if (said->castles)
        return ks_explain_castling(position, said->wing, move, error);
    if (said->piece == KS_EMPTY)
        return explain_squares(position, said, move, error);
    return explain_san(position, said, move, error);
}

int ks_explain_move(const ks_position *position, const char *text, size_t length, ks_move *move,
                    ks_error *error) {
    struct move_text said;
    int code = ks_read_move_text(text, length, &said, error);
    if (code != KS_OK)
        return code;
    if ((code = explain(position, &said, move, error)) != KS_OK)
        return code;
    if (said.captures && position->board[capture_square(*move)] == KS_EMPTY)
        return ks_fail(error, KS_ERROR_NOTHING_TO_CAPTURE, 0, "there is nothing to capture on %s",
                       ks_square_name(said.to));
    return KS_OK;
}
