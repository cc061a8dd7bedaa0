/* Writes the moves of a piece in words, from its Betza notation. */
#include "variant/describe/describe.h"

#include "variant/describe/writer.h"

/* ---- Directions ---- */

static const char *number_word(unsigned number) {
    static const char *const words[] = {"no", "one", "two", "three"};
    return number < sizeof words / sizeof *words ? words[number] : "";
}

static bool has(const struct betza_term *term, unsigned direction) {
    return term->directions >> direction & 1;
}

static bool goes_everywhere(const struct betza_term *term) {
    return term->directions == ks_betza_all_directions(term->far, term->near);
}

static void write_list(struct writer *w, const char *const *words, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        write_text(w, "%s%s", before_item(i, count), words[i]);
}

static void write_straight(struct writer *w, const struct betza_term *term) {
    const char *words[4];
    unsigned count = 0;
    if (has(term, FORWARD_LEFT))
        words[count++] = "forward";
    if (has(term, BACKWARD_LEFT))
        words[count++] = "backward";
    if (has(term, LEFT_FORWARD))
        words[count++] = has(term, RIGHT_FORWARD) ? "sideways" : "to the left";
    else if (has(term, RIGHT_FORWARD))
        words[count++] = "to the right";
    write_list(w, words, count);
}

static void write_diagonal(struct writer *w, const struct betza_term *term) {
    static const char *const names[2][3] = {{"forward", "forward left", "forward right"},
                                            {"backward", "backward left", "backward right"}};
    const char *words[4];
    unsigned count = 0;
    for (unsigned back = 0; back < 2; back++) {
        const bool left = has(term, FORWARD_LEFT + 2 * back), right = has(term, FORWARD_RIGHT + 2 * back);
        if (left && right)
            words[count++] = names[back][0];
        else if (left || right)
            words[count++] = names[back][left ? 1 : 2];
    }
    write_text(w, "diagonally ");
    write_list(w, words, count);
}

/* Writes "two squares forward and one sideways" for each direction of an oblique leap's longer part. */
static void write_oblique(struct writer *w, const struct betza_term *term) {
    static const char *const far[4] = {"forward", "backward", "to the left", "to the right"};
    static const char *const near[2][3] = {{"sideways", "to the left", "to the right"},
                                           {"forward or backward", "forward", "backward"}};
    unsigned count = 0, index = 0;
    for (unsigned way = 0; way < 4; way++)
        count += has(term, 2 * way) || has(term, 2 * way + 1);
    for (unsigned way = 0; way < 4; way++) {
        const bool first = has(term, 2 * way), second = has(term, 2 * way + 1);
        if (!first && !second)
            continue;
        write_text(w, "%s%s squares %s and %s %s", before_item(index++, count), number_word(term->far),
                   far[way], number_word(term->near),
                   near[way / 2][first && second ? 0
                                 : first         ? 1
                                                 : 2]);
    }
}

/* Writes the directions of leaps along lines or diagonals. both: the leaps go along lines and diagonals, in
 * all directions. */
static void write_directions(struct writer *w, const struct betza_term *term, bool both) {
    if (both)
        write_text(w, "in any direction");
    else if (goes_everywhere(term))
        write_text(w, term->near ? "diagonally" : "orthogonally");
    else if (term->near)
        write_diagonal(w, term);
    else
        write_straight(w, term);
}

/* ---- One way to move ---- */

static bool is_oblique(const struct betza_term *term) {
    return term->near && term->near != term->far;
}

static void write_leap(struct writer *w, const struct betza_term *term, bool both) {
    if (!is_oblique(term)) {
        write_text(w, "%s square%s ", number_word(term->far), term->far > 1 ? "s" : "");
        write_directions(w, term, both);
    } else if (!goes_everywhere(term))
        write_oblique(w, term);
    else if (term->far == 2)
        write_text(w, "as a knight");
    else
        write_text(w, "%s squares in one direction and %s across", number_word(term->far),
                   number_word(term->near));
}

static void write_lame(struct writer *w, const struct betza_term *term) {
    if (is_oblique(term))
        write_text(w, ", first straight and then diagonally, if all squares on the way are empty");
    else
        write_text(w, " if the square%s between %s empty", term->far > 2 ? "s" : "",
                   term->far > 2 ? "are" : "is");
}

static void write_slide(struct writer *w, const struct betza_term *term, bool both) {
    if (term->range)
        write_text(w, "up to %u squares ", term->range);
    else
        write_text(w, "any number of squares ");
    write_directions(w, term, both);
}

static void write_ride(struct writer *w, const struct betza_term *term, bool both) {
    write_leap(w, term, both);
    if (term->range)
        write_text(w, " up to %u times", term->range);
    else
        write_text(w, " any number of times");
    write_text(w, " in one direction");
    if (term->lame)
        write_lame(w, term);
}

static void write_hop(struct writer *w, const struct betza_term *term, bool both) {
    if (term->far == 1) {
        write_directions(w, term, both);
        write_text(w, term->hop == BETZA_HOP_BESIDE
                          ? " over the first piece in the way, to the square beyond it"
                      : term->hop == BETZA_HOP_ON
                          ? " over exactly one piece, any distance beyond it"
                          : " over exactly one piece of another kind, any distance beyond it");
    } else {
        write_text(w, "in a line of leaps of ");
        write_leap(w, term, both);
        write_text(w, term->hop == BETZA_HOP_ON
                          ? ", over exactly one piece, any number of leaps beyond it"
                          : ", over the first piece in the way, to the square beyond it");
    }
    if (term->range)
        write_text(w, ", at most %u %s in all", term->range, term->far == 1 ? "squares" : "leaps");
}

/* The verb of a term; ing: its form with -ing. */
static const char *verb_of(const struct betza_term *term, bool ing) {
    if (term->hop != BETZA_NO_HOP)
        return ing ? "hopping" : "hop";
    if (term->far > 1)
        return ing ? "leaping" : "leap";
    if (term->range == 1)
        return ing ? "stepping" : "step";
    return ing ? "moving" : "move";
}

static void write_term(struct writer *w, const struct betza_term *term, bool both,
                       const char *first_squares) {
    const bool captures_only = term->modality == BETZA_CAPTURE, slides = term->range != 1 && !term->hop;
    write_text(w, captures_only ? "capture by %s " : "%s ", verb_of(term, captures_only));
    if (term->hop != BETZA_NO_HOP)
        write_hop(w, term, both);
    else if (term->range == 1)
        write_leap(w, term, both);
    else if (term->far == 1)
        write_slide(w, term, both);
    else
        write_ride(w, term, both);
    if (term->lame && term->range == 1)
        write_lame(w, term);
    if (slides)
        write_text(w, term->modality == BETZA_MOVE ? " over empty squares"
                                                   : " until it reaches an occupied square");
    if (term->modality == BETZA_MOVE)
        write_text(w, " without capturing");
    if (term->first)
        write_text(w, " from %s", first_squares);
    if (term->diagonals)
        write_text(w, " along the lines of the board");
}

/* ---- All ways ---- */

/* Returns whether `a` moves along ranks and files just as `b` moves along diagonals, both in all
 * directions. */
static bool go_together(const struct betza_term *a, const struct betza_term *b) {
    return a->far == b->far && a->near == 0 && b->near == b->far && goes_everywhere(a) &&
           goes_everywhere(b) && a->range == b->range && a->modality == b->modality && a->hop == b->hop &&
           a->lame == b->lame && a->first == b->first && a->diagonals == b->diagonals;
}

static bool joins_next(const struct betza *betza, unsigned i) {
    return i + 1 < betza->count && go_together(&betza->terms[i], &betza->terms[i + 1]);
}

void ks_describe_betza(struct writer *w, const struct betza *betza, const char *first_squares) {
    unsigned count = 0, index = 0;
    for (unsigned i = 0; i < betza->count; i += joins_next(betza, i) ? 2 : 1)
        count++;
    for (unsigned i = 0; i < betza->count; i += joins_next(betza, i) ? 2 : 1) {
        write_text(w, "%s", before_item(index++, count));
        write_term(w, &betza->terms[i], joins_next(betza, i), first_squares);
    }
}
