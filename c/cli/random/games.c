/* Plays random games for `kingscan fuzz`, and makes the codes in which other programs may write their
 * boards. */
#include "cli/random/games.h"

#include "cli/random/numbers.h"
#include "cli/random/positions.h"
#include "core/text/error.h"

/* ---- Spellings ---- */

/* Codes of known programs, and random codes and pieces. */

enum { CHESS_PIECES = 12 };

static const uint8_t chess_codes[CHESS_PIECES] = {
    KS_WHITE_PAWN, KS_WHITE_KNIGHT, KS_WHITE_BISHOP, KS_WHITE_ROOK, KS_WHITE_QUEEN, KS_WHITE_KING,
    KS_BLACK_PAWN, KS_BLACK_KNIGHT, KS_BLACK_BISHOP, KS_BLACK_ROOK, KS_BLACK_QUEEN, KS_BLACK_KING};

/* A program's bytes for Kingscan's codes 0 to 15. */
#define SPELLED(empty, P, N, B, R, Q, K, p, n, b, r, q, k)                                                   \
    { empty, P, N, B, R, Q, K, empty, empty, p, n, b, r, q, k, empty }

static const struct {
    uint8_t byte[16];
    unsigned flags;
} known_spellings[] = {
    {SPELLED(0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14), 0},
    {SPELLED(0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14), KS_PIECESET_A1_FIRST},
    {SPELLED(15, 5, 1, 2, 0, 4, 3, 13, 9, 10, 8, 12, 11), 0}, /* D. Liberman, 1997 */
    {SPELLED('.', 'P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k'), 0},
};

enum { KNOWN_SPELLINGS = sizeof known_spellings / sizeof *known_spellings };

/* Makes chess pieces under a known program's codes. */
static void spell_as_known(struct spelling *spelling, unsigned which) {
    const uint8_t *byte = known_spellings[which].byte;
    ks_piece pieces[CHESS_PIECES];
    for (unsigned i = 0; i < CHESS_PIECES; i++) {
        const uint8_t code = chess_codes[i], side = code & KS_BLACK_BIT ? KS_BLACK : KS_WHITE;
        const unsigned classes = ks_chess_pieces.classes[side ^ 1][code];
        pieces[i] = (ks_piece){byte[code], side, (uint8_t)(classes & ~(unsigned)KS_CLASS_OCCUPIED)};
    }
    cannot_fail(ks_pieceset_init(&spelling->set, pieces, CHESS_PIECES, known_spellings[which].flags, NULL));
    for (unsigned code = 0; code < 256; code++)
        spelling->byte[code] = byte[code & 15];
}

static void shuffled_bytes(struct xoshiro *random, uint8_t *byte, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        const unsigned j = xoshiro_below(random, i + 1);
        byte[i] = byte[j];
        byte[j] = (uint8_t)i;
    }
}

/* Makes pieces of any classes under any codes. Half of them are the pieces of chess, so that there are simple
 * ones too. */
static void spell_at_random(struct xoshiro *random, struct spelling *spelling, unsigned flags) {
    const unsigned codes = flags & KS_PIECESET_WIDE ? 256 : 16;
    uint8_t byte[256];
    ks_piece pieces[32];
    const unsigned count = 1 + xoshiro_below(random, flags & KS_PIECESET_WIDE ? 32 : 15);
    shuffled_bytes(random, byte, codes);
    for (unsigned i = 0; i < count; i++) {
        const unsigned chess = ks_chess_pieces.classes[KS_BLACK][1 + xoshiro_below(random, 6)];
        const unsigned attacks = xoshiro_below(random, 2) ? chess & ~(unsigned)KS_CLASS_OCCUPIED
                                                          : xoshiro_below(random, KS_CLASS_OWN);
        pieces[i] = (ks_piece){byte[i], (uint8_t)xoshiro_below(random, 2), (uint8_t)attacks};
    }
    cannot_fail(ks_pieceset_init(&spelling->set, pieces, count, flags, NULL));
    for (unsigned code = 0; code < 256; code++)
        spelling->byte[code] = ks_code_letter(code) == '.' ? byte[count] : byte[xoshiro_below(random, count)];
}

/* A narrow set reads only the low four bits, so the others may have any value. */
static void dirty_high_bits(struct xoshiro *random, struct spelling *spelling) {
    if (!spelling->set.wide)
        for (unsigned code = 0; code < 256; code++)
            spelling->byte[code] |= (uint8_t)(xoshiro_draw(random) & 0xf0);
}

void make_spellings(struct xoshiro *random, struct spelling spellings[BOARD_SPELLINGS]) {
    static const unsigned random_flags[BOARD_SPELLINGS - KNOWN_SPELLINGS] = {
        0, KS_PIECESET_A1_FIRST, KS_PIECESET_WIDE, KS_PIECESET_WIDE | KS_PIECESET_A1_FIRST};
    for (unsigned i = 0; i < BOARD_SPELLINGS; i++) {
        struct spelling *spelling = &spellings[i];
        if (i < KNOWN_SPELLINGS)
            spell_as_known(spelling, i);
        else
            spell_at_random(random, spelling, random_flags[i - KNOWN_SPELLINGS]);
        dirty_high_bits(random, spelling);
    }
}

/* ---- Games ---- */

/* Each game has its own seed, drawn at the end of the previous game, so that a game can be repeated alone. */

enum { CHESS_PLIES = 80, VARIANT_PLIES = 200 };

static void begin_game(struct games *games) {
    games->state = games->seed;
    games->plies = 0;
    games->count++;
    if (games->variant)
        random_variant_start(&games->state, games->variant, &games->position);
    else
        games->fen_flags = random_chess_start(&games->state, &games->position.chess);
}

void games_start(struct games *games, const ks_variant *variant, uint64_t seed) {
    *games = (struct games){.variant = variant, .seed = seed};
    begin_game(games);
}

/* A lenient game ends after one move, since only the side to move has exactly one king for certain. */
static bool is_over(const struct games *games, size_t count) {
    if (count == 0 || games->plies == (games->variant ? VARIANT_PLIES : CHESS_PLIES))
        return true;
    return !games->variant && (games->fen_flags & KS_FEN_LENIENT ||
                               ks_find_draw(&games->position.chess, KS_SAFE, NULL, 0) == KS_DRAW_MATERIAL);
}

/* Captures count as plain: double pushes are preferred, so that en passant occurs too. */
static bool is_of_plain_kind(const struct any_position *position, any_move move) {
    (void)position;
    return KS_MOVE_KIND(move) == KS_MOVE_PLAIN;
}

void games_next(struct games *games, const any_move *moves, size_t count) {
    if (is_over(games, count)) {
        games->seed = splitmix64(&games->state);
        begin_game(games);
        return;
    }
    const any_move move = games->variant
                              ? random_move(&games->state, &games->position, moves, count)
                              : draw_move(&games->state, &games->position, moves, count, 4, is_of_plain_kind);
    any_make_move(&games->position, move);
    games->plies++;
}
