/* Formats of records of one size: which build of their readers runs, and what is done about faults. */
#include "game/data/records.h"

#include <string.h>

#include "core/kernels/family.h"
#include "core/text/error.h"

/* ---- The builds of the readers ---- */

const void *const ks_records_builds[TIERS] = {
    FOR_TIER(any, record_reader),
#ifdef KS_VECTOR_BUILDS
    FOR_TIER(haswell, record_reader),
    FOR_TIER(avx512, record_reader),
#endif
};

/* ---- Moves by their squares ---- */

/* Returns the rook with which a king castles that goes from one square to another; KS_NO_SQUARE when it does
 * not castle. Castling is written as e1g1 or as e1h1. */
static unsigned find_castling_rook(const ks_position *position, unsigned from, unsigned to) {
    const unsigned side = position->side_to_move;
    if (ks_king_of(position, side) != from || (from & 56) != (to & 56))
        return KS_NO_SQUARE;
    if (ks_castling_rooks(position) >> to & 1)
        return to;
    return from + 2 == to   ? ks_castling_rook(position, side, KS_KINGSIDE)
           : from == to + 2 ? ks_castling_rook(position, side, KS_QUEENSIDE)
                            : (unsigned)KS_NO_SQUARE;
}

bool ks_read_move_of_record(const ks_position *position, const char *text, size_t length, ks_move *move) {
    static const char pieces[] = "nbrq";
    if (length < 4 || length > 5)
        return false;
    const unsigned from = read_square(text), to = read_square(text + 2);
    if (from == KS_NO_SQUARE || to == KS_NO_SQUARE)
        return false;
    const unsigned code = position->board[from], rook = find_castling_rook(position, from, to);
    const char *const promoted = length == 5 ? strchr(pieces, text[4]) : NULL;
    if ((length == 5) != (promoted && *promoted))
        return false;
    const bool passes = (code & 7) == KS_WHITE_PAWN && ((from ^ to) & 7) && position->board[to] == KS_EMPTY;
    const unsigned type = promoted               ? 1
                          : passes               ? 2
                          : rook != KS_NO_SQUARE ? 3
                                                 : 0,
                   target = type == 3 ? rook : to;
    const int kind = kind_of_move(position->board, position->side_to_move, from, target, type,
                                  promoted ? (unsigned)(promoted - pieces) : 0);
    if (kind < 0 || target == ks_king_of(position, position->side_to_move ^ 1u))
        return false;
    *move = KS_MOVE(from, target, kind);
    return true;
}

/* ---- Faults ---- */

const char *ks_sentence_of_record(int code) {
    switch (code) {
    case KS_ERROR_DATA_MANY_PIECES:
        return "expected at most 32 pieces, found more";
    case KS_ERROR_DATA_PIECE:
        return "expected the code of a piece, found one that means none";
    case KS_ERROR_PAWN_RANK:
        return "a pawn on the first or last rank";
    case KS_ERROR_DATA_KINGS:
        return "expected one king of each side";
    case KS_ERROR_DATA_KING_SQUARE:
        return "expected the kings where the record says, found them elsewhere";
    case KS_ERROR_DATA_EN_PASSANT:
        return "expected an en-passant square or 64, found a greater number";
    case KS_ERROR_DATA_MOVE:
        return "expected a move of one of the side's pieces, found another";
    case KS_ERROR_DATA_KING_CAPTURE:
        return "the move captures the king";
    case KS_ERROR_DATA_RESULT:
        return "expected one of the three results, found another number";
    default:
        return "expected a position, found a record of zeros";
    }
}

/* Returns whether the data begin like an opening book of Polyglot. Names of books end in .bin too: entries of
 * 16 bytes, which begin with keys in rising order. */
static bool is_polyglot(struct ks_data *data) {
    enum { ENTRY = 16, ENTRIES = 8, KEY = 8 };
    if (data->format != KS_DATA_BIN || data->records > 0 ||
        ks_source_need(&data->source, ENTRY * ENTRIES) < ENTRY * ENTRIES)
        return false;
    const uint8_t *const bytes = source_bytes(&data->source);
    for (unsigned i = 1; i < ENTRIES; i++)
        if (memcmp(bytes + ENTRY * (i - 1), bytes + ENTRY * i, KEY) > 0)
            return false;
    return memcmp(bytes, bytes + ENTRY * (ENTRIES - 1), KEY) != 0;
}

/* Notes a fault of the next record, and passes it. */
static void pass_record(struct ks_data *data, int code, const char *sentence, size_t size) {
    const bool polyglot = is_polyglot(data);
    data->fault =
        (struct fault){.place = {.offset = data->source.offset, .chain = data->records}, .lost = size};
    ks_fail(&data->fault.error, code, (size_t)data->source.offset, "%s%s", sentence,
            polyglot ? " (the keys of an opening book of Polyglot begin so: is it one?)" : "");
    source_skip(&data->source, size);
    data->records++;
}

bool ks_open_records(struct ks_data *data) {
    data->record_reader = BUILD_IN_USE(records);
    data->own = new_part(sizeof *data->own);
    return data->own;
}

/* Reads n records that are at hand, up to the first at fault. Returns KS_OK or that one's code. */
static int read_many(struct ks_data *data, size_t n) {
    const uint8_t *const bytes = source_bytes(&data->source);
    const struct record_reader *const reader = data->record_reader;
    return data->format == KS_DATA_BIN      ? reader->read_bin(data->own, bytes, n)
           : data->format == KS_DATA_BULLET ? reader->read_bullet(data->own, bytes, n)
                                            : reader->read_marlin(data->own, bytes, n);
}

bool ks_next_of_records(struct ks_data *data) {
    struct columns *const c = data->own;
    struct source *const source = &data->source;
    const size_t size = data->rules->record_size;
    const size_t available = ks_source_need(source, size * KS_DATA_BATCH_MAX), whole = available / size;
    c->count = 0;
    c->offset = source->offset;
    c->chain = data->records;
    if (whole == 0 && available == 0)
        return false;
    data->columns = c;
    if (whole == 0) {
        pass_record(data, KS_ERROR_DATA_TRUNCATED, "the data end within a record", available);
        return true;
    }
    const int fault = read_many(data, whole < KS_DATA_BATCH_MAX ? whole : (size_t)KS_DATA_BATCH_MAX);
    source_skip(source, c->count * size);
    data->records += c->count;
    if (fault != KS_OK)
        pass_record(data, fault, ks_sentence_of_record(fault), size);
    return true;
}
