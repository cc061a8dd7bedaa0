/* An engine under test, the ways in which it is asked, and what it is told and says. */
#ifndef KS_DIFF_ENGINE_H
#define KS_DIFF_ENGINE_H

#include <stddef.h>

#include "cli/io/process.h"
#include "cli/positions/divide.h"
#include "game/common/replay.h"
#include "game/common/text.h"

struct engine;

/* ==== Ways ==== */

/* The ways to ask a program what it counts after each move. The functions return false when there is trouble:
 * then engine->trouble says what. */

struct engine_way {
    /* Starts it and learns what it can do. NULL: it is started anew for each question. */
    bool (*start)(struct engine *engine);
    /* Asks for the counts after each move from the end of the replay, to this depth. */
    bool (*divide)(struct engine *engine, const struct replay *replay, unsigned depth, struct divide *divide);
};

extern const struct engine_way by_uci;     /* an engine that answers "go perft N" */
extern const struct engine_way by_words;   /* an engine without UCI, which answers "perft N" or "divide N" */
extern const struct engine_way by_script;  /* a command for each question */
extern const struct engine_way by_library; /* a shared library, in a process of its own */

/* ==== State ==== */

/* The state of an engine or a script: its settings, its process, the options that it has. */

enum { ENGINE_TIMEOUT = 10, ENGINE_OPTIONS_MAX = 64, ENGINE_TROUBLE_SIZE = 1024, ENGINE_REFUSAL_SIZE = 400 };

enum engine_kind {
    ENGINE_OF_COMMAND, /* it runs on, and is asked in a dialect */
    ENGINE_SCRIPT,     /* its arguments are the depth, a FEN and, where there are any, moves (in one word); it
                          prints lines "move count", a blank one, and the total */
    ENGINE_LIBRARY     /* a shared library, in a process of its own */
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
    const ks_variant *variant; /* NULL for chess */
    const char *variants_file; /* the file that has the variant, or NULL */
    const char *variants_path; /* the path of its text in the form that engines read, or NULL */
    const char *features;      /* the set of features that it is asked for, or NULL: it counts moves */
    const char *descriptions;  /* the file that has the set, or NULL */
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
    bool lists_moves;                    /* a script has answered with moves alone, at depth 1 */
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

/* ==== Engines ==== */

/* The move generator to test: an engine that answers "go perft N" or the like, a script that is run anew for
 * each question, or a shared library. */

/* Starts the engine unless it runs. All members but the settings are zeros before the first call. Returns
 * false when the engine could not be started; engine->trouble says why. Threads may call it as process.h
 * says. The next function starts the engine too. */
bool engine_start(struct engine *engine);

/* The word of --dialect. */
const char *engine_dialect_name(unsigned dialect);

/* Asks for the counts after each move from the end of the replay, with texts as the engine writes them. */
bool engine_divide(struct engine *engine, const struct replay *replay, unsigned depth, struct divide *divide);

/* ==== Features ==== */

/* The features of a position as somebody lists them, for each side that sees it. */
struct feature_lists {
    size_t count[2];
    int32_t indices[2][KS_FEATURES_WIDTH_MAX];
};

/* Asks for the features at the end of the replay: "position fen FEN moves MOVE...", and "features". The
 * answer has a line "white" and a line "black", each with indices; other lines are skipped. */
bool engine_list_features(struct engine *engine, const struct replay *replay, struct feature_lists *lists);

/* ==== Libraries ==== */

/* A shared library with a function
 *     void perft_divide(const char *fen, int depth, void (*row)(const char *move, uint64_t nodes));
 * which calls row once for each legal move, with what a perft counts after the move. It gets the position
 * after the replay alone. Or one with one of these, or both: int features(const char *fen, int perspective,
 * int *out); int features_after(const char *fen, const char *moves, int perspective, int *out); They store
 * the indices of the features that a side (0 white, 1 black) sees, at most KS_FEATURES_WIDTH_MAX, and return
 * how many. Without features_after, features gets the position after the moves. Each worker has the library
 * in a process of its own, so that it may crash, exit or hang. */

/* The word in the place of the depth that makes `kingscan diff` such a process. */
#define LIBRARY_SERVE "serve"

/* The line by which the process says that it can be asked. */
#define LIBRARY_READY "ready"

/* Answers questions on standard input until that ends: about moves, or about features. Returns the exit
 * status. Fails when the library cannot be loaded. */
int library_serve(const char *file, bool features);

/* ==== The path of variants ==== */

/* The file of --variants as engines read it. */

/* Returns a path by which another process finds the text of a file of variants, which has been read without
 * an error, in the form of Fairy-Stockfish: "[name:base]", and keys at the beginning of their lines. That is
 * the file itself where it has that form. Otherwise it is a copy in memory, which lasts as long as this
 * program. file is as it was given, "-" for standard input. Fails when there is no memory. */
const char *variants_path(const char *file, const char *text, size_t length);

#endif
