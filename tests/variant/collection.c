/* Bundled variants are made when they are asked for, by any thread, and each once. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/variants/read.h"

TestSuite(variant_collection, .timeout = 60);

#define OWN "[mine : grand]\nmaxRank = 10\n"

Test(variant_collection, every_name_finds_its_variant) {
    ks_variants *const variants = read_variants(OWN);
    const size_t count = ks_variants_count(variants);
    cr_assert_str_eq(ks_variants_name(variants, 0), "chess");
    cr_assert_str_eq(ks_variants_name(variants, count - 1), "mine");
    for (size_t i = count; i-- > 0;) {
        const ks_variant *const variant = ks_variants_find(variants, ks_variants_name(variants, i));
        cr_assert(variant);
        cr_assert_eq(variant, ks_variants_get(variants, i));
        cr_assert_str_eq(ks_variant_get_facts(variant).name, ks_variants_name(variants, i));
    }
    cr_assert_null(ks_variants_find(variants, "nothing"));
    ks_variants_free(variants);
}

static char letter_of_cardinal(const ks_variants *variants, const char *name) {
    const ks_variant *const variant = find_variant(variants, name);
    for (unsigned type = 0; type < ks_variant_get_facts(variant).types; type++)
        if (ks_variant_get_piece_type(variant, type).label == 'a')
            return ks_variant_get_piece_type(variant, type).letter;
    return 0;
}

Test(variant_collection, letters_of_fen_before_and_after_a_variant_is_made) {
    ks_variants *const variants = read_variants(OWN);
    cr_assert_eq(letter_of_cardinal(variants, "grand"), 'C');
    cr_assert_eq(letter_of_cardinal(variants, "mine"), 'C');
    ks_variants_use_fen_letters(variants);
    cr_assert_eq(letter_of_cardinal(variants, "grand"), 'A');
    cr_assert_eq(letter_of_cardinal(variants, "mine"), 'A');
    ks_variants_free(variants);
    ks_variants *const fresh = read_variants(NULL);
    ks_variants_use_fen_letters(fresh);
    cr_assert_eq(letter_of_cardinal(fresh, "grand"), 'A');
    ks_variants_free(fresh);
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
        asking->found[i] = ks_variants_get(asking->variants, i);
    return NULL;
}

Test(variant_collection, threads_get_the_same) {
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
