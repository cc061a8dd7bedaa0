/* Groups the findings of `kingscan diff`, so that a mistake is shown once, and its places in few words. */
#include "cli/commands/diff/groups.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/positions/draw.h"
#include "core/board/hashes.h"
#include "core/text/characters.h"

/* ==== Lists of places ==== */

/* A place is a text with a number: "games.epd:12", "random position 7 of seed 1". */

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

/* The number of a place is the last one in it, but not the number of a seed. */
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

/* context is a struct list. */
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

/* ==== Groups ==== */

/* The group is a matter of the finding alone, so that shards of a run come to the same groups as
 * the whole. */

/* A finding with its place. */
struct found {
    const struct mismatch_place *where;
    const struct finding *finding;
};

/* ---- Keys ---- */

/* The letter of the piece that makes the move of the first claim; 0 when there is none, as for a drop. */
static char piece_of(const struct finding *finding) {
    unsigned from;
    const char *const move = finding->claims[finding->first].move;
    const char letter = read_square_name(finding->position.variant, move, &from)
                            ? any_piece_letter(&finding->position, from)
                            : '\0';
    return 'a' <= letter && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

/* context is a struct found. */
static void print_key(const void *context, FILE *out) {
    const struct found *const found = context;
    const enum mistake mistake = mistake_find(found->where->replay, found->finding);
    fputs(found->finding->claims[found->finding->first].rule, out);
    if (mistake < MISTAKES)
        fprintf(out, " %d", (int)mistake);
    else if (piece_of(found->finding))
        fprintf(out, " %c", piece_of(found->finding));
}

/* context is a struct found. */
static void print_core(const void *context, FILE *out) {
    char text[REPLAY_SIZE];
    const struct replay *const replay = ((const struct found *)context)->where->replay;
    replay_write(replay, replay_notation(replay), text);
    fputs(text, out);
}

/* context is a struct found. Prints all but the place, and the command that finds it again, which are of a
 * run. */
static void print_identity(const void *context, FILE *out) {
    const struct found *const found = context;
    fprintf(out, "%u ", found->where->depth);
    print_core(context, out);
    for (size_t i = 0; i < found->finding->claim_count; i++) {
        const struct claim *const claim = &found->finding->claims[i];
        fprintf(out, "\n%s %s %s %s", claim->kind, claim->rule, claim->move, claim->text);
    }
}

/* ---- All groups ---- */

static struct group *find_group(struct groups *groups, char *key) {
    for (size_t i = 0; i < groups->count; i++)
        if (strcmp(groups->all[i].key, key) == 0) {
            free(key);
            return &groups->all[i];
        }
    groups->all = with_room(groups->all, groups->count, &groups->room, sizeof *groups->all);
    struct group *const group = &groups->all[groups->count++];
    *group = (struct group){.key = key};
    return group;
}

/* A hash, since a group may have thousands of findings. */
static uint64_t identity_of(const struct found *found) {
    char *const text = printed(print_identity, found);
    const uint64_t identity = hash_text(text, strlen(text));
    free(text);
    return identity;
}

static enum group_news news_of(const struct group *group, uint64_t identity, const char *place) {
    enum group_news news = NEW_FINDING;
    for (size_t i = 0; i < group->count; i++)
        if (group->members[i].identity == identity) {
            if (strcmp(group->members[i].place, place) == 0)
                return NOTHING_NEW;
            news = NEW_POSITION;
        }
    return news;
}

enum group_news groups_note(struct groups *groups, const struct mismatch_place *where,
                            const struct finding *finding, size_t *number) {
    const struct found found = {where, finding};
    struct group *const group = find_group(groups, printed(print_key, &found));
    const uint64_t identity = identity_of(&found);
    const enum group_news news = news_of(group, identity, where->place);
    *number = (size_t)(group - groups->all) + 1;
    if (news == NOTHING_NEW)
        return news;
    group->members = with_room(group->members, group->count, &group->room, sizeof *group->members);
    group->members[group->count++] = (struct group_member){given(strdup(where->place)), identity};
    return news;
}

/* The order is complete, so that the order of the findings does not matter. */
bool group_is_smaller(const struct group *group, const struct group *other) {
    if (group->moves != other->moves)
        return group->moves < other->moves;
    if (group->pieces != other->pieces)
        return group->pieces < other->pieces;
    const int texts = strcmp(group->core_text, other->core_text);
    return texts ? texts < 0 : compare_places(group->core.place, other->core.place) < 0;
}

void groups_keep(struct groups *groups, const struct mismatch_place *where, struct finding *finding,
                 size_t number) {
    struct group *const group = &groups->all[number - 1];
    struct group other = {.core = *finding,
                          .core_text = printed(print_core, &(struct found){where, finding}),
                          .moves = where->replay->count,
                          .pieces = any_count_pieces(&finding->position)};
    *finding = (struct finding){0};
    if (!group->core_text) {
        group->first_moves = other.moves;
        group->first_pieces = other.pieces;
    }
    if (!group->core_text || group_is_smaller(&other, group)) {
        const struct group former = *group;
        group->core = other.core;
        group->core_text = other.core_text;
        group->moves = other.moves;
        group->pieces = other.pieces;
        other = former;
    }
    finding_free(&other.core);
    free(other.core_text);
}

const char *group_rule(const struct group *group) {
    return group->core.claims[group->core.first].rule;
}

size_t groups_positions(const struct groups *groups) {
    size_t positions = 0;
    for (size_t i = 0; i < groups->count; i++)
        positions += groups->all[i].count;
    return positions;
}

static int compare_items(const void *a, const void *b) {
    return compare_places(*(const char *const *)a, *(const char *const *)b);
}

char *group_places(const struct group *group, const char *but) {
    const char **const places = given(malloc(group->count * sizeof *places));
    for (size_t i = 0; i < group->count; i++)
        places[i] = group->members[i].place;
    qsort(places, group->count, sizeof *places, compare_items);
    char *const list = list_places(places, group->count, but);
    free(places);
    return list;
}

void group_finish(struct group *group) {
    if (group->count < 2)
        return;
    char *const places = group_places(group, group->core.place);
    add_fact(&group->core.rest, "also from", FACT_WORDS, "%s", places);
    free(places);
}

void groups_free(struct groups *groups) {
    for (size_t i = 0; i < groups->count; i++) {
        struct group *const group = &groups->all[i];
        for (size_t j = 0; j < group->count; j++)
            free(group->members[j].place);
        free(group->members);
        free(group->key);
        free(group->core_text);
        finding_free(&group->core);
    }
    free(groups->all);
    *groups = (struct groups){0};
}
