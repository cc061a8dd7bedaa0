/* The lines on which a king is attacked, or would be if a piece of its own moved off, for pictures. */
#ifndef KS_COMMON_RAYS_H
#define KS_COMMON_RAYS_H

#include <stdbool.h>

#include "game/common/any_position.h"

enum { RAYS_MAX = 32 };

struct ray {
    unsigned from, king; /* the squares of the piece that attacks, and of the king of the side to move */
    unsigned pinned;     /* the square of the pinned piece between them; NO_PIN when the ray gives check */
};

enum { NO_PIN = ANY_SQUARES };

struct rays {
    unsigned count;
    struct ray all[RAYS_MAX];
};

/* Finds the rays of all checkers and of the pieces that pin, at most RAYS_MAX. Pins are known in
 * chess alone. */
struct rays find_rays(const struct any_position *position);

/* Returns the ray on which a square lies between its two ends; NULL when there is none. */
const struct ray *ray_through(const struct rays *rays, struct any_board_size size, unsigned square);

/* Returns a character that looks like a ray's way: one of - | / \ and, for other leaps, *. */
char ray_character(const struct ray *ray, struct any_board_size size);

/* Squares to be marked: checkers get brackets, pinned pieces parentheses. attacked, rays: drawn too, unless
 * there are none. */
struct board_marks {
    ks_variant_squares brackets, parentheses, attacked;
    struct rays rays;
};

/* Returns the checkers and the pinned pieces, without rays. */
static inline struct board_marks find_marks(const struct any_position *position) {
    return (struct board_marks){.brackets = any_checkers(position), .parentheses = any_pinned(position)};
}

#endif
