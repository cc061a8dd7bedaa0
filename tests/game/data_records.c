/* Records of training data: all builds of their readers read the same, whatever the bytes. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/processor/cpu.h"
#include "game/data/records.h"
#include "support/data/entries.h"
#include "support/random.h"
#include "support/thorough.h"

enum { RECORDS_MAX = 40 };

typedef int read_records(struct columns *c, const uint8_t *bytes, size_t n);

static read_records *reader_of(const struct record_reader *build, ks_data_format format) {
    return format == KS_DATA_BIN      ? build->read_bin
           : format == KS_DATA_BULLET ? build->read_bullet
                                      : build->read_marlin;
}

/* The builds that this processor runs, besides the one for any. */
static size_t list_builds(const struct record_reader *builds[2]) {
    const unsigned features = ks_cpu_features(), without = features & ~(unsigned)CPU_AVX512VBMI2;
    const bool fast = ks_cpu_has_fast_pext();
    builds[0] = ks_record_reader_for(features, fast);
    builds[1] = ks_record_reader_for(without, fast);
    return 2;
}

static void compare_entry(const struct columns *found, const struct columns *expected, size_t i) {
    cr_assert_arr_eq(found->boards[i], expected->boards[i], 64);
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
    const struct record_reader *builds[2];
    static struct columns expected, found;
    memset(&expected, 0, sizeof expected);
    const int code = reader_of(&ks_any_record_reader, format)(&expected, bytes, n);
    cr_assert(code == KS_OK ? expected.count == n : expected.count < n);
    for (size_t b = 0, count = list_builds(builds); b < count; b++) {
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
        const size_t size = ks_data_record_size(formats[f]);
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
