/* Tests what `kingscan fuzz` checks of a position in a game, with functions of the library that are made
 * wrong. */
#include <criterion/criterion.h>
#include <string.h>

#include "cli/commands/fuzz/chess_check.h"
#include "cli/random/positions.h"
#include "support/length.h"

static size_t with_one_less(const ks_position *position, ks_move_list *list) {
    const size_t count = ks_legal_moves(position, list);
    return count ? count - 1 : 0;
}

static size_t with_one_twice(const ks_position *position, ks_move_list *list) {
    const size_t count = ks_legal_moves(position, list);
    list->moves[count] = list->moves[0];
    return count + 1;
}

static size_t with_one_more(const ks_position *position, ks_move_list *list) {
    const size_t count = ks_legal_moves(position, list);
    list->moves[count] = KS_MOVE(63, 0, KS_MOVE_TO_KNIGHT);
    return count + 1;
}

static int never_a_legal_move(const ks_position *position) {
    (void)position;
    return 0;
}

static void make_without_key(ks_position *position, ks_move move, ks_undo *undo) {
    ks_make_move(position, move, undo);
    position->key = undo->private_before.key;
}

static void unmake_without_clock(ks_position *position, const ks_undo *undo) {
    const uint16_t clock = position->halfmove_clock;
    ks_unmake_move(position, undo);
    position->halfmove_clock = clock;
}

static size_t write_without_castling(const ks_position *position, char *text) {
    ks_position copy = *position;
    copy.private_castling = 0;
    return ks_write_x_fen(&copy, text);
}

static size_t write_nonsense(const ks_position *position, char *text) {
    (void)position;
    strcpy(text, "8/7 w - -");
    return strlen(text);
}

static size_t count_one_more(const ks_position *position) {
    return ks_count_legal_moves(position) + 1;
}

static uint64_t perft_without_one(const struct counter *counter, const ks_position *position,
                                  unsigned depth) {
    return ks_perft_by(counter, position, depth) - 1;
}

Test(chess_check, finds_wrong_rules) {
    const struct {
        struct chess_rules rules;
        const char *text;
    } wrong[] = {
        {{.legal_moves = with_one_less}, "the generator misses "},
        {{.legal_moves = with_one_twice}, "the generator lists "},
        {{.legal_moves = with_one_more}, "the generator lists h1a8n, which is not legal"},
        {{.has_legal_move = never_a_legal_move}, "whether there is a legal move is answered with no"},
        {{.make_move = make_without_key}, "the key is not that of the new position"},
        {{.unmake_move = unmake_without_clock}, "is taken back, the halfmove clock is not what it was"},
        {{.write_fen = write_without_castling}, "read again, the castling right differs"},
        {{.write_fen = write_nonsense}, "as FEN it is refused: expected eight squares in a row"},
        {{.count_legal_moves = count_one_more}, "21 legal moves are counted instead of 20"},
        {{.perft_by = perft_without_one}, "the counter any finds 399 replies instead of 400"},
    };
    struct any_position position = {.variant = NULL};
    chess960_start(518, 518, &position.chess);
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        struct chess_rules rules = chess_library_rules;
        struct mistake mistake;
        struct move_list moves;
#define REPLACE(function) rules.function = wrong[i].rules.function ? wrong[i].rules.function : rules.function
        REPLACE(legal_moves);
        REPLACE(has_legal_move);
        REPLACE(make_move);
        REPLACE(unmake_move);
        REPLACE(write_fen);
        REPLACE(count_legal_moves);
        REPLACE(perft_by);
#undef REPLACE
        cr_assert_not(check_chess_position(&rules, &position, 0, &moves, &mistake), "%s", wrong[i].text);
        cr_expect(strstr(mistake.text, wrong[i].text), "expected %s, found %s", wrong[i].text, mistake.text);
        cr_expect_null(differing_field(&mistake.position.chess, &position.chess));
    }
}
