/* Answers the commands of UCI, one function each. */
#include "cli/commands/uci/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands/uci/go.h"
#include "cli/drawing/draw.h"
#include "cli/positions/replay.h"
#include "cli/positions/square_names.h"
#include "cli/positions/squares.h"
#include "cli/positions/variants_file.h"

static void start_game(struct uci *uci, const ks_variant *variant) {
    uci->position = any_start(variant);
    history_start(&uci->history, &uci->position);
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
        history_start(&history, &position);
        code = replay_make_moves(rest->text, rest->length, rest->at, &position, &history, &error);
    } else {
        uci_error(uci, "expected 'position startpos' or 'position fen'");
        return true;
    }
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
