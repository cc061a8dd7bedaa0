/* Plays a game to its end, and keeps its facts and the texts that are made on the way. */
#ifndef KS_PLAYED_H
#define KS_PLAYED_H

#include "cli/base/output.h"
#include "cli/commands/games/task.h"
#include "cli/positions/games_file.h"
#include "cli/positions/position_set.h"
#include "game/common/buffer.h"
#include "game/common/remarks.h"

/* The items of a game, which is written when all are known. All zeros at first. */
struct rewriting {
    struct any_position start;
    ks_pgn_item *items;
    size_t count, room;
    struct buffer comments; /* the texts of all comments, one after the other */
};

struct played {
    const struct games_task *task;
    ks_pgn *pgn;
    bool has_positions;
    struct any_position now; /* after the moves so far, when they are written */
    ks_uci_flags uci;        /* how they are */
    uint64_t plies;
    bool event[GAMES_EVENTS];
    bool cut_off; /* the file could not be read to the game's end */
    bool whole;   /* there is a last position, which `verdict` is about; the game is legal */
    enum ks_verdict verdict;
    ks_pgn_place begin;
    ks_error error;     /* the first one of the game; its code is KS_OK when there is none */
    struct buffer text; /* OUTPUT_FEN, OUTPUT_EPD: lines of positions; OUTPUT_JSON, _SAN, _UCI: the moves */
    struct remarks remarks;     /* with --comments */
    unsigned side;              /* to move at first; OUTPUT_JSON */
    struct rewriting rewriting; /* with --rewrite */
    bool has_wanted;            /* the position of --position occurs */
    bool has_material;          /* the material of --material stands for so many plies */
    uint64_t material_plies;    /* for which it has stood so far */
    struct position_key key;    /* of the start and the moves; with --unique */
    any_move last_move;         /* of the main line so far; KS_NO_MOVE: none */
    char last[ANY_FEN_SIZE];    /* the FEN of the last position; OUTPUT_JSON, and `whole` */
};

/* Plays the reader's game. report: called for each error, with the item; or NULL. */
void play_game(struct played *played, const struct games_task *task, ks_pgn *pgn,
               void (*report)(void *context, const ks_pgn_item *item), void *context);

/* Whether the task asks for such a game. */
bool is_asked(const struct games_task *task, const struct played *played);

/* Writes the reader's game after all its items have been added, and an empty line. */
void put_rewritten(struct output *out, struct rewriting *rewriting, ks_pgn *pgn);

void free_played(struct played *played);

#endif
