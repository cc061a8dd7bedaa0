/* kingscan perft DEPTH --layers: runs it, and prints what it finds. */
#ifndef KS_LAYERS_COMMAND_H
#define KS_LAYERS_COMMAND_H

#include "cli/base/output.h"
#include "cli/commands/perft/layers/layers.h"

/* Puts the result, as JSON or as text, and flushes the output. Returns the exit status. */
int perft_by_layers(const struct layers_task *task, bool json);

#endif
