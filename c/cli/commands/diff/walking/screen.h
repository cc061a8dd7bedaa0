/* A walk on a terminal: arrow keys, or typed moves. */
#ifndef KS_WALK_SCREEN_H
#define KS_WALK_SCREEN_H

#include "cli/commands/diff/walking/walk.h"

/* Draws the walk until it is over, with the keys of platform.h started. */
enum walk_state walk_on_screen(struct walk *walk);

#endif
