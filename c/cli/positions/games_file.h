/* Reads files of games for the commands: opens them, reads tags, positions and moves, and reports what is
 * wrong. */
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

/* The tags that games have. */
struct met_tags {
    uint64_t games;
    uint64_t named; /* bit n: a game has the tag n of those that are named */
    unsigned seen_count;
    char seen[SEEN_TAGS_MAX][SEEN_TAG_SIZE]; /* while named tags are missing: those that there are */
};

/* Add names, with commas between them, as far as there is room. names: NULL: none. words are suggested
 * besides the games' tags: NULL at their end, or NULL. */
void add_named_tags(struct named_tags *tags, const char *option, const char *names, const char *const *words);
void add_printed_tags(struct named_tags *tags, const char *names);

/* Looks for them in the reader's game. */
void look_for_tags(const struct named_tags *tags, struct met_tags *met, ks_pgn *pgn);

/* Adds the tags of other games. */
void merge_met_tags(struct met_tags *met, const struct met_tags *others);

/* Reports those that are missing, when there were games. */
void report_missing_tags(const struct named_tags *tags, const struct met_tags *met);

/* ---- Files ---- */

/* A file of games in PGN. */

struct games_file {
    ks_pgn *pgn;
    uint64_t number; /* of the game, from 1 */
    struct kept_text {
        bool wanted;
        char *bytes; /* `length` of them, of the text from `offset` on */
        size_t length, room;
        uint64_t offset;
    } kept;
};

/* Returns whether the beginning of a file, as ks_find_foreign takes it, begins games. */
bool is_games(const struct file_format *foreign);

/* The flags of a reader of such games. */
ks_pgn_flags notation_flags(const struct reading *reading);

/* Begins to read games, the first of which comes after so many. flags: of enum ks_pgn_flags. Fails (see
 * messages.h) when there is no memory. */
void open_games(struct games_file *file, const char *name, ks_source *source, void *context, uint64_t games,
                const ks_variants *variants, ks_pgn_flags flags);

/* Goes to the next game; ks_pgn_next_item gives its items. Returns false at the end. */
bool next_game(struct games_file *file);

/* Keeps the text that is read from now on, up to drop_text. Called before the first game. */
void keep_text(struct games_file *file);

/* Keeps what the source has read, if that is wanted. */
void keep_read_text(struct games_file *file, const char *bytes, size_t length);

/* Returns the kept text from one offset to another, both as in ks_pgn_place. It is good until the next item
 * or game. */
const char *kept_text(const struct games_file *file, uint64_t from, uint64_t to, size_t *length);

/* Drops the kept text before this offset. */
void drop_text(struct games_file *file, uint64_t before);

/* Returns whether the game has a position, as ks_pgn_get_position and ks_pgn_get_variant_position give it. */
bool has_position(const struct games_file *file);

/* Copies the position after the item given last. has_position is true (precondition). */
void copy_position(const struct games_file *file, struct any_position *position);

/* Makes the position before the item given last, a move of the main line, that after it. The reader, which
 * makes moves late, need not make this one. */
void follow_move(const struct games_file *file, const ks_pgn_item *item, struct any_position *position);

/* Writes the FEN of a position, and returns the length. fen_ep: of enum fen_ep. last: the move before it. */
size_t write_fen_by(const struct any_position *position, unsigned fen_ep, any_move last,
                    char fen[ANY_FEN_SIZE]);

/* Does the same for the position after the item given last. */
size_t write_game_fen(const struct games_file *file, unsigned fen_ep, any_move last, char fen[ANY_FEN_SIZE]);

/* The verdict on the position after the item given last; the squares of the checkers go to *checkers. */
enum ks_verdict judge_position(const struct games_file *file, ks_variant_squares *checkers);

/* Returns the move of an item. */
any_move game_move_of(const struct games_file *file, const ks_pgn_item *item);

/* Write a move, -- or 0000 for a null move, and return the length. flags are the game's: see
 * any_game_notation. */
size_t write_game_san(const struct any_position *before, any_move move, char san[ANY_SAN_SIZE]);
size_t write_game_uci(const struct any_position *before, any_move move, ks_uci_flags flags,
                      char uci[ANY_MOVE_SIZE]);

/* Writes the move given last in SAN, as write_game_san does, in fewer steps. */
size_t write_last_san(const struct games_file *file, const struct any_position *before, any_move move,
                      char san[ANY_SAN_SIZE]);

/* Returns how a result is written, such as "1-0"; "*" when there is none. Static. */
const char *game_result_name(enum ks_outcome result);

/* Returns whether no further position of a game is known after this error. */
bool ends_game(const ks_error *error);

enum { GAME_PLACE_SIZE = KS_PGN_WORD_MAX + 80 };

/* Writes where an item stands in the games: "game 3, 7... Nb3", or "game 3" when it is no move. text: the
 * move's, as it stands there. before: the position before the move, or NULL. */
void write_game_place(const struct games_file *file, const struct any_position *before, const char *text,
                      size_t length, char place[GAME_PLACE_SIZE]);

enum { GAME_ERROR_SIZE = GAME_PLACE_SIZE + sizeof(((ks_error *)NULL)->message) + OTHER_LETTER_SIZE };

/* Writes the message about the error given last, which begins with such a place. */
void write_game_error(const struct games_file *file, const ks_pgn_item *item, char text[GAME_ERROR_SIZE]);

void close_games(struct games_file *file);

/* ---- Slips ---- */

/* Slips in games with legal moves: a wrong check mark, a wrong move number, a result that the last position
 * contradicts. They are looked for in games of chess. */

enum { SLIP_SIZE = GAME_PLACE_SIZE + 160 };

/* Each returns whether there is a slip, and then writes the message about it. */

/* item is the move given last; the reader has KS_PGN_NUMBERS. verdict is on the position after it. */
bool find_check_mark_slip(const struct games_file *file, const ks_pgn_item *item, enum ks_verdict verdict,
                          char text[SLIP_SIZE]);
bool find_number_slip(const struct games_file *file, const ks_pgn_item *item, char text[SLIP_SIZE]);

/* After the last item. verdict: that on the last position. */
bool find_result_slip(const struct games_file *file, enum ks_verdict verdict, char text[SLIP_SIZE]);

#endif
