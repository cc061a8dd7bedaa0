/* Tests lines that are read by a pattern, as callers of the library have them. The program's transcripts have
 * the kinds of patterns and their faults. */
#include <criterion/criterion.h>
#include <string.h>

#include "kingscan.h"

static const char line[] = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 34 | 1.0\n";

static ks_data *open_lines(ks_data_format format) {
    ks_data *const data = ks_data_open_memory(line, strlen(line), format, KS_DATA_LEGALITY, NULL);
    cr_assert(data);
    return data;
}

Test(patterns, give_entries_with_what_is_known) {
    ks_error error;
    ks_data *const data = open_lines(KS_DATA_TEXT);
    cr_assert_eq(ks_data_use_pattern(data, "FEN | white-score | white-result", &error), KS_OK);
    const ks_data_batch *const batch = ks_data_next(data);
    cr_assert(batch && batch->count == 1 && !batch->fault);
    cr_expect_eq(batch->scores[0], -34);
    cr_expect_eq(batch->results[0], -1);
    cr_expect_eq(batch->sides[0], KS_BLACK);
    cr_expect_eq(batch->moves[0], KS_NO_MOVE);
    cr_expect_eq(batch->known[0], KS_DATA_HAS_SIDE | KS_DATA_HAS_RIGHTS | KS_DATA_HAS_CLOCKS |
                                      KS_DATA_HAS_PLY | KS_DATA_HAS_SCORE | KS_DATA_HAS_RESULT);
    cr_expect_eq(ks_data_get_place(data, 0).line, 1);
    cr_expect_null(ks_data_next(data));
    ks_data_close(data);
}

Test(patterns, are_needed_and_are_of_text_alone) {
    ks_error error;
    ks_data *data = open_lines(KS_DATA_TEXT);
    const ks_data_batch *const batch = ks_data_next(data);
    cr_assert(batch && batch->count == 0 && batch->fault);
    cr_expect_eq(batch->fault->code, KS_ERROR_DATA_FORMAT);
    cr_expect_null(ks_data_next(data));
    ks_data_close(data);
    data = open_lines(KS_DATA_EPD);
    cr_expect_eq(ks_data_use_pattern(data, "FEN", &error), KS_ERROR_DATA_FORMAT);
    cr_expect_str_eq(error.message, "expected the format text, found epd");
    ks_data_close(data);
}

Test(patterns, that_are_none_leave_the_one_before) {
    ks_error error;
    ks_data *const data = open_lines(KS_DATA_TEXT);
    char longest[1024];
    memset(longest, '|', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    cr_assert_eq(ks_data_use_pattern(data, "FEN | skip | skip", &error), KS_OK);
    cr_expect_eq(ks_data_use_pattern(data, "FEN | score", &error), KS_ERROR_DATA_FORMAT);
    cr_expect_eq(error.offset, 6);
    cr_expect_eq(ks_data_use_pattern(data, longest, &error), KS_ERROR_DATA_FORMAT);
    cr_expect_eq(ks_data_use_pattern(data, "", &error), KS_ERROR_DATA_FORMAT);
    const ks_data_batch *const batch = ks_data_next(data);
    cr_assert(batch && batch->count == 1 && !batch->fault);
    cr_expect_eq(batch->scores[0], 0);
    ks_data_close(data);
}
