/* Times how games are read move by move through the public header.
 *
 *     bench-games write FILE          writes random games with comments, the same ones each time
 *     bench-games write FILE evals    the same, with an evaluation in each
 *     bench-games write FILE notes    the same, with the notes of cutechess
 *     bench-games read FILE           reads them; prints millions of moves and of bytes a second
 *
 * The comments are those of lichess.org, unless notes are asked for. The kernel in use reads. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls/clock.h"
#include "core/text/error.h"
#include "kingscan.h"

enum { GAMES = 4000, PLIES = 80, ROUNDS = 5 };

static _Noreturn void give_up(const char *what, const char *path) {
    fprintf(stderr, "bench: can't %s %s\n", what, path);
    exit(2);
}

/* ---- Writing ---- */

/* Source: splitmix64, by S. Vigna. */
static unsigned random_below(uint64_t *state, unsigned limit) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (unsigned)((z ^ z >> 31) % limit);
}

static void write_tags(FILE *out, unsigned number) {
    fprintf(out,
            "[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/%08x\"]\n[Date \"2026.11.23\"]\n"
            "[Round \"-\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"1/2-1/2\"]\n[WhiteElo \"1500\"]\n"
            "[BlackElo \"1500\"]\n[ECO \"A00\"]\n[TimeControl \"180+0\"]\n\n",
            number);
}

/* Which games have been looked at by an engine, and who wrote that. */
enum comments { HALF_EVALUATED, ALL_EVALUATED, NOTES };

static void write_comment(FILE *out, uint64_t *random, enum comments comments, int evaluated, unsigned ply) {
    const unsigned seconds = 180 - 2 * (ply / 2), eval = random_below(random, 1000);
    if (comments == NOTES)
        fprintf(out, " {%c%u.%02u/%u %u.%us}", eval % 2 ? '-' : '+', eval / 100, eval % 100, 8 + eval % 32,
                seconds / 60, seconds % 10);
    else if (evaluated)
        fprintf(out, " { [%%eval %s%u.%02u] [%%clk 0:%02u:%02u] }", eval % 2 ? "-" : "", eval / 100,
                eval % 100, seconds / 60, seconds % 60);
    else
        fprintf(out, " { [%%clk 0:%02u:%02u] }", seconds / 60, seconds % 60);
}

static void write_game(FILE *out, uint64_t *random, enum comments comments, unsigned number) {
    static const char *const glyphs[] = {"?", "??", "?!", "!"};
    const int evaluated = random_below(random, 2) == 0 || comments == ALL_EVALUATED;
    ks_position position;
    ks_move_list legal;
    size_t count;
    cannot_fail(ks_read_fen(KS_START_FEN, strlen(KS_START_FEN), 0, &position, NULL));
    write_tags(out, number);
    for (unsigned ply = 0; ply < PLIES && (count = ks_legal_moves(&position, &legal)) > 0; ply++) {
        const ks_move move = legal.moves[random_below(random, (unsigned)count)];
        char san[KS_SAN_SIZE];
        ks_undo undo;
        ks_write_san(&position, move, san);
        fprintf(out, "%s%u%s %s%s", ply ? " " : "", ply / 2 + 1, ply % 2 ? "..." : ".", san,
                evaluated && random_below(random, 8) == 0 ? glyphs[random_below(random, 4)] : "");
        write_comment(out, random, comments, evaluated, ply);
        ks_make_move(&position, move, &undo);
    }
    fprintf(out, " 1/2-1/2\n\n\n");
}

static void write_games(const char *path, enum comments comments) {
    uint64_t random = 0;
    FILE *const out = fopen(path, "w");
    if (!out)
        give_up("write", path);
    for (unsigned i = 0; i < GAMES; i++)
        write_game(out, &random, comments, i);
    if (fclose(out) != 0)
        give_up("write", path);
}

/* ---- Reading ---- */

static char *load(const char *path, size_t *length) {
    FILE *const in = fopen(path, "r");
    if (!in || fseek(in, 0, SEEK_END) != 0)
        give_up("read", path);
    *length = (size_t)ftell(in);
    char *const text = malloc(*length);
    rewind(in);
    if (!text || fread(text, 1, *length, in) != *length)
        give_up("read", path);
    fclose(in);
    return text;
}

static uint64_t count_moves(const char *text, size_t length) {
    ks_pgn *const pgn = ks_pgn_open_memory(text, length, 0, NULL);
    uint64_t count = 0;
    if (!pgn)
        exit(2);
    while (ks_pgn_next_game(pgn)) {
        while (ks_pgn_next_move(pgn))
            count++;
        if (ks_pgn_get_error(pgn)) {
            fprintf(stderr, "bench: %s\n", ks_pgn_get_error(pgn)->message);
            exit(1);
        }
    }
    ks_pgn_close(pgn);
    return count;
}

static void read_games(const char *path) {
    size_t length;
    char *const text = load(path, &length);
    double best = 1e9;
    uint64_t moves = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const double begun = processor_seconds();
        moves = count_moves(text, length);
        const double taken = processor_seconds() - begun;
        best = taken < best ? taken : best;
    }
    printf("%.2f\t%.0f\n", (double)moves / best * 1e-6, (double)length / best * 1e-6);
    free(text);
}

int main(int argc, char **argv) {
    ks_error error;
    if (ks_kernel_check_environment(&error) != KS_OK)
        give_up("use", error.message);
    if (argc == 3 && strcmp(argv[1], "write") == 0)
        write_games(argv[2], HALF_EVALUATED);
    else if (argc == 4 && strcmp(argv[1], "write") == 0 && strcmp(argv[3], "evals") == 0)
        write_games(argv[2], ALL_EVALUATED);
    else if (argc == 4 && strcmp(argv[1], "write") == 0 && strcmp(argv[3], "notes") == 0)
        write_games(argv[2], NOTES);
    else if (argc == 3 && strcmp(argv[1], "read") == 0)
        read_games(argv[2]);
    else
        give_up("understand", "the arguments");
    return 0;
}
