/* Counts moves as a UCI engine does, correctly or with mistakes, as a target for `kingscan diff`:
 * build/broken [WHAT [orthodox]]. WHAT is a row of bent.def or of variants.def, several of bent.def with +
 * between them, the name of a lapse (lapse.h), or one of the kinds of misbehaviour below; orthodox: without
 * Chess960. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "broken/moves.h"
#include "broken/variants.h"

struct engine {
    struct bent bent;
    bool orthodox;
    void (*misbehave)(unsigned depth); /* before, or instead of, an answer to go perft; or NULL */
    ks_position position;
    unsigned notation; /* of enum ks_uci_flags */
};

/* ---- Misbehaviour ---- */

static void hang(unsigned depth) {
    (void)depth;
    signal(SIGTERM, SIG_IGN);
    for (;;)
        pause();
}

static void crash(unsigned depth) {
    if (depth >= 3)
        raise(SIGSEGV);
}

static void talk_nonsense(unsigned depth) {
    printf("e2e4e6: -%u\nxyzzy: many\n\nNodes searched: about a dozen\n", depth);
    fflush(stdout);
    pause();
}

static void talk_endlessly(unsigned depth) {
    while (puts("info string still thinking") >= 0)
        (void)depth;
}

/* ---- Counting ---- */

static uint64_t perft(const ks_position *position, const struct bent *bent, unsigned depth) {
    ks_move moves[KS_MOVES_MAX];
    uint64_t nodes = 0;
    if (depth == 0)
        return 1;
    const size_t count = bent_moves(position, bent, moves);
    for (size_t i = 0; i < count && depth > 1; i++) {
        ks_position after = *position;
        bent_make_move(&after, bent, moves[i]);
        nodes += perft(&after, bent, depth - 1);
    }
    return depth > 1 ? nodes : count;
}

static void go(const struct engine *engine, unsigned depth) {
    ks_move moves[KS_MOVES_MAX];
    char text[KS_UCI_SIZE];
    uint64_t nodes = 0;
    if (engine->misbehave)
        engine->misbehave(depth);
    const size_t count = bent_moves(&engine->position, &engine->bent, moves);
    for (size_t i = 0; i < count; i++) {
        ks_position after = engine->position;
        bent_make_move(&after, &engine->bent, moves[i]);
        const uint64_t part = perft(&after, &engine->bent, depth - 1);
        ks_write_uci(&engine->position, moves[i], engine->notation, text);
        printf("%s: %llu\n", text, (unsigned long long)part);
        nodes += part;
    }
    printf("\nNodes searched: %llu\n\n", (unsigned long long)nodes);
}

/* ---- Commands ---- */

static int play(struct engine *engine, const char *said) {
    ks_move moves[KS_MOVES_MAX];
    char text[KS_UCI_SIZE];
    for (size_t i = bent_moves(&engine->position, &engine->bent, moves); i-- > 0;) {
        ks_write_uci(&engine->position, moves[i], engine->notation, text);
        if (strcmp(text, said) == 0) {
            bent_make_move(&engine->position, &engine->bent, moves[i]);
            return 1;
        }
    }
    printf("info string no move %s here\n", said);
    return 0;
}

static void set_position(struct engine *engine, char *text) {
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    ks_error error;
    char *moves = strstr(text, " moves ");
    if (moves) {
        *moves = '\0';
        moves += strlen(" moves ");
    }
    const char *fen = strncmp(text, "fen ", 4) == 0 ? text + 4 : start;
    if (ks_read_fen(fen, strlen(fen), 0, &engine->position, &error) != KS_OK) {
        printf("info string %zu: %s\n", error.offset + 1, error.message);
        return;
    }
    for (char *move = moves ? strtok(moves, " ") : NULL; move && play(engine, move);)
        move = strtok(NULL, " ");
}

/* Returns 0 at quit. */
static int obey(struct engine *engine, char *line) {
    unsigned depth;
    line[strcspn(line, "\r\n")] = '\0';
    if (strcmp(line, "uci") == 0)
        printf("id name broken\n%suciok\n",
               engine->orthodox ? "" : "option name UCI_Chess960 type check default false\n");
    else if (strcmp(line, "isready") == 0)
        puts("readyok");
    else if (strcmp(line, "setoption name UCI_Chess960 value true") == 0)
        engine->notation = KS_UCI_CHESS960;
    else if (strcmp(line, "setoption name UCI_Chess960 value false") == 0)
        engine->notation = 0;
    else if (strncmp(line, "position ", 9) == 0)
        set_position(engine, line + 9);
    else if (sscanf(line, "go perft %u", &depth) == 1 && depth > 0)
        go(engine, depth);
    fflush(stdout);
    return strcmp(line, "quit") != 0;
}

/* ---- The choice of an engine ---- */

static const struct misbehaviour {
    const char *name;
    void (*misbehave)(unsigned depth);
} misbehaviours[] = {
    {"none", NULL},
    {"hang", hang},
    {"crash", crash},
    {"nonsense", talk_nonsense},
    {"endless", talk_endlessly},
};

static const char *const rule_names[BENT_RULES] = {
#define BENT(identifier, argument, word) argument,
#include "broken/bent.def"
#undef BENT
};

/* Returns false for an unknown name. */
static bool bend(const char *name, size_t length, struct bent *bent) {
    for (unsigned rule = 0; rule < BENT_RULES; rule++)
        if (strlen(rule_names[rule]) == length && memcmp(rule_names[rule], name, length) == 0)
            return bent->rules[rule] = true;
    return false;
}

/* Returns false unless all names are known. */
static bool bend_all(const char *names, struct bent *bent) {
    const size_t length = strcspn(names, "+");
    return bend(names, length, bent) && (names[length] == '\0' || bend_all(names + length + 1, bent));
}

static bool find_lapse(const char *name, struct lapse *lapse) {
    struct lapse lapses[LAPSES];
    char other[LAPSE_NAME_SIZE];
    list_lapses(lapses);
    for (unsigned i = 0; i < LAPSES; i++) {
        *lapse = lapses[i];
        lapse_name(lapse, other);
        if (strcmp(other, name) == 0)
            return true;
    }
    return false;
}

/* Returns false for an unknown name. */
static bool make_engine(const char *name, struct engine *engine) {
    for (size_t i = 0; i < sizeof misbehaviours / sizeof *misbehaviours; i++)
        if (strcmp(misbehaviours[i].name, name) == 0) {
            engine->misbehave = misbehaviours[i].misbehave;
            return true;
        }
    return bend_all(name, &engine->bent) || find_lapse(name, &engine->bent.lapse);
}

int main(int argc, char **argv) {
    const char *const name = argc > 1 ? argv[1] : "none";
    struct engine engine = {.orthodox = argc > 2 && strcmp(argv[2], "orthodox") == 0};
    if (is_bent_variant(name))
        return play_bent_variant(name);
    if (!make_engine(name, &engine)) {
        fprintf(stderr, "broken: nothing is called '%s'\n", name);
        return 2;
    }
    char start[] = "startpos", *line = NULL;
    size_t size = 0;
    set_position(&engine, start);
    while (getline(&line, &size, stdin) > 0 && obey(&engine, line))
        ;
    free(line);
    return 0;
}
