/* Cuts files of training data into parts that are read and written on their own, for the program alone. */
#ifndef KS_DATA_PARTS_H
#define KS_DATA_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/pgn/told.h"
#include "kingscan/data.h"
#include "kingscan/pgn.h"

/* Each block begins with it. */
extern const char ks_binpack_magic[4];

/* A reader works on so many blocks at a time, at most, when they may come in any order. */
enum { LANES_MAX = 8 };

/* Returns the size of the block that begins with these bytes, its header included; the size of the header
 * alone while fewer bytes are there; 0 when no block begins so. */
uint64_t ks_binpack_block_size(const uint8_t *bytes, size_t have);

/* Returns whether a format keeps entries together that follow each other, as chains or games. */
static inline bool ks_data_has_chains(unsigned format) {
    return format == KS_DATA_BINPACK || format == KS_DATA_VIRI || format == KS_DATA_PGN;
}

/* Returns whether a format is text, in which a place is a line. */
static inline bool ks_data_is_text(unsigned format) {
    return format >= KS_DATA_PLAIN && format < KS_DATA_FORMATS;
}

/* Returns whether a format is lines that have a position each, and that are read and not written here. */
static inline bool ks_data_is_lines(unsigned format) {
    return format >= KS_DATA_FEN && format <= KS_DATA_JSONL;
}

/* Returns how many of the games that have been read have scores in several forms, none of which counts. */
uint64_t ks_count_mixed_games(const ks_data *data);

/* Returns the length of a file's name without its suffix of compression, such as .zst. */
size_t ks_name_without_compression(const char *name, size_t length);

/* Returns whether entry i of a reader's last batch follows the last one that was written by its move, in a
 * format of chains or games; false in others. */
bool ks_goes_on_with_chain(const ks_data_writer *writer, const ks_data *data, size_t i);

/* Ends the chain or game, and hands all that was written to the sink: in .binpack as a block. The next entry
 * begins another one. */
void ks_end_chain(ks_data_writer *writer);

/* ---- Games ---- */

/* What is done with a game that begins. */
enum game_use { GAME_IS_READ, GAME_IS_PASSED, GAMES_END /* as if it were not there, nor what follows it */ };

/* Lets somebody decide that of each game of a reader of games. Nothing changes for other formats. */
typedef enum game_use game_chooser(void *context, ks_pgn *pgn);
void ks_data_choose_games(ks_data *data, game_chooser *chooser, void *context);

/* Returns the reader of the text of games, or NULL. */
ks_pgn *ks_data_get_pgn(const ks_data *data);

/* ---- Whole games ---- */

/* A game as it was read, without its positions. Entry n is the position after n moves. */
struct whole_game {
    const ks_position *start;
    const struct game_position *end; /* the position after all moves, or NULL when nobody has made it */
    const struct told *told;         /* of each entry, and one more that says nothing */
    unsigned count;                  /* of moves: there is an entry more */
    unsigned first_ply;
    int result;              /* as white sees it */
    enum ks_pgn_scores form; /* of the scores that count */
    int no_score;            /* of entries without one: see ks_data_give_games */
    uint8_t known;           /* of all entries: KS_DATA_HAS_RESULT or nothing */
};

/* Returns whether entry n has a score. An evaluation is of a position, a note of the position before. */
static inline bool entry_has_score(const struct whole_game *game, unsigned n) {
    return game->form == KS_PGN_SCORES_EVAL   ? game->told[n].has_eval
           : game->form == KS_PGN_SCORES_NONE ? false
                                              : game->told[n + 1].note_form == game->form;
}

/* Returns the score of entry n. */
static inline int score_of_entry(const struct whole_game *game, unsigned n) {
    return !entry_has_score(game, n)          ? game->no_score
           : game->form == KS_PGN_SCORES_EVAL ? game->told[n].eval
                                              : game->told[n + 1].note;
}

/* Makes a reader of games give each one as a whole, before its entries: as a batch that has none, and no
 * fault. no_score is the score that entries without one get in it. Nothing changes for other formats. */
void ks_data_give_games(ks_data *data, int no_score);

/* Returns the game that ks_data_next has given as a whole, or NULL. */
const struct whole_game *ks_data_get_game(const ks_data *data);

/* Passes the first n entries of this game, count + 1 at most: ks_data_next gives the others. */
void ks_data_pass_entries(ks_data *data, unsigned n);

/* Writes the entries of a game that have moves into .binpack, or as many of them as follow each other without
 * a fault. Returns their number. *without_score gets how many of them have no score of their own. The others
 * are to be written one by one, with ks_data_copy, which says what is wrong. */
unsigned ks_write_game(ks_data_writer *writer, const struct whole_game *game, unsigned *without_score);

#endif
