/* Tests the reader of training data: entries of all formats come out as they went in, and faults are
 * named. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/data/entries.h"
#include "support/fen.h"
#include "support/length.h"
#include "support/random.h"
#include "support/thorough.h"

/* ---- Entries come out as they went in ---- */

/* A source that gives a few bytes at a time. */
struct drip {
    const struct bytes *bytes;
    size_t at;
    uint64_t random;
};

static size_t read_drip(void *context, void *buffer, size_t room) {
    struct drip *const drip = context;
    const size_t left = drip->bytes->length - drip->at, most = 1 + random_below(&drip->random, 5000);
    const size_t n = left < room ? left : room, got = n < most ? n : most;
    memcpy(buffer, drip->bytes->at + drip->at, got);
    drip->at += got;
    return got;
}

/* Compares a position with the one that was written: in what the format has. */
static void compare_position(const ks_data *data, size_t i, const struct entry *entry, unsigned facts) {
    char found[KS_FEN_SIZE], wanted[KS_FEN_SIZE];
    ks_position position, expected = entry->position;
    ks_error error;
    cr_assert_eq(ks_data_get_position(data, i, &position, &error), KS_OK, "%s", error.message);
    if (!(facts & KS_DATA_HAS_RIGHTS)) {
        cr_assert_eq(position.side_to_move, KS_WHITE);
        for (unsigned square = 0; square < 64; square++) {
            const unsigned turn = expected.side_to_move == KS_BLACK ? 56 : 0;
            const unsigned code = expected.board[square ^ turn];
            cr_assert_eq(position.board[square], turn && code ? code ^ 8 : code);
        }
        return;
    }
    ks_write_fen(&position, found);
    ks_write_fen(&expected, wanted);
    cr_assert_str_eq(found, wanted);
    cr_assert_eq(position.key, expected.key);
}

static void compare(const ks_data *data, const ks_data_batch *batch, size_t i, const struct entry *entry) {
    const ks_data_format format = ks_data_get_format(data);
    const unsigned facts = ks_data_format_facts(format),
                   us = facts & KS_DATA_HAS_SIDE ? entry->position.side_to_move : 0;
    const bool check =
        ks_judge(&entry->position, NULL) != KS_SAFE &&
        ks_in_check(entry->position.board, ks_king_of(&entry->position, entry->position.side_to_move),
                    entry->position.side_to_move);
    cr_assert_eq(batch->sides[i], us);
    cr_assert_eq(batch->boards[i][batch->kings[i]], KS_WHITE_KING + 8 * us);
    cr_assert_eq(batch->known[i], facts);
    cr_assert_eq(batch->clocks[i], 0);
    cr_assert_eq(batch->scores[i], facts & KS_DATA_HAS_SCORE ? entry->score : 0);
    cr_assert_eq(batch->results[i], facts & KS_DATA_HAS_RESULT ? entry->result : 0);
    cr_assert_eq(batch->checks[i / 64] >> i % 64 & 1, check);
    cr_assert_eq(batch->plies[i], facts & KS_DATA_HAS_PLY ? entry->ply : 0);
    cr_assert_eq(batch->moves[i], facts & KS_DATA_HAS_MOVE ? entry->move : KS_NO_MOVE);
    cr_assert_eq(batch->kinds[i] >> 4 & 1, !(facts & KS_DATA_HAS_MOVE));
    if (facts & KS_DATA_HAS_MOVE) {
        const unsigned kind = KS_MOVE_KIND(entry->move);
        cr_assert_eq(batch->kinds[i] & KS_DATA_CAPTURE, ks_is_capture(&entry->position, entry->move));
        cr_assert_eq(batch->kinds[i] >> 1 & 1, kind == KS_MOVE_EN_PASSANT);
        cr_assert_eq(batch->kinds[i] >> 2 & 1, kind == KS_MOVE_CASTLING);
        cr_assert_eq(batch->kinds[i] >> 3 & 1, kind >= KS_MOVE_TO_KNIGHT);
        cr_assert_eq(batch->illegal[i / 64] >> i % 64 & 1, 0);
    }
    if (format >= KS_DATA_FEN)
        cr_assert(batch->kinds[i] & KS_DATA_FIRST);
    compare_position(data, i, entry, facts);
}

static void read_back(ks_data *data, const struct entries *entries) {
    const ks_data_batch *batch;
    size_t at = 0, chain = 0, ply = 0;
    uint64_t block = 0;
    cr_assert(data);
    while ((batch = ks_data_next(data)) != NULL) {
        cr_assert(!batch->fault, "%s", batch->fault ? batch->fault->message : "");
        for (size_t i = 0; i < batch->count; i++, at++) {
            cr_assert_lt(at, entries->count);
            compare(data, batch, i, &entries->list[at]);
            const ks_data_place place = ks_data_get_place(data, i);
            if (ks_data_get_format(data) != KS_DATA_BINPACK && ks_data_get_format(data) != KS_DATA_VIRI)
                continue;
            const bool first = entries->list[at].first;
            cr_assert_eq((batch->kinds[i] & KS_DATA_FIRST) != 0, first);
            chain = place.block != block ? 0 : chain + (first && at > 0);
            block = place.block;
            ply = first ? 0 : ply + 1;
            cr_assert_eq(place.ply, ply, "%zu: %zu", at, ply);
            cr_assert_eq(place.chain, chain);
        }
    }
    cr_assert_eq(at, entries->count);
    ks_data_close(data);
}

Test(data_reader, entries_of_all_formats) {
    const unsigned rounds = amount_of(40) + 1;
    for (unsigned round = 0; round < rounds; round++) {
        struct entries entries = play_entries(round + 1, 40);
        binpack_block = round % 3 == 0 ? (size_t)1 << 20 : round % 3 == 1 ? 3000 : 1;
        for (unsigned format = KS_DATA_BINPACK; format < KS_DATA_PGN; format++) {
            struct bytes bytes = encode_entries((ks_data_format)format, &entries);
            read_back(
                ks_data_open_memory(bytes.at, bytes.length, (ks_data_format)format, KS_DATA_LEGALITY, NULL),
                &entries);
            struct drip drip = {&bytes, 0, round + 1};
            read_back(ks_data_open(read_drip, &drip, (ks_data_format)format, KS_DATA_LEGALITY, NULL),
                      &entries);
            free(bytes.at);
        }
        free_entries(&entries);
    }
}

/* ---- Any order ---- */

/* Sums that are the same in any order. */
struct sums {
    uint64_t count, keys, scores, checks;
};

static struct sums sum_up(const struct bytes *bytes, ks_data_flags flags) {
    struct sums sums = {0};
    const ks_data_batch *batch;
    ks_data *const data = ks_data_open_memory(bytes->at, bytes->length, KS_DATA_UNKNOWN, flags, NULL);
    cr_assert(data);
    while ((batch = ks_data_next(data)) != NULL) {
        cr_assert(!batch->fault);
        for (size_t i = 0; i < batch->count; i++) {
            ks_position position;
            cr_assert_eq(ks_data_get_position(data, i, &position, NULL), KS_OK);
            sums.keys += position.key * (2 * (uint64_t)batch->plies[i] + 1);
            sums.scores += (uint64_t)batch->scores[i];
            sums.checks += batch->checks[i / 64] >> i % 64 & 1;
        }
        sums.count += batch->count;
    }
    ks_data_close(data);
    return sums;
}

Test(data_reader, any_order_gives_the_same_entries) {
    struct entries entries = play_entries(77, 100);
    static const size_t blocks[] = {1, 500, 4000, 1 << 20};
    for (size_t i = 0; i < LENGTH(blocks); i++) {
        binpack_block = blocks[i];
        struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
        const struct sums in_order = sum_up(&bytes, KS_DATA_DEFAULT), any = sum_up(&bytes, KS_DATA_ANY_ORDER);
        cr_expect_eq(in_order.count, entries.count);
        cr_expect_eq(memcmp(&in_order, &any, sizeof any), 0);
        free(bytes.at);
    }
    free_entries(&entries);
}

/* ---- Known bytes ---- */

/* Three positions from the initial one: e2e4, e7e5, g1f3. */
static const uint8_t known[] = {0x42, 0x49, 0x4e, 0x50, 0x26, 0,    0,    0,    /* BINP, 38 bytes */
                                0xff, 0xff, 0,    0,    0,    0,    0xff, 0xff, /* occupied */
                                0x2d, 0x84, 0x4a, 0xd2, 0,    0,    0,    0,
                                0x11, 0x11, 0x11, 0x11, /* pieces */
                                0x3e, 0x95, 0x5b, 0xe3, 0x0c, 0x70, 0,    0x6c,
                                0x80, 0,    0,    0,                 /* move, score, result and ply, clock */
                                0,    2,    0x47, 0x04, 0xce, 0x82}; /* two more positions */

Test(data_reader, known_binpack) {
    ks_data *const data = ks_data_open_memory(known, sizeof known, KS_DATA_UNKNOWN, KS_DATA_DEFAULT, NULL);
    static const int scores[] = {54, -32, 45}, results[] = {1, -1, 1};
    static const char *const moves[] = {"e2e4", "e7e5", "g1f3"};
    const ks_data_batch *const batch = ks_data_next(data);
    cr_assert(batch);
    cr_assert_eq(batch->count, 3);
    cr_assert(!batch->fault);
    for (size_t i = 0; i < 3; i++) {
        ks_position position;
        char move[KS_UCI_SIZE];
        cr_assert_eq(ks_data_get_position(data, i, &position, NULL), KS_OK);
        ks_write_uci(&position, batch->moves[i], 0, move);
        cr_expect_str_eq(move, moves[i]);
        cr_expect_eq(batch->scores[i], scores[i]);
        cr_expect_eq(batch->results[i], results[i]);
        cr_expect_eq(batch->plies[i], i);
        cr_expect_eq(ks_data_get_place(data, i).offset, 8);
        cr_expect_eq(ks_data_get_place(data, i).ply, i);
    }
    cr_expect(!batch->illegal);
    cr_expect(!ks_data_next(data));
    ks_data_close(data);
}

/* ---- Faults ---- */

/* Returns the code of the first fault of some bytes, and how many entries there are besides. *lost: by all
 * faults. */
static int fault_of(const void *bytes, size_t length, ks_data_format format, size_t *entries,
                    ks_data_place *place, uint64_t *lost) {
    ks_data *const data = ks_data_open_memory(bytes, length, format, KS_DATA_DEFAULT, NULL);
    const ks_data_batch *batch;
    int code = KS_OK;
    *entries = 0;
    while ((batch = ks_data_next(data)) != NULL) {
        *entries += batch->count;
        *lost += batch->lost;
        if (!batch->fault || code != KS_OK)
            continue;
        code = batch->fault->code;
        *place = batch->fault_place;
    }
    ks_data_close(data);
    return code;
}

Test(data_reader, faults_of_binpack) {
    static const struct {
        size_t at;         /* in the first of two blocks */
        const char *bytes; /* put there */
        size_t count;
        int code;
        size_t entries; /* of that block */
        uint64_t offset, ply, lost;
    } rows[] = {
        {0, "X", 1, KS_ERROR_DATA_MAGIC, 0, 0, 0, 46},
        {4, "\xff\xff\xff\xff", 4, KS_ERROR_DATA_BLOCK_SIZE, 0, 0, 0, 46},
        {4, "\x25", 1, KS_ERROR_DATA_BEYOND, 2, 43, 2, 3},
        {8, "\xff\xff\x01", 3, KS_ERROR_DATA_MANY_PIECES, 0, 8, 0, 38},
        {8, "\xfe", 1, KS_ERROR_DATA_PIECE, 0, 8, 0, 38},
        {16, "\x0d", 1, KS_ERROR_PAWN_RANK, 0, 8, 0, 38},
        {18, "\x4b", 1, KS_ERROR_DATA_KINGS, 0, 8, 0, 38},
        {20, "\x0c", 1, KS_ERROR_DATA_EN_PASSANT, 0, 8, 0, 38},
        {16, "\xd2", 1, KS_ERROR_DATA_CASTLING, 0, 8, 0, 38},
        {32, "\x0c\x74", 2, KS_OK, 3, 0, 0, 0},
        {32, "\x1c\x70", 2, KS_ERROR_DATA_MOVE, 0, 8, 0, 38},
        {32, "\x0c\x71", 2, KS_ERROR_DATA_MOVE, 0, 8, 0, 38},
        {32, "\xcc\x70", 2, KS_ERROR_DATA_MOVE, 0, 8, 0, 38},
        {32, "\x03\xf0", 2, KS_ERROR_DATA_KING_CAPTURE, 0, 8, 0, 38},
        {36, "\xc0", 1, KS_ERROR_DATA_RESULT, 0, 8, 0, 38},
        {41, "\x01", 1, KS_ERROR_DATA_LEFT_OVER, 2, 44, 0, 2},
        {41, "\x03", 1, KS_ERROR_DATA_BEYOND, 3, 45, 3, 1},
        {41, "\x00", 1, KS_ERROR_DATA_LEFT_OVER, 1, 42, 0, 4},
        {42, "\xff", 1, KS_ERROR_DATA_TARGET_NUMBER, 1, 42, 1, 4},
        {45, "\x83", 1, KS_ERROR_DATA_PADDING, 3, 45, 2, 1},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint8_t bytes[2 * sizeof known];
        size_t entries;
        ks_data_place place = {0};
        uint64_t lost = 0;
        memcpy(bytes, known, sizeof known);
        memcpy(bytes + sizeof known, known, sizeof known);
        memcpy(bytes + rows[i].at, rows[i].bytes, rows[i].count);
        const int code = fault_of(bytes, sizeof bytes, KS_DATA_BINPACK, &entries, &place, &lost);
        cr_expect_eq(code, rows[i].code, "row %zu: %s", i, ks_error_name(code));
        cr_expect_eq(entries, rows[i].entries + 3, "row %zu: %zu entries", i, entries);
        cr_expect_eq(place.offset, rows[i].offset, "row %zu", i);
        cr_expect_eq(place.ply, rows[i].ply, "row %zu", i);
        cr_expect_eq(lost, rows[i].lost, "row %zu", i);
    }
}
