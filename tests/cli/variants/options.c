/* Options of show, moves, move and perft with --variant: each has the effect for a variant that it has for
 * chess. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/length.h"
#include "support/run.h"

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define CHESS960 "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1"
#define FEW "k7/8/8/3p4/8/4P3/8/K7 w - - 0 1"
#define NO_BLACK_KING "5r2/8/7q/8/8/7b/2p5/4K3 w - - 0 1"
#define WITHOUT_SECONDS " | sed 's/\"seconds\":[0-9]*\\.[0-9]*/S/'"

/* ---- Chess as a variant is chess ---- */

/* Commands whose output must be the same with --variant chess, apart from the order of perft's lines. */
static const char *const same[] = {
    "moves --san '" KIWIPETE "'",
    "moves --chess960 '" KIWIPETE "'",
    "moves --json '" KIWIPETE "'",
    "moves --json --chess960 '" KIWIPETE "'",
    "moves --json --chess960 '" CHESS960 "'",
    "moves --lenient '" NO_BLACK_KING "'",
    "moves --lenient --san 'K6P/8/8/8/8/8/8/3p3k w - - 0 1'",
    "move '" KIWIPETE "' O-O",
    "move '" KIWIPETE "' 0-0-0",
    "move --chess960 '" KIWIPETE "' e1g1",
    "move --json '" KIWIPETE "' dxe6",
    "move --json --chess960 '" KIWIPETE "' O-O-O",
    "move --lenient '" NO_BLACK_KING "' Ke2",
    "perft 3 --divide '" KIWIPETE "'",
    "perft 3 --divide --chess960 '" KIWIPETE "'",
    "perft 3 --stats '" KIWIPETE "'",
    "perft 3 --stats --divide --threads 2 '" KIWIPETE "'",
    "perft 3 --stats --divide --json '" KIWIPETE "'" WITHOUT_SECONDS,
    "perft 7 --hash 1 --divide '" FEW "'",
    "perft 7 --hash 1 --threads 3 '" FEW "'",
    "perft 3 --lenient --divide '" NO_BLACK_KING "'",
    "perft 0 --stats",
    "perft 1 --stats --divide",
};

Test(variant_options, chess_is_chess) {
    for (size_t i = 0; i < LENGTH(same); i++) {
        char command[1024];
        snprintf(command, sizeof command,
                 "k() { $KINGSCAN \"$@\"; }\na=$(k %s)\n"
                 "k() { $KINGSCAN \"$@\" --variant chess; }\nb=$(k %s)\n"
                 "test -n \"$a\" && test \"$a\" = \"$b\" || printf '%%s\\n-- with --variant chess:\\n%%s\\n' "
                 "\"$a\" \"$b\"",
                 same[i], same[i]);
        expect_run(command, 0, "", "");
    }
}

/* ---- perft ---- */

/* Expects the first count to depth 3 of each variant in the table, and the number of variants. Source of the
 * counts: Fairy-Stockfish. */
static void expect_table(const char *options) {
    char command[1024];
    snprintf(command, sizeof command,
             "awk -F'\\t' '!/^#/ && $2 == 3 && !seen[$1]++' tests/data/variants_perft.tsv |\n"
             "{ n=0; t=$(printf '\\t'); while IFS=$t read variant depth nodes fen; do\n"
             "n=$((n + 1)); found=$($KINGSCAN perft $depth --variant $variant \"$fen\" %s)\n"
             "test \"$found\" = $nodes || echo \"$variant: $found, not $nodes: $fen\"\ndone; echo $n; }",
             options);
    expect_run(command, 0, "22\n", "");
}

Test(variant_options, perft_by_threads) {
    expect_table("--threads 3");
}

Test(variant_options, perft_with_stats) {
    expect_table("--stats | sed -n 's/^nodes.//p'");
}

/* The counts are deep enough for the table to be used. Two of the trees have positions with the same board
 * that differ in castling rights or in the side to move. */
Test(variant_options, perft_with_a_hash) {
    static const char *const positions[] = {"--variant shatranj 'k7/8/8/3p4/8/4P3/8/K6R w - - 0 1'",
                                            "--variant capablanca '5k4/10/10/3p6/10/4P5/10/R4K4 w Q - 0 1'",
                                            "--variant cannon '4k3/8/4p3/8/8/4P3/8/4K3 w - - 0 1'"};
    expect_run("$KINGSCAN perft 3 --variant grand --hash 1 --threads 2", 0, "259514\n", "");
    for (size_t i = 0; i < LENGTH(positions); i++) {
        char command[1024];
        snprintf(
            command, sizeof command,
            "a=$($KINGSCAN perft 6 --divide %s)\nb=$($KINGSCAN perft 6 --divide --hash 1 %s)\n"
            "c=$($KINGSCAN perft 6 --divide --hash 1 --threads 3 %s)\n"
            "test -n \"$a\" && test \"$a\" = \"$b\" && test \"$a\" = \"$c\" || echo \"$a\" \"$b\" \"$c\"",
            positions[i], positions[i], positions[i]);
        expect_run(command, 0, "", "");
    }
}

#define INTERRUPTED(words)                                                                                   \
    INTERRUPTIBLE "$KINGSCAN perft 12 --variant grand " words " & sleep 0.5; kill -INT $!; wait $!"

Test(variant_options, ctrl_c_prints_what_is_done) {
    unsigned long long nodes;
    struct ran ran = run_shell(INTERRUPTED("--threads 2"));
    cr_expect_eq(ran.status, 130);
    cr_expect(sscanf(ran.out, "%llu", &nodes) == 1 && nodes > 0, "%s", ran.out);
    cr_expect(strstr(ran.err, "kingscan perft: interrupted after 0% of the work"), "%s", ran.err);
    free_ran(&ran);
    ran = run_shell(INTERRUPTED("--json --stats"));
    cr_expect_eq(ran.status, 130);
    cr_expect(strstr(ran.out, ",\"interrupted\":true}\n"), "%s", ran.out);
    free_ran(&ran);
}

/* ---- Pictures ---- */

/* The number of occurrences of each text in the picture. */
Test(variant_options, show_draws_a_picture) {
    static const struct {
        const char *text;
        int times;
    } parts[] = {{"<svg xmlns=\"http://www.w3.org/2000/svg\"", 1},
                 {"viewBox=\"0 0 498 498\" width=\"498\" height=\"498\"", 1},
                 {"</svg>", 1},
                 {"<title>double-check: black is in check from c9, d1</title>", 1},
                 {"<use ", 0},
                 {"<defs>", 0},
                 {"width=\"45\" height=\"45\"", 100},
                 {"fill=\"#e2685c\"", 2},
                 {"<circle ", 5},
                 {">K</text>", 2},
                 {">P</text>", 1},
                 {">R</text>", 1},
                 {"<circle cx=\"226\" cy=\"451\" r=\"17\"/>", 1}, /* e1 */
                 {">j</text>", 1},
                 {">10</text>", 1},
                 {"<g ", 3},
                 {"</g>", 3}};
    struct ran ran =
        run_shell("$KINGSCAN show --variant grand --svg - '3k6/2P7/10/10/10/10/10/10/10/3RK5 b - - 0 1'");
    cr_expect_eq(ran.status, 0);
    cr_expect(strncmp(ran.out, "<svg ", 5) == 0 && strcmp(ran.out + ran.out_length - 7, "</svg>\n") == 0);
    for (size_t i = 0; i < LENGTH(parts); i++) {
        int times = 0;
        for (const char *at = ran.out; (at = strstr(at, parts[i].text)) != NULL; at++)
            times++;
        cr_expect_eq(times, parts[i].times, "%s: %d times", parts[i].text, times);
    }
    free_ran(&ran);
}
