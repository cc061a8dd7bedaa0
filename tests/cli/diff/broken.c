/* `kingscan diff` against the engines of tests/broken: each mistake is found, shrunk and named, and an engine
 * that misbehaves ends the run with a word about how. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/run.h"

TestSuite(broken, .timeout = 600);

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

/* What stands behind the label in the output, in a buffer of its own. */
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
    if (ks_read_fen(fen, strlen(fen), KS_STRICT, &position, NULL) != KS_OK)
        return 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        pieces += position.board[square] != KS_EMPTY;
    return pieces;
}

static bool names(const struct ran *ran, const char *word) {
    return strncmp(ran->out, word, strlen(word)) == 0 && ran->out[strlen(word)] == ':';
}

/* The command that the output names, run as it stands, finds it again. */
static void expect_again(const struct ran *first, const char *word) {
    char text[512], command[640];
    snprintf(command, sizeof command, "kingscan() { \"$KINGSCAN\" \"$@\"; }\n%s",
             row(first, "\nrepeat ", text));
    struct ran again = run_shell(command);
    cr_expect(again.status == 1 && names(&again, word), "%s\n%s%s", command, again.out, again.err);
    free_ran(&again);
}

Test(broken, each_bent_rule_is_found_shrunk_and_named) {
    for (const struct bent *engine = bent; engine < bent + LENGTH(bent); engine++) {
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
    for (const struct bent *engine = bent; engine < bent + LENGTH(bent); engine++) {
        struct ran ran = diff(engine->name, "3");
        cr_expect_eq(ran.status, 1, "%s: status %d\n%s%s", engine->name, ran.status, ran.out, ran.err);
        free_ran(&ran);
    }
}

Test(broken, with_no_rule_bent_there_is_no_difference) {
    static const char *const operands[] = {"3", "3 --random 500 --seed 1"};
    for (size_t i = 0; i < LENGTH(operands); i++) {
        struct ran ran = diff("none", operands[i]);
        cr_expect_eq(ran.status, 0, "%s%s", ran.out, ran.err);
        cr_expect(strstr(ran.out, "no difference"), "%s", ran.out);
        free_ran(&ran);
    }
}

/* ---- Misbehaviour ---- */

static const struct misbehaviour {
    const char *what, *message;
} misbehaviours[] = {
    {"hang", "the engine has not answered 'go perft 3' within 1 s"},
    {"crash", "instead of answering 'go perft 3'; it said last: "},
    {"nonsense", "a count that is no number from 0 to 18446744073709551615; it said last: 'e2e4e6: -3'"},
    {"endless", "it said last: 'info string still thinking'"},
};

/* The engine leaves its process id, and is no child of kingscan but a grandchild. Nobody may be there to bury
 * it. */
#define WITH_ENGINE                                                                                          \
    IN_NEW_DIRECTORY "echo 'echo $$ >pid; exec " BROKEN " $1' >engine\n"                                     \
                     "is_alive() { kill -0 $1 2>/dev/null && ! grep -q '^State:.Z' /proc/$1/status; }\n"

Test(broken, misbehaviour_is_told_and_leaves_no_process) {
    for (const struct misbehaviour *engine = misbehaviours; engine < misbehaviours + LENGTH(misbehaviours);
         engine++) {
        char command[1024];
        snprintf(command, sizeof command,
                 WITH_ENGINE
                 "timeout 20 $KINGSCAN diff 3 --random 5 --seed 1 --timeout 1 --engine 'sh engine %s; true'\n"
                 "status=$?\n"
                 "for wait in 1 2 3 4 5; do is_alive $(cat pid) || exit $status; sleep 0.2; done\n"
                 "exit 98",
                 engine->what);
        struct ran ran = run_shell(command);
        cr_expect_eq(ran.status, 2, "%s: status %d\n%s%s", engine->what, ran.status, ran.out, ran.err);
        cr_expect(strstr(ran.err, engine->message), "%s: %s", engine->what, ran.err);
        cr_expect(strncmp(ran.err, "kingscan diff: ", 15) == 0 &&
                      strchr(ran.err, '\n') == ran.err + ran.err_length - 1,
                  "%s: not one line: %s", engine->what, ran.err);
        free_ran(&ran);
    }
}

Test(broken, a_missing_engine_is_told) {
    struct ran ran = run_shell("$KINGSCAN diff 3 --random 5 --engine ./missing");
    cr_expect_eq(ran.status, 2);
    cr_expect(strstr(ran.err, "instead of answering 'uci'") && strstr(ran.err, "not found"), "%s", ran.err);
    free_ran(&ran);
}
