/* Judges the positions of games in PGN. A position of a game is judged where the reader has it; it is copied
 * only for what needs a copy: keys, and the FEN, SAN and draws of lines that are written. */
#include "cli/commands/check/worker.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/commands/check/line.h"
#include "cli/positions/draw.h"
#include "cli/positions/games_file.h"
#include "cli/positions/remark_values.h"
#include "cli/run/blocks.h"
#include "cli/run/games.h"
#include "core/text/growing.h"
#include "game/common/buffer.h"
#include "game/common/replay.h"
#include "game/common/text.h"
#include "game/entries/scores.h"
#include "game/pgn/open.h"

/* A move, as far as lines that are written need it. */
struct game_move {
    char text[KS_PGN_WORD_MAX + 1]; /* as it stands in the game; "-" before the first */
    size_t length;
    ks_pgn_place place;
    any_move move;
    struct any_position before; /* with `positions` */
};

/* A position that is written, or not, by what is known later: the move that is played next, or the scores of
 * the game. */
struct waiting {
    struct any_position position;
    enum ks_verdict verdict;
    ks_variant_squares checkers;
    ks_pgn_place place;
    uint64_t ply;
    unsigned moves;      /* the kinds of the move that is played next */
    any_move move;       /* the one that led here */
    size_t text, length; /* of that move, in `texts` */
};

enum { WAITING_MAX = 1 << 16 }; /* positions; longer games have no scores */

struct game_check {
    struct check_worker *worker;
    const struct check_task *task;
    struct games_file file;
    uint64_t ply;
    struct game_move last;
    struct any_position now; /* the position after the last move, with `positions` */
    ks_uci_flags uci;        /* how the game's moves are written, with `positions` */
    struct history history;  /* with FORMAT_JSON */
    struct remarks remarks;  /* about the last move, with --comments */
    bool open;               /* the line about it has begun, and its remarks end it */
    struct buffer held;   /* errors of signs among these remarks, each a struct held_error and its message */
    bool positions;       /* those before and after moves are kept, since lines have SAN */
    bool strict, written; /* warnings are wanted; lines are */
    bool late;            /* a position is judged when it is known whether a move follows */
    bool last_alone;      /* nothing is asked about a game's other positions */
    bool waits;           /* positions wait for what follows them: the next move, or the scores */
    struct waiting *waiting;
    size_t waiting_count, waiting_room;
    const struct waiting *taken; /* the one of them that is written now */
    struct buffer texts;         /* of their moves */
    struct any_position start;   /* of the game, with `positions` and `waits` */

    /* The scores of the game, whose form is known at its end. */
    bool scored;               /* they are wanted */
    bool forgone;              /* the game is too long for them */
    enum ks_pgn_scores form;   /* once the game has ended */
    struct forms forms;        /* so far */
    ks_pgn_commands *commands; /* [n]: after n moves */
    size_t command_count, command_room;
    int white_result; /* of the game, when choices need it: 1, 0, -1; NO_RESULT */
};

/* An error that is reported when the line before it has ended. */
struct held_error {
    ks_pgn_place place;
    size_t length;  /* of the message, with its zero */
    size_t waiting; /* positions that waited when it was found */
};

enum { NO_RESULT = 2 };

enum { HELD_MAX = 1 << 16 }; /* bytes; an error that finds no room ends the line */

/* ---- Lines ---- */

/* A line is begun; end_line writes the rest. */
static void put_game_tsv(const struct game_check *check, const struct checked *checked) {
    struct output *const out = &check->worker->base.out;
    const struct game_move *const last = &check->last;
    put_verdict(out, checked);
    put(out, checked->line, checked->length);
    put(out, "\t", 1);
    put_escaped(out, check->worker->base.block.file, strlen(check->worker->base.block.file));
    put_format(out, ":%" PRIu64 ":%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t",
               check->worker->lines_before + last->place.line, last->place.column, check->file.number,
               check->ply);
    put_escaped(out, last->text, last->length);
    put_tag_fields(out, check->file.pgn, check->task->tags);
}

static void put_game_json(const struct game_check *check, const struct checked *checked) {
    char san[ANY_SAN_SIZE], uci[ANY_MOVE_SIZE];
    const struct game_move *const last = &check->last;
    struct json json = begin_judged(&check->worker->base.out, checked,
                                    history_find_draw(&check->history, &check->now, checked->verdict),
                                    checked->line, checked->length);
    json_string(&json, "file", check->worker->base.block.file);
    json_unsigned(&json, "number", check->worker->lines_before + last->place.line);
    json_unsigned(&json, "column", last->place.column);
    json_unsigned(&json, "game", check->file.number);
    json_unsigned(&json, "ply", check->ply);
    if (check->ply > 0) {
        write_game_san(&last->before, last->move, san);
        write_game_uci(&last->before, last->move, check->uci, uci);
        json_string(&json, "san", san);
        json_string(&json, "uci", uci);
    }
    put_tag_members(&json, check->file.pgn, check->task->tags);
}

/* Reports the errors that were found before more than so many positions waited. */
static void report_held(struct game_check *check, size_t waiting) {
    struct held_error error;
    size_t at = 0;
    if (check->held.used == 0)
        return;
    for (; at < check->held.used; at += sizeof error + error.length) {
        memcpy(&error, check->held.bytes + at, sizeof error);
        if (error.waiting > waiting)
            break;
        reject(check->worker, error.place.line, error.place.column - 1,
               check->held.bytes + at + sizeof error);
    }
    check->held.used -= at;
    memmove(check->held.bytes, check->held.bytes + at, check->held.used);
}

/* Holds an error back, if a line is open or may still be. Returns whether it does. */
static bool hold(struct game_check *check, const ks_pgn_place *place, const char *message) {
    const struct held_error error = {
        .place = *place, .length = strlen(message) + 1, .waiting = check->waiting_count};
    if (!(check->open || check->waiting_count > 0) ||
        check->held.used + sizeof error + error.length > HELD_MAX)
        return false;
    add_bytes(&check->held, (const char *)&error, sizeof error);
    add_bytes(&check->held, message, error.length);
    expect_memory(!check->held.failed);
    return true;
}

/* Returns the score of the position after the last move, if it has one, as the side to move sees it. */
static bool has_score(const struct game_check *check, unsigned side, int32_t *score) {
    if (check->ply >= check->command_count)
        return false;
    const ks_pgn_commands *const before = &check->commands[check->ply];
    return ks_find_score(check->form, side, before, check->ply + 1 < check->command_count ? before + 1 : NULL,
                         score);
}

static void copy_judged(const struct game_check *check, struct any_position *position) {
    if (check->taken)
        *position = check->taken->position;
    else
        copy_position(&check->file, position);
}

static void put_score(const struct game_check *check, struct json *json) {
    struct any_position position;
    int32_t score;
    if (!check->scored)
        return;
    copy_judged(check, &position);
    if (has_score(check, any_side_to_move(&position), &score))
        json_signed(json, "score", score);
}

/* Returns the index of the remarks about the last move. The remarks end with those about the last move that
 * was read. */
static size_t last_remark(const struct game_check *check) {
    const size_t last = check->remarks.count - 1;
    return check->taken ? last - (size_t)(check->waiting + check->waiting_count - 1 - check->taken) : last;
}

/* Ends the line that is open. */
static void write_rest(struct game_check *check) {
    struct output *const out = &check->worker->base.out;
    struct json json = json_start(out);
    const bool comments = check->task->comments;
    const size_t move = last_remark(check);
    if (comments && !check->taken)
        end_remarks(&check->remarks);
    if (check->task->format == FORMAT_TSV) {
        if (comments)
            put_remark_fields(out, &check->remarks, move);
        put(out, "\n", 1);
        return;
    }
    json.needs_comma = true;
    if (comments)
        put_remark_members(&json, &check->remarks, move);
    if (comments)
        put_score(check, &json);
    json_close_object(&json);
    json_end_line(&json);
}

/* Remarks about a move stand after it in the game, so they end its line. */
static void end_line(struct game_check *check) {
    if (check->open)
        write_rest(check);
    check->open = false;
    if (check->taken)
        report_held(check, (size_t)(check->taken - check->waiting) + 1);
    else if (check->waiting_count == 0)
        report_held(check, SIZE_MAX);
}

/* ---- The position that a line is about ---- */

/* Writes its FEN. The reader is a move further where positions wait. */
static size_t write_fen(const struct game_check *check, char *fen) {
    const unsigned fen_ep = check->task->reading.fen_ep;
    if (!check->taken)
        return write_game_fen(&check->file, fen_ep, check->last.move, fen);
    const struct any_position *const position = &check->taken->position;
    return fen_ep == FEN_EP_ALWAYS ? any_write_fen_after(position, check->last.move, fen)
                                   : any_write_shown_fen(position, fen_ep == FEN_EP_X_FEN, fen);
}

/* In a variant. */
static void put_game_epd(const struct game_check *check, const struct checked *checked) {
    struct record record;
    record.moved = true;
    record.fen = (struct part){checked->line, checked->length};
    record.operations.length = 0;
    put_epd(&check->worker->base.out, checked, &record, NULL);
}

/* The FEN is written where the output goes on, and becomes EPD there. checkers: one word, since a copy of two
 * that were stored apart waits for them. */
static void put_chess_epd(const struct game_check *check, enum ks_verdict verdict, uint64_t checkers) {
    struct output *const out = &check->worker->base.out;
    char *const fen = place_in(out, FEN_AS_EPD);
    const struct checked checked = {
        .verdict = verdict, .checkers = {{checkers}}, .line = fen, .length = write_fen(check, fen)};
    put_epd_of_fen(out, &checked);
}

static void put_position(struct game_check *check, enum ks_verdict verdict, ks_variant_squares checkers) {
    char fen[ANY_FEN_SIZE];
    const struct checked checked = {.variant = ks_pgn_get_variant(check->file.pgn),
                                    .verdict = verdict,
                                    .checkers = checkers,
                                    .line = fen,
                                    .length = write_fen(check, fen)};
    switch (check->task->format) {
    case FORMAT_TSV:
        put_game_tsv(check, &checked);
        check->open = true;
        break;
    case FORMAT_JSON:
        put_game_json(check, &checked);
        check->open = true;
        break;
    case FORMAT_EPD:
        put_game_epd(check, &checked);
        break;
    default:
        put_line_of_text(&check->worker->base.out, fen, checked.length);
    }
}

/* A position of a variant has no key, and "-" stands there. */
static void put_game_key(const struct game_check *check) {
    const ks_position *const chess = check->taken && !check->taken->position.variant
                                         ? &check->taken->position.chess
                                         : ks_pgn_get_position(check->file.pgn);
    if (chess)
        put_key(&check->worker->base.out, chess);
    else
        put_line_of_text(&check->worker->base.out, "-", 1);
}

/* "-" stands for the move before the first position. */
static void put_game_san(const struct game_check *check) {
    char san[ANY_SAN_SIZE] = "-";
    size_t length = 1;
    if (check->ply > 0)
        length = write_game_san(&check->last.before, check->last.move, san);
    put_line_of_text(&check->worker->base.out, san, length);
}

static void put_game_position(struct game_check *check, enum ks_verdict verdict,
                              ks_variant_squares checkers) {
    if (check->task->format == FORMAT_EPD && !ks_pgn_get_variant(check->file.pgn))
        put_chess_epd(check, verdict, checkers.half[0]);
    else if (check->task->format == FORMAT_KEY)
        put_game_key(check);
    else if (check->task->format == FORMAT_SAN)
        put_game_san(check);
    else
        put_position(check, verdict, checkers);
    if (!check->task->comments || check->task->final || check->taken)
        end_line(check);
    flush_full(&check->worker->base);
}

/* ---- Positions ---- */

/* Keeps what a line about the position after this move will say, in a format that names moves. item: NULL:
 * the game begins. */
static void note_move(struct game_check *check, const ks_pgn_item *item) {
    struct game_move *const last = &check->last;
    if (check->task->format != FORMAT_TSV && !check->positions &&
        check->task->reading.fen_ep != FEN_EP_ALWAYS)
        return;
    last->length = item ? item->length : 1;
    memcpy(last->text, item ? item->text : "-", last->length);
    last->place = ks_pgn_get_place(check->file.pgn);
    last->move = item ? game_move_of(&check->file, item) : KS_NO_MOVE;
}

/* Keeps the positions before and after a move. */
static void note_position(struct game_check *check, bool begins) {
    if (!begins)
        check->last.before = check->now;
    copy_position(&check->file, &check->now);
    if (begins) {
        check->start = check->now;
        check->uci = check->task->reading.uci | any_game_notation(check->file.pgn, &check->now);
    }
    if (check->task->format == FORMAT_JSON)
        expect_memory((begins ? history_start : history_add)(&check->history, &check->now));
}

static void warn(struct game_check *check, const ks_pgn_place *place, const char *message) {
    struct check_worker *const worker = check->worker;
    if (may_complain(&worker->base))
        report_rejection(&worker->run->warnings, worker->base.block.file, line_in_file(worker, place->line),
                         place->column - 1, message);
}

static void warn_of_tags(struct game_check *check) {
    char text[GAME_PLACE_SIZE + 80];
    ks_pgn_place place;
    if (!check->strict || !ks_pgn_find_quote(check->file.pgn, &place))
        return;
    write_game_place(&check->file, NULL, NULL, 0, text);
    strcat(text, ": expected a backslash before the quote in the value of a tag");
    warn(check, &place, text);
}

static void warn_of_move(struct game_check *check, const ks_pgn_item *item, enum ks_verdict verdict) {
    char text[SLIP_SIZE];
    ks_pgn_place place;
    if (ks_pgn_get_variant(check->file.pgn))
        return;
    place = ks_pgn_get_place(check->file.pgn);
    if (find_number_slip(&check->file, item, text))
        warn(check, &place, text);
    if (find_check_mark_slip(&check->file, item, verdict, text))
        warn(check, &place, text);
}

static void warn_of_result(struct game_check *check, enum ks_verdict verdict) {
    char text[SLIP_SIZE];
    ks_pgn_place place;
    if (!check->strict || ks_pgn_get_variant(check->file.pgn) ||
        !find_result_slip(&check->file, verdict, text))
        return;
    place = ks_pgn_get_place(check->file.pgn);
    warn(check, &place, text);
}

static bool was_there_before(struct game_check *check) {
    struct any_position position;
    ks_pgn_place place;
    copy_judged(check, &position);
    if (check->taken)
        place = check->taken->place;
    else
        place = ks_pgn_get_place(check->file.pgn);
    return is_repeated(check->worker, make_position_key(&position), place.line);
}

/* A position of a game that is asked about. */
struct asked_position {
    struct entry_facts facts;
    struct game_check *check;
    struct any_position position; /* with its side to move */
};

static void find_position_asked(struct asked_position *asked) {
    if (asked->facts.known & KS_DATA_HAS_SIDE)
        return;
    copy_judged(asked->check, &asked->position);
    asked->facts.side = any_side_to_move(&asked->position);
    asked->facts.known |= KS_DATA_HAS_SIDE;
}

static void find_score(struct asked_position *asked) {
    int32_t score;
    if (!has_score(asked->check, asked->facts.side, &score))
        return;
    asked->facts.score = score;
    asked->facts.known |= KS_DATA_HAS_SCORE;
}

static void find_result(struct asked_position *asked) {
    const int white = asked->check->white_result;
    if (white == NO_RESULT)
        return;
    asked->facts.result = asked->facts.side == KS_WHITE ? white : -white;
    asked->facts.known |= KS_DATA_HAS_RESULT;
}

static bool find_in_game(struct entry_facts *facts, unsigned which) {
    struct asked_position *const asked = (struct asked_position *)facts;
    find_position_asked(asked);
    if (which & DATA_HAS_PIECES) {
        facts->pieces = any_count_pieces(&asked->position);
        facts->known |= DATA_HAS_PIECES;
    }
    if (which & KS_DATA_HAS_SCORE)
        find_score(asked);
    if (which & KS_DATA_HAS_RESULT)
        find_result(asked);
    return true;
}

/* Returns whether a position is asked for by more than its verdict. moves: the kinds of the move that is
 * played in it. */
static bool is_chosen_position(struct game_check *check, unsigned moves) {
    struct asked_position asked;
    asked.check = check;
    asked.facts.known = KS_DATA_HAS_PLY | KS_DATA_HAS_MOVE;
    asked.facts.ply = (int64_t)check->ply;
    asked.facts.moves = moves;
    asked.facts.find = find_in_game;
    return ks_fits(&check->task->choosing.choice, &asked.facts, &check->worker->tally.choice) == ENTRY_FITS;
}

/* Counts and writes the position after the item given last; or the one that waits, after its move has been
 * noted. */
static void take_position(struct game_check *check, const ks_pgn_item *item, unsigned moves,
                          enum ks_verdict verdict, ks_variant_squares checkers) {
    if (has_enough(&check->worker->run->chooser) || is_left_out(&check->worker->run->chooser))
        return;
    if (check->task->choosing.choice.filters && !is_chosen_position(check, moves))
        pass_position(check->worker);
    else if (check->task->choosing.unique && was_there_before(check))
        count_repeated(check->worker);
    else if (count_position(check->worker, verdict)) {
        if (item)
            note_move(check, item);
        put_game_position(check, verdict, checkers);
    }
}

/* ---- Waiting ---- */

static void note_commands(struct game_check *check) {
    const ks_pgn_commands *const commands = ks_pgn_get_commands(check->file.pgn);
    check->commands =
        given(grown(check->commands, check->command_count, 1, &check->command_room, sizeof *check->commands));
    check->commands[check->command_count++] = *commands;
    ks_add_forms(&check->forms, commands);
}

/* A position that is chosen by the move that is played in it waits for that move. With scores, all positions
 * wait for the end of the game: only then is it known which form its comments have. The reader is then moves
 * further, so positions are kept. */

static void keep_move(struct game_check *check, const ks_pgn_item *item, struct waiting *waiting) {
    waiting->move = game_move_of(&check->file, item);
    waiting->text = check->texts.used;
    waiting->length = item->length;
    add_bytes(&check->texts, item->text, item->length);
    expect_memory(!check->texts.failed);
}

static void let_wait(struct game_check *check, const ks_pgn_item *item, enum ks_verdict verdict,
                     ks_variant_squares checkers) {
    struct waiting *const all =
        given(grown(check->waiting, check->waiting_count, 1, &check->waiting_room, sizeof *check->waiting));
    struct waiting *const waiting = &all[check->waiting_count++];
    check->waiting = all;
    copy_position(&check->file, &waiting->position);
    waiting->place = ks_pgn_get_place(check->file.pgn);
    waiting->verdict = verdict;
    waiting->checkers = checkers;
    waiting->ply = check->ply;
    waiting->moves = 1u << MOVE_NONE;
    if (check->written)
        keep_move(check, item, waiting);
}

/* Makes the move that led to a position that waits the last one. */
static void restore_move(struct game_check *check, const struct waiting *waiting) {
    struct game_move *const last = &check->last;
    last->length = waiting->length;
    memcpy(last->text, check->texts.bytes + waiting->text, waiting->length);
    last->place = waiting->place;
    last->move = waiting->move;
    if (!check->positions)
        return;
    last->before = waiting > check->waiting ? waiting[-1].position : check->start;
    check->now = waiting->position;
    check->history.count = check->history.count > 0 ? (size_t)waiting->ply + 1 : 0;
}

/* Takes a position that waits, as if the reader had just given its move. */
static void take_waiting(struct game_check *check, const struct waiting *waiting) {
    if (check->written)
        restore_move(check, waiting);
    check->ply = waiting->ply;
    check->taken = waiting;
    take_position(check, NULL, waiting->moves, waiting->verdict, waiting->checkers);
    report_held(check, (size_t)(waiting - check->waiting) + 1);
}

/* Takes the positions that wait, as many as are asked for. The last one is where the reader is. */
static void end_waits(struct game_check *check) {
    const struct chooser *const chooser = &check->worker->run->chooser;
    if (check->task->comments)
        end_remarks(&check->remarks);
    for (size_t n = 0; n < check->waiting_count && !is_stopped(&check->worker->base) && !has_enough(chooser);
         n++)
        take_waiting(check, &check->waiting[n]);
    if (has_enough(chooser)) /* the errors after them are as if they had not been read */
        check->held.used = 0;
    if (check->positions && check->waiting_count > 0)
        check->start = check->waiting[check->waiting_count - 1].position;
    check->taken = NULL;
    check->waiting_count = check->texts.used = 0;
}

/* Ends a game of which nothing more is known, with what its scores mean. */
static void end_game_waits(struct game_check *check, unsigned moves) {
    if (check->waiting_count > 0)
        check->waiting[check->waiting_count - 1].moves = moves;
    if (check->scored && !check->forgone) {
        note_commands(check);
        check->form = ks_choose_form(&check->forms, check->task->scores);
    }
    end_waits(check);
}

/* Takes the move of an item as the one that is played in the last position. */
static void end_wait_by_move(struct game_check *check, const ks_pgn_item *item) {
    if (check->waiting_count > 0 && check->task->choosing.choice.needs & KS_DATA_HAS_MOVE) {
        struct waiting *const last = &check->waiting[check->waiting_count - 1];
        last->moves = kinds_of_any_move(&last->position, game_move_of(&check->file, item));
    }
    if (check->scored && !check->forgone)
        note_commands(check);
    check->forgone |= check->waiting_count == WAITING_MAX;
    if (!check->scored || check->forgone)
        end_waits(check);
}

/* After an illegal move, or a word that is none. No move is known after the other errors that end a game. */
static void end_wait_by_error(struct game_check *check, const ks_error *error) {
    const bool by_move = error->code >= KS_ERROR_MOVE_TEXT && error->code <= KS_ERROR_WALL_SQUARE;
    end_game_waits(check, 1u << (by_move ? MOVE_ILLEGAL : MOVE_NONE));
}

/* ---- Late ---- */

/* Returns whether the verdict on a position may wait for the next move, which shows that the position is
 * neither mate nor stalemate: most are then judged by their checkers alone. */
static bool may_be_late(const struct game_check *check) {
    const struct check_task *const task = check->task;
    const bool before_moves =
        task->choosing.only[KS_SAFE] || task->choosing.only[KS_CHECK] || task->choosing.only[KS_DOUBLE_CHECK];
    return !check->strict && !chooses_in_order(&task->choosing) && !task->comments &&
           !task->choosing.choice.filters && format_has_lines(task->format) &&
           (!check->written || (!before_moves && !check->positions));
}

/* Counts the positions of a game up to its last one or to an error. Returns the item of that error, or
 * NULL. */
static const ks_pgn_item *take_moves_late(struct game_check *check) {
    const bool noted = check->written && check->task->choosing.only[KS_STALEMATE];
    uint64_t *const found = check->worker->tally.found;
    const ks_pgn_item *item;
    ks_variant_squares checkers = {{0}};
    bool any = false;
    while ((item = ks_pgn_next_item(check->file.pgn)) && item->kind != KS_PGN_ERROR) {
        const uint64_t before = checkers.half[0];
        if (any)
            found[before == 0 ? KS_SAFE : (before & (before - 1)) == 0 ? KS_CHECK : KS_DOUBLE_CHECK]++;
        any = true;
        checkers.half[0] = item->checkers;
        check->ply++;
        if (noted || (check->written && item->checkers))
            note_move(check, item);
        check->ply += ks_pgn_pass_moves(check->file.pgn, found);
    }
    if (any) {
        const enum ks_verdict verdict = judge_position(&check->file, &checkers);
        take_position(check, NULL, 0, verdict, checkers);
    }
    return item;
}

/* Passes the moves of a game up to its last one or to an error. Returns the item of that error, or NULL. */
static const ks_pgn_item *pass_moves(struct game_check *check) {
    uint64_t ignored[KS_VERDICTS] = {0};
    const ks_pgn_item *item;
    while ((item = ks_pgn_next_item(check->file.pgn)) && item->kind != KS_PGN_ERROR) {
        check->ply += 1 + ks_pgn_pass_moves(check->file.pgn, ignored);
        if (check->written)
            note_move(check, item); /* the last one passed */
    }
    return item;
}

/* ---- Games ---- */

/* Returns the next item that has to be looked at, or NULL. */
static const ks_pgn_item *take_next(struct game_check *check) {
    if (check->last_alone)
        return pass_moves(check);
    return check->late && !ks_pgn_get_variant(check->file.pgn) ? take_moves_late(check)
                                                               : ks_pgn_next_item(check->file.pgn);
}

/* Returns whether positions of the game may follow. */
static bool take_error(struct game_check *check, const ks_pgn_item *item) {
    char message[GAME_ERROR_SIZE];
    ks_pgn_place place;
    const ks_error *const error = ks_pgn_get_error(check->file.pgn);
    if (error->code == KS_ERROR_PGN_SOURCE || interrupted) {
        check->waiting_count = 0;
        return false; /* the game is cut off */
    }
    if (ends_game(error))
        end_wait_by_error(check, error);
    if (has_enough(&check->worker->run->chooser))
        return false;
    place = ks_pgn_get_place(check->file.pgn);
    write_game_error(&check->file, item, message);
    if (ends_game(error) || !hold(check, &place, message)) {
        end_line(check);
        reject(check->worker, place.line, place.column - 1, message);
    }
    return !ends_game(error);
}

static enum ks_verdict take_move(struct game_check *check, const ks_pgn_item *item) {
    ks_variant_squares checkers = {{0}};
    enum ks_verdict verdict = KS_SAFE;
    const bool final = check->task->final;
    check->ply++;
    if (!final || check->strict)
        verdict = judge_position(&check->file, &checkers);
    if (check->strict)
        warn_of_move(check, item, verdict);
    if (check->positions)
        note_position(check, false);
    if (check->waits)
        let_wait(check, item, verdict, checkers);
    else if (!final)
        take_position(check, item, 0, verdict, checkers);
    else if (check->written)
        note_move(check, item);
    return verdict;
}

/* Reads the result in the tag, since the one after the moves comes too late. Reports another word there. */
static void read_result(struct game_check *check) {
    static const struct {
        const char *name;
        int white;
    } results[] = {{"1-0", 1}, {"1/2-1/2", 0}, {"0-1", -1}, {"*", NO_RESULT}};
    const char *const tag = ks_pgn_find_tag(check->file.pgn, "Result");
    char text[GAME_PLACE_SIZE + 80];
    ks_pgn_place place;
    check->white_result = NO_RESULT;
    if (!tag)
        return;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (strcmp(tag, results[i].name) == 0) {
            check->white_result = results[i].white;
            return;
        }
    write_game_place(&check->file, NULL, NULL, 0, text);
    strcat(text, ": expected 1-0, 0-1, 1/2-1/2 or * in the tag Result");
    place = ks_pgn_get_place(check->file.pgn);
    reject(check->worker, place.line, place.column - 1, text);
}

/* Returns whether the game has a position to begin with. */
static bool begin_game(struct game_check *check) {
    check->ply = check->waiting_count = check->texts.used = check->command_count = 0;
    check->forms = ALL_FORMS;
    check->form = KS_PGN_SCORES_NONE;
    check->forgone = false;
    warn_of_tags(check);
    if (check->task->choosing.choice.needs & KS_DATA_HAS_RESULT)
        read_result(check);
    if (check->written)
        note_move(check, NULL);
    const bool playable = has_position(&check->file); /* later it would make all moves */
    if (check->positions && playable)
        note_position(check, true);
    if (check->task->comments)
        start_remarks(&check->remarks);
    return playable;
}

/* Ends the line of the move before. The remarks of a game with scores are kept up to its end. */
static void begin_move(struct game_check *check, const ks_pgn_item *item) {
    end_wait_by_move(check, item);
    end_line(check);
    if (!check->task->comments)
        return;
    if (!check->scored || check->forgone)
        start_remarks(&check->remarks);
    add_move_with_remarks(&check->remarks, item);
}

static void end_moves(struct game_check *check) {
    const bool is_chosen = check->task->scores == KS_PGN_SCORES_NONE && check->forms.any;
    end_game_waits(check, 1u << MOVE_NONE);
    end_line(check);
    expect_memory(!check->remarks.failed);
    if (check->scored && !check->forgone && is_chosen)
        check->worker->tally.forms[check->form == KS_PGN_SCORES_MIXED ? KS_PGN_SCORES_NONE : check->form]++;
}

static void take_game(struct game_check *check) {
    bool whole = true;
    enum ks_verdict verdict = KS_SAFE;
    ks_variant_squares checkers = {{0}};
    const bool playable = begin_game(check);
    for (const ks_pgn_item *item; !is_stopped(&check->worker->base) && (item = take_next(check));) {
        if (item->kind > KS_PGN_NULL_MOVE && item->kind != KS_PGN_ERROR) {
            add_remark(&check->remarks, item);
        } else if (has_enough(&check->worker->run->chooser)) {
            break;
        } else if (item->kind == KS_PGN_ERROR) {
            whole &= take_error(check, item);
        } else {
            begin_move(check, item);
            verdict = take_move(check, item);
        }
    }
    end_moves(check);
    if (!whole || has_enough(&check->worker->run->chooser) || is_stopped(&check->worker->base) || !playable)
        return;
    if (check->task->final || check->strict)
        verdict = judge_position(&check->file, &checkers);
    warn_of_result(check, verdict);
    if (check->task->final)
        take_position(check, NULL, 0, verdict, checkers);
}

static void check_game(struct game_check *check) {
    ks_pgn_place place;
    take_game(check);
    check->worker->base.work->done += check->ply;
    if (!has_enough(&check->worker->run->chooser))
        return;
    place = ks_pgn_get_place(check->file.pgn);
    end_run(check->worker, place.line);
}

static bool is_selected_game(struct game_check *check) {
    struct check_worker *const worker = check->worker;
    const ks_pgn_place place = ks_pgn_get_place(check->file.pgn);
    if (worker->tags.missing_count > 0)
        look_for_tags(&worker->tags, check->file.pgn);
    return is_selected(&check->task->choosing.selection, check->file.pgn, worker->base.block.file,
                       worker->lines_before + place.line, worker->tally.left_out);
}

/* Returns whether the games can be read by the task's options. When they cannot, says why. */
static bool may_be_games(struct check_worker *worker) {
    const struct check_task *const task = worker->run->task;
    const bool column = has_table(&task->column) || task->column.header;
    const char *const why = task->variant ? "--variant: in PGN, each game's tag Variant names its variant"
                            : column      ? "--column: games in PGN are no table"
                            : task->reading.fen_flags & KS_FEN_LENIENT
                                ? "--lenient is for lines, and these are games"
                                : NULL;
    if (why)
        refuse_block(&worker->base, why);
    return !why;
}

static uint64_t lines_before(const ks_pgn_place *place) {
    return place->column > 1 ? place->line : place->line - 1;
}

static unsigned reader_flags(const struct game_check *check) {
    return (check->strict ? KS_PGN_NUMBERS : 0u) | (check->task->comments ? KS_PGN_COMMENTS : 0u) |
           (check->task->null_moves ? KS_PGN_NULL_MOVES : 0u) | (check->scored ? KS_PGN_COMMANDS : 0u) |
           notation_flags(&check->task->reading);
}

/* Checks the games of the block. Returns the number of their lines. */
static uint64_t check_block_of_games(struct game_check *check) {
    struct check_worker *const worker = check->worker;
    struct games_reader reader;
    ks_pgn_place place = {.line = 1, .column = 1};
    if (worker->base.block.kind == BLOCK_GAMES && (check->task->jobs == 1 || needs_order(check->task)))
        take_turn(&worker->base);
    bool again =
        begin_games(&reader, &worker->base, &check->file, worker->run->variants, reader_flags(check));
    while (again) {
        while (!is_stopped(&worker->base) && next_game_of_block(&reader)) {
            if (is_selected_game(check))
                check_game(check);
            if (check->file.number % 256 == 0)
                show_work(&worker->base);
        }
        place = ks_pgn_get_place(check->file.pgn);
        again = end_games(&reader, true);
    }
    return lines_before(&place);
}

uint64_t check_games(struct check_worker *worker) {
    const struct check_task *const task = worker->run->task;
    const bool scored = task->choosing.choice.needs & KS_DATA_HAS_SCORE ||
                        (task->comments && task->format == FORMAT_JSON && !task->count);
    struct game_check check = {.worker = worker,
                               .task = task,
                               .scored = scored,
                               .waits =
                                   task->choosing.choice.needs & KS_DATA_HAS_MOVE || (scored && !task->final),
                               .strict = task->reading.fen_flags & KS_FEN_POSSIBLE,
                               .written = !task->count && format_has_lines(task->format)};
    uint64_t lines = 0;
    check.positions = check.written && (task->format == FORMAT_JSON || task->format == FORMAT_SAN);
    check.late = !task->final && may_be_late(&check);
    check.last_alone = task->final && !check.strict && !check.positions && !task->comments && !scored;
    if (may_be_games(worker))
        lines = check_block_of_games(&check);
    history_free(&check.history);
    free_remarks(&check.remarks);
    free(check.held.bytes);
    free(check.texts.bytes);
    free(check.waiting);
    free(check.commands);
    if (worker->base.block.kind == BLOCK_GAMES)
        close_input(&worker->base.block.input);
    return lines;
}
