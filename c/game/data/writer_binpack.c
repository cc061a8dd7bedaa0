/* Writes .binpack: an entry that follows the last one by its move goes on with the chain in a few bits, and
 * any other begins a chain. docs/training-data.md names the source of the layout. */
#include <string.h>

#include "core/board/planes.h"
#include "core/text/error.h"
#include "game/data/writer.h"
#include "rules/attacks.h"
#include "rules/generator/tables.h"
#include "rules/position.h"

enum { STEM = 32, COUNT = 2, HEADER = 8, PLY_MAX = (1 << 14) - 1 };

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

static unsigned zigzag(int number) {
    const int16_t n = (int16_t)number;
    return (uint16_t)((unsigned)n << 1 ^ (n < 0 ? 0xffffu : 0));
}

/* The pieces of a board, as sets. */
struct sets {
    uint64_t occupied, own;
};

static struct sets sets_of(const struct outgoing *entry) {
    struct code_planes planes;
    split_board(entry->board, &planes);
    const uint64_t occupied = planes.bits[0] | planes.bits[1] | planes.bits[2];
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
    for (unsigned i = 0; i < 4; i++)
        writer->buffer[4 + i] = (uint8_t)(size >> 8 * i);
    ks_flush_writer(writer);
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

/* Returns what the format has no room for, or NULL. */
static const char *find_lack(const struct outgoing *entry, const struct sets *sets) {
    return entry->ply > PLY_MAX                 ? "the format has no plies above 16383"
           : count_squares(sets->occupied) > 32 ? "the format has no positions of more than 32 pieces"
                                                : NULL;
}

static int begin_chain(ks_data_writer *writer, const struct outgoing *entry, const struct sets *sets,
                       ks_error *error) {
    const unsigned capturable =
                       ks_capturable_square(entry->board, entry->side, entry->king, entry->en_passant),
                   passed_pawn = capturable == KS_NO_SQUARE
                                     ? (unsigned)KS_NO_SQUARE
                                     : capturable + (entry->side == KS_WHITE ? 8u : -8u);
    const int word = word_of_move(entry, sets, capturable);
    const char *const lack = find_lack(entry, sets);
    if (lack)
        return ks_fail(error, KS_ERROR_DATA_LACKS, 0, "%s", lack);
    if (word < 0)
        return ks_fail(error, KS_ERROR_DATA_MOVE, 0,
                       "expected a move of one of the side's pieces, found another");
    end_chain(writer);
    if (writer->used == 0)
        begin_block(writer);
    uint8_t *const bytes = writer->buffer + writer->used;
    const uint64_t occupied = sets->occupied; /* the lowest byte is the eighth rank: as big-endian bytes go */
    unsigned n = 0;
    memset(bytes, 0, STEM + COUNT);
    memcpy(bytes, &occupied, sizeof occupied);
    for (uint64_t rest = turned(occupied); rest; rest &= rest - 1, n++)
        bytes[8 + n / 2] |= (uint8_t)(nibble_of(entry, lowest_square(rest) ^ 56, passed_pawn) << n % 2 * 4);
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

/* ==== Positions of a chain ==== */

/* Returns the squares to which the piece on a square may go, whatever comes of it. */
static uint64_t targets_of(const struct outgoing *entry, const struct sets *sets, unsigned square,
                           unsigned capturable) {
    const unsigned code = entry->board[square], side = entry->side;
    const uint64_t occupied = sets->occupied, passed = capturable == KS_NO_SQUARE ? 0 : bit(capturable);
    switch (code & 7) {
    case KS_WHITE_PAWN: {
        const uint64_t one = push(bit(square), side) & ~occupied,
                       two = push(one, side) & ~occupied & row_mask(row_of_rank(side, 3));
        return one | two |
               ((attack_left(bit(square), side) | attack_right(bit(square), side)) &
                ((occupied & ~sets->own) | passed));
    }
    case KS_WHITE_KNIGHT:
        return ks_leaps[square] & ~sets->own;
    case KS_WHITE_BISHOP:
        return diagonal_attacks_by_rays(square, occupied) & ~sets->own;
    case KS_WHITE_ROOK:
        return orthogonal_attacks_by_rays(square, occupied) & ~sets->own;
    case KS_WHITE_QUEEN:
        return (diagonal_attacks_by_rays(square, occupied) | orthogonal_attacks_by_rays(square, occupied)) &
               ~sets->own;
    default:
        return ks_steps[square] & ~sets->own;
    }
}

/* Returns how many bits a number below n takes. */
static unsigned width_of(unsigned n) {
    return n <= 1 ? 0 : 32 - (unsigned)__builtin_clz(n - 1);
}

/* Returns the place of a square in a set, which counts from a1. */
static unsigned index_of(uint64_t squares, unsigned square) {
    return count_squares(turned(squares) & (bit(square ^ 56) - 1));
}

/* Finds the number of a move among those of its piece, and how many the piece has. Returns false when the
 * move is not among them. */
static bool find_way(const struct outgoing *entry, const struct sets *sets, unsigned *way, unsigned *ways) {
    const unsigned from = KS_MOVE_FROM(entry->move), to = KS_MOVE_TO(entry->move),
                   kind = KS_MOVE_KIND(entry->move), side = entry->side;
    if (!(sets->own >> from & 1) || to == entry->king[side ^ 1])
        return false;
    const unsigned capturable = ks_capturable_square(entry->board, side, entry->king, entry->en_passant);
    const uint64_t targets = targets_of(entry, sets, from, capturable);
    const bool is_pawn = (entry->board[from] & 7) == KS_WHITE_PAWN,
               promotes = is_pawn && from >> 3 == row_of_rank(side, 6);
    const uint64_t rooks = from == entry->king[side] ? entry->castling & row_mask(back_row(side)) : 0;
    const unsigned shift = promotes ? 2 : 0, count = count_squares(targets) << shift;
    *ways = count + count_squares(rooks);
    if (kind == KS_MOVE_CASTLING) {
        *way = count + (to > from && rooks & (bit(from) - 1));
        return rooks >> to & 1;
    }
    const bool passes = is_pawn && to == capturable && (from ^ to) & 7;
    *way = index_of(targets, to) << shift | (promotes ? kind & 3 : 0);
    return targets >> to & 1 && promotes == (kind >= KS_MOVE_TO_KNIGHT) &&
           passes == (kind == KS_MOVE_EN_PASSANT);
}

/* Adds bits: 33 at most, so that with those that wait they fit into 64. */
static void add_bits(struct chain_bits *bits, uint64_t number, unsigned width) {
    bits->count += width;
    bits->waiting |= width > 0 ? number << (64 - bits->count) : 0;
}

/* Stores the bytes that are full. */
static void store_bits(ks_data_writer *writer) {
    struct chain_bits *const bits = &writer->bits;
    const uint64_t stored = turned(bits->waiting);
    memcpy(writer->buffer + writer->used, &stored, sizeof stored);
    const unsigned full = bits->count & ~7u;
    writer->used += full / 8;
    bits->waiting = full < 64 ? bits->waiting << full : 0;
    bits->count -= full;
}

static void add_score(struct chain_bits *bits, unsigned difference) {
    do {
        add_bits(bits, (difference > 15 ? 16u : 0) | (difference & 15), 5);
        difference >>= 4;
    } while (difference > 0);
}

/* Goes on with the chain. Returns false when it cannot. */
static bool go_on(ks_data_writer *writer, const struct outgoing *entry, const struct sets *sets) {
    unsigned way, ways;
    if (writer->chain == 0 || writer->chain_left == 0 || entry->move == KS_NO_MOVE || entry->ply > PLY_MAX ||
        !ks_follows(&writer->following, entry) || !find_way(entry, sets, &way, &ways))
        return false;
    struct chain_bits *const bits = &writer->bits;
    add_bits(bits, index_of(sets->own, KS_MOVE_FROM(entry->move)), width_of(count_squares(sets->own)));
    add_bits(bits, way, width_of(ways));
    add_score(bits, zigzag(entry->score + writer->last_score));
    store_bits(writer);
    writer->chain_left--;
    return true;
}

int ks_write_binpack(ks_data_writer *writer, const struct outgoing *entry, ks_error *error) {
    const struct sets sets = sets_of(entry);
    if (!go_on(writer, entry, &sets)) {
        const int code = begin_chain(writer, entry, &sets, error);
        if (code != KS_OK)
            return code;
    }
    writer->last_score = entry->score;
    ks_note_following(&writer->following, entry);
    return KS_OK;
}
