/* Entries of training data as lines of text: FEN, EPD and JSON Lines, for tools that read nothing else. */
#ifndef KS_CONVERT_TEXT_H
#define KS_CONVERT_TEXT_H

#include "cli/args/options.h"
#include "cli/base/output.h"
#include "kingscan.h"

/* Formats of an output besides those of training data. */
enum text_format { TEXT_FEN = KS_DATA_FORMATS, TEXT_EPD, TEXT_JSONL, OUTPUT_FORMATS };

static inline bool is_text(unsigned format) {
    return format >= (unsigned)TEXT_FEN;
}

/* Returns the name of a format of an output, which names of its files may end with. */
const char *output_format_name(unsigned format);

/* Does what list_data_formats does, for all formats of an output. */
void list_output_formats(struct choices *choices, char *const *line);

/* Does what format_of_output does, for all formats of an output. */
unsigned find_output_format(unsigned chosen, const char *file);

/* Puts the line of entry i of the last batch. Returns KS_OK; or the error of an entry that is no position, or
 * whose move the format cannot write: then nothing is put. */
int put_entry_line(struct output *out, unsigned format, const ks_data *data, const ks_data_batch *batch,
                   size_t i, ks_error *error);

#endif
