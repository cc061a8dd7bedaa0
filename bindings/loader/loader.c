/* The functions that nnue-pytorch's Python calls. */
#include "loader.h"

#include <stdio.h>
#include <string.h>

#include "stream.h"

/* ---- Streams ---- */

/* The arguments that both kinds of streams have. */
#define WISHES                                                                                               \
    .who = __func__, .names = filenames, .files = num_files, .concurrency = concurrency,                     \
    .batch_size = batch_size, .cyclic = cyclic, .config = config, .part = ddp_config

SparseBatchStream *create_sparse_batch_stream(const char *features, int concurrency, int num_files,
                                              const char *const *filenames, int batch_size, bool cyclic,
                                              DataloaderSkipConfig config, DataloaderDDPConfig ddp_config) {
    return create_stream(&(struct wishes){WISHES, .features = features ? features : ""});
}

FenBatchStream *create_fen_batch_stream(int concurrency, int num_files, const char *const *filenames,
                                        int batch_size, bool cyclic, DataloaderSkipConfig config,
                                        DataloaderDDPConfig ddp_config) {
    return create_stream(&(struct wishes){WISHES});
}

SparseBatch *fetch_next_sparse_batch(SparseBatchStream *stream) {
    return (SparseBatch *)next_batch(stream);
}

FenBatch *fetch_next_fen_batch(FenBatchStream *stream) {
    return (FenBatch *)next_batch(stream);
}

void destroy_sparse_batch_stream(SparseBatchStream *stream) {
    destroy_stream(stream);
}

void destroy_fen_batch_stream(FenBatchStream *stream) {
    destroy_stream(stream);
}

/* ---- Batches ---- */

void destroy_sparse_batch(SparseBatch *batch) {
    if (batch)
        give_back_batch((struct batch *)batch);
}

void destroy_fen_batch(FenBatch *batch) {
    if (batch)
        give_back_batch((struct batch *)batch);
}

/* Fills in row i from a text. Returns false after a message. */
static bool fill_from_fen(const ks_features *set, struct batch *batch, size_t i, const char *fen, int score,
                          int result, struct active *active) {
    ks_position position;
    ks_error error;
    const char *const text = fen ? fen : "";
    size_t at = 0;
    int code = ks_read_fen(text, strlen(text), KS_FEN_LENIENT, &position, &error);
    if (code == KS_OK) {
        const int16_t scores[] = {(int16_t)score};
        const int8_t results[] = {(int8_t)result};
        const ks_data_batch entries = {.count = 1,
                                       .boards = (const uint8_t(*)[64])position.board,
                                       .sides = &position.side_to_move,
                                       .scores = scores,
                                       .results = results};
        code = fill_rows(set, batch, i, &entries, active, &at, &error);
    }
    const bool known = score == (int16_t)score && result >= -1 && result <= 1;
    if (code != KS_OK)
        fprintf(stderr, "kingscan: position %zu: %s: %s\n", i, text, error.message);
    else if (!known)
        fprintf(stderr,
                "kingscan: position %zu: expected a score of 16 bits and a result from -1 to 1, "
                "found %d and %d\n",
                i, score, result);
    return code == KS_OK && known;
}

SparseBatch *get_sparse_batch_from_fens(const char *features, int num_fens, const char *const *fens,
                                        const int *scores, const int *plies, const int *results) {
    (void)plies;
    if (num_fens < 1 || num_fens > BATCH_MAX || !fens || !scores || !results) {
        fprintf(stderr, "kingscan: %s: num_fens: expected 1 to %d and arrays for them, found %d\n", __func__,
                BATCH_MAX, num_fens);
        return NULL;
    }
    ks_features *const set = read_features(features, __func__);
    struct shelf *const shelf = set ? new_shelf(set, (size_t)num_fens, 0) : NULL;
    struct batch *batch = shelf ? take_batch(shelf) : NULL;
    struct active active = {0, 0};
    if (set && !batch)
        fprintf(stderr, "kingscan: %s: not enough memory\n", __func__);
    for (int i = 0; batch && i < num_fens; i++)
        if (!fill_from_fen(set, batch, (size_t)i, fens[i], scores[i], results[i], &active)) {
            give_back_batch(batch);
            batch = NULL;
        }
    if (batch) {
        batch->is.sparse.num_active_white_features = active.white;
        batch->is.sparse.num_active_black_features = active.black;
    }
    leave_shelf(shelf);
    ks_features_free(set);
    return (SparseBatch *)batch;
}
