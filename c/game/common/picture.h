/* Boards drawn as pictures: one look for `show`, for pages of findings, for notebooks, and for variants; and
 * the ways on which a king is attacked, or would be if a piece of its own moved off. */
#ifndef KS_COMMON_PICTURE_H
#define KS_COMMON_PICTURE_H

#include <stdbool.h>

#include "game/common/any_position.h"
#include "game/common/buffer.h"

/* ---- Rays ---- */

/* The ways on which a king is attacked, or would be if a piece of its own moved off. */

enum { RAYS_MAX = 32 };

struct ray {
    unsigned from, king; /* squares: of the piece that attacks, and of the king of the side to move */
    unsigned pinned;     /* the square of the pinned piece between them; NO_PIN when the ray gives check */
};

enum { NO_PIN = ANY_SQUARES };

struct rays {
    unsigned count;
    struct ray all[RAYS_MAX];
};

/* Finds the rays of all checkers and of the pieces that pin, at most RAYS_MAX. Pins are known in chess alone.
 */
struct rays find_rays(const struct any_position *position);

/* Returns the ray on which a square lies between its two ends; NULL when there is none. */
const struct ray *ray_through(const struct rays *rays, struct any_board_size size, unsigned square);

/* Returns a character that looks like a ray's way: one of - | / \ and, for other leaps, *. */
char ray_character(const struct ray *ray, struct any_board_size size);

/* Squares to be marked: checkers get brackets, pinned pieces parentheses. rays: drawn too, unless there are
 * none. */
struct board_marks {
    ks_squares brackets, parentheses;
    struct rays rays;
};

/* Returns the checkers and the pinned pieces, without rays. */
static inline struct board_marks find_marks(const struct any_position *position) {
    return (struct board_marks){.brackets = any_checkers(position), .parentheses = any_pinned(position)};
}

/* ---- Pictures ---- */

/* Boards drawn as pictures: one look for `show`, for pages of findings, and for variants. */

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
    struct board_marks marks; /* squares in brackets are red, those in parentheses have a blue frame; a ray of
                                 a check is a red line, and one of a pin a blue one of dashes */
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
