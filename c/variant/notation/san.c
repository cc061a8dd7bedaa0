/* Writes moves of variants as SAN and as UCI. */

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "variant/attacks/attacks.h"
#include "variant/definition/squares.h"
#include "variant/moves/generate.h"
#include "variant/play/castling.h"
#include "variant/play/play.h"

/* ==== UCI ==== */

/* Writes moves of variants as UCI. */

/* Returns the square that is written second. Castling is written as the king's move when that is
 * unambiguous. */
static unsigned target_of(const ks_variant *v, const ks_variant_position *p, ks_variant_move move,
                          ks_uci_flags flags) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    if (KS_VARIANT_MOVE_KIND(move) != KS_VARIANT_CASTLING || flags & KS_UCI_CHESS960 || v->chess960)
        return to;
    const struct castled end = ks_variant_castled(v, p->side_to_move, from, to);
    return ks_variant_is_clear_castling(v, p, from, end.king) ? end.king : to;
}

size_t ks_variant_write_uci(const ks_variant *v, const ks_variant_position *p, ks_variant_move move,
                            ks_uci_flags flags, char text[KS_VARIANT_UCI_SIZE]) {
    assert(!(flags & ~(unsigned)KS_UCI_CHESS960)); /* no flag of another function */
    const unsigned promotion = KS_VARIANT_MOVE_PROMOTION(move);
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP)
        return (size_t)sprintf(text, "%s%c@%s", is_promoted_type(v, promotion - 1) ? "+" : "",
                               v->types[promotion - 1].label - 'a' + 'A',
                               ks_variant_square_name(v, KS_VARIANT_MOVE_TO(move)));
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const unsigned moved = KS_VARIANT_TYPE(p->board[from]), gated = KS_VARIANT_MOVE_GATED(move);
    const bool rook_first = KS_VARIANT_MOVE_GATES_ROOK(move);
    char *out = stpcpy(text, ks_variant_square_name(v, rook_first ? to : from));
    out = stpcpy(out, ks_variant_square_name(v, rook_first ? from : target_of(v, p, move, flags)));
    if (gated && !promotion && ks_variant_promotes_by(v, p, move))
        out += sprintf(out, "/%c", v->types[gated - 1].letter);
    else if (gated)
        *out++ = v->types[gated - 1].label;
    if (promotion)
        *out++ = is_promoted_type(v, promotion - 1) ? '+'
                 : is_promoted_type(v, moved)       ? '-'
                                                    : v->types[promotion - 1].label;
    if (KS_VARIANT_MOVE_BUILDS(move))
        out += sprintf(out, ",%s%s", ks_variant_square_name(v, target_of(v, p, move, flags)),
                       ks_variant_square_name(v, KS_VARIANT_MOVE_WALL(move)));
    *out = '\0';
    return (size_t)(out - text);
}

/* ==== SAN ==== */

/* Writes moves of variants as SAN: the piece's letter, as much of its square as needed, x, the target, the
 * promotion, the check. c/game/explain/ reads these texts. */

/* ---- The square that a piece comes from ---- */

/* Other pieces of the same type that can move to the same square. */
struct rivals {
    const ks_variant *v;
    ks_variant_squares pieces;
    unsigned from, to;
    bool any, on_file, on_rank;
};

static bool note_rival(ks_variant_move move, void *context) {
    struct rivals *const r = context;
    const unsigned from = KS_VARIANT_MOVE_FROM(move), files = r->v->files;
    if (KS_VARIANT_MOVE_TO(move) != r->to || !has_square(&r->pieces, from) ||
        KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING || KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP)
        return true;
    r->any = true;
    r->on_file |= from % files == r->from % files;
    r->on_rank |= from / files == r->from / files;
    return true;
}

/* Writes the file if that distinguishes the piece from its rivals, else the rank, else both. */
static char *write_origin(char *out, const ks_variant *v, const ks_variant_position *p,
                          ks_variant_move move) {
    struct rivals r = {.v = v, .from = KS_VARIANT_MOVE_FROM(move), .to = KS_VARIANT_MOVE_TO(move)};
    const char *const name = ks_variant_square_name(v, r.from);
    r.pieces = squares_of_code(v, p, p->board[r.from]);
    remove_square(&r.pieces, r.from);
    if (!is_empty_set(&r.pieces))
        ks_variant_each_move_of(v, p, &r.pieces, true, note_rival, &r);
    if (r.any && (!r.on_file || r.on_rank))
        *out++ = name[0];
    return r.on_file ? stpcpy(out, name + 1) : out;
}

/* ---- The move ---- */

/* Writes + when the piece takes its promoted form, - when it turns back, and = when it could do so and does
 * not. The = keeps a following + of a check unambiguous. */
static char *write_turn(char *out, const ks_variant *v, const ks_variant_position *p, ks_variant_move move) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const struct turning turning = ks_variant_turning(v, p, from, set_of_square(to));
    if (turning.type == NO_TYPE || !has_square(&turning.squares, to))
        return out;
    *out++ = KS_VARIANT_MOVE_PROMOTION(move) != turning.type + 1 ? '='
             : is_promoted_type(v, turning.type)                 ? '+'
                                                                 : '-';
    return out;
}

static char *write_piece_move(char *out, const ks_variant *v, const ks_variant_position *p,
                              ks_variant_move move) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const unsigned promotion = KS_VARIANT_MOVE_PROMOTION(move);
    const struct piece_type *const type = &v->types[KS_VARIANT_TYPE(p->board[from])];
    const bool captures = (p->board[to] && to != from) || KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT;
    if (!type->pawn) {
        if (is_promoted_type(v, KS_VARIANT_TYPE(p->board[from])))
            *out++ = '+';
        *out++ = type->letter;
        out = write_origin(out, v, p, move);
    } else if (captures) {
        *out++ = *ks_variant_square_name(v, from);
    } else if (promotion && v->stands_up && to != from) {
        out = stpcpy(out, ks_variant_square_name(v, from));
    }
    if (captures)
        *out++ = 'x';
    out = stpcpy(out, ks_variant_square_name(v, to));
    if (promotion && !ks_variant_is_turn(v, p->board[from], promotion - 1)) {
        *out++ = '=';
        *out++ = v->types[promotion - 1].letter;
    } else if (v->turns) {
        out = write_turn(out, v, p, move);
    }
    return out;
}

/* Writes the gated piece, and its square after castling, since the rook leaves one too. */
static char *write_gated(char *out, const ks_variant *v, ks_variant_move move) {
    if (!KS_VARIANT_MOVE_GATED(move))
        return out;
    *out++ = '/';
    *out++ = v->types[KS_VARIANT_MOVE_GATED(move) - 1].letter;
    return KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING
               ? stpcpy(out, ks_variant_square_name(v, ks_variant_gate_of(move)))
               : out;
}

/* Writes + or #. A side with several royal pieces, which a position read with KS_FEN_LENIENT may have, is
 * never in check. */
static char *write_check(char *out, const ks_variant *v, const ks_variant_position *p, ks_variant_move move) {
    ks_variant_position after = *p;
    ks_variant_undo undo;
    ks_variant_make_move(v, &after, move, &undo);
    const ks_variant_squares checkers = ks_variant_checkers(v, &after, after.side_to_move);
    const bool one = ks_variant_count_type(v, &after, after.side_to_move, v->royal) == 1;
    if ((one || v->crowned.types) && !is_empty_set(&checkers))
        *out++ = ks_variant_has_move(v, &after) ? '+' : '#';
    return out;
}

/* Writes the letter in FEN, as in UCI: a drop has the same text in both, so the text says which piece. */
static char *write_drop(char *out, const ks_variant *v, ks_variant_move move) {
    const unsigned type = KS_VARIANT_MOVE_PROMOTION(move) - 1;
    return out + sprintf(out, "%s%c@%s", is_promoted_type(v, type) ? "+" : "",
                         v->types[type].label - 'a' + 'A',
                         ks_variant_square_name(v, KS_VARIANT_MOVE_TO(move)));
}

size_t ks_variant_write_san(const ks_variant *v, const ks_variant_position *p, ks_variant_move move,
                            char text[KS_VARIANT_SAN_SIZE]) {
    char *out;
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING)
        out = stpcpy(text, KS_VARIANT_MOVE_TO(move) > KS_VARIANT_MOVE_FROM(move) ? "O-O" : "O-O-O");
    else if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP)
        out = write_drop(text, v, move);
    else
        out = write_piece_move(text, v, p, move);
    out = write_gated(out, v, move);
    if (KS_VARIANT_MOVE_BUILDS(move)) {
        *out++ = ',';
        out = stpcpy(out, ks_variant_square_name(v, KS_VARIANT_MOVE_WALL(move)));
    }
    out = write_check(out, v, p, move);
    *out = '\0';
    return (size_t)(out - text);
}
