/* Which move of chess a text means, and why it cannot be made. */
#include <stdio.h>

#include "core/board/geometry.h"
#include "rules/explain/move_text.h"
#include "rules/explain/reasons.h"
#include "rules/notation/notation.h"

/* ---- The move that is meant ---- */

/* Returns the squares of the pieces that the text may mean: of the right side and type, on the file and rank
 * that it names. A pawn without a file captures nothing. */
static uint64_t find_candidates(const ks_position *position, const struct said *said) {
    const unsigned us = position->side_to_move;
    uint64_t candidates = ks_pieces_of(position, us);
    const uint64_t pawns = ks_squares_of(position, code_of(KS_WHITE_PAWN, us)), file_a = 0x0101010101010101;
    if (said->piece != KS_EMPTY)
        candidates &= ks_squares_of(position, code_of(said->piece, us));
    else if (!names_both_squares(said))
        candidates &= pawns;
    if (said->from_file != NOT_SAID)
        candidates &= file_a << said->from_file;
    else if (!said->captures)
        candidates &= ~pawns | file_a << (said->to & 7);
    return said->from_row != NOT_SAID ? candidates & row_mask(said->from_row) : candidates;
}

/* Returns whether the text means this castling move: by O-O or O-O-O, by the king's two squares, or by the
 * king's and the rook's. */
static bool is_that_castling(const ks_position *position, const struct said *said, ks_move move) {
    const unsigned king = KS_MOVE_FROM(move), rook = KS_MOVE_TO(move), us = position->side_to_move;
    if (said->castles)
        return (rook > king ? KS_KINGSIDE : KS_QUEENSIDE) == said->wing;
    return is_in_full(said) && !said->promotion && KS_SQUARE(said->from_file, said->from_row) == king &&
           (said->to == rook || (said->to == castled_king(us, king, rook) && (king & 7) == 4));
}

/* Finds the legal moves that the text may mean. Returns where they begin; *move gets the last. */
static uint64_t find_meant(const ks_position *position, const struct said *said, ks_move *move) {
    ks_move_list legal;
    const uint64_t candidates = said->castles ? 0 : find_candidates(position, said);
    uint64_t from = 0;
    for (size_t i = ks_legal_moves(position, &legal); i-- > 0;) {
        const bool meant = KS_MOVE_KIND(legal.moves[i]) == KS_MOVE_CASTLING
                               ? is_that_castling(position, said, legal.moves[i])
                               : KS_MOVE_TO(legal.moves[i]) == said->to &&
                                     promoted_to(legal.moves[i]) == said->promotion &&
                                     candidates >> KS_MOVE_FROM(legal.moves[i]) & 1;
        if (meant) {
            from |= bit(KS_MOVE_FROM(legal.moves[i]));
            *move = legal.moves[i];
        }
    }
    return from;
}

/* ---- No piece, or several ---- */

static unsigned meant_piece(const struct said *said) {
    return said->piece == KS_EMPTY ? KS_WHITE_PAWN : said->piece;
}

static struct words plural_of(unsigned piece) {
    struct words plural;
    sprintf(plural.text, "%ss", ks_piece_names[piece]);
    return plural;
}

/* Says where the piece stands by the text: " on the b-file" and so on. */
static struct words place_of(const struct said *said) {
    const bool ahead = meant_piece(said) == KS_WHITE_PAWN && !said->captures;
    const unsigned file = said->from_file == NOT_SAID && ahead ? said->to & 7 : said->from_file;
    return ks_say_place(file == NOT_SAID ? -1 : (int)file,
                        said->from_row == NOT_SAID ? 0 : 8 - said->from_row);
}

/* Refuses a move that several pieces can make. */
static int refuse_ambiguous(const ks_position *position, const struct said *said, uint64_t from,
                            ks_error *error) {
    struct words squares = {""};
    const unsigned piece = position->board[lowest_square(from)] & ~(unsigned)KS_BLACK_BIT;
    const bool two = has_one_bit(from & (from - 1));
    char *end = squares.text;
    for (uint64_t rest = from; rest; rest &= rest - 1)
        end += sprintf(end, "%s%s", ks_square_name(lowest_square(rest)),
                       has_one_bit(rest)                ? ""
                       : has_one_bit(rest & (rest - 1)) ? " and "
                                                        : ", ");
    return ks_fail(error, KS_ERROR_AMBIGUOUS, 0, AMBIGUOUS, plural_of(piece).text, squares.text,
                   two ? "both" : "all", ks_square_name(said->to));
}

/* Refuses a move for which no piece can be meant, be it named by its square or by its letter. */
static int refuse_nobody(const ks_position *position, const struct said *said, ks_error *error) {
    const char *const us = ks_side_names[position->side_to_move];
    if (!is_in_full(said))
        return ks_fail(error, KS_ERROR_NO_SUCH_PIECE, 0, NO_SUCH_PIECE, us, ks_piece_names[meant_piece(said)],
                       place_of(said).text);
    const unsigned square = KS_SQUARE(said->from_file, said->from_row);
    if (position->board[square] == KS_EMPTY)
        return ks_fail(error, KS_ERROR_SQUARE_EMPTY, 0, SQUARE_EMPTY, ks_square_name(square));
    return ks_fail(error, KS_ERROR_WRONG_SIDE, 0, WRONG_SIDE, ks_the_piece_of_chess(position, square).text,
                   ks_side_names[position->side_to_move ^ 1], us);
}

/* ---- One piece ---- */

/* Returns whether the two squares mean castling: the king goes to its rook, or from its first square to where
 * castling ends. That it goes to a rook further off means it too, even when the right is lost. */
static bool means_castling(const ks_position *position, const struct said *said, unsigned from,
                           enum ks_wing wing) {
    const unsigned us = position->side_to_move, to = said->to, row = row_of_rank(us, 0);
    const unsigned rook = ks_castling_rook(position, us, wing);
    if (!is_in_full(said) || from >> 3 != row || to >> 3 != row ||
        position->board[from] != code_of(KS_WHITE_KING, us))
        return false;
    if (rook == to)
        return true;
    return (to > from ? to - from : from - to) > 1 &&
           (((from & 7) == 4 && to == castled_king(us, from, to)) ||
            (rook == KS_NO_SQUARE && position->board[to] == code_of(KS_WHITE_ROOK, us)));
}

static int refuse_castling(const ks_position *position, enum ks_wing wing, ks_error *error) {
    return ks_introduce(error, ks_refuse_castling(position, wing, error), CANNOT_CASTLE,
                        ks_side_names[position->side_to_move], ks_wing_names[wing]);
}

/* Explains why the piece on a square can't do what the text says. */
static int refuse_candidate(const ks_position *position, const struct said *said, unsigned from,
                            ks_error *error) {
    const enum ks_wing wing = said->to > from ? KS_KINGSIDE : KS_QUEENSIDE;
    const struct attempt attempt = {position, position->side_to_move, from, said->to, said->promotion, error};
    if (means_castling(position, said, from, wing))
        return said->promotion ? ks_refuse_promotion(&attempt) : refuse_castling(position, wing, error);
    return ks_introduce(error, ks_refuse_attempt(&attempt), CANNOT_GO,
                        ks_the_piece_of_chess(position, from).text, ks_square_name(said->to));
}

/* ---- Several pieces ---- */

/* Explains the move of the candidate that comes closest to being able to make it: the one that breaks the
 * last rule. When none goes so, the message names all. */
static int refuse_candidates(const ks_position *position, const struct said *said, uint64_t candidates,
                             ks_error *error) {
    unsigned from = lowest_square(candidates);
    int furthest = KS_OK;
    for (uint64_t rest = has_one_bit(candidates) ? 0 : candidates; rest; rest &= rest - 1) {
        const int code = refuse_candidate(position, said, lowest_square(rest), NULL);
        if (code > furthest) {
            furthest = code;
            from = lowest_square(rest);
        }
    }
    if (furthest != KS_ERROR_PIECE_RULE)
        return refuse_candidate(position, said, from, error);
    const struct attempt attempt = {position, position->side_to_move, from, said->to, said->promotion, error};
    ks_refuse_attempt(&attempt);
    return ks_introduce(error, KS_ERROR_NONE_FITS, NONE_CAN_GO, ks_side_names[attempt.us],
                        plural_of(meant_piece(said)).text, place_of(said).text, ks_square_name(said->to));
}

/* ---- All ---- */

/* Explains a move that is none of the legal ones. */
static int refuse(const ks_position *position, const struct said *said, ks_error *error) {
    if (said->castles)
        return refuse_castling(position, said->wing, error);
    const uint64_t candidates = find_candidates(position, said);
    return candidates ? refuse_candidates(position, said, candidates, error)
                      : refuse_nobody(position, said, error);
}

/* Apart, so that its large frame costs the usual moves nothing. */
static __attribute__((noinline)) int explain_unusual(const ks_position *position, const char *text,
                                                     size_t length, ks_move *move, ks_error *error) {
    struct said said;
    ks_move meant = KS_NO_MOVE;
    const int code = ks_read_said(text, length, &said, error);
    if (code != KS_OK)
        return code;
    const uint64_t from = find_meant(position, &said, &meant);
    if (!from)
        return refuse(position, &said, error);
    if (!has_one_bit(from))
        return refuse_ambiguous(position, &said, from, error);
    if (said.captures && position->board[capture_square(meant)] == KS_EMPTY)
        return ks_fail(error, KS_ERROR_NOTHING_TO_CAPTURE, 0, NO_CAPTURE, ks_square_name(said.to));
    *move = meant;
    return KS_OK;
}

int ks_read_move(const ks_position *position, const char *text, size_t length, ks_move *move,
                 ks_error *error) {
    return ks_read_usual_move(position, text, length, move)
               ? KS_OK
               : explain_unusual(position, text, length, move, error);
}
