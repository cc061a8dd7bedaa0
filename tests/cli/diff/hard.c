/* Tests the positions of c/cli/commands/diff/hard.epd: each line shows the rule that it names, and its
 * counts are Kingscan's. The script tests/peers/against_stockfish.py compares the counts with other
 * engines. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/common/replay.h"
#include "hard/composed.h"
#include "hard/events.h"
#include "kingscan.h"
#include "support/rows.h"
#include "support/sanitized.h"

#define HARD "c/cli/commands/diff/hard.epd"

/* The fields of a line after its position. */
struct hard_line {
    char text[512];
    ks_position position;
    char sentence[128], move[8], code[40];
    uint64_t counts[5]; /* [depth] */
};

static void read_line(struct hard_line *line) {
    static struct replay replay;
    ks_error error;
    const char *operations = strstr(line->text, " c0 ");
    cr_assert_eq(replay_read(NULL, line->text, strlen(line->text), KS_FEN_RIGHTS, &replay, &error), KS_OK,
                 "%s: %s", line->text, error.message);
    line->position = replay_end(&replay).chess;
    const int read = operations ? sscanf(operations,
                                         " c0 \"%127[^\"]\"; c1 \"%7s %39[^\"]\"; D1 %" SCNu64 "; D2 %" SCNu64
                                         "; D3 %" SCNu64 "; D4 %" SCNu64 ";",
                                         line->sentence, line->move, line->code, &line->counts[1],
                                         &line->counts[2], &line->counts[3], &line->counts[4])
                                : 0;
    cr_assert_eq(read, 7, "%s", line->text);
}

/* Visits every line; returns their number. */
static size_t each_line(void (*visit)(const struct hard_line *line)) {
    static struct hard_line line;
    FILE *file = open_rows(HARD);
    size_t count = 0;
    while (next_row(file, line.text, sizeof line.text)) {
        read_line(&line);
        visit(&line);
        count++;
    }
    fclose(file);
    return count;
}

/* ---- The rules ---- */

static unsigned shown[EVENTS];

static const struct event *find_event(const char *sentence) {
    for (const struct event *event = events; event < events + EVENTS; event++)
        if (strcmp(event->sentence, sentence) == 0)
            return event;
    return NULL;
}

static unsigned composed_shown[COMPOSED_POSITIONS];

static unsigned find_composed(const char *sentence) {
    for (unsigned number = 0; number < COMPOSED_POSITIONS; number++)
        if (strcmp(composed_position(number, 0).sentence, sentence) == 0)
            return number;
    cr_assert_fail("no rule is called \"%s\"", sentence);
    return 0;
}

static int explain(const ks_position *position, const char *text) {
    ks_move move;
    return ks_read_move(position, text, strlen(text), &move, NULL);
}

/* Only the lost rights forbid this castling. */
static void expect_legal_with_rights(const struct hard_line *line) {
    const ks_position *bare = &line->position;
    const unsigned us = bare->side_to_move, row = us == KS_WHITE ? 7 : 0;
    const uint64_t corners = (uint64_t)1 << KS_SQUARE(7, row) | (uint64_t)1 << KS_SQUARE(0, row);
    ks_position position;
    cr_expect_eq(ks_castling_rook(bare, us, line->move[2] == 'g' ? KS_KINGSIDE : KS_QUEENSIDE), KS_NO_SQUARE);
    cr_expect_eq(ks_position_from_board(bare->board, us, ks_castling_rooks(bare) | corners, KS_NO_SQUARE, 0,
                                        &position, NULL),
                 KS_OK);
    cr_expect_eq(explain(&position, line->move), KS_OK, "%s", line->text);
}

static void expect_composed(const struct hard_line *line) {
    const unsigned number = find_composed(line->sentence);
    const int code = composed_position(number, 0).code;
    cr_expect_str_eq(line->code, ks_error_name(code), "%s", line->text);
    cr_expect_eq(explain(&line->position, line->move), code, "%s", line->text);
    if (code == KS_ERROR_CASTLING_UNAVAILABLE)
        expect_legal_with_rights(line);
    composed_shown[number]++;
}

static void expect_rule(const struct hard_line *line) {
    static struct trial trials[TRIALS_MAX];
    const struct event *event = find_event(line->sentence);
    if (!event) {
        expect_composed(line);
        return;
    }
    const size_t count = try_moves(&line->position, trials);
    bool holds = false;
    for (size_t i = 0; i < count; i++)
        holds |= strcmp(trials[i].text, line->move) == 0 && event_holds(event, &trials[i]);
    cr_expect(holds, "the move doesn't show the rule: %s", line->text);
    cr_expect_str_eq(line->code, ks_error_name(event->code), "%s", line->text);
    shown[event - events]++;
}

Test(hard, every_line_shows_its_rule_and_every_rule_is_shown) {
    const size_t lines = each_line(expect_rule);
    cr_expect(lines >= 150 && lines <= 2 * (EVENTS + COMPOSED_POSITIONS), "%zu lines", lines);
    for (unsigned number = 0; number < COMPOSED_POSITIONS; number++)
        cr_expect_eq(composed_shown[number], 2, "%s", composed_position(number, 0).sentence);
    for (unsigned event = 0; event < EVENTS; event++)
        cr_expect(shown[event] == 1 || shown[event] == 2, "%u lines show: %s", shown[event],
                  events[event].sentence);
}

/* ---- The counts ---- */

static void expect_counts(const struct hard_line *line) {
    for (unsigned depth = 1; depth <= (SLOW ? 3 : 4); depth++)
        cr_expect_eq(ks_perft(&line->position, depth), line->counts[depth], "to depth %u: %s", depth,
                     line->text);
}

Test(hard, counts) {
    each_line(expect_counts);
}
