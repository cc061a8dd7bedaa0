/* Tests draws of games of variants, by the rules that a variant has. */
#include <criterion/criterion.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/variants/read.h"

#define ROOK "4k3/8/8/8/8/8/R7/4K3"

static const struct {
    const char *text, *fen; /* text: of a variant named v */
    size_t occurrences;     /* of the position, this one included */
    enum ks_draw draw;
} rows[] = {
    {"[v : chess]\n", ROOK " b - - 99 80", 2, KS_DRAW_NONE},
    {"[v : chess]\n", ROOK " w - - 100 80", 1, KS_DRAW_FIFTY_MOVES},
    {"[v : chess]\nnMoveRule = 70\n", ROOK " w - - 139 80", 1, KS_DRAW_NONE},
    {"[v : chess]\nnMoveRule = 70\n", ROOK " w - - 140 80", 1, KS_DRAW_MOVE_RULE},
    {"[v : chess]\nnMoveRule = 0\n", ROOK " w - - 1000 80", 1, KS_DRAW_NONE},
    {"[v : chess]\n", ROOK " w - - 0 80", 3, KS_DRAW_THREEFOLD},
    {"[v : chess]\n", ROOK " w - - 0 80", 5, KS_DRAW_FIVEFOLD},
    {"[v : chess]\n", ROOK " w - - 100 80", 3, KS_DRAW_FIFTY_MOVES},
    {"[v : chess]\n", ROOK " w - - 100 80", 5, KS_DRAW_FIVEFOLD},
    {"[v : chess]\n", "4k3/8/8/8/8/8/8/4K3 w - - 100 80", 5, KS_DRAW_MATERIAL},
    {"[v : chess]\nnFoldRule = 4\n", ROOK " w - - 9 80", 3, KS_DRAW_NONE},
    {"[v : chess]\nnFoldRule = 4\n", ROOK " w - - 9 80", 4, KS_DRAW_REPETITION},
    {"[v : chess]\nnFoldRule = 0\n", ROOK " w - - 9 80", 9, KS_DRAW_NONE},
    {"[v : chess]\nnFoldRule = 1\n", ROOK " w - - 9 80", 0, KS_DRAW_NONE}, /* no keys are known */
    {"[v : chess]\nnFoldValue = loss\n", ROOK " w - - 9 80", 3, KS_DRAW_NONE},
    {"[v : chess]\nperpetualCheckIllegal = true\n", ROOK " w - - 9 80", 3, KS_DRAW_NONE},
    {"[v : chess]\nchasingRule = axf\n", ROOK " w - - 9 80", 3, KS_DRAW_NONE},
    {"[v : chess]\nmaterialCounting = unweighted\n", ROOK " w - - 100 80", 3, KS_DRAW_NONE},
    {"[v : chess]\n", "7k/5Q2/6K1/8/8/8/8/8 b - - 100 80", 3, KS_DRAW_STALEMATE},
    {"[v : chess]\nstalemateValue = loss\n", "7k/5Q2/6K1/8/8/8/8/8 b - - 100 80", 3, KS_DRAW_NONE},
    {"[v : chess]\n", "7k/6Q1/6K1/8/8/8/8/8 b - - 100 80", 3, KS_DRAW_NONE},
    {"[v : chess]\ncheckmateValue = draw\n", "7k/6Q1/6K1/8/8/8/8/8 b - - 100 80", 3, KS_DRAW_RULE},
    {"[v : clobber]\nadjudicateFullBoard = true\n", "PpPpP/pPpPp/PpPpP/pPpPp/PpPpP/pPpPP w - - 0 1", 1,
     KS_DRAW_RULE},
};

Test(variant_game_draws, follow_the_rules_of_the_variant) {
    static const uint64_t keys[] = {7, 1, 7, 1, 7, 1, 7, 1, 7, 1, 7, 1, 7, 1, 7, 1, 7};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ks_variants *const variants = read_variants(rows[i].text);
        const ks_variant *const variant = find_variant(variants, "v");
        const ks_variant_position position = read_variant_position(variant, rows[i].fen, 0);
        const enum ks_verdict verdict = ks_variant_judge(variant, &position, NULL);
        const size_t count = rows[i].occurrences ? 2 * rows[i].occurrences - 1 : 0;
        cr_expect_eq(ks_variant_find_draw(variant, &position, verdict, keys + LENGTH(keys) - count, count),
                     rows[i].draw, "%s%s: %zu times", rows[i].text, rows[i].fen, rows[i].occurrences);
        ks_variants_free(variants);
    }
}
