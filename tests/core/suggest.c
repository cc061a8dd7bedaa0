/* Tests which words are suggested for an unknown one. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/text/suggest.h"
#include "support/length.h"

static const char *suggestion(const char *found, const char *const *words, size_t count) {
    static char text[SUGGESTION_SIZE];
    struct choices choices = {0};
    for (size_t i = 0; i < count; i++)
        ks_add_choice(&choices, words[i]);
    return ks_suggest(found, "", &choices, text);
}

/* One change is allowed, and another for each four letters. */
Test(suggest, words_that_few_changes_make) {
    static const struct {
        const char *found, *word;
        bool is_near;
    } pairs[] = {
        {"rok", "rook", true},
        {"roook", "rook", true},
        {"rock", "rook", true},
        {"orok", "rook", true},
        {"roko", "rook", true},
        {"rxxk", "rook", true},
        {"xok", "rook", false},
        {"kn", "kx", true},
        {"a", "b", false},
        {"queue", "queen", true},
        {"qeuen", "queen", true},
        {"qxxxn", "queen", false},
        {"quxxn", "queen", true},
        {"kngiht", "knight", true},
        {"knigth", "knight", true},
        {"xxight", "knight", true},
        {"xxxght", "knight", false},
        {"ihgk", "knight", false},
        {"archbixxxp", "archbishop", true},
        {"arxxxxshop", "archbishop", false},
        {"pawns", "pawn", true},
    };
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        const char *const text = suggestion(pairs[i].found, &pairs[i].word, 1);
        cr_expect_eq(strstr(text, pairs[i].word) != NULL, pairs[i].is_near, "%s for %s: '%s'", pairs[i].word,
                     pairs[i].found, text);
    }
}

Test(suggest, words_that_are_parts) {
    cr_expect_str_eq(suggestion("counting", (const char *[]){"countingRule"}, 1),
                     "; did you mean 'countingRule'?");
    cr_expect_str_eq(suggestion("startFenWhite", (const char *[]){"startFen"}, 1),
                     "; did you mean 'startFen'?");
    cr_expect_str_eq(suggestion("st", (const char *[]){"startFen"}, 1), "");
}

Test(suggest, the_nearest_words_at_most_three) {
    static const char *const words[] = {"depth", "death", "wealth", "teeth"};
    cr_expect_str_eq(suggestion("deth", words, 4), "; did you mean 'depth' or 'death'?");
    cr_expect_str_eq(suggestion("zzzz", words, 4), "");
    cr_expect_str_eq(suggestion("bat", (const char *[]){"cat", "hat", "mat", "rat"}, 4),
                     "; did you mean 'cat' or 'hat' or 'mat'?");
}

/* The text is cut at the end of its room, and nothing after it is overwritten. */
Test(suggest, long_words) {
    static const char *const words[] = {"cat", "hat", "mat"};
    struct choices choices = {0};
    while (choices.count < LENGTH(words)) {
        ks_add_choice(&choices, words[choices.count]);
        for (unsigned length = 0; length < 2 * SUGGESTION_SIZE; length++) {
            char before[2 * SUGGESTION_SIZE] = "";
            struct {
                char text[SUGGESTION_SIZE], behind[4];
            } out = {.behind = "####"};
            memset(before, '-', length);
            ks_suggest("bat", before, &choices, out.text);
            cr_expect(memchr(out.text, '\0', sizeof out.text) && memcmp(out.behind, "####", 4) == 0,
                      "%zu words behind %u bytes", choices.count, length);
        }
    }
}
