/* Chooses entries as nnue-pytorch's loader does: with the same probabilities, by draws of its own. */
#include "choice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/geometry.h"
#include "core/board/hashes.h"
#include "game/data/marks.h"

enum { PLACEHOLDER_SCORE = 100, NEVER = -1 };

/* ---- Values ---- */

/* Returns the cubic Hermite spline through five points at 0, 8, 16, 24 and 32, with the slopes of Catmull and
 * Rom; not below 0. */
static double spline(const double y[5], unsigned x) {
    const unsigned i = x >= 32 ? 3 : x / 8;
    const double t = (x - 8.0 * i) / 8;
    const double before = i ? (y[i + 1] - y[i - 1]) / 2 : y[1] - y[0];
    const double after = i < 3 ? (y[i + 2] - y[i]) / 2 : y[4] - y[3];
    const double rise = y[i + 1] - y[i];
    const double value =
        y[i] + t * (before + t * (3 * rise - 2 * before - after + t * (before + after - 2 * rise)));
    return value > 0 ? value : 0;
}

/* Stores the share of each number of pieces. They are equal when all weights are 0. */
static void store_wanted(struct choice *choice) {
    double sum = 0;
    for (unsigned n = 0; n < CHOICE_PIECES; n++)
        sum += choice->wanted[n] = spline(choice->config.pc_y, n);
    for (unsigned n = 0; n < CHOICE_PIECES; n++)
        choice->wanted[n] = sum > 0 ? choice->wanted[n] / sum : 1.0 / (double)CHOICE_PIECES;
}

static bool refuse(const char *who, const char *member, unsigned index, double value, const char *expected) {
    fprintf(stderr, "kingscan: %s: %s%u: expected %s, found %g\n", who, member, index, expected, value);
    return false;
}

static bool check_values(const DataloaderSkipConfig *config, const char *who) {
    for (unsigned i = 0; i < 5; i++)
        if (!isfinite(config->pc_y[i]))
            return refuse(who, "pc_y", i, config->pc_y[i], "a number");
    for (unsigned i = 0; i < 8; i++)
        if (!isfinite(config->ply_xy[i / 2][i % 2]))
            return refuse(who, i % 2 ? "ply_y" : "ply_x", i / 2 + 1, config->ply_xy[i / 2][i % 2],
                          "a number");
    if (config->param_index != 0)
        fprintf(stderr, "kingscan: %s: param_index %d changes nothing here, as in nnue-pytorch's loader\n",
                who, config->param_index);
    return true;
}

bool make_choice(const DataloaderSkipConfig *config, const char *who, struct choice *choice) {
    const double every = config->random_fen_skipping;
    *choice = (struct choice){.config = *config, .common.model = KS_FEATURES_MODEL_DEFAULT};
    if (!check_values(config, who))
        return false;
    choice->chooses = config->filtered || config->wld_filtered || every > 0 ||
                      config->early_fen_skipping >= 0 || config->soft_early_fen_skipping > 0 ||
                      config->simple_eval_skipping > 0;
    choice->common.skips =
        (ks_features_skips)((config->filtered ? KS_FEATURES_SKIP_CHECKS | KS_FEATURES_SKIP_CAPTURES : 0) |
                            (config->wld_filtered ? KS_FEATURES_SKIP_UNLIKELY : 0));
    choice->common.skip_share = every > 0 ? every / (every + 1) : 0;
    choice->common.ply_least = config->early_fen_skipping >= 0 ? (unsigned)config->early_fen_skipping + 1 : 0;
    store_wanted(choice);
    return true;
}

void begin_choice(struct choice_state *state, uint64_t seed) {
    memset(state, 0, sizeof *state);
    state->random = seed;
    state->factor = 1;
    for (unsigned i = 0; i < CHOICE_CHAINS; i++)
        state->last[i].ply = NEVER;
}

/* ---- Entries ---- */

static bool is_drawn(struct choice_state *state, double share) {
    return (double)(splitmix64(&state->random) >> 11) * 0x1p-53 < share;
}

/* Returns the entry before entry i of a batch that has a score of its own; a negative number for one before
 * the batch. */
static int find_scored(const ks_data_batch *batch, const uint64_t *placeholders, int i) {
    while (--i >= 0 && (batch->scores[i] == KS_DATA_SKIPPED || placeholders[i / 64] >> i % 64 & 1))
        continue;
    return i;
}

enum { AT_ONCE = 16 };
typedef int16_t words8 __attribute__((vector_size(16)));

/* Returns which of AT_ONCE entries from i on have a score of 0, and a result that is no draw. All entries of
 * a reader's batches can be read, KS_DATA_BATCH_MAX of them, also those that are not there. */
static unsigned find_zeros(const ks_data_batch *batch, int i) {
    words8 scores[2];
    memcpy(scores, batch->scores + i, sizeof scores);
    uint32_t twice = top_bits((bytes16)(scores[0] == 0)) | (uint32_t)top_bits((bytes16)(scores[1] == 0))
                                                               << 16;
    twice &= 0x55555555;
    twice = (twice | twice >> 1) & 0x33333333;
    twice = (twice | twice >> 2) & 0x0f0f0f0f;
    twice = (twice | twice >> 4) & 0x00ff00ff;
    return (twice | twice >> 8) & 0xffff & top_bits((bytes16)(load_16(batch->results + i) != 0));
}

/* Returns whether the score of entry i, which is 0, stands for an unknown one. */
static bool is_placeholder(const struct last_entry *last, const ks_data_batch *batch,
                           const uint64_t *placeholders, int i) {
    const int scored = find_scored(batch, placeholders, i);
    const int score = scored < 0 ? last->score : batch->scores[scored];
    return batch->plies[i] > (i > 0 ? batch->plies[i - 1] : last->ply) && abs(score) > PLACEHOLDER_SCORE;
}

/* Marks entries whose score of 0 seems to stand for an unknown one: the game was won, and the score before it
 * was not near 0. Keeps the last entry of the block. */
static void find_placeholders(struct choice_state *state, uint64_t block, const ks_data_batch *batch,
                              uint64_t *placeholders) {
    struct last_entry *const last = &state->last[block % CHOICE_CHAINS];
    const int count = (int)batch->count;
    memset(placeholders, 0, BATCH_WORDS * sizeof *placeholders);
    if (last->block != block)
        *last = (struct last_entry){.block = block, .ply = NEVER};
    for (int first = 0; first < count; first += AT_ONCE) {
        const unsigned there = count - first < AT_ONCE ? (1u << (count - first)) - 1 : 0xffff;
        for (unsigned rest = find_zeros(batch, first) & there; rest; rest &= rest - 1) {
            const int i = first + (int)lowest_square(rest);
            placeholders[i / 64] |= (uint64_t)is_placeholder(last, batch, placeholders, i) << i % 64;
        }
    }
    const int scored = find_scored(batch, placeholders, count);
    last->score = scored < 0 ? last->score : batch->scores[scored];
    last->ply = batch->plies[count - 1];
}

/* Returns the share of entries that are kept at a ply: the value there of the line through the points. */
static double share_at_ply(const DataloaderSkipConfig *config, double ply) {
    const double(*const points)[2] = config->ply_xy;
    if (ply <= points[0][0])
        return points[0][1];
    for (unsigned i = 0; i < 4; i++) {
        const double x = points[i][0], y = points[i][1];
        const double to_x = i < 3 ? points[i + 1][0] : config->soft_early_fen_skipping;
        const double to_y = i < 3 ? points[i + 1][1] : 1;
        if (ply >= x && ply <= to_x)
            return to_x > x ? y + (to_y - y) * (ply - x) / (to_x - x) : y;
    }
    return 1;
}

static int material_of(const uint8_t board[64]) {
    static const int values[16] = {0, 208, 781, 825, 1276, 2538, 0, 0, 0, -208, -781, -825, -1276, -2538};
    int sum = 0;
    for (unsigned square = 0; square < 64; square++)
        sum += values[board[square] & 15];
    return sum;
}

/* ---- Pieces ---- */

static unsigned pieces_of(const uint8_t board[64]) {
    bytes16 pieces = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}; /* on a square of each row of 16 */
    uint64_t halves[2];
    for (unsigned square = 0; square < 64; square += 16)
        pieces += (bytes16)(load_16(board + square) == 0);
    memcpy(halves, &pieces, sizeof halves);
    const unsigned count = (unsigned)((halves[0] + halves[1]) * UINT64_C(0x0101010101010101) >> 56);
    return count < CHOICE_PIECES ? count : CHOICE_PIECES - 1;
}

/* Chooses the factor so that the number of pieces that there is most too much of is kept once in forty
 * times. */
static void adapt(const struct choice *choice, struct choice_state *state) {
    double least = INFINITY;
    for (unsigned n = 0; n < CHOICE_PIECES; n++)
        if (state->seen[n] > 0 && choice->wanted[n] > 0) {
            const double ratio = choice->wanted[n] * state->seen_in_all / state->seen[n];
            least = ratio < least ? ratio : least;
        }
    if (isfinite(least))
        state->factor = 1 / (40 * least);
    if (state->steps % 10000 != 0)
        return;
    for (unsigned n = 0; n < CHOICE_PIECES; n++)
        state->seen[n] /= 2;
    state->seen_in_all /= 2;
}

/* Returns whether a position with so many pieces is kept, by how many of them there have been lately. */
static bool is_kept(const struct choice *choice, struct choice_state *state, unsigned pieces) {
    const uint64_t step = ++state->steps;
    state->seen[pieces]++;
    state->seen_in_all++;
    if (step == 100 || step == 500 || step == 1000 || step == 2500 || step == 5000 || step % 10000 == 0)
        adapt(choice, state);
    return is_drawn(state, state->factor * choice->wanted[pieces] * state->seen_in_all / state->seen[pieces]);
}

static bool fits(const struct choice *choice, struct choice_state *state, const ks_data_batch *batch,
                 size_t i) {
    const DataloaderSkipConfig *const config = &choice->config;
    const uint8_t *const board = batch->boards[i];
    const int ply = batch->plies[i];
    if (config->simple_eval_skipping > 0 && abs(material_of(board)) < config->simple_eval_skipping)
        return false;
    if (ply < config->soft_early_fen_skipping && !is_drawn(state, share_at_ply(config, ply)))
        return false;
    return is_kept(choice, state, pieces_of(board));
}

size_t choose(const struct choice *choice, struct choice_state *state, const ks_data_batch *batch,
              uint64_t block, uint64_t *chosen) {
    const uint64_t number = splitmix64(&state->random) / 64 * 64; /* a share costs less at a multiple */
    uint64_t placeholders[BATCH_WORDS];
    size_t count = ks_features_choose(&choice->common, batch, number, chosen);
    if (!choice->chooses || batch->count == 0)
        return count;
    find_placeholders(state, block, batch, placeholders);
    for (size_t word = 0; word <= (batch->count - 1) / 64; word++)
        for (uint64_t rest = chosen[word]; rest; rest &= rest - 1) {
            const unsigned k = lowest_square(rest);
            const bool kept = !(placeholders[word] >> k & 1) && fits(choice, state, batch, 64 * word + k);
            chosen[word] ^= (uint64_t)!kept << k;
            count -= !kept;
        }
    return count;
}
