/* Tries every move between two squares and records its facts, group by group. */
#include "hard/facts.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/geometry.h"
#include "rules/position.h"

static unsigned piece_on(const ks_position *position, unsigned square) {
    return position->board[square] & ~(unsigned)KS_BLACK_BIT;
}

static void set_if(struct trial *trial, enum fact fact, bool holds) {
    trial->facts[fact] |= holds;
}

/* Sets the fact of each piece's kind; the facts have the order of the codes, from the pawn on. */
static void set_kinds(struct trial *trial, enum fact of_pawn, const ks_position *position, uint64_t pieces) {
    for (; pieces; pieces &= pieces - 1)
        trial->facts[of_pawn + piece_on(position, lowest_square(pieces)) - KS_WHITE_PAWN] = true;
}

static bool has_two(uint64_t squares) {
    return (squares & (squares - 1)) != 0;
}

/* Returns the squares between two of one line; none when they are not in line. */
static uint64_t between(unsigned a, unsigned b) {
    for (unsigned direction = NORTH; direction <= NORTH_WEST; direction++)
        if (ks_rays[a][direction] & bit(b))
            return ks_rays[a][direction] & ks_rays[b][(direction + 4) % 8];
    return 0;
}

/* ---- The move ---- */

static void find_move(struct trial *trial, const ks_position *position) {
    const unsigned us = position->side_to_move, from = trial->from, to = trial->to;
    const int forward = us == KS_WHITE ? -8 : 8, files = abs((int)(from & 7) - (int)(to & 7)),
              distance = (int)to - (int)from;
    const bool pawn = piece_on(position, from) == KS_WHITE_PAWN;
    const bool takes = position->board[to] != KS_EMPTY;
    set_kinds(trial, PAWN, position, bit(from));
    set_if(trial, EN_PASSANT,
           pawn && files == 1 && distance != 2 * forward && !takes && to == position->en_passant);
    set_if(trial, DOUBLE_PUSH, pawn && distance == 2 * forward);
    set_if(trial, MIDDLE_TAKEN, trial->facts[DOUBLE_PUSH] && position->board[(from + to) / 2] != KS_EMPTY);
    set_if(trial, PROMOTION, trial->text[4] != '\0');
    set_if(trial, UNDERPROMOTION, trial->text[4] == 'n');
    set_if(trial, CAPTURE, !trial->facts[CASTLING] && (takes || trial->facts[EN_PASSANT]));
    set_if(trial, WRAPS, pawn && takes && files == 7 && abs(distance - forward) == 1);
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
        set_if(trial, TAKES_RIGHT, to == ks_castling_rook(position, us ^ 1, wing));
        set_if(trial, GIVES_UP_RIGHT, from == ks_castling_rook(position, us, wing));
    }
}

/* Returns whether a move is legal apart from its king's safety. */
static bool is_pseudo_legal(int code) {
    return code == KS_OK || (code >= KS_ERROR_DOUBLE_CHECK && code <= KS_ERROR_EN_PASSANT_UNCOVERS);
}

static ks_move move_of(const struct trial *trial) {
    const unsigned kind = trial->facts[CASTLING]         ? KS_MOVE_CASTLING
                          : trial->facts[UNDERPROMOTION] ? KS_MOVE_TO_KNIGHT
                          : trial->facts[PROMOTION]      ? KS_MOVE_TO_QUEEN
                          : trial->facts[EN_PASSANT]     ? KS_MOVE_EN_PASSANT
                          : trial->facts[DOUBLE_PUSH]    ? KS_MOVE_DOUBLE_PUSH
                                                         : KS_MOVE_PLAIN;
    return KS_MOVE(trial->from, trial->to, kind);
}

/* ---- Checks and pins before it ---- */

static void find_checks_and_pins(struct trial *trial, const ks_position *position) {
    const unsigned king = ks_king_of(position, position->side_to_move), from = trial->from;
    ks_king_lines lines;
    ks_king_scan(position->board, king, position->side_to_move, &lines);
    set_if(trial, CHECKED, lines.checkers != 0);
    set_if(trial, TWICE_CHECKED, has_two(lines.checkers));
    set_kinds(trial, CHECKED_BY_PAWN, position, lines.checkers);
    set_if(trial, TAKES_CHECKER,
           trial->facts[CAPTURE] && lines.checkers & bit(capture_square(move_of(trial))));
    if (!(lines.pinned & bit(from)))
        return;
    trial->facts[PINNED] = true;
    set_if(trial, PINNED_ON_DIAGONAL, lines.pin_diagonal & bit(from));
    set_if(trial, PINNED_ON_RANK, lines.pin_orthogonal & bit(from) && from >> 3 == king >> 3);
    set_if(trial, PINNED_ON_FILE, lines.pin_orthogonal & bit(from) && from >> 3 != king >> 3);
}

/* ---- The attackers after it ---- */

static void find_attackers(struct trial *trial, const ks_position *position, const ks_position *after,
                           unsigned king_side, unsigned moved_to) {
    const unsigned king = ks_king_of(after, king_side);
    const uint64_t attackers = ks_attackers(after->board, king, king_side ^ 1), moved = bit(moved_to);
    const uint64_t others = king_side == position->side_to_move ? attackers : attackers & ~moved;
    ks_king_lines lines;
    ks_king_scan(position->board, ks_king_of(position, king_side ^ 1), king_side ^ 1, &lines);
    set_kinds(trial, BY_PAWN, after, attackers);
    set_if(trial, BY_TWO, has_two(attackers));
    set_if(trial, BY_PINNED, lines.pinned & attackers);
    set_if(trial, BY_MOVED, attackers & ~others);
    set_if(trial, BY_OTHER, others);
    set_if(trial, THROUGH_LEFT, attackers & moved && between(king, moved_to) & bit(trial->from));
    for (uint64_t rest = others; rest; rest &= rest - 1) {
        const unsigned square = lowest_square(rest);
        const uint64_t line = between(king, square);
        set_if(trial, ALONG_RANK, line && square >> 3 == king >> 3);
        set_if(trial, ALONG_FILE, line && (square & 7) == (king & 7));
        set_if(trial, ALONG_DIAGONAL, line && square >> 3 != king >> 3 && (square & 7) != (king & 7));
        set_if(trial, THROUGH_CAPTURED, trial->facts[EN_PASSANT] && line & bit(capture_square(trial->move)));
    }
}

static void find_consequences(struct trial *trial, const ks_position *position) {
    const unsigned us = position->side_to_move;
    ks_position after = *position;
    ks_undo undo;
    ks_make_move(&after, trial->move, &undo);
    if (trial->code == KS_OK) {
        const enum ks_verdict verdict = ks_judge(&after, NULL);
        find_attackers(trial, position, &after, us ^ 1,
                       trial->facts[CASTLING] ? castled_rook(us, trial->from, trial->to) : trial->to);
        set_if(trial, MATES, verdict == KS_CHECKMATE);
        set_if(trial, STALEMATES, verdict == KS_STALEMATE);
        set_if(trial, BESIDE_PAWN, after.en_passant != KS_NO_SQUARE);
    } else {
        find_attackers(trial, position, &after, us, trial->to);
        set_if(trial, KING_HID, trial->facts[KING] && !ks_in_check(position->board, trial->to, us));
    }
}

/* ---- Castling ---- */

static bool is_attacked(const ks_position *position, uint64_t squares) {
    for (; squares; squares &= squares - 1)
        if (ks_in_check(position->board, lowest_square(squares), position->side_to_move))
            return true;
    return false;
}

/* Counts the rooks of its side between a rook and the corner, corner included. */
static unsigned rooks_beyond(const ks_position *position, unsigned rook, unsigned corner) {
    unsigned rooks = 0;
    for (uint64_t rest = row_span(rook, corner) & ~bit(rook); rest; rest &= rest - 1)
        rooks += position->board[lowest_square(rest)] == position->board[rook];
    return rooks;
}

static uint64_t occupied(const ks_position *position) {
    uint64_t squares = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        squares |= position->board[square] != KS_EMPTY ? bit(square) : 0;
    return squares;
}

static void find_castling(struct trial *trial, const ks_position *position) {
    const unsigned us = position->side_to_move, king = trial->from;
    const unsigned wing = trial->to > king ? KS_KINGSIDE : KS_QUEENSIDE,
                   rook = ks_castling_rook(position, us, wing);
    trial->facts[CASTLING] = true;
    trial->facts[QUEENSIDE] = wing == KS_QUEENSIDE;
    if (rook == KS_NO_SQUARE)
        return;
    trial->to = rook;
    const unsigned king_to = castled_king(us, king, rook), rook_to = castled_rook(us, king, rook);
    const uint64_t king_way = row_span(king, king_to), rook_way = row_span(rook, rook_to);
    const uint64_t blockers = (king_way | rook_way) & occupied(position) & ~bit(king) & ~bit(rook);
    uint64_t own = 0;
    for (uint64_t rest = blockers; rest; rest &= rest - 1)
        if (!(position->board[lowest_square(rest)] & KS_BLACK_BIT) == (us == KS_WHITE))
            own |= rest & -rest;
    set_if(trial, UNUSUAL, (king & 7) != 4 || (rook & 7) != (wing == KS_KINGSIDE ? 7 : 0));
    set_if(trial, INNER_ROOK, rooks_beyond(position, rook, (rook & 56) + (wing == KS_KINGSIDE ? 7 : 0)));
    set_if(trial, KING_STAYS, king == king_to);
    set_if(trial, ROOK_STAYS, rook == rook_to);
    set_if(trial, ONTO_ROOK, king_to == rook);
    set_if(trial, ROOK_ONTO_KING, rook_to == king);
    set_if(trial, ROOK_ATTACKED, is_attacked(position, bit(rook)));
    set_if(trial, ROOK_WAY_ATTACKED, is_attacked(position, rook_way & ~king_way & ~bit(rook)));
    set_if(trial, ROOK_HID, !is_attacked(position, king_way));
    set_if(trial, BLOCKED_BY_OWN, own);
    set_if(trial, BLOCKED_FOR_ROOK, blockers && !(blockers & king_way));
    set_if(trial, BLOCKED_OUTSIDE, blockers && !(blockers & row_span(king, rook)));
}

/* ---- All ---- */

/* Castling is tried as programs write it: as e1g1 and the like if possible, else as the king capturing its
 * rook. Returns 1 for that notation, 0 for the other one, and -1 for a move that is not castling. */
static int castling_as_written(const ks_position *position, unsigned from, unsigned to) {
    const unsigned us = position->side_to_move,
                   rook = ks_castling_rook(position, us, to > from ? KS_KINGSIDE : KS_QUEENSIDE);
    const bool by_two = (from & 7) == 4 && abs((int)to - (int)from) == 2;
    if (from != ks_king_of(position, us) || from >> 3 != (us == KS_WHITE ? 7 : 0) || from >> 3 != to >> 3)
        return -1;
    if (rook == KS_NO_SQUARE)
        return by_two ? 1 : -1;
    const bool usual = (from & 7) == 4 && ((rook & 7) == 0 || (rook & 7) == 7);
    if (by_two || to == rook)
        return by_two == usual;
    return -1;
}

/* Returns the number of trials: 0 when the piece does not move like that, else 1. */
static size_t try_move(struct trial *trial, const ks_position *position, unsigned from, unsigned to,
                       const char *promotion, int castling) {
    *trial = (struct trial){.from = from, .to = to};
    ks_move move;
    sprintf(trial->text, "%s%s%s", ks_square_name(from), ks_square_name(to), promotion);
    trial->code = ks_read_move(position, trial->text, strlen(trial->text), &move, NULL);
    if (castling > 0)
        find_castling(trial, position);
    find_move(trial, position);
    if (trial->code == KS_ERROR_PIECE_RULE && !trial->facts[WRAPS])
        return 0;
    find_checks_and_pins(trial, position);
    if (is_pseudo_legal(trial->code)) {
        trial->move = move_of(trial);
        find_consequences(trial, position);
    }
    return 1;
}

/* Adds the facts of a trial that depend on all others. */
static void compare_trials(const ks_position *position, struct trial *trials, size_t count) {
    ks_move_list moves;
    const size_t legal = ks_legal_moves(position, &moves);
    size_t possible = 0, en_passant = 0;
    for (size_t i = 0; i < count; i++) {
        possible += trials[i].move != KS_NO_MOVE || trials[i].code == KS_ERROR_CASTLING_THROUGH_CHECK ||
                    trials[i].code == KS_ERROR_CASTLING_INTO_CHECK;
        en_passant += trials[i].code == KS_OK && trials[i].facts[EN_PASSANT];
    }
    for (size_t i = 0; i < count; i++) {
        set_if(&trials[i], ONLY_LEGAL, legal == 1 && trials[i].code == KS_OK);
        set_if(&trials[i], ONLY_TRY, legal == 0 && possible == 1 && trials[i].move != KS_NO_MOVE);
        set_if(&trials[i], STALEMATE, legal == 0 && !trials[i].facts[CHECKED]);
        set_if(&trials[i], CHECKMATE, legal == 0 && trials[i].facts[CHECKED]);
        set_if(&trials[i], ANOTHER_TAKES, trials[i].facts[EN_PASSANT] && en_passant == 2);
    }
}

size_t try_moves(const ks_position *position, struct trial trials[TRIALS_MAX]) {
    const unsigned us = position->side_to_move, last_row = us == KS_WHITE ? 0 : 7;
    size_t count = 0;
    for (unsigned from = 0; from < KS_SQUARES; from++) {
        if (position->board[from] == KS_EMPTY || !(position->board[from] & KS_BLACK_BIT) != (us == KS_WHITE))
            continue;
        for (unsigned to = 0; to < KS_SQUARES; to++) {
            const int castling = castling_as_written(position, from, to);
            if (to == from || castling == 0)
                continue;
            if (piece_on(position, from) == KS_WHITE_PAWN && to >> 3 == last_row) {
                count += try_move(&trials[count], position, from, to, "q", castling);
                count += try_move(&trials[count], position, from, to, "n", castling);
            } else {
                count += try_move(&trials[count], position, from, to, "", castling);
            }
        }
    }
    compare_trials(position, trials, count);
    return count;
}
