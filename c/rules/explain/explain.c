/* Finds which move of chess a text means, and says why it cannot be made. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/board/geometry.h"
#include "rules/explain/move_text.h"
#include "rules/explain/wording.h"
#include "rules/generator/tables.h"
#include "rules/notation/notation.h"
#include "rules/position.h"

/* ==== Reasons ==== */

/* Why a move is not legal: its piece's rule, promotion, the pieces in the way, the king's safety; and the
 * rules of castling. */

/* A move that the side to move is told to make with its piece on `from`. promotion: a white code, or
 * KS_EMPTY. */
struct attempt {
    const ks_position *position;
    unsigned us, from, to, promotion;
    ks_error *error;
};

/* [white code]: "pawn" and so on. */
static const char *const piece_names[KS_WHITE_KING + 1] = {
    [KS_WHITE_PAWN] = "pawn", [KS_WHITE_KNIGHT] = "knight", [KS_WHITE_BISHOP] = "bishop",
    [KS_WHITE_ROOK] = "rook", [KS_WHITE_QUEEN] = "queen",   [KS_WHITE_KING] = "king",
};

static const char *name_on(const ks_position *position, unsigned square) {
    return piece_names[position->board[square] & ~(unsigned)KS_BLACK_BIT];
}

/* Names what stands on a square, as in "the bishop on f1". */
static struct words the_piece(const ks_position *position, unsigned square) {
    struct words piece;
    sprintf(piece.text, "the %s on %s", name_on(position, square), ks_square_name(square));
    return piece;
}

static struct words the(const struct attempt *a, unsigned square) {
    return the_piece(a->position, square);
}

static bool is_pawn(const struct attempt *a) {
    return a->position->board[a->from] == code_of(KS_WHITE_PAWN, a->us);
}

/* Returns whether a pawn would go straight ahead. */
static bool is_push(const struct attempt *a) {
    return is_pawn(a) && (a->from & 7) == (a->to & 7);
}

/* Returns how many ranks nearer to the enemy the move ends than it begins. */
static int ranks_ahead(const struct attempt *a) {
    const int rows = (int)(a->from >> 3) - (int)(a->to >> 3);
    return a->us == KS_WHITE ? rows : -rows;
}

/* ---- The piece's rule ---- */

/* Returns whether the piece goes there on a board where nothing is in its way. */
static bool leads(const struct attempt *a) {
    const int ahead = ranks_ahead(a);
    if (is_push(a))
        return ahead == 1 || (ahead == 2 && a->from >> 3 == row_of_rank(a->us, 1));
    return ks_attacks_from[a->from][a->position->board[a->from]] >> a->to & 1;
}

static int refuse_rule(const struct attempt *a) {
    const unsigned type = (a->position->board[a->from] & ~(unsigned)KS_BLACK_BIT) - KS_WHITE_PAWN;
    if (a->from == a->to)
        return REFUSE(a, KS_ERROR_SAME_SQUARE, STANDS_THERE_ALREADY);
    if (is_push(a) && ranks_ahead(a) == 2)
        return REFUSE(a, KS_ERROR_PAWN_DOUBLE_PUSH, FIRST_PUSH_ELSEWHERE, ks_side_names[a->us], "pawn",
                      a->us == KS_WHITE ? "rank 2" : "rank 7");
    return REFUSE(a, KS_ERROR_PIECE_RULE, "a %s %s%s", name_on(a->position, a->from),
                  ks_how_pieces_move[type], type == KS_WHITE_KING - KS_WHITE_PAWN ? EXCEPT_TO_CASTLE : "");
}

/* ---- Promotion ---- */

/* Refuses a promotion of another piece than a pawn. */
static int refuse_promotion(const struct attempt *a) {
    return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, NO_PROMOTION, the(a, a->from).text, "pawns");
}

static int check_promotion(const struct attempt *a) {
    const char *const from = ks_square_name(a->from), *const to = ks_square_name(a->to);
    const bool on_last_rank = a->to >> 3 == row_of_rank(a->us, 7);
    if (a->promotion && !is_pawn(a))
        return refuse_promotion(a);
    if (a->promotion && !on_last_rank)
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, NO_PROMOTION_THERE, the(a, a->from).text, to, ONLY_ON,
                      a->us == KS_WHITE ? "rank 8" : "rank 1");
    if (!a->promotion)
        return on_last_rank && is_pawn(a) ? REFUSE(a, KS_ERROR_PROMOTION_MISSING, PROMOTION_MISSING,
                                                   the(a, a->from).text, to, from, to, 'q')
                                          : KS_OK;
    if (a->promotion != KS_WHITE_PAWN && a->promotion != KS_WHITE_KING)
        return KS_OK;
    struct words wanted;
    sprintf(wanted.text, "a %s", piece_names[a->promotion]);
    return REFUSE(a, KS_ERROR_PROMOTION_PIECE, CANNOT_BECOME, the(a, a->from).text, wanted.text, ONLY,
                  "a queen, rook, bishop or knight");
}

/* ---- The pieces in the way ---- */

/* Returns whether the move is one of a pawn to the side, onto the square that can be captured en passant. */
static bool is_en_passant(const struct attempt *a) {
    return is_pawn(a) && !is_push(a) && a->to == a->position->en_passant;
}

/* Refuses a pawn's capture on an empty square. */
static int refuse_empty(const struct attempt *a) {
    const unsigned passed = (a->from & 56) + (a->to & 7);
    const uint64_t enemies =
        ks_pieces_of(a->position, a->us ^ 1) & ~ks_squares_of(a->position, code_of(KS_WHITE_KING, a->us ^ 1));
    if (enemies >> passed & 1 && a->to >> 3 == row_of_rank(a->us, 5))
        return REFUSE(a, KS_ERROR_EN_PASSANT_UNAVAILABLE, NOT_EN_PASSANT, the(a, passed).text);
    return REFUSE(a, KS_ERROR_NOTHING_TO_CAPTURE, ONLY_TO_CAPTURE, A_PAWN_CAPTURES, ks_square_name(a->to));
}

static int check_board(const struct attempt *a) {
    const unsigned code = a->position->board[a->to];
    const uint64_t way = ks_lines_between[a->from][a->to] & (is_push(a) ? ~(uint64_t)0 : ~bit(a->to)),
                   blockers = way & ks_occupied(a->position);
    if (blockers)
        return REFUSE(a, is_pawn(a) ? KS_ERROR_PAWN_BLOCKED : KS_ERROR_PIECE_BLOCKED, STANDS_IN_THE_WAY,
                      the(a, a->to > a->from ? lowest_square(blockers) : highest_square(blockers)).text);
    if (code == KS_EMPTY)
        return is_pawn(a) && !is_push(a) && !is_en_passant(a) ? refuse_empty(a) : KS_OK;
    if (ks_pieces_of(a->position, a->us) >> a->to & 1)
        return REFUSE(a, KS_ERROR_OWN_PIECE, OWN_STANDS_THERE, ks_side_names[a->us],
                      name_on(a->position, a->to));
    return code == code_of(KS_WHITE_KING, a->us ^ 1)
               ? REFUSE(a, KS_ERROR_KING_CAPTURE, NEVER_CAPTURED, "a king")
               : KS_OK;
}

/* ---- The king's safety ---- */

/* Refuses a move that leaves the king in check, and that the piece could make but for that. */
static int refuse_danger(const struct attempt *a) {
    uint8_t board[KS_SQUARES];
    const unsigned before = ks_king_of(a->position, a->us), them = a->us ^ 1;
    const uint64_t checkers = before == KS_NO_SQUARE ? 0 : ks_attackers(a->position->board, before, them);
    memcpy(board, a->position->board, sizeof board);
    board[a->from] = KS_EMPTY;
    const uint64_t pinning = before == KS_NO_SQUARE ? 0 : ks_attackers(board, before, them);
    board[a->to] = a->position->board[a->from];
    if (is_en_passant(a))
        board[(a->from & 56) + (a->to & 7)] = KS_EMPTY;
    const unsigned king = ks_find_king(board, a->us);
    const uint64_t attackers = king == KS_NO_SQUARE ? 0 : ks_attackers(board, king, them);
    assert(attackers); /* else the move is legal */
    const unsigned first = lowest_square(attackers);
    const uint64_t second_checker = checkers & (checkers - 1);
    if (king == a->to)
        return REFUSE(a, KS_ERROR_KING_INTO_CHECK, INTO_CHECK, the(a, first).text);
    if (second_checker)
        return REFUSE(a, KS_ERROR_DOUBLE_CHECK, BOTH_CHECK, the(a, lowest_square(checkers)).text,
                      the(a, lowest_square(second_checker)).text, "king");
    if (checkers & attackers)
        return REFUSE(a, KS_ERROR_CHECK_UNANSWERED, STILL_IN_CHECK, the(a, king).text,
                      the(a, lowest_square(checkers & attackers)).text);
    if (pinning >> first & 1)
        return REFUSE(a, KS_ERROR_PIECE_PINNED, PINNED, the(a, king).text, the(a, first).text);
    return REFUSE(a, KS_ERROR_EN_PASSANT_UNCOVERS, EN_PASSANT_UNCOVERS, the(a, first).text,
                  the(a, king).text);
}

/* Return the code of the first rule that an illegal move breaks: the piece's way of moving, promotion, the
 * pieces in the way, and the safety of the king. *error gets the reason, to follow "the bishop on f1 can't go
 * to c4: "; what is wrong with a promotion is a whole sentence. */
static int refuse_attempt(const struct attempt *a) {
    if (!leads(a))
        return refuse_rule(a);
    int code = check_promotion(a);
    if (code == KS_OK)
        code = check_board(a);
    return code == KS_OK ? refuse_danger(a) : code;
}

/* ---- Castling ---- */

/* Returns the enemies that would attack the king on a square of its way. */
static uint64_t attackers_on_way(const struct attempt *a, unsigned square) {
    uint8_t board[KS_SQUARES];
    memcpy(board, a->position->board, sizeof board);
    board[a->from] = KS_EMPTY;
    board[square] = a->position->board[a->from];
    return ks_attackers(board, square, a->us ^ 1);
}

/* Returns the enemies that would attack the king after castling. The rook may have uncovered what it hid. */
static uint64_t attackers_after(const struct attempt *a) {
    uint8_t board[KS_SQUARES];
    const unsigned king = castled_king(a->us, a->from, a->to);
    memcpy(board, a->position->board, sizeof board);
    board[a->from] = board[a->to] = KS_EMPTY;
    board[castled_rook(a->us, a->from, a->to)] = a->position->board[a->to];
    board[king] = a->position->board[a->from];
    return ks_attackers(board, king, a->us ^ 1);
}

/* Explains why a side without the right can't castle. */
static int refuse_right(const struct attempt *a, enum ks_wing wing) {
    const uint64_t row = row_mask(a->from >> 3),
                   beside = wing == KS_KINGSIDE ? row & ~((bit(a->from) << 1) - 1) : row & (bit(a->from) - 1);
    const bool home = a->from >> 3 == row_of_rank(a->us, 0);
    if (home && !(beside & ks_squares_of(a->position, code_of(KS_WHITE_ROOK, a->us))))
        return REFUSE(a, KS_ERROR_CASTLING_ROOK_MISSING, NO_ROOK, "rook", the(a, a->from).text);
    if (!home)
        return REFUSE(a, KS_ERROR_CASTLING_UNAVAILABLE, LEFT_ITS_RANK, "king");
    return REFUSE(a, KS_ERROR_CASTLING_UNAVAILABLE, HAS_MOVED, "king", "rook");
}

static int refuse_way_of_castling(const struct attempt *a) {
    const unsigned king = a->from, rook = a->to, end = castled_king(a->us, king, rook);
    const uint64_t way = row_span(king, end) | row_span(rook, castled_rook(a->us, king, rook)),
                   blockers = way & ~bit(king) & ~bit(rook) & ks_occupied(a->position);
    const uint64_t checkers = ks_attackers(a->position->board, king, a->us ^ 1);
    if (blockers)
        return REFUSE(a, KS_ERROR_CASTLING_BLOCKED, STANDS_IN_THE_WAY, the(a, lowest_square(blockers)).text);
    if (checkers)
        return REFUSE(a, KS_ERROR_CASTLING_OUT_OF_CHECK, IN_CHECK, the(a, king).text,
                      the(a, lowest_square(checkers)).text);
    for (uint64_t passed = row_span(king, end) & ~bit(king) & ~bit(end); passed; passed &= passed - 1) {
        const unsigned square = lowest_square(passed);
        const uint64_t attackers = attackers_on_way(a, square);
        if (attackers)
            return REFUSE(a, KS_ERROR_CASTLING_THROUGH_CHECK, WOULD_PASS, "king", ks_square_name(square),
                          the(a, lowest_square(attackers)).text);
    }
    assert(attackers_after(a)); /* else castling is legal */
    return REFUSE(a, KS_ERROR_CASTLING_INTO_CHECK, WOULD_END_IN_CHECK, "king", ks_square_name(end),
                  the(a, lowest_square(attackers_after(a))).text);
}

/* Refuses castling to a wing. The rules are Chess960's, which include the rules of chess. */
static int refuse_wing(const ks_position *position, enum ks_wing wing, ks_error *error) {
    const unsigned us = position->side_to_move;
    const struct attempt a = {.position = position,
                              .us = us,
                              .from = ks_king_of(position, us),
                              .to = ks_castling_rook(position, us, wing),
                              .error = error};
    if (a.from == KS_NO_SQUARE)
        return REFUSE(&a, KS_ERROR_CASTLING_UNAVAILABLE, NO_KING, ks_side_names[us], "king");
    return a.to == KS_NO_SQUARE ? refuse_right(&a, wing) : refuse_way_of_castling(&a);
}

/* ==== Texts ==== */

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
    sprintf(plural.text, "%ss", piece_names[piece]);
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
        return ks_fail(error, KS_ERROR_NO_SUCH_PIECE, 0, NO_SUCH_PIECE, us, piece_names[meant_piece(said)],
                       place_of(said).text);
    const unsigned square = KS_SQUARE(said->from_file, said->from_row);
    if (position->board[square] == KS_EMPTY)
        return ks_fail(error, KS_ERROR_SQUARE_EMPTY, 0, SQUARE_EMPTY, ks_square_name(square));
    return ks_fail(error, KS_ERROR_WRONG_SIDE, 0, WRONG_SIDE, the_piece(position, square).text,
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
    return ks_introduce(error, refuse_wing(position, wing, error), CANNOT_CASTLE,
                        ks_side_names[position->side_to_move], ks_wing_names[wing]);
}

/* Explains why the piece on a square can't do what the text says. */
static int refuse_candidate(const ks_position *position, const struct said *said, unsigned from,
                            ks_error *error) {
    const enum ks_wing wing = said->to > from ? KS_KINGSIDE : KS_QUEENSIDE;
    const struct attempt attempt = {position, position->side_to_move, from, said->to, said->promotion, error};
    if (means_castling(position, said, from, wing))
        return said->promotion ? refuse_promotion(&attempt) : refuse_castling(position, wing, error);
    return ks_introduce(error, refuse_attempt(&attempt), CANNOT_GO, the_piece(position, from).text,
                        ks_square_name(said->to));
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
    refuse_attempt(&attempt);
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
