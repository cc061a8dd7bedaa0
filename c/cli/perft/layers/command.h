/* kingscan perft DEPTH --layers: runs it, and prints what it finds. */
#ifndef KS_LAYERS_COMMAND_H
#define KS_LAYERS_COMMAND_H

#include "cli/perft/layers/layers.h"
#include "cli/shared/output.h"

/* Puts the result, as JSON or as text, and flushes the output. Returns the exit status. */
int perft_by_layers(const struct layers_task *task, bool json);

#endif
