/* kingscan moves --variant, and the list of moves that others need: by name. */
#include "cli/position/variant_moves.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/position/variant_commands.h"
#include "cli/shared/variant_argument.h"
#include "cli/shell/command.h"

static int compare(const void *a, const void *b) {
    return strcmp(((const struct named_move *)a)->uci, ((const struct named_move *)b)->uci);
}

struct named_move *name_variant_moves(const ks_variant *variant, const ks_variant_position *position,
                                      size_t *count) {
    *count = ks_variant_legal_moves(variant, position, NULL, 0);
    struct named_move *const named = calloc(*count + 1, sizeof *named);
    ks_variant_move *const moves = calloc(*count + 1, sizeof *moves);
    if (!named || !moves)
        fail("%s", strerror(errno));
    ks_variant_legal_moves(variant, position, moves, *count);
    for (size_t i = 0; i < *count; i++) {
        named[i].move = moves[i];
        ks_variant_write_uci(variant, position, moves[i], 0, named[i].uci);
    }
    free(moves);
    qsort(named, *count, sizeof *named, compare);
    return named;
}

int list_variant_moves(const ks_variant *variant, char **words, int count, unsigned fen_flags, bool json) {
    ks_variant_position position;
    char fen[KS_VARIANT_FEN_SIZE];
    size_t number;
    read_variant_position(variant, words, count, fen_flags, &position);
    struct named_move *const moves = name_variant_moves(variant, &position, &number);
    ks_variant_write_fen(variant, &position, fen);
    if (json)
        printf("{\"fen\":\"%s\",\"moves\":[", fen);
    for (size_t i = 0; i < number; i++)
        printf(json ? "%s{\"uci\":\"%s\"}" : "%s%s\n", json && i > 0 ? "," : "", moves[i].uci);
    if (json)
        puts("]}");
    free(moves);
    return STATUS_GOOD;
}
