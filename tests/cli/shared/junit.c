/* `--junit`: CI systems can read the XML, and its numbers agree with its cases. */
#include <criterion/criterion.h>
#include <string.h>

#include "cli/diff/found.h"
#include "support/run.h"

/* Reads the file `cases` as XML, reports elements and attributes that Jenkins does not know or misses, and
 * wrong numbers, and prints each case with its result. */
#define READ_CASES                                                                                           \
    "python3 - <<'X'\n"                                                                                      \
    "import xml.etree.ElementTree as tree\n"                                                                 \
    "counts = 'name tests failures errors time'\n"                                                           \
    "known = {'testsuites': counts, 'testsuite': counts + ' skipped', 'properties': '', "                    \
    "'property': 'name value',\n"                                                                            \
    "         'testcase': 'classname name time', 'failure': 'type message', 'error': 'type message', "       \
    "'skipped': 'message'}\n"                                                                                \
    "root = tree.parse('cases').getroot()\n"                                                                 \
    "for element in root.iter():\n"                                                                          \
    "    for name in set(element.keys()) - set(known[element.tag].split()):\n"                               \
    "        print(element.tag, 'has', name)\n"                                                              \
    "for suite in (root, *root.iter('testsuite')):\n"                                                        \
    "    for name, tag in ('tests', 'testcase'), ('failures', 'failure'), ('errors', 'error'):\n"            \
    "        if int(suite.get(name)) != len(list(suite.iter(tag))):\n"                                       \
    "            print('wrong', name, suite.get(name))\n"                                                    \
    "names = [case.get('name') for case in root.iter('testcase')]\n"                                         \
    "print(root.tag, len(set(names)), 'of', len(names))\n"                                                   \
    "for case in root.iter('testcase'):\n"                                                                   \
    "    how = list(case)\n"                                                                                 \
    "    print(case.get('classname'), '|', case.get('name'), '|', how[0].tag if how else 'passed')\n"        \
    "    if how and how[0].tag == 'failure':\n"                                                              \
    "        print(how[0].get('type'), '|', how[0].get('message'), '|', 'repeat  ' in how[0].text)\n"        \
    "X"

Test(junit, each_group_is_a_case) {
    expect_run(
        IN_NEW_DIRECTORY
        "printf '4k3/8/8/8/8/8/8/4K2R w K - 0 1\\n" KINGS
        "\\n4k3/8/8/8/8/8/P7/4K2R w K - 0 1\\n8/8/8/4k3/8/8/8/3K4 w - - 0 1\\n' | "
        "$KINGSCAN diff 1 - --keep-going --junit cases --engine '$KINGSCAN uci | sed "
        "-u \"/^e1g1/d; /^d1c1/d\"' >said; grep -c 'also from     1 more: -:3' cases\n" READ_CASES,
        0,
        "1\ntestsuites 3 of 3\n"
        "kingscan diff | 1 position agrees to depth 1 | passed\n"
        "kingscan diff | castling: e1g1 is legal (O-O), but the engine does not list it (-:1) | failure\n"
        "castling | castling: e1g1 is legal (O-O), but the engine does not list it | True\n"
        "kingscan diff | other: d1c1 is legal (Kc1), but the engine does not list it (-:4) | failure\n"
        "other | other: d1c1 is legal (Kc1), but the engine does not list it | True\n",
        "");
}

Test(junit, trouble_is_an_error) {
    expect_run(IN_NEW_DIRECTORY
               "$KINGSCAN diff 1 --junit cases --engine 'echo \"<x> \\001\"' >said 2>&1\n" READ_CASES,
               0, "testsuites 1 of 1\nkingscan diff | the run | error\n", "");
}

Test(junit, agreement_is_one_case_that_passes) {
    expect_run(
        IN_NEW_DIRECTORY "$KINGSCAN fuzz --boards 1000 --kernels c --junit cases >said 2>&1\n" READ_CASES, 0,
        "testsuites 1 of 1\nkingscan fuzz | no difference between the reference and c | passed\n", "");
}

Test(junit, a_full_disk_is_an_error) {
    expect_run("echo '" KINGS "' | $KINGSCAN diff 1 - --junit /dev/full " SELF, 2,
               "1 position to depth 1, 8 nodes: no difference\n",
               "kingscan diff: /dev/full: No space left on device\n");
}
