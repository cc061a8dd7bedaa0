/* Streams: games and training data in files, by the functions of files.h. */
#include <criterion/criterion.h>
#include <string.h>

#include "kingscan/files.h"
#include "support/fen.h"

static FILE *file_with(const char *text) {
    FILE *const file = tmpfile();
    cr_assert_not_null(file);
    fputs(text, file);
    rewind(file);
    return file;
}

Test(streams, games_are_read_from_a_file) {
    FILE *const file = file_with("1. e4 e5 2. Nf3 *\n\n1. d4 *\n");
    ks_pgn *const pgn = ks_pgn_open(ks_file_read, file, KS_PGN_DEFAULT, NULL);
    size_t games = 0, moves = 0;
    cr_assert_not_null(pgn);
    for (; ks_pgn_next_game(pgn); games++)
        while (ks_pgn_next_move(pgn))
            moves++;
    ks_pgn_close(pgn);
    fclose(file);
    cr_expect_eq(games, 2);
    cr_expect_eq(moves, 4);
}

Test(streams, entries_are_written_to_a_file_and_read) {
    FILE *const file = tmpfile();
    const ks_position position = read_position(KS_START_FEN, KS_FEN_DEFAULT);
    const ks_data_entry entry = {
        .position = &position, .move = KS_MOVE(52, 36, KS_MOVE_DOUBLE_PUSH), .score = 25};
    ks_data_writer *const writer = ks_data_writer_open(ks_file_write, file, KS_DATA_BIN, NULL);
    cr_assert_not_null(writer);
    cr_assert_eq(ks_data_write(writer, &entry, NULL), KS_OK);
    cr_assert_eq(ks_data_writer_close(writer, NULL), KS_OK);
    rewind(file);
    ks_data *const data = ks_data_open(ks_file_read, file, KS_DATA_BIN, KS_DATA_DEFAULT, NULL);
    cr_assert_not_null(data);
    const ks_data_batch *const batch = ks_data_next(data);
    cr_assert_not_null(batch);
    cr_expect_eq(batch->count, 1);
    cr_expect_eq(batch->scores[0], 25);
    ks_data_close(data);
    fclose(file);
}

/* A file that was opened to be written cannot be read, and the other way round. */
Test(streams, failures_are_reported) {
    FILE *const written = fopen("/dev/null", "wb"), *const read_only = fopen("/dev/null", "rb");
    char buffer[4];
    ks_error error;
    cr_expect_eq(ks_file_read(written, buffer, sizeof buffer), KS_SOURCE_FAILED);
    cr_expect_eq(ks_file_read(read_only, buffer, sizeof buffer), 0);
    cr_expect_neq(ks_file_write(read_only, buffer, sizeof buffer), KS_OK);
    ks_data *const data = ks_data_open(ks_file_read, written, KS_DATA_BIN, KS_DATA_DEFAULT, &error);
    const ks_data_batch *const batch = ks_data_next(data);
    cr_expect_eq(batch->fault->code, KS_ERROR_DATA_SOURCE);
    ks_data_close(data);
    clearerr(read_only);
    for (unsigned fails = 0; fails < 2; fails++) {
        ks_pgn *const pgn = ks_pgn_open(ks_file_read, fails ? written : read_only, KS_PGN_DEFAULT, &error);
        cr_expect_eq(ks_pgn_next_game(pgn), 0);
        cr_expect_eq(ks_pgn_get_error(pgn) ? ks_pgn_get_error(pgn)->code : KS_OK,
                     fails ? KS_ERROR_PGN_SOURCE : KS_OK);
        ks_pgn_close(pgn);
    }
    fclose(written);
    fclose(read_only);
}
