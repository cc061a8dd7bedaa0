#!/bin/sh
# Shows why a stage has failed, and ends with what is to be done: failures.sh LOG.
#
# Of build/check, the tests that failed with what they said, at most three, and the command that repeats one. (Tests run
# side by side: between what one says and its line, others pass.) Of others the end of the log, without the lines that
# progress.sh counts.
log=$1
awk -v check="build/check" '
    /^\[----\] Criterion / { next }
    /^\[----\]/ { said = said $0 "\n"; next }
    /^\[(FAIL|CRASH)\] / {
        failed++
        test = $2; sub(/:$/, "", test); sub(/::/, "/", test)
        if (failed <= 3) printf "%s%s\n", said, $0
        if (failed == 1) first = test
        said = ""; next
    }
    END {
        if (failed > 3) printf "... and %d more\n", failed - 3
        if (failed) printf "repeat it: %s --filter \"%s\"\n", check, first
        exit !failed
    }' "$log" || grep -v -e '^  [a-z0-9_+-]*	' -e '^\[RUN \]' -e '^\[PASS\]' -e '^\[+' "$log" | tail -n 40
echo "The whole log of this stage: $log"
