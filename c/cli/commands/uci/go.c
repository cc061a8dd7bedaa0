/* Kingscan plays no chess, but programs that hold a game want moves: they get a random legal one. */
#include "cli/commands/uci/go.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/waiting.h"
#include "cli/positions/divide.h"
#include "cli/random/numbers.h"
#include "core/text/characters.h"

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
    const enum divide_end end = divide_count_watched(&uci->position, depth, uci->notation, &watch, &divide);
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

void uci_stop(struct uci *uci) {
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

void uci_go(struct uci *uci, struct words *rest) {
    struct words behind_perft = *rest;
    uci_stop(uci);
    if (word_is(next_word(&behind_perft), "perft")) {
        go_perft(uci, &behind_perft);
        return;
    }
    struct request request = {.waits = false};
    request.moves = any_list_moves(&uci->position, &request.count);
    if (read_request(uci, &request, rest))
        choose_move(uci, &request);
    free(request.moves);
}
