/* Reads Betza notation and follows the paths of a piece, as simply as possible and without any code of
 * c/variant. Files count to the right and ranks upwards; black sees both from the other end. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "support/variants/naive.h"

/* ---- Betza notation ---- */

static bool is_one_of(char c, const char *letters) {
    return c && strchr(letters, c);
}

static bool pairs(char a, char b) {
    return (is_one_of(a, "fbv") && is_one_of(b, "lrs")) || (is_one_of(a, "lrs") && is_one_of(b, "fbv"));
}

static const char *read_modifiers(struct naive_term *term, const char *betza) {
    size_t length = 0;
    for (; islower((unsigned char)*betza); betza++) {
        term->moves |= *betza == 'm';
        term->captures |= *betza == 'c';
        term->lame |= *betza == 'n';
        term->first |= *betza == 'i';
        if (is_one_of(*betza, "pg"))
            term->hop = *betza;
        if (!is_one_of(*betza, "fbvlrs"))
            continue;
        term->directions[length++] = *betza;
        if (pairs(betza[0], betza[1]))
            term->directions[length++] = *++betza;
        else if (betza[0] == betza[1])
            betza++;
        term->directions[length++] = ' ';
    }
    if (!term->moves && !term->captures)
        term->moves = term->captures = true;
    return betza;
}

static const char *const atoms[] = {"W10", "F11", "D20", "A22", "H30", "N21", "C31", "G33",
                                    "Z32", "R10", "B11", "K10", "K11", "Q10", "Q11"};

static void find_leap(char atom, int *far, int *near) {
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++)
        if (atoms[i][0] == atom) {
            *far = atoms[i][1] - '0';
            *near = atoms[i][2] - '0';
        }
}

/* Reads what follows the bracket of [F?R]. */
static const char *read_bent(struct naive_term *term, const char *betza) {
    term->bent = true;
    term->halts = betza[1] == '?';
    find_leap(betza[0], &term->far, &term->near);
    find_leap(betza[2], &term->then_far, &term->then_near);
    term->range = is_one_of(betza[2], "RB") ? 0 : 1;
    const char *rest = betza + 3;
    if (*rest == betza[2]) {
        term->range = 0;
        rest++;
    }
    if (isdigit((unsigned char)*rest))
        term->range = (int)strtol(rest, (char **)&rest, 10);
    return rest + 1;
}

void naive_read_betza(struct naive_type *type, const char *betza) {
    while (*betza) {
        struct naive_term term = {.range = 1};
        betza = read_modifiers(&term, betza);
        if (*betza == '[') {
            betza = read_bent(&term, betza + 1);
            type->terms[type->term_count++] = term;
            continue;
        }
        const char atom = *betza++;
        if (is_one_of(atom, "RBQ"))
            term.range = 0;
        else if (atom != 'K' && *betza == atom) {
            term.range = 0;
            betza++;
        }
        if (isdigit((unsigned char)*betza))
            term.range = (int)strtol(betza, (char **)&betza, 10);
        for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++)
            if (atoms[i][0] == atom) {
                term.far = atoms[i][1] - '0';
                term.near = atoms[i][2] - '0';
                type->terms[type->term_count++] = term;
            }
    }
}

/* ---- From one square to another ---- */

static int sign(int n) {
    return (n > 0) - (n < 0);
}

/* Whether a leap goes in the direction of the letter; an oblique one must go further in it than across. */
static bool goes(char letter, int right, int up) {
    const bool diagonal = abs(right) == abs(up);
    const bool tall = diagonal || abs(up) > abs(right), wide = diagonal || abs(right) > abs(up);
    switch (letter) {
    case 'f':
        return tall && up > 0;
    case 'b':
        return tall && up < 0;
    case 'v':
        return tall;
    case 'r':
        return wide && right > 0;
    case 'l':
        return wide && right < 0;
    default:
        return wide;
    }
}

/* Whether a leap goes in the direction of the letter at all. */
static bool leans(char letter, int right, int up) {
    return letter == 'f'   ? up > 0
           : letter == 'b' ? up < 0
           : letter == 'r' ? right > 0
           : letter == 'l' ? right < 0
                           : true;
}

static bool has_direction(const struct naive_term *term, int right, int up) {
    const char *letters = term->directions;
    if (!*letters)
        return true;
    for (; *letters; letters = strchr(letters, ' ') + 1) {
        if (letters[1] == ' '       ? goes(letters[0], right, up)
            : right == 0 || up == 0 ? goes(letters[0], right, up) || goes(letters[1], right, up)
                                    : leans(letters[0], right, up) && goes(letters[1], right, up))
            return true;
    }
    return false;
}

static bool is_empty(const struct naive_variant *v, const struct naive_position *p, int file, int row) {
    return p->board[row * v->files + file] == '.';
}

/* Follows the path of a lame leap: straight, then diagonally. */
static bool is_way_empty(const struct naive_variant *v, const struct naive_position *p, int file, int row,
                         int files, int rows) {
    for (;;) {
        const int x = abs(files) >= abs(rows) ? sign(files) : 0, y = abs(rows) >= abs(files) ? sign(rows) : 0;
        file += x;
        row += y;
        files -= x;
        rows -= y;
        if (!files && !rows)
            return true;
        if (!is_empty(v, p, file, row))
            return false;
    }
}

static bool is_leap(int files, int rows, int far, int near) {
    const int x = abs(files), y = abs(rows);
    return (x == far && y == near) || (x == near && y == far);
}

/* Whether the second leg leads to a square: leaps of (files, rows), the first of which begins at
 * file, row. */
static bool goes_on(const struct naive_variant *v, const struct naive_position *p,
                    const struct naive_term *term, int file, int row, int files, int rows, int to) {
    for (int leap = 0; file >= 0 && file < v->files && row >= 0 && row < v->ranks; leap++) {
        if (row * v->files + file == to && (leap > 0 || term->halts))
            return true;
        if ((p && !is_empty(v, p, file, row)) || (term->range && leap == term->range))
            break;
        file += files;
        row += rows;
    }
    return false;
}

/* Whether a bent move leads from one square to another, by any two legs between which it turns by less than a
 * right angle. p: its pieces stand in the way; NULL: the board is empty. */
static bool bends(const struct naive_variant *v, const struct naive_position *p,
                  const struct naive_term *term, int side, int from, int to) {
    const int turn = side ? -1 : 1;
    for (int first = 0; first < 49; first++) {
        const int files = first % 7 - 3, rows = first / 7 - 3;
        for (int second = 0; is_leap(files, rows, term->far, term->near) && second < 49; second++) {
            const int then_files = second % 7 - 3, then_rows = second / 7 - 3;
            const int x = sign(files) + sign(then_files), y = sign(rows) + sign(then_rows);
            if (is_leap(then_files, then_rows, term->then_far, term->then_near) &&
                files * then_files + rows * then_rows > 0 && has_direction(term, turn * x, -turn * y) &&
                goes_on(v, p, term, from % v->files + files, from / v->files + rows, then_files, then_rows,
                        to))
                return true;
        }
    }
    return false;
}

static bool may_go_first(const struct naive_variant *v, const struct naive_term *term, int side, int from) {
    return !term->first || v->first_push[side][from];
}

int naive_leaps(const struct naive_variant *v, const struct naive_term *term, int side, int from, int to) {
    if (term->bent)
        return may_go_first(v, term, side, from) && bends(v, NULL, term, side, from, to);
    const int files = to % v->files - from % v->files, rows = to / v->files - from / v->files;
    const int far = abs(files) > abs(rows) ? abs(files) : abs(rows), near = abs(files) + abs(rows) - far;
    const int leaps = far / term->far;
    if (leaps == 0 || far != leaps * term->far || near != leaps * term->near ||
        (term->range && leaps > term->range))
        return 0;
    if (!may_go_first(v, term, side, from))
        return 0;
    if (term->lines && !(v->lines[from] && v->lines[to]))
        return 0;
    return has_direction(term, side ? -files : files, side ? rows : -rows) ? leaps : 0;
}

bool naive_reaches(const struct naive_variant *v, const struct naive_position *p,
                   const struct naive_term *term, int side, int from, int to) {
    if (term->bent)
        return may_go_first(v, term, side, from) && bends(v, p, term, side, from, to);
    const int leaps = naive_leaps(v, term, side, from, to);
    if (!leaps)
        return false;
    const int files = (to % v->files - from % v->files) / leaps,
              rows = (to / v->files - from / v->files) / leaps;
    int file = from % v->files, row = from / v->files, hurdles = 0, last_hurdle = 0;
    for (int leap = 1; leap <= leaps; leap++) {
        if (term->lame && !is_way_empty(v, p, file, row, files, rows))
            return false;
        file += files;
        row += rows;
        if (leap < leaps && !is_empty(v, p, file, row)) {
            hurdles++;
            last_hurdle = leap;
        }
    }
    return term->hop == 'p'   ? hurdles == 1
           : term->hop == 'g' ? hurdles == 1 && last_hurdle == leaps - 1
                              : hurdles == 0;
}
