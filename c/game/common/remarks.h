/* Comments on the moves of a game, the commands that servers and engines write into them, and
 * numeric glyphs. */
#ifndef KS_COMMON_REMARKS_H
#define KS_COMMON_REMARKS_H

#include "game/common/buffer.h"
#include "kingscan.h"

/* The remarks about a move: all comments, with a blank between each two, and its glyphs. */
struct remark {
    size_t text, length;        /* in `texts` */
    size_t glyphs, glyph_count; /* in `glyphs`, as numbers */
    ks_pgn_commands commands;   /* once the game has ended */
};

/* All zeros: none. Once there is no memory, nothing more is added. */
struct remarks {
    struct remark *all; /* [0]: before the first move; [n]: after n moves */
    size_t count, room;
    struct buffer texts, glyphs;
    size_t comment; /* where the last one begins in `texts`, until its note is read */
    bool failed;    /* there was no memory */
};

/* Begins a game. */
void start_remarks(struct remarks *remarks);

/* Begins the remarks about the next move: the first is the glyph of the signs that end it. */
void add_move_with_remarks(struct remarks *remarks, const ks_pgn_item *move);

/* Returns the glyph of the signs that end a move, such as !?; 0 when there are none, or they stand
 * for none. */
uint32_t glyph_of_signs(const ks_pgn_item *move);

/* Adds a comment, a piece of one, or a glyph. Other items add nothing. */
void add_remark(struct remarks *remarks, const ks_pgn_item *item);

/* Ends the game: reads the commands. */
void end_remarks(struct remarks *remarks);

/* The comments about a move. */
const char *comment_of(const struct remarks *remarks, size_t move, size_t *length);

/* A glyph of a move, from 0. */
uint32_t glyph_of(const struct remarks *remarks, size_t move, size_t index);

void free_remarks(struct remarks *remarks);

#endif
