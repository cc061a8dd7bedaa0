/* Tests draws of variants by material and by the clock. The rows of lichess's variants are what chessops
 * says, the others what Fairy-Stockfish's has_insufficient_material says, except where a remark says why
 * not. */
#include <criterion/criterion.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/variants/read.h"

#define NONE KS_DRAW_NONE
#define MATERIAL KS_DRAW_MATERIAL

static const struct {
    const char *variant, *fen;
    enum ks_draw draw;
} rows[] = {
    {"chess", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", MATERIAL},
    {"chess", "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", NONE},
    {"chess", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", MATERIAL},
    {"chess", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", NONE},
    {"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", NONE},
    {"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 99 80", NONE},
    {"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 100 80", KS_DRAW_FIFTY_MOVES},
    {"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 150 80", KS_DRAW_SEVENTY_FIVE_MOVES},
    {"shatranj", "r3k3/8/8/8/8/8/4P3/R3K3 w - - 140 99", KS_DRAW_MOVE_RULE}, /* seventy moves there */
    {"shatranj", "r3k3/8/8/8/8/8/4P3/R3K3 w - - 139 99", NONE},
    {"kingofthehill", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", NONE},
    {"racingkings", "8/8/8/8/8/8/8/k3K3 w - - 0 1", NONE},
    {"horde", "4k3/8/8/8/8/8/8/4N3 w - - 0 1", NONE},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", MATERIAL},
    {"3check", "4k3/8/8/8/8/8/8/4KN2 w - - 3+3 0 1", NONE},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 3+0 0 1", NONE}, /* black has won */
    {"atomic", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", MATERIAL},
    {"atomic", "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", MATERIAL},
    {"atomic", "4k3/8/8/8/8/8/8/3NKNN1 w - - 0 1", NONE},
    {"atomic", "4k3/8/8/8/8/8/8/4KNB1 w - - 0 1", NONE},
    {"atomic", "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", NONE},
    {"atomic", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", NONE},
    {"atomic", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", NONE},
    {"atomic", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", MATERIAL},
    {"atomic", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", NONE},
    {"atomic", "8/8/8/8/8/8/8/4K3 b - - 0 1", NONE}, /* white has won */
    {"antichess", "5b2/8/8/8/8/8/8/5B2 w - - 0 1", MATERIAL},
    {"antichess", "2b5/8/8/8/8/8/8/5B2 w - - 0 1", NONE},
    {"antichess", "4kb2/8/8/8/8/8/8/5B2 w - - 0 1", NONE},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[n] w - - 0 1", MATERIAL},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4KB2[] w - - 0 1", MATERIAL},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4KB2[n] w - - 0 1", NONE},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4KN~2[] w - - 0 1", NONE},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1", NONE},
    {"shogi", "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1", NONE}, /* a side that cannot move loses */
    {"makruk", "4k3/8/8/8/8/8/8/4KM2 w - - 0 1", MATERIAL},
    {"makruk", "4k3/8/8/8/8/8/8/3MKM2 w - - 0 1", MATERIAL},
    {"makruk", "4k3/8/8/8/8/8/8/2M1KM2 w - - 0 1", NONE},
    {"makruk", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", MATERIAL},
    {"makruk", "4k3/8/8/8/8/8/8/4KS2 w - - 0 1", NONE},
    {"makpong", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", NONE}, /* a king may not leave its check */
    {"xiangqi", "3k5/9/9/9/9/9/9/9/9/4KAB2 w - - 0 1", MATERIAL},
    {"xiangqi", "3k5/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1", NONE},
    {"janggi", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", NONE}, /* the points decide */
    {"seirawan", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", MATERIAL},
    {"seirawan", "4k3/8/8/8/8/8/8/4K3[H] w E - 0 1", NONE},
    {"pocketknight", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", NONE},
    {"capablanca", "4k5/10/10/10/10/10/10/4KA4 w - - 0 1", NONE},
    {"shako", "10/4k5/10/10/10/10/10/10/4KC4/10 w - - 0 1", MATERIAL},
    {"gustav3", "4k5/*8*/*8*/*8*/*8*/*8*/*8*/4KN4 w - - 0 1", NONE}, /* walls confine kings */
    /* A royal knight is mated by another one and a bishop. */
    {"knightmate", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", NONE},
    {"knightmate", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", MATERIAL},
    {"breakthrough", "8/8/8/8/8/4p3/8/4P3 w - - 0 1", NONE},
};

Test(variant_draws, rows) {
    ks_variants *const variants = read_variants(NULL);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ks_variant *const variant = find_variant(variants, rows[i].variant);
        const ks_variant_position position = read_variant_position(variant, rows[i].fen, KS_FEN_RIGHTS);
        cr_expect_eq(ks_variant_find_draw(variant, &position, KS_SAFE, NULL, 0), rows[i].draw, "%s %s",
                     rows[i].variant, rows[i].fen);
    }
    ks_variants_free(variants);
}
