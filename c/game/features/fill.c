/* Fills arrays with the inputs of nets from batches of training data: features, scores and results. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/kernels/family.h"
#include "core/text/error.h"
#include "game/features/sigmoid.h"
#include "game/features/tables.h"

const void *const ks_features_builds[TIERS] = {
    FOR_TIER(any, feature_filler),
#ifdef KS_VECTOR_BUILDS
    FOR_TIER(avx2, feature_filler),
    FOR_TIER(avx512, feature_filler),
#endif
};

/* Says why the features of a position cannot be filled in. */
static int say_why(const ks_features *set, const uint8_t board[64], ks_error *error) {
    int32_t indices[KS_FEATURES_WIDTH_MAX];
    size_t count;
    for (unsigned side = 0; side < 2; side++) {
        const int code = ks_features_list(set, board, side, indices, &count, error);
        if (code != KS_OK)
            return code;
    }
    return KS_OK;
}

enum {
    STREAMED = 1 << 21, /* indices of a side that no cache holds until they are looked at */
    STREAM_ALIGNMENT = 16,
    STREAM_WORDS = 4
};

/* Returns whether rows go past the caches, which then do not read what is overwritten. Batches of 16,384 with
 * Full_Threats+PP_3Wide+HalfKAv2_hm take 0.74 of the time (medians of three runs in turn, AMD EPYC Zen 5). */
static bool are_streamed(const struct feature_filler *filler, const ks_features *set,
                         const ks_features_arrays *arrays) {
    bool streamed = filler->stream && arrays->room * set->width >= STREAMED && set->width % STREAM_WORDS == 0;
    for (unsigned side = 0; side < 2; side++)
        streamed &= !arrays->starts[side] && (uintptr_t)arrays->indices[side] % STREAM_ALIGNMENT == 0;
    return streamed;
}

/* Brings the next row near: a row is several lines, and stores wait for one after the other. Batches of 4,096
 * with Full_Threats+PP_3Wide+HalfKAv2_hm take 0.81 of the time (medians of nine runs in turn, AMD Zen 3). A
 * build that stores a row in whole parts has no time to fetch the next one, unless few entries are chosen:
 * with all of them it took 1.02 of the time (medians of three runs in turn, AMD Zen 4). */
static void fetch_next_row(const ks_features *set, const ks_features_arrays *arrays, unsigned side) {
    enum { WORDS_OF_LINE = 64 / sizeof(int32_t) };
    const size_t next = arrays->count + 1;
    for (unsigned i = 0; next < arrays->room && i < set->width; i += WORDS_OF_LINE)
        __builtin_prefetch(arrays->indices[side] + next * set->width + i, 1);
}

/* There is room for the width and LANES_MOST words in row. */
static void store_row(const struct feature_filler *filler, bool streamed, const ks_features *set,
                      ks_features_arrays *arrays, unsigned side, int32_t *row, unsigned count) {
    int32_t *const starts = arrays->starts[side];
    if (!starts) {
        int32_t *const to = arrays->indices[side] + arrays->count * set->width;
        if (streamed) {
            memset(row + count, 0xff, (set->width - count) * sizeof *row);
            filler->stream(to, row, set->width);
        } else if (filler->store) {
            filler->store(to, row, count, set->width);
        } else {
            memcpy(to, row, count * sizeof *row);
            memset(to + count, 0xff, (set->width - count) * sizeof *row);
        }
        return;
    }
    if (arrays->count == 0)
        starts[0] = 0;
    memcpy(arrays->indices[side] + starts[arrays->count], row, count * sizeof *row);
    starts[arrays->count + 1] = starts[arrays->count] + (int32_t)count;
}

static void store_facts(const ks_data_batch *batch, size_t i, unsigned pieces, ks_features_arrays *arrays) {
    const ks_features_formula *const formula = &arrays->formula;
    const size_t n = arrays->count;
    if (arrays->sides)
        arrays->sides[n] = batch->sides[i] == KS_WHITE;
    if (arrays->scores) {
        const double score = batch->scores[i] * formula->score_factor;
        arrays->scores[n] = (float)(formula->sigmoid ? ks_sigmoid(score) : score);
    }
    if (arrays->results)
        arrays->results[n] = (float)(batch->results[i] * formula->result_factor + formula->result_addend);
    if (arrays->pieces)
        arrays->pieces[n] = (int32_t)pieces;
}

/* Returns the first chosen entry from i on, or the end. */
static size_t next_chosen(const ks_data_batch *batch, const uint64_t *chosen, size_t i) {
    for (; chosen && i < batch->count; i = (i / 64 + 1) * 64) {
        const uint64_t rest = chosen[i / 64] >> i % 64;
        if (rest)
            return i + lowest_square(rest) < batch->count ? i + lowest_square(rest) : batch->count;
    }
    return i < batch->count ? i : batch->count;
}

static int fill_all(const struct feature_filler *filler, bool streamed, const ks_features *set,
                    const ks_data_batch *batch, const uint64_t *chosen, size_t *at,
                    ks_features_arrays *arrays, ks_error *error) {
    _Alignas(64) int32_t rows[2][ROW_ROOM];
    struct feature_counts counts;
    const unsigned *const active = counts.active;
    const bool fetches = !streamed && !arrays->starts[0] && (chosen || !filler->store);
    while ((*at = next_chosen(batch, chosen, *at)) < batch->count) {
        const size_t i = *at;
        const unsigned first = arrays->by_mover && batch->sides[i] == KS_BLACK;
        if (arrays->count == arrays->room)
            break;
        if (!filler->fill(set->tables, batch->boards[i], rows, &counts) || active[KS_WHITE] > set->width ||
            active[KS_BLACK] > set->width)
            return say_why(set, batch->boards[i], error);
        store_row(filler, streamed, set, arrays, 0, rows[first], active[first]);
        store_row(filler, streamed, set, arrays, 1, rows[!first], active[!first]);
        store_facts(batch, i, counts.pieces, arrays);
        for (unsigned side = 0; fetches && side < 2; side++)
            fetch_next_row(set, arrays, side);
        arrays->count++;
        ++*at;
    }
    return KS_OK;
}

int ks_features_fill(const ks_features *set, const ks_data_batch *batch, const uint64_t *chosen, size_t *at,
                     ks_features_arrays *arrays, ks_error *error) {
    const struct feature_filler *const filler = BUILD_IN_USE(features);
    const bool streamed = are_streamed(filler, set, arrays);
    const int code = fill_all(filler, streamed, set, batch, chosen, at, arrays, error);
    if (streamed)
        filler->end_streams();
    return code;
}
