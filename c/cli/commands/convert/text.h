/* Entries of training data as lines of text: FEN, EPD and JSON Lines, for tools that read nothing else. */
#ifndef KS_CONVERT_TEXT_H
#define KS_CONVERT_TEXT_H

#include "cli/args/options.h"
#include "cli/base/output.h"
#include "cli/commands/convert/missing.h"
#include "kingscan.h"

/* Puts the line of entry i of the last batch, with what `entry` says of it. uci is how moves are written in
 * JSON Lines. Returns KS_OK; or an error, and puts nothing, when the entry is no position or the format
 * cannot write its move. */
int put_entry_line(struct output *out, ks_data_format format, ks_uci_flags uci, const ks_data *data,
                   const ks_data_batch *batch, size_t i, const struct outgoing_entry *entry, ks_error *error);

#endif
