/* The memory that kingscan check takes, whatever it reads. Sanitizers take their own. */
#include <criterion/criterion.h>

#include "support/check_lines.h"
#include "support/length.h"
#include "support/sanitized.h"

TestSuite(check_memory, .timeout = 60, .disabled = SLOW);

/* Runs kingscan check on what the command writes into a pipe. When that has ended, all but what the pipe
 * holds has been read; then prints the most memory that was resident, in KiB, and how the run ended. */
#define PEAK_OF(options, command)                                                                            \
    IN_NEW_DIRECTORY "mkfifo in; $KINGSCAN check " options " <in >out 2>err & exec 3>in\n" command           \
                     ">&3; peak=$(sed -n 's/^VmHWM:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/$!/status)\n"         \
                     "exec 3>&-; wait $!; status=$?\n"

#define EXPECT_PEAK(least, most)                                                                             \
    "[ $peak -ge " least " ] && [ $peak -le " most " ] || echo \"peak: $peak KiB\"\n"

/* 201 MB. */
Test(check_memory, of_much_text) {
    expect_run("positions=$PWD/" POSITIONS
               "\n" PEAK_OF("--jobs 2 --summary --json --only stalemate",
                            "i=0; while [ $i -lt 67 ]; do cat \"$positions\"; i=$((i + 1)); done ")
                   EXPECT_PEAK("1000", "16384") "wc -l <out; cut -d ';' -f 1 err; exit $status",
               0, "5628\n2949139 lines, 2948000 positions, 0 rejected\n", "");
}

Test(check_memory, of_long_lines) {
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

/* 6 MiB are full, and little more than what it takes without them is resident. */
Test(check_memory, of_unique_positions_stays_at_the_bound) {
    expect_run(PEAK_OF("--count --json --unique --memory 6", DIFFERENT_POSITIONS("400000"))
                   EXPECT_PEAK("6144", "12288") "cat out; cut -d ' ' -f 4,5 err; echo $status",
               0,
               "{\"safe\":355556,\"check\":44444,\"double-check\":0,\"checkmate\":0,\"stalemate\":0,"
               "\"total\":400000}\n344064 positions\n2\n",
               "");
}
