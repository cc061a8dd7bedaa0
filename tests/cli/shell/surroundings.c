/* Unusual environments of the program: streams that are closed or don't block, a small stack, little
 * memory. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/check_lines.h"
#include "support/length.h"
#include "support/sanitized.h"
#include "support/skip.h"

Test(surroundings, a_small_stack) {
    static const char *const commands[] = {
        "$KINGSCAN perft 4 --threads 2",
        "$KINGSCAN perft 3 --threads 2 --variant grand",
        "$KINGSCAN diff 1 --jobs 2 --engine \"$KINGSCAN uci\"",
        "$KINGSCAN diff 3 --engine \"$(dirname \"$KINGSCAN\")/broken rank-pin-ignored\"; test $? = 1",
        "$KINGSCAN check --count --jobs 3 tests/data/positions.epd",
        "$KINGSCAN fuzz --games --boards 1000"};
    for (size_t i = 0; i < LENGTH(commands); i++) {
        char command[256];
        snprintf(command, sizeof command, "ulimit -s 128; { %s; } >/dev/null 2>&1", commands[i]);
        expect_run(command, 0, "", "");
    }
}

/* Descriptors that were open before count, too. */
Test(surroundings, descriptors_of_others) {
    need("command -v bash", "bash");
    expect_run(
        "bash -c 'for i in {10..99}; do eval \"exec $i</dev/null\"; done; ulimit -Sn 130; $KINGSCAN diff 1 "
        "--jobs 16 --random 100 --seed 1 --engine \"sleep 0.5; $KINGSCAN uci\"' | cut -d ' ' -f 1-5",
        0, "100 positions to depth 1,\n", "");
}

/* Sanitizers need more address space than the limit. */
/* The loader itself may lack memory; it exits with another status, which is ignored. With 6000 the system
 * doesn't begin: it ends the process by a signal. */
Test(surroundings, variants_without_memory, .disabled = SLOW) {
    expect_run(IN_NEW_DIRECTORY "for command in variants 'variants shogi' uci; do\n"
                                "for kilobytes in $(seq 6800 800 16800); do\n"
                                "printf 'setoption name UCI_Variant value shogi\\n' | "
                                "(ulimit -v $kilobytes; exec $KINGSCAN $command) >out 2>err\n"
                                "status=$?\n"
                                "case $status in 0|127) ;; 2) grep -c 'memory' err; grep -v 'memory' err;; "
                                "*) echo \"$command: $status\";; "
                                "esac; done; done | sort | uniq -c | awk '{ print ($1 > 9), $2 }'",
               0, "1 1\n", "");
}

Test(surroundings, little_memory, .disabled = SLOW) {
    expect_run(IN_NEW_DIRECTORY DIFFERENT_POSITIONS("500000") ">a\nulimit -v 24000\n"
                                                              "$KINGSCAN check --unique --count a 2>&1 >out "
                                                              "| sed 's/[0-9][0-9][0-9][0-9][0-9]*/N/g'\n"
                                                              "tail -n 1 out",
               0,
               "kingscan check: --unique: N positions fit into the memory that there is, less than the N MiB "
               "of --memory; from a:N on, positions that are not among these count as new\n"
               "total\t500000\t100.00%\n",
               "");
}

/* Every command needs address space for a static buffer. Sanitizers add buffers. */
Test(surroundings, small_buffers, .disabled = SLOW) {
    expect_run("size $KINGSCAN | awk 'NR == 2 { print $3 < 3 * 2 ^ 20 ? \"small\" : $3 \" bytes of bss\" }'",
               0, "small\n", "");
}
