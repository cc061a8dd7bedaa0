/* Reads positions, files of variants and sets of features from the command line, with the options that say
 * how. */
#ifndef KS_ARGUMENTS_H
#define KS_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/args/options.h"
#include "game/common/replay.h"
#include "kingscan.h"

/* ==== Sources ==== */

/* A text, and the place that messages name for it. */
struct source {
    const char *name;
    uint64_t line;
    const char *text;
    size_t length;
};

/* Reports an error in a text, shows the place, and ends with STATUS_FAILED. */
_Noreturn void refuse(const struct source *source, const ks_error *error);

/* ==== The file of variants ==== */

/* Returns all variants, with the variants of the file unless file is NULL. With KS_VARIANTS_EACH, those that
 * cannot be read are left out and have remarks (ks_variants_get_remark). The function reports why and where,
 * and does not return, when the file cannot be used, or without that flag when anything is wrong with it. */
ks_variants *load_variants(const char *file, ks_variants_flags flags);

/* The text of the file that has been loaded last; NULL when none was. */
const char *variants_text(size_t *length);

/* Returns the variant of this index. Doesn't return when there is no memory for it. */
const ks_variant *require_variant_at(const ks_variants *variants, size_t index);

/* Prints the warnings about the variant of this name and its bases, and returns the variant. Doesn't return
 * when there is none, or when it can't be read. what: begins the message. */
const ks_variant *require_variant(const ks_variants *variants, const char *what, const char *name);

/* A line of the file that has been loaded last. */
struct file_place {
    const char *file;
    uint64_t line;
    size_t column; /* from 1 */
};

/* Returns the place of an error in that file. */
struct file_place variants_place(const ks_error *error);

/* Prints "FILE:LINE:COLUMN: warning: MESSAGE". */
void warn_of(const ks_error *error);

/* ==== Sets of features ==== */

/* A row for a command's table of options: the file with descriptions. */
#define DESCRIPTIONS_OPTION(task, member)                                                                    \
    { "descriptions", 0, "FILE", TEXT_INTO(task, member) }

/* Returns the set of a name. file has descriptions that come before those of the program, or is NULL. Says
 * what is wrong, and does not return, when there is no such set. */
ks_features *require_features(const char *name, const char *file);

/* Adds the names of the sets that come with the program. */
void list_sets(struct choices *choices, char *const *line);

/* ==== Arguments ==== */

/* ---- Options ---- */

/* Rows for a command's table of options, which say how a position is read. task is a struct with a member
 * `reading`, which takes their values. */
#define LENIENT_OPTION(task)                                                                                 \
    { "lenient", 0, NULL, BITS_INTO(task, reading.fen_flags, KS_FEN_LENIENT) }
#define STRICT_OPTION(task)                                                                                  \
    { "strict", 0, NULL, BITS_INTO(task, reading.fen_flags, KS_FEN_STRICT) }
#define VARIANT_OPTION(task)                                                                                 \
    { "variant", 0, "VARIANT", TEXT_INTO(task, reading.variant.name), .list = list_variants }
#define VARIANTS_OPTION(task)                                                                                \
    { "variants", 0, "FILE", TEXT_INTO(task, reading.variant.file) }
#define NOTATION_OPTION(task)                                                                                \
    { "notation", 0, "people|fen", SECOND_INTO(task, reading.variant.fen_letters) }
#define GAMES_NOTATION_OPTION(task)                                                                          \
    {                                                                                                        \
        "notation", 0, "people|fen|ffish", /* in the order of enum games_notation */                         \
            CHOICE_FROM_INTO(task, reading.notation, NOTATION_PEOPLE)                                        \
    }
/* task and field: where the flags of UCI go. */
#define CHESS960_OPTION(task, field)                                                                         \
    { "chess960", 0, NULL, BITS_INTO(task, field, KS_UCI_CHESS960) }
#define FEN_EP_OPTION(task)                                                                                  \
    { "fen-ep", 0, "legal|x-fen", CHOICE_INTO(task, reading.fen_ep) }
#define MOVES_FEN_EP_OPTION(task)                                                                            \
    {                                                                                                        \
        "fen-ep", 0, "legal|x-fen|always", /* in the order of enum fen_ep */                                 \
            CHOICE_INTO(task, reading.fen_ep)                                                                \
    }
#define MEMORY_OPTION(task, member)                                                                          \
    { "memory", 0, "MIB", MEBIBYTES_INTO(task, member, 1, 1 << 24) }

/* The variant that the options ask for; NULL: not given. */
struct variant_choice {
    const char *name, *file;
    bool fen_letters; /* see KS_VARIANTS_FEN_LETTERS */
};

/* The notation of SAN in games of variants; NOTATION_BY_TAGS: their tags decide. */
enum games_notation { NOTATION_BY_TAGS, NOTATION_PEOPLE, NOTATION_FEN, NOTATION_FFISH };

/* When FEN has the en-passant square: see any_write_shown_fen and any_write_fen_after. */
enum fen_ep { FEN_EP_LEGAL, FEN_EP_X_FEN, FEN_EP_ALWAYS };

/* How a command reads positions, as its options say. */
struct reading {
    ks_uci_flags uci;   /* of all moves that are written in UCI */
    unsigned notation;  /* enum games_notation */
    unsigned fen_flags; /* of enum ks_fen_flags */
    unsigned fen_ep;    /* enum fen_ep */
    struct variant_choice variant;
};

/* Adds the names of all variants, with the variants of the file that the line names. */
void list_variants(struct choices *choices, char *const *line);

/* Fails when an option was given that makes no sense with a variant. */
void refuse_beside_variant(bool given, const char *option);

/* ---- Variants ---- */

#define NULL_MOVES_OPTION(task)                                                                              \
    { "null-moves", 0, NULL, FLAG_INTO(task, null_moves) }

/* The form of comments whose scores count. */
#define SCORES_OPTION(task)                                                                                  \
    { "scores", 0, "FORM", CHOICE_FROM_INTO(task, scores, KS_PGN_SCORES_EVAL), .list = list_score_forms }
void list_score_forms(struct choices *choices, char *const *line);

/* An operand that read_position_argument reads. */
#define POSITION_OPERAND                                                                                     \
    { .name = "[FEN|startpos|-]", .many = true }

/* Loads the variants of the choice's file and the bundled ones, with its letters. */
ks_variants *load_chosen_variants(const struct variant_choice *choice);

/* Returns the variant of the choice; NULL without one: chess, by its own rules and functions. Doesn't return
 * when there is no such variant. */
const ks_variant *choose_variant(const struct variant_choice *choice);

/* ---- Positions ---- */

/* Reads the position that the first `count` words stand for: a FEN in one word or in several, and perhaps
 * "moves" and moves from there; the same with "startpos" for the FEN; "-" alone, for the first position of
 * standard input; or no word, for the start of games. variant: NULL for chess; flags: of enum ks_fen_flags.
 * history: receives that position and those before it; may be NULL. When there is no position, says what is
 * wrong and where, and doesn't return. */
void read_position_argument(const ks_variant *variant, char **words, int count, ks_fen_flags flags,
                            struct any_position *position, struct history *history);

/* ==== Formats of files ==== */

/* For an option with the name of a format: its reader into an unsigned, and lists of all formats, and of
 * those that are no games. */
option_reader read_data_format;

/* Reads the format of an input, which may be a pattern of lines: ks_data_use_pattern takes the one that
 * pattern_of_lines returns. */
option_reader read_input_format;
const char *pattern_of_lines(void);

void list_data_formats(struct choices *choices, char *const *line);
void list_formats_without_games(struct choices *choices, char *const *line);

#endif
