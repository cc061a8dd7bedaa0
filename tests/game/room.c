/* Tests that no function stores beyond what its prototype shows. Each one gets the smallest buffer that it
 * may be given, first at the end of a page behind which nothing may be touched, and then at the beginning of
 * one. */
#include <criterion/criterion.h>
#include <string.h>

#include "abi/area.h"
#include "support/fen.h"
#include "support/length.h"

/* Two buffers of a size: one ends where memory ends, the other begins where it begins. */
struct room {
    void *last, *first;
};

static struct room make_room(size_t size) {
    const area one = new_area(size), other = new_area(size);
    return (struct room){one.end - size, other.begin};
}

/* The statement is run with `buffer` as each of the two. */
#define WITH_ROOM(size, statement)                                                                           \
    do {                                                                                                     \
        const struct room room_ = make_room(size);                                                           \
        void *buffer = room_.last;                                                                           \
        statement;                                                                                           \
        buffer = room_.first;                                                                                \
        statement;                                                                                           \
    } while (0)

/* Positions with many moves, or with long texts. */
static const char *const texts[] = {
    "QQQQQK1k/Q4Q1N/Q5QQ/Q6Q/Q6Q/Q6Q/Q6Q/1QQQQQQQ w - - 0 1",
    "1n1n1n1k/P1P1P1p1/8/8/8/8/8/4K3 w - - 0 1",
    "8/2K1N1N1/8/N1N5/6N1/N1N5/4N1N1/k7 w - - 0 1",
    "r1b1k1n1/p1p1p1p1/1p1p1p1p/8/1P1P1P1P/P1P1P1P1/8/R1B1K1N1 b Qq - 65535 65535",
    KS_START_FEN,
};

/* ---- Chess ---- */

static void list_with_little_room(const ks_position *position) {
    WITH_ROOM(sizeof(ks_move_list), {
        const size_t count = ks_count_legal_moves(position);
        cr_assert_eq(ks_legal_moves(position, buffer), count);
        cr_assert_eq(((ks_move_list *)buffer)->count, count);
        const size_t captures = ks_legal_captures(position, buffer);
        cr_assert_eq(((ks_move_list *)buffer)->count, captures);
        cr_assert_eq(ks_legal_quiet_moves(position, buffer), count - captures);
        cr_assert_eq(ks_legal_moves_between(position, ~(uint64_t)0, ~(uint64_t)0, buffer), count);
    });
}

static void write_with_little_room(const ks_position *position) {
    ks_move_list list;
    ks_legal_moves(position, &list);
    WITH_ROOM(KS_FEN_SIZE, {
        cr_assert_lt(ks_write_fen(position, buffer), KS_FEN_SIZE);
        cr_assert_lt(ks_write_x_fen(position, buffer), KS_FEN_SIZE);
    });
    WITH_ROOM(KS_UCI_SIZE, for (size_t i = 0; i < list.count; i++)
                               ks_write_uci(position, list.moves[i], KS_UCI_CHESS960, buffer));
    WITH_ROOM(KS_SAN_SIZE,
              for (size_t i = 0; i < list.count; i++) ks_write_san(position, list.moves[i], buffer));
}

static void make_with_little_room(const char *fen, const ks_position *position) {
    ks_move_list list;
    ks_legal_moves(position, &list);
    WITH_ROOM(sizeof(ks_position), {
        cr_assert_eq(ks_read_fen(fen, strlen(fen), KS_FEN_DEFAULT, buffer, NULL), KS_OK);
        for (size_t i = 0; i < list.count; i++)
            ks_after_move(position, list.moves[i], buffer);
    });
    WITH_ROOM(
        sizeof(ks_undo), for (size_t i = 0; i < list.count; i++) {
            ks_position after = *position;
            ks_make_move(&after, list.moves[i], buffer);
            ks_unmake_move(&after, buffer);
        });
}

Test(room, of_chess) {
    for (size_t i = 0; i < LENGTH(texts); i++) {
        const ks_position position = read_position(texts[i], KS_FEN_DEFAULT);
        list_with_little_room(&position);
        write_with_little_room(&position);
        make_with_little_room(texts[i], &position);
    }
}

Test(room, of_boards) {
    const ks_position position = read_position(KS_START_FEN, KS_FEN_DEFAULT);
    uint8_t boards[65][64], kings[65], sides[65];
    for (size_t i = 0; i < 65; i++) {
        memcpy(boards[i], position.board, 64);
        kings[i] = 60;
        sides[i] = KS_WHITE;
    }
    WITH_ROOM(sizeof(ks_king_lines), ks_king_scan(position.board, 60, KS_WHITE, buffer));
    for (size_t n = 0; n <= 65; n++)
        WITH_ROOM((n + 63) / 64 * sizeof(uint64_t),
                  ks_in_check_batch(boards[0], 64, kings, sides, n, buffer));
}

Test(room, of_lines_of_positions) {
    static const char text[] = KS_START_FEN "\n" KS_START_FEN "\nnonsense\n\n" KS_START_FEN "\n";
    for (size_t max = 1; max < 6; max++)
        WITH_ROOM(max * sizeof(ks_checked_line), {
            ks_text_cursor cursor = {0};
            size_t found = 0;
            for (size_t count = max; count == max; found += count)
                count = ks_check_epd(text, strlen(text), KS_FEN_DEFAULT, &cursor, buffer, max);
            cr_assert_eq(found, 4);
        });
}

/* ---- Texts and lists that are cut off ---- */

Test(room, of_texts_that_are_cut_off) {
    const ks_move moves[] = {KS_MOVE(52, 36, KS_MOVE_DOUBLE_PUSH), KS_MOVE(12, 28, KS_MOVE_DOUBLE_PUSH)};
    const ks_pgn_item items[] = {{.kind = KS_PGN_MOVE, .move = moves[0]},
                                 {.kind = KS_PGN_MOVE, .move = moves[1]}};
    const ks_pgn_game game = {.items = items, .item_count = LENGTH(items)};
    const size_t length = ks_pgn_write(&game, NULL, 0);
    for (size_t room = 1; room <= length + 1; room++)
        WITH_ROOM(room, {
            cr_assert_eq(ks_pgn_write(&game, buffer, room), length);
            cr_assert_eq(strlen(buffer), room - 1);
        });
    const size_t needs = ks_kernel_write_needs(ks_kernel_get_current(), NULL, 0);
    for (size_t room = 1; room <= needs + 1; room++)
        WITH_ROOM(room, cr_assert_eq(ks_kernel_write_needs(ks_kernel_get_current(), buffer, room), needs));
}

/* ---- Variants ---- */

static void describe_with_little_room(const ks_variant *variant) {
    const size_t rules = ks_variant_describe_rules(variant, NULL, 0),
                 moves = ks_variant_describe_piece_type(variant, 0, NULL, 0);
    for (size_t room = 1; room <= rules + 1; room += rules / 3 + 1)
        WITH_ROOM(room, cr_assert_eq(ks_variant_describe_rules(variant, buffer, room), rules));
    for (size_t room = 1; room <= moves + 1; room += moves / 3 + 1)
        WITH_ROOM(room, cr_assert_eq(ks_variant_describe_piece_type(variant, 0, buffer, room), moves));
}

static void play_with_little_room(const ks_variant *variant) {
    const ks_variant_position *const start = ks_variant_get_start(variant);
    static ks_variant_move moves[4096];
    const size_t count = ks_variant_legal_moves(variant, start, moves, LENGTH(moves));
    cr_assert_leq(count, LENGTH(moves));
    for (size_t room = 1; room <= count + 1; room += count / 3 + 1)
        WITH_ROOM(room * sizeof *moves,
                  cr_assert_eq(ks_variant_legal_moves(variant, start, buffer, room), count));
    WITH_ROOM(KS_VARIANT_FEN_SIZE, ks_variant_write_fen(variant, start, buffer));
    WITH_ROOM(KS_VARIANT_FEN_SIZE, ks_variant_write_x_fen(variant, start, buffer));
    for (size_t i = 0; i < count; i += count / 8 + 1) {
        WITH_ROOM(KS_VARIANT_UCI_SIZE, ks_variant_write_uci(variant, start, moves[i], 0, buffer));
        WITH_ROOM(KS_VARIANT_SAN_SIZE, ks_variant_write_san(variant, start, moves[i], buffer));
    }
    WITH_ROOM(sizeof(ks_variant_undo), {
        ks_variant_position position = *start;
        ks_variant_make_move(variant, &position, moves[0], buffer);
    });
}

Test(room, of_variants) {
    ks_variants *const variants = ks_variants_new(NULL, 0, KS_VARIANTS_DEFAULT, NULL);
    cr_assert_not_null(variants);
    for (size_t i = 0; i < ks_variants_count(variants); i += 7) {
        const ks_variant *const variant = ks_variants_get_variant(variants, i);
        describe_with_little_room(variant);
        play_with_little_room(variant);
    }
    ks_variants_free(variants);
}
