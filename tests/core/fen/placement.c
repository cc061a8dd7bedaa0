/* Compares every kernel's reader of placements with the exact reader of FEN: their answers, the memory that
 * they touch, and their caller's state. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>

#include "abi/area.h"
#include "abi/call.h"
#include "core/fen/plain.h"
#include "core/fen/read.h"
#include "core/fen/readers.h"
#include "core/kernels/family.h"
#include "kingscan.h"
#include "support/kernels/usable.h"
#include "support/length.h"
#include "support/random.h"
#include "support/readings.h"
#include "support/sanitized.h"
#include "support/skip.h"
#include "support/texts.h"
#include "support/thorough.h"

/* ---- Placements by the exact reader ---- */

typedef struct placement {
    size_t length; /* 0: no placement */
    uint8_t board[KS_SQUARES];
    struct ks_piece_masks masks;
} placement;

static uint64_t squares_of(const uint8_t board[64], unsigned code) {
    uint64_t squares = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        squares |= (uint64_t)(board[square] == code) << square;
    return squares;
}

/* Returns whether the text begins with a placement: the exact reader's first error, if any, lies after it. */
static bool is_placement(const char *text, size_t length, uint8_t board[64]) {
    char line[PLACEMENT_READABLE + 8];
    ks_position position;
    memcpy(line, text, length);
    memcpy(line + length, " w - -", 6);
    const int code = ks_read_fen_exactly(line, length + 6, KS_FEN_LENIENT, &position, NULL);
    memcpy(board, position.board, KS_SQUARES);
    return code < KS_ERROR_PLACEMENT_CHARACTER || code > KS_ERROR_ROWS_TOO_FEW;
}

static placement read_exactly(const char text[PLACEMENT_READABLE]) {
    placement p = {0};
    const char *blank = memchr(text, ' ', PLACEMENT_READABLE);
    const size_t length = blank ? (size_t)(blank - text) : 0;
    if (length == 0 || length > PLACEMENT_MAX || memchr(text, '\t', length) ||
        !is_placement(text, length, p.board))
        return p;
    p.length = length;
    p.masks = (struct ks_piece_masks){
        .kings = {squares_of(p.board, KS_WHITE_KING), squares_of(p.board, KS_BLACK_KING)},
        .pawns = {squares_of(p.board, KS_WHITE_PAWN), squares_of(p.board, KS_BLACK_PAWN)},
        .occupied = ~squares_of(p.board, KS_EMPTY)};
    return p;
}

/* ---- The readers, and memory that ends at the last byte they may touch ---- */

static struct {
    const ks_kernel *kernels[KERNELS_MAX];
    ks_placement_reader *read[KERNELS_MAX];
    size_t count;
} readers;

static struct { area text, board, masks; } areas;

static void find_readers(void) {
    readers.count = usable_kernels(readers.kernels);
    for (size_t i = 0; i < readers.count; i++) {
        cr_assert_eq(ks_kernel_select(readers.kernels[i]->name, NULL), KS_OK);
        readers.read[i] = ks_current_placement_reader();
    }
    areas.text = new_area(PLACEMENT_READABLE);
    areas.board = new_area(KS_SQUARES);
    areas.masks = new_area(sizeof(struct ks_piece_masks));
}

TestSuite(placement, .init = find_readers);

static char *last_text(void) {
    return (char *)areas.text.end - PLACEMENT_READABLE;
}

static uint8_t *last_board(void) {
    return areas.board.end - KS_SQUARES;
}

static struct ks_piece_masks *last_masks(void) {
    return (void *)(areas.masks.end - sizeof(struct ks_piece_masks));
}

/* Overwrites the place of the answer, so that one which is never written cannot be right by chance or by
 * another reader. */
static void spoil_answers(void) {
    memset(last_board(), 0x55, KS_SQUARES);
    memset(last_masks(), 0x55, sizeof(struct ks_piece_masks));
}

static const char *wrong_reading(size_t length, const placement *expected) {
    if (length != expected->length)
        return "another length";
    if (length == 0)
        return NULL;
    if (memcmp(last_board(), expected->board, KS_SQUARES) != 0)
        return "another board";
    return memcmp(last_masks(), &expected->masks, sizeof expected->masks) ? "other masks" : NULL;
}

static void expect_right(size_t reader, const char *text, const char *wrong) {
    cr_assert(!wrong, "kernel %s, \"%s\": %s", readers.kernels[reader]->name,
              spell_text(text, PLACEMENT_READABLE), wrong);
}

/* Expects that all readers read the text like the exact one; returns whether it is a placement. */
static int expect_agreement(const char *text) {
    const placement expected = read_exactly(text);
    for (size_t i = 0; i < readers.count; i++) {
        spoil_answers();
        expect_right(i, text, wrong_reading(readers.read[i](text, last_board(), last_masks()), &expected));
    }
    return expected.length > 0;
}

/* Writes the text, and random bytes to the end of what readers may read. */
static void draw_text(text_source *source, text_writer *write, char text[PLACEMENT_READABLE]) {
    static char whole[TEXT_MAX];
    const size_t length = write(source, whole);
    for (size_t i = 0; i < PLACEMENT_READABLE; i++)
        text[i] = i < length ? whole[i] : (char)random_below(&source->random, 256);
}

/* ---- The tests ---- */

/* Compares the readers on texts and expects at least this many placements, and this many texts that are
 * none. */
static void expect_agreement_on_texts(text_writer *write, unsigned texts, unsigned placements,
                                      unsigned others) {
    text_source source;
    unsigned found = 0;
    texts_start(&source, 1);
    for (unsigned i = 0; i < texts; i++) {
        draw_text(&source, write, last_text());
        found += (unsigned)expect_agreement(last_text());
    }
    cr_assert_geq(found, placements);
    cr_assert_geq(texts - found, others);
}

#define TEXTS amount_of(500000)

Test(placement, readers_agree_on_good_texts) {
    expect_agreement_on_texts(game_text, TEXTS, TEXTS - TEXTS / 50, 0);
}

Test(placement, readers_agree_on_mutated_texts) {
    expect_agreement_on_texts(mutated_text, 2 * TEXTS, TEXTS / 5, TEXTS / 5);
}

Test(placement, readers_agree_on_random_texts) {
    expect_agreement_on_texts(random_text, TEXTS, 0, TEXTS / 2);
}

/* Rows of no characters, first, last and between, that a longer row makes up for; rows that are right in
 * their first eight characters; texts that are longer than PLACEMENT_MAX by one character or more. */
Test(placement, readers_agree_on_rows_of_any_length) {
#define LONG_ROWS "pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/" /* 63 characters */
    static const char *const texts[] = {
        "4k3/8/8/8/8/8/8/4K3 ",
        "/4k38/8/8/8/8/8/4K3 ",
        "4k3/8/8/8/8/8/84K3/ ",
        "4k3/8/88//8/8/8/4K3 ",
        "4k3/8/8/8/8/8/8/4K3/ ",
        "/4k3/8/8/8/8/8/8/4K3 ",
        "4k3/8/8/8/8/8/8/8/4K3 ",
        "4k3/8/8/8/8/8/4K3 ",
        "4k3/11111111x/8/8/8/8/8/4K3 ",
        "4k3/111111110/8/8/8/8/8/4K3 ",
        "4k3/8/7/9/8/8/8/4K3 ",
        "4k3/44/11111111/8/17/71/8/4K3 ",
        LONG_ROWS " ",
        LONG_ROWS "8",
        LONG_ROWS "8 ",
        LONG_ROWS "pppppppp ",
        LONG_ROWS "pppppppp",
        "pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/ppppppp1/8",
        "pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppp2/8 ",
        "pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/p6p/ppp5 ",
    };
    /* every order of two, so that one text's remains cannot help the next */
    for (size_t i = 0; i < LENGTH(texts); i++)
        for (size_t j = 0; j < LENGTH(texts); j++) {
            expect_agreement(strncpy(last_text(), texts[i], PLACEMENT_READABLE));
            expect_agreement(strncpy(last_text(), texts[j], PLACEMENT_READABLE));
        }
}

/* Readers write nothing but board and masks and read at most PLACEMENT_READABLE bytes of text, even when a
 * signal comes after each instruction of the code that no compiler has made. */
Test(placement, readers_keep_their_callers_state_and_memory) {
    text_source source;
    texts_start(&source, 2);
    for (unsigned i = 0; i < 400; i++) {
        char *text = i % 2 ? last_text() : (char *)areas.text.begin;
        protect_area(&areas.text, PROT_READ | PROT_WRITE);
        draw_text(&source, i % 4 < 2 ? real_text : mutated_text, text);
        protect_area(&areas.text, PROT_READ);
        const placement expected = read_exactly(text);
        for (size_t k = 0; k < readers.count; k++) {
            const watched_call call = {
                .function = (void (*)(void))readers.read[k],
                .arguments = {(uintptr_t)text, (uintptr_t)last_board(), (uintptr_t)last_masks()},
                .count = 3,
                .interrupted = i < 20 && readers.read[k] != ks_table_read_placement,
            };
            uint64_t length;
            spoil_answers();
            const char *trouble = call_watched(&call, &length);
            expect_right(k, text, trouble ? trouble : wrong_reading((size_t)length, &expected));
        }
    }
}

#ifdef __x86_64__
/* ---- Four texts ---- */

static struct { area texts[4], pointers, boards, masks, lengths; } fours;

static void find_areas_of_four(void) {
    for (unsigned i = 0; i < 4; i++)
        fours.texts[i] = new_area(PLACEMENT_READABLE);
    fours.pointers = new_area(sizeof(char *[4]));
    fours.boards = new_area(4 * KS_SQUARES);
    fours.masks = new_area(sizeof(struct ks_piece_masks[4]));
    fours.lengths = new_area(sizeof(size_t[4]));
}

TestSuite(four_placements, .init = find_areas_of_four);

static void need_tier(enum tier tier) {
    if (!ks_tier_runs(tier, ks_cpu_features()))
        skip_test("this processor cannot run the reader of four");
}

/* Returns the last `bytes` bytes of an area as an argument. */
static uintptr_t last_of(const area *a, size_t bytes) {
    return (uintptr_t)(a->end - bytes);
}

static void expect_four(const char *const texts[4], uint8_t boards[4][64], struct ks_piece_masks masks[4],
                        const size_t lengths[4]) {
    for (unsigned i = 0; i < 4; i++) {
        const placement expected = read_exactly(texts[i]);
        cr_assert_eq(lengths[i], expected.length, "text %u, \"%s\": length %zu", i,
                     spell_text(texts[i], PLACEMENT_READABLE), lengths[i]);
        cr_assert(expected.length == 0 || (memcmp(boards[i], expected.board, KS_SQUARES) == 0 &&
                                           memcmp(&masks[i], &expected.masks, sizeof masks[i]) == 0),
                  "text %u, \"%s\": another board, or other masks", i,
                  spell_text(texts[i], PLACEMENT_READABLE));
    }
}

/* Calls the reader with four texts of one kind each. */
static void expect_four_of(ks_four_placements_reader *read, text_source *source,
                           text_writer *const writers[4], bool at_end, bool interrupted) {
    const char **texts = (void *)last_of(&fours.pointers, sizeof(char *[4]));
    const watched_call call = {.function = (void (*)(void))read,
                               .arguments = {(uintptr_t)texts, last_of(&fours.boards, 4 * KS_SQUARES),
                                             last_of(&fours.masks, sizeof(struct ks_piece_masks[4])),
                                             last_of(&fours.lengths, sizeof(size_t[4]))},
                               .count = 4,
                               .interrupted = interrupted};
    uint64_t nothing;
    for (unsigned i = 0; i < 4; i++) {
        const area *a = &fours.texts[i];
        char *text = (char *)(at_end ? a->end - PLACEMENT_READABLE : a->begin);
        draw_text(source, writers[i], text);
        texts[i] = text;
    }
    const char *trouble = call_watched(&call, &nothing);
    cr_assert(!trouble, "%s", trouble);
    expect_four(texts, (void *)call.arguments[1], (void *)call.arguments[2], (void *)call.arguments[3]);
}

/* Each of the four places gets texts of every kind, and so do its neighbours. */
static void expect_fours(ks_four_placements_reader *read) {
    static text_writer *const kinds[] = {game_text, mutated_text, random_text, real_text};
    text_source source;
    texts_start(&source, 3);
    for (unsigned i = 0; i < (SLOW ? 2000 : 40000); i++) {
        text_writer *writers[4];
        for (unsigned k = 0; k < 4; k++)
            writers[k] = kinds[random_below(&source.random, LENGTH(kinds))];
        expect_four_of(read, &source, writers, i % 2, i < 8);
    }
}

Test(four_placements, are_read_by_ssse3_as_single_ones) {
    need_tier(TIER_nehalem);
    expect_fours(ks_ssse3_read_four_placements);
}

Test(four_placements, are_read_by_avx2_as_single_ones) {
    need_tier(TIER_avx2);
    expect_fours(ks_avx2_read_four_placements);
}
#endif
