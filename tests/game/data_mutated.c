/* Tests the reader of training data on flipped bits and cut ends: whatever the bytes, it stays within them,
 * ends, and passes over nothing without a fault. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "game/data/reader.h"
#include "game/data/strict.h"
#include "support/data/entries.h"
#include "support/length.h"
#include "support/random.h"
#include "support/thorough.h"

/* Some bytes as a reader sees them. */
struct reading {
    uint64_t entries, faults, lost;
};

static struct reading read_all(const struct bytes *bytes, ks_data_format format, ks_data_flags flags) {
    struct reading reading = {0, 0, 0};
    const ks_data_batch *batch;
    ks_data *const data = ks_data_open_memory(bytes->at, bytes->length, format, flags, NULL);
    cr_assert(data);
    while ((batch = ks_data_next(data)) != NULL) {
        cr_assert(batch->count > 0 || batch->fault);
        reading.entries += batch->count;
        reading.faults += batch->fault != NULL;
        reading.lost += batch->lost;
        if (batch->fault)
            cr_assert_leq(batch->fault_place.offset, bytes->length);
        for (size_t i = 0; i < batch->count; i += 16) {
            ks_position position;
            (void)!ks_data_get_position(data, i, &position, NULL); /* it may be none */
            cr_assert_lt(ks_data_get_place(data, i).offset, bytes->length);
        }
    }
    ks_data_close(data);
    cr_assert_leq(reading.lost, bytes->length);
    return reading;
}

/* A flip of a bit that keeps all entries changed a value alone; any other has a fault. A blank line of .plain
 * and the keys that records may lack are no entries: there a flip may be in a comment. */
static void flip(const struct bytes *bytes, ks_data_format format, uint64_t entries, uint64_t *random) {
    struct bytes copy = copy_bytes(bytes, bytes->length);
    const unsigned bit = random_below(random, (unsigned)(8 * bytes->length));
    copy.at[bit / 8] ^= (uint8_t)(1u << bit % 8);
    const struct reading reading = read_all(&copy, format, KS_DATA_LEGALITY);
    const struct reading any = read_all(&copy, format, KS_DATA_ANY_ORDER);
    cr_assert(reading.faults > 0 || reading.entries == entries, "format %d, bit %u: %lu entries", (int)format,
              bit, (unsigned long)reading.entries);
    cr_assert_eq(any.entries, reading.entries, "format %d, bit %u", (int)format, bit);
    cr_assert_eq(any.faults, reading.faults, "format %d, bit %u", (int)format, bit);
    free(copy.at);
}

static void cut(const struct bytes *bytes, ks_data_format format, uint64_t entries, uint64_t *random) {
    struct bytes copy = copy_bytes(bytes, random_below(random, (unsigned)bytes->length));
    const struct reading reading = read_all(&copy, format, KS_DATA_LEGALITY);
    const bool whole = reading.faults == 0;
    cr_assert(reading.entries <= entries);
    cr_assert(!whole || reading.entries < entries || format == KS_DATA_PLAIN);
    free(copy.at);
}

Test(data_mutated, flips_and_cuts) {
    uint64_t random = 4711;
    const unsigned flips = amount_of(10000), cuts = amount_of(1000);
    struct entries entries = play_entries(random, 12);
    for (unsigned format = KS_DATA_BINPACK; format < WRITTEN_FORMATS; format++) {
        binpack_block = 800;
        struct bytes bytes = encode_entries((ks_data_format)format, &entries);
        for (unsigned i = 0; i < flips; i++)
            flip(&bytes, (ks_data_format)format, entries.count, &random);
        for (unsigned i = 0; i < cuts; i++)
            cut(&bytes, (ks_data_format)format, entries.count, &random);
        free(bytes.at);
    }
    free_entries(&entries);
}

Test(data_mutated, any_bytes) {
    uint64_t random = 42;
    const unsigned rounds = amount_of(20000);
    for (unsigned round = 0; round < rounds; round++) {
        uint8_t noise[300];
        struct bytes bytes = {noise, random_below(&random, sizeof noise), sizeof noise};
        for (size_t i = 0; i < bytes.length; i++)
            noise[i] = (uint8_t)(random_below(&random, 3) ? 0 : next_random(&random));
        if (bytes.length >= 8 && round % 2)
            memcpy(noise, "BINP\xff\0\0", 8);
        for (unsigned format = KS_DATA_BINPACK; format < KS_DATA_FORMATS; format++) {
            struct bytes copy = copy_bytes(&bytes, bytes.length);
            read_all(&copy, (ks_data_format)format, KS_DATA_LEGALITY);
            free(copy.at);
        }
    }
}

/* ---- Strict tests ---- */

/* Returns what is wrong with an entry and its move, by the whole position. */
static int test_by_rules(const ks_data *data, size_t i) {
    const struct columns *const c = data->columns;
    ks_position position;
    const int code = ks_position_from_board(c->boards[i], c->sides[i], c->castling[i], c->en_passant[i],
                                            KS_FEN_STRICT, &position, NULL);
    return code != KS_OK || ks_is_legal(&position, c->moves[i]) ? code : KS_ERROR_DATA_ILLEGAL;
}

/* Other tests look at what the first entry of a chain brings along. */
static bool is_of_sequel(int code) {
    return code == KS_ERROR_DATA_CLOCK || code == KS_ERROR_DATA_PLY || code == KS_ERROR_DATA_OTHER_RESULT;
}

struct strict_counts {
    unsigned sound, illegal, impossible;
};

static void test_strictly(const struct bytes *bytes, ks_data_format format, struct strict_counts *counts) {
    struct entry_before before = {.known = false}, batch_before = {.known = false};
    ks_data *const data = ks_data_open_memory(bytes->at, bytes->length, format, KS_DATA_LEGALITY, NULL);
    const ks_data_batch *batch;
    cr_assert(data);
    while ((batch = ks_data_next(data)) != NULL) {
        bool all = true;
        for (size_t i = 0; i < batch->count; i++) {
            const int expected = test_by_rules(data, i), found = ks_test_entry(&before, data, i, NULL);
            cr_assert(found == expected ||
                          (expected == KS_OK && batch->kinds[i] & KS_DATA_FIRST && is_of_sequel(found)),
                      "entry %zu: expected code %d, found %d", i, expected, found);
            all &= found == KS_OK;
            counts->sound += expected == KS_OK;
            counts->illegal += expected == KS_ERROR_DATA_ILLEGAL;
            counts->impossible += expected != KS_OK && expected != KS_ERROR_DATA_ILLEGAL;
        }
        if (batch->count > 0)
            cr_assert_eq(ks_test_batch(&batch_before, data), all);
        batch_before = before;
    }
    ks_data_close(data);
}

Test(data_mutated, strict_tests_agree_with_whole_positions) {
    uint64_t random = 31;
    const unsigned flips = amount_of(2000);
    struct entries entries = play_entries(random, 12);
    struct strict_counts counts = {0, 0, 0};
    for (unsigned format = KS_DATA_BINPACK; format < WRITTEN_FORMATS; format++) {
        if (format != KS_DATA_BINPACK && format != KS_DATA_VIRI)
            continue;
        struct bytes bytes = encode_entries((ks_data_format)format, &entries);
        for (unsigned i = 0; i < flips; i++) {
            struct bytes copy = copy_bytes(&bytes, bytes.length);
            for (unsigned n = 0; n < 4; n++) {
                const unsigned bit = random_below(&random, (unsigned)(8 * bytes.length));
                copy.at[bit / 8] ^= (uint8_t)(1u << bit % 8);
            }
            test_strictly(&copy, (ks_data_format)format, &counts);
            free(copy.at);
        }
        free(bytes.at);
    }
    cr_assert(counts.sound > 0 && counts.illegal > 0 && counts.impossible > 0);
    free_entries(&entries);
}

/* ---- Castling ---- */

/* Puts something on a few squares that no king or castling rook stands on. */
static void scatter(uint8_t board[64], uint64_t castling, uint64_t *random) {
    for (unsigned n = random_below(random, 4); n > 0; n--) {
        static const uint8_t codes[] = {KS_EMPTY,        KS_WHITE_KNIGHT, KS_WHITE_BISHOP, KS_WHITE_ROOK,
                                        KS_BLACK_KNIGHT, KS_BLACK_BISHOP, KS_BLACK_ROOK,   KS_BLACK_QUEEN};
        const unsigned square = random_below(random, 64);
        if ((board[square] & 7) != KS_WHITE_KING && !(castling >> square & 1))
            board[square] = codes[random_below(random, LENGTH(codes))];
    }
}

/* Moves the rook a step towards its king, if that square is free, and puts an enemy rook in its place.
 * Returns where it stands. */
static unsigned shift_rook(uint8_t board[64], unsigned king, unsigned rook) {
    const unsigned next = rook < king ? rook + 1 : rook - 1, code = board[rook];
    if (board[next] != KS_EMPTY)
        return rook;
    board[next] = (uint8_t)code;
    board[rook] = (uint8_t)(code ^ KS_WHITE_ROOK ^ KS_BLACK_ROOK);
    return next;
}

/* Adds an entry that castles with the rook on `rook`. Returns whether that is legal, by the
 * whole position. */
static bool add_castling(struct columns *c, const ks_position *position, unsigned rook, uint64_t *random) {
    const unsigned i = c->count++, side = position->side_to_move, king = ks_king_of(position, side);
    ks_position scattered;
    memcpy(c->boards[i], position->board, 64);
    c->castling[i] = ks_castling_rooks(position);
    scatter(c->boards[i], c->castling[i], random);
    c->castling[i] &= ~((uint64_t)1 << rook);
    rook = random_below(random, 3) ? rook : shift_rook(c->boards[i], king, rook);
    c->castling[i] |= (uint64_t)1 << rook;
    c->sides[i] = (uint8_t)side;
    c->other_sides[i] = (uint8_t)(side ^ 1);
    c->kings[i] = (uint8_t)king;
    c->other_kings[i] = (uint8_t)ks_king_of(position, side ^ 1);
    c->en_passant[i] = KS_NO_SQUARE;
    c->kinds[i] = KS_DATA_CASTLING;
    c->moves[i] = KS_MOVE(king, rook, KS_MOVE_CASTLING);
    return ks_position_from_board(c->boards[i], side, c->castling[i], KS_NO_SQUARE, KS_FEN_DEFAULT,
                                  &scattered, NULL) == KS_OK &&
           ks_is_legal(&scattered, c->moves[i]);
}

Test(data_mutated, castling_agrees_with_whole_positions) {
    static struct columns c;
    uint64_t random = 59;
    unsigned counts[2] = {0, 0};
    struct entries entries = play_entries(random, 40 + amount_of(400));
    for (size_t at = 0; at < entries.count;) {
        bool legal[KS_DATA_BATCH_MAX];
        for (c.count = 0; at < entries.count && c.count < KS_DATA_BATCH_MAX - 1; at++) {
            const ks_position *const position = &entries.list[at].position;
            const uint64_t row = (uint64_t)0xff << (position->side_to_move == KS_WHITE ? 56 : 0);
            uint64_t rooks = ks_castling_rooks(position) & row;
            for (; rooks; rooks &= rooks - 1) {
                const unsigned i = c.count;
                legal[i] = add_castling(&c, position, (unsigned)__builtin_ctzll(rooks), &random);
                counts[legal[i]]++;
            }
        }
        ks_find_checks(&c, true);
        for (unsigned i = 0; i < c.count; i++)
            cr_assert_eq(c.illegal[i / 64] >> i % 64 & 1, !legal[i]);
    }
    cr_assert(counts[false] > 50 && counts[true] > 50, "%u, %u", counts[false], counts[true]);
    free_entries(&entries);
}

/* ---- A block cut short ---- */

struct drip {
    const struct bytes *bytes;
    size_t at;
};

static size_t read_drip(void *context, void *buffer, size_t room) {
    struct drip *const drip = context;
    const size_t left = drip->bytes->length - drip->at, most = left < 700 ? left : 700,
                 got = most < room ? most : room;
    memcpy(buffer, drip->bytes->at + drip->at, got);
    drip->at += got;
    return got;
}

/* The last entries of some data: how many, faults before, and a sum over them that does not depend on their
 * order. */
struct tail {
    uint64_t entries, faults, sum;
};

static struct tail read_tail(const struct bytes *bytes, bool streamed, ks_data_flags flags,
                             uint64_t from_block) {
    struct drip drip = {bytes, 0};
    struct tail tail = {0, 0, 0};
    const ks_data_batch *batch;
    ks_data *const data = streamed
                              ? ks_data_open(read_drip, &drip, KS_DATA_BINPACK, flags, NULL)
                              : ks_data_open_memory(bytes->at, bytes->length, KS_DATA_BINPACK, flags, NULL);
    cr_assert(data);
    while ((batch = ks_data_next(data)) != NULL) {
        tail.faults += batch->fault != NULL;
        for (size_t i = 0; i < batch->count; i++) {
            ks_position position;
            if (ks_data_get_place(data, i).block < from_block)
                continue;
            cr_assert_eq(ks_data_get_position(data, i, &position, NULL), KS_OK);
            tail.entries++;
            tail.sum += position.key * (uint64_t)(batch->scores[i] + 40000);
        }
    }
    ks_data_close(data);
    return tail;
}

/* The block after it begins within the bytes that it claims, or across their end. */
Test(data_mutated, a_block_cut_short_is_lost_alone) {
    struct entries entries = play_entries(8, 30);
    binpack_block = 2000;
    const struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
    const size_t first = 8 + bytes.at[4] + 256u * bytes.at[5] + 65536u * bytes.at[6];
    const struct bytes others = {bytes.at + first, bytes.length - first, 0};
    const struct tail expected = read_tail(&others, false, KS_DATA_DEFAULT, 0);
    cr_assert_gt(bytes.length, 3 * first);
    for (size_t lost = 1; lost < first - 8; lost += lost < 20 ? 1 : 37) {
        struct bytes cut = copy_bytes(&bytes, bytes.length - lost);
        memcpy(cut.at + first - lost, bytes.at + first, bytes.length - first);
        for (unsigned way = 0; way < 4; way++) {
            const struct tail tail =
                read_tail(&cut, way / 2, way % 2 ? KS_DATA_ANY_ORDER : KS_DATA_DEFAULT, 1);
            cr_expect_eq(tail.entries, expected.entries, "%zu bytes lost, way %u: %lu of %lu entries", lost,
                         way, (unsigned long)tail.entries, (unsigned long)expected.entries);
            cr_expect_eq(tail.sum, expected.sum, "%zu bytes lost, way %u", lost, way);
            cr_expect_eq(tail.faults, 1, "%zu bytes lost, way %u: %lu faults", lost, way,
                         (unsigned long)tail.faults);
        }
        free(cut.at);
    }
    binpack_block = 1 << 20;
    free(bytes.at);
    free_entries(&entries);
}
