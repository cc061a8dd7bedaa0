/* Streams of the loader: batches from files, made by threads. */
#ifndef KS_LOADER_STREAM_H
#define KS_LOADER_STREAM_H

#include "batch.h"

enum {
    THREADS_MAX = 1024,
    /* Arrays have two rows of at most KS_FEATURES_WIDTH_MAX an entry, and int counts their elements. */
    BATCH_MAX = (1 << 30) / KS_FEATURES_WIDTH_MAX - 1
};

/* The parameters of the functions of loader.h that make a stream. */
struct wishes {
    const char *who;      /* the function, for messages */
    const char *features; /* NULL: a stream of texts */
    const char *const *names;
    int files, concurrency, batch_size;
    bool cyclic;
    DataloaderSkipConfig config;
    DataloaderDDPConfig part;
};

/* Returns NULL after a message. */
ks_features *read_features(const char *name, const char *who);
struct stream *create_stream(const struct wishes *wishes);

void destroy_stream(struct stream *stream);

/* Returns the next batch, which give_back_batch gets again, or NULL at the end. */
struct batch *next_batch(struct stream *stream);

#endif
