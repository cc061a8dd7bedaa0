/* Moves: listed, made and taken back, written and read, counted. */
#include <string.h>

#include "exports.h"

/* Lists as many moves as fit into room; returns how many there are. */
EXPORT(size_t, move_list, (const struct any_position *now, any_move *moves, size_t room)) {
    return any_legal_moves_in(now, moves, room);
}

/* ---- The parts of a move ---- */

static struct parts parts_of_chess(ks_move move) {
    const unsigned kind = KS_MOVE_KIND(move);
    return (struct parts){
        .from = KS_MOVE_FROM(move),
        .to = KS_MOVE_TO(move),
        .kind = kind < KS_MOVE_TO_KNIGHT ? kind : KS_VARIANT_PLAIN,
        .promotion =
            kind < KS_MOVE_TO_KNIGHT ? 0u : (unsigned char)ks_code_letter(KS_WHITE_KNIGHT + (kind & 3)),
        .wall = KS_VARIANT_NO_SQUARE,
    };
}

static ks_variant_piece_type type_of(const ks_variant *variant, unsigned type_and_1) {
    return ks_variant_get_piece_type(variant, type_and_1 - 1);
}

static uint32_t capital(char label) {
    return (uint32_t)(label - 'a' + 'A');
}

static struct parts parts_of_variant(const ks_variant *variant, ks_variant_move move) {
    struct parts parts = {
        .from = KS_VARIANT_MOVE_FROM(move),
        .to = KS_VARIANT_MOVE_TO(move),
        .kind = KS_VARIANT_MOVE_KIND(move),
        .wall = KS_VARIANT_MOVE_BUILDS(move) ? KS_VARIANT_MOVE_WALL(move) : (unsigned)KS_VARIANT_NO_SQUARE,
    };
    if (KS_VARIANT_MOVE_PROMOTION(move)) {
        const ks_variant_piece_type type = type_of(variant, KS_VARIANT_MOVE_PROMOTION(move));
        parts.promotion = capital(type.label);
        parts.promoted = (uint32_t)type.promoted;
    }
    if (KS_VARIANT_MOVE_GATED(move))
        parts.gated = capital(type_of(variant, KS_VARIANT_MOVE_GATED(move)).label);
    return parts;
}

EXPORT(void, move_parts, (const struct any_position *now, any_move move, struct answer *answer)) {
    const ks_variant *const variant = now->variant;
    answer->parts = variant ? parts_of_variant(variant, move) : parts_of_chess((ks_move)move);
}

/* ---- Texts ---- */

/* Both return the length of the text. */
EXPORT(size_t, move_uci,
       (const struct any_position *now, any_move move, int chess960, char text[ANY_MOVE_SIZE])) {
    return any_write_uci(now, move, chess960 ? KS_UCI_CHESS960 : KS_UCI_DEFAULT, text);
}

EXPORT(size_t, move_san, (const struct any_position *now, any_move move, char text[ANY_SAN_SIZE])) {
    return any_write_san(now, move, text);
}

/* Returns the code of the error. */
EXPORT(int, move_explain,
       (const struct any_position *now, const char *text, size_t length, struct answer *answer)) {
    return any_explain_move(now, text, length, &answer->move, &answer->error);
}

/* ---- Made ---- */

/* Makes a legal move. To take it back, JavaScript keeps the state. */
EXPORT(void, move_make, (struct any_position * now, any_move move)) {
    any_make_move(now, move);
}

/* Passes in chess. Returns false in check. */
EXPORT(bool, move_pass, (struct any_position * now)) {
    const ks_position before = now->chess;
    if (any_checkers(now).half[0] != 0)
        return false;
    ks_after_null_move(&before, &now->chess);
    return true;
}

/* Whether this move, which may be that of another position, is legal. */
EXPORT(bool, move_is_legal, (const struct any_position *now, any_move move)) {
    return now->variant ? any_is_legal(now, move) : ks_is_legal(&now->chess, (ks_move)move);
}

/* ---- Exchanges ---- */

/* Returns what a legal move of chess wins. values has those of pawn, knight, bishop, rook and queen; NULL
 * stands for the usual ones. */
EXPORT(int, move_see, (const struct any_position *now, any_move move, const int16_t *values, bool pins)) {
    int16_t by_code[8] = {0};
    if (values)
        memcpy(by_code + KS_WHITE_PAWN, values, 5 * sizeof *values);
    return ks_see(&now->chess, (ks_move)move, values ? by_code : NULL,
                  pins ? KS_SEE_LEGAL | KS_SEE_PINS : KS_SEE_LEGAL);
}

/* ---- Counting ---- */

/* (Numbers of JavaScript are exact up to 2^53, which takes a month to count.) */
EXPORT(double, move_perft, (const struct any_position *now, unsigned depth)) {
    return (double)any_perft(now, depth);
}

EXPORT(void, move_stats, (const struct any_position *now, unsigned depth, struct answer *answer)) {
    ks_perft_counts counts = {0};
    if (depth == 0)
        counts.nodes = 1;
    else
        any_perft_stats(now, depth, &counts);
    const uint64_t all[] = {counts.nodes,      counts.captures, counts.en_passant,    counts.castles,
                            counts.promotions, counts.checks,   counts.double_checks, counts.checkmates};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        answer->counts[i] = (double)all[i];
}
