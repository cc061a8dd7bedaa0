/* Keeps the position of `kingscan uci`, and counts while it listens. */
#include "cli/commands/uci/session.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/positions/arguments.h"
#include "cli/positions/divide.h"
#include "cli/positions/draw.h"
#include "cli/random/numbers.h"
#include "core/text/characters.h"
#include "game/common/any_position.h"
#include "game/common/replay.h"
#include "game/common/text.h"

/* ==== State ==== */

/* An error is an answer that changes nothing. */

/* How many bytes of a word a message shows. A long word is cut. */
static int shown_length(struct word word) {
    return word.length < 60 ? (int)word.length : 60;
}

/* Prints an error, which may quote anything. */
__attribute__((format(printf, 2, 3))) static void uci_error(struct uci *uci, const char *format, ...) {
    char text[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    put_string(uci->out, "info string error: ");
    put_escaped(uci->out, text, strlen(text));
    put(uci->out, "\n", 1);
}

/* ==== Counting ==== */

/* Kingscan plays no chess, but programs that hold a game want moves: they get a random legal one. */

/* ---- Perft ---- */

/* Reads new lines a hundred times a second. */
static bool must_end(void *context) {
    static double next;
    struct uci *const uci = context;
    const double interval = 0.01, now = seconds_now();
    if (!uci->hear || now < next)
        return false;
    next = now + interval;
    return uci->hear(uci);
}

static void perft(struct uci *uci, unsigned depth) {
    static struct divide divide;
    const struct divide_watch watch = {must_end, uci};
    const enum divide_end end = divide_count(&uci->position, depth, uci->notation, &watch, &divide);
    if (end == DIVIDE_TOO_MANY) {
        uci_error(uci, "go perft: there are more than %d legal moves", ANY_MOVES_MAX);
        return;
    }
    if (end == DIVIDE_STOPPED) {
        put_format(uci->out, "info string perft was stopped after %" PRIu64 " nodes\n", divide.total);
        return;
    }
    for (size_t i = 0; i < divide.count; i++)
        put_format(uci->out, "%s: %" PRIu64 "\n", divide.entries[i].text, divide.entries[i].count);
    put_format(uci->out, "\nNodes searched: %" PRIu64 "\n\n", divide.total);
}

/* Returns 0 when the word is no number from 1 to the limit. */
static unsigned read_depth(struct word word, unsigned limit) {
    unsigned depth = 0;
    for (size_t i = 0; i < word.length && depth <= limit; i++) {
        if (!is_digit(word.text[i]))
            return 0;
        depth = depth * 10 + (unsigned)(word.text[i] - '0');
    }
    return depth <= limit ? depth : 0;
}

static void go_perft(struct uci *uci, struct words *rest) {
    const unsigned depth = read_depth(next_word(rest), uci->depth_limit);
    if (depth == 0)
        uci_error(uci, "go perft: expected a depth from 1 to %u", uci->depth_limit);
    else
        perft(uci, depth);
}

/* ---- Requests for a move ---- */

/* The words after "go". */
struct request {
    bool waits; /* for stop */
    any_move *moves;
    size_t count;
};

static bool is_any_of(struct word word, const char *const *names) {
    while (*names && !word_is(word, *names))
        names++;
    return *names;
}

static bool is_number(struct word word) {
    const size_t sign = word.length > 0 && word.text[0] == '-';
    for (size_t i = sign; i < word.length; i++)
        if (!is_digit(word.text[i]))
            return false;
    return word.length > sign;
}

/* Keeps those moves that the words name, up to one that names none. */
static void keep_moves(const struct uci *uci, struct request *request, struct words *rest) {
    size_t kept = 0;
    for (struct words ahead = *rest;; *rest = ahead) {
        const struct word word = next_word(&ahead);
        any_move move;
        ks_error error;
        if (word.length == 0 ||
            any_explain_move(&uci->position, word.text, word.length, &move, &error) != KS_OK)
            break;
        for (size_t i = kept; i < request->count; i++)
            if (request->moves[i] == move) {
                request->moves[i] = request->moves[kept];
                request->moves[kept++] = move;
                break;
            }
    }
    request->count = kept;
}

/* Returns false, and says why, when the words may not follow "go". */
static bool read_request(struct uci *uci, struct request *request, struct words *rest) {
    static const char *const with_number[] = {"depth", "movetime", "nodes", "mate",      "wtime",
                                              "btime", "winc",     "binc",  "movestogo", NULL};
    static const char *const waiting[] = {"infinite", "ponder", NULL};
    for (struct word word; (word = next_word(rest)).length > 0;) {
        if (is_any_of(word, waiting))
            request->waits = true;
        else if (word_is(word, "searchmoves"))
            keep_moves(uci, request, rest);
        else if (!is_any_of(word, with_number)) {
            uci_error(uci, "go: expected perft, depth, movetime, infinite or the like, found '%.*s'",
                      shown_length(word), word.text);
            return false;
        } else if (!is_number(next_word(rest))) {
            uci_error(uci, "go %.*s: expected a number", shown_length(word), word.text);
            return false;
        }
    }
    return true;
}

/* ---- The move ---- */

static void print_best_move(struct uci *uci) {
    put_format(uci->out, "bestmove %s\n", uci->chosen);
    uci->waiting = false;
}

/* Prints the move that waits, if one does. */
static void uci_stop(struct uci *uci) {
    if (uci->waiting)
        print_best_move(uci);
}

static void choose_move(struct uci *uci, const struct request *request) {
    strcpy(uci->chosen, "(none)");
    if (request->count > 0)
        any_write_uci(&uci->position, request->moves[draw_below(&uci->random, (unsigned)request->count)],
                      uci->notation, uci->chosen);
    put_format(uci->out, "info string Kingscan plays no chess: this is a random one of %zu moves\n",
               request->count);
    uci->waiting = request->waits;
    if (!uci->waiting)
        print_best_move(uci);
}

/* Answers "go". rest: the words after it. perft counts; anything else is answered by a random legal move, at
 * once unless it is infinite or ponders. */
static void uci_go(struct uci *uci, struct words *rest) {
    struct words after_perft = *rest;
    uci_stop(uci);
    if (word_is(next_word(&after_perft), "perft")) {
        go_perft(uci, &after_perft);
        return;
    }
    struct request request = {.waits = false};
    request.moves = given(any_list_moves(&uci->position, &request.count));
    if (read_request(uci, &request, rest))
        choose_move(uci, &request);
    free(request.moves);
}

/* ==== Commands ==== */

/* Answers the commands of UCI, one function each. */

static void start_game(struct uci *uci, const ks_variant *variant) {
    uci->position = any_start(variant);
    expect_memory(history_start(&uci->history, &uci->position));
}

/* Answers a command. rest: the words that follow its name. Returns false when the session is over. */
typedef bool answer(struct uci *uci, struct words *rest);

static bool answer_uci(struct uci *uci, struct words *rest) {
    (void)rest;
    put_format(uci->out, "id name Kingscan %s\nid author the Kingscan authors\n\n", ks_version());
    put_string(uci->out, "option name UCI_Chess960 type check default false\n");
    put_string(uci->out, "option name UCI_Variant type combo default chess");
    for (size_t i = 0; i < ks_variants_count(uci->variants); i++) {
        put_string(uci->out, " var ");
        put_string(uci->out, ks_variants_get_name(uci->variants, i));
    }
    put_string(uci->out, "\nuciok\n");
    return true;
}

static bool answer_isready(struct uci *uci, struct words *rest) {
    (void)rest;
    put_string(uci->out, "readyok\n");
    return true;
}

static bool answer_ucinewgame(struct uci *uci, struct words *rest) {
    (void)rest;
    start_game(uci, uci->position.variant);
    return true;
}

static void set_chess960(struct uci *uci, struct word value) {
    if (!word_is(value, "true") && !word_is(value, "false"))
        uci_error(uci, "UCI_Chess960: expected 'value true' or 'value false'");
    else
        uci->notation = word_is(value, "true") ? KS_UCI_CHESS960 : 0;
}

/* Chess is played by its own rules: see any_position.h. */
static void set_variant(struct uci *uci, struct word value) {
    for (size_t i = 0; i < ks_variants_count(uci->variants); i++)
        if (word_is(value, ks_variants_get_name(uci->variants, i))) {
            start_game(uci, word_is(value, "chess") ? NULL : require_variant_at(uci->variants, i));
            return;
        }
    uci_error(uci, "UCI_Variant: expected 'value' and one of those that 'uci' lists");
}

static bool answer_setoption(struct uci *uci, struct words *rest) {
    const struct word name_word = next_word(rest), name = next_word(rest), value_word = next_word(rest);
    struct word value = next_word(rest);
    if (!word_is(value_word, "value"))
        value.length = 0;
    if (word_is(name_word, "name") && word_is_in_any_case(name, "UCI_Chess960"))
        set_chess960(uci, value);
    else if (word_is(name_word, "name") && word_is_in_any_case(name, "UCI_Variant"))
        set_variant(uci, value);
    else
        uci_error(uci, "the options are UCI_Chess960 and UCI_Variant");
    return true;
}

/* Whether the word after a position is "moves", or there is none. */
static bool expect_moves(struct uci *uci, struct word word) {
    const bool good = word.length == 0 || word_is(word, "moves");
    if (!good)
        uci_error(uci, "expected 'moves', found '%.*s'", shown_length(word), word.text);
    return good;
}

static bool answer_position(struct uci *uci, struct words *rest) {
    struct any_position position = {.variant = uci->position.variant};
    struct history history = {0};
    const struct word kind = next_word(rest);
    ks_error error = {0};
    int code = KS_OK;
    if (word_is(kind, "fen")) {
        const char *const fen = rest->text + rest->at;
        const size_t length = rest->length - rest->at;
        struct words stray = {fen, length, replay_find_stray(fen, length)};
        if (!expect_moves(uci, next_word(&stray)))
            return true;
        code = replay_read_end(uci->position.variant, fen, length, 0, &position, &history, &error);
        error.offset += rest->at;
    } else if (word_is(kind, "startpos")) {
        position = any_start(uci->position.variant);
        if (!expect_moves(uci, next_word(rest)))
            return true;
        expect_memory(history_start(&history, &position));
        code = replay_make_moves(rest->text, rest->length, rest->at, &position, &history, &error);
    } else {
        uci_error(uci, "expected 'position startpos' or 'position fen'");
        return true;
    }
    expect_memory(code != KS_ERROR_MEMORY);
    if (code != KS_OK) {
        history_free(&history);
        uci_error(uci, "column %zu: %s", error.offset + 1, error.message);
        return true;
    }
    history_free(&uci->history);
    uci->position = position;
    uci->history = history;
    return true;
}

static bool answer_go(struct uci *uci, struct words *rest) {
    uci_go(uci, rest);
    return true;
}

/* "ponderhit" too: the move on which go ponders has been made. */
static bool answer_stop(struct uci *uci, struct words *rest) {
    (void)rest;
    uci_stop(uci);
    return true;
}

/* Commands of interfaces that expect no answer. */
static bool answer_nothing(struct uci *uci, struct words *rest) {
    (void)uci, (void)rest;
    return true;
}

static void put_draw(struct uci *uci) {
    const enum ks_verdict verdict = any_judge(&uci->position, NULL);
    const enum ks_draw draw = history_find_draw(&uci->history, &uci->position, verdict);
    if (draw != KS_DRAW_NONE)
        put_format(uci->out, "Draw: %s\n", ks_draw_name(draw));
}

static bool answer_d(struct uci *uci, struct words *rest) {
    const struct board_marks marks = find_marks(&uci->position);
    char fen[ANY_FEN_SIZE];
    (void)rest;
    any_write_shown_fen(&uci->position, uci->x_fen, fen);
    draw_position(uci->out, &uci->position, &marks, 0);
    put_format(uci->out, "\nFen: %s\nKey: %016" PRIX64 "\n", fen, any_key(&uci->position));
    put_draw(uci);
    put_string(uci->out, "Checkers:");
    put_string(uci->out, squares_empty(marks.brackets) ? "" : " ");
    put_square_names(uci->out, uci->position.variant, marks.brackets, " ");
    put(uci->out, "\n", 1);
    return true;
}

static bool answer_quit(struct uci *uci, struct words *rest) {
    (void)uci, (void)rest;
    return false;
}

static const struct {
    const char *name;
    answer *answer;
} answers[] = {{"uci", answer_uci},
               {"isready", answer_isready},
               {"ucinewgame", answer_ucinewgame},
               {"setoption", answer_setoption},
               {"position", answer_position},
               {"go", answer_go},
               {"stop", answer_stop},
               {"ponderhit", answer_stop},
               {"debug", answer_nothing},
               {"d", answer_d},
               {"quit", answer_quit}};

void uci_start(struct uci *uci, const ks_variants *variants, unsigned depth_limit, struct output *out) {
    *uci = (struct uci){.variants = variants, .depth_limit = depth_limit, .out = out};
    start_game(uci, NULL);
}

bool uci_answer(struct uci *uci, const char *line, size_t length) {
    struct words words = {line, length, 0};
    const struct word name = next_word(&words);
    if (name.length == 0)
        return true;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (word_is(name, answers[i].name))
            return answers[i].answer(uci, &words);
    uci_error(uci, "unknown command '%.*s'", shown_length(name), name.text);
    return true;
}
