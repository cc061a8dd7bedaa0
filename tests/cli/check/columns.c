/* kingscan check --column and --header: positions in TSV and CSV. */
#include <criterion/criterion.h>

#include "support/check_lines.h"

#define SAFE "4k3/8/8/8/8/8/8/4K3 w - -"
#define CHECK "4k3/8/8/8/8/8/4r3/4K3 w - -"

/* JSON has the whole line, EPD the position. */
Test(check_columns, in_every_format) {
#define TABLE "printf '1,\"" CHECK " 0 1\",x\\n2,x\\n3," SAFE "\\n' | "
    const char *error = "-:2:3: " NO_PLACEMENT;
    expect_run(TABLE "$KINGSCAN check --column 2 --json", 1,
               "{\"verdict\":\"check\",\"checkers\":[\"e2\"],\"fen\":\"" CHECK
               " 0 1\",\"file\":\"-\",\"number\":1,"
               "\"line\":\"1,\\\"" CHECK " 0 1\\\",x\",\"columns\":[\"1\",\"x\"]}\n"
               "{\"verdict\":\"safe\",\"checkers\":[],\"draw\":\"insufficient-material\",\"fen\":\"" SAFE
               " 0 1\",\"file\":\"-\",\"number\":3,"
               "\"line\":\"3," SAFE "\",\"columns\":[\"3\"]}\n",
               error);
    expect_run(TABLE "$KINGSCAN check --column 2 --format epd", 1,
               CHECK " hmvc 0; fmvn 1; c0 \"check\"; c1 \"checkers e2\";\n" SAFE " c0 \"safe\";\n", error);
    expect_run(TABLE "$KINGSCAN check --column 2 --format bytes | od -An -tu1", 0, "   1 255   0\n", error);
    expect_run(TABLE "$KINGSCAN check --column 2 --count --only check", 1,
               "check\t1\t50.00%\ntotal\t1\t50.00%\n", error);
    expect_run("printf 'a," SAFE "\\nb," SAFE " 0 1\\nc," CHECK "\\n' | $KINGSCAN check --column 2 --unique",
               0, "safe\t-\ta," SAFE "\ncheck\te2\tc," CHECK "\n", "");
}
