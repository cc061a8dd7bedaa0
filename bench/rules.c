/* Times the rules of chess as an engine calls them, through the public header. Prints a row for each way:
 * its name, and millions of moves a second in three positions. bench/rules.sh calls it by turns with other
 * programs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls/clock.h"
#include "calls/tasks.h"
#include "core/text/error.h"
#include "kingscan.h"

enum { ROUNDS = 3000 };

/* ---- Perft by lists ---- */

static uint64_t copying(const ks_position *position, unsigned depth) {
    ks_move_list legal;
    const size_t count = ks_legal_moves(position, &legal);
    uint64_t nodes = 0;
    if (depth == 1)
        return count;
    for (size_t i = 0; i < count; i++) {
        ks_position after;
        ks_after_move(position, legal.moves[i], &after);
        nodes += copying(&after, depth - 1);
    }
    return nodes;
}

static uint64_t in_place(ks_position *position, unsigned depth) {
    ks_move_list legal;
    const size_t count = ks_legal_moves(position, &legal);
    uint64_t nodes = 0;
    if (depth == 1)
        return count;
    for (size_t i = 0; i < count; i++) {
        ks_undo undo;
        ks_make_move(position, legal.moves[i], &undo);
        nodes += in_place(position, depth - 1);
        ks_unmake_move(position, &undo);
    }
    return nodes;
}

static uint64_t perft_copying(ks_position *position, const struct task *task) {
    return copying(position, task->depth);
}

static uint64_t perft_in_place(ks_position *position, const struct task *task) {
    return in_place(position, task->depth);
}

/* ---- Questions about each legal move, many times ---- */

typedef int question(ks_position *position, ks_move move);

static volatile unsigned answers;

/* Inlined with the question, which is no call of its own then. */
static inline __attribute__((always_inline)) uint64_t ask(ks_position *position, question *asked) {
    ks_move_list list;
    const size_t count = ks_legal_moves(position, &list);
    unsigned found = 0;
    for (unsigned round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < count; i++)
            found += (unsigned)asked(position, list.moves[i]);
    answers = found;
    return ROUNDS * count;
}

static int is_legal(ks_position *position, ks_move move) {
    return ks_is_legal(position, move);
}

static int is_listed(ks_position *position, ks_move move) {
    ks_move_list legal;
    size_t i = ks_legal_moves(position, &legal);
    while (i > 0 && legal.moves[i - 1] != move)
        i--;
    return i > 0;
}

static int gives_check(ks_position *position, ks_move move) {
    return ks_gives_check(position, move);
}

static int checks_when_made(ks_position *position, ks_move move) {
    ks_undo undo;
    ks_make_move(position, move, &undo);
    const unsigned us = position->side_to_move;
    const int check = ks_in_check(position->board, ks_king_of(position, us), us);
    ks_unmake_move(position, &undo);
    return check;
}

#define ASKING(name)                                                                                         \
    static uint64_t ask_##name(ks_position *position, const struct task *task) {                             \
        (void)task;                                                                                          \
        return ask(position, name);                                                                          \
    }
ASKING(is_legal)
ASKING(is_listed)
ASKING(gives_check)
ASKING(checks_when_made)

/* ---- Texts: of each legal move, and of the position after it ---- */

struct line {
    ks_move move;
    char san[KS_SAN_SIZE], fen[KS_FEN_SIZE];
    size_t san_length, fen_length; /* known, as those of std::string are */
    ks_position after;
};

typedef unsigned conversion(const ks_position *position, const struct line *line);

static inline __attribute__((always_inline)) uint64_t convert(const ks_position *position,
                                                              conversion *converted) {
    static struct line lines[KS_MOVES_MAX];
    ks_move_list list;
    const size_t count = ks_legal_moves(position, &list);
    unsigned sum = 0;
    for (size_t i = 0; i < count; i++) {
        lines[i].move = list.moves[i];
        lines[i].san_length = ks_write_san(position, list.moves[i], lines[i].san);
        ks_after_move(position, list.moves[i], &lines[i].after);
        lines[i].fen_length = ks_write_fen(&lines[i].after, lines[i].fen);
    }
    for (unsigned round = 0; round < ROUNDS / 10; round++)
        for (size_t i = 0; i < count; i++)
            sum += converted(position, &lines[i]);
    answers = sum;
    return ROUNDS / 10 * count;
}

static unsigned write_san(const ks_position *position, const struct line *line) {
    char text[KS_SAN_SIZE];
    return (unsigned)ks_write_san(position, line->move, text);
}

static unsigned read_san(const ks_position *position, const struct line *line) {
    ks_move move = KS_NO_MOVE;
    cannot_fail(ks_read_move(position, line->san, line->san_length, &move, NULL));
    return move;
}

static unsigned write_fen(const ks_position *position, const struct line *line) {
    char text[KS_FEN_SIZE];
    (void)position;
    return (unsigned)ks_write_fen(&line->after, text);
}

static unsigned read_fen(const ks_position *position, const struct line *line) {
    ks_position read;
    (void)position;
    cannot_fail(ks_read_fen(line->fen, line->fen_length, 0, &read, NULL));
    return (unsigned)read.key;
}

#define CONVERTING(name)                                                                                     \
    static uint64_t convert_by_##name(ks_position *position, const struct task *task) {                      \
        (void)task;                                                                                          \
        return convert(position, name);                                                                      \
    }
CONVERTING(write_san)
CONVERTING(read_san)
CONVERTING(write_fen)
CONVERTING(read_fen)

/* ---- Rows ---- */

static const struct way {
    const char *name;
    uint64_t (*run)(ks_position *position, const struct task *task);
    int is_perft;
} ways[] = {{"perft on copies", perft_copying, 1},      {"perft in place", perft_in_place, 1},
            {"is a move legal", ask_is_legal, 0},       {"is it in the list", ask_is_listed, 0},
            {"does it give check", ask_gives_check, 0}, {"make, check, unmake", ask_checks_when_made, 0},
            {"SAN written", convert_by_write_san, 0},   {"SAN read", convert_by_read_san, 0},
            {"FEN written", convert_by_write_fen, 0},   {"FEN read", convert_by_read_fen, 0}};

static double millions_a_second(const struct way *way, const struct task *task) {
    ks_position position;
    if (ks_read_fen(task->fen, strlen(task->fen), 0, &position, NULL) != KS_OK)
        exit(2);
    ks_count_legal_moves(&position); /* fills tables */
    const double begun = processor_seconds();
    const uint64_t count = way->run(&position, task);
    const double taken = processor_seconds() - begun;
    if (way->is_perft && count != task->nodes) {
        fprintf(stderr, "bench: %s: %llu nodes in %s\n", way->name, (unsigned long long)count, task->fen);
        exit(1);
    }
    return (double)count / taken * 1e-6;
}

int main(void) {
    for (const struct way *way = ways; way < ways + sizeof ways / sizeof *ways; way++) {
        printf("%s", way->name);
        for (unsigned i = 0; i < TASKS; i++)
            printf("\t%.1f", millions_a_second(way, &tasks[i]));
        printf("\n");
    }
    return 0;
}
