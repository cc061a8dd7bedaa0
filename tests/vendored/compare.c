/* Compares the vendored folder, built as a shared object, with this library: its kernels on random boards,
 * its piecesets from descriptions, and its tables.
 *
 *     compare-vendored LIBRARY.so BOARDS */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/fuzz/difference.h"
#include "cli/commands/fuzz/differential.h"
#include "cli/random/boards.h"
#include "support/random.h"

enum { SEED = 1997, DESCRIPTIONS = 2000, PIECES_MOST = 20 };

/* Functions and data of the shared object, with the types of the library's. */
static __typeof__(&ks_kernel_get_all) vendored_kernels;
static __typeof__(&ks_kernel_is_usable) vendored_kernel_usable;
static __typeof__(&ks_kernel_get_current) vendored_kernel_current;
static __typeof__(&ks_pieceset_init) vendored_pieceset_init;
static const ks_pieceset *vendored_chess_pieces;

/* Stores the address of a name in *address, which is a pointer too. */
static void find(void *library, const char *name, void *address) {
    void *found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    memcpy(address, &found, sizeof found);
}

static void load(const char *file) {
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    find(library, "ks_kernel_get_all", &vendored_kernels);
    find(library, "ks_kernel_is_usable", &vendored_kernel_usable);
    find(library, "ks_kernel_get_current", &vendored_kernel_current);
    find(library, "ks_pieceset_init", &vendored_pieceset_init);
    find(library, "ks_chess_pieces", &vendored_chess_pieces);
}

static void add_kernels(struct differential *differential) {
    size_t count, own_count;
    const ks_kernel *const *kernels = vendored_kernels(&count);
    ks_kernel_get_all(&own_count);
    if (count != own_count) {
        fprintf(stderr, "%zu kernels, expected %zu\n", count, own_count);
        exit(1);
    }
    fputs("kernels:", stdout);
    for (size_t i = 0; i < count; i++)
        if (vendored_kernel_usable(kernels[i])) {
            printf(" %s", kernels[i]->name);
            differential_add(differential, kernels[i], false);
        }
    printf(", in use: %s\n", vendored_kernel_current()->name);
}

static int compare_boards(struct differential *differential, unsigned long boards_wanted) {
    static struct boards boards;
    static struct difference difference;
    struct question question;
    boards_start(&boards, SEED);
    for (unsigned long i = 0; i < boards_wanted; i++) {
        boards_next(&boards, &question);
        if (differential_ask(differential, &question, &difference)) {
            difference_shrink(&difference);
            print_difference(&difference);
            return 1;
        }
    }
    printf("the same answers: %lu boards\n", boards_wanted);
    return 0;
}

static size_t draw_pieces(uint64_t *random, ks_piece pieces[PIECES_MOST]) {
    const size_t count = random_below(random, PIECES_MOST + 1);
    const unsigned codes = random_below(random, 2) ? 16 : 256;
    for (size_t i = 0; i < count; i++)
        pieces[i] =
            (ks_piece){(uint8_t)random_below(random, codes), (uint8_t)(random_below(random, 50) % 3 % 2),
                       (uint8_t)random_below(random, KS_CLASS_OWN)};
    return count;
}

static int compare_descriptions(void) {
    uint64_t random = SEED;
    unsigned made = 0;
    for (unsigned i = 0; i < DESCRIPTIONS; i++) {
        ks_piece pieces[PIECES_MOST];
        ks_pieceset own, vendored;
        ks_error own_error = {0}, vendored_error = {0};
        const size_t count = draw_pieces(&random, pieces);
        const unsigned flags = random_below(&random, 5) * KS_PIECESET_A1_FIRST; /* the last is unknown */
        const int code = ks_pieceset_init(&own, pieces, count, flags, &own_error);
        if (vendored_pieceset_init(&vendored, pieces, count, flags, &vendored_error) != code ||
            (code == KS_OK ? memcmp(&own, &vendored, sizeof own) != 0
                           : strcmp(own_error.message, vendored_error.message) != 0)) {
            printf("description %u differs\n", i);
            return 1;
        }
        made += code == KS_OK;
    }
    printf("the same piecesets: %u of %d descriptions, and as many errors\n", made, DESCRIPTIONS);
    return memcmp(vendored_chess_pieces, &ks_chess_pieces, sizeof ks_chess_pieces) != 0;
}

int main(int count, char **arguments) {
    static struct differential differential;
    if (count != 3) {
        fputs("usage: compare-vendored LIBRARY.so BOARDS\n", stderr);
        return 2;
    }
    load(arguments[1]);
    add_kernels(&differential);
    return compare_descriptions() || compare_boards(&differential, strtoul(arguments[2], NULL, 10));
}
