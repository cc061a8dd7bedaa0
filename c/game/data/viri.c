/* Reads viriformat: games, each a start in marlinformat, moves with scores, and four zero bytes. */
#include <stdlib.h>
#include <string.h>

#include "core/text/error.h"
#include "game/data/little_endian.h"
#include "game/data/records.h"

enum { START_SIZE = 32, MOVE_SIZE = 4 };

/* The game that is read. */
struct game {
    struct columns start; /* its first position */
    ks_position position;
    int result; /* from white's view */
    unsigned ply, first_ply;
    uint64_t offset;
    bool open;
    bool illegal; /* the last move was not legal: none may follow */
};

bool ks_open_viri(struct ks_data *data) {
    data->game = new_part(sizeof *data->game);
    return data->game && ks_open_records(data);
}

static void note(struct ks_data *data, const ks_error *error, uint64_t from) {
    const struct game *const game = data->game;
    data->fault = (struct fault){.error = *error,
                                 .place = {.offset = from, .chain = data->records, .ply = game->ply},
                                 .lost = data->source.offset - from};
}

static void fail(struct ks_data *data, int code, const char *sentence, uint64_t from) {
    ks_error error;
    ks_fail(&error, code, (size_t)from, "%s", sentence);
    note(data, &error, from);
}

/* ---- Where games begin ---- */

/* Reads the first position of a game. Returns KS_OK or an error. */
static int read_start(struct ks_data *data, const uint8_t *bytes, ks_error *error) {
    struct game *const game = data->game;
    struct columns *const start = &game->start;
    start->count = 0;
    const int fault = data->record_reader->read_marlin(start, bytes, 1);
    if (fault != KS_OK)
        return ks_fail(error, fault, 0, "%s", ks_sentence_of_record(fault));
    return ks_position_of_entry(start, 0, true, &game->position, error);
}

/* Passes bytes up to a game: the next four zero bytes with a valid start after them, or the end. */
static void seek_game(struct ks_data *data) {
    static const char zeros[MOVE_SIZE];
    struct source *const source = &data->source;
    for (;;) {
        ks_source_seek(source, zeros);
        const size_t available = ks_source_need(source, MOVE_SIZE + START_SIZE);
        if (available < MOVE_SIZE + START_SIZE) {
            source_skip(source, available);
            return;
        }
        ks_error error;
        if (source->offset % MOVE_SIZE == 0 &&
            read_start(data, source_bytes(source) + MOVE_SIZE, &error) == KS_OK) {
            source_skip(source, MOVE_SIZE);
            return;
        }
        source_skip(source, 1);
    }
}

/* Begins the next game. Returns false at the end and after a fault. */
static bool begin_game(struct ks_data *data) {
    struct game *const game = data->game;
    struct source *const source = &data->source;
    const size_t available = ks_source_need(source, START_SIZE);
    const uint64_t from = source->offset;
    ks_error error;
    game->ply = 0;
    game->illegal = false;
    game->offset = from;
    if (available < START_SIZE) {
        source_skip(source, available);
        if (available > 0)
            fail(data, KS_ERROR_DATA_TRUNCATED, "the data end in the start of a game", from);
        return false;
    }
    if (read_start(data, source_bytes(source), &error) != KS_OK) {
        seek_game(data);
        note(data, &error, from);
        data->records++;
        return false;
    }
    source_skip(source, START_SIZE);
    game->open = true;
    const unsigned number = game->position.fullmove_number;
    game->first_ply = 2 * (number > 0 ? number - 1 : 0) + game->position.side_to_move;
    game->result = game->position.side_to_move == KS_WHITE ? game->start.results[0] : -game->start.results[0];
    return true;
}

/* ---- Moves ---- */

/* Adds the position and its move. */
static void add(struct ks_data *data, ks_move move, int score) {
    const struct game *const game = data->game;
    const ks_position *const position = &game->position;
    struct columns *const c = data->own;
    const unsigned n = c->count, side = position->side_to_move,
                   king[2] = {ks_king_of(position, KS_WHITE), ks_king_of(position, KS_BLACK)};
    add_position(c, position, king, move, game->ply == 0 ? (unsigned)KS_DATA_FIRST : (unsigned)GOES_ON);
    c->scores[n] = (int16_t)(side == KS_WHITE ? score : -score);
    c->results[n] = (int8_t)(side == KS_WHITE ? game->result : -game->result);
    c->plies[n] = (uint16_t)(game->first_ply + game->ply);
    c->offsets[n] = game->offset;
}

/* Ends a game that cannot be read on. */
static bool give_up(struct ks_data *data, int code, const char *sentence) {
    const uint64_t from = data->source.offset;
    seek_game(data);
    fail(data, code, sentence, from);
    data->game->open = false;
    data->records++;
    return true;
}

/* Reads the next four bytes of a game: a move and its score. Returns whether the batch ends with them. */
static bool read_move(struct ks_data *data) {
    static const uint8_t types[4] = {0, 2, 3, 1};
    struct game *const game = data->game;
    struct source *const source = &data->source;
    const size_t available = ks_source_need(source, MOVE_SIZE);
    if (available < MOVE_SIZE) {
        const uint64_t from = source->offset;
        source_skip(source, available);
        fail(data, KS_ERROR_DATA_TRUNCATED, "the data end within a game", from);
        game->open = false;
        return true;
    }
    const uint8_t *const bytes = source_bytes(source);
    const unsigned word = load_u16(bytes);
    const int score = load_i16(bytes + 2);
    const unsigned from = (word & 63) ^ 56, to = (word >> 6 & 63) ^ 56, side = game->position.side_to_move;
    if (word == 0 && score == 0) {
        source_skip(source, MOVE_SIZE);
        game->open = false;
        data->records++;
        return false;
    }
    if (game->illegal)
        return give_up(data, KS_ERROR_DATA_MOVE, "the game goes on after a move that is not legal");
    const int kind = kind_of_move(game->position.board, side, from, to, types[word >> 14], word >> 12 & 3);
    if (kind < 0)
        return give_up(data, KS_ERROR_DATA_MOVE, ks_sentence_of_record(KS_ERROR_DATA_MOVE));
    const ks_move move = KS_MOVE(from, to, kind);
    add(data, move, score);
    game->illegal = !ks_is_legal(&game->position, move);
    source_skip(source, MOVE_SIZE);
    game->ply++;
    if (game->illegal) {
        data->own->kinds[data->own->count - 1] |= UNSURE;
    } else {
        ks_undo undo;
        ks_make_move(&game->position, move, &undo);
    }
    return false;
}

bool ks_next_of_viri(struct ks_data *data) {
    struct columns *const c = data->own;
    c->count = 0;
    c->offset = data->game->offset;
    c->chain = data->records;
    c->ply = data->game->ply;
    while (c->count < KS_DATA_BATCH_MAX) {
        if (!data->game->open) {
            if (c->count == 0) {
                c->chain = data->records;
                c->ply = 0;
            }
            if (!begin_game(data))
                break;
        }
        if (read_move(data))
            break;
    }
    data->columns = c;
    return c->count > 0 || data->fault.error.code != KS_OK;
}
