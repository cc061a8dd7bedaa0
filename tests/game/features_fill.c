/* Compares every build that fills arrays with features with the reference, on any board, and tests what goes
 * into arrays. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/kernels/family.h"
#include "game/features/sigmoid.h"
#include "game/features/tables.h"
#include "support/data/entries.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/thorough.h"

/* ---- Sets ---- */

/* All that a description can say which the ones of the library do not. */
static const char own[] =
    "[all-pairs]\nkind = pairs\nonce = yes\nblack = rotated\nwidth = 1024\n"
    "pawn = 0 1 2 3 4 5\nknight = 5 4 3 2 1 0\nbishop = 0 1 2 3 4 5\n"
    "rook = 0 1 2 3 4 5\nqueen = 0 1 2 3 4 5\nking = 0 1 2 3 4 5\n"
    "[twice]\nkind = pairs\nmirror = e-h\nwidth = 512\nking = - 0 - - - 1\nqueen = - - - - 0 -\n"
    "[pawns]\nkind = pawns\nfiles = 7\nblack = rotated\nwidth = 900\n"
    "[factored]\nkind = squares\nkings = merged\nfactor = yes\noffset = 3\nmirror = e-h\nwidth = 128\n"
    "[three]\nsum = factored + PP_3Wide + twice\n";

static const char *const names[] = {"all-pairs", "twice",        "pawns",
                                    "factored",  "three",        "Full_Threats+PP_3Wide+HalfKAv2_hm",
                                    "HalfKP",    "Chess768_hm_4"};

static ks_features *set_of(const char *name) {
    ks_error error = {0};
    ks_features *const set = ks_features_new(name, own, sizeof own - 1, &error);
    cr_assert(set, "%s: %s", name, error.message);
    return set;
}

static int compare(const void *a, const void *b) {
    return *(const int32_t *)a - *(const int32_t *)b;
}

/* ---- Builds ---- */

/* Compares what a build finds on a board with the reference, for both sides. */
static void compare_build(const ks_features *set, const struct feature_filler *build,
                          const uint8_t board[64]) {
    static int32_t rows[2][ROW_ROOM], expected[KS_FEATURES_WIDTH_MAX];
    struct feature_counts counts;
    const bool filled = build->fill(set->tables, board, rows, &counts);
    for (unsigned side = 0; side < 2; side++) {
        size_t count;
        const int code = ks_features_list(set, board, side, expected, &count, NULL);
        cr_assert(code == KS_ERROR_FEATURES_WIDTH || filled == (code == KS_OK), "%s: %d", set->name, code);
        if (code != KS_OK || !filled)
            continue;
        cr_assert_eq(counts.active[side], count, "%s: %u, expected %zu", set->name, counts.active[side],
                     count);
        qsort(rows[side], count, sizeof *rows[side], compare);
        cr_assert(memcmp(rows[side], expected, count * sizeof *expected) == 0, "%s", set->name);
    }
}

static ks_features *sets[LENGTH(names)];

static void compare_builds(const uint8_t board[64]) {
    const void *builds[TIERS];
    const size_t count = ks_usable_builds(ks_features_builds, builds);
    for (size_t s = 0; s < LENGTH(names); s++)
        for (size_t b = 0; b < count; b++)
            compare_build(sets[s], builds[b], board);
}

static void make_sets(void) {
    for (size_t s = 0; s < LENGTH(names); s++)
        sets[s] = set_of(names[s]);
}

static void free_sets(void) {
    for (size_t s = 0; s < LENGTH(names); s++)
        ks_features_free(sets[s]);
}

static void visit_position(const ks_position *position) {
    compare_builds(position->board);
}

Test(features_fill, finds_those_of_real_and_hard_positions, .init = make_sets, .fini = free_sets) {
    size_t count;
    const real_position *const positions = real_positions(&count);
    for (size_t i = 0; i < count; i += 11)
        compare_builds(positions[i].position.board);
    each_hard_position(visit_position);
}

/* Boards of any bytes, mostly with one king of each side, and mostly without pawns on the first and last
 * rank. */
Test(features_fill, finds_those_of_random_boards, .init = make_sets, .fini = free_sets) {
    uint64_t random = 69;
    const unsigned boards = amount_of(20000);
    for (unsigned i = 0; i < boards; i++) {
        uint8_t board[64];
        random_board(&random, 0, random_below(&random, 100), 0xff, board);
        const bool whole = random_below(&random, 16);
        for (unsigned square = 0; square < 64 && whole; square++) {
            const bool edge = square < 8 || square >= 56;
            if ((board[square] & 7) == KS_WHITE_KING || (edge && (board[square] & 7) == KS_WHITE_PAWN))
                board[square] = (uint8_t)(board[square] & 0xf8);
        }
        const unsigned white = random_below(&random, 64);
        board[white] = 0xe0 | KS_WHITE_KING;
        board[(white + 1 + random_below(&random, 63)) % 64] = KS_BLACK_KING;
        compare_builds(board);
    }
}

static void expect_near(double found, double expected, double difference) {
    cr_assert(found > expected - difference && found < expected + difference, "%f, expected %f", found,
              expected);
}

/* ---- Arrays ---- */

enum { ROOM = 300 };

/* Arrays of one layout. */
struct filled {
    ks_features_arrays arrays;
    int32_t *indices[2], starts[2][ROOM + 1], pieces[ROOM];
    float sides[ROOM], scores[ROOM], results[ROOM];
};

static struct filled *new_filled(const ks_features *set, bool rows) {
    struct filled *const f = calloc(1, sizeof *f);
    f->arrays.room = ROOM;
    f->arrays.formula = (ks_features_formula)KS_FEATURES_FORMULA_DEFAULT;
    for (unsigned side = 0; side < 2; side++) {
        f->arrays.indices[side] = calloc(ROOM * set->width, sizeof(int32_t));
        f->arrays.starts[side] = rows ? NULL : f->starts[side];
    }
    f->arrays.sides = f->sides;
    f->arrays.scores = f->scores;
    f->arrays.results = f->results;
    f->arrays.pieces = f->pieces;
    return f;
}

static void free_filled(struct filled *f) {
    free(f->arrays.indices[0]);
    free(f->arrays.indices[1]);
    free(f);
}

/* Fills arrays with the entries of a file of random games, from the first on. */
static void fill_from(const ks_features *set, const struct bytes *bytes, ks_data_format format,
                      struct filled *f) {
    ks_data *const data = ks_data_open_memory(bytes->at, bytes->length, format, KS_DATA_DEFAULT, NULL);
    const ks_data_batch *batch;
    while (f->arrays.count < ROOM && (batch = ks_data_next(data)) != NULL) {
        size_t at = 0;
        cr_assert_eq(ks_features_fill(set, batch, NULL, &at, &f->arrays, NULL), KS_OK);
        cr_assert(at == batch->count || f->arrays.count == ROOM);
    }
    ks_data_close(data);
}

/* Compares an entry of rows with the same of CSR, and with the reference. */
static void compare_entry(const ks_features *set, const struct filled *rows, const struct filled *joined,
                          size_t i, const ks_position *position) {
    for (unsigned side = 0; side < 2; side++) {
        int32_t expected[KS_FEATURES_WIDTH_MAX], *const row = rows->arrays.indices[side] + i * set->width;
        const int32_t start = joined->starts[side][i];
        size_t count;
        cr_assert_eq(ks_features_list(set, position->board, side, expected, &count, NULL), KS_OK);
        cr_assert_eq(joined->starts[side][i + 1] - start, (int32_t)count);
        cr_assert(memcmp(joined->arrays.indices[side] + start, row, count * sizeof *row) == 0);
        for (size_t n = count; n < set->width; n++)
            cr_assert_eq(row[n], -1);
        qsort(row, count, sizeof *row, compare);
        cr_assert(memcmp(row, expected, count * sizeof *row) == 0);
    }
}

Test(features_fill, stores_rows_and_joined_rows) {
    ks_features *const set = set_of("Full_Threats+PP_3Wide+HalfKAv2_hm");
    struct entries entries = play_entries(69, 20);
    struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
    struct filled *const rows = new_filled(set, true), *const joined = new_filled(set, false);
    fill_from(set, &bytes, KS_DATA_BINPACK, rows);
    fill_from(set, &bytes, KS_DATA_BINPACK, joined);
    cr_assert_eq(rows->arrays.count, ROOM);
    cr_assert_eq(joined->arrays.count, ROOM);
    for (size_t i = 0; i < ROOM; i++) {
        const struct entry *const entry = &entries.list[i];
        compare_entry(set, rows, joined, i, &entry->position);
        int pieces = 0;
        for (unsigned square = 0; square < 64; square++)
            pieces += entry->position.board[square] != KS_EMPTY;
        cr_assert_eq(rows->pieces[i], pieces);
        cr_assert_eq(rows->sides[i], entry->position.side_to_move == KS_WHITE ? 1.f : 0.f);
        cr_assert_eq(rows->scores[i], (float)entry->score);
        cr_assert_eq(rows->results[i], (float)(entry->result + 1) / 2);
    }
    free_filled(rows);
    free_filled(joined);
    free(bytes.at);
    free_entries(&entries);
    ks_features_free(set);
}

/* Rows of large arrays are stored in another way, unless they stand at an odd address. */
Test(features_fill, stores_the_same_in_large_arrays) {
    enum { LARGE = 8192, ALIGNMENT = 16 };
    ks_features *const set = set_of("Full_Threats+PP_3Wide+HalfKAv2_hm");
    struct entries entries = play_entries(69, 20);
    struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
    struct filled *const rows = new_filled(set, true);
    fill_from(set, &bytes, KS_DATA_BINPACK, rows);
    for (unsigned odd = 0; odd < 2; odd++) {
        struct filled large = {.arrays = {.room = LARGE}};
        int32_t *memory[2];
        for (unsigned side = 0; side < 2; side++) {
            memory[side] = calloc(LARGE * set->width + 2 * ALIGNMENT, sizeof(int32_t));
            large.arrays.indices[side] =
                memory[side] + (ALIGNMENT - (uintptr_t)memory[side] % ALIGNMENT) / sizeof(int32_t) + odd;
        }
        fill_from(set, &bytes, KS_DATA_BINPACK, &large);
        cr_assert(large.arrays.count >= ROOM);
        for (unsigned side = 0; side < 2; side++) {
            cr_assert(memcmp(large.arrays.indices[side], rows->arrays.indices[side],
                             ROOM * set->width * sizeof(int32_t)) == 0);
            free(memory[side]);
        }
    }
    free_filled(rows);
    free(bytes.at);
    free_entries(&entries);
    ks_features_free(set);
}

/* A batch of one entry. */
struct single {
    uint8_t board[1][64];
    uint8_t side, king, kinds, known;
    ks_move move;
    int16_t score;
    int8_t result;
    uint16_t ply;
    uint64_t checks;
    ks_data_batch batch;
};

static void make_single(struct single *s, const char *fen) {
    ks_position position;
    cr_assert_eq(ks_read_fen(fen, strlen(fen), KS_FEN_DEFAULT, &position, NULL), KS_OK);
    *s = (struct single){.known = 255, .side = position.side_to_move};
    memcpy(s->board[0], position.board, 64);
    s->batch = (ks_data_batch){.count = 1,
                               .boards = (const uint8_t(*)[64])s->board,
                               .sides = &s->side,
                               .kings = &s->king,
                               .kinds = &s->kinds,
                               .known = &s->known,
                               .moves = &s->move,
                               .scores = &s->score,
                               .results = &s->result,
                               .plies = &s->ply,
                               .checks = &s->checks};
}

#define PAWN_OF_BLACK "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"

Test(features_fill, puts_the_mover_first_and_bends_scores) {
    ks_features *const set = set_of("Chess768");
    struct filled *const f = new_filled(set, true);
    struct single s;
    size_t at = 0;
    make_single(&s, PAWN_OF_BLACK);
    s.score = 400;
    s.result = -1;
    f->arrays.by_mover = 1;
    f->arrays.formula = (ks_features_formula){1.0 / 400, 1, 2, 1, {0}};
    cr_assert_eq(ks_features_fill(set, &s.batch, NULL, &at, &f->arrays, NULL), KS_OK);
    const int32_t mover[] = {12, 5 * 64 + 4, 11 * 64 + 60};
    qsort(f->arrays.indices[0], 3, sizeof(int32_t), compare);
    cr_assert(memcmp(f->arrays.indices[0], mover, sizeof mover) == 0);
    expect_near(f->scores[0], 0.7310585786, 1e-6);
    cr_assert_eq(f->results[0], -1.f);
    cr_assert_eq(f->sides[0], 0.f);
    free_filled(f);
    ks_features_free(set);
}

Test(features_fill, names_the_entry_at_fault) {
    static const char narrow[] = "[a]\nkind = squares\nwidth = 2\n";
    ks_features *const set = ks_features_new("a", narrow, sizeof narrow - 1, NULL);
    struct filled *const f = new_filled(set, true);
    struct single s;
    size_t at = 0;
    const uint64_t none = 0;
    ks_error error;
    make_single(&s, PAWN_OF_BLACK);
    cr_assert_eq(ks_features_fill(set, &s.batch, &none, &at, &f->arrays, NULL), KS_OK);
    cr_assert(at == 1 && f->arrays.count == 0);
    at = 0;
    cr_assert_eq(ks_features_fill(set, &s.batch, NULL, &at, &f->arrays, &error), KS_ERROR_FEATURES_WIDTH);
    cr_assert(at == 0 && f->arrays.count == 0);
    s.board[0][0] = KS_WHITE_KING;
    cr_assert_eq(ks_features_fill(set, &s.batch, NULL, &at, &f->arrays, &error), KS_ERROR_DATA_KINGS);
    free_filled(f);
    ks_features_free(set);
}

/* ---- Choice ---- */

static bool chooses(const ks_features_choice *choice, const struct single *s) {
    uint64_t chosen = 0;
    const size_t count = ks_features_choose(choice, &s->batch, 7, &chosen);
    cr_assert_eq(count, chosen);
    return count;
}

Test(features_fill, chooses_as_trainers_do) {
    const ks_features_choice all = {0};
    struct single s;
    make_single(&s, PAWN_OF_BLACK);
    cr_assert(chooses(&all, &s));
    s.score = KS_DATA_SKIPPED;
    cr_assert(!chooses(&all, &s));
    s.score = 0;
    s.known = (uint8_t)~KS_DATA_HAS_SCORE;
    cr_assert(!chooses(&all, &s));
    s.known = (uint8_t)~KS_DATA_HAS_RESULT;
    cr_assert(!chooses(&all, &s));
    s.known = 255;
    s.kinds = KS_DATA_CAPTURE;
    cr_assert(chooses(&all, &s));
    cr_assert(!chooses(&(ks_features_choice){.skips = KS_FEATURES_SKIP_CAPTURES}, &s));
    s.kinds = KS_DATA_CAPTURE | KS_DATA_EN_PASSANT;
    cr_assert(chooses(&(ks_features_choice){.skips = KS_FEATURES_SKIP_CAPTURES}, &s));
    s.kinds = KS_DATA_NO_MOVE;
    cr_assert(chooses(&all, &s));
    cr_assert(!chooses(&(ks_features_choice){.skips = KS_FEATURES_SKIP_MOVELESS}, &s));
    s.kinds = 0;
    s.checks = 1;
    cr_assert(chooses(&all, &s));
    cr_assert(!chooses(&(ks_features_choice){.skips = KS_FEATURES_SKIP_CHECKS}, &s));
    s.ply = 12;
    cr_assert(!chooses(&(ks_features_choice){.ply_least = 13}, &s));
    cr_assert(chooses(&(ks_features_choice){.ply_least = 12}, &s));
    s.ply = UINT16_MAX;
    cr_assert(!chooses(&(ks_features_choice){.ply_least = UINT16_MAX + 1}, &s));
}

/* A batch of random facts, with the same board everywhere. */
struct many {
    uint8_t boards[KS_DATA_BATCH_MAX][64], zeros[KS_DATA_BATCH_MAX], kinds[KS_DATA_BATCH_MAX],
        known[KS_DATA_BATCH_MAX];
    ks_move moves[KS_DATA_BATCH_MAX];
    int16_t scores[KS_DATA_BATCH_MAX];
    int8_t results[KS_DATA_BATCH_MAX];
    uint16_t plies[KS_DATA_BATCH_MAX];
    uint64_t checks[KS_DATA_BATCH_MAX / 64];
};

static void make_many(struct many *m, uint64_t *random) {
    struct single s;
    make_single(&s, PAWN_OF_BLACK);
    *m = (struct many){
        .checks = {random_below(random, 1 << 30) * UINT64_C(0x500000001), random_below(random, 1 << 30)}};
    for (unsigned i = 0; i < KS_DATA_BATCH_MAX; i++) {
        memcpy(m->boards[i], s.board, 64);
        m->kinds[i] = (uint8_t)random_below(random, 32);
        m->known[i] = random_below(random, 8) ? 255 : (uint8_t)random_below(random, 255);
        m->scores[i] = random_below(random, 8) ? (int16_t)(i + 1) : KS_DATA_SKIPPED;
        m->results[i] = (int8_t)((int)random_below(random, 3) - 1);
        m->plies[i] = (uint16_t)random_below(random, 40);
    }
}

static ks_data_batch batch_of(const struct many *m, size_t first, size_t count, const uint64_t *checks) {
    return (ks_data_batch){.count = count,
                           .boards = m->boards + first,
                           .sides = m->zeros + first,
                           .kings = m->zeros + first,
                           .kinds = m->kinds + first,
                           .known = m->known + first,
                           .moves = m->moves + first,
                           .scores = m->scores + first,
                           .results = m->results + first,
                           .plies = m->plies + first,
                           .checks = checks};
}

Test(features_fill, chooses_and_fills_many_as_one_by_one) {
    static const size_t counts[] = {1, 63, 64, 65, 100, 128};
    const ks_features_choice choices[] = {
        {.skips = KS_FEATURES_DEFAULT},
        {.skips = KS_FEATURES_SKIP_CHECKS | KS_FEATURES_SKIP_CAPTURES, .ply_least = 10},
        {.skips = KS_FEATURES_SKIP_MOVELESS, .skip_share = 0.5, .seed = 3},
        {.skips = KS_FEATURES_SKIP_UNLIKELY, .skip_share = 0.25, .model = KS_FEATURES_MODEL_DEFAULT},
        {.ply_least = 70000}};
    ks_features *const set = set_of("Chess768");
    uint64_t random = 70;
    for (unsigned n = 0; n < LENGTH(counts) * LENGTH(choices) * 4; n++) {
        const ks_features_choice *const choice = &choices[n % LENGTH(choices)];
        const size_t number = random_below(&random, 1000), all = counts[n / 4 % LENGTH(counts)];
        struct many m;
        make_many(&m, &random);
        const ks_data_batch batch = batch_of(&m, 0, all, m.checks);
        uint64_t chosen[KS_DATA_BATCH_MAX / 64];
        struct filled *const f = new_filled(set, true);
        const size_t count = ks_features_choose(choice, &batch, number, chosen);
        size_t at = 0, found = 0;
        cr_assert_eq(ks_features_fill(set, &batch, chosen, &at, &f->arrays, NULL), KS_OK);
        cr_assert(at == all && f->arrays.count == count);
        for (size_t i = 0; i < all; i++) {
            const uint64_t check = m.checks[i / 64] >> i % 64 & 1;
            const ks_data_batch one = batch_of(&m, i, 1, &check);
            uint64_t alone;
            ks_features_choose(choice, &one, number + i, &alone);
            cr_assert_eq(chosen[i / 64] >> i % 64 & 1, alone, "entry %zu of %zu", i, all);
            if (alone)
                cr_assert_eq(f->scores[found++], (float)m.scores[i]);
        }
        cr_assert_eq(found, count);
        free_filled(f);
    }
    ks_features_free(set);
}

/* Returns the share of 20000 numbers for which an entry is chosen. */
static double share_of(const ks_features_choice *choice, const struct single *s) {
    unsigned count = 0;
    for (uint64_t number = 0; number < 20000; number++) {
        uint64_t chosen, again;
        count += (unsigned)ks_features_choose(choice, &s->batch, number, &chosen);
        ks_features_choose(choice, &s->batch, number, &again);
        cr_assert_eq(chosen, again);
    }
    return count / 20000.0;
}

/* The probabilities are those of nnue-pytorch's model, computed apart from it. */
Test(features_fill, chooses_by_chance) {
    static const struct {
        int score, result, ply;
        double probability;
    } cases[] = {{0, 1, 20, 0.096408},    {0, 0, 20, 0.807183},     {300, 1, 60, 0.642511},
                 {300, -1, 60, 0.004307}, {-200, 0, 300, 0.627582}, {-32000, -1, 100, 1.000000}};
    static const double shares[] = {0.75, 0.5, 1 / 3.0, 0.9, 0x1p-60, 0, 1};
    struct single s;
    make_single(&s, PAWN_OF_BLACK);
    for (size_t i = 0; i < LENGTH(shares); i++)
        expect_near(share_of(&(ks_features_choice){.skip_share = shares[i], .seed = i}, &s), 1 - shares[i],
                    0.01);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const ks_features_choice choice = {
            .skips = KS_FEATURES_SKIP_UNLIKELY, .seed = i, .model = KS_FEATURES_MODEL_DEFAULT};
        s.score = (int16_t)cases[i].score;
        s.result = (int8_t)cases[i].result;
        s.ply = (uint16_t)cases[i].ply;
        expect_near(share_of(&choice, &s), cases[i].probability, 0.015);
    }
}

Test(features_fill, sigmoid_is_exact) {
    static const double known[][2] = {{0.0, 0.5},
                                      {0.3, 0.574442516811659},
                                      {-0.3, 0.425557483188341},
                                      {1.0, 0.7310585786300049},
                                      {-1.0, 0.2689414213699951},
                                      {2.5, 0.9241418199787566},
                                      {10.0, 0.9999546021312976},
                                      {-30.0, 9.357622968839299e-14},
                                      {-100.0, 3.7200759760208356e-44},
                                      {-590.0, 5.837886901742308e-257}};
    for (size_t i = 0; i < LENGTH(known); i++) {
        const double ratio = ks_sigmoid(known[i][0]) / known[i][1];
        cr_assert(ratio > 1 - 1e-12 && ratio < 1 + 1e-12, "%f: %.17g", known[i][0], ratio);
    }
    cr_assert(ks_sigmoid(5000) == 1 && ks_sigmoid(-5000) < 1e-250);
    const double none = __builtin_nan(""), share = ks_sigmoid(none);
    cr_assert(share >= 0 && share <= 1, "a model that divides by 0");
}
