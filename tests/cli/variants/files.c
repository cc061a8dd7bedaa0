/* Wrong files of variants: each is rejected with its name, the line and the column, and exit status 2, when
 * it is read strictly or when an unreadable variant is requested. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/length.h"
#include "support/run.h"
#include "support/sanitized.h"

#define CARD "[card : capablanca]\n# A comment, and a blank line.\n\n"

/* text: as for printf; expected: LINE:COLUMN: error: the message. */
static const struct {
    const char *text, *expected;
} wrong[] = {
    /* Lines and sections */
    {"hello\\n", "1:1: error: expected [section], key = value, or a comment after # or ;"},
    {CARD "maxRank 8\\n", "4:1: error: expected [section], key = value, or a comment after # or ;"},
    {"\\n\\nmaxRank = 8\\n[a : chess]\\n", "3:1: error: expected a [section] before the first key"},
    {CARD "[b : card\\nmaxRank = 9\\n",
     "4:1: error: expected ']' at the end of the line that begins with '['"},
    {CARD "[ ]\\n", "4:1: error: expected a name, as in [name] or [name : base]"},
    {CARD "[b : card : chess]\\n",
     "4:6: error: card : chess: no variant to inherit from has this name; did you mean "
     "'chess' or 'card'?"},
    {"[s-ord-1:ord]\\n", "1:10: error: ord: no variant to inherit from has this name; did you mean 'horde'?"},
    {"[b : ches]\\n", "1:6: error: ches: no variant to inherit from has this name; did you mean 'chess'?"},
    {CARD "[my variant : chess]\\n", "4:2: error: my variant: expected a name of letters, digits, - and _"},
    {CARD "[card : chess]\\n", "4:2: error: card: another variant of this text has this name"},
    {CARD "\\n[chess]\\n", "5:2: error: chess: a bundled variant has this name"},
    {"[b : a]\\n[a : c]\\n[c : b]\\n", "3:6: error: b: the variant inherits from itself"},
    {CARD "king\\0 = k\\n", "4:5: error: expected text, found a zero byte"},
    {"\\357\\273[a : chess]\\n", "1:1: error: expected [section], key = value, or a comment after # or ;"},
    {CARD "maxRank = 8\\r\\nmaxRank = 9\\r\\n", "5:1: error: maxRank: this section already has the key"},

    /* Keys and plain values */
    {CARD "maxrank = 8\\n",
     "4:1: error: maxrank: no such key is known: see kingscan variants --help; did you mean 'maxRank'?"},
    {CARD "duckGating = true\\n",
     "4:1: error: duckGating: Kingscan does not support this key of Fairy-Stockfish"},
    {CARD "customPiece0 = x:W\\n",
     "4:1: error: customPiece0: no such key is known: see kingscan variants --help"},
    {CARD "maxRank = 12\\n", "4:11: error: maxRank: expected a number from 1 to 10, found '12'"},
    {CARD "maxRank = -8\\n", "4:11: error: maxRank: expected a number from 1 to 10, found '-8'"},
    {CARD "maxRank = 8.\\n", "4:11: error: maxRank: expected a number from 1 to 10, found '8.'"},
    {CARD "maxFile = A\\n", "4:11: error: maxFile: expected a file, a to l or 1 to 12, found 'A'"},
    {CARD "maxFile = 0\\n", "4:11: error: maxFile: expected a file, a to l or 1 to 12, found '0'"},
    {CARD "nMoveRule = 4294967296\\n",
     "4:13: error: nMoveRule: expected a number from 0 to 65535, found '4294967296'"},
    {CARD "doubleStep = 1\\n", "4:14: error: doubleStep: expected false or true, found '1'"},
    {CARD "stalemateValue = lose\\n",
     "4:18: error: stalemateValue: expected loss, draw or win, found 'lose'"},
    {CARD "castling =\\n", "4:11: error: castling: expected false or true, found nothing"},

    /* Pieces */
    {CARD "customPiece1 = X:U\\n",
     "4:18: error: customPiece1: expected an atom out of WFDAHNCGZLJKRBQ, a bent "
     "move such as [F?R], or a modifier out of mcnpgiefblrvs, "
     "found 'U'"},
    {CARD "customPiece1 = x:Nf\\n", "4:20: error: customPiece1: expected an atom out of WFDAHNCGZLJKRBQ, a "
                                    "bent move such as [F?R], or a modifier out of mcnpgiefblrvs, "
                                    "found the end of the text"},
    {CARD "customPiece1 = x:W-F\\n", "4:19: error: customPiece1: expected an atom out of WFDAHNCGZLJKRBQ, a "
                                     "bent move such as [F?R], or a modifier out of mcnpgiefblrvs, "
                                     "found '-'"},
    {CARD "customPiece1 = x:mfmN\\n",
     "4:20: error: customPiece1: the modifier 'm' is given twice before one atom"},
    {CARD "customPiece1 = x:WnR\\n", "4:19: error: customPiece1: 'n' before R, which passes over no square"},
    {CARD "customPiece1 = x:pN\\n", "4:18: error: customPiece1: a single leap has no piece to hop over: 'p' "
                                    "needs a rider, such as R, NN or D3"},
    {CARD "customPiece1 = x:R100\\n",
     "4:19: error: customPiece1: expected a range from 0 to 99, found a larger number"},
    {CARD "customPiece1 = x:flK\\n",
     "4:18: error: customPiece1: a pair of directions is ambiguous before K: write straight and diagonal "
     "moves separately"},
    {CARD "customPiece1 = N\\n",
     "4:16: error: customPiece1: expected a letter with moves such as c:mRcpR, or -, found 'N'"},
    {CARD "customPiece1 = x:W\\ncustomPiece2 = X:F\\n",
     "5:16: error: customPiece2: the letter 'x' already belongs to customPiece1"},
    {CARD "king = -\\n",
     "4:8: error: king: expected a royal piece, such as king = k, or another way to win, found none"},
    {CARD "king = 2\\n", "4:8: error: king: expected a letter, perhaps with moves as in k:N, found '2'"},
    {CARD "displayNames = a:\\n", "4:18: error: displayNames: expected a name of 1 to 31 bytes"},
    {CARD "notationLetters = a: cc\\n", "4:22: error: notationLetters: expected a letter"},

    /* Regions and promotion */
    {CARD "promotionRank = 11\\n", "4:17: error: promotionRank: expected a number from 1 to 8, found '11'"},
    {CARD "doubleStepRank = 0\\n", "4:18: error: doubleStepRank: expected a number from 1 to 8, found '0'"},
    {CARD "promotionRegionWhite = *8 k1\\n",
     "4:27: error: promotionRegionWhite: expected squares of the board such as *3, a* or a3, or -"},
    {CARD "tripleStepRegionBlack = 7\\n",
     "4:25: error: tripleStepRegionBlack: expected squares of the board such as *3, a* or a3, or -"},
    {CARD "promotionPieceTypes = qz\\n",
     "4:24: error: promotionPieceTypes: expected the letter of a piece, found 'z'"},
    {CARD "promotionPieceTypes = qk\\n",
     "4:23: error: promotionPieceTypes: no piece can be promoted to a King, which is royal"},
    {CARD "promotionLimit = q:1000\\n", "4:24: error: promotionLimit: expected limits such as q:1 r:2"},
    {CARD "pawnTypes =\\n", "4:12: error: pawnTypes: expected letters of pieces, or -, found nothing"},
    {CARD "castlingKingsideFile = k\\n",
     "4:24: error: castlingKingsideFile: expected a file, a to j or 1 to 10, found 'k'"},

    /* Rules that require others, and words */
    {CARD "blastOnCapture = true\\n",
     "4:18: error: blastOnCapture: explosions need a king that can be lost: king = -, commoner = k, and k in "
     "extinctionPieceTypes, as in atomic"},
    {CARD "chasingRule = x\\n", "4:15: error: chasingRule: expected none or axf, found 'x'"},
    {CARD "soldierPromotionRank = 0\\n",
     "4:24: error: soldierPromotionRank: expected a number from 1 to 10, found '0'"},
    {CARD "materialCounting = x\\n", "4:20: error: materialCounting: expected none, janggi, unweighted, "
                                     "whitedrawodds or blackdrawodds, found "
                                     "'x'"},
    {CARD "connectN = 13\\n", "4:12: error: connectN: expected a number from 0 to 12, found '13'"},
    {CARD "flagPieceWhite = z\\n", "4:18: error: flagPieceWhite: expected the letter of a piece, found 'z'"},
    {CARD "promotionPawnTypesBlack = z\\n",
     "4:27: error: promotionPawnTypesBlack: expected the letter of a piece, found 'z'"},

    /* The start, also when an inherited one does not fit */
    {CARD "startFen =\\n", "4:11: error: startFen: expected a position in FEN, found the end of the text"},
    {CARD "startFen = 10/10/10/10/10/10/10/10 w - - 0 1\\n",
     "4:12: error: startFen: expected one white King, found none"},
    {CARD "startFen = kk8/10/10/10/10/10/10/9K w - - 0 1\\n",
     "4:13: error: startFen: expected one black King, found a second on b8"},
    {CARD "startFen = k9/10/10/10/10/10/9K w - - 0 1\\n", "4:32: error: startFen: expected 8 rows, found 7"},
    {CARD "startFen = k9/10/10/10/10/10/10/8P1 w - - 0 1\\n",
     "4:12: error: startFen: expected one white King, found none"},
    {CARD "startFen = k8P/10/10/10/10/10/10/9K w - - 0 1\\n",
     "4:14: error: startFen: expected no white Pawn on j8, where none can be"},
    {CARD "startFen = k9/10/10/10/10/10/10/9K b - -9 0 1\\n",
     "4:41: error: startFen: expected a blank after '-', found '9'"},
    {"[b : a]\\nmaxRank = 9\\n[a : grand]\\nmaxFile = j\\nstartFen = k9/10/10/10/10/10/10/10/10/9K w - - 0 "
     "1\\n",
     "5:38: error: startFen, inherited by b: expected 9 rows, found more"},
    {"[a]\\nking = k\\n", "1:2: error: startFen by default: expected a letter of the variant's pieces, a "
                          "number or '/', found 'r'"},
    {CARD "maxRank = 9\\n", "1:2: error: startFen, inherited by card: expected 9 rows, found 8"},
};

static void expect_refusal(const char *text, const char *expected) {
    char command[1024], beginning[512];
    snprintf(command, sizeof command,
             IN_NEW_DIRECTORY "printf '%s' >mine.ini; $KINGSCAN variants --strict --variants mine.ini", text);
    snprintf(beginning, sizeof beginning, "mine.ini:%s\n", expected);
    struct ran ran = run_shell(command);
    cr_expect_eq(ran.status, 2, "%s: exit status %d", text, ran.status);
    cr_expect_eq(ran.out_length, 0, "%s: %s", text, ran.out);
    cr_expect_eq(strncmp(ran.err, beginning, strlen(beginning)), 0, "%s\nexpected %sfound    %s", text,
                 beginning, ran.err);
    free_ran(&ran);
}

Test(variant_files, each_error_with_its_line) {
    for (size_t i = 0; i < LENGTH(wrong); i++)
        expect_refusal(wrong[i].text, wrong[i].expected);
}

/* The messages are the same for all commands. */
Test(variant_files, commands_report_the_same_errors) {
    static const char *const commands[] = {
        "check --variants mine.ini --variant mine /dev/null", "show --variants mine.ini --variant mine",
        "moves --variants mine.ini --variant mine",           "move --variants mine.ini --variant mine e2e4",
        "perft 1 --variants mine.ini --variant mine",         "variants --variants mine.ini mine",
    };
    for (size_t i = 0; i < LENGTH(commands); i++) {
        char command[512];
        snprintf(command, sizeof command,
                 IN_NEW_DIRECTORY "printf '[mine : chess]\\nmaxRank = x\\n' >mine.ini; $KINGSCAN %s",
                 commands[i]);
        expect_run(command, 2, "",
                   "mine.ini:2:11: error: maxRank: expected a number from 1 to 10, found 'x'\n"
                   "    maxRank = x\n              ^\n");
    }
}

#define NO_PAWN "[mine : chess]\\npawn = -\\ncustomPiece1 = p:fmWfceF\\n"

/* The piece that stands for the pawn never promotes without pawnTypes. */
Test(variant_files, promotion_without_a_pawn) {
    static const char why[] = "no piece promotes, since pawn = -; pawnTypes = p, say, names one that does\n";
    static const char *const right[] = {
        NO_PAWN,
        NO_PAWN "promotionPieceTypes = -\\n",
        NO_PAWN "promotionPieceTypes = q\\npawnTypes = p\\n",
        NO_PAWN "promotionPieceTypes = q\\npromotionPawnTypesWhite = p\\n",
        "[a : chess]\\npromotionPieceTypes = q\\n[mine : a]\\npawn = -\\ncustomPiece1 = p:fW\\n",
        "[a : chess]\\npromotionPieceTypes = q\\n",
    };
    char message[256];
    snprintf(message, sizeof message, "4:23: error: promotionPieceTypes: %.*s", (int)sizeof why - 2, why);
    expect_refusal(NO_PAWN "promotionPieceTypes = q\\n", message);
    snprintf(message, sizeof message, "4:28: error: promotionPieceTypesWhite: %.*s", (int)sizeof why - 2,
             why);
    expect_refusal(NO_PAWN "promotionPieceTypesWhite = q\\n", message);
    snprintf(message, sizeof message, "mine.ini:4:23: warning: promotionPieceTypes: %s", why);
    expect_run(IN_NEW_DIRECTORY "printf '" NO_PAWN "promotionPieceTypes = q\\n' >mine.ini\n"
                                "$KINGSCAN perft 2 --variants mine.ini --variant mine",
               0, "144\n", message);
    for (size_t i = 0; i < LENGTH(right); i += SLOW ? 3 : 1) {
        char command[512];
        snprintf(command, sizeof command,
                 IN_NEW_DIRECTORY "printf '%s' >mine.ini; $KINGSCAN variants --strict --variants mine.ini "
                                  ">list",
                 right[i]);
        expect_run(command, 0, "", "");
    }
}

Test(variant_files, large_ones) {
    static const struct {
        const char *make, *expected;
    } rows[] = {
        {"{ echo '[a : chess]'; head -c 1048576 /dev/zero | tr '\\0' x; }",
         "mine.ini:2:1: error: expected a line of at most 4096 bytes, found 1048576\n"},
        {"{ echo '[a : chess]'; head -c 1048576 /dev/zero; }",
         "mine.ini:2:1: error: expected a line of at most 4096 bytes, found 1048576\n"},
        {"seq -f '[v%g : grand]' 100000",
         "mine.ini:257:1: error: expected at most 256 sections, found more\n"},
        {"{ seq -f '# %g' 100000; echo x; }",
         "mine.ini:100001:1: error: expected [section], key = value, or a comment after # or ;\n"},
        {"{ echo '[a : chess]'; printf 'customPiece1 = x:'; head -c 4000 /dev/zero | tr '\\0' W; }",
         "mine.ini:2:82: error: customPiece1: more than 32 ways to move\n"},
        /* 250 times 25 pieces with 27 kinds of moves. */
        {"awk 'BEGIN {"
         " for (n = 0; n < 3; n++) for (i = 1; i < 10; i++)"
         "  moves = moves substr(\"mc\", n, n > 0) substr(\"WFNADCZHG\", i, 1);"
         " printf \"[heavy]\\nmaxFile = 12\\nmaxRank = 10\\nking = k\\ncastling = false\\n\";"
         " print \"startFen = k11/12/12/12/12/12/12/12/12/K11 w - - 0 1\\npromotionPieceTypes = a\";"
         " for (i = 1; i < 25; i++) print \"customPiece\" i \" = \" substr(\"abcdefghijlmnopqrstuvwxy\", i, "
         "1) \":\" moves;"
         " for (i = 0; i < 250; i++) print \"[h\" i \" : heavy]\" }'",
         "mine.ini:40:2: error: h8: not enough memory for all variants up to this one\n"},
        {"head -c 100000 /dev/zero", "mine.ini:1:1: error: expected a line of at most 4096 bytes"},
        {"{ echo '[a : chess]'; seq -f 'key%g = 1' 100000; }",
         "mine.ini:258:1: error: expected at most 256 keys in a section, found more\n"},
        {"yes '# a comment' | head -c 5000000",
         "kingscan variants: mine.ini: expected at most 4194304 bytes, found more\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char command[1024];
        snprintf(command, sizeof command,
                 IN_NEW_DIRECTORY "%s >mine.ini; $KINGSCAN variants --strict --variants mine.ini",
                 rows[i].make);
        struct ran ran = run_shell(command);
        cr_expect_eq(ran.status, 2, "%s: exit status %d", rows[i].make, ran.status);
        cr_expect_eq(strncmp(ran.err, rows[i].expected, strlen(rows[i].expected)), 0, "%s: %.300s",
                     rows[i].make, ran.err);
        cr_expect_lt(ran.err_length, 1000, "%s: %zu bytes", rows[i].make, ran.err_length);
        free_ran(&ran);
    }
}
