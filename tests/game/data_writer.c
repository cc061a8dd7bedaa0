/* Tests that training data is written as others write it: the same bytes, from entries and from what is
 * read. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "support/data/entries.h"
#include "support/length.h"
#include "support/random.h"
#include "support/thorough.h"

/* ---- Sinks ---- */

/* Keeps what is written. */
struct store {
    struct bytes bytes;
    unsigned pieces; /* stored so far */
    unsigned room;   /* pieces that are stored before it fails; 0: any number */
};

static int store(void *context, const void *bytes, size_t length) {
    struct store *const store = context;
    if (store->room > 0 && store->pieces == store->room)
        return KS_ERROR_DATA_SINK;
    store->pieces++;
    cr_assert_gt(length, 0);
    store->bytes.at = realloc(store->bytes.at, store->bytes.length + length);
    cr_assert(store->bytes.at);
    memcpy(store->bytes.at + store->bytes.length, bytes, length);
    store->bytes.length += length;
    return KS_OK;
}

static ks_data_writer *open_store(struct store *into, ks_data_format format) {
    ks_data_writer *const writer = ks_data_writer_open(store, into, format, NULL);
    cr_assert(writer);
    return writer;
}

static int write_one(ks_data_writer *writer, const struct entry *entry, ks_error *error) {
    return ks_data_write(writer,
                         &(ks_data_entry){&entry->position, entry->move, (int16_t)entry->score,
                                          (uint16_t)entry->ply, (int8_t)entry->result},
                         error);
}

static struct bytes write_all(ks_data_format format, const struct entries *entries) {
    struct store into = {0};
    ks_error error;
    ks_data_writer *const writer = open_store(&into, format);
    for (size_t i = 0; i < entries->count; i++)
        cr_assert_eq(write_one(writer, &entries->list[i], &error), KS_OK, "%s", error.message);
    cr_assert_eq(ks_data_writer_close(writer, &error), KS_OK);
    return into.bytes;
}

/* Reads data and writes them in a format, with a score or with their own. */
static struct bytes copy_all(const struct bytes *bytes, ks_data_format from, ks_data_format to,
                             const int *score) {
    struct store into = {0};
    const ks_data_batch *batch;
    ks_error error;
    ks_data_writer *const writer = open_store(&into, to);
    ks_data *const data = ks_data_open_memory(bytes->at, bytes->length, from, KS_DATA_DEFAULT, NULL);
    cr_assert(data);
    while ((batch = ks_data_next(data)) != NULL) {
        cr_assert(!batch->fault, "%s", batch->fault ? batch->fault->message : "");
        for (size_t i = 0; i < batch->count; i++)
            cr_assert_eq(ks_data_copy(writer, data, i, score ? *score : batch->scores[i], &error), KS_OK,
                         "%s", error.message);
    }
    ks_data_close(data);
    cr_assert_eq(ks_data_writer_close(writer, &error), KS_OK);
    return into.bytes;
}

static void compare_bytes(struct bytes found, const struct bytes *wanted, const char *what) {
    cr_assert_eq(found.length, wanted->length, "%s: %zu bytes, not %zu", what, found.length, wanted->length);
    for (size_t i = 0; i < found.length; i++)
        cr_assert_eq(found.at[i], wanted->at[i], "%s: byte %zu of %zu", what, i, found.length);
    free(found.at);
}

/* ---- The same bytes ---- */

Test(data_writer, entries_become_the_known_bytes) {
    const unsigned rounds = amount_of(40) + 1;
    for (unsigned round = 0; round < rounds; round++) {
        struct entries entries = play_entries(round + 100, 40);
        for (unsigned format = KS_DATA_BINPACK; format < WRITTEN_FORMATS; format++) {
            struct bytes bytes = encode_entries((ks_data_format)format, &entries);
            compare_bytes(write_all((ks_data_format)format, &entries), &bytes,
                          ks_data_format_name((ks_data_format)format));
            free(bytes.at);
        }
        free_entries(&entries);
    }
}

/* Fills the bytes of records that mean nothing. */
static void fill_unused(const struct bytes *bytes, ks_data_format format) {
    const size_t size = ks_data_format_record_size(format);
    uint64_t random = format;
    for (size_t at = size; size > 0 && at <= bytes->length; at += size)
        for (size_t unused = format == KS_DATA_BULLET ? 3 : 1; unused > 0; unused--)
            bytes->at[at - unused] = (uint8_t)random_below(&random, 256);
}

Test(data_writer, copies_are_the_same_bytes) {
    struct entries entries = play_entries(7, 200);
    for (unsigned format = KS_DATA_BINPACK; format < WRITTEN_FORMATS; format++) {
        struct bytes bytes = encode_entries((ks_data_format)format, &entries);
        fill_unused(&bytes, (ks_data_format)format);
        compare_bytes(copy_all(&bytes, (ks_data_format)format, (ks_data_format)format, NULL), &bytes,
                      ks_data_format_name((ks_data_format)format));
        free(bytes.at);
    }
    free_entries(&entries);
}

/* Three positions from the initial one, e2e4, e7e5, g1f3: tests/game/data_reader.c reads the same. */
static const uint8_t known[] = {0x42, 0x49, 0x4e, 0x50, 0x26, 0,    0,    0,    0xff, 0xff, 0, 0,
                                0,    0,    0xff, 0xff, 0x2d, 0x84, 0x4a, 0xd2, 0,    0,    0, 0,
                                0x11, 0x11, 0x11, 0x11, 0x3e, 0x95, 0x5b, 0xe3, 0x0c, 0x70, 0, 0x6c,
                                0x80, 0,    0,    0,    0,    2,    0x47, 0x04, 0xce, 0x82};

Test(data_writer, known_binpack) {
    static const char *const moves[] = {"e2e4", "e7e5", "g1f3"};
    static const int scores[] = {54, -32, 45};
    struct entry list[3];
    ks_position position;
    cr_assert_eq(ks_read_fen(KS_START_FEN, strlen(KS_START_FEN), 0, &position, NULL), KS_OK);
    for (int i = 0; i < 3; i++) {
        ks_undo undo;
        list[i] = (struct entry){position, KS_NO_MOVE, scores[i], i, i == 1 ? -1 : 1, i == 0};
        cr_assert_eq(ks_read_move(&position, moves[i], strlen(moves[i]), &list[i].move, NULL), KS_OK);
        ks_make_move(&position, list[i].move, &undo);
    }
    struct bytes wanted = {(uint8_t *)known, sizeof known, 0};
    compare_bytes(write_all(KS_DATA_BINPACK, &(struct entries){list, 3}), &wanted, "known");
}

/* ---- Any format into any other ---- */

static void compare_fens(const ks_position *found, const ks_position *wanted) {
    char texts[2][KS_FEN_SIZE];
    ks_write_fen(found, texts[0]);
    ks_write_fen(wanted, texts[1]);
    cr_assert_str_eq(texts[0], texts[1]);
}

/* The facts that both formats have. numbered: move numbers too. */
static void compare(const ks_data *data, const ks_data_batch *batch, size_t i, const struct entry *entry,
                    unsigned facts, bool numbered) {
    const unsigned us = facts & KS_DATA_HAS_SIDE ? entry->position.side_to_move : 0;
    ks_position position, wanted = entry->position;
    cr_assert_eq(batch->sides[i], us);
    cr_assert_eq(batch->scores[i], entry->score);
    cr_assert_eq(batch->results[i], entry->result);
    cr_assert_eq(batch->moves[i], facts & KS_DATA_HAS_MOVE ? entry->move : KS_NO_MOVE);
    cr_assert_eq(batch->plies[i], facts & KS_DATA_HAS_PLY ? entry->ply : 0);
    cr_assert_eq(ks_data_get_position(data, i, &position, NULL), KS_OK);
    if (facts & KS_DATA_HAS_CLOCKS) {
        if (!numbered)
            position.fullmove_number = wanted.fullmove_number = 1;
        compare_fens(&position, &wanted);
    } else {
        const unsigned turn = us == wanted.side_to_move ? 0 : 56;
        for (unsigned square = 0; square < 64; square++) {
            const unsigned code = wanted.board[square ^ turn];
            cr_assert_eq(position.board[square], turn && code != KS_EMPTY ? code ^ 8 : code);
        }
    }
}

static void compare_all(const struct bytes *bytes, ks_data_format from, ks_data_format to,
                        const struct entries *entries) {
    const unsigned facts = ks_data_format_facts(from) & ks_data_format_facts(to);
    const bool numbered = to != KS_DATA_BINPACK || facts & KS_DATA_HAS_PLY;
    const ks_data_batch *batch;
    size_t at = 0;
    ks_data *const data = ks_data_open_memory(bytes->at, bytes->length, to, KS_DATA_DEFAULT, NULL);
    cr_assert(data);
    while ((batch = ks_data_next(data)) != NULL) {
        cr_assert(!batch->fault, "%s: %s", ks_data_format_name(to),
                  batch->fault ? batch->fault->message : "");
        for (size_t i = 0; i < batch->count; i++, at++) {
            cr_assert_lt(at, entries->count);
            compare(data, batch, i, &entries->list[at], facts, numbered);
        }
    }
    cr_assert_eq(at, entries->count);
    ks_data_close(data);
}

Test(data_writer, pairs_of_formats_keep_what_both_have) {
    struct entries entries = play_entries(11, 60);
    for (unsigned from = KS_DATA_BINPACK; from < WRITTEN_FORMATS; from++) {
        struct bytes bytes = encode_entries((ks_data_format)from, &entries);
        for (unsigned to = KS_DATA_BINPACK; to < WRITTEN_FORMATS; to++) {
            if ((to == KS_DATA_VIRI || to == KS_DATA_PLAIN) &&
                !(ks_data_format_facts((ks_data_format)from) & KS_DATA_HAS_MOVE))
                continue; /* refused: see below */
            struct bytes copy = copy_all(&bytes, (ks_data_format)from, (ks_data_format)to, NULL);
            compare_all(&copy, (ks_data_format)from, (ks_data_format)to, &entries);
            free(copy.at);
        }
        free(bytes.at);
    }
    free_entries(&entries);
}

Test(data_writer, another_score_is_all_that_changes) {
    static const int skipped = KS_DATA_SKIPPED;
    struct entries entries = play_entries(12, 60);
    for (unsigned format = KS_DATA_BINPACK; format < WRITTEN_FORMATS; format++) {
        struct bytes bytes = encode_entries((ks_data_format)format, &entries);
        struct entries marked = {aligned_alloc(64, entries.count * sizeof *entries.list), entries.count};
        cr_assert(marked.list);
        memcpy(marked.list, entries.list, entries.count * sizeof *entries.list);
        for (size_t i = 0; i < marked.count; i++)
            marked.list[i].score = skipped;
        struct bytes wanted = encode_entries((ks_data_format)format, &marked);
        compare_bytes(copy_all(&bytes, (ks_data_format)format, (ks_data_format)format, &skipped), &wanted,
                      ks_data_format_name((ks_data_format)format));
        free(wanted.at);
        free(marked.list);
        free(bytes.at);
    }
    free_entries(&entries);
}

/* ---- Long chains, many blocks ---- */

static struct entry start_entry(const char *fen, const char *move) {
    struct entry entry = {.score = 1, .result = 0};
    ks_error error;
    cr_assert_eq(ks_read_fen(fen, strlen(fen), 0, &entry.position, &error), KS_OK, "%s", error.message);
    cr_assert_eq(ks_read_move(&entry.position, move, strlen(move), &entry.move, &error), KS_OK, "%s",
                 error.message);
    return entry;
}

Test(data_writer, chain_as_long_as_plies_go) {
    enum { MOST = 1 << 14 };
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    struct store into = {0};
    struct entry entry = start_entry(KS_START_FEN, moves[0]);
    ks_error error;
    ks_data_writer *const writer = open_store(&into, KS_DATA_BINPACK);
    for (entry.ply = 0; entry.ply < MOST; entry.ply++) {
        const char *const move = moves[entry.ply % 4];
        ks_undo undo;
        cr_assert_eq(ks_read_move(&entry.position, move, strlen(move), &entry.move, NULL), KS_OK);
        cr_assert_eq(write_one(writer, &entry, &error), KS_OK, "%s", error.message);
        ks_make_move(&entry.position, entry.move, &undo);
    }
    cr_assert_eq(write_one(writer, &entry, &error), KS_ERROR_DATA_LACKS);
    cr_assert_eq(ks_data_writer_close(writer, NULL), KS_OK);
    cr_expect_eq(into.bytes.at[8 + 32] << 8 | into.bytes.at[8 + 33], MOST - 1);
    size_t count = 0;
    const ks_data_batch *batch;
    ks_data *const data =
        ks_data_open_memory(into.bytes.at, into.bytes.length, KS_DATA_BINPACK, KS_DATA_LEGALITY, NULL);
    while ((batch = ks_data_next(data)) != NULL) {
        cr_assert(!batch->fault);
        for (size_t i = 0; i < batch->count; i++, count++) {
            cr_assert_eq(batch->plies[i], count);
            cr_assert_eq(batch->illegal[i / 64] >> i % 64 & 1, 0);
        }
    }
    cr_expect_eq(count, MOST);
    ks_data_close(data);
    free(into.bytes.at);
}

/* Chains of a position each: nothing follows by a move, for all have one ply. */
Test(data_writer, blocks_end_after_a_mebibyte) {
    struct entries entries = play_entries(13, 1000);
    for (size_t i = 0; i < entries.count; i++) {
        entries.list[i].ply = 5;
        entries.list[i].first = true;
    }
    struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
    cr_assert_gt(bytes.length, 1 << 20);
    compare_bytes(write_all(KS_DATA_BINPACK, &entries), &bytes, "blocks");
    compare_bytes(copy_all(&bytes, KS_DATA_BINPACK, KS_DATA_BINPACK, NULL), &bytes, "copied blocks");
    free(bytes.at);
    free_entries(&entries);
}

/* ---- En passant ---- */

/* A double push leaves a square behind if a pawn attacks it and no slider hits that pawn's king after the
 * capture. Stockfish's own writer agrees in each case: tests/game/data_peers.c. */
struct passing {
    const char *fen, *move;
    unsigned en_passant; /* as it is written */
};

static const struct passing passings[] = {
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "g8f6", KS_NO_SQUARE}, /* no pawn */
    {"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "g8f6", 44},
    {"8/8/4k3/8/3pPp2/8/8/4K3 b - e3 0 1", "e6d6", 44},
    {"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "a4a3", KS_NO_SQUARE}, /* a rook hits the king then */
    {"8/8/8/2k5/3pP3/8/5B2/4K3 b - e3 0 1", "c5c4", 44},         /* the pawn takes and stays between */
    {"8/8/4k3/8/3pP1N1/8/8/4K3 b - e3 0 1", "e6d6", 44},
    {"8/8/8/8/3pPp2/8/1k6/3NK3 b - e3 0 1", "b2c2", 44}, /* a knight gives check, and is not looked at */
};

Test(data_writer, en_passant_is_what_a_pawn_can_capture) {
    static const ks_data_format formats[] = {KS_DATA_BINPACK, KS_DATA_BIN, KS_DATA_PLAIN};
    for (size_t i = 0; i < LENGTH(passings); i++)
        for (size_t f = 0; f < LENGTH(formats); f++) {
            struct entry entry = start_entry(passings[i].fen, passings[i].move);
            ks_position position;
            struct bytes bytes = write_all(formats[f], &(struct entries){&entry, 1});
            ks_data *const data =
                ks_data_open_memory(bytes.at, bytes.length, formats[f], KS_DATA_DEFAULT, NULL);
            cr_assert(ks_data_next(data));
            cr_assert_eq(ks_data_get_position(data, 0, &position, NULL), KS_OK);
            cr_expect_eq(position.en_passant, passings[i].en_passant, "%s in %s: %u", passings[i].fen,
                         ks_data_format_name(formats[f]), position.en_passant);
            ks_data_close(data);
            free(bytes.at);
        }
}

/* ---- Refusals ---- */

static const char start_960[] = "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1";

/* The change of an entry that a format refuses. */
struct refusal {
    ks_data_format format;
    int code;
    const char *fen, *move;
    int halfmoves, ply, result, score;
};

static const struct refusal refusals[] = {
    {KS_DATA_BINPACK, KS_ERROR_DATA_LACKS, start_960, "c1d1", 0, 0, 0, 0},
    {KS_DATA_BIN, KS_ERROR_DATA_LACKS, start_960, "c1d1", 0, 0, 0, 0},
    {KS_DATA_BINPACK, KS_ERROR_DATA_LACKS, KS_START_FEN, "e2e4", 0, 1 << 14, 0, 0},
    {KS_DATA_BIN, KS_ERROR_DATA_LACKS, KS_START_FEN, "e2e4", 128, 0, 0, 0},
    {KS_DATA_MARLIN, KS_ERROR_DATA_LACKS, KS_START_FEN, "e2e4", 256, 0, 0, 0},
    {KS_DATA_VIRI, KS_ERROR_DATA_LACKS, KS_START_FEN, "e2e4", 256, 0, 0, 0},
    {KS_DATA_VIRI, KS_ERROR_DATA_LACKS, KS_START_FEN, NULL, 0, 0, 0, 0},
    {KS_DATA_PLAIN, KS_ERROR_DATA_LACKS, KS_START_FEN, NULL, 0, 0, 0, 0},
    {KS_DATA_MARLIN, KS_ERROR_DATA_LACKS, "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8e7", 0, 0, 0, -32768},
    {KS_DATA_VIRI, KS_ERROR_DATA_LACKS, "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8e7", 0, 0, 0, -32768},
    {KS_DATA_PLAIN, KS_ERROR_DATA_RESULT, KS_START_FEN, "e2e4", 0, 0, 2, 0},
    {KS_DATA_BULLET, KS_ERROR_DATA_RESULT, KS_START_FEN, "e2e4", 0, 0, -2, 0},
    {KS_DATA_BINPACK, KS_ERROR_DATA_MOVE, KS_START_FEN, "e5e6", 0, 0, 0, 0},
};

static struct entry refused_entry(const struct refusal *refusal) {
    struct entry entry = {.score = refusal->score, .ply = refusal->ply, .result = refusal->result};
    ks_error error;
    cr_assert_eq(ks_read_fen(refusal->fen, strlen(refusal->fen), 0, &entry.position, &error), KS_OK, "%s",
                 error.message);
    entry.position.halfmove_clock = (uint16_t)refusal->halfmoves;
    entry.move = KS_NO_MOVE;
    if (refusal->move) {
        const unsigned from = (unsigned)(refusal->move[0] - 'a' + ('8' - refusal->move[1]) * 8),
                       to = (unsigned)(refusal->move[2] - 'a' + ('8' - refusal->move[3]) * 8);
        entry.move = KS_MOVE(from, to, KS_MOVE_PLAIN);
    }
    return entry;
}

Test(data_writer, refuses_what_a_format_has_no_room_for) {
    for (size_t i = 0; i < LENGTH(refusals); i++) {
        const struct entry entry = refused_entry(&refusals[i]);
        const ks_data_format format = refusals[i].format;
        struct entry good = start_entry(KS_START_FEN, "g1f3");
        struct store into = {0}, alone = {0};
        ks_error error;
        ks_data_writer *writer = open_store(&alone, format);
        cr_assert_eq(write_one(writer, &entry, &error), refusals[i].code, "%zu", i);
        cr_expect_gt(strlen(error.message), 10);
        cr_assert_eq(ks_data_writer_close(writer, NULL), KS_OK);
        cr_expect_eq(alone.pieces, 0, "%zu", i);
        writer = open_store(&into, format);
        cr_assert_eq(write_one(writer, &entry, NULL), refusals[i].code);
        cr_assert_eq(write_one(writer, &good, NULL), KS_OK);
        cr_assert_eq(write_one(writer, &entry, NULL), refusals[i].code);
        cr_assert_eq(ks_data_writer_close(writer, NULL), KS_OK);
        struct bytes wanted = write_all(format, &(struct entries){&good, 1});
        compare_bytes(into.bytes, &wanted, ks_data_format_name(format));
        free(wanted.at);
    }
}

Test(data_writer, refuses_formats_that_are_none) {
    ks_error error;
    cr_assert(!ks_data_writer_open(store, NULL, KS_DATA_UNKNOWN, &error));
    cr_assert_eq(error.code, KS_ERROR_DATA_FORMAT);
    cr_assert(!ks_data_writer_open(store, NULL, KS_DATA_FORMATS, &error));
    cr_assert_eq(error.code, KS_ERROR_DATA_FORMAT);
    cr_assert_eq(ks_data_writer_close(NULL, NULL), KS_OK);
}

/* ---- Sinks that fail ---- */

Test(data_writer, says_that_the_sink_failed) {
    for (unsigned format = KS_DATA_BINPACK; format < WRITTEN_FORMATS; format++) {
        struct entry entry = start_entry(KS_START_FEN, "g1f3");
        struct store into = {.room = 1};
        ks_error error = {0};
        ks_data_writer *const writer = open_store(&into, (ks_data_format)format);
        int code = KS_OK;
        size_t written = 0;
        while (code == KS_OK && ++written < 1000000)
            code = write_one(writer, &entry, &error);
        cr_assert_eq(code, KS_ERROR_DATA_SINK);
        cr_assert_eq(error.code, KS_ERROR_DATA_SINK);
        cr_assert_eq(write_one(writer, &entry, &error), KS_ERROR_DATA_SINK);
        cr_assert_eq(ks_data_writer_close(writer, &error), KS_ERROR_DATA_SINK);
        cr_assert_eq(into.pieces, 1);
        free(into.bytes.at);
    }
}
