/* Reads the castling and en-passant fields of a FEN. */
#include "variant/notation/fen_rights.h"

#include <string.h>

#include "variant/definition/squares.h"
#include "variant/play/castling.h"
#include "variant/play/play.h"

/* ---- Castling ---- */

static bool is_castling_rook(const ks_variant *v, const ks_variant_position *p, unsigned side,
                             unsigned square) {
    const unsigned code = p->board[square];
    return is_piece(code) && KS_VARIANT_SIDE(code) == side && v->castling_types >> KS_VARIANT_TYPE(code) & 1;
}

/* Returns the square of the piece that may castle: that on the file of the rules when there are several on
 * the rank. */
static unsigned castling_king(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    const unsigned first = v->castling_row[side] * v->files, code = KS_VARIANT_CODE(v->castling_king, side);
    unsigned found = KS_VARIANT_NO_SQUARE, count = 0;
    if (v->royal_castles || p->castling_king[side] != KS_VARIANT_NO_SQUARE)
        return ks_variant_castling_king(v, p, side);
    for (unsigned file = 0; file < v->files; file++)
        if (p->board[first + file] == code) {
            count++;
            if (found == KS_VARIANT_NO_SQUARE || file == v->king_file)
                found = first + file;
        }
    return count > 1 && found % v->files != v->king_file ? KS_VARIANT_NO_SQUARE : found;
}

unsigned ks_variant_outermost_rook(const ks_variant *v, const ks_variant_position *p, unsigned side,
                                   unsigned wing) {
    const unsigned first = v->castling_row[side] * v->files, king = castling_king(v, p, side);
    for (unsigned i = 0; i < v->files; i++) {
        const unsigned file = wing == KS_KINGSIDE ? v->rook_file[wing] - i : v->rook_file[wing] + i;
        const unsigned square = first + file;
        if (file >= v->files || square == king)
            break;
        if (is_castling_rook(v, p, side, square))
            return square;
    }
    return KS_VARIANT_NO_SQUARE;
}

/* Grants the right of a castling letter. Returns false when its king or rook is missing, or another rook has
 * the right on that wing. K and Q are never files. */
static bool grant_castling(const ks_variant *v, ks_variant_position *p, unsigned side, int lower) {
    const unsigned first = v->castling_row[side] * v->files;
    unsigned rook, wing;
    if (!v->castles)
        return false;
    const unsigned king = castling_king(v, p, side);
    if (king == KS_VARIANT_NO_SQUARE || king / v->files != v->castling_row[side])
        return false;
    if (lower == 'k' || lower == 'q') {
        wing = lower == 'k' ? KS_KINGSIDE : KS_QUEENSIDE;
        rook = ks_variant_outermost_rook(v, p, side, wing);
    } else {
        rook = first + (unsigned)(lower - 'a');
        wing = rook > king ? KS_KINGSIDE : KS_QUEENSIDE;
    }
    if (rook == KS_VARIANT_NO_SQUARE || !is_castling_rook(v, p, side, rook))
        return false;
    uint8_t *const granted = &p->castling_rook[side][wing];
    if (*granted == KS_VARIANT_NO_SQUARE)
        *granted = (uint8_t)rook;
    if (!v->royal_castles)
        p->castling_king[side] = (uint8_t)king;
    return *granted == rook;
}

/* Returns whether the letters of files in the castling field are a side's gates and not its rights. */
static bool letters_are_gates(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    return v->gates && (!v->seirawan || v->to_hand || v->cambodian || ks_variant_has_hand(v, p, side));
}

/* Opens the gates of a letter: the gate of its file, or the gates of king and rook. Returns true when the
 * letter has no other meaning. */
static bool open_gates(const ks_variant *v, ks_variant_position *p, unsigned side, int lower) {
    const unsigned first = v->castling_row[side] * v->files;
    if (lower != 'k' && lower != 'q') {
        if (!letters_are_gates(v, p, side))
            return false;
        add_square(&p->gates[side], first + (unsigned)(lower - 'a'));
        return true;
    }
    const unsigned king = castling_king(v, p, side);
    const unsigned rook = ks_variant_outermost_rook(v, p, side, lower == 'k' ? KS_KINGSIDE : KS_QUEENSIDE);
    if (king != KS_VARIANT_NO_SQUARE && rook != KS_VARIANT_NO_SQUARE &&
        king / v->files == v->castling_row[side]) {
        add_square(&p->gates[side], king);
        add_square(&p->gates[side], rook);
    }
    return false;
}

/* Lets a king on its gate castle with the rooks on gates when no letter has said with which. letters: the
 * castling field. */
static void grant_by_gates(const ks_variant *v, ks_variant_position *p, unsigned side, const char *letters,
                           size_t count) {
    const uint8_t *const rooks = p->castling_rook[side];
    const unsigned king = v->castles ? castling_king(v, p, side) : KS_VARIANT_NO_SQUARE;
    if (king == KS_VARIANT_NO_SQUARE || !has_square(&p->gates[side], king) ||
        rooks[KS_KINGSIDE] != KS_VARIANT_NO_SQUARE || rooks[KS_QUEENSIDE] != KS_VARIANT_NO_SQUARE ||
        !letters_are_gates(v, p, side))
        return;
    for (; count > 0; letters++, count--)
        if (*letters != 'p' && (*letters >= 'a') == (side == KS_BLACK))
            grant_castling(v, p, side, to_lower(*letters));
}

static bool is_castling_letter(const ks_variant *v, int lower) {
    return lower == 'k' || lower == 'q' || (lower >= 'a' && lower < 'a' + (int)v->files);
}

int ks_variant_read_castling(const ks_variant *v, reader *r, ks_variant_position *p, ks_fen_flags flags) {
    const size_t start = r->at;
    if (peek(r) == '-') {
        r->at++;
        return at_field_end(r) ? KS_OK : unexpected(r, KS_ERROR_CASTLING, "a blank after '-'");
    }
    for (; !at_field_end(r); r->at++) {
        const int c = peek(r), lower = to_lower(c);
        if (c == 'p' && v->passing && p->passes < 2) {
            p->passes++;
            continue;
        }
        const unsigned side = c == lower ? KS_BLACK : KS_WHITE;
        if (!is_castling_letter(v, lower))
            return unexpected(r, KS_ERROR_CASTLING, "'-' or castling letters out of KQkq and those of files");
        if (memchr(r->text + start, c, r->at - start))
            return ks_fail(r->error, KS_ERROR_CASTLING, r->at, "castling letter '%c' is given twice", c);
        if (v->gates && open_gates(v, p, side, lower))
            continue;
        if (!grant_castling(v, p, side, lower) && flags & KS_FEN_RIGHTS)
            return ks_fail(r->error, KS_ERROR_CASTLING_RIGHT, r->at,
                           "castling letter '%c', but %s's %s or rook for it is missing", c,
                           ks_side_names[side], castler_name(v));
    }
    for (unsigned side = KS_WHITE; side <= KS_BLACK && v->gates; side++)
        grant_by_gates(v, p, side, r->text + start, r->at - start);
    return KS_OK;
}

/* ---- En passant ---- */

static bool is_pawn_of(const ks_variant *v, const ks_variant_position *p, unsigned square, unsigned side) {
    const unsigned code = p->board[square];
    return is_piece(code) && KS_VARIANT_SIDE(code) == side && is_taken_en_passant(v, KS_VARIANT_TYPE(code));
}

unsigned ks_variant_pawn_ahead(const ks_variant *v, const ks_variant_position *p, ks_variant_squares passed) {
    const unsigned mover = other_side(p->side_to_move);
    const int step = mover == KS_WHITE ? -(int)v->files : (int)v->files;
    int square = (int)take_square(&passed);
    while (square >= 0 && square < (int)v->squares && !p->board[square])
        square += step;
    if (square < 0 || square >= (int)v->squares || !is_pawn_of(v, p, (unsigned)square, mover))
        return KS_VARIANT_NO_SQUARE;
    return (unsigned)square;
}

static bool is_first_move(const ks_variant *v, unsigned code, unsigned from, unsigned to) {
    const struct line *const end = end_of_lines(v, code, from);
    for (const struct line *line = first_line(v, code, from); line < end; line++)
        if (line->flags & LINE_FIRST && has_square(&line->stops, to))
            return true;
    return false;
}

/* Returns whether a move of this side can have begun on the square. It is empty then, or a wall has been
 * built there, or a piece has been placed on it as a gate. */
static bool can_have_left(const ks_variant *v, const ks_variant_position *p, unsigned side, unsigned square) {
    const unsigned code = p->board[square];
    return !is_piece(code) ||
           (v->seirawan && KS_VARIANT_SIDE(code) == side && square / v->files == v->castling_row[side]);
}

/* Returns whether a first move of the pawn can have passed over these squares. */
static bool has_passed(const ks_variant *v, const ks_variant_position *p, unsigned pawn,
                       ks_variant_squares passed) {
    for (unsigned from = 0; from < v->squares; from++) {
        const ks_variant_squares between = ks_variant_between(v, from, pawn);
        if (can_have_left(v, p, other_side(p->side_to_move), from) && is_subset(&passed, &between) &&
            is_first_move(v, p->board[pawn], from, pawn))
            return true;
    }
    return false;
}

static bool are_empty(const ks_variant_position *p, ks_variant_squares squares) {
    while (!is_empty_set(&squares))
        if (p->board[take_square(&squares)])
            return false;
    return true;
}

/* Sets the en-passant squares if a first move of the side not to move can have left them. */
static bool set_en_passant(const ks_variant *v, ks_variant_position *p, ks_variant_squares passed) {
    unsigned pawn = KS_VARIANT_NO_SQUARE;
    for (ks_variant_squares left = passed; !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        if (is_pawn_of(v, p, square, other_side(p->side_to_move))) {
            pawn = square;
            remove_square(&passed, square);
        }
    }
    if (is_empty_set(&passed) || !are_empty(p, passed))
        return false;
    if (pawn == KS_VARIANT_NO_SQUARE)
        pawn = ks_variant_pawn_ahead(v, p, passed);
    if (pawn == KS_VARIANT_NO_SQUARE || !has_passed(v, p, pawn, passed))
        return false;
    p->en_passant = passed;
    p->en_passant_pawn = (uint8_t)pawn;
    return true;
}

int ks_variant_read_en_passant(const ks_variant *v, reader *r, ks_variant_position *p, ks_fen_flags flags) {
    const size_t start = r->at;
    ks_variant_squares passed = {{0}};
    unsigned square;
    if (peek(r) == '-') {
        r->at++;
        return at_field_end(r) ? KS_OK : unexpected(r, KS_ERROR_EN_PASSANT, "a blank after '-'");
    }
    do {
        if (!ks_variant_read_square(v, r, &square))
            return unexpected(r, KS_ERROR_EN_PASSANT, "'-' or en-passant squares");
        add_square(&passed, square);
    } while (!at_field_end(r));
    if (!set_en_passant(v, p, passed) && flags & KS_FEN_RIGHTS)
        return ks_fail(r->error, KS_ERROR_EN_PASSANT_SQUARE, start,
                       "en-passant squares that no first move of a pawn can have left");
    ks_variant_settle_en_passant(v, p);
    return KS_OK;
}
