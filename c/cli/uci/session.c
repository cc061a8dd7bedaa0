/* Answers the commands of UCI, one function each. */
#include "cli/uci/session.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/shared/positions/divide.h"
#include "cli/shared/positions/draw.h"
#include "cli/shared/positions/replay.h"
#include "cli/shared/positions/square_names.h"
#include "cli/shared/positions/squares.h"
#include "cli/shared/quote.h"
#include "cli/shared/words.h"

/* How many bytes of a word a message shows. A long word is cut. */
static int shown_length(struct word word) {
    return word.length < 60 ? (int)word.length : 60;
}

/* Says what is wrong, which may quote anything. */
__attribute__((format(printf, 2, 3))) static void put_error(struct uci *uci, const char *format, ...) {
    char text[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    put_string(uci->out, "info string error: ");
    put_escaped(uci->out, text, strlen(text));
    put(uci->out, "\n", 1);
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
        put_string(uci->out, ks_variant_get_facts(ks_variants_get(uci->variants, i)).name);
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
    uci->position = any_start(uci->position.variant);
    return true;
}

static void set_chess960(struct uci *uci, struct word value) {
    if (!word_is(value, "true") && !word_is(value, "false"))
        put_error(uci, "UCI_Chess960: expected 'value true' or 'value false'");
    else
        uci->notation = word_is(value, "true") ? KS_CHESS960 : 0;
}

/* Chess is played by its own rules: see any_position.h. */
static void set_variant(struct uci *uci, struct word value) {
    for (size_t i = 0; i < ks_variants_count(uci->variants); i++) {
        const ks_variant *const variant = ks_variants_get(uci->variants, i);
        if (word_is(value, ks_variant_get_facts(variant).name)) {
            uci->position = any_start(word_is(value, "chess") ? NULL : variant);
            return;
        }
    }
    put_error(uci, "UCI_Variant: expected 'value' and one of those that 'uci' lists");
}

static bool answer_setoption(struct uci *uci, struct words *rest) {
    const struct word name_word = next_word(rest), name = next_word(rest), value_word = next_word(rest);
    struct word value = next_word(rest);
    if (!word_is(value_word, "value"))
        value.length = 0;
    if (word_is(name_word, "name") && word_is(name, "UCI_Chess960"))
        set_chess960(uci, value);
    else if (word_is(name_word, "name") && word_is(name, "UCI_Variant"))
        set_variant(uci, value);
    else
        put_error(uci, "the options are UCI_Chess960 and UCI_Variant");
    return true;
}

static bool answer_position(struct uci *uci, struct words *rest) {
    struct any_position position = {.variant = uci->position.variant};
    const struct word kind = next_word(rest);
    ks_error error = {0};
    int code = KS_OK;
    if (word_is(kind, "fen")) {
        code = replay_read_end(uci->position.variant, rest->text + rest->at, rest->length - rest->at, 0,
                               &position, &error);
        error.offset += rest->at;
    } else if (word_is(kind, "startpos")) {
        const struct word moves = next_word(rest);
        position = any_start(uci->position.variant);
        if (moves.length > 0 && !word_is(moves, "moves")) {
            put_error(uci, "expected 'moves', found '%.*s'", shown_length(moves), moves.text);
            return true;
        }
        code = replay_read_moves(rest->text, rest->length, rest->at, NULL, &position, &error);
    } else {
        put_error(uci, "expected 'position startpos' or 'position fen'");
        return true;
    }
    if (code != KS_OK)
        put_error(uci, "column %zu: %s", error.offset + 1, error.message);
    else
        uci->position = position;
    return true;
}

static void perft(struct uci *uci, unsigned depth) {
    static struct divide divide;
    if (!divide_count(&uci->position, depth, uci->notation, &divide)) {
        put_error(uci, "go perft: there are more than %d legal moves", ANY_MOVES_MAX);
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
        if (word.text[i] < '0' || word.text[i] > '9')
            return 0;
        depth = depth * 10 + (unsigned)(word.text[i] - '0');
    }
    return depth <= limit ? depth : 0;
}

static bool answer_go(struct uci *uci, struct words *rest) {
    const struct word perft_word = next_word(rest);
    const unsigned depth = read_depth(next_word(rest), uci->depth_limit);
    if (!word_is(perft_word, "perft"))
        put_error(uci, "this program plays no chess: the one form of go is 'go perft DEPTH'");
    else if (depth == 0)
        put_error(uci, "go perft: expected a depth from 1 to %u", uci->depth_limit);
    else
        perft(uci, depth);
    return true;
}

static bool answer_d(struct uci *uci, struct words *rest) {
    const struct board_marks marks = find_marks(&uci->position);
    char fen[ANY_FEN_SIZE];
    (void)rest;
    any_write_shown_fen(&uci->position, uci->x_fen, fen);
    draw_position(uci->out, &uci->position, &marks, 0);
    put_format(uci->out, "\nFen: %s\nKey: %016" PRIX64 "\nCheckers:", fen, any_key(&uci->position));
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
               {"d", answer_d},
               {"quit", answer_quit}};

void uci_start(struct uci *uci, const ks_variants *variants, unsigned depth_limit, struct output *out) {
    *uci = (struct uci){
        .variants = variants, .position = any_start(NULL), .depth_limit = depth_limit, .out = out};
}

bool uci_answer(struct uci *uci, const char *line, size_t length) {
    struct words words = {line, length, 0};
    const struct word name = next_word(&words);
    if (name.length == 0)
        return true;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (word_is(name, answers[i].name))
            return answers[i].answer(uci, &words);
    put_error(uci, "unknown command '%.*s'", shown_length(name), name.text);
    return true;
}
