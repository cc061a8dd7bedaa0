/* Tests `kingscan diff` with the engines of tests/broken: each mistake is found, shrunk and named, and a
 * misbehaving engine ends the run with a message that says how. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "broken/lapse.h"
#include "kingscan.h"
#include "support/length.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/thorough.h"

#define BROKEN "\"$(dirname \"$KINGSCAN\")\"/broken"

static struct ran diff(const char *what, const char *operands) {
    char command[512];
    snprintf(command, sizeof command, "timeout 60 $KINGSCAN diff %s --engine \"" BROKEN " %s\"", operands,
             what);
    return run_shell(command);
}

/* ---- Bent rules ---- */

static const struct bent {
    const char *name, *word;
} bent[] = {
#define BENT(identifier, argument, word) {argument, word},
#include "broken/bent.def"
#undef BENT
};

enum { PIECES_MAX = 6 };

/* Returns the text after the label in the output. */
static const char *row(const struct ran *ran, const char *label, char text[512]) {
    const char *line = strstr(ran->out, label);
    text[0] = '\0';
    if (line)
        sscanf(line + strlen(label), " %511[^\n]", text);
    return text;
}

static unsigned count_pieces(const char *fen) {
    ks_position position;
    unsigned pieces = 0;
    if (ks_read_fen(fen, strlen(fen), KS_FEN_RIGHTS, &position, NULL) != KS_OK)
        return 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        pieces += position.board[square] != KS_EMPTY;
    return pieces;
}

static bool names(const struct ran *ran, const char *word) {
    return strncmp(ran->out, word, strlen(word)) == 0 && ran->out[strlen(word)] == ':';
}

/* The command in the output finds the difference again when it is run unchanged. */
static void expect_again(const struct ran *first, const char *word) {
    char text[512], command[640];
    snprintf(command, sizeof command, "kingscan() { \"$KINGSCAN\" \"$@\"; }\n%s",
             row(first, "\nrepeat ", text));
    struct ran again = run_shell(command);
    cr_expect(again.status == 1 && names(&again, word), "%s\n%s%s", command, again.out, again.err);
    free_ran(&again);
}

Test(broken, each_bent_rule_is_found_shrunk_and_named) {
    for (size_t i = 0; i < LENGTH(bent); i += stride()) {
        const struct bent *const engine = &bent[i];
        char fen[512];
        struct ran ran = diff(engine->name, "3 --random 100000 --seed 1");
        cr_expect_eq(ran.status, 1, "%s: status %d\n%s%s", engine->name, ran.status, ran.out, ran.err);
        cr_expect(names(&ran, engine->word), "%s is not named %s:\n%s", engine->name, engine->word, ran.out);
        const unsigned pieces = count_pieces(row(&ran, "\nFEN ", fen));
        cr_expect(pieces >= 2 && pieces <= PIECES_MAX, "%s: %u pieces:\n%s", engine->name, pieces, ran.out);
        expect_again(&ran, engine->word);
        free_ran(&ran);
    }
}

Test(broken, the_hard_set_finds_each_bent_rule) {
    for (size_t i = 0; i < LENGTH(bent); i += stride()) {
        const struct bent *const engine = &bent[i];
        struct ran ran = diff(engine->name, "3");
        cr_expect_eq(ran.status, 1, "%s: status %d\n%s%s", engine->name, ran.status, ran.out, ran.err);
        free_ran(&ran);
    }
}

/* Most engines do not know Chess960; the rules of ordinary chess are tested all the same. */
Test(broken, the_hard_set_does_without_chess960) {
    for (size_t i = 0; i < LENGTH(bent); i += stride()) {
        const struct bent *const engine = &bent[i];
        const bool needs_chess960 = strncmp(engine->name, "chess960", 8) == 0;
        char what[LAPSE_NAME_SIZE];
        snprintf(what, sizeof what, "%s orthodox", engine->name);
        struct ran ran = diff(what, "3");
        cr_expect_eq(ran.status, needs_chess960 ? 0 : 1, "%s: status %d\n%s%s", what, ran.status, ran.out,
                     ran.err);
        free_ran(&ran);
    }
}

/* ---- Lapses ---- */

/* Expects that `kingscan diff OPERANDS` finds every step-th lapse in an engine without Chess960, apart from
 * those that are out of its reach. */
static void expect_lapses_found(const char *operands, unsigned step,
                                bool (*is_out_of_reach)(const struct lapse *)) {
    static struct lapse lapses[LAPSES];
    list_lapses(lapses);
    for (unsigned i = 0; i < LAPSES; i += step) {
        char what[LAPSE_NAME_SIZE + sizeof " orthodox"];
        if (is_out_of_reach(&lapses[i]))
            continue;
        lapse_name(&lapses[i], what);
        strcat(what, " orthodox");
        struct ran ran = diff(what, operands);
        cr_expect_eq(ran.status, 1, "%s: status %d\n%s%s", what, ran.status, ran.out, ran.err);
        free_ran(&ran);
    }
}

static bool never(const struct lapse *lapse) {
    (void)lapse;
    return false;
}

Test(broken, the_hard_set_finds_each_lapse) {
    expect_lapses_found("3", SLOW ? 41 : stride(), never);
}

/* Some ways to lose a right are out of reach of random positions: king and rook need more than a few plies to
 * return. */
static bool takes_long(const struct lapse *lapse) {
    return lapse->kind == RIGHT_KEPT && (lapse->way == KING_CASTLES || lapse->way == ROOK_TAKEN_BY_KING);
}

/* Each lapse is found with each of ten seeds, which takes minutes to test. */
Test(broken, few_random_positions_find_each_lapse) {
    expect_lapses_found("3 --random 400 --seed 1", 5 * stride(), takes_long);
}

/* A line of many moves is shrunk to those that matter: the rook leaves and returns while the other side
 * waits. */
Test(broken, lines_of_moves_are_shrunk) {
    struct ran ran = run_shell("echo 'r3k3/p7/8/8/8/8/P7/4K2R b q - 0 1 moves a7a6 a2a3 a8c8 h1h2 a6a5 e1e2 "
                               "c8b8 h2h1 a5a4 e2d2 b8d8 "
                               "d2c2 d8b8 h1h3 b8a8 c2b2' | "
                               "$KINGSCAN diff 1 - --engine \"" BROKEN
                               " right-kept-black-queenside-rook-along-rank orthodox\"");
    const char *const moves = strstr(ran.out, " moves ");
    unsigned count = 0;
    cr_assert_eq(ran.status, 1, "%s%s", ran.out, ran.err);
    cr_assert(moves, "%s", ran.out);
    for (const char *at = moves + strlen(" moves "); *at > ' ';
         at += strcspn(at, " \n") + (at[strcspn(at, " \n")] == ' '))
        count++;
    cr_expect_eq(count, 4, "%s", ran.out);
    free_ran(&ran);
}

/* A move of the line is replaced by a quieter one where the bug needs no more: a promotion to a knight gives
 * no check that has to be answered, a step of the king leaves no pawn behind. A right that was lost shows
 * without another rook on the square too. */
Test(broken, moves_are_replaced_by_quieter_ones) {
    static const char *const lines[][3] = {
        {"castling-right-kept", "4k3/8/8/7R/8/8/6p1/R3K2R b KQ - moves g2h1q h5h1 e8d8", "g3h1"},
        {"right-kept-white-kingside-rook-taken-by-pawn orthodox",
         "4k3/8/2p5/8/8/7R/6p1/4K2R b K - moves g2h1q h3h1 c6c5", "g2h1n h3h1 e8d8"},
        {"right-kept-white-kingside-rook-taken-by-knight orthodox",
         "4k3/3pp3/8/8/8/6nR/3P4/4K2R b K - moves g3h1 h3h1 e7e5", "g3h1 h3h1 e8d8"},
    };
    for (size_t i = 0; i < LENGTH(lines); i++) {
        char command[512], moves[64];
        snprintf(command, sizeof command,
                 "echo '%s' | $KINGSCAN diff 1 - --engine \"" BROKEN " %s\" | sed -n 's/^moves *//p'",
                 lines[i][1], lines[i][0]);
        snprintf(moves, sizeof moves, "%s\n", lines[i][2]);
        expect_run(command, 0, moves, "");
    }
}

Test(broken, with_no_rule_bent_there_is_no_difference) {
    static const char *const operands[] = {"3", SLOW ? "3 --random 50 --seed 1" : "3 --random 500 --seed 1"};
    for (size_t i = 0; i < LENGTH(operands); i++) {
        struct ran ran = diff("none", operands[i]);
        cr_expect_eq(ran.status, 0, "%s%s", ran.out, ran.err);
        cr_expect(strstr(ran.out, "no difference"), "%s", ran.out);
        free_ran(&ran);
    }
}

/* ---- Misbehaviour ---- */

/* A sanitizer's report of a crash takes longer than a second on a busy machine. */
static const struct misbehaviour {
    const char *what;
    int seconds; /* that the engine is given */
    const char *message;
} misbehaviours[] = {
    {"hang", 1, "the engine has not answered 'go perft 3' within 1 s"},
    {"crash", 15, "instead of answering 'go perft 3'; it said last: "},
    {"nonsense", 15, "a count that is no number from 0 to 18446744073709551615; it said last: 'e2e4e6: -3'"},
    {"endless", 1, "it said last: 'info string still thinking'"},
};

/* The engine writes its process id; it is a grandchild of kingscan, not a child. There may be no process to
 * reap it. */
#define WITH_ENGINE                                                                                          \
    IN_NEW_DIRECTORY "echo 'echo $$ >pid; exec " BROKEN " $1' >engine\n"                                     \
                     "is_alive() { kill -0 $1 2>/dev/null && ! grep -q '^State:.Z' /proc/$1/status; }\n"

Test(broken, misbehaviour_is_reported_and_leaves_no_process) {
    for (const struct misbehaviour *engine = misbehaviours; engine < misbehaviours + LENGTH(misbehaviours);
         engine++) {
        char command[1024];
        snprintf(
            command, sizeof command,
            WITH_ENGINE
            "timeout 20 $KINGSCAN diff 3 --random 5 --seed 1 --timeout %d --engine 'sh engine %s; true'\n"
            "status=$?\n"
            "for wait in 1 2 3 4 5; do is_alive $(cat pid) || exit $status; sleep 0.2; done\n"
            "exit 98",
            engine->seconds, engine->what);
        struct ran ran = run_shell(command);
        cr_expect_eq(ran.status, 2, "%s: status %d\n%s%s", engine->what, ran.status, ran.out, ran.err);
        cr_expect(strstr(ran.err, engine->message), "%s: %s", engine->what, ran.err);
        cr_expect(strncmp(ran.err, "kingscan diff: ", 15) == 0 &&
                      strchr(ran.err, '\n') == ran.err + ran.err_length - 1,
                  "%s: not one line: %s", engine->what, ran.err);
        free_ran(&ran);
    }
}

Test(broken, a_missing_engine_is_reported) {
    struct ran ran = run_shell("$KINGSCAN diff 3 --random 5 --engine ./missing");
    cr_expect_eq(ran.status, 2);
    cr_expect(strstr(ran.err, "instead of answering 'uci'") && strstr(ran.err, "not found"), "%s", ran.err);
    free_ran(&ran);
}
