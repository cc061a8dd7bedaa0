/* Tests the pages for the web: links that lead nowhere are found, and each function of the headers has its
 * place. */
#include <criterion/criterion.h>

#include "support/run.h"

Test(site, broken_links_are_found) {
    expect_run(
        "check=$PWD/packaging/site/check_links.py; " IN_NEW_DIRECTORY
        "mkdir deep; echo '<h1 id=\"top\">x</h1><a href=\"deep/b.html#here\">b</a><img src=\"no.png\">' "
        ">a.html\n"
        "echo '<p id=\"here\"><a href=\"../a.html#gone\">a</a><a href=\"#top\">t</a><a "
        "href=\"https://x\">' >deep/b.html\n"
        "$check .; echo $?; touch no.png; echo '<p id=top><p id=here>' >deep/b.html; $check .",
        0,
        "a.html: no.png: there is no such file\n"
        "deep/b.html: #top: there is no such anchor\n"
        "deep/b.html: ../a.html#gone: there is no such anchor\n1\n",
        "");
}

/* Functions that share a comment share a heading. */
Test(site, the_pages_of_the_interface_have_each_function) {
    expect_run("top=$PWD; " IN_NEW_DIRECTORY "cp -r $top/include .\n"
               "PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$top/packaging/site python3 -c 'import api, pathlib; "
               "api.write_pages(pathlib.Path(\"include\"), pathlib.Path(\"api\"))'\n"
               "cat api/*.md >all; cat include/kingscan/*.h | grep -oE '^KS_API [^;]*\\bks_[a-z0-9_]+\\(' | "
               "grep -oE "
               "'ks_[a-z0-9_]+\\(' | sort -u | while read name; do grep -q \"^### ${name%(}$\" all || echo "
               "\"$name\"; "
               "done; ls api | wc -l; grep -c '^### ks_' api/moves.md",
               0, "ks_attacked_set(\nks_attackers_set(\nks_in_check_batch_set(\nks_king_scan_set(\n16\n30\n",
               "");
}
