/* Tests the lint of words: one outside its places is found, in comments and names, and a place without it. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(words, .disabled = SANITIZED);

#define TREE                                                                                                 \
    "words=$PWD/tests/lint/words.py\n" IN_NEW_DIRECTORY "mkdir -p asm c/core c/rules include\n"              \
    "printf '%s\\n' '/* A wide set. */' 'int width, widest;' >c/core/board.h\n"                              \
    "printf '%s\\n' 'int is_one;' 'bool is_wide_board, WIDE_ROW, toWide;' '/* It walked. */' "               \
    ">c/rules/moves.c\n"

#define FOUND(place, form, word)                                                                             \
    place ": " form "; expected another word, or a sense of " word " here in WORDS\n"

Test(words, words_in_their_places_pass) {
    expect_run(TREE "$words wide=c/core,c/rules/moves.c walk,walked=c/rules", 0, "", "");
}

Test(words, a_word_elsewhere_is_found) {
    expect_run(TREE "$words wide=c/core walk,walked=c/rules", 1, FOUND("c/rules/moves.c:2", "wide", "wide"),
               "");
    expect_run(TREE "$words wide=c walk,walked=c/rules/moves", 1,
               FOUND("c/rules/moves.c:3", "walked", "walk") //
               "c/rules/moves: has no walk; expected no sense of it in WORDS\n",
               "");
}

Test(words, a_place_without_its_word_is_found) {
    expect_run(TREE "$words wide=c,asm", 1, "asm: has no wide; expected no sense of it in WORDS\n", "");
}
