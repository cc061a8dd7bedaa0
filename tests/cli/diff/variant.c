/* Tests kingscan diff --variant with engines that are right, wrong in known ways, or play another variant.
 * Most are `kingscan uci` with a filter after it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cli/random/positions.h"
#include "kingscan.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"
#include "support/transcript.h"

/* ---- Differences ---- */

Test(variant_diff, the_repeat_repeats, .disabled = EMULATED) {
    run_block("tests/cli/diff/repeat.blocks", "A difference of a variant is found again");
}

/* ---- The variants of an engine ---- */

/* Debian's Fairy-Stockfish reads blanks around the colon as a part of the name. */
Test(variant_diff, fairy_stockfish_reads_the_file) {
    need_more("command -v fairy-stockfish", "fairy-stockfish");
    expect_run("printf '[amaz : chess]\\n  amazon = a\\nstartFen = "
               "rabqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RABQKBNR w KQkq - 0 1\\n' | "
               "$KINGSCAN diff 3 --variants - --variant amaz --engine fairy-stockfish",
               0, "1 position to depth 3, 9863 nodes: no difference\n", "");
}

/* ---- Random positions ---- */

struct met {
    unsigned promotions, castlings, en_passants, thinned, shuffled;
};

static void look_at(const struct replay *replay, struct met *met) {
    any_move moves[ANY_MOVES_MAX];
    const struct any_position end = replay_end(replay), start = any_start(end.variant);
    const size_t count = any_legal_moves(&end, moves);
    unsigned pieces = 0;
    for (size_t i = 0; i < count; i++) {
        met->promotions += KS_VARIANT_MOVE_PROMOTION(moves[i]) != 0;
        met->castlings += KS_VARIANT_MOVE_KIND(moves[i]) == KS_VARIANT_CASTLING;
        met->en_passants += KS_VARIANT_MOVE_KIND(moves[i]) == KS_VARIANT_EN_PASSANT;
    }
    for (unsigned square = 0; square < ANY_SQUARES; square++)
        pieces += end.varied.board[square] != 0;
    met->thinned += pieces < 12;
    met->shuffled += end.varied.king[KS_WHITE] != start.varied.king[KS_WHITE] &&
                     end.varied.castling_rook[KS_WHITE][KS_KINGSIDE] != KS_VARIANT_NO_SQUARE;
}

/* A drawn position is valid, is the same when drawn again, and has the features that move generators get
 * wrong. */
static void check_random(const ks_variant *variant, bool castles, bool en_passant) {
    static struct replay replay, again;
    static char text[REPLAY_SIZE], text_again[REPLAY_SIZE];
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    uint64_t state = 1, state_again = 1;
    struct met met = {0};
    for (unsigned i = 0; i < 300; i++) {
        ks_error error;
        random_position(&state, variant, true, &replay);
        random_position(&state_again, variant, true, &again);
        replay_write(&replay, 0, text);
        replay_write(&again, 0, text_again);
        cr_assert_str_eq(text, text_again);
        cr_assert_eq(replay_read(variant, text, strlen(text), 0, &again, &error), KS_OK, "%s: %s: %s",
                     facts.name, text, error.message);
        look_at(&replay, &met);
    }
    cr_expect(met.promotions > 10 && met.thinned > 10, "%s", facts.name);
    cr_expect((met.castlings > 10) == castles, "%s: %u castlings", facts.name, met.castlings);
    cr_expect((met.en_passants > 0) == en_passant, "%s: %u en passant", facts.name, met.en_passants);
    cr_expect((met.shuffled > 0) == facts.chess960, "%s: %u shuffled", facts.name, met.shuffled);
}

Test(variant_diff, random_positions) {
    ks_variants *const variants = ks_variants_new(NULL, 0, 0, NULL);
    check_random(ks_variants_find(variants, "capablanca", NULL), true, true);
    check_random(ks_variants_find(variants, "fischerandom", NULL), true, true);
    check_random(ks_variants_find(variants, "grand", NULL), false, true);
    check_random(ks_variants_find(variants, "makruk", NULL), false, false);
    check_random(ks_variants_find(variants, "courier", NULL), false, false);
    ks_variants_free(variants);
}

/* ---- Another engine ---- */

/* Version 11.1 ends a game of racing kings one move too late when black reaches the last rank first, and lets
 * both sides promote to any piece in Chigorin chess. Version 14.0.1 lets a king leap that a rook has aimed at
 * (cambodian, karouk), a lion win where it can be taken (dobutsu), and advisors be dropped where none can go
 * (supply). */
Test(variant_diff, fairy_stockfish, .disabled = SANITIZED) {
    need_more("command -v fairy-stockfish", "fairy-stockfish");
    struct ran ran =
        run_shell("known=$(echo uci | fairy-stockfish | grep UCI_Variant)\n"
                  "for v in $($KINGSCAN variants | sed 's/ .*//; /racingkings/d; /chigorin/d; /dobutsu/d; "
                  "/cambodian/d; /karouk/d; /supply/d'); do\n"
                  "case \"$known \" in *\" $v \"*) ;; *) continue;; esac\n"
                  "if $KINGSCAN diff 2 --variant $v --engine fairy-stockfish --random 30 --seed 5 >&2; then "
                  "echo same; else echo $v; fi\n"
                  "done | sort | uniq -c | awk '{ print ($1 >= 20 ? \"many\" : $1), $2 }'");
    cr_expect_eq(ran.status, 0, "%s%s", ran.out, ran.err);
    cr_expect_str_eq(ran.out, "many same\n", "%s%s", ran.out, ran.err);
    free_ran(&ran);
}
