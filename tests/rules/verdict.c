/* Tests the five verdicts on a position, and its checkers. */
#include <criterion/criterion.h>

#include "rules/movegen_reference.h"
#include "support/fen.h"
#include "support/positions.h"

static void expect_verdict(const char *text, enum ks_verdict expected, int checker_count) {
    const ks_position position = read_position(text, KS_FEN_LENIENT);
    uint64_t checkers = ~UINT64_C(0);
    const enum ks_verdict found = ks_judge(&position, &checkers);
    cr_expect_eq(found, expected, "%s: expected %s, found %s", text, ks_verdict_name(expected),
                 ks_verdict_name(found));
    cr_expect_eq(__builtin_popcountll(checkers), checker_count, "%s: checkers 0x%llx", text,
                 (unsigned long long)checkers);
    cr_expect_eq(ks_judge(&position, NULL), expected);
}

Test(verdict, each) {
    expect_verdict(START, KS_SAFE, 0);
    expect_verdict("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", KS_CHECK, 1);
    expect_verdict("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", KS_CHECKMATE, 1);
    expect_verdict("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", KS_STALEMATE, 0);
    expect_verdict("7k/5Q2/6K1/8/8/p7/8/8 b - - 0 1", KS_SAFE, 0);
    expect_verdict("4k3/8/8/8/8/5n2/4r3/4K3 w - - 0 1", KS_DOUBLE_CHECK, 2);
    expect_verdict("2k5/3r4/8/8/8/4b3/8/2KR4 w - - 0 1", KS_CHECK, 1);
    expect_verdict("5r2/8/7q/8/8/7b/2p5/4K3 w - - 0 1", KS_SAFE, 0);
}

Test(verdict, mate_by_double_check) {
    expect_verdict("3qkb2/3p1p2/5N2/8/8/8/8/4R1K1 b - - 0 1", KS_CHECKMATE, 2);
    expect_verdict("4kb2/3p1p2/5N2/8/8/8/8/4R1K1 b - - 0 1", KS_DOUBLE_CHECK, 2);
}

Test(verdict, en_passant_may_be_the_only_move) {
    expect_verdict("8/KN6/8/1k6/2Pp4/PP3B2/8/8 b - c3 0 1", KS_CHECK, 1);
    expect_verdict("8/KN6/8/1k6/2Pp4/PP3B2/8/8 b - - 0 1", KS_CHECKMATE, 1);
}

/* Compares every real position with its list of moves. */
Test(verdict, agrees_with_the_lists_of_moves) {
    size_t count, found[KS_VERDICTS] = {0};
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i++) {
        ks_move moves[KS_MOVES_MAX];
        uint64_t checkers;
        const size_t legal = ks_legal_moves_reference(&real[i].position, moves);
        const enum ks_verdict verdict = ks_judge(&real[i].position, &checkers);
        const int times = __builtin_popcountll(real[i].checkers);
        const enum ks_verdict expected = legal   ? times == 0   ? KS_SAFE
                                                   : times == 1 ? KS_CHECK
                                                                : KS_DOUBLE_CHECK
                                         : times ? KS_CHECKMATE
                                                 : KS_STALEMATE;
        cr_assert_eq(verdict, expected, "%s: found %s", real[i].line, ks_verdict_name(verdict));
        cr_assert_eq(checkers, real[i].checkers, "%s", real[i].line);
        found[verdict]++;
    }
    cr_expect(found[KS_SAFE] && found[KS_CHECK] && found[KS_DOUBLE_CHECK]);
}
