/* Input, from the bytes of a file to its lines, and the lines that are rejected. */
#ifndef KS_INPUT_H
#define KS_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/args/options.h"
#include "cli/base/output.h"
#include "cli/platform/children.h"
#include "core/text/foreign.h"
#include "kingscan.h"

/* ---- Files ---- */

/* Files that are read, by their names; "-" is standard input. Compressed files are decompressed by the
 * system's tools, in processes of their own. */

enum { INPUT_REASON = 256 };

struct input {
    const char *file;
    int source;       /* the open file; -1: none */
    int fd;           /* where bytes come from: the file, or the tool's output */
    bool begun;       /* the first bytes have been read, and a tool runs if they need one */
    const char *tool; /* the name of the tool that runs, or NULL */
    struct unpacker unpacker;
    char reason[INPUT_REASON]; /* of the last failure */
};

bool is_standard_input(const char *file);

/* Opens a file to be decompressed. Returns false, with the reason, when it can't be opened. */
bool open_input(struct input *input, const char *file);

/* Returns the input of a descriptor, which is given as it is. */
struct input plain_input(const char *file, int descriptor);

/* Reads at least one byte of the input, and at most `size`, as read_when_ready does (see waiting.h). Returns
 * 0 at the end; -1, with the reason, when the input can't be read. */
ssize_t read_from(struct input *input, char *bytes, size_t size);

/* Closes an input unless it is closed already; a tool that still runs is ended. Standard input stays open. */
void close_input(struct input *input);

/* Returns all bytes of a file as they are and a final zero, to be freed by the caller. The number of the
 * bytes goes to *length. Fails when the file can't be read, and when it has more than `most` bytes. */
char *read_input(const char *file, size_t most, size_t *length);

/* A row for a command's table of options. */
#define NO_DECOMPRESS_OPTION                                                                                 \
    { "no-decompress", 0, NULL, READ_BY(read_no_decompress) }
option_reader read_no_decompress;

/* ---- How much has been read ---- */

/* How much of the files of a run has been read. */

/* Returns the sum of the sizes of files, in bytes, before compressed ones are decompressed; 0 when that isn't
 * known, since one is a pipe or the like. files: NULL at the end. */
uint64_t amount_of_files(char *const *files);

/* Returns which share of the amount has been read, 0 to 1. files: those that are still to be opened; input:
 * the open one, or one that is closed. */
double share_read(uint64_t amount, char *const *files, const struct input *input);

/* ---- The beginning of a file ---- */

/* The beginning of a file that holds no positions: a byte order mark, or the sign of another kind
 * of content. */

/* How many bytes decide, unless a line or the file ends before; comments before games take more. */
enum { BEGINNING = 64 };

/* Whether enough of a file has been read: n bytes of it, up to its end if at_end. */
bool is_beginning(const char *text, size_t n, bool at_end);

/* Reports what a file holds instead of positions, and what helps. */
void complain_of_foreign(const char *file, const struct file_format *foreign);

/* Does the same where something else was expected: "PGN". */
void complain_of_foreign_to(const char *expected, const char *file, const struct file_format *foreign);

/* ---- Line ends ---- */

/* Lines end with LF, CR LF or a CR alone. Texts are brought to the first two as they are read, so that
 * readers of lines search for LF alone. */

/* Makes an LF of each CR that no LF follows. A CR at the end of the text stays: what follows it isn't known
 * yet. Returns the number of bytes before such a CR; n when there is none. */
size_t settle_line_ends(char *text, size_t n);

/* ---- Lines ---- */

/* Reading lines of a file of any size, as slices of one buffer. */

enum { READ_BLOCK = 1 << 18 };

enum line_status { LINE_GOOD, LINE_TOO_LONG, LINE_END, LINE_FAILED, LINE_FOREIGN };

/* All zeros before the first start. */
struct line_reader {
    struct input *input;
    struct output *flush; /* flushed before a read that may wait, so that a dialogue is possible; or NULL */
    uint64_t number;      /* of the line last read, from 1 */
    size_t start, end;    /* what has been read and not yet handed out */
    size_t searched;      /* up to here there is no newline */
    bool begun, at_end, skipping;
    bool open_cr;                      /* the last byte read is a CR at buffer[end] */
    const struct file_format *foreign; /* what the file holds instead of lines, or NULL */
    char *buffer;                      /* room for a line and its end, and to read on; or NULL */
};

/* Begins to read an open input, instead of the one before. output: flushed before reads that may wait; or
 * NULL. Fails (see messages.h) when there is no memory. */
void start_lines(struct line_reader *reader, struct input *input, struct output *output);

/* Reads what has come, and returns whether next_line would return at once. Not before the first line. */
bool has_line(struct line_reader *reader);

/* Reads the next line. *line is without LF, CR LF or CR, and good until the next call. A line of more than
 * LINE_LIMIT bytes has no text. After LINE_FAILED, the input has the reason; after LINE_FOREIGN,
 * reader->foreign has it. A byte order mark is skipped. */
enum line_status next_line(struct line_reader *reader, const char **line, size_t *length);

/* Frees the memory of a reader, and with it the last line. */
void end_lines(struct line_reader *reader);

/* ---- Rejected lines ---- */

/* Rejected lines: the first of each file are reported one by one, the others are counted. */

enum { REJECTIONS_SHOWN = 20 };

/* A row for a command's table of options. */
#define MAX_ERRORS_OPTION(task, member)                                                                      \
    { "max-errors", 0, "N", NUMBER_INTO(task, member, 0, UINT64_MAX) }

struct rejections {
    bool are_warnings; /* lines are not rejected; they are warned of */
    uint64_t shown;    /* how many are reported of each file; 0: all */
    const char *file;  /* of the last one, or NULL */
    uint64_t of_file, all;
};

/* Reports a line, or counts it. file is the file's name; its address distinguishes files. number is the
 * number of the line. offset is where the mistake is in it. */
void report_rejection(struct rejections *rejections, const char *file, uint64_t number, size_t offset,
                      const char *message);

/* Counts a line. Returns whether it is to be reported, too. */
bool count_rejection(struct rejections *rejections, const char *file);

/* Reports how many lines of the last file were only counted. Callers call it at the end, too. */
void end_rejections(struct rejections *rejections);

#endif
