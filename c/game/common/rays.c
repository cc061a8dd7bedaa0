/* Finds the ways on which a king is attacked, or would be without a piece of its own. A piece is pinned by
 * whatever gives check when that piece is taken off the board. */
#include "game/common/rays.h"

#include <stdlib.h>

static void add_rays(struct rays *rays, ks_variant_squares from, unsigned king, unsigned pinned) {
    while (!squares_empty(from) && rays->count < RAYS_MAX)
        rays->all[rays->count++] = (struct ray){squares_pop(&from), king, pinned};
}

struct rays find_rays(const struct any_position *position) {
    struct rays rays = {0};
    const unsigned king = any_king(position);
    const ks_variant_squares checkers = any_checkers(position);
    ks_variant_squares pinned = any_pinned(position);
    add_rays(&rays, checkers, king, NO_PIN);
    while (!squares_empty(pinned)) {
        const unsigned square = squares_pop(&pinned);
        struct any_position without = *position;
        any_remove_piece(&without, square);
        ks_variant_squares behind = any_checkers(&without);
        behind.half[0] &= ~checkers.half[0];
        behind.half[1] &= ~checkers.half[1];
        add_rays(&rays, behind, king, square);
    }
    return rays;
}

/* ---- Ways over the board ---- */

/* A way from one square to another in equal steps, as small as they can be. */
struct way {
    int file_step, row_step, steps;
};

static int common_divisor(int a, int b) {
    return b == 0 ? a : common_divisor(b, a % b);
}

static struct way way_of(const struct ray *ray, struct any_board_size size) {
    const int files = (int)(ray->king % size.files) - (int)(ray->from % size.files);
    const int rows = (int)(ray->king / size.files) - (int)(ray->from / size.files);
    const int steps = common_divisor(abs(files), abs(rows));
    return steps == 0 ? (struct way){0} : (struct way){files / steps, rows / steps, steps};
}

const struct ray *ray_through(const struct rays *rays, struct any_board_size size, unsigned square) {
    for (const struct ray *ray = rays->all; ray < rays->all + rays->count; ray++) {
        const struct way way = way_of(ray, size);
        for (int step = 1; step < way.steps; step++)
            if ((int)square == (int)ray->from + step * (way.file_step + way.row_step * (int)size.files))
                return ray;
    }
    return NULL;
}

char ray_character(const struct ray *ray, struct any_board_size size) {
    const struct way way = way_of(ray, size);
    if (way.row_step == 0)
        return '-';
    if (way.file_step == 0)
        return '|';
    if (way.file_step == way.row_step)
        return '\\';
    return way.file_step == -way.row_step ? '/' : '*';
}
