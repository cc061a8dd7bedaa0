/* Connected pieces: in a row along a rank, a file or a diagonal, scattered on such a line, in a square, or in
 * a chain from one region to another. */
#include "variant/ends/connection.h"
#include "variant/definition/squares.h"

/* ---- Directions ---- */

/* A step to the next square of a line. */
struct step {
    int files, rows;
};

/* Lists the steps along the lines that count, one for each kind of line. Returns their number. */
static unsigned list_steps(const struct connection *rule, struct step steps[4]) {
    unsigned count = 0;
    if (rule->ranks)
        steps[count++] = (struct step){1, 0};
    if (rule->files)
        steps[count++] = (struct step){0, 1};
    if (rule->diagonals) {
        steps[count++] = (struct step){1, 1};
        steps[count++] = (struct step){-1, 1};
    }
    return count;
}

/* ---- Lines and squares ---- */

/* Counts the pieces on the line that begins on a square. together: only those up to the first gap. */
static unsigned count_on_line(const ks_variant *v, const ks_squares *pieces, unsigned square,
                              struct step step, bool together) {
    unsigned count = 0;
    for (; square != KS_NOWHERE; square = ks_variant_beside(v, square, step.files, step.rows)) {
        const bool there = has_square(pieces, square);
        if (together && !there)
            break;
        count += there;
    }
    return count;
}

/* Returns whether the pieces fill a square of this size whose top left corner is given. */
static bool fill_square(const ks_variant *v, const ks_squares *pieces, unsigned corner, unsigned size) {
    for (unsigned i = 0; i < size * size; i++) {
        const unsigned square = ks_variant_beside(v, corner, (int)(i % size), (int)(i / size));
        if (square == KS_NOWHERE || !has_square(pieces, square))
            return false;
    }
    return true;
}

/* ---- Chains ---- */

/* Returns the squares next to a set along the lines that count. */
static ks_squares beside_set(const ks_variant *v, ks_squares set, const struct step *steps, unsigned count) {
    ks_squares found = {{0}};
    while (!is_empty_set(&set)) {
        const unsigned square = take_square(&set);
        for (unsigned i = 0; i < 2 * count; i++) {
            const int way = i % 2 ? -1 : 1;
            const unsigned near =
                ks_variant_beside(v, square, way * steps[i / 2].files, way * steps[i / 2].rows);
            if (near != KS_NOWHERE)
                add_square(&found, near);
        }
    }
    return found;
}

static bool has_chain(const ks_variant *v, const ks_squares *pieces, unsigned side, const struct step *steps,
                      unsigned count) {
    const ks_squares *const ends = v->connection.ends[side];
    ks_squares chain = both(*pieces, ends[0]), fresh = chain;
    while (!is_empty_set(&fresh)) {
        fresh = without(both(beside_set(v, fresh, steps, count), *pieces), chain);
        chain = either(chain, fresh);
    }
    const ks_squares arrived = both(chain, ends[1]);
    return !is_empty_set(&arrived);
}

/* ---- All ---- */

static ks_squares pieces_that_count(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    ks_squares pieces = p->pieces[side];
    if (v->connection.types == all_types(v))
        return pieces;
    for (ks_squares left = pieces; !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        if (!(v->connection.types >> KS_VARIANT_TYPE(p->board[square]) & 1))
            remove_square(&pieces, square);
    }
    return pieces;
}

bool ks_variant_has_connected(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    const struct connection *const rule = &v->connection;
    const ks_squares pieces = pieces_that_count(v, p, side);
    struct step steps[4];
    const unsigned count = list_steps(rule, steps);
    for (ks_squares left = pieces; !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        if (rule->block && fill_square(v, &pieces, square, rule->block))
            return true;
        for (unsigned i = 0; i < count; i++)
            if ((rule->row && count_on_line(v, &pieces, square, steps[i], true) >= rule->row) ||
                (rule->scattered && count_on_line(v, &pieces, square, steps[i], false) >= rule->scattered))
                return true;
    }
    return has_chain(v, &pieces, side, steps, count);
}
