/* Tests `kingscan diff --variant` with the engines of tests/broken/variants.def: each mistake is found in
 * random games, shrunk and named, and the hard set of variants finds it too. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "support/length.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/thorough.h"

#define BROKEN "\"$(dirname \"$KINGSCAN\")\"/broken"

static const struct bent {
    const char *name, *variant, *word;
} bent[] = {
#define BENT_VARIANT(name, variant, keys, slip, word) {name, variant, word},
#define BENT_LISTING(name, variant, listing, word) {name, variant, word},
#include "broken/variants.def"
#undef BENT_LISTING
#undef BENT_VARIANT
};

enum { LETTERS_MAX = 8 }; /* pieces on the board and in hands */

/* Counts the letters of a FEN's first field. */
static unsigned count_letters(const struct ran *ran) {
    const char *const fen = strstr(ran->out, "\nFEN ");
    unsigned letters = 0;
    for (const char *at = fen ? fen + strlen("\nFEN           ") : ""; *at > ' '; at++)
        letters += isalpha((unsigned char)*at) != 0;
    return letters;
}

static bool names(const struct ran *ran, const char *word) {
    return strncmp(ran->out, word, strlen(word)) == 0 && ran->out[strlen(word)] == ':';
}

static void expect_again(const struct ran *first, const char *word) {
    const char *const repeat = strstr(first->out, "\nrepeat");
    char command[1024];
    cr_assert(repeat, "%s", first->out);
    snprintf(command, sizeof command, "kingscan() { \"$KINGSCAN\" \"$@\"; }\n%.*s",
             (int)strcspn(repeat + 8, "\n"), repeat + 8);
    struct ran again = run_shell(command);
    cr_expect(again.status == 1 && names(&again, word), "%s\n%s%s", command, again.out, again.err);
    free_ran(&again);
}

Test(broken_variants, each_is_found_shrunk_and_named) {
    for (size_t i = 0; i < LENGTH(bent); i += stride()) {
        const struct bent *const engine = &bent[i];
        char command[512];
        snprintf(command, sizeof command,
                 "timeout 60 $KINGSCAN diff 2 --variant %s --random 400 --seed 1 --engine \"" BROKEN " %s\"",
                 engine->variant, engine->name);
        struct ran ran = run_shell(command);
        cr_expect_eq(ran.status, 1, "%s: status %d\n%s%s", engine->name, ran.status, ran.out, ran.err);
        cr_expect(names(&ran, engine->word), "%s is not named %s:\n%s", engine->name, engine->word, ran.out);
        const unsigned letters = count_letters(&ran);
        cr_expect(letters >= 1 && letters <= LETTERS_MAX, "%s: %u pieces:\n%s", engine->name, letters,
                  ran.out);
        if (ran.status == 1)
            expect_again(&ran, engine->word);
        free_ran(&ran);
    }
}

/* The set has no mates by dropped pawns, since other programs list them as moves. Three plies of duck chess
 * are 250 million nodes, which sanitized programs do not count within a diff's patience. */
Test(broken_variants, the_hard_set_finds_them) {
    for (size_t i = 0; i < LENGTH(bent); i += stride()) {
        const struct bent *const engine = &bent[i];
        char command[512];
        if (SLOW && strcmp(engine->variant, "duck") == 0)
            continue;
        snprintf(command, sizeof command,
                 "timeout 200 $KINGSCAN diff 3 --timeout 100 --variant %s --engine \"" BROKEN " %s\"",
                 engine->variant, engine->name);
        struct ran ran = run_shell(command);
        cr_expect_eq(ran.status, strcmp(engine->word, "drop-mate") != 0, "%s: status %d\n%s%s", engine->name,
                     ran.status, ran.out, ran.err);
        free_ran(&ran);
    }
}
