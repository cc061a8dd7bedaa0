/* Chess and its variants in one program: plays moves from where games start, and prints what is left to play.
 *
 *     cc -std=c11 -O2 both.c -lkingscan -o both
 *     ./both crazyhouse e4 d5 exd5 Qxd5 Nc3
 */
#include <kingscan.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 1024 }; /* for moves: a hand full of pieces has many */

/* A position of either. Chess has functions of its own, which are much faster. */
struct any {
    const ks_variant *variant; /* NULL for chess */
    ks_position chess;
    ks_variant_position other;
};

/* ---- One function for both: a move of chess has room in one of a variant ---- */

static int read_move(const struct any *at, const char *text, ks_variant_move *move, ks_error *error) {
    if (at->variant) {
        ks_variant_attempt attempt;
        const int code = ks_variant_read_move(at->variant, &at->other, text, strlen(text), &attempt, error);
        *move = attempt.move;
        return code;
    }
    ks_move read = KS_NO_MOVE;
    const int code = ks_read_move(&at->chess, text, strlen(text), &read, error);
    *move = read;
    return code;
}

static void make_move(struct any *at, ks_variant_move move) {
    if (at->variant) {
        ks_variant_undo undo;
        ks_variant_make_move(at->variant, &at->other, move, &undo);
    } else {
        ks_undo undo;
        ks_make_move(&at->chess, (ks_move)move, &undo);
    }
}

static size_t legal_moves(const struct any *at, ks_variant_move moves[ROOM]) {
    if (at->variant) {
        const size_t count = ks_variant_legal_moves(at->variant, &at->other, moves, ROOM);
        return count < ROOM ? count : ROOM;
    }
    ks_move_list list;
    ks_legal_moves(&at->chess, &list);
    for (size_t i = 0; i < list.count; i++)
        moves[i] = list.moves[i];
    return list.count;
}

static enum ks_verdict judge(const struct any *at) {
    return at->variant ? ks_variant_judge(at->variant, &at->other, NULL) : ks_judge(&at->chess, NULL);
}

static const char *write_san(const struct any *at, ks_variant_move move, char text[KS_VARIANT_SAN_SIZE]) {
    if (at->variant)
        ks_variant_write_san(at->variant, &at->other, move, text);
    else
        ks_write_san(&at->chess, (ks_move)move, text);
    return text;
}

/* ---- The program ---- */

/* Begins with the start of the variant, or of chess. */
static int begin(struct any *at, const ks_variants *variants, const char *name, ks_error *error) {
    at->variant = NULL;
    if (strcmp(name, "chess") == 0)
        return ks_read_fen(KS_START_FEN, strlen(KS_START_FEN), KS_FEN_DEFAULT, &at->chess, error);
    at->variant = ks_variants_find(variants, name, error);
    if (!at->variant)
        return error->code;
    at->other = *ks_variant_get_start(at->variant);
    return KS_OK;
}

static void print(const struct any *at) {
    ks_variant_move moves[ROOM];
    const size_t count = legal_moves(at, moves);
    printf("%s, %zu moves:", ks_verdict_name(judge(at)), count);
    for (size_t i = 0; i < count; i++) {
        char san[KS_VARIANT_SAN_SIZE];
        printf(" %s", write_san(at, moves[i], san));
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    struct any at;
    ks_error error;
    ks_variants *const variants = ks_variants_new(NULL, 0, KS_VARIANTS_DEFAULT, &error);
    int code = !variants  ? error.code
               : argc < 2 ? KS_ERROR_VARIANT_UNKNOWN
                          : begin(&at, variants, argv[1], &error);
    if (argc < 2)
        fprintf(stderr, "usage: both VARIANT [MOVE...]\n");
    else if (code != KS_OK)
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
    for (int i = 2; i < argc && code == KS_OK; i++) {
        ks_variant_move move;
        code = read_move(&at, argv[i], &move, &error);
        if (code == KS_OK)
            make_move(&at, move);
        else
            fprintf(stderr, "%s: %s\n", argv[i], error.message);
    }
    if (code == KS_OK)
        print(&at);
    ks_variants_free(variants);
    return code != KS_OK;
}
