/* Tests sets of features: what descriptions say, and the features of single positions. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/positions.h"

/* ---- Positions ---- */

static const char *const fens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1b2q1k/2Q1Q3/1n4n1/8/3B2b1/2q5/1K1R3r/8 b - - 0 1",
};

/* What nnue-pytorch finds, at the commits that features.ini names: the number of features, and their indices
 * in rising order as the digits of a number to the base 31, modulo 1000000007. HalfKAv2^ is its
 * HalfKAv2Factorized. */
static const struct {
    const char *set;
    unsigned fen, perspective;
    size_t count;
    uint64_t digits;
} known[] = {
    {"HalfKAv2_hm", 0, 0, 32, 905369237},
    {"HalfKAv2_hm", 0, 1, 32, 905369237},
    {"HalfKAv2_hm", 1, 0, 32, 897158536},
    {"HalfKAv2_hm", 1, 1, 32, 161016047},
    {"HalfKAv2_hm", 2, 0, 10, 964576036},
    {"HalfKAv2_hm", 2, 1, 10, 544673279},
    {"HalfKAv2_hm", 3, 0, 14, 786598600},
    {"HalfKAv2_hm", 3, 1, 14, 158539391},
    {"Full_Threats", 0, 0, 28, 436656066},
    {"Full_Threats", 0, 1, 28, 436656066},
    {"Full_Threats", 1, 0, 38, 568219648},
    {"Full_Threats", 1, 1, 38, 545806178},
    {"Full_Threats", 2, 0, 3, 8617354},
    {"Full_Threats", 2, 1, 3, 12871301},
    {"Full_Threats", 3, 0, 18, 223793233},
    {"Full_Threats", 3, 1, 18, 710884999},
    {"PP_3Wide", 0, 0, 36, 657256857},
    {"PP_3Wide", 0, 1, 36, 657256857},
    {"PP_3Wide", 1, 0, 36, 144100158},
    {"PP_3Wide", 1, 1, 36, 422244779},
    {"PP_3Wide", 2, 0, 5, 243745913},
    {"PP_3Wide", 2, 1, 5, 141583911},
    {"PP_3Wide", 3, 0, 0, 0},
    {"PP_3Wide", 3, 1, 0, 0},
    {"HalfKP", 0, 0, 30, 724066122},
    {"HalfKP", 0, 1, 30, 387476686},
    {"HalfKP", 1, 0, 30, 650176204},
    {"HalfKP", 1, 1, 30, 93159467},
    {"HalfKP", 2, 0, 8, 67996229},
    {"HalfKP", 2, 1, 8, 935364549},
    {"HalfKP", 3, 0, 12, 514955510},
    {"HalfKP", 3, 1, 12, 511741162},
    {"HalfKA", 0, 0, 32, 888169207},
    {"HalfKA", 0, 1, 32, 888169207},
    {"HalfKA", 1, 0, 32, 879958506},
    {"HalfKA", 1, 1, 32, 143816017},
    {"HalfKA", 2, 0, 10, 677486090},
    {"HalfKA", 2, 1, 10, 248437297},
    {"HalfKA", 3, 0, 14, 922784382},
    {"HalfKA", 3, 1, 14, 370834772},
    {"HalfKAv2", 0, 0, 32, 423720285},
    {"HalfKAv2", 0, 1, 32, 423720285},
    {"HalfKAv2", 1, 0, 32, 415509584},
    {"HalfKAv2", 1, 1, 32, 679367102},
    {"HalfKAv2", 2, 0, 10, 901902010},
    {"HalfKAv2", 2, 1, 10, 540661200},
    {"HalfKAv2", 3, 0, 14, 501345425},
    {"HalfKAv2", 3, 1, 14, 100909563},
    {"HalfKAv2^", 0, 0, 64, 795267899},
    {"HalfKAv2^", 0, 1, 64, 795267899},
    {"HalfKAv2^", 1, 0, 64, 183888412},
    {"HalfKAv2^", 1, 1, 64, 395738640},
    {"HalfKAv2^", 2, 0, 20, 723446918},
    {"HalfKAv2^", 2, 1, 20, 978441805},
    {"HalfKAv2^", 3, 0, 28, 558018730},
    {"HalfKAv2^", 3, 1, 28, 799573593},
};

/* HalfKAv2 with a factor. */
static const char factored[] = "[HalfKAv2^]\nkind = squares\nkings = merged\nfactor = yes\n"
                               "rank1 = 0 1 2 3 4 5 6 7\nrank2 = 8 9 10 11 12 13 14 15\n"
                               "rank3 = 16 17 18 19 20 21 22 23\nrank4 = 24 25 26 27 28 29 30 31\n"
                               "rank5 = 32 33 34 35 36 37 38 39\nrank6 = 40 41 42 43 44 45 46 47\n"
                               "rank7 = 48 49 50 51 52 53 54 55\nrank8 = 56 57 58 59 60 61 62 63\n"
                               "width = 64\ninputs = 45824\n";

static ks_features *set_of(const char *name, const char *text) {
    ks_error error = {0};
    ks_features *const set = ks_features_new(name, text, text ? strlen(text) : 0, &error);
    cr_assert(set, "%s: %s", name, error.message);
    return set;
}

static ks_position position_of(const char *fen) {
    ks_position position;
    ks_error error;
    cr_assert_eq(ks_read_fen(fen, strlen(fen), KS_FEN_LENIENT, &position, &error), KS_OK);
    return position;
}

Test(features, are_those_of_nnue_pytorch) {
    for (size_t i = 0; i < LENGTH(known); i++) {
        ks_features *const set = set_of(known[i].set, factored);
        const ks_position position = position_of(fens[known[i].fen]);
        int32_t indices[KS_FEATURES_WIDTH_MAX];
        size_t count;
        uint64_t digits = 0;
        cr_assert_eq(ks_features_list(set, position.board, known[i].perspective, indices, &count, NULL),
                     KS_OK);
        for (size_t n = 0; n < count; n++)
            digits = (digits * 31 + (uint64_t)indices[n]) % 1000000007;
        cr_assert_eq(count, known[i].count, "%s of position %u: %zu", known[i].set, known[i].fen, count);
        cr_assert_eq(digits, known[i].digits, "%s of position %u", known[i].set, known[i].fen);
        ks_features_free(set);
    }
}

/* Chess768 numbers planes by side, then by kind, then squares from a1. */
Test(features, of_chess768_are_planes_by_side) {
    const ks_position position = position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    const int32_t white[] = {12, 5 * 64 + 4, 11 * 64 + 60}, black[] = {5 * 64 + 4, 6 * 64 + 52, 11 * 64 + 60};
    int32_t indices[32];
    size_t count;
    ks_features *const set = set_of("Chess768", NULL);
    cr_assert_eq(ks_features_list(set, position.board, KS_WHITE, indices, &count, NULL), KS_OK);
    cr_assert(count == 3 && memcmp(indices, white, sizeof white) == 0);
    cr_assert_eq(ks_features_list(set, position.board, KS_BLACK, indices, &count, NULL), KS_OK);
    cr_assert(count == 3 && memcmp(indices, black, sizeof black) == 0);
    ks_features_free(set);
}

/* Calls a function with all sets that come with the library, and a sum of three. */
static void each_set(void (*visit)(const ks_features *set)) {
    for (size_t i = 0; ks_features_get_bundled(i); i++) {
        ks_features *const set = set_of(ks_features_get_bundled(i), NULL);
        visit(set);
        ks_features_free(set);
    }
    ks_features *const sum = set_of("Full_Threats + PP_3Wide+HalfKAv2_hm", NULL);
    visit(sum);
    ks_features_free(sum);
}

static unsigned visited;

static void check_positions(const ks_features *set) {
    const ks_features_facts facts = ks_features_get_facts(set);
    size_t count, found;
    const real_position *const positions = real_positions(&count);
    visited++;
    for (size_t i = 0; i < count; i += 101)
        for (unsigned side = 0; side < 2; side++) {
            const uint8_t *const board = positions[i].position.board;
            int32_t indices[KS_FEATURES_WIDTH_MAX];
            char text[KS_FEATURES_WORDS_SIZE];
            cr_assert_eq(ks_features_list(set, board, side, indices, &found, NULL), KS_OK);
            for (size_t n = 0; n < found; n++) {
                cr_assert(indices[n] >= 0 && (uint32_t)indices[n] < facts.inputs);
                cr_assert(n == 0 || indices[n] > indices[n - 1], "%s: %d is there twice", facts.name,
                          indices[n]);
                cr_assert_eq(ks_features_describe_index(set, (uint32_t)indices[n], board, side, text),
                             strlen(text));
                cr_assert(strcmp(text, "nothing") != 0 && !strstr(text, "bucket"), "%s", text);
            }
        }
}

Test(features, of_every_set_differ_and_have_words) {
    each_set(check_positions);
    cr_assert_eq(visited, 10);
}

/* Every index can be described, also those that no position has. */
Test(features, without_a_position_have_words_too) {
    const ks_position position = position_of(fens[0]);
    for (size_t i = 0; ks_features_get_bundled(i); i++) {
        ks_features *const set = set_of(ks_features_get_bundled(i), factored);
        char text[KS_FEATURES_WORDS_SIZE];
        for (uint32_t index = 0; index < ks_features_get_facts(set).inputs; index++)
            cr_assert(ks_features_describe_index(set, index, position.board, index & 1, text) < sizeof text);
        ks_features_free(set);
    }
}

Test(features, are_described_in_words) {
    static const struct {
        const char *set;
        uint32_t index;
        unsigned perspective;
        const char *words;
    } cases[] = {
        {"Chess768", 12, KS_WHITE, "white pawn on e2"},
        {"Chess768", 12, KS_BLACK, "black pawn on e7"},
        {"HalfKAv2_hm", 0, KS_WHITE, "white pawn on a1, own king in bucket 0"},
        {"HalfKP", 0, KS_WHITE, "nothing"},
        {"HalfKAv2", 4 * 704 + 640 + 4, KS_WHITE, "white king on e1 or black king on e1"},
        {"HalfKAv2^", 45056 + 5, KS_WHITE, "white pawn on f1, own king anywhere"},
        {"PP_3Wide", 0, KS_WHITE, "white pawn on g2 and white pawn on h2"},
        {"PP_3Wide", 1, KS_WHITE, "nothing"},
    };
    const ks_position position = position_of(fens[0]);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        ks_features *const set = set_of(cases[i].set, factored);
        char text[KS_FEATURES_WORDS_SIZE];
        ks_features_describe_index(set, cases[i].index, position.board, cases[i].perspective, text);
        cr_assert(strcmp(text, cases[i].words) == 0, "found '%s', expected '%s'", text, cases[i].words);
        ks_features_free(set);
    }
}

/* ---- Errors of positions ---- */

Test(features, need_positions_and_room) {
    ks_position position = position_of(fens[0]);
    const char narrow[] = "[a]\nkind = squares\nwidth = 31\n";
    ks_features *const set = set_of("a", narrow);
    int32_t indices[31];
    size_t count;
    ks_error error;
    cr_assert_eq(ks_features_list(set, position.board, KS_WHITE, indices, &count, &error),
                 KS_ERROR_FEATURES_WIDTH);
    cr_assert(strcmp(error.message, "expected at most 31 features of white's side, found 32") == 0, "%s",
              error.message);
    position.board[20] = KS_BLACK_KING;
    cr_assert_eq(ks_features_list(set, position.board, KS_WHITE, indices, &count, &error),
                 KS_ERROR_DATA_KINGS);
    cr_assert_eq(error.offset, 20);
    position.board[20] = KS_EMPTY;
    position.board[3] = KS_WHITE_PAWN;
    cr_assert_eq(ks_features_list(set, position.board, KS_WHITE, indices, &count, &error),
                 KS_ERROR_PAWN_RANK);
    memset(position.board, 0, sizeof position.board);
    cr_assert_eq(ks_features_list(set, position.board, KS_WHITE, indices, &count, &error),
                 KS_ERROR_DATA_KINGS);
    ks_features_free(set);
}

/* ---- Errors of descriptions ---- */

/* place: the text that begins at the error's offset. */
static const struct {
    int code;
    const char *text, *place, *message;
} wrong[] = {
    {KS_ERROR_INI, "[a]\nkind\n", "kind", "expected [section], key = value, or a comment after # or ;"},
    {KS_ERROR_FEATURES_KEY, "[a]\nwidth = 32\n", "a]", "expected the key kind in [a]"},
    {KS_ERROR_FEATURES_KEY, "[a]\nkind = squares\n", "a]", "expected the key width in [a]"},
    {KS_ERROR_FEATURES_VALUE, "[a]\nkind = square\nwidth = 32\n", "square\n",
     "kind: expected squares, pairs or pawns, found 'square'"},
    {KS_ERROR_FEATURES_KEY, "[a]\nkind = squares\nwidht = 32\n", "widht",
     "'widht' is no key here; did you mean 'width'?"},
    {KS_ERROR_FEATURES_KEY, "[a]\nkind = squares\nwidth = 32\nfiles = 1\n", "files", NULL},
    {KS_ERROR_FEATURES_KEY, "[a]\nkind = squares\nwidth = 32\nwidth = 32\n", "width = 32\n",
     "width: the section already has the key"},
    {KS_ERROR_FEATURES_VALUE, "[a]\nkind = squares\nwidth = 0\n", "0\n",
     "width: expected a number from 1 to 1024"},
    {KS_ERROR_FEATURES_VALUE, "[a]\nkind = squares\nwidth = 32\nkings = one\n", "one",
     "kings: expected none, both or merged, found 'one'"},
    {KS_ERROR_FEATURES_COUNT, "[a]\nkind = squares\nwidth = 32\nrank1 = 0 0 0 0 0 0 0\n", "0 0 0",
     "rank1: expected 8 numbers, found 7"},
    {KS_ERROR_FEATURES_VALUE, "[a]\nkind = squares\nwidth = 32\nrank1 = 0 0 0 0 0 0 0 x\n", "x",
     "rank1: expected '-' or a number below 64"},
    {KS_ERROR_FEATURES_VALUE, "[a]\nkind = squares\nwidth = 32\nrank1 = 0 0 0 0 0 0 0 0\n", "a]",
     "expected a bucket for the own king on a2"},
    {KS_ERROR_FEATURES_VALUE, "[a]\nkind = squares\nmirror = a-d\nwidth = 32\nrank1 = 0 1 2 3 4 - - -\n",
     "4 - - -", "expected '-': the own king is mirrored and never stands on e1"},
    {KS_ERROR_FEATURES_COUNT, "[a]\nkind = squares\nwidth = 32\ninputs = 704\n", "704",
     "inputs: the description has 768, found '704'"},
    {KS_ERROR_FEATURES_KEY, "[a]\nkind = pairs\nwidth = 32\n", "a]", NULL},
    {KS_ERROR_FEATURES_COUNT, "[a]\nkind = pairs\nwidth = 32\nrook = 0 1 2 3 4\n", "0 1",
     "rook: expected 6 numbers, found 5"},
    {KS_ERROR_FEATURES_OVERLAP, "[a]\nkind = pairs\nwidth = 32\nrook = 0 1 2 1 - -\n", "1 - -",
     "rook: slot 1 is taken, and features would have the same index"},
    {KS_ERROR_FEATURES_COUNT, "[a]\nkind = pairs\nwidth = 32\nrook = 0 2 - - - -\n", "0 2",
     "rook: expected slot 1 too"},
    {KS_ERROR_FEATURES_VALUE, "[a]\nkind = pawns\nwidth = 32\nfiles = 8\n", "8\n",
     "files: expected a number from 0 to 7"},
    {KS_ERROR_FEATURES_VALUE, "[a : HalfKP]\nkind = squares\n", "HalfKP",
     "features inherit from none; expected a sum = A + B"},
    {KS_ERROR_FEATURES_VALUE, "[a]\nsum = HalfKP + HalfKb\n", "HalfKb",
     "there are no features 'HalfKb'; did you mean 'HalfKP' or 'HalfKA'?"},
    {KS_ERROR_FEATURES_VALUE, "[a]\nsum = a\n", "a\n", "expected no sum in a sum, found 'a'"},
    {KS_ERROR_FEATURES_KEY, "[a]\nsum = HalfKP\nmirror = a-d\n", "mirror", NULL},
    {KS_ERROR_FEATURES_COUNT, "[a]\nsum = HalfKP + PP_3Wide\ninputs = 41024\n", "41024",
     "inputs: the description has 45584, found '41024'"},
    {KS_ERROR_FEATURES_COUNT, "[a]\nsum = HalfKP+HalfKP+HalfKP+HalfKP+HalfKP+HalfKP+HalfKP+HalfKP+HalfKA\n",
     "HalfKA", "expected at most 8 descriptions in a sum"},
};

Test(features, errors_have_places) {
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        ks_error error = {0};
        const char *const text = wrong[i].text;
        cr_assert_null(ks_features_new("a", text, strlen(text), &error), "%s", text);
        cr_assert_eq(error.code, wrong[i].code, "%s: %s", text, error.message);
        cr_assert(strncmp(text + error.offset, wrong[i].place, strlen(wrong[i].place)) == 0, "%s: at %zu: %s",
                  text, error.offset, error.message);
        cr_assert(!wrong[i].message || strcmp(error.message, wrong[i].message) == 0, "%s: %s", text,
                  error.message);
    }
}

Test(features, unknown_names_have_places) {
    ks_error error;
    cr_assert_null(ks_features_new("HalfKP+HalfKB", NULL, 0, &error));
    cr_assert_eq(error.code, KS_ERROR_FEATURES_UNKNOWN);
    cr_assert_eq(error.offset, 7);
    cr_assert_null(ks_features_new("", NULL, 0, &error));
    cr_assert_null(ks_features_new("HalfKP+", NULL, 0, &error));
    char longest[400];
    memset(longest, 'a', sizeof longest);
    longest[399] = '\0';
    cr_assert_null(ks_features_new(longest, NULL, 0, &error));
}

/* Any prefix of a description is a description or an error. */
Test(features, of_a_text_that_ends_early_are_read_or_refused) {
    for (size_t length = 0; length < strlen(factored); length++) {
        char *const copy = malloc(length + 1);
        memcpy(copy, factored, length);
        ks_features_free(ks_features_new("HalfKAv2^", copy, length, NULL));
        free(copy);
    }
}
