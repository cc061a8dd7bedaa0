/* Reads the boards of the benchmark from a file of real positions, mirrors and shuffles them, and writes them
 * in the forms of other programs.
 *
 * A branch predictor learns a few thousand boards by heart, which helps plain C, so there have to be many
 * (bench.c warns when there are not). Each position gives four boards: itself, its mirror image (files
 * swapped), and both with colours swapped and rows mirrored. Lines, distances and the men between are as in
 * the real position, and both colours are equally frequent. The king is that of the side to move. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "cli/base/messages.h"
#include "core/board/hashes.h"

enum { IMAGES = 4, MIRROR_FILES = 1, SWAP_COLOURS = 2 };

static void *grow(void *memory, size_t count, size_t size) {
    void *grown = realloc(memory, count * size);
    if (!grown)
        fail("out of memory");
    return grown;
}

static unsigned image_of_square(unsigned square, int image) {
    return square ^ (image & MIRROR_FILES ? 7u : 0) ^ (image & SWAP_COLOURS ? 56u : 0);
}

static void add_images(struct board_set *set, const ks_position *position) {
    if (set->count % 4096 == 0) {
        const size_t capacity = set->count + 4096;
        set->boards = grow(set->boards, capacity, sizeof *set->boards);
        set->kings = grow(set->kings, capacity, sizeof *set->kings);
        set->sides = grow(set->sides, capacity, sizeof *set->sides);
    }
    for (int image = 0; image < IMAGES; image++, set->count++) {
        const unsigned swap = image & SWAP_COLOURS ? KS_BLACK_BIT : 0;
        uint8_t *board = set->boards[set->count];
        for (unsigned square = 0; square < KS_SQUARES; square++) {
            const unsigned code = position->board[square];
            board[image_of_square(square, image)] = (uint8_t)(code ? code ^ swap : KS_EMPTY);
        }
        const unsigned side = position->side_to_move;
        set->kings[set->count] = (uint8_t)image_of_square(ks_king_of(position, side), image);
        set->sides[set->count] = (uint8_t)(side ^ (swap != 0));
    }
}

static unsigned men_on(const uint8_t board[64]) {
    unsigned men = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        men += board[square] != KS_EMPTY;
    return men;
}

static void add_line(struct board_set sets[BOARD_SETS], const ks_position *position) {
    const unsigned men = men_on(position->board);
    if (men >= 18 && men <= 30 && position->fullmove_number >= 8)
        add_images(&sets[MIDDLEGAMES], position);
    else if (men <= 10)
        add_images(&sets[ENDGAMES], position);
}

void load_boards(const char *path, struct board_set sets[BOARD_SETS]) {
    FILE *file = fopen(path, "r");
    char line[1024];
    if (!file)
        fail("%s: %s", path, strerror(errno));
    sets[MIDDLEGAMES] = (struct board_set){.name = "middlegames"};
    sets[ENDGAMES] = (struct board_set){.name = "endgames"};
    for (unsigned long number = 1; fgets(line, sizeof line, file); number++) {
        ks_position position;
        ks_error error;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (ks_read_fen(line, strcspn(line, "\r\n"), 0, &position, &error) != KS_OK)
            fail("%s:%lu:%zu: error: %s", path, number, error.offset + 1, error.message);
        add_line(sets, &position);
    }
    if (ferror(file))
        fail("%s: %s", path, strerror(errno));
    fclose(file);
    for (int i = 0; i < BOARD_SETS; i++)
        if (sets[i].count == 0)
            fail("%s: there are no %s in it", path, sets[i].name);
}

struct board_set new_set(const char *name, size_t count) {
    return (struct board_set){.name = name,
                              .count = count,
                              .boards = allocate(count * 64),
                              .kings = allocate(count),
                              .sides = allocate(count)};
}

void free_set(struct board_set *set) {
    free(set->boards);
    free(set->kings);
    free(set->sides);
}

static void swap_bytes(void *a, void *b, size_t size) {
    uint8_t kept[64];
    memcpy(kept, a, size);
    memcpy(a, b, size);
    memcpy(b, kept, size);
}

void shuffle_boards(struct board_set *set, uint64_t *random) {
    for (size_t i = set->count; i > 1; i--) {
        const size_t j = splitmix64(random) % i;
        swap_bytes(set->boards[i - 1], set->boards[j], sizeof *set->boards);
        swap_bytes(&set->kings[i - 1], &set->kings[j], 1);
        swap_bytes(&set->sides[i - 1], &set->sides[j], 1);
    }
}

static void respell(const struct form *form, const uint8_t board[64], uint8_t converted[64]) {
    for (unsigned square = 0; square < KS_SQUARES; square++)
        converted[square ^ form->flip] = form->byte_of[board[square]];
}

void convert_boards(const struct board_set *set, const struct form *form, struct board_set *converted) {
    for (size_t i = 0; i < set->count; i++) {
        if (!form)
            memcpy(converted->boards[i], set->boards[i], 64);
        else if (form->convert)
            form->convert(set->boards[i], converted->boards[i]);
        else
            respell(form, set->boards[i], converted->boards[i]);
        converted->kings[i] = (uint8_t)(set->kings[i] ^ (form ? form->flip : 0));
        converted->sides[i] = set->sides[i];
    }
}
