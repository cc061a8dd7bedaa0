/* Answers what several commands ask of games while a reader reads them: tags that a user names, positions and
 * their verdicts; and says when a move has a piece's letter of another notation. */
#ifndef KS_POSITIONS_GAMES_FILE_H
#define KS_POSITIONS_GAMES_FILE_H

#include "cli/base/json.h"
#include "cli/io/input.h"
#include "cli/positions/arguments.h"
#include "game/common/any_position.h"
#include "kingscan.h"

/* ---- Letters ---- */

/* Letters of pieces with two meanings: one in a variant's notation, another in FEN. */

enum { OTHER_LETTER_SIZE = 192 };

/* Writes what is to be added to an answer about a move when its first letter is another piece's in the other
 * notation; "" when it is not. fairy says that moves are read with FEN's letters, as Fairy-Stockfish writes
 * them. message says why the move is illegal, and is NULL for a legal one. */
void write_other_letter(const ks_variant *variant, bool fairy, char letter, const char *message,
                        char hint[OTHER_LETTER_SIZE]);

/* ---- Tags ---- */

/* The tags of a game that a user names, as fields of a line or as members of an object. */

/* names has commas between them, and is NULL for none. A tag that the game does not have is an empty field,
 * or null. */

/* Writes a tab before each value. */
void put_tag_fields(struct output *out, ks_pgn *pgn, const char *names);

/* Writes an object "tags", unless names is NULL. */
void put_tag_members(struct json *json, ks_pgn *pgn, const char *names);

/* ---- Tags that no game has ---- */

/* The tags that a user names may be mistyped: those that none of the games has are reported in the end. Games
 * may well lack a tag that is only printed: it is reported when they have one with a name near to it. Both
 * structs are all zeros at first. */

enum { NAMED_TAGS_MAX = 64, SEEN_TAGS_MAX = 64, SEEN_TAG_SIZE = 32 };

struct named_tags {
    struct named_tag {
        const char *option;       /* by which it was named, such as "--select" */
        bool printed;             /* only printed */
        const char *const *words; /* what else the option knows, NULL at the end; or NULL */
        char name[KS_PGN_WORD_MAX + 1];
    } all[NAMED_TAGS_MAX];
    unsigned count;
};

#define PRINTED_TAG ((struct named_tag){.option = "--tags", .printed = true})

/* The tags that games have. */
struct met_tags {
    uint64_t games;
    uint64_t named; /* bit n: a game has the tag n of those that are named */
    unsigned seen_count;
    char seen[SEEN_TAGS_MAX][SEEN_TAG_SIZE]; /* while named tags are missing: those that there are */
};

/* Adds tags like this one, by names with commas between them, as far as there is room. names: NULL: none. */
void add_named_tags(struct named_tags *tags, struct named_tag tag, const char *names);

/* Looks for them in the reader's game. */
void look_for_tags(const struct named_tags *tags, struct met_tags *met, ks_pgn *pgn);

/* Adds the tags of other games. */
void merge_met_tags(struct met_tags *met, const struct met_tags *others);

/* Reports those that are missing, when there were games. */
void report_missing_tags(const struct named_tags *tags, const struct met_tags *met);

/* ---- Games ---- */

/* Returns whether the beginning of a file, as ks_find_foreign takes it, begins games. */
bool is_games(const struct file_format *foreign);

/* The flags of a reader of such games. */
ks_pgn_flags notation_flags(const struct reading *reading);

/* Returns whether the game has a position, as ks_pgn_get_position and ks_pgn_get_variant_position give it. */
bool has_position(ks_pgn *pgn);

/* Copies the position after the item given last. has_position is true (precondition). */
void copy_position(ks_pgn *pgn, struct any_position *position);

/* Writes the FEN of a position, and returns the length. fen_ep: of enum fen_ep. last: the move before it. */
size_t write_fen_by(const struct any_position *position, unsigned fen_ep, any_move last,
                    char fen[ANY_FEN_SIZE]);

/* The verdict on the position after the item given last; the squares of the checkers go to *checkers. */
enum ks_verdict judge_position(ks_pgn *pgn, ks_variant_squares *checkers);

/* Returns the move of an item. */
any_move game_move_of(ks_pgn *pgn, const ks_pgn_item *item);

/* Write a move, -- or 0000 for a null move, and return the length. flags are the game's: see
 * any_game_notation. */
size_t write_game_san(const struct any_position *before, any_move move, char san[ANY_SAN_SIZE]);
size_t write_game_uci(const struct any_position *before, any_move move, ks_uci_flags flags,
                      char uci[ANY_MOVE_SIZE]);

/* Returns how a result is written, such as "1-0"; "*" when there is none. Static. */
const char *game_result_name(enum ks_outcome result);

/* Returns whether no further position of a game is known after this error. */
bool ends_game(const ks_error *error);

enum { GAME_PLACE_SIZE = KS_PGN_WORD_MAX + 80 };

enum { GAME_ERROR_SIZE = GAME_PLACE_SIZE + sizeof(((ks_error *)NULL)->message) + OTHER_LETTER_SIZE };

/* Writes the message about the error given last, which begins with its place, such as "game 3, 7... Nb3".
 * game is the number of the game in its file. */
void write_game_error(ks_pgn *pgn, uint64_t game, const ks_pgn_item *item, char text[GAME_ERROR_SIZE]);

#endif
