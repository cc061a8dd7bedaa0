/* A run of kingscan fuzz, and what is said of it. */
#ifndef KS_FUZZ_REPORT_H
#define KS_FUZZ_REPORT_H

#include <stdio.h>

#include "cli/fuzz/differential.h"
#include "cli/fuzz/games.h"
#include "cli/fuzz/variant.h"
#include "cli/shared/arguments.h"

/* What was asked for, and how far it has got. */
struct fuzz {
    uint64_t seconds, board_limit; /* 0: no limit */
    uint64_t seed;                 /* of the first round, or game */
    const char *kernels, *plugin;  /* as given, or NULL */
    bool json, play;               /* play: games, of chess or of a variant */
    struct differential differential;
    struct boards boards;
    struct games games; /* instead, when it is to play */
    struct variant_choice variant;
    struct variant_games variant_games; /* when it is to play a variant */
    uint64_t tried;
    double started, elapsed;
    bool differs;
    struct difference difference;
    bool mistaken;
    struct mistake mistake;
};

bool is_found(const struct fuzz *fuzz);

/* What the kernels are compared with; NULL: the variant isn't one of theirs. */
const char *name_reference(const struct fuzz *fuzz);

void print_tried(const struct fuzz *fuzz, FILE *out);
void print_compared(const struct fuzz *fuzz, FILE *out);

/* The end, on standard output: for people, or as JSON. */
void print_result(const struct fuzz *fuzz);
void put_result(const struct fuzz *fuzz);

#endif
