/* Texts of variants: valid ones, and the errors in others with their places. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/variants/read.h"

#define KINGS "k7/8/8/8/8/8/8/7K w - - 0 1"

/* place: the text that begins at the error's offset. */
static const struct {
    int code;
    const char *text, *place, *message;
} wrong[] = {
    {KS_ERROR_INI, "x", "x", "expected [section], key = value, or a comment after # or ;"},
    {KS_ERROR_INI, "maxRank = 8\n", "maxRank", "expected a [section] before the first key"},
    {KS_ERROR_INI, "[a : chess]\nking\n", "king\n",
     "expected [section], key = value, or a comment after # or ;"},
    {KS_ERROR_INI, "[a : chess]\n = 8\n", "= 8",
     "expected [section], key = value, or a comment after # or ;"},
    {KS_ERROR_INI, "[a : chess\n", "[a", "expected ']' at the end of the line that begins with '['"},
    {KS_ERROR_INI, "[a : chess] # so\n", "[a", "expected ']' at the end of the line that begins with '['"},
    {KS_ERROR_INI, "[]\n", "[]", "expected a name, as in [name] or [name : base]"},
    {KS_ERROR_INI, "[a :]\n", "[a", "expected a name, as in [name] or [name : base]"},
    {KS_ERROR_INI, "[ : chess]\n", "[", "expected a name, as in [name] or [name : base]"},
    {KS_ERROR_VARIANT_SECTION, "[a b : chess]\n", "a b", "a b: expected a name of letters, digits, - and _"},
    {KS_ERROR_VARIANT_SECTION, "[abcdefghijklmnopqrstuvwxyzabcdef]\n", "abcd",
     "abcdefghijklmnopqrstuvwxyzabcdef: expected a name of at most 31 bytes"},
    {KS_ERROR_VARIANT_SECTION, "[grand : chess]\n", "grand", "grand: a bundled variant has this name"},
    {KS_ERROR_VARIANT_SECTION, "[a : chess]\n[a : grand]\n", "a : grand",
     "a: another variant of this text has this name"},
    {KS_ERROR_VARIANT_BASE, "[a : b]\n", "b]", "b: no variant to inherit from has this name"},
    {KS_ERROR_VARIANT_BASE, "[a : a]\n", "a]", "a: the variant inherits from itself"},
    {KS_ERROR_VARIANT_BASE, "[a : b]\n[b : c]\n[c : a]\n", NULL, NULL},
    {KS_ERROR_VARIANT_KEY, "[a : chess]\nmaxranks = 8\n", "maxranks",
     "maxranks: no such key is known: see kingscan variants --help; did you mean 'maxRank'?"},
    {KS_ERROR_VARIANT_KEY, "[a : chess]\nduckGating = true\n", "duckGating",
     "duckGating: Kingscan does not support this key of Fairy-Stockfish"},
    {KS_ERROR_VARIANT_KEY, "[a : chess]\ncustomPiece26 = x:W\n", "customPiece26",
     "customPiece26: no such key is known: see kingscan variants --help"},
    {KS_ERROR_VARIANT_KEY, "[a : chess]\nkinght = n\n", "kinght",
     "kinght: no such key is known: see kingscan variants --help; did you mean 'knight'?"},
    {KS_ERROR_VARIANT_KEY, "[a : chess]\nthe weather = fine\n", "the",
     "the weather: no such key is known: see kingscan variants --help"},
    {KS_ERROR_VARIANT_KEY, "[a : chess]\nmaxRank = 8\nmaxFile = 8\nmaxRank = 8\n", "maxRank = 8\n",
     "maxRank: this section already has the key"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nmaxRank = 11\n", "11",
     "maxRank: expected a number from 1 to 10, found '11'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nmaxRank = 0\n", "0\n",
     "maxRank: expected a number from 1 to 10, found '0'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nmaxRank =\n", NULL,
     "maxRank: expected a number from 1 to 10, found nothing"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nmaxRank = 8 8\n", "8 8",
     "maxRank: expected a number from 1 to 10, found '8 8'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nmaxRank = 99999999999999999999\n", "999",
     "maxRank: expected a number from 1 to 10, found '99999999999999999999'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nmaxFile = m\n", "m\n",
     "maxFile: expected a file, a to l or 1 to 12, found 'm'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nmaxFile = 13\n", "13",
     "maxFile: expected a file, a to l or 1 to 12, found '13'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ncastling = yes\n", "yes",
     "castling: expected false or true, found 'yes'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nstalemateValue = none\n", "none",
     "stalemateValue: expected loss, draw or win, found 'none'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ncheckmateValue = none\n", "none",
     "checkmateValue: expected loss, draw or win, found 'none'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nknight = 5\n", "5", "knight: expected a letter, or -, found '5'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nknight = nn\n", "nn",
     "knight: expected a letter, or -, found 'nn'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nknight = n:N\n", "n:N",
     "knight: expected a letter, or -, found 'n:N'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ncustomPiece1 = x\n", "x\n",
     "customPiece1: expected a letter with moves such as c:mRcpR, or -, found 'x'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nking = kq\n", "kq",
     "king: expected a letter, perhaps with moves as in k:N, found 'kq'"},
    {KS_ERROR_VARIANT_PIECES, "[a : chess]\nknight = s\ncannon = S\n", "S\n",
     "cannon: the letter 's' already belongs to knight"},
    {KS_ERROR_VARIANT_PIECES, "[a : chess]\nking = -\n", "-\n",
     "king: expected a royal piece, such as king = k, or another way to win, found none"},
    {KS_ERROR_VARIANT_PIECES, "[a]\nrook = r\n", "a]",
     "king by default: expected a royal piece, such as king = k, or another way to win, found none"},
    {KS_ERROR_VARIANT_PIECES, "[a : chess]\npromotionPieceTypes = k\n", "k\n",
     "promotionPieceTypes: no piece can be promoted to a King, which is royal"},
    {KS_ERROR_VARIANT_PIECES, "[a : chess]\nnotationLetters = q: n\n", "q: n",
     "notationLetters: Knight and Queen both have the letter N"},
    {KS_ERROR_BETZA, "[a : chess]\ncustomPiece1 = x:WY\n", "Y",
     "customPiece1: expected an atom out of WFDAHNCGZLJKRBQ, a bent move such as [F?R], or a modifier out of "
     "mcnpgiefblrvs, found 'Y'"},
    {KS_ERROR_BETZA, "[a : chess]\nking = k:\n", NULL,
     "king: expected an atom out of WFDAHNCGZLJKRBQ, a bent move such as [F?R], or a modifier out of "
     "mcnpgiefblrvs, found the end of the "
     "text"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ndisplayNames = x: Duke\n", "x: Duke",
     "displayNames: expected the letter of a piece, found 'x'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ndisplayNames = q Duke\n", "Duke",
     "displayNames: expected ':' and a name"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ndisplayNames = q: Duke, \n", NULL,
     "displayNames: expected the letter of a piece"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ndisplayNames = q:, r: Tower\n", ", r",
     "displayNames: expected a name of 1 to 31 bytes"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ncodeNames = q: the queen\n", "the queen",
     "codeNames: expected a name of letters, digits, - and _"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nnotationLetters = q: 1\n", "1",
     "notationLetters: expected a letter"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ndoubleStepRank = 9\n", "9",
     "doubleStepRank: expected a number from 1 to 8, found '9'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\npromotionRank = 0\n", "0",
     "promotionRank: expected a number from 1 to 8, found '0'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ndoubleStepRegionWhite = *2 *9\n", "*9",
     "doubleStepRegionWhite: expected squares of the board such as *3, a* or a3, or -"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nmobilityRegionWhiteQueen = e9\n", "e9",
     "mobilityRegionWhiteQueen: expected squares of the board such as *3, a* or a3, or -"},
    {KS_ERROR_VARIANT_KEY, "[a : chess]\nmobilityRegionWhitequeen = *1\n", "mobilityRegionWhitequeen", NULL},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nenPassantRegion = i3\n", "i3",
     "enPassantRegion: expected squares of the board such as *3, a* or a3, or -"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ntripleStepRegionBlack =\n", NULL,
     "tripleStepRegionBlack: expected squares of the board such as *3, a* or a3, or -, found nothing"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nfirstPush = 10\n", "10",
     "firstPush: expected a number from 1 to 9, found '10'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\npromotionPieceTypes = qx\n", "x\n",
     "promotionPieceTypes: expected the letter of a piece, found 'x'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\npromotionPieceTypes =\n", NULL,
     "promotionPieceTypes: expected letters of pieces, or -, found nothing"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\npromotionLimit = q:1 r\n", NULL,
     "promotionLimit: expected limits such as q:1 r:2"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\npromotionLimit = q:\n", NULL,
     "promotionLimit: expected limits such as q:1 r:2"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\npromotionLimit = q:1r:2\n", "r:2",
     "promotionLimit: expected limits such as q:1 r:2"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ncastlingKingsideFile = i\n", "i\n",
     "castlingKingsideFile: expected a file, a to h or 1 to 8, found 'i'"},
    {KS_ERROR_VARIANT_VALUE,
     "[a : chess]\nmaxFile = 5\ncastling = true\nstartFen = k4/5/5/5/5/5/5/4K w - - 0 1\n", "a : chess",
     "a: castling: king and rook have no room on file g or c: see castlingKingsideFile, "
     "castlingQueensideFile, or castling = false"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nextinctionValue = death\n", "death",
     "extinctionValue: expected loss, draw, win or none, found 'death'"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nextinctionPseudoRoyal = true\n", "true",
     "extinctionPseudoRoyal: expected letters of pieces in extinctionPieceTypes"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nextinctionPieceTypes = *\nextinctionPseudoRoyal = true\n", "true",
     "extinctionPseudoRoyal: expected letters of pieces in extinctionPieceTypes"},
    {KS_ERROR_VARIANT_VALUE, "[a : atomic]\nextinctionPieceCount = 1\nextinctionPseudoRoyal = true\n", "true",
     "extinctionPseudoRoyal: with blastOnCapture, expected king = -, extinctionValue = loss, "
     "extinctionPieceCount = 0 and one letter in extinctionPieceTypes"},
    {KS_ERROR_VARIANT_PIECES, "[a : atomic]\npromotionPieceTypes = kq\nextinctionPseudoRoyal = true\n",
     "true", "extinctionPseudoRoyal: no piece can be promoted to a royal piece when captures explode"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ncastlingKingPiece = qk\n", "qk",
     "castlingKingPiece: expected the letter of one piece, found 'qk'"},
    {KS_ERROR_VARIANT_VALUE, "[a : antichess]\ncastling = true\n",
     "a :", "a: castling: there is no piece that could castle"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ncapturesToHand = true\n", "true",
     "capturesToHand: expected pieceDrops = true as well"},
    {KS_ERROR_VARIANT_VALUE,
     "[a : chess]\nmaxFile = k\ngating = true\nstartFen = 4k6/11/11/11/11/11/11/4K6\n", "true\n",
     "gating: expected 10 files at most: FEN has no letter for a gate on the next one, since K is a wing"},
    {KS_ERROR_VARIANT_VALUE, "[a : crazyhouse]\ngating = true\ncastlingDroppedPiece = true\n", "true\n",
     NULL},
    {KS_ERROR_VARIANT_PIECES, "[a : chess]\npromotionPawnTypes = pk\n", "pk",
     "promotionPawnTypes: a King is royal and can't be promoted"},
    {KS_ERROR_VARIANT_PIECES, "[a : chess]\npawnTypes = pk\n", "pk",
     "pawnTypes: a King is royal and can't be promoted"},
    {KS_ERROR_VARIANT_PIECES, "[a : chess]\npromotionPawnTypes = p\npromotionPawnTypesBlack = k\n", "k\n",
     "promotionPawnTypesBlack: a King is royal and can't be promoted"},
    {KS_ERROR_VARIANT_VALUE, "[a : crazyhouse]\nenclosingDrop = edge\n", "edge",
     "enclosingDrop: expected none, reversi, ataxx, quadwrangle, snort, anyside or top, found 'edge'"},
    {KS_ERROR_VARIANT_VALUE, "[a : crazyhouse]\nflipEnclosedPieces = ataxx\n", "ataxx",
     "flipEnclosedPieces: expected king = - as well: a royal piece cannot change sides"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\nwallingRule = goose\n", "goose",
     "wallingRule: expected none, arrow, duck, edge, past or static, found 'goose'"},
    {KS_ERROR_VARIANT_VALUE, "[a : crazyhouse]\nwallingRule = duck\n", "duck",
     "wallingRule: expected pieceDrops = false as well"},
    {KS_ERROR_VARIANT_VALUE, "[a : seirawan]\nwallingRule = duck\n", "duck",
     "wallingRule: expected seirawanGating = false as well"},
    {KS_ERROR_VARIANT_VALUE, "[a : chess]\ncastlingWins = Kx\n", "Kx",
     "castlingWins: expected some of the letters KQkq, or -, found 'Kx'"},
    {KS_ERROR_VARIANT_START, "[a : chess]\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\n", "8/8/8/8/8/8/8/8",
     "startFen: expected one white King, found none"},
    {KS_ERROR_VARIANT_START, "[a : chess]\nstartFen = k7/8/8/8/8/8/8/6KK w - - 0 1\n", "K w",
     "startFen: expected one white King, found a second on h1"},
    {KS_ERROR_VARIANT_START, "[a : chess]\nstartFen = k7/8/8/8/8/8/8/7X w - - 0 1\n", "X w",
     "startFen: expected a letter of the variant's pieces, a number or '/', found 'X'"},
    {KS_ERROR_VARIANT_START, "[a : chess]\nmaxFile = 10\n", "a : chess",
     "startFen by default: expected 10 squares in a row, found 8"},
    {KS_ERROR_VARIANT_START, "[a : chess]\nrook = -\n", "a : chess",
     "startFen by default: expected a letter of the variant's pieces, a number or '/', found 'r'"},
    {KS_ERROR_VARIANT_START, "[a : chess]\ncastling = false\n", "a : chess",
     "startFen by default: castling letter 'K', but white's King or rook for it is missing"},
    {KS_ERROR_VARIANT_START, "[a : chess]\nstartFen = k7/8/8/8/8/8/8/6KK w", "K w",
     "startFen: expected one white King, found a second on h1"},
    {KS_ERROR_VARIANT_START, "[a : chess]\nstartFen = k6R/8/8/8/8/8/8/7K w - - 0 1\n", "k6R",
     "startFen: the King on a8 is in check, but it is the other side's turn"},
};

static int read_text(const char *text, ks_error *error) {
    ks_variants *const variants = ks_variants_new(text, strlen(text), 0, error);
    const int code = variants ? KS_OK : error->code;
    ks_variants_free(variants);
    return code;
}

Test(variant_reader, each_error_with_its_place) {
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        ks_error error = {.message = ""};
        const char *const text = wrong[i].text;
        const int code = read_text(text, &error);
        cr_assert_eq(code, wrong[i].code, "%s: %s: %s", text, ks_error_name(code), error.message);
        cr_assert_leq(error.offset, strlen(text), "%s", text);
        if (wrong[i].message)
            cr_assert_str_eq(error.message, wrong[i].message, "%s: %s", text, error.message);
        if (wrong[i].place)
            cr_assert_eq(strncmp(text + error.offset, wrong[i].place, strlen(wrong[i].place)), 0, "%s: %zu",
                         text, error.offset);
    }
}

Test(variant_reader, long_lines_and_zero_bytes) {
    const size_t length = 1 << 20;
    char *const text = malloc(length + 1);
    ks_error error;
    memset(text, 'a', length);
    text[length] = '\0';
    memcpy(text, "[a : chess]\n", 12);
    cr_assert_null(ks_variants_new(text, length, 0, &error));
    cr_assert_str_eq(error.message, "expected a line of at most 4096 bytes, found 1048564");
    cr_assert_eq(error.offset, 12);
    free(text);
    cr_assert_null(ks_variants_new("[a : chess]\nmax\0Rank = 8\n", 25, 0, &error));
    cr_assert_eq(error.code, KS_ERROR_INI);
    cr_assert_eq(error.offset, 15);
}

/* A mistake in the line that begins a section belongs to that section, not to the one before. */
Test(variant_reader, zero_bytes_where_sections_begin) {
    static const char text[] = "[a : chess]\nmaxRank = 8\n[b : chess]\0\nmaxRank = 7\n[c : chess]\n";
    ks_error error;
    ks_variants *const variants = ks_variants_new(text, sizeof text - 1, KS_VARIANTS_EACH, &error);
    cr_assert(variants);
    cr_expect(ks_variants_find(variants, "a", NULL));
    cr_expect_not(ks_variants_find(variants, "b", NULL));
    cr_expect(ks_variants_find(variants, "c", NULL));
    cr_assert_eq(ks_variants_count_remarks(variants), 1);
    cr_expect_str_eq(ks_variants_get_remark(variants, 0)->name, "b");
    ks_variants_free(variants);
}

Test(variant_reader, limits) {
    const size_t length = KS_VARIANTS_TEXT_MAX + 1;
    char *const text = malloc(length + 1), *end = text;
    ks_error error;
    memset(text, '\n', length);
    cr_assert_null(ks_variants_new(text, length, 0, &error));
    cr_assert_eq(error.code, KS_ERROR_INI);
    cr_assert_str_eq(error.message, "expected at most 4194304 bytes, found 4194305");
    ks_variants *const variants = ks_variants_new(text, length - 1, 0, &error);
    cr_assert(variants);
    ks_variants_free(variants);
    end += sprintf(end, "[a : chess]\n");
    for (unsigned i = 0; i < 257; i++)
        end += sprintf(end, "key%u = 1\n", i);
    cr_assert_eq(read_text(text, &error), KS_ERROR_INI);
    cr_assert_str_eq(error.message, "expected at most 256 keys in a section, found more");
    cr_assert_eq(strncmp(text + error.offset, "key256", 6), 0);
    free(text);
}

/* Each variant of a chain of a hundred inherits from the one before; a last line closes the circle. */
Test(variant_reader, long_chains) {
    enum { COUNT = 100 };
    char text[64 * COUNT], *end = text;
    ks_error error;
    for (unsigned i = COUNT; i-- > 1;)
        end += sprintf(end, "[v%u : v%u]\n", i, i - 1);
    char *const last = end;
    sprintf(last, "[v0 : chess]\n");
    cr_assert_eq(read_text(text, &error), KS_OK);
    sprintf(last, "[v0 : v%u]\n", COUNT - 1);
    cr_assert_eq(read_text(text, &error), KS_ERROR_VARIANT_BASE);
}

/* ---- Valid texts ---- */

Test(variant_reader, the_bundled_file) {
    ks_variants *const variants = ks_variants_new(NULL, 0, 0, NULL);
    FILE *const file = fopen("c/variant/collection/variants.ini", "r");
    char line[512], name[32];
    size_t count = 0;
    cr_assert(variants && file);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "[%31[^] :]", name) == 1)
            cr_assert_eq(ks_variants_get_variant(variants, count++), find_variant(variants, name), "%s",
                         name);
    cr_assert_eq(ks_variants_count(variants), count);
    cr_assert_gt(count, 20);
    fclose(file);
    ks_variants_free(variants);
}

Test(variant_reader, blanks_comments_and_line_ends) {
    ks_variants *const variants = read_variants("\xef\xbb\xbf; one\r\n# two\r\n\r\n  [ a:chess ]  "
                                                "\r\n\tnMoveRule\t=\t70 \r\n[b]\nking=K\nstartFen=" KINGS);
    cr_assert_str_eq(ks_variant_get_facts(find_variant(variants, "a")).base, "chess");
    cr_assert_str_eq(ks_variant_get_facts(find_variant(variants, "b")).base, "");
    cr_assert_eq(ks_variant_get_facts(find_variant(variants, "b")).types, 1);
    cr_assert_eq(ks_variant_get_piece_type(find_variant(variants, "b"), 0).label, 'k');
    ks_variants_free(variants);
}

/* A base may follow the sections that inherit from it in the same text. */
Test(variant_reader, inheritance) {
    ks_variants *const variants =
        read_variants("[third : second]\nqueen = -\nstartFen = " KINGS "\n"
                      "[second : grand]\nmaxRank = 8\nmaxFile = h\nstartFen = " KINGS "\n"
                      "promotionRank = 8\ndoubleStepRank = 2\n");
    const ks_variant_facts second = ks_variant_get_facts(find_variant(variants, "second"));
    const ks_variant_facts third = ks_variant_get_facts(find_variant(variants, "third"));
    cr_assert_eq(second.files, 8);
    cr_assert_eq(second.types, 8);
    cr_assert_eq(third.types, 7); /* the lists of second still name the queen */
    for (unsigned type = 0; type < third.types; type++)
        cr_assert_neq(ks_variant_get_piece_type(find_variant(variants, "third"), type).label, 'q');
    ks_variants_free(variants);
}

/* A list of letters means the pieces that had them where the list was given. */
Test(variant_reader, lists_of_letters_mean_pieces) {
    static const struct {
        const char *text, *fen, *move;
        bool legal;
    } rows[] = {
        /* The pieces of inherited lists get other letters. */
        {"[v : janus]\narchbishop = a\nstartFen = rabnkbqnar/pppppppppp/10/10/10/10/PPPPPPPPPP/RABNKBQNAR w "
         "KQkq - 0 1\n",
         "9k/P9/10/10/10/10/10/9K w - - 0 1", "a7a8a", true},
        {"[v : chess]\npawn = o\nstartFen = " KINGS "\n", "7k/O7/8/8/8/8/8/7K w - - 0 1", "a7a8q", true},
        {"[v : chess]\npawn = o\nstartFen = " KINGS "\n", "7k/8/8/oO6/8/8/8/7K w - a6 0 1", "b5a6", true},
        {"[u : chess]\ncastlingRookPieces = r\n[v : u]\nrook = t\nstartFen = tnbqkbnt/8/8/8/8/8/8/TNBQKBNT w "
         "KQkq - 0 1\n",
         "4k3/8/8/8/8/8/8/4K2T w K - 0 1", "e1g1", true},
        {"[u : chess]\npromotionLimit = n:1\n[v : u]\nknight = s\nstartFen = " KINGS "\n",
         "7k/P7/8/8/8/8/8/S6K w - - 0 1", "a7a8s", false},
        /* Limits add up, and 0 removes one. */
        {"[u : chess]\npromotionLimit = n:1\n[v : u]\npromotionLimit = q:1\n",
         "7k/P7/8/8/8/8/8/N6K w - - 0 1", "a7a8n", false},
        {"[u : chess]\npromotionLimit = n:1\n[v : u]\npromotionLimit = n:0\n",
         "7k/P7/8/8/8/8/8/N6K w - - 0 1", "a7a8n", true},
        /* A nearer section gives the letter to another piece. */
        {"[v : chess]\ncustomPiece1 = n:C\n", "7k/8/8/8/8/8/8/1N5K w - - 0 1", "b1a4", true},
        {"[v : chess]\ncustomPiece1 = n:C\n", "7k/8/8/8/8/8/8/1N5K w - - 0 1", "b1a3", false},
        {"[v : chess]\ncustomPiece1 = n:C\n", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8n", false},
        {"[u : chess]\ncustomPiece1 = n:C\n[v : u]\nknight = n\n", "7k/8/8/8/8/8/8/1N5K w - - 0 1", "b1a3",
         true},
        {"[u : chess]\ncustomPiece1 = n:C\n[v : u]\nknight = n\n", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8n",
         false},
        /* The list is in the same section as the letter. */
        {"[v : chess]\ncustomPiece1 = n:C\npromotionPieceTypes = n\n", "7k/P7/8/8/8/8/8/7K w - - 0 1",
         "a7a8n", true},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ks_variants *const variants = read_variants(rows[i].text);
        const ks_variant *const variant = find_variant(variants, "v");
        const ks_variant_position position = read_variant_position(variant, rows[i].fen, 0);
        ks_variant_attempt attempt;
        ks_error error = {.message = ""};
        const int code =
            ks_variant_read_move(variant, &position, rows[i].move, strlen(rows[i].move), &attempt, &error);
        cr_expect_eq(code == KS_OK, rows[i].legal, "%s%s: %s", rows[i].text, rows[i].move, error.message);
        ks_variants_free(variants);
    }
}

/* The letter e marks pieces that capture en passant, unless a list in the same or a nearer section leaves
 * them out. */
Test(variant_reader, a_mark_for_en_passant) {
    static const struct {
        const char *text;
        bool legal;
    } rows[] = {
        {"[v : chess]\ncustomPiece1 = x:fmWfceF\n", true},
        {"[v : chess]\ncustomPiece1 = x:fmWfecF\n", true},
        {"[v : chess]\ncustomPiece1 = x:fmWfcF\n", false},
        {"[v : chess]\ncustomPiece1 = x:fmWfceF\nenPassantTypes = p\n", false},
        {"[v : chess]\ncustomPiece1 = x:fmWfceF\npawnTypes = p\n", false},
        {"[u : chess]\ncustomPiece1 = x:fmWfceF\n[v : u]\nenPassantTypes = p\n", false},
        {"[u : chess]\nenPassantTypes = p\n[v : u]\ncustomPiece1 = x:fmWfceF\n", true},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ks_variants *const variants = read_variants(rows[i].text);
        const ks_variant *const variant = find_variant(variants, "v");
        const ks_variant_position position =
            read_variant_position(variant, "7k/8/8/pX6/8/8/8/7K w - a6 0 1", 0);
        ks_variant_attempt attempt;
        const int code = ks_variant_read_move(variant, &position, "b5a6", 4, &attempt, NULL);
        cr_expect_eq(code == KS_OK, rows[i].legal, "%s", rows[i].text);
        ks_variants_free(variants);
    }
}

Test(variant_reader, starts_of_few_fields) {
    static const struct {
        const char *start, *expected;
    } rows[] = {
        {"k7/8/8/8/8/8/8/7K", "k7/8/8/8/8/8/8/7K w - - 0 1"},
        {"k7/8/8/8/8/8/8/7K b", "k7/8/8/8/8/8/8/7K b - - 0 1"},
        {"k7/8/8/8/8/8/8/7K b 3 4", "k7/8/8/8/8/8/8/7K b - - 3 4"},
        {"k7/8/8/8/8/8/8/7K b - -", "k7/8/8/8/8/8/8/7K b - - 0 1"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[128], fen[KS_VARIANT_FEN_SIZE];
        snprintf(text, sizeof text, "[a : chess]\nstartFen = %s\n", rows[i].start);
        ks_variants *const variants = read_variants(text);
        const ks_variant *const variant = find_variant(variants, "a");
        ks_variant_write_fen(variant, ks_variant_get_start(variant), fen);
        cr_expect_str_eq(fen, rows[i].expected, "%s: %s", rows[i].start, fen);
        ks_variants_free(variants);
    }
}

/* ---- Texts of which parts are left out ---- */

/* name: the variant of the remark; place: the text that begins at the mistake. */
static const struct {
    const char *text;
    struct {
        const char *name, *place, *message;
        int refused;
    } remarks[6];
    const char *in; /* the names of the variants that are read */
} mended[] = {
    {"[a : chess]\n", {{NULL, NULL, NULL, 0}}, " a"},
    {"hello\n[a : chess]\n",
     {{"", "hello", "expected [section], key = value, or a comment after # or ;", 1}},
     " a"},
    {"[a : chess]\nduckGating = true\nmaxRank = x\n[b : chess]\n",
     {{"a", "duckGating", "duckGating: Kingscan does not support this key of Fairy-Stockfish", 1},
      {"a", "x\n", "maxRank: expected a number from 1 to 10, found 'x'", 1}},
     " b"},
    /* All mistakes of a section, in its order; not those that follow from a piece that is missing. */
    {"[a : chess]\nwazier = w\nking\ncustomPiece1 = c:WjN\npromotionPieceTypes = cw\ncastling = no\n[b : "
     "chess]\n",
     {{"a", "wazier", "wazier: no such key is known: see kingscan variants --help; did you mean 'wazir'?", 1},
      {"a", "king\n", "expected [section], key = value, or a comment after # or ;", 1},
      {"a", "jN",
       "customPiece1: expected an atom out of WFDAHNCGZLJKRBQ, a bent move such as [F?R], or a modifier out "
       "of "
       "mcnpgiefblrvs, found 'j'",
       1},
      {"a", "no\n", "castling: expected false or true, found 'no'", 1}},
     " b"},
    /* All variants that inherit from it are left out too, at any distance and in any order. */
    {"[d : c]\nqueen = -\n[b : a]\n[c : b]\n[a : chess]\nmaxRank = x\n[e : chess]\n",
     {{"d", "c]", "d: the variant inherits from c, which can't be read", 1},
      {"b", "a]", "b: the variant inherits from a, which can't be read", 1},
      {"c", "b]", "c: the variant inherits from b, which can't be read", 1},
      {"a", "x\n", "maxRank: expected a number from 1 to 10, found 'x'", 1}},
     " e"},
    {"[a : b]\n[c : a]\n",
     {{"a", "b]", "b: no variant to inherit from has this name", 1},
      {"c", "a]", "c: the variant inherits from a, which can't be read", 1}},
     ""},
    {"[a : b]\n[b : a]\n[c : chess]\n",
     {{"a", "a]", "a: the variant inherits from itself", 1},
      {"b", "b]", "b: the variant inherits from itself", 1}},
     " c"},
    /* The first of two variants with one name counts. */
    {"[a : chess]\nmaxRank = 8\n[a : grand]\nfoo = 1\n[grand : chess]\n[b : grand]\n",
     {{"a", "a : grand", "a: another variant of this text has this name", 1},
      {"grand", "grand : chess", "grand: a bundled variant has this name", 1}},
     " a b"},
    /* A line that makes no sense costs only its own section. */
    {"[a : chess]\nking\n[b : chess]\n[c : chess\nmaxRank = 9\n[]\nx = 1\n[d : chess]\n",
     {{"a", "king", "expected [section], key = value, or a comment after # or ;", 1},
      {"c", "[c", "expected ']' at the end of the line that begins with '['", 1},
      {"", "[]", "expected a name, as in [name] or [name : base]", 1}},
     " b d"},
    /* The last of two values counts. */
    {"[a : chess]\nmaxRank = x\nnMoveRule = 1\nmaxRank = 8\nnMoveRule = 2\n",
     {{"a", "maxRank = 8", "maxRank: this section already has the key; the last value counts", 0},
      {"a", "nMoveRule = 2", "nMoveRule: this section already has the key; the last value counts", 0}},
     " a"},
    /* Squares that only other boards have are dropped. */
    {"[a : chess]\npromotionRegionWhite = *8 *10\n[b : chess]\npromotionRegionWhite = *8 *11\n",
     {{"a", "*10", "promotionRegionWhite: expected squares of the board such as *3, a* or a3, or -", 0},
      {"b", "*11", "promotionRegionWhite: expected squares of the board such as *3, a* or a3, or -", 1}},
     " a"},
    /* Rights that cannot exist are dropped. */
    {"[a : chess]\ncastling = false\n[b : chess]\nstartFen = k7/8/8/8/8/8/8/7K w K - 0 1\n",
     {{"a", "a : chess",
       "startFen by default: castling letter 'K', but white's King or rook for it is missing", 0},
      {"b", "K - 0", "startFen: castling letter 'K', but white's King or rook for it is missing", 0}},
     " a b"},
};

Test(variant_reader, what_cannot_be_read_is_left_out) {
    ks_variants *const all = read_variants(NULL);
    const size_t bundled = ks_variants_count(all);
    ks_variants_free(all);
    for (size_t i = 0; i < LENGTH(mended); i++) {
        const char *const text = mended[i].text;
        ks_error error;
        char in[64] = "";
        size_t count = 0;
        ks_variants *const variants = ks_variants_new(text, strlen(text), KS_VARIANTS_EACH, &error);
        cr_assert(variants, "%s", text);
        for (size_t j = bundled; j < ks_variants_count(variants); j++)
            strcat(strcat(in, " "), ks_variant_get_facts(ks_variants_get_variant(variants, j)).name);
        cr_expect_str_eq(in, mended[i].in, "%s: %s", text, in);
        while (count < LENGTH(mended[i].remarks) && mended[i].remarks[count].name)
            count++;
        cr_assert_eq(ks_variants_count_remarks(variants), count, "%s: %zu", text,
                     ks_variants_count_remarks(variants));
        for (size_t j = 0; j < count; j++) {
            const ks_variants_remark *const remark = ks_variants_get_remark(variants, j);
            const char *const place = mended[i].remarks[j].place;
            cr_expect_str_eq(remark->name, mended[i].remarks[j].name, "%s: %s", text, remark->name);
            cr_expect_str_eq(remark->error.message, mended[i].remarks[j].message, "%s: %s", text,
                             remark->error.message);
            cr_expect_eq(strncmp(text + remark->error.offset, place, strlen(place)), 0, "%s: %zu", text,
                         remark->error.offset);
            cr_expect_eq(remark->refused, mended[i].remarks[j].refused, "%s", text);
        }
        ks_variants_free(variants);
    }
}

Test(variant_reader, the_last_value_of_a_key_counts) {
    static const char text[] = "[a : chess]\nstartFen = k7/8/8/8/8/8/8/7K w - - 0 1\nstartFen = "
                               "k7/8/8/8/8/8/8/6KQ b - - 3 4\nstartFen = k7/8/8/8/8/8/8/6K1 w - - 0 1\n";
    ks_error error;
    char fen[KS_VARIANT_FEN_SIZE];
    ks_variants *const variants = ks_variants_new(text, sizeof text - 1, KS_VARIANTS_EACH, &error);
    const ks_variant *const variant = find_variant(variants, "a");
    ks_variant_write_fen(variant, ks_variant_get_start(variant), fen);
    cr_assert_str_eq(fen, "k7/8/8/8/8/8/8/6K1 w - - 0 1");
    ks_variants_free(variants);
}

/* ---- Regions ---- */

/* Two keys can say the same thing in different ways; the nearer one counts. */
Test(variant_reader, ranks_and_regions) {
    ks_variants *const variants =
        read_variants("[a : chess]\ndoubleStepRegionWhite = *3\ndoubleStepRegionBlack = *6\n"
                      "[b : a]\ndoubleStepRank = 2\n"
                      "[c : b]\ndoubleStepRegionWhite = a2 h*\n");
    static const struct {
        const char *variant;
        size_t moves;
    } rows[] = {{"chess", 20}, {"a", 12}, {"b", 20}, {"c", 14}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ks_variant *const variant = find_variant(variants, rows[i].variant);
        cr_assert_eq(ks_variant_legal_moves(variant, ks_variant_get_start(variant), NULL, 0), rows[i].moves,
                     "%s", rows[i].variant);
    }
    ks_variants_free(variants);
}
