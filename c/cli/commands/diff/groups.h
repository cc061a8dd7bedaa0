/* Findings of `kingscan diff` in groups, one for each mistake, and lists of the places where they
 * were found. */
#ifndef KS_DIFF_GROUPS_H
#define KS_DIFF_GROUPS_H

#include <stddef.h>

#include "cli/commands/diff/mistake.h"

/* ---- Lists of places ---- */

/* Compares two places by their texts, and places of one source by their numbers; as strcmp. */
int compare_places(const char *a, const char *b);

/* Returns a text such as "3 more: hard set:12, 14-15", to be freed by the caller. The places are in order.
 * Numbers that follow each other become a range; a long list is cut. but: a place that is left out once, or
 * NULL. Fails when there is no memory. */
char *list_places(const char *const *places, size_t count, const char *but);

/* ---- Groups ---- */

/* Findings in groups, so that one bug makes one report. Findings belong to a group when they have the same
 * rule and the same usual mistake behind it; without such a mistake, when the same type of piece moves. A
 * group keeps its smallest position, and all places where it was found. */

/* A position with a finding of the group. */
struct group_member {
    char *place;
    uint64_t identity; /* see groups_note */
};

struct group {
    char *key;                          /* what its findings have in common */
    struct finding core;                /* the smallest one */
    char *core_text;                    /* its position, as UCI's "position fen" takes it */
    unsigned moves, pieces;             /* of the smallest one */
    unsigned first_moves, first_pieces; /* of the first one */
    struct group_member *members;       /* in the order in which they were found */
    size_t count, room;
};

struct groups {
    struct group *all; /* in the order in which they were opened */
    size_t count, room;
};

enum group_news {
    NOTHING_NEW,  /* this finding was added before, from the same place */
    NEW_POSITION, /* it was added before, from elsewhere */
    NEW_FINDING
};

/* Adds the place of a finding to its group, and opens one if need be. Two findings are the same when
 * position, moves, depth and disagreements are. *number becomes the number of the group, from 1. Fails when
 * there is no memory. */
enum group_news groups_note(struct groups *groups, const struct mismatch_place *where,
                            const struct finding *finding, size_t *number);

/* Moves the same finding into its group, if it is the smallest one there. Frees it otherwise. */
void groups_keep(struct groups *groups, const struct mismatch_place *where, struct finding *finding,
                 size_t number);

/* Returns whether the smallest finding of a group is smaller than the smallest one of another. */
bool group_is_smaller(const struct group *group, const struct group *other);

/* The rule of a group. */
const char *group_rule(const struct group *group);

/* Returns how many positions all groups have. */
size_t groups_positions(const struct groups *groups);

/* Returns the places but one in words, to be freed by the caller, as list_places has them. */
char *group_places(const struct group *group, const char *but);

/* Adds the facts about the group to its smallest finding: how many positions more it has, and which. */
void group_finish(struct group *group);

void groups_free(struct groups *groups);

#endif
