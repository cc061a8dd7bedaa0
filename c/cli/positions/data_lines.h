/* Lines of text that say what training data say: FEN, EPD and JSON Lines, as 'kingscan convert'
 * writes them. */
#ifndef KS_DATA_LINES_H
#define KS_DATA_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "game/common/any_position.h"
#include "game/common/replay.h"
#include "kingscan.h"

/* ---- Formats ---- */

/* Formats of text, which go on after the formats of training data. */
enum text_format { TEXT_FEN = KS_DATA_FORMATS, TEXT_EPD, TEXT_JSONL, OUTPUT_FORMATS };

static inline bool is_text(unsigned format) {
    return format >= (unsigned)TEXT_FEN;
}

/* Returns the name of a format of training data or of text, which names of its files end with. */
const char *output_format_name(unsigned format);

/* Returns the format of text that a name ends with, before a suffix of compression; KS_DATA_UNKNOWN when it
 * ends with none. */
unsigned find_text_format(const char *file);

/* Further facts of a position, beside enum ks_data_facts. */
enum { DATA_HAS_SCORE = 1 << 16, DATA_HAS_RESULT = 1 << 17 };

/* Returns the facts that a format has, or-ed. */
unsigned facts_of_format(unsigned format);

/* Writes the move of an entry: nothing but its position says whether the game was one of Chess960. Returns
 * the length. */
size_t write_entry_uci(const ks_position *position, ks_move move, ks_uci_flags flags, char text[KS_UCI_SIZE]);

/* ---- Lines as entries ---- */

/* Lines become records of .plain, which the library reads: six lines of them for a line of text, so that a
 * place in one tells that in the other. */

struct data_lines;

/* Opens the lines of a format that the source gives. */
struct data_lines *open_data_lines(unsigned format, ks_data_source *source, void *context);
void close_data_lines(struct data_lines *lines); /* lines may be NULL */

/* Gives the records; context: a struct data_lines. */
ks_data_source read_lines_as_plain;

/* Returns how many bytes of records so many bytes of text make, as far as the lines so far tell. */
uint64_t size_as_records(const struct data_lines *lines, uint64_t size);

/* Returns the number of the line of text for a line of the records. */
uint64_t line_of_text(uint64_t line);

/* Takes the error in a line of text, which the reader of the records has found to be none. Returns false when
 * the line has none; then the reader itself has the error. */
bool take_line_error(struct data_lines *lines, uint64_t line, ks_error *error);

#endif
