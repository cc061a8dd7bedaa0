/* The state of an engine or a script: its settings, its process, the options that it has. */
#ifndef KS_ENGINE_STATE_H
#define KS_ENGINE_STATE_H

#include "cli/io/process.h"
#include "cli/positions/replay.h"

enum { ENGINE_TIMEOUT = 10, ENGINE_OPTIONS_MAX = 64, ENGINE_TROUBLE_SIZE = 1024, ENGINE_REFUSAL_SIZE = 400 };

enum engine_kind {
    ENGINE_OF_COMMAND, /* it runs on, and is asked in a dialect */
    ENGINE_SCRIPT,     /* its arguments are the depth, a FEN and, where there are any, moves (in one word); it
                          prints lines "move count", a blank one, and the total */
    ENGINE_LIBRARY     /* a shared library: see library.h */
};

/* In the order of the words that --dialect takes. */
enum engine_dialect {
    DIALECT_UCI,
    DIALECT_PERFT,
    DIALECT_DIVIDE,
    DIALECT_XBOARD_PERFT,
    DIALECT_XBOARD_DIVIDE,
    DIALECTS
};

struct engine_settings {
    const char *command; /* for sh -c; of a library, its file */
    enum engine_kind kind;
    unsigned dialect; /* of enum engine_dialect, for ENGINE_OF_COMMAND */
    bool chess960;    /* the program knows Chess960; one that speaks UCI says so itself by its options */
    unsigned timeout; /* seconds that an answer may take */
    const char *options[ENGINE_OPTIONS_MAX]; /* NAME=VALUE, or NAME of a button */
    size_t option_count;
    const ks_variant *variant; /* NULL: chess */
    const char *variants_file; /* the file that has the variant, or NULL */
    const char *variants_path; /* the path of its text in the form that engines read, or NULL */
};

struct engine {
    const struct engine_settings *settings;
    struct process process;
    bool running;
    bool knows_chess960;
    bool has_variants, knows_variant;    /* it has UCI_Variant; that lists the variant of the settings */
    bool reads_variants;                 /* it has VariantPath */
    bool has_option[ENGINE_OPTIONS_MAX]; /* it has the option of the settings of this number */
    bool chess960_fixed;                 /* UCI_Chess960 is among the options that were given */
    bool chess960;                       /* what UCI_Chess960 is set to */
    char refusal[ENGINE_REFUSAL_SIZE];   /* why it cannot take the first wrong option, or "" */
    char complaint[PROCESS_SAID + 1];    /* what it says against the file of variants, escaped; or "" */
    char trouble[ENGINE_TROUBLE_SIZE];   /* why the last call failed, in one line; "" when interrupted */
};

/* The notation of moves that are written to the engine and by it: of enum ks_uci_flags. */
static inline unsigned engine_notation(const struct engine *engine, const struct replay *replay) {
    const bool chess960 = engine->chess960_fixed ? engine->chess960 : any_is_chess960(&replay->start);
    return chess960 ? KS_UCI_CHESS960 : 0;
}

/* The name of the program in messages and options. */
static inline const char *engine_word(const struct engine_settings *settings) {
    static const char *const words[] = {"engine", "script", "library"};
    return words[settings->kind];
}

static inline bool engine_speaks_uci(const struct engine_settings *settings) {
    return settings->kind == ENGINE_OF_COMMAND && settings->dialect == DIALECT_UCI;
}

/* Ends the engine if it runs. */
static inline void engine_stop(struct engine *engine) {
    if (engine->running)
        process_stop(&engine->process);
    engine->running = false;
}

#endif
