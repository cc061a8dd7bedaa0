/* Plays a game to its end, and keeps what is asked about it on the way. Positions and moves of a game are
 * kept until its end, since the end decides whether they are written. */
#include "cli/commands/games/played.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "core/fen/epd.h"
#include "core/text/growing.h"
#include "game/common/remarks.h"
#include "game/common/replay.h"
#include "rules/notation/notation.h"

/* ==== Games written anew ==== */

/* The writer of the library takes all items at once, so they are copied. */

static void add(struct rewriting *rewriting, const ks_pgn_item *item) {
    rewriting->items =
        with_room(rewriting->items, rewriting->count, &rewriting->room, sizeof *rewriting->items);
    rewriting->items[rewriting->count++] = *item;
}

/* A variation without a move that can be played is left out: PGN has no empty ones. */
static bool ends_empty_variation(const struct rewriting *rewriting, const ks_pgn_item *item) {
    return item->kind == KS_PGN_END && rewriting->count > 0 &&
           rewriting->items[rewriting->count - 1].kind == KS_PGN_BEGIN;
}

/* Adds an item of a reader with comments and variations; errors are left out. Signs such as !? at the end of
 * a move become its glyph. */
static void add_rewritten(struct rewriting *rewriting, const ks_pgn_item *item) {
    if (item->kind == KS_PGN_ERROR)
        return;
    if (ends_empty_variation(rewriting, item)) {
        rewriting->count--;
        return;
    }
    add(rewriting, item);
    const uint32_t glyph = item->kind == KS_PGN_MOVE ? glyph_of_signs(item) : 0;
    if (glyph > 0)
        add(rewriting, &(ks_pgn_item){.kind = KS_PGN_NAG, .number = glyph, .depth = item->depth});
    if (item->kind == KS_PGN_COMMENT || item->kind == KS_PGN_COMMENT_GOES_ON)
        add_bytes(&rewriting->comments, item->text, item->length);
}

/* The comments have their last place now. */
static void place_comments(struct rewriting *rewriting) {
    const char *text = rewriting->comments.bytes;
    for (size_t i = 0; i < rewriting->count; i++) {
        ks_pgn_item *const item = &rewriting->items[i];
        const bool comment = item->kind == KS_PGN_COMMENT || item->kind == KS_PGN_COMMENT_GOES_ON;
        item->text = comment ? text : NULL;
        if (comment) /* without any, there is no text to step through */
            text += item->length;
    }
}

void put_rewritten(struct output *out, struct rewriting *rewriting, ks_pgn *pgn) {
    expect_memory(!rewriting->comments.failed);
    place_comments(rewriting);
    const struct any_position *const start = &rewriting->start;
    ks_pgn_game game = {.start = &start->chess,
                        .variant = start->variant,
                        .variant_start = &start->varied,
                        .items = rewriting->items,
                        .item_count = rewriting->count,
                        .result = ks_pgn_get_result(pgn)};
    game.tag_count = ks_pgn_get_tags(pgn, &game.tags);
    const size_t length = ks_pgn_write(&game, NULL, 0);
    char *const text = given(malloc(length + 1));
    ks_pgn_write(&game, text, length + 1);
    put(out, text, length);
    free(text);
}

/* ==== Playing ==== */

void free_played(struct played *played) {
    free(played->text.bytes);
    free_remarks(&played->remarks);
    free(played->rewriting.items);
    free(played->rewriting.comments.bytes);
}

/* ---- Positions and moves ---- */

/* Writes the FEN of the position after the item given last. Positions of chess are not copied. */
static size_t write_game_fen(ks_pgn *pgn, unsigned fen_ep, any_move last, char fen[ANY_FEN_SIZE]) {
    const ks_position *const chess = ks_pgn_get_position(pgn);
    struct any_position position;
    if (chess && fen_ep == FEN_EP_LEGAL)
        return ks_write_fen(chess, fen);
    copy_position(pgn, &position);
    return write_fen_by(&position, fen_ep, last, fen);
}

static void keep_position(struct played *played) {
    const struct games_task *const task = played->task;
    if (!is_in(&task->plies, (int64_t)played->plies) || !has_position(played->pgn))
        return;
    char line[ANY_FEN_SIZE + EPD_OF_FEN];
    size_t length = write_game_fen(played->pgn, task->reading.fen_ep, played->last_move, line);
    if (task->output == OUTPUT_EPD)
        length = ks_turn_fen_into_epd(line, length);
    line[length] = '\n';
    add_bytes(&played->text, line, length + 1);
}

/* Writes the move given last in SAN, as write_game_san does, in fewer steps. */
static size_t write_last_san(ks_pgn *pgn, const struct any_position *before, any_move move,
                             char san[ANY_SAN_SIZE]) {
    uint64_t checkers;
    if (before->variant || move == KS_NO_MOVE)
        return write_game_san(before, move, san);
    return ks_write_marked_san(&before->chess, (ks_move)move, ks_pgn_judge(pgn, &checkers), san);
}

/* Makes the position before the move given last the one after it. The reader, which makes moves late, need
 * not make this one. */
static void follow_move(ks_pgn *pgn, const ks_pgn_item *item, struct any_position *position) {
    ks_undo undo;
    if (position->variant)
        copy_position(pgn, position);
    else if (item->kind == KS_PGN_NULL_MOVE)
        ks_make_null_move(&position->chess, &undo);
    else
        ks_make_move(&position->chess, item->move, &undo);
}

static void keep_move(struct played *played, const ks_pgn_item *item) {
    char text[1 + ANY_SAN_SIZE + ANY_MOVE_SIZE] = " ", *const word = text + 1;
    const any_move move = game_move_of(played->pgn, item);
    const size_t length = played->task->output == OUTPUT_SAN
                              ? write_last_san(played->pgn, &played->now, move, word)
                              : write_game_uci(&played->now, move, played->uci, word);
    const bool is_first = played->text.used == 0;
    add_bytes(&played->text, text + is_first, length + !is_first);
    follow_move(played->pgn, item, &played->now);
}

/* ---- Facts ---- */

static void look_for_material(struct played *played, const struct wanted_material *material,
                              const ks_position *position) {
    played->material_plies = is_wanted_material(material, position) ? played->material_plies + 1 : 0;
    played->has_material |= played->material_plies >= material->plies;
}

/* Looks at the position after the item given last. */
static void look_for_wanted(struct played *played) {
    const struct games_task *const task = played->task;
    const bool wanted = task->wanted.fields > 0 && !played->has_wanted,
               material = task->material.plies > 0 && !played->has_material;
    const ks_position *const chess = wanted || material ? ks_pgn_get_position(played->pgn) : NULL;
    if (wanted && chess)
        played->has_wanted = is_wanted(&task->wanted, chess);
    if (material && chess)
        look_for_material(played, &task->material, chess);
}

/* The variant's place tells it from others. */
static struct position_key key_of_start(ks_pgn *pgn) {
    struct any_position start;
    copy_position(pgn, &start);
    return add_to_key(make_position_key(&start), (uintptr_t)start.variant);
}

static bool is_double_check(ks_pgn *pgn, const ks_pgn_item *item) {
    ks_variant_squares checkers;
    if (!ks_pgn_get_variant(pgn))
        return (item->checkers & (item->checkers - 1)) != 0;
    return judge_position(pgn, &checkers) == KS_DOUBLE_CHECK;
}

/* ---- Games ---- */

/* Whether the moves are written: of each game, or in an object. */
static bool keeps_moves(const struct games_task *task) {
    return writes_moves(task) || (!task->count && task->output == OUTPUT_JSON);
}

static void start_game(struct played *played, const struct games_task *task, ks_pgn *pgn) {
    *played = (struct played){.task = task,
                              .pgn = pgn,
                              .whole = true,
                              .begin = ks_pgn_get_place(pgn),
                              .has_positions = has_position(pgn), /* later it would make all moves */
                              .text = {.bytes = played->text.bytes, .room = played->text.room},
                              .remarks = played->remarks,
                              .rewriting = played->rewriting};
    played->rewriting.count = played->rewriting.comments.used = 0;
    if (task->comments)
        start_remarks(&played->remarks);
    if (played->has_positions && task->choosing.unique)
        played->key = key_of_start(pgn);
    if (played->has_positions && task->rewrite)
        copy_position(pgn, &played->rewriting.start);
    if (played->has_positions && keeps_moves(task)) {
        copy_position(pgn, &played->now);
        played->side = any_side_to_move(&played->now);
        played->uci = task->reading.uci | any_game_notation(pgn, &played->now);
    }
    look_for_wanted(played);
    if (writes_positions(task))
        keep_position(played);
}

/* Takes the error that the reader has found. */
static void take_error(struct played *played) {
    const ks_error *const error = ks_pgn_get_error(played->pgn);
    if (played->error.code == KS_OK)
        played->error = *error;
    played->whole &= !ends_game(error);
    played->cut_off |= error->code == KS_ERROR_PGN_SOURCE;
}

/* Takes a move of the main line, which has been made. */
static void take_move(struct played *played, const ks_pgn_item *item) {
    played->last_move = game_move_of(played->pgn, item);
    played->plies++;
    if (played->task->choosing.unique)
        played->key = add_to_key(played->key, played->last_move);
    look_for_wanted(played);
    played->event[WITH_DOUBLE_CHECK] |= is_double_check(played->pgn, item);
    if (writes_positions(played->task))
        keep_position(played);
    if (keeps_moves(played->task))
        keep_move(played, item);
}

/* Takes an item that is no error: a move, or what stands beside the moves. */
static void take_item(struct played *played, const ks_pgn_item *item) {
    const bool is_move = item->kind <= KS_PGN_NULL_MOVE;
    if (played->task->rewrite)
        add_rewritten(&played->rewriting, item);
    if (played->task->comments && !is_move)
        add_remark(&played->remarks, item);
    if (!is_move || item->depth > 0)
        return;
    if (played->task->comments)
        add_move_with_remarks(&played->remarks, item);
    take_move(played, item);
}

static void end_game(struct played *played) {
    const struct games_task *const task = played->task;
    ks_variant_squares checkers;
    expect_memory(!played->text.failed && !played->remarks.failed);
    end_remarks(&played->remarks);
    played->event[WITH_ILLEGAL] = !played->whole;
    played->whole &= played->has_positions;
    if (!played->whole)
        return;
    played->verdict = judge_position(played->pgn, &checkers);
    played->event[WITH_CHECKMATE] = played->verdict == KS_CHECKMATE;
    played->event[WITH_STALEMATE] = played->verdict == KS_STALEMATE;
    if (task->output == OUTPUT_JSON && !task->count)
        write_fen_by(&played->now, task->reading.fen_ep, played->last_move, played->last);
}

void play_game(struct played *played, const struct games_task *task, ks_pgn *pgn,
               void (*report)(void *context, const ks_pgn_item *item), void *context) {
    start_game(played, task, pgn);
    for (const ks_pgn_item *item; (item = ks_pgn_next_item(pgn)) != NULL;) {
        if (item->kind != KS_PGN_ERROR) {
            take_item(played, item);
            continue;
        }
        take_error(played);
        report(context, item);
    }
    end_game(played);
}

bool is_asked(const struct games_task *task, const struct played *played) {
    for (unsigned event = 0; event < GAMES_EVENTS; event++)
        if (task->with[event] && !played->event[event])
            return false;
    if (task->wanted.fields > 0 && !played->has_wanted)
        return false;
    if (task->material.plies > 0 && !played->has_material)
        return false;
    return writes_positions(task) || is_in(&task->plies, (int64_t)played->plies);
}
