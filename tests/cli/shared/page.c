/* `--html`: the content of a run's page. Foreign text stays text, and a browser shows the page. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cli/diff/found.h"
#include "support/plugins.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

/* An engine that lacks castling, moves its king too far, counts one move wrongly, and prints other lines. */
#define WRONG                                                                                                \
    "--engine '$KINGSCAN uci | sed -u \"s/^e1g1.*/e1e3: 1\\ne1d8: 1/; s/^a4a5.*/&\\ne4e2: 3/; "              \
    "s/^a4b4: .*/a4b4: 99/\"' "
#define POSITIONS_OF_THE_PAGE                                                                                \
    "r3k2r/ppp2ppp/8/3qn3/1b6/2N2n2/PPPQBPPP/R3K2R w KQkq - 0 1\n"                                           \
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1\n"                                                                    \
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"

/* Afterwards, `page` is the page of a run with two positions that differ. */
#define WITH_PAGE                                                                                            \
    IN_NEW_DIRECTORY "$KINGSCAN diff 1 - --keep-going --html page " WRONG                                    \
                     ">said <<'X'\n" POSITIONS_OF_THE_PAGE "X\n"

/* ---- Content ---- */

Test(page, shows_each_finding) {
    expect_run(
        WITH_PAGE
        "echo $?; grep -c '<article' page; grep -c 'role=\"img\"' page; grep -o '<h1>.*</h1>' page\n"
        "grep -c 'class=\"arrow\" fill=\"#c2255c\"' page; grep -c 'class=\"arrow\" fill=\"#0b7285\"' page\n"
        "grep -o '<dt>FEN</dt><dd><div class=\"copyable\"><code>[^<]*' page | sed 's/.*>//'\n"
        "grep -c '^<li><svg.*engine only' page; grep -c '^<li><svg.*in both' page; tail -n 1 page",
        0,
        "1\n2\n2\n<h1>2 of 3 positions differ, in 2 groups</h1>\n3\n1\n"
        "8/8/8/8/k3p3/8/8/3K4 b - - 0 1\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n2\n1\n</html>\n",
        "");
}

/* The page counts findings by rule, unless there is only one. */
Test(page, counts_by_rule) {
    expect_run(IN_NEW_DIRECTORY
               "printf '4k3/8/8/8/8/8/8/4K2R w K - 0 1\\n" KINGS
               "\\n4k3/8/8/8/8/8/P7/4K2R w K - 0 1\\n' >three\n"
               "$KINGSCAN diff 1 three --keep-going --html page --engine '$KINGSCAN uci | sed -u "
               "\"/^e1g1/d; /^e2e3/d\"' >said; sed -n '/<nav>/,/<.nav>/p' page\n"
               "$KINGSCAN diff 1 three --html page --engine '$KINGSCAN uci | sed -u /^e1g1/d' "
               ">said; grep -c '<nav' page",
               1,
               "<nav>\n<a href=\"#rule-1\">castling <b>2</b></a>\n<a href=\"#rule-2\">other <b>1</b></a>\n"
               "</nav>\n0\n",
               "");
}

/* The cards of a rule stand under its heading, with the number of positions; numbers are grouped; what was
 * skipped is a sentence. */
Test(page, groups_cards_by_rule) {
    expect_run(
        "broken=$(dirname \"$KINGSCAN\")/broken\n" IN_NEW_DIRECTORY
        "$KINGSCAN diff 2 --keep-going --html page --engine \"$broken "
        "rank-pin-ignored+knight-wraps+underpromotion-missing orthodox\" >said 2>&1\n"
        "grep -o '<h2 class=\"heading\".*\\|<article id=[^>]*\\|<p class=\"note\">.*' page | sed "
        "'s/<[^>]*class=\"rule\">//; s/<[/][^>]*>//g'; grep -o '<dt>nodes</dt><dd>[^<]*' page",
        0,
        "<h2 class=\"heading\" id=\"rule-1\">promotion 42 positions\n<article id=\"finding-1\"\n"
        "<h2 class=\"heading\" id=\"rule-2\">piece-pinned 25 positions in 2 groups\n"
        "<article id=\"finding-2\"\n<article id=\"finding-3\"\n"
        "<h2 class=\"heading\" id=\"rule-3\">piece-rule 17 positions\n<article id=\"finding-4\"\n"
        "<p class=\"note\">skipped 32 positions that need Chess960, which the engine doesn&#39;t know\n"
        "<dt>nodes</dt><dd>44,812\n",
        "");
    expect_run(
        IN_NEW_DIRECTORY
        "printf '4k3/8/8/8/8/8/8/4K2R w K - 0 1\\n' | $KINGSCAN diff 1 - --keep-going --html page " WRONG
        ">said; grep -c 'class=.heading' page",
        1, "0\n", "");
}

/* The commands on the page are those of the text output. */
Test(page, has_the_commands_to_repeat) {
    expect_run(WITH_PAGE "python3 - <<'X'\n"
                         "import html, re\n"
                         "page, said = open('page').read(), open('said').read()\n"
                         "code = [html.unescape(text) for text in re.findall('<code>([^<]*)</code>', page)]\n"
                         "repeats = [line[14:] for line in said.splitlines() if line.startswith('repeat')]\n"
                         "print(len(repeats), all(line in code for line in repeats))\n"
                         "print(code.count('position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\\ngo perft 1'))\n"
                         "X",
               0, "2 True\n1\n", "");
}

Test(page, agreement_is_good_news) {
    expect_run(IN_NEW_DIRECTORY "$KINGSCAN diff 1 --html page " SELF
                                ">said; echo $?; grep -c '<article' page\n"
                                "grep -o 'class=\"result good\"\\|<h1>.*</h1>' page",
               0, "0\n0\nclass=\"result good\"\n<h1>No difference</h1>\n", "");
    expect_run(
        IN_NEW_DIRECTORY "$KINGSCAN diff 1 --html page --engine false >said 2>&1; echo $?\n"
                         "grep -o 'class=\"result [a-z]*\"\\|<h1>.*\\|^<p class=\"trouble.*' page",
        0,
        "2\nclass=\"result bad\"\n<h1>Nothing was compared</h1>\n<p class=\"trouble\">the engine ended "
        "with status 1 instead of answering &#39;uci&#39;; it said nothing</p>\n",
        "");
}

Test(page, of_fuzz) {
    build_plugin("page_knight", "-DFORGETS_A_KNIGHT");
    expect_run(
        "plugin=$PWD/" PLUGINS "page_knight.so\n" IN_NEW_DIRECTORY
        "$KINGSCAN fuzz --seed 1 --plugin \"$plugin\" --html page >said 2>&1; echo $?\n"
        "grep -c '<article' page; grep -c 'role=\"img\"' page; grep -o '<dt>found</dt>.*' page\n"
        "grep -o '<h1>.*' page; grep -o 'the square in question' page; grep -c 'fuzz --seed ' page",
        0, "1\n1\n1\n<dt>found</dt><dd>0, safe</dd>\n<h1>A kernel differs</h1>\nthe square in question\n1\n",
        "");
    expect_run(IN_NEW_DIRECTORY "$KINGSCAN fuzz --boards 1000 --html page >said 2>&1; echo $?\n"
                                "grep -c '<article' page; grep -o '<h1>.*' page",
               0, "0\n0\n<h1>Nothing is wrong</h1>\n", "");
}

/* ---- Foreign text ---- */

/* Moves that an engine invents, its command and the name of a file stay text. */
Test(page, nothing_foreign_becomes_markup) {
    expect_run(IN_NEW_DIRECTORY
               "echo '" KINGS "' >'<img src=x onerror=alert(1)>.epd'\n"
               "$KINGSCAN diff 1 '<img src=x onerror=alert(1)>.epd' --html page --junit cases --engine "
               "'$KINGSCAN uci | sed -u \"s/^e2e3.*/e2<script>: 1\\ne2\\\"onload: 1\\ne2<\\/code>: 1/\" "
               "# \"</script><b>' >said; echo $?\n"
               "grep -c '<script' page; grep -c '</script' page; grep -c '<img\\|<b>\\|\"onload' page\n"
               "grep -c '<script\\|<img\\|<b>\\|\"onload' cases\n"
               "grep -o '<code>e2[^ ]*</code>' page; grep -c '&lt;img src=x onerror=alert(1)&gt;' page",
               0,
               "1\n1\n1\n0\n0\n<code>e2&lt;script&gt;</code>\n<code>e2&quot;onload</code>\n<code>e2&lt;/"
               "code&gt;</code>\n<code>e2e3</code>\n1\n",
               "");
}

/* The engine's last output stays text too. */
Test(page, trouble_is_quoted_as_text) {
    expect_run(IN_NEW_DIRECTORY
               "$KINGSCAN diff 1 --html page --junit cases --engine 'echo \"<script>alert(1)</script>\"' "
               ">said 2>&1; echo $?; grep -c '<script' page; grep -c '<script' cases\n"
               "grep -c 'said last: &#39;&lt;script&gt;alert(1)&lt;/script&gt;&#39;' page cases",
               0, "2\n1\n0\npage:1\ncases:1\n", "");
}

/* The page's policy lets the browser run only the script with this hash. */
Test(page, allows_its_own_script_alone) {
    expect_run(WITH_PAGE
               "python3 - <<'X'\n"
               "import base64, hashlib, re\n"
               "page = open('page').read()\n"
               "script = re.search('<script>(.*)</script>', page, re.S)[1]\n"
               "rule = re.search('Content-Security-Policy\" content=\"([^\"]*)\"', page)[1]\n"
               "hash = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()\n"
               "expected = f\"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'\"\n"
               "print('good' if rule == expected else expected)\n"
               "print(len(re.findall('https?://(?!www.w3.org/)|url[(]|@import', page)))\n"
               "X",
               0, "good\n0\n", "");
}

/* ---- Files ---- */

Test(page, an_unwritable_file_is_an_error) {
    expect_run("echo '" KINGS "' | $KINGSCAN diff 1 - --html /nowhere/page " SELF, 2, "",
               "kingscan diff: /nowhere/page: No such file or directory\n");
    expect_run("echo '" KINGS "' | $KINGSCAN diff 1 - --html /dev/full " SELF, 2, "",
               "kingscan diff: /dev/full: No space left on device\n");
    expect_run(
        "$KINGSCAN fuzz --boards 10 --seed 1 --kernels c --html /dev/full", 2, "",
        "comparing with the reference: c; seed 1\nkingscan fuzz: /dev/full: No space left on device\n");
    expect_run("$KINGSCAN diff 1 --html - " SELF, 2, "",
               "kingscan diff: --html: expected a file, found '-'\ntry 'kingscan diff --help'\n");
    expect_run("$KINGSCAN diff 1 --html a --junit a " SELF, 2, "",
               "kingscan diff: --junit: expected a file of its own, found 'a', which is also that of --html\n"
               "try 'kingscan diff --help'\n");
}

/* The engine is wrong about the first position and hangs at the second. */
#define WRONG_THEN_HANGS                                                                                     \
    "printf '4k3/8/8/8/8/8/8/4K2R w K - 0 1\\n" KINGS "\\n' >two\n" INTERRUPTIBLE                            \
    "$KINGSCAN diff 1 two --keep-going --timeout 100 --html page --junit cases --engine "                    \
    "'tee heard | sed -u \"/^position fen 8/{s/.*/quit/;q}\" | $KINGSCAN uci | sed -u /^e1g1/d; sleep 99' "  \
    ">said 2>&1 "                                                                                            \
    "& pid=$!\nwhile ! grep -q 'position fen 8' heard 2>/dev/null; do sleep 0.05; done\n"

/* Ctrl-C completes the files, which have their names then. A busy machine can let the time to stop run out,
 * so the test tries three times. */
Test(page, an_interrupted_run_keeps_its_findings) {
    expect_run(IN_NEW_DIRECTORY
               "for try in 1 2 3; do rm -f heard\n" WRONG_THEN_HANGS
               "sleep 0.3; grep -c '</html>' page.*.part >before; kill -INT $pid; wait $pid; status=$?\n"
               "if grep -q '</html>' page; then break; fi; done; cat before; echo $status\n"
               "grep -c '<article' page; grep -c 'was interrupted' page; tail -n 1 page\n"
               "grep -o ' tests=.*failures=\"1\" errors=\"0\"' cases; grep -c '<skipped "
               "message=\"interrupted\"' cases",
               0,
               "0\n130\n1\n1\n</html>\n tests=\"2\" failures=\"1\" errors=\"0\"\n tests=\"2\" failures=\"1\" "
               "errors=\"0\"\n1\n",
               "");
}

/* ---- In a browser ---- */

static void need_browser(void) {
    need_more("command -v chromium", "chromium");
}

Test(page, is_legible_in_a_browser, .init = need_browser) {
    expect_run("look=$PWD/tests/browser/look.sh\n" WITH_PAGE
               "\"$look\" page 390 light 390 dark 1440 light 1440 dark",
               0,
               "390 wide, light, 2 boards\n390 wide, dark, 2 boards\n1440 wide, light, 2 boards\n"
               "1440 wide, dark, 2 boards\n",
               "");
}

Test(page, of_fuzz_is_legible_in_a_browser, .init = need_browser) {
    build_plugin("page_pawns", "-DPAWNS_BACKWARDS");
    expect_run("look=$PWD/tests/browser/look.sh plugin=$PWD/" PLUGINS "page_pawns.so\n" IN_NEW_DIRECTORY
               "$KINGSCAN fuzz --seed 1 --plugin \"$plugin\" --html page >said 2>&1\n"
               "\"$look\" page 390 dark",
               0, "390 wide, dark, 1 boards\n", "");
}
