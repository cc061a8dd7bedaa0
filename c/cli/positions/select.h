/* Chooses games by their tags, as --select asks, such as 'White=Carlsen, Magnus' or 'Elo>=2500'. */
#ifndef KS_SELECT_H
#define KS_SELECT_H

#include "cli/args/options.h"
#include "cli/platform/platform.h"
#include "cli/positions/games_file.h"
#include "kingscan.h"

enum { CONDITIONS_MAX = 32 };

struct condition {
    const char *text; /* as it was given */
    const char *name; /* of the tag, or another word */
    char sign;        /* one of = < > ~ */
    bool or_equal;    /* <= or >= */
    bool negated;     /* != or !~ */
    const char *value;
    unsigned kinds;                /* of the value, as in values.h; 0 is a text */
    const struct pattern *pattern; /* with ~, of a value between slashes; NULL otherwise */
};

/* A game is selected when it meets all conditions. */
struct selection {
    struct condition conditions[CONDITIONS_MAX];
    unsigned count;
};

/* Reads a condition: a tag, a sign, and a value. field: a struct selection. */
void read_condition(const struct option_value *value, void *field);

/* The games that a condition leaves out although they have the tag: its value is no number, or no date, or
 * what else the condition has. All zeros at first. */
struct left_out {
    uint64_t games;
    char value[64];   /* of the first one, cut off when it is longer */
    const char *file; /* of the first one */
    uint64_t line;
};

/* Adds the tags of the conditions, but for the words that stand for several tags or a part of one. */
void add_selected_tags(const struct selection *selection, struct named_tags *tags);

/* Whether the reader's game meets all conditions. file and line are the game's place. left_out has an element
 * a condition, to which the game may add. */
bool is_selected(const struct selection *selection, ks_pgn *pgn, const char *file, uint64_t line,
                 struct left_out *left_out);

/* Adds the games of others, who read later games, to these. Both have CONDITIONS_MAX elements. */
void merge_left_out(struct left_out *left_out, const struct left_out *others);

/* Warns of the games that were left out. */
void report_left_out(const struct selection *selection, const struct left_out *left_out);

/* ---- Positions ---- */

/* A position that a game has to have: as much of it as was given. */
struct wanted_position {
    ks_position position;
    unsigned
        fields; /* of its FEN: 1: the board; 2: also the side to move; and so on up to 4; 0: none is wanted */
};

/* Reads a FEN, its first fields, or "startpos". field: a struct wanted_position. */
void read_wanted_position(const struct option_value *value, void *field);

/* Returns whether a position is the one that is wanted. */
bool is_wanted(const struct wanted_position *wanted, const ks_position *position);

/* ---- Material ---- */

/* Numbers of pieces of each side: [0]: as many as given; more than those where `more` is set. */
struct wanted_material {
    struct {
        uint8_t least[KS_WHITE_KING + 1]; /* by white's codes */
        bool more[KS_WHITE_KING + 1];
    } sides[2];
    uint64_t plies; /* positions in a row; 0: none is wanted */
};

/* Reads material such as KRPKR, KQP*KQ or KRKN:10. field: a struct wanted_material. */
void read_wanted_material(const struct option_value *value, void *field);

/* Returns whether a position has it, with either side as white. */
bool is_wanted_material(const struct wanted_material *wanted, const ks_position *position);

#endif
