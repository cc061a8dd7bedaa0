/* Plays random games, and writes them in each format of training data without the library's writers. */
#include "support/data/entries.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/random.h"

/* ==== Games ==== */

static ks_move choose(uint64_t *random, const ks_position *position) {
    ks_move_list legal;
    const size_t count = ks_legal_moves(position, &legal);
    if (count == 0)
        return KS_NO_MOVE;
    ks_move best = legal.moves[random_below(random, (unsigned)count)];
    for (size_t i = 0; i < count; i++) {
        const unsigned kind = KS_MOVE_KIND(legal.moves[i]);
        if (kind >= KS_MOVE_EN_PASSANT && random_below(random, 3) == 0)
            best = legal.moves[i];
    }
    return best;
}

static void play_game(uint64_t *random, struct entries *entries) {
    static const char *const starts[] = {
        KS_START_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/2pPp3/4P3/8/8/R3K2R w Kq c6 0 20", "n1n1k3/PPP5/8/8/8/8/6pp/4K3 b - - 3 40",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"};
    const char *const fen = starts[random_below(random, sizeof starts / sizeof *starts)];
    const unsigned plies = 1 + random_below(random, 150);
    int result = (int)random_below(random, 3) - 1;
    ks_position position;
    cr_assert_eq(ks_read_fen(fen, strlen(fen), 0, &position, NULL), KS_OK);
    int ply = 2 * (position.fullmove_number - 1) + position.side_to_move;
    for (unsigned i = 0; i < plies; i++, ply++, result = -result) {
        const ks_move move = choose(random, &position);
        if (move == KS_NO_MOVE || position.halfmove_clock > 100) /* .bin has seven bits for it */
            return;
        int score = (int)random_below(random, 401) - 200;
        if (random_below(random, 5) == 0)
            score = (int)random_below(random, 65535) - 32767;
        entries->list[entries->count++] = (struct entry){position, move, score, ply, result, i == 0};
        ks_undo undo;
        ks_make_move(&position, move, &undo);
    }
}

struct entries play_entries(uint64_t seed, size_t games) {
    struct entries entries = {aligned_alloc(64, games * 150 * sizeof(struct entry)), 0};
    cr_assert(entries.list);
    for (size_t i = 0; i < games; i++)
        play_game(&seed, &entries);
    return entries;
}

void free_entries(struct entries *entries) {
    free(entries->list);
}

/* ==== Bytes ==== */

static void put(struct bytes *bytes, unsigned byte) {
    if (bytes->length == bytes->room) {
        bytes->room = bytes->room > 0 ? 2 * bytes->room : 4096;
        bytes->at = realloc(bytes->at, bytes->room);
        cr_assert(bytes->at);
    }
    bytes->at[bytes->length++] = (uint8_t)byte;
}

static void put_low_first(struct bytes *bytes, uint64_t number, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        put(bytes, (unsigned)(number >> 8 * i & 0xff));
}

static void put_high_first(struct bytes *bytes, uint64_t number, unsigned count) {
    while (count-- > 0)
        put(bytes, (unsigned)(number >> 8 * count & 0xff));
}

/* Returns the promoted piece, from 0, and sets *type: 0 plain, 1 promotion, 2 en passant, 3 castling. */
static unsigned move_type(ks_move move, unsigned *type) {
    const unsigned kind = KS_MOVE_KIND(move);
    *type = kind >= KS_MOVE_TO_KNIGHT ? 1 : kind == KS_MOVE_EN_PASSANT ? 2 : kind == KS_MOVE_CASTLING ? 3 : 0;
    return *type == 1 ? kind & 3 : 0;
}

/* Squares from a1. */
static unsigned from_of(ks_move move) {
    return KS_MOVE_FROM(move) ^ 56;
}

static unsigned to_of(ks_move move) {
    return KS_MOVE_TO(move) ^ 56;
}

static uint64_t turned(uint64_t squares) {
    return __builtin_bswap64(squares);
}

/* ---- bulletformat, marlinformat, viriformat ---- */

static void put_nibbles(struct bytes *bytes, const uint8_t nibbles[32]) {
    for (unsigned i = 0; i < 16; i++)
        put(bytes, nibbles[2 * i] | (unsigned)nibbles[2 * i + 1] << 4);
}

static void put_bullet(struct bytes *bytes, const struct entry *entry) {
    const ks_position *const p = &entry->position;
    const unsigned us = p->side_to_move, turn = us == KS_WHITE ? 56 : 0;
    uint64_t occupied = 0;
    uint8_t nibbles[32] = {0};
    unsigned n = 0;
    for (unsigned square = 0; square < 64; square++) {
        const unsigned code = p->board[square ^ turn];
        if (code == KS_EMPTY)
            continue;
        occupied |= (uint64_t)1 << square;
        nibbles[n++] = (uint8_t)((code & 7) - 1 + ((code >> 3) != us ? 8 : 0));
    }
    put_low_first(bytes, occupied, 8);
    put_nibbles(bytes, nibbles);
    put_low_first(bytes, (uint16_t)entry->score, 2);
    put(bytes, (unsigned)(entry->result + 1));
    put(bytes, ks_king_of(p, us) ^ turn);
    put(bytes, ks_king_of(p, us ^ 1) ^ turn ^ 56);
    put_low_first(bytes, 0, 3);
}

static void put_marlin(struct bytes *bytes, const struct entry *entry, int score) {
    const ks_position *const p = &entry->position;
    const unsigned us = p->side_to_move;
    uint8_t nibbles[32] = {0};
    unsigned n = 0;
    put_low_first(bytes, turned(ks_occupied(p)), 8);
    for (unsigned i = 0; i < 64; i++) {
        const unsigned square = i ^ 56, code = p->board[square];
        if (code != KS_EMPTY)
            nibbles[n++] = (uint8_t)((ks_castling_rooks(p) >> square & 1 ? 6 : (code & 7) - 1) | (code & 8));
    }
    put_nibbles(bytes, nibbles);
    put(bytes, us << 7 | (p->en_passant == KS_NO_SQUARE ? 64 : p->en_passant ^ 56u));
    put(bytes, p->halfmove_clock);
    put_low_first(bytes, p->fullmove_number, 2);
    put_low_first(bytes, (uint16_t)(us == KS_WHITE ? score : -score), 2);
    put(bytes, (unsigned)(1 + (us == KS_WHITE ? entry->result : -entry->result)));
    put(bytes, 0);
}

static void put_viri_move(struct bytes *bytes, const struct entry *entry) {
    static const unsigned kinds[4] = {0, 3, 1, 2};
    unsigned type;
    const unsigned promoted = move_type(entry->move, &type);
    const int score = entry->position.side_to_move == KS_WHITE ? entry->score : -entry->score;
    put_low_first(bytes, from_of(entry->move) | to_of(entry->move) << 6 | promoted << 12 | kinds[type] << 14,
                  2);
    put_low_first(bytes, (uint16_t)score, 2);
}

/* ---- Lines ---- */

static void put_text(struct bytes *bytes, const char *text) {
    for (; *text; text++)
        put(bytes, (unsigned char)*text);
}

static void put_line(struct bytes *bytes, ks_data_format format, const struct entry *entry) {
    static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};
    char fen[KS_FEN_SIZE], uci[KS_UCI_SIZE], san[KS_SAN_SIZE], line[512];
    const int white = entry->position.side_to_move == KS_WHITE ? entry->result : -entry->result;
    ks_write_fen(&entry->position, fen);
    ks_write_uci(&entry->position, entry->move, 0, uci);
    ks_write_san(&entry->position, entry->move, san);
    if (format == KS_DATA_FEN)
        snprintf(line, sizeof line, "%s\n", fen);
    else if (format == KS_DATA_EPD)
        snprintf(line, sizeof line, "%s bm %s; ce %d; c9 \"%s\";\n", fen, san, entry->score,
                 results[1 + white]);
    else
        snprintf(line, sizeof line,
                 "{\"move\":\"%s\",\"fen\":\"%s\",\"x\":[1,{}],\"score\":%d,\"ply\":%d,\"result\":%d}\n", uci,
                 fen, entry->score, entry->ply, entry->result);
    put_text(bytes, line);
}

/* ---- .bin ---- */

struct bit_writer {
    uint8_t bytes[32];
    unsigned at;
};

static void put_bits(struct bit_writer *bits, unsigned value, unsigned count) {
    for (unsigned i = 0; i < count; i++, bits->at++)
        if (value >> i & 1)
            bits->bytes[bits->at / 8] |= (uint8_t)(1u << bits->at % 8);
}

static void put_bin(struct bytes *bytes, const struct entry *entry) {
    const ks_position *const p = &entry->position;
    struct bit_writer bits = {{0}, 0};
    unsigned type;
    const unsigned promoted = move_type(entry->move, &type);
    put_bits(&bits, p->side_to_move, 1);
    put_bits(&bits, ks_king_of(p, KS_WHITE) ^ 56, 6);
    put_bits(&bits, ks_king_of(p, KS_BLACK) ^ 56, 6);
    for (unsigned square = 0; square < 64; square++) {
        const unsigned code = p->board[square];
        if ((code & 7) == KS_WHITE_KING)
            continue;
        put_bits(&bits, code != KS_EMPTY, 1);
        if (code != KS_EMPTY)
            put_bits(&bits, ((code & 7) - 1) | (code & 8), 4);
    }
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            put_bits(&bits, ks_castling_rook(p, side, wing) != KS_NO_SQUARE, 1);
    put_bits(&bits, p->en_passant != KS_NO_SQUARE, 1);
    if (p->en_passant != KS_NO_SQUARE)
        put_bits(&bits, p->en_passant ^ 56u, 6);
    put_bits(&bits, p->halfmove_clock & 63u, 6);
    put_bits(&bits, p->fullmove_number & 255u, 8);
    put_bits(&bits, p->fullmove_number >> 8, 8);
    put_bits(&bits, p->halfmove_clock >> 6, 1);
    for (unsigned i = 0; i < 32; i++)
        put(bytes, bits.bytes[i]);
    put_low_first(bytes, (uint16_t)entry->score, 2);
    put_low_first(bytes, to_of(entry->move) | from_of(entry->move) << 6 | promoted << 12 | type << 14, 2);
    put_low_first(bytes, (uint16_t)entry->ply, 2);
    put(bytes, (uint8_t)entry->result);
    put(bytes, 0xff);
}

/* ---- .plain ---- */

static void put_plain(struct bytes *bytes, const struct entry *entry) {
    char fen[KS_FEN_SIZE], move[KS_UCI_SIZE], text[256];
    ks_write_fen(&entry->position, fen);
    ks_write_uci(&entry->position, entry->move, 0, move);
    const int length = snprintf(text, sizeof text, "fen %s\nmove %s\nscore %d\nply %d\nresult %d\ne\n", fen,
                                move, entry->score, entry->ply, entry->result);
    for (int i = 0; i < length; i++)
        put(bytes, (uint8_t)text[i]);
}

/* ---- .binpack ---- */

size_t binpack_block = 1 << 20;

/* Bits, the highest of a byte first. */
struct high_bits {
    struct bytes *bytes;
    unsigned open; /* bits of the last byte that are free */
};

static void put_high_bits(struct high_bits *bits, unsigned value, unsigned count) {
    while (count-- > 0) {
        if (bits->open == 0) {
            put(bits->bytes, 0);
            bits->open = 8;
        }
        bits->bytes->at[bits->bytes->length - 1] |= (uint8_t)((value >> count & 1) << --bits->open);
    }
}

static unsigned zigzag(int number) {
    const int16_t n = (int16_t)number;
    return (uint16_t)((unsigned)n << 1 ^ (n < 0 ? 0xffffu : 0));
}

static unsigned width_of(unsigned n) {
    unsigned width = 0;
    while (n > 1u << width)
        width++;
    return width;
}

static unsigned stem_nibble(const ks_position *p, unsigned square) {
    const unsigned code = p->board[square], side = code >> 3, us = p->side_to_move;
    if (p->private_capturable != KS_NO_SQUARE &&
        square == p->private_capturable + (us == KS_WHITE ? 8u : (unsigned)-8))
        return 12;
    if (ks_castling_rooks(p) >> square & 1)
        return 13 + side;
    return code == KS_BLACK_KING && us == KS_BLACK ? 15 : 2 * ((code & 7) - 1) + side;
}

static void put_stem(struct bytes *bytes, const struct entry *entry) {
    static const unsigned kinds[4] = {0, 1, 3, 2};
    const ks_position *const p = &entry->position;
    uint8_t nibbles[32] = {0};
    unsigned type, n = 0;
    const unsigned promoted = move_type(entry->move, &type);
    put_high_first(bytes, turned(ks_occupied(p)), 8);
    for (unsigned i = 0; i < 64; i++)
        if (p->board[i ^ 56] != KS_EMPTY)
            nibbles[n++] = (uint8_t)stem_nibble(p, i ^ 56);
    put_nibbles(bytes, nibbles);
    put_high_first(bytes, kinds[type] << 14 | from_of(entry->move) << 8 | to_of(entry->move) << 2 | promoted,
                   2);
    put_high_first(bytes, zigzag(entry->score), 2);
    put_high_first(bytes, (unsigned)entry->ply | zigzag(entry->result) << 14, 2);
    put_high_first(bytes, p->halfmove_clock, 2);
}

/* The squares that a piece may go to, one by one, whatever comes of it. */
static bool may_reach(const ks_position *p, unsigned from, unsigned to) {
    const unsigned code = p->board[from], side = code >> 3, target = p->board[to];
    const int files = abs((int)(from & 7) - (int)(to & 7)), rows = (int)(to >> 3) - (int)(from >> 3),
              ahead = side == KS_WHITE ? -rows : rows, far = abs(rows);
    if (from == to || (target != KS_EMPTY && target >> 3 == side))
        return false;
    const bool straight = files == 0 || rows == 0, diagonal = files == far;
    bool blocked = false;
    if (straight || diagonal) {
        const int step = (rows > 0) * 8 - (rows < 0) * 8 + ((to & 7) > (from & 7)) - ((to & 7) < (from & 7));
        for (int at = (int)from + step; at != (int)to; at += step)
            blocked |= p->board[at] != KS_EMPTY;
    }
    switch (code & 7) {
    case KS_WHITE_PAWN:
        if (files == 0)
            return target == KS_EMPTY && !blocked &&
                   (ahead == 1 || (ahead == 2 && from >> 3 == (side == KS_WHITE ? 6 : 1)));
        return files == 1 && ahead == 1 && (target != KS_EMPTY || to == p->private_capturable);
    case KS_WHITE_KNIGHT:
        return files * far == 2;
    case KS_WHITE_BISHOP:
        return diagonal && !blocked;
    case KS_WHITE_ROOK:
        return straight && !blocked;
    case KS_WHITE_QUEEN:
        return (straight || diagonal) && !blocked;
    default:
        return files <= 1 && far <= 1;
    }
}

static void put_chained(struct high_bits *bits, const struct entry *entry, int score_before) {
    const ks_position *const p = &entry->position;
    const unsigned us = p->side_to_move, from = KS_MOVE_FROM(entry->move), to = KS_MOVE_TO(entry->move);
    unsigned type, pieces = 0, piece = 0, targets = 0, target = 0;
    const unsigned promoted = move_type(entry->move, &type);
    for (unsigned i = 0; i < 64; i++) {
        const unsigned square = i ^ 56;
        if (square == from)
            piece = pieces;
        pieces += (unsigned)(ks_pieces_of(p, us) >> square & 1);
        if (square == to)
            target = targets;
        targets += may_reach(p, from, square) ? 1 : 0;
    }
    const bool last = (p->board[from] & 7) == KS_WHITE_PAWN && from >> 3 == (us == KS_WHITE ? 1 : 6);
    if (last) {
        targets *= 4;
        target = 4 * target + promoted;
    }
    if ((p->board[from] & 7) == KS_WHITE_KING) {
        const bool queenside = ks_castling_rook(p, us, KS_QUEENSIDE) != KS_NO_SQUARE;
        const bool kingside = ks_castling_rook(p, us, KS_KINGSIDE) != KS_NO_SQUARE;
        if (type == 3)
            target = targets + (to > from && queenside ? 1u : 0u);
        targets += (queenside ? 1u : 0u) + (kingside ? 1u : 0u);
    }
    put_high_bits(bits, piece, width_of(pieces));
    put_high_bits(bits, target, width_of(targets));
    unsigned difference = zigzag(entry->score + score_before);
    do {
        put_high_bits(bits, (difference > 15 ? 16u : 0u) | (difference & 15), 5);
        difference >>= 4;
    } while (difference > 0);
}

static void put_binpack(struct bytes *bytes, const struct entries *entries) {
    for (size_t i = 0; i < entries->count;) {
        const size_t begin = bytes->length;
        put_low_first(bytes, 0x504e4942, 4);
        put_low_first(bytes, 0, 4);
        while (i < entries->count && bytes->length - begin - 8 < binpack_block) {
            size_t more = 0;
            put_stem(bytes, &entries->list[i]);
            while (i + more + 1 < entries->count && !entries->list[i + more + 1].first)
                more++;
            put_high_first(bytes, more, 2);
            struct high_bits bits = {bytes, 0};
            for (i++; more > 0; more--, i++)
                put_chained(&bits, &entries->list[i], entries->list[i - 1].score);
        }
        for (unsigned n = 0; n < 4; n++)
            bytes->at[begin + 4 + n] = (uint8_t)((bytes->length - begin - 8) >> 8 * n);
    }
}

struct bytes encode_entries(ks_data_format format, const struct entries *entries) {
    struct bytes bytes = {NULL, 0, 0};
    if (format == KS_DATA_BINPACK) {
        put_binpack(&bytes, entries);
        return bytes;
    }
    for (size_t i = 0; i < entries->count; i++) {
        const struct entry *const entry = &entries->list[i];
        if (format == KS_DATA_BIN)
            put_bin(&bytes, entry);
        else if (format == KS_DATA_BULLET)
            put_bullet(&bytes, entry);
        else if (format == KS_DATA_PLAIN)
            put_plain(&bytes, entry);
        else if (format == KS_DATA_MARLIN)
            put_marlin(&bytes, entry, entry->score);
        else if (format > KS_DATA_PLAIN)
            put_line(&bytes, format, entry);
        else if (entry->first)
            put_marlin(&bytes, entry, 0); /* viriformat has the score beside the move */
        if (format == KS_DATA_VIRI) {
            put_viri_move(&bytes, entry);
            if (i + 1 == entries->count || entries->list[i + 1].first)
                put_low_first(&bytes, 0, 4);
        }
    }
    return bytes;
}

struct bytes copy_bytes(const struct bytes *bytes, size_t length) {
    struct bytes copy = {malloc(length + !length), length, length};
    cr_assert(copy.at);
    memcpy(copy.at, bytes->at, length);
    return copy;
}
