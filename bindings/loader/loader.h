/* The interface of nnue-pytorch's data loader (commit 9f72946, data_loader/_native.py), by names and layout:
 * its trainers find batches here in place of their own library. docs/training-nets.md is about its use.
 *
 * A function that returns a pointer returns NULL when it fails, after a message on standard error. Streams
 * and batches that are NULL are allowed everywhere. A stream is used by one thread at a time. A batch may
 * outlive its stream. */
#ifndef KS_LOADER_H
#define KS_LOADER_H

#include <stdbool.h>

#if defined(__GNUC__)
#define LOADER_API __attribute__((visibility("default")))
#else
#define LOADER_API
#endif

/* ---- Structs --------------------------------------------------------------------------------- */

/* Which entries are passed over; docs/training-nets.md explains the members. */
typedef struct DataloaderSkipConfig {
    bool filtered;
    int random_fen_skipping;
    bool wld_filtered;
    int early_fen_skipping, soft_early_fen_skipping, simple_eval_skipping, param_index;
    double pc_y[5];      /* pc_y0 to pc_y4 */
    double ply_xy[4][2]; /* ply_x1, ply_y1, to ply_x4, ply_y4 */
} DataloaderSkipConfig;

/* A stream reads the blocks rank, rank + world_size, and so on of each file. */
typedef struct DataloaderDDPConfig {
    int rank, world_size;
} DataloaderDDPConfig;

/* The arrays have `size` elements: floats one array behind another, then white, black and piece_count one
 * behind another. */
typedef struct SparseBatch {
    int num_inputs, size;
    float *is_white, *outcome, *score;
    int num_active_white_features, num_active_black_features; /* of all entries */
    int max_active_features;                                  /* elements of an entry in white and in black */
    int *white, *black;                                       /* the active features first, then -1 */
    int *piece_count;
} SparseBatch;

typedef struct Fen {
    int size;
    const char *fen;
} Fen;

typedef struct FenBatch {
    int size;
    Fen *fens;
} FenBatch;

typedef struct stream FenBatchStream, SparseBatchStream;

/* ---- Functions ------------------------------------------------------------------------------- */

LOADER_API SparseBatchStream *create_sparse_batch_stream(const char *features, int concurrency, int num_files,
                                                         const char *const *filenames, int batch_size,
                                                         bool cyclic, DataloaderSkipConfig config,
                                                         DataloaderDDPConfig ddp_config);
LOADER_API FenBatchStream *create_fen_batch_stream(int concurrency, int num_files,
                                                   const char *const *filenames, int batch_size, bool cyclic,
                                                   DataloaderSkipConfig config,
                                                   DataloaderDDPConfig ddp_config);

/* Returns the next batch; NULL at the end, and after an error that ended the stream. The last batch may be
 * smaller than the others. */
LOADER_API SparseBatch *fetch_next_sparse_batch(SparseBatchStream *stream);
LOADER_API FenBatch *fetch_next_fen_batch(FenBatchStream *stream);

/* Ends a stream's threads and frees it. */
LOADER_API void destroy_sparse_batch_stream(SparseBatchStream *stream);
LOADER_API void destroy_fen_batch_stream(FenBatchStream *stream);

LOADER_API void destroy_sparse_batch(SparseBatch *batch);
LOADER_API void destroy_fen_batch(FenBatch *batch);

/* Makes a batch of positions. plies changes nothing in it, and may be NULL. */
LOADER_API SparseBatch *get_sparse_batch_from_fens(const char *features, int num_fens,
                                                   const char *const *fens, const int *scores,
                                                   const int *plies, const int *results);

#endif
