/* A file of --split ends where a chain or game begins, in the input and in the output: none is torn apart. */
#include "cli/commands/convert/result.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/commands/convert/text.h"
#include "cli/io/draft.h"
#include "core/text/error.h"
#include "game/data/parts.h"

static int store(void *context, const void *bytes, size_t length) {
    (void)context;
    return write_draft(bytes, length);
}

/* ---- Files ---- */

static void open_file(struct result *result, const char *file) {
    open_draft(file);
    if (is_text(result->format))
        direct_to_draft(&standard_output);
    result->open = true;
}

/* Opens the next file of --split: 1.bin, 2.bin and so on. The writer still holds all entries of it. */
static void open_part(struct result *result) {
    const int length = snprintf(result->path, sizeof result->path, "%s/%" PRIu64 ".%s", result->file,
                                ++result->files, output_format_name(result->format));
    if (length >= (int)sizeof result->path)
        fail("--split: the name of the folder is too long");
    if (access(result->path, F_OK) == 0)
        fail("%s: %s", result->path, strerror(EEXIST));
    open_file(result, result->path);
}

static void open_writer(struct result *result) {
    ks_error error;
    if (!is_text(result->format) &&
        !(result->writer = ks_data_writer_open(store, NULL, (ks_data_format)result->format, &error)))
        fail("%s", error.message);
}

void start_result(struct result *result) {
    open_writer(result);
    if (result->split == 0)
        open_file(result, result->file);
}

bool end_result(struct result *result, bool whole) {
    if (is_text(result->format) && result->open)
        flush_output(&standard_output);
    if (ks_data_writer_close(result->writer, NULL) != KS_OK)
        whole = false;
    result->writer = NULL;
    result->positions = 0;
    const bool closed = !result->open || close_draft(whole);
    result->open = false;
    return closed && whole;
}

/* ---- Entries ---- */

static bool begins_chain(const struct result *result, const ks_data *data, const ks_data_batch *batch,
                         size_t i) {
    return batch->kinds[i] & KS_DATA_FIRST &&
           !(result->writer && ks_goes_on_with_chain(result->writer, data, i));
}

int write_result(struct result *result, const ks_data *data, const ks_data_batch *batch, size_t i,
                 ks_error *error) {
    if (result->split > 0 && result->positions >= result->split && begins_chain(result, data, batch, i)) {
        if (!end_result(result, true))
            return ks_fail(error, KS_ERROR_DATA_SINK, 0, "the file cannot be written");
        open_writer(result);
    }
    const int code = result->writer ? ks_data_copy(result->writer, data, i, batch->scores[i], error)
                                    : put_entry_line(&standard_output, result->format, data, batch, i, error);
    if (code != KS_OK)
        return code;
    if (!result->open)
        open_part(result);
    result->positions++;
    return KS_OK;
}
