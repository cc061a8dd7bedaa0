/* kingscan diff --variant: engines that are right, wrong in known ways, or play another variant. Most are
 * `kingscan uci` with a filter after it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cli/diff/found.h"
#include "cli/random/positions.h"
#include "kingscan.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

/* ---- Agreement ---- */

Test(variant_diff, positions) {
    expect_run("echo startpos | $KINGSCAN diff 2 - --variant grand " SELF, 0,
               "1 position to depth 2, 4225 nodes: no difference\n", "");
    EXPECT_FOUND("2 --variant grand " SELF, 0, "9 positions to depth 2, ", ": no difference\n");
    EXPECT_FOUND("2 --variant opulent --shard 1/2 " SELF, 0, "2 positions to depth 2, ", ": no difference\n");
    expect_run("printf '# Grand\\n\\n3k6/2P7/10/10/10/10/10/10/10/3RK5 b - - 0 "
               "1\\n10/k9/10/10/10/10/10/10/10/K9 w - - 0 1 "
               "moves a1b1\\nk7/8/8/8/8/8/8/K7 w\\n10/k9/10/10/10/10/10/10/10/K9 w 3 4 moves a1a3\\n' | "
               "$KINGSCAN diff 1 - --variant grand " SELF,
               1, "2 positions to depth 1, 9 nodes: no difference\n",
               "-:5:3: error: expected 10 squares in a row, found 8\n"
               "-:6:43: error: the king on a1 can't go to a3: a king moves one square in any direction\n");
}

/* ---- Differences ---- */

#define EXPECT_DIFFERENCE(arguments, ...) EXPECT_FOUND(arguments, 1, __VA_ARGS__)

/* An engine that lacks the moves that match this expression of grep. */
#define LACKS(moves) "--engine '$KINGSCAN uci | grep --line-buffered -v \"" moves "\"' "

/* An engine that never castles, whatever its rights. */
#define CASTLES_NOT "--engine 'sed -u \"s/ \\([wb]\\) [A-Ja-jKQkq]* / \\1 - /\" | $KINGSCAN uci' "

Test(variant_diff, walks_down_and_shrinks) {
    EXPECT_DIFFERENCE(
        "3 - --variant capablanca " CASTLES_NOT "<<'X'\n"
        "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPP1PP/RNABQKB2R w KQkq - 0 1 moves a2a3 a7a6\nX",
        "castling: f1i1 is legal (King), but the engine does not list it\n",
        " 1  .  .  .  .  .  K  .  .  .  R\n    a  b  c  d  e  f  g  h  i  j\n", "to move       white\n",
        "FEN           5k4/10/10/10/10/10/10/5K3R w K - 0 1\n", "Kingscan only f1i1\n", "engine only   -\n",
        "repeat        echo '5k4/10/10/10/10/10/10/5K3R w K - 0 1' | ", "/kingscan diff 1 - --engine ",
        " --variant capablanca\n");
}

/* Other pieces, rights, the en-passant square, clocks and moves are removed. */
Test(variant_diff, removes_everything_irrelevant) {
    EXPECT_DIFFERENCE(
        "1 - --variant embassy " LACKS("^g5h6") "<<'X'\n"
                                                "r3k4r/10/10/6Pp2/10/10/P9/R3K4R w KQkq h6 0 1\nX",
        "en-passant: g5h6 is legal (Pawn)", "FEN           4k5/10/10/6Pp2/10/10/10/4K5 w - h6 0 1\n");
    EXPECT_DIFFERENCE(
        "1 - --variant embassy " LACKS("^g5g6") "<<'X'\n"
                                                "r3k4r/10/10/6Pp2/10/10/P9/R3K4R w KQkq h6 7 9\nX",
        "other: g5g6 is legal (Pawn)", "FEN           4k5/10/10/6P3/10/10/10/4K5 w - - 0 1\n");
}

/* Rights vanish with their king or rook; here these stay. */
Test(variant_diff, removes_rights) {
    EXPECT_DIFFERENCE(
        "1 - --variant embassy " LACKS("^j1j2") "<<'X'\n5k4/10/10/10/10/10/10/4K4R w K - 0 1\nX",
        "other: j1j2 is legal (Rook)", "FEN           5k4/10/10/10/10/10/10/4K4R w - - 0 1\n");
}

/* The report names the variant's rules for illegal moves. */
Test(variant_diff, moves_that_are_not_legal) {
    EXPECT_DIFFERENCE(
        "1 --variant cannon --engine '$KINGSCAN uci | sed -u \"s/^a2a3: 1/&\\na1a8: 1\\na1b3: 1/\"'",
        "piece-rule: a1b3 is not legal: the cannon on a1 can't go to b3: a cannon doesn't move like that\n",
        "engine only   a1");
    EXPECT_DIFFERENCE("1 - --variant grand " LACKS("^j8j9c") "<<'X'\n"
                                                             "3k6/10/9P/10/10/10/10/10/10/4K5 w - - 0 1\nX",
                      "promotion: j8j9c is legal (Pawn), but");
}

Test(variant_diff, random_games_meet_rare_moves) {
    EXPECT_DIFFERENCE("1 --variant grand --random 300 --seed 2 " LACKS("^[a-j][89]*[a-j][1-9]0*[acqrbn]:"),
                      "promotion: ");
    EXPECT_DIFFERENCE("1 --variant janus --random 300 --seed 1 " LACKS("^e[18]\\(i\\|b\\)"), "castling: ");
    EXPECT_DIFFERENCE(
        "1 --variant chess --random 300 --seed 1 --engine 'sed -u \"s/\\( [a-h][36]\\) [0-9]* [0-9]*\\( "
        "moves.*\\)*$/ - 0 1\\2/\" | $KINGSCAN uci'",
        "en-passant: ");
}

Test(variant_diff, drops_are_compared) {
    EXPECT_DIFFERENCE("1 --variant crazyhouse --random 300 --seed 1 " LACKS("^[A-Z]@"), "drop: ");
    expect_run("$KINGSCAN diff 2 --variant crazyhouse --random 20 --seed 3 --engine '$KINGSCAN uci' 2>&1 | "
               "sed 's/, [0-9]* nodes//'",
               0, "20 positions to depth 2: no difference; seed 3\n", "");
}

/* The command in the report finds the same difference again. */
Test(variant_diff, the_repeat_repeats, .disabled = EMULATED) {
    expect_run(
        IN_NEW_DIRECTORY
        "export PATH=\"${KINGSCAN%/*}:$PATH\"\n"
        "printf '[mine : grand]\\nstartFen = 3k6/10/10/10/10/10/10/10/1A8/4RK4 w - - 0 1\\n' >'my "
        "variants.ini'\n"
        "$KINGSCAN diff 3 --variant mine --variants 'my variants.ini' --engine \"kingscan uci --variants 'my "
        "variants.ini' | grep --line-buffered -v ^b2c4\" >first\n"
        "test $? = 1 && sh -c \"$(sed -n 's/^repeat *//p' first)\" >second; echo $?\n"
        "grep -v '^found\\|nodes' first >a; grep -v '^found\\|nodes' second >b; cmp a b && grep -c . a",
        0, "1\n19\n", "");
}

/* ---- The variants of an engine ---- */

/* An engine that copies the file of variants that it receives, and then plays those of mine.ini. */
#define TAKES_VARIANTS                                                                                       \
    "--engine 'while read -r line; do case $line in *VariantPath*) cp \"${line##* value }\" taken;; esac; "  \
    "echo \"$line\"; done | $KINGSCAN uci --variants mine.ini | "                                            \
    "sed -u \"s/^uciok/option name VariantPath type string default <empty>\\n&/\"'\n"

/* The file that engines receive has no characters that they would read as a part of a name, and no
 * comments. */
Test(variant_diff, engines_get_variants_in_their_form) {
    static const char *const forms[] = {
        "[mine : chess]\\nstartFen = k7/8/8/8/8/8/8/7K w - - 0 1\\n",
        "# two kings\\n\\n[ mine:chess ]\\nstartFen=k7/8/8/8/8/8/8/7K w - - 0 1\\n",
        "[mine:chess]\\n\\tstartFen   = k7/8/8/8/8/8/8/7K w - - 0 1\\n",
        "[mine:chess]\\nstartFen = k7/8/8/8/8/8/8/7K w - - 0 1 \\t\\r\\n",
        "  [mine:chess]\\r\\nstartFen = k7/8/8/8/8/8/8/7K w - - 0 1",
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char command[1024];
        snprintf(command, sizeof command,
                 IN_NEW_DIRECTORY
                 "printf '%s' >mine.ini\n$KINGSCAN diff 1 --variant mine --variants mine.ini " TAKES_VARIANTS
                 "cat taken",
                 forms[i]);
        expect_run(command, 0,
                   "1 position to depth 1, 3 nodes: no difference\n[mine:chess]\nstartFen = "
                   "k7/8/8/8/8/8/8/7K w - - 0 1\n",
                   "");
    }
}

/* An engine's complaint about the file is quoted, on either stream. */
Test(variant_diff, complaints_about_the_file_are_quoted) {
    static const char *const streams[] = {">&2", ""};
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        char command[1024];
        snprintf(
            command, sizeof command,
            IN_NEW_DIRECTORY
            "printf '[mine:chess]\\n' >mine.ini; echo hello >&2\n"
            "$KINGSCAN diff 1 --variant mine --variants mine.ini --engine 'echo welcome; while read -r line; "
            "do "
            "case $line in *VariantPath*) echo \"Variant template does not exist.\" %s;; uci) echo id name "
            "x; "
            "echo option name VariantPath type string; echo option name UCI_Variant type combo var chess; "
            "echo uciok;; esac; done'",
            streams[i]);
        expect_run(
            command, 2, "",
            "hello\nkingscan diff: the engine doesn't know the variant 'mine': it complained of the file of "
            "variants: 'Variant template does not exist.'; it said last: 'uciok'\n");
    }
}

/* Debian's Fairy-Stockfish reads blanks around the colon as a part of the name. */
Test(variant_diff, fairy_stockfish_reads_the_file) {
    need_more("command -v fairy-stockfish", "fairy-stockfish");
    expect_run("printf '[amaz : chess]\\n  amazon = a\\nstartFen = "
               "rabqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RABQKBNR w KQkq - 0 1\\n' | "
               "$KINGSCAN diff 3 --variants - --variant amaz --engine fairy-stockfish",
               0, "1 position to depth 3, 9863 nodes: no difference\n", "");
}

/* UCI_Chess960 is set when pieces are shuffled, or are not on their start squares. */
Test(variant_diff, chess960) {
    static const char *const forms[][2] = {
        {"fischerandom", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
        {"capablanca", "4k4r/10/10/10/10/10/10/1R2K4R w KQk - 0 1"},
        {"capablanca", "5k3r/10/10/10/10/10/10/R4K3R w KQk - 0 1"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char command[1024];
        snprintf(command, sizeof command,
                 IN_NEW_DIRECTORY
                 "echo '%s' | $KINGSCAN diff 2 - --variant %s --engine 'tee heard | $KINGSCAN uci' | "
                 "grep -c 'no difference'; grep -c 'UCI_Chess960 value true' heard",
                 forms[i][1], forms[i][0]);
        expect_run(command, i == 2, i == 2 ? "1\n0\n" : "1\n1\n", "");
    }
    expect_run("echo startpos | $KINGSCAN diff 2 - --variant fischerandom --engine '$KINGSCAN uci | sed -u "
               "/Chess960/d'",
               2, "",
               "kingscan diff: no position was compared\nkingscan diff: skipped 1 position that needs "
               "Chess960, which the engine doesn't know\n");
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
                     end.varied.castling_rook[KS_WHITE][KS_KINGSIDE] != KS_NOWHERE;
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
    ks_variants *const variants = ks_variants_read(NULL, 0, 0, NULL);
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
