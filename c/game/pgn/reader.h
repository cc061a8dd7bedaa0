/* A reader of games: struct ks_pgn, the positions on the way to an item, and what its files ask of each
 * other. */
#ifndef KS_PGN_READER_H
#define KS_PGN_READER_H

#include "game/pgn/beginning.h"
#include "game/pgn/quick.h"
#include "game/pgn/scan_words.h"
#include "game/pgn/told.h"
#include "game/pgn/window.h"

/* ---- The line: positions on the way to an item, one in the main line, and one more in each variation around
 * it ---- */

/* The positions on the way to an item: one in the main line, and one more in each variation around it. */

/* A position now and before the last move, which a variation replaces. undo: chess, too. */
union station {
    ks_position chess;
    ks_undo undo;
    ks_variant_position variant;
};

struct level {
    union station now, before;
    bool moved; /* `before` is set */
};

enum { PLAYED_MAX = 256 };

/* The positions on the way to an item, and the moves of chess that were played ahead. `played` has
 * `played_ahead` moves. The first `given` of them have been items; the level in use has the first `made`, and
 * gets the others that were given when somebody asks for it. */
struct pgn_line {
    const ks_variant *variant; /* NULL for chess */
    bool playable;             /* false when no position is known */
    unsigned depth;            /* of the level in use */
    struct level levels[KS_PGN_DEPTH_MAX + 1];

    /* Moves of chess, played on `quick` alone. */
    const struct player *player; /* NULL when there is none */
    bool quick_started;          /* else `quick` is another position */
    struct quick quick;
    unsigned made, given, played_ahead;
    unsigned first_ahead;                      /* the first move that quick.lanes.checks tells of */
    struct played played[PLAYED_MAX + BEFORE]; /* a whole vector can be loaded from each */
    uint64_t checkers[PLAYED_MAX];             /* of the king that a move played attacks */
};

/* Makes the level in use (moves.c). */
void ks_catch_up(struct pgn_line *line);

static inline struct level *current_level(struct pgn_line *line) {
    return &line->levels[line->depth];
}

static inline ks_position *current_position(struct pgn_line *line) {
    if (line->made < line->given)
        ks_catch_up(line);
    return &current_level(line)->now.chess;
}

/* Forgets the moves that were not made, since the level in use is another or has changed. */
static inline void forget_played(struct pgn_line *line) {
    line->quick_started = false;
    line->made = line->given = line->played_ahead = 0;
}

/* Begins a variation, which replaces the last move. Returns false when there is none, or no room. */
static inline bool enter_variation(struct pgn_line *line) {
    const struct level *const level = current_level(line);
    ks_catch_up(line);
    if (!level->moved || line->depth == KS_PGN_DEPTH_MAX)
        return false;
    line->levels[++line->depth].now = level->before;
    current_level(line)->moved = false;
    forget_played(line);
    return true;
}

/* Goes back to the level at a smaller depth. */
static inline void leave_variation(struct pgn_line *line, unsigned depth) {
    forget_played(line);
    line->depth = depth;
}

/* ---- The reader ---- */

/* A reader of games: struct ks_pgn, and what its files ask of each other. */

/* The stages of reading. */
enum stage {
    BETWEEN_GAMES,
    AMONG_TAGS,
    AMONG_MOVES,
    AFTER_GAME, /* the result has been read, or the next game or the end of the text has been reached */
    AFTER_TEXT
};

enum comment { NO_COMMENT, IN_BRACES, AFTER_SEMICOLON };

/* An error, and a copy of what it is about: the window may have moved on before it is given. */
struct mishap {
    ks_error error; /* code KS_OK: none */
    ks_pgn_place place;
    char text[KS_PGN_WORD_MAX + 1];
    size_t length;
};

/* The module for browsers has no commands beside moves: it gives comments. That of training data has them. */
#if defined KS_SMALL && !defined KS_SMALL_WITH_COMMANDS
enum { COMMANDS = 0 };
#else
enum { COMMANDS = KS_PGN_COMMANDS };
#endif

/* The flags that exist. */
enum {
    KS_PGN_ALL = KS_PGN_COMMENTS | KS_PGN_VARIATIONS | KS_PGN_NUMBERS | KS_PGN_NULL_MOVES | KS_PGN_FAIRY |
                 KS_PGN_NO_FAIRY | COMMANDS
};

struct ks_pgn {
    struct pgn_line line; /* the first member, since it needs alignment */
    struct window window;
    struct memory {
        const char *text;
        size_t length;
    } memory; /* the rest of a text in memory */
    const ks_variants *variants;
    ks_pgn_flags flags; /* of enum ks_pgn_flags */

    /* The game. */
    enum stage stage;
    enum ks_outcome result;
    bool has_result; /* it stands behind the moves */
    bool fairy;      /* moves are written as Fairy-Stockfish does */
    struct tags tags;
    ks_pgn_place fen_place, variant_place; /* of the values of these tags */
    ks_pgn_place quote_place;              /* of the first quote in a tag's value without a backslash */
    bool has_quote;
    uint32_t number; /* KS_PGN_NUMBERS: the one before the next move, or 0 */
    unsigned hidden; /* variations that have begun and are skipped */
    bool skipping;   /* the rest of the line, after an illegal move */

    /* The main line, where a number may begin the next game (moves.c). */
    uint64_t first_move;   /* the numbering of its first move; NO_NUMBERING before one or a move */
    bool has_moves;        /* a word has been read */
    bool after_blank_line; /* a blank line stands behind the last move or number */

    scan_words *scan_words; /* NULL when words are not looked for ahead */
    skip_tags *skip_tags;   /* NULL when tags are read one by one */
    struct by_vectors by;
    read_usual_comments *read_comments; /* or NULL */
    struct scan scan;
    bool scanned;        /* `scan` is what follows */
    uint64_t scanned_to; /* the offset up to which no word follows: what is there is read token by token */

    /* The comment that has begun. */
    enum comment comment;
    bool comment_shown;   /* it is given, not skipped */
    bool comment_read;    /* its commands are read */
    bool comment_goes_on; /* a piece of it has been given */
    bool note_is_due;     /* its first piece comes next: a note is looked for there */

    /* KS_PGN_COMMANDS: those since the move given last, or before it. */
    ks_pgn_commands commands;
    bool commands_given;         /* that move has been given with them: the next ones are new */
    size_t between, between_end; /* more of them: they stand from an index to another */

    /* The item given last. */
    ks_pgn_item item;
    enum { AT_BEGINNING, AT_ITEM, AT_END } where;
    struct mishap first, last; /* errors of the game */
    struct mishap waiting[2];  /* errors of the tags, to be given before the moves */
    size_t waiting_count, waiting_given;

    ks_position start; /* of chess */
    void *allocated;
};

/* Returns whether items of the line are given, not skipped. */
static inline bool shows(const struct ks_pgn *pgn) {
    return !pgn->hidden && !pgn->skipping;
}

/* ---- Between games and among tags (beginning.c) ---- */

/* Skips what is between two games. Returns whether one begins. */
bool ks_find_game(struct ks_pgn *pgn);

/* Reads the tags of a game and sets up its first position. */
void ks_begin_game(struct ks_pgn *pgn);

/* ---- Errors (comments.c) ---- */

/* Makes an error the item. It is about length bytes at an index of the window; its place is error->offset
 * bytes after the index. Returns true, for functions that return whether there is an item. */
bool ks_give_error(struct ks_pgn *pgn, const ks_error *error, size_t index, size_t length);

/* Keeps an error of the tags. place: where the text begins. */
void ks_keep_error(struct ks_pgn *pgn, const ks_error *error, ks_pgn_place place, const char *text,
                   size_t length);

/* Gives the next error of the tags. Returns whether there is one. */
bool ks_give_kept_error(struct ks_pgn *pgn);

/* ---- Results, numbers and comments (comments.c) ---- */

/* Returns the length of the result at a text, and sets *result; 0 when there is none. */
size_t ks_read_result(const char *text, enum ks_outcome *result);

/* Returns the move number at a text and the side that it is for: 2 n for `n.`, and 2 n + 1 for `n...`. */
uint64_t ks_numbering_at(const char *text);
#define NO_NUMBERING UINT64_MAX
enum { WHITE_MOVE_1 = 2 };

/* Begins a comment, or another text up to the end of the line, at `at`. counts says that the flags tell what
 * is done with it; otherwise it is skipped. length is the length of what introduces it. */
void ks_begin_comment(struct ks_pgn *pgn, enum comment comment, bool counts, size_t length);

/* Reads on in the comment that has begun. Returns whether there is an item. */
bool ks_read_comment(struct ks_pgn *pgn);

/* ---- Commands (commands.c) ---- */

/* Adds what the commands and notes say of all comments in a text that scan_words would skip, with
 * WINDOW_PADDING bytes readable behind it. */
void ks_add_commands_between(const char *text, size_t length, ks_pgn_commands *commands);

/* Gives moves of the main line as ks_pgn_next_item does. Ends before a move that was not played ahead, and
 * before one whose comments are not written as they mostly are.
 * KS_PGN_COMMANDS is set (precondition).
 * room is how many moves are wanted, at most.
 * side is the side to move.
 * *forms gets the forms in which scores are written: bit n of enum ks_pgn_scores.
 * Returns the number of moves. */
unsigned ks_take_usual_moves(ks_pgn *pgn, struct told *told, unsigned room, unsigned side, uint32_t *forms);

/* ---- Moves (moves.c) ---- */

/* The bytes that should be at hand when a token is read. */
enum { TOKEN_READABLE = KS_PGN_WORD_MAX + 16 };

/* Reads the word at `at`, which should be a move. Returns whether there is an item. */
bool ks_read_move_word(struct ks_pgn *pgn);

/* Returns whether a word is one that programs write for a null move. */
bool ks_is_null_move(const char *text, size_t length);

/* Plays words ahead that are moves written as usual. words: their indices in the window; the first is the
 * next to read. Returns whether there is one. */
bool ks_play_ahead(struct ks_pgn *pgn, const uint32_t *words, size_t count);

/* Notes the last move number from `at` to an index. */
void ks_note_number(struct ks_pgn *pgn, size_t to);

/* Notes the last move number and the commands from `at` to an index, with nothing between that scan_words
 * would not skip (ahead.c). Wanted are KS_PGN_NUMBERS, KS_PGN_COMMANDS or both. */
void ks_note_between(struct ks_pgn *pgn, size_t to);

static inline void note_between(struct ks_pgn *pgn, size_t to) {
    if (pgn->flags & (KS_PGN_NUMBERS | COMMANDS))
        ks_note_between(pgn, to);
}

/* Returns where the commands go that are read next. */
static inline ks_pgn_commands *next_commands(struct ks_pgn *pgn) {
    if (pgn->commands_given) {
        pgn->commands = (ks_pgn_commands){0};
        pgn->commands_given = false;
    }
    return &pgn->commands;
}

/* A move is given, or a parenthesis: the commands before it are known. */
static inline void end_commands(struct ks_pgn *pgn) {
    if (pgn->flags & COMMANDS) {
        next_commands(pgn);
        pgn->commands_given = true;
        pgn->between = pgn->between_end = 0;
    }
}

/* Gives the next move played ahead, which begins at an index in the window. */
static inline void give_played(struct ks_pgn *pgn, size_t word) {
    const unsigned n = pgn->line.given++;
    const struct played *const played = &pgn->line.played[n];
    ks_pgn_item *const item = &pgn->item;
    item->text = pgn->window.text + word;
    item->checkers = pgn->line.checkers[n];
    item->length = played->length;
    item->number = pgn->number;
    item->variant_move = 0;
    item->move = played->move;
    item->kind = KS_PGN_MOVE;
    item->depth = (uint8_t)pgn->line.depth;
    pgn->number = 0;
    end_commands(pgn);
    pgn->window.at = word + played->length;
}

/* ---- All that stands among moves (moves.c) ---- */

/* Reads the digits at `at`. */
uint32_t ks_read_digits(struct window *w);

/* Reads a token, or part of one. Returns whether there is an item. */
bool ks_read_token(struct ks_pgn *pgn);

/* ---- The fast reader (ahead.c) ---- */

/* Chooses the builds for the kernel in use. */
void ks_choose_fast_reader(struct ks_pgn *pgn);

/* Reads a token as ks_read_token does, or several. */
bool ks_read_ahead(struct ks_pgn *pgn);

/* Plays the next words ahead when no move that was played is left, and words were found. */
void ks_play_more(struct ks_pgn *pgn);

/* Gives the next comment or glyph before an index of the window, up to which scan_words has looked. Returns
 * whether there is one. */
bool ks_give_remark(struct ks_pgn *pgn, size_t to);

/* Gives the next move that was found ahead and played, or a comment before it. Returns whether there
 * is one. */
static inline bool give_found(struct ks_pgn *pgn) {
#ifdef KS_SMALL
    (void)pgn;
    return false;
#else
    if (pgn->line.given == pgn->line.played_ahead)
        return false;
    if (pgn->flags & KS_PGN_COMMENTS && ks_give_remark(pgn, pgn->scan.words[pgn->scan.next]))
        return true;
    const size_t word = pgn->scan.words[pgn->scan.next++];
    const size_t before = pgn->window.at;
    if (pgn->flags & KS_PGN_NUMBERS)
        ks_note_number(pgn, word);
    give_played(pgn, word);
    pgn->between = before;
    pgn->between_end = word;
    return true;
#endif
}

/* Returns whether words have been found ahead: the window must not move on. */
static inline bool has_words(const struct ks_pgn *pgn) {
    return pgn->scan.next < pgn->scan.count;
}

/* Makes the reader forget what it has found ahead. */
static inline void forget_words(struct ks_pgn *pgn) {
    pgn->scanned = false;
    pgn->scan.next = pgn->scan.count = 0;
}

#endif
