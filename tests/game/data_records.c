/* Compares the ways in which records of training data are read: what is read is the same, whatever the
 * bytes. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kernels/family.h"
#include "game/data/records.h"
#include "support/data/entries.h"
#include "support/length.h"
#include "support/random.h"
#include "support/thorough.h"

enum { RECORDS_MAX = 40 };

typedef int read_records(struct columns *c, const uint8_t *bytes, size_t n);

static read_records *reader_of(const struct record_reader *build, ks_data_format format) {
    return format == KS_DATA_BIN      ? build->read_bin
           : format == KS_DATA_BULLET ? build->read_bullet
                                      : build->read_marlin;
}

static void compare_entry(const struct columns *found, const struct columns *expected, size_t i) {
    cr_assert(memcmp(found->boards[i], expected->boards[i], 64) == 0);
    cr_assert_eq(found->castling[i], expected->castling[i]);
    cr_assert_eq(found->halfmoves[i], expected->halfmoves[i]);
    cr_assert_eq(found->fullmoves[i], expected->fullmoves[i]);
    cr_assert_eq(found->en_passant[i], expected->en_passant[i]);
    cr_assert_eq(found->kings[i], expected->kings[i]);
    cr_assert_eq(found->other_kings[i], expected->other_kings[i]);
    cr_assert_eq(found->sides[i], expected->sides[i]);
    cr_assert_eq(found->other_sides[i], expected->other_sides[i]);
    cr_assert_eq(found->kinds[i], expected->kinds[i]);
    cr_assert_eq(found->moves[i], expected->moves[i]);
    cr_assert_eq(found->scores[i], expected->scores[i]);
    cr_assert_eq(found->plies[i], expected->plies[i]);
    cr_assert_eq(found->results[i], expected->results[i]);
}

/* Reads records by all builds. Returns the code that all of them return. */
static int compare_builds(ks_data_format format, const uint8_t *bytes, size_t n) {
    const void *builds[TIERS];
    const size_t count = ks_usable_builds(ks_records_builds, builds);
    static struct columns expected, found;
    memset(&expected, 0, sizeof expected);
    const int code = reader_of(&ks_any_record_reader, format)(&expected, bytes, n);
    cr_assert(code == KS_OK ? expected.count == n : expected.count < n);
    for (size_t b = 0; b < count; b++) {
        memset(&found, 0, sizeof found);
        cr_assert_eq(reader_of(builds[b], format)(&found, bytes, n), code);
        cr_assert_eq(found.count, expected.count);
        for (size_t i = 0; i < expected.count; i++)
            compare_entry(&found, &expected, i);
    }
    return code;
}

/* Spoils a record: a bit of it, several, all of it, or its board. */
static void spoil(uint8_t *record, size_t size, uint64_t *random) {
    const unsigned way = random_below(random, 8), bytes = way == 7 ? 32 : (unsigned)size;
    if (way >= 6)
        for (unsigned i = 0; i < bytes; i++)
            record[i] = (uint8_t)random_below(random, way == 7 ? 256 : 2);
    else
        for (unsigned i = 0; i < way; i++)
            record[random_below(random, (unsigned)size)] ^= (uint8_t)(1u << random_below(random, 8));
}

Test(data_records, builds_agree) {
    static const ks_data_format formats[] = {KS_DATA_BIN, KS_DATA_BULLET, KS_DATA_MARLIN};
    const unsigned rounds = amount_of(5000);
    struct entries entries = play_entries(17, 30);
    uint64_t random = 91;
    for (unsigned f = 0; f < sizeof formats / sizeof *formats; f++) {
        const size_t size = ks_data_format_record_size(formats[f]);
        struct bytes bytes = encode_entries(formats[f], &entries);
        unsigned faults = 0, whole = 0;
        for (unsigned round = 0; round < rounds; round++) {
            const size_t n = 1 + random_below(&random, RECORDS_MAX);
            const size_t first = random_below(&random, (unsigned)(entries.count - n));
            uint8_t *const records = malloc(n * size); /* so that sanitizers see a read outside it */
            cr_assert(records);
            memcpy(records, bytes.at + first * size, n * size);
            if (round % 2 == 1)
                spoil(records + random_below(&random, (unsigned)n) * size, size, &random);
            const bool fault = compare_builds(formats[f], records, n) != KS_OK;
            cr_assert(!fault || round % 2 == 1);
            faults += fault;
            whole += !fault;
            free(records);
        }
        cr_assert_gt(faults, rounds / 5);
        cr_assert_gt(whole, rounds / 5);
        free(bytes.at);
    }
    free_entries(&entries);
}

/* ---- Legality ---- */

/* Gives records of .bin other moves, of any kind and any squares, and some the other side to move. */
static void shuffle_moves(struct bytes *bytes, size_t size, uint64_t *random) {
    for (uint8_t *record = bytes->at; record < bytes->at + bytes->length; record += size) {
        const unsigned type = random_below(random, 8), move = random_below(random, 1 << 14);
        record[34] = (uint8_t)move;
        record[35] = (uint8_t)(move >> 8 | (type < 4 ? type : 0) << 6);
        record[0] ^= random_below(random, 10) == 0;
    }
}

/* Asks of each entry whether its move is legal, and counts the answers. */
static void compare_legality(const struct bytes *bytes, unsigned counts[2]) {
    ks_data *const data = ks_data_open_memory(bytes->at, bytes->length, KS_DATA_BIN, KS_DATA_LEGALITY, NULL);
    const ks_data_batch *batch;
    cr_assert(data);
    while ((batch = ks_data_next(data)) != NULL)
        for (size_t i = 0; i < batch->count; i++) {
            ks_position position;
            const bool legal = ks_data_get_position(data, i, &position, NULL) == KS_OK &&
                               !(batch->kinds[i] & KS_DATA_NO_MOVE) &&
                               ks_is_legal(&position, batch->moves[i]);
            cr_assert_neq(batch->illegal[i / 64] >> i % 64 & 1, legal, "move %#x of byte %zu",
                          (unsigned)batch->moves[i], (size_t)ks_data_get_place(data, i).offset);
            counts[legal]++;
        }
    ks_data_close(data);
}

Test(data_records, moves_are_legal_as_the_rules_say) {
    struct entries entries = play_entries(53, 30);
    struct bytes bytes = encode_entries(KS_DATA_BIN, &entries);
    const unsigned rounds = amount_of(400);
    uint64_t random = 7;
    unsigned counts[2] = {0, 0};
    compare_legality(&bytes, counts);
    cr_assert_eq(counts[true], entries.count);
    counts[true] = 0;
    for (unsigned round = 0; round < rounds; round++) {
        shuffle_moves(&bytes, ks_data_format_record_size(KS_DATA_BIN), &random);
        compare_legality(&bytes, counts);
    }
    cr_assert(counts[false] > rounds && counts[true] > rounds);
    free(bytes.at);
    free_entries(&entries);
}

/* ---- .plain ---- */

static ks_data *open_plain(const struct bytes *text) {
    ks_data *const data = ks_data_open_memory(text->at, text->length, KS_DATA_PLAIN, KS_DATA_DEFAULT, NULL);
    cr_assert(data);
    return data;
}

/* Returns the text with CR LF for LF: its records are read line by line. */
static struct bytes with_crs(const struct bytes *text) {
    struct bytes copy = {malloc(2 * text->length), 0, 2 * text->length};
    cr_assert(copy.at);
    for (size_t i = 0; i < text->length; i++) {
        if (text->at[i] == '\n')
            copy.at[copy.length++] = '\r';
        copy.at[copy.length++] = text->at[i];
    }
    return copy;
}

static void compare_batches(ks_data *whole, const ks_data_batch *a, ks_data *by_lines,
                            const ks_data_batch *b) {
    cr_assert_eq(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        char found[KS_FEN_SIZE], expected[KS_FEN_SIZE];
        ks_position position;
        cr_assert_eq(ks_data_get_position(whole, i, &position, NULL), KS_OK);
        ks_write_fen(&position, found);
        cr_assert_eq(ks_data_get_position(by_lines, i, &position, NULL), KS_OK);
        ks_write_fen(&position, expected);
        cr_assert_str_eq(found, expected);
        cr_assert_eq(a->kings[i], b->kings[i]);
        cr_assert_eq(a->kinds[i], b->kinds[i]);
        cr_assert_eq(a->moves[i], b->moves[i]);
        cr_assert_eq(a->scores[i], b->scores[i]);
        cr_assert_eq(a->plies[i], b->plies[i]);
        cr_assert_eq(a->results[i], b->results[i]);
        cr_assert_eq(ks_data_get_place(whole, i).line, ks_data_get_place(by_lines, i).line);
        cr_assert_eq(ks_data_get_place(whole, i).chain, ks_data_get_place(by_lines, i).chain);
    }
    cr_assert_eq(a->fault != NULL, b->fault != NULL);
    if (a->fault) {
        cr_assert_eq(a->fault->code, b->fault->code, "%s", a->fault->message);
        cr_assert_eq(a->fault_place.line, b->fault_place.line);
        cr_assert_eq(a->fault_place.chain, b->fault_place.chain);
    }
}

/* Returns how many faults the text has. */
static unsigned compare_ways(const struct bytes *text) {
    struct bytes crs = with_crs(text);
    ks_data *const whole = open_plain(text), *const by_lines = open_plain(&crs);
    const ks_data_batch *a, *b;
    unsigned faults = 0;
    do {
        a = ks_data_next(whole);
        b = ks_data_next(by_lines);
        cr_assert_eq(a != NULL, b != NULL);
        if (a)
            compare_batches(whole, a, by_lines, b);
        faults += a && a->fault;
    } while (a);
    ks_data_close(whole);
    ks_data_close(by_lines);
    free(crs.at);
    return faults;
}

Test(data_records, records_of_plain_read_as_their_lines) {
    static const char usual[] = "\n\n 0123456789-eabcdefghw/kqrnbpKQRNBP";
    struct entries entries = play_entries(23, 3);
    struct bytes bytes = encode_entries(KS_DATA_PLAIN, &entries);
    const unsigned rounds = amount_of(2000);
    uint64_t random = 77;
    unsigned faults = 0;
    cr_assert_eq(compare_ways(&bytes), 0);
    for (unsigned round = 0; round < rounds; round++) {
        const size_t first = random_below(&random, (unsigned)bytes.length), left = bytes.length - first,
                     length = left < 3000 ? left : 3000;
        const struct bytes part = {bytes.at + first, length, length};
        struct bytes copy = copy_bytes(&part, length);
        for (unsigned n = random_below(&random, 8); n > 0; n--)
            copy.at[random_below(&random, (unsigned)length)] =
                (uint8_t)usual[random_below(&random, sizeof usual - 1)];
        faults += compare_ways(&copy);
        free(copy.at);
    }
    cr_assert_gt(faults, rounds);
    free(bytes.at);
    free_entries(&entries);
}

/* A line of a record that is read whole may be longer or shorter than what it begins with. */
Test(data_records, lines_of_plain_end_where_they_say) {
    static const char *const lines[][4] = {
        {"move e2e4", "score 0", "ply 0", "result 0"},
        {"move e2e4q", "score 0", "ply 0", "result 0"},
        {"move e2e4qq", "score 0", "ply 0", "result 0"},
        {"move e2e", "score 0", "ply 0", "result 0"},
        {"move e2e4 ", "score 0", "ply 0", "result 0"},
        {"move e2e4", "score -0", "ply 0", "result 0"},
        {"move e2e4", "score -", "ply 0", "result 0"},
        {"move e2e4", "score ", "ply 0", "result 0"},
        {"move e2e4", "score", "ply 0", "result 0"},
        {"move e2e4", "score 00012", "ply 0", "result 0"},
        {"move e2e4", "score 000012", "ply 0", "result 0"},
        {"move e2e4", "score 32768", "ply 0", "result 0"},
        {"move e2e4", "score -32768", "ply 0", "result 0"},
        {"move e2e4", "score 1:", "ply 0", "result 0"},
        {"move e2e4", "score 1/", "ply 0", "result 0"},
        {"move e2e4", "score 12 ", "ply 0", "result 0"},
        {"move e2e4", "score 0", "ply 65535", "result 0"},
        {"move e2e4", "score 0", "ply 65536", "result 0"},
        {"move e2e4", "score 0", "ply -1", "result 0"},
        {"move e2e4", "score 0", "ply 0", "result 2"},
        {"move e2e4", "score 0", "ply 0", "result -1"},
        {"move e2e4", "score 0", "ply 0", "ply 0"},
        {"result 1", "ply 7", "score -123", "move e2e4"},
        {"move e2e4", "score 0", "ply 0", "result 0 "},
        {"move e2e4", "score 9999999999", "ply 0", "result 0"},
        {"move e2e4", "score 00000000000000000000000000000000000000000000000000000000007", "ply 0",
         "result 0"}};
    struct entries entries = play_entries(29, 3);
    struct bytes others = encode_entries(KS_DATA_PLAIN, &entries);
    for (size_t i = 0; i < LENGTH(lines); i++) {
        struct bytes text = {malloc(others.length + 1000), 0, others.length + 1000};
        cr_assert(text.at);
        text.length = (size_t)sprintf((char *)text.at, "fen %s\n%s\n%s\n%s\n%s\ne\n",
                                      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", lines[i][0],
                                      lines[i][1], lines[i][2], lines[i][3]);
        memcpy(text.at + text.length, others.at, others.length);
        text.length += others.length;
        compare_ways(&text);
        free(text.at);
    }
    free(others.at);
    free_entries(&entries);
}

/* ---- A book named .bin ---- */

Test(data_records, a_book_of_polyglot_is_named) {
    uint8_t book[16 * 20], data[40 * 4];
    uint64_t random = 5;
    for (unsigned i = 0; i < sizeof book; i++)
        book[i] = (uint8_t)(i % 16 == 0 ? i / 2 : random_below(&random, 256));
    memset(data, 0x55, sizeof data);
    const struct {
        const uint8_t *bytes;
        size_t length;
        bool named;
    } rows[] = {{book, sizeof book, true}, {book, 100, false}, {data, sizeof data, false}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        ks_data *const reader =
            ks_data_open_memory(rows[i].bytes, rows[i].length, KS_DATA_BIN, KS_DATA_DEFAULT, NULL);
        cr_assert(reader);
        const ks_data_batch *const batch = ks_data_next(reader);
        cr_assert(batch && batch->fault);
        cr_assert_eq(strstr(batch->fault->message, "Polyglot") != NULL, rows[i].named, "%s",
                     batch->fault->message);
        ks_data_close(reader);
    }
}
