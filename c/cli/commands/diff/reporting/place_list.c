/* A place is a text with a number: "games.epd:12", "random position 7 of seed 1". */
#include "cli/commands/diff/reporting/place_list.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/output.h"
#include "core/text/characters.h"

enum { RANGES_SHOWN = 30 };

struct list {
    const char *const *places;
    size_t count;
    const char *but;
};

/* A place as its parts; without a number, `end` is at the end of the text. */
struct place {
    const char *text;
    size_t number_at, number_end;
    uint64_t number;
};

/* The number of a place is the last one in it, but not that of a seed. */
static struct place read_place(const char *text) {
    const char *const seed = strstr(text, " of seed ");
    struct place place = {.text = text};
    place.number_end = seed ? (size_t)(seed - text) : strlen(text);
    place.number_at = place.number_end;
    while (place.number_at > 0 && is_digit(text[place.number_at - 1]))
        place.number_at--;
    place.number = place.number_at < place.number_end ? strtoull(text + place.number_at, NULL, 10) : 0;
    return place;
}

/* Whether two places differ in their numbers alone. */
static bool are_of_one_source(const struct place *a, const struct place *b) {
    return a->number_at == b->number_at && a->number_at < a->number_end && b->number_at < b->number_end &&
           memcmp(a->text, b->text, a->number_at) == 0 &&
           strcmp(a->text + a->number_end, b->text + b->number_end) == 0;
}

int compare_places(const char *a, const char *b) {
    const struct place one = read_place(a), other = read_place(b);
    if (!are_of_one_source(&one, &other))
        return strcmp(a, b);
    return (one.number > other.number) - (one.number < other.number);
}

static size_t find_left_out(const struct list *list) {
    size_t left_out = 0;
    while (left_out < list->count && (!list->but || strcmp(list->places[left_out], list->but) != 0))
        left_out++;
    return left_out;
}

static void print_number(const struct place *first, uint64_t last, FILE *out) {
    fprintf(out, "%.*s", (int)(first->number_end - first->number_at), first->text + first->number_at);
    if (last > first->number)
        fprintf(out, "-%" PRIu64, last);
}

/* Prints the places from *i on that make one range, and moves *i past them. before: the range before, or
 * NULL. Returns how many they are. */
static size_t print_range(const struct list *list, size_t left_out, const struct place *before, size_t *i,
                          FILE *out) {
    const struct place first = read_place(list->places[*i]);
    const bool again = before && are_of_one_source(before, &first);
    uint64_t last = first.number;
    size_t printed_places = 1;
    for (++*i; *i < list->count; ++*i) {
        const struct place next = read_place(list->places[*i]);
        if (*i == left_out)
            continue;
        if (!are_of_one_source(&first, &next) || next.number != last + 1)
            break;
        last++;
        printed_places++;
    }
    if (before)
        fprintf(out, "%s, ", again ? "" : before->text + before->number_end);
    if (!again)
        fprintf(out, "%.*s", (int)first.number_at, first.text);
    print_number(&first, last, out);
    return printed_places;
}

/* context: a struct list. */
static void print_list(const void *context, FILE *out) {
    const struct list *const list = context;
    const size_t left_out = find_left_out(list), all = list->count - (left_out < list->count);
    struct place before;
    size_t shown = 0;
    fprintf(out, "%zu more: ", all);
    for (size_t i = left_out == 0, ranges = 0; i < list->count && ranges < RANGES_SHOWN; ranges++) {
        const size_t at = i;
        shown += print_range(list, left_out, ranges ? &before : NULL, &i, out);
        before = read_place(list->places[at]);
        i += i == left_out;
    }
    fputs(before.text + before.number_end, out);
    if (shown < all)
        fprintf(out, ", and %zu others", all - shown);
}

char *list_places(const char *const *places, size_t count, const char *but) {
    return printed(print_list, &(struct list){places, count, but});
}
