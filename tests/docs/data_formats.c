/* Tests docs/data-formats.md: the bytes of its example, and the bits of the walk through them, are read. */
#include <criterion/criterion.h>

#include "support/run.h"

/* The first column of the page's block of hexadecimal digits, as bytes. */
#define EXAMPLE                                                                                              \
    "python3 -c 'import re, sys\n"                                                                           \
    "block = open(\"docs/data-formats.md\", encoding=\"utf-8\").read().split(\"```\")[1]\n"                  \
    "sys.stdout.buffer.write(bytes.fromhex(\"\".join(re.findall(\"(?m)^[0-9a-f]+\", block))))'"

Test(data_formats, the_example_is_46_bytes) {
    expect_run(EXAMPLE " | wc -c | tr -d ' '", 0, "46\n", "");
}

Test(data_formats, the_example_has_the_positions_of_the_page) {
    expect_run(EXAMPLE " | $KINGSCAN check", 0,
               "safe\t-\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\te2e4\t54\t0\t1\n"
               "safe\t-\trnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\te7e5\t-32\t1\t-1\n"
               "safe\t-\trnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\tg1f3\t45\t2\t1\n",
               "");
}

/* The bits of the table, one after the other, are those of the movetext. */
Test(data_formats, the_walk_has_every_bit) {
    expect_run("python3 -c 'import re\n"
               "page = open(\"docs/data-formats.md\", encoding=\"utf-8\").read()\n"
               "bits = \"\".join(re.findall(r\"(?m)^\\| ([01]+) \\| (?:\\d|\\|)\", page.split(\"### 46 "
               "bytes\")[1]))\n"
               "text = re.search(r\"(?m)^(\\w+) +movetext$\", page)[1]\n"
               "print(len(bits), bits == format(int(text, 16), \"032b\"))'",
               0, "32 True\n", "");
}
