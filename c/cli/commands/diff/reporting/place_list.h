/* Many places, such as "hard set:310", in few words. */
#ifndef KS_PLACE_LIST_H
#define KS_PLACE_LIST_H

#include <stddef.h>

/* Compares two places by their texts, and those of one source by their numbers; as strcmp. */
int compare_places(const char *a, const char *b);

/* Returns a text such as "3 more: hard set:12, 14-15", to be freed by the caller. The places are in order.
 * Numbers that follow each other become a range; a long list is cut. but: a place that is left out once, or
 * NULL. Fails when there is no memory. */
char *list_places(const char *const *places, size_t count, const char *but);

#endif
