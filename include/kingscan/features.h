/* kingscan/features.h: the inputs of nets, from boards and from training data.
 *
 * A net sees a position as a set of features, such as "the own king stands in bucket 3, and an enemy knight
 * on f6", each with an index. A description says which features there are: a short text, or the name of one
 * that comes with the library.
 *
 *     ks_features *set = ks_features_new("Full_Threats+PP_3Wide+HalfKAv2_hm", NULL, 0, &error);
 *     int32_t indices[KS_FEATURES_WIDTH_MAX];
 *     size_t count;
 *     if (ks_features_list(set, position.board, KS_WHITE, indices, &count, &error) == KS_OK)
 *         use(indices, count);
 *     ks_features_free(set);
 *
 * docs/training-nets.md explains descriptions. Castling and en passant are no features. */
#ifndef KINGSCAN_FEATURES_H
#define KINGSCAN_FEATURES_H

#include "data.h"
#include "errors.h"
#include "variants.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Sets ------------------------------------------------------------------------------------ */

/* A set of features. It does not change, and any threads may use it at the same time. */
typedef struct ks_features ks_features;

enum {
    KS_FEATURES_WIDTH_MAX = 1024,     /* active features of a position */
    KS_FEATURES_INPUTS_MAX = 1 << 24, /* indices of a set */
    KS_FEATURES_BLOCKS_MAX = 8,       /* descriptions of a sum */
    KS_FEATURES_WORDS_SIZE = 128      /* of ks_features_describe_index */
};

/* Makes a set of features.
 * name is the name of a description, or names with + between them: the indices of each block come after
 * those of the block before it.
 * text has `length` bytes with descriptions, at most KS_VARIANTS_TEXT_MAX. They are found before those that
 * come with the library. text may be NULL when length is 0, and need not stay.
 * Returns NULL on an error: KS_ERROR_FEATURES_UNKNOWN with an offset in the name, KS_ERROR_MEMORY, or another
 * error of the group with an offset in the text. */
KS_API KS_MUST_USE ks_features *ks_features_new(const char *name, const char *text, size_t length,
                                                ks_error *error);

/* Frees a set, which may be NULL. */
KS_API void ks_features_free(ks_features *set);

/* Returns the name of a description that comes with the library, by its index from 0; NULL after the last
 * one. Static. */
KS_API const char *ks_features_get_bundled(size_t index);

/* A set, or a block of a set: what one description makes. */
typedef struct ks_features_facts {
    const char *name; /* lives as long as the set */
    uint32_t first;   /* the lowest index; 0 for a set */
    uint32_t inputs;  /* the number of indices */
    unsigned width;   /* the most features of a position that can be active, as the description says */
    unsigned blocks;  /* of a set; 1 for a block */
} ks_features_facts;

KS_API ks_features_facts ks_features_get_facts(const ks_features *set);

/* Returns the facts of a block (block < blocks of the set: precondition). */
KS_API ks_features_facts ks_features_get_block(const ks_features *set, unsigned block);

/* Writes what a block is, in one sentence, and returns its length. room includes the zero. */
KS_API size_t ks_features_describe(const ks_features *set, unsigned block, char *text, size_t room);

/* ---- One position ---------------------------------------------------------------------------- */

/* Lists the active features of a position, in rising order.
 * board has 64 bytes, in the codes and the order of check.h.
 * perspective is the side that sees the board, KS_WHITE or KS_BLACK (precondition).
 * indices has room for the set's width.
 * Returns KS_OK, or an error with the offset of a square: KS_ERROR_FEATURES_WIDTH when more features are
 * active than the width allows, KS_ERROR_DATA_KINGS unless each side has one king, KS_ERROR_PAWN_RANK. */
KS_API KS_MUST_USE int ks_features_list(const ks_features *set, const uint8_t board[64], unsigned perspective,
                                        int32_t *indices, size_t *count, ks_error *error);

/* Writes what an index means on a board, as in "white knight on f3 attacks black pawn on e5", and returns the
 * length.
 * index is below the inputs of the set (precondition).
 * board and perspective are as for ks_features_list, and say where the own king stands and which squares are
 * mirrored. The feature need not be active.
 * An index that no position has is "nothing". */
KS_API size_t ks_features_describe_index(const ks_features *set, uint32_t index, const uint8_t board[64],
                                         unsigned perspective, char text[KS_FEATURES_WORDS_SIZE]);

/* ---- Batches of training data ---------------------------------------------------------------- */

/* How scores and results become numbers. A score is the data's, and a result 1, 0 or -1, both from the view
 * of the side to move. */
typedef struct ks_features_formula {
    double score_factor; /* a score is multiplied by it */
    int sigmoid;         /* not 0: x becomes 1 / (1 + exp(-x)) then */
    double result_factor, result_addend;
    size_t reserved[2];
} ks_features_formula;

/* The scores as they are; 1 for a win, 0.5 for a draw, 0 for a loss. */
#define KS_FEATURES_FORMULA_DEFAULT                                                                          \
    {                                                                                                        \
        1.0, 0, 0.5, 0.5, {                                                                                  \
            0, 0                                                                                             \
        }                                                                                                    \
    }

/* Arrays of a caller, which ks_features_fill fills in. Pointers may be NULL, but for `indices`. */
typedef struct ks_features_arrays {
    size_t room;         /* entries that there is room for */
    size_t count;        /* entries that are there; further ones are added behind them */
    int32_t *indices[2]; /* of each side: `width` indices an entry, of which the unused ones are -1, last; or
                            with starts one entry's indices after another's. They have room for room * width,
                            which INT32_MAX bounds */
    int32_t *starts[2];  /* of each side: where the indices of entry i begin and, as starts[i + 1], end: room
                            for  room + 1 */
    float *sides;        /* 1 when white is to move, else 0 */
    float *scores, *results;
    int32_t *pieces; /* their number, by which trainers choose output buckets */
    int by_mover;    /* not 0: the first side is the one to move, and the second the other; otherwise white
                        and black */
    ks_features_formula formula;
    size_t reserved[4];
} ks_features_arrays;

/* Fills in the features of a batch's entries.
 * chosen has a bit for each entry, as ks_features_choose stores them; NULL chooses all.
 * *at is the first entry that is looked at. Afterwards it is batch->count, or the first chosen entry for
 * which the arrays have no more room. The order of an entry's indices is not specified. Returns KS_OK, or an
 * error of ks_features_list, when *at is the entry at fault and those before it have been filled in. */
KS_API KS_MUST_USE int ks_features_fill(const ks_features *set, const ks_data_batch *batch,
                                        const uint64_t *chosen, size_t *at, ks_features_arrays *arrays,
                                        ks_error *error);

/* What ks_features_choose passes over, or-ed, besides marked entries. */
typedef enum ks_features_skips {
    KS_FEATURES_DEFAULT = 0,
    KS_FEATURES_SKIP_CHECKS = 1 << 27,   /* the side to move is in check */
    KS_FEATURES_SKIP_CAPTURES = 1 << 28, /* the move captures, but not en passant */
    KS_FEATURES_SKIP_MOVELESS = 1 << 29, /* the entry has no move */
    KS_FEATURES_SKIP_UNLIKELY = 1 << 30  /* with the probability that the score does not lead to the result */
} ks_features_skips;
KS_FLAGS(ks_features_skips)

/* The probability of a result at a score and a ply. With m = min(ply, ply_most) / 64, a and b are polynomials
 * of m, the coefficient of the third power first; b is multiplied by spread. x is the score times
 * score_factor, bounded by score_most. A win has 1 / (1 + exp((a - x) / b)), a loss 1 / (1 + exp((a + x) /
 * b)). */
typedef struct ks_features_model {
    double a[4], b[4], spread, score_factor, score_most;
    unsigned ply_most;
    size_t reserved[2];
} ks_features_model;

/* The model of nnue-pytorch (commit 9f72946). */
#define KS_FEATURES_MODEL_DEFAULT                                                                            \
    {                                                                                                        \
        {-3.68389304, 30.07065921, -60.52878723, 149.53378557},                                              \
            {-2.0181857, 15.85685038, -29.83452023, 47.59078827}, 1.5, 100.0 / 208, 2000.0, 240, {           \
            0, 0                                                                                             \
        }                                                                                                    \
    }

/* Which entries are chosen. */
typedef struct ks_features_choice {
    ks_features_skips skips;
    unsigned ply_least; /* entries before it are passed over */
    double skip_share;  /* so many are passed over by chance, from 0 to 1 */
    uint64_t seed;
    ks_features_model model; /* for KS_FEATURES_SKIP_UNLIKELY */
    size_t reserved[4];
} ks_features_choice;

/* Chooses entries of a batch as trainers do. It passes over those with the score KS_DATA_SKIPPED, and those
 * whose score or result is not known. number is the number of the first entry in all data: what is drawn for
 * an entry depends on it and the seed. chosen has (batch->count + 63) / 64 words. Bit i & 63 of chosen[i >>
 * 6] is set when entry i is chosen. Returns how many are. */
KS_API size_t ks_features_choose(const ks_features_choice *choice, const ks_data_batch *batch,
                                 uint64_t number, uint64_t *chosen);

#ifdef __cplusplus
}
#endif
#endif
