/* Keeps a game of chess in which one can go back and forth: the functions ks_game_. A game keeps all its
 * positions, so that this costs nothing, and their keys in one array, in which repetitions are found. */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/cursor.h"
#include "rules/notation/notation.h"

/* positions[n] and keys[n] belong to the position after n moves. */
struct ks_game {
    void *memory; /* of the positions, which lie on lines of the cache */
    ks_position *positions;
    uint64_t *keys;
    ks_move *moves;
    size_t ply, length, room; /* there is `room` for so many positions */
};

/* ---- Memory ---- */

static bool grow(ks_game *game, size_t room) {
    enum { LINE = 64 };
    void *const memory = malloc(room * sizeof *game->positions + LINE);
    uint64_t *const keys = realloc(game->keys, room * sizeof *keys);
    if (keys)
        game->keys = keys;
    ks_move *const moves = realloc(game->moves, room * sizeof *moves);
    if (moves)
        game->moves = moves;
    if (!memory || !keys || !moves) {
        free(memory);
        return false;
    }
    ks_position *const positions = (ks_position *)(((uintptr_t)memory + LINE - 1) & ~(uintptr_t)(LINE - 1));
    if (game->positions)
        memcpy(positions, game->positions, game->room * sizeof *positions);
    free(game->memory);
    game->memory = memory;
    game->positions = positions;
    game->room = room;
    return true;
}

static void start(ks_game *game, const ks_position *position) {
    game->positions[0] = *position;
    game->keys[0] = position->key;
    game->ply = game->length = 0;
}

ks_game *ks_game_new(const ks_position *position) {
    ks_game *const game = calloc(1, sizeof *game);
    ks_position chess;
    if (!position && ks_read_fen(KS_START_FEN, strlen(KS_START_FEN), 0, &chess, NULL) == KS_OK)
        position = &chess;
    if (!game || !grow(game, 64)) {
        ks_game_free(game);
        return NULL;
    }
    start(game, position);
    return game;
}

void ks_game_free(ks_game *game) {
    if (!game)
        return;
    free(game->memory);
    free(game->keys);
    free(game->moves);
    free(game);
}

/* ---- Moves ---- */

const ks_position *ks_game_get_position(const ks_game *game) {
    return &game->positions[game->ply];
}

size_t ks_game_get_ply(const ks_game *game) {
    return game->ply;
}

size_t ks_game_get_length(const ks_game *game) {
    return game->length;
}

ks_move ks_game_get_move(const ks_game *game, size_t index) {
    return index < game->length ? game->moves[index] : (ks_move)KS_NO_MOVE;
}

int ks_game_play(ks_game *game, ks_move move, ks_error *error) {
    const size_t ply = game->ply;
    if (ply < game->length && game->moves[ply] == move) {
        game->ply++;
        return KS_OK;
    }
    if (!ks_is_legal(&game->positions[ply], move))
        return ks_fail(error, KS_ERROR_MOVE_ILLEGAL, 0,
                       "expected a legal move, found number 0x%04x, from %s to %s", move,
                       ks_square_name(KS_MOVE_FROM(move)), ks_square_name(KS_MOVE_TO(move)));
    if (ply + 1 == game->room && !grow(game, 2 * game->room))
        return ks_fail(error, KS_ERROR_MEMORY, 0, "not enough memory");
    ks_after_move(&game->positions[ply], move, &game->positions[ply + 1]);
    game->keys[ply + 1] = game->positions[ply + 1].key;
    game->moves[ply] = move;
    game->ply = game->length = ply + 1;
    return KS_OK;
}

void ks_game_go_to(ks_game *game, size_t ply) {
    game->ply = ply;
}

unsigned ks_game_count_repetitions(const ks_game *game) {
    return ks_count_repetitions(game->keys, game->ply + 1, ks_game_get_position(game)->halfmove_clock);
}

enum ks_draw ks_game_find_draw(const ks_game *game) {
    const ks_position *const position = ks_game_get_position(game);
    return ks_find_draw(position, ks_judge(position, NULL), game->keys, game->ply + 1);
}

/* ---- UCI ---- */

/* Moves past a word, when it is the next one. */
static bool take_word(reader *r, const char *word) {
    const size_t length = strlen(word), before = r->at;
    skip_blanks(r);
    if (r->length - r->at >= length && memcmp(r->text + r->at, word, length) == 0) {
        r->at += length;
        if (at_field_end(r) || peek(r) == '\n' || peek(r) == '\r')
            return true;
    }
    r->at = before;
    return false;
}

static int read_moves(ks_game *game, reader *r) {
    for (skip_blanks(r); peek(r) != END && peek(r) != '\n' && peek(r) != '\r'; skip_blanks(r)) {
        const size_t begin = r->at;
        while (!at_field_end(r) && peek(r) != '\n' && peek(r) != '\r')
            r->at++;
        ks_move move;
        if (!ks_read_uci(ks_game_get_position(game), r->text + begin, r->at - begin, &move))
            return ks_fail(r->error, KS_ERROR_MOVE_TEXT, begin, "expected a legal move in UCI, found '%.*s'",
                           (int)(r->at - begin < 20 ? r->at - begin : 20), r->text + begin);
        const int code = ks_game_play(game, move, r->error);
        if (code != KS_OK)
            return code;
    }
    return KS_OK;
}

/* Returns the length of the FEN at the cursor: up to the word "moves", or the text's end. */
static size_t fen_length(const reader *r) {
    reader next = *r;
    while (peek(&next) != END) {
        const size_t before = next.at;
        if (take_word(&next, "moves"))
            return before - r->at;
        next.at++;
    }
    return r->length - r->at;
}

static int read_start(reader *r, ks_position *position) {
    if (take_word(r, "startpos"))
        return ks_read_fen(KS_START_FEN, strlen(KS_START_FEN), 0, position, r->error);
    if (!take_word(r, "fen")) {
        skip_blanks(r);
        return unexpected(r, KS_ERROR_FIELD_MISSING, "'startpos' or 'fen'");
    }
    const size_t length = fen_length(r);
    const int code = ks_read_fen(r->text + r->at, length, 0, position, r->error);
    if (code != KS_OK && r->error)
        r->error->offset += r->at;
    r->at += length;
    return code;
}

int ks_game_read_uci(ks_game *game, const char *text, size_t length, ks_error *error) {
    reader r = {text, length, 0, error};
    ks_position position;
    take_word(&r, "position");
    int code = read_start(&r, &position);
    if (code != KS_OK)
        return code;
    ks_game *const read = ks_game_new(&position);
    if (!read)
        return ks_fail(error, KS_ERROR_MEMORY, 0, "not enough memory");
    if (take_word(&r, "moves"))
        code = read_moves(read, &r);
    if (code == KS_OK) {
        const ks_game old = *game;
        *game = *read;
        *read = old;
    }
    ks_game_free(read);
    return code;
}
