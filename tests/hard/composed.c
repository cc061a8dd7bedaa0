/* Gives the positions of composed.def, each for both colours. It swaps the colours in the texts: rows in
 * reverse, cases swapped, ranks counted from the other end. */
#include "hard/composed.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct row {
    const char *sentence, *position, *moves, *move;
    int code;
} rows[] = {
#define COMPOSED(sentence, position, moves, move, code) {sentence, position, moves, move, code},
#include "hard/composed.def"
#undef COMPOSED
};

/* ---- The other colour ---- */

static void exchange_ranks(char *moves) {
    for (; *moves; moves++)
        if (isdigit((unsigned char)*moves))
            *moves = (char)('1' + '8' - *moves);
}

static void swap_cases(char *text) {
    for (; *text; text++)
        *text = (char)(isupper((unsigned char)*text) ? tolower((unsigned char)*text)
                                                     : toupper((unsigned char)*text));
}

static void exchange_colours(const char *position, char exchanged[KS_FEN_SIZE]) {
    const char *const placement_end = strchr(position, ' ');
    char *out = exchanged;
    for (const char *end = placement_end, *row; end > position; end = row) {
        for (row = end - 1; row > position && row[-1] != '/';)
            row--;
        out += sprintf(out, "%.*s/", (int)(end - row), row);
        row -= row > position;
    }
    const char side = placement_end[1] == 'w' ? 'b' : 'w';
    sprintf(out - 1, " ");
    swap_cases(exchanged);
    sprintf(out, "%c", side);
    strcat(exchanged, placement_end + 2);
    swap_cases(out + 1);
}

struct composed composed_position(unsigned number, unsigned exchanged) {
    const struct row *const row = &rows[number];
    struct composed composed = {.sentence = row->sentence, .code = row->code};
    strcpy(composed.position, row->position);
    strcpy(composed.moves, row->moves);
    strcpy(composed.move, row->move);
    if (exchanged) {
        exchange_colours(row->position, composed.position);
        exchange_ranks(composed.moves);
        exchange_ranks(composed.move);
    }
    return composed;
}

/* ---- The final position ---- */

ks_position composed_end(const struct composed *composed) {
    char moves[sizeof composed->moves];
    ks_position position;
    ks_undo undo;
    ks_move move;
    if (ks_read_fen(composed->position, strlen(composed->position), KS_FEN_RIGHTS, &position, NULL) != KS_OK)
        abort();
    strcpy(moves, composed->moves);
    for (char *word = strtok(moves, " "); word; word = strtok(NULL, " ")) {
        if (ks_read_move(&position, word, strlen(word), &move, NULL) != KS_OK)
            abort();
        ks_make_move(&position, move, &undo);
    }
    return position;
}
