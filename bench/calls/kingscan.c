/* Times single calls on real positions, in nanoseconds: a row for each call of chess-library, which names
 * the row, by the functions that replace it. docs/from-chess-library.md has the table; turns.sh runs this
 * program by turns with chess_library.cpp. The argument is a file with a FEN a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls/clock.h"
#include "core/text/error.h"
#include "kingscan.h"

enum { SAMPLES = 4096, ROUNDS = 20 };

/* The length is known, as that of std::string is. */
struct text {
    char text[KS_SAN_SIZE];
    uint32_t length;
};

struct sample {
    ks_position position;
    char fen[KS_FEN_SIZE];
    size_t fen_length, count;
    ks_move *moves;
    struct text *san, *uci;
};

/* ---- Calls on a position: each returns a number that depends on what was found ---- */

typedef uint64_t call(struct sample *sample);

static uint64_t read_fen(struct sample *sample) {
    ks_position position;
    cannot_fail(ks_read_fen(sample->fen, sample->fen_length, 0, &position, NULL));
    return position.key;
}

static uint64_t write_fen(struct sample *sample) {
    char text[KS_FEN_SIZE];
    return ks_write_fen(&sample->position, text);
}

static uint64_t copy(struct sample *sample) {
    const ks_position position = sample->position;
    __asm__ volatile("" : : "r"(&position) : "memory"); /* keeps the copy */
    return 0;
}

static uint64_t legal_moves(struct sample *sample) {
    ks_move_list legal;
    return ks_legal_moves(&sample->position, &legal);
}

static uint64_t captures(struct sample *sample) {
    ks_move_list legal;
    return ks_legal_captures(&sample->position, &legal);
}

static uint64_t quiet_moves(struct sample *sample) {
    ks_move_list legal;
    return ks_legal_quiet_moves(&sample->position, &legal);
}

static uint64_t has_legal_move(struct sample *sample) {
    return (uint64_t)ks_has_legal_move(&sample->position);
}

static uint64_t in_check(struct sample *sample) {
    const ks_position *const position = &sample->position;
    const unsigned side = position->side_to_move;
    return (uint64_t)ks_in_check(position->board, ks_king_of(position, side), side);
}

static uint64_t null_move(struct sample *sample) {
    ks_undo undo;
    ks_make_null_move(&sample->position, &undo);
    const uint64_t key = sample->position.key;
    ks_unmake_move(&sample->position, &undo);
    return key;
}

static uint64_t find_draw(struct sample *sample) {
    return (uint64_t)ks_find_draw(&sample->position, KS_SAFE, NULL, 0);
}

static uint64_t find_end(struct sample *sample) {
    const enum ks_verdict verdict = ks_judge(&sample->position, NULL);
    return (uint64_t)verdict + ks_find_draw(&sample->position, verdict, &sample->position.key, 1);
}

static uint64_t key(struct sample *sample) {
    return ks_position_key(&sample->position);
}

/* ---- On each square ---- */

static uint64_t is_attacked(struct sample *sample) {
    uint64_t sum = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        sum += (uint64_t)ks_in_check(sample->position.board, square, KS_BLACK);
    return sum;
}

static uint64_t attackers(struct sample *sample) {
    uint64_t sum = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        sum += ks_attackers(sample->position.board, square, KS_WHITE);
    return sum;
}

/* ---- For each legal move ---- */

static uint64_t make_and_unmake(struct sample *sample) {
    ks_position *const position = &sample->position;
    uint64_t sum = 0;
    for (size_t i = 0; i < sample->count; i++) {
        ks_undo undo;
        ks_make_move(position, sample->moves[i], &undo);
        sum += position->key;
        ks_unmake_move(position, &undo);
    }
    return sum;
}

static uint64_t after(struct sample *sample) {
    uint64_t sum = 0;
    for (size_t i = 0; i < sample->count; i++) {
        ks_position next;
        ks_after_move(&sample->position, sample->moves[i], &next);
        sum += next.key;
    }
    return sum;
}

static uint64_t is_legal(struct sample *sample) {
    uint64_t sum = 0;
    for (size_t i = 0; i < sample->count; i++)
        sum += (uint64_t)ks_is_legal(&sample->position, sample->moves[i]);
    return sum;
}

static uint64_t gives_check(struct sample *sample) {
    uint64_t sum = 0;
    for (size_t i = 0; i < sample->count; i++)
        sum += (uint64_t)ks_gives_check(&sample->position, sample->moves[i]);
    return sum;
}

static uint64_t write_san(struct sample *sample) {
    char text[KS_SAN_SIZE];
    uint64_t sum = 0;
    for (size_t i = 0; i < sample->count; i++)
        sum += ks_write_san(&sample->position, sample->moves[i], text);
    return sum;
}

static uint64_t read_san(struct sample *sample) {
    uint64_t sum = 0;
    for (size_t i = 0; i < sample->count; i++) {
        ks_move move = KS_NO_MOVE;
        cannot_fail(ks_read_move(&sample->position, sample->san[i].text, sample->san[i].length, &move, NULL));
        sum += move;
    }
    return sum;
}

static uint64_t write_uci(struct sample *sample) {
    char text[KS_UCI_SIZE];
    uint64_t sum = 0;
    for (size_t i = 0; i < sample->count; i++)
        sum += ks_write_uci(&sample->position, sample->moves[i], 0, text);
    return sum;
}

static uint64_t read_uci(struct sample *sample) {
    uint64_t sum = 0;
    for (size_t i = 0; i < sample->count; i++) {
        ks_move move = KS_NO_MOVE;
        cannot_fail(ks_read_move(&sample->position, sample->uci[i].text, sample->uci[i].length, &move, NULL));
        sum += move;
    }
    return sum;
}

/* ---- Rows ---- */

enum per { POSITION, SQUARE, MOVE };

/* The first round is not timed. Inlined with the call, as the template of chess_library.cpp is. */
static inline __attribute__((always_inline)) double measure(call *asked, enum per per, struct sample *samples,
                                                            size_t count) {
    volatile uint64_t sink = 0;
    double begun = 0;
    uint64_t calls = 0;
    for (int round = -1; round < ROUNDS; round++) {
        if (round == 0)
            begun = processor_ns(), calls = 0;
        for (size_t i = 0; i < count; i++) {
            sink = sink + asked(&samples[i]);
            calls += per == POSITION ? 1 : per == SQUARE ? KS_SQUARES : samples[i].count;
        }
    }
    return (processor_ns() - begun) / (double)calls;
}

#define ROWS                                                                                                 \
    ROW("setFen", read_fen, POSITION)                                                                        \
    ROW("getFen", write_fen, POSITION)                                                                       \
    ROW("a copy", copy, POSITION)                                                                            \
    ROW("legalmoves", legal_moves, POSITION)                                                                 \
    ROW("legalmoves<CAPTURE>", captures, POSITION)                                                           \
    ROW("legalmoves<QUIET>", quiet_moves, POSITION)                                                          \
    ROW("anylegalmoves", has_legal_move, POSITION)                                                           \
    ROW("makeMove, unmakeMove", make_and_unmake, MOVE)                                                       \
    ROW("a copy, makeMove", after, MOVE)                                                                     \
    ROW("makeNullMove, unmakeNullMove", null_move, POSITION)                                                 \
    ROW("isLegal", is_legal, MOVE)                                                                           \
    ROW("givesCheck", gives_check, MOVE)                                                                     \
    ROW("inCheck", in_check, POSITION)                                                                       \
    ROW("isAttacked", is_attacked, SQUARE)                                                                   \
    ROW("attackers", attackers, SQUARE)                                                                      \
    ROW("isInsufficientMaterial", find_draw, POSITION)                                                       \
    ROW("isGameOver", find_end, POSITION)                                                                    \
    ROW("zobrist", key, POSITION)                                                                            \
    ROW("moveToSan", write_san, MOVE)                                                                        \
    ROW("parseSan", read_san, MOVE)                                                                          \
    ROW("moveToUci", write_uci, MOVE)                                                                        \
    ROW("uciToMove", read_uci, MOVE)

#define ROW(name, call, per)                                                                                 \
    static double measure_##call(struct sample *samples, size_t count) {                                     \
        return measure(call, per, samples, count);                                                           \
    }
ROWS
#undef ROW

    static const struct row {
    const char *name;
    double (*measure)(struct sample *samples, size_t count);
} rows[] = {
#define ROW(name, call, per) {name, measure_##call},
    ROWS
#undef ROW
};

/* Reads a line into a sample; returns 0 when nothing can be moved, or when the side to move is in check and
 * so cannot pass. */
static int read_sample(const char *line, struct sample *sample) {
    ks_move_list legal;
    const ks_position *const position = &sample->position;
    sample->fen_length = strcspn(line, "\n");
    if (sample->fen_length >= sizeof sample->fen ||
        ks_read_fen(line, sample->fen_length, 0, &sample->position, NULL) != KS_OK || in_check(sample))
        return 0;
    memcpy(sample->fen, line, sample->fen_length);
    sample->count = ks_legal_moves(position, &legal);
    sample->moves = malloc(sample->count * sizeof *sample->moves);
    sample->san = malloc(sample->count * sizeof *sample->san);
    sample->uci = malloc(sample->count * sizeof *sample->uci);
    if (sample->count > 0 && (!sample->moves || !sample->san || !sample->uci))
        exit(2);
    for (size_t i = 0; i < sample->count; i++) {
        sample->moves[i] = legal.moves[i];
        sample->san[i].length = (uint32_t)ks_write_san(position, legal.moves[i], sample->san[i].text);
        sample->uci[i].length = (uint32_t)ks_write_uci(position, legal.moves[i], 0, sample->uci[i].text);
    }
    return sample->count > 0;
}

int main(int count, char **arguments) {
    FILE *const file = count == 2 ? fopen(arguments[1], "r") : NULL;
    struct sample *const samples = aligned_alloc(64, SAMPLES * sizeof *samples);
    char line[256];
    size_t read = 0;
    if (!file || !samples)
        return 2;
    while (read < SAMPLES && fgets(line, sizeof line, file))
        read += read_sample(line, &samples[read]) ? 1 : 0;
    fclose(file);
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; row++)
        printf("%s\t%.2f\n", row->name, row->measure(samples, read));
    return 0; /* which frees the samples */
}
