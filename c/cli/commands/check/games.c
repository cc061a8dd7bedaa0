/* Judges the positions of games in PGN. The positions of a game wait for its end, since what follows them may
 * say whether they are chosen and how their lines end. Those of which nothing but the verdict is asked are
 * counted where the reader has them. */
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

/* A position, and the move that led to it. */
struct waiting {
    struct any_position position;
    enum ks_verdict verdict;
    ks_variant_squares checkers;
    ks_pgn_place place; /* of the move */
    uint64_t ply;
    unsigned moves;           /* the kinds of the move that is played next */
    ks_pgn_commands commands; /* after the move, once the next one is known; when scores are wanted */
    any_move move;            /* KS_NO_MOVE before the first one */
    size_t text, length;      /* of the move as it stands in the game, in `texts`; with FORMAT_TSV */
};

/* So many positions wait, and more when the scores of the game are asked for. Longer games have no scores. */
enum { WAITING_USUALLY = 1 << 9, WAITING_MAX = 1 << 16 };

struct game_check {
    struct check_worker *worker;
    const struct check_task *task;
    struct games_reader reader;
    char *name; /* of the file, as lines show it */
    size_t name_length;
    uint64_t ply;
    ks_uci_flags uci;       /* how the game's moves are written, with `positions` */
    struct history history; /* with FORMAT_JSON */
    struct remarks remarks; /* about the moves, with --comments */
    struct buffer held;     /* errors and warnings, each a struct held_error and its message */
    bool strict, written;   /* warnings are wanted; lines are */
    bool positions;         /* lines have SAN, which depends on the position before */
    bool placed;            /* the places of moves are asked for */
    bool plain;             /* nothing but the verdict says whether a position is written */
    bool late;              /* a position is judged when it is known whether a move follows */
    bool last_alone;        /* nothing is asked about a game's other positions */
    bool passes;            /* in this game, moves are passed up to the last one */
    bool replaces;          /* likewise, a position that waits takes the place of the one before */
    struct waiting *waiting;
    size_t waiting_count, waiting_room;
    struct buffer texts;       /* of their moves */
    struct any_position start; /* before the first of them, with `positions` */
    uint64_t end_line;         /* of the last one taken */

    /* The scores of the game, whose form is known at its end. */
    bool scored;             /* they are wanted */
    bool forgone;            /* the game is too long for them */
    enum ks_pgn_scores form; /* once the game has ended */
    struct forms forms;      /* so far */
    int white_result;        /* of the game, when choices need it: 1, 0, -1; NO_RESULT */
};

/* An error or a warning that is reported when the positions before it have been written. */
struct held_error {
    ks_pgn_place place;
    size_t length;  /* of the message, with its zero */
    size_t waiting; /* positions that waited when it was found */
    bool warns;
};

enum { NO_RESULT = 2 };

enum { HELD_MAX = 1 << 16 }; /* bytes; what finds no room is reported at once */

/* ---- Errors ---- */

static void report(struct game_check *check, bool warns, const ks_pgn_place *place, const char *message) {
    struct worker *const base = &check->worker->base;
    struct check_run *const run = check->worker->run;
    if (!may_complain(base))
        return;
    report_rejection(warns ? &run->warnings : &run->work.rejections, base->block.file,
                     line_in_file(&check->reader, place), place->column - 1, message);
    if (!warns)
        note_rejected(base, place->line);
}

/* Reports what was found before more than so many positions waited. */
static void report_held(struct game_check *check, size_t waiting) {
    struct held_error error;
    size_t at = 0;
    for (; at < check->held.used; at += sizeof error + error.length) {
        memcpy(&error, check->held.bytes + at, sizeof error);
        if (error.waiting > waiting)
            break;
        report(check, error.warns, &error.place, check->held.bytes + at + sizeof error);
    }
    check->held.used -= at;
    memmove(check->held.bytes, check->held.bytes + at, check->held.used);
}

static void end_waits(struct game_check *check);

/* Holds what is to be said at the reader's place while positions wait that are written before. */
static void tell(struct game_check *check, bool warns, const char *message) {
    const ks_pgn_place place = ks_pgn_get_place(check->reader.pgn);
    const struct held_error error = {place, strlen(message) + 1, check->waiting_count, warns};
    const bool waits = check->waiting_count > 0 && !check->task->final,
               full = check->held.used + sizeof error + error.length > HELD_MAX;
    if (waits && !full) {
        add_bytes(&check->held, (const char *)&error, sizeof error);
        add_bytes(&check->held, message, error.length);
        expect_memory(!check->held.failed);
        return;
    }
    if (waits && !check->scored && !(check->task->choosing.choice.needs & KS_DATA_HAS_MOVE))
        end_waits(check);
    report(check, warns, &place, message);
}

/* ---- Warnings ---- */

/* They tell of slips in games of chess with legal moves: a wrong check mark, a wrong move number, a result
 * that the last position contradicts. Tags are looked at in games of variants too. */

enum { SLIP_SIZE = GAME_PLACE_SIZE + 160 };

/* Writes a warning about the move given last: its place, and what is wrong. */
static void warn_of_slip(struct game_check *check, const ks_pgn_item *item, const char *what) {
    const ks_position *const after = ks_pgn_get_position(check->reader.pgn);
    const bool by_black = after->side_to_move == KS_WHITE;
    char text[SLIP_SIZE];
    snprintf(text, sizeof text, "game %" PRIu64 ", %u%s %.*s: expected %s", check->reader.text.games,
             after->fullmove_number - (unsigned)by_black, by_black ? "..." : ".", (int)item->length,
             item->text, what);
    tell(check, true, text);
}

/* Looks at the check mark that ends a move, before signs such as !?. */
static void warn_of_mark(struct game_check *check, const ks_pgn_item *item, enum ks_verdict verdict) {
    const bool mate = verdict == KS_CHECKMATE,
               checks = mate || verdict == KS_CHECK || verdict == KS_DOUBLE_CHECK;
    const char *const expected = mate ? "'#'" : "'+'";
    char what[SLIP_SIZE];
    size_t end = item->length;
    while (end > 0 && strchr("!?", item->text[end - 1]))
        end--;
    size_t begin = end;
    while (begin > 0 && strchr("+#", item->text[begin - 1]))
        begin--;
    const char *const mark = item->text + begin;
    const int length = (int)(end - begin);
    const bool is_double = length == 2 && memcmp(mark, "++", 2) == 0;
    if (checks ? (length == 1 && *mark == expected[1]) || (is_double && verdict != KS_CHECK) : length == 0)
        return;
    snprintf(what, sizeof what, "%s%s, found %s%.*s%s", checks ? "the check mark " : "no check mark",
             checks ? expected : "", length ? "'" : "none", length, mark, length ? "'" : "");
    warn_of_slip(check, item, what);
}

static void warn_of_number(struct game_check *check, const ks_pgn_item *item) {
    const ks_position *const after = ks_pgn_get_position(check->reader.pgn);
    const unsigned number = after->fullmove_number - (unsigned)(after->side_to_move == KS_WHITE);
    char what[80];
    if (item->number == 0 || item->number == number)
        return;
    snprintf(what, sizeof what, "the move number %u, found %" PRIu32, number, item->number);
    warn_of_slip(check, item, what);
}

static void warn_of_result(struct game_check *check, enum ks_verdict verdict) {
    const bool over = verdict == KS_CHECKMATE || verdict == KS_STALEMATE;
    char text[SLIP_SIZE];
    if (!check->strict || ks_pgn_get_variant(check->reader.pgn) || !over)
        return;
    const enum ks_outcome found = ks_pgn_get_result(check->reader.pgn);
    const bool white = ks_pgn_get_position(check->reader.pgn)->side_to_move == KS_WHITE;
    const enum ks_outcome expected = verdict == KS_STALEMATE ? KS_DRAWN
                                     : white                 ? KS_BLACK_WINS
                                                             : KS_WHITE_WINS;
    if (found == expected || found == KS_UNDECIDED)
        return;
    snprintf(text, sizeof text, "game %" PRIu64 ": expected the result %s after %s, found %s",
             check->reader.text.games, game_result_name(expected), ks_verdict_name(verdict),
             game_result_name(found));
    tell(check, true, text);
}

static void warn_of_tags(struct game_check *check) {
    char text[SLIP_SIZE];
    ks_pgn_place place;
    if (!check->strict || !ks_pgn_find_quote(check->reader.pgn, &place))
        return;
    snprintf(text, sizeof text,
             "game %" PRIu64 ": expected a backslash before the quote in the value of a tag",
             check->reader.text.games);
    report(check, true, &place, text);
}

/* ---- Lines ---- */

/* Returns the score of a position, if it has one, as the side to move sees it. */
static bool has_score(const struct game_check *check, const struct waiting *waiting, int32_t *score) {
    const bool last = waiting + 1 == check->waiting + check->waiting_count;
    return ks_find_score(check->form, any_side_to_move(&waiting->position), &waiting->commands,
                         last ? NULL : &waiting[1].commands, score);
}

/* Returns the index of the remarks about a move. The remarks end with those about the last move that was
 * read. */
static size_t remark_of(const struct game_check *check, const struct waiting *waiting) {
    return check->remarks.count - (size_t)(check->waiting + check->waiting_count - waiting);
}

static void put_fields(const struct game_check *check, const struct waiting *waiting) {
    struct output *const out = &check->worker->base.out;
    put(out, "\t", 1);
    put(out, check->name, check->name_length);
    put_format(out, ":%" PRIu64 ":%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t",
               line_in_file(&check->reader, &waiting->place), waiting->place.column, check->reader.text.games,
               waiting->ply);
    put_escaped(out, check->texts.bytes + waiting->text, waiting->length);
    put_tag_fields(out, check->reader.pgn, check->task->tags);
    if (check->task->comments)
        put_remark_fields(out, &check->remarks, remark_of(check, waiting));
    put(out, "\n", 1);
}

static void put_members(const struct game_check *check, const struct waiting *waiting,
                        const struct any_position *before, struct json *json) {
    char san[ANY_SAN_SIZE], uci[ANY_MOVE_SIZE];
    int32_t score;
    json_string(json, "file", check->worker->base.block.file);
    json_unsigned(json, "number", line_in_file(&check->reader, &waiting->place));
    json_unsigned(json, "column", waiting->place.column);
    json_unsigned(json, "game", check->reader.text.games);
    json_unsigned(json, "ply", waiting->ply);
    if (waiting->ply > 0) {
        write_game_san(before, waiting->move, san);
        write_game_uci(before, waiting->move, check->uci, uci);
        json_string(json, "last", uci);
        json_string(json, "last_san", san);
    }
    put_tag_members(json, check->reader.pgn, check->task->tags);
    if (check->task->comments)
        put_remark_members(json, &check->remarks, remark_of(check, waiting));
    if (check->scored && check->task->comments && has_score(check, waiting, &score))
        json_signed(json, "score", score);
    json_close_object(json);
    json_end_line(json);
}

/* With FORMAT_SAN, "-" stands for the move before the first position. */
static void put_waiting(struct game_check *check, const struct waiting *waiting) {
    struct output *const out = &check->worker->base.out;
    const struct any_position *const before =
        waiting > check->waiting ? &waiting[-1].position : &check->start;
    const enum check_format format = check->task->format;
    check->history.count = (size_t)waiting->ply + 1; /* with FORMAT_JSON */
    const enum ks_draw draw = format == FORMAT_JSON
                                  ? history_find_draw(&check->history, &waiting->position, waiting->verdict)
                                  : KS_DRAW_NONE;
    struct checked checked = {.verdict = waiting->verdict, .checkers = waiting->checkers};
    if (format == FORMAT_SAN) {
        char san[ANY_SAN_SIZE] = "-";
        put_line_of_text(out, san, waiting->ply > 0 ? write_game_san(before, waiting->move, san) : 1);
    } else {
        struct json json = put_position(out, check->task, &waiting->position, waiting->move, draw, &checked);
        if (format == FORMAT_TSV)
            put_fields(check, waiting);
        else if (format == FORMAT_JSON)
            put_members(check, waiting, before, &json);
    }
    flush_full(&check->worker->base);
}

/* ---- Choice ---- */

/* A position of a game that is asked about. */
struct asked_position {
    struct entry_facts facts;
    const struct game_check *check;
    const struct waiting *waiting;
};

static bool find_in_game(struct entry_facts *facts, unsigned which) {
    const struct asked_position *const asked = (struct asked_position *)facts;
    const int white = asked->check->white_result;
    int32_t score;
    find_facts_of_position(facts, &asked->waiting->position, which);
    if (which & KS_DATA_HAS_SCORE && has_score(asked->check, asked->waiting, &score)) {
        facts->score = score;
        facts->known |= KS_DATA_HAS_SCORE;
    }
    if (which & KS_DATA_HAS_RESULT && white != NO_RESULT) {
        facts->result = facts->side == KS_WHITE ? white : -white;
        facts->known |= KS_DATA_HAS_RESULT;
    }
    return true;
}

/* Returns whether a position is asked for by more than its verdict. */
static bool is_chosen_position(const struct game_check *check, const struct waiting *waiting) {
    struct asked_position asked = {.facts = {.known = KS_DATA_HAS_PLY | KS_DATA_HAS_MOVE,
                                             .ply = (int64_t)waiting->ply,
                                             .moves = waiting->moves,
                                             .find = find_in_game},
                                   .check = check,
                                   .waiting = waiting};
    return ks_fits(&check->task->choosing.choice, &asked.facts, &check->worker->base.chosen.entries) ==
           ENTRY_FITS;
}

static void take_position(struct game_check *check, const struct waiting *waiting) {
    struct worker *const base = &check->worker->base;
    struct chooser *const chooser = &base->work->chooser;
    const struct choosing *const choosing = chooser->choosing;
    if (is_left_out(chooser))
        return;
    const enum entry_choice choice =
        choosing->choice.filters && !is_chosen_position(check, waiting) ? ENTRY_PASSED
        : choosing->unique && is_repeated(base, make_position_key(&waiting->position), "positions",
                                          line_in_file(&check->reader, &waiting->place))
            ? ENTRY_REPEATED
        : choose_verdict(chooser, waiting->verdict) ? ENTRY_CHOSEN
                                                    : ENTRY_OTHERWISE_JUDGED;
    if (note_choice(check->worker, choice, waiting->verdict))
        put_waiting(check, waiting);
    check->end_line = waiting->place.line;
}

/* ---- Waiting ---- */

/* Returns where the position that waits next is kept. */
static struct waiting *next_waiting(struct game_check *check) {
    if (check->replaces) {
        if (check->positions && check->waiting_count > 0)
            check->start = check->waiting->position;
        check->waiting_count = check->texts.used = 0;
    }
    check->waiting =
        given(grown(check->waiting, check->waiting_count, 1, &check->waiting_room, sizeof *check->waiting));
    return &check->waiting[check->waiting_count];
}

/* Keeps what a line says about the move that was given last. item is NULL when the game begins. */
static void note_move(struct game_check *check, const ks_pgn_item *item) {
    struct waiting *const waiting = next_waiting(check);
    waiting->move = item ? game_move_of(check->reader.pgn, item) : KS_NO_MOVE;
    if (check->placed)
        waiting->place = ks_pgn_get_place(check->reader.pgn);
    if (check->task->format != FORMAT_TSV || !check->written)
        return;
    waiting->text = check->texts.used;
    waiting->length = item ? item->length : 1;
    add_bytes(&check->texts, item ? item->text : "-", waiting->length);
    expect_memory(!check->texts.failed);
}

/* Lets the position after the move that was noted wait. */
static void let_wait(struct game_check *check, enum ks_verdict verdict, ks_variant_squares checkers) {
    struct waiting *const waiting = &check->waiting[check->waiting_count++];
    copy_position(check->reader.pgn, &waiting->position);
    waiting->ply = check->ply;
    waiting->verdict = verdict;
    waiting->checkers = checkers;
    waiting->moves = 1u << MOVE_NONE;
    if (check->written && check->task->format == FORMAT_JSON)
        expect_memory(history_add(&check->history, &waiting->position));
}

/* Takes the positions that wait, as many as are asked for. */
static void end_waits(struct game_check *check) {
    struct worker *const worker = &check->worker->base;
    if (check->task->comments)
        end_remarks(&check->remarks);
    for (size_t n = 0; n < check->waiting_count && wants_more(worker); n++) {
        take_position(check, &check->waiting[n]);
        if (check->held.used > 0)
            report_held(check, n + 1);
    }
    if (has_enough(&worker->work->chooser)) /* the errors after them are as if they had not been read */
        check->held.used = 0;
    if (check->positions && check->waiting_count > 0)
        check->start = check->waiting[check->waiting_count - 1].position;
    check->waiting_count = check->texts.used = 0;
}

/* Before the first move, no position waits, unless it may be the last one. */
static void note_commands(struct game_check *check) {
    const ks_pgn_commands *const commands = ks_pgn_get_commands(check->reader.pgn);
    const bool waits = check->waiting_count > 0;
    if (waits || check->task->final)
        check->waiting[waits ? check->waiting_count - 1 : 0].commands = *commands;
    ks_add_forms(&check->forms, commands);
}

/* Ends a game of which nothing more is known, with what its scores mean. moves are the kinds of the move that
 * would be next. */
static void end_game_waits(struct game_check *check, unsigned moves) {
    if (check->waiting_count > 0)
        check->waiting[check->waiting_count - 1].moves = moves;
    if (check->scored && !check->forgone) {
        note_commands(check);
        check->form = ks_choose_form(&check->forms, check->task->scores);
    }
    if (!check->task->final)
        end_waits(check);
}

/* Takes the move of an item as the one that is played in the last position. Returns whether the positions
 * before it have been taken. */
static bool end_wait_by_move(struct game_check *check, const ks_pgn_item *item) {
    if (check->waiting_count > 0 && check->task->choosing.choice.needs & KS_DATA_HAS_MOVE) {
        struct waiting *const last = &check->waiting[check->waiting_count - 1];
        last->moves = kinds_of_any_move(&last->position, game_move_of(check->reader.pgn, item));
    }
    if (check->scored && !check->forgone)
        note_commands(check);
    check->forgone |= check->scored && check->waiting_count == WAITING_MAX;
    if (check->task->final ||
        !(check->forgone || (!check->scored && check->waiting_count >= WAITING_USUALLY)))
        return false;
    end_waits(check);
    return true;
}

/* Ends a game that is cut off. A position of which it is asked what follows is not taken. */
static void cut_waits(struct game_check *check) {
    const bool by_move = check->task->choosing.choice.needs & KS_DATA_HAS_MOVE;
    if (check->scored || check->task->final)
        check->waiting_count = 0;
    check->waiting_count -= by_move && check->waiting_count > 0;
    end_waits(check);
}

/* Whether a position is counted and not looked at again. */
static bool only_counts(const struct game_check *check, enum ks_verdict verdict) {
    return check->plain && !(check->written && check->task->choosing.only[verdict]);
}

/* Takes the position where the reader is, alone. Its move has been noted, if it may be written. */
static void take_last(struct game_check *check, enum ks_verdict verdict, ks_variant_squares checkers) {
    if (only_counts(check, verdict)) {
        note_choice(check->worker, ENTRY_OTHERWISE_JUDGED, verdict);
        return;
    }
    check->waiting_count = 0;
    let_wait(check, verdict, checkers);
    end_waits(check);
}

/* ---- Late ---- */

/* Returns whether the verdict on a position may wait for the next move, which shows that the position is
 * neither mate nor stalemate: most are then judged by their checkers alone. */
static bool may_be_late(const struct game_check *check) {
    const struct check_task *const task = check->task;
    const bool before_moves =
        task->choosing.only[KS_SAFE] || task->choosing.only[KS_CHECK] || task->choosing.only[KS_DOUBLE_CHECK];
    return check->plain && !check->strict && !(check->written && before_moves);
}

/* Goes on to the last move of a game or to an error, and takes the position there, unless that is done at the
 * game's end. Counts the positions on the way, if they are asked about. Returns the item of the error, or
 * NULL. */
static const ks_pgn_item *pass_moves(struct game_check *check) {
    uint64_t ignored[KS_VERDICTS] = {0}, *const found =
                                             check->last_alone ? ignored : check->worker->tally.found;
    const bool noted = check->last_alone ? check->placed || check->written
                                         : check->written && check->task->choosing.only[KS_STALEMATE];
    const ks_pgn_item *item;
    ks_variant_squares checkers = {{0}};
    bool any = false;
    while ((item = ks_pgn_next_item(check->reader.pgn)) && item->kind != KS_PGN_ERROR) {
        const uint64_t before = checkers.half[0];
        if (any)
            found[before == 0 ? KS_SAFE : (before & (before - 1)) == 0 ? KS_CHECK : KS_DOUBLE_CHECK]++;
        any = true;
        checkers.half[0] = item->checkers;
        check->ply++;
        if (noted || (check->written && item->checkers))
            note_move(check, item);
        check->ply += ks_pgn_pass_moves(check->reader.pgn, found);
    }
    if (any && !check->last_alone)
        take_last(check, judge_position(check->reader.pgn, &checkers), checkers);
    return item;
}

/* ---- Games ---- */

/* Returns whether positions of the game may follow. */
static bool take_error(struct game_check *check, const ks_pgn_item *item) {
    char message[GAME_ERROR_SIZE];
    const ks_error *const error = ks_pgn_get_error(check->reader.pgn);
    if (error->code == KS_ERROR_PGN_SOURCE || interrupted) {
        cut_waits(check);
        return false;
    }
    if (ends_game(error)) /* by an illegal move, or a word that is none; or no move is known */
        end_game_waits(check, 1u << (error->code >= KS_ERROR_MOVE_TEXT && error->code <= KS_ERROR_WALL_SQUARE
                                         ? MOVE_ILLEGAL
                                         : MOVE_NONE));
    if (has_enough(&check->worker->base.work->chooser))
        return false;
    write_game_error(check->reader.pgn, check->reader.text.games, item, message);
    tell(check, false, message);
    return !ends_game(error);
}

static enum ks_verdict take_move(struct game_check *check, const ks_pgn_item *item) {
    ks_variant_squares checkers = {{0}};
    enum ks_verdict verdict = KS_SAFE;
    const bool final = check->task->final;
    check->ply++;
    if (!final || check->strict)
        verdict = judge_position(check->reader.pgn, &checkers);
    if (check->strict && !ks_pgn_get_variant(check->reader.pgn)) {
        warn_of_number(check, item);
        warn_of_mark(check, item, verdict);
    }
    if (!final && only_counts(check, verdict)) {
        note_choice(check->worker, ENTRY_OTHERWISE_JUDGED, verdict);
    } else {
        note_move(check, item);
        let_wait(check, verdict, checkers);
        if (check->plain && !final)
            end_waits(check);
    }
    return verdict;
}

/* Reads the result in the tag, since the one after the moves comes too late. Reports another word there. */
static void read_result(struct game_check *check) {
    const char *const tag = ks_pgn_find_tag(check->reader.pgn, "Result");
    char text[SLIP_SIZE];
    check->white_result = NO_RESULT;
    if (!tag)
        return;
    for (enum ks_outcome result = KS_UNDECIDED; result <= KS_DRAWN; result++)
        if (strcmp(tag, game_result_name(result)) == 0) {
            check->white_result =
                result == KS_UNDECIDED ? NO_RESULT : (result == KS_WHITE_WINS) - (result == KS_BLACK_WINS);
            return;
        }
    snprintf(text, sizeof text, "game %" PRIu64 ": expected 1-0, 0-1, 1/2-1/2 or * in the tag Result",
             check->reader.text.games);
    tell(check, false, text);
}

static void start_positions(struct game_check *check) {
    copy_position(check->reader.pgn, &check->start);
    check->uci = check->task->reading.uci | any_game_notation(check->reader.pgn, &check->start);
    if (check->task->format == FORMAT_JSON)
        expect_memory(history_start(&check->history, &check->start));
}

/* Returns whether the game has a position to begin with. */
static bool begin_game(struct game_check *check) {
    check->ply = check->waiting_count = check->texts.used = 0;
    check->forms = ALL_FORMS;
    check->form = KS_PGN_SCORES_NONE;
    check->forgone = false;
    check->passes = check->last_alone || (check->late && !ks_pgn_get_variant(check->reader.pgn));
    check->replaces = check->task->final || check->passes;
    warn_of_tags(check);
    if (check->task->choosing.choice.needs & KS_DATA_HAS_RESULT)
        read_result(check);
    if (check->task->final)
        note_move(check, NULL);
    const bool playable = has_position(check->reader.pgn); /* later it would make all moves */
    if (check->positions && playable)
        start_positions(check);
    if (check->task->comments)
        start_remarks(&check->remarks);
    return playable;
}

static void end_moves(struct game_check *check) {
    const bool is_chosen = check->task->scores == KS_PGN_SCORES_NONE && check->forms.any;
    end_game_waits(check, 1u << MOVE_NONE);
    expect_memory(!check->remarks.failed);
    if (check->scored && !check->forgone && is_chosen)
        check->worker->tally.forms[check->form == KS_PGN_SCORES_MIXED ? KS_PGN_SCORES_NONE : check->form]++;
}

static void take_game(struct game_check *check) {
    bool whole = true;
    enum ks_verdict verdict = KS_SAFE;
    ks_variant_squares checkers = {{0}};
    const bool playable = begin_game(check);
    for (const ks_pgn_item *item;
         !is_stopped(&check->worker->base) &&
         (item = check->passes ? pass_moves(check) : ks_pgn_next_item(check->reader.pgn));) {
        if (item->kind > KS_PGN_NULL_MOVE && item->kind != KS_PGN_ERROR) {
            add_remark(&check->remarks, item);
        } else if (has_enough(&check->worker->base.work->chooser)) {
            break;
        } else if (item->kind == KS_PGN_ERROR) {
            whole &= take_error(check, item);
        } else {
            if (end_wait_by_move(check, item) && check->task->comments)
                start_remarks(&check->remarks);
            if (check->task->comments)
                add_move_with_remarks(&check->remarks, item);
            verdict = take_move(check, item);
        }
    }
    end_moves(check);
    if (!whole || !wants_more(&check->worker->base) || !playable)
        return;
    if (check->task->final || check->strict)
        verdict = judge_position(check->reader.pgn, &checkers);
    warn_of_result(check, verdict);
    if (check->task->final)
        take_last(check, verdict, checkers);
}

static void check_game(struct game_check *check) {
    take_game(check);
    check->worker->base.work->done += check->ply;
    if (has_enough(&check->worker->base.work->chooser))
        end_run(check->worker, check->end_line);
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
    struct games_reader *const reader = &check->reader;
    ks_pgn_place place = {.line = 1, .column = 1};
    if (worker->base.block.kind == BLOCK_GAMES && (check->task->jobs == 1 || needs_order(check->task)))
        take_turn(&worker->base);
    bool again = begin_games(reader, &worker->base);
    while (again) {
        while (!is_stopped(&worker->base) && next_game(reader)) {
            place = ks_pgn_get_place(check->reader.pgn);
            note_tags(&worker->base, check->reader.pgn);
            if (is_selected_game(&worker->base, check->reader.pgn, line_in_file(reader, &place)))
                check_game(check);
            if (check->reader.text.games % 256 == 0)
                show_work(&worker->base);
        }
        place = ks_pgn_get_place(check->reader.pgn);
        again = end_games(reader, true);
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
                               .strict = task->reading.fen_flags & KS_FEN_POSSIBLE,
                               .written = writes_lines(task)};
    const bool in_order = chooses_in_order(&task->choosing);
    const char *const file = worker->base.block.file;
    check.name = given(malloc(ESCAPED_SIZE(strlen(file))));
    check.name_length = escape_text(file, strlen(file), check.name, ESCAPED_SIZE(strlen(file)));
    check.positions = check.written && (task->format == FORMAT_JSON || task->format == FORMAT_SAN);
    check.placed = in_order || (check.written && (task->format == FORMAT_TSV || task->format == FORMAT_JSON));
    check.plain = format_has_lines(task->format) && !in_order && !task->choosing.choice.filters &&
                  !check.positions && !task->comments;
    check.late = !task->final && may_be_late(&check);
    check.last_alone = task->final && !check.strict && !check.positions && !task->comments && !scored;
    check.reader = (struct games_reader){.variants = worker->run->variants, .flags = reader_flags(&check)};
    const uint64_t lines = check_block_of_games(&check);
    history_free(&check.history);
    free_remarks(&check.remarks);
    free(check.name);
    free(check.held.bytes);
    free(check.texts.bytes);
    free(check.waiting);
    return lines;
}
