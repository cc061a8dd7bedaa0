/* Games in PGN: JavaScript gives a text in memory and asks for one game after the other. The fast reader of
 * games would be KB that every page loads: the exact one reads everything. */
#include <stdlib.h>

#include "exports.h"
#include "game/common/remarks.h"
#include "game/pgn/open.h"

/* ---- For JavaScript, which reads the members by their places: bindings/javascript/src/games.js ---- */

struct place {
    uint32_t offset, line, column; /* line and column: from 1, columns are bytes */
};

/* An error in a game. */
struct problem {
    ks_error error;
    struct place place;
    uint32_t ply; /* the number of moves before it */
};

/* The remarks about a move: numbers of struct remark, and offsets in the game's texts. */
struct noted {
    uint32_t text, length, glyphs, glyph_count;
    uint32_t has_clock, has_elapsed, has_eval;
    uint32_t clock, elapsed;
    int32_t eval, mate;
    uint32_t squares, squares_length, arrows, arrows_length;
};

struct games {
    struct place begin, end; /* of the game */
    const ks_variant *variant;
    uint32_t result, fen_length; /* fen_length: 0 without a usable position */
    uint32_t tag_count;
    const ks_pgn_tag *tags;
    struct buffer codes, problems, noted; /* any_move, struct problem, struct noted */
    struct buffer kinds;    /* of each code, a byte: of a move, or that of KS_PGN_BEGIN or _END */
    struct remarks remarks; /* about each code */
    char fen[ANY_FEN_SIZE];
    ks_pgn *pgn;
    uint32_t ply; /* moves of the main line */
    ks_uci_flags uci;
};
_Static_assert(sizeof(struct place) == 12 && sizeof(struct problem) == 208 && sizeof(struct noted) == 60 &&
                   offsetof(struct games, variant) == 24 && offsetof(struct games, tag_count) == 36 &&
                   offsetof(struct games, codes) == 44 && offsetof(struct games, kinds) == 92 &&
                   offsetof(struct games, remarks) == 108 && offsetof(struct games, fen) == 160 &&
                   KS_PGN_NULL_MOVE == 1 && KS_PGN_BEGIN == 5 && KS_PGN_END == 6,
               "games.js finds the members");

/* ---- Opened and closed ---- */

/* Whether a text may hold games. */
EXPORT(bool, games_may_begin, (const char *text, size_t length)) {
    return ks_may_begin_games(text, length);
}

EXPORT(void, games_free, (struct games * games)) {
    ks_pgn_close(games->pgn);
    free(games->codes.bytes);
    free(games->problems.bytes);
    free(games->noted.bytes);
    free(games->kinds.bytes);
    free_remarks(&games->remarks);
    free(games);
}

/* Returns NULL when there is no memory. The text and the variants have to stay. */
EXPORT(struct games *, games_open,
       (const char *text, size_t length, const ks_variants *variants, bool variations, bool null_moves)) {
    struct games *const games = calloc(1, sizeof *games);
    if (!games)
        return NULL;
    games->pgn = ks_pgn_open_memory(text, length,
                                    KS_PGN_COMMENTS | (variations ? KS_PGN_VARIATIONS : 0u) |
                                        (null_moves ? KS_PGN_NULL_MOVES : 0u),
                                    NULL);
    if (games->pgn) {
        ks_pgn_use_variants(games->pgn, variants);
        return games;
    }
    games_free(games);
    return NULL;
}

/* ---- A game ---- */

static struct place place_of(ks_pgn *pgn) {
    const ks_pgn_place place = ks_pgn_get_place(pgn);
    return (struct place){(uint32_t)place.offset, (uint32_t)place.line, (uint32_t)place.column};
}

static void begin_game(struct games *games) {
    ks_pgn *const pgn = games->pgn;
    const ks_position *const chess = ks_pgn_get_position(pgn);
    const ks_variant_position *const varied = ks_pgn_get_variant_position(pgn);
    struct any_position start = {.variant = ks_pgn_get_variant(pgn)};
    if (varied)
        start.varied = *varied;
    else if (chess)
        start.chess = *chess;
    games->begin = place_of(pgn);
    games->variant = start.variant;
    games->fen_length = chess || varied ? (uint32_t)any_write_fen(&start, games->fen) : 0;
    games->uci = games->fen_length > 0 ? any_game_notation(pgn, &start) : KS_UCI_DEFAULT;
    games->tag_count = ks_pgn_get_tags(pgn, &games->tags);
    games->codes.used = games->problems.used = games->noted.used = games->kinds.used = games->ply = 0;
    start_remarks(&games->remarks);
}

static void add_problem(struct games *games) {
    const struct problem problem = {
        .error = *ks_pgn_get_error(games->pgn), .place = place_of(games->pgn), .ply = games->ply};
    add_bytes(&games->problems, (const char *)&problem, sizeof problem);
}

/* Remarks behind a parenthesis are about it, so that the caller finds whose they are. */
static void add_code(struct games *games, const ks_pgn_item *item) {
    const any_move code = item->kind != KS_PGN_MOVE ? KS_NO_MOVE
                          : games->variant          ? item->variant_move
                                                    : item->move;
    add_bytes(&games->codes, (const char *)&code, sizeof code);
    add_bytes(&games->kinds, (const char *)&item->kind, sizeof item->kind);
    add_move_with_remarks(&games->remarks, item);
    games->ply += item->kind <= KS_PGN_NULL_MOVE && item->depth == 0;
}

static void add_item(struct games *games, const ks_pgn_item *item) {
    if (item->kind == KS_PGN_ERROR)
        add_problem(games);
    else if (item->kind <= KS_PGN_NULL_MOVE || item->kind == KS_PGN_BEGIN || item->kind == KS_PGN_END)
        add_code(games, item);
    else
        add_remark(&games->remarks, item);
}

/* Offsets of marks count from the beginning of the texts. */
static void note_remarks(struct games *games) {
    struct remarks *const remarks = &games->remarks;
    for (size_t move = 0; move < remarks->count; move++) {
        const struct remark *const remark = &remarks->all[move];
        const ks_pgn_commands *const commands = &remark->commands;
        const struct noted noted = {
            .text = remark->text,
            .length = remark->length,
            .glyphs = remark->glyphs / sizeof(uint32_t),
            .glyph_count = remark->glyph_count,
            .has_clock = commands->has_clock,
            .has_elapsed = commands->has_elapsed,
            .has_eval = commands->has_eval,
            .clock = commands->clock,
            .elapsed = commands->elapsed,
            .eval = commands->eval,
            .mate = commands->mate,
            .squares =
                commands->squares_length > 0 ? (uint32_t)(commands->squares - remarks->texts.bytes) : 0,
            .squares_length = commands->squares_length,
            .arrows = commands->arrows_length > 0 ? (uint32_t)(commands->arrows - remarks->texts.bytes) : 0,
            .arrows_length = commands->arrows_length,
        };
        add_bytes(&games->noted, (const char *)&noted, sizeof noted);
    }
}

/* Whether castling in the last game is written as the king taking its rook. */
EXPORT(bool, games_chess960, (const struct games *games)) {
    return games->uci & KS_UCI_CHESS960;
}

/* Reads the next game to its end. Returns 1; 0 at the end of the text; -1 when there is no memory. */
EXPORT(int, games_next, (struct games * games)) {
    const ks_pgn_item *item;
    if (!ks_pgn_next_game(games->pgn))
        return 0;
    begin_game(games);
    while ((item = ks_pgn_next_item(games->pgn)) != NULL)
        add_item(games, item);
    games->end = place_of(games->pgn);
    games->result = ks_pgn_get_result(games->pgn);
    if (!games->remarks.failed) {
        end_remarks(&games->remarks);
        note_remarks(games);
    }
    return games->remarks.failed || games->codes.failed || games->problems.failed || games->noted.failed ||
                   games->kinds.failed
               ? -1
               : 1;
}
