/* Games in PGN as entries: a position a move, and the last one without a move. A game is read to its end
 * before its first entry is given, since the result stands there, and since all comments together tell how a
 * program writes its scores. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/error.h"
#include "core/text/growing.h"
#include "game/data/parts.h"
#include "game/data/records.h"
#include "game/entries/scores.h"
#include "kingscan/pgn.h"

struct games {
    ks_pgn *pgn;
    enum { BETWEEN, READING, GIVING } stage;

    /* The game. */
    uint64_t offset, line;
    bool has_start, ended; /* ended: no further move is taken */
    unsigned count;        /* of moves */
    unsigned first_ply;
    int result;                /* from white's view */
    uint8_t facts;             /* KS_DATA_HAS_RESULT, or none */
    ks_pgn_commands *commands; /* [0]: before the first move; [n]: after n moves */
    ks_move *moves;            /* [n]: the move n + 1 */
    size_t command_room, move_room;
    struct forms forms;
    enum ks_pgn_scores form; /* the one that counts */
    uint64_t mixed;          /* games so far whose scores have no common form */

    /* The entry that is given next, and its position. */
    unsigned next;
    ks_position position;
};

/* ==== The text ==== */

/* Gives the bytes that are at hand, and those that follow. */
static size_t read_on(void *context, char *buffer, size_t room) {
    struct source *const source = context;
    const size_t here = source->end - source->at, taken = here < room ? here : room;
    if (here > 0) {
        memcpy(buffer, source_bytes(source), taken);
        source_skip(source, taken);
        return taken;
    }
    const size_t got = source->complete ? 0 : source->read(source->context, buffer, room);
    source->failed |= got == KS_DATA_FAILED;
    source->complete |= got == 0 || source->failed;
    source->offset += source->failed ? 0 : got;
    return source->failed ? KS_PGN_FAILED : got;
}

bool ks_open_games_as_entries(struct ks_data *data) {
    struct games *const games = data->games = new_part(sizeof *games);
    return games && ks_open_records(data) &&
           (games->pgn = ks_pgn_open(read_on, &data->source, KS_PGN_COMMANDS, NULL)) != NULL;
}

void ks_free_games(struct ks_data *data) {
    struct games *const games = data->games;
    if (!games)
        return;
    ks_pgn_close(games->pgn);
    free(games->commands);
    free(games->moves);
    free_part(games);
}

uint64_t ks_count_mixed_games(const ks_data *data) {
    return data->games ? data->games->mixed : 0;
}

/* ==== Faults ==== */

/* Notes what is wrong at the item given last. The offset of the error becomes the one in its line. */
static void note(struct ks_data *data, const ks_error *error) {
    const struct games *const games = data->games;
    ks_pgn_place place;
    ks_pgn_get_place(games->pgn, &place);
    data->fault = (struct fault){
        .error = *error,
        .place = {.offset = place.offset, .chain = data->records, .ply = games->count, .line = place.line}};
    data->fault.error.offset = (size_t)(place.column - 1);
}

/* No further move of the game is taken. */
static void end_game_early(struct ks_data *data, int code, const char *sentence) {
    ks_error error;
    ks_fail(&error, code, 0, "%s", sentence);
    note(data, &error);
    data->games->ended = true;
}

/* No entry of the game is given. */
static void refuse_game(struct ks_data *data, int code, const char *sentence) {
    end_game_early(data, code, sentence);
    data->games->has_start = false;
}

/* ==== Scores and clocks ==== */

/* Sets the score and the clock of entry n, of a position with this side to move. Returns the facts that it
 * has. */
static unsigned find_score_and_clock(const struct games *games, unsigned n, unsigned side, int16_t *score,
                                     uint32_t *clock) {
    const ks_pgn_commands *const before = &games->commands[n], *const after =
                                                                   n < games->count ? before + 1 : NULL;
    const bool has_clock = after && after->has_clock;
    int32_t found;
    const bool has_score = ks_find_score(games->form, side, before, after, &found);
    *score = (int16_t)(has_score ? found : 0);
    *clock = has_clock ? after->clock : 0;
    return (has_score ? (unsigned)KS_DATA_HAS_SCORE : 0u) | (has_clock ? (unsigned)KS_DATA_HAS_TIME : 0u);
}

/* ==== A game is read ==== */

static bool make_room(struct games *games) {
    ks_pgn_commands *const commands =
        grown(games->commands, games->count, 2, &games->command_room, sizeof *commands);
    games->commands = commands ? commands : games->commands;
    ks_move *const moves = grown(games->moves, games->count, 1, &games->move_room, sizeof *moves);
    games->moves = moves ? moves : games->moves;
    return commands && moves;
}

static void begin_game(struct ks_data *data) {
    struct games *const games = data->games;
    ks_pgn_place place;
    ks_pgn_get_place(games->pgn, &place);
    games->offset = place.offset;
    games->line = place.line;
    games->count = games->next = 0;
    games->ended = false;
    games->forms = ALL_FORMS;
    const ks_position *const start = ks_pgn_get_position(games->pgn);
    games->has_start = start;
    if (!start)
        return;
    games->position = *start;
    const unsigned number = start->fullmove_number;
    games->first_ply = 2 * (number - (number > 0)) + start->side_to_move;
    if (games->first_ply > UINT16_MAX)
        refuse_game(data, KS_ERROR_FULLMOVE_NUMBER, "the move number is above 32767");
    else if (!make_room(games))
        refuse_game(data, KS_ERROR_MEMORY, "there is not enough memory for a game");
}

/* Takes over what the comments say after the moves so far, or before the first one. */
static void take_commands(struct games *games) {
    const ks_pgn_commands *const commands = ks_pgn_get_commands(games->pgn);
    games->commands[games->count] = *commands;
    ks_add_forms(&games->forms, commands);
}

static void take_move(struct ks_data *data, ks_move move) {
    struct games *const games = data->games;
    if (games->ended || !games->has_start)
        return;
    if (games->first_ply + games->count >= UINT16_MAX) {
        end_game_early(data, KS_ERROR_FULLMOVE_NUMBER,
                       "expected the end of the game, since plies end with 65535");
        return;
    }
    if (!make_room(games)) {
        end_game_early(data, KS_ERROR_MEMORY, "there is not enough memory for a game");
        return;
    }
    take_commands(games);
    games->moves[games->count++] = move;
}

static void end_game(struct ks_data *data) {
    struct games *const games = data->games;
    const enum ks_outcome result = ks_pgn_get_result(games->pgn);
    games->result = (result == KS_WHITE_WINS) - (result == KS_BLACK_WINS);
    games->facts = result == KS_UNDECIDED ? 0 : KS_DATA_HAS_RESULT;
    if (games->has_start && !games->ended)
        take_commands(games);
    games->form = ks_choose_form(&games->forms, (enum ks_pgn_scores)(data->flags & KS_DATA_SCORES));
    games->mixed += games->form == KS_PGN_SCORES_MIXED;
    games->stage = games->has_start ? GIVING : BETWEEN;
    data->records += !games->has_start;
}

/* Reads on in the game, up to its end or a fault. */
static void read_game(struct ks_data *data) {
    struct games *const games = data->games;
    const ks_pgn_item *item;
    while (data->fault.error.code == KS_OK && (item = ks_pgn_next_item(games->pgn)) != NULL)
        if (item->kind == KS_PGN_ERROR)
            note(data, ks_pgn_get_error(games->pgn));
        else
            take_move(data, item->move);
    if (data->fault.error.code == KS_OK)
        end_game(data);
}

/* ==== Its entries are given ==== */

/* Adds the next entry. */
static void add(struct ks_data *data) {
    struct games *const games = data->games;
    ks_position *const position = &games->position;
    struct columns *const c = data->own;
    const unsigned n = c->count, i = games->next++, side = position->side_to_move,
                   king[2] = {ks_king_square(position, KS_WHITE), ks_king_square(position, KS_BLACK)};
    const bool last = i == games->count;
    const ks_move move = last ? (ks_move)KS_NO_MOVE : games->moves[i];
    add_position(c, position, king, move, i == 0 ? (unsigned)KS_DATA_FIRST : (unsigned)GOES_ON);
    c->en_passant[n] = position->private_capturable;
    const unsigned facts = find_score_and_clock(games, i, side, &c->scores[n], &c->clocks[n]);
    c->results[n] = (int8_t)(side == KS_WHITE ? games->result : -games->result);
    c->plies[n] = (uint16_t)(games->first_ply + i);
    c->known[n] = (uint8_t)(KS_DATA_HAS_SIDE | KS_DATA_HAS_PLY | KS_DATA_HAS_RIGHTS | KS_DATA_HAS_CLOCKS |
                            facts | games->facts | (last ? 0 : KS_DATA_HAS_MOVE));
    c->offsets[n] = games->offset;
    c->lines[n] = games->line;
    if (!last) {
        ks_undo undo;
        ks_make_move(position, move, &undo);
    }
}

/* Gives entries of the game while there is room. */
static void give_game(struct ks_data *data) {
    struct games *const games = data->games;
    while (games->next <= games->count && data->own->count < KS_DATA_BATCH)
        add(data);
    if (games->next > games->count) {
        games->stage = BETWEEN;
        data->records++;
    }
}

/* Begins the next game. Returns false at the end. */
static bool find_game(struct ks_data *data) {
    struct games *const games = data->games;
    if (!ks_pgn_next_game(games->pgn))
        return false;
    begin_game(data);
    games->stage = READING;
    return true;
}

bool ks_next_of_games(struct ks_data *data) {
    struct games *const games = data->games;
    struct columns *const c = data->own;
    c->count = 0;
    data->columns = c;
    while (c->count < KS_DATA_BATCH && data->fault.error.code == KS_OK) {
        if (games->stage == BETWEEN && !find_game(data))
            break;
        if (games->stage == READING)
            read_game(data);
        if (games->stage != GIVING || data->fault.error.code != KS_OK)
            continue;
        if (c->count == 0) {
            c->offset = games->offset;
            c->chain = data->records;
            c->ply = games->next;
        }
        give_game(data);
    }
    return c->count > 0 || data->fault.error.code != KS_OK;
}
