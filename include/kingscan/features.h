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

#ifdef __cplusplus
}
#endif
#endif
