/* Tests that each bundled variant is made once, on the first request, in any thread. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/variants/read.h"

#define OWN "[mine : grand]\nmaxRank = 10\n"

Test(variant_collection, every_name_finds_its_variant) {
    ks_variants *const variants = read_variants(OWN);
    const size_t count = ks_variants_count(variants);
    cr_assert_str_eq(ks_variants_get_name(variants, 0), "chess");
    cr_assert_str_eq(ks_variants_get_name(variants, count - 1), "mine");
    for (size_t i = count; i-- > 0;) {
        const ks_variant *const variant = ks_variants_find(variants, ks_variants_get_name(variants, i), NULL);
        cr_assert(variant);
        cr_assert_eq(variant, ks_variants_get_variant(variants, i));
        cr_assert_str_eq(ks_variant_get_facts(variant).name, ks_variants_get_name(variants, i));
    }
    ks_error error;
    cr_assert_null(ks_variants_find(variants, "nothing", &error));
    cr_expect_eq(error.code, KS_ERROR_VARIANT_UNKNOWN);
    cr_expect_str_eq(error.message, "there is no variant 'nothing'");
    cr_assert_null(ks_variants_find(variants, "atomik", &error));
    cr_expect_str_eq(error.message, "there is no variant 'atomik'; did you mean 'atomic'?");
    ks_variants_free(variants);
}

Test(variant_collection, every_bundled_variant_says_what_it_is) {
    ks_variants *const variants = read_variants(OWN);
    const size_t bundled = ks_variants_count_bundled(variants);
    cr_assert_eq(bundled, ks_variants_count(variants) - 1);
    for (size_t i = 0; i <= bundled; i++) {
        const ks_variant_facts facts = ks_variant_get_facts(ks_variants_get_variant(variants, i));
        cr_expect_eq(*facts.summary != '\0', i < bundled, "%s: %s", facts.name, facts.summary);
    }
    ks_variants_free(variants);
}

static void expect_appearing(const ks_variants *variants, const char *name, const char *expected) {
    const ks_variant *const variant = find_variant(variants, name);
    char found[64] = "";
    for (unsigned type = 0; type < ks_variant_get_facts(variant).types; type++) {
        const ks_variant_piece_type piece = ks_variant_get_piece_type(variant, type);
        const char label[] = {piece.promoted ? '+' : piece.label, piece.promoted ? piece.label : '\0', '\0'};
        if (piece.appears)
            strcat(found, label);
    }
    cr_expect_str_eq(found, expected, "%s: %s", name, found);
}

/* A piece appears that stands at the start, or comes by promotion or from a hand. */
Test(variant_collection, pieces_that_appear) {
    ks_variants *const variants =
        read_variants("[lacks : chess]\ncommoner = m\n[promotes : lacks]\npromotionPieceTypes = m\n"
                      "[holds : lacks]\npieceDrops = true\nstartFen = 4k3/8/8/8/8/8/8/4K3[M] w - - 0 1\n");
    expect_appearing(variants, "lacks", "pnbrqk");
    expect_appearing(variants, "promotes", "pnbrqmk");
    expect_appearing(variants, "holds", "mk");
    expect_appearing(variants, "minishogi", "brspgk+b+r+s+p");
    ks_variants_free(variants);
}

static char letter_of_cardinal(const ks_variants *variants, const char *name) {
    const ks_variant *const variant = find_variant(variants, name);
    for (unsigned type = 0; type < ks_variant_get_facts(variant).types; type++)
        if (ks_variant_get_piece_type(variant, type).label == 'a')
            return ks_variant_get_piece_type(variant, type).letter;
    return 0;
}

static void expect_cardinals(ks_variants_flags flags, char letter) {
    ks_variants *const variants = ks_variants_new(OWN, strlen(OWN), flags, NULL);
    cr_assert(variants);
    cr_expect_eq(letter_of_cardinal(variants, "grand"), letter);
    cr_expect_eq(letter_of_cardinal(variants, "mine"), letter);
    ks_variants_free(variants);
}

Test(variant_collection, letters_are_for_people_or_those_of_fen) {
    expect_cardinals(KS_VARIANTS_DEFAULT, 'C');
    expect_cardinals(KS_VARIANTS_EACH, 'C');
    expect_cardinals(KS_VARIANTS_FEN_LETTERS, 'A');
    expect_cardinals(KS_VARIANTS_EACH | KS_VARIANTS_FEN_LETTERS, 'A');
}

/* ---- Threads ---- */

enum { THREADS = 4 };

struct asking {
    const ks_variants *variants;
    const ks_variant *found[8];
};

static void *ask_for_all(void *context) {
    struct asking *const asking = context;
    for (size_t i = 0; i < LENGTH(asking->found); i++)
        asking->found[i] = ks_variants_get_variant(asking->variants, i);
    return NULL;
}

Test(variant_collection, threads_get_the_same_variants) {
    for (unsigned round = 0; round < 8; round++) {
        ks_variants *const variants = read_variants(NULL);
        pthread_t threads[THREADS];
        struct asking askings[THREADS];
        for (unsigned i = 0; i < THREADS; i++) {
            askings[i].variants = variants;
            cr_assert_eq(pthread_create(&threads[i], NULL, ask_for_all, &askings[i]), 0);
        }
        for (unsigned i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
        for (unsigned i = 0; i < THREADS; i++)
            for (size_t j = 0; j < LENGTH(askings[i].found); j++) {
                cr_assert(askings[i].found[j]);
                cr_assert_eq(askings[i].found[j], askings[0].found[j]);
            }
        ks_variants_free(variants);
    }
}
