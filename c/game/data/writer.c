/* Writes training data: the public functions, and the formats of records, games and text. */
#include "game/data/writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/planes.h"
#include "core/processor/processor.h"
#include "core/text/error.h"
#include "game/data/little_endian.h"
#include "game/data/parts.h"
#include "game/data/reader.h"
#include "game/data/records.h"
#include "rules/attacks.h"
#include "rules/position.h"

/* ==== What formats share ==== */

static uint64_t pieces_of(const uint8_t board[64]) {
    struct code_planes planes;
    split_board(board, &planes);
    return filled_squares(&planes);
}

static int from_white(const struct outgoing *entry, int number) {
    return entry->side == KS_WHITE ? number : -number;
}

/* ==== bulletformat, marlinformat, viriformat ==== */

/* The pieces in the order of their squares from a1, turned for `turn`, a nibble each. */
static int write_pieces(uint8_t *bytes, const uint8_t board[64], unsigned turn, unsigned swap,
                        uint64_t castling, ks_error *error) {
    enum { CASTLING_ROOK = 6 };
    const uint64_t occupied = pieces_of(board), in_order = turn == 0 ? occupied : __builtin_bswap64(occupied);
    if (__builtin_popcountll(occupied) > 32)
        return fail_for_lack(error, "the format has no positions of more than 32 pieces");
    unsigned n = 0;
    memcpy(bytes, &in_order, sizeof in_order);
    memset(bytes + 8, 0, 16);
    for (uint64_t rest = in_order; rest; rest &= rest - 1, n++) {
        const unsigned square = lowest_square(rest) ^ turn, code = board[square] ^ swap,
                       piece = castling >> square & 1 ? (unsigned)CASTLING_ROOK : (code & 7) - 1;
        bytes[8 + n / 2] |= (uint8_t)((piece | (code & KS_BLACK_BIT)) << n % 2 * 4);
    }
    return KS_OK;
}

/* Squares count from a1 as white sees the board, and from a8 for black, who sees it turned. */
static int write_bullet(uint8_t *bytes, const struct outgoing *entry, ks_error *error) {
    const unsigned us = entry->side, turn = us == KS_WHITE ? 56 : 0;
    const int code =
        write_pieces(bytes, entry->board, turn, us == KS_BLACK ? (unsigned)KS_BLACK_BIT : 0, 0, error);
    store_u16(bytes + 24, (unsigned)entry->score);
    bytes[26] = (uint8_t)(entry->result + 1);
    bytes[27] = (uint8_t)(entry->king[us] ^ turn);
    bytes[28] = (uint8_t)(entry->king[us ^ 1] ^ turn ^ 56);
    memset(bytes + 29, 0, 3);
    return code;
}

static int write_marlin(uint8_t *bytes, const struct outgoing *entry, ks_error *error) {
    const int code = write_pieces(bytes, entry->board, 56, 0, entry->castling, error),
              score = from_white(entry, entry->score);
    if (code != KS_OK)
        return code;
    if (entry->halfmoves > UINT8_MAX)
        return fail_for_lack(error, "the format has no halfmove clock above 255");
    if (score > INT16_MAX)
        return fail_for_lack(error, "the format has no score of 32768 from white's view");
    bytes[24] = (uint8_t)(entry->side << 7 | (entry->en_passant == KS_NO_SQUARE ? (unsigned)KS_NO_SQUARE
                                                                                : entry->en_passant ^ 56));
    bytes[25] = (uint8_t)entry->halfmoves;
    store_u16(bytes + 26, entry->fullmoves);
    store_u16(bytes + 28, (unsigned)score);
    bytes[30] = (uint8_t)(1 + from_white(entry, entry->result));
    bytes[31] = 0;
    return KS_OK;
}

enum { VIRI_MOVE = 4, VIRI_START = 32 };

static void end_game(ks_data_writer *writer) {
    if (!writer->in_game)
        return;
    memset(writer->buffer + writer->used, 0, VIRI_MOVE);
    writer->used += VIRI_MOVE;
    writer->in_game = false;
}

/* Whether a game may go on after a move, which a piece can make otherwise. next: what follows it. */
static bool is_legal(const struct outgoing *entry, const struct following *next) {
    ks_position position;
    if (KS_MOVE_KIND(entry->move) != KS_MOVE_CASTLING)
        return !ks_in_check(next->board, next->king[entry->side], entry->side);
    return ks_position_from_board(entry->board, entry->side, entry->castling, entry->en_passant,
                                  KS_FEN_DEFAULT, &position, NULL) == KS_OK &&
           ks_is_legal(&position, entry->move);
}

/* Starts have a result alone: the score stands beside the move. */
static int write_viri(ks_data_writer *writer, const struct outgoing *entry, ks_error *error) {
    enum { PLAIN, EN_PASSANT, CASTLING, PROMOTION };
    const unsigned kind = KS_MOVE_KIND(entry->move);
    const int score = from_white(entry, entry->score);
    const bool follows = writer->steps->follows(&writer->following, entry);
    struct outgoing start = *entry;
    start.score = 0;
    if (entry->move == KS_NO_MOVE)
        return fail_for_lack(error, "the format has no positions without a move");
    if (score > INT16_MAX)
        return fail_for_lack(error, "the format has no score of 32768 from white's view");
    if (!follows) {
        uint8_t bytes[VIRI_START];
        const int code = write_marlin(bytes, &start, error);
        if (code != KS_OK)
            return code;
        end_game(writer);
        memcpy(writer->buffer + writer->used, bytes, sizeof bytes);
        writer->used += sizeof bytes;
        writer->chains++;
    }
    const bool promotes = kind >= KS_MOVE_TO_KNIGHT;
    const unsigned type = promotes                     ? PROMOTION
                          : kind == KS_MOVE_CASTLING   ? CASTLING
                          : kind == KS_MOVE_EN_PASSANT ? EN_PASSANT
                                                       : PLAIN;
    uint8_t *const bytes = writer->buffer + writer->used;
    store_u16(bytes, (KS_MOVE_FROM(entry->move) ^ 56) | (KS_MOVE_TO(entry->move) ^ 56) << 6 |
                         (promotes ? kind & 3 : 0) << 12 | type << 14);
    store_u16(bytes + 2, (unsigned)score);
    writer->used += VIRI_MOVE;
    writer->in_game = true;
    writer->steps->note(&writer->following, entry, follows);
    writer->following.known = is_legal(entry, &writer->following);
    return KS_OK;
}

/* ==== .bin ==== */

/* Bits, the lowest of a byte first. */
struct low_bits {
    uint64_t words[5];
    unsigned at;
};

static void put_bits_at(struct low_bits *bits, unsigned at, uint64_t value) {
    bits->words[at / 64] |= value << at % 64;
    bits->words[at / 64 + 1] |= at % 64 > 0 ? value >> (64 - at % 64) : 0;
}

static void put_bits(struct low_bits *bits, unsigned value, unsigned width) {
    put_bits_at(bits, bits->at, value);
    bits->at += width;
}

/* A square without a king takes a bit, and four more where a piece stands: so its bits begin where the number
 * of pieces before says. */
static void put_pieces(struct low_bits *bits, const struct outgoing *entry) {
    enum { SQUARES = 62, MORE = 4 };
    const uint64_t kings = bit(entry->king[0]) | bit(entry->king[1]);
    const unsigned low = lowest_square(kings), high = lowest_square(kings & ~bit(low));
    unsigned more = 0;
    for (uint64_t rest = pieces_of(entry->board) & ~kings; rest; rest &= rest - 1, more += MORE) {
        const unsigned square = lowest_square(rest), code = entry->board[square];
        put_bits_at(bits, bits->at + square - (square > low) - (square > high) + more,
                    1 | (uint64_t)(((code & 7) - 1) | (code & KS_BLACK_BIT)) << 1);
    }
    bits->at += SQUARES + more;
}

/* En passant is written as .binpack has it, as others do too. */
static void put_state(struct low_bits *bits, const struct outgoing *entry) {
    const unsigned en_passant =
        ks_capturable_square(entry->board, entry->side, entry->king, entry->en_passant);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        const unsigned row = 8 * back_row(side);
        put_bits(bits, entry->castling >> (row + FILE_H) & 1, 1);
        put_bits(bits, entry->castling >> (row + FILE_A) & 1, 1);
    }
    put_bits(bits, en_passant != KS_NO_SQUARE, 1);
    if (en_passant != KS_NO_SQUARE)
        put_bits(bits, en_passant ^ 56, 6);
    put_bits(bits, entry->halfmoves & 63, 6);
    put_bits(bits, entry->fullmoves, 16);
    put_bits(bits, entry->halfmoves >> 6, 1);
}

static int write_bin(uint8_t *bytes, const struct outgoing *entry, ks_error *error) {
    enum { PLAIN, PROMOTION, EN_PASSANT, CASTLING };
    struct low_bits bits = {{0}, 0};
    const unsigned kind = KS_MOVE_KIND(entry->move);
    const bool promotes = kind >= KS_MOVE_TO_KNIGHT;
    if (!has_usual_rights(entry))
        return fail_for_lack(error, no_chess960);
    if (entry->halfmoves > INT8_MAX)
        return fail_for_lack(error, "the format has no halfmove clock above 127");
    if (__builtin_popcountll(pieces_of(entry->board)) > 32)
        return fail_for_lack(error, "the format has no positions of more than 32 pieces");
    put_bits(&bits, entry->side, 1);
    put_bits(&bits, entry->king[KS_WHITE] ^ 56, 6);
    put_bits(&bits, entry->king[KS_BLACK] ^ 56, 6);
    put_pieces(&bits, entry);
    put_state(&bits, entry);
    memcpy(bytes, bits.words, 32);
    store_u16(bytes + 32, (unsigned)entry->score);
    const unsigned type = promotes                     ? PROMOTION
                          : kind == KS_MOVE_CASTLING   ? CASTLING
                          : kind == KS_MOVE_EN_PASSANT ? EN_PASSANT
                                                       : PLAIN;
    store_u16(bytes + 34, entry->move == KS_NO_MOVE
                              ? 0
                              : (KS_MOVE_TO(entry->move) ^ 56) | (KS_MOVE_FROM(entry->move) ^ 56) << 6 |
                                    (promotes ? kind & 3 : 0) << 12 | type << 14);
    store_u16(bytes + 36, entry->ply);
    bytes[38] = (uint8_t)entry->result;
    bytes[39] = 0xff;
    return KS_OK;
}

/* ==== Writers ==== */

ks_data_writer *ks_data_writer_open(ks_sink *sink, void *context, ks_data_format format, ks_error *error) {
    if (format <= KS_DATA_UNKNOWN || format > KS_DATA_PLAIN) {
        ks_fail(error, KS_ERROR_DATA_FORMAT, 0, "expected a format of training data that is written");
        return NULL;
    }
    ks_data_writer *const writer = calloc(1, sizeof *writer);
    uint8_t *const buffer = writer ? malloc(WRITER_ROOM) : NULL;
    if (!buffer) {
        free(writer);
        ks_fail(error, KS_ERROR_MEMORY, 0, "there is not enough memory for a writer of training data");
        return NULL;
    }
    *writer = (ks_data_writer){.format = format,
                               .sink = sink,
                               .context = context,
                               .steps = ks_chain_reader_in_use()->writer,
                               .buffer = buffer};
    return writer;
}

static int failed_sink(ks_error *error) {
    return ks_fail(error, KS_ERROR_DATA_SINK, 0, "the data cannot be stored");
}

static int write_entry(ks_data_writer *writer, const struct outgoing *entry, ks_error *error) {
    enum { MOST = 512 };
    uint8_t *const bytes = writer->buffer + writer->used;
    int code = KS_OK;
    size_t length = 0;
    if (entry->result < -1 || entry->result > 1)
        return ks_fail(error, KS_ERROR_DATA_RESULT, 0, "expected the result 1, 0 or -1");
    switch (writer->format) {
    case KS_DATA_BINPACK:
        code = writer->steps->write(writer, entry, error);
        return code == KS_OK && writer->failed ? failed_sink(error) : code;
    case KS_DATA_VIRI:
        code = write_viri(writer, entry, error);
        break;
    case KS_DATA_BIN:
        code = write_bin(bytes, entry, error);
        length = BIN_SIZE;
        break;
    case KS_DATA_BULLET:
        code = write_bullet(bytes, entry, error);
        length = BULLET_SIZE;
        break;
    case KS_DATA_MARLIN:
        code = write_marlin(bytes, entry, error);
        length = MARLIN_SIZE;
        break;
    default:
        code = ks_write_plain((char *)bytes, entry, &length, error);
    }
    if (code != KS_OK)
        return code;
    writer->used += length;
    if (writer->used > WRITER_BLOCK - MOST)
        flush_writer(writer);
    return writer->failed ? failed_sink(error) : KS_OK;
}

int ks_data_write(ks_data_writer *writer, const ks_data_entry *entry, ks_error *error) {
    const ks_position *const position = entry->position;
    return write_entry(writer,
                       &(struct outgoing){
                           .board = position->board,
                           .castling = ks_castling_rooks(position),
                           .side = position->side_to_move,
                           .king = {ks_king_of(position, KS_WHITE), ks_king_of(position, KS_BLACK)},
                           .en_passant = position->en_passant,
                           .halfmoves = position->halfmove_clock,
                           .fullmoves = position->fullmove_number,
                           .move = entry->move,
                           .score = entry->score,
                           .result = entry->result,
                           .ply = entry->ply,
                       },
                       error);
}

/* Copies the record of an entry as it is, whatever its unused bytes say, with another score. */
static int copy_record(ks_data_writer *writer, const struct ks_data *data, size_t i, int score,
                       ks_error *error) {
    static const uint8_t places[KS_DATA_FORMATS] = {
        [KS_DATA_BIN] = 32, [KS_DATA_BULLET] = 24, [KS_DATA_MARLIN] = 28};
    const size_t size = data->rules->record_size;
    const uint8_t *const record =
        data->source.bytes + data->source.at - (data->source.offset - (data->columns->offset + i * size));
    uint8_t *const bytes = writer->buffer + writer->used;
    const bool turned = data->format == KS_DATA_MARLIN && data->columns->sides[i] == KS_BLACK;
    if (turned && score == INT16_MIN && score != data->columns->scores[i])
        return fail_for_lack(error, "the format has no score of 32768 from white's view");
    memcpy(bytes, record, size);
    if (score != data->columns->scores[i])
        store_u16(bytes + places[data->format], (unsigned)(turned ? -score : score));
    writer->used += size;
    if (writer->used > WRITER_BLOCK - size)
        flush_writer(writer);
    return writer->failed ? failed_sink(error) : KS_OK;
}

/* Field by field: a whole one that is built and then copied waits for its own stores. */
ALWAYS_INLINE void take_entry(struct outgoing *entry, const struct ks_data *data, size_t i, int score) {
    const struct columns *const c = data->columns;
    const bool black = c->sides[i] == KS_BLACK;
    entry->board = c->boards[i];
    entry->castling = c->castling[i];
    entry->side = c->sides[i];
    entry->king[KS_WHITE] = black ? c->other_kings[i] : c->kings[i];
    entry->king[KS_BLACK] = black ? c->kings[i] : c->other_kings[i];
    entry->en_passant = c->en_passant[i];
    entry->halfmoves = c->halfmoves[i];
    entry->fullmoves = data->rules->numbered ? c->fullmoves[i] : c->plies[i] / 2u + 1;
    entry->move = c->kinds[i] & KS_DATA_NO_MOVE ? (ks_move)KS_NO_MOVE : c->moves[i];
    entry->score = score;
    entry->result = (int)c->results[i];
    entry->ply = c->plies[i];
}

int ks_data_copy(ks_data_writer *writer, const ks_data *data, size_t i, int score, ks_error *error) {
    assert(data->columns && i < data->columns->count && score >= INT16_MIN && score <= INT16_MAX);
    if (data->format == writer->format && data->rules->record_size > 0)
        return copy_record(writer, data, i, score, error);
    struct outgoing entry;
    take_entry(&entry, data, i, score);
    return write_entry(writer, &entry, error);
}

unsigned ks_write_game(ks_data_writer *writer, const struct whole_game *game, unsigned *without_score) {
    const ks_position *const start = game->start;
    *without_score = 0;
    if (writer->format != KS_DATA_BINPACK || game->count == 0)
        return 0;
    const struct outgoing first = {
        .board = start->board,
        .castling = start->private_castling,
        .side = start->side_to_move,
        .king = {ks_king_of(start, KS_WHITE), ks_king_of(start, KS_BLACK)},
        .en_passant = start->private_capturable,
        .halfmoves = start->halfmove_clock,
        .fullmoves = start->fullmove_number,
        .move = game->told[0].move,
        .score = score_of_entry(game, 0),
        .result = start->side_to_move == KS_WHITE ? game->result : -game->result,
        .ply = game->first_ply,
    };
    const unsigned written = writer->steps->write_game(writer, &first, game, without_score);
    *without_score = writer->failed ? 0 : *without_score;
    return writer->failed ? 0 : written;
}

bool ks_goes_on_with_chain(const ks_data_writer *writer, const ks_data *data, size_t i) {
    if (!writer->following.known)
        return false;
    struct outgoing entry;
    take_entry(&entry, data, i, data->columns->scores[i]);
    return writer->steps->follows(&writer->following, &entry);
}

void ks_end_chain(ks_data_writer *writer) {
    if (writer->format == KS_DATA_BINPACK)
        ks_end_binpack(writer);
    end_game(writer);
    flush_writer(writer);
    writer->following.known = false;
}

int ks_data_writer_close(ks_data_writer *writer, ks_error *error) {
    if (!writer)
        return KS_OK;
    ks_end_chain(writer);
    const bool failed = writer->failed;
    free(writer->buffer);
    free(writer);
    return failed ? failed_sink(error) : KS_OK;
}
