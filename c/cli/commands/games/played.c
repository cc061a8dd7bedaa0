/* Plays a game to its end, and keeps what is asked about it on the way. Positions and moves of a game are
 * kept until its end, since the end decides whether they are written. */
#include "cli/commands/games/played.h"

#include <stdlib.h>

#include "cli/base/messages.h"
#include "game/common/replay.h"

void free_played(struct played *played) {
    free(played->text.bytes);
    free_remarks(&played->remarks);
    free_rewriting(&played->rewriting);
}

/* ---- Positions and moves ---- */

static void write_position(struct played *played, const struct games_task *task,
                           const struct games_file *file) {
    if (!has_ply(&task->plies, played->plies) || !has_position(file))
        return;
    char line[ANY_FEN_SIZE + EPD_OF_FEN];
    size_t length = write_game_fen(file, task->reading.fen_ep, played->last_move, line);
    if (task->output == OUTPUT_EPD)
        length = turn_fen_into_epd(line, length);
    line[length] = '\n';
    add_bytes(&played->text, line, length + 1);
}

static void add_move(struct played *played, const struct games_task *task, const struct games_file *file,
                     const struct any_position *before, any_move move) {
    char text[1 + ANY_SAN_SIZE + ANY_MOVE_SIZE] = " ", *const word = text + 1;
    const size_t length = task->output == OUTPUT_SAN ? write_last_san(file, before, move, word)
                                                     : write_game_uci(before, move, played->uci, word);
    const bool is_first = played->text.used == 0;
    add_bytes(&played->text, text + is_first, length + !is_first);
}

/* ---- Games ---- */

static void look_for_material(struct played *played, const struct wanted_material *material,
                              const ks_position *position) {
    played->material_plies = is_wanted_material(material, position) ? played->material_plies + 1 : 0;
    played->has_material |= played->material_plies >= material->plies;
}

/* Looks at the position after the item given last. */
static void look_for_wanted(struct played *played, const struct games_task *task,
                            const struct games_file *file) {
    const bool wanted = task->wanted.fields > 0 && !played->has_wanted,
               material = task->material.plies > 0 && !played->has_material;
    const ks_position *const chess = wanted || material ? ks_pgn_get_position(file->pgn) : NULL;
    if (wanted && chess)
        played->has_wanted = is_wanted(&task->wanted, chess);
    if (material && chess)
        look_for_material(played, &task->material, chess);
}

/* The variant's place tells it from others. */
static struct position_key key_of_start(const struct games_file *file) {
    struct any_position start;
    copy_position(file, &start);
    return add_to_key(make_position_key(&start), (uintptr_t)start.variant);
}

static bool is_double_check(const struct games_file *file, const ks_pgn_item *item) {
    ks_squares checkers;
    if (!ks_pgn_get_variant(file->pgn))
        return (item->checkers & (item->checkers - 1)) != 0;
    return judge_position(file, &checkers) == KS_DOUBLE_CHECK;
}

static void start_game(struct played *played, struct games_file *file) {
    const struct buffer text = {.bytes = played->text.bytes, .room = played->text.room};
    *played = (struct played){
        .whole = true, .text = text, .remarks = played->remarks, .rewriting = played->rewriting};
    ks_pgn_get_place(file->pgn, &played->begin);
}

/* playable: the game has positions. now: the last one, in games whose moves are written. */
static void end_game(struct played *played, const struct games_task *task, const struct games_file *file,
                     bool playable, const struct any_position *now) {
    ks_squares checkers;
    played->event[WITH_ILLEGAL] = !played->whole;
    played->whole &= playable;
    if (!played->whole)
        return;
    played->verdict = judge_position(file, &checkers);
    played->event[WITH_CHECKMATE] = played->verdict == KS_CHECKMATE;
    played->event[WITH_STALEMATE] = played->verdict == KS_STALEMATE;
    if (task->output == OUTPUT_JSON && !task->count)
        write_fen_by(now, task->reading.fen_ep, played->last_move, played->last);
}

void play_game(struct played *played, const struct games_task *task, struct games_file *file,
               void (*report)(void *context, const ks_pgn_item *item), void *context) {
    const bool positions = writes_positions(task),
               moves = writes_moves(task) || (!task->count && task->output == OUTPUT_JSON);
    struct any_position now;
    start_game(played, file);
    if (task->comments)
        start_remarks(&played->remarks);
    const bool playable = has_position(file); /* later it would make all moves */
    if (task->unique && playable)
        played->key = key_of_start(file);
    if (task->rewrite && playable)
        start_rewriting(&played->rewriting, file);
    look_for_wanted(played, task, file);
    if (positions)
        write_position(played, task, file);
    if (moves && playable) {
        copy_position(file, &now);
        played->uci = task->reading.uci | any_game_notation(file->pgn, &now);
    }
    for (const ks_pgn_item *item; (item = ks_pgn_next_item(file->pgn)) != NULL;) {
        if (item->kind == KS_PGN_ERROR) {
            const ks_error *const error = ks_pgn_get_error(file->pgn);
            if (played->error.code == KS_OK)
                played->error = *error;
            played->whole &= !ends_game(error);
            played->cut_off |= error->code == KS_ERROR_PGN_SOURCE;
            report(context, item);
            continue;
        }
        if (task->rewrite)
            add_rewritten(&played->rewriting, item);
        if (task->comments && item->kind > KS_PGN_NULL_MOVE)
            add_remark(&played->remarks, item);
        if (item->kind > KS_PGN_NULL_MOVE || item->depth > 0)
            continue;
        if (task->comments)
            add_move_with_remarks(&played->remarks, item);
        played->last_move = game_move_of(file, item);
        if (task->unique)
            played->key = add_to_key(played->key, game_move_of(file, item));
        look_for_wanted(played, task, file);
        played->plies++;
        played->event[WITH_DOUBLE_CHECK] |= is_double_check(file, item);
        if (positions)
            write_position(played, task, file);
        if (moves) {
            add_move(played, task, file, &now, game_move_of(file, item));
            follow_move(file, item, &now);
        }
    }
    expect_memory(!played->text.failed && !played->remarks.failed);
    end_remarks(&played->remarks);
    end_game(played, task, file, playable, &now);
}

bool is_asked(const struct games_task *task, const struct played *played) {
    for (unsigned event = 0; event < GAMES_EVENTS; event++)
        if (task->with[event] && !played->event[event])
            return false;
    if (task->wanted.fields > 0 && !played->has_wanted)
        return false;
    if (task->material.plies > 0 && !played->has_material)
        return false;
    return writes_positions(task) || has_ply(&task->plies, played->plies);
}
