/* Tests positions of variants as other programs write them: hands, promoted pieces and counted checks. */
#include <criterion/criterion.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/variants/read.h"

static const char own[] = "[five-and-counting : 5check]\ncountingRule = makruk\n";

/* The text that is read, and the text that is written. */
static const struct {
    const char *variant, *text, *written;
} rows[] = {
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[QRp] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[QRp] w - - 0 1"},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3/pRQ w - - 0 1", "4k3/8/8/8/8/8/8/4K3[QRp] w - - 0 1"},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3/ w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"},
    {"crazyhouse", "4k2q~/8/3Q~4/8/8/8/8/4K3[ppPN] b - - 7 9", "4k2q~/8/3Q~4/8/8/8/8/4K3[NPpp] b - - 7 9"},
    {"shogi", "4k4/9/4+P4/9/9/9/9/9/4K4[Rg] b 3 9", "4k4/9/4+P4/9/9/9/9/9/4K4[Rg] b - - 3 9"},
    {"shogi", "4k4/9/9/9/9/9/9/9/4K4[-] w 0 1", "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1"},
    {"shogi", "4k4/9/9/9/9/9/9/9/4K4[-] w - 0 1", "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1"},
    {"shogi", "+p+l+n+s+r+b2k/9/9/9/9/9/9/9/4K4 w - -", "+p+l+n+s+r+b2k/9/9/9/9/9/9/9/4K4[] w - - 0 1"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 5 9", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 5 9"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 5 9 +1+2", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 5 9"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 2+1; id 5;", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 0 1"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 5 9 +1+2;", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 5 9"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - +1+2", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 0 1"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - +1+2 hmvc 5; fmvn 9;", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 5 9"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 7 +1+2 hmvc 5; fmvn 9;", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 7 9"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 5 9 +1+2 ", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 5 9"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 5 9 +1+2 id \"x\";", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 5 9"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 5 9", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 5 9"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1"},
    {"seirawan", "4k3/8/8/8/8/8/8/R3K2R[H] w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K2R[H] w KQ - 0 1"},
    {"seirawan", "4k3/8/8/8/8/8/8/R3K2R[H] w AEH - 0 1", "4k3/8/8/8/8/8/8/R3K2R[H] w KQ - 0 1"},
    {"seirawan", "4k3/8/8/8/8/8/8/R3K2R[H] w QEH - 0 1", "4k3/8/8/8/8/8/8/R3K2R[H] w QH - 0 1"},
    {"seirawan", "4k3/8/8/8/8/8/8/R3K2R[H] w AH - 0 1", "4k3/8/8/8/8/8/8/R3K2R[H] w AH - 0 1"},
    {"seirawan", "4k3/8/8/8/8/8/8/R3K1RR[H] w QAEGB - 0 1", "4k3/8/8/8/8/8/8/R3K1RR[H] w QG - 0 1"},
    {"seirawan", "4k3/8/8/8/8/8/8/RN2K1RR[H] w AEGB - 0 1", "4k3/8/8/8/8/8/8/RN2K1RR[H] w GABE - 0 1"},
    {"seirawan", "4k3/8/8/8/8/8/8/R3K1RR w AG - 0 1", "4k3/8/8/8/8/8/8/R3K1RR[] w GA - 0 1"},
    {"makruk", "4k3/8/8/8/8/8/8/R3K3 b - 64 3 9", "4k3/8/8/8/8/8/8/R3K3 b - - 3 9"},
    {"karouk", "4k3/8/8/8/8/8/8/R3K3 b - 126 1+1 0 40", "4k3/8/8/8/8/8/8/R3K3 b - - 1+1 0 40"},
    {"karouk", "4k3/8/8/8/8/8/8/R3K3 b - 126 1+0; id 5;", "4k3/8/8/8/8/8/8/R3K3 b - - 1+0 0 1"},
    {"karouk", "4k3/8/8/8/8/8/8/R3K3 b - 1+0 3 40", "4k3/8/8/8/8/8/8/R3K3 b - - 1+0 3 40"},
    {"karouk", "4k3/8/8/8/8/8/8/R3K3 b - 126 3 40 +0+1", "4k3/8/8/8/8/8/8/R3K3 b - - 1+0 3 40"},
    {"karouk", "4k3/8/8/8/8/8/8/R3K3 b - 3 40 +0+1", "4k3/8/8/8/8/8/8/R3K3 b - - 1+0 3 40"},
    {"karouk", "4k3/8/8/8/8/8/8/R3K3 b - 126 3 40", "4k3/8/8/8/8/8/8/R3K3 b - - 1+1 3 40"},
    {"karouk", "4k3/8/8/8/8/8/8/R3K3 b - 3 40", "4k3/8/8/8/8/8/8/R3K3 b - - 1+1 3 40"},
    {"five-and-counting", "4k3/8/8/8/8/8/8/R3K3 b - 126 1+5 0 40", "4k3/8/8/8/8/8/8/R3K3 b - - 1+5 0 40"},
    {"janggi", "4k4/9/9/9/9/9/9/9/9/4K4 b p - 0 1", "4k4/9/9/9/9/9/9/9/9/4K4 b p - 0 1"},
    {"janggi", "4k4/9/9/9/9/9/9/9/9/3K5 b pp - 0 1", "4k4/9/9/9/9/9/9/9/9/3K5 b pp - 0 1"},
    {"janggi", "4k4/9/9/9/9/9/9/9/9/3K5 b 0 1", "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1"},
    {"atomic", "8/8/8/8/8/8/8/4K3 b - - 0 1", "8/8/8/8/8/8/8/4K3 b - - 0 1"},
    {"antichess", "8/8/8/kk6/8/8/8/K3K2K w - - 0 1", "8/8/8/kk6/8/8/8/K3K2K w - - 0 1"},
};

Test(variant_dialects, are_read) {
    ks_variants *const variants = read_variants(own);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ks_variant *const variant = find_variant(variants, rows[i].variant);
        const ks_variant_position position = read_variant_position(variant, rows[i].text, KS_FEN_RIGHTS);
        char fen[KS_VARIANT_FEN_SIZE];
        const size_t length = ks_variant_write_fen(variant, &position, fen);
        cr_expect_str_eq(fen, rows[i].written);
        cr_expect_eq(length, strlen(fen));
    }
    ks_variants_free(variants);
}

static const struct {
    int code;
    size_t offset;
    const char *variant, *text, *message;
} wrong[] = {
    {KS_ERROR_PLACEMENT_CHARACTER, 20, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1",
     "expected the letter of a piece that may be in hand, or the end of the hands, found 'K'"},
    {KS_ERROR_PLACEMENT_CHARACTER, 21, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1",
     "expected ']' after the pieces in hand, found a blank (byte 0x20)"},
    {KS_ERROR_ROWS_TOO_MANY, 19, "chess", "4k3/8/8/8/8/8/8/4K3/Q w - - 0 1", "expected 8 rows, found more"},
    {KS_ERROR_PLACEMENT_CHARACTER, 1, "chess", "q~2k3/8/8/8/8/8/8/4K3 w - - 0 1",
     "expected a letter of the variant's pieces, a number or '/', found '~'"},
    {KS_ERROR_PLACEMENT_CHARACTER, 1, "shogi", "+g3k4/9/9/9/9/9/9/9/4K4 w - - 0 1",
     "expected the letter of a piece that has a promoted form, found 'g'"},
    {KS_ERROR_PLACEMENT_CHARACTER, 0, "crazyhouse", "+q2k4/8/8/8/8/8/8/4K3 w - - 0 1",
     "expected a letter of the variant's pieces, a number or '/', found '+'"},
    {KS_ERROR_MANY_KINGS, 0, "placement", "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1",
     "expected one white King, found more, in hand"},
    {KS_ERROR_NO_KING, 0, "placement", "4k3/8/8/8/8/8/8/8[N] w - - 0 1",
     "expected one white King, found none"},
    {KS_ERROR_CHECK_COUNTS, 31, "3check", "4k3/8/8/8/8/8/8/4K3 w - - 0 1  +4+0",
     "expected counts of checks such as +0+0, found '+'"},
    {KS_ERROR_FULLMOVE_NUMBER, 30, "karouk", "4k3/8/8/8/8/8/8/R3K3 b - 126 2+1 0 40",
     "expected a fullmove number, found '+'"},
    {KS_ERROR_FULLMOVE_NUMBER, 29, "3check", "4k3/8/8/8/8/8/8/4K3 w - 126 2+1 0 40",
     "expected a fullmove number, found '+'"},
    {KS_ERROR_HALFMOVE_CLOCK, 25, "3check", "4k3/8/8/8/8/8/8/4K3 w - 3+2+1 x",
     "expected a halfmove clock, found '+'"},
    {KS_ERROR_TRAILING_TEXT, 35, "3check", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+0 7",
     "expected an EPD operation or the end of the text, found '7'"},
    {KS_ERROR_TRAILING_TEXT, 30, "atomic", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x y",
     "expected the end of the text, or EPD operations that end with ';', found 'x'"},
    {KS_ERROR_MANY_KINGS, 34, "horde", "4k3/pppppppp/8/8/8/8/PPPPPPPP/PPPPKPPP w - - 0 1",
     "expected no white King, found one on e1"},
    {KS_ERROR_NO_KING, 0, "atomic", "8/8/8/8/8/8/8/4R3 b - - 0 1", "expected one white King, found none"},
    {KS_ERROR_IMPOSSIBLE_CHECK, 14, "racingkings", "8/8/8/8/8/8/8/k2R3K b - - 0 1",
     "the King on a1 is in check, and no check may be given in racingkings"},
    {KS_ERROR_KING_CAPTURABLE, 14, "atomic", "8/8/8/8/8/8/8/k2R3K w - - 0 1",
     "the King on a1 is in check, but it is the other side's turn"},
};

Test(variant_dialects, are_refused) {
    ks_variants *const variants = read_variants(NULL);
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        ks_variant_position position;
        ks_error error = {.message = "read"};
        const char *const text = wrong[i].text;
        cr_expect_eq(ks_variant_read_fen(find_variant(variants, wrong[i].variant), text, strlen(text),
                                         KS_FEN_RIGHTS | KS_FEN_WHOLE, &position, &error),
                     wrong[i].code, "%s: %s", text, error.message);
        cr_expect_eq(error.offset, wrong[i].offset, "%s: byte %zu", text, error.offset);
        cr_expect_str_eq(error.message, wrong[i].message);
    }
    ks_variants_free(variants);
}
