/* Writes .binpack: blocks, and the starts of chains. writer_tmpl.c writes the positions that follow. */
#include <string.h>

#include "core/board/planes.h"
#include "core/text/error.h"
#include "game/data/batch.h"
#include "game/data/little_endian.h"
#include "game/data/parts.h"
#include "game/data/writer.h"
#include "rules/attacks.h"
#include "rules/position.h"

enum { STEM = 32, COUNT = 2, HEADER = 8 };

static uint64_t turned(uint64_t squares) {
    return __builtin_bswap64(squares);
}

static unsigned count_squares(uint64_t squares) {
    return (unsigned)__builtin_popcountll(squares);
}

static void store_16(uint8_t *bytes, unsigned number) {
    bytes[0] = (uint8_t)(number >> 8);
    bytes[1] = (uint8_t)number;
}

/* The pieces of a board, as sets. */
struct sets {
    uint64_t occupied, own;
};

static struct sets sets_of(const struct outgoing *entry) {
    struct code_planes planes;
    split_board(entry->board, &planes);
    const uint64_t occupied = filled_squares(&planes);
    return (struct sets){occupied, occupied & (entry->side == KS_BLACK ? planes.bits[3] : ~planes.bits[3])};
}

/* ==== Blocks ==== */

static void begin_block(ks_data_writer *writer) {
    static const uint8_t header[HEADER] = {'B', 'I', 'N', 'P', 0, 0, 0, 0};
    memcpy(writer->buffer, header, HEADER);
    writer->used = HEADER;
}

static void end_block(ks_data_writer *writer) {
    const size_t size = writer->used - HEADER;
    store_u32(writer->buffer + sizeof ks_binpack_magic, (uint32_t)size);
    flush_writer(writer);
}

/* Ends the chain, and the block when it is large enough. */
static void end_chain(ks_data_writer *writer) {
    if (writer->chain == 0)
        return;
    writer->used += writer->bits.count > 0;
    store_16(writer->buffer + writer->chain + STEM, WRITER_CHAIN - writer->chain_left);
    writer->chain = 0;
    if (writer->used - HEADER >= WRITER_BLOCK)
        end_block(writer);
}

void ks_end_binpack(ks_data_writer *writer) {
    end_chain(writer);
    if (writer->used > 0)
        end_block(writer);
}

/* ==== Starts of chains ==== */

/* The move of a start: 0 for none, or -1 when no piece of the side to move makes such a one. */
static int word_of_move(const struct outgoing *entry, const struct sets *sets, unsigned capturable) {
    enum { PLAIN, PROMOTION, CASTLING, EN_PASSANT };
    const unsigned from = KS_MOVE_FROM(entry->move), to = KS_MOVE_TO(entry->move),
                   kind = KS_MOVE_KIND(entry->move), side = entry->side;
    if (entry->move == KS_NO_MOVE)
        return 0;
    const bool is_pawn = entry->board[from] == code_of(KS_WHITE_PAWN, side),
               castles = kind == KS_MOVE_CASTLING, promotes = kind >= KS_MOVE_TO_KNIGHT;
    const uint64_t hits = attack_left(bit(from), side) | attack_right(bit(from), side);
    if (!(sets->own >> from & 1) || (sets->own >> to & 1) != castles || to == entry->king[side ^ 1] ||
        (is_pawn && to >> 3 == row_of_rank(side, 7)) != promotes ||
        (castles && (from != entry->king[side] || !(entry->castling & row_mask(back_row(side)) & bit(to)))) ||
        (kind == KS_MOVE_EN_PASSANT && !(is_pawn && to == capturable && hits & bit(to))))
        return -1;
    const unsigned type = promotes                     ? PROMOTION
                          : castles                    ? CASTLING
                          : kind == KS_MOVE_EN_PASSANT ? EN_PASSANT
                                                       : PLAIN;
    return (int)(type << 14 | (from ^ 56) << 8 | (to ^ 56) << 2 | (promotes ? kind & 3 : 0));
}

static unsigned nibble_of(const struct outgoing *entry, unsigned square, unsigned passed_pawn) {
    enum { PASSED_PAWN = 12, CASTLING = 13, KING_TO_MOVE = 15 };
    const unsigned code = entry->board[square], side = code >> 3;
    if (square == passed_pawn)
        return PASSED_PAWN;
    if (entry->castling >> square & 1)
        return CASTLING + side;
    return code == KS_BLACK_KING && entry->side == KS_BLACK ? (unsigned)KING_TO_MOVE
                                                            : 2 * ((code & 7) - 1) + side;
}

/* Finds the nibbles of an entry's pieces. Most games begin with the same board. */
static void store_pieces(struct last_stem *stem, const struct outgoing *entry, uint64_t occupied,
                         unsigned passed_pawn) {
    unsigned n = 0;
    if (stem->castling == entry->castling && stem->side == entry->side && stem->passed_pawn == passed_pawn &&
        memcmp(stem->board, entry->board, sizeof stem->board) == 0)
        return;
    memcpy(stem->board, entry->board, sizeof stem->board);
    memset(stem->nibbles, 0, sizeof stem->nibbles);
    stem->castling = entry->castling;
    stem->side = entry->side;
    stem->passed_pawn = passed_pawn;
    for (uint64_t rest = turned(occupied); rest; rest &= rest - 1, n++)
        stem->nibbles[n / 2] |=
            (uint8_t)(nibble_of(entry, lowest_square(rest) ^ 56, passed_pawn) << n % 2 * 4);
}

/* Returns what the format has no room for, or NULL. */
static const char *find_lack(const struct outgoing *entry, const struct sets *sets) {
    return !has_usual_rights(entry)             ? no_chess960
           : entry->ply > BINPACK_PLY_MAX       ? "the format has no plies above 16383"
           : count_squares(sets->occupied) > 32 ? "the format has no positions of more than 32 pieces"
                                                : NULL;
}

int ks_begin_chain(ks_data_writer *writer, const struct outgoing *entry, ks_error *error) {
    const struct sets pieces = sets_of(entry), *const sets = &pieces;
    const unsigned capturable =
                       ks_capturable_square(entry->board, entry->side, entry->king, entry->en_passant),
                   passed_pawn = capturable == KS_NO_SQUARE
                                     ? (unsigned)KS_NO_SQUARE
                                     : capturable + (entry->side == KS_WHITE ? 8u : -8u);
    const int word = word_of_move(entry, sets, capturable);
    const char *const lack = find_lack(entry, sets);
    if (lack)
        return fail_for_lack(error, lack);
    if (word < 0)
        return ks_fail(error, KS_ERROR_DATA_MOVE, 0,
                       "expected a move of one of the side's pieces, found another");
    end_chain(writer);
    if (writer->used == 0)
        begin_block(writer);
    uint8_t *const bytes = writer->buffer + writer->used;
    const uint64_t occupied = sets->occupied; /* the lowest byte is the eighth rank: as big-endian bytes go */
    memset(bytes, 0, STEM + COUNT);
    memcpy(bytes, &occupied, sizeof occupied);
    store_pieces(&writer->stem, entry, occupied, passed_pawn);
    memcpy(bytes + sizeof occupied, writer->stem.nibbles, sizeof writer->stem.nibbles);
    store_16(bytes + 24, (unsigned)word);
    store_16(bytes + 26, zigzag(entry->score));
    store_16(bytes + 28, entry->ply | (zigzag(entry->result) & 3) << 14);
    store_16(bytes + 30, entry->halfmoves);
    writer->chain = writer->used;
    writer->chain_left = WRITER_CHAIN;
    writer->chains++;
    writer->used += STEM + COUNT;
    writer->bits = (struct chain_bits){0, 0};
    return KS_OK;
}
