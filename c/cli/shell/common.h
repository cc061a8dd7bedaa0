/* The options of every command. */
#ifndef KS_COMMON_H
#define KS_COMMON_H

#include "cli/args/command.h"

extern const struct command_option common_options[];

#endif
