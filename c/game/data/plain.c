/* Reads .plain, training data as text: lines with a key and a value; a line "e" ends a record. Keys come in
 * any order. */
#include <stdlib.h>
#include <string.h>

#include "core/fen/plain.h"
#include "core/processor/processor.h"
#include "core/text/error.h"
#include "game/data/little_endian.h"
#include "game/data/records.h"

enum key { FEN, MOVE, SCORE, PLY, RESULT, KEYS };
static const char *const keys[KEYS] = {"fen", "move", "score", "ply", "result"};
enum { NEEDED = 1 << FEN | 1 << SCORE | 1 << RESULT };

/* The facts that a record has given so far. */
struct plain {
    ks_position position;
    uint64_t line;          /* lines read so far */
    uint64_t begin, number; /* where the record begins, and the line */
    char move[8];
    size_t move_length;
    long score, ply, result;
    unsigned given; /* bit n: the key n of `keys` */
    ks_placement_reader *read_placement;
    bool any;    /* the record has a line */
    bool failed; /* a fault was met: the rest of the record is passed over */
};

bool ks_open_plain(struct ks_data *data) {
    if (!(data->plain = new_part(sizeof *data->plain)))
        return false;
#ifndef KS_SMALL
    data->plain->read_placement = ks_current_placement_reader();
#endif
    return ks_open_records(data);
}

/* ---- Faults ---- */

/* Notes a fault in the line that begins at an offset. error->offset: in the line. */
static void note(struct ks_data *data, const ks_error *error, uint64_t line_offset) {
    struct plain *const plain = data->plain;
    data->fault = (struct fault){
        .error = *error,
        .place = {.offset = line_offset + error->offset, .chain = data->records, .line = plain->line}};
    plain->failed = true;
}

static void fail(struct ks_data *data, int code, size_t column, uint64_t line_offset, const char *sentence) {
    ks_error error;
    ks_fail(&error, code, column, "%s", sentence);
    note(data, &error, line_offset);
}

/* ---- Values ---- */

/* Reads a decimal number that fills the text. Returns false when there is none from least to most. */
static bool read_number(const char *text, size_t length, long least, long most, long *number) {
    const bool negative = length > 0 && text[0] == '-';
    size_t at = negative || (length > 0 && text[0] == '+');
    long value = 0;
    if (at == length)
        return false;
    for (; at < length; at++) {
        if (text[at] < '0' || text[at] > '9' || value > most - least)
            return false;
        value = 10 * value + (text[at] - '0');
    }
    *number = negative ? -value : value;
    return *number >= least && *number <= most;
}

/* ---- Records ---- */

static void start_record(struct plain *plain, uint64_t offset) {
    plain->begin = offset;
    plain->number = plain->line;
    plain->move_length = 0;
    plain->ply = 0;
    plain->given = 0;
    plain->any = plain->failed = false;
}

static void add(struct ks_data *data, ks_move move) {
    const struct plain *const plain = data->plain;
    const ks_position *const position = &plain->position;
    struct columns *const c = data->own;
    const unsigned n = c->count, king[2] = {ks_king_of(position, KS_WHITE), ks_king_of(position, KS_BLACK)};
    add_position(c, position, king, move, KS_DATA_FIRST);
    c->scores[n] = (int16_t)plain->score;
    c->plies[n] = (uint16_t)plain->ply;
    c->results[n] = (int8_t)plain->result;
    c->offsets[n] = plain->begin;
    c->lines[n] = plain->number;
}

/* Ends the record. Its last line begins at an offset. */
static void end_record(struct ks_data *data, uint64_t offset) {
    struct plain *const plain = data->plain;
    ks_move move = KS_NO_MOVE;
    const unsigned missing = NEEDED & ~plain->given;
    if (missing)
        fail(data, KS_ERROR_DATA_KEY, 0, offset,
             missing & 1u << FEN     ? "expected a line with the key fen before the end of the record"
             : missing & 1u << SCORE ? "expected a line with the key score before the end of the record"
                                     : "expected a line with the key result before the end of the record");
    else if (plain->move_length > 0 &&
             !ks_read_move_of_record(&plain->position, plain->move, plain->move_length, &move))
        fail(data, KS_ERROR_DATA_MOVE, 0, offset, ks_sentence_of_record(KS_ERROR_DATA_MOVE));
    else
        add(data, move);
}

static enum key find_key(const char *text, size_t length) {
    for (unsigned i = 0; i < KEYS; i++)
        if (strlen(keys[i]) == length && memcmp(text, keys[i], length) == 0)
            return (enum key)i;
    return KEYS;
}

/* Takes a move's text over: it is read at the end of the record, when there is a position. */
static bool take_move(struct plain *plain, const char *value, size_t length) {
    if (length < 4 || length > 5)
        return false;
    plain->move_length = length;
    memcpy(plain->move, value, length);
    return true;
}

/* Takes the value of a key over. at: where it stands in the line. */
static void take_value(struct ks_data *data, enum key key, const char *value, size_t length, size_t at,
                       uint64_t offset) {
    struct plain *const plain = data->plain;
    ks_error error;
    switch (key) {
    case FEN:
        if (ks_read_fen(value, length, KS_FEN_DEFAULT, &plain->position, &error) != KS_OK) {
            error.offset += at;
            note(data, &error, offset);
        }
        return;
    case MOVE:
        if (!take_move(plain, value, length))
            fail(data, KS_ERROR_DATA_MOVE, at, offset, "expected a move such as e2e4");
        return;
    case SCORE:
        if (!read_number(value, length, INT16_MIN, INT16_MAX, &plain->score))
            fail(data, KS_ERROR_DATA_KEY, at, offset, "expected a score from -32768 to 32767");
        return;
    case PLY:
        if (!read_number(value, length, 0, UINT16_MAX, &plain->ply))
            fail(data, KS_ERROR_DATA_KEY, at, offset, "expected a ply from 0 to 65535");
        return;
    case RESULT:
        if (!read_number(value, length, -1, 1, &plain->result))
            fail(data, KS_ERROR_DATA_RESULT, at, offset, "expected the result 1, 0 or -1");
        return;
    default: /* a key of somebody else's */
        return;
    }
}

/* Takes a line "key value" over. */
static void take_pair(struct ks_data *data, const char *line, size_t length, uint64_t offset) {
    struct plain *const plain = data->plain;
    const char *const blank = memchr(line, ' ', length);
    const size_t key_length = blank ? (size_t)(blank - line) : length, at = key_length + (blank != NULL);
    const enum key key = find_key(line, key_length);
    if (!blank)
        fail(data, KS_ERROR_DATA_KEY, 0, offset, "expected a key, a blank and a value");
    else if (key != KEYS && plain->given >> key & 1)
        fail(data, KS_ERROR_DATA_KEY, 0, offset,
             "the record has this key already: expected a line e between");
    else
        take_value(data, key, line + at, length - at, at, offset);
    if (key != KEYS)
        plain->given |= 1u << key;
}

/* ---- Usual records ---- */

/* Nearly all records are six lines, the first of them a position. Such a record is read at once, where it
 * lies. In any doubt, nothing is taken over, and the lines are read one by one: they name what is wrong. */

enum { USUAL_MAX = 512 }; /* readable bytes from the beginning of a record; it is shorter by far */

#ifdef KS_SMALL
/* The module for browsers has no fast reader of FEN. */
static bool take_usual_record(struct ks_data *data, const char *text) {
    (void)data;
    (void)text;
    return false;
}
#else

/* Reads a number of one to five digits without branches, which could not be predicted. end: where it ends,
 * eight bytes or more from its record's beginning. Source of the products: D. Lemire, "Quickly parsing eight
 * digits" (2018). */
static bool read_usual_number(const char *text, const char *end, long least, long most, long *number) {
    enum { DIGITS_MAX = 5 };
    const uint64_t ones = UINT64_C(0x0101010101010101), low = UINT64_C(0x000000ff000000ff);
    const bool negative = *text == '-';
    const unsigned length = (unsigned)(end - text) - negative;
    if (length - 1 >= DIGITS_MAX)
        return false;
    const uint64_t word = load_u64((const uint8_t *)end - 8) ^ '0' * ones, before = bit(64 - 8 * length) - 1,
                   digits = word & ~before, pairs = digits * 10 + (digits >> 8),
                   sum = (pairs & low) * (100 + (UINT64_C(1000000) << 32)) +
                         (pairs >> 16 & low) * (1 + (UINT64_C(10000) << 32));
    const long value = (long)(sum >> 32);
    *number = negative ? -value : value;
    return !(((digits + 0x76 * ones) | digits) & 0x80 * ones) && *number >= least && *number <= most;
}

/* Reads a line after the position. Returns its key, or KEYS in any doubt. */
static enum key read_usual_line(struct plain *plain, const char *line, const char *end) {
    if (memcmp(line, "move ", 5) == 0) {
        plain->move_length = (size_t)(end - line) - 5;
        memcpy(plain->move, line + 5, 5);
        return plain->move_length == 4 || plain->move_length == 5 ? MOVE : KEYS;
    }
    if (memcmp(line, "score ", 6) == 0)
        return read_usual_number(line + 6, end, INT16_MIN, INT16_MAX, &plain->score) ? SCORE : KEYS;
    if (memcmp(line, "ply ", 4) == 0)
        return read_usual_number(line + 4, end, 0, UINT16_MAX, &plain->ply) ? PLY : KEYS;
    if (memcmp(line, "result ", 7) == 0)
        return read_usual_number(line + 7, end, -1, 1, &plain->result) ? RESULT : KEYS;
    return KEYS;
}

/* Reads the lines after the position in any order. All their ends are found at once, so that none waits
 * for the line before. Returns what follows the line e, or NULL. */
static const char *read_usual_lines(struct plain *plain, const char *line) {
    uint64_t ends = 0;
    for (unsigned i = 0; i < 64; i += 16)
        ends |= (uint64_t)top_bits((bytes16)(load_16(line + i) == '\n')) << i;
    plain->given = 0;
    for (unsigned n = 0; n < 4; n++) {
        const unsigned length = (unsigned)__builtin_ctzll(ends | bit(63));
        plain->given |= 1u << read_usual_line(plain, line, line + length);
        line += length + 1;
        ends = ends >> length >> 1;
    }
    return plain->given == (1 << MOVE | 1 << SCORE | 1 << PLY | 1 << RESULT) && line[0] == 'e' &&
                   line[1] == '\n'
               ? line + 2
               : NULL;
}

/* Reads a move that is no castling. Returns KS_NO_MOVE in any doubt. */
static ks_move read_usual_move(const struct plain *plain, const uint8_t *board, unsigned side,
                               const unsigned king[2]) {
    const unsigned from = read_square(plain->move), to = read_square(plain->move + 2);
    if (from == KS_NO_SQUARE || to == KS_NO_SQUARE || to == king[side ^ 1] || plain->move_length == 5 ||
        (from == king[side] && !(ks_steps[from] >> to & 1)))
        return KS_NO_MOVE;
    const bool passes = (board[from] & 7) == KS_WHITE_PAWN && ((from ^ to) & 7) && board[to] == KS_EMPTY;
    const int kind = kind_of_move(board, side, from, to, passes ? 2 : 0, 0);
    return kind < 0 ? (ks_move)KS_NO_MOVE : KS_MOVE(from, to, kind);
}

static bool take_usual_record(struct ks_data *data, const char *text) {
    struct plain *const plain = data->plain;
    struct columns *const c = data->own;
    ks_position *const position = &plain->position;
    struct ks_piece_masks masks;
    if (memcmp(text, "fen ", 4) != 0)
        return false;
    const size_t end = ks_read_plain_fen(plain->read_placement, text + 4, position, &masks);
    if (end == 0 || text[4 + end] != '\n')
        return false;
    const char *const next = read_usual_lines(plain, text + 4 + end + 1);
    const unsigned side = position->side_to_move, n = c->count,
                   king[2] = {lowest_square(masks.kings[0]), lowest_square(masks.kings[1])};
    const ks_move move = next ? read_usual_move(plain, position->board, side, king) : (ks_move)KS_NO_MOVE;
    if (move == KS_NO_MOVE)
        return false;
    add_position(c, position, king, move, KS_DATA_FIRST);
    c->scores[n] = (int16_t)plain->score;
    c->plies[n] = (uint16_t)plain->ply;
    c->results[n] = (int8_t)plain->result;
    c->offsets[n] = data->source.offset;
    c->lines[n] = plain->line + 1;
    plain->line += 6;
    data->records++;
    source_skip(&data->source, (size_t)(next - text));
    return true;
}
#endif

/* ---- Lines ---- */

/* Reads the next line, whatever it says. Returns false at the end. */
static bool take_line(struct ks_data *data) {
    struct plain *const plain = data->plain;
    const uint64_t offset = data->source.offset;
    struct source_line found;
    if (!ks_source_find_line(&data->source, KS_DATA_LINE_MAX, &found))
        return false;
    const char *const line = found.text;
    const size_t length = found.length;
    plain->line++;
    if (!plain->any && length > 0)
        start_record(plain, offset);
    plain->any |= length > 0;
    const bool ends = length == 1 && line[0] == 'e';
    if (!found.whole && !plain->failed)
        fail(data, KS_ERROR_DATA_KEY, KS_DATA_LINE_MAX, offset, "expected a line of at most 4096 bytes");
    else if (ends && !plain->failed)
        end_record(data, offset);
    else if (length > 0 && !plain->failed)
        take_pair(data, line, length, offset);
    ks_source_skip_line(&data->source, &found);
    if (ends) {
        plain->any = plain->failed = false;
        data->records++;
    }
    return true;
}

bool ks_next_of_plain(struct ks_data *data) {
    struct plain *const plain = data->plain;
    struct columns *const c = data->own;
    c->count = 0;
    c->chain = data->records;
    data->columns = c;
    while (c->count < KS_DATA_BATCH_MAX && data->fault.error.code == KS_OK) {
        const bool usual = !plain->any && ks_source_need(&data->source, USUAL_MAX) >= USUAL_MAX;
        if ((usual && take_usual_record(data, (const char *)source_bytes(&data->source))) || take_line(data))
            continue;
        if (plain->any && !plain->failed)
            fail(data, KS_ERROR_DATA_TRUNCATED, 0, data->source.offset,
                 "the data end within a record: expected a line e");
        plain->any = plain->failed = false;
        break;
    }
    return c->count > 0 || data->fault.error.code != KS_OK;
}
