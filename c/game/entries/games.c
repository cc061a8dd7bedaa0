/* Turns games in PGN into entries: a position a move, and the last one without a move. A game is read to its
 * end before its first entry is given, since the result stands there, and since all comments together tell
 * how a program writes its scores. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/error.h"
#include "core/text/growing.h"
#include "game/data/lane.h"
#include "game/data/parts.h"
#include "game/data/records.h"
#include "game/data/writer.h"
#include "game/entries/scores.h"
#include "game/pgn/reader.h"
#include "kingscan/pgn.h"

struct games {
    ks_pgn *pgn;
    game_chooser *chooser; /* or NULL */
    void *chooser_context;
    enum { BETWEEN, READING, GIVING, OVER } stage;

    /* The game. */
    uint64_t offset, line;
    bool has_start, ended; /* ended: no further move is taken */
    struct whole_game game;
    struct game_position end; /* of the game */
    struct forms forms;
    struct told *told; /* [0]: before the first move; [n]: after n moves */
    size_t told_room;
    uint64_t mixed; /* games so far whose scores have no common form */

    /* The entry that is given next, and its position. */
    unsigned next;
    ks_position position;
    bool gives_games, given; /* games are given as a whole first; this one has been */
};

/* ==== The text ==== */

/* Gives the bytes that are at hand, and those that follow. */
static size_t read_on(void *context, void *buffer, size_t room) {
    struct source *const source = context;
    const size_t here = source->end - source->at, taken = here < room ? here : room;
    if (here > 0) {
        memcpy(buffer, source_bytes(source), taken);
        source_skip(source, taken);
        return taken;
    }
    const size_t got = source->complete ? 0 : source->read(source->context, buffer, room);
    source->failed |= got == KS_SOURCE_FAILED;
    source->complete |= got == 0 || source->failed;
    source->offset += source->failed ? 0 : got;
    return source->failed ? KS_SOURCE_FAILED : got;
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
    free(games->told);
    free_part(games);
}

uint64_t ks_count_mixed_games(const ks_data *data) {
    return data->games ? data->games->mixed : 0;
}

/* ==== Faults ==== */

/* Notes what is wrong at the item given last. The offset of the error becomes the one in its line. */
static void note(struct ks_data *data, const ks_error *error) {
    const struct games *const games = data->games;
    const ks_pgn_place place = ks_pgn_get_place(games->pgn);
    data->fault = (struct fault){
        .error = *error,
        .place = {
            .offset = place.offset, .chain = data->records, .ply = games->game.count, .line = place.line}};
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

/* Takes over what the comments say after the moves so far, or before the first one. Which form counts is not
 * known yet. */
static void take_commands(struct games *games) {
    const ks_pgn_commands *const commands = ks_pgn_get_commands(games->pgn);
    struct told *const told = &games->told[games->game.count];
    const unsigned side = (games->game.first_ply + games->game.count) % 2;
    int32_t score;
    *told = (struct told){.clock = commands->clock, .has_clock = commands->has_clock, .move = KS_NO_MOVE};
    ks_add_forms(&games->forms, commands);
    if (commands->has_eval && ks_find_score(KS_PGN_SCORES_EVAL, side, commands, NULL, &score)) {
        told->eval = (int16_t)score;
        told->has_eval = true;
    }
    if (commands->note_has_score && ks_find_score(commands->note, side ^ 1, NULL, commands, &score)) {
        told->note = (int16_t)score;
        told->note_form = commands->note;
    }
}

/* ==== Numbers of moves, and the end of a game ==== */

static struct game_position position_of(const ks_position *position) {
    const unsigned passed = position->en_passant;
    struct game_position here = {.castling = position->private_castling,
                                 .jumped = passed == KS_NO_SQUARE ? 0 : (uint64_t)1 << passed};
    memcpy(here.planes, position->private_planes, sizeof here.planes);
    return here;
}

/* Keeps the position after all moves where the reader has it at hand. */
static void keep_end(struct games *games) {
    const struct pgn_line *const line = &games->pgn->line;
    const bool here = line->given > 0 && line->given == line->played_ahead && !games->ended;
    if (here) {
        games->end = position_of(&line->quick.position);
        games->end.jumped = line->quick.jumped;
    }
    games->game.end = here ? &games->end : NULL;
}

/* Returns the number of the move given last, if numbers are wanted. */
static uint16_t number_of_last(const struct games *games) {
    const struct pgn_line *const line = &games->pgn->line;
    if (!games->gives_games)
        return 0;
    if (line->given > 0)
        return line->played[line->given - 1].number;
    const struct game_position before = position_of(&line->levels[line->depth].before.chess);
    return ks_chain_reader_in_use()->writer->number_move(&before, games->pgn->item.move);
}

/* ==== A game is read ==== */

/* Makes room for so many moves, and for what follows the last entry. */
static bool make_room(struct games *games, size_t more) {
    const size_t all = more + 2;
    struct told *const told = grown(games->told, games->game.count, all, &games->told_room, sizeof *told);
    games->told = told ? told : games->told;
    return told;
}

static void begin_game(struct ks_data *data) {
    struct games *const games = data->games;
    const ks_pgn_place place = ks_pgn_get_place(games->pgn);
    games->offset = place.offset;
    games->line = place.line;
    games->game.count = games->next = 0;
    games->ended = games->given = false;
    games->forms = ALL_FORMS;
    const ks_position *const start = ks_pgn_get_position(games->pgn);
    games->has_start = start;
    if (!start)
        return;
    games->position = *start;
    games->game.start = &games->position;
    const unsigned number = start->fullmove_number;
    games->game.first_ply = 2 * (number - (number > 0)) + start->side_to_move;
    if (games->game.first_ply > UINT16_MAX)
        refuse_game(data, KS_ERROR_FULLMOVE_NUMBER, "the move number is above 32767");
    else if (!make_room(games, 1))
        refuse_game(data, KS_ERROR_MEMORY, "there is not enough memory for a game");
}

static void take_move(struct ks_data *data, ks_move move) {
    struct games *const games = data->games;
    if (games->ended || !games->has_start)
        return;
    if (games->game.first_ply + games->game.count >= UINT16_MAX) {
        end_game_early(data, KS_ERROR_FULLMOVE_NUMBER,
                       "expected the end of the game, since plies end with 65535");
        return;
    }
    if (!make_room(games, 1)) {
        end_game_early(data, KS_ERROR_MEMORY, "there is not enough memory for a game");
        return;
    }
    take_commands(games);
    struct told *const told = &games->told[games->game.count++];
    told->move = move;
    told->number = number_of_last(games);
}

static void end_game(struct ks_data *data) {
    struct games *const games = data->games;
    const enum ks_outcome result = ks_pgn_get_result(games->pgn);
    games->game.result = (result == KS_WHITE_WINS) - (result == KS_BLACK_WINS);
    if (games->has_start && !games->ended)
        take_commands(games);
    else if (games->has_start)
        games->told[games->game.count] = (struct told){.move = KS_NO_MOVE};
    const enum ks_pgn_scores form =
        ks_choose_form(&games->forms, (enum ks_pgn_scores)(data->flags & KS_DATA_SCORES));
    games->mixed += form == KS_PGN_SCORES_MIXED;
    if (games->has_start) {
        games->told[games->game.count + 1] = (struct told){0}; /* nothing follows the last entry */
        games->game.told = games->told;
        games->game.form = form;
        games->game.known = result == KS_UNDECIDED ? 0 : KS_DATA_HAS_RESULT;
        keep_end(games);
    }
    games->stage = games->has_start ? GIVING : BETWEEN;
    data->records += !games->has_start;
}

/* Takes moves whose comments are written as they mostly are. Returns whether there were some. */
static bool take_usual_moves(struct games *games) {
    enum { AT_ONCE = 128, PLIES = UINT16_MAX };
    struct whole_game *const game = &games->game;
    const unsigned ply = game->first_ply + game->count;
    uint32_t forms;
    if (games->ended || !games->has_start || ply + AT_ONCE > PLIES || !make_room(games, AT_ONCE))
        return false;
    ks_play_more(games->pgn);
    const unsigned n = ks_take_usual_moves(games->pgn, games->told + game->count, AT_ONCE, ply % 2, &forms);
    game->count += n;
    for (; forms; forms &= forms - 1)
        ks_add_form(&games->forms, (unsigned)__builtin_ctz(forms));
    return n > 0;
}

/* Reads on in the game, up to its end or a fault. */
static void read_game(struct ks_data *data) {
    struct games *const games = data->games;
    const ks_pgn_item *item;
    while (data->fault.error.code == KS_OK && (item = ks_pgn_next_item(games->pgn)) != NULL)
        if (item->kind == KS_PGN_ERROR) {
            note(data, ks_pgn_get_error(games->pgn));
        } else {
            take_move(data, item->move);
            while (take_usual_moves(games)) {
            }
        }
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
                   king[2] = {ks_king_of(position, KS_WHITE), ks_king_of(position, KS_BLACK)};
    const struct whole_game *const game = &games->game;
    const struct told *const told = &game->told[i];
    const bool has_score = entry_has_score(game, i);
    const bool last = i == game->count;
    add_position(c, position, king, told->move, i == 0 ? (unsigned)KS_DATA_FIRST : (unsigned)GOES_ON);
    c->en_passant[n] = position->private_capturable;
    c->scores[n] = (int16_t)(has_score ? score_of_entry(game, i) : 0);
    c->clocks[n] = told[1].clock;
    c->results[n] = (int8_t)(side == KS_WHITE ? games->game.result : -games->game.result);
    c->plies[n] = (uint16_t)(games->game.first_ply + i);
    c->known[n] = (uint8_t)(KS_DATA_HAS_SIDE | KS_DATA_HAS_PLY | KS_DATA_HAS_RIGHTS | KS_DATA_HAS_CLOCKS |
                            game->known | (has_score ? KS_DATA_HAS_SCORE : 0) |
                            (told[1].has_clock ? KS_DATA_HAS_TIME : 0) | (last ? 0 : KS_DATA_HAS_MOVE));
    c->offsets[n] = games->offset;
    c->lines[n] = games->line;
    if (!last) {
        ks_undo undo;
        ks_make_move(position, told->move, &undo);
    }
}

/* Ends the game when all its entries have been given. */
static void leave_game(struct ks_data *data) {
    if (data->games->next <= data->games->game.count)
        return;
    data->games->stage = BETWEEN;
    data->records++;
}

/* Gives entries of the game while there is room. */
static void give_game(struct ks_data *data) {
    struct games *const games = data->games;
    while (games->next <= games->game.count && data->own->count < KS_DATA_BATCH_MAX)
        add(data);
    leave_game(data);
}

static enum game_use use_of_game(const struct games *games) {
    return games->chooser ? games->chooser(games->chooser_context, games->pgn) : GAME_IS_READ;
}

/* Begins the next game. Returns false at the end. */
static bool find_game(struct ks_data *data) {
    struct games *const games = data->games;
    enum game_use use = GAME_IS_PASSED;
    for (; use == GAME_IS_PASSED; data->records += use == GAME_IS_PASSED)
        use = ks_pgn_next_game(games->pgn) ? use_of_game(games) : GAMES_END;
    if (use == GAMES_END) {
        games->stage = OVER;
        return false;
    }
    begin_game(data);
    games->stage = READING;
    return true;
}

/* Reads on up to entries that are to be given, or a fault. Returns false at the end. */
static bool find_entries(struct ks_data *data) {
    struct games *const games = data->games;
    while (data->fault.error.code == KS_OK && games->stage != GIVING) {
        if (games->stage == OVER || (games->stage == BETWEEN && !find_game(data)))
            return false;
        read_game(data);
    }
    return true;
}

bool ks_next_of_games(struct ks_data *data) {
    struct games *const games = data->games;
    struct columns *const c = data->own;
    c->count = 0;
    data->columns = c;
    while (c->count < KS_DATA_BATCH_MAX && find_entries(data) && data->fault.error.code == KS_OK) {
        if (games->gives_games && !games->given) {
            if (c->count > 0)
                break;
            games->given = true;
            data->columns = NULL;
            return true;
        }
        if (c->count == 0) {
            c->offset = games->offset;
            c->chain = data->records;
            c->ply = games->next;
        }
        give_game(data);
    }
    return c->count > 0 || data->fault.error.code != KS_OK;
}

/* ==== For whoever reads games as a whole, or chooses them ==== */

void ks_data_choose_games(ks_data *data, game_chooser *chooser, void *context) {
    if (!data->games)
        return;
    data->games->chooser = chooser;
    data->games->chooser_context = context;
}

ks_pgn *ks_data_get_pgn(const ks_data *data) {
    return data->games ? data->games->pgn : NULL;
}

void ks_data_give_games(ks_data *data, int no_score) {
    if (!data->games)
        return;
    data->games->gives_games = true;
    data->games->game.no_score = no_score;
    data->games->pgn->by.number = ks_chain_reader_in_use()->writer->number_moves;
}

const struct whole_game *ks_data_get_game(const ks_data *data) {
    return data->games && data->games->stage == GIVING && !data->columns ? &data->games->game : NULL;
}

void ks_data_pass_entries(ks_data *data, unsigned n) {
    struct games *const games = data->games;
    ks_undo undo;
    games->next = n;
    for (unsigned i = 0; i < n && n <= games->game.count; i++)
        ks_make_move(&games->position, games->told[i].move, &undo);
    leave_game(data);
}
