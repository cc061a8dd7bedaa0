/* The rules by which readers of games are opened. */
#ifndef KS_VARIANT_GAMES_H
#define KS_VARIANT_GAMES_H

#include "rules/games/rules_of_games.h"

extern const struct rules_of_games ks_rules_of_games;

#endif
