/* Plays one variant as a UCI engine that counts moves, with one mistake. Its moves are the library's, but it
 * reads some keys of the variant differently, continues from a wrong position, or changes the list. */
#include "broken/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broken/listings.h"
#include "broken/slips.h"

static const struct bent_variant {
    const char *name, *variant, *keys;
    slip *slip;
    listing *listing;
} bent_variants[] = {
#define BENT_VARIANT(name, variant, keys, slip, word) {name, variant, keys, slip, NULL},
#define BENT_LISTING(name, variant, listing, word) {name, variant, "", NULL, listing},
#include "broken/variants.def"
#undef BENT_LISTING
#undef BENT_VARIANT
};

enum { COUNT = sizeof bent_variants / sizeof *bent_variants, MOVES_MAX = 4096 };

struct bent_engine {
    const struct bent_variant *bent;
    const ks_variant *variant;
    ks_variant_position position;
};

static const struct bent_variant *find_bent(const char *name) {
    for (unsigned i = 0; i < COUNT; i++)
        if (strcmp(bent_variants[i].name, name) == 0)
            return &bent_variants[i];
    return NULL;
}

bool is_bent_variant(const char *name) {
    return find_bent(name) != NULL;
}

/* ---- Counting ---- */

static size_t list(const struct bent_engine *e, const ks_variant_position *position, ks_variant_move *moves) {
    const size_t count = ks_variant_legal_moves(e->variant, position, moves, MOVES_MAX);
    if (count > MOVES_MAX)
        abort();
    return e->bent->listing ? e->bent->listing(position, moves, count, MOVES_MAX) : count;
}

static ks_variant_position after_move(const struct bent_engine *e, const ks_variant_position *before,
                                      ks_variant_move move) {
    ks_variant_position after = *before;
    ks_variant_undo undo;
    ks_variant_make_move(e->variant, &after, move, &undo);
    if (e->bent->slip)
        e->bent->slip(before, move, &after);
    return after;
}

static uint64_t perft(const struct bent_engine *e, const ks_variant_position *position, unsigned depth) {
    ks_variant_move moves[MOVES_MAX];
    uint64_t nodes = 0;
    if (depth == 0)
        return 1;
    const size_t count = list(e, position, moves);
    for (size_t i = 0; i < count && depth > 1; i++) {
        const ks_variant_position after = after_move(e, position, moves[i]);
        nodes += perft(e, &after, depth - 1);
    }
    return depth > 1 ? nodes : count;
}

static void go(const struct bent_engine *e, unsigned depth) {
    ks_variant_move moves[MOVES_MAX];
    char text[KS_VARIANT_UCI_SIZE];
    uint64_t nodes = 0;
    const size_t count = list(e, &e->position, moves);
    for (size_t i = 0; i < count; i++) {
        const ks_variant_position after = after_move(e, &e->position, moves[i]);
        const uint64_t part = perft(e, &after, depth - 1);
        ks_variant_write_uci(e->variant, &e->position, moves[i], 0, text);
        printf("%s: %llu\n", text, (unsigned long long)part);
        nodes += part;
    }
    printf("\nNodes searched: %llu\n\n", (unsigned long long)nodes);
}

/* ---- Commands ---- */

static bool play(struct bent_engine *e, const char *said) {
    ks_variant_move moves[MOVES_MAX];
    char text[KS_VARIANT_UCI_SIZE];
    for (size_t i = list(e, &e->position, moves); i-- > 0;) {
        ks_variant_write_uci(e->variant, &e->position, moves[i], 0, text);
        if (strcmp(text, said) == 0) {
            e->position = after_move(e, &e->position, moves[i]);
            return true;
        }
    }
    printf("info string no move %s here\n", said);
    return false;
}

static void set_position(struct bent_engine *e, char *text) {
    ks_error error;
    char *moves = strstr(text, " moves ");
    if (moves) {
        *moves = '\0';
        moves += strlen(" moves ");
    }
    e->position = *ks_variant_get_start(e->variant);
    if (strncmp(text, "fen ", 4) == 0 && ks_variant_read_fen(e->variant, text + 4, strlen(text + 4),
                                                             KS_FEN_LENIENT, &e->position, &error) != KS_OK)
        printf("info string %zu: %s\n", error.offset + 1, error.message);
    for (char *move = moves ? strtok(moves, " ") : NULL; move && play(e, move);)
        move = strtok(NULL, " ");
}

/* Returns false at quit. */
static bool obey(struct bent_engine *e, char *line) {
    unsigned depth;
    line[strcspn(line, "\r\n")] = '\0';
    if (strcmp(line, "uci") == 0)
        printf("id name broken\noption name UCI_Variant type combo default %s var %s\nuciok\n",
               e->bent->variant, e->bent->variant);
    else if (strcmp(line, "isready") == 0)
        puts("readyok");
    else if (strncmp(line, "position ", 9) == 0)
        set_position(e, line + 9);
    else if (sscanf(line, "go perft %u", &depth) == 1 && depth > 0)
        go(e, depth);
    fflush(stdout);
    return strcmp(line, "quit") != 0;
}

int play_bent_variant(const char *name) {
    struct bent_engine e = {.bent = find_bent(name)};
    char text[512], *line = NULL;
    size_t size = 0;
    ks_error error;
    const int length = snprintf(text, sizeof text, "[bent : %s]\n%s\n", e.bent->variant, e.bent->keys);
    ks_variants *const variants = ks_variants_new(text, (size_t)length, 0, &error);
    if (!variants) {
        fprintf(stderr, "broken: %s: %s\n", name, error.message);
        return 2;
    }
    e.variant = ks_variants_find(variants, "bent", NULL);
    e.position = *ks_variant_get_start(e.variant);
    while (getline(&line, &size, stdin) > 0 && obey(&e, line))
        ;
    free(line);
    ks_variants_free(variants);
    return 0;
}
