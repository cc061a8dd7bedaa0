/* Tests that all shards of kingscan diff --shard together have every position exactly once. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/length.h"
#include "support/run.h"

#define HINT "try 'kingscan diff --help'\n"

/* An engine that records the positions that it is asked about. */
#define RECORDING(file) "--engine 'tee -a " file " | $KINGSCAN uci' "

Test(shard, every_position_is_in_one_shard) {
    static const char *const what[] = {"--random 50 --seed 3", "", "--random 20 --seed 3 --variant grand"};
    for (size_t i = 0; i < LENGTH(what); i++) {
        char command[1024];
        snprintf(
            command, sizeof command,
            IN_NEW_DIRECTORY "$KINGSCAN diff 1 %s " RECORDING(
                "all") ">said\n"
                       "for k in 1 2 3 4; do $KINGSCAN diff 1 %s --shard $k/4 " RECORDING(
                           "part") ">said; done\n"
                                   "for file in all part; do grep ^position $file | sort >$file.sorted; "
                                   "done; "
                                   "cmp all.sorted part.sorted; test -s all.sorted || echo nothing was asked",
            what[i], what[i]);
        expect_run(command, 0, "", "");
    }
}

Test(shard, usage_errors) {
    static const char *const wrong[] = {"0/4", "5/4", "1", "1/", "/2", "1/2/3", "1/2x", "-1/2", "1 /2"};
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        char command[128], error[160];
        snprintf(command, sizeof command, "$KINGSCAN diff 1 --shard '%s' --engine cat", wrong[i]);
        snprintf(error, sizeof error,
                 "kingscan diff: --shard: expected K/M with K from 1 to M, found '%s'\n" HINT, wrong[i]);
        expect_run(command, 2, "", error);
    }
    expect_run("$KINGSCAN diff 1 --shard 1/2 --random 5 --engine cat", 2, "",
               "kingscan diff: --shard: expected --seed too, so that all shards have the same random "
               "positions\n" HINT);
}
