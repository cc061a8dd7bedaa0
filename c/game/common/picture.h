/* Boards drawn as pictures: one look for `show`, for pages of findings, for notebooks, and for variants. */
#ifndef KS_COMMON_PICTURE_H
#define KS_COMMON_PICTURE_H

#include <stdbool.h>

#include "game/common/buffer.h"
#include "game/common/rays.h"

/* The side of a comparison that has the move of an arrow. */
enum arrow_kind { ARROW_OF_ENGINE, ARROW_OF_KINGSCAN, ARROW_OF_BOTH, ARROW_KINDS };

/* The colours of arrows, by kind, as CSS has them: for legends. */
extern const char *const arrow_colours[ARROW_KINDS];

struct arrow {
    enum arrow_kind kind;
    unsigned from, to;
};

struct picture {
    const struct any_position *position;
    struct board_marks marks; /* squares in brackets are red, those in parentheses have a blue frame, attacked
                                 ones are tinted green; a ray of a check is a red line, and one of a pin a
                                 blue one of dashes */
    const struct arrow *arrows;
    size_t arrow_count;
    const char *title; /* a line for readers who can't see the picture; any text */
    bool in_page;      /* the figures are defined elsewhere in the page: see define_figures */
};

/* Draws the board as an SVG picture, white below, with the names of ranks and files and a dot beside the side
 * to move. Pieces are figures in chess and letters in a variant. The picture has a frame of its own, and so
 * is legible on any background. */
void draw_svg(struct buffer *out, const struct picture *picture);

/* Writes the figures that pictures with in_page refer to, as an SVG without a size: once a page. */
void define_figures_of_page(struct buffer *out);

#endif
