/* The memory that kingscan check needs for any input. Sanitizers need more. */
#include <criterion/criterion.h>

#include "support/check_lines.h"
#include "support/length.h"
#include "support/sanitized.h"

TestSuite(check_memory, .disabled = SLOW);

/* Runs kingscan check on the output of the command, through a pipe. All but the content of the pipe has been
 * read when the command has ended; then $peak is the most resident memory in KiB, and $status the exit
 * status. */
#define PEAK_OF(options, command)                                                                            \
    IN_NEW_DIRECTORY "mkfifo in; $KINGSCAN check " options " <in >out 2>err & exec 3>in\n" command           \
                     ">&3; peak=$(sed -n 's/^VmHWM:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/$!/status)\n"         \
                     "exec 3>&-; wait $!; status=$?\n"

#define EXPECT_PEAK(least, most)                                                                             \
    "[ $peak -ge " least " ] && [ $peak -le " most " ] || echo \"peak: $peak KiB\"\n"

/* 201 MB. */
Test(check_memory, much_text_needs_little) {
    expect_run("positions=$PWD/" POSITIONS
               "\n" PEAK_OF("--jobs 2 --summary --json --only stalemate",
                            "i=0; while [ $i -lt 67 ]; do cat \"$positions\"; i=$((i + 1)); done ")
                   EXPECT_PEAK("1000", "16384") "wc -l <out; cut -d ';' -f 1 err; exit $status",
               0, "5628\n2949139 lines, 2948000 positions, 0 rejected\n", "");
}

Test(check_memory, long_lines_need_little) {
    static const char *const settings[] = {"jobs=1", "jobs=2"};
    for (size_t i = 0; i < LENGTH(settings); i++)
        expect_run_with(settings[i],
                        PEAK_OF("--jobs $jobs",
                                "{ printf '" SAFE_FEN " c0 '; head -c 100000000 /dev/zero\n"
                                "printf '\\n" CHECK_FEN "\\n'; head -c 100000000 /dev/zero; } ")
                            EXPECT_PEAK("1000", "16384") "cat out err; exit $status",
                        1,
                        CHECK_LINE "-:1:1048577: error: the line is longer than the limit of 1048576 bytes\n"
                                   "-:3:1048577: error: the line is longer than the limit of 1048576 bytes\n",
                        "");
}

/* The 6 MiB are full, and the program needs little more than it needs without them. */
Test(check_memory, unique_positions_stay_within_the_bound) {
    expect_run(PEAK_OF("--count --json --unique --memory 6", DIFFERENT_POSITIONS("400000"))
                   EXPECT_PEAK("6144", "12288") "cat out; cut -d ' ' -f 4,5 err; echo $status",
               0,
               "{\"safe\":355556,\"check\":44444,\"double-check\":0,\"checkmate\":0,\"stalemate\":0,"
               "\"total\":400000}\n344064 positions\n2\n",
               "");
}

/* A block that does not fit into memory may be good. */
Test(check_memory, a_block_without_memory_is_no_fault, .disabled = SANITIZED) {
    expect_run(
        IN_NEW_DIRECTORY
        "printf 'BINP\\0\\0\\0\\005' >a.binpack; truncate -s 80M a.binpack; ulimit -v 60000\n"
        "for c in 'check --count' 'check --jobs 2' stats 'stats --jobs 2 --strict' 'convert --to bin'; do\n"
        "case $c in convert*) out=- ;; *) out= ;; esac\n"
        "$KINGSCAN $c a.binpack $out >out 2>said; echo $?; cut -d : -f 2- said; done",
        0,
        "2\n a.binpack: there is not enough memory for a block\n2\n a.binpack: there is not enough memory "
        "for a block\n2\n a.binpack: there is not enough memory for a block\n2\n a.binpack: there is not "
        "enough memory for a block\n2\n a.binpack: there is not enough memory for a block\n",
        "");
}
